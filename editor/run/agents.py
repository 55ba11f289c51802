"""Agents of a run as the window shows them: where they are drawn, selected and held."""

from collections.abc import Collection, Iterable, Mapping

import numpy as np

from editor.document import Document
from editor.run.agent_drawing import Crowd, Crowds
from editor.run.moments import Moments
from editor.run.playhead import Playhead
from editor.tools.run_view import RunView
from navcore.level.model import Point


class RunAgents:
    """Says which agents are shown, and where, at the moment of the playhead."""

    def __init__(self, document: Document, playhead: Playhead, moments: Moments) -> None:
        """Start with no agent selected or dragged."""
        self._document, self._playhead, self._moments = document, playhead, moments
        self._crowds = Crowds()
        self._chosen: frozenset[int] = frozenset()
        self._held: Mapping[int, Point] = {}
        # Connected first, so that other listeners of a frame see the new crowd.
        playhead.signals.frame.connect(self._crowds.forget)
        playhead.signals.frame.connect(self._follow_storeys)
        document.selection_changed.connect(self._follow_selection)

    @property
    def chosen(self) -> frozenset[int]:
        """Selected agents that only the run has."""
        return self._chosen

    def choose(self, ids: Iterable[int]) -> None:
        """Select only these agents; those that the level has are ignored."""
        chosen = self._playhead.inputs.added.keys() & frozenset(ids)
        if chosen != self._chosen:
            self._chosen = frozenset(chosen)
            self._playhead.show_frame()

    @property
    def held(self) -> Mapping[int, Point]:
        """Agents that are being dragged, and where the mouse has them."""
        return self._held

    def hold(self, places: Mapping[int, Point]) -> None:
        """Show these agents at other places until released; the run is not affected."""
        if places != self._held:
            self._held = dict(places)
            self._playhead.show_frame()

    def forget(self) -> None:
        """Another run begins: nothing is selected or held in it."""
        self._held = {}
        self.choose(())

    def _follow_selection(self, _: object) -> None:
        """Deselect agents that only the run has when elements of the level are selected."""
        self.choose(())

    def crowd(self) -> Crowd:
        """Return all agents where they are drawn now, dragged ones at the mouse."""
        level, playhead = self._document.level, self._playhead
        if playhead.moment is None:
            crowd = self._crowds.of(level, playhead.record.simulation, playhead.fraction)
        elif playhead.at_start:
            crowd = self._crowds.placed(level)
        else:
            crowd = self._moments.crowd(level, playhead.record, playhead.moment)
        return crowd.with_places(self._held)

    def _follow_storeys(self, _: object = None) -> None:
        """Update the active storey with agents that are on another storey than in the level."""
        level, storey = self._document.level, self._document.storey
        names = level.settings.layer_names
        if len(names) == 1 or self._playhead.at_start:
            storey.move({})
            return
        crowd = self.crowd()
        # A recording may name storeys that the level no longer has.
        now = np.minimum(crowd.layers, len(names) - 1)
        rows = np.flatnonzero(now != crowd.roster.layers(level.settings)).tolist()
        places = {int(crowd.roster.ids[row]): names[now[row]] for row in rows}
        for agent_id in self._playhead.inputs.added:
            row = crowd.roster.rows.get(agent_id)
            if row is not None:
                places[agent_id] = names[now[row]]
        storey.move(places)

    def seen(self, hidden: Collection[int]) -> Crowd:
        """Return the crowd without the agents that the user has hidden."""
        return self._crowds.seen(self.crowd(), hidden)

    def view(self) -> RunView | None:
        """Return the run as tools see it; None at the start, when it equals the level."""
        if self._playhead.at_start:
            return None
        crowd = self.crowd()
        return RunView(
            crowd.elements, crowd.positions, crowd.facings, crowd.radii, crowd.roster.everybody
        )
