"""A run from its start: its simulation, its recording, and manual changes."""

from bisect import bisect_right
from collections.abc import Mapping
from itertools import islice
from time import perf_counter
from typing import Final, Generic, TypeVar

from editor.run.inputs import RunInputs
from editor.run.step_times import PhaseTimes
from navcore.bake.sources import bakes_alike
from navcore.level.edit import Edit
from navcore.level.model import Agent, Item, Level, Settings
from navcore.level.switches import as_switch, ids_of_switches, is_on, turned
from navcore.proof.narrow_places import narrow_places
from navcore.sim.agents import Floats
from navcore.sim.inputs import Input, Remove, Return, Send, Spawn, Teleport, WorldEdit
from navcore.sim.judging import Pushes
from navcore.sim.recording import Recorder, Recording
from navcore.sim.simulation import Simulation
from navcore.sim.statistics import RunStatistics
from navcore.world import World

MOST_BYTES: Final = 500_000_000
"""Memory that the recording of a run may take: 15 hours of 100 agents that walk."""
WEIGHED_TICKS: Final = 50
"""Ticks after which it is looked at again how much that is."""

COUNT_SECONDS: Final = 0.006
"""Seconds of counting at a time; the rest waits until the window is idle."""
Value = TypeVar("Value")


class History(Generic[Value]):
    """A value that changes now and then, with its history by tick."""

    def __init__(self, value: Value) -> None:
        """Start with this value."""
        self._ticks = [0]
        self._values = [value]

    @property
    def last(self) -> Value:
        """The value at the end."""
        return self._values[-1]

    @property
    def values(self) -> list[Value]:
        """All that it has been, in the order of time."""
        return self._values

    def noted(self) -> list[tuple[int, Value]]:
        """Return from which tick on it was what, in the order of time."""
        return list(zip(self._ticks, self._values, strict=True))

    def note(self, tick: int, value: Value) -> None:
        """Set the value from this tick on; values at later ticks are dropped."""
        kept = bisect_right(self._ticks, tick - 1)
        self._ticks[kept:] = [tick]
        self._values[kept:] = [value]

    def at(self, tick: int) -> Value:
        """Return the value at the beginning of a tick."""
        return self._values[max(0, bisect_right(self._ticks, tick) - 1)]

    def until(self, tick: int) -> "History[Value]":
        """Return an independent copy up to this tick."""
        kept = max(1, bisect_right(self._ticks, tick))
        made = History(self._values[0])
        made._ticks, made._values = self._ticks[:kept], self._values[:kept]
        return made


class RunRecord:
    """One run. Ticks are those of its recording: the frame of a tick is its beginning."""

    def __init__(self, simulation: Simulation, recorder: Recorder | None = None) -> None:
        """Take a new run, or one that a recorder continues."""
        self.simulation = simulation
        self.recorder = recorder or Recorder(simulation)
        self.switches: History[Mapping[int, bool]] = History({})
        """The doors and obstacles that were switched in the run: id -> on."""
        self.inputs = History(RunInputs())
        """Manual changes to agents. Don't modify them: the last value is the run's own copy."""
        self.levels = History(simulation.world.level)
        """The level that the agents walked in, with the switches of the run."""
        self.asked = simulation.world
        """The world that the run is in, or will be from its next tick on."""
        self.full = self.recording.nbytes >= MOST_BYTES
        """True if the recording uses all memory available to it, so that the run can't continue."""
        self.times = PhaseTimes()
        """Durations of the steps that were done in this process."""
        self.pushes = Pushes()
        """Pushes of agents in the steps that were done in this process."""
        self.statistics = RunStatistics(self.recording, narrow_places)
        """Statistics of agents, crowding and doors, computed as far as requested."""
        self._spawned: dict[int, Agent] = {}
        self._read = 0
        """Number of the recording's inputs that were searched for spawned agents."""

    @classmethod
    def of(cls, recording: Recording, level: Level) -> "RunRecord":
        """Return the run of a recording, at its end; `level` is the level in which it continues.

        Doors and obstacles that differ from `level` count as switched in the run.
        """
        last = recording.ticks - 1
        simulation = recording.resume(last)
        made = cls(simulation, Recorder.resumed(recording, last, simulation))
        made.levels = History(recording.level)
        made.switches = History(_switched(recording.level, level))
        inputs = RunInputs()
        for one in recording.inputs:
            # A new world takes effect at the next tick, requests to agents at once.
            tick = -(-one.step // made.steps_per_tick)
            if isinstance(one.request, WorldEdit):
                made.levels.note(tick + 1, one.request.edit.apply(made.levels.last))
                made.switches.note(tick + 1, _switched(made.levels.last, level))
            else:
                inputs = inputs.copy()
                _repeat(inputs, one, recording)
                made.inputs.note(tick, inputs)
        return made

    @property
    def recording(self) -> Recording:
        """The recording so far."""
        return self.recorder.recording

    @property
    def steps_per_tick(self) -> int:
        """The number of steps in a tick."""
        return self.simulation.settings.steps_per_tick

    @property
    def tick(self) -> int:
        """The last tick that was begun."""
        return self.simulation.steps // self.steps_per_tick

    def begin_in(self, world: World) -> None:
        """Start again in another world; the old one is released."""
        self.simulation.begin_in(world)
        self.recorder.let_go()

    def step(self) -> bool:
        """Go on by one step; whether a tick is over by it."""
        simulation = self.simulation
        if simulation.steps == 0:
            # Until now the level was being drawn; the run began in another one.
            self.recorder.take()
            self.levels = History(simulation.world.level)
        before = simulation.world
        simulation.step()
        self.times.take((simulation.steps - 1) // self.steps_per_tick, simulation.timings)
        self.pushes.take(simulation)
        self.recorder.take()
        if simulation.world is not before:
            self.levels.note(self._next_tick(simulation.steps - 1), simulation.world.level)
        if simulation.steps % self.steps_per_tick:
            return False
        if self.tick % WEIGHED_TICKS == 0:
            self.full = self.recording.nbytes >= MOST_BYTES
        return True

    def count(self) -> bool:
        """Update statistics for up to `COUNT_SECONDS`; return whether they are complete.

        Raises:
            NavcoreError: if the recording is damaged.
        """
        begun = perf_counter()
        while not self.statistics.follow(1):
            if perf_counter() - begun >= COUNT_SECONDS:
                return False
        return True

    def take_in(self) -> None:
        """Apply pending requests to agents at once, and record them."""
        self.simulation.take_in()
        self.recorder.take()

    def note_switches(self, switched: Mapping[int, bool]) -> None:
        """Record the run's switches from the next tick on."""
        if switched != self.switches.last:
            self.switches.note(self._next_tick(self.simulation.steps), dict(switched))

    def note_inputs(self, inputs: RunInputs, *, at_once: bool) -> None:
        """This was done with agents: before the present tick if `at_once`, else in it."""
        step = self.simulation.steps
        tick = -(-step // self.steps_per_tick) if at_once else self._next_tick(step)
        self.inputs.note(tick, inputs.copy())

    def drop(self, ids: frozenset[int]) -> None:
        """Forget changes of these elements at all ticks: the level now contains them."""
        for inputs in self.inputs.values:
            inputs.drop(ids)

    def gone_on(self, tick: int, simulation: Simulation) -> "RunRecord":
        """The run that goes on otherwise from a tick, at which `simulation` is; this one stays."""
        recording = self.recording.until(tick)
        made = RunRecord(simulation, Recorder.resumed(recording, tick, simulation))
        made.switches, made.inputs = self.switches.until(tick), self.inputs.until(tick)
        made.levels = self.levels.until(tick)
        made.times, made.pushes = self.times.until(tick), self.pushes.until(tick)
        return made

    def spawned(self) -> Mapping[int, Agent]:
        """Return all agents that ever came into the run by hand."""
        inputs = self.recording.inputs
        for one in islice(inputs, self._read, None):
            if isinstance(one.request, Spawn):
                self._spawned[one.request.agent.id] = one.request.agent
        self._read = len(inputs)
        return self._spawned

    def _next_tick(self, step: int) -> int:
        return step // self.steps_per_tick + 1


def _switched(level: Level, now: Level) -> dict[int, bool]:
    """Return the switches of both that are otherwise in `level` than now."""
    states: dict[int, bool] = {}
    for element_id in ids_of_switches(level):
        switch, other = (as_switch(one.get(element_id)) for one in (level, now))
        if switch is not None and other is not None and is_on(switch) != is_on(other):
            states[element_id] = is_on(switch)
    return states


def _repeat(inputs: RunInputs, one: Input, recording: Recording) -> None:
    match one.request:
        case Send():
            inputs.send(one.request.ids, one.request.goal, one.request.layer)
        case Return():
            inputs.unsend(one.request.ids)
        case Spawn():
            inputs.added[one.request.agent.id] = one.request.agent
        case Remove():
            inputs.drop(inputs.added.keys() & frozenset(one.request.ids))
        case Teleport():
            facings = _facings(recording, one.step)
            for agent_id, place in one.request.places:
                inputs.move(agent_id, place, facings.get(agent_id, 0.0), one.request.layer)


def _facings(recording: Recording, step: int) -> dict[int, float]:
    """Return the facing of every agent at a step, by id."""
    frame = recording.at(step / recording.settings.steps_per_second)
    facings: Floats = frame.facings
    return dict(zip(frame.ids.tolist(), facings.tolist(), strict=True))


def level_of(recording: Recording) -> Level:
    """Return the level that a recorded run ended in, with its switches as they began."""
    first = last = recording.level
    for one in recording.inputs:
        if isinstance(one.request, WorldEdit):
            last = one.request.edit.apply(last)
    back: dict[int, Item | None] = {}
    for element_id in ids_of_switches(last):
        switch, began = (as_switch(one.get(element_id)) for one in (last, first))
        if switch is not None and began is not None:
            back[element_id] = turned(switch, on=is_on(began))
    return last.with_items(back)


def is_of(recording: Recording, level: Level) -> bool:
    """Return whether a run was recorded in a level, whatever the states of its switches are now."""
    return any(
        same_level(one, level, switches=False) for one in (level_of(recording), recording.level)
    )


def same_level(one: Level, other: Level, *, switches: bool = True) -> bool:
    """Return whether bake and walking are the same in two levels; optionally ignoring switches."""
    if one is other:
        return True
    edit = Edit.between(one, other)
    return all(_alike(before, edit.after[i], switches) for i, before in edit.before.items())


def _alike(one: Item | None, other: Item | None, switches: bool) -> bool:
    if isinstance(one, Settings) and isinstance(other, Settings):
        return bakes_alike(one, other) and one.grid_origin == other.grid_origin
    before, after = as_switch(one), as_switch(other)
    if switches or before is None or after is None:
        return False
    return before == turned(after, on=is_on(before))
