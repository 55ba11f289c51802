"""The key map: drawing, corners, doors, Esc and undo."""

import pytest
from hand import CTRL, RIGHT, SHIFT, Hand
from key_map import bytes_of, ids, newest
from PySide6.QtCore import Qt
from small_level import GATE, HALL, TABLE, YARD

from editor.canvas.canvas import Canvas
from editor.shell.window import MainWindow
from navcore.geometry.polygons import area_of
from navcore.level.model import Obstacle, Point

KEY = Qt.Key


class TestDraw:
    """Row "draw"."""

    def test_clicks_and_enter(self, window: MainWindow, hand: Hand) -> None:
        """A filled area, selected."""
        before = ids(window)
        hand.key(KEY.Key_P)
        for place in ((0, 10), (4, 10), (4, 13)):
            hand.click(place)
        hand.key(KEY.Key_Return)
        (made,) = newest(window, before)
        assert window.document.level.areas[made].polygon == ((0, 10), (4, 10), (4, 13))
        assert window.document.selection.ids == {made}

    @pytest.mark.parametrize("way", ["first", "double"])
    def test_first_corner_or_double_click_close(
        self, window: MainWindow, hand: Hand, way: str
    ) -> None:
        """This needs three corners or more."""
        before = ids(window)
        hand.key(KEY.Key_P, modifiers=SHIFT)
        hand.click((0, 10))
        hand.click((4, 10))
        if way == "first":
            hand.click((4, 13))
            hand.click((0.05, 10.05))
        else:
            hand.double_click((4, 13))
        (made,) = newest(window, before)
        assert len(window.document.level.obstacles[made].polygon) == 3

    @pytest.mark.parametrize("clicks", [True, False])
    @pytest.mark.parametrize("key", [KEY.Key_R, KEY.Key_C])
    def test_rectangle_and_regular_by_drag_or_clicks(
        self, window: MainWindow, hand: Hand, key: Qt.Key, clicks: bool
    ) -> None:
        """Both ways make the same."""
        before = ids(window)
        hand.key(key)
        if clicks:
            hand.click((0, 12))
            hand.click((4, 15))
        else:
            hand.drag((0, 12), (2, 13), (4, 15))
        (made,) = newest(window, before)
        assert area_of(window.document.level.areas[made].polygon) > 10

    def test_wall_has_its_thickness(self, window: MainWindow, hand: Hand) -> None:
        """Two corners and Enter."""
        before = ids(window)
        hand.key(KEY.Key_B)
        hand.click((0, 12))
        hand.click((5, 12))
        hand.key(KEY.Key_Return)
        (made,) = newest(window, before)
        wall = window.document.level.element(made)
        assert isinstance(wall, Obstacle)
        assert wall.shape is not None
        assert area_of(wall.polygon) == pytest.approx(5 * wall.shape["width"], rel=0.2)

    def test_up_and_down_change_the_number_of_corners(self, window: MainWindow, hand: Hand) -> None:
        """One more for Up, one fewer for Down."""
        sizes = []
        for key in (None, KEY.Key_Up, KEY.Key_Down):
            before = ids(window)
            hand.key(KEY.Key_C)
            if key is not None:
                hand.key(key)
            hand.drag((0, 20), (2, 20), (3, 20))
            (made,) = newest(window, before)
            sizes.append(len(window.document.level.areas[made].polygon))
            window.canvas.undo()
        assert sizes[1] == sizes[0] + 1
        assert sizes[2] == sizes[0]

    @pytest.mark.parametrize("separator", [" ", "\t"])
    @pytest.mark.parametrize(
        ("typed", "x"), [("3.5", 3.5), ("3,5", 3.5), ("2+1.5", 3.5), ("350cm", 3.5)]
    )
    def test_typed_places(
        self, window: MainWindow, hand: Hand, typed: str, x: float, separator: str
    ) -> None:
        """Tab or space between; decimal point or comma; units and sums."""
        hand.key(KEY.Key_P)
        hand.move((1, 9))
        hand.type(typed)
        if separator == "\t":
            hand.key(KEY.Key_Tab)
        else:
            hand.type(" ")
        hand.type("12")
        hand.key(KEY.Key_Return)
        assert window.canvas.gestures.tool.corners == ((x, 12.0),)
        assert window.canvas.hasFocus()

    def test_typed_length_and_angle(self, window: MainWindow, hand: Hand) -> None:
        """They are relative to the last corner."""
        hand.key(KEY.Key_P)
        hand.click((0, 12))
        hand.type("@")
        hand.type("4 90")
        hand.key(KEY.Key_Return)
        assert window.canvas.gestures.tool.corners[-1] == pytest.approx((0, 16))

    def test_a_minus_opens_the_box_too(self, window: MainWindow, hand: Hand) -> None:
        """Places left of the origin."""
        hand.key(KEY.Key_P)
        hand.type("-2 -1.5")
        hand.key(KEY.Key_Return)
        assert window.canvas.gestures.tool.corners == ((-2.0, -1.5),)


class TestUndoWhileDrawing:
    """Row "undo while drawing"."""

    @pytest.mark.parametrize("way", ["backspace", "undo", "right"])
    def test_the_last_corner_comes_back(self, window: MainWindow, hand: Hand, way: str) -> None:
        """Ctrl+Shift+Z sets it again."""
        hand.key(KEY.Key_P)
        hand.click((0, 12))
        hand.click((3, 12))
        if way == "backspace":
            hand.key(KEY.Key_Backspace)
        elif way == "undo":
            hand.key(KEY.Key_Z, modifiers=CTRL)
        else:
            hand.click((5, 14), RIGHT)
        assert window.canvas.gestures.tool.corners == ((0, 12),)
        hand.key(KEY.Key_Z, modifiers=CTRL | SHIFT)
        assert window.canvas.gestures.tool.corners == ((0, 12), (3, 12))

    def test_with_none_left_undo_is_the_levels(self, window: MainWindow, hand: Hand) -> None:
        """First the corner, then the step before."""
        hand.drag((4.5, 4), (5, 4), (5.5, 4))
        hand.key(KEY.Key_P)
        hand.click((0, 12))
        hand.key(KEY.Key_Z, modifiers=CTRL)
        assert window.document.stack.index() == 1
        hand.key(KEY.Key_Z, modifiers=CTRL)
        assert window.document.stack.index() == 0

    def test_another_tool_closes_a_valid_outline(self, window: MainWindow, hand: Hand) -> None:
        """One Ctrl+Z removes it; a shorter one is dropped."""
        before = ids(window)
        hand.key(KEY.Key_P)
        for place in ((0, 12), (3, 12), (3, 15)):
            hand.click(place)
        hand.key(KEY.Key_R)
        assert len(newest(window, before)) == 1
        hand.key(KEY.Key_Z, modifiers=CTRL)
        assert newest(window, before) == []
        hand.key(KEY.Key_P)
        hand.click((0, 12))
        hand.click((3, 12))
        hand.key(KEY.Key_R)
        assert newest(window, before) == []


class TestEscape:
    """Row "Esc, one step a press"."""

    def test_the_whole_ladder(self, window: MainWindow, canvas: Canvas, hand: Hand) -> None:
        """Box, outline, tool, selection."""
        window.document.select(frozenset({TABLE}))
        hand.key(KEY.Key_P)
        hand.click((0, 12))
        hand.click((3, 12))
        hand.type("4")
        assert not canvas.hasFocus()
        hand.key(KEY.Key_Escape)
        assert canvas.hasFocus()
        assert len(canvas.gestures.tool.corners) == 2
        hand.key(KEY.Key_Escape)
        assert canvas.gestures.tool.name == "polygon_area"
        assert canvas.gestures.tool.corners == ()
        hand.key(KEY.Key_Z, modifiers=CTRL | SHIFT)
        assert len(canvas.gestures.tool.corners) == 2
        hand.key(KEY.Key_Escape)
        hand.key(KEY.Key_Escape)
        assert canvas.gestures.tool.name == "select"
        assert window.document.selection.ids == {TABLE}
        hand.key(KEY.Key_Escape)
        assert window.document.selection.ids == frozenset()

    def test_a_drag_comes_before_the_tool(
        self, window: MainWindow, canvas: Canvas, hand: Hand
    ) -> None:
        """The level is as before it, and the tool stays."""
        before = bytes_of(window)
        window.document.select(frozenset({TABLE}))
        hand.key(KEY.Key_E)
        hand.hold((3, 3), (2, 2), (1, 1))
        assert bytes_of(window) != before
        hand.key(KEY.Key_Escape)
        assert bytes_of(window) == before
        assert canvas.gestures.tool.name == "vertices"
        hand.release((1, 1))
        assert bytes_of(window) == before


class TestVertices:
    """Row "vertices"."""

    @pytest.fixture(autouse=True)
    def _take(self, window: MainWindow, hand: Hand) -> None:
        """The table's corners in hand."""
        window.document.select(frozenset({TABLE}))
        hand.key(KEY.Key_E)

    def ring(self, window: MainWindow) -> tuple[Point, ...]:
        """The table's corners."""
        return window.document.level.obstacles[TABLE].polygon

    def test_a_drag_moves_one_and_a_plus_inserts(self, window: MainWindow, hand: Hand) -> None:
        """One undo step each."""
        hand.drag((6, 5), (6.5, 5.5), (7, 6))
        assert (7, 6) in self.ring(window)
        hand.drag((4.5, 3), (4.5, 2.5), (4.5, 2))
        assert (4.5, 2) in self.ring(window)
        assert window.document.stack.count() == 2

    def test_double_click_inserts_and_click_takes_the_edge(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """Nothing moves."""
        hand.double_click((4.5, 3))
        assert len(self.ring(window)) == 5
        hand.click((4.5, 5))
        assert len(window.document.selection.handles[TABLE]) == 2

    def test_a_box_delete_and_the_end_of_a_polygon(self, window: MainWindow, hand: Hand) -> None:
        """Below three corners the polygon goes."""
        hand.drag((5.5, 2.5), (6, 4), (6.5, 5.5))
        assert len(window.document.selection.handles[TABLE]) == 2
        hand.key(KEY.Key_Delete)
        assert TABLE not in window.document.level.obstacles

    @pytest.mark.parametrize("key", [KEY.Key_Delete, KEY.Key_Backspace])
    def test_a_corner_goes(self, window: MainWindow, hand: Hand, key: Qt.Key) -> None:
        """Delete or Backspace."""
        hand.click((3, 3))
        hand.key(key)
        assert len(self.ring(window)) == 3

    def test_tab_goes_round(self, window: MainWindow, hand: Hand) -> None:
        """Shift+Tab goes the other way."""
        hand.click((3, 3))
        first = window.document.selection.handles[TABLE]
        hand.key(KEY.Key_Tab)
        assert window.document.selection.handles[TABLE] != first
        hand.key(KEY.Key_Backtab, modifiers=SHIFT)
        assert window.document.selection.handles[TABLE] == first

    def test_corners_in_one_place_move_together_but_with_alt(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """Hall and gate share a side."""
        window.document.select(frozenset({HALL, GATE}))
        hand.key(KEY.Key_E)
        level = window.document.level
        assert (10, 0) in level.areas[HALL].polygon
        hand.click((10, 8))
        hand.drag((10, 3), (9.5, 3), (9, 3))
        assert (9, 3) in window.document.level.areas[GATE].polygon


class TestDoor:
    """Row "door"."""

    def test_two_clicks_lay_a_door_in_one_step(self, window: MainWindow, hand: Hand) -> None:
        """Cut out of the floor beneath."""
        before = ids(window)
        whole = area_of(window.document.level.areas[HALL].polygon)
        hand.key(KEY.Key_D)
        hand.click((1, 6.5))
        hand.click((1, 7.5))
        doors = [i for i in newest(window, before) if window.document.level.areas[i].door]
        assert len(doors) == 1
        assert window.document.stack.count() == 1
        floor = sum(
            area_of(a.polygon)
            for a in window.document.level.areas.values()
            if not a.door and a.id != YARD
        )
        assert floor < whole

    def test_t_toggles_the_door_under_the_mouse_else_the_selected(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """One undo step each, at the start."""
        hand.move((10.5, 4.5))
        hand.key(KEY.Key_T)
        assert not window.document.level.areas[GATE].available
        window.document.select(frozenset({GATE}))
        hand.move((30, 30))
        hand.key(KEY.Key_T)
        assert window.document.level.areas[GATE].available
        assert window.document.stack.count() == 2
