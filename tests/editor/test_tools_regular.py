"""Regular polygons and circles, from the centre outwards."""

import math

import pytest
from tool_bench import CTRL, SHIFT, Bench

from editor.tools.regular import AreaRegularTool, ObstacleRegularTool
from navcore.errors import NavcoreError
from navcore.geometry.polygons import area_of


def only(elements):
    """The one element."""
    (element,) = elements.values()
    return element


@pytest.fixture
def bench():
    """The tool for areas over an empty level."""
    return Bench(AreaRegularTool())


class TestDrawing:
    """Drawing by a drag or two clicks."""

    def test_a_drag(self, bench):
        """It makes six corners, the first at the release, in one step, selected."""
        bench.drag((5, 5), (6, 5), (7, 5))
        area = only(bench.level.areas)
        assert len(area.polygon) == 6
        assert area.polygon[0] == (7, 5)
        assert all(math.dist(corner, (5, 5)) == pytest.approx(2) for corner in area.polygon)
        assert area.shape is None
        assert bench.selection == {area.id}
        assert [step.label for step in bench.steps] == ["Draw area_1"]

    def test_two_clicks(self):
        """The first sets the centre."""
        bench = Bench(ObstacleRegularTool())
        bench.click(5, 5)
        assert not bench.steps
        bench.hover(5, 7)
        assert len(bench.strokes("obstacle_draft")[0]) == 6
        assert bench.strokes("trace") == [((5, 5), (5, 7))]
        bench.click(5, 7)
        assert only(bench.level.obstacles).polygon[0] == (5, 7)

    def test_the_radius_stands_beside_its_line(self, bench):
        """It is in metres."""
        bench.click(5, 5)
        bench.hover(8, 5)
        (label,) = bench.tool.preview(bench.view()).labels
        assert (label.text, label.at) == ("3.00 m", (6.5, 5.14))

    def test_circles_keep_their_centre_and_radius(self, bench):
        """The direction of the drag doesn't matter."""
        bench.tool.options[-1].on = True
        bench.drag((5, 5), (5, 7))
        area = only(bench.level.areas)
        assert area.shape == {"circle": [5, 5, 2]}
        assert max(x for x, _ in area.polygon) == 7
        assert area_of(area.polygon) == pytest.approx(math.pi * 4, rel=0.01)

    def test_shift_turns_in_steps(self, bench):
        """Steps are 15 degrees; along an axis the corner is exactly on it."""
        bench.drag((5, 5), (7, 5.2), then=SHIFT)
        assert only(bench.level.areas).polygon[0] == (7, 5)
        other = Bench(AreaRegularTool())
        other.drag((5, 5), (7, 5.6), then=SHIFT)
        x, z = only(other.level.areas).polygon[0]
        assert math.degrees(math.atan2(z - 5, x - 5)) == pytest.approx(15)

    def test_ctrl_does_not_snap(self, bench):
        """This holds for both places."""
        bench.drag((5.13, 5), (7.26, 5), keys=CTRL)
        assert only(bench.level.areas).polygon[0] == pytest.approx((7.26, 5))

    def test_without_a_radius_nothing_is_drawn(self, bench):
        """The hint asks for the radius."""
        bench.click(5, 5)
        bench.click(5.1, 5)
        assert not bench.steps
        assert bench.hint.startswith("**A shape needs a radius.**")

    def test_the_centre_is_taken_back_and_set_again(self, bench):
        """A key or a right click does it."""
        for key in ("Backspace", "Undo", "Escape"):
            bench.click(5, 5)
            assert bench.tool.can_take_back()
            assert bench.key(key)
            assert not bench.tool.can_take_back()
            assert bench.tool.can_set_again()
        assert bench.key("Redo")
        assert bench.right_click(1, 1)
        assert not bench.key("Undo")
        assert not bench.key("Redo")


class TestCorners:
    """Three to sixty-four."""

    def test_up_and_down(self, bench):
        """They work between the clicks, too."""
        bench.click(5, 5)
        bench.hover(7, 5)
        bench.key("Up")
        assert len(bench.strokes("area_draft")[0]) == 7
        bench.key("Shift+Down")
        assert len(bench.strokes("area_draft")[0]) == 3
        assert bench.hint == (
            "**3 corners, radius 2.00 m.** Up and Down change the corners · Shift 15°"
            " · click to draw"
        )

    def test_the_options_strip(self, bench):
        """Shows the number within its limits, unless circles are drawn."""
        number = bench.number("corners")
        assert (number.name, number.value, number.unit) == ("corners", 6, "")
        bench.number("corners").set(1000)
        assert bench.number("corners").value == 64
        bench.number("corners").set(math.nan)
        assert bench.number("corners").value == 64
        switch = bench.tool.options[-1]
        assert (switch.name, switch.on) == ("circle", False)
        bench.tool.options[-1].on = True
        assert not number.counts
        assert not bench.key("Up")
        assert bench.hint.startswith("**Drag draws a circle from its centre.**")

    def test_what_is_chosen_is_kept(self, bench):
        """Across tools."""
        bench.key("Up")
        bench.leave()
        bench.tool.activate()
        assert bench.number("corners").value == 7


class TestTyping:
    """The centre, then the radius."""

    def test_by_typing_alone(self, bench):
        """A corner to the right, as there is no mouse to go by."""
        bench.enter("3 4")
        assert bench.hint.startswith("**Drag draws a shape with 6 corners from its centre.**")
        bench.enter("2.5")
        assert only(bench.level.areas).polygon[0] == (5.5, 4)

    def test_the_radius_goes_towards_the_mouse(self, bench):
        """Which may still move."""
        bench.click(5, 5)
        bench.hover(5, 6)
        bench.type("3")
        assert bench.strokes("trace") == [((5, 5), (5, 8))]
        assert bench.hint == "**Enter draws 6 corners, radius 3.00 m.** Esc closes the box"
        bench.hover(4, 5)
        assert bench.strokes("trace") == [((5, 5), (2, 5))]
        bench.enter("3")
        assert only(bench.level.areas).polygon[0] == (2, 5)

    def test_without_a_mouse_the_first_place_is_shown(self, bench):
        """Enter would set it there."""
        bench.type("3 4")
        assert bench.marks("snap") == [(3, 4)]
        assert bench.hint == "**Enter sets the centre at 3.00, 4.00.** Esc closes the box"
        bench.tool.entry.close()
        assert not bench.marks("snap")

    @pytest.mark.parametrize("text", ["0", "-2", "x", ""])
    def test_what_is_no_radius_is_refused(self, bench, text):
        """And the centre stays."""
        bench.click(5, 5)
        bench.type(text)
        with pytest.raises(NavcoreError):
            bench.tool.entry.enter(text, bench.view())
        assert bench.tool.can_take_back()


@pytest.mark.parametrize("far", [(4, 0), (0, 4), (-3, 3), (3, -2), (-4, 0)])
def test_the_radius_is_written_beside_its_line(far):
    """It never crosses the line, whatever its direction."""
    bench = Bench(AreaRegularTool())
    bench.click(0, 0)
    bench.hover(*far)
    (label,) = bench.tool.preview(bench.view()).labels
    (start, end) = bench.strokes("trace")[0]
    length = math.dist(start, end)
    off = abs((end[0] - start[0]) * label.at[1] - (end[1] - start[1]) * label.at[0]) / length
    assert off >= 14 * bench.metres_per_pixel - 1e-9
