"""Routes at rest: where agents will walk, before anything runs."""

from operator import is_
from typing import ClassVar, Final

import numpy as np
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, Floats, grown
from editor.canvas.overlays.agents import agent_boxes
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.network import NetworkOverlay
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.label_room import LabelRoom
from editor.canvas.painting.routes import FAINT, UNWALKED, label_stops, unwalked
from editor.canvas.painting.routes_picture import RoutesPicture
from editor.look import style
from editor.look.style import CANVAS, Z
from editor.tools.legs import RouteSight
from navcore.i18n import mark, tr
from navcore.level.model import Agent, Level, Route, WithStops
from navcore.level.pick import pick_index

MOST: Final = 40
"""Number of routes in view above which only selected and hovered ones are drawn."""
MOST_NUMBERED: Final = 12
"""Most routes in view with numbers at their stops."""
MOST_KNOWN: Final = 2000
"""Most agents with routes for which those in view are computed."""


class RoutesOverlay(Overlay):
    """Faint lines along the routes in view; selected ones are drawn elsewhere."""

    name: ClassVar[str] = "routes"
    title: ClassVar[str] = mark("Routes")
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset(
        {
            Reads.LEVEL,
            Reads.WORLD,
            Reads.SWITCHES,
            Reads.RUN,
            Reads.SELECTION,
            Reads.ROUTES,
            Reads.TOOL,
        }
    )

    def __init__(self) -> None:
        """Start without routes."""
        super().__init__()
        self._known: tuple[object, object, list[WithStops], Floats] | None = None
        self._left_out: tuple[tuple[object, ...], frozenset[int]] | None = None
        self._faint = RoutesPicture(FAINT)
        self._unwalked = RoutesPicture(unwalked(FAINT))

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the meaning of the lines, or that there are too many."""
        if not scene.run.playhead.at_start:
            return ()
        count = self._count_in_view(scene)
        if not count:
            return ()
        theme = style.current()
        words = tr("route of agents")
        if count > MOST:
            words = tr("route if selected ({0} in view)").format(count)
        rows = [LegendRow(words, theme.outside, theme.agent, across=True)]
        sight = scene.route_sight
        if any(_is_unwalked(one, sight) for one in self._in_view(scene) or ()):
            words = tr("route that no agent walks")
            rows.append(LegendRow(words, theme.outside, getattr(theme, UNWALKED), across=True))
        return tuple(rows)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Line, direction and stops."""
        every, sight = self.shown(scene), scene.route_sight
        marked = NetworkOverlay.name in scene.shown
        for picture, idle in ((self._unwalked, True), (self._faint, False)):
            shown = [one for one in every if _is_unwalked(one, sight) == idle]
            if shown:
                routes = picture.routes(shown, sight, scene.legs.of)
                box, ratio = scene.box, scene.device_ratio
                picture.paint(painter, camera, routes, sight, box, ratio, marked=marked)

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Numbers of stops, where there are few routes."""
        shown = self.shown(scene)
        near = camera.scale >= CANVAS.route_numbers_from
        told = shown if near and len(shown) <= MOST_NUMBERED else []
        for one in told:
            label_stops(room, camera, one, scene.route_sight, faint=True)
        if told:
            room.keep_off(agent_boxes(scene, camera))

    def shown(self, scene: Scene) -> list[WithStops]:
        """Return routes in view, without selected ones; of too many only the hovered one."""
        if not scene.run.playhead.at_start:
            return []
        gone = self._gone(scene)
        found = self._in_view(scene)
        if found is None or len(found) > MOST:
            return _pointed(scene, gone)
        return [one for one in found if one.id not in gone]

    def _gone(self, scene: Scene) -> frozenset[int]:
        """Return ids not drawn here: unseen, selected, and routes of selected agents."""
        document = scene.document
        key = (document.unseen, document.selection.ids, document.level.agents)
        if self._left_out is None or not all(map(is_, key, self._left_out[0])):
            unseen, chosen, agents = key
            walked = (agents[one_id].route for one_id in chosen & agents.keys())
            gone = unseen | chosen | {route for route in walked if route is not None}
            self._left_out = (key, gone)
        return self._left_out[1]

    def _count_in_view(self, scene: Scene) -> int:
        found = self._in_view(scene)
        if found is None:
            return len(_routed(scene.document.level))
        return len([one for one in found if one.id not in scene.document.unseen])

    def _in_view(self, scene: Scene) -> list[WithStops] | None:
        """Return agents with their own routes, and shared routes, that may be visible.

        None if there are too many to test.
        """
        level = scene.document.level
        agents, routes = level.agents, level.of(Route)
        if self._known is None or self._known[0] is not agents or self._known[1] is not routes:
            having = _routed(level)
            boxes = _boxes(having) if len(having) <= MOST_KNOWN else np.empty((0, 4))
            self._known = (agents, routes, having, boxes)
        _, _, having, boxes = self._known
        if len(having) != len(boxes):
            return None
        x0, z0, x1, z1 = grown(scene.box, CANVAS.agent_most_around / scene.scale)
        seen = (boxes[:, 0] <= x1) & (boxes[:, 2] >= x0) & (boxes[:, 1] <= z1) & (boxes[:, 3] >= z0)
        return [having[row] for row in np.flatnonzero(seen).tolist()]


def _routed(level: Level) -> list[WithStops]:
    """Return agents with stops of their own, and routes that agents may share."""
    routes = level.of(Route)
    # An agent walks its own stops also if its shared route is missing.
    own = (one for one in level.agents.values() if one.goals and one.route not in routes)
    return [*own, *routes.values()]


def _is_unwalked(one: WithStops, sight: RouteSight) -> bool:
    """Return whether it is a route that no agent walks."""
    return not isinstance(one, Agent) and not sight.walkers(one.id)


def _pointed(scene: Scene, gone: frozenset[int]) -> list[WithStops]:
    """Return the agent or the route under the mouse, if it has stops."""
    if scene.pointer is None:
        return []
    level, reach = scene.document.level, CANVAS.handle_reach / scene.scale
    hits = pick_index(level).at(scene.pointer, reach, gone)
    found = [one for hit in hits if isinstance(one := level.element(hit), WithStops)]
    return [one for one in found[:1] if one.goals]


def _boxes(routes: list[WithStops]) -> Floats:
    """(n, 4) least x and z, greatest x and z of each agent or route and its stops, metres."""
    boxes: Floats = np.empty((len(routes), 4))
    for row, one in enumerate(routes):
        places = (*one.lead, *one.goals)
        xs, zs = [x for x, _ in places], [z for _, z in places]
        boxes[row] = (min(xs), min(zs), max(xs), max(zs))
    return boxes


OVERLAYS = (RoutesOverlay,)
