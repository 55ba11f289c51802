"""The waypoint tool: placing, chaining, connecting, inserting, refusing."""

import math

import pytest
from msgspec.structs import replace
from tool_bench import ALT, SHIFT, Bench, drawn, rectangle

from editor.tools.patrol import PatrolTool
from editor.tools.waypoint import WaypointTool
from navcore.level import operations as op
from navcore.level.model import Edge, Layer, Route, Waypoint, Zone, in_drawing_order
from navcore.level.operations.network import place_waypoint


def hall():
    """A hall with a table in its middle."""
    level = drawn(lambda lv, n: op.add_area(lv, rectangle(0, 0, 14, 10), n, name="hall"))
    table = op.add_obstacle(level, rectangle(6, 4, 8, 6), lambda: 900, name="table")
    return table.apply(level)


@pytest.fixture
def bench():
    """The tool over the hall."""
    return Bench(WaypointTool(), hall())


def places(bench):
    """Where waypoints are."""
    return [waypoint.position for waypoint in bench.level.of(Waypoint).values()]


def joined(bench):
    """Return the pairs of places that edges connect, in their direction."""
    held = bench.level.of(Waypoint)
    edges = bench.level.of(Edge).values()
    return [(held[edge.start].position, held[edge.end].position) for edge in edges]


class TestPlacing:
    """Click by click."""

    def test_a_click_places_one_of_the_set_type(self, bench):
        """Snapped, in one step, selected."""
        bench.tool.type.set("cover")
        bench.tool.reach.set(0.5)
        bench.click(2.1, 3.1)
        (made,) = bench.level.of(Waypoint).values()
        assert (made.position, made.type, made.reach) == ((2.0, 3.0), "cover", 0.5)
        assert (made.name, bench.selection) == ("waypoint_1", {made.id})
        assert [step.label for step in bench.steps] == ["Place waypoint_1"]

    def test_clicks_make_a_chain(self, bench):
        """Each is joined to the one before, in the step that places it."""
        for x in (1, 3, 5):
            bench.click(x, 2)
        assert joined(bench) == [((1, 2), (3, 2)), ((3, 2), (5, 2))]
        assert len(bench.steps) == 3
        bench.hover(5, 4)
        assert bench.hint.startswith("**Click places a waypoint, 2.00 m from waypoint_3")

    def test_a_chain_closes_on_its_first(self, bench):
        """A click on a waypoint joins it."""
        for place in ((1, 1), (4, 1), (4, 3), (1, 1)):
            bench.click(*place)
        assert len(places(bench)) == 3
        assert joined(bench)[-1] == ((4, 3), (1, 1))
        assert bench.steps[-1].label == "Join 2 waypoints"

    def test_shift_keeps_to_steps_of_45_degrees(self, bench):
        """The angle is from the last one."""
        bench.click(2, 2)
        bench.click(4.1, 3.8, keys=SHIFT)
        x, z = places(bench)[-1]
        assert x - 2 == pytest.approx(z - 2)

    def test_a_typed_place(self, bench):
        """Absolute, or from the last one."""
        bench.enter("2 3")
        bench.enter("@ 2 90")
        assert places(bench) == [(2.0, 3.0), pytest.approx((2.0, 5.0))]
        assert len(joined(bench)) == 1

    @pytest.mark.parametrize("key", ["Escape", "Enter"])
    def test_a_chain_ends(self, bench, key):
        """The next waypoint is not joined."""
        bench.click(1, 1)
        assert bench.key(key)
        bench.click(3, 1)
        assert joined(bench) == []
        bench.key("Escape")
        assert not bench.key("Escape")

    def test_a_right_click_ends_a_chain(self, bench):
        """The next one opens the menu."""
        bench.click(1, 1)
        assert bench.right_click(3, 3)
        assert not bench.right_click(3, 3)

    def test_a_click_on_the_last_one_ends_a_chain(self, bench):
        """The hint says so before."""
        bench.click(1, 1)
        bench.hover(1, 1)
        assert bench.hint.startswith("**Click ends the chain at waypoint_1.**")
        bench.click(1, 1)
        bench.click(3, 1)
        assert joined(bench) == []

    def test_undo_goes_back_along_the_chain(self, bench):
        """The chain continues from the one before, and after redo from the restored one."""
        for x in (1, 3, 5):
            bench.click(x, 1)
        bench.undo()
        bench.click(3, 3)
        assert joined(bench) == [((1, 1), (3, 1)), ((3, 1), (3, 3))]


class TestJoining:
    """Joining existing waypoints."""

    def test_a_click_starts_a_chain_at_a_waypoint(self, bench):
        """The level is unchanged so far."""
        bench.click(1, 1)
        bench.key("Escape")
        bench.click(1, 1)
        assert len(bench.steps) == 1
        bench.click(3, 1)
        assert joined(bench) == [((1, 1), (3, 1))]

    def test_a_drag_joins_two(self, bench):
        """The edge leads from the first to the second."""
        for place in ((1, 1), (4, 1)):
            bench.click(*place)
            bench.key("Escape")
        bench.drag((1, 1), (4, 1))
        assert joined(bench) == [((1, 1), (4, 1))]
        assert bench.steps[-1].label == "Join 2 waypoints"

    def test_a_drag_to_the_floor_places_and_joins(self, bench):
        """It is one step."""
        bench.click(1, 1)
        bench.drag((1, 1), (4, 2))
        assert joined(bench) == [((1, 1), (4, 2))]
        assert len(bench.steps) == 2

    def test_a_drag_back_to_where_it_began_joins_nothing(self, bench):
        """No edge leads from a waypoint to itself."""
        bench.click(1, 1)
        bench.drag((1, 1), (2, 2), (1, 1))
        assert len(bench.steps) == 1

    def test_two_are_joined_once(self, bench):
        """The second time sets the direction of the edge as in the strip."""
        bench.click(1, 1)
        bench.click(4, 1)
        bench.drag((4, 1), (1, 1))
        assert len(bench.steps) == 2
        bench.tool.one_way.on = True
        bench.drag((4, 1), (1, 1))
        (edge,) = bench.level.of(Edge).values()
        assert edge.one_way
        assert joined(bench) == [((4, 1), (1, 1))]

    def test_a_click_on_an_edge_inserts(self, bench):
        """Both halves keep the edge's values."""
        bench.tool.one_way.on = True
        bench.click(1, 1)
        bench.click(5, 1)
        bench.key("Escape")
        bench.hover(3, 1.02)
        assert bench.hint.startswith("**Click inserts a waypoint into this edge.**")
        bench.click(3, 1.02)
        assert sorted(joined(bench)) == [((1, 1), (3, 1)), ((3, 1), (5, 1))]
        assert all(edge.one_way for edge in bench.level.of(Edge).values())

    def test_a_drag_onto_an_edge_inserts_and_joins(self, bench):
        """It is one step."""
        bench.click(1, 1)
        bench.click(5, 1)
        bench.key("Escape")
        bench.click(3, 3)
        bench.drag((3, 3), (3, 1))
        assert len(bench.level.of(Edge)) == 3
        assert ((3, 3), (3, 1)) in joined(bench)

    def test_edges_lie_on_the_storey_of_their_waypoints(self, bench):
        """New ones are on the active storey."""
        bench.storey = "ground"
        bench.click(1, 1)
        bench.click(3, 1)
        assert {edge.layer for edge in bench.level.of(Edge).values()} == {"ground"}


class TestRefusing:
    """Edges along which agents would touch something."""

    def test_the_click_places_unjoined(self, bench):
        """The hint names the obstruction before the click."""
        bench.click(3, 5)
        bench.hover(11, 5)
        assert bench.hint.startswith("**table is in the way.** Click places it unjoined")
        assert bench.strokes("edge_refused") == [((3, 5), (11, 5))]
        assert len(bench.strokes("crossing")) == 1
        bench.click(11, 5)
        assert len(places(bench)) == 2
        assert joined(bench) == []

    def test_it_says_how_near_and_what_would_pass(self, bench):
        """The agent radius of the level is 0.5 m."""
        bench.click(3, 3.5)
        bench.tool.reach.set(1.0)
        bench.hover(11, 3.5)
        assert bench.hint.startswith("**table is 0.")
        assert "from this edge: with 0.25 m of padding a radius of 0." in bench.hint

    def test_a_gap_that_the_cells_do_not_resolve_is_refused(self, bench):
        """Agents are narrower than it, but they walk on cells."""
        settings = bench.level.settings
        wide = settings.agent_radius + settings.object_padding + 0.01
        table = replace(bench.level.obstacles[900], polygon=rectangle(6, 2.5 + wide, 8, 6))
        rack = replace(table, id=901, name="rack", polygon=rectangle(6, 0, 8, 2.49 - wide))
        bench.level = bench.committed = bench.level.with_items({900: table, 901: rack})
        bench.click(3, 2.5)
        bench.hover(11, 2.5)
        said = "**table is 0.71 m from this edge: no walkable cells lead through there.**"
        assert bench.hint.startswith(said)
        bench.click(11, 2.5)
        assert joined(bench) == []

    def test_a_click_on_a_waypoint_joins_nothing(self, bench):
        """The chain continues from the last one."""
        bench.click(3, 5)
        bench.key("Escape")
        bench.click(11, 5)
        bench.click(3, 5)
        assert joined(bench) == []
        bench.click(11, 2)
        assert joined(bench) == [((11, 5), (11, 2))]

    def test_water_is_in_the_way(self, bench):
        """For agents that can't swim."""
        zone = Zone(id=90, terrain="water", polygon=((4, 1), (5, 1), (5, 9), (4, 9)))
        bench.level = bench.committed = bench.level.with_items({90: zone})
        bench.click(3, 2)
        bench.click(5.5, 2)
        assert joined(bench) == []

    def test_alt_joins_all_the_same(self, bench):
        """This holds as long as it is held."""
        bench.click(3, 5)
        bench.click(11, 5, keys=ALT)
        assert joined(bench) == [((3, 5), (11, 5))]

    def test_the_strip_switches_it_off(self, bench):
        """The option is for levels without walls so far."""
        bench.tool.keeps_clear.on = False
        bench.click(3, 5)
        bench.click(11, 5)
        assert joined(bench) == [((3, 5), (11, 5))]

    def test_inserting_into_an_edge_is_never_refused(self, bench):
        """It is there already."""
        bench.tool.keeps_clear.on = False
        bench.click(3, 5)
        bench.click(11, 5)
        bench.tool.keeps_clear.on = True
        bench.click(7, 5)
        assert len(bench.level.of(Edge)) == 2


def across(bench, metres):
    """Set the width of the loop."""
    next(one for one in bench.tool.options if one.name == "patrol_across").value = metres


class TestPatrols:
    """Circles and squares (S3-077)."""

    @pytest.fixture
    def bench(self):
        """The tool that places loops."""
        return Bench(PatrolTool(), hall())

    def test_a_loop_that_agents_cannot_walk_is_told(self, bench):
        """The hint names the edges that touch an obstacle, and the obstacle.

        The loop is still placed.
        """
        across(bench, 4.0)
        bench.hover(8, 5)
        assert bench.hint == "**table is in the way.** Click places the loop anyway"
        refused = len(bench.strokes("edge_refused"))
        assert (refused > 0, refused + len(bench.strokes("edge_draft"))) == (True, 8)
        across(bench, 4.2)
        bench.hover(3.5, 5)
        assert bench.hint == (
            "**table is 0.40 m from this edge: with 0.25 m of padding a radius of 0.15 m "
            "would pass.**"
        )
        across(bench, 3.4)
        assert len(bench.strokes("edge_draft")) == 8
        assert bench.hint.startswith("**Click places 8 waypoints in a circle, 3.40 m across")

    def test_a_circle_of_eight(self, bench):
        """It is a closed loop and a route over it in one step, all selected."""
        across(bench, 8.0)
        bench.hover(7, 5)
        assert bench.hint.startswith(
            "**Click places 8 waypoints in a circle, 8.00 m across, with a route.**"
        )
        bench.click(7, 5)
        assert len(places(bench)) == 8
        assert len(joined(bench)) == 8
        assert all(math.dist(place, (7, 5)) == pytest.approx(4) for place in places(bench))
        assert {waypoint.type for waypoint in bench.level.of(Waypoint).values()} == {"patrol"}
        (route,) = bench.level.of(Route).values()
        assert (route.mode, route.network) == ("loop", True)
        assert [stop.waypoint for stop in route.stops] == [
            one.id for one in in_drawing_order(bench.level.of(Waypoint))
        ]
        assert [step.label for step in bench.steps] == [
            "Place 8 waypoints, and route_1 over them"
        ]  # fmt: skip
        assert len(bench.selection) == 9

    def test_a_place_can_be_typed(self, bench):
        """The loop stands around it until Enter places it there."""
        across(bench, 3.0)
        bench.type("3 5")
        assert len(bench.strokes("edge_draft")) == 8
        assert bench.hint.startswith("**Enter places 8 waypoints in a circle, 3.00 m across")
        bench.enter("3 5")
        assert all(math.dist(place, (3, 5)) == pytest.approx(1.5) for place in places(bench))
        assert len(places(bench)) == 8
        bench.type("8 5")
        assert bench.hint.endswith("Enter places the loop anyway")

    def test_the_route_can_be_left_out(self, bench):
        """The option does it; the hint says so."""
        next(one for one in bench.tool.options if one.name == "patrol_route").on = False
        across(bench, 8.0)
        bench.hover(7, 5)
        assert bench.hint.startswith(
            "**Click places 8 waypoints in a circle, 8.00 m across, joined in a loop.**"
        )
        bench.click(7, 5)
        assert not bench.level.of(Route)
        assert len(bench.selection) == 8

    @pytest.mark.parametrize(("count", "edges"), [(1, 0), (2, 1), (3, 3), (4, 4), (9, 9)])
    def test_a_loop_of_any_count(self, bench, count, edges):
        """One is alone, two are joined once."""
        bench.tool.shape.set("square")
        bench.tool.count.set(count)
        bench.click(5, 5)
        assert (len(places(bench)), len(joined(bench))) == (count, edges)
        (route,) = bench.level.of(Route).values()
        assert (len(route.stops), route.mode) == (count, "loop" if count > 2 else "return")

    def test_a_square_has_its_corners(self, bench):
        """Four are the corners."""
        bench.tool.shape.set("square")
        bench.tool.count.set(4)
        assert bench.tool.points((0, 0)) == [(-10, -10), (10, -10), (10, 10), (-10, 10)]

    def test_up_and_down_change_how_many(self, bench):
        """The hint names them."""
        bench.key("Up")
        assert bench.tool.count.value == 9


def test_hidden_waypoints_are_not_taken(bench):
    """A click there places another."""
    edit = place_waypoint(bench.level, (3, 3), lambda: 77)
    bench.level = bench.committed = edit.apply(bench.level)
    bench.hidden = frozenset({77})
    bench.click(3.02, 3.02)
    assert len(places(bench)) == 2


def test_a_chain_goes_on_to_another_storey(bench):
    """Walls there don't block the edge, and the hint says how agents get there."""
    settings = replace(bench.level.settings, layers=(Layer(name="ground"), Layer(name="upper")))
    bench.level = bench.level.with_settings(settings)
    bench.storey = "ground"
    bench.click(1, 5)
    (below,) = bench.level.of(Waypoint)
    bench.storey, bench.hidden = "upper", frozenset({below})
    bench.hover(13, 5)
    said = "**Click joins a new waypoint to waypoint_1.** Agents need a link near both"
    assert bench.hint.startswith(said)
    bench.click(13, 5)
    above = next(one for one in bench.level.of(Waypoint).values() if one.id != below)
    assert above.layer == "upper"
    assert joined(bench) == [((1, 5), (13, 5))]
    bench.click(13, 8)
    assert joined(bench)[1:] == [((13, 5), (13, 8))]
