"""Maps for searches: random ones that are equal on every machine, and a few special shapes."""

import itertools
import random

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.level.model import Point
from navcore.path.result import PathResult

Cells = np.ndarray


def random_cells(rng: random.Random, most: int = 24) -> Cells:
    """A map of up to `most` cells a side, 10 to 50 % blocked, some of it as walls with gaps."""
    depth, width = rng.randint(1, most), rng.randint(1, most)
    share = rng.uniform(0.1, 0.5)
    cells = np.array([[rng.random() > share for _ in range(width)] for _ in range(depth)], np.uint8)
    if rng.random() < 0.4:
        corridors(rng, cells)
    return cells


def corridors(rng: random.Random, cells: Cells) -> None:
    """Cut corridors one cell wide through a map."""
    depth, width = cells.shape
    for _ in range(rng.randint(1, 6)):
        cells[rng.randrange(depth), :] = 1
        cells[:, rng.randrange(width)] = 1


def random_free(rng: random.Random, cells: Cells) -> tuple[int, int] | None:
    """Column and row of a free cell."""
    free = np.argwhere(cells).tolist()
    if not free:
        return None
    row, column = rng.choice(free)
    return column, row


def random_grid(rng: random.Random, most: int = 24) -> NavGrid:
    """A random map as a grid with any origin and cell size."""
    return NavGrid.from_array(
        random_cells(rng, most),
        cell_size=rng.choice((0.25, 0.4, 1.0, 1.7)),
        min_x=rng.choice((0.0, -3.3, 1000.1)),
        min_z=rng.choice((0.0, 7.7, -250.3)),
    )


def random_point(rng: random.Random, grid: NavGrid, beyond: float = 0.0) -> Point:
    """A point of the grid or up to `beyond` metres outside, at times on lines and corners."""

    def coordinate(low: float, cells: int) -> float:
        if rng.random() < 0.3:
            return low + rng.randint(0, 2 * cells) * 0.5 * grid.cell_size
        return rng.uniform(low - beyond, low + cells * grid.cell_size + beyond)

    return coordinate(grid.min_x, grid.width), coordinate(grid.min_z, grid.depth)


def drawn(*rows: str, cell_size: float = 1.0) -> NavGrid:
    """A grid from rows of `.` walkable and `#` blocked, the highest z first, as on the canvas."""
    return NavGrid.from_array(
        [[mark == "." for mark in row] for row in reversed(rows)], cell_size=cell_size
    )


def serpentine(width: int, turns: int) -> Cells:
    """Return corridors one cell wide, side by side, joined at alternate ends."""
    cells = np.zeros((2 * turns + 1, width), np.uint8)
    cells[::2] = 1
    cells[1::4, -1] = 1
    cells[3::4, 0] = 1
    return cells


def maze(rng: random.Random, width: int, depth: int) -> np.ndarray:
    """Return corridors one cell wide with only a few loops."""
    columns, rows = (width + 1) // 2, (depth + 1) // 2
    cells = np.zeros((2 * rows - 1, 2 * columns - 1), np.uint8)
    trail = [(rng.randrange(columns), rng.randrange(rows))]
    cells[2 * trail[0][1], 2 * trail[0][0]] = 1
    while trail:
        x, z = trail[-1]
        ways = [(x + dx, z + dz) for dx, dz in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        ways = [
            (c, r)
            for c, r in ways
            if 0 <= c < columns and 0 <= r < rows and not cells[2 * r, 2 * c]
        ]
        if not ways:
            trail.pop()
            continue
        c, r = rng.choice(ways)
        cells[2 * r, 2 * c] = cells[z + r, x + c] = 1
        trail.append((c, r))
    for _ in range(rng.randrange(4)):
        cells[rng.randrange(len(cells)), rng.randrange(len(cells[0]))] = 1
    return cells


def rooms(rng: random.Random, width: int, depth: int, side: int) -> np.ndarray:
    """Return rooms of equal size, with a door of one cell in most walls."""
    cells = np.ones((depth, width), np.uint8)
    cells[side::side] = 0
    cells[:, side::side] = 0
    for row, column in itertools.product(range(0, depth, side), range(0, width, side)):
        if rng.random() < 0.8:
            cells[min(row + rng.randint(1, side - 1), depth - 1), column] = 1
        if rng.random() < 0.8:
            cells[row, min(column + rng.randint(1, side - 1), width - 1)] = 1
    return cells


def cave(noise: np.ndarray) -> np.ndarray:
    """Return noise after several passes that set each cell to the majority around it."""
    cells = (noise > 0.45).astype(np.uint8)
    for _ in range(3):
        padded = np.pad(cells, 1)
        around = sum(
            padded[dz : dz + len(cells), dx : dx + len(cells[0])]
            for dz, dx in itertools.product(range(3), repeat=2)
        )
        cells = (around >= 5).astype(np.uint8)
    return cells


def in_cells(grid: NavGrid, point: Point) -> Point:
    """A point in cells from the corner of the window."""
    return (
        (point[0] - grid.min_x) / grid.cell_size,
        (point[1] - grid.min_z) / grid.cell_size,
    )


def legs(result: PathResult) -> list[tuple[Point, Point]]:
    """The straight parts of a path, the first from the start on."""
    stops = [result.start, *((float(x), float(z)) for x, z in result.points)]
    return list(itertools.pairwise(stops))


def as_bytes(result: PathResult) -> bytes:
    """All that a result says, to the last bit."""
    told = (
        result.status, result.start, result.goal, result.length, result.cost, result.snapped_start,
        result.snapped_goal, result.visited, result.step,
    )  # fmt: skip
    return repr(told).encode() + result.points.tobytes() + result.cells.tobytes()
