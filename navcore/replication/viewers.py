"""Replicate a run to viewers: changes for each viewer ten times a second, and smooth views.

A server holds `Snapshots` of its run and sends each viewer the changes since that viewer's last
snapshot; a client holds a `Viewer` that applies the changes and interpolates between them.
Snapshots are encoded as in recordings.
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
    """Changes for one viewer (S3-114)."""

    tick: int
    """Tick of the run that the changes lead to: 0 at its start."""
    since: int | None
    """Tick of the snapshot that the changes apply to; None for a full snapshot."""
    seconds: float
    """Time in the run."""
    data: bytes
    """Encoded changes: added and removed agents; changed positions, facings, states, reasons."""


@dataclass(slots=True)
class _Recipient:
    """Snapshot that a viewer was last sent."""

    tick: int | None
    basis: Basis
    put: set[int]
    """Ids of agents that were placed somewhere since then, instead of walking."""


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
        """Return the changes since this viewer's last call; everything the first time.

        None if there is no newer snapshot. A viewer may skip ticks: changes are accumulated.
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
        basis = _without_pace_of_new(basis, known.basis.snapshot.ids)
        self._recipients[viewer] = _Recipient(tick, basis, set())
        settings = self.simulation.settings
        seconds = tick * settings.steps_per_tick / settings.steps_per_second
        return Delta(tick, known.tick, seconds, data)

    def forget(self, viewer: Hashable) -> None:
        """Forget a viewer that left or lost data; its next call returns a full snapshot."""
        self._recipients.pop(viewer, None)


def _differ(one: Snapshot, other: Snapshot) -> bool:
    """Return whether anything differs other than the marks of placed agents."""
    return not (
        np.array_equal(one.ids, other.ids)
        and np.array_equal(one.places, other.places)
        and np.array_equal(one.facings, other.facings)
        and np.array_equal(one.codes | TELEPORTED, other.codes | TELEPORTED)
    )


def _without_pace_of_new(basis: Basis, known: Integers) -> Basis:
    """Return the basis with pace 0 for new agents, so that they are not extrapolated."""
    _, found = rows_of(basis.snapshot.ids, known)
    return basis if found.all() else replace(basis, pace=basis.pace * found)


class Viewer:
    """A viewer's copy of a run, and its smooth view, one tick behind.

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
        """Start without any snapshot.

        Args:
            delay: How far the view is behind the clock, seconds; with one tick, both ends of an
                interpolation are known (S3-115).
            farthest: Agents that move farther than this in a tick, in metres, jump instead of being
                interpolated (S3-003).
            keep: Number of snapshots to keep, 2 or more.

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
        """The last snapshot, not interpolated; empty before the first."""
        return self._frames[-1] if self._frames else self._basis.snapshot.frame()

    @property
    def newest(self) -> float:
        """Time of the last snapshot, seconds; 0 before the first."""
        return self._times[-1] if self._times else 0.0

    def apply(self, delta: Delta | None) -> None:
        """Apply changes; None is ignored.

        Raises:
            NavcoreError: if they apply to another snapshot than the last one here, or are damaged.
                Then let the server `forget` this viewer, so that it starts again.
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
        self._basis = _without_pace_of_new(after, basis.snapshot.ids)
        self._tick = delta.tick
        self._remember(delta.seconds, snapshot.frame(), self.farthest * ticks)

    def at(self, seconds: float) -> Frame:
        """Return the frame to draw when the run's clock is at `seconds`: the pose `delay` before.

        Before the first known snapshot it is the first one, after the last the last one: agents are
        not extrapolated. Positions are interpolated between two snapshots, facings the shorter way
        round.
        """
        if not self._frames:
            return self.frame
        return self._between(seconds - self.delay)

    def advance(self, seconds: float) -> Frame:
        """Return the frame to draw this much later, for a client without the run's clock.

        The view starts `delay` before the newest snapshot and advances up to the newest, where it
        waits for the next: a paused run stands still, and continues without a jump. If the view is
        more than three times the delay behind, it skips ahead.

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
    """Return the frame with agents marked that did not walk there from the frame before.

    These moved farther than `farthest` metres; without it, those that were marked before.
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
