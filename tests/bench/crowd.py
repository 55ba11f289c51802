"""Time per step of a crowd, compared with RVO2 in the same run.

    python -m tests.bench.crowd [--agents 100,1000,10000] [--places town,plain] [--ticks 40]

Everybody is on its way from one random place to another, in the market town and on an open plain
of 400 x 400 m, and turns to the next goal at each end: nobody stands for long. Ways are found
before the measuring begins; how long that takes when all ask at once, in the slices that no frame
feels, is told apart, and so are a thousand new ways asked for in one step.

RVO2 (`pip install --no-deps pyrvo`; one thread, as its wheels are built) steps the same starts at
the same rate, with velocities straight toward the goals and no walls at all. Only its `do_step`
is measured, not what it takes to tell it velocities or to ask for places. The two take turns,
tick by tick.

"work" is the time of this thread on the processor, "clock" what passed; other programs on the
machine disturb the first less. No verdict depends on any of it.
"""

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from navcore import load_level
from navcore.level.model import Agent, Area, Level
from navcore.sim import phases as step_phases
from navcore.sim.agents import NEVER
from navcore.sim.phases import PHASES
from navcore.sim.scatter import random_places_anywhere
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

SAMPLES = Path(__file__).parents[2] / "sample_levels"
FIRST_ID = 1_000_000
SIDE = 400.0
"""Side of the plain, metres."""
AT_ONCE = replace(SimulationSettings(), plans_per_step=10**9, work_per_step=10**15)
"""Settings without slices: all paths are planned in one step."""
PEER = {"neighbour distance": 5.0, "neighbours": 10, "horizon": 2.0}
"""Metres, agents and seconds; less than in RVO2's own examples, and so faster."""


class Took(NamedTuple):
    """Milliseconds of each step: of the thread, and of the clock."""

    work: npt.NDArray[np.float64]
    clock: npt.NDArray[np.float64]


class Stopwatch:
    """Measures the time of consecutive steps."""

    def __init__(self) -> None:
        """Start without steps."""
        self._rows: list[tuple[float, float]] = []

    @contextmanager
    def step(self) -> Iterator[None]:
        """Measure the block as one step."""
        clock, work = perf_counter(), thread_time()
        yield
        self._rows.append((1000 * (thread_time() - work), 1000 * (perf_counter() - clock)))

    def took(self) -> Took:
        """Return all times so far."""
        work, clock = np.array(self._rows).reshape(-1, 2).T
        return Took(work, clock)


def bare(place: str) -> Level:
    """Return a level without agents: the town or the plain."""
    if place == "plain":
        ring = ((0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE))
        return Level().with_items({1: Area(id=1, name="plain", polygon=ring)})
    level = load_level(SAMPLES / "market_town.json")
    return level.with_items(dict.fromkeys(level.agents))


def crowded(place: str, count: int, seed: int = 5) -> World:
    """Return a world of separate agents, each with two goals in turn."""
    level = bare(place)
    empty = World.build(level)
    rng = np.random.default_rng(seed)
    inside = (SIDE / 2, SIDE / 2) if place == "plain" else (100.0, 100.0)
    places = [
        random_places_anywhere(empty, count, rng, reachable_from=inside, apart=0.9).tolist()
        for _ in range(3)
    ]
    agents = {
        FIRST_ID + i: Agent(
            id=FIRST_ID + i, order=float(i), position=tuple(start),
            goals=(tuple(one), tuple(other)), loop=True,
        )
        for i, (start, one, other) in enumerate(zip(*places, strict=True))
    }  # fmt: skip
    return World.build(level.with_items(agents))


def on_its_way(world: World) -> Simulation:
    """Return a run at its second tick in which all agents have paths."""
    planned = Simulation(world, settings=AT_ONCE)
    planned.tick()
    return Simulation.resumed(world, planned.state())


class Peer:
    """RVO2 with the agents of a run."""

    def __init__(self, rvo: Any, run: Simulation) -> None:
        """Place the agents as in the run."""
        agents = run.agents
        step = run.settings.seconds_per_step
        horizon = PEER["horizon"]
        self._simulator = rvo.RVOSimulator(
            step, PEER["neighbour distance"], PEER["neighbours"], horizon, horizon, 0.45, 1.4
        )
        for x, z in agents.positions.tolist():
            self._simulator.add_agent((x, z))
        self._goals = agents.requested_targets.copy()
        self._speeds = agents.walk_speeds.copy()

    def aim(self) -> None:
        """Let all agents head straight for their goals."""
        simulator = self._simulator
        places = [simulator.get_agent_position(i) for i in range(len(self._goals))]
        away = self._goals - np.array([place.to_tuple() for place in places])
        far = np.hypot(*away.T)
        wanted = away * np.minimum(self._speeds / np.maximum(far, 1e-9), 60.0)[:, None]
        for i, velocity in enumerate(wanted.tolist()):
            simulator.set_agent_pref_velocity(i, velocity)

    def step(self) -> None:
        """Step all agents once."""
        self._simulator.do_step()


class Measured(NamedTuple):
    """Times of a crowd's steps."""

    ours: Took
    peer: Took | None
    phases: dict[str, float]
    """Mean clock time of each phase, milliseconds per step."""
    walking: float
    """Share of walking agents."""


def measure(run: Simulation, peer: Peer | None, ticks: int) -> Measured:
    """Measure whole ticks of a run and of the peer in turn."""
    ours, theirs = Stopwatch(), Stopwatch()
    phases = dict.fromkeys((phase.name for phase in PHASES[run.settings.rules]), 0.0)
    walking = []
    for _ in range(ticks):
        for _ in range(run.settings.steps_per_tick):
            with ours.step():
                run.step()
            for name, seconds in run.timings.items():
                phases[name] += seconds
        walking.append(run.agents.has_path().mean())
        if peer is not None:
            peer.aim()
            for _ in range(run.settings.steps_per_tick):
                with theirs.step():
                    peer.step()
    steps = ticks * run.settings.steps_per_tick
    return Measured(
        ours.took(),
        None if peer is None else theirs.took(),
        {name: 1000 * seconds / steps for name, seconds in phases.items()},
        float(np.mean(walking)),
    )


class Asked(NamedTuple):
    """Times of steps with path planning, milliseconds per step."""

    took: Took
    replan: npt.NDArray[np.float64]
    """Processor time of the replanning phase, part of `took`."""
    requests: npt.NDArray[np.float64]
    """Processor time of the requests phase, part of `took`."""


def until_all_have_ways(run: Simulation) -> Asked:
    """Step until all agents have the paths that they requested, for at most an hour."""
    watch = Stopwatch()
    phases = []
    waits = np.ones(len(run.agents), np.bool_)
    last = run.steps + 3600 * run.settings.steps_per_second
    while run.steps < last and waits.any():
        # The clock would count what other programs took meanwhile.
        with watch.step(), patch.object(step_phases, "perf_counter", thread_time):
            run.step()
        phases.append((1000 * run.timings["replan"], 1000 * run.timings["requests"]))
        # An agent that requests a path again has received the first one.
        waits &= run.agents.asked != NEVER
    replan, requests = np.array(phases).reshape(-1, 2).T
    return Asked(watch.took(), replan, requests)


def row(name: str, took: Took) -> str:
    """Return a line of a table."""
    return (
        f"{name:26} {took.work.mean():8.2f} {took.work.max():8.2f}   "
        f"{took.clock.mean():8.2f} {took.clock.max():8.2f}"
    )


def table(place: str, count: int, chosen: argparse.Namespace, rvo: Any) -> Iterator[str]:
    """Yield the report of a crowd in a place, line by line."""
    world = crowded(place, count)
    run = on_its_way(world)
    for _ in range(chosen.warm):
        run.tick()
    peer = None if rvo is None else Peer(rvo, run)
    with collector_off():
        measured = measure(run, peer, chosen.ticks)
    found = len(run.agents)
    walking = f"{100 * measured.walking:.0f} % on their way"
    yield f"{place}, {found} agents, {walking}, {chosen.ticks} ticks"
    yield f"{'milliseconds a step':26} {'work':>8} {'worst':>8}   {'clock':>8} {'worst':>8}"
    yield row("navcore", measured.ours)
    if measured.peer is not None:
        yield row("RVO2", measured.peer)
    if found in chosen.details:
        names = (f"{name} {taken:.2f}" for name, taken in measured.phases.items())
        yield "  phases: " + ", ".join(names)
        yield from _asking(world, run)
    yield ""


def _asking(world: World, run: Simulation) -> Iterator[str]:
    """Yield times of a thousand new paths at once, and of the first paths of all agents."""
    rng = np.random.default_rng(9)
    some = rng.permutation(run.agents.ids)[:1000].tolist()
    goals = rng.permutation(run.agents.requested_targets)[: len(some)].tolist()

    def once() -> Simulation:
        run.send(some, tuple(goals[0]))
        return run

    def each() -> Simulation:
        for agent_id, goal in zip(some, goals, strict=True):
            run.send([agent_id], tuple(goal))
        return run

    cases: dict[str, Callable[[], Simulation]] = {
        f"{len(some)} sent to one goal": once,
        f"{len(some)} sent each to its own": each,
        "all at the start": lambda: Simulation(world),
    }
    for name, make in cases.items():
        with collector_off():
            asked = until_all_have_ways(make())
        without = Took(*(each - asked.replan for each in asked.took))
        seconds = len(asked.replan) / run.settings.steps_per_second
        yield row(name, asked.took)
        yield row("  without the replans", without)
        yield (
            f"  replans {asked.replan.mean():.2f} in the mean, {asked.replan.max():.2f} at worst; "
            f"requests {asked.requests.max():.2f}; the last has its way after {seconds:.1f} s"
        )


@contextmanager
def collector_off() -> Iterator[None]:
    """Disable garbage collection in this block."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def load_peer() -> Any:
    """Return RVO2's module, or print why it is missing and return None."""
    try:
        return importlib.import_module("pyrvo")
    except ImportError:
        sys.stdout.write(
            "RVO2 is not there (pip install --no-deps pyrvo): only navcore is measured.\n\n"
        )
        return None


def numbers(text: str) -> list[int]:
    """Parse integers separated by commas."""
    return [int(part) for part in text.split(",") if part]


def main(arguments: list[str] | None = None) -> None:
    """Measure and print tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agents", type=numbers, default="100,1000,5000,10000,20000,50000")
    parser.add_argument("--details", type=numbers, default="10000", help="for these numbers, more")
    parser.add_argument("--places", default="town,plain")
    parser.add_argument("--ticks", type=int, default=40)
    parser.add_argument("--warm", type=int, default=30, help="ticks before the first measured one")
    parser.add_argument("--no-peer", action="store_true", help="without RVO2")
    chosen = parser.parse_args(arguments)
    rvo = None if chosen.no_peer else load_peer()
    for place in chosen.places.split(","):
        for count in chosen.agents:
            for line in table(place, count, chosen, rvo):
                sys.stdout.write(line + "\n")
                sys.stdout.flush()
    if hasattr(os, "getloadavg"):
        loads = ", ".join(f"{load:.1f}" for load in os.getloadavg())
        sys.stdout.write(f"Load of the machine over 1, 5 and 15 minutes: {loads}.\n")


if __name__ == "__main__":
    main()
