"""The track: the frames of a recording one after the other, packed, any of them at once."""

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
"""So many snapshots are packed together; the first of them is a full one."""
LEVEL: Final = 1
"""Of zlib: higher ones take several times as long and save a few per cent."""

BLOCK_BYTES: Final = 600
"""What a block takes besides its data: lengths, objects, and what is known of its ticks."""
SLICE: Final = 1 << 15
"""Bytes that are compressed in one go: about half a millisecond's worth."""

_NOBODY: Final[Integers] = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Block:
    """Snapshots that are done with."""

    ids: Integers
    """Whom the first of them is of; the same array as in the block before, if it is the same."""
    data: bytes
    """The bytes of `encoded`, one snapshot after the other, compressed."""
    lengths: tuple[int, ...]
    """How many bytes each has before they are compressed."""


class Track:
    """Snapshots of one tick after the other."""

    def __init__(self) -> None:
        """None yet."""
        self._blocks: list[Block] = []
        self._open = _OpenBlock(_NOBODY)
        self._waiting: Snapshot | None = None
        """The latest snapshot, until there is time for it."""
        self._unpacked: tuple[int, list[bytes]] = (-1, [])
        self._read: tuple[int, Basis] = (-1, Basis.nothing(_NOBODY))
        """The tick that was read last."""

    def __len__(self) -> int:
        """How many there are."""
        waiting = 0 if self._waiting is None else 1
        return BLOCK * len(self._blocks) + len(self._open.pieces) + waiting

    @classmethod
    def of(cls, blocks: list[Block]) -> "Track":
        """What these blocks hold; all but the last are full."""
        made = cls()
        made._blocks = blocks
        if blocks and len(blocks[-1].lengths) < BLOCK:
            pieces = made._pieces(len(blocks) - 1)
            made._reopen(blocks.pop().ids, pieces)
        return made

    @property
    def full_blocks(self) -> int:
        """How many blocks are done with."""
        return len(self._blocks)

    def nbytes(self, first: int = 0) -> int:
        """Bytes of memory that the full blocks from this one on take."""
        return sum(BLOCK_BYTES + len(block.data) for block in islice(self._blocks, first, None))

    def blocks(self) -> list[Block]:
        """All of it, packed."""
        self._settle()
        last = [self._open.packed()] if self._open.pieces else []
        return self._blocks + last

    def last(self) -> Snapshot | None:
        """The latest snapshot; None if there is none."""
        return self[len(self) - 1] if len(self) else None

    def append(self, snapshot: Snapshot) -> None:
        """The next tick's snapshot; `go_on` packs it bit by bit."""
        self._settle()
        self._waiting = snapshot

    def go_on(self) -> bool:
        """Do a slice of the packing that waits; whether any did."""
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
        """Nothing waits."""
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
        """The snapshot of a tick.

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
        """The first `count` or more of a block's pieces, or all that it has."""
        if block == len(self._blocks):
            return self._open.pieces
        packed = self._blocks[block]
        known = self._unpacked[1] if self._unpacked[0] == block else []
        if len(known) < min(count, len(packed.lengths)):
            # Who asks for more than a beginning is going to ask for the rest.
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
        """Let the last block be written to again."""
        self._open = _OpenBlock(ids)
        for piece in pieces:
            try:
                _, basis = decoded(self._open.basis, piece)
            except ValueError as error:
                raise _damaged(len(self._blocks)) from error
            self._open.add(piece, basis)


class _OpenBlock:
    """The latest snapshots; compressed as they come, so that no tick has to do it for all."""

    def __init__(self, ids: Integers) -> None:
        self.ids = ids
        self.pieces: list[bytes] = []
        self.basis = Basis.nothing(ids)
        self._stream = zlib.compressobj(LEVEL)
        self._data: list[bytes] = []
        self._at = (0, 0)
        """The piece that is compressed next, and from which of its bytes on."""

    def add(self, piece: bytes, basis: Basis) -> None:
        self.pieces.append(piece)
        self.basis = basis

    def go_on(self) -> bool:
        """Compress a slice; whether there was one."""
        number, first = self._at
        if number == len(self.pieces):
            return False
        piece = memoryview(self.pieces[number])
        self._data.append(self._stream.compress(piece[first : first + SLICE]))
        left = first + SLICE < len(piece)
        self._at = (number, first + SLICE) if left else (number + 1, 0)
        return True

    def packed(self) -> Block:
        """As it is now; more may come."""
        while self.go_on():
            pass
        data = b"".join((*self._data, self._stream.copy().flush()))
        return Block(self.ids, data, tuple(map(len, self.pieces)))


def _damaged(block: int) -> NavcoreError:
    message = tr(
        "The recording is damaged: its frames from {0} to {1} can't be read; record the run again"
    )
    return NavcoreError(message.format(block * BLOCK, block * BLOCK + BLOCK - 1))
