"""Shared routes in a castle yard: draw, share, attach to a post, save and undo one."""

from pathlib import Path

import numpy as np
import pytest
from counted_hand import CountedHand
from hand import CTRL, Hand
from journey_window import OpenWindow
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from small_level import box

from editor.shell.window import MainWindow
from navcore import load_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle, Route, RouteStop, Settings, Waypoint

KEY = Qt.Key
YARD, KEEP, POST = 1, 2, 3
GUARDS = (11, 12, 13)


def castle() -> Level:
    """Return a yard around a keep, with a guard post and three guards in the south."""
    guards = [
        Agent(id=i, name=f"guard_{i - 10}", position=(2.0 + 2 * n, 1.5), order=n)
        for n, i in enumerate(GUARDS)
    ]
    items = (
        Area(id=YARD, name="yard", polygon=box(0, 0, 24, 16)),
        Obstacle(id=KEEP, name="keep", polygon=box(6, 5, 18, 11)),
        Waypoint(id=POST, name="tower", position=(21.0, 13.0), type="guardPost"),
        *guards,
    )
    return Edit.put(Level(settings=Settings(boundary_padding=0.45)), items).apply(Level())


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with the castle."""
    return open_window(castle(), (0.0, 0.0, 24.0, 16.0))


def route(window: MainWindow) -> Route:
    """Return the only route of the level."""
    (found,) = window.document.level.of(Route).values()
    return found


def test_guards_share_a_route(window: MainWindow, tmp_path: Path) -> None:
    """Draw a route with K over the post; all three walk it, and edits affect all; undo it."""
    before, document = window.document.level, window.document
    hand = CountedHand(window)
    hand.key(KEY.Key_K)
    assert window.canvas.gestures.tool.name == "route"
    for place in ((3.0, 3.0), (21.0, 3.0), (21.05, 12.97), (3.0, 13.0), (3.0, 3.0)):
        hand.click(place)
    assert [stop.waypoint for stop in route(window).stops] == [None, None, POST, None]
    assert route(window).mode == "loop"
    assert document.selection.ids == {route(window).id}
    hand.key(KEY.Key_Return)
    hand.drag((1.0, 0.8), (5.0, 2.2), (7.0, 2.2))
    assert document.selection.ids == set(GUARDS)
    document.select(document.selection.ids | {route(window).id})
    hand.menu("route_walk")
    assert {document.level.agents[i].route for i in GUARDS} == {route(window).id}
    laid = hand.count

    # Move the post, and the route with it; drag a new stop out of a leg.
    document.select(frozenset({POST}))
    hand.drag((21.0, 13.0), (20.5, 13.5), (20.0, 13.5))
    assert route(window).goals[2] == (20.0, 13.5)
    document.select(frozenset({route(window).id}))
    window.workspace.legs.wait()
    hand.drag((12.0, 3.0), (12.0, 2.5), (12.0, 2.0))
    assert route(window).goals[:3] == ((3.0, 3.0), (12.0, 2.0), (21.0, 3.0))
    assert laid <= 11

    saved = document.level
    window.files.dialogs.place = tmp_path / "castle.json"  # type: ignore[attr-defined]
    QTest.keyClick(window.canvas, KEY.Key_S, CTRL)
    assert load_level(tmp_path / "castle.json") == saved
    while document.stack.canUndo():
        document.stack.undo()
    assert document.level == before
    while document.stack.canRedo():
        document.stack.redo()
    assert document.level == saved


def test_the_mouse_over_a_route_rings_who_walks_it(window: MainWindow, hand: Hand) -> None:
    """Agents get rings where they stand; without hovering there are none."""
    document = window.document
    stops = (RouteStop(at=(3.0, 3.0)), RouteStop(at=(21.0, 3.0)))
    rounds = Route(id=77, name="rounds", mode="return", stops=stops)
    walking = [Agent(id=i, position=(9.0, 14.0), route=77) for i in GUARDS[:1]]
    document.commit(Edit.put(document.level, [rounds, *walking], "patrol"))
    hand.key(KEY.Key_V)
    window.workspace.legs.wait()

    def around() -> np.ndarray:
        """Return the pixels around the guard."""
        image = window.canvas.grab().toImage()
        x, y = (round(part) for part in hand.pixel((9.0, 14.0)).toTuple())
        cut = image.copy(x - 40, y - 40, 80, 80)
        return np.frombuffer(cut.constBits(), np.uint8).copy()

    hand.move((12.0, 8.0))
    plain = around()
    hand.move((12.0, 3.0))
    assert (around() != plain).any()
    hand.move((12.0, 8.0))
    assert (around() == plain).all()
