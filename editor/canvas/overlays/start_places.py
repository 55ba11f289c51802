"""Dashed rings where the agents of a run began, on the storey where they did."""

from collections.abc import Collection, Mapping

import numpy as np

from editor.canvas.camera import Camera, grown
from editor.canvas.overlays.overlay import Scene
from editor.canvas.painting.sprites import SIZES, Figures, sizes_of
from editor.look.style import CANVAS
from editor.run.agent_drawing import Look, Roster
from navcore.level.model import Agent
from navcore.sim.agents import Flags


class StartPlaces:
    """Start places of agents that have left them; zoomed out only those of a selection."""

    def __init__(self) -> None:
        """Start without a run."""
        self._placed: tuple[object, object, Flags] | None = None

    def figures(
        self, scene: Scene, camera: Camera, chosen: Collection[int], least: float, kind: int
    ) -> Figures:
        """Return the rings in view; `chosen` agents are selected.

        `least` pixels is the radius of the smallest ring, `kind` that of the figures.
        """
        document, settings = scene.document, scene.document.level.settings
        crowd = scene.run.agents.crowd()
        roster, layers = crowd.roster, None
        box = grown(camera.box, CANVAS.agent_most_around / camera.scale)
        x, z = roster.starts.T
        shown = self._in_level(roster, document.level.agents)
        shown = shown & (x > box[0] - roster.radii) & (x < box[2] + roster.radii)
        shown &= (z > box[1] - roster.radii) & (z < box[3] + roster.radii)
        if document.storey.several:
            layers = roster.layers(settings)
            if document.storey.name is not None:
                shown &= layers == settings.layer_names.index(document.storey.name)
        rows = np.flatnonzero(shown)
        sizes = sizes_of(roster.radii[rows], camera.scale, least)
        near = sizes >= SIZES * CANVAS.agent_wedge_from
        near |= np.isin(rows, roster.rows_of(chosen))
        left = (roster.starts[rows] != crowd.positions[rows]).any(axis=1)
        if layers is not None:
            climbed = crowd.layers[rows] != layers[rows]
            left |= climbed & (crowd.looks[rows] != Look.PLACED)
        kept = near & left & ~np.isin(roster.ids[rows], [*document.hidden])
        return Figures.alike(roster.starts[rows[kept]], sizes[kept], kind)

    def _in_level(self, roster: Roster, level: Mapping[int, Agent]) -> Flags:
        """Return which agents are in the level, not only in the run."""
        known = self._placed
        if known is None or known[0] is not roster or known[1] is not level:
            there = np.array([agent_id in level for agent_id in roster.ids.tolist()], np.bool_)
            self._placed = known = (roster, level, there)
        return known[2]
