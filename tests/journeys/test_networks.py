"""A network on the canvas of the real window: placed, joined, edited, copied, undone, saved."""

from pathlib import Path

import pytest
from answers import Answers
from hand import ALT, CTRL, SHIFT, Hand
from journey_window import OpenWindow
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from small_level import small_level

from editor.dialogs.connect import ConnectDialog
from editor.panels.properties.panel import PropertiesPanel
from editor.shell.window import MainWindow
from navcore import load_level
from navcore.level.model import Edge, Level, Point, Waypoint

KEY = Qt.Key
ROW = ((12.0, 3.5), (14.0, 3.5), (16.0, 3.5))


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with the small level, at 40 pixels per metre or more."""
    return open_window(small_level(), (0.0, 0.0, 20.0, 8.0))


def places(level: Level) -> list[Point]:
    """Return the positions of waypoints, in order."""
    return [one.position for one in level.of(Waypoint).values()]


def joined(level: Level) -> set[tuple[Point, Point]]:
    """Return the pairs of positions that edges connect."""
    held = level.of(Waypoint)
    return {(held[e.start].position, held[e.end].position) for e in level.of(Edge).values()}


def draw_row(window: MainWindow, hand: Hand) -> list[int]:
    """Draw three waypoints in a chain; return their ids."""
    hand.key(KEY.Key_W)
    for place in ROW:
        hand.click(place)
    hand.key(KEY.Key_Escape)
    hand.key(KEY.Key_V)
    hand.click((19.5, 7.5))
    window.document.select(frozenset())
    return [*window.document.level.of(Waypoint)]


def test_a_chain_is_drawn_and_undone_step_by_step(
    window: MainWindow, hand: Hand, tmp_path: Path
) -> None:
    """Each click is one step, with its edge; the file has the shown network."""
    document, before = window.document, window.document.level
    draw_row(window, hand)
    assert places(document.level) == [*ROW]
    assert joined(document.level) == {(ROW[0], ROW[1]), (ROW[1], ROW[2])}
    answers = window.files.dialogs
    assert isinstance(answers, Answers)
    answers.place = tmp_path / "network.json"
    hand.key(KEY.Key_S, modifiers=CTRL)
    assert load_level(tmp_path / "network.json") == document.level
    for _ in range(3):
        hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.level == before


def test_a_waypoint_takes_its_edges_along(window: MainWindow, hand: Hand) -> None:
    """Deleting a waypoint deletes its edges, and undo restores them."""
    draw_row(window, hand)
    document = window.document
    hand.drag(ROW[1], (14.2, 4.5), (14.0, 5.5))
    assert joined(document.level) == {(ROW[0], (14.0, 5.5)), ((14.0, 5.5), ROW[2])}
    hand.key(KEY.Key_Delete)
    assert joined(document.level) == set()
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert len(joined(document.level)) == 2


def test_an_edge_is_picked_moved_and_deleted(window: MainWindow, hand: Hand) -> None:
    """A click on the line selects the edge; a drag moves both ends."""
    draw_row(window, hand)
    document = window.document
    hand.click((13.0, 3.55))
    (edge,) = document.selection.ids
    assert isinstance(document.level.get(edge), Edge)
    hand.drag((13.0, 3.5), (13.0, 3.9), (13.0, 4.5))
    assert joined(document.level) == {((12.0, 4.5), (14.0, 4.5)), ((14.0, 4.5), ROW[2])}
    assert document.selection.ids == {edge}
    hand.key(KEY.Key_Delete)
    assert joined(document.level) == {((14.0, 4.5), ROW[2])}
    assert len(places(document.level)) == 3


def test_a_box_takes_edges_that_lie_in_it_whole(window: MainWindow, hand: Hand) -> None:
    """Edges with an end outside aren't selected."""
    ids = draw_row(window, hand)
    hand.drag((11.2, 2.7), (13.0, 4.0), (15.0, 4.7))
    held = window.document.level.of(Edge)
    chosen = window.document.selection.ids
    assert {*ids[:2]} < chosen
    assert [(held[one].start, held[one].end) for one in chosen & held.keys()] == [(*ids[:2],)]


@pytest.mark.parametrize("how", ["duplicate", "paste", "alt"])
def test_copies_carry_the_edges_between_them(window: MainWindow, hand: Hand, how: str) -> None:
    """Copies are one undo step."""
    ids = draw_row(window, hand)
    document = window.document
    before = document.level
    document.select(frozenset(ids[:2]))
    if how == "duplicate":
        hand.key(KEY.Key_D, modifiers=CTRL)
    elif how == "paste":
        hand.key(KEY.Key_C, modifiers=CTRL)
        hand.move((13.0, 6.5))
        hand.key(KEY.Key_V, modifiers=CTRL)
    else:
        hand.press(ROW[0])
        hand.move((12.0, 4.5), Qt.MouseButton.LeftButton, ALT)
        hand.move((12.0, 6.5), Qt.MouseButton.LeftButton, ALT)
        hand.release((12.0, 6.5), keys=ALT)
    assert len(places(document.level)) == 5
    assert len(document.level.of(Edge)) == 3
    (made,) = (e for i, e in document.level.of(Edge).items() if i not in before.of(Edge))
    assert {made.start, made.end}.isdisjoint(ids)
    assert document.selection.ids == {made.start, made.end}
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.level == before


def test_an_edge_alone_is_not_doubled(window: MainWindow, hand: Hand) -> None:
    """Two waypoints have at most one edge."""
    draw_row(window, hand)
    hand.click((13.0, 3.55))
    hand.key(KEY.Key_D, modifiers=CTRL)
    assert len(window.document.level.of(Edge)) == 2


def test_selected_waypoints_are_connected_in_their_order(window: MainWindow, hand: Hand) -> None:
    """The order is that of the clicks; one undo disconnects them."""
    ids = draw_row(window, hand)
    document, table = window.document, window.commands.table
    document.select(frozenset(ids))
    table["disconnect"].trigger()
    assert joined(document.level) == set()
    document.select(frozenset())
    hand.click(ROW[2])
    for place in (ROW[0], ROW[1]):
        hand.click(place, keys=SHIFT)
    assert document.selection.order == (ids[2], ids[0], ids[1])
    table["connect_chain"].trigger()
    assert joined(document.level) == {(ROW[2], ROW[0]), (ROW[0], ROW[1])}
    table["edge_one_way"].trigger()
    assert all(edge.one_way for edge in document.level.of(Edge).values())
    table["edge_turn"].trigger()
    assert joined(document.level) == {(ROW[0], ROW[2]), (ROW[1], ROW[0])}
    table["waypoint_rest"].trigger()
    assert {one.type for one in document.level.of(Waypoint).values()} == {"rest"}


def test_the_button_of_the_properties_joins_two(window: MainWindow, hand: Hand) -> None:
    """S3-075, S3-076: started, cancelled, connected; one step takes both directions back."""
    ids = draw_row(window, hand)
    document = window.document
    (panel,) = window.findChildren(PropertiesPanel)
    button = panel.connection
    document.select(frozenset({ids[0]}))
    assert button.text() == "Start Connection"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.text() == "Cancel Connection"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.text() == "Start Connection"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    document.select(frozenset({ids[2]}))
    assert button.text() == "Connect from waypoint_1"
    before = document.level
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (ROW[0], ROW[2]) in joined(document.level)
    assert button.text() == "Start Connection"
    document.stack.undo()
    assert document.level == before


def test_what_is_joined_through_a_wall_is_told(window: MainWindow, hand: Hand) -> None:
    """Button and menu report the walls that agents would touch along the new edges."""
    document, table = window.document, window.commands.table
    said: list[str] = []
    window.files.said.connect(said.append)
    hand.key(KEY.Key_W)
    for place in ((2.0, 4.0), (7.0, 4.0), (7.0, 7.0), (2.0, 5.5)):
        hand.click(place)
        hand.key(KEY.Key_Escape)
    hand.key(KEY.Key_V)
    left, right, far, low = document.level.of(Waypoint)
    (panel,) = window.findChildren(PropertiesPanel)
    document.select(frozenset({left}))
    QTest.mouseClick(panel.connection, Qt.MouseButton.LeftButton)
    document.select(frozenset({right}))
    QTest.mouseClick(panel.connection, Qt.MouseButton.LeftButton)
    assert said[-1] == "table is in the way."
    said.clear()
    document.select(frozenset({right, far}))
    table["connect_chain"].trigger()
    assert said == []
    document.select(frozenset({low, right}))
    table["connect_chain"].trigger()
    assert said[-1].startswith("table is ")
    document.stack.undo()
    document.stack.undo()
    document.stack.undo()
    document.select(frozenset({left, right, low}))
    table["connect_all"].trigger()
    assert said[-1] == "2 of these edges are blocked, the first by table."


def test_a_connection_that_was_started_is_forgotten(window: MainWindow, hand: Hand) -> None:
    """Deleting its waypoint and deselecting with Escape cancel it; a new selection doesn't."""
    ids = draw_row(window, hand)
    document = window.document
    (panel,) = window.findChildren(PropertiesPanel)
    button = panel.connection
    document.select(frozenset({ids[0]}))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    document.select(frozenset({ids[1], ids[2]}))
    document.select(frozenset({ids[1]}))
    assert button.text() == "Connect from waypoint_1"
    window.canvas.setFocus()
    hand.key(KEY.Key_Escape)
    document.select(frozenset({ids[1]}))
    assert button.text() == "Start Connection"
    document.select(frozenset({ids[0]}))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    document.select(frozenset({ids[1]}))
    hand.key(KEY.Key_Z, modifiers=CTRL)
    for _ in range(2):
        hand.key(KEY.Key_Z, modifiers=CTRL)
    assert not document.level.of(Waypoint)


def test_hidden_waypoints_hide_their_edges(window: MainWindow, hand: Hand) -> None:
    """A click there selects none of them."""
    ids = draw_row(window, hand)
    window.document.hide({ids[0]})
    hand.click((13.0, 3.55))
    assert not window.document.level.of(Edge).keys() & window.document.selection.ids
    window.document.hide(())
    hand.click((13.0, 3.55))
    assert window.document.level.of(Edge).keys() & window.document.selection.ids


def asked(window: MainWindow) -> ConnectDialog:
    """Return the newly opened dialog for the selected waypoints."""
    window.commands.table["connect_sight"].trigger()
    return window.findChildren(ConnectDialog)[-1]


def test_paths_are_widened_and_joined_in_sight(
    window: MainWindow, hand: Hand, qtbot: QtBot
) -> None:
    """Both respect the walls and are one step; edges have a maximum length."""
    ids = draw_row(window, hand)
    document, table = window.document, window.commands.table
    document.select(frozenset(ids))
    table["grow_paths"].trigger()
    radii = [one.clear_radius for one in document.level.of(Waypoint).values()]
    assert radii[0] == pytest.approx(1.118), "up to a corner of the gate"
    assert all(radius > 0 for radius in radii)
    table["disconnect"].trigger()
    connect = asked(window)
    connect.reach.clear()
    QTest.keyClicks(connect.reach, "1")
    QTest.keyClick(connect.reach, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: "connected already" in connect.outcome.text())
    assert not connect.make.isEnabled()
    connect.reach.setFocus()
    connect.reach.selectAll()
    QTest.keyClicks(connect.reach, "10")
    QTest.keyClick(connect.reach, Qt.Key.Key_Return)
    assert len(joined(document.level)) == 3
    assert document.stack.undoText().startswith("Join")
    before = document.level
    again = asked(window)
    assert not again.make.isEnabled(), "those that see each other are joined"
    again.reject()
    assert document.level is before
