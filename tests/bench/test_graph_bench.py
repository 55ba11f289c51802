"""Networks of 10,000 waypoints and 30,000 edges: searches beside plain Python, edits, sizes.

    pytest tests/bench/test_graph_bench.py --benchmark-enable --benchmark-columns=median,max \
        --benchmark-verbose

Answers are compared first; memory and sizes of files stand in the extra info. No verdict depends
on speed.
"""

import heapq
import math
import random
import tracemalloc
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace
from pytest_benchmark.fixture import BenchmarkFixture

from navcore.formats import write_graph_json, write_level
from navcore.graph.graph import Graph
from navcore.graph.near import Near
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Level, Obstacle, Waypoint
from navcore.world import World

WAYPOINTS = 10_000
EDGES = 30_000
SIDE = 200.0
FEW = 24


@cache
def network() -> Level:
    """Return a floor with obstacles and waypoints that are connected to nearby ones."""
    rng = random.Random(17)
    places = [(rng.uniform(0, SIDE), rng.uniform(0, SIDE)) for _ in range(WAYPOINTS)]
    near = Near(np.array(places))
    joined: dict[tuple[int, int], float] = {}
    for one, place in enumerate(places):
        rows = near.within(place, 6.0).tolist()
        rows.sort(key=lambda other: math.dist(places[other], place))
        for other in rows[1:6]:
            joined.setdefault((min(one, other), max(one, other)), rng.uniform(1.0, 1.5))
    edges = {
        2**20 + i: Edge(id=2**20 + i, start=a + 1, end=b + 1, factor=factor)
        for i, ((a, b), factor) in enumerate(list(joined.items())[:EDGES])
    }
    waypoints = {i + 1: Waypoint(id=i + 1, position=place) for i, place in enumerate(places)}
    things = {}
    for i in range(2**21, 2**21 + 1000):
        x, z = rng.uniform(0, SIDE), rng.uniform(0, SIDE)
        things[i] = Obstacle(id=i, polygon=((x, z), (x + 1, z), (x + 1, z + 1), (x, z + 1)))
    floor = Area(id=2**22, polygon=((0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE)))
    elements = {Waypoint: waypoints, Edge: edges}
    return Level(areas={floor.id: floor}, obstacles=things, elements=elements)


def pairs() -> list[tuple[int, int]]:
    """Return pairs of waypoints for searches."""
    rng = random.Random(3)
    return [(rng.randint(1, WAYPOINTS), rng.randint(1, WAYPOINTS)) for _ in range(FEW)]


class Plain:
    """A straightforward A* in Python, over prepared lists."""

    def __init__(self, level: Level) -> None:
        """Prepare the lists of a level's network."""
        self.places = {one.id: one.position for one in level.of(Waypoint).values()}
        self.edges: dict[int, list[tuple[int, float]]] = {one: [] for one in self.places}
        for edge in level.of(Edge).values():
            cost = math.dist(self.places[edge.start], self.places[edge.end]) * edge.factor
            self.edges[edge.start].append((edge.end, cost))
            self.edges[edge.end].append((edge.start, cost))

    def cost(self, start: int, goal: int) -> float | None:
        """Return the cost of the cheapest path; factors are at least 1."""
        costs, end, done = {start: 0.0}, self.places[goal], set[int]()
        queue = [(0.0, start)]
        while queue:
            _, one = heapq.heappop(queue)
            if one == goal:
                return costs[one]
            if one in done:
                continue
            done.add(one)
            for other, step in self.edges[one]:
                cost = costs[one] + step
                if cost < costs.get(other, math.inf):
                    costs[other] = cost
                    heapq.heappush(queue, (cost + math.dist(self.places[other], end), other))
        return None


@pytest.mark.parametrize("how", ["compiled", "plain"])
def test_searches(benchmark: BenchmarkFixture, how: str) -> None:
    """Search between random waypoints."""
    level = network()
    graph, plain = Graph.of(level), Plain(level)
    found = [graph.find_path(*pair) for pair in pairs()]
    expected = [plain.cost(*pair) for pair in pairs()]
    assert [one.cost if one.ok else None for one in found] == pytest.approx(expected, rel=1e-9)
    benchmark.group = f"{FEW} searches over {WAYPOINTS:,} waypoints"
    benchmark.extra_info["edges"] = len(graph.edge_ids)
    benchmark.extra_info["visited"] = sum(one.visited for one in found) // FEW
    if how == "plain":
        benchmark.pedantic(lambda: [plain.cost(*pair) for pair in pairs()], rounds=3)
    else:
        benchmark.pedantic(lambda: [graph.find_path(*pair) for pair in pairs()], rounds=20)


@pytest.mark.parametrize("what", ["waypoint", "obstacle", "edge"])
def test_edits_reach_the_network(benchmark: BenchmarkFixture, what: str) -> None:
    """Measure from an edit to the new world's network; a frame at 60 Hz has 16 ms."""
    world = World.build(network())
    assert len(world.graph.ids) == WAYPOINTS
    rng = random.Random(1)

    def edit_once() -> None:
        nonlocal world
        level = world.level
        put: Waypoint | Obstacle | Edge
        if what == "waypoint":
            one = level.of(Waypoint)[rng.randint(1, WAYPOINTS)]
            put = replace(one, position=(one.position[0] + 0.1, one.position[1]))
        elif what == "obstacle":
            thing = level.obstacles[2**21 + rng.randrange(1000)]
            put = replace(thing, polygon=tuple((x + 0.1, z) for x, z in thing.polygon))
        else:
            put = Edge(id=2**23 + rng.randrange(2**20), start=1, end=rng.randint(2, WAYPOINTS))
        edit = Edit.put(level, [put])
        world = world.update(edit.apply(level), edit)
        assert len(world.graph.open) >= len(level.of(Edge))

    benchmark.group = "an edit, to the network"
    benchmark.pedantic(edit_once, rounds=30)
    fresh = World.build(world.level).graph
    assert world.graph.open.tolist() == fresh.open.tolist()
    assert world.graph.costs.tolist() == fresh.costs.tolist()


def test_paths_from_anywhere(benchmark: BenchmarkFixture) -> None:
    """Paths enter and leave the network at visible waypoints."""
    world, rng = World.build(network()), random.Random(5)
    ends = [(rng.uniform(1, SIDE - 1), rng.uniform(1, SIDE - 1)) for _ in range(2 * FEW)]
    asked = list(zip(ends[::2], ends[1::2], strict=True))
    found = [world.find_path(*pair, over="graph") for pair in asked]
    straight = [world.find_path(*pair) for pair in asked]
    for one, other in zip(found, straight, strict=True):
        assert one.ok == other.ok
    benchmark.group = f"{FEW} paths over waypoints from anywhere"
    benchmark.extra_info["rays"] = sum(one.rays for one in found) // FEW
    benchmark.pedantic(lambda: [world.find_path(*pair, over="graph") for pair in asked], rounds=5)


def test_sizes(benchmark: BenchmarkFixture) -> None:
    """Bytes in memory and in files."""
    level = network()
    tracemalloc.start()
    graph = Graph.of(level)
    assert graph.find_path(1, WAYPOINTS).visited > 0
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    alone = Level(elements={kind: level.of(kind) for kind in (Waypoint, Edge)})
    benchmark.extra_info["graph in memory, bytes"] = held
    benchmark.extra_info["level file, bytes"] = len(write_level(alone).encode("utf-8"))
    benchmark.extra_info["graph file, bytes"] = len(write_graph_json(alone).encode("utf-8"))
    benchmark.group = "building a network"
    benchmark.pedantic(Graph.of, (level,), rounds=5)
