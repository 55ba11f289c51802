"""The network of a level: arrays, lookups, and searches compared with Dijkstra's algorithm."""

import itertools
import math
import random
from collections.abc import Iterable

import interpreted
import naive_paths
import networks
import numpy as np
import pytest
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.graph import adjacency
from navcore.graph.adjacency import Adjacency, Ends, Found, lengths_of
from navcore.graph.graph import Graph
from navcore.graph.near import Near
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Waypoint
from navcore.path.result import PathResult, Status

WORDS = (None, (), ("red",), ("red", "blue"))


def level_of(waypoints: Iterable[Waypoint], edges: Iterable[Edge] = ()) -> Level:
    """Return a level with only a network."""
    return Edit.put(Level(), [*waypoints, *edges]).apply(Level())


def at(one: int, x: float, z: float = 0.0, **fields: object) -> Waypoint:
    """A waypoint by id and place."""
    return Waypoint(id=one, position=(x, z), **fields)


def joins(one: int, start: int, end: int, **fields: object) -> Edge:
    """An edge by id."""
    return Edge(id=one, start=start, end=end, **fields)


def check(result: PathResult, level: Level, arcs: list[tuple[int, int, float]]) -> None:
    """Compare a path between two enabled waypoints with the cheapest path."""
    nodes = result.nodes.tolist()
    if not nodes:
        assert result.status is Status.NO_PATH
        return
    places = [level.of(Waypoint)[one].position for one in nodes]
    assert result.start == places[0]
    assert result.points.tolist() == [list(place) for place in places[1:]]
    costs = {}
    for start, end, cost in arcs:
        costs[start, end] = min(cost, costs.get((start, end), math.inf))
    steps = list(itertools.pairwise(nodes))
    assert result.cost == pytest.approx(sum(costs[step] for step in steps), abs=1e-9)
    assert result.length == pytest.approx(
        sum(math.dist(a, b) for a, b in itertools.pairwise(places))
    )


def test_costs_equal_dijkstra(exhaustive: bool) -> None:
    """Random networks with abilities and tags; statuses, nodes, points and lengths fit as well."""
    found = set()
    for seed in range(3_000 if exhaustive else 300):
        rng = random.Random(seed)
        level = networks.random_level(rng)
        graph = Graph.of(level)
        start, goal = rng.choice(graph.ids.tolist()), rng.choice(graph.ids.tolist())
        words = networks.some(rng, networks.ABILITIES), rng.choice(WORDS), rng.choice(WORDS)
        result = graph.find_path(
            start, goal, abilities=words[0], include_tags=words[1], exclude_tags=words[2]
        )
        found.add(result.status)
        if not (level.of(Waypoint)[start].enabled and level.of(Waypoint)[goal].enabled):
            assert result.status in (Status.BAD_START, Status.BAD_END)
            continue
        if start == goal:
            assert (result.status, result.nodes.tolist()) == (Status.ALREADY_THERE, [start])
            continue
        arcs = networks.passable_arcs(level, *words)
        least = naive_paths.arc_costs_from(arcs, {start: 0.0}).get(goal)
        assert (least is not None) == result.ok, seed
        if least is not None:
            assert result.cost == pytest.approx(least, rel=1e-12, abs=1e-12), seed
        check(result, level, arcs)
    assert found == set(Status) - {
        Status.PARTIAL,
        Status.LIMIT_REACHED,
        Status.UNSEEN_START,
        Status.UNSEEN_END,
    }


def random_search(
    rng: random.Random, count: int
) -> tuple[Found, Adjacency, list[dict[int, float]]]:
    """Make a search between several starts and ends over nodes with edges of any cost."""
    positions = np.array([(rng.randint(0, 9), rng.randint(0, 9)) for _ in range(count)], float)
    ends = np.array(
        [(rng.randrange(count), rng.randrange(count)) for _ in range(rng.randint(0, 3 * count))],
        np.int32,
    ).reshape(-1, 2)
    prices = np.array([rng.choice((0.0, 1.0, 10 * rng.random())) for _ in ends], float)
    one_way = np.array([rng.random() < 0.5 for _ in ends], bool)
    made = Adjacency.of(positions, ends, lengths_of(positions, ends), prices, one_way)
    factor = rng.choice((0.0, made.factor))
    toward = (float(rng.randint(0, 9)), float(rng.randint(0, 9)))
    sides = []
    for is_goal in (False, True):
        rows = [rng.randrange(count) for _ in range(rng.randint(0, 4))]
        least = [factor * math.dist(positions[row], toward) if is_goal else 0.0 for row in rows]
        sides.append({row: cost + rng.randint(0, 3) for row, cost in zip(rows, least, strict=True)})
    starts, goals = (
        Ends(np.array([*side], np.int32), np.array([*side.values()], float)) for side in sides
    )
    is_open = np.array([rng.random() < 0.9 for _ in made.targets], np.uint8)
    found = made.search(starts, goals, is_open=is_open, toward=toward, factor=factor)
    shut = replace(made, costs=np.where(is_open, made.costs, math.inf))
    return found, shut, sides


def test_several_starts_and_ends_equal_dijkstra(exhaustive: bool) -> None:
    """This includes loops, several edges between two nodes, and nodes at one place."""
    for seed in range(3_000 if exhaustive else 300):
        rng = random.Random(seed)
        found, made, (starts, goals) = random_search(rng, rng.randint(1, 16))
        arcs = list(zip(made.sources().tolist(), made.targets.tolist(), made.costs, strict=True))
        costs = naive_paths.arc_costs_from(arcs, starts)
        least = min((costs.get(row, math.inf) + goals[row] for row in goals), default=math.inf)
        assert found.cost == pytest.approx(least)
        assert (len(found.rows) > 0) == (least < math.inf)
        if len(found.rows):
            first, *_, last = [*found.rows.tolist()] * 2
            assert len(found.arcs) == len(found.rows) - 1
            assert (made.sources()[found.arcs] == found.rows[:-1]).all()
            assert (made.targets[found.arcs] == found.rows[1:]).all()
            total = starts[first] + made.costs[found.arcs].sum() + goals[last]
            assert total == pytest.approx(least)


def test_the_kernel_interpreted_finds_the_same_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Node by node, with the same counts."""
    compiled = [random_search(random.Random(seed), 12)[0] for seed in range(60)]
    monkeypatch.setattr(adjacency, "kernel", interpreted.load_interpreted("graph_search"))
    for seed, known in enumerate(compiled):
        found = random_search(random.Random(seed), 12)[0]
        assert (found.rows.tolist(), found.arcs.tolist()) == (
            known.rows.tolist(), known.arcs.tolist(),
        )  # fmt: skip
        assert (found.cost, found.visited, found.operations) == (
            known.cost, known.visited, known.operations,
        )  # fmt: skip


def test_cheap_edge_that_comes_late_is_taken() -> None:
    """An improved node must be queued again, though it was queued before (X-005)."""
    level = level_of(
        [at(1, 0), at(2, 1), at(3, 1, 1), at(4, 2)],
        [joins(5, 1, 2, factor=9), joins(6, 1, 3), joins(7, 3, 2), joins(8, 2, 4)],
    )
    assert Graph.of(level).find_path(1, 4).nodes.tolist() == [1, 3, 2, 4]


def test_teleport_is_taken_whatever_the_distance() -> None:
    """An edge may cost nothing, however long it is (S3-028)."""
    level = level_of(
        [at(1, 0), at(2, -50), at(3, 100), at(4, 90)],
        [joins(5, 1, 4), joins(6, 1, 2), joins(7, 2, 3, factor=0), joins(8, 3, 4)],
    )
    result = Graph.of(level).find_path(1, 4)
    assert (result.nodes.tolist(), result.cost) == ([1, 2, 3, 4], 60.0)
    assert result.length == 210.0


def test_limit_gives_up() -> None:
    """As a search over cells does."""
    level = level_of(
        [at(i, i) for i in range(1, 9)], [joins(20 + i, i, i + 1) for i in range(1, 8)]
    )
    graph = Graph.of(level)
    assert graph.find_path(1, 8, limit=3).status is Status.LIMIT_REACHED
    assert graph.find_path(1, 8, limit=8).ok


def test_unknown_and_switched_off_waypoints_are_refused() -> None:
    """The result has a status; there is no exception (S3-026, S3-029)."""
    graph = Graph.of(level_of([at(1, 0), at(2, 1, enabled=False), at(3, 2)]))
    assert graph.find_path(9, 1).status is Status.BAD_START
    assert graph.find_path(1, 9).status is Status.BAD_END
    assert graph.find_path(2, 1).status is Status.BAD_START
    assert graph.find_path(1, 2).status is Status.BAD_END
    assert graph.find_path(1, 3).status is Status.NO_PATH
    assert Graph.of(Level()).find_path(1, 2).status is Status.BAD_START


def test_edge_to_nowhere_is_named() -> None:
    """Only a level made by hand can have one."""
    level = Level(elements={Waypoint: {1: at(1, 0)}, Edge: {5: joins(5, 1, 7)}})
    with pytest.raises(NavcoreError, match="edge 5: there is no waypoint 7"):
        Graph.of(level)


def test_lookups_equal_brute_force() -> None:
    """Nearest, within a radius, by type and by tag, for enabled waypoints only."""
    for seed in range(60):
        rng = random.Random(seed)
        level = networks.random_level(rng, 60, storeys=True)
        graph = Graph.of(level)
        on = [one for one in level.of(Waypoint).values() if one.enabled]
        point, radius = (rng.uniform(-9, 15), rng.uniform(-9, 15)), rng.choice((0, 1, 2.5, 60))
        for layer in (None, "ground", "upper", "roof"):
            there = [one for one in on if layer in (None, one.layer)]
            away = {one.id: math.dist(one.position, point) for one in there}
            nearest = min(away, key=lambda one: (round(away[one], 9), one), default=None)
            assert graph.nearest(point, layer=layer) == nearest
            within = sorted(one for one in away if away[one] <= radius)
            assert graph.within(point, radius, layer=layer).tolist() == within
        of_type = sorted(one.id for one in on if one.type == "patrol")
        assert graph.of_type("patrol").tolist() == of_type
        assert graph.with_tag("red").tolist() == sorted(one.id for one in on if "red" in one.tags)


def test_nothing_is_within_a_radius_below_zero() -> None:
    """Its square is that of a positive one."""
    graph = Graph.of(level_of([at(1, 0.0), at(2, 90.0, 90.0), at(3, 89.8, 90.0)]))
    for radius in (-0.3, -5.0, -math.inf, math.nan):
        assert graph.within((89.9, 90.0), radius).tolist() == []
    assert graph.within((90.0, 90.0), 0.0).tolist() == [2]


def test_waypoints_in_a_row_or_far_away_are_found() -> None:
    """Squares of the index suit rows of places, too."""
    level = level_of([at(i, 10_000.0 * i, 5.0) for i in range(1, 90)])
    graph = Graph.of(level)
    assert graph.nearest((-1e6, 1e6)) == 1
    assert graph.nearest((5e9, -5e9)) == 89
    assert graph.within((30_000.0, 5.0), 10_000.0).tolist() == [2, 3, 4]
    assert graph.within((0.0, 5.0), math.inf).tolist() == list(range(1, 90))
    with pytest.raises(NavcoreError, match="finite"):
        graph.nearest((math.nan, 0.0))


def arrays_of(graph: Graph) -> dict[str, object]:
    """Return all arrays of a graph, for comparisons."""
    names = (
        "ids", "positions", "enabled", "layers", "edge_ids", "edge_rows", "lengths", "offsets",
        "targets", "costs", "records",
    )  # fmt: skip
    words = {word: graph.with_tag(word).tolist() for word in networks.WORDS}
    types = {word: graph.of_type(word).tolist() for word in networks.TYPES}
    masks = {words: graph.passable(*words).arcs.tolist() for words in _QUERIES}
    return {name: getattr(graph, name).tolist() for name in names} | words | types | {
        "masks": masks, "factor": graph.factor, "storeys": graph.storeys,
    }  # fmt: skip


_QUERIES = ((), (("swim",),), ((), ("red",)), (("key", "swim"), None, ("blue",)))


def random_edit(rng: random.Random, level: Level) -> Edit:
    """Move, switch, tag, add or delete some waypoints and edges."""
    waypoints, edges = list(level.of(Waypoint).values()), list(level.of(Edge).values())
    kind = rng.choice(("move", "switch", "tag", "add", "remove", "join", "factor", "layer"))
    some = rng.sample(waypoints, min(len(waypoints), rng.randint(1, 3)))
    if kind == "add":
        return Edit.put(level, [at(rng.randrange(1, 2**32), rng.randint(0, 9)) for _ in range(2)])
    if kind == "remove":
        return Edit.remove(level, [one.id for one in some])
    if kind == "join" and len(some) > 1:
        return Edit.put(level, [joins(rng.randrange(1, 2**32), some[0].id, some[1].id)])
    if kind == "factor" and edges:
        one = rng.choice(edges)
        return Edit.put(level, [replace(one, factor=rng.random(), one_way=not one.one_way)])
    changes = {
        "move": {"position": (rng.randint(0, 9), rng.random())},
        "switch": {"enabled": rng.random() < 0.5},
        "tag": {"tags": networks.some(rng, networks.WORDS), "type": rng.choice(networks.TYPES)},
        "layer": {"layer": rng.choice(("ground", "upper"))},
    }
    return Edit.put(level, [replace(one, **changes.get(kind, {})) for one in some])


def test_points_at_the_very_radius_are_within() -> None:
    """As `math.dist` computes it, whichever way squares are rounded (S3-034)."""
    rng = random.Random(5)
    for _ in range(500):
        places = np.array([(rng.uniform(-50, 50), rng.uniform(-50, 50)) for _ in range(9)])
        near, point = Near(places), (rng.uniform(-50, 50), rng.uniform(-50, 50))
        for place in places.tolist():
            radius = math.dist(place, point)
            for reach in (math.nextafter(radius, 0.0), radius):
                told = near.within(point, reach).tolist()
                assert told == [n for n in range(9) if math.dist(places[n], point) <= reach]


def test_changed_equals_of_after_any_edit(exhaustive: bool) -> None:
    """Arrays, lookups and masks are equal, whether requested before the edit or after."""
    for seed in range(400 if exhaustive else 40):
        rng = random.Random(seed)
        level = networks.random_level(rng, storeys=True)
        graph = Graph.of(level)
        for _ in range(8):
            if rng.random() < 0.5:
                arrays_of(graph)
            edit = random_edit(rng, level)
            level = edit.apply(level)
            graph = graph.changed(level, edit.after)
            assert arrays_of(graph) == arrays_of(Graph.of(level)), seed


def test_moving_a_waypoint_shares_what_stays() -> None:
    """A drag changes only edges of moved waypoints."""
    level = level_of([at(1, 0), at(2, 1), at(3, 2)], [joins(5, 1, 2), joins(6, 2, 3)])
    graph = Graph.of(level)
    edit = Edit.put(level, [at(3, 7)])
    moved = graph.changed(edit.apply(level), edit.after)
    assert moved.targets is graph.targets
    assert moved.ids is graph.ids
    assert moved.lengths.tolist() == [1.0, 6.0]
    assert graph.lengths.tolist() == [1.0, 1.0]
    assert graph.changed(level, ()) is graph


def test_same_call_gives_the_same_bytes() -> None:
    """Results don't depend on earlier queries."""
    for seed in range(40):
        level = networks.random_level(random.Random(seed))
        one, other = Graph.of(level), Graph.of(level)
        for start in one.ids.tolist():
            a, b = one.find_path(start, int(one.ids[0])), other.find_path(start, int(one.ids[0]))
            assert (a.nodes.tobytes(), a.cost, a.visited) == (b.nodes.tobytes(), b.cost, b.visited)
