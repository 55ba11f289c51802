"""Gestures over a large network: steady ones, of which every event is a frame, and single steps.

A single step (select, delete, undo) is told as the slowest of the frames until the window rests
again: what it leaves for later holds up the mouse, too.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, repeat
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt

from navcore.level.model import Edge, Point, Waypoint
from tests.bench.canvas_gestures import Steps, _dragged

if TYPE_CHECKING:
    from tests.bench.canvas_frames import Stage

AFTER: Final = 20
"""Number of frames after a single step that are measured with it."""
MANY: Final = 200


def near(stage: "Stage", count: int) -> list[Waypoint]:
    """Return the `count` waypoints nearest to the middle of the canvas."""
    x, z = stage.canvas.viewport.middle()
    held = stage.window.document.level.of(Waypoint).values()
    return sorted(held, key=lambda w: abs(w.position[0] - x) + abs(w.position[1] - z))[:count]


def select_near(stage: "Stage", count: int = MANY) -> list[Waypoint]:
    """Select them."""
    some = near(stage, count)
    stage.window.document.select(frozenset(one.id for one in some))
    stage.settle(100)
    return some


# Steady gestures.


def waypoint(stage: "Stage", count: int) -> Steps:
    """Drag one waypoint."""
    (one,) = near(stage, 1)
    stage.window.document.select(frozenset())
    yield from _dragged(stage, one.position, count, 30 / stage.scale + 1.0)


def waypoints(stage: "Stage", count: int) -> Steps:
    """Drag two hundred selected waypoints."""
    some = select_near(stage)
    yield from _dragged(stage, some[0].position, count, 30 / stage.scale + 1.0)


def chained(stage: "Stage", count: int) -> Steps:
    """Move the mouse with the waypoint tool, and sometimes place a waypoint of a chain."""
    stage.choose("waypoint")
    x, z = stage.canvas.viewport.middle()
    step = 7 / stage.scale
    for number in range(count):
        turn = number / 9
        place = (x + step * turn * math.cos(turn), z + step * turn * math.sin(turn))
        yield partial(stage.hand.click if number % 15 == 7 else stage.hand.move, place)
    stage.hand.key(Qt.Key.Key_Escape)


# Single steps.


def _single(stage: "Stage", step: Callable[[], object]) -> Steps:
    return chain((step,), repeat(stage.canvas.update, AFTER))


def _there_and_back(stage: "Stage", step: Callable[[], object], measured: int) -> Steps:
    """Yield a step, its undo and its redo; one of them is measured (0 to 2); undone at the end."""
    stack = stage.window.document.stack
    for number, one in enumerate((step, stack.undo, stack.redo)):
        if number == measured:
            yield from _single(stage, one)
            stage.settle(100)
        elif number < measured:
            one()
            stage.settle(100)
    if measured != 1:
        stack.undo()
        stage.settle(100)


def _command(stage: "Stage", name: str) -> Callable[[], object]:
    return stage.window.commands.table[name].trigger


def _delete(stage: "Stage", measured: int) -> Steps:
    select_near(stage)
    yield from _there_and_back(stage, _command(stage, "delete"), measured)


def _nudge(stage: "Stage", measured: int, count: int | None) -> Steps:
    if count is None:
        _command(stage, "select_all")()
        stage.settle(100)
    else:
        select_near(stage, count)
    stage.canvas.setFocus()
    nudge = partial(stage.hand.key, Qt.Key.Key_Right)
    yield from _there_and_back(stage, nudge, measured)


def _select_all(stage: "Stage") -> Steps:
    stage.window.document.select(frozenset())
    stage.settle(100)
    yield from _single(stage, _command(stage, "select_all"))
    stage.settle(100)
    stage.window.document.select(frozenset())


def _select_near(stage: "Stage") -> Steps:
    some = frozenset(one.id for one in near(stage, MANY))
    stage.window.document.select(frozenset())
    stage.settle(100)
    yield from _single(stage, partial(stage.window.document.select, some))


def _box(stage: "Stage") -> Steps:
    """Release a box over a hundred waypoints and their edges."""
    stage.window.document.select(frozenset())
    canvas, hand = stage.canvas, stage.hand
    x, z = canvas.viewport.middle()
    places = [(x + share, z + share) for share in (-5.0, -2.0, 2.0, 5.0)]
    hand.move(places[0])
    hand.press(places[0])
    for place in places[1:]:
        hand.move(place, Qt.MouseButton.LeftButton)
        stage.settle(20)
    yield from _single(stage, partial(hand.release, places[-1]))
    stage.settle(100)


def _free_place(stage: "Stage") -> tuple[Waypoint, Point]:
    """Return a waypoint and a free place beside it, where a click places another one."""
    (one,) = near(stage, 1)
    x, z = one.position
    return one, (x - 0.3, z + 0.45)


def _add(stage: "Stage", measured: int) -> Steps:
    """Place a waypoint that is connected to the last clicked one."""
    stage.window.document.select(frozenset())
    stage.choose("waypoint")
    one, place = _free_place(stage)
    stage.hand.click(one.position)
    stage.hand.move(place)
    stage.settle(100)
    yield from _there_and_back(stage, partial(stage.hand.click, place), measured)
    stage.hand.key(Qt.Key.Key_Escape)


def _insert(stage: "Stage", measured: int) -> Steps:
    """Insert a waypoint into an edge."""
    stage.window.document.select(frozenset())
    stage.choose("waypoint")
    level = stage.window.document.level
    (one,) = near(stage, 1)
    edge = next(e for e in level.referring([one.id]) if isinstance(e, Edge))
    ends = [level.of(Waypoint)[i].position for i in edge.references]
    place = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
    stage.hand.move(place)
    stage.settle(100)
    yield from _there_and_back(stage, partial(stage.hand.click, place), measured)


def _drop(stage: "Stage", measured: int, count: int = MANY) -> Steps:
    """Release dragged waypoints."""
    some = select_near(stage, count)
    x, z = some[0].position
    places = [(x + share * (1.0 + 30 / stage.scale), z) for share in (0.0, 0.5, 1.0)]
    stage.hand.move(places[0])
    stage.hand.press(places[0])
    for place in places[1:]:
        stage.hand.move(place, Qt.MouseButton.LeftButton)
    stage.settle(100)
    yield from _there_and_back(stage, partial(stage.hand.release, places[-1]), measured)


SINGLE: Final[dict[str, Callable[["Stage"], Iterator[Callable[[], object]]]]] = {
    "select 200": _select_near,
    "box let go": _box,
    "drop 200": partial(_drop, measured=0),
    "undo": partial(_drop, measured=1),
    "undo one": partial(_drop, measured=1, count=1),
    "redo": partial(_drop, measured=2),
    "nudge 200": partial(_nudge, measured=0, count=MANY),
    "delete 200": partial(_delete, measured=0),
    "its undo": partial(_delete, measured=1),
    "its redo": partial(_delete, measured=2),
    "add": partial(_add, measured=0),
    "add undone": partial(_add, measured=1),
    "add redone": partial(_add, measured=2),
    "insert": partial(_insert, measured=0),
    "ins. undone": partial(_insert, measured=1),
    "select all": _select_all,
    "nudge all": partial(_nudge, measured=0, count=None),
    "undo all": partial(_nudge, measured=1, count=None),
    "redo all": partial(_nudge, measured=2, count=None),
}
"""Single steps by name; each generator yields one, and the frames after it."""
