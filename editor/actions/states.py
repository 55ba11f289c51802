"""States of the level: which one is shown, and states made from how the doors stand."""

from typing import Final

from editor.actions.table import Action, row
from editor.actions.targets import commit
from editor.actions.workbench import Workbench
from editor.tools.messages import states as say
from navcore.i18n import mark
from navcore.level.model import Level
from navcore.level.operations.states import add_state, update_state


def level_now(bench: Workbench) -> Level:
    """Return the level as it is switched now: in the state that is shown, or by the run."""
    return bench.run.switches.applied(bench.document.level)


def has_states(bench: Workbench) -> bool:
    """Return whether the level has states in addition to the drawing."""
    return bool(bench.document.level.states)


def can_update(bench: Workbench) -> bool:
    """Return whether a state is shown and the run has switched something since."""
    return bool(bench.document.state.name) and bool(bench.run.switches.switched)


def add(bench: Workbench) -> None:
    """Make a state of how everything is switched now, and show it."""
    document = bench.document
    if commit(bench, lambda: add_state(document.drawing, level_now(bench))):
        name = document.level.states[-1].name
        document.state.show(name)
        bench.files.said.emit(say.added(name))


def update(bench: Workbench) -> None:
    """Let the state that is shown be as the run has switched everything."""
    document, name = bench.document, bench.document.state.name
    if commit(bench, lambda: update_state(document.drawing, name, level_now(bench))):
        bench.files.said.emit(say.updated(name))


VIEW: Final[tuple[Action, ...]] = (
    row("choose_state", "View/State", "Choose a state…",
        lambda b: b.canvas.chrome.state_chip.open_menu(), icon="state", enabled=has_states,
        words=mark("doors open shut day night alarm chip"),
        tip="Show floor, paths, problems and runs in a state of the level"),
    row("next_state", "View/State", "Next state",
        lambda b: b.canvas.chrome.state_chip.go(1), enabled=has_states),
    row("previous_state", "View/State", "Previous state",
        lambda b: b.canvas.chrome.state_chip.go(-1), enabled=has_states),
    row("add_state", "View/State|", "Add a state from the doors as they stand", add,
        words=mark("doors open shut day night alarm new"),
        tip="What is open, shut or switched off now, also in the run, becomes a state"),
    row("update_state", "View/State", "Update the state from the run", update,
        enabled=can_update,
        tip="What the run has opened, shut or switched becomes part of the state that is shown"),
    row("edit_states", "View/State|", "Edit states…",
        lambda b: b.frame.show_panel("library", "States"),
        words=mark("doors open shut day night alarm rename delete"),
        tip="Add, rename and delete states in the library"),
)  # fmt: skip
