"""What is done by hand in a run: agents that are sent, moved and added, doors that are toggled.

It is of this run alone: no edit, no undo step, gone at the next start. At a moment that is
looked back on the run goes on from there, otherwise than it did.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.document import Document
from editor.run.agent_drawing import Crowd, Crowds
from editor.run.doors import RunDoors
from editor.run.inputs import RunInputs
from editor.run.moments import Moments
from editor.run.record import RunRecord
from editor.services.bake.service import BakeService
from editor.tools.run_view import RunView
from navcore.i18n import tr
from navcore.level.model import Area, Point
from navcore.sim.recording import Recorder
from navcore.sim.run import Place, Remove, Spawn
from navcore.sim.simulation import Simulation
from navcore.world import World

MOST_ASKED: Final = 20
"""So many of the agents that are sent are asked at once whether they get there."""


class RunHand(QObject):
    """A run, who is shown in it, and what is done by hand in it."""

    frame = Signal(object)
    """Something moved or may have: a float, how far between the last two steps to draw."""
    state_changed = Signal(object)
    """The PlayState, after it, the speed or `behind` changed."""
    said = Signal(object)
    """A sentence for the status bar."""
    ticked = Signal(object)
    """The Simulation, after each tick that it did."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """A run of the document's level at the start."""
        super().__init__()
        self._document = document
        self._bake = bake
        self.run_world = RunDoors(document, bake)
        """The world of the run, and the doors that were toggled in it."""
        self.inputs = RunInputs()
        """What was done with agents until the moment that is shown."""
        self.crowds = Crowds()
        """Who is drawn."""
        self.record = RunRecord(Simulation(bake.world))
        """The present run from its start on."""
        self._past = Moments()
        self._moment: float | None = None
        """Seconds of the run that are looked back on; None at its end."""
        self._chosen: frozenset[int] = frozenset()
        self._held: Mapping[int, Point] = {}
        document.selection_changed.connect(self._selected_otherwise)

    @property
    def simulation(self) -> Simulation:
        """The present run at its end; another object after each return to the start."""
        return self.record.simulation

    @property
    def recorder(self) -> Recorder:
        """Keeps what happens in the present run; another object where another run goes on."""
        return self.record.recorder

    @property
    def playing(self) -> bool:
        """Whether time goes on."""
        raise NotImplementedError

    @property
    def at_start(self) -> bool:
        """Whether the run stands at 0:00.0."""
        raise NotImplementedError

    @property
    def fraction(self) -> float:
        """How far between the last two steps to draw: 0 the one before, 1 the last."""
        raise NotImplementedError

    def go_on_here(self) -> None:
        """Let the moment that is looked back on be the end of the run."""
        raise NotImplementedError

    @property
    def world(self) -> World:
        """The world of the run: the level's bake, with the doors that were toggled in play."""
        return self.run_world.world

    @property
    def shown(self) -> Simulation | None:
        """The run as it was at the moment that is shown; None while only its frame is known."""
        if self._moment is None:
            return self.simulation
        return self._past.ready(self.record, self._tick)

    @property
    def _tick(self) -> int:
        """The tick that is shown, or was begun before what is shown."""
        if self._moment is None:
            return self.record.tick
        return math.floor(self._moment / self.recorder.recording.seconds_per_tick + 1e-6)

    # Who is shown.

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

    def _selected_otherwise(self, _: object) -> None:
        """Whoever selects elements of the level selects nothing else."""
        self.choose(())

    def crowd(self) -> Crowd:
        """All agents where they are drawn now, those that are held where the mouse has them."""
        level = self._document.level
        if self._moment is None:
            crowd = self.crowds.of(level, self.simulation, self.fraction)
        elif self.at_start:
            crowd = self._past.placed(level)
        else:
            crowd = self._past.crowd(level, self.record, self._moment)
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

    # What is done.

    def count_inputs(self) -> int:
        """How many things of this run are not as the level says."""
        made = self.inputs
        return sum(map(len, (self.run_world.doors, made.moved, made.sent, made.added)))

    def carry_out(self, requests: Iterable[Place | Spawn | Remove]) -> None:
        """Move, add and remove agents in this run; at the start nothing happens.

        Raises:
            NavcoreError: if a place is not finite, or an agent is there already.
        """
        if self.at_start:
            return
        self.go_on_here()
        for request in requests:
            match request:
                case Place():
                    self._place(dict(request.places))
                case Spawn():
                    self.simulation.spawn(request.agent)
                    self.inputs.added[request.agent.id] = request.agent
                case Remove():
                    gone = self.inputs.added.keys() & frozenset(request.ids)
                    self.simulation.remove(sorted(gone))
                    self.inputs.drop(gone)
                    self.choose(self._chosen - gone)
        self._take_in_inputs()

    def _place(self, places: dict[int, Point]) -> None:
        self.simulation.place(places)
        crowd = self.crowd()
        facings = crowd.facings
        for row in crowd.roster.rows_of(places):
            agent_id = crowd.elements[row].id
            self.inputs.move(agent_id, places[agent_id], float(facings[row]))

    def toggle_doors(self, ids: Iterable[int]) -> list[Area]:
        """Open or shut the doors among these elements in this run; how they stand then."""
        toggled: list[Area] = []
        if not self.at_start:
            self.go_on_here()
            toggled = self.run_world.toggle(ids)
            self.record.note_doors(self.run_world.doors)
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
        self.record.drop(kept)
        self._document.commit(edit)
        if chosen:
            self._document.select(self._document.selection.ids | chosen)
        self.frame.emit(self.fraction)

    def send(self, ids: Iterable[int], point: Point) -> None:
        """Let these agents walk to a point and stay there; say so if they can't get there."""
        self.go_on_here()
        sent = list(ids)
        self.simulation.send(sent, point)
        self.inputs.sent.update(dict.fromkeys(sent, point))
        short = [found for found in map(self._falls_short(point), sent[:MOST_ASKED]) if found]
        if len(sent) == 1 and short:
            self.said.emit(tr("{0} gets no nearer than {1:.1f} m to that place.").format(*short[0]))
        elif short:
            self.said.emit(tr("Not all of the {0} agents can get there.").format(len(sent)))
        self._take_in_inputs()

    def _take_in_inputs(self) -> None:
        """While time stands still, what is done by hand is seen at once."""
        at_once = not self.playing and self.simulation.steps > 0
        if at_once:
            self.record.take_in()
        self.record.note_inputs(self.inputs, at_once=at_once)
        self.frame.emit(self.fraction)

    def _falls_short(self, point: Point) -> Callable[[int], tuple[str, float] | None]:
        """Tells of an agent its name and how far from the point its way would end."""

        def asked(agent_id: int) -> tuple[str, float] | None:
            run = self.simulation
            row = run.agents.index.get(agent_id)
            if row is None:
                return None
            x, z = run.agents.positions[row].tolist()
            result = self.world.find_path_to_nearest((x, z), point)
            if result.ok and result.snapped_goal is None:
                return None
            return run.agents.elements[row].name, math.dist(result.end, point)

        return asked
