"""Frames: where all agents are at a moment, in full and in the few bytes that a recording keeps."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.sim.agents import Bytes, Codes, Flags, Floats, Integers

if TYPE_CHECKING:
    from navcore.sim.simulation import Simulation

UNITS_PER_METRE: Final = 1000
"""Places are kept to the millimetre."""
FARTHEST: Final = 2.0**60
"""Places farther out are kept as this, millimetres; no floor lies there."""
TURN: Final = 65536
"""Facings are kept in so many parts of a turn."""
TELEPORTED: Final = 2
"""Bit of a snapshot's codes."""
MOVING: Final = 1
REASONS: Final = 2
"""How far reasons are shifted in a snapshot's codes."""
MOST_REASON: Final = 7
"""Of all reasons."""
LAYERS: Final = 5
"""How far numbers of storeys are shifted in a snapshot's codes."""


class Frame(NamedTuple):
    """All agents of a run at one moment, a row each, in the order of the run; read-only arrays."""

    ids: Integers
    positions: Floats
    """(n, 2) metres, to the millimetre."""
    facings: Floats
    """(n,) radians from -pi up to pi, to a ten thousandth."""
    states: Codes
    """(n,) STAND or WALK."""
    reasons: Codes
    """(n,) a `navcore.sim.reasons.Reason` each."""
    teleported: Flags
    """(n,) who did not walk here from where it was in the frame before, but was put here."""
    layers: Bytes
    """(n,) the number of the storey on which each is, in the level's order."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A frame as it is kept."""

    ids: Integers
    places: npt.NDArray[np.int64]
    """(2, n) millimetres, x and z."""
    facings: npt.NDArray[np.uint16]
    """(n,) parts of a turn."""
    codes: npt.NDArray[np.uint8]
    """(n,) MOVING, TELEPORTED, reasons from bit REASONS on, storeys from bit LAYERS on."""

    def frame(self) -> Frame:
        """What views show."""
        frame = Frame(
            self.ids,
            np.ascontiguousarray(self.places.T) / UNITS_PER_METRE,
            self.facings.astype(np.int16) * np.float64(2 * np.pi / TURN),
            (self.codes & MOVING).astype(np.int8),
            (self.codes >> REASONS & MOST_REASON).astype(np.int8),
            (self.codes & TELEPORTED).astype(np.bool_),
            (self.codes >> LAYERS).astype(np.uint8),
        )
        for array in frame:
            array.flags.writeable = False
        return frame


def snapshot_of(simulation: "Simulation", teleported: Flags) -> Snapshot:
    """The present moment of a run; `teleported`: (n,) who was put where it is."""
    agents = simulation.agents
    # Whole turns are whole multiples of TURN, which is a power of two.
    parts = np.rint(agents.facings * (TURN / (2 * np.pi))).astype(np.int64) & (TURN - 1)
    places = np.rint(np.ascontiguousarray(agents.positions.T) * UNITS_PER_METRE)
    if not np.abs(places).max(initial=0.0) <= FARTHEST:
        places = np.clip(places, -FARTHEST, FARTHEST)
    codes = agents.states.astype(np.uint8)
    codes |= teleported.astype(np.uint8) * np.uint8(TELEPORTED)
    codes |= simulation.reasons().astype(np.uint8) << REASONS
    codes |= agents.layers << LAYERS
    return Snapshot(agents.ids.copy(), places.astype(np.int64), parts.astype(np.uint16), codes)


def between(first: Frame, second: Frame, fraction: float) -> Frame:
    """The frame at `fraction`, 0 to 1, of the time from the first to the second.

    Who was put elsewhere in between, or left, stays where it was; who came is not there yet.
    Facings take the shorter way round (S3-115).
    """
    if fraction <= 0 or len(second.ids) == 0:
        return first
    if first.ids is second.ids or np.array_equal(first.ids, second.ids):
        positions, facings, holds = second.positions, second.facings, second.teleported
    else:
        rows, found = rows_of(first.ids, second.ids)
        positions, facings = second.positions[rows], second.facings[rows]
        holds = second.teleported[rows] | ~found
    part = np.where(holds, 0.0, fraction)
    turn = facings - first.facings
    turn -= 2 * np.pi * np.floor((turn + np.pi) / (2 * np.pi))
    return first._replace(
        positions=first.positions + part[:, None] * (positions - first.positions),
        facings=first.facings + part * turn,
    )


def rows_of(ids: Integers, among: Integers) -> tuple[Integers, Flags]:
    """Where each of `ids` stands in `among`, and whether it does; the row is 0 if not."""
    if np.array_equal(ids, among):
        return np.arange(len(ids)), np.ones(len(ids), np.bool_)
    if len(among) == 0:
        return np.zeros(len(ids), np.int64), np.zeros(len(ids), np.bool_)
    order = np.argsort(among, kind="stable")
    at = np.minimum(np.searchsorted(among, ids, sorter=order), len(among) - 1)
    rows = order[at]
    found: Flags = among[rows] == ids
    return np.where(found, rows, 0), found
