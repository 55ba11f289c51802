"""The Play menu, and what can be done with what a run has of its own."""

from typing import Final

from editor.actions import recordings
from editor.actions.table import Action, Parts, row
from navcore.sim.run import Remove


def _chosen(parts: Parts) -> frozenset[int]:
    """What is selected, agents that only the run has included."""
    return parts.document.selection.ids | parts.run.agents.chosen


def _has_run(parts: Parts) -> bool:
    return parts.run.playhead.length > 0.0


def _can_keep(parts: Parts) -> bool:
    return bool(parts.run.commands.keepable(_chosen(parts)))


def _keep(parts: Parts) -> None:
    """Write the selected doors and agents to the level as they are in the run."""
    parts.canvas.settle()
    parts.run.commands.keep(_chosen(parts))


def remove_chosen(parts: Parts) -> None:
    """Take the selected agents that only the run has out of it."""
    if parts.run.agents.chosen:
        parts.run.commands.carry_out([Remove(tuple(sorted(parts.run.agents.chosen)))])


ROWS: Final[tuple[Action, ...]] = (
    row("play", "Play", "Play or pause", lambda p: p.run.clock.toggle(), icon="play",
        shown_key="Space"),
    row("step", "Play", "One step", lambda p: p.run.clock.step_once(), ".", "Ctrl+Right",
        icon="step", repeats=True),
    row("step_back", "Play", "One step back", lambda p: p.run.timeline.step_back(), ",",
        "Ctrl+Left", icon="step_back", repeats=True, enabled=_has_run,
        tip="Look back on what was recorded"),
    row("go_on", "Play", "Go on from here", lambda p: p.run.timeline.go_on_here(), icon="go_on",
        enabled=lambda p: p.run.playhead.looks_back,
        tip="Make this moment the end of the run; what came later is set aside"),
    row("other_run", "Play", "The other run", lambda p: p.run.timeline.change_runs(),
        icon="other_run", enabled=lambda p: p.run.timeline.aside is not None,
        tip="Bring back the run that was set aside"),
    row("restart", "|Play", "Play from the start", lambda p: p.run.clock.restart(), "F5",
        icon="restart"),
    row("back", "Play", "Back to the start", lambda p: p.run.clock.stop_to_start(), "Shift+F5",
        icon="back"),
    row("keep", "|Play", "Keep in the level", _keep, enabled=_can_keep,
        tip="Write what this run has of the selected doors and agents to the level"),
    row("open_recording", "|Play", "Open a recording…", recordings.ask_and_open,
        tip="A run that was saved; its level is in it"),
    row("save_recording", "Play", "Save the recording…", recordings.save, enabled=_has_run,
        tip="What happened in this run, to look at and to go on from"),
    row("export_recording", "Play", "Export as a table…", recordings.export, enabled=_has_run,
        tip="Who was where at each tenth of a second, for a spreadsheet"),
)  # fmt: skip
