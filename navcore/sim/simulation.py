"""The simulation: agents that walk a world in fixed steps, and nothing else that moves them.

A step is 1/60 s and moves; every sixth step is a tick and thinks and plans as well (X-014).
Results depend on level, seed and requests alone: never on the clock, and work is cut into
slices by counting.
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
"""Methods that belong to `Simulation.agents` now."""


class Simulation:
    """Agents walking in a world. Requests take effect at the beginning of the next step.

    Threads: one simulation belongs to one thread at a time, which may be another one later; several
    run in several threads over one world. It can be pickled and copied at a tick.
    """

    def __init__(
        self,
        world: World,
        *,
        seed: int = 0,
        settings: SimulationSettings | None = None,
        keep_inputs: int | None = None,
    ) -> None:
        """The agents of the world's level at their starts, at time 0; those with goals set out.

        Args:
            world: Where they walk.
            seed: Where all random choices of the run come from.
            settings: Constants of the run; None for those that the level names.
            keep_inputs: How many of the last inputs `inputs` holds; 0 for none, None for all,
                which grows as long as agents are sent. Only a whole log repeats a run by hand; a
                `Recorder` follows the run by itself and needs no log.

        Raises:
            NavcoreError: if `keep_inputs` is below 0.
        """
        self.seed = seed
        self.timings: dict[str, float] = {}
        """Seconds that each phase took in the last step, by name."""
        self._events, self._arrived = UnreadEvents(), UnreadEvents()
        self._made = Run(world, settings, keep_inputs)
        self._begins = False
        """Whether the run is to be made anew as soon as somebody asks for it; see `begin_in`."""
        self._agents = AgentsView(self._made)
        self._ids = SharedIds()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle at a tick: state, world, and what waits or was not asked for yet; no readers.

        Raises:
            NavcoreError: if the next step is no tick.
        """
        run = self._run
        resumed = partial(Simulation.resumed, keep_inputs=run.keep_inputs)
        waiting = (run.requests, run.awaited, run.inputs, run.log, self._events, self._arrived)
        return (resumed, (run.world, self.state(), run.settings), waiting)

    def __setstate__(self, waiting: tuple[Any, ...]) -> None:
        """Take over what waited when the run was pickled."""
        run = self._run
        run.requests, run.awaited, run.inputs, run.log, self._events, self._arrived = waiting

    def begin_in(self, world: World) -> None:
        """Start in another world, as if made with it; what was asked for at time 0 is kept.

        The run is made when somebody asks for anything but its world: while one of 10,000 agents
        is dragged there is another world at every frame, and making the run takes longer than one.

        Raises:
            NavcoreError: if a step was done; then `change_world` is what is meant.
        """
        if self.steps:
            message = "the run has begun; change_world takes it into another world"
            raise NavcoreError(message)
        # The world before is let go.
        self._begins |= world.level.agents is not self._made.world.level.agents
        self._made.begin_in(world)

    @property
    def _run(self) -> Run:
        """The run, in the world that it is to begin in."""
        self._begin()
        return self._made

    def _begin(self) -> None:
        if not self._begins:
            return
        self._begins, old = False, self._made
        self._made = run = Run(old.world, old.given_settings, old.keep_inputs)
        # What was taken in already is so again, and stands in the log as before.
        run.requests = [one.request for one in old.inputs if not isinstance(one.request, WorldEdit)]
        take_in(run)
        run.requests, run.awaited = old.requests, old.awaited
        run.readers = old.readers
        self._agents.refresh(run)

    @property
    def settings(self) -> SimulationSettings:
        """The constants of this run."""
        return self._made.settings

    @property
    def world(self) -> World:
        """The world that the agents walk in; a requested one takes its place at the next tick."""
        return self._made.world

    @property
    def agents(self) -> AgentsView:
        """All agents as read-only arrays, in level order, then spawned ones.

        Arrays show the run as it goes on, but agents that come or leave make new ones: ask for
        `agents` again after a step.
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
        """(k,) what happened since `events` was last asked for, however the run was advanced.

        Rows of `navcore.sim.events.EVENT`, read-only. Asked again before the next step it is the
        same array. Of more than `navcore.sim.feed.MOST_EVENTS` that nobody asked for, the older
        half is dropped and counted in `events_dropped`.
        """
        return self._events.read()

    @property
    def events_dropped(self) -> int:
        """How many events were dropped because nobody asked for them in time."""
        return self._events.dropped

    @property
    def arrivals(self) -> list[Arrival]:
        """Who came to the end of its path since `arrivals` was last asked for (S0-087).

        Each path ends once. As `events`, of which these are a part that is asked for separately.
        """
        return arrivals_in(self._arrived.read())

    def reader(self) -> Reader:
        """Return one more reader: it gets all inputs and events from here on, beside `events`."""
        reader = Reader()
        self._run.readers.add(reader)
        return reader

    def begin_log(self) -> None:
        """Forget inputs and events so far; the run itself stays as it is."""
        self._run.inputs.clear()
        self._events.clear()
        self._arrived.clear()

    def step(self) -> None:
        """Go on by one step: 1/60 s; every sixth step is a tick."""
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
        """Go on to the beginning of the next tick: six steps, or what is left of them."""
        self.step()
        while not self._run.is_tick:
            self.step()

    def run(self, seconds: float) -> None:
        """Go on for a time, in whole steps; `events` then tells of all of it.

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

        A goal within 0.25 m of where a walker is already going changes nothing (S0-081). Ids
        that the run lacks are left out. `layer` names its storey; None: where each of them is.
        Without a goal they go on with the rounds that they left (S4-009).

        Raises:
            NavcoreError: if the goal is not a finite point.
        """
        who = self._ids.of(ids)
        asked = Return(who) if goal is None else Send(who, as_point(goal, "a goal"), layer)
        self._run.requests.append(asked)

    def meet(self, ids: Iterable[int], other: int) -> None:
        """Ask these agents to walk to another one, wherever that goes, and to stop near it.

        Near enough to talk (1.35 m) an agent stops, and a `Kind.MET` tells of it once (S0-118).
        Ids that the run lacks are left out.
        """
        self._run.requests.append(Meet(self._ids.of(ids), int(other)))

    def watch(self, place: Point | None) -> None:
        """Say where the run is watched from: agents far from there think seldomer (S3-118).

        All walk as fast as before. None: everybody thinks at every tick.

        Raises:
            NavcoreError: if the place is not a finite point.
        """
        self._run.requests.append(Watch(None if place is None else as_point(place, "a place")))

    def stop_in_place(self, ids: Iterable[int]) -> None:
        """Ask these agents to stay where they are; no arrival is reported (S0-090)."""
        self._run.requests.append(Stop(self._ids.of(ids)))

    def place(self, places: Mapping[int, Point], *, layer: str | None = None) -> None:
        """Ask that these agents stand elsewhere, at once and however far it is.

        Who was on its way goes on to its goal from there, any other agent stays. A place need
        not be walkable; ids that the run lacks are left out. `layer` names its storey; None:
        each agent stays on its own.

        Raises:
            NavcoreError: if a place is not a finite point.
        """
        put = tuple((int(one), as_point(place, "a place")) for one, place in places.items())
        self._run.requests.append(Teleport(put, layer))

    def spawn(self, agent: Agent) -> None:
        """Ask for one more agent, which the level does not hold.

        Raises:
            NavcoreError: if the run has an agent with this id, or was asked for one and not for
                its removal since; or it has a place, goal or number that no level can hold.
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
        """Whether the run has an agent with this id once all requests so far are carried out.

        Agents that a requested world brings are not counted: they come first, and a spawn with
        the id of one is left out.
        """
        run = self._run
        return run.awaited.get(agent_id, agent_id in run.agents.index)

    def remove(self, ids: Iterable[int]) -> None:
        """Ask for these agents to leave; ids that the run lacks are left out."""
        gone = self._ids.of(ids)
        self._run.requests.append(Remove(gone))
        self._run.awaited.update(dict.fromkeys(gone, False))

    def take_in(self) -> None:
        """Carry out at once what was asked of agents, as the next step would have.

        For a run that is paused; a new world goes on waiting for the next tick.
        """
        take_in(self._run)
        self._agents.refresh(self._run)

    def change_world(self, world: World) -> None:
        """Ask for another world from the beginning of the next tick on.

        Walkers whose path is no longer clear plan again, others keep theirs (S0-032); agents
        that could not get to their goal try again. Agents that the new level adds, changes or
        drops appear, change or leave; a start that was moved moves no agent.
        """
        run = self._run
        run.requests = [request for request in run.requests if not isinstance(request, ChangeWorld)]
        run.requests.append(ChangeWorld(world))

    def stuck(self) -> Flags:
        """(n,) which agents stand and can't get to their goal."""
        return stuck(self._run.agents)

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
        """A run that goes on from a state exactly as the one that the state was taken of.

        `world` has the cells of that run's world; inputs and events begin anew.
        """
        made = cls(world, seed=state.seed, settings=settings, keep_inputs=keep_inputs)
        put_into(made._run, state)
        made._agents.refresh(made._run)
        return made

    def counts(self) -> Counts:
        """How many agents there are and what they do."""
        return counts(self._run.agents, self._run.step)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Find a method of `agents` where it once was, with a DeprecationWarning."""
            if name not in _OF_AGENTS:
                message = f"a simulation has no {name}"
                raise AttributeError(message)
            warnings.warn(
                f"Simulation.{name} is Simulation.agents.{name} now", DeprecationWarning, 2
            )
            return getattr(self.agents, name)
