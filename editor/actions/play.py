"""The Play menu, and what can be done with what a run has of its own."""

from typing import Final

from editor.actions.table import Action, Parts, row
from navcore.sim.run import Remove


def _chosen(parts: Parts) -> frozenset[int]:
    """What is selected, agents that only the run has included."""
    return parts.document.selection.ids | parts.play.chosen


def _can_keep(parts: Parts) -> bool:
    return bool(parts.play.keepable(_chosen(parts)))


def _keep(parts: Parts) -> None:
    """Write the selected doors and agents to the level as they are in the run."""
    parts.canvas.settle()
    parts.play.keep(_chosen(parts))


def remove_chosen(parts: Parts) -> None:
    """Take the selected agents that only the run has out of it."""
    if parts.play.chosen:
        parts.play.carry_out([Remove(tuple(sorted(parts.play.chosen)))])


ROWS: Final[tuple[Action, ...]] = (
    row("play", "Play", "Play or pause", lambda p: p.play.toggle(), icon="play",
        shown_key="Space"),
    row("step", "Play", "One step", lambda p: p.play.step_once(), ".", "Ctrl+Right", icon="step",
        repeats=True),
    row("restart", "|Play", "Play from the start", lambda p: p.play.restart(), "F5",
        icon="restart"),
    row("back", "Play", "Back to the start", lambda p: p.play.stop_to_start(), "Shift+F5",
        icon="back"),
    row("keep", "|Play", "Keep in the level", _keep, enabled=_can_keep,
        tip="Write what this run has of the selected doors and agents to the level"),
)  # fmt: skip
