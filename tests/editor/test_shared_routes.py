"""Shared routes on the canvas: drawn along their paths, picked there, edited stop by stop."""

import math

import pytest
from guarded_hall import COOK, GUARD, hall
from msgspec.structs import replace
from tool_bench import ALT, Bench

from editor.canvas.camera import Camera
from editor.canvas.painting.routes import lines_of, tips_of
from editor.tools.legs import RouteSight, find_leg, leg_at, sides_of
from editor.tools.route_hits import route_hit, with_route
from editor.tools.select import SelectTool
from editor.tools.vertices import VerticesTool
from navcore.level import operations as op
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Profile, Route, RouteStop, Waypoint
from navcore.level.operations.profiles import add_profile, assign_profile
from navcore.world import World

ROUNDS, GATE = 71, 61
CAMERA = Camera(10, 5, 40.0, 800, 400)


def walked_hall(mode: str = "return") -> Level:
    """Return the hall with a route around its wall; its second stop is a waypoint."""
    level = hall()
    stops = (
        RouteStop(at=(10.0, 2.0)), RouteStop(at=(6.0, 8.0), waypoint=GATE),
        RouteStop(at=(14.0, 8.0)),
    )  # fmt: skip
    items = [
        Waypoint(id=GATE, name="gate", position=(6.0, 8.0)),
        Route(id=ROUNDS, name="rounds", mode=mode, stops=stops),  # type: ignore[arg-type]
    ]
    return Edit.put(level, items).apply(level)


def rounds(bench: Bench) -> Route:
    """Return the route of the current level."""
    return bench.level.of(Route)[ROUNDS]


class TestLegs:
    """The paths between the stops."""

    def test_a_route_leads_from_stop_to_stop(self) -> None:
        """A loop back to the first; on the floor of the type of its first walker."""
        level = walked_hall()
        assert [(leg.start, leg.goal) for leg in RouteSight.of(level, None).legs(route(level))] == [
            ((10.0, 2.0), (6.0, 8.0)), ((6.0, 8.0), (14.0, 8.0)),
        ]  # fmt: skip
        level = walked_hall("loop")
        assert len(RouteSight.of(level, None).legs(route(level))) == 3
        level = add_profile(level, "cart", radius=0.9).apply(level)
        level = assign_profile(level, [COOK], "cart").apply(level)
        level = op.walk_route(level, [COOK], ROUNDS).apply(level)
        profiles = {leg.profile for leg in RouteSight.of(level, None).legs(route(level))}
        assert {p.radius for p in profiles if isinstance(p, Profile)} == {0.9}

    def test_on_the_network_the_path_leads_over_waypoints(self) -> None:
        """As agents walk it; freely where no waypoint is in sight of both ends."""
        level = walked_hall("once")
        far = Waypoint(id=62, name="far", position=(1.0, 2.0))
        bend = Waypoint(id=63, name="bend", position=(1.0, 8.0))
        edges = [Edge(id=64, start=62, end=63), Edge(id=65, start=63, end=GATE)]
        level = Edit.put(level, [far, bend, *edges]).apply(level)
        level = op.set_fields(level, [ROUNDS], network=True).apply(level)
        world = World.build(level)
        legs = RouteSight.of(level, None).legs(route(level))
        assert all(leg.network for leg in legs)
        path = find_leg(legs[0], world)
        assert {(1.0, 2.0), (1.0, 8.0)} <= {(x, z) for x, z in path.points.tolist()}
        free = find_leg(legs[0]._replace(network=False), world)
        assert path.length > free.length
        alone = op.delete(level, [62, 63]).apply(level)
        assert find_leg(legs[0], World.build(alone)).length == pytest.approx(free.length)

    def test_there_and_back_shows_both_directions(self) -> None:
        """Two tips back to back on each leg; one on a loop, and on the way to the first stop."""
        for mode, tips in (("return", [2, 2]), ("loop", [1, 1, 1])):
            level = walked_hall(mode)
            world, sight = World.build(level), RouteSight.of(level, None)
            paths = [find_leg(leg, world) for leg in sight.legs(route(level))]
            arrows = lines_of(route(level), paths, sight).arrows
            assert [len(tips_of(arrow, CAMERA)) for arrow in arrows] == tips
        level = op.walk_route(walked_hall(), [GUARD], ROUNDS).apply(walked_hall())
        level = op.own_routes(level, [GUARD]).apply(level)
        level = op.move(level, [GUARD], (3.0, 0.0)).apply(level)
        world, sight = World.build(level), RouteSight.of(level, None)
        guard = level.agents[GUARD]
        paths = [find_leg(leg, world) for leg in sight.legs(guard)]
        assert [arrow.both for arrow in lines_of(guard, paths, sight).arrows] == [False, True, True]

    def test_stops_at_waypoints_that_are_off_are_passed_by(self) -> None:
        """They are skipped as long as they are off."""
        level = walked_hall()
        assert not RouteSight.of(level, None).skips(route(level), 1)
        off = op.set_fields(level, [GATE], enabled=False).apply(level)
        found = [RouteSight.of(off, None).skips(route(off), index) for index in range(3)]
        assert found == [False, True, False]

    def test_legs_to_a_stop_that_is_off_are_not_walked(self) -> None:
        """One leads past it; the line to it and from it is dashed, and takes clicks as well."""
        level = op.set_fields(walked_hall("loop"), [GATE], enabled=False).apply(walked_hall("loop"))
        sight, one = RouteSight.of(level, None), route(level)
        first, off, last = one.goals
        walked = [(side.leg.start, side.leg.goal, side.number) for side in sight.sides(one)]
        assert walked == [(first, last, 1), (last, first, 2)]
        lines = lines_of(one, [None, None], sight)
        assert lines.passed == [(first, off), (off, last)]
        assert len(lines.unknown) == 2
        middle = ((first[0] + off[0]) / 2, (first[1] + off[1]) / 2)
        hit = leg_at(middle, 0.2, [one], sight, lambda legs: [None] * len(legs))
        assert hit is not None
        assert (hit.index, hit.element) == (0, ROUNDS)

    def test_first_and_last_stops_may_be_off(self) -> None:
        """The loop goes on between the others; with one stop left there is no path."""
        level = walked_hall("loop")
        sight, one = RouteSight.of(level, None), route(level)
        a, b, c = one.goals
        for off, walked in (
            ((0,), [(b, c, 1), (c, b, 0)]),
            ((2,), [(a, b, 0), (b, a, 2)]),
            ((0, 2), []),
            ((0, 1, 2), []),
        ):
            found = sides_of(one, sight.settings, None, off)
            assert [(s.leg.start, s.leg.goal, s.number) for s in found] == walked
        guard = replace(level.agents[GUARD], goals=one.goals, loop=True, route=None)
        found = sides_of(guard, sight.settings, None, (0,))
        ends = [(side.leg.goal, side.number, side.leads_in) for side in found]
        assert ends == [(b, 0, True), (c, 1, False), (b, 0, False)]


def route(level: Level) -> Route:
    """The route of a level."""
    return level.of(Route)[ROUNDS]


class TestPicking:
    """A click takes a route where its path is drawn."""

    def test_its_path_counts_and_not_the_line_between_stops(self) -> None:
        """Which leads through the wall; before the floor beneath, after agents."""
        bench = Bench(SelectTool(), walked_hall())
        bench.hover(9.02, 3.5)
        assert "rounds" not in bench.hint, "the straight line between two stops"
        bench.click(1.3, 5.0)
        on_path = near_path(bench.level, (1.3, 5.0))
        bench.click(*on_path)
        assert bench.selection == {ROUNDS}
        bench.click(10, 2)
        assert bench.selection == {GUARD}, "an agent comes before the line"

    def test_what_is_hovered_is_outlined_along_the_path(self) -> None:
        """The outline doesn't go straight from stop to stop."""
        bench = Bench(SelectTool(), walked_hall())
        bench.hover(*near_path(bench.level, (1.3, 5.0)))
        assert "rounds" in bench.hint
        (line,) = bench.strokes("hover")
        assert len(line) > 5

    def test_it_comes_after_places_and_before_floor(self) -> None:
        """As other lines do; where its path is not drawn it is no hit at all."""
        level = walked_hall()
        hall_id = next(iter(level.areas))
        assert with_route(level, [GUARD, ROUNDS, hall_id], ROUNDS) == [GUARD, ROUNDS, hall_id]
        assert with_route(level, [hall_id], ROUNDS) == [ROUNDS, hall_id]
        other = Waypoint(id=82, name="yard", position=(14.0, 8.0))
        joined = Edit.put(level, [other, Edge(id=81, start=GATE, end=82)]).apply(level)
        assert with_route(joined, [GUARD, 81, hall_id], ROUNDS) == [GUARD, ROUNDS, 81, hall_id]
        assert with_route(level, [ROUNDS, hall_id], None) == [hall_id]
        assert with_route(level, [], ROUNDS) == [ROUNDS]

    def test_of_none_nothing_is_found(self) -> None:
        """Hidden routes have none either."""
        level = walked_hall()
        world, sight = World.build(level), RouteSight.of(level, None)
        at = near_path(level, (1.3, 5.0))

        def find(skip: set[int], where: Level = level) -> int | None:
            return route_hit(
                where, at, 0.1, sight, lambda legs: [find_leg(leg, world) for leg in legs], skip
            )

        assert find(set()) == ROUNDS
        assert find({ROUNDS}) is None
        assert find(set(), hall()) is None


def near_path(level: Level, place: tuple[float, float]) -> tuple[float, float]:
    """The corner of the first leg's path that is nearest to a place."""
    leg = RouteSight.of(level, None).legs(route(level))[0]
    points = find_leg(leg, World.build(level)).points
    x, z = min(points.tolist(), key=lambda point: math.dist(point, place))
    return (float(x), float(z))


class TestEditing:
    """Stops of a route are handles, with V and E."""

    @pytest.fixture(params=[SelectTool, VerticesTool])
    def bench(self, request: pytest.FixtureRequest) -> Bench:
        """Either tool, the route selected."""
        made = Bench(request.param(), walked_hall())
        made.select(ROUNDS)
        return made

    def test_stops_are_dragged_nudged_typed_and_deleted(self, bench: Bench) -> None:
        """Each one step; the last one takes the route with it."""
        bench.drag((14, 8), (15, 8), (16, 8))
        assert rounds(bench).goals[2] == (16, 8)
        assert bench.handles == {ROUNDS: frozenset({2})}
        bench.key("Left")
        bench.enter("17 8")
        assert rounds(bench).goals[2] == (17, 8)
        assert len(bench.steps) == 3
        bench.key("Delete")
        assert len(rounds(bench).stops) == 2
        bench.select(ROUNDS, handles={ROUNDS: [0, 1]})
        bench.key("Delete")
        assert not bench.level.of(Route)
        assert bench.steps[-1].label == "Delete rounds"

    def test_a_stop_is_pulled_out_of_the_path(self, bench: Bench) -> None:
        """It is between the two stops of the leg; a double click adds one in place."""
        at = near_path(bench.level, (1.3, 5.0))
        bench.hover(*at)
        assert bench.marks("plus")
        bench.drag(at, (1.5, 6), (1.5, 7))
        assert rounds(bench).goals == ((10, 2), (1.5, 7), (6, 8), (14, 8))
        assert [stop.waypoint for stop in rounds(bench).stops] == [None, None, GATE, None]

    def test_a_stop_is_dragged_off_its_waypoint_and_onto_it(self, bench: Bench) -> None:
        """The hint says what releasing the button will do."""
        bench.drag((6, 8), (7, 8), (7, 7))
        assert rounds(bench).stops[1] == RouteStop(at=(7.0, 7.0))
        bench.press(14, 8)
        bench.move(10, 8)
        bench.move(6, 8)
        assert bench.hint.startswith("**Release makes gate the stop.**")
        bench.release(6, 8)
        assert rounds(bench).stops[2] == RouteStop(waypoint=GATE, at=(6.0, 8.0))


def test_a_box_takes_stops_of_routes_that_are_not_selected() -> None:
    """They are visible, like corners."""
    bench = Bench(VerticesTool(), walked_hall())
    bench.drag((13, 7.5), (15, 8.2), (15.5, 8.5))
    assert bench.handles == {ROUNDS: frozenset({2})}


def test_alt_click_goes_through_what_lies_beneath() -> None:
    """It goes from the route to the floor."""
    bench = Bench(SelectTool(), walked_hall())
    at = near_path(bench.level, (1.3, 5.0))
    bench.click(*at)
    assert bench.selection == {ROUNDS}
    bench.select()
    bench.click(*at, keys=ALT)
    assert bench.selection != {ROUNDS}
