"""Compression of states, a slice at a time so that no step of a run waits for it."""

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.model import Agent, Point
from navcore.sim.columns import COLUMNS, GONE, Column, filled
from navcore.sim.recording.coding import from_planes, inflated, planes
from navcore.sim.state import State

POINTS: Final = "points"
"""Name of the pool of path points, in addition to those of the columns."""

_KEPT: Final = {**COLUMNS, **GONE, POINTS: Column(np.float64, 2)}
"""Type and shape of the arrays of a state, by name."""
_MOST_RATIO: Final = 1100
"""Most bytes that one compressed byte can become: zlib's format has this limit."""
_LEVEL: Final = 1
_SLICE: Final = 1 << 14
"""Least bytes that are compressed at a time: a fraction of a millisecond."""
PACKED_BYTES: Final = 200
"""Bytes of an array besides its data."""
_SLICES: Final = 220
"""Most slices of a large state, so that it is done when the next one comes."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The numbers of an array, compressed."""

    data: bytes
    count: int


class KeptState(Protocol):
    """A state, packed or being packed."""

    def unpacked(self) -> State:
        """Return the state."""

    def packed(self) -> "PackedState":
        """Return the state in packed form."""

    @property
    def nbytes(self) -> int:
        """Bytes of memory of its arrays; 0 while they are being packed."""


@dataclass(frozen=True, slots=True)
class PackedState:
    """A packed state; it shares unchanged arrays with the state before it."""

    step: int
    seed: int
    elements: tuple[Agent, ...]
    arrays: Mapping[str, Packed]
    focus: Point | None

    @property
    def nbytes(self) -> int:
        """Bytes of memory of its arrays."""
        return sum(PACKED_BYTES + len(one.data) for one in self.arrays.values())

    def packed(self) -> "PackedState":
        """Return this object."""
        return self

    def unpacked(self) -> State:
        """Return the state.

        Raises:
            NavcoreError: if what is kept of it was damaged.
        """
        try:
            columns = {
                name: unpacked_column(self, name)
                if name in self.arrays or not column.late
                else filled(name, len(self.elements))
                for name, column in COLUMNS.items()
            }
            points = unpacked_column(self, POINTS)
        except (KeyError, ValueError) as error:
            message = tr(
                "The recording is damaged: its keyframe of step {0} can't be read; record the run "
                "again"
            )
            raise NavcoreError(message.format(self.step)) from error
        return State(self.step, self.seed, self.elements, columns, points, self.focus)


class Packing:
    """A state while it is being packed."""

    def __init__(self, state: State, before: "Packing | None" = None) -> None:
        """Start with nothing packed; arrays that are as in `before` are not packed again."""
        self._state: State | None = state
        self._packed: PackedState | None = None
        self._slices = self._work(state, before)

    def go_on(self) -> None:
        """Pack one slice, if one is left."""
        next(self._slices, None)

    def packed(self) -> PackedState:
        """Return the packed state; pack all that is left first."""
        while self._packed is None:
            self.go_on()
        return self._packed

    def unpacked(self) -> State:
        """Return the state.

        Raises:
            NavcoreError: if what is kept of it was damaged.
        """
        return self._state or self.packed().unpacked()

    @property
    def nbytes(self) -> int:
        """Bytes of memory of its arrays; 0 while they are being packed."""
        return 0 if self._packed is None else self._packed.nbytes

    def known(self, name: str, array: npt.NDArray[Any]) -> Packed | None:
        """Return the earlier packed array of this name if it is bitwise equal, else None."""
        if self._state is None or self._packed is None:
            return None
        mine = _arrays(self._state).get(name)
        if mine is None or mine.shape != array.shape or mine.tobytes() != array.tobytes():
            return None
        return self._packed.arrays[name]

    def let_go(self) -> tuple[Agent, ...]:
        """Forget the state itself, as its packed form is done, and return its elements."""
        self._state = None
        return self.packed().elements

    def _work(self, state: State, before: "Packing | None") -> Iterator[None]:
        arrays: dict[str, Packed] = {}
        every = _arrays(state)
        size = max(_SLICE, sum(array.nbytes for array in every.values()) // _SLICES)
        for name, array in every.items():
            known = None if before is None else before.known(name, array)
            if known is not None:
                arrays[name] = known
                continue
            stream, parts = zlib.compressobj(_LEVEL), []
            data = memoryview(planes(array))
            for at in range(0, len(data), size):
                parts.append(stream.compress(data[at : at + size]))
                yield
            parts.append(stream.flush())
            arrays[name] = Packed(b"".join(parts), array.size)
        elements = state.elements
        if before is not None:
            others = before.let_go()
            elements = others if others == elements else elements
        self._packed = PackedState(state.step, state.seed, elements, arrays, state.focus)


def _arrays(state: State) -> dict[str, npt.NDArray[Any]]:
    columns = {
        name: array
        for name, array in state.columns.items()
        if not COLUMNS[name].late or array.tobytes() != filled(name, len(array)).tobytes()
    }
    return {**columns, POINTS: state.points}


def unpacked_column(state: PackedState, name: str) -> npt.NDArray[Any]:
    """Return an array of a state, or its pool of points, by its name.

    Raises:
        KeyError, ValueError: if there is none, or it is not of the length that it must have.
    """
    packed = state.arrays[name]
    column = _KEPT[name]
    rows = packed.count // 2 if name == POINTS else len(state.elements)
    return _unpacked(packed, column.dtype, rows, column.width)


def _unpacked(packed: Packed, dtype: type[np.generic], rows: int, width: int) -> npt.NDArray[Any]:
    if packed.count != rows * width or packed.count > _MOST_RATIO * len(packed.data):
        raise ValueError
    size = packed.count * np.dtype(dtype).itemsize
    array = from_planes(inflated(packed.data, size), dtype)
    return array.reshape(rows, width) if width > 1 else array
