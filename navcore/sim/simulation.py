"""The simulation: agents that walk in a world in fixed steps.

A step is 1/60 s and moves agents; every sixth step is a tick, in which they also think and plan
(X-014). Results depend on level, seed and requests alone, never on the clock: long work is divided
into slices by counting.
"""

import warnings
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from navcore.errors import NavcoreError
from navcore.level.canonical import as_point, canonical
from navcore.level.model import Agent, Point
from navcore.sim.agents import Codes, Flags
from navcore.sim.agents_view import AgentsView
from navcore.sim.events import NONE, Events, Kind
from navcore.sim.feed import Arrival, Reader, SharedIds, UnreadEvents, arrivals_in, of_kind
from navcore.sim.inputs import (
    ChangeWorld,
    Input,
    Meet,
    Remove,
    Return,
    Send,
    Spawn,
    Stop,
    Teleport,
    Watch,
    WorldEdit,
)
from navcore.sim.phases import advance
from navcore.sim.queries import Counts, counts, stuck
from navcore.sim.reasons import reasons_of
from navcore.sim.requests import take_in
from navcore.sim.run import Run
from navcore.sim.settings import SimulationSettings
from navcore.sim.state import State, put_into, state_of
from navcore.world import World

__all__ = ["Arrival", "Counts", "Input", "Simulation"]

_OF_AGENTS: Final = frozenset(
    {"facings_at", "is_moving", "path_of", "positions_at", "status_of", "walking"}
)
"""Methods that were moved to `Simulation.agents`."""


class Simulation:
    """Agents walking in a world. Requests take effect at the beginning of the next step.

    Threads: one thread at a time uses a simulation, and another one may continue it later. Several
    simulations run in several threads over one world. A simulation can be pickled and copied at a
    tick.
    """

    def __init__(
        self,
        world: World,
        *,
        seed: int = 0,
        settings: SimulationSettings | None = None,
        keep_inputs: int | None = None,
    ) -> None:
        """Place the agents of the level at their starts, at time 0; those with goals set out.

        Args:
            world: World that they walk in.
            seed: Seed of all random choices of the run.
            settings: Constants of the run; None: those that the level names.
            keep_inputs: Number of last inputs that `inputs` keeps; 0: none; None: all, so that
                the log grows as long as agents are sent. Only a complete log repeats a run by
                hand; a `Recorder` follows the run by itself and needs no log.

        Raises:
            NavcoreError: if `keep_inputs` is below 0.
        """
        self.seed = seed
        self.timings: dict[str, float] = {}
        """Seconds of each phase in the last step, by name."""
        self._events, self._arrived = UnreadEvents(), UnreadEvents()
        self._made = Run(world, settings, keep_inputs)
        self._begins = False
        """True if the run must be made anew before its next use; see `begin_in`."""
        self._agents = AgentsView(self._made)
        self._ids = SharedIds()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle at a tick: state, world, waiting requests and unread events, without readers.

        Raises:
            NavcoreError: if the next step is no tick.
        """
        run = self._run
        resumed = partial(Simulation.resumed, keep_inputs=run.keep_inputs)
        waiting = (run.requests, run.awaited, run.inputs, run.log, self._events, self._arrived)
        return (resumed, (run.world, self.state(), run.settings), waiting)

    def __setstate__(self, waiting: tuple[Any, ...]) -> None:
        """Take over the requests and events that waited when the run was pickled."""
        run = self._run
        run.requests, run.awaited, run.inputs, run.log, self._events, self._arrived = waiting

    def begin_in(self, world: World) -> None:
        """Start in another world, as if made with it; requests made at time 0 are kept.

        The run is made when anything but its world is used: while one of 10,000 agents is dragged
        there is another world at every frame, and making the run takes longer than a frame.

        Raises:
            NavcoreError: if a step was done; use `change_world` then.
        """
        if self.steps:
            message = "the run has begun; change_world takes it into another world"
            raise NavcoreError(message)
        # The present world is not kept any longer.
        self._begins |= world.level.agents is not self._made.world.level.agents
        self._made.begin_in(world)

    @property
    def _run(self) -> Run:
        """The run, in the world that it begins in."""
        self._begin()
        return self._made

    def _begin(self) -> None:
        if not self._begins:
            return
        self._begins, old = False, self._made
        self._made = run = Run(old.world, old.given_settings, old.keep_inputs)
        # Inputs that were carried out are carried out again, and stay in the log.
        run.requests = [one.request for one in old.inputs if not isinstance(one.request, WorldEdit)]
        take_in(run)
        run.requests, run.awaited = old.requests, old.awaited
        run.readers = old.readers
        self._agents.refresh(run)

    @property
    def settings(self) -> SimulationSettings:
        """Constants of this run."""
        return self._made.settings

    @property
    def world(self) -> World:
        """World that the agents walk in; a requested one replaces it at the next tick."""
        return self._made.world

    @property
    def agents(self) -> AgentsView:
        """All agents as read-only arrays, in level order, then spawned ones.

        Arrays show the present state of the run, but new arrays are made when agents are added or
        removed: get `agents` again after a step.
        """
        self._begin()
        return self._agents

    @property
    def steps(self) -> int:
        """Steps done so far."""
        return self._made.step

    @property
    def seconds(self) -> float:
        """Time in the simulation, seconds."""
        return self._made.step / self._made.settings.steps_per_second

    @property
    def inputs(self) -> list[Input]:
        """Requests that took effect, with their steps; seed and inputs repeat the run.

        All of them, or the last `keep_inputs`.
        """
        return self._run.logged()

    @property
    def events(self) -> Events:
        """(k,) events since `events` was last read, however the run was advanced.

        Rows of `navcore.sim.events.EVENT`, read-only. Until the next step it is the same array. If
        more than `navcore.sim.feed.MOST_EVENTS` are unread, the older half is dropped and counted
        in `events_dropped`.
        """
        return self._events.read()

    @property
    def events_dropped(self) -> int:
        """Number of events that were dropped because nobody read them in time."""
        return self._events.dropped

    @property
    def arrivals(self) -> list[Arrival]:
        """Arrivals at ends of paths since `arrivals` was last read (S0-087).

        Each path ends once. They are a part of `events`, but are read separately.
        """
        return arrivals_in(self._arrived.read())

    def reader(self) -> Reader:
        """Return a new reader, which gets all inputs and events from now on, too."""
        reader = Reader()
        self._run.readers.add(reader)
        return reader

    def begin_log(self) -> None:
        """Forget inputs and events so far; the run itself stays the same."""
        self._run.inputs.clear()
        self._events.clear()
        self._arrived.clear()

    def step(self) -> None:
        """Advance by one step: 1/60 s; every sixth step is a tick."""
        run = self._run
        self.timings = advance(run)
        arrived, events = run.log.has_arrivals, run.log.take()
        self._events.add(events)
        self._arrived.add(of_kind(events, Kind.ARRIVED) if arrived else NONE)
        if len(events):
            for reader in run.readers:
                reader.events.add(events)
        self._agents.refresh(run)

    def tick(self) -> None:
        """Advance to the beginning of the next tick: six steps, or the rest of them."""
        self.step()
        while not self._run.is_tick:
            self.step()

    def run(self, seconds: float) -> None:
        """Advance by a time, in whole steps; `events` then has the events of all of them.

        Raises:
            NavcoreError: if `seconds` is not a number of at least 0.
        """
        if not (np.isfinite(seconds) and seconds >= 0):
            message = f"seconds must be a number of at least 0, got {seconds}"
            raise NavcoreError(message)
        for _ in range(round(seconds * self._run.settings.steps_per_second)):
            self.step()

    def send(self, ids: Iterable[int], goal: Point | None, *, layer: str | None = None) -> None:
        """Ask these agents to walk to `goal` and stay; their other goals are dropped (S0-079).

        A goal within 0.25 m of a walker's present one changes nothing (S0-081). Ids that the run
        lacks are ignored. `layer` names its storey; None: each agent's own. Without a goal they
        continue the rounds that they left (S4-009).

        Raises:
            NavcoreError: if the goal is not a finite point.
        """
        who = self._ids.of(ids)
        asked = Return(who) if goal is None else Send(who, as_point(goal, "a goal"), layer)
        self._run.requests.append(asked)

    def meet(self, ids: Iterable[int], other: int) -> None:
        """Ask these agents to follow another one, wherever it goes, and to stop near it.

        An agent stops when it is near enough to talk (1.35 m), and a `Kind.MET` reports it once
        (S0-118). Ids that the run lacks are ignored.
        """
        self._run.requests.append(Meet(self._ids.of(ids), int(other)))

    def watch(self, place: Point | None) -> None:
        """Set the place from which the run is watched: far from it agents think less (S3-118).

        All walk as fast as before. None: all agents think at every tick.

        Raises:
            NavcoreError: if the place is not a finite point.
        """
        self._run.requests.append(Watch(None if place is None else as_point(place, "a place")))

    def stop_in_place(self, ids: Iterable[int]) -> None:
        """Ask these agents to stay where they are; no arrival is reported (S0-090)."""
        self._run.requests.append(Stop(self._ids.of(ids)))

    def place(self, places: Mapping[int, Point], *, layer: str | None = None) -> None:
        """Ask to move these agents elsewhere, at once and over any distance.

        Agents on their way go on to their goals from there, others stay. A place need not be
        walkable; ids that the run lacks are ignored. `layer` names its storey; None: each agent
        stays on its own.

        Raises:
            NavcoreError: if a place is not a finite point.
        """
        put = tuple((int(one), as_point(place, "a place")) for one, place in places.items())
        self._run.requests.append(Teleport(put, layer))

    def spawn(self, agent: Agent) -> None:
        """Ask to add one agent that the level does not contain.

        Raises:
            NavcoreError: if the run has an agent with this id, or was asked for one and not for
                its removal since; or if its place, a goal or a number is invalid in levels.
        """
        agent = canonical(agent)
        if self.awaits(agent.id):
            has = agent.id in self._run.agents.index
            message = (
                f"the run already {'has' if has else 'was asked for'} an agent with the id "
                f"{agent.id}: give the new one another id, or remove the other first"
            )
            raise NavcoreError(message)
        self._run.awaited[agent.id] = True
        self._run.requests.append(Spawn(agent))

    def awaits(self, agent_id: int) -> bool:
        """Return whether the run will have an agent with this id after all requests so far.

        Agents that a requested world adds are not counted: they come first, and a spawn with the id
        of one of them is ignored.
        """
        run = self._run
        return run.awaited.get(agent_id, agent_id in run.agents.index)

    def remove(self, ids: Iterable[int]) -> None:
        """Ask to remove these agents; ids that the run lacks are ignored."""
        gone = self._ids.of(ids)
        self._run.requests.append(Remove(gone))
        self._run.awaited.update(dict.fromkeys(gone, False))

    def take_in(self) -> None:
        """Carry out requests about agents at once, as the next step would.

        For a paused run; a new world still waits for the next tick.
        """
        take_in(self._run)
        self._agents.refresh(self._run)

    def change_world(self, world: World) -> None:
        """Ask for another world from the beginning of the next tick on.

        Walkers with a path that is no longer clear plan again, others keep theirs (S0-032); agents
        that could not get to their goal try again. Agents that the new level adds, changes or
        removes appear, change or disappear; a moved start moves no agent.
        """
        run = self._run
        run.requests = [request for request in run.requests if not isinstance(request, ChangeWorld)]
        run.requests.append(ChangeWorld(world))

    def stuck(self) -> Flags:
        """Return (n,) whether each agent stands and can't get to its goal."""
        return stuck(self._run.agents)

    def reasons(self) -> Codes:
        """Return (n,) why each agent does what it does: a `navcore.sim.reasons.Reason`."""
        return reasons_of(self._run)

    def state(self) -> State:
        """Return all that the next steps depend on, except for the world and waiting requests.

        Raises:
            NavcoreError: if the next step is no tick; runs can be resumed exactly only at ticks.
        """
        if not self._run.is_tick:
            message = f"a state is taken at a tick; step {self._run.step} is none"
            raise NavcoreError(message)
        state = state_of(self._run, self.seed)
        self._agents.refresh(self._run)
        return state

    @classmethod
    def resumed(
        cls,
        world: World,
        state: State,
        settings: SimulationSettings | None = None,
        *,
        keep_inputs: int | None = None,
    ) -> "Simulation":
        """Return a run that continues from a state exactly like the run that the state is from.

        `world` has the cells of that run's world; inputs and events begin anew.
        """
        made = cls(world, seed=state.seed, settings=settings, keep_inputs=keep_inputs)
        put_into(made._run, state)
        made._agents.refresh(made._run)
        return made

    def counts(self) -> Counts:
        """Return the number of agents in each state."""
        return counts(self._run.agents, self._run.step)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Find a method that was moved to `agents`, with a DeprecationWarning."""
            if name not in _OF_AGENTS:
                message = f"a simulation has no {name}"
                raise AttributeError(message)
            warnings.warn(
                f"Simulation.{name} is Simulation.agents.{name} now", DeprecationWarning, 2
            )
            return getattr(self.agents, name)
