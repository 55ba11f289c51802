"""Snapshots as bytes: the changes since the last one, to be compressed.

For each agent the difference is stored between its place and the place that it would have with the
velocity of the last tick: nothing for a standing agent, a millimetre or so for one that walks
straight on. A full snapshot is the change from a snapshot with all agents at 0 (S3-114).
"""

import struct
import sys
import zlib
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.sim.agents import Flags, Integers
from navcore.sim.recording.frames import TELEPORTED, Snapshot, rows_of

_HEAD: Final = struct.Struct("<BIII")
"""Flag for other agents, number of agents, number of changes, number of large values."""
_FAR: Final = -128
"""Code for a number that a byte can't hold; it follows among the large values."""

Bytes: TypeAlias = npt.NDArray[np.uint8]


class TornError(ValueError):
    """The bytes end too early."""


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """State that the next snapshot is compared with."""

    snapshot: Snapshot
    pace: Integers
    """(2, n) millimetres that each agent walked in the last tick, x and z."""

    @classmethod
    def nothing(cls, ids: Integers) -> "Basis":
        """Return a basis of these agents, all at 0."""
        count = len(ids)
        zeros = np.zeros((2, count), np.int64)
        return cls(
            Snapshot(ids, zeros, np.zeros(count, np.uint16), np.zeros(count, np.uint8)), zeros
        )


def encoded(basis: Basis, snapshot: Snapshot) -> tuple[bytes, Basis]:
    """Return the bytes that lead from the basis to the snapshot, and the next basis."""
    roster, basis = _roster(basis, snapshot.ids)
    before = basis.snapshot
    off = snapshot.places - before.places - basis.pace
    turn = snapshot.facings - before.facings
    flips = snapshot.codes ^ before.codes
    dirty = (off[0] != 0) | (off[1] != 0) | (turn != 0) | (flips != 0)
    off = np.concatenate((off[0][dirty], off[1][dirty]))
    far = (off <= _FAR) | (off > 127)
    large = off[far]
    near = np.where(far, _FAR, off).astype(np.int8)
    data = b"".join(
        (
            _HEAD.pack(bool(roster), len(dirty), len(off) // 2, len(large)),
            roster,
            np.packbits(dirty).tobytes(),
            near.tobytes(),
            planes(turn[dirty]),
            flips[dirty].tobytes(),
            planes(large),
        )
    )
    return data, _next(basis, snapshot)


def decoded(basis: Basis, data: bytes) -> tuple[Snapshot, Basis]:
    """Return the snapshot that these bytes lead to, and the next basis.

    Raises:
        ValueError: if they are not what `encoded` made, as far as one can see.
    """
    reader = _Reader(data)
    others, count, changed, large = reader.head()
    if others:
        basis = _following(basis, reader, count)
    if count != len(basis.snapshot.ids):
        raise ValueError
    before = basis.snapshot
    dirty = np.unpackbits(reader.bytes((count + 7) // 8), count=count).view(np.bool_)
    if np.count_nonzero(dirty) != changed:
        raise ValueError
    near = reader.bytes(2 * changed).view(np.int8).astype(np.int64)
    turn = reader.planes(changed, np.uint16)
    flips = reader.bytes(changed)
    far = near == _FAR
    near[far] = reader.planes(large, np.int64)
    reader.end()
    snapshot = Snapshot(
        before.ids,
        before.places
        + basis.pace
        + (_spread(near[:changed], dirty), _spread(near[changed:], dirty)),
        before.facings + _spread(turn, dirty),
        before.codes ^ _spread(flips, dirty),
    )
    return snapshot, _next(basis, snapshot)


def planes(array: npt.NDArray[Any]) -> bytes:
    """Return the first bytes of all numbers, then the second ones, ...: similar bytes pack well."""
    flat = np.ascontiguousarray(array).reshape(-1)
    each = flat.astype(flat.dtype.newbyteorder("<"), copy=False).view(np.uint8)
    table = each.reshape(len(flat), flat.dtype.itemsize)
    return b"".join([table[:, place].tobytes() for place in range(flat.dtype.itemsize)])


def from_planes(data: bytes | Bytes, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """Return the numbers that `planes` took apart.

    Raises:
        ValueError: if these are no whole numbers.
    """
    little: np.dtype[Any] = np.dtype(dtype)
    if sys.byteorder != "little":
        # Not on little-endian machines: it would hide the native order that kernels need.
        little = little.newbyteorder("<")
    rows = np.frombuffer(data, np.uint8).reshape(little.itemsize, -1)
    table = np.empty(rows.shape[::-1], np.uint8)
    for place, row in enumerate(rows):
        table[:, place] = row
    return table.view(little).reshape(-1).astype(dtype, copy=False)


def inflated(data: bytes, size: int, *, whole: bool = True) -> bytes:
    """Return decompressed bytes, which must be `size`, or more if not `whole`.

    Raises:
        ValueError: if there are more or fewer, or if they are no zlib data.
    """
    stream = zlib.decompressobj()
    try:
        found = stream.decompress(data, size + 1 if whole else size)
    except zlib.error as error:
        raise ValueError from error
    if len(found) != size or (whole and not stream.eof):
        raise ValueError
    return found


def _next(basis: Basis, snapshot: Snapshot) -> Basis:
    """Return the next basis; agents that were moved by a request have no velocity."""
    pace = snapshot.places - basis.snapshot.places
    pace[:, (snapshot.codes & TELEPORTED) != 0] = 0
    return Basis(snapshot, pace)


def _spread(values: npt.NDArray[Any], dirty: Flags) -> npt.NDArray[Any]:
    """Return the values of changed agents, 0 for all others."""
    spread = np.zeros(len(dirty), values.dtype)
    spread[dirty] = values
    return spread


def _roster(basis: Basis, ids: Integers) -> tuple[bytes, Basis]:
    """Return the difference between two lists of agents as bytes; empty if they are the same."""
    before = basis.snapshot.ids
    if before is ids or np.array_equal(before, ids):
        return b"", basis
    rows, found = rows_of(ids, before)
    order = np.where(found, rows, -1)
    leaps = np.diff(order, prepend=-1) - 1
    new = ids[~found]
    data = struct.pack("<I", len(new)) + planes(leaps) + planes(new)
    return data, _gathered(basis, ids, order)


def _following(basis: Basis, reader: "_Reader", count: int) -> Basis:
    new = reader.number()
    order = np.cumsum(reader.planes(count, np.int64) + 1) - 1
    known = basis.snapshot.ids
    if count and not (order.min() >= -1 and order.max() < len(known)):
        raise ValueError
    found = order >= 0
    ids = np.empty(count, np.int64)
    ids[found] = known[order[found]]
    ids[~found] = reader.planes(new, np.int64)
    ids.flags.writeable = False
    return _gathered(basis, ids, order)


def _gathered(basis: Basis, ids: Integers, order: Integers) -> Basis:
    """Return each agent's row in the old basis; new agents are at 0 and have no velocity."""
    made = Basis.nothing(ids)
    found = order >= 0
    rows = order[found]
    before, snapshot = basis.snapshot, made.snapshot
    snapshot.places[:, found] = before.places[:, rows]
    snapshot.facings[found] = before.facings[rows]
    snapshot.codes[found] = before.codes[rows]
    pace = np.zeros((2, len(ids)), np.int64)
    pace[:, found] = basis.pace[:, rows]
    return Basis(snapshot, pace)


class _Reader:
    """Reader of bytes from the first to the last."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def head(self) -> tuple[bool, int, int, int]:
        """Return the values at the beginning."""
        others, count, changed, large = _HEAD.unpack(self.bytes(_HEAD.size).tobytes())
        return bool(others), count, changed, large

    def number(self) -> int:
        """Return an integer."""
        return int(struct.unpack("<I", self.bytes(4).tobytes())[0])

    def bytes(self, count: int) -> Bytes:
        """Return this many bytes."""
        if self._at + count > len(self._data):
            raise TornError
        taken = np.frombuffer(self._data, np.uint8, count, self._at)
        self._at += count
        return taken

    def planes(self, count: int, dtype: type[np.generic]) -> npt.NDArray[Any]:
        """Return this many numbers."""
        return from_planes(self.bytes(count * np.dtype(dtype).itemsize), dtype)

    def end(self) -> None:
        """Check that no bytes are left."""
        if self._at != len(self._data):
            raise ValueError
