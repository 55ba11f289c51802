"""Whom a run is shown to: what changed for each of them, ten times a second, and smooth views.

A server holds `Snapshots` of its run and sends each viewer what changed since that viewer's
last; a client holds a `Viewer` that puts the changes together again and draws between them.
Snapshots are written as recordings write theirs.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from navcore.errors import NavcoreError
from navcore.sim.agents import Integers
from navcore.sim.events import Kind
from navcore.sim.inputs import Teleport
from navcore.sim.recording.coding import Basis, decoded, encoded
from navcore.sim.recording.frames import TELEPORTED, Frame, Snapshot, between, rows_of, snapshot_of
from navcore.sim.simulation import Simulation

__all__ = ["Delta", "Snapshots", "Viewer"]

_NOBODY: Final[Integers] = np.empty(0, np.int64)


class Delta(NamedTuple):
    """What changed for one viewer (S3-114)."""

    tick: int
    """Of which tick of the run this is: 0 at its start."""
    since: int | None
    """The tick of the snapshot that it changes; None for one in full."""
    seconds: float
    """Time in the run."""
    data: bytes
    """Who came and went; place, facing, state and reason of those where they changed."""


@dataclass(slots=True)
class _Recipient:
    """What a viewer was sent last."""

    tick: int | None
    basis: Basis
    put: set[int]
    """Who was put somewhere else since, instead of walking there."""


class Snapshots:
    """Snapshots of a run, one a tick, for any number of viewers; changes nothing in the run."""

    def __init__(self, simulation: Simulation) -> None:
        """Begin at any step of a run; until its next tick there is nothing to send."""
        self.simulation = simulation
        self._recipients: dict[Hashable, _Recipient] = {}
        self._put: set[int] = set()
        self._reader = simulation.reader()
        self._present: tuple[int, Snapshot] | None = None
        self.take()

    def take(self) -> None:
        """Look at the run; call it after every step.

        Called again at the same step it takes over what `Simulation.take_in` changed.
        """
        simulation = self.simulation
        inputs, events = self._reader.take()
        for entry in inputs:
            if isinstance(entry.request, Teleport):
                self._put.update(agent_id for agent_id, _ in entry.request.places)
        self._put.update(events["agent"][events["kind"] == Kind.DISPLACED].tolist())
        tick, odd = divmod(simulation.steps, simulation.settings.steps_per_tick)
        if odd:
            return
        teleported = np.isin(simulation.agents.ids, np.array(sorted(self._put), np.int64))
        self._present = (tick, snapshot_of(simulation, teleported))
        for recipient in self._recipients.values():
            recipient.put |= self._put
        self._put.clear()

    def changes_for(self, viewer: Hashable) -> Delta | None:
        """What changed since the last time that this viewer asked; in full the first time.

        None if there is no newer snapshot. A viewer may skip ticks: it gets all at once.
        """
        if self._present is None:
            return None
        tick, snapshot = self._present
        known = self._recipients.get(viewer)
        if known is None:
            known = _Recipient(None, Basis.nothing(_NOBODY), set())
        elif known.put:
            put = np.isin(snapshot.ids, np.array(sorted(known.put), np.int64))
            codes = snapshot.codes | np.where(put, TELEPORTED, 0).astype(np.uint8)
            snapshot = replace(snapshot, codes=codes)
        if known.tick == tick and not _differ(known.basis.snapshot, snapshot):
            return None
        data, basis = encoded(known.basis, snapshot)
        basis = _settled(basis, known.basis.snapshot.ids)
        self._recipients[viewer] = _Recipient(tick, basis, set())
        settings = self.simulation.settings
        seconds = tick * settings.steps_per_tick / settings.steps_per_second
        return Delta(tick, known.tick, seconds, data)

    def forget(self, viewer: Hashable) -> None:
        """The viewer left, or lost something: should it ask again, it gets all in full."""
        self._recipients.pop(viewer, None)


def _differ(one: Snapshot, other: Snapshot) -> bool:
    """Whether anything is different but who was put where it is."""
    return not (
        np.array_equal(one.ids, other.ids)
        and np.array_equal(one.places, other.places)
        and np.array_equal(one.facings, other.facings)
        and np.array_equal(one.codes | TELEPORTED, other.codes | TELEPORTED)
    )


def _settled(basis: Basis, known: Integers) -> Basis:
    """Who was not there before has not walked there, and is not expected to go on so."""
    _, found = rows_of(basis.snapshot.ids, known)
    return basis if found.all() else replace(basis, pace=basis.pace * found)


class Viewer:
    """What one viewer knows of a run, and what it shows of that: one tick behind, smoothly.

    >>> import numpy as np
    >>> from navcore import NavGrid, World
    >>> from navcore.level.model import Agent
    >>> simulation = Simulation(World.from_grid(NavGrid.from_array(np.ones((9, 9)))))
    >>> simulation.spawn(Agent(id=7, position=(2.0, 2.0), walk_speed=1.0))
    >>> simulation.send([7], (8.0, 2.0))
    >>> snapshots, viewer = Snapshots(simulation), Viewer()
    >>> for step in range(120):
    ...     simulation.step()
    ...     snapshots.take()
    ...     viewer.apply(snapshots.changes_for("me"))
    >>> bool(viewer.at(1.85).positions[0, 0] < viewer.at(1.9).positions[0, 0])
    True
    """

    def __init__(self, *, delay: float = 0.1, farthest: float = 2.0, keep: int = 32) -> None:
        """Knows nothing yet.

        Args:
            delay: How far behind the clock it shows, seconds; one tick lets it know both ends
                of what it draws between (S3-115).
            farthest: Who gets farther than this in a tick is not drawn on the way but put there,
                metres (S3-003).
            keep: How many snapshots it keeps, 2 or more.

        Raises:
            NavcoreError: if a number is out of its limits.
        """
        for name, value in (("delay", delay), ("farthest", farthest)):
            if not (np.isfinite(value) and value >= 0):
                message = f"{name} must be a number of at least 0, got {value}"
                raise NavcoreError(message)
        if keep < 2:
            message = f"keep must be at least 2 snapshots, got {keep}"
            raise NavcoreError(message)
        self.delay, self.farthest = delay, farthest
        self._keep = keep
        self._tick: int | None = None
        self._basis = Basis.nothing(_NOBODY)
        self._times: list[float] = []
        self._frames: list[Frame] = []
        self._shown: float | None = None

    @property
    def frame(self) -> Frame:
        """The last snapshot as it is; nobody before the first."""
        return self._frames[-1] if self._frames else self._basis.snapshot.frame()

    @property
    def newest(self) -> float:
        """Time of the last snapshot, seconds; 0 before the first."""
        return self._times[-1] if self._times else 0.0

    def apply(self, delta: Delta | None) -> None:
        """Take over what changed; None is nothing.

        Raises:
            NavcoreError: if it changes another snapshot than the last one here, or is damaged.
                Then let the server `forget` this viewer, which begins anew.
        """
        if delta is None:
            return
        if delta.since is not None and delta.since != self._tick:
            message = (
                f"the changes are those since tick {delta.since}, this viewer is at tick "
                f"{self._tick}: some were lost; ask for a snapshot in full"
            )
            raise NavcoreError(message)
        basis = Basis.nothing(_NOBODY) if delta.since is None else self._basis
        ticks = 1 if self._tick is None else max(delta.tick - self._tick, 1)
        try:
            snapshot, after = decoded(basis, delta.data)
        except ValueError as error:
            message = f"the changes of tick {delta.tick} are damaged; ask for a snapshot in full"
            raise NavcoreError(message) from error
        self._basis = _settled(after, basis.snapshot.ids)
        self._tick = delta.tick
        self._remember(delta.seconds, snapshot.frame(), self.farthest * ticks)

    def at(self, seconds: float) -> Frame:
        """What to draw when the clock of the run says `seconds`: the pose `delay` before.

        Before the first snapshot known it is the first, after the last the last: nobody goes on
        where nothing is known. A clock that stands shows the same, one that goes on by a tick
        shows the next; places lie between two snapshots, facings take the shorter way round.
        """
        if not self._frames:
            return self.frame
        return self._between(seconds - self.delay)

    def advance(self, seconds: float) -> Frame:
        """What to draw so much later, for a client that has no clock of the run.

        It begins `delay` before the newest snapshot and goes on to that one at most, where it
        waits for the next: a run that is paused stands still, and goes on without a jump. When
        more than three times the delay is waiting, it leaps.

        Raises:
            NavcoreError: if `seconds` is not a number of at least 0.
        """
        if not (np.isfinite(seconds) and seconds >= 0):
            message = f"time goes on by a number of at least 0 seconds, got {seconds}"
            raise NavcoreError(message)
        if not self._frames:
            return self.frame
        if self._shown is None:
            self._shown = self.newest - self.delay
        self._shown = min(self._shown + seconds, self.newest)
        # A hair more than three, which ticks of a tenth do not add up to.
        if self.newest - self._shown > 3 * self.delay * (1 + 1e-9):
            self._shown = self.newest - self.delay
        return self._between(self._shown)

    def _between(self, seconds: float) -> Frame:
        times, frames = self._times, self._frames
        after = int(np.searchsorted(times, seconds, side="right"))
        if after == 0:
            return frames[0]
        if after == len(times):
            return frames[-1]
        before = after - 1
        part = (seconds - times[before]) / (times[after] - times[before])
        return between(frames[before], frames[after], part)

    def _remember(self, seconds: float, frame: Frame, farthest: float) -> None:
        if self._times and seconds < self._times[-1]:
            # Another run, or the same from an earlier tick on.
            self._times, self._frames, self._shown = [], [], None
        if self._times and seconds == self._times[-1]:
            self._times.pop()
            frame = _put(frame, self._frames.pop())
        if self._frames:
            frame = _put(frame, self._frames[-1], farthest)
        self._times.append(seconds)
        self._frames.append(frame)
        if len(self._times) > self._keep:
            del self._times[0], self._frames[0]


def _put(frame: Frame, before: Frame, farthest: float | None = None) -> Frame:
    """Return the frame with marks on those who did not walk there from the one before.

    Those are who got farther than `farthest` metres; without it, who was marked before.
    """
    if len(before.ids) == 0:
        return frame
    rows, found = rows_of(frame.ids, before.ids)
    if farthest is None:
        marks = before.teleported[rows]
    else:
        away = frame.positions - before.positions[rows]
        marks = np.hypot(away[:, 0], away[:, 1]) > farthest
    return frame._replace(teleported=frame.teleported | (found & marks))
