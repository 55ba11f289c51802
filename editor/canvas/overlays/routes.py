"""Routes of the agents at rest: where they will walk, before anything runs."""

from typing import ClassVar, Final

import numpy as np
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, Floats, grown
from editor.canvas.overlays.agents import agent_boxes
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.label_room import LabelRoom
from editor.canvas.painting.routes import label_stops
from editor.canvas.painting.routes_picture import FAINT, RoutesPicture
from editor.look import style
from editor.look.style import CANVAS, Z
from navcore.i18n import mark, tr
from navcore.level.model import Agent
from navcore.level.pick import pick_index

MOST: Final = 40
"""Where more routes are in view, only those of selected and hovered agents are drawn."""
MOST_NUMBERED: Final = 12
"""Up to so many routes in view have numbers at their stops."""
MOST_KNOWN: Final = 2000
"""Of more agents with routes nobody looks which are in view: they are too many anyway."""


class RoutesOverlay(Overlay):
    """Faint lines along the routes in view; those of selected agents come with the agents."""

    name: ClassVar[str] = "routes"
    title: ClassVar[str] = mark("Routes")
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset(
        {Reads.LEVEL, Reads.WORLD, Reads.RUN, Reads.SELECTION, Reads.ROUTES, Reads.TOOL}
    )

    def __init__(self) -> None:
        """No routes are known."""
        super().__init__()
        self._known: tuple[object, list[Agent], Floats] | None = None
        self._faint = RoutesPicture(FAINT)

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """What the lines are, or that they are too many."""
        if not scene.run.playhead.at_start:
            return ()
        count = self._count_in_view(scene)
        if not count:
            return ()
        theme = style.current()
        words = tr("route of an agent")
        if count > MOST:
            words = tr("routes of selected agents, of {0} in view").format(count)
        return (LegendRow(words, theme.outside, theme.agent, across=True),)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Line, direction and stops."""
        agents = self.shown(scene)
        if not agents:
            return
        sight = scene.route_sight
        routes = self._faint.routes(agents, sight.settings, scene.legs.of)
        self._faint.paint(painter, camera, routes, sight, scene.box, scene.device_ratio)

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Numbers of stops, where there are few routes."""
        agents = self.shown(scene)
        near = camera.scale >= CANVAS.route_numbers_from
        told = agents if near and len(agents) <= MOST_NUMBERED else []
        for agent in told:
            label_stops(room, camera, agent, scene.route_sight, faint=True)
        if told:
            room.keep_off(agent_boxes(scene, camera))

    def shown(self, scene: Scene) -> list[Agent]:
        """Those in view; of too many the one under the mouse; selected ones are not among them."""
        if not scene.run.playhead.at_start:
            return []
        gone = scene.document.unseen | scene.document.selection.ids
        found = self._in_view(scene)
        if found is None or len(found) > MOST:
            return _pointed(scene, gone)
        return [agent for agent in found if agent.id not in gone]

    def _count_in_view(self, scene: Scene) -> int:
        found = self._in_view(scene)
        if found is None:
            return len(scene.document.level.agents)
        return len([agent for agent in found if agent.id not in scene.document.unseen])

    def _in_view(self, scene: Scene) -> list[Agent] | None:
        """Agents with a route that may be seen; None where they are too many to look."""
        agents = scene.document.level.agents
        if self._known is None or self._known[0] is not agents:
            having = [agent for agent in agents.values() if agent.goals]
            boxes = _boxes(having) if len(having) <= MOST_KNOWN else np.empty((0, 4))
            self._known = (agents, having, boxes)
        _, having, boxes = self._known
        if len(having) != len(boxes):
            return None
        x0, z0, x1, z1 = grown(scene.box, CANVAS.agent_most_around / scene.scale)
        seen = (boxes[:, 0] <= x1) & (boxes[:, 2] >= x0) & (boxes[:, 1] <= z1) & (boxes[:, 3] >= z0)
        return [having[row] for row in np.flatnonzero(seen).tolist()]


def _pointed(scene: Scene, gone: frozenset[int]) -> list[Agent]:
    """The agent under the mouse, if it has a route."""
    if scene.pointer is None:
        return []
    level, reach = scene.document.level, CANVAS.handle_reach / scene.scale
    hits = pick_index(level).at(scene.pointer, reach, gone)
    found = [level.agents[hit] for hit in hits if hit in level.agents]
    return [agent for agent in found[:1] if agent.goals]


def _boxes(agents: list[Agent]) -> Floats:
    """(n, 4) least x and z, greatest x and z of each agent and its stops, metres."""
    boxes: Floats = np.empty((len(agents), 4))
    for row, agent in enumerate(agents):
        places = (agent.position, *agent.goals)
        xs, zs = [x for x, _ in places], [z for _, z in places]
        boxes[row] = (min(xs), min(zs), max(xs), max(zs))
    return boxes


OVERLAYS = (RoutesOverlay,)
