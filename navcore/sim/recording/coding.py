"""Snapshots as bytes: what changed since the one before, to be compressed.

Of each agent is kept by how much it is elsewhere than it would be, had it gone on as in the last
tick: nothing for who stands, a millimetre or so for who walks straight on. A snapshot in full is
what changed since nobody was anywhere (S3-114).
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
"""Whether the agents are others, how many there are, how many changed, how many large numbers."""
_FAR: Final = -128
"""Stands for a number that a byte can't hold; it follows among the large ones."""

Bytes: TypeAlias = npt.NDArray[np.uint8]


class TornError(ValueError):
    """Bytes end before what they hold does."""


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """What the next snapshot is held against."""

    snapshot: Snapshot
    pace: Integers
    """(2, n) millimetres that each walked in the last tick, x and z."""

    @classmethod
    def nothing(cls, ids: Integers) -> "Basis":
        """These agents, nowhere yet."""
        count = len(ids)
        zeros = np.zeros((2, count), np.int64)
        return cls(
            Snapshot(ids, zeros, np.zeros(count, np.uint16), np.zeros(count, np.uint8)), zeros
        )


def encoded(basis: Basis, snapshot: Snapshot) -> tuple[bytes, Basis]:
    """What leads from the basis to the snapshot, and the basis of the one after it."""
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
    """The snapshot that these bytes lead to, and the basis of the one after it.

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
    """The numbers' first bytes, then their second ones, ...: these are alike, and pack well."""
    flat = np.ascontiguousarray(array).reshape(-1)
    each = flat.astype(flat.dtype.newbyteorder("<"), copy=False).view(np.uint8)
    table = each.reshape(len(flat), flat.dtype.itemsize)
    return b"".join([table[:, place].tobytes() for place in range(flat.dtype.itemsize)])


def from_planes(data: bytes | Bytes, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """The numbers that `planes` took apart.

    Raises:
        ValueError: if these are no whole numbers.
    """
    little: np.dtype[Any] = np.dtype(dtype)
    if sys.byteorder != "little":
        # Elsewhere this would only hide that they are native, which interpreted kernels need.
        little = little.newbyteorder("<")
    rows = np.frombuffer(data, np.uint8).reshape(little.itemsize, -1)
    table = np.empty(rows.shape[::-1], np.uint8)
    for place, row in enumerate(rows):
        table[:, place] = row
    return table.view(little).reshape(-1).astype(dtype, copy=False)


def inflated(data: bytes, size: int, *, whole: bool = True) -> bytes:
    """Compressed bytes as they were, of which there have to be `size`, or more if not `whole`.

    Raises:
        ValueError: if they are not so many, or not what zlib compressed.
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
    """Who was put somewhere has no pace."""
    pace = snapshot.places - basis.snapshot.places
    pace[:, (snapshot.codes & TELEPORTED) != 0] = 0
    return Basis(snapshot, pace)


def _spread(values: npt.NDArray[Any], dirty: Flags) -> npt.NDArray[Any]:
    """The values of those that changed, 0 for all others."""
    spread = np.zeros(len(dirty), values.dtype)
    spread[dirty] = values
    return spread


def _roster(basis: Basis, ids: Integers) -> tuple[bytes, Basis]:
    """How other agents come from those before; nothing if they are the same."""
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
    """Each agent's row of before; who came is nowhere and has no pace."""
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
    """Bytes from the first to the last."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def head(self) -> tuple[bool, int, int, int]:
        """What stands before all else."""
        others, count, changed, large = _HEAD.unpack(self.bytes(_HEAD.size).tobytes())
        return bool(others), count, changed, large

    def number(self) -> int:
        """A whole number."""
        return int(struct.unpack("<I", self.bytes(4).tobytes())[0])

    def bytes(self, count: int) -> Bytes:
        """So many bytes."""
        if self._at + count > len(self._data):
            raise TornError
        taken = np.frombuffer(self._data, np.uint8, count, self._at)
        self._at += count
        return taken

    def planes(self, count: int, dtype: type[np.generic]) -> npt.NDArray[Any]:
        """So many numbers."""
        return from_planes(self.bytes(count * np.dtype(dtype).itemsize), dtype)

    def end(self) -> None:
        """Nothing is left."""
        if self._at != len(self._data):
            raise ValueError
