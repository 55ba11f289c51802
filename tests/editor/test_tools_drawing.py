"""Drawing areas and obstacles: polygons and rectangles."""

import pytest
from tool_bench import CTRL, SHIFT, Bench

from editor.tools.polygon import AreaPolygonTool, ObstaclePolygonTool


def only(elements):
    """The one element."""
    (element,) = elements.values()
    return element


@pytest.fixture
def bench():
    """The polygon tool for areas over an empty level."""
    return Bench(AreaPolygonTool())


def outline(bench, *corners):
    """Click these corners."""
    for corner in corners:
        bench.click(*corner)


class TestPolygon:
    """Corner by corner."""

    def test_enter_closes(self, bench):
        """One step, and the area is selected."""
        outline(bench, (0.1, 0.1), (4, 0), (4.1, 3.9))
        assert not bench.steps
        assert bench.key("Enter")
        area = only(bench.level.areas)
        assert area.polygon == ((0, 0), (4, 0), (4, 4))
        assert area.name == "area_1"
        assert bench.selection == {area.id}
        assert [step.label for step in bench.steps] == ["Draw area_1"]
        assert bench.tool.corners == ()

    def test_the_first_corner_closes(self, bench):
        """Tested in pixels, before snapping: 9 cm are 9 pixels here."""
        outline(bench, (0, 0), (4, 0), (4, 4), (0.09, 0.02))
        assert only(bench.level.areas).polygon == ((0, 0), (4, 0), (4, 4))

    def test_beside_the_first_corner_nothing_closes(self, bench):
        """Though it snaps to the same place, where it is a corner like any other."""
        outline(bench, (0, 0), (4, 0), (4, 4), (0.11, 0.02))
        assert not bench.steps
        assert bench.tool.corners[-1] == (0, 0)

    def test_two_corners_do_not_close(self, bench):
        """The first corner closes from three on."""
        outline(bench, (0, 0), (4, 0), (0, 0))
        assert not bench.steps

    def test_a_double_click_closes(self, bench):
        """Its first click sets the last corner."""
        outline(bench, (0, 0), (4, 0))
        bench.double_click(4, 4)
        assert only(bench.level.areas).polygon == ((0, 0), (4, 0), (4, 4))
        assert len(bench.steps) == 1

    def test_a_double_click_on_the_first_corner_starts_nothing(self, bench):
        """The outline is closed by the first of the two."""
        outline(bench, (0, 0), (4, 0), (4, 4))
        bench.double_click(0, 0)
        assert len(bench.steps) == 1
        assert bench.tool.corners == ()

    def test_obstacles(self):
        """The same tool draws obstacles."""
        bench = Bench(ObstaclePolygonTool())
        outline(bench, (0, 0), (4, 0), (4, 4), (0, 0))
        assert only(bench.level.obstacles).name == "obstacle_1"

    def test_a_corner_lands_where_the_button_is_let_go(self, bench):
        """It can be placed while the button is down; Escape then sets none."""
        bench.drag((0, 0), (1, 1))
        assert bench.tool.corners == ((1, 1),)
        bench.press(5, 5)
        bench.move(6, 6)
        bench.escape()
        assert bench.tool.corners == ((1, 1),)
        assert not bench.steps

    @pytest.mark.parametrize("key", ["Backspace", "Undo"])
    def test_taking_back_and_setting_again(self, bench, key):
        """Drawing has an undo of its own; with nothing left it is the level's."""
        outline(bench, (0, 0), (4, 0), (4, 4))
        assert bench.key(key)
        assert bench.key(key)
        assert bench.tool.corners == ((0, 0),)
        assert bench.key("Redo")
        assert bench.tool.corners == ((0, 0), (4, 0))
        assert bench.key("Redo")
        assert not bench.key("Redo")
        assert bench.tool.corners == ((0, 0), (4, 0), (4, 4))
        for _ in range(3):
            assert bench.key(key)
        assert not bench.key(key)

    def test_after_the_levels_undo_redo_is_the_levels_too(self, bench):
        """Corners that were taken back before are forgotten."""
        outline(bench, (0, 0))
        assert bench.key("Undo")
        assert not bench.key("Undo")
        assert not bench.key("Redo")

    def test_a_new_corner_forgets_what_was_taken_back(self, bench):
        """As any undo does."""
        outline(bench, (0, 0), (4, 0))
        bench.key("Backspace")
        outline(bench, (5, 5))
        assert not bench.key("Redo")

    def test_right_click_takes_back(self, bench):
        """While there is something to take."""
        outline(bench, (0, 0))
        assert bench.right_click(3, 3)
        assert not bench.right_click(3, 3)

    def test_escape_drops_and_redo_brings_back(self, bench):
        """Once; with nothing drawn Escape is not the tool's."""
        outline(bench, (0, 0), (4, 0), (4, 4))
        assert bench.key("Escape")
        assert bench.tool.corners == ()
        assert not bench.key("Escape")
        assert bench.key("Redo")
        assert len(bench.tool.corners) == 3

    def test_another_tool_closes_what_is_valid(self, bench):
        """Three corners that enclose something; one step takes it out."""
        outline(bench, (0, 0), (4, 0), (4, 4))
        bench.leave()
        assert len(bench.steps) == 1
        assert bench.selection == set(bench.level.areas)

    @pytest.mark.parametrize("corners", [[], [(0, 0), (4, 0)], [(0, 0), (2, 2), (4, 4)]])
    def test_another_tool_drops_the_rest(self, bench, corners):
        """Too few, or on one line."""
        outline(bench, *corners)
        bench.leave()
        assert not bench.steps
        assert bench.tool.corners == ()

    @pytest.mark.parametrize(
        ("corners", "hint"),
        [
            ([(0, 0)], "**An outline needs 2 more corners.**"),
            ([(0, 0), (1, 0)], "**An outline needs 1 more corner.**"),
            ([(0, 0), (1, 1), (3, 3)], "**These corners enclose nothing yet.**"),
        ],
    )
    def test_what_encloses_nothing_is_refused(self, bench, corners, hint):
        """With a hint, and nothing is lost."""
        outline(bench, *corners)
        assert bench.key("Enter")
        assert bench.hint.startswith(hint)
        assert not bench.steps
        assert len(bench.tool.corners) == len(corners)
        bench.hover(9, 9)
        assert not bench.hint.startswith(hint)

    def test_enter_without_corners_is_not_used(self, bench):
        """Other keys are not used either."""
        assert not bench.key("Enter")
        outline(bench, (0, 0))
        assert not bench.key("x")

    def test_a_repeated_corner_is_refused(self, bench):
        """Once is enough."""
        outline(bench, (0, 0), (0.05, 0.05))
        assert bench.tool.corners == ((0, 0),)
        assert bench.hint.startswith("**A corner is here already.**")

    def test_shift_keeps_to_45_degrees(self, bench):
        """The angle is relative to the last corner; along the axes it snaps to the grid."""
        bench.click(1, 1)
        bench.click(4.2, 1.6, keys=SHIFT)
        assert bench.tool.corners[-1] == (4, 1)
        bench.click(4.4, 3.6, keys=SHIFT)
        assert bench.tool.corners[-1] == (4, 3.5)
        bench.click(2.1, 5.4, keys=SHIFT)
        x, z = bench.tool.corners[-1]
        assert 4 - x == pytest.approx(z - 3.5)

    def test_ctrl_does_not_snap(self, bench):
        """The corner is where the mouse is."""
        bench.click(1.23, 4.56, keys=CTRL)
        assert bench.tool.corners == ((1.23, 4.56),)

    def test_hints_say_what_the_next_click_does(self, bench):
        """They have length, angle and area."""
        bench.hover(0, 0)
        assert bench.hint.startswith("**Click sets the first corner of an area.**")
        outline(bench, (0, 0))
        bench.hover(0, 4)
        assert bench.hint == (
            "**Click adds a corner, 4.00 m at 90°.** Shift 45° · Backspace removes one"
            " · Esc cancels"
        )
        outline(bench, (4, 0), (4, 4))
        bench.hover(0, 3)
        assert bench.hint == (
            "**Click adds a corner; Enter or the first corner closes.** 8.0 m² so far"
        )
        bench.hover(0.05, 0)
        assert bench.hint.startswith("**Click closes the outline.**")

    def test_a_crossing_is_shown_before_it_is_made(self, bench):
        """The place, and the edge in another style."""
        outline(bench, (0, 0), (6, 0), (6, 4), (3, 4))
        bench.hover(3, -2)
        assert bench.hint == (
            "**This edge crosses the outline at 3.00, 0.00.** Backspace removes the last corner"
        )
        assert bench.strokes("crossing")[0] == ((3, 4), (3, -2))
        assert bench.marks("cross") == [(3, 0)]
        bench.hover(0, 4)
        assert not bench.strokes("crossing")
        assert bench.strokes("closing") == [((0, 4), (0, 0))]

    def test_a_crossing_that_was_made_stays_marked(self, bench):
        """Wherever the mouse is, until its corner is taken back."""
        outline(bench, (0, 0), (6, 0), (6, 4), (3, 4), (3, -2))
        bench.hover(-1, -2)
        assert bench.marks("cross") == [(3, 0)]
        assert bench.hint.startswith("**This edge crosses the outline at 3.00, 0.00.**")
        bench.key("Backspace")
        bench.hover(0, 4)
        assert not bench.marks("cross")
        assert bench.hint.startswith("**Click adds a corner;")

    def test_what_would_be_covered_is_filled(self, bench):
        """The fill starts with two corners and the mouse."""
        outline(bench, (0, 0))
        bench.hover(4, 0)
        assert not bench.strokes("area_fill")
        outline(bench, (4, 0))
        bench.hover(4, 4)
        assert bench.strokes("area_fill") == [((0, 0), (4, 0), (4, 4))]

    def test_the_closing_edge_warns_too(self, bench):
        """While the mouse moves, and over the first corner."""
        outline(bench, (0, 0), (4, 0), (4, 4), (8, 4))
        bench.hover(8, 2)
        assert bench.strokes("crossing") == [((8, 2), (0, 0))]
        assert not bench.strokes("closing")
        outline(bench, (8, 2))
        bench.hover(0.05, 0)
        assert bench.strokes("crossing") == [((8, 2), (0, 0))]
        assert bench.hint.startswith("**This edge crosses the outline at 4.00, 1.00.**")

    def test_folding_back_is_a_crossing(self, bench):
        """An edge upon the one before encloses nothing."""
        outline(bench, (0, 0), (4, 0))
        bench.hover(2, 0)
        assert bench.hint.startswith("**This edge crosses the outline at")

    def test_the_length_stands_beside_the_edge(self, bench):
        """It is in metres, with the angle."""
        outline(bench, (0, 0))
        bench.hover(3, 0)
        (label,) = bench.tool.preview(bench.view()).labels
        assert (label.text, label.at) == ("3.00 m, 0°", (1.5, 0.14))

    def test_crossing_outlines_may_be_drawn(self, bench):
        """They are baked even-odd and shown as a problem; nothing that is drawn is lost."""
        outline(bench, (0, 0), (4, 4), (4, 0), (0, 3))
        assert bench.key("Enter")
        assert len(bench.steps) == 1
