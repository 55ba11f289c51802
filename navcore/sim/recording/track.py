"""The track: packed frames of a recording in order, with random access."""

import zlib
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
from typing import Final

import numpy as np

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.sim.agents import Integers
from navcore.sim.recording.coding import Basis, decoded, encoded, inflated
from navcore.sim.recording.frames import Snapshot

BLOCK: Final = 10
"""Snapshots that are packed together; the first of them is a full one."""
LEVEL: Final = 1
"""zlib level; higher levels are several times slower and save only a few per cent."""

BLOCK_BYTES: Final = 600
"""Bytes of a block besides its data: lengths, objects, and data about its ticks."""
SLICE: Final = 1 << 15
"""Bytes that are compressed at a time: about half a millisecond."""

_NOBODY: Final[Integers] = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Block:
    """Completed block of snapshots."""

    ids: Integers
    """Ids of the agents of the first snapshot; the last block's array if they are the same."""
    data: bytes
    """The bytes of `encoded`, one snapshot after the other, compressed."""
    lengths: tuple[int, ...]
    """Bytes of each snapshot before compression."""


class Track:
    """Snapshots of consecutive ticks."""

    def __init__(self) -> None:
        """Start without snapshots."""
        self._blocks: list[Block] = []
        self._open = _OpenBlock(_NOBODY)
        self._waiting: Snapshot | None = None
        """The latest snapshot, until there is time to pack it."""
        self._unpacked: tuple[int, list[bytes]] = (-1, [])
        self._read: tuple[int, Basis] = (-1, Basis.nothing(_NOBODY))
        """The tick that was read last, with its basis."""

    def __len__(self) -> int:
        """Return the number of snapshots."""
        waiting = 0 if self._waiting is None else 1
        return BLOCK * len(self._blocks) + len(self._open.pieces) + waiting

    @classmethod
    def of(cls, blocks: list[Block]) -> "Track":
        """Return the track of these blocks; all but the last are full."""
        made = cls()
        made._blocks = blocks
        if blocks and len(blocks[-1].lengths) < BLOCK:
            pieces = made._pieces(len(blocks) - 1)
            made._reopen(blocks.pop().ids, pieces)
        return made

    @property
    def full_blocks(self) -> int:
        """Number of completed blocks."""
        return len(self._blocks)

    def nbytes(self, first: int = 0) -> int:
        """Return the bytes of memory of the completed blocks from this one on."""
        return sum(BLOCK_BYTES + len(block.data) for block in islice(self._blocks, first, None))

    def blocks(self) -> list[Block]:
        """Return all blocks, packed."""
        self._settle()
        last = [self._open.packed()] if self._open.pieces else []
        return self._blocks + last

    def last(self) -> Snapshot | None:
        """Return the latest snapshot; None if there is none."""
        return self[len(self) - 1] if len(self) else None

    def append(self, snapshot: Snapshot) -> None:
        """Add the next tick's snapshot; `go_on` packs it in slices."""
        self._settle()
        self._waiting = snapshot

    def go_on(self) -> bool:
        """Pack a slice of the waiting data; return whether there was any."""
        if self._waiting is not None:
            self._encode(self._waiting)
            self._waiting = None
            return True
        if self._open.go_on():
            return True
        if len(self._open.pieces) < BLOCK:
            return False
        self._blocks.append(self._open.packed())
        self._open = _OpenBlock(_NOBODY)
        return True

    def _settle(self) -> None:
        """Pack all waiting data."""
        while self.go_on():
            pass

    def _encode(self, snapshot: Snapshot) -> None:
        if not self._open.pieces:
            known = self._blocks[-1].ids if self._blocks else _NOBODY
            self._open = _OpenBlock(known if np.array_equal(known, snapshot.ids) else snapshot.ids)
        piece, basis = encoded(self._open.basis, snapshot)
        self._open.add(piece, basis)
        self._read = (BLOCK * len(self._blocks) + len(self._open.pieces) - 1, basis)

    def cut(self, count: int) -> None:
        """Keep the first `count` snapshots."""
        self._settle()
        if count >= len(self):
            return
        block, kept = divmod(count, BLOCK)
        ids = self._blocks[block].ids if block < len(self._blocks) else self._open.ids
        pieces = self._pieces(block)[:kept]
        del self._blocks[block:]
        self._unpacked = (-1, [])
        self._read = (-1, Basis.nothing(_NOBODY))
        self._reopen(ids, pieces)

    def __getitem__(self, tick: int) -> Snapshot:
        """Return the snapshot of a tick.

        Raises:
            NavcoreError: if what is kept of it was damaged.
        """
        if self._waiting is not None and tick == len(self) - 1:
            return self._waiting
        block, place = divmod(tick, BLOCK)
        at, basis = self._read
        if at == tick:
            return basis.snapshot
        pieces = self._pieces(block, place + 1)
        if not block * BLOCK <= at < tick:
            ids = self._blocks[block].ids if block < len(self._blocks) else self._open.ids
            at, basis = block * BLOCK - 1, Basis.nothing(ids)
        try:
            for piece in pieces[at + 1 - block * BLOCK : place + 1]:
                _, basis = decoded(basis, piece)
        except ValueError as error:
            raise _damaged(block) from error
        self._read = (tick, basis)
        return basis.snapshot

    def _pieces(self, block: int, count: int = BLOCK) -> list[bytes]:
        """Return the first `count` or more pieces of a block, or all that it has."""
        if block == len(self._blocks):
            return self._open.pieces
        packed = self._blocks[block]
        known = self._unpacked[1] if self._unpacked[0] == block else []
        if len(known) < min(count, len(packed.lengths)):
            # A reader that needs more than the beginning will need the rest.
            lengths = packed.lengths if known else packed.lengths[:count]
            ends = list(accumulate(lengths, initial=0))
            try:
                data = inflated(packed.data, ends[-1], whole=len(lengths) == len(packed.lengths))
            except ValueError as error:
                raise _damaged(block) from error
            known = [data[start:end] for start, end in pairwise(ends)]
            self._unpacked = (block, known)
        return known

    def _reopen(self, ids: Integers, pieces: list[bytes]) -> None:
        """Reopen the last block for writing."""
        self._open = _OpenBlock(ids)
        for piece in pieces:
            try:
                _, basis = decoded(self._open.basis, piece)
            except ValueError as error:
                raise _damaged(len(self._blocks)) from error
            self._open.add(piece, basis)


class _OpenBlock:
    """The latest snapshots, compressed one by one so that no tick has to compress all of them."""

    def __init__(self, ids: Integers) -> None:
        self.ids = ids
        self.pieces: list[bytes] = []
        self.basis = Basis.nothing(ids)
        self._stream = zlib.compressobj(LEVEL)
        self._data: list[bytes] = []
        self._at = (0, 0)
        """Index of the piece that is compressed next, and of the first of its bytes."""

    def add(self, piece: bytes, basis: Basis) -> None:
        self.pieces.append(piece)
        self.basis = basis

    def go_on(self) -> bool:
        """Compress a slice; return whether there was one."""
        number, first = self._at
        if number == len(self.pieces):
            return False
        piece = memoryview(self.pieces[number])
        self._data.append(self._stream.compress(piece[first : first + SLICE]))
        left = first + SLICE < len(piece)
        self._at = (number, first + SLICE) if left else (number + 1, 0)
        return True

    def packed(self) -> Block:
        """Return the block in its present state; more snapshots may follow."""
        while self.go_on():
            pass
        data = b"".join((*self._data, self._stream.copy().flush()))
        return Block(self.ids, data, tuple(map(len, self.pieces)))


def _damaged(block: int) -> NavcoreError:
    message = tr(
        "The recording is damaged: its frames from {0} to {1} can't be read; record the run again"
    )
    return NavcoreError(message.format(block * BLOCK, block * BLOCK + BLOCK - 1))
