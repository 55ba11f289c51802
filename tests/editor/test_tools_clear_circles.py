"""Circles of path widths that the select tool drags (U-33)."""

import pytest
from tool_bench import CTRL, SHIFT, Bench, drawn, rectangle

from editor.tools.select import SelectTool
from navcore.level import operations as op
from navcore.level.model import Waypoint


def hall():
    """A hall with a table in its middle."""
    level = drawn(lambda lv, n: op.add_area(lv, rectangle(0, 0, 14, 10), n, name="hall"))
    table = op.add_obstacle(level, rectangle(6, 4, 8, 6), lambda: 900, name="table")
    return table.apply(level)


@pytest.fixture
def bench():
    """Two selected waypoints in the hall, one with a path 2 m wide."""
    bench = Bench(SelectTool(), hall())
    level = bench.level.with_items(
        {
            71: Waypoint(id=71, name="one", position=(3.0, 5.0), clear_radius=1.0),
            72: Waypoint(id=72, name="two", position=(11.0, 5.0)),
        }
    )
    bench.level = bench.committed = level
    bench.select(71, 72)
    return bench


def widths(bench):
    """Twice the clear radii."""
    return [2 * one.clear_radius for one in bench.level.of(Waypoint).values()]


def test_a_circle_is_dragged(bench):
    """Anywhere along it; the waypoints stay selected."""
    bench.hover(3, 6)
    assert bench.hint == "**Drag sets the path width at one, now 2.00 m.** Shift all selected"
    bench.drag((3, 6), (3, 6.5))
    assert widths(bench) == [3.0, 0.0]
    assert bench.selection == {71, 72}
    assert [step.label for step in bench.steps] == ["Change path width of one"]


def test_it_holds_to_the_wall(bench):
    """It snaps to the wall, and to the padding of obstacles, unless Ctrl is held."""
    bench.drag((3, 6), (3, 7.71))
    assert widths(bench)[0] == 5.5
    bench.drag((3, 7.75), (3, 7.71), keys=CTRL)
    assert widths(bench)[0] == pytest.approx(5.42)


def test_one_without_a_width_has_a_handle(bench):
    """It is beside the waypoint."""
    bench.hover(11.18, 5)
    assert bench.hint.startswith("**Drag sets the path width at two.**")
    bench.drag((11.18, 5), (12.5, 5))
    assert widths(bench) == [2.0, 3.0]


def test_shift_sets_all_that_are_selected(bench):
    """All get the same width."""
    bench.drag((3, 6), (3, 6.5), keys=SHIFT)
    assert widths(bench) == [3.0, 3.0]


def test_hidden_ones_have_none(bench):
    """Hidden waypoints don't change."""
    bench.hidden = frozenset({71})
    bench.drag((3, 6), (3, 6.5))
    assert widths(bench) == [2.0, 0.0]
