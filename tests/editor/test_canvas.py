"""The canvas with real mouse events: gestures, priorities, and cancelled drags."""

import pytest
from hand import ALT, CTRL, LEFT, MIDDLE, RIGHT, SHIFT, Hand
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE

from editor.tools.tool import Tool
from navcore.errors import NavcoreError
from navcore.formats import write_level
from navcore.level.edit import Edit

KEY = Qt.Key


@pytest.fixture
def canvas(window):
    """The canvas of the window, the level framed, with the focus."""
    window.canvas.frame_all()
    window.canvas.setFocus()
    return window.canvas


@pytest.fixture
def hand(canvas):
    """Return simulated user input on the canvas."""
    return Hand(canvas)


def choose(canvas, name):
    """Make this tool active."""
    canvas.gestures.choose(next(tool for tool in canvas.gestures.tools if tool.name == name))


def bytes_of(window):
    """The level as a file."""
    return write_level(window.document.level)


def test_a_click_selects_and_one_on_nothing_selects_nothing(window, hand):
    """The smallest thing there."""
    hand.click((4, 4))
    assert window.document.selection.ids == {TABLE}
    hand.click((30, 30))
    assert window.document.selection.ids == frozenset()


def test_shift_click_adds_and_takes_away(window, hand):
    """Selections grow and shrink."""
    hand.click((4, 4))
    hand.click((14.5, 1.5), keys=SHIFT)
    assert window.document.selection.ids == {TABLE, CHEST}
    hand.click((4, 4), keys=SHIFT)
    assert window.document.selection.ids == {CHEST}


def test_a_drag_is_one_step_of_undo_and_cells_follow(window, hand):
    """The table moves with the mouse, the walkable cells with it, and one undo takes it back."""
    before = bytes_of(window)
    assert not window.bake.world.is_walkable(4.5, 4)
    hand.hold((4.5, 4), (4.5, 5), (4.5, 6.5), (7.5, 6.5))
    assert window.bake.world.is_walkable(4.5, 3.9)
    assert window.document.stack.count() == 0
    hand.release((7.5, 6.5))
    assert window.document.stack.count() == 1
    window.canvas.undo()
    assert bytes_of(window) == before


def test_escape_in_a_drag_leaves_stack_redo_and_saved_mark_alone(window, hand):
    """Undo twice, drag, Escape: redo is there, and redoing to the saved state is clean."""
    hand.drag((4.5, 4), (4.5, 4.5), (5, 5))
    hand.drag((14.5, 1.5), (15, 2), (16, 3))
    window.document.stack.setClean()
    window.canvas.undo()
    window.canvas.undo()
    before = bytes_of(window)
    assert window.isWindowModified()
    hand.hold((4.5, 4), (5, 4), (6, 6))
    assert bytes_of(window) != before
    hand.key(KEY.Key_Escape)
    assert bytes_of(window) == before
    hand.release((6, 6))
    assert bytes_of(window) == before
    assert window.document.stack.canRedo()
    window.canvas.redo()
    window.canvas.redo()
    assert not window.isWindowModified()


def test_the_right_button_gives_a_drag_up(window, hand):
    """Like Escape, and it opens no menu."""
    menus = []
    window.canvas.menu_requested.connect(menus.append)
    before = bytes_of(window)
    hand.hold((4.5, 4), (6, 6))
    hand.press((6, 6), RIGHT)
    hand.release((6, 6), RIGHT)
    hand.release((6, 6), LEFT)
    assert bytes_of(window) == before
    assert window.document.stack.count() == 0
    assert menus == []


def test_undo_while_the_button_is_down_finishes_the_drag_first(window, hand):
    """The drag becomes a step, and that step is undone; the release changes nothing more."""
    before = bytes_of(window)
    hand.hold((4.5, 4), (6, 6))
    hand.key(KEY.Key_Z, modifiers=CTRL)
    hand.release((6, 6))
    assert bytes_of(window) == before
    assert window.document.stack.canRedo()


def test_alt_at_the_release_leaves_a_copy(window, hand):
    """The table stays, and a copy is at the place of the release."""
    hand.hold((4.5, 4), (4.5, 6.5), keys=ALT)
    hand.release((4.5, 6.5), keys=ALT)
    names = sorted(o.name for o in window.document.level.obstacles.values())
    assert names == ["chest", "table", "table_2"]


def test_a_box_takes_what_it_touches(window, hand):
    """The drag goes from empty ground around the chest and the cook."""
    hand.drag((21.5, -1), (19, 1), (13, 3.5))
    assert window.document.selection.ids == {CHEST, COOK}


def test_corner_by_corner_and_back(window, canvas, hand):
    """Undo takes corners back while drawing, and is the level's again with none left."""
    choose(canvas, "polygon_obstacle")
    hand.click((1, 6))
    hand.click((2, 6))
    hand.click((2, 7))
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert len(canvas.gestures.tool.corners) == 2
    hand.key(KEY.Key_Z, modifiers=CTRL | SHIFT)
    assert len(canvas.gestures.tool.corners) == 3
    hand.click((2, 7.5), RIGHT)
    assert len(canvas.gestures.tool.corners) == 2
    hand.click((2, 7))
    hand.key(KEY.Key_Return)
    assert window.document.stack.count() == 1
    assert len(window.document.level.obstacles) == 3
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert len(window.document.level.obstacles) == 2


def test_a_double_click_closes_an_outline(window, canvas, hand):
    """The last corner is set once, not twice."""
    choose(canvas, "polygon_area")
    hand.click((0, 10))
    hand.click((5, 10))
    hand.double_click((5, 14))
    drawn = max(window.document.level.areas.values(), key=lambda area: area.order)
    assert drawn.polygon == ((0, 10), (5, 10), (5, 14))


def test_letters_choose_tools_and_escape_goes_back(window, canvas, hand):
    """One step a press: outline, tool, selection."""
    hand.click((4, 4))
    hand.key(KEY.Key_P)
    assert canvas.gestures.tool.name == "polygon_area"
    hand.click((1, 10))
    hand.key(KEY.Key_Escape)
    assert canvas.gestures.tool.corners == ()
    assert canvas.gestures.tool.name == "polygon_area"
    hand.key(KEY.Key_Escape)
    assert canvas.gestures.tool.name == "select"
    assert window.document.selection.ids == {TABLE}
    hand.key(KEY.Key_Escape)
    assert window.document.selection.ids == frozenset()


def test_delete_goes_to_the_tool_first(window, canvas, hand):
    """It deletes selected corners; without any, the element."""
    hand.click((4, 4))
    choose(canvas, "vertices")
    hand.click((3, 3))
    hand.key(KEY.Key_Delete)
    assert len(window.document.level.obstacles[TABLE].polygon) == 3
    choose(canvas, "select")
    hand.key(KEY.Key_Delete)
    assert TABLE not in window.document.level.obstacles


def test_arrows_nudge_and_letters_in_fields_do_not_draw(window, canvas, hand):
    """Keys belong to the canvas only while it has the focus."""
    hand.click((4, 4))
    hand.key(KEY.Key_Right)
    assert window.document.level.obstacles[TABLE].polygon[0] == (3.5, 3)
    window.search()
    hand.type("pr")
    assert canvas.gestures.tool.name == "select"
    hand.key(KEY.Key_Escape)
    assert canvas.hasFocus()


def test_t_toggles_the_door_under_the_mouse(window, hand):
    """No selection needed."""
    hand.move((10.5, 4.5))
    hand.key(KEY.Key_T)
    assert not window.document.level.areas[GATE].available
    assert not window.bake.world.is_walkable(10.5, 4.5)
    hand.key(KEY.Key_T)
    assert window.document.level.areas[GATE].available


def test_the_wheel_keeps_the_place_under_the_mouse(canvas, hand):
    """Zoom at the cursor."""
    place = (12.0, 3.0)
    pixel = hand.pixel(place)
    before = canvas.viewport.camera.scale
    hand.wheel(place, 240)
    assert canvas.viewport.camera.scale > before
    assert canvas.viewport.camera.to_pixel(place) == pytest.approx((pixel.x(), pixel.y()), abs=0.02)


def test_middle_drag_and_space_drag_pan(window, canvas, hand):
    """Nothing is selected or moved by it, and Space does not play."""
    for button, space in ((MIDDLE, False), (LEFT, True)):
        x = canvas.viewport.camera.x
        start = hand.pixel((5, 4))
        if space:
            qt_press(canvas, KEY.Key_Space)
        hand.press((5, 4), button)
        there = canvas.viewport.camera.to_world(start.x() + 60, start.y())
        hand.move(there, button)
        hand.release(canvas.viewport.camera.to_world(start.x() + 60, start.y()), button)
        if space:
            qt_release(canvas, KEY.Key_Space)
        assert canvas.viewport.camera.x == pytest.approx(x - 60 / canvas.viewport.camera.scale)
    assert window.document.stack.count() == 0
    assert not window.run.playhead.playing


def qt_press(widget, key):
    """Press a key."""
    QTest.keyPress(widget, key)


def qt_release(widget, key):
    """Release a key."""
    QTest.keyRelease(widget, key)


def test_space_plays_and_a_right_click_sends_the_selected(window, hand):
    """The cook, who has no goals, walks to the place of the right-click."""
    hand.click((18, 2))
    assert window.document.selection.ids == {COOK}
    hand.key(KEY.Key_Space)
    assert window.run.playhead.playing
    window.run.clock.pause()
    window.run.clock.step_once()
    hand.click((12, 6), RIGHT)
    for _ in range(100):
        window.run.clock.step_once()
    run = window.run.record.simulation
    row = list(run.agents.ids).index(COOK)
    assert run.agents.positions_at(1.0)[row] == pytest.approx((12, 6), abs=0.06)
    hand.key(KEY.Key_F5, modifiers=SHIFT)
    assert window.run.playhead.at_start


def test_at_the_start_a_right_click_asks_for_the_menu(window, hand):
    """Shift does so at any time."""
    menus = []
    window.canvas.menu_requested.connect(menus.append)
    hand.click((2, 2))
    assert window.document.selection.ids == {GUARD}
    hand.click((12, 6), RIGHT)
    window.run.clock.step_once()
    hand.click((12, 6), RIGHT, keys=SHIFT)
    assert len(menus) == 2


def test_a_right_click_on_what_stands_in_the_selected_room_is_about_that(window, hand):
    """And about all that is selected if that is more than the room."""
    window.document.select(frozenset({HALL}))
    hand.click((4, 4), RIGHT)
    assert window.document.selection.ids == {TABLE}
    window.document.select(frozenset({HALL}))
    hand.click((6.5, 6.5), RIGHT)
    assert window.document.selection.ids == {HALL}
    window.document.select(frozenset({HALL, CHEST}))
    hand.click((4, 4), RIGHT)
    assert window.document.selection.ids == {HALL, CHEST}


class _Broken(Tool):
    """A tool with edits that fail."""

    name = "broken"

    def __init__(self, error):
        """Keep the exception to raise."""
        self.error = error

    def press(self, pointer, view):
        """A drag that changes the level once and then fails."""
        tool = self

        class _Drag:
            moved = False

            def move(self, pointer, view):
                if self.moved:
                    raise tool.error
                self.moved = True
                return Edit.remove(view.level, [HALL])

            def cancel(self):
                pass

        return _Drag()


def test_a_tool_that_refuses_says_so_and_leaves_the_level(window, canvas, hand):
    """A sentence, no exception, nothing half done."""
    said = []
    canvas.said.connect(said.append)
    before = bytes_of(window)
    canvas.gestures.choose(_Broken(NavcoreError("that does not fit")))
    hand.hold((4, 4), (5, 5), (6, 6))
    assert said == ["that does not fit"]
    assert bytes_of(window) == before
    hand.release((6, 6))
    assert window.document.stack.count() == 0


def test_a_tool_that_breaks_leaves_the_level(window, canvas, hand):
    """The exception goes on to the program's hook; the drag is cancelled."""
    before = bytes_of(window)
    canvas.gestures.choose(_Broken(RuntimeError("broken")))
    with pytest.raises(RuntimeError, match="broken"):
        hand.hold((4, 4), (5, 5), (6, 6))
    hand.release((6, 6))
    assert bytes_of(window) == before


def test_nothing_moves_on_the_screen_when_docks_and_bars_come_and_go(window, qtbot):
    """The bottom dock opens, everything around the canvas is hidden; a larger window keeps the
    centre.
    """
    canvas = window.canvas

    def on_screen():
        corner = canvas.mapTo(window, QPoint())
        x, y = canvas.viewport.camera.to_pixel((4.0, 3.0))
        return (round(corner.x() + x), round(corner.y() + y))

    before, size = on_screen(), canvas.size()
    window.toggle_panel("fit")
    qtbot.waitUntil(lambda: canvas.height() < size.height())
    assert on_screen() == before
    window.toggle_panels()
    qtbot.waitUntil(lambda: canvas.height() > size.height())
    assert on_screen() == before
    window.toggle_panels()
    window.toggle_panel("fit")
    qtbot.waitUntil(lambda: canvas.size() == size)
    assert on_screen() == before
    centre = (canvas.viewport.camera.x, canvas.viewport.camera.z)
    window.resize(window.width() + 100, window.height() + 60)
    qtbot.waitUntil(lambda: canvas.width() > size.width())
    assert (canvas.viewport.camera.x, canvas.viewport.camera.z) == pytest.approx(centre)
    window.resize(window.width() - 100, window.height() - 60)
