"""Distances of cells from the obstacles, or from the outer edge.

Every clearance can be read from a field of distances. They are stored in 16 bits; a cell whose
value is too close to a clearance is decided by the exact predicate, on the outlines.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import WORD, Words, cells_of, words_of
from navcore.bake.lattice import Lattice
from navcore.bake.raster import (
    CellRect,
    Job,
    block_bits_near,
    box_around,
    fill_bits,
    frame_of,
    raise_if_cancelled,
    whole,
)
from navcore.bake.shapes import Shapes
from navcore.geometry.rings import Box, Floats, Ints, Rings, active_near
from navcore.kernels import buffers
from navcore.kernels.raster import distances as kernel

_BEYOND: Final = 65535
_MOST_STEPS: Final = 65533
_HELD_ONE_BY_ONE: Final = 2**22
"""Most pairs of cells and rings for which each cell is tested against every ring."""


class Outlines(NamedTuple):
    """Outlines to which distances are measured."""

    rings: Rings
    boxes: Floats
    """(k, 4) box of each ring."""
    active: npt.NDArray[np.bool_]
    """(k,) which of them are active."""
    are_solid: bool
    """True if cells inside have no distance and are always blocked."""

    @classmethod
    def of_obstacles(cls, obstacles: Shapes) -> "Outlines":
        """Distances to obstacles."""
        return cls(obstacles.edges, obstacles.boxes, obstacles.active, are_solid=True)

    @classmethod
    def of_edge(cls, segments: Floats) -> "Outlines":
        """Distances to segments (n, 4), lower ends first."""
        places = np.arange(len(segments))
        xa, za, xb, zb = segments.T
        boxes = np.column_stack((np.minimum(xa, xb), za, np.maximum(xa, xb), zb))
        active = np.ones(len(segments), np.bool_)
        rings = Rings(segments, np.column_stack((places, places + 1)))
        return cls(rings, boxes, active, are_solid=False)

    def near(self, box: Box, reach: float) -> Ints:
        """Return which rings come within `reach` metres of a box."""
        return active_near(self.boxes, self.active, box, reach)


@dataclass(frozen=True, slots=True, eq=False)
class Distances:
    """The distance of each cell's centre from some outlines, immutable."""

    lattice: Lattice
    reach: float
    """Distance up to which the field is valid, metres."""
    field: npt.NDArray[np.uint16]
    """(depth + 2, width + 2): see the kernel; read-only."""

    @classmethod
    def of(
        cls, lattice: Lattice, outlines: Outlines, reach: float, job: Job | None = None
    ) -> "Distances":
        """Return the distances on a lattice, up to `reach` metres.

        Raises:
            Cancelled: if the job asks for it.
        """
        field = np.zeros((lattice.depth + 2, lattice.width + 2), np.uint16)
        made = cls(lattice, reach, field)
        made._measure(whole(lattice), outlines, job)
        field.flags.writeable = False
        return made

    def changed(
        self, outlines: Outlines, rects: Iterable[CellRect], *, reuse: bool = False
    ) -> "Distances":
        """Return the distances from changed outlines, equal to these outside `rects`.

        With `reuse` this field is overwritten and must not be used again.
        """
        made = Distances(self.lattice, self.reach, self.field if reuse else self.field.copy())
        made.field.flags.writeable = True
        for rect in rects:
            made._measure(rect, outlines, None)
        made.field.flags.writeable = False
        return made

    def answers(self, clearance: float) -> bool:
        """Return whether the distances reach far enough to decide about a clearance, metres."""
        return clearance <= 0.9 * self.reach

    def block(
        self, rect: CellRect, outlines: Outlines, clearance: float, rows: Words, *, strict: bool
    ) -> None:
        """Clear the cells of `rect` that are inside or nearer than `clearance` metres.

        A distance of exactly `clearance` counts unless `strict`. `rows` are bits like those of
        `Bitmaps`; `reach` must be large enough.
        """
        step = 1 + int(clearance / self.lattice.cell_size * self._steps)
        low, high = max(1, step - self._slack), min(step + self._slack, _BEYOND)
        lines, words, mask = part_of(rect)
        kept = rows[lines, words]
        kept &= self._above(low - 1, lines, words) | ~mask
        self._decide(
            rect,
            kept & mask & ~self._above(high, lines, words),
            outlines,
            clearance,
            rows,
            strict=strict,
        )

    def _decide(
        self,
        rect: CellRect,
        unsure: Words,
        outlines: Outlines,
        clearance: float,
        rows: Words,
        *,
        strict: bool,
    ) -> None:
        """Clear the `unsure` cells that are too near; they are bits in the words of `rect`."""
        lines, words = np.nonzero(unsure)
        if len(lines) == 0:
            return
        held = CellRect(rect.row0 + int(lines[0]), rect.row0 + int(lines[-1]) + 1, *rect[2:])
        near = outlines.near(box_around(self.lattice, held), clearance)
        which, bits = np.nonzero(cells_of(unsure[lines, words, None], WORD))
        rings, first = outlines.rings, (rect.column0 + 1) // WORD
        if len(which) * len(near) > _HELD_ONE_BY_ONE:
            block_bits_near(self.lattice, held, rings, near, clearance, rows, strict=strict)
            return
        columns = WORD * (first + words[which]) + bits - 1
        places = np.column_stack((rect.row0 + lines[which], columns))
        frame = frame_of(self.lattice)
        b = buffers(kernel, frame, places, rings.edges, rings.spans, outlines.boxes, near, rows)
        kernel.block_cells(b[0], b[1], b[2], b[3], b[4], b[5], clearance, strict, b[6])

    def _above(self, step: int, lines: slice, words: slice) -> Words:
        """Bits that are set where the field is above `step`."""
        field = self.field[lines, WORD * words.start : WORD * words.stop]
        return words_of((field > step).view(np.uint8))[:, :-1]

    @property
    def _steps(self) -> float:
        """Steps of the field in a cell."""
        return _MOST_STEPS / (self.reach / self.lattice.cell_size)

    @property
    def _slack(self) -> int:
        """Error bound of a value in steps: one, and more if coordinates are coarse."""
        lattice = self.lattice
        corners = (lattice.anchor_x, lattice.anchor_z, lattice.max_x, lattice.max_z)
        cells = max(map(abs, corners)) / lattice.cell_size
        return 1 + math.ceil((cells + 1.0) * self._steps * 2.0**-48)

    def _measure(self, rect: CellRect, outlines: Outlines, job: Job | None) -> None:
        self.field[rect.padded] = _BEYOND
        near = outlines.near(box_around(self.lattice, rect), self.reach)
        job = np.zeros(2, np.int64) if job is None else job
        rings, reach = outlines.rings, self.reach / self.lattice.cell_size
        b = buffers(
            kernel,
            frame_of(self.lattice),
            np.array(rect, np.int64),
            rings.edges,
            rings.spans,
            near,
            self.field,
            job,
        )
        kernel.fold(b[0], b[1], b[2], b[3], b[4], reach, self._steps, b[5], b[6])
        raise_if_cancelled(job)
        if outlines.are_solid and len(near):
            rows, columns = rect.row1 - rect.row0, rect.column1 - rect.column0
            part = self.lattice.window(rect.column0, rect.row0, columns, rows)
            outside = words_of(np.ones((rows + 2, columns + 2), np.uint8))
            fill_bits(part, whole(part), rings, near, outside, value=False, job=job)
            self.field[rect.padded] *= cells_of(outside, columns + 2)[1:-1, 1:-1]


def part_of(rect: CellRect) -> tuple[slice, slice, Words]:
    """Return lines and words of a bitmap's rows with cells of `rect`, and (n,) their bits."""
    first, last = (rect.column0 + 1) // WORD, rect.column1 // WORD + 1
    cells = np.zeros((1, WORD * (last - first)), np.uint8)
    cells[:, rect.column0 + 1 - WORD * first : rect.column1 + 1 - WORD * first] = 1
    return slice(rect.row0 + 1, rect.row1 + 1), slice(first, last), words_of(cells)[0, :-1]
