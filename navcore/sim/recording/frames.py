"""Frames: all agents at a moment, in full and in the few bytes that a recording stores."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.sim.agents import Bytes, Codes, Flags, Floats, Integers

if TYPE_CHECKING:
    from navcore.sim.simulation import Simulation

UNITS_PER_METRE: Final = 1000
"""Units of stored places: millimetres."""
FARTHEST: Final = 2.0**60
"""Greater coordinates are stored as this, millimetres; no floor is there."""
TURN: Final = 65536
"""Number of parts of a turn in which facings are stored."""
TELEPORTED: Final = 2
"""Bit of a snapshot's codes."""
MOVING: Final = 1
REASONS: Final = 2
"""Shift of reasons in a snapshot's codes."""
MOST_REASON: Final = 7
"""Highest number of a reason."""
LAYERS: Final = 5
"""Shift of storey numbers in a snapshot's codes."""


class Frame(NamedTuple):
    """All agents of a run at one moment, a row each, in the run's order; read-only arrays."""

    ids: Integers
    positions: Floats
    """(n, 2) metres, to the millimetre."""
    facings: Floats
    """(n,) radians from -pi up to pi, to a ten thousandth."""
    states: Codes
    """(n,) STAND or WALK."""
    reasons: Codes
    """(n,) a `navcore.sim.reasons.Reason` for each agent."""
    teleported: Flags
    """(n,) True if it did not walk here from its place in the last frame, but was moved here."""
    layers: Bytes
    """(n,) number of each agent's storey, in the level's order."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A frame as it is stored."""

    ids: Integers
    places: npt.NDArray[np.int64]
    """(2, n) millimetres, x and z."""
    facings: npt.NDArray[np.uint16]
    """(n,) parts of a turn."""
    codes: npt.NDArray[np.uint8]
    """(n,) MOVING, TELEPORTED, reasons from bit REASONS on, storeys from bit LAYERS on."""

    def frame(self) -> Frame:
        """Return the frame for views."""
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
    """Return the present snapshot of a run; `teleported`: (n,) True for moved agents."""
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
    """Return the frame at `fraction`, 0 to 1, of the time from the first to the second.

    Agents that were moved by a request in between, or removed, stay where they are; new agents are
    not there yet. Facings take the shorter way round (S3-115).
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
    """Return the row of each of `ids` in `among`, 0 if missing, and whether it is there."""
    if np.array_equal(ids, among):
        return np.arange(len(ids)), np.ones(len(ids), np.bool_)
    if len(among) == 0:
        return np.zeros(len(ids), np.int64), np.zeros(len(ids), np.bool_)
    order = np.argsort(among, kind="stable")
    at = np.minimum(np.searchsorted(among, ids, sorter=order), len(among) - 1)
    rows = order[at]
    found: Flags = among[rows] == ids
    return np.where(found, rows, 0), found
