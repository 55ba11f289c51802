"""Reference for corridors: clearance from walls by shapely and by a search along the line."""

import itertools
import math

import numpy as np
import shapely

from navcore.geometry.polygons import nearest_on_segment
from navcore.level.model import Level, Point
from tests import naive


class Walls:
    """The walls on the ground storey of a level, with doors as drawn."""

    def __init__(self, level: Level) -> None:
        """Collect outlines of enabled obstacles, and the outer edge of the union of all areas."""
        self.rings = [one.polygon for one in level.obstacles.values() if one.active]
        self.floor = naive.floor_of(level)
        lines = [shapely.LinearRing(ring) for ring in self.rings if len(set(ring)) > 1]
        self.lines = shapely.union_all([*lines, self.floor.boundary])
        shapely.prepare(self.lines)
        shapely.prepare(self.floor)

    def is_free(self, place: Point) -> bool:
        """Return whether a place is on floor and in no obstacle."""
        x, z = np.array([place[0]]), np.array([place[1]])
        held = any(naive.inside(ring, x, z)[0] for ring in self.rings)
        return not held and shapely.contains_xy(self.floor, *place)

    def distance(self, a: Point, b: Point) -> float:
        """Return the distance in metres from a line to the nearest wall; infinite without walls."""
        if self.lines.is_empty:
            return math.inf
        return shapely.distance(self.lines, shapely.LineString([a, b]))

    def margin(self, a: Point, b: Point, start: float, end: float) -> float:
        """Return the metres between a tapered corridor and the nearest wall; negative if inside.

        The result is the minimum over all segments of walls, each found by a ternary search along
        the line: the distance to a segment minus the radius is convex along it.
        """
        if self.distance(a, b) > max(start, end) + 0.1:
            return math.inf
        sides = []
        for line in shapely.get_parts(self.lines):
            corners = shapely.get_coordinates(line).tolist()
            sides += itertools.pairwise(corners)
        reach = max(start, end) + 0.1
        near = [side for side in sides if _near(side, (a, b), reach)]
        return min((self._margin(a, b, start, end, side) for side in near), default=math.inf)

    @staticmethod
    def _margin(a: Point, b: Point, start: float, end: float, side: tuple) -> float:
        def left(t: float) -> float:
            place = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
            return naive.to_segment(place, *map(tuple, side)) - (start + t * (end - start))

        low, high = 0.0, 1.0
        for _ in range(80):
            one, other = low + (high - low) / 3, high - (high - low) / 3
            low, high = (one, high) if left(one) > left(other) else (low, other)
        return min(left(0.0), left(1.0), left((low + high) / 2))


def _near(one: tuple, other: tuple, reach: float) -> bool:
    """Return whether the bounding boxes of two segments are within a distance."""
    return all(
        min(p[axis] for p in one) <= max(p[axis] for p in other) + reach
        and min(p[axis] for p in other) <= max(p[axis] for p in one) + reach
        for axis in (0, 1)
    )


def pulled(nodes: np.ndarray, radii: np.ndarray, start: Point, goal: Point) -> np.ndarray:
    """Return the shortest path with one turn in each disc: (n + 2, 2) with both ends."""
    turns = [start, *map(tuple, nodes.tolist()), goal]
    length = math.inf
    for _ in range(64):
        for k in range(1, len(turns) - 1):
            turns[k] = _between(
                turns[k - 1], tuple(nodes[k - 1]), float(radii[k - 1]), turns[k + 1]
            )
        now = sum(math.dist(a, b) for a, b in itertools.pairwise(turns))
        if length - now < 1e-6:
            break
        length = now
    return np.array(turns)


def _between(a: Point, centre: Point, radius: float, b: Point) -> Point:
    """Return the point of a disc over which the path from a to b is shortest."""
    near = nearest_on_segment(centre, a, b)
    if math.dist(near, centre) <= radius:
        return near
    middle = math.atan2(near[1] - centre[1], near[0] - centre[0])

    def place(turn: float) -> Point:
        return (centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn))

    low, high = middle - math.pi / 2, middle + math.pi / 2
    for _ in range(60):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        lengths = [math.dist(a, place(turn)) + math.dist(place(turn), b) for turn in (one, other)]
        low, high = (one, high) if lengths[0] > lengths[1] else (low, other)
    return place((low + high) / 2)
