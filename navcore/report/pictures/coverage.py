"""Antialiased coverage of pixels by outlines, with numpy only.

Every row of pixels is cut by four scan lines. All crossings of scan lines with edges are computed
at once, sorted along their lines, and paired: the inside lies between the first and the second of a
pair, by the even-odd rule. A crossing at x adds 1 to (or subtracts 1 from) the running sum along
its line, split between the two pixels next to x so that the sum is exactly the covered part of each
pixel. If pieces are numbered, crossings are paired within pieces, and sums over 1 count as 1:
overlapping convex pieces (the quads of a thick line) form their union.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.report.pictures.shapes import Points

FINE: Final = 4
"""Scan lines a pixel."""

Mask = npt.NDArray[np.float32]
"""(height, width) from 0 to 1."""


def coverage(
    rings: Sequence[Points], box: tuple[int, int, int, int], *, united: bool = False
) -> Mask:
    """Return the coverage of the pixels in a box by rings.

    Args:
        rings: (n, 2) each, pixels; closed implicitly.
        box: Left, top, right and bottom, whole pixels.
        united: Whether rings are convex pieces to unite, instead of using the even-odd rule.
    """
    left, top, right, bottom = box
    height, width = bottom - top, right - left
    starts, ends, piece = _edges(rings)
    starts, ends = starts - (left, top), ends - (left, top)
    starts, ends = starts * (1.0, FINE), ends * (1.0, FINE)
    rows, along, owner = _crossings(starts, ends, piece, height * FINE)
    order = np.lexsort((along, rows, owner) if united else (along, rows))
    # A scan line crosses a closed ring an even number of times, so pairs never straddle lines.
    rows, along = rows[order], np.clip(along[order], 0, width)
    pixel = along.astype(np.intp)
    right_share = (along - pixel).astype(np.float32)
    right_share[1::2] *= -1
    left_share = np.where(np.arange(len(along)) % 2, -1, 1).astype(np.float32) - right_share
    sums = np.zeros((height * FINE, width + 2), np.float32)
    np.add.at(sums, (rows, pixel), left_share)
    np.add.at(sums, (rows, pixel + 1), right_share)
    np.cumsum(sums, axis=1, out=sums)
    np.clip(sums, 0, 1, out=sums)
    found: Mask = sums.reshape(height, FINE, width + 2).mean(axis=1)[:, :width]
    return found


def _edges(rings: Sequence[Points]) -> tuple[Points, Points, npt.NDArray[np.intp]]:
    """Return starts and ends of all edges, and the index of the ring of each."""
    starts = np.concatenate(rings)
    counts = [len(ring) for ring in rings]
    following = np.arange(1, len(starts) + 1)
    following[np.cumsum(counts) - 1] -= counts
    ends = starts[following]
    piece = np.repeat(np.arange(len(rings)), counts)
    return starts, ends, piece


def _crossings(
    starts: Points, ends: Points, piece: npt.NDArray[np.intp], lines: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float64], npt.NDArray[np.intp]]:
    """Scan line, place along it and piece of each crossing; line k lies at k + 0.5."""
    low, high = np.minimum(starts[:, 1], ends[:, 1]), np.maximum(starts[:, 1], ends[:, 1])
    first = np.clip(np.ceil(low - 0.5), 0, lines).astype(np.intp)
    last = np.clip(np.ceil(high - 0.5), 0, lines).astype(np.intp)
    counts = last - first
    edge = np.repeat(np.arange(len(counts)), counts)
    begins = np.repeat(np.cumsum(counts) - counts, counts)
    rows = first[edge] + np.arange(len(edge)) - begins
    rise = np.where(ends[:, 1] == starts[:, 1], 1.0, ends[:, 1] - starts[:, 1])
    slope = (ends[:, 0] - starts[:, 0]) / rise
    along = starts[edge, 0] + (rows + 0.5 - starts[edge, 1]) * slope[edge]
    return rows, along, piece[edge]


def stroke_pieces(lines: Sequence[Points], closed: bool, width: float) -> list[Points]:
    """Return the convex pieces of thick lines: a quad a segment, a polygon a joint."""
    pieces: list[Points] = []
    joint = disc(0.0, 0.0, width / 2)
    for points in lines:
        line = np.concatenate([points, points[:1]]) if closed else points
        steps = np.diff(line, axis=0)
        lengths = np.hypot(steps[:, 0], steps[:, 1])
        kept = lengths > 1e-9
        sides = np.zeros_like(steps)
        sides[kept] = steps[kept, ::-1] / lengths[kept, None] * (-width / 2, width / 2)
        for start, end, side in zip(line[:-1][kept], line[1:][kept], sides[kept], strict=True):
            pieces.append(np.array((start + side, end + side, end - side, start - side)))
        if width > 1.5:
            pieces += [joint + point for point in line[0 if closed else 1 : len(line) - 1]]
    return pieces


def disc(x: float, y: float, radius: float) -> Points:
    """Return the ring of a disc: corners by its size, so that none is seen."""
    count = max(8, min(72, int(4 * radius**0.5) * 4))
    turns = np.arange(count) * (2 * np.pi / count)
    return np.stack((x + radius * np.cos(turns), y + radius * np.sin(turns)), axis=1)


def dashed(lines: Sequence[Points], closed: bool, dash: Sequence[float]) -> list[Points]:
    """Return the dashes of lines: on for the first length, off for the second, and so on."""
    found: list[Points] = []
    period = sum(dash)
    bounds = np.cumsum((0.0, *dash))
    for points in lines:
        line = np.concatenate([points, points[:1]]) if closed else points
        lengths = np.hypot(*np.diff(line, axis=0).T)
        at = np.concatenate(([0.0], np.cumsum(lengths)))
        for begin in np.arange(0.0, at[-1], period).tolist():
            for start, end in zip(bounds[:-1:2], bounds[1::2], strict=False):
                first, last = begin + start, min(begin + end, float(at[-1]))
                if first < last:
                    found.append(_piece(line, at, first, last))
    return found


def _piece(line: Points, at: npt.NDArray[np.float64], first: float, last: float) -> Points:
    """Return the part of a line between two lengths along it."""
    inner = line[(at > first) & (at < last)]
    ends = [[np.interp(where, at, line[:, axis]) for axis in (0, 1)] for where in (first, last)]
    return np.concatenate((np.array(ends[:1]), inner, np.array(ends[1:])))
