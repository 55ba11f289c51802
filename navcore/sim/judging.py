"""Figures of a crowd while it runs: overlaps, pushes, waiting, flow at doors, speed by density.

A `CrowdFigures` looks at a simulation after each of its steps. A run costs nothing for it unless
somebody makes one: nothing is kept by the simulation itself.
"""

import math
from importlib import import_module
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.level.model import Level, Point
from navcore.sim.agents import NEVER, WALK, Flags, Floats, Integers
from navcore.sim.recording.frames import rows_of
from navcore.sim.simulation import Simulation
from navcore.sim.statistics import DoorLines

DEEP: Final = 0.2
"""Share of both radii above which an overlap is counted as deep."""
PUSHED: Final = 0.05
"""Metres beyond its own walking in one step above which a push is counted."""
SLOW: Final = 0.2
"""Part of its walk speed below which an agent that wants to walk waits."""
STEADY: Final = (0.15, 0.85)
"""Of all who pass a door, in order: those between these shares count for flow and time gap."""
AROUND: Final = 1.5
"""Radius of the circle in which others count for the density around an agent, metres."""
DENSITIES: Final = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0)
"""Upper limits of the classes of density, agents a square metre; the last class has none."""
_TENTHS: Final = 1000
"""Parts of an overlap of 100 % that percentiles are exact to."""


class Moment(NamedTuple):
    """The worst of something: when, who and where."""

    value: float
    seconds: float
    """Time of the run."""
    agents: tuple[int, ...]
    """Ids."""
    place: Point
    """Metres."""


NOTHING: Final = Moment(0.0, 0.0, (), (0.0, 0.0))
"""It did not happen."""


class DoorFigures(NamedTuple):
    """How agents passed a door."""

    id: int
    name: str
    passed: int
    """How many did, in both directions."""
    flow: float | None
    """Agents a second and metre of width, while it was steady; None for fewer than three."""
    gap: float | None
    """Median time from one to the next, seconds; None for fewer than three."""


class SpeedAtDensity(NamedTuple):
    """How fast agents that wanted to walk were among so many others."""

    density: float
    """Mean of the class, agents a square metre, themselves included."""
    speed: float
    """Metres a second."""
    agent_seconds: float
    """For how long, over all agents."""


class CrowdFigures:
    """Figures of a run from here on; call `take` after every step.

    Overlaps are looked at once a tick: how deep two agents on one storey are in each other, as a
    share of the sum of their radii. Who takes a link is in nobody's way. A push is how far an
    agent went in a step beyond what it walks at most; being put elsewhere is none.
    """

    def __init__(self, simulation: Simulation) -> None:
        """Nothing is counted yet."""
        self._simulation = simulation
        self.overlap = NOTHING
        """The deepest overlap of two agents; `value` is a share of both radii."""
        self.push = NOTHING
        """The farthest push in one step; `value` in metres."""
        self.pushes = 0
        """How many pushes were over `PUSHED`."""
        self.deep_pairs = 0
        """Pairs that overlap by more than `DEEP`, summed over the ticks."""
        self.agent_ticks = 0
        """Agents, summed over the ticks."""
        self.waited = 0.0
        """Agent-seconds in which agents wanted to walk and were slower than `SLOW`."""
        self.wanted = 0.0
        """Agent-seconds in which agents wanted to walk."""
        self._depths = np.zeros(_TENTHS + 1, np.int64)
        self._by_density = np.zeros((len(DENSITIES) + 1, 3))
        self._passes: dict[int, list[int]] = {}
        self._names: dict[int, str] = {}
        self._lines = DoorLines(())
        self._widths: dict[int, float] = {}
        self._level: Level | None = None
        self._note_doors()
        self._ids: Integers = simulation.agents.ids.copy()
        self._places: Floats = simulation.agents.positions.copy()

    def take(self) -> None:
        """Take in the step that was just done."""
        simulation = self._simulation
        self._take_pushes()
        if simulation.steps % simulation.settings.steps_per_tick == 0:
            self._take_tick()

    def depth(self, share: float) -> float:
        """Return the overlap that this share of all agent-ticks stays below, 0 to 1.

        Each agent counts at each tick with its deepest overlap, exact to a thousandth.
        """
        wanted = share * self.agent_ticks
        found = int(np.searchsorted(np.cumsum(self._depths), wanted))
        return min(found, _TENTHS) / _TENTHS

    def doors(self) -> list[DoorFigures]:
        """Return the figures of each door that there was, in the order of their coming."""
        seconds = self._simulation.settings.seconds_per_tick
        return [
            _door(door, name, np.array(self._passes.get(door, ())) * seconds, self._widths[door])
            for door, name in self._names.items()
        ]

    def speeds(self) -> list[SpeedAtDensity]:
        """Return how fast agents were at each density that occurred, the lowest first."""
        return [
            SpeedAtDensity(crowd / seconds, far / seconds, seconds)
            for seconds, crowd, far in self._by_density.tolist()
            if seconds > 0
        ]

    def _take_pushes(self) -> None:
        simulation = self._simulation
        agents = simulation.agents
        moved = agents.positions - agents.previous_positions
        beyond = np.sqrt(np.einsum("ij,ij->i", moved, moved))
        beyond -= agents.walk_speeds * simulation.settings.seconds_per_step
        if agents.are_linked:
            beyond[agents.link_begun != NEVER] = 0.0
        self.pushes += int(np.count_nonzero(beyond > PUSHED))
        if len(beyond) and beyond.max() > max(self.push.value, 1e-9):
            row = int(beyond.argmax())
            self.push = self._moment(float(beyond[row]), [row])

    def _moment(self, value: float, rows: list[int]) -> Moment:
        agents = self._simulation.agents
        ids = tuple(int(agents.ids[row]) for row in rows)
        x, z = agents.positions[rows].mean(axis=0).tolist()
        return Moment(value, self._simulation.seconds, ids, (x, z))

    def _take_tick(self) -> None:
        simulation = self._simulation
        agents = simulation.agents
        self._note_doors()
        before, stayed = self._before()
        if self._lines.doors:
            tick = simulation.steps // simulation.settings.steps_per_tick
            ids, places = agents.ids, agents.positions
            for door in self._lines.passed(ids, before, places, stayed):
                self._passes.setdefault(door, []).append(tick)
        self._take_crowd(before, stayed)
        self._ids, self._places = agents.ids.copy(), agents.positions.copy()

    def _before(self) -> tuple[Floats, Flags]:
        """Where agents were a tick ago, and who came here from there by itself."""
        agents = self._simulation.agents
        rows, stayed = rows_of(agents.ids, self._ids)
        before = self._places[rows] if len(self._places) else agents.positions.copy()
        moved = agents.positions - before
        reach = 2 * agents.walk_speeds * self._simulation.settings.seconds_per_tick + 2.0
        stayed &= np.hypot(*moved.T) <= reach
        if agents.are_linked:
            stayed &= agents.link_begun == NEVER
        return before, stayed

    def _take_crowd(self, before: Floats, stayed: Flags) -> None:
        simulation = self._simulation
        agents, seconds = simulation.agents, simulation.settings.seconds_per_tick
        count = len(agents)
        if not count:
            return
        crowd = np.ones(count)
        deepest = np.zeros(count)
        for rows in self._by_storey():
            if len(rows) < 2:
                continue
            pairs = _near(agents.positions[rows], 2 * float(agents.radii[rows].max()))
            one, other = rows[pairs[:, 0]], rows[pairs[:, 1]]
            away = agents.positions[one] - agents.positions[other]
            apart = np.sqrt(np.einsum("ij,ij->i", away, away))
            reach = agents.radii[one] + agents.radii[other]
            depth = 1.0 - apart / np.maximum(reach, 1e-12)
            np.maximum.at(deepest, one, depth)
            np.maximum.at(deepest, other, depth)
            self.deep_pairs += int(np.count_nonzero(depth > DEEP))
            close = apart <= AROUND
            np.add.at(crowd, one[close], 1.0)
            np.add.at(crowd, other[close], 1.0)
            if len(depth) and depth.max() > self.overlap.value:
                worst = int(depth.argmax())
                pair = [int(one[worst]), int(other[worst])]
                self.overlap = self._moment(float(depth[worst]), pair)
        parts = np.ceil(deepest * _TENTHS).astype(np.int64)
        self._depths += np.bincount(parts, minlength=_TENTHS + 1)
        self.agent_ticks += count
        wants = stayed & (agents.states == WALK)
        far = np.hypot(*(agents.positions - before).T)
        self.wanted += seconds * int(np.count_nonzero(wants))
        slow = wants & (far < SLOW * agents.walk_speeds * seconds)
        self.waited += seconds * int(np.count_nonzero(slow))
        density = crowd[wants] / (math.pi * AROUND**2)
        classes = np.searchsorted(DENSITIES, density)
        size = len(DENSITIES) + 1
        self._by_density[:, 0] += seconds * np.bincount(classes, minlength=size)
        self._by_density[:, 1] += seconds * np.bincount(classes, density, minlength=size)
        self._by_density[:, 2] += np.bincount(classes, far[wants], minlength=size)

    def _by_storey(self) -> list[npt.NDArray[np.intp]]:
        """Rows of the agents of each storey; who takes a link is on none."""
        agents = self._simulation.agents
        here = np.ones(len(agents), np.bool_)
        if agents.are_linked:
            here = agents.link_begun == NEVER
        return [np.flatnonzero(here & (agents.layers == layer)) for layer in set(agents.layers)]

    def _note_doors(self) -> None:
        level = self._simulation.world.level
        if level is self._level:
            return
        self._level = level
        doors = tuple(area for area in level.areas.values() if area.door)
        self._names.update((door.id, door.name) for door in doors)
        if doors != self._lines.doors:
            self._lines = DoorLines(doors, level, self._lines)
            self._widths.update((door, 2 * line[4]) for door, line in self._lines.lines.items())


def _near(places: Floats, touching: float) -> npt.NDArray[np.intp]:
    """(k, 2) pairs of places that may touch, or count for each other's density."""
    tree = import_module("scipy.spatial").cKDTree(places)
    pairs: npt.NDArray[np.intp] = tree.query_pairs(max(touching, AROUND), output_type="ndarray")
    return pairs.reshape(-1, 2)


def _door(door: int, name: str, times: Floats, width: float) -> DoorFigures:
    first, last = (math.floor(STEADY[0] * len(times)), math.ceil(STEADY[1] * len(times)))
    steady = np.sort(times)[first:last]
    span = float(steady[-1] - steady[0]) if len(steady) else 0.0
    if len(steady) < 3 or span <= 0 or width <= 0:
        return DoorFigures(door, name, len(times), None, None)
    flow = (len(steady) - 1) / span / width
    return DoorFigures(door, name, len(times), flow, float(np.median(np.diff(steady))))
