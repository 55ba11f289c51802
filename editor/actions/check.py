"""Actions of the Check menu that are neither tools nor overlays."""

from typing import Final

from editor.actions.table import Action, row
from editor.actions.workbench import Workbench
from editor.look.theme import motion_reduced
from editor.tools.tool import Select
from navcore.i18n import mark
from navcore.proof.problem import Problem


def show(bench: Workbench, problem: Problem) -> None:
    """Select the elements of a problem, and bring its place into view.

    A problem from a run is shown in the run: at its time, with its agents selected.
    """
    bench.canvas.settle()
    bench.problems.pick(problem)
    document = bench.document
    if document.storey.name is not None:
        document.storey.show(problem.layer)
    if problem.seconds is not None:
        bench.run.timeline.seek(problem.seconds)
        bench.canvas.gestures.select(Select(frozenset(problem.finding.agents)))
        bench.commands.refresh_soon()
    else:
        document.select(frozenset(one for one in problem.elements if document.level.get(one)))
    if problem.placed:
        bench.canvas.viewport.bring_into_view(problem.place)
    if not motion_reduced():
        bench.problems.pulse.begin()
    bench.canvas.said.emit(problem.text)


def _counts(bench: Workbench) -> bool:
    """Return whether there is a problem to fix."""
    return bool(bench.problems.counting)


def _go(bench: Workbench, step: int) -> None:
    problem = bench.problems.next(step)
    if problem is not None:
        show(bench, problem)


def fix(bench: Workbench) -> None:
    """Mend the problem that is looked at, in one step that can be undone."""
    problem = bench.problems.problem
    if problem is not None and problem.fix is not None:
        bench.canvas.settle()
        bench.document.commit(problem.fix)


ROWS: Final[tuple[Action, ...]] = (
    row("copy_place", "Check", "Copy the place under the mouse", lambda b: b.frame.copy_place(),
        "Ctrl+Shift+C"),
    row("panel_problems", "|Check/Lists", "Problems", lambda b: b.frame.toggle_panel("problems"),
        checked=lambda b: b.frame.panel_shown("problems"),
        words=mark("errors warnings wrong stuck trap trapped island unreachable blocked lint"),
        tip="What is wrong with the level, why it matters, and how to mend it"),
    row("next_problem", "Check/Go through problems", "Next problem", lambda b: _go(b, 1),
        "F8", "Ctrl+J", enabled=_counts),
    row("previous_problem", "Check/Go through problems", "Previous problem",
        lambda b: _go(b, -1), "Shift+F8", "Ctrl+Shift+J", enabled=_counts),
    row("fix_problem", "|Check/Go through problems", "Fix the problem", fix,
        enabled=lambda b: b.problems.problem is not None and b.problems.problem.fix is not None,
        tip="Mend the problem that is looked at, in one step"),
    row("panel_doors", "Check/Lists", "Doors", lambda b: b.frame.toggle_panel("doors"),
        checked=lambda b: b.frame.panel_shown("doors"),
        words=mark("gates keys cut off open shut lock order effects what does this door do"),
        tip="What each door cuts off or opens up, doors that matter together, and their keys"),
    row("panel_fit", "Check/Lists", "Fit", lambda b: b.frame.toggle_panel("fit"),
        checked=lambda b: b.frame.panel_shown("fit"),
        words=mark("narrow wide width gap through large big cart radius squeeze bottleneck"),
        tip="Which gaps are wide enough, and how many there are of which width"),
    row("panel_coverage", "Check/Lists", "Coverage list",
        lambda b: b.frame.toggle_panel("coverage"),
        checked=lambda b: b.frame.panel_shown("coverage"),
        words=mark("waypoints network unseen sight spawn list"),
        tip="Which agents and spawn points see no waypoint, and which floor"),
)  # fmt: skip
