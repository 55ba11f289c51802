"""Routes of many agents in one picture that is kept until it would look otherwise."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from operator import is_
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Box, Camera, Floats, grown
from editor.canvas.painting.line_pictures import LinePicture, draw_lines
from editor.canvas.painting.route_stamps import stamp_arrow, stamp_stops
from editor.canvas.painting.routes import (
    Arrow,
    arrow_of,
    paint_looks,
    paint_rest,
    paint_stops,
    paint_tip,
)
from editor.canvas.painting.vector import is_vector
from editor.look import style
from editor.look.style import CANVAS
from editor.tools.legs import Leg, RouteSight, legs_of
from navcore.level.model import Agent, Point, Settings
from navcore.path.result import PathResult

Paths: TypeAlias = Sequence[PathResult | None]
"""The path of each leg of a route; None where it is not known yet."""


@dataclass(frozen=True, slots=True)
class _Route:
    """What is drawn of a route, metres: as long as its paths stay, whatever the camera."""

    agent: Agent
    paths: Paths
    sight: RouteSight
    lines: list[Floats]
    """Each (n, 2): walked, or straight where the path is not known yet."""
    arrows: list[Arrow]
    cut: list[tuple[Point, Point]]
    """From where a path ends to the stop that it does not reach."""

    @staticmethod
    def of(agent: Agent, paths: Paths, sight: RouteSight) -> "_Route":
        """What is seen of the route of an agent whose legs have these paths."""
        route = _Route(agent, paths, sight, [], [], [])
        for leg, path in zip(legs_of(agent, sight.settings), paths, strict=True):
            seen = sight.sees(leg, goal=True)
            if path is None:
                if seen or sight.sees(leg, goal=False):
                    route.lines.append(np.array((leg.start, leg.goal)))
                continue
            for line in sight.lines(leg, path):
                arrow = arrow_of(line)
                if len(line) > 1:
                    route.lines.append(line)
                if arrow is not None:
                    route.arrows.append(arrow)
            if seen and path.end != leg.goal:
                route.cut.append((path.end, leg.goal))
        return route

    def shows(self, agent: Agent, paths: Paths, sight: RouteSight) -> bool:
        """Whether it is what is seen of the route of this agent with just these paths."""
        return (
            agent is self.agent
            and (sight.storey, sight.settings.layers)
            == (self.sight.storey, self.sight.settings.layers)
            and len(paths) == len(self.paths)
            and all(map(is_, paths, self.paths))
        )


@dataclass(frozen=True, slots=True)
class RouteLook:
    """How strong routes are drawn: pixels, and the opacity of all together."""

    rim: float
    line: float
    alpha: float


FAINT: Final = RouteLook(CANVAS.route_faint_rim, CANVAS.ways_line, CANVAS.route_alpha)
"""Of agents that are not selected."""
CHOSEN: Final = RouteLook(
    CANVAS.agent_rim + CANVAS.agent_path_line, CANVAS.agent_path_line, alpha=1.0
)
"""Of selected ones."""


class RoutesPicture:
    """Paints routes; a drag or a selection box beside them finds them painted.

    While walls are dragged paths change at nearly every frame, but seldom where they end: stops
    and what can't be walked are a picture of their own, for smooth dots and discs are slow.
    """

    def __init__(self, look: RouteLook) -> None:
        """No route is known."""
        self._look = look
        self._legs: dict[int, tuple[Agent, list[Leg]]] = {}
        self._settings: Settings | None = None
        """Those of the level in which they are."""
        self._routes: list[_Route] = []
        self._points: Floats = np.empty((0, 2))
        """Corners of all lines, metres."""
        self._joined: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self._picture = LinePicture()
        self._key: tuple[object, ...] | None = None
        self._ends: list[tuple[Agent, str | None, list[tuple[Point, Point]]]] = []
        """The agents, and where their paths are cut: all that the picture of the ends shows."""
        self._ends_picture = QImage()
        self._ends_key: tuple[object, ...] | None = None

    def routes(
        self,
        agents: Sequence[Agent],
        settings: Settings,
        find: Callable[[Sequence[Leg]], Paths],
    ) -> list[tuple[Agent, Paths]]:
        """Each agent with the paths of its legs; `find` gives those of the legs of all.

        They are legs on the floors of the agents' types in a level with these settings.
        """
        known = self._legs if settings is self._settings else {}
        self._settings = settings
        self._legs = {
            agent.id: held
            if (held := known.get(agent.id)) is not None and held[0] is agent
            else (agent, legs_of(agent, settings))
            for agent in agents
        }
        legs = [own for _, own in self._legs.values()]
        paths = iter(find([*chain.from_iterable(legs)]))
        return [
            (agent, [*islice(paths, len(own))]) for agent, own in zip(agents, legs, strict=True)
        ]

    def paint(
        self,
        painter: QPainter,
        camera: Camera,
        routes: Sequence[tuple[Agent, Paths]],
        sight: RouteSight,
        box: Box,
        ratio: float,
    ) -> None:
        """Paint what is seen of these routes, at so many device pixels a pixel."""
        self._follow(routes, sight)
        look, theme = self._look, style.current()
        alpha, strokes = look.alpha, ((theme.agent_rim, look.rim), (theme.agent, look.line))
        if is_vector(painter):
            pixels = camera.to_pixels(self._points)
            draw_lines(painter, pixels, self._joined, strokes, alpha, camera, box, ratio)
            painter.setOpacity(alpha)
            self._paint_arrows(painter, camera, box)
            self._paint_ends(painter, camera, box)
            painter.setOpacity(1.0)
            return
        key = (camera, box, ratio, theme)
        if key != self._key:
            self._key = key
            pixels = camera.to_pixels(self._points)
            self._picture.paint(pixels, self._joined, strokes, camera, box, ratio)
            if not self._picture.image.isNull():
                inner = QPainter(self._picture.image)
                inner.translate(-self._picture.place)
                self._paint_arrows(inner, camera, box, ratio)
                self._put_ends(inner, key, camera, box, ratio)
                inner.end()
        painter.setOpacity(alpha)
        self._picture.draw(painter)
        painter.setOpacity(1.0)

    def _follow(self, routes: Sequence[tuple[Agent, Paths]], sight: RouteSight) -> None:
        """Make anew what is drawn of those routes that have changed."""
        known = {route.agent.id: route for route in self._routes}
        found: list[_Route] = []
        for agent, paths in routes:
            route = known.get(agent.id)
            fits = route is not None and route.shows(agent, paths, sight)
            found.append(route if route is not None and fits else _Route.of(agent, paths, sight))
        if len(found) == len(self._routes) and all(map(is_, found, self._routes)):
            return
        self._routes, self._key = found, None
        lines = [line for route in found for line in route.lines]
        self._points = np.vstack([np.empty((0, 2)), *lines])
        self._joined = np.ones(len(self._points), np.int32)
        self._joined[np.cumsum([len(line) for line in lines], dtype=np.int64) - 1] = 0

    def _put_ends(
        self,
        painter: QPainter,
        key: tuple[object, ...],
        camera: Camera,
        box: Box,
        ratio: float,
    ) -> None:
        """Draw stops and what can't be walked; painted once where only paths change."""
        ends = [(route.agent, route.sight.storey, route.cut) for route in self._routes]
        same = key == self._ends_key and ends == self._ends
        if not same:
            # While the camera glides a picture of them would be of no use.
            self._ends, self._ends_key, self._ends_picture = ends, key, QImage()
            self._paint_ends(painter, camera, box, ratio)
            return
        if self._ends_picture.isNull():
            size = self._picture.image.size()
            self._ends_picture = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
            self._ends_picture.setDevicePixelRatio(self._picture.image.devicePixelRatio())
            self._ends_picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._ends_picture)
            inner.translate(-self._picture.place)
            self._paint_ends(inner, camera, box, ratio)
            inner.end()
        painter.drawImage(self._picture.place, self._ends_picture)

    def _paint_arrows(
        self, painter: QPainter, camera: Camera, box: Box, ratio: float | None = None
    ) -> None:
        """Directions of the lines: stamps where there is a ratio, device pixels a pixel."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x0, z0, x1, z1 = grown(box, CANVAS.handle_reach / camera.scale)
        for route in self._routes:
            for arrow in route.arrows:
                (x, z), (dx, dz) = arrow.place, arrow.along
                long = arrow.length * camera.scale >= CANVAS.route_arrow_from
                if not (long and x0 <= x <= x1 and z0 <= z <= z1):
                    continue
                if ratio is None:
                    paint_tip(painter, QPointF(*camera.to_pixel((x, z))), (dx, -dz))
                else:
                    stamp_arrow(painter, camera, arrow, ratio)

    def _paint_ends(
        self, painter: QPainter, camera: Camera, box: Box, ratio: float | None = None
    ) -> None:
        """What can't be walked, stops and where the agents look at them; see `_paint_arrows`."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x0, z0, x1, z1 = grown(box, CANVAS.handle_reach / camera.scale)
        for route in self._routes:
            for end, goal in route.cut:
                ends = (QPointF(*camera.to_pixel(place)) for place in (end, goal))
                paint_rest(painter, next(ends), next(ends))
            seen = route.sight.stops(route.agent)
            places = (route.agent.goals[index] for index in seen)
            stops = [(x, z) for x, z in places if x0 <= x <= x1 and z0 <= z <= z1]
            if ratio is None:
                paint_stops(painter, camera, stops)
            else:
                stamp_stops(painter, camera, stops, ratio)
            paint_looks(painter, camera, route.agent, seen)
