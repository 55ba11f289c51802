"""Ticks of a crowd for figures and maps of a run: agents that walk, wait or turn back."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers
from navcore.kernels.crowd import contacts as kernel
from navcore.sim.agents import NEVER, WALK, Bytes, Codes, Flags, Floats, Integers
from navcore.sim.reasons import Reason
from navcore.sim.recording.frames import Frame, rows_of
from navcore.sim.simulation import Simulation

SLOW: Final = 0.2
"""Share of its walk speed below which an agent that wants to walk waits."""
MOVED: Final = 0.02
"""Metres per tick below which an agent has no direction."""
AROUND: Final = 1.5
"""Radius of the circle that the density around an agent is measured in, metres."""
ABSENT: Final = 255
"""Storey number of agents that take a link: they are in nobody's way."""
_ROUNDING: Final = 0.002
"""Metres: recorded places are to the millimetre, and many in queues walk at just this speed."""
_SQUARES_AN_AGENT: Final = 4
_WIDEST: Final = 1e300
_JUMP: Final = 2.0
"""Metres per tick, beyond twice its walk, from which on an agent was moved by a request."""


class CrowdTick(NamedTuple):
    """All agents at the end of a tick, one row for each."""

    number: int
    """Number of ticks that were over by then."""
    seconds: float
    """Length of a tick, seconds."""
    ids: Integers
    places: Floats
    """(n, 2) metres."""
    before: Floats
    """(n, 2) positions one tick ago, metres."""
    stayed: Flags
    """(n,) True if it walked here from there: it was not moved by a request, and takes no link."""
    radii: Floats
    storeys: Bytes
    """(n,) numbers of storeys, `ABSENT` for agents that take a link."""
    wants: Flags
    """(n,) True if it wants to walk."""
    far: Floats
    """(n,) distance covered, metres."""
    waits: Flags
    """(n,) True if it wants to walk and is slower than `SLOW`."""
    turns: Flags
    """(n,) True if it wants to walk and turned by more than 90 degrees from its last direction."""


class Contacts(NamedTuple):
    """Overlapping pairs, and numbers of agents nearby."""

    deepest: Floats
    """(n,) deepest overlap of each agent, as a share of the sum of both radii."""
    near: npt.NDArray[np.int32]
    """(n,) number of others within `AROUND`."""
    pairs: npt.NDArray[np.int32]
    """(k, 2) rows of overlapping pairs."""


class _Seen(NamedTuple):
    """State of all agents at the end of a tick."""

    ids: Integers
    places: Floats
    states: Codes
    layers: Bytes
    away: Flags
    """True for agents that take a link."""
    put: Flags
    """True for agents that were moved by a request."""
    radii: Floats
    speeds: Floats


class TickReader:
    """Makes ticks of the states of a run: of the run itself, or of frames of its recording."""

    def __init__(self) -> None:
        """Start with no state: in the first tick nobody moves."""
        self._ids: Integers = np.empty(0, np.int64)
        self._places: Floats = np.empty((0, 2))
        self._away: Flags = np.empty(0, np.bool_)
        self._ways: Floats = np.empty((0, 2))

    def of_run(self, simulation: Simulation) -> CrowdTick:
        """Return the tick that a run has just ended."""
        agents, settings = simulation.agents, simulation.settings
        absent = np.zeros(len(agents), np.bool_)
        if agents.are_linked:
            absent = agents.link_begun != NEVER
        number = simulation.steps // settings.steps_per_tick
        seen = _Seen(
            agents.ids.copy(), agents.positions.copy(), agents.states, agents.layers, absent,
            absent, agents.radii, agents.walk_speeds,
        )  # fmt: skip
        return self._tick(number, settings.seconds_per_tick, seen, _JUMP)

    def of_frame(
        self, number: int, seconds: float, frame: Frame, radii: Floats, speeds: Floats
    ) -> CrowdTick:
        """Return the tick that ends with a frame of a recording.

        `radii` and `speeds`: (n,) of its agents, metres and metres per second.
        """
        absent = frame.reasons == Reason.TAKES_LINK
        seen = _Seen(
            frame.ids, frame.positions, frame.states, frame.layers, absent, frame.teleported, radii,
            speeds,
        )  # fmt: skip
        return self._tick(number, seconds, seen, np.inf)

    def _tick(self, number: int, seconds: float, seen: _Seen, jump: float) -> CrowdTick:
        ids, places, states, layers, absent, put, radii, speeds = seen
        rows, stayed = rows_of(ids, self._ids)
        known = len(self._ids) > 0
        before = self._places[rows] if known else places
        ways = self._ways[rows] if known else np.zeros_like(places)
        if known:
            stayed &= ~self._away[rows]
        moved = places - before
        distances = np.sqrt(moved[:, 0] ** 2 + moved[:, 1] ** 2)
        stayed &= ~(absent | put) & (distances <= 2 * speeds * seconds + jump)
        wants = stayed & (states == WALK)
        walked = stayed & (distances > MOVED)
        turns = walked & wants & (moved[:, 0] * ways[:, 0] + moved[:, 1] * ways[:, 1] < 0)
        self._ways = np.where(walked[:, None], moved, np.where(stayed[:, None], ways, 0.0))
        self._ids, self._places, self._away = ids, places, absent
        return CrowdTick(
            number, seconds, ids, places, before, stayed, radii,
            np.where(absent, np.uint8(ABSENT), layers), wants, distances,
            wants & (distances < SLOW * speeds * seconds + _ROUNDING), turns,
        )  # fmt: skip


def contacts_of(places: Floats, radii: Floats, storeys: Bytes) -> Contacts:
    """Return overlapping pairs and the number of agents near each, among those on one storey.

    `places` (n, 2) metres, `radii` (n,) metres, `storeys` (n,), `ABSENT` for agents that meet
    nobody.
    """
    count = len(places)
    deepest, near = np.zeros(count), np.zeros(count, np.int32)
    if count < 2:
        return Contacts(deepest, near, np.empty((0, 2), np.int32))
    # Separate columns are many times faster than an axis of length 2.
    low_x, low_z = (float(column.min()) for column in places.T)
    wide = min(float(places[:, 0].max()) - low_x, _WIDEST)
    deep = min(float(places[:, 1].max()) - low_z, _WIDEST)
    size = max(2 * float(radii.max()), AROUND)
    # Agents far apart get larger squares, which limits the number of squares per agent.
    while (wide / size + 1) * (deep / size + 1) > _SQUARES_AN_AGENT * count + 1024:
        size *= 1.5
    columns, rows = int(wide / size) + 1, int(deep / size) + 1
    frame = np.array((low_x, low_z, size, columns, rows, AROUND))
    work = (
        np.empty(columns * rows + 1, np.int32), np.empty(count, np.int32), np.empty((count, 3)),
    )  # fmt: skip
    given = (np.ascontiguousarray(places), np.ascontiguousarray(radii), storeys, frame)
    crowd = kernel.Contacts(*buffers(kernel, *given, *work))
    room = 2 * count + 64
    while True:
        pairs = np.empty((room, 2), np.int32)
        found = crowd.count(*buffers(kernel, deepest, near, pairs))
        if found <= room:
            return Contacts(deepest, near, pairs[:found])
        room = found
