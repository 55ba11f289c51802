"""The simulation: agents that walk a world in fixed steps, and nothing else that moves them.

A step is 1/60 s and moves; every sixth step is a tick and thinks and plans as well (X-014).
Results depend on level, seed and requests alone: never on the clock, and work is cut into
slices by counting.
"""

from collections.abc import Callable, Iterable, Mapping
from time import perf_counter
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import structs

from navcore.errors import NavcoreError
from navcore.level.model import Agent, Point
from navcore.path.result import Status
from navcore.sim.agents import STAND, UNREACHABLE, WALK, Agents, Codes
from navcore.sim.events import NONE, Events
from navcore.sim.following import arrive, follow
from navcore.sim.reasons import reasons_of
from navcore.sim.replanning import replan, think
from navcore.sim.requests import apply_requests, take_in
from navcore.sim.run import (
    Arrival,
    ChangeWorld,
    Input,
    Meet,
    Place,
    Remove,
    Run,
    Send,
    Spawn,
    Stop,
    Watch,
    WorldEdit,
)
from navcore.sim.separation import index, separate
from navcore.sim.settings import SimulationSettings
from navcore.sim.state import State, put_into, state_of
from navcore.sim.steering import steer
from navcore.sim.triggers import notice, watch_movers
from navcore.world import World

__all__ = ["Arrival", "Counts", "Input", "Phase", "Simulation"]


class Counts(NamedTuple):
    """How many agents there are, and what they do; walking, waiting and stuck exclude each other.

    `stuck` agents stand and can't get to their goal; `waiting` ones stand at a goal for the
    time they were given.
    """

    agents: int
    walking: int
    waiting: int
    stuck: int


class Phase(NamedTuple):
    """One part of a step: a function over arrays, run at every step or at ticks only."""

    name: str
    function: Callable[[Run], None]
    ticks_only: bool = False


PHASES: tuple[Phase, ...] = (
    Phase("requests", apply_requests),
    Phase("notice", notice, ticks_only=True),
    Phase("index", index),
    Phase("think", think, ticks_only=True),
    Phase("movers", watch_movers),
    Phase("replan", replan),
    Phase("steer", steer),
    Phase("follow", follow),
    Phase("separate", separate),
    Phase("arrive", arrive),
)
"""What a step does, in this order."""

_NUMBERS: Final = ("facing", "radius", "walk_speed", "rotation_speed", "wait")
"""Fields of an agent besides its places."""

Points: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]


class Simulation:
    """Agents walking in a world. Requests take effect at the beginning of the next step."""

    def __init__(
        self, world: World, *, seed: int = 0, settings: SimulationSettings | None = None
    ) -> None:
        """The agents of the world's level at their starts, at time 0.

        `seed` is where all random choices of a run come from. Agents with goals set out in
        the first step.
        """
        self.seed = seed
        self.timings: dict[str, float] = {}
        """Seconds that each phase took in the last step, by name."""
        self.events: Events = NONE
        """(k,) what happened in the last step, rows of `navcore.sim.events.EVENT`; read-only."""
        self._run = Run(world, settings or SimulationSettings())

    def begin_in(self, world: World) -> None:
        """Start in another world, as if made with it; what was asked for at time 0 is kept.

        Raises:
            NavcoreError: if a step was done; then `change_world` is what is meant.
        """
        if self.steps:
            message = "the run has begun; change_world takes it into another world"
            raise NavcoreError(message)
        if world.level.agents is self._run.world.level.agents:
            self._run.world = world
        else:
            requests, logged = self._run.requests, self._run.inputs
            self._run = Run(world, self._run.settings)
            # What was taken in already is so again, and stands in the log as before.
            taken = (one.request for one in logged)
            self._run.requests = [one for one in taken if not isinstance(one, WorldEdit)]
            take_in(self._run)
            self._run.requests = requests

    @property
    def settings(self) -> SimulationSettings:
        """The constants of this run."""
        return self._run.settings

    @property
    def world(self) -> World:
        """The world that the agents walk in; a requested one takes its place at the next tick."""
        return self._run.world

    @property
    def agents(self) -> Agents:
        """All agents as arrays, in level order, then spawned ones; not to be written to."""
        return self._run.agents

    @property
    def steps(self) -> int:
        """Steps done so far."""
        return self._run.step

    @property
    def seconds(self) -> float:
        """Time in the simulation, seconds."""
        return self._run.step / self._run.settings.steps_per_second

    @property
    def inputs(self) -> list[Input]:
        """Every request that took effect, with its step: seed and inputs repeat the run."""
        return self._run.inputs

    @property
    def arrivals(self) -> list[Arrival]:
        """Who came to the end of its path in the last step; each path ends once (S0-087)."""
        return self._run.arrivals

    def step(self) -> None:
        """Go on by one step: 1/60 s; every sixth step is a tick."""
        run = self._run
        is_tick = run.is_tick
        self.timings = {}
        for phase in PHASES:
            if is_tick or not phase.ticks_only:
                began = perf_counter()
                phase.function(run)
                self.timings[phase.name] = perf_counter() - began
        run.step += 1
        self.events = run.log.take()

    def tick(self) -> None:
        """Go on to the beginning of the next tick: six steps, or what is left of them."""
        self.step()
        while not self._run.is_tick:
            self.step()

    def send(self, ids: Iterable[int], goal: Point) -> None:
        """Ask these agents to walk to `goal` and stay; their other goals are dropped (S0-079).

        A goal within 0.25 m of where a walker is already going changes nothing (S0-081). Ids
        that the run lacks are left out.

        Raises:
            NavcoreError: if the goal is not a finite point.
        """
        self._run.requests.append(Send(_whole(ids), _finite(goal)))

    def meet(self, ids: Iterable[int], other: int) -> None:
        """Ask these agents to walk to another one, wherever that goes, and to stop near it.

        Near enough to talk (1.35 m) an agent stops, and a `Kind.MET` tells of it once (S0-118).
        Ids that the run lacks are left out.
        """
        self._run.requests.append(Meet(_whole(ids), int(other)))

    def watch(self, place: Point | None) -> None:
        """Say where the run is watched from: agents far from there think seldomer (S3-118).

        All walk as fast as before. None: everybody thinks at every tick.

        Raises:
            NavcoreError: if the place is not a finite point.
        """
        self._run.requests.append(Watch(None if place is None else _finite(place, "a place")))

    def stop_in_place(self, ids: Iterable[int]) -> None:
        """Ask these agents to stay where they are; no arrival is reported (S0-090)."""
        self._run.requests.append(Stop(_whole(ids)))

    def place(self, places: Mapping[int, Point]) -> None:
        """Ask that these agents stand elsewhere, at once and however far it is.

        Who was on its way goes on to its goal from there, any other agent stays. A place need
        not be walkable; ids that the run lacks are left out.

        Raises:
            NavcoreError: if a place is not a finite point.
        """
        put = tuple((int(one), _finite(place, "a place")) for one, place in places.items())
        self._run.requests.append(Place(put))

    def spawn(self, agent: Agent) -> None:
        """Ask for one more agent, which the level does not hold.

        Raises:
            NavcoreError: if the run has an agent with this id, or a place, goal or number of
                it is not finite.
        """
        _finite(agent.position, "a place")
        for goal in agent.goals:
            _finite(goal)
        for name in _NUMBERS:
            if not np.isfinite(getattr(agent, name)):
                message = f"{name} of an agent must be finite, got {getattr(agent, name)}"
                raise NavcoreError(message)
        if agent.id in self._run.agents.index:
            message = f"the run already has an agent with the id {agent.id}"
            raise NavcoreError(message)
        self._run.requests.append(Spawn(structs.replace(agent, id=int(agent.id))))

    def remove(self, ids: Iterable[int]) -> None:
        """Ask for these agents to leave; ids that the run lacks are left out."""
        self._run.requests.append(Remove(_whole(ids)))

    def take_in(self) -> None:
        """Carry out at once what was asked of agents, as the next step would have.

        For a run that is paused; a new world goes on waiting for the next tick.
        """
        take_in(self._run)

    def change_world(self, world: World) -> None:
        """Ask for another world from the beginning of the next tick on.

        Walkers whose path is no longer clear plan again, others keep theirs (S0-032); agents
        that could not get to their goal try again. Agents that the new level adds, changes or
        drops appear, change or leave; a start that was moved moves no agent.
        """
        run = self._run
        run.requests = [request for request in run.requests if not isinstance(request, ChangeWorld)]
        run.requests.append(ChangeWorld(world))

    def positions_at(self, fraction: float) -> Points:
        """(n, 2) places between the last two steps: 0 the one before, 1 the last; metres."""
        agents = self._run.agents
        return agents.previous_positions + fraction * (agents.positions - agents.previous_positions)

    def facings_at(self, fraction: float) -> Points:
        """(n,) facings between the last two steps, by the shorter way round; radians."""
        agents = self._run.agents
        turn = agents.facings - agents.previous_facings
        turn -= 2 * np.pi * np.floor((turn + np.pi) / (2 * np.pi))
        return agents.previous_facings + fraction * turn

    def path_of(self, agent_id: int) -> Points:
        """(k, 2) points that the agent has still to walk to, metres; empty when it stands.

        Raises:
            KeyError: if the run has no such agent.
        """
        return self._run.agents.path(self._run.agents.index[agent_id])

    def status_of(self, agent_id: int) -> Status | None:
        """How the agent's last plan ended; None before its first.

        Raises:
            KeyError: if the run has no such agent.
        """
        return self._run.agents.status(self._run.agents.index[agent_id])

    def is_moving(self, agent_id: int) -> bool:
        """Whether it has points left to walk to, or stands off its walk target (S0-089).

        Raises:
            KeyError: if the run has no such agent.
        """
        agents = self._run.agents
        i = agents.index[agent_id]
        if agents.path_current[i] < agents.path_end[i]:
            return True
        away = agents.walk_targets[i] - agents.positions[i]
        return bool(np.hypot(away[0], away[1]) > self._run.settings.walk_threshold)

    def stuck(self) -> Flags:
        """(n,) which agents stand and can't get to their goal."""
        agents = self._run.agents
        stuck: Flags = (agents.states == STAND) & UNREACHABLE[agents.statuses]
        return stuck

    def reasons(self) -> Codes:
        """(n,) why each agent does what it does: a `navcore.sim.reasons.Reason` each."""
        return reasons_of(self._run)

    def state(self) -> State:
        """All that the next steps depend on, but for the world and requests that still wait.

        Raises:
            NavcoreError: if the next step is no tick; runs go on exactly only from ticks.
        """
        if not self._run.is_tick:
            message = f"a state is taken at a tick; step {self._run.step} is none"
            raise NavcoreError(message)
        return state_of(self._run, self.seed)

    @classmethod
    def resumed(
        cls, world: World, state: State, settings: SimulationSettings | None = None
    ) -> "Simulation":
        """A run that goes on from a state exactly as the one that the state was taken of.

        `world` has the cells of that run's world; the input log begins anew.
        """
        made = cls(world, seed=state.seed, settings=settings)
        put_into(made._run, state)
        return made

    def walking(self) -> Flags:
        """(n,) which agents walk (S0-088)."""
        walking: Flags = self._run.agents.states == WALK
        return walking

    def counts(self) -> Counts:
        """How many agents there are and what they do."""
        agents = self._run.agents
        standing = agents.states == STAND
        waiting = standing & (agents.waiting_until > self._run.step)
        return Counts(
            agents=len(agents.ids),
            walking=int(np.count_nonzero(~standing)),
            waiting=int(np.count_nonzero(waiting)),
            stuck=int(np.count_nonzero(self.stuck())),
        )


def _whole(ids: Iterable[int]) -> tuple[int, ...]:
    """Plain numbers, whatever array they come from: the input log is written to files."""
    return tuple(map(int, ids))


def _finite(point: Point, what: str = "a goal") -> Point:
    x, z = float(point[0]), float(point[1])
    if not (np.isfinite(x) and np.isfinite(z)):
        message = f"{what} must be a finite point, got ({x}, {z})"
        raise NavcoreError(message)
    return (x, z)
