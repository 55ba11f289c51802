"""Zones without a window: three shapes, one terrain, and the key that changes shapes."""

import pytest
from tool_bench import Bench

from editor.tools.options import counting
from editor.tools.zone import ZoneTool
from navcore.level.model import Zone


@pytest.fixture
def bench():
    """An empty level."""
    return Bench(ZoneTool())


def zones(bench):
    """The zones that are drawn."""
    return list(bench.level.of(Zone).values())


def choose(bench, name, value):
    """Set a choice in the strip."""
    next(one for one in bench.tool.options if one.name == name).set(value)


def test_a_polygon_is_drawn_corner_by_corner(bench):
    """It has the chosen terrain, is selected, and is one step."""
    choose(bench, "terrain", "mud")
    for place in ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0)):
        bench.click(*place)
    assert bench.tool.can_take_back()
    bench.key("Enter")
    (zone,) = zones(bench)
    assert (zone.name, zone.terrain, zone.layer) == ("zone_1", "mud", "ground")
    assert zone.polygon == ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0))
    assert bench.selection == {zone.id}
    assert [step.label for step in bench.steps] == ["Draw zone_1"]


def test_rectangles_and_regular_polygons(bench):
    """They are dragged, with a preview."""
    choose(bench, "shape", "rectangle")
    assert bench.hint.startswith("**Drag draws a zone.**")
    bench.press(0.0, 0.0)
    bench.move(3.0, 2.0)
    assert len(zones(bench)) == 1
    bench.release(4.0, 2.0)
    assert zones(bench)[0].shape == {"rect": [2.0, 1.0, 4.0, 2.0, 0.0]}
    choose(bench, "shape", "regular")
    bench.drag((10.0, 10.0), (12.0, 10.0))
    assert len(zones(bench)[1].polygon) == 6


def test_its_key_goes_through_the_shapes(bench):
    """An unfinished shape is not continued in the next mode."""
    shapes = []
    for _ in range(3):
        assert bench.key("Again")
        shapes.append(bench.tool.shape.value)
    assert shapes == ["rectangle", "regular", "polygon"]
    bench.click(0.0, 0.0)
    bench.key("Again")
    assert not bench.tool.can_take_back()
    assert not zones(bench)
    bench.key("Again")
    bench.key("Again")
    for place in ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0)):
        bench.click(*place)
    bench.key("Again")
    assert len(zones(bench)) == 1


def test_only_options_of_the_shape_count(bench):
    """The number of corners is for regular polygons."""
    named = [one.name for one in counting(bench.tool.options)]
    assert named == ["terrain", "shape"]
    choose(bench, "shape", "regular")
    assert [one.name for one in counting(bench.tool.options)] == [
        "terrain", "shape", "corners", "circle",
    ]  # fmt: skip
    bench.key("Up")
    bench.drag((10.0, 10.0), (12.0, 10.0))
    assert len(zones(bench)[0].polygon) == 7


def test_typed_places_and_taking_back(bench):
    """They work as for areas."""
    bench.enter("1 1")
    bench.enter("@ 4 0")
    bench.enter("5 4")
    assert bench.right_click(0.0, 0.0)
    bench.enter("1 5")
    bench.key("Enter")
    assert zones(bench)[0].polygon == ((1.0, 1.0), (5.0, 1.0), (1.0, 5.0))


def test_the_first_hint_names_the_key_for_other_shapes(bench):
    """No other text names it."""
    assert bench.hint.startswith("**Click sets the first corner of a zone.**")
    assert "Shift+X takes the next shape" in bench.hint
