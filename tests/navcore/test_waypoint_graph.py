"""The graph of source 003 by its names: changes, queries and paths, row by row."""

import doctest
import itertools
import math
import random

import naive_paths
import networks
import pytest

from navcore.ecs import waypoint_graph
from navcore.ecs.waypoint_graph import GraphEdge, Position, WaypointGraph
from navcore.errors import NavcoreError
from navcore.graph.graph import Graph
from navcore.level.model import Edge, Level, Waypoint


def rooms() -> tuple[WaypointGraph, list[int]]:
    """Four waypoints in a row, two metres apart, joined one by one."""
    graph = WaypointGraph()
    ids = [graph.add_waypoint((2.0 * i, 0.0, 0.0)) for i in range(4)]
    for a, b in itertools.pairwise(ids):
        graph.connect(a, b)
    return graph, ids


def test_example_of_the_docstring() -> None:
    """A patrol route that closes."""
    assert doctest.testmod(waypoint_graph).failed == 0


def test_an_id_of_a_file_that_was_removed_is_not_given_again() -> None:
    """Ids with gaps, from a level: counting passes those that are there, or were (S3-021)."""
    made = {key: Waypoint(id=key, position=(float(key), 0.0)) for key in (1, 3, 4)}
    graph = WaypointGraph.of(Level(elements={Waypoint: made}))
    assert graph.remove_waypoint(4)
    assert [graph.add_waypoint((0, 0, 0)) for _ in range(3)] == [2, 5, 6]


def test_waypoints_have_what_the_source_says() -> None:
    """Ids are counted, and none is given twice (S3-021, S3-022)."""
    graph = WaypointGraph()
    one = graph.add_waypoint((1, 2, 3), "guardPost", 2.0, name="gate", tags=["north"])
    found = graph.waypoints[one]
    assert (found.position, found.waypoint_type, found.radius) == ((1.0, 2.0, 3.0), "guardPost", 2)
    assert (found.name, found.tags, found.active) == ("gate", {"north"}, True)
    other = graph.add_waypoint((0, 0, 0))
    assert (one, other, graph.next_id) == (1, 2, 3)
    assert (graph.waypoints[other].radius, graph.waypoints[other].name) == (1.0, None)
    graph.remove_waypoint(other)
    assert graph.add_waypoint((0, 0, 0)) == 3
    for bad in ((1, 2), (1, 2, math.nan), "abc", None):
        with pytest.raises(NavcoreError, match="position"):
            graph.add_waypoint(bad)  # type: ignore[arg-type]
    with pytest.raises(NavcoreError, match="radius"):
        graph.add_waypoint((0, 0, 0), radius=-1.0)


def test_waypoints_are_reached_within_their_radius() -> None:
    """The distance is on the plane, the rim included; with a radius of 0 it must be 0 (S3-069)."""
    graph = WaypointGraph()
    post = graph.waypoints[graph.add_waypoint((1, 7, 2), radius=5.0)]
    for position, reached in (
        ((1, 0, 2), True), ((4, 99, 6), True), ((4, 0, 6.001), False), ((-4, 0, 2), True),
        ((-4.001, 0, 2), False),
    ):  # fmt: skip
        assert post.is_reached(position) is reached
    point = graph.waypoints[graph.add_waypoint((1, 0, 2), radius=0.0)]
    assert point.is_reached((1, 3, 2))
    assert not point.is_reached((1 + 1e-9, 0, 2))
    with pytest.raises(NavcoreError, match="position"):
        post.is_reached((1, math.nan, 2))


def test_equal_costs_lose_no_waypoint() -> None:
    """On a grid of edges that cost the same every path is as short as it can be (S3-074)."""
    graph, side = WaypointGraph(), 7
    ids = [graph.add_waypoint((x, 0, z)) for z in range(side) for x in range(side)]
    for row, one in enumerate(ids):
        if row % side + 1 < side:
            graph.connect(one, ids[row + 1], 1.0)
        if row + side < len(ids):
            graph.connect(one, ids[row + side], 1.0)
    for (first, a), (second, b) in itertools.product(enumerate(ids), repeat=2):
        found = graph.find_path(a, b)
        steps = abs(first % side - second % side) + abs(first // side - second // side)
        assert found is not None
        assert len(found) == steps + 1
        assert (found[0], found[-1]) == (a, b)
        targets = [{edge.target for edge in graph.edges(one)} for one in found[:-1]]
        assert all(one in around for one, around in zip(found[1:], targets, strict=True))


def test_connect_updates_and_refuses() -> None:
    """The default is both ways, with the distance on the plane (S3-031, X-006)."""
    graph = WaypointGraph()
    a, b = graph.add_waypoint((0, 0, 0)), graph.add_waypoint((3, 9, 4))
    assert graph.connect(a, b)
    assert graph.edges(a) == [GraphEdge(b, 5.0, True)]
    assert graph.edges(b) == [GraphEdge(a, 5.0, True)]
    assert graph.connect(a, b, 2.0, tags=["road"])
    assert graph.edges(a) == [GraphEdge(b, 2.0, True, frozenset({"road"}))]
    assert graph.connect(a, b, 1.0, False)
    assert graph.edges(a) == [GraphEdge(b, 1.0, False)]
    assert graph.edges(b) == [GraphEdge(a, 2.0, False, frozenset({"road"}))]
    assert not graph.connect(a, a)
    assert not graph.connect(a, 99)
    assert graph.edges(99) == []
    for bad in (-1.0, math.nan, math.inf):
        with pytest.raises(NavcoreError, match="cost"):
            graph.connect(a, b, bad)


def test_find_path_of_the_source() -> None:
    """The same: itself; none, unknown or inactive: None (S3-026, S3-029, S3-030)."""
    graph, ids = rooms()
    assert graph.find_path(ids[0], ids[3]) == ids
    assert graph.find_path(ids[1], ids[1]) == [ids[1]]
    assert graph.find_path(ids[0], 99) is None
    assert graph.find_path(99, 99) is None
    alone = graph.add_waypoint((0, 0, 9))
    assert graph.find_path(ids[0], alone) is None
    graph.connect(alone, ids[0], bidirectional=False)
    assert graph.find_path(ids[0], alone) is None
    assert graph.find_path(alone, ids[1]) == [alone, ids[0], ids[1]]
    assert graph.set_active(ids[1], False)
    assert graph.find_path(ids[0], ids[3]) is None
    assert graph.find_path(ids[0], ids[1]) is None
    assert graph.find_path(ids[1], ids[1]) is None
    assert graph.set_active(ids[1], True)
    assert graph.find_path(ids[0], ids[3]) == ids
    assert not graph.set_active(99, True)


def test_removed_waypoint_takes_its_edges() -> None:
    """Those from it, and those to it (S3-039)."""
    graph, ids = rooms()
    assert graph.remove_waypoint(ids[1])
    assert graph.edges(ids[0]) == []
    assert [edge.target for edge in graph.edges(ids[2])] == [ids[3]]
    assert graph.find_path(ids[0], ids[3]) is None
    assert not graph.remove_waypoint(ids[1])


def test_patrol_routes() -> None:
    """None, one, two and three points; two that close have one edge, not two (S3-032)."""
    graph = WaypointGraph()
    assert graph.create_patrol_route([], loop_back=True) == []
    (one,) = graph.create_patrol_route([(0, 0, 0)], loop_back=True)
    assert graph.edges(one) == []
    a, b = graph.create_patrol_route([(0, 0, 5), (0, 0, 9)], loop_back=True)
    assert graph.edges(a) == [GraphEdge(b, 4.0, True)]
    assert graph.edges(b) == [GraphEdge(a, 4.0, True)]
    ids = graph.create_patrol_route([(0, 0, 0), (4, 1, 0), (4, 2, 3)], loop_back=True)
    assert ids == sorted(ids)
    assert [edge.cost for edge in graph.edges(ids[0])] == [4.0, 5.0]
    assert {graph.waypoints[i].waypoint_type for i in ids} == {"patrol"}
    open_ended = graph.create_patrol_route([(0, 0, 0), (4, 1, 0), (4, 2, 3)])
    assert len(graph.edges(open_ended[0])) == 1
    count = len(graph.waypoints)
    with pytest.raises(NavcoreError):
        graph.create_patrol_route([(0, 0, 0), (math.inf, 0, 0)])
    assert len(graph.waypoints) == count


def test_lookups_find_what_is_active() -> None:
    """They are by place on the plane, radius, type and tag.

    Ties go to the lower id (S3-033 to S3-037).
    """
    graph = WaypointGraph()
    assert graph.nearest_waypoint((0, 0, 0)) is None
    assert graph.waypoints_in_radius((0, 0, 0), 9.0) == []
    a = graph.add_waypoint((1, 50, 0), "cover", tags=["wall"])
    b = graph.add_waypoint((-1, 0, 0), "cover", tags=["wall", "day"])
    c = graph.add_waypoint((0, 0, 0.5), "spawn")
    assert graph.nearest_waypoint((0, 0, 0)) == c
    graph.set_active(c, False)
    assert graph.nearest_waypoint((0, 0, 0)) == a
    assert graph.waypoints_in_radius((0, 0, 0), 1.0) == [a, b]
    assert graph.waypoints_by_type("cover") == [a, b]
    assert graph.waypoints_by_type("spawn") == []
    assert graph.waypoints_with_tag("wall") == [a, b]
    assert graph.waypoints_with_tag("day") == [b]
    with pytest.raises(NavcoreError):
        graph.nearest_waypoint((0, 0))
    assert graph.waypoints_in_radius((1, 0, 0), 0.0) == [a]


def test_auto_connect_twice_changes_nothing() -> None:
    """All pairs within reach, at their distance; inactive ones stay apart (S3-036)."""
    rng = random.Random(3)
    graph = WaypointGraph()
    for _ in range(60):
        graph.add_waypoint((rng.uniform(0, 20), rng.uniform(0, 5), rng.uniform(0, 20)))
    graph.connect(1, 2, 99.0)
    graph.connect(3, 4, 98.0, False)
    graph.set_active(7, False)

    def plane(one: int) -> tuple[float, float]:
        x, _, z = graph.waypoints[one].position
        return x, z

    pairs = {
        (a, b)
        for a, b in itertools.combinations(graph.waypoints, 2)
        if math.dist(plane(a), plane(b)) <= 4.0 and 7 not in (a, b)
    }
    count = graph.auto_connect(4.0)
    assert count == len(pairs - {(1, 2), (3, 4)})
    for a, b in pairs - {(1, 2), (3, 4)}:
        (edge,) = [edge for edge in graph.edges(a) if edge.target == b]
        assert (edge.cost, edge.bidirectional) == (math.dist(plane(a), plane(b)), True)
    before = {one: graph.edges(one) for one in graph.waypoints}
    assert graph.auto_connect(4.0) == 0
    assert {one: graph.edges(one) for one in graph.waypoints} == before


@pytest.mark.parametrize("distance", [0.0, -0.5, math.nan])
def test_auto_connect_is_off_without_a_distance(distance: float) -> None:
    """0 means off (S3-073), also for waypoints in one place."""
    graph = WaypointGraph()
    ids = [graph.add_waypoint((x, 0, 0)) for x in (0.0, 0.0, 0.3)]
    assert graph.auto_connect(distance) == 0
    assert not any(graph.edges(one) for one in ids)


def test_types_that_do_not_exist_are_refused() -> None:
    """Queries by type would never find such a waypoint."""
    graph = WaypointGraph()
    with pytest.raises(NavcoreError, match=r"type must be one of navigation, .*, got 'GuardPost'"):
        graph.add_waypoint((0, 0, 0), "GuardPost")  # type: ignore[arg-type]
    assert not graph.waypoints


def test_auto_connect_asks_for_height_and_walls() -> None:
    """Floors over each other are not joined if that is not wanted (S3-037)."""
    graph = WaypointGraph()
    low = graph.add_waypoint((0, 0, 0))
    high = graph.add_waypoint((1, 4, 0))
    east = graph.add_waypoint((2, 0, 0))

    def clear(a: Position, b: Position) -> bool:
        return {a[0], b[0]} != {0.0, 2.0}

    assert graph.auto_connect(5.0, max_height_difference=3.0, is_clear=clear) == 0
    assert graph.auto_connect(5.0, is_clear=clear) == 2
    assert [edge.target for edge in graph.edges(high)] == [low, east]


def test_tags_include_and_exclude() -> None:
    """They work like in `Graph.find_path` (S3-038)."""
    graph, ids = rooms()
    graph.connect(ids[0], ids[3], 50.0, tags=["road"])
    assert graph.find_path(ids[0], ids[3]) == ids
    assert graph.find_path(ids[0], ids[3], include_tags=["road"]) == [ids[0], ids[3]]
    assert graph.find_path(ids[0], ids[3], exclude_tags=["road"]) == ids
    assert graph.find_path(ids[0], ids[1], include_tags=["river"]) is None


def test_paths_equal_dijkstra_whatever_edges_cost(exhaustive: bool) -> None:
    """Costs that have nothing to do with distance, nothing among them (S3-027, S3-028)."""
    for seed in range(3_000 if exhaustive else 150):
        rng = random.Random(seed)
        graph = WaypointGraph()
        for _ in range(rng.randint(2, 14)):
            graph.add_waypoint((rng.randint(0, 6), 0, rng.randint(0, 6)))
        for _ in range(rng.randint(1, 30)):
            a, b = rng.choices(list(graph.waypoints), k=2)
            cost = rng.choice((None, 0.0, 1.0, 20 * rng.random()))
            graph.connect(a, b, cost, rng.random() < 0.5)
        for one in graph.waypoints:
            graph.set_active(one, rng.random() < 0.9)
        active = [one.id for one in graph.waypoints.values() if one.active]
        arcs = [
            (one, edge.target, edge.cost)
            for one in active
            for edge in graph.edges(one)
            if edge.target in active
        ]
        start, goal = rng.choices(list(graph.waypoints), k=2)
        path = graph.find_path(start, goal)
        costs = naive_paths.arc_costs_from(arcs, {start: 0.0}) if start in active else {}
        assert (path is not None) == (goal in costs and goal in active), seed
        if path is not None:
            steps = itertools.pairwise(path)
            price = {(a, b): cost for a, b, cost in arcs}
            assert sum(price[step] for step in steps) == pytest.approx(costs[goal]), seed


def test_graph_of_a_level_finds_what_the_level_does() -> None:
    """Ids, costs, tags and states are the level's; storeys give their height."""
    for seed in range(40):
        level = networks.random_level(random.Random(seed), storeys=True)
        bare = {one.id: one for one in level.of(Edge).values() if not one.needs}
        graph = WaypointGraph.of(level)
        assert graph.waypoints.keys() == level.of(Waypoint).keys()
        whole = Graph.of(level)
        if len(bare) < len(level.of(Edge)):
            continue
        for start, goal in itertools.product(whole.ids.tolist()[:5], repeat=2):
            found = whole.find_path(start, goal)
            path = graph.find_path(start, goal)
            assert (path is not None) == found.ok
            price = 0.0
            for a, b in itertools.pairwise(path or []):
                price += next(edge.cost for edge in graph.edges(a) if edge.target == b)
            assert price == pytest.approx(found.cost)
