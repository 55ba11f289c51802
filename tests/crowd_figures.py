"""Figures of a crowd, measured after every step: overlaps, pushes, waiting, flow, speed.

Written for clarity, independent of `navcore.sim`: they share no code, so each checks the other.
"""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from navcore.level.model import Point
from navcore.sim.events import Events, Kind
from navcore.sim.reasons import Reason
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World
from tests.crowd_scenes import CrowdScene, Gate

Floats = npt.NDArray[np.float64]

DEEP = 0.2
"""Pairs that overlap by more than this share of both radii are counted."""
PUSHED = 0.05
"""Metres beyond walking in a step, from which on a push is counted."""
SETTLED = 2.0
"""Seconds before overlaps are measured: agents that start in each other separate by then."""
SLOW = 0.2
"""Share of its speed below which an agent that wants to walk is waiting."""
STALLS = 5.0
"""Seconds of waiting without a break from which on it is a stall."""
SHARP = math.radians(60.0)
"""Angle between two ticks above which an agent has changed its direction."""
MOVED = 0.02
"""Metres per tick below which an agent has no direction."""
SQUARE, PART = 2.0, 0.5
"""Metres: how large the densest square is, and the grid that it is looked for on."""


class Spread(NamedTuple):
    """Distribution of a figure."""

    half: float
    ninety: float
    ninety_nine: float
    most: float

    @classmethod
    def of(cls, values: Floats) -> "Spread":
        """Return the distribution of values; zeros if there are none."""
        if not len(values):
            return cls(0.0, 0.0, 0.0, 0.0)
        return cls(*np.percentile(values, (50, 90, 99, 100)).tolist())


class CrowdOutcome(NamedTuple):
    """Figures of a crowd's run; shares are between 0 and 1."""

    agents: int
    arrived: int
    comings: int
    """Number of arrivals at the end of a path."""
    seconds: float
    """Time until all had arrived, or until the end."""
    overlap: Spread
    """Deepest overlap of each agent at each tick, as a share of both radii."""
    deep: float
    """Pairs over 20 % at the ticks, for 1,000 agent-ticks."""
    push: float
    """Largest step of an agent beyond its own walking, metres."""
    pushes: int
    """Number of such steps over 5 cm."""
    off: int
    """Number of times that an agent was off the floor at the end of a step."""
    waited: float
    """Seconds that each agent waited, in the mean."""
    stalls: int
    """Number of times that an agent waited for 5 s without a break."""
    sharp: float
    """Turns of direction by more than 60 degrees from tick to tick, a metre walked."""
    dense: float
    """People a square metre on the densest 2 x 2 m at any time."""
    held_up: float
    """Share of all that was held up in the last quarter of the time."""
    rises: float
    """Increase over the quarter before."""
    flow: tuple[float, ...]
    """Agents per second and metre through each gate, between the 15th and 85th percentile."""
    gap: float
    """Median time from one person to the next through a gate, seconds."""
    passed: tuple[int, ...]
    """Number of agents through each gate."""
    speed: float
    """Metres per second along a ring, from the tenth second; else of all that want to walk."""

    def __str__(self) -> str:
        """A row of a table."""
        flow = " ".join(f"{one:.2f}" for one in self.flow) or "-"
        return (
            f"{self.arrived:5}/{self.agents:<5} {self.seconds:6.1f} {100 * self.overlap.most:5.0f} "
            f"{100 * self.overlap.ninety_nine:5.0f} {self.deep:7.1f} {100 * self.push:6.1f} "
            f"{self.pushes:6} {self.waited:6.1f} {self.stalls:6} {self.sharp:6.3f} "
            f"{self.dense:5.1f} {100 * self.held_up:5.0f} {100 * self.rises:+5.0f} "
            f"{self.speed:5.2f} {self.gap:5.2f} {flow:>10}"
        )


HEAD = (
    f"{'there':>11} {'s':>6} {'over':>5} {'99 %':>5} {'deep':>7} {'push':>6} {'>5cm':>6} "
    f"{'wait':>6} {'stalls':>6} {'sharp':>6} {'dense':>5} {'held':>5} {'rise':>5} {'m/s':>5} "
    f"{'gap':>5} {'flow':>10}"
)
"""Header of the rows."""


def overlaps(places: Floats, radii: Floats) -> tuple[npt.NDArray[np.intp], Floats]:
    """(k, 2) pairs that overlap, and (k,) how deep each does, as a share of both radii."""
    if len(places) < 2:
        return np.empty((0, 2), np.intp), np.empty(0)
    pairs = cKDTree(places).query_pairs(2 * float(radii.max()), output_type="ndarray")
    one, other = pairs.reshape(-1, 2).T
    reach = radii[one] + radii[other]
    depth = 1.0 - np.hypot(*(places[one] - places[other]).T) / reach
    kept = depth > 0
    return pairs[kept], depth[kept]


def densest(places: Floats) -> float:
    """People a square metre on the densest 2 x 2 m of a grid of 0.5 m."""
    if not len(places):
        return 0.0
    low = np.floor(places.min(axis=0) / PART) * PART
    cells = ((places - low) / PART).astype(np.int64)
    wide = round(SQUARE / PART)
    counts = np.zeros(cells.max(axis=0) + 1 + wide, np.int64)
    np.add.at(counts, (cells[:, 0], cells[:, 1]), 1)
    sums = np.pad(counts.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    found = sums[wide:, wide:] - sums[:-wide, wide:] - sums[wide:, :-wide] + sums[:-wide, :-wide]
    return float(found.max()) / SQUARE**2


class Watched(Protocol):
    """The measured run: a `Simulation`, or another model with the same data."""

    @property
    def agents(self) -> Any:
        """Agents as arrays, with a row each."""

    @property
    def settings(self) -> SimulationSettings:
        """Lengths of steps and ticks."""

    @property
    def steps(self) -> int:
        """Done so far."""

    @property
    def seconds(self) -> float:
        """Since the start."""

    @property
    def events(self) -> Events:
        """Events of the last step."""

    def reasons(self) -> npt.NDArray[np.int8]:
        """(n,) a `Reason` each."""

    def send(self, ids: Iterable[int], goal: Point) -> None:
        """Let these go to a goal."""

    def step(self) -> None:
        """Go on by one."""


class CrowdWatch:
    """Measures a run after every step; no agent may be added, removed or teleported."""

    def __init__(self, simulation: Watched, gates: tuple[Gate, ...] = (), every: int = 1) -> None:
        """Start measuring; overlaps are measured every `every` steps."""
        self.simulation = simulation
        self.gates, self.every = gates, every
        agents = simulation.agents
        count = len(agents)
        self.depths: list[Floats] = []
        self.worst = 0.0
        self.deep = 0
        self.agent_ticks = 0
        self.push, self.pushes, self.off = 0.0, 0, 0
        self.waiting = np.zeros(count)
        self.lull = np.zeros(count)
        self.stalls = 0
        self.sharp = 0
        self.headings = np.full(count, np.nan)
        self.walked = 0.0
        self.dense = 0.0
        self.held_up: list[float] = []
        self.wanted, self.covered = 0.0, 0.0
        self.arrivals = np.zeros(count, np.int64)
        self.at_tick = agents.positions.copy()
        self.crossed: list[dict[int, float]] = [{} for _ in gates]

    def look(self) -> None:
        """Measure after a step."""
        simulation = self.simulation
        agents, settings = simulation.agents, simulation.settings
        before, now = agents.previous_positions, agents.positions
        assert np.isfinite(now).all()
        stride = np.hypot(*(now - before).T)
        beyond = stride - agents.walk_speeds * settings.seconds_per_step
        self.push = max(self.push, float(beyond.max(initial=0.0)))
        self.pushes += int(np.count_nonzero(beyond > PUSHED))
        self.walked += float(stride.sum())
        for gate, crossed in zip(self.gates, self.crossed, strict=True):
            self._cross(gate, crossed, before, now)
        events = simulation.events
        for event in events[events["kind"] == Kind.ARRIVED]:
            self.arrivals[agents.index[int(event["agent"])]] += 1
        is_tick = simulation.steps % settings.steps_per_tick == 0
        if simulation.seconds > SETTLED and (is_tick or simulation.steps % self.every == 0):
            self._overlap(is_tick)
        if is_tick:
            self._tick()

    def _cross(self, gate: Gate, crossed: dict[int, float], before: Floats, now: Floats) -> None:
        a, b = np.array(gate.a), np.array(gate.b)
        along = (b - a) / gate.width
        across = np.array((-along[1], along[0]))
        was, is_ = (before - a) @ across, (now - a) @ across
        rows = np.flatnonzero((was < 0) != (is_ < 0))
        for row in rows.tolist():
            share = was[row] / (was[row] - is_[row])
            at = float((before[row] + share * (now[row] - before[row]) - a) @ along)
            if 0 <= at <= gate.width:
                crossed.setdefault(row, self.simulation.seconds)

    def _overlap(self, is_tick: bool) -> None:
        agents = self.simulation.agents
        pairs, depth = overlaps(agents.positions, agents.radii)
        self.worst = max(self.worst, float(depth.max(initial=0.0)))
        if is_tick:
            deepest = np.zeros(len(agents))
            np.maximum.at(deepest, pairs.ravel(), np.repeat(depth, 2))
            self.depths.append(deepest.astype(np.float32))
            self.deep += int(np.count_nonzero(depth > DEEP))
            self.agent_ticks += len(agents)

    def _tick(self) -> None:
        simulation = self.simulation
        agents, seconds = simulation.agents, simulation.settings.seconds_per_tick
        moved = agents.positions - self.at_tick
        self.at_tick = agents.positions.copy()
        far = np.hypot(*moved.T)
        reasons = simulation.reasons()
        wants = np.isin(reasons, (Reason.WALKS, Reason.HELD_UP, Reason.WAITS_FOR_PLAN))
        waits = wants & (far < SLOW * agents.walk_speeds * seconds)
        self.waiting[waits] += seconds
        self.lull = np.where(waits, self.lull + seconds, 0.0)
        self.stalls += int(np.count_nonzero(np.abs(self.lull - STALLS) < seconds / 2))
        headings = np.where(far > MOVED, np.arctan2(moved[:, 1], moved[:, 0]), np.nan)
        turned = np.abs(np.remainder(headings - self.headings + math.pi, math.tau) - math.pi)
        self.sharp += int(np.count_nonzero(turned > SHARP))
        self.headings = np.where(np.isnan(headings), self.headings, headings)
        self.held_up.append(
            float(np.count_nonzero(reasons == Reason.HELD_UP)) / max(1, len(agents))
        )
        self.wanted += float(np.count_nonzero(wants)) * seconds
        self.covered += float(far[wants].sum())
        if simulation.steps % simulation.settings.steps_per_second == 0:
            self.dense = max(self.dense, densest(agents.positions))

    def outcome(self, arrived: int, speed: float | None = None) -> CrowdOutcome:
        """Return all figures; the scene provides arrivals and the speed on a ring."""
        quarter = max(1, len(self.held_up) // 4)
        last, before = self.held_up[-quarter:], self.held_up[-2 * quarter : -quarter]
        held = float(np.mean(last)) if last else 0.0
        depths = np.concatenate(self.depths) if self.depths else np.empty(0)
        gaps = [np.diff(_steady(times)) for times in self.crossed]
        gap = np.concatenate(gaps) if gaps else np.empty(0)
        return CrowdOutcome(
            agents=len(self.waiting),
            arrived=arrived,
            comings=int(self.arrivals.sum()),
            seconds=self.simulation.seconds,
            overlap=Spread.of(depths)._replace(most=self.worst),
            deep=1000 * self.deep / max(1, self.agent_ticks),
            push=self.push,
            pushes=self.pushes,
            off=self.off,
            waited=float(self.waiting.mean()) if len(self.waiting) else 0.0,
            stalls=self.stalls,
            sharp=self.sharp / max(self.walked, 1e-9),
            dense=self.dense,
            held_up=held,
            rises=held - float(np.mean(before)) if before else 0.0,
            flow=tuple(
                _flow(gate, times) for gate, times in zip(self.gates, self.crossed, strict=True)
            ),
            gap=float(np.median(gap)) if len(gap) else 0.0,
            passed=tuple(map(len, self.crossed)),
            speed=self.covered / max(self.wanted, 1e-9) if speed is None else speed,
        )


def _steady(crossed: dict[int, float]) -> Floats:
    """Return the sorted crossing times between the 15th and 85th percentile."""
    times = np.sort(np.array([*crossed.values()], np.float64))
    return times[math.floor(0.15 * len(times)) : math.ceil(0.85 * len(times))]


def _flow(gate: Gate, crossed: dict[int, float]) -> float:
    times = _steady(crossed)
    if len(times) < 2 or times[-1] <= times[0]:
        return 0.0
    return float((len(times) - 1) / (times[-1] - times[0]) / gate.width)


def judge_crowd(scene: CrowdScene, simulation: Watched | None = None) -> CrowdOutcome:
    """Let a scene go its way to its end, in navcore or another model, and return its figures."""
    simulation = simulation or Simulation(World.build(scene.level))
    watch = CrowdWatch(simulation, scene.gates, scene.every)
    goals = np.array([len(one.goals) for one in simulation.agents.elements])
    track = scene.ring
    along, spans = 0.0, 0.0
    while simulation.seconds < scene.seconds:
        if track is not None:
            track.drive(simulation)
        simulation.step()
        watch.look()
        if track is not None and simulation.seconds > 10.0:
            agents = simulation.agents
            along += float(track.progress(agents.previous_positions, agents.positions).sum())
            spans += len(agents) * simulation.settings.seconds_per_step
        if scene.passes == "arrive" and (watch.arrivals >= goals).all():
            break
    arrived = int(np.count_nonzero((watch.arrivals >= goals) & (goals > 0)))
    return watch.outcome(arrived, None if track is None else along / max(spans, 1e-9))
