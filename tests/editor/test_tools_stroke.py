"""The tool Drawn walk: strokes or corners, and the resulting network."""

import math

import pytest
from tool_bench import Bench, drawn, rectangle

from editor.tools.stroke import StrokeTool
from navcore.graph.clearance import Clearance
from navcore.graph.generators.proposal import GROWN
from navcore.level import operations as op
from navcore.level.model import Edge, Waypoint


def hall():
    """A hall with a long table in its middle."""
    level = drawn(lambda lv, n: op.add_area(lv, rectangle(0, 0, 14, 10), n, name="hall"))
    return op.add_obstacle(level, rectangle(4, 4, 10, 6), lambda: 900, name="table").apply(level)


@pytest.fixture
def bench():
    """The tool over the hall."""
    return Bench(StrokeTool(), hall())


ROUND = [(2, 2), (7, 2), (12, 2), (12, 8), (7, 8), (2, 8), (2, 3)]
"""Around the table."""


def counts(bench):
    """Waypoints and edges of the level."""
    return len(bench.level.of(Waypoint)), len(bench.level.of(Edge))


def assert_clear(level):
    """Check that all edges keep the agents' radius from the table and the outer edge."""
    places = {i: one.position for i, one in level.of(Waypoint).items()}
    lines = [[*places[e.start], *places[e.end]] for e in level.of(Edge).values()]
    assert Clearance.of(level).clear(lines, level.settings.agent_radius).all()


class TestStroke:
    """A drag with the mouse."""

    def test_release_lays_what_the_preview_showed_in_one_step(self, bench):
        """Around the table the loop closes; drawn waypoints stay when others are grown."""
        bench.press(*ROUND[0])
        for place in ROUND[1:]:
            bench.move(*place)
        assert bench.tool.corners == tuple(ROUND)
        shown, edges = len(bench.marks("waypoint_draft")), len(bench.strokes("edge_draft"))
        counted = f"{shown} new waypoints, {edges} new edges"
        assert bench.hint.startswith(f"**Release lays {counted} along")
        bench.release(*ROUND[-1])
        assert counts(bench) == (shown, edges)
        assert shown >= 4
        assert edges >= shown
        assert [one.label for one in bench.steps] == [f"Draw {counted}"]
        made = bench.level.of(Waypoint)
        assert bench.selection == made.keys()
        assert not any(GROWN in one.tags for one in made.values())
        assert_clear(bench.level)
        bench.undo()
        assert counts(bench) == (0, 0)

    def test_escape_drops_it(self, bench):
        """While the button is down; the next stroke begins anew."""
        bench.press(2, 2)
        bench.move(12, 2)
        bench.escape()
        assert counts(bench) == (0, 0)
        assert bench.tool.corners == ()
        assert not bench.strokes("trace")

    def test_a_second_stroke_goes_on_from_the_network(self, bench):
        """It joins the existing waypoints, and adds none where they lead already."""
        bench.drag((2, 2), (12, 2))
        before = counts(bench)
        bench.drag((12, 2.5), (12, 8))
        after = counts(bench)
        assert after > before
        bench.press(2, 2)
        bench.move(12, 2)
        assert bench.hint.startswith("**The network leads here already: nothing is new.**")
        bench.release(12, 2)
        assert counts(bench) == after
        assert bench.tool.corners == ()
        assert len(bench.steps) == 2

    def test_long_edges_are_parted(self, bench):
        """The number in the strip is the greatest length."""
        bench.tool.longest.set(3.0)
        bench.drag((1, 2), (13, 2))
        held = bench.level.of(Waypoint)
        edges = bench.level.of(Edge).values()
        lengths = [math.dist(held[e.start].position, held[e.end].position) for e in edges]
        assert len(held) == 5
        assert max(lengths) < 3.2

    def test_waypoints_are_of_the_set_type(self, bench):
        """This holds for all of them."""
        bench.tool.type.set("patrol")
        bench.drag((2, 2), (12, 2), (12, 8))
        assert {one.type for one in bench.level.of(Waypoint).values()} == {"patrol"}

    def test_a_stroke_through_a_wall_says_so(self, bench):
        """No edge leads through it."""
        bench.press(7, 2)
        bench.move(7, 8)
        assert "Parted by a wall" in bench.hint
        bench.release(7, 8)
        assert counts(bench) == (4, 2)
        assert_clear(bench.level)

    def test_a_stroke_where_nobody_fits_leaves_nothing(self, bench):
        """The hint gives the reason."""
        bench.press(4.5, 5)
        bench.move(9.5, 5)
        assert bench.hint.startswith("**No room here for an agent of this type.**")
        bench.release(9.5, 5)
        assert counts(bench) == (0, 0)


class TestCorners:
    """Click by click, and with the keyboard alone."""

    def test_enter_lays_the_network(self, bench):
        """Backspace takes a corner back."""
        bench.click(2, 2)
        assert bench.hint.startswith("**Click goes on; Enter lays 1 new waypoint.**")
        bench.click(12, 2)
        bench.click(12, 8)
        bench.key("Backspace")
        bench.click(12, 7)
        bench.key("Enter")
        assert counts(bench)[0] >= 3
        assert len(bench.steps) == 1
        assert bench.tool.corners == ()

    def test_typed_places_lay_it(self, bench):
        """Absolute, or on from the last one."""
        bench.enter("2 2")
        bench.enter("@ 10 0")
        bench.key("Enter")
        assert sorted(one.position for one in bench.level.of(Waypoint).values()) == [
            (2.0, 2.0), (12.0, 2.0),
        ]  # fmt: skip

    def test_escape_drops_the_corners(self, bench):
        """Redo brings them back."""
        bench.click(2, 2)
        bench.click(12, 2)
        bench.key("Escape")
        assert bench.tool.corners == ()
        bench.key("Redo")
        assert len(bench.tool.corners) == 2

    def test_double_click_ends_it(self, bench):
        """The end is at its last corner."""
        bench.click(2, 2)
        bench.double_click(12, 2)
        assert counts(bench) == (2, 1)

    def test_another_tool_lays_what_is_drawn(self, bench):
        """Outlines do the same."""
        bench.click(2, 2)
        bench.click(12, 2)
        bench.leave()
        assert counts(bench) == (2, 1)
