"""Manual commands in a run: send, move and add agents, switch doors and obstacles.

They only affect this run: no edit, no undo step, gone at the next start. At an earlier moment the
run branches there and continues differently.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from editor.document import Document
from editor.run.agents import RunAgents
from editor.run.playhead import Playhead
from editor.run.switches import RunSwitches
from editor.run.timeline import RunTimeline
from navcore.bake.profile import profile_of
from navcore.i18n import tr
from navcore.level.model import Agent, Point
from navcore.level.naming import called
from navcore.level.switches import Switch
from navcore.path.result import PathResult
from navcore.sim.inputs import Remove, Spawn, Teleport
from navcore.sim.simulation import Simulation

MOST_ASKED: Final = 20
"""Most agents whose paths are checked at once when agents are sent."""


def _sent_back(agents: Sequence[Agent]) -> str:
    if len(agents) == 1:
        return tr("{0} goes back to its route.").format(called(agents))
    return tr("{0} agents go back to their routes.").format(len(agents))


class RunCommands:
    """Sends, moves, adds and removes agents in a run, and switches doors and obstacles."""

    def __init__(
        self,
        document: Document,
        playhead: Playhead,
        switches: RunSwitches,
        agents: RunAgents,
        timeline: RunTimeline,
    ) -> None:
        """Act on the run of this playhead."""
        self._document, self._playhead = document, playhead
        self._switches, self._agents, self._timeline = switches, agents, timeline

    def count(self) -> int:
        """Return the number of objects of this run that differ from the level."""
        made = self._playhead.inputs
        return sum(map(len, (self._switches.switched, made.moved, made.sent, made.added)))

    def carry_out(self, requests: Iterable[Teleport | Spawn | Remove]) -> None:
        """Move, add and remove agents in this run; at the start nothing happens.

        Raises:
            NavcoreError: if a place is not finite, or an agent is there already.
        """
        playhead = self._playhead
        if playhead.at_start:
            return
        self._timeline.go_on_here()
        for request in requests:
            match request:
                case Teleport():
                    self._place(dict(request.places))
                case Spawn():
                    playhead.record.simulation.spawn(request.agent)
                    playhead.inputs.added[request.agent.id] = request.agent
                case Remove():
                    gone = playhead.inputs.added.keys() & frozenset(request.ids)
                    playhead.record.simulation.remove(sorted(gone))
                    playhead.inputs.drop(gone)
                    self._agents.choose(self._agents.chosen - gone)
        self._take_in_inputs()

    def _place(self, places: dict[int, Point]) -> None:
        layer = self._storey()
        self._playhead.record.simulation.place(places, layer=layer)
        crowd = self._agents.crowd()
        facings = crowd.facings
        for row in crowd.roster.rows_of(places):
            agent_id = crowd.elements[row].id
            self._playhead.inputs.move(agent_id, places[agent_id], float(facings[row]), layer)

    def switch(self, ids: Iterable[int]) -> list[Switch]:
        """Switch the doors and obstacles among these elements in this run; as they are then."""
        switched: list[Switch] = []
        if not self._playhead.at_start:
            self._timeline.go_on_here()
            switched = self._switches.switch(ids)
            self._playhead.record.note_switches(self._switches.switched)
        self._playhead.show_frame()
        return switched

    def keepable(self, ids: Iterable[int]) -> frozenset[int]:
        """Return which of these elements differ between this run and the level."""
        return frozenset(ids) & (self._playhead.inputs.ids() | self._switches.switched.keys())

    def rerouted(self, ids: Iterable[int]) -> list[Agent]:
        """Return the given agents that have a route but were sent elsewhere in this run."""
        return self._playhead.inputs.rerouted(self._document.level, self.keepable(ids))

    def keep(self, ids: Iterable[int], *, append: bool = True) -> None:
        """Save the run's changes to these elements in the level, as one undo step.

        The place to which an agent was sent becomes its last stop, or without `append` its only
        one.
        """
        playhead = self._playhead
        kept = self.keepable(ids)
        level, switched = self._document.level, self._switches.switched
        edit = playhead.inputs.kept(level, kept, switched, append=append)
        chosen = self._agents.chosen & kept
        playhead.inputs.drop(kept)
        playhead.record.drop(kept)
        self._document.commit(edit)
        if chosen:
            self._document.select(self._document.selection.ids | chosen)
        playhead.show_frame()

    def send(self, ids: Iterable[int], point: Point) -> None:
        """Send these agents to a point, where they stay; show a message if they can't reach it.

        The point is on the active storey; if all are shown, on the storey of each agent.
        """
        self._timeline.go_on_here()
        playhead, sent, layer = self._playhead, list(ids), self._storey()
        playhead.record.simulation.send(sent, point, layer=layer)
        playhead.inputs.send(sent, point, layer)
        short = [found for found in map(self._falls_short(point), sent[:MOST_ASKED]) if found]
        said = playhead.signals.said
        if len(sent) == 1 and short:
            said.emit(tr("{0} gets no nearer than {1:.1f} m to that place.").format(*short[0]))
        elif short:
            said.emit(tr("Not all of the {0} agents can get there.").format(len(sent)))
        self._take_in_inputs()

    def send_back(self, ids: Iterable[int]) -> None:
        """Return agents that were sent elsewhere in this run to their routes.

        They first walk back to where they left a network, if they see that place.
        """
        self._timeline.go_on_here()
        playhead, back = self._playhead, self.rerouted(ids)
        sent = [agent.id for agent in back]
        playhead.record.simulation.send(sent, None)
        playhead.inputs.unsend(sent)
        playhead.signals.said.emit(_sent_back(back))
        self._take_in_inputs()

    def _storey(self) -> str | None:
        """Return the active storey; None if there is only one, or all are shown."""
        storey = self._document.storey
        return storey.name if storey.several else None

    def _take_in_inputs(self) -> None:
        """Apply inputs at once while the run is paused, so that they are visible."""
        playhead, record = self._playhead, self._playhead.record
        at_once = not playhead.playing and record.simulation.steps > 0
        if at_once:
            record.take_in()
        record.note_inputs(playhead.inputs, at_once=at_once)
        playhead.show_frame()

    def _falls_short(self, point: Point) -> Callable[[int], tuple[str, float] | None]:
        """Return a function: agent id -> its name and how far from the point it would stop."""

        def asked(agent_id: int) -> tuple[str, float] | None:
            run = self._playhead.record.simulation
            row = run.agents.index.get(agent_id)
            if row is None:
                return None
            result = self._path(run, row, point)
            if result.ok and result.snapped_goal is None:
                return None
            return run.agents.elements[row].name, math.dist(result.end, point)

        return asked

    def _path(self, run: Simulation, row: int, point: Point) -> PathResult:
        """Return the path of an agent to a point, by its type and across storeys."""
        world, agents = self._switches.world, run.agents
        settings = world.level.settings
        names, place = settings.layer_names, agents.place(row)
        layer = names[min(int(agents.layers[row]), len(names) - 1)]
        profile = profile_of(agents.elements[row], settings)
        return world.find_path_to_nearest(
            place, point, profile=profile, layer=layer, goal_layer=self._storey() or layer
        )
