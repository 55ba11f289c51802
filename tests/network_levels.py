"""Levels for networks, and the checks that every network must pass."""

import heapq
import math
import random
from collections.abc import Iterable

import msgspec
import numpy as np
import shapely

from navcore import load_level
from navcore.graph.clearance import Clearance
from navcore.level.model import Area, Edge, Level, Obstacle, Point, Ring, Waypoint
from navcore.samples import path
from tests.naive_corridors import Walls
from tests.strategies import random_level


def square(low: float, high: float) -> Ring:
    """Return the square with the diagonal from (low, low) to (high, high)."""
    return ((low, low), (high, low), (high, high), (low, high))


def box(x0: float, z0: float, x1: float, z1: float) -> Ring:
    """Return a rectangle."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def level_of(floors: Iterable[Ring], blocks: Iterable[Ring] = ()) -> Level:
    """Return a level of areas with ids from 1 and obstacles with ids from 101."""
    areas = {i: Area(id=i, name=f"a{i}", polygon=ring) for i, ring in enumerate(floors, 1)}
    obstacles = {i: Obstacle(id=i, polygon=ring) for i, ring in enumerate(blocks, 101)}
    return Level(areas=areas, obstacles=obstacles)


def scattered(seed: int, count: int, side: float) -> Level:
    """Return a square of floor with rotated rectangles at least 0.8 m from each other."""
    rng = random.Random(seed)
    placed: list[tuple[float, float, float]] = []
    rings: list[Ring] = []
    for _ in range(50 * count):
        x, z, reach = rng.uniform(1, side - 1), rng.uniform(1, side - 1), rng.uniform(0.5, 1.4)
        if len(rings) == count:
            break
        if all(math.dist((x, z), other[:2]) > reach + other[2] + 0.8 for other in placed):
            placed.append((x, z, reach))
            turn, wide = rng.uniform(0, math.tau), rng.uniform(0.3, 1.3)
            turns = (turn, turn + wide, turn + math.pi, turn + math.pi + wide)
            rings.append(tuple((x + reach * math.cos(t), z + reach * math.sin(t)) for t in turns))
    return level_of([square(0.0, side)], rings)


def random_floor(seed: int) -> Level:
    """Return a random level that has some floor."""
    level = random_level(random.Random(seed))
    return level.with_items({1: Area(id=1, polygon=square(0.0, 10.0))})


def sample_ground(name: str) -> Level:
    """Return the ground storey of a sample, with open doors and without a network."""
    level = load_level(path(name))
    away = [*level.of(Waypoint).values(), *level.of(Edge).values()]
    away += [one for one in level.elements() if level.settings.layer_of(one) != "ground"]
    away += [one for one in level.areas.values() if one.needs and not one.door]
    level = level.with_items(dict.fromkeys((one.id for one in away), None))
    doors = [one for one in level.areas.values() if one.door]
    return level.with_items(
        {one.id: msgspec.structs.replace(one, available=True, needs=()) for one in doors}
    )


def assert_keeps_clear(level: Level, radius: float, lines: np.ndarray) -> None:
    """Check that every line is on floor and keeps a radius from all walls."""
    walls = Walls(level)
    for ax, az, bx, bz in lines.tolist():
        assert walls.distance((ax, az), (bx, bz)) >= radius - 1e-4 * max(1.0, radius)
        assert walls.is_free((ax, az))
        assert walls.is_free((bx, bz))


def distances(nodes: np.ndarray, pairs: np.ndarray, start: int) -> list[float]:
    """Return the lengths of the shortest paths from a node to all others (Dijkstra)."""
    arcs: list[list[tuple[int, float]]] = [[] for _ in nodes]
    for a, b in pairs.tolist():
        length = math.dist(nodes[a], nodes[b])
        arcs[a].append((b, length))
        arcs[b].append((a, length))
    found = [math.inf] * len(nodes)
    found[start] = 0.0
    queue = [(0.0, start)]
    while queue:
        cost, node = heapq.heappop(queue)
        if cost > found[node]:
            continue
        for other, length in arcs[node]:
            if cost + length < found[other]:
                found[other] = cost + length
                heapq.heappush(queue, (cost + length, other))
    return found


def components(count: int, pairs: np.ndarray) -> list[int]:
    """Return a number for each node, equal for nodes that pairs connect."""
    names = list(range(count))

    def name(node: int) -> int:
        while names[node] != node:
            names[node] = names[names[node]]
            node = names[node]
        return node

    for a, b in pairs.tolist():
        names[name(a)] = name(b)
    return [name(node) for node in range(count)]


def spiky(seed: int) -> Level:
    """Return a square of 20 m with randomly rotated triangles with tips of 16 to 120 degrees."""
    rng = random.Random(seed)
    blocks = []
    for _ in range(12):
        x, z, turn = rng.uniform(3, 17), rng.uniform(3, 17), rng.uniform(0, 2 * math.pi)
        half, side = math.radians(rng.uniform(8, 60)), rng.uniform(1, 4)
        ends = [
            (x - side * math.cos(turn + one * half), z - side * math.sin(turn + one * half))
            for one in (1, -1)
        ]
        if all(0.5 < place < 19.5 for end in ends for place in end):
            blocks.append(((x, z), *ends))
    return level_of([square(0, 20)], blocks)


class ExactVisibility:
    """Visibility graph around obstacles enlarged by a radius, computed with shapely.

    The corners are mitred, as nodes in front of corners are, or rounded, as a body moves around
    them, which is shorter.
    """

    def __init__(self, level: Level, radius: float, *, rounded: bool = False) -> None:
        """Build the graph of a level of one square of floor and simple obstacles."""
        (floor,) = level.areas.values()
        blocks = [shapely.Polygon(one.polygon) for one in level.obstacles.values()]
        if rounded:
            grown = shapely.buffer(blocks, radius, quad_segs=6)
        else:
            grown = shapely.buffer(blocks, radius, join_style="mitre", mitre_limit=10)
        edge = shapely.buffer(shapely.Polygon(floor.polygon), -radius, join_style="mitre")
        self.blocked = shapely.union_all([*grown])
        self.floor = shapely.buffer(edge, 1e-7)
        # Slightly smaller, so that lines along a side don't count as blocked.
        self.inner = shapely.buffer(self.blocked, -1e-7, join_style="mitre")
        shapely.prepare(self.inner)
        shapely.prepare(self.floor)
        corners = shapely.get_coordinates(self.blocked)
        free = ~shapely.contains_xy(self.inner, corners) & shapely.contains_xy(self.floor, corners)
        self.nodes = np.unique(np.round(corners[free], 9), axis=0)
        self.pairs = self._seen(self.nodes, *np.triu_indices(len(self.nodes), 1))

    def _seen(self, nodes: np.ndarray, i: np.ndarray, j: np.ndarray) -> np.ndarray:
        lines = shapely.linestrings(np.stack((nodes[i], nodes[j]), axis=1))
        clear = ~shapely.intersects(self.inner, lines) & shapely.covers(self.floor, lines)
        return np.column_stack((i, j))[clear]

    def is_free(self, place: Point) -> bool:
        """Return whether an agent of the radius can stand at a place."""
        return not shapely.contains_xy(self.blocked, *place) and shapely.contains_xy(
            self.floor, *place
        )

    def length(self, start: Point, goal: Point) -> float:
        """Return the length of the shortest path."""
        nodes = np.concatenate((self.nodes, [start, goal]))
        count = len(self.nodes)
        i = np.concatenate((np.arange(count), np.arange(count + 1)))
        j = np.repeat((count, count + 1), (count, count + 1))
        pairs = np.concatenate((self.pairs, self._seen(nodes, i, j)))
        return distances(nodes, pairs, count)[count + 1]


def length_over(
    clearance: Clearance, radius: float, nodes: np.ndarray, pairs: np.ndarray, ends: list[Point]
) -> float:
    """Return the length of the shortest path between two places joined to all visible nodes."""
    every = np.concatenate((nodes, ends))
    count = len(nodes)
    i = np.concatenate((np.arange(count), np.arange(count + 1)))
    j = np.repeat((count, count + 1), (count, count + 1))
    seen = clearance.clear(np.hstack((every[i], every[j])), radius)
    joined = np.concatenate((pairs, np.column_stack((i, j))[seen]))
    return distances(every, joined, count)[count + 1]
