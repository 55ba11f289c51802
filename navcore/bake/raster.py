"""Rasterise polygons to cells, within a rectangle of cells."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import WORD, Words, cells_of, words_in
from navcore.bake.lattice import Lattice
from navcore.errors import Cancelled
from navcore.geometry.rings import Box, Floats, Ints, Rings
from navcore.kernels import buffers
from navcore.kernels.raster import offset_raster
from navcore.kernels.raster import polygons as kernel

Cells: TypeAlias = npt.NDArray[np.uint8]
"""(depth + 2, width + 2): a window of cells with a ring of one cell around it."""

Job: TypeAlias = npt.NDArray[np.int64]
"""(2,) int64, shared with the caller of something long: set [0] to 1 to cancel it; [1] counts
the polygons and edges that are done."""

_MANY_RECTS: Final = 64
_UNMARKED: Final = (2**31 - 1, -1)
_ALL: Final = 2**64 - 1

_RECT_COST: Final = 1024
"""Number of cells that cost as much as one more rectangle."""

PAINT_COST: Final = 8192
"""Cells that are painted as fast as one rectangle more is begun."""


class CellRect(NamedTuple):
    """Rows and columns of cells, half-open, counted from the window's first cell."""

    row0: int
    row1: int
    column0: int
    column1: int

    @property
    def cells(self) -> int:
        """Number of cells."""
        return max(0, self.row1 - self.row0) * max(0, self.column1 - self.column0)

    @property
    def padded(self) -> tuple[slice, slice]:
        """The slices of these cells in an array with a ring of one cell around the window."""
        return (slice(self.row0 + 1, self.row1 + 1), slice(self.column0 + 1, self.column1 + 1))


def whole(lattice: Lattice) -> CellRect:
    """Return all cells of the window."""
    return CellRect(0, lattice.depth, 0, lattice.width)


def rects_around(lattice: Lattice, boxes: Iterable[Box]) -> list[CellRect]:
    """Return, for each box, the cells of the window whose centres may lie in it, if any."""
    rects = []
    for x0, z0, x1, z1 in boxes:
        columns = _span(x0, x1, lattice.anchor_x, lattice.cell_size, lattice.column, lattice.width)
        rows = _span(z0, z1, lattice.anchor_z, lattice.cell_size, lattice.row, lattice.depth)
        rect = CellRect(*rows, *columns)
        if rect.cells > 0:
            rects.append(rect)
    return rects


def box_around(lattice: Lattice, rect: CellRect) -> Box:
    """Return a box around the cells of the rectangle, metres."""
    x0, z0 = lattice.centre_of(rect.column0 - 1, rect.row0 - 1)
    x1, z1 = lattice.centre_of(rect.column1, rect.row1)
    return (x0, z0, x1, z1)


def merged(rects: Iterable[CellRect], cost: int = _RECT_COST) -> list[CellRect]:
    """Return rectangles that cover the same cells, merged where one costs less than two.

    One more rectangle costs as much as `cost` cells.
    """
    waiting = list(rects)
    if len(waiting) > _MANY_RECTS:
        rows0, rows1, columns0, columns1 = np.array(waiting).T
        return [
            CellRect(int(rows0.min()), int(rows1.max()), int(columns0.min()), int(columns1.max()))
        ]
    kept: list[CellRect] = []
    while waiting:
        row0, row1, column0, column1 = rect = waiting.pop()
        alone = (row1 - row0) * (column1 - column0) + cost
        # Consecutive rectangles often touch.
        for i in range(len(kept) - 1, -1, -1):
            r0, r1, c0, c1 = kept[i]
            both = alone + (r1 - r0) * (c1 - c0)
            r0, r1 = (min(r0, row0), max(r1, row1))
            c0, c1 = (min(c0, column0), max(c1, column1))
            if (r1 - r0) * (c1 - c0) <= both:
                del kept[i]
                waiting.append(CellRect(r0, r1, c0, c1))
                break
        else:
            kept.append(rect)
    return sorted(kept)


def fill_bits(
    lattice: Lattice,
    rect: CellRect,
    rings: Rings,
    chosen: Ints,
    words: Words,
    *,
    value: bool,
    job: Job | None = None,
) -> None:
    """Write `value` into the bits of `rect` whose centres lie inside any of the chosen rings.

    Inside is even-odd and half-open, so that areas that abut leave no seam (S0-021, S0-022).
    `words` are the lines of the window with a ring of one cell around it.

    Raises:
        Cancelled: if the job asks for it; the bits are then half done.
    """
    if len(chosen) == 0:
        return
    count = (rect.column1 + 1) // WORD - (rect.column0 + 1) // WORD + 1
    marks = np.zeros((rect.row1 - rect.row0, count), np.uint64)
    marked = np.empty((len(marks), 2), np.int32)
    marked[:] = _UNMARKED
    job = _no_job() if job is None else job
    frame, bounds = frame_of(lattice), np.array(rect, np.int64)
    b = buffers(kernel, frame, bounds, rings.edges, rings.spans, chosen, marks, marked, words, job)
    kernel.fill(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], value, b[8])
    raise_if_cancelled(job)


def block_bits_near(
    lattice: Lattice,
    rect: CellRect,
    rings: Rings,
    chosen: Ints,
    reach: float,
    words: Words,
    *,
    strict: bool = False,
    job: Job | None = None,
) -> None:
    """Clear the bits of `rect` whose centres lie within `reach` of an edge of the chosen rings.

    A distance of exactly `reach` metres counts (S0-027), unless `strict` (S0-025).

    Raises:
        Cancelled: if the job asks for it; the bits are then half done.
    """
    if len(chosen) == 0:
        return
    job = _no_job() if job is None else job
    frame, bounds = frame_of(lattice), np.array(rect, np.int64)
    b = buffers(offset_raster, frame, bounds, rings.edges, rings.spans, chosen, words, job)
    offset_raster.block_near(b[0], b[1], b[2], b[3], b[4], reach, strict, b[5], b[6])
    raise_if_cancelled(job)


def fill(
    lattice: Lattice,
    rect: CellRect,
    polygons: Sequence[Floats],
    cells: Cells,
    value: int,
    job: Job | None = None,
) -> None:
    """Write `value` into the cells of `rect` whose centres lie inside any of the polygons.

    As :func:`fill_bits`; `polygons` are edges (n, 4), lower end first.

    Raises:
        Cancelled: if the job asks for it.
    """
    part, words = _part(lattice, rect)
    rings = Rings.joined(polygons)
    fill_bits(part, whole(part), rings, np.arange(len(rings)), words, value=True, job=job)
    cells[rect.padded][_marked(part, words)] = value


def block_near(
    lattice: Lattice,
    rect: CellRect,
    segments: Floats,
    reach: float,
    cells: Cells,
    *,
    strict: bool = False,
    job: Job | None = None,
) -> None:
    """Write 0 into the cells of `rect` whose centres lie within `reach` of a segment.

    As :func:`block_bits_near`; `segments` are (n, 4), lower end first.

    Raises:
        Cancelled: if the job asks for it.
    """
    part, words = _part(lattice, rect)
    words[:] = _ALL
    rings = Rings.joined([segments])
    block_bits_near(part, whole(part), rings, np.arange(1), reach, words, strict=strict, job=job)
    cells[rect.padded][~_marked(part, words)] = 0


def frame_of(lattice: Lattice) -> Floats:
    """Return a lattice as kernels read it: cell size, anchor, column and row of the window."""
    return np.array(
        (lattice.cell_size, lattice.anchor_x, lattice.anchor_z, lattice.column, lattice.row)
    )


def _span(
    low: float, high: float, anchor: float, cell: float, offset: int, count: int
) -> tuple[int, int]:
    """Return cells with centres from `low` to `high`, one more on each side, cut to the window."""
    first = (low - anchor) / cell - 0.5 - offset - 1.0
    last = (high - anchor) / cell - 0.5 - offset + 2.0
    return (int(min(max(first, 0.0), count)), int(min(max(last, 0.0), count)))


def _no_job() -> Job:
    return np.zeros(2, np.int64)


def raise_if_cancelled(job: Job | None) -> None:
    """Raise Cancelled if the job asks for it."""
    if job is not None and job[0]:
        message = "the bake was cancelled"
        raise Cancelled(message)


def _part(lattice: Lattice, rect: CellRect) -> tuple[Lattice, Words]:
    """Return the cells of `rect` as a window of its own, and lines of zeros for it."""
    rows, columns = rect.row1 - rect.row0, rect.column1 - rect.column0
    part = lattice.window(rect.column0, rect.row0, columns, rows)
    return part, np.zeros((rows + 2, words_in(columns + 2)), np.uint64)


def _marked(part: Lattice, words: Words) -> npt.NDArray[np.bool_]:
    """(depth, width) the bits of a window."""
    return cells_of(words, part.width + 2)[1:-1, 1:-1].view(np.bool_)
