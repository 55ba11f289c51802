"""Routes in menus, in the palette and in the dialog for stops."""

import math

import pytest
from hand import CTRL, SHIFT, Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from small_level import COOK, GUARD, HALL

from editor.canvas.canvas import Canvas
from editor.dialogs.palette.dialog import PaletteDialog
from editor.dialogs.stops import StopsDialog
from editor.shell.window import MainWindow
from navcore.level import operations as op
from navcore.level.model import Agent, Stop

KEY = Qt.Key
PLACES = ((4.0, 7.0), (8.0, 7.0))


@pytest.fixture
def routed(window: MainWindow) -> MainWindow:
    """Return a window in which the guard has three stops and is selected."""
    document = window.document
    document.commit(op.append_stops(document.level, [GUARD], PLACES))
    document.select(frozenset({GUARD}))
    return window


def guard(window: MainWindow) -> Agent:
    """Return the guard of the current level."""
    return window.document.level.agents[GUARD]


def do(window: MainWindow, name: str) -> None:
    """Choose an action."""
    assert window.commands.table[name].isEnabled(), name
    window.commands.table[name].trigger()


def test_a_route_is_reversed_closed_and_deleted(routed: MainWindow) -> None:
    """Each is one undo step; the menu names the next effect."""
    before = routed.document.level
    do(routed, "route_reverse")
    assert guard(routed).goals == ((8.0, 7.0), (4.0, 7.0), (18.0, 6.0))
    assert routed.commands.table["route_loop"].text() == "Close the loop"
    do(routed, "route_loop")
    assert guard(routed).loop
    assert routed.commands.table["route_loop"].text() == "Open the loop"
    do(routed, "route_loop")
    assert not guard(routed).loop
    do(routed, "route_delete")
    assert guard(routed).goals == ()
    assert not routed.commands.table["route_delete"].isEnabled()
    for _ in range(4):
        routed.document.stack.undo()
    assert routed.document.level == before


def test_without_a_route_nothing_can_be_chosen(window: MainWindow) -> None:
    """The reason is shown; locked agents keep their routes."""
    window.document.select(frozenset({COOK, HALL}))
    for name in ("route_reverse", "route_loop", "route_stops", "route_delete"):
        assert not window.commands.table[name].isEnabled()
        assert "nor an agent with a route" in window.commands.reason_of(name)
    document = window.document
    document.select(frozenset({GUARD}))
    assert window.commands.table["route_delete"].isEnabled()
    document.commit(op.lock(document.level, {GUARD}))
    assert not window.commands.table["route_delete"].isEnabled()


def test_the_context_menu_of_an_agent(routed: MainWindow, canvas: Canvas, hand: Hand) -> None:
    """It has draw, reverse, close and delete; the menu of a room has none of them."""
    hand.move((2.0, 2.0))
    listed = [action.text() for action in routed.context_menu.make(routed).actions()]
    wanted = ["Draw its route", "Reverse the route", "Close the loop", "Delete the route"]
    assert [text for text in listed if text in wanted] == wanted
    assert "Delete the stop" not in listed
    routed.document.select(frozenset({HALL}))
    listed = [action.text() for action in routed.context_menu.make(routed).actions()]
    assert not set(wanted) & set(listed)
    routed.document.select(frozenset({COOK}))
    listed = [action.text() for action in routed.context_menu.make(routed).actions()]
    assert [text for text in listed if text in wanted] == ["Draw its route"]


def test_the_context_menu_of_a_stop(routed: MainWindow, canvas: Canvas, hand: Hand) -> None:
    """It takes the stop under the mouse, and deletes it."""
    hand.move(PLACES[0])
    menu = routed.context_menu.make(routed)
    listed = [action.text() for action in menu.actions()]
    assert listed[:2] == ["Pause and look direction…", "Delete the stop"]
    assert routed.document.selection.handles == {GUARD: frozenset({1})}
    do(routed, "route_delete_stops")
    assert guard(routed).goals == ((18.0, 6.0), PLACES[1])
    assert routed.document.selection.ids == {GUARD}


def test_draw_its_route_takes_the_tool(routed: MainWindow, canvas: Canvas, hand: Hand) -> None:
    """As its key does."""
    hand.move((2.0, 2.0))
    menu = routed.context_menu.make(routed)
    next(one for one in menu.actions() if one.text() == "Draw its route").trigger()
    assert canvas.gestures.tool.name == "route"
    canvas.gestures.escape()
    hand.key(KEY.Key_K)
    assert canvas.gestures.tool.name == "route"


@pytest.mark.parametrize("sought", ["goal", "patrol", "route", "waypoint", "stop"])
def test_the_palette_finds_routes(
    routed: MainWindow, canvas: Canvas, hand: Hand, sought: str
) -> None:
    """Any word that designers know finds them.

    The tool comes first among the commands for routes.
    """
    hand.key(KEY.Key_P, modifiers=CTRL | SHIFT)
    (palette,) = [one for one in routed.children() if isinstance(one, PaletteDialog)]
    palette.search.setText(sought)
    found = [entry.name for entry in palette.entries.found]
    wanted = {"tool_route", "route_reverse", "route_loop", "route_stops", "route_delete", "keep"}
    assert wanted <= set(found)
    assert "tool_route" in found[:6]
    palette.reject()


def label_of(field: QLineEdit) -> QLabel:
    """Return the label whose shortcut leads to a field."""
    (found,) = (one for one in field.window().findChildren(QLabel) if one.buddy() is field)
    return found


class TestDialog:
    """Pause and look of stops."""

    def opened(self, window: MainWindow) -> StopsDialog:
        """Return the open dialog."""
        do(window, "route_stops")
        tops = QApplication.topLevelWidgets()
        (found,) = [one for one in tops if isinstance(one, StopsDialog) and one.isVisible()]
        return found

    def test_it_sets_the_selected_stops(self, routed: MainWindow) -> None:
        """It is one step; the preview shows it while typing."""
        routed.document.select(frozenset({GUARD}), {GUARD: frozenset({1})})
        dialog = self.opened(routed)
        assert dialog.headline.text() == "1 stop of guard"
        middles = [
            (one.mapTo(dialog, one.rect().center()).y(), one.fontMetrics().height())
            for one in (dialog.pause, label_of(dialog.pause), dialog.look, label_of(dialog.look))
        ]
        assert middles[0] == middles[1]
        assert middles[2] == middles[3]
        dialog.pause.setText("1 + 2")
        dialog.look.setText("90")
        assert guard(routed).stop(1) == Stop(pause=3.0, facing=math.pi / 2)
        steps = routed.document.stack.count()
        dialog.make.click()
        assert routed.document.stack.count() == steps + 1
        assert guard(routed).stops == (Stop(), Stop(pause=3.0, facing=math.pi / 2))

    def test_it_is_about_all_stops_where_none_is_selected(self, routed: MainWindow) -> None:
        """Empty fields leave them to the agent and the path; Cancel changes nothing."""
        before = routed.document.level
        dialog = self.opened(routed)
        assert dialog.headline.text() == "3 stops of guard"
        dialog.pause.setText("4")
        dialog.make.click()
        assert [stop.pause for stop in guard(routed).stops] == [4.0, 4.0, 4.0]
        dialog = self.opened(routed)
        assert dialog.pause.text() == "4.00"
        dialog.pause.clear()
        assert guard(routed).stops == ()
        dialog.cancel.click()
        assert [stop.pause for stop in guard(routed).stops] == [4.0, 4.0, 4.0]
        routed.document.stack.undo()
        assert routed.document.level == before

    def test_fields_that_nobody_types_in_keep_the_value_of_each_stop(
        self, routed: MainWindow
    ) -> None:
        """Stops with different pauses keep them when only the direction is set."""
        document = routed.document
        document.commit(op.set_stops(document.level, {GUARD: {0}}, pause=1.25, facing=1.0))
        document.commit(op.set_stops(document.level, {GUARD: {1}}, pause=7.0))
        before = document.level
        document.select(frozenset({GUARD}))
        dialog = self.opened(routed)
        assert document.level == before, "opening it changes nothing, not even on the canvas"
        assert dialog.pause.placeholderText() == "several values"
        assert dialog.look.placeholderText() == "several values"
        dialog.look.setText("90")
        dialog.make.click()
        stops = [guard(routed).stop(number) for number in range(3)]
        assert [stop.pause for stop in stops] == [1.25, 7.0, None]
        assert [stop.facing for stop in stops] == [math.pi / 2] * 3
        dialog = self.opened(routed)
        dialog.pause.setText("3")
        dialog.pause.clear()
        assert dialog.pause.placeholderText() == "0.00 s"
        dialog.make.click()
        assert [guard(routed).stop(number).pause for number in range(3)] == [None] * 3

    def test_what_can_not_be_read_is_told(self, routed: MainWindow) -> None:
        """The level stays unchanged."""
        before = routed.document.level
        dialog = self.opened(routed)
        for text in ("soon", "-1"):
            dialog.pause.setText(text)
            assert not dialog.make.isEnabled()
            assert dialog.outcome.text()
            assert routed.document.level == before
        dialog.reject()
