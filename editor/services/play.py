"""The clock of a run: it decides when the simulation steps, never what a step does.

A run stands at the start (0:00.0), plays or is paused. At the start edits of the level make a
new run; later the run goes on in the new world, from its next tick. What is then done by hand
with doors and agents is of this run alone: no edit, no undo step, gone at the next start.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from time import perf_counter
from typing import Final

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from editor.document import Document
from editor.services.bake import BakeService
from editor.services.crowd import Crowd, Crowds
from editor.services.run_inputs import RunInputs
from editor.services.run_world import RunWorld
from editor.services.step_times import StepTimes
from editor.tools.run_view import RunView
from editor.tools.words.play import no_agents
from navcore.level.model import Area, Point
from navcore.sim.agents import NEVER
from navcore.sim.run import Place, Remove, Spawn
from navcore.sim.simulation import Simulation
from navcore.world import World

SPEEDS: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Times real time."""

FRAME_MS: Final = 16
BUDGET: Final = 0.008
"""Seconds of a frame in which steps are run; steps that are left wait."""
MOST_TICKS_BEHIND: Final = 5
"""A backlog over so many ticks is dropped."""
MOST_ASKED: Final = 20
"""So many of the agents that are sent are asked at once whether they get there."""
SHOW_BEHIND: Final = 1.0
"""Seconds for which a dropped backlog is shown."""


class PlayState(StrEnum):
    """The three states of play."""

    START = "start"
    PLAYING = "playing"
    PAUSED = "paused"


class PlayService(QObject):
    """Plays the level: runs the steps that are due, in the time that a frame leaves."""

    frame = Signal(object)
    """Something moved or may have: a float, how far between the last two steps to draw."""
    state_changed = Signal(object)
    """The PlayState, after it, the speed or `behind` changed."""
    said = Signal(object)
    """A sentence for the status bar."""

    def __init__(
        self,
        document: Document,
        bake: BakeService,
        *,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """A run of the document's level at the start; `clock` gives seconds."""
        super().__init__()
        self._document = document
        self._bake = bake
        self._clock = clock
        self.run_world = RunWorld(document, bake)
        """The world of the run, and the doors that were toggled in it."""
        self.inputs = RunInputs()
        self.times = StepTimes()
        """How long the steps of the last second took."""
        self.crowds = Crowds()
        """Who is drawn."""
        self._chosen: frozenset[int] = frozenset()
        self._held: Mapping[int, Point] = {}
        self._simulation = Simulation(bake.world)
        self._speed = 1.0
        self._due = 0.0
        self._last = 0.0
        self._dropped_at = -math.inf
        self._behind = False
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.advance)
        self.run_world.baked.connect(self._take_in)
        document.loaded.connect(self._begin_anew)
        document.selection_changed.connect(self._selected_otherwise)

    @property
    def simulation(self) -> Simulation:
        """The present run; another object after each return to the start."""
        return self._simulation

    @property
    def playing(self) -> bool:
        """Whether time goes on."""
        return self._timer.isActive()

    @property
    def at_start(self) -> bool:
        """Whether the run stands at 0:00.0."""
        return self.state is PlayState.START

    @property
    def state(self) -> PlayState:
        """At the start, playing or paused."""
        if self.playing:
            return PlayState.PLAYING
        return PlayState.START if self._simulation.steps == 0 else PlayState.PAUSED

    @property
    def fraction(self) -> float:
        """How far between the last two steps to draw: 0 the one before, 1 the last."""
        return min(self._due, 1.0) if self.playing else 1.0

    @property
    def time_text(self) -> str:
        """Time of the run as minutes, seconds and tenths: `0:12.4`."""
        run = self._simulation
        tenths = run.steps * 10 // run.settings.steps_per_second
        return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"

    @property
    def behind(self) -> bool:
        """Whether steps were dropped lately because they took too long."""
        return self._behind

    @property
    def speed(self) -> float:
        """Times real time, one of `SPEEDS`."""
        return self._speed

    @speed.setter
    def speed(self, value: float) -> None:
        if value not in SPEEDS:
            message = f"speed must be one of {SPEEDS}, got {value}"
            raise ValueError(message)
        if value != self._speed:
            self._speed = value
            self.state_changed.emit(self.state)

    def play(self) -> None:
        """Let time go on. Without agents nothing can happen, and a sentence says so."""
        if self.playing or not self._anybody():
            return
        self._due = 0.0
        self._last = self._clock()
        self._timer.start()
        self.state_changed.emit(self.state)
        if self._nobody_goes_anywhere():
            self.said.emit(
                self.tr("Nobody has anywhere to go. Select an agent and right-click the floor.")
            )

    def pause(self) -> None:
        """Hold the time."""
        if not self.playing:
            return
        self._timer.stop()
        self._behind = False
        if self._simulation.steps == 0:
            # Still at the start, where nothing is an input of the run.
            self._begin_anew()
            return
        self.state_changed.emit(self.state)
        self.frame.emit(self.fraction)

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def step_once(self) -> None:
        """Pause and go on by one tick, 0.1 s."""
        self.pause()
        if self._anybody():
            self._simulation.tick()
            self.state_changed.emit(self.state)
            self.frame.emit(self.fraction)

    def restart(self) -> None:
        """From the start, and play."""
        self.stop_to_start()
        self.play()

    def stop_to_start(self) -> None:
        """Back to 0:00.0: everybody stands at its start, what was sent is forgotten."""
        self._timer.stop()
        self._begin_anew()

    # What is done by hand in a run.

    @property
    def world(self) -> World:
        """The world of the run: the level's bake, with the doors that were toggled in play."""
        return self.run_world.world

    @property
    def chosen(self) -> frozenset[int]:
        """Selected agents that only the run has."""
        return self._chosen

    def choose(self, ids: Iterable[int]) -> None:
        """Select those of these agents that only the run has, and no others."""
        chosen = self.inputs.added.keys() & frozenset(ids)
        if chosen != self._chosen:
            self._chosen = frozenset(chosen)
            self.frame.emit(self.fraction)

    def count_inputs(self) -> int:
        """How many things of this run are not as the level says."""
        made = self.inputs
        return sum(map(len, (self.run_world.doors, made.moved, made.sent, made.added)))

    def crowd(self) -> Crowd:
        """All agents where they are drawn now, those that are held where the mouse has them."""
        crowd = self.crowds.of(self._document.level, self._simulation, self.fraction)
        return crowd.with_places(self._held)

    def view(self) -> RunView | None:
        """What tools see of the run; None at the start, where everything is the level's."""
        if self.at_start:
            return None
        crowd = self.crowd()
        return RunView(crowd.elements, crowd.positions, crowd.facings, crowd.radii)

    @property
    def held(self) -> Mapping[int, Point]:
        """Agents that are being dragged, and where the mouse has them."""
        return self._held

    def hold(self, places: Mapping[int, Point]) -> None:
        """Show these agents elsewhere until they are let go; the run knows nothing of it."""
        if places != self._held:
            self._held = dict(places)
            self.frame.emit(self.fraction)

    def carry_out(self, requests: Iterable[Place | Spawn | Remove]) -> None:
        """Move, add and remove agents in this run; at the start nothing happens.

        Raises:
            NavcoreError: if a place is not finite, or an agent is there already.
        """
        if self.at_start:
            return
        for request in requests:
            match request:
                case Place():
                    self._place(dict(request.places))
                case Spawn():
                    self._simulation.spawn(request.agent)
                    self.inputs.added[request.agent.id] = request.agent
                case Remove():
                    gone = self.inputs.added.keys() & frozenset(request.ids)
                    self._simulation.remove(sorted(gone))
                    self.inputs.drop(gone)
                    self.choose(self._chosen - gone)
        self._take_in_inputs()

    def _place(self, places: dict[int, Point]) -> None:
        self._simulation.place(places)
        crowd = self.crowd()
        for element, facing in zip(crowd.elements, crowd.facings.tolist(), strict=True):
            if element.id in places:
                self.inputs.move(element.id, places[element.id], facing)

    def toggle_doors(self, ids: Iterable[int]) -> list[Area]:
        """Open or shut the doors among these elements in this run; how they stand then."""
        toggled = [] if self.at_start else self.run_world.toggle(ids)
        self.frame.emit(self.fraction)
        return toggled

    def keepable(self, ids: Iterable[int]) -> frozenset[int]:
        """Which of these elements are otherwise in this run than in the level."""
        return frozenset(ids) & (self.inputs.ids() | self.run_world.doors.keys())

    def keep(self, ids: Iterable[int]) -> None:
        """Write to the level what this run has of these elements, as one undo step."""
        kept = self.keepable(ids)
        edit = self.inputs.kept(self._document.level, kept, self.run_world.doors)
        chosen = self._chosen & kept
        self.inputs.drop(kept)
        self._document.commit(edit)
        if chosen:
            self._document.select(self._document.selection.ids | chosen)
        self.frame.emit(self.fraction)

    def _take_in_inputs(self) -> None:
        """While time stands still, what is done by hand is seen at once."""
        if not self.playing and self._simulation.steps > 0:
            self._simulation.take_in()
        self.frame.emit(self.fraction)

    def _selected_otherwise(self, _: object) -> None:
        """Whoever selects elements of the level selects nothing else."""
        self.choose(())

    def send(self, ids: Iterable[int], point: Point) -> None:
        """Let these agents walk to a point and stay there; say so if they can't get there."""
        sent = list(ids)
        self._simulation.send(sent, point)
        self.inputs.sent.update(dict.fromkeys(sent, point))
        short = [found for found in map(self._falls_short(point), sent[:MOST_ASKED]) if found]
        if len(sent) == 1 and short:
            self.said.emit(
                self.tr("{0} gets no nearer than {1:.1f} m to that place.").format(*short[0])
            )
        elif short:
            self.said.emit(self.tr("Not all of the {0} agents can get there.").format(len(sent)))
        self._take_in_inputs()

    def _falls_short(self, point: Point) -> Callable[[int], tuple[str, float] | None]:
        """Tells of an agent its name and how far from the point its way would end."""

        def asked(agent_id: int) -> tuple[str, float] | None:
            run = self._simulation
            row = run.agents.index.get(agent_id)
            if row is None:
                return None
            x, z = run.agents.positions[row].tolist()
            result = self.world.find_path_to_nearest((x, z), point)
            if result.ok and result.snapped_goal is None:
                return None
            return run.agents.elements[row].name, math.dist(result.end, point)

        return asked

    def advance(self) -> None:
        """Run the steps that are due by the clock; the timer calls it once a frame."""
        now = self._clock()
        if self._simulation.steps == 0 and self._bake.busy:
            # The first step waits for what was drawn just before.
            self._last = now
            return
        self._due += (now - self._last) * self._speed * self._simulation.settings.steps_per_second
        self._last = now
        try:
            while self._due >= 1.0:
                self._simulation.step()
                self.times.take(self._last, self._simulation.timings)
                self._due -= 1.0
                if self._clock() - now >= BUDGET:
                    break
        except Exception:
            self.pause()
            raise
        self._drop_backlog(now)
        self.frame.emit(self.fraction)

    def _drop_backlog(self, now: float) -> None:
        if self._due > MOST_TICKS_BEHIND * self._simulation.settings.steps_per_tick:
            self._due = 0.0
            self._dropped_at = now
        behind = now - self._dropped_at < SHOW_BEHIND
        if behind != self._behind:
            self._behind = behind
            self.state_changed.emit(self.state)

    def _take_in(self, _: object) -> None:
        self.inputs.follow(self._document.level)
        if self._simulation.steps == 0:
            self._simulation.begin_in(self.world)
        else:
            self._simulation.change_world(self.world)
        self.frame.emit(self.fraction)

    def _begin_anew(self) -> None:
        self._timer.stop()
        self._behind = False
        self._simulation = Simulation(self._bake.world)
        self.times.forget()
        self.inputs, self._held = RunInputs(), {}
        self.choose(())
        self.run_world.forget()
        self.state_changed.emit(self.state)
        self.frame.emit(self.fraction)

    def _anybody(self) -> bool:
        if len(self._simulation.agents):
            return True
        self.said.emit(no_agents())
        return False

    def _nobody_goes_anywhere(self) -> bool:
        agents = self._simulation.agents
        busy = (agents.asked != NEVER) | (agents.waiting_until != NEVER) | agents.under_way
        return not bool(np.any(busy | self._simulation.stuck()))
