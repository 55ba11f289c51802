"""Drawing rectangles: drags, clicks, typing, names."""

import pytest
from tool_bench import CTRL, SHIFT, Bench, drawn, rectangle

from editor.tools.polygon import AreaPolygonTool
from editor.tools.rectangle import AreaRectangleTool, ObstacleRectangleTool
from navcore.errors import NavcoreError
from navcore.level import operations as op


def only(elements):
    """The one element."""
    (element,) = elements.values()
    return element


@pytest.fixture
def bench():
    """The polygon tool for areas over an empty level."""
    return Bench(AreaPolygonTool())


class TestRectangle:
    """Drawing by a drag or two clicks."""

    def test_it_remembers_what_it_is(self):
        """Centre, size and turn."""
        bench = Bench(AreaRectangleTool())
        bench.drag((4, 3), (2, 1), (0, 0))
        assert only(bench.level.areas).shape == {"rect": [2, 1.5, 4, 3, 0]}

    def test_a_typed_place_and_a_typed_size(self):
        """A minus goes left or down; one number is a square."""
        bench = Bench(ObstacleRectangleTool())
        bench.enter("1 1")
        assert bench.type("4 x 2") == ""
        assert bench.strokes("obstacle_draft") == [rectangle(1, 1, 5, 3)]
        assert bench.hint.startswith("**Enter draws 4.00 × 2.00 m.**")
        bench.enter("-4 2")
        assert only(bench.level.obstacles).polygon == rectangle(-3, 1, 1, 3)
        square = Bench(ObstacleRectangleTool())
        square.click(0, 0)
        square.enter("2.5")
        assert only(square.level.obstacles).polygon == rectangle(0, 0, 2.5, 2.5)

    def test_a_typed_size_of_nothing_is_refused(self):
        """The first corner stays."""
        bench = Bench(ObstacleRectangleTool())
        bench.click(0, 0)
        bench.type("0 4")
        with pytest.raises(NavcoreError, match="needs a width and a depth"):
            bench.tool.entry.enter("0 4", bench.view())
        assert bench.tool.can_take_back()

    def test_the_first_corner_is_set_again(self):
        """After it was taken back."""
        bench = Bench(AreaRectangleTool())
        bench.click(0, 0)
        assert bench.key("Undo")
        assert bench.key("Redo")
        bench.click(4, 3)
        assert only(bench.level.areas).polygon == rectangle(0, 0, 4, 3)

    def test_a_drag(self):
        """One step, selected, counter-clockwise from the lower left."""
        bench = Bench(AreaRectangleTool())
        bench.drag((4, 3), (2, 1.2), (0.1, 0.1))
        area = only(bench.level.areas)
        assert area.polygon == rectangle(0, 0, 4, 3)
        assert bench.selection == {area.id}
        assert len(bench.steps) == 1

    def test_two_clicks(self):
        """The first sets a corner, the second draws."""
        bench = Bench(ObstacleRectangleTool())
        bench.click(0, 0)
        assert not bench.steps
        bench.hover(2, 2)
        assert bench.strokes("obstacle_draft") == [rectangle(0, 0, 2, 2)]
        assert bench.hint == "**2.00 × 2.00 m.** Shift square · click to draw · Esc cancels"
        bench.click(4, 3)
        assert only(bench.level.obstacles).polygon == rectangle(0, 0, 4, 3)

    def test_a_click_and_a_drag(self):
        """The second corner is at the release."""
        bench = Bench(AreaRectangleTool())
        bench.click(0, 0)
        bench.drag((3, 3), (4, 3))
        assert only(bench.level.areas).polygon == rectangle(0, 0, 4, 3)

    @pytest.mark.parametrize(("end", "square"), [((4, 3), (0, 0, 4, 4)), ((-2, 3), (-3, 0, 0, 3))])
    def test_shift_makes_a_square(self, end, square):
        """Its side is the longer one, towards the mouse."""
        bench = Bench(AreaRectangleTool())
        bench.drag((0, 0), end, then=SHIFT)
        assert only(bench.level.areas).polygon == rectangle(*square)

    def test_ctrl_does_not_snap(self):
        """This holds for both corners."""
        bench = Bench(AreaRectangleTool())
        bench.drag((0.1, 0.2), (4.3, 3.4), keys=CTRL)
        assert only(bench.level.areas).polygon == rectangle(0.1, 0.2, 4.3, 3.4)

    def test_escape_leaves_nothing(self):
        """During the drag, and between the clicks."""
        bench = Bench(AreaRectangleTool())
        bench.press(0, 0)
        bench.move(4, 3)
        assert bench.hint == "**4.00 × 3.00 m.** Shift square · release to draw"
        bench.escape()
        assert not bench.strokes("area_draft")
        bench.click(0, 0)
        assert bench.key("Escape")
        assert not bench.key("Escape")
        assert not bench.steps

    @pytest.mark.parametrize("key", ["Backspace", "Undo"])
    def test_the_first_corner_can_be_taken_back(self, key):
        """A key or a right click does it."""
        bench = Bench(AreaRectangleTool())
        bench.click(0, 0)
        assert bench.key(key)
        assert not bench.key(key)
        bench.click(0, 0)
        assert bench.right_click(1, 1)
        assert not bench.right_click(1, 1)

    def test_flat_ones_are_refused(self):
        """A drag is dropped, a click waits for a better place."""
        bench = Bench(AreaRectangleTool())
        bench.drag((0, 0), (4, 0.1))
        assert not bench.steps
        assert not bench.key("Escape")
        bench.click(0, 0)
        bench.click(4, 0.1)
        assert bench.hint.startswith("**A rectangle needs a width and a depth.**")
        bench.click(4, 2)
        assert len(bench.steps) == 1

    def test_another_tool_drops_it(self):
        """One corner is no outline."""
        bench = Bench(AreaRectangleTool())
        bench.click(0, 0)
        bench.leave()
        assert not bench.steps
        bench.tool.activate()
        assert not bench.key("Escape")

    def test_idle(self):
        """The hint has the place of a press and the effect of a drag."""
        bench = Bench(ObstacleRectangleTool(), drawn())
        assert bench.hint.startswith("**Drag draws an obstacle.**")
        bench.hover(1.1, 1.1)
        assert bench.marks("snap") == [(1, 1)]


def test_names_go_on_where_the_level_is():
    """Drawn elements have names of their own."""
    level = drawn(lambda lv, n: op.add_area(lv, rectangle(0, 0, 1, 1), n))
    bench = Bench(AreaRectangleTool(), level)
    bench.drag((2, 0), (4, 4))
    assert [area.name for area in bench.level.areas.values()] == ["area_1", "area_2"]
