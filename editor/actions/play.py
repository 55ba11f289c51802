"""The Play menu, and actions for differences between a run and the level."""

from typing import Final

from editor.actions import recordings
from editor.actions.network import GROW_FROM_WALK
from editor.actions.table import Action, row
from editor.actions.workbench import Workbench
from editor.files.prompts import KeptRoute
from navcore.i18n import mark, tr
from navcore.level.naming import called
from navcore.sim.inputs import Remove


def _chosen(bench: Workbench) -> frozenset[int]:
    """Return the selection, including agents that only the run has."""
    return bench.document.selection.ids | bench.run.agents.chosen


def _has_run(bench: Workbench) -> bool:
    return bench.run.playhead.length > 0.0


def _can_keep(bench: Workbench) -> bool:
    return bool(bench.run.commands.keepable(_chosen(bench)))


def _keep(bench: Workbench) -> None:
    """Write the selected doors and agents to the level as they are in the run."""
    keep(bench, _chosen(bench))


def keep(bench: Workbench, ids: frozenset[int]) -> None:
    """Write these elements to the level as they are in the run; ask about changed routes first."""
    bench.canvas.settle()
    routed, answer = bench.run.commands.rerouted(ids), KeptRoute.APPEND
    if routed:
        answer = bench.files.dialogs.keep_over_route(called(routed), many=len(routed) > 1)
    if answer is not KeptRoute.CANCEL:
        bench.run.commands.keep(ids, append=answer is KeptRoute.APPEND)


def _was_sent(bench: Workbench) -> bool:
    return bool(bench.run.commands.rerouted(_chosen(bench)))


def _back_to_route(bench: Workbench) -> None:
    """Let the selected agents go on with the routes that they left when they were sent."""
    bench.canvas.settle()
    bench.run.commands.send_back(_chosen(bench))


def _seek_shorter(bench: Workbench) -> None:
    """Choose it for all runs that begin from now on; a run that is on keeps its rules."""
    bench.settings.seeks_shorter = not bench.settings.seeks_shorter
    if bench.run.record.simulation.steps == 0:
        bench.run.timeline.begin()
    else:
        bench.files.said.emit(tr("It takes effect at the next start of the run."))


def remove_chosen(bench: Workbench) -> None:
    """Take the selected agents that only the run has out of it."""
    if bench.run.agents.chosen:
        bench.run.commands.carry_out([Remove(tuple(sorted(bench.run.agents.chosen)))])


ROWS: Final[tuple[Action, ...]] = (
    row("play", "Play", "Play or pause", lambda b: b.run.clock.toggle(), icon="play",
        shown_key="Space"),
    row("step", "Play", "One step", lambda b: b.run.clock.step_once(), ".", "Ctrl+Right",
        icon="step", repeats=True),
    row("step_back", "Play", "One step back", lambda b: b.run.timeline.step_back(), ",",
        "Ctrl+Left", icon="step_back", repeats=True, enabled=_has_run,
        tip="Look back on what was recorded"),
    row("go_on", "Play", "Go on from here", lambda b: b.run.timeline.go_on_here(), icon="go_on",
        enabled=lambda b: b.run.playhead.looks_back,
        tip="Make this moment the end of the run; what came later is set aside"),
    row("other_run", "Play", "The other run", lambda b: b.run.timeline.change_runs(),
        icon="other_run", enabled=lambda b: b.run.timeline.aside is not None,
        tip="Bring back the run that was set aside"),
    row("restart", "|Play", "Play from the start", lambda b: b.run.clock.restart(), "F5",
        icon="restart"),
    row("back", "Play", "Back to the start", lambda b: b.run.clock.stop_to_start(), "Shift+F5",
        icon="back"),
    row("keep", "|Play", "Keep in the level", _keep, enabled=_can_keep,
        tip="Save the selected doors and agents of this run in the level",
        words=mark("goal patrol route waypoint stop")),
    row("back_to_route", "Play/Selected agents", "Back to the route", _back_to_route,
        enabled=_was_sent,
        tip="Let the selected agents that were sent elsewhere go on with their routes",
        words=mark("patrol return resume network stop")),
    GROW_FROM_WALK,
    row("seek_shorter", "|Play/Movement", "Replan all when ground opens", _seek_shorter,
        checked=lambda b: b.settings.seeks_shorter,
        tip="Everybody looks for a shorter path when ground opens or becomes cheaper",
        words=mark("path shortcut bridge wall dynamic")),
    row("rules", "Play/Movement", "Rules of movement", lambda b: b.frame.show_panel("run", "Rules"),
        tip="How agents move in runs of this level, and the numbers they go by",
        words=mark("crowd source steering collision push nudge constants sliders")),
    row("panel_run", "|Play", "Run", lambda b: b.frame.toggle_panel("run"),
        checked=lambda b: b.frame.panel_shown("run"),
        tip="What agents do, what happened, and how long it took"),
    row("open_recording", "|Play/Recording", "Open a recording…", recordings.ask_and_open,
        tip="A run that was saved; its level is in it"),
    row("save_recording", "Play/Recording", "Save the recording…", recordings.save,
        enabled=_has_run,
        tip="What happened in this run, to look at and to go on from"),
    row("export_recording", "Play/Recording", "Export as a table…", recordings.export,
        enabled=_has_run,
        tip="The place of each agent at each tenth of a second, for a spreadsheet"),
)  # fmt: skip
