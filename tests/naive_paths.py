"""Slow, simple references for searches and paths: components, costs, sight, terrain."""

import heapq
import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.level.model import Point


def pieces_of(cells: np.ndarray) -> list[set[tuple[int, int]]]:
    """Return the connected components of the walkable cells (row, column), by flood fill."""
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


Cell = tuple[int, int]


def is_free(cells: np.ndarray, cell: Cell) -> bool:
    """Return whether the cell is in the map and walkable."""
    column, row = cell
    return 0 <= row < cells.shape[0] and 0 <= column < cells.shape[1] and bool(cells[row, column])


def steps_from(cells: np.ndarray, cell: Cell) -> Iterator[tuple[Cell, float]]:
    """Yield the free neighbours of a cell and the cost of a step, without cutting corners."""
    column, row = cell
    for dx, dz in itertools.product((-1, 0, 1), repeat=2):
        others = {(column + dx, row + dz), (column + dx, row), (column, row + dz)}
        if (dx or dz) and all(is_free(cells, other) for other in others):
            yield (column + dx, row + dz), math.hypot(dx, dz)


def costs_from(cells: np.ndarray, start: Cell) -> dict[Cell, float]:
    """Return the cost of the cheapest path from `start` to every reachable cell (Dijkstra)."""
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
    cells: np.ndarray, cost: np.ndarray, start: Cell, *, mean: bool, straight: bool = False
) -> dict[Cell, float]:
    """Return the same over terrain: a step costs as the cell it enters, or the mean of both.

    With `straight`, steps aren't diagonal.
    """
    costs: dict[Cell, float] = {}
    queue = [(0.0, start)]
    while queue:
        so_far, cell = heapq.heappop(queue)
        if cell not in costs:
            costs[cell] = so_far
            here = float(cost[cell[1], cell[0]])
            for neighbour, length in steps_from(cells, cell):
                if straight and length > 1:
                    continue
                there = float(cost[neighbour[1], neighbour[0]])
                each = (here + there) / 2 if mean else there
                heapq.heappush(queue, (so_far + each * length, neighbour))
    return costs


def nearest_reachable(cells: np.ndarray, start: Cell, goal: Cell) -> Cell:
    """Return the reachable cell nearest to `goal`; ties by cost, then by order."""
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
    """Return the free cell with the centre nearest to a point, at most `rings` cells away."""
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
    """Yield the blocked cells in a segment's box plus one cell; all cells outside are blocked."""
    (x0, x1), (z0, z1) = (sorted((math.floor(p), math.floor(q))) for p, q in zip(a, b, strict=True))
    near = itertools.product(range(x0 - 1, x1 + 2), range(z0 - 1, z1 + 2))
    return [cell for cell in near if not is_free(cells, cell)]


def overlap(a: Point, b: Point, cell: Cell, grown: Fraction = Fraction(0)) -> Fraction | None:
    """Return the length of a segment inside a cell, border included, as a share of its length.

    Returns None if it misses the cell. The result is exact, in rational numbers. The cell is
    enlarged by `grown` on all sides.
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
    """Return whether the segment crosses the inside of a cell, exactly."""
    share = overlap(a, b, cell)
    if not share:
        return False
    # A segment along the border overlaps the cell but doesn't cross its inside.
    return all(p != q or low < Fraction(p) < low + 1 for p, q, low in zip(a, b, cell, strict=True))


def crosses_blocked(cells: np.ndarray, a: Point, b: Point) -> bool:
    """Return whether a segment, in cells, crosses a blocked cell's inside or leaves the map."""
    return any(crosses(a, b, cell) for cell in blocked_around(cells, a, b))


def touches_blocked(cells: np.ndarray, a: Point, b: Point, slack: float) -> bool:
    """Return whether a segment is within `slack` of a blocked cell or of the map's border."""
    grown = Fraction(slack)
    return any(overlap(a, b, cell, grown) is not None for cell in blocked_around(cells, a, b))


def pulled(points: list[Point], sees: Callable[[Point, Point], bool]) -> list[int]:
    """Pull a path taut greedily: from each point go on to the last one that it sees."""
    kept = [0]
    while kept[-1] < len(points) - 1:
        anchor = kept[-1]
        ahead = range(len(points) - 1, anchor, -1)
        kept.append(next(i for i in ahead if i == anchor + 1 or sees(points[anchor], points[i])))
    return kept[1:]


def ground_cost(cost: np.ndarray, a: Point, b: Point) -> Fraction:
    """Return the cost of a segment divided by its length, exactly, in rational numbers.

    The cost is the sum of its lengths in cells times their costs; where it runs along the line
    between two cells, the higher cost counts.
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
    """Return the cells with centres in a circle, and those that contain a circle's centre."""
    cells = set()
    for row, column in itertools.product(range(grid.depth), range(grid.width)):
        for x, z, radius in circles:
            cx, cz = grid.centre_of(column, row)
            near = (cx - x) * (cx - x) + (cz - z) * (cz - z) <= radius * radius
            if near or grid.cell_of(x, z) == (column, row):
                cells.add((column, row))
    return cells


Place = tuple[str, int, int]
"""Storey, column, row."""


def joined_costs_from(
    storeys: dict[str, tuple[np.ndarray, np.ndarray]],
    lanes: list[tuple[Place, Place, float]],
    start: Place,
    *,
    mean: bool,
    four: bool,
) -> dict[Place, float]:
    """Return the cost of the cheapest path to each place over connected storeys (Dijkstra).

    Each storey has (depth, width) free cells and costs; lanes connect cells in one direction.
    """
    after: dict[Place, list[tuple[Place, float]]] = {}
    for near, far, cost in lanes:
        after.setdefault(near, []).append((far, cost))
    costs: dict[Place, float] = {}
    queue = [(0.0, start)]
    while queue:
        so_far, place = heapq.heappop(queue)
        if place in costs:
            continue
        costs[place] = so_far
        name, column, row = place
        cells, cost = storeys[name]
        for (x, z), length in steps_from(cells, (column, row)):
            if four and length > 1:
                continue
            here, there = float(cost[row, column]), float(cost[z, x])
            each = (here + there) / 2 if mean else there
            heapq.heappush(queue, (so_far + each * length, (name, x, z)))
        for far, lane_cost in after.get(place, ()):
            heapq.heappush(queue, (so_far + lane_cost, far))
    return costs


def arc_costs_from(
    arcs: list[tuple[int, int, float]], starts: dict[int, float]
) -> dict[int, float]:
    """Return the cost of the cheapest path from any start to every reachable node (Dijkstra).

    Arcs are two nodes and a cost; each start has its own cost.
    """
    costs: dict[int, float] = {}
    queue = [(cost, node) for node, cost in starts.items()]
    heapq.heapify(queue)
    while queue:
        so_far, node = heapq.heappop(queue)
        if node not in costs:
            costs[node] = so_far
            for source, target, cost in arcs:
                if source == node:
                    heapq.heappush(queue, (so_far + cost, target))
    return costs
