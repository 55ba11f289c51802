"""Obvious, slow references that the fast code is held against."""

import heapq
import itertools
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np
import shapely

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.geometry.polygons import nearest_on_segment, segments_meet
from navcore.level.model import Level, Point, Ring
from navcore.path.sight import is_clear

# Walking: the kernel motion


def walk(
    position: tuple[float, float],
    speed: float,
    points: list[tuple[float, float]],
    seconds: float,
) -> tuple[tuple[float, float], int]:
    """Where an agent is after `seconds` along `points`, and how many of them it has passed."""
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
    """How far two directions are apart, 0 to pi radians."""
    return abs(math.remainder(first - second, 2 * math.pi))


# Crowds: places are metres, agents come in the order in which pairs are taken


def may_pass(grid: NavGrid, a: Point, b: Point) -> bool:
    """Whether one can go straight from a to b; out of a wall into any walkable cell."""
    if not grid.is_walkable(*b):
        return False
    return not grid.is_walkable(*a) or is_clear(grid, a, b)


def to_segment(place: Point, a: Point, b: Point) -> float:
    """Distance from a place to a segment, metres."""
    return math.dist(place, nearest_on_segment(place, a, b))


def push_apart(
    grid: NavGrid, places: Sequence[Point], radii: Sequence[float], ids: Sequence[int], passes: int
) -> list[Point]:
    """Where those who stand are after each pair that overlaps was pushed apart, pass by pass."""
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


# Baking: cells from polygons


def centres(lattice: Lattice) -> tuple[np.ndarray, np.ndarray]:
    """Centres of all cells: x as (1, width), z as (depth, 1)."""
    return lattice.centres_x()[None, :], lattice.centres_z()[:, None]


def edges(ring: Ring) -> list[tuple[Point, Point]]:
    """The ring's edges, lower end first, ties by x."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return [(a, b) if (a[1], a[0]) <= (b[1], b[0]) else (b, a) for a, b in pairs]


@np.errstate(all="ignore")
def inside(ring: Ring, px: np.ndarray, pz: np.ndarray) -> np.ndarray:
    """Whether points lie inside the ring: even-odd, half-open (S0-022)."""
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
    """Whether points lie inside any of the rings."""
    return np.any([inside(ring, px, pz) for ring in rings], axis=0)


def edge_distance(rings: list[Ring], px: np.ndarray, pz: np.ndarray) -> np.ndarray:
    """Distance from points to the nearest edge of any of the rings."""
    sides = [side for ring in rings for side in edges(ring)]
    return np.sqrt(np.min([distance2(a, b, px, pz) for a, b in sides], axis=0))


def boxes_near(a: Sequence[float], b: Sequence[float], reach: float) -> bool:
    """Whether two boxes are at most `reach` apart along both axes."""
    return all(a[i] <= b[i + 2] + reach and b[i] <= a[i + 2] + reach for i in (0, 1))


def outer_distance(level: Level, lattice: Lattice) -> np.ndarray:
    """(depth, width): distance from centres to the outer edge of all areas at once (S0-026).

    The outer edge is the boundary of the union of the available areas after gaps narrower than
    the seam are closed; infinite where there is none.
    """
    rings = [area.polygon for area in level.areas.values() if area.available]
    valid = [shapely.make_valid(shapely.Polygon(ring), method="linework") for ring in rings]
    parts = shapely.get_parts(shapely.get_parts(valid))
    union = shapely.Polygon()
    farthest = max((abs(value) for ring in rings for point in ring for value in point), default=0)
    # On a grid, or GEOS 3.14 at times leaves out a polygon that all but touches another.
    grid = max(1e-9, farthest * 1e-14)
    for part in parts:
        if part.geom_type == "Polygon":
            union = shapely.union(union, part, grid_size=grid)
            faces = shapely.get_parts(shapely.get_parts(union)).tolist()
            union = shapely.MultiPolygon([face for face in faces if face.geom_type == "Polygon"])
    half = max(level.settings.seam, 1e-5) / 2
    for distance in (half, -half):
        union = shapely.buffer(union, distance, join_style="mitre")
    px, pz = np.broadcast_arrays(*centres(lattice))
    if union.is_empty:
        return np.full(px.shape, np.inf)
    return shapely.distance(union.boundary, shapely.points(px, pz))


def pieces_of(cells: np.ndarray) -> list[set[tuple[int, int]]]:
    """The connected components of the walkable cells, (row, column) each, by flooding."""
    left = {(row, column) for row, column in np.argwhere(cells).tolist()}
    pieces = []
    while left:
        piece, waiting = set(), [min(left)]
        while waiting:
            row, column = cell = waiting.pop()
            if cell in left:
                left.remove(cell)
                piece.add(cell)
                waiting += [(row + 1, column), (row - 1, column), (row, column + 1)]
                waiting.append((row, column - 1))
        pieces.append(piece)
    return pieces


# Searching: cells are (column, row), maps are (depth, width) arrays of 0 and 1

Cell = tuple[int, int]


def is_free(cells: np.ndarray, cell: Cell) -> bool:
    """Whether the cell lies in the map and is walkable."""
    column, row = cell
    return 0 <= row < cells.shape[0] and 0 <= column < cells.shape[1] and bool(cells[row, column])


def steps_from(cells: np.ndarray, cell: Cell) -> Iterator[tuple[Cell, float]]:
    """The free neighbours of a cell and what a step costs; no diagonal past a blocked corner."""
    column, row = cell
    for dx, dz in itertools.product((-1, 0, 1), repeat=2):
        others = {(column + dx, row + dz), (column + dx, row), (column, row + dz)}
        if (dx or dz) and all(is_free(cells, other) for other in others):
            yield (column + dx, row + dz), math.hypot(dx, dz)


def costs_from(cells: np.ndarray, start: Cell) -> dict[Cell, float]:
    """What the cheapest way from `start` costs, for every cell that can be reached (Dijkstra)."""
    costs: dict[Cell, float] = {}
    queue = [(0.0, start)]
    while queue:
        cost, cell = heapq.heappop(queue)
        if cell not in costs:
            costs[cell] = cost
            for neighbour, step in steps_from(cells, cell):
                heapq.heappush(queue, (cost + step, neighbour))
    return costs


def weighted_costs_from(
    cells: np.ndarray, cost: np.ndarray, start: Cell, *, mean: bool
) -> dict[Cell, float]:
    """The same where a step costs what the cell it enters costs, or the mean of both cells'."""
    costs: dict[Cell, float] = {}
    queue = [(0.0, start)]
    while queue:
        so_far, cell = heapq.heappop(queue)
        if cell not in costs:
            costs[cell] = so_far
            here = float(cost[cell[1], cell[0]])
            for neighbour, length in steps_from(cells, cell):
                there = float(cost[neighbour[1], neighbour[0]])
                each = (here + there) / 2 if mean else there
                heapq.heappush(queue, (so_far + each * length, neighbour))
    return costs


def nearest_reachable(cells: np.ndarray, start: Cell, goal: Cell) -> Cell:
    """The reachable cell nearest to `goal`, then the cheapest to reach, then the first in order."""
    costs = costs_from(cells, start)
    return min(
        costs,
        key=lambda cell: (
            (cell[0] - goal[0]) ** 2 + (cell[1] - goal[1]) ** 2,
            round(costs[cell], 9),
            cell[1],
            cell[0],
        ),
    )


def nearest_free(cells: np.ndarray, x: float, z: float, rings: int) -> Cell | None:
    """The free cell with its centre nearest to a point in cells, at most `rings` cells away."""
    column, row = math.floor(x), math.floor(z)
    if is_free(cells, (column, row)):
        return column, row
    found = [
        ((c + 0.5 - x) ** 2 + (r + 0.5 - z) ** 2, r, c)
        for r, c in np.argwhere(cells).tolist()
        if max(abs(c - column), abs(r - row)) <= rings
    ]
    return min(found)[:0:-1] if found else None


def blocked_around(cells: np.ndarray, a: Point, b: Point) -> list[Cell]:
    """The blocked cells in the box around a segment and one cell on; outside all are blocked."""
    (x0, x1), (z0, z1) = (sorted((math.floor(p), math.floor(q))) for p, q in zip(a, b, strict=True))
    near = itertools.product(range(x0 - 1, x1 + 2), range(z0 - 1, z1 + 2))
    return [cell for cell in near if not is_free(cells, cell)]


def overlap(a: Point, b: Point, cell: Cell, grown: Fraction = Fraction(0)) -> Fraction | None:
    """How much of the segment lies in a cell, its border included, as a share of its length.

    None if it misses the cell; exact, in rational numbers. The cell is `grown` on all sides.
    """
    first, last = Fraction(0), Fraction(1)
    for p, q, low in zip(a, b, cell, strict=True):
        start, step = Fraction(p), Fraction(q) - Fraction(p)
        near, far = low - grown - start, low + 1 + grown - start
        if step == 0:
            if not near <= 0 <= far:
                return None
            continue
        one, other = sorted((near / step, far / step))
        first, last = max(first, one), min(last, other)
    return last - first if first <= last else None


def crosses(a: Point, b: Point, cell: Cell) -> bool:
    """Whether the segment crosses the inside of a cell, exactly."""
    share = overlap(a, b, cell)
    if not share:
        return False
    # A segment that runs along the border overlaps it, but not the inside.
    return all(p != q or low < Fraction(p) < low + 1 for p, q, low in zip(a, b, cell, strict=True))


def crosses_blocked(cells: np.ndarray, a: Point, b: Point) -> bool:
    """Whether the segment, in cells, crosses the inside of a blocked cell or leaves the map."""
    return any(crosses(a, b, cell) for cell in blocked_around(cells, a, b))


def touches_blocked(cells: np.ndarray, a: Point, b: Point, slack: float) -> bool:
    """Whether the segment comes within `slack` of a blocked cell or of the map's border."""
    grown = Fraction(slack)
    return any(overlap(a, b, cell, grown) is not None for cell in blocked_around(cells, a, b))


def pulled(points: list[Point], sees: Callable[[Point, Point], bool]) -> list[int]:
    """Greedy string pulling: from each point on to the last one in its sight."""
    kept = [0]
    while kept[-1] < len(points) - 1:
        anchor = kept[-1]
        ahead = range(len(points) - 1, anchor, -1)
        kept.append(next(i for i in ahead if i == anchor + 1 or sees(points[anchor], points[i])))
    return kept[1:]


def ground_cost(cost: np.ndarray, a: Point, b: Point) -> Fraction:
    """What a segment costs: its length in each cell times the cell's cost, as a share of it.

    Exact, in rational numbers; where it runs along a line between cells the dearer one counts.
    """
    ends = [(Fraction(p), Fraction(q)) for p, q in zip(a, b, strict=True)]
    cuts = {Fraction(0), Fraction(1)}
    for p, q in ends:
        low, high = sorted((p, q))
        cuts |= {
            (line - p) / (q - p) for line in range(math.ceil(low), math.floor(high) + 1) if p != q
        }
    total = Fraction(0)
    for first, last in itertools.pairwise(sorted(cuts)):
        x, z = (p + (q - p) * (first + last) / 2 for p, q in ends)
        columns = {math.floor(x), math.ceil(x) - 1}
        rows = {math.floor(z), math.ceil(z) - 1}
        around = itertools.product(columns, rows)
        total += (last - first) * max(Fraction(float(cost[row, column])) for column, row in around)
    return total


def covered(grid: NavGrid, circles: list[tuple[float, float, float]]) -> set[Cell]:
    """The cells whose centre lies in a circle, and those that hold a circle's centre."""
    cells = set()
    for row, column in itertools.product(range(grid.depth), range(grid.width)):
        for x, z, radius in circles:
            cx, cz = grid.centre_of(column, row)
            near = (cx - x) * (cx - x) + (cz - z) * (cz - z) <= radius * radius
            if near or grid.cell_of(x, z) == (column, row):
                cells.add((column, row))
    return cells


# Pixels.


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


# Snapping


def snapping_places(
    level: Level, point: Point, step: float | None, reach: float, kinds: set[str],
    moving: Mapping[int, Collection[int]], out: Collection[int],
) -> list[tuple[str, Point]]:  # fmt: skip
    """Every answer that snapping may give; several only where they are equally good.

    `moving` are corners that move, with their edges; `out` are elements that attract nothing.
    """
    tie = 0.4 * reach
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
    near = [
        (kind, place) for kind, place in found if kind in kinds and math.dist(place, point) <= reach
    ]
    if near:
        least = min(math.dist(place, point) for _, place in near)
        near = [item for item in near if math.dist(item[1], point) <= least + tie]
        best = next(
            k for k in ("vertex", "crossing", "midpoint") if any(item[0] == k for item in near)
        )
        near = [item for item in near if item[0] == best]
        least = min(math.dist(place, point) for _, place in near)
        return [item for item in near if math.dist(item[1], point) <= least + 1e-12]
    grid = None if step is None else tuple(round(value / step) * step for value in point)
    gaps = [(math.dist(nearest_on_segment(point, a, b), point), a, b) for a, b in still]
    least = min((gap for gap, _, _ in gaps), default=math.inf)
    taken = least <= reach and (grid is None or least <= math.dist(grid, point) + tie)
    if "edge" in kinds and taken:
        return [
            ("edge", _along(nearest_on_segment(point, a, b), a, b, step))
            for gap, a, b in gaps
            if gap <= least + 1e-12
        ]
    return [("none", point)] if grid is None else [("grid", grid)]


def _along(place: Point, a: Point, b: Point, step: float | None) -> Point:
    """The place moved along its edge to a line of the grid, if the edge reaches so far."""
    if step is None:
        return place
    axis = 0 if abs(b[0] - a[0]) >= abs(b[1] - a[1]) else 1
    value = round(place[axis] / step) * step
    if not min(a[axis], b[axis]) <= value <= max(a[axis], b[axis]) or a[axis] == b[axis]:
        return place
    share = (value - a[axis]) / (b[axis] - a[axis])
    return (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
