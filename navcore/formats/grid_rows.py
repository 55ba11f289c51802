"""Rows of cells as bytes, a character a cell, to arrays and back; whole grids at one stroke."""

from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid

_BLOCKED: Final = np.uint8(ord("0"))
_ENDS: Final = (b"\n", b"\r\n")


def uniform_rows(data: bytes, start: int, width: int, depth: int) -> npt.NDArray[np.uint8] | None:
    """Return (depth, width) characters of rows of equal length and line end, else None.

    The rows begin at `start`; the last may lack its line end, and blank lines may follow it. The
    characters are not checked, so one row may really be two with a line end between them.
    """
    for end in _ENDS:
        size = (width + len(end)) * depth
        if len(data) - start == size - len(end):
            return _rows(data + end, start, width, depth, end)
        if len(data) - start >= size and not data[start + size :].strip(b"\r\n"):
            rows = _rows(data, start, width, depth, end)
            if rows is not None:
                return rows
    return None


def padded_of_digits(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return (depth + 2, width + 2) cells from `1` and `0`, with a ring of 0 around them.

    Other characters give values over 1: see `holds_only_cells`.
    """
    padded = ringed(*rows.shape)
    # Characters below "0" wrap around to values far over 1.
    np.subtract(rows, _BLOCKED, out=padded[1:-1, 1:-1])
    return padded


def holds_only_cells(padded: npt.NDArray[np.uint8]) -> bool:
    """Return whether all are 1 or 0."""
    return bool(padded.max() <= 1)


def ringed(depth: int, width: int) -> npt.NDArray[np.uint8]:
    """(depth + 2, width + 2) blocked cells."""
    return np.zeros((depth + 2, width + 2), np.uint8)


def rows_of(grid: NavGrid, end: bytes) -> bytes:
    """Return all rows as `1` and `0`, row 0 = lowest z first, each followed by `end`."""
    text = np.empty((grid.depth, grid.width + len(end)), np.uint8)
    np.add(grid.walkable, _BLOCKED, out=text[:, : grid.width])
    text[:, grid.width :] = np.frombuffer(end, np.uint8)
    return text.tobytes()


def _rows(
    data: bytes, start: int, width: int, depth: int, end: bytes
) -> npt.NDArray[np.uint8] | None:
    stride = width + len(end)
    text = np.frombuffer(data, np.uint8, stride * depth, start).reshape(depth, stride)
    ends = text[:, width:] == np.frombuffer(end, np.uint8)
    return text[:, :width] if ends.all() else None
