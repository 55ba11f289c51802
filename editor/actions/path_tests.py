"""Actions of the Check menu for path tests: create from probe or run, step through, list."""

import math
from typing import Any, Final

from editor.actions.table import Action, row
from editor.actions.targets import commit, say
from editor.actions.workbench import Workbench
from editor.tools.messages.path_tests import expects, expects_arrival
from navcore.i18n import mark
from navcore.level.model import PathTest, Point
from navcore.level.operations import add
from navcore.level.operations.transform import bounds_of
from navcore.path.result import Status
from navcore.proof.path_tests.answer import Fault, asked_of, found_by, judged
from navcore.proof.path_tests.words import outcome
from navcore.sim.rounds import round_of

_USUAL: Final = 60.0
"""Seconds within which all agents must arrive if no run has shown how long it takes."""
_STEP: Final = 5.0
"""Seconds to which times of a run are rounded up."""
_ROOM: Final = 1.1
"""Factor by which a path may be longer than the found one."""

_ASKED: Final = frozenset(
    {Status.COMPLETE, Status.ALREADY_THERE, Status.PARTIAL, Status.NO_PATH, Status.BAD_END}
)


def show_test(bench: Workbench, test_id: int) -> None:
    """Select a test in its state, and bring its ends into view."""
    document = bench.document
    test = document.level.get(test_id)
    if not isinstance(test, PathTest):
        return
    bench.canvas.settle()
    if document.storey.name is not None:
        document.storey.show(document.level.settings.layer_of(test))
    known = bench.tests.answers.get(test_id)
    document.state.show(test.state if known is None else known.state)
    document.select(frozenset({test_id}))
    left, low, right, high = bounds_of([test], document.level.get)
    bench.canvas.viewport.bring_into_view(((left + right) / 2, (low + high) / 2))
    if known is not None and bench.tests.level.get(test_id) is not None:
        bench.canvas.said.emit(outcome(bench.tests.level, test, known))


def _has_path(bench: Workbench) -> bool:
    """Return whether the probe has a result that a test can expect."""
    result = bench.probe.result
    return result is not None and result.status in _ASKED


def follow_probe(bench: Workbench) -> None:
    """Let what makes tests of the probe's path be chosen as soon as there is one."""
    this, length = (bench.commands.table[name] for name in ("expect_this", "expect_length"))

    def follow(_: object) -> None:
        this.setEnabled(_has_path(bench))
        length.setEnabled(_found(bench))

    bench.probe.changed.connect(follow)


def _found(bench: Workbench) -> bool:
    """Return whether the probe's path leads to its goal."""
    result = bench.probe.result
    return result is not None and result.status is Status.COMPLETE


def _probed(bench: Workbench, **more: Any) -> dict[str, Any]:
    """Return the fields of a test of the probe's path."""
    result, settings = bench.probe.result, bench.document.level.settings
    assert result is not None
    layer, goal_layer = (
        name if name in settings.layer_names else settings.layer_names[0]
        for name in bench.probe.storeys
    )
    fields: dict[str, Any] = {
        "start": result.snapped_start or result.start,
        "end": (result.snapped_goal or result.goal) if result.ok else result.goal,
        "layer": layer,
        "to_layer": "" if goal_layer == layer else goal_layer,
        "expect": "path" if result.ok else "noPath",
        "profile": bench.bake.shown_floor.type_name,
        "state": bench.document.state.name,
    }  # fmt: skip
    return fields | more


def expect_this(bench: Workbench, **more: Any) -> None:
    """Create a test of the probe's path, or select an existing one."""
    if not _has_path(bench):
        return
    bench.canvas.settle()
    fields, level = _probed(bench, **more), bench.document.level
    for known in level.of(PathTest).values():
        if all(getattr(known, name) == value for name, value in fields.items()):
            bench.document.select(frozenset({known.id}))
            say(bench, "{0}", expects(known.name, path=known.expect == "path"))
            return
    sketch = PathTest(id=1, **fields)
    world = bench.bake.world
    asked = asked_of(world, sketch)
    found = None if asked is None else found_by(world, sketch, asked)
    answer = judged(world, sketch, asked, found)
    if answer.fault in {Fault.NO_START, Fault.NO_END}:
        say(bench, mark("A test needs ends on floor. {0}"), outcome(level, sketch, answer))
        return
    _put(bench, fields, lambda name: expects(name, path=fields["expect"] == "path"))


def expect_length(bench: Workbench) -> None:
    """Make a test that the probe's path stays about as long as it is."""
    result = bench.probe.result
    if result is not None and _found(bench):
        expect_this(bench, max_length=math.ceil(result.length * _ROOM * 10) / 10)


def _anybody_goes(bench: Workbench) -> bool:
    """Return whether an agent of the level has a goal."""
    level = bench.document.level
    return any(one.enabled and round_of(level, one).goals for one in level.agents.values())


def expect_arrival(bench: Workbench) -> None:
    """Create a test that all agents arrive within the length of the run."""
    bench.canvas.settle()
    length = bench.run.playhead.length
    seconds = math.ceil(length / _STEP) * _STEP if length else _USUAL
    camera = bench.canvas.viewport.camera
    place: Point = camera.to_world(camera.width / 2, camera.height / 2)
    fields = {
        "start": (round(place[0], 2), round(place[1], 2)),
        "expect": "arrival",
        "max_seconds": seconds,
        "layer": bench.document.storey.drawn_on,
        "state": bench.document.state.name,
    }  # fmt: skip
    _put(bench, fields, lambda name: expects_arrival(name, seconds))


def _put(bench: Workbench, fields: dict[str, Any], words: Any) -> None:
    """Add a test, select it, and say so."""
    document = bench.document
    edit = commit(bench, lambda: add(document.level, PathTest, document.new_id, **fields))
    for made in edit.after.values():
        if isinstance(made, PathTest):
            document.select(frozenset({made.id}))
            say(bench, "{0}", words(made.name))


def _failing(bench: Workbench) -> bool:
    """Return whether a test fails."""
    return bool(bench.tests.failing)


def _next(bench: Workbench) -> None:
    """Go to the next test that fails."""
    failing = [one for one in bench.tests.failing if bench.document.level.get(one) is not None]
    if failing:
        chosen = [n for n, one in enumerate(failing) if one in bench.document.selection.ids]
        show_test(bench, failing[(chosen[-1] + 1) % len(failing) if chosen else 0])


ROWS: Final[tuple[Action, ...]] = (
    row("panel_tests", "Check/Lists", "Tests", lambda b: b.frame.toggle_panel("tests"),
        checked=lambda b: b.frame.panel_shown("tests"),
        tip="What must stay true about the level, and what does"),
    row("expect_this", "Check/Lists|", "Expect this", expect_this, icon="path_test",
        enabled=_has_path,
        tip="Keep what the probe shows as a test of the level",
        words=mark("assert regression path test must stay")),
    row("expect_length", "Check/Lists", "Expect this length", expect_length, enabled=_found,
        tip="Keep as a test that the probe's path gets no more than a tenth longer"),
    row("expect_arrival", "Check/Lists", "Expect everybody to arrive", expect_arrival,
        enabled=_anybody_goes,
        tip="Keep as a test that all get to all of their stops in the time of this run",
        words=mark("run test crowd seconds")),
    row("next_failing_test", "Check/Lists", "Next failing test", _next, enabled=_failing,
        tip="Select it, and bring it into view"),
)  # fmt: skip
