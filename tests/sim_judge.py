"""Check a run after every step for errors that must never happen, and measure its outcome."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.path.result import Status
from navcore.proof.narrow_places import narrow_places
from navcore.sim.events import Kind
from navcore.sim.judging import CrowdJudge, PassageFigures
from navcore.sim.judging.figures import SHARES, SpeedAtDensity
from navcore.sim.simulation import Simulation
from navcore.world import World

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

BETWEEN = np.array([0.25, 0.5, 0.75, 1.0])
"""Fractions of a step at which all agents must be on floor."""
ROUND_A_CORNER = 0.03
"""Largest depth in metres by which a straight line between two steps may cut a corner."""
_SIDES = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
SETTLES = 2.0
"""Time in seconds for touching agents to separate once all stand."""
STEPS_ASIDE = 20.0
"""Time in seconds after the last arrival until all must stand."""
PUSHES = 3
"""Maximum number of times in a step that two agents are pushed apart, by at most a radius each."""


class Outcome(NamedTuple):
    """Outcome of a run; times are relative to those of an agent alone."""

    agents: int
    wanted: int
    """Number of agents with a reachable goal."""
    arrived: int
    mean: float
    slowest: float
    outside: int
    """Number of times that an agent left the floor."""
    longest: float
    """Largest excess of an agent's distance in a step over its speed, metres."""
    astray: float
    """Largest distance from its goal at which an agent arrived, metres."""
    overlap_at_end: float
    """Largest overlap of two agents at the end, metres; negative if all are apart."""
    deepest: float
    """Largest overlap of two agents at any tick, as a share of the sum of radii."""
    depths: tuple[float, ...]
    """Overlap that 50, 90 and 99 of 100 agents stay below over all ticks."""
    deep: float
    """Number of pairs with over 20 % overlap, per 1,000 agents and ticks."""
    pushes: int
    """Number of times that an agent was pushed by more than 5 cm in a step."""
    waited: float
    """Share of the time in which agents crawled or stood although they wanted to walk."""
    turns: float
    """Number of times per minute that an agent turned back although it wanted to walk."""
    speeds: tuple[SpeedAtDensity, ...]
    """Speed of agents that wanted to walk, by the density around them."""
    gates: tuple[PassageFigures, ...]
    """Flow, time gap and waiting at doors, and at narrow places where agents queued."""
    seconds: float
    """Time in seconds until all arrived."""
    late: tuple[int, ...]
    """Ids of the agents that didn't arrive."""

    def __str__(self) -> str:
        """Return a row of a table."""
        return (
            f"{self.arrived:4}/{self.wanted:<4} mean {self.mean:5.2f} slowest {self.slowest:5.2f} "
            f"{self.seconds:6.1f} s  outside {self.outside}  pushed {100 * self.longest:5.1f} cm  "
            f"{self.pushes:5} times  astray {100 * self.astray:5.1f} cm  "
            f"overlap {100 * self.overlap_at_end:6.2f} cm, {100 * self.deepest:3.0f} % at worst, "
            f"99 of 100 below {100 * self.depths[-1]:3.0f} %, "
            f"deep {self.deep:6.1f}  waited {100 * self.waited:3.0f} %  turns {self.turns:5.1f}"
        )


def on_floor(grid: NavGrid, places: Floats) -> Flags:
    """Return (n,) whether each place is in a walkable cell, as `is_walkable` does one by one."""
    lattice = grid.lattice
    cells = np.floor((places - (lattice.anchor_x, lattice.anchor_z)) / lattice.cell_size)
    cells -= (lattice.column, lattice.row)
    inside: Flags = ((cells >= 0) & (cells < (lattice.width, lattice.depth))).all(axis=1)
    found = np.where(inside[:, None], cells, 0).astype(np.int64)
    walkable: Flags = inside & (grid.walkable[found[:, 1], found[:, 0]] != 0)
    return walkable


def most_overlap(places: Floats, radii: Floats) -> float:
    """Return the largest overlap of two discs, metres; negative if all are apart."""
    if len(places) < 2:
        return -math.inf
    worst = -math.inf
    for row in range(1, len(places)):
        away = np.hypot(*(places[:row] - places[row]).T)
        worst = max(worst, float((radii[:row] + radii[row] - away).max()))
    return worst


def free_seconds(world: World, simulation: Simulation) -> Floats:
    """Return (n,) the time each agent takes alone to its first goal, seconds; NaN for no path."""
    agents = simulation.agents
    times = np.full(len(agents), np.nan)
    for row, element in enumerate(agents.elements):
        if element.goals:
            way = world.find_path_to_nearest(element.position, element.goals[0])
            if way.status is Status.COMPLETE:
                times[row] = max(way.length / element.walk_speed, 1.0)
    return times


class Watch:
    """Checks a run after every step; agents must not be added or removed meanwhile."""

    def __init__(self, simulation: Simulation) -> None:
        """Check from now on; agents that are in a wall already may be there."""
        self.simulation = simulation
        agents = simulation.agents
        self.floor = on_floor(simulation.world.grid, agents.positions)
        self.outside = 0
        self.judge = CrowdJudge(simulation, narrow_places)
        self.arrivals = np.full(len(agents), np.nan)
        self.astray = np.zeros(len(agents))

    def look(self) -> None:
        """After a step."""
        simulation = self.simulation
        agents, grid = simulation.agents, simulation.world.grid
        assert np.isfinite(agents.positions).all()
        assert np.isfinite(agents.facings).all()
        stride = agents.positions - agents.previous_positions
        parts = agents.previous_positions + BETWEEN[:, None, None] * stride
        floor = on_floor(grid, parts.reshape(-1, 2)).reshape(len(BETWEEN), -1)
        self.outside += int(np.count_nonzero(self.floor & ~floor[-1]))
        for part, row in np.argwhere(self.floor & ~floor[:-1]).tolist():
            # An agent pushed around a corner bends its line by at most half of the push.
            bend = max(ROUND_A_CORNER, 0.5 * float(np.hypot(*stride[row])))
            self.outside += not on_floor(grid, parts[part, row] + bend * _SIDES).any()
        self.judge.take()
        events = simulation.events
        for event in events[events["kind"] == Kind.ARRIVED]:
            row = agents.index[int(event["agent"])]
            if math.isnan(self.arrivals[row]):
                self.arrivals[row] = simulation.seconds
                goal = agents.requested_targets[row]
                self.astray[row] = math.dist((event["x"], event["z"]), goal)


class Guard:
    """Checks a run with changing agents and a changing world after every step."""

    def __init__(self, simulation: Simulation) -> None:
        """Check from now on; agents that are in a wall already may be there."""
        self.simulation = simulation
        self.on_floor: set[int] = set()
        self.look()

    def look(self) -> None:
        """Check that all numbers are finite and no agent went from floor into a wall."""
        agents, grid = self.simulation.agents, self.simulation.world.grid
        for name in ("positions", "facings", "velocities", "steers", "paces", "walk_targets"):
            assert np.isfinite(getattr(agents, name)).all(), name
        floor = on_floor(grid, agents.positions)
        if grid.walkable.any():
            fallen = self.on_floor.intersection(agents.ids[~floor].tolist())
            assert not fallen, f"in a wall at step {self.simulation.steps}: {sorted(fallen)[:5]}"
        self.on_floor.intersection_update(agents.ids.tolist())
        self.on_floor.update(agents.ids[floor].tolist())

    def go_on(self, steps: int) -> None:
        """Make some steps, with a check after each."""
        for _ in range(steps):
            self.simulation.step()
            self.look()


def judged(world: World, seconds: float) -> Outcome:
    """Run a level until all agents arrive or the time is up, let them settle, and judge the run."""
    simulation = Simulation(world)
    alone = free_seconds(world, simulation)
    wanted = np.isfinite(alone)
    watch = Watch(simulation)
    per_second = simulation.settings.steps_per_second
    while simulation.seconds < seconds and not np.isfinite(watch.arrivals[wanted]).all():
        simulation.step()
        watch.look()
    ended = simulation.seconds
    while simulation.agents.walking().any() and simulation.seconds < ended + STEPS_ASIDE:
        simulation.step()
        watch.look()
    for _ in range(round(SETTLES * per_second)):
        simulation.step()
        watch.look()
    agents, figures = simulation.agents, watch.judge.figures
    took = (watch.arrivals / alone)[wanted & np.isfinite(watch.arrivals)]
    return Outcome(
        agents=len(agents),
        wanted=int(np.count_nonzero(wanted)),
        arrived=len(took),
        mean=float(took.mean()) if len(took) else 0.0,
        slowest=float(took.max(initial=0.0)),
        outside=watch.outside,
        longest=watch.judge.pushes.most.value,
        astray=float(watch.astray[wanted].max(initial=0.0)),
        overlap_at_end=most_overlap(agents.positions, agents.radii),
        deepest=figures.overlap.value,
        depths=tuple(map(figures.depth, SHARES)),
        deep=1000 * figures.deep_pairs / max(1, figures.agent_ticks),
        pushes=watch.judge.pushes.count,
        waited=figures.waited / max(figures.wanted, 1e-9),
        turns=60 * figures.turns / max(figures.wanted, 1e-9),
        speeds=tuple(figures.speeds()),
        gates=tuple(watch.judge.passages.figures()),
        seconds=ended,
        late=tuple(agents.ids[wanted & np.isnan(watch.arrivals)].tolist()),
    )
