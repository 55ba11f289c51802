"""Explanations why an agent stands still, misses its stops, or why the probe finds no path."""

from typing import Final

from editor.actions.table import Action, row
from editor.actions.workbench import Workbench
from editor.services.reasons import Question
from navcore.i18n import mark


def _agent(bench: Workbench) -> int | None:
    """Return the single selected agent of the level."""
    agents = bench.document.selection.ids & bench.document.level.agents.keys()
    return next(iter(agents)) if len(agents) == 1 else None


def _can_ask(bench: Workbench) -> bool:
    """Return whether an agent is selected, or the probe's path falls short."""
    return _agent(bench) is not None or bench.probe.falls_short


def ask_why(bench: Workbench) -> None:
    """Search for the reason; with a run, from the agent's present position."""
    agent = _agent(bench)
    if agent is None:
        bench.probe.tell_why()
        return
    bench.canvas.settle()
    view = bench.run.agents.view()
    now = [] if view is None else view.agents({agent})
    place = now[0].position if now else None
    bench.probe.clear()
    bench.probe.reasons.ask(Question(agent=agent, place=place))


ROWS: Final[tuple[Action, ...]] = (
    row("why", "Check", mark("Why?"), ask_why, enabled=_can_ask,
        tip=mark("Say why the selected agent stands still, or why the probe finds no path"),
        words=mark("stand still stuck blocked path reason explain unreachable reach")),
)  # fmt: skip
