"""Obvious, slow references that the fast code is held against."""

import itertools
import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np
import shapely

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.geometry.polygons import nearest_on_segment, segments_meet
from navcore.level.model import Level, Point, Ring
from navcore.path.sight import is_clear


def walk(
    position: tuple[float, float],
    speed: float,
    points: list[tuple[float, float]],
    seconds: float,
) -> tuple[tuple[float, float], int]:
    """Return the position after `seconds` along `points`, and the number of passed points."""
    passed = 0
    for point in points:
        needed = math.dist(position, point) / speed
        if needed > seconds:
            share = seconds / needed
            x = position[0] + (point[0] - position[0]) * share
            z = position[1] + (point[1] - position[1]) * share
            return (x, z), passed
        position, seconds, passed = point, seconds - needed, passed + 1
    return position, passed


def angle_between(first: float, second: float) -> float:
    """Return the angle between two directions, 0 to pi radians."""
    return abs(math.remainder(first - second, 2 * math.pi))


def may_pass(grid: NavGrid, a: Point, b: Point) -> bool:
    """Return whether a straight line leads from a to b; out of a wall into any walkable cell."""
    if not grid.is_walkable(*b):
        return False
    return not grid.is_walkable(*a) or is_clear(grid, a, b)


def to_segment(place: Point, a: Point, b: Point) -> float:
    """Distance from a place to a segment, metres."""
    return math.dist(place, nearest_on_segment(place, a, b))


def push_apart(
    grid: NavGrid, places: Sequence[Point], radii: Sequence[float], ids: Sequence[int], passes: int
) -> list[Point]:
    """Return the places after pushing each overlapping pair apart, pass by pass."""
    now = list(places)
    for _ in range(passes):
        for i, j in itertools.combinations(range(len(now)), 2):
            _push_pair(grid, now, i, j, radii[i] + radii[j], ids)
    return now


def _push_pair(
    grid: NavGrid, now: list[Point], i: int, j: int, reach: float, ids: Sequence[int]
) -> None:
    dx, dz = now[j][0] - now[i][0], now[j][1] - now[i][1]
    apart = math.sqrt(dx * dx + dz * dz)
    if reach - apart <= 1e-6:
        return
    turn = 2 * math.pi * ((ids[i] * 40503 + ids[j] * 30011) % 1024) / 1024
    ux, uz = (dx / apart, dz / apart) if apart else (math.cos(turn), math.sin(turn))

    def moved(k: int, by: float) -> Point:
        return (now[k][0] + by * ux, now[k][1] + by * uz)

    half, whole = 0.5 * (reach - apart), reach - apart
    can_i = may_pass(grid, now[i], moved(i, -half))
    can_j = may_pass(grid, now[j], moved(j, half))
    if can_i and can_j:
        now[i], now[j] = moved(i, -half), moved(j, half)
    elif can_i:
        now[i] = moved(i, -(whole if may_pass(grid, now[i], moved(i, -whole)) else half))
    elif can_j:
        now[j] = moved(j, whole if may_pass(grid, now[j], moved(j, whole)) else half)
    else:
        ways = ((half * ux, 0.0), (0.0, half * uz))
        for ex, ez in ways if abs(ux) >= abs(uz) else ways[::-1]:
            sides = [
                (k, (now[k][0] + sign * ex, now[k][1] + sign * ez)) for k, sign in ((i, -1), (j, 1))
            ]
            can = [(k, to) for k, to in sides if to != now[k] and may_pass(grid, now[k], to)]
            for k, to in can:
                now[k] = to
            if can:
                return


def centres(lattice: Lattice) -> tuple[np.ndarray, np.ndarray]:
    """Centres of all cells: x as (1, width), z as (depth, 1)."""
    return lattice.centres_x()[None, :], lattice.centres_z()[:, None]


def edges(ring: Ring) -> list[tuple[Point, Point]]:
    """The ring's edges, lower end first, ties by x."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return [(a, b) if (a[1], a[0]) <= (b[1], b[0]) else (b, a) for a, b in pairs]


@np.errstate(all="ignore")
def inside(ring: Ring, px: np.ndarray, pz: np.ndarray) -> np.ndarray:
    """Return whether points lie inside the ring: even-odd, half-open (S0-022)."""
    odd = np.zeros(np.broadcast(px, pz).shape, bool)
    for (xa, za), (xb, zb) in edges(ring):
        if za != zb:
            crossing = xa + (pz - za) / (zb - za) * (xb - xa)
            odd ^= ((za > pz) != (zb > pz)) & (px < crossing)
    return odd


@np.errstate(all="ignore")
def distance2(a: Point, b: Point, px: np.ndarray, pz: np.ndarray) -> np.ndarray:
    """Squared distance from points to a segment, by projection."""
    xa, za = a
    dx, dz = b[0] - xa, b[1] - za
    length2 = dx * dx + dz * dz
    t = ((px - xa) * dx + (pz - za) * dz) / length2 if length2 > 0.0 else np.zeros_like(px)
    t = np.clip(t, 0.0, 1.0)
    ex = px - (xa + t * dx)
    ez = pz - (za + t * dz)
    return ex * ex + ez * ez


def floor_cells(level: Level, lattice: Lattice) -> np.ndarray:
    """(depth, width): which centres lie in an available area (S0-022 to S0-024)."""
    px, pz = centres(lattice)
    found = np.zeros((lattice.depth, lattice.width), bool)
    for area in level.areas.values():
        if area.available:
            found |= inside(area.polygon, px, pz)
    return found


def obstacle_cells(level: Level, lattice: Lattice) -> np.ndarray:
    """(depth, width): which centres lie in an obstacle or within its clearance (S0-027)."""
    px, pz = centres(lattice)
    reach = level.settings.agent_radius + level.settings.object_padding
    found = np.zeros((lattice.depth, lattice.width), bool)
    for obstacle in level.obstacles.values():
        if obstacle.enabled:
            found |= inside(obstacle.polygon, px, pz)
            for a, b in edges(obstacle.polygon):
                found |= distance2(a, b, px, pz) <= reach * reach
    return found


def in_any(rings: list[Ring], px: np.ndarray, pz: np.ndarray) -> np.ndarray:
    """Return whether points lie inside any of the rings."""
    return np.any([inside(ring, px, pz) for ring in rings], axis=0)


def edge_distance(rings: list[Ring], px: np.ndarray, pz: np.ndarray) -> np.ndarray:
    """Distance from points to the nearest edge of any of the rings."""
    sides = [side for ring in rings for side in edges(ring)]
    return np.sqrt(np.min([distance2(a, b, px, pz) for a, b in sides], axis=0))


def boxes_near(a: Sequence[float], b: Sequence[float], reach: float) -> bool:
    """Return whether two boxes are at most `reach` apart along both axes."""
    return all(a[i] <= b[i + 2] + reach and b[i] <= a[i + 2] + reach for i in (0, 1))


def outer_distance(level: Level, lattice: Lattice) -> np.ndarray:
    """(depth, width): distance from centres to the outer edge of all areas at once (S0-026).

    The outer edge is the boundary of the union of the available areas after gaps narrower than
    the seam are closed; infinite where there is none.
    """
    px, pz = np.broadcast_arrays(*centres(lattice))
    union = floor_of(level)
    if union.is_empty:
        return np.full(px.shape, np.inf)
    return shapely.distance(union.boundary, shapely.points(px, pz))


def floor_of(level: Level) -> shapely.Geometry:
    """The union of the available areas after gaps narrower than the seam are closed."""
    rings = [area.polygon for area in level.areas.values() if area.available]
    valid = [shapely.make_valid(shapely.Polygon(ring), method="linework") for ring in rings]
    parts = shapely.get_parts(shapely.get_parts(valid))
    union = shapely.Polygon()
    farthest = max((abs(value) for ring in rings for point in ring for value in point), default=0)
    # On a grid, because GEOS 3.14 sometimes drops a polygon that nearly touches another.
    grid = max(1e-9, farthest * 1e-14)
    for part in parts:
        if part.geom_type == "Polygon":
            union = shapely.union(union, part, grid_size=grid)
            faces = shapely.get_parts(shapely.get_parts(union)).tolist()
            union = shapely.MultiPolygon([face for face in faces if face.geom_type == "Polygon"])
    half = max(level.settings.seam, 1e-5) / 2
    union = shapely.buffer(union, half, join_style="mitre")
    # GEOS 3.14 loses polygons at single distances, so the largest of several counts.
    shrunk = [
        shapely.buffer(union, -half * factor, join_style="mitre")
        for factor in (1, 1 - 1e-6, 1 + 1e-6, 1 - 1e-5, 1 + 1e-5)
    ]
    return max(shrunk, key=lambda geometry: geometry.area)


def cell_pixels(walkable, floor, columns, rows, colours, thick, hatch, phase):
    """The colour of every pixel, decided one by one."""

    def can_walk(row, column):
        return row >= 0 and column >= 0 and walkable[row + 1, column + 1] != 0

    def colour(y, x):
        row, column = rows[y + thick], columns[x + thick]
        if row < 0 or column < 0:
            return colours[0]
        if walkable[row + 1, column + 1]:
            beside = [
                (rows[y], column),
                (rows[y + 2 * thick], column),
                (row, columns[x]),
                (row, columns[x + 2 * thick]),
            ]
            return colours[1] if all(can_walk(*cell) for cell in beside) else colours[4]
        if not floor[row, column]:
            return colours[0]
        return colours[3] if hatch and (x + y + phase) % hatch < 1 else colours[2]

    height, width = len(rows) - 2 * thick, len(columns) - 2 * thick
    return np.array([[colour(y, x) for x in range(width)] for y in range(height)], np.uint32)


def snapping_places(
    level: Level, point: Point, step: float | None, reach: float, kinds: set[str],
    moving: Mapping[int, Collection[int]], out: Collection[int],
) -> list[tuple[str, Point]]:  # fmt: skip
    """Every answer that snapping may give; several only where they are equally good.

    `moving` are corners that move, with their edges; `out` are elements that attract nothing.
    """
    still, corners = [], []
    for polygon in (*level.areas.values(), *level.obstacles.values()):
        if polygon.id in out:
            continue
        ring, moved = polygon.polygon, moving.get(polygon.id, ())
        corners += [corner for n, corner in enumerate(ring) if n not in moved]
        still += [
            edge
            for n, edge in enumerate(edges(ring))
            if n not in moved and (n + 1) % len(ring) not in moved
        ]
    found = [("vertex", corner) for corner in corners]
    found += [("midpoint", ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) for a, b in still]
    for (a, b), (c, d) in itertools.combinations(still, 2):
        meets = segments_meet(a, b, c, d)
        parallel = (b[0] - a[0]) * (d[1] - c[1]) == (b[1] - a[1]) * (d[0] - c[0])
        if meets is not None and not parallel and not {a, b} & {c, d}:
            found.append(("crossing", meets))
    found = [each for each in found if math.dist(each[1], point) <= reach]
    for a, b in still:
        if math.dist(nearest_on_segment(point, a, b), point) <= reach:
            found.append(("edge", _on_edge(point, a, b, step)))
    found = [each for each in found if each[0] in kinds]
    share, fine = _share(step, reach / 10)
    close = [each for each in found if math.dist(each[1], point) <= share]
    pool = [each for each in close if each[0] != "edge"] or (close if fine else []) or found
    if pool is found and step is not None:
        pool = [*found, ("grid", tuple(round(value / step) * step for value in point))]
    return _winners(pool, point, reach / 10) if pool else [("none", point)]


def _share(step: float | None, pixel: float) -> tuple[float, bool]:
    """Return the tolerance of corners over the grid, and whether its step is too fine."""
    if step is None:
        return 10 * pixel, False
    square = step
    if step < 6 * pixel:
        drawn = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 25.0, 50.0)
        square = next(each for each in drawn if each >= step and each >= 12 * pixel)
    return min(10 * pixel, 0.35 * square), square != step


def _winners(pool: list[tuple[str, Point]], point: Point, pixel: float) -> list[tuple[str, Point]]:
    """Return the nearest candidates; of those within a pixel of each other, the first by kind."""
    away = {each: math.dist(each[1], point) for each in pool}
    winners = []
    for nearest in (each for each in pool if away[each] <= min(away.values()) + 1e-12):
        here = [each for each in pool if math.dist(each[1], nearest[1]) <= pixel]
        first = min(_SNAPS.index(kind) for kind, _ in here)
        here = [each for each in here if each[0] == _SNAPS[first]]
        least = min(away[each] for each in here)
        winners += [each for each in here if away[each] <= least + 1e-12]
    return winners


_SNAPS = ("vertex", "crossing", "midpoint", "edge", "grid")


def _on_edge(point: Point, a: Point, b: Point, step: float | None) -> Point:
    """Return the nearest place where a grid line crosses the edge."""
    onto = nearest_on_segment(point, a, b)
    found = []
    for axis in (0, 1) if step is not None else ():
        low, high = sorted((a[axis], b[axis]))
        for number in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1):
            if low < high:
                share = (number * step - a[axis]) / (b[axis] - a[axis])
                found.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
    return min(found, key=lambda place: math.dist(place, onto), default=onto)


def leads_along(grid: NavGrid, line: Sequence[float], band: int) -> bool:
    """Return whether sideways and forward steps lead along a line over nearby cells.

    Cells are counted along its longer side; each column has those up to `band` beside the line.
    """
    lattice = grid.lattice
    x0, z0, x1, z1 = (
        (value - (lattice.min_x, lattice.min_z)[i % 2]) / lattice.cell_size
        for i, value in enumerate(line)
    )
    steep = abs(z1 - z0) > abs(x1 - x0)
    if steep:
        x0, z0, x1, z1 = z0, x0, z1, x1
    if x1 < x0:
        x0, z0, x1, z1 = x1, z1, x0, z0
    columns = range(math.floor(x0), math.floor(x1) + 1)
    cells: dict[int, set[tuple[int, int]]] = {}
    for column in columns:
        middle = min(max(column + 0.5, x0), x1)
        along = (middle - x0) / (x1 - x0) if x1 > x0 else 0.0
        row = math.floor(z0 + along * (z1 - z0))
        cells[column] = {
            (column, at)
            for at in range(row - band, row + band + 1)
            if lattice.holds(*((at, column) if steep else (column, at)))
            and grid.walkable[(column, at) if steep else (at, column)]
        }
    every = {cell for there in cells.values() for cell in there}
    first, last = (columns[0], math.floor(z0)), (columns[-1], math.floor(z1))
    reached = {first} if first in every else set(cells[columns[0]])
    queue = [*reached]
    while queue:
        column, row = queue.pop()
        for cell in ((column, row - 1), (column, row + 1), (column + 1, row)):
            if cell in every and cell not in reached:
                reached.add(cell)
                queue.append(cell)
    goals = {last} if last in every else cells[columns[-1]]
    return bool(goals & reached)


def terrain_pixels(texels, shares, classes, columns, rows, patterns, inks, shift, picture):
    """The channels of every pixel with terrain over it, as fractions, decided one by one."""

    def channels(pixel):
        return np.array([(int(pixel) >> bits) & 255 for bits in (24, 16, 8, 0)], float)

    def colour(y, x):
        below, (row, column) = channels(picture[y, x]), (rows[y], columns[x])
        if row < 0 or column < 0:
            return below
        share = shares[row, column] / 255
        found = channels(texels[row, column]) + below * (1 - share)
        kind, ink = inks[0, classes[row, column]], channels(inks[1, classes[row, column]]) * share
        step = patterns.shape[1]
        if share and patterns[kind, (y + shift[1]) % step, (x + shift[0]) % step]:
            return ink + found * (1 - ink[0] / 255)
        return found

    height, width = picture.shape
    return np.array([[colour(y, x) for x in range(width)] for y in range(height)])
