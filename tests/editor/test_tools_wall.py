"""Walls: lines with a thickness."""

import math

import pytest
from tool_bench import SHIFT, Bench, rectangle

from editor.tools.wall import WallTool
from navcore.geometry.polygons import area_of


@pytest.fixture
def bench():
    """The tool over an empty level."""
    return Bench(WallTool())


def outline(bench, *corners):
    """Click these corners."""
    for corner in corners:
        bench.click(*corner)


def walls(bench):
    """The obstacles of the level."""
    return list(bench.level.obstacles.values())


class TestDrawing:
    """Corner by corner, or a stretch by a drag."""

    def test_enter_ends(self, bench):
        """One obstacle, selected, that remembers its line."""
        outline(bench, (0, 0), (4, 0), (4, 3))
        assert not bench.steps
        assert bench.key("Enter")
        (wall,) = walls(bench)
        assert (wall.name, len(wall.polygon)) == ("wall_1", 6)
        assert wall.shape == {"line": [[0, 0], [4, 0], [4, 3]], "width": 0.2}
        assert bench.selection == {wall.id}
        assert [step.label for step in bench.steps] == ["Draw wall_1"]

    def test_a_double_click_ends(self, bench):
        """Its first click sets the last corner."""
        outline(bench, (0, 0))
        bench.double_click(4, 0)
        assert set(walls(bench)[0].polygon) == set(rectangle(0, -0.1, 4, 0.1))

    def test_a_drag_draws_one_stretch(self, bench):
        """It is drawn at once; the place of the press snaps, too."""
        bench.press(0.1, 0.1)
        bench.move(2, 0)
        assert bench.hint.startswith("**2.00 m, 0°.** Release to draw")
        assert len(bench.strokes("obstacle_draft")) == 1
        bench.move(4, 0)
        bench.release(4, 0)
        assert set(walls(bench)[0].polygon) == set(rectangle(0, -0.1, 4, 0.1))
        assert len(bench.steps) == 1
        assert bench.tool.corners == ()

    def test_a_drag_that_ends_where_it_began_draws_nothing(self, bench):
        """No trace remains."""
        bench.drag((0, 0), (1, 0), (0.1, 0))
        assert not bench.steps
        assert bench.tool.corners == ()

    def test_escape_in_the_drag_leaves_nothing(self, bench):
        """No end stays set."""
        bench.press(0, 0)
        bench.move(2, 0)
        bench.escape()
        assert bench.tool.corners == ()
        assert not bench.steps

    def test_shift_keeps_straight(self, bench):
        """Steps are 45 degrees, in a drag as well."""
        bench.drag((0, 0), (4, 0.3), then=SHIFT)
        assert set(walls(bench)[0].polygon) == set(rectangle(0, -0.1, 4, 0.1))

    def test_the_first_corner_closes_the_ring(self, bench):
        """In two obstacles, for an outline has no holes; one step."""
        outline(bench, (0, 0), (4, 0), (4, 3), (0, 3))
        bench.hover(0.05, 0)
        assert bench.hint.startswith("**Click closes the wall.** It becomes 2 obstacles")
        assert len(bench.strokes("obstacle_draft")) == 2
        bench.click(0.05, 0)
        assert len(walls(bench)) == 2
        assert sum(area_of(wall.polygon) for wall in walls(bench)) == pytest.approx(2.8)
        assert bench.selection == {wall.id for wall in walls(bench)}
        assert len(bench.steps) == 1

    def test_enter_leaves_it_open(self, bench):
        """Though three sides are drawn."""
        outline(bench, (0, 0), (4, 0), (4, 3), (0, 3))
        bench.key("Enter")
        assert len(walls(bench)) == 1

    def test_it_may_cross_itself(self, bench):
        """The enclosed area stays free."""
        outline(bench, (0, 0), (4, 0), (4, 3), (2, -2))
        bench.key("Enter")
        assert len(walls(bench)) == 2
        assert all(wall.shape is None for wall in walls(bench))

    def test_one_end_is_no_wall(self, bench):
        """A message says so."""
        outline(bench, (0, 0))
        bench.key("Enter")
        assert bench.hint.startswith("**A wall needs another end.**")
        bench.leave()
        assert not bench.steps

    def test_another_tool_ends_what_is_valid(self, bench):
        """One step takes it out."""
        outline(bench, (0, 0), (4, 0))
        bench.leave()
        assert len(bench.steps) == 1

    def test_taking_back_and_setting_again(self, bench):
        """As polygons do."""
        outline(bench, (0, 0), (4, 0))
        assert bench.key("Undo")
        assert bench.right_click(1, 1)
        assert bench.key("Redo")
        assert bench.key("Redo")
        assert bench.tool.corners == ((0, 0), (4, 0))
        assert bench.key("Escape")
        assert bench.key("Redo")
        assert len(bench.tool.corners) == 2


class TestThickness:
    """The default is twenty centimetres."""

    def test_arrows(self, bench):
        """Arrows move by five centimetres, with Shift by half a metre; the preview follows."""
        bench.key("Up")
        assert bench.number("thickness").value == 0.25
        bench.key("Shift+Down")
        assert bench.number("thickness").value == 0.05
        bench.key("Shift+Up")
        outline(bench, (0, 0), (4, 0))
        bench.hover(4, 0)
        ((_, low), *_) = bench.strokes("obstacle_draft")[0]
        assert low == -0.275

    def test_the_options_strip(self, bench):
        """Within its limits."""
        (number,) = bench.tool.options
        assert (number.name, number.value, number.unit) == ("thickness", 0.2, "m")
        bench.number("thickness").set(99)
        bench.number("thickness").set(math.nan)
        assert bench.number("thickness").value == number.maximum


class TestTyping:
    """Places, or a length and an angle."""

    def test_by_typing_alone(self, bench):
        """Closing at the first corner."""
        for text in ("0 0", "@4 0", "@3 90", "0 3"):
            bench.enter(text)
        assert bench.type("0 0") == ""
        assert bench.hint.startswith("**Enter closes the outline.**")
        bench.enter("0 0")
        assert len(walls(bench)) == 2

    def test_hints(self, bench):
        """They say what the next click does."""
        assert bench.hint.startswith("**Click or drag begins a wall 0.20 m thick.**")
        outline(bench, (0, 0))
        bench.hover(0, 3)
        assert bench.hint.startswith("**Click sets the next corner, 3.00 m, 90°.** Shift 45°")
        outline(bench, (0, 3))
        bench.hover(4, 3)
        assert bench.hint.startswith("**Click adds a corner, 4.00 m, 0°; Enter ends the wall.**")
        (label,) = bench.tool.preview(bench.view()).labels
        assert label.text == "4.00 m, 0°"
