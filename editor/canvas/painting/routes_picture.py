"""Routes of many agents in one picture that is kept until it would look otherwise."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from operator import is_
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Box, Camera, Floats, grown
from editor.canvas.painting.line_pictures import LinePicture, draw_lines
from editor.canvas.painting.route_stamps import stamp_arrow, stamp_stops
from editor.canvas.painting.routes import (
    RouteLines,
    RouteLook,
    lines_of,
    paint_arrow,
    paint_looks,
    paint_passed,
    paint_rest,
    paint_stops,
)
from editor.canvas.painting.vector import is_vector
from editor.look import style
from editor.look.style import CANVAS
from editor.tools.legs import Leg, RouteSight
from navcore.level.model import Agent, Point, Settings, WithStops
from navcore.path.result import PathResult

Paths: TypeAlias = Sequence[PathResult | None]
"""The path of each leg of a route; None if it is not known yet."""


@dataclass(frozen=True, slots=True)
class _Route:
    """Drawn data of a route, metres: valid while its paths stay, for any camera."""

    one: WithStops
    paths: Paths
    sight: RouteSight
    lines: RouteLines
    stops: tuple[tuple[Point, bool], ...]
    """The stops that are seen, and whether agents pass them by."""

    @staticmethod
    def of(one: WithStops, paths: Paths, sight: RouteSight, *, marked: bool) -> "_Route":
        """Return the visible data of a route whose legs have these paths."""
        stops = _stops_of(one, sight, marked=marked)
        return _Route(one, paths, sight, lines_of(one, paths, sight), stops)

    def shows(self, one: WithStops, paths: Paths, sight: RouteSight, *, marked: bool) -> bool:
        """Return whether it is the visible data of this route with exactly these paths."""
        return (
            one is self.one
            and (sight.storey, sight.settings.layers)
            == (self.sight.storey, self.sight.settings.layers)
            and len(paths) == len(self.paths)
            and all(map(is_, paths, self.paths))
            and _stops_of(one, sight, marked=marked) == self.stops
        )


def _stops_of(one: WithStops, sight: RouteSight, *, marked: bool) -> tuple[tuple[Point, bool], ...]:
    return tuple(
        (one.goals[index], sight.skips(one, index))
        for index in sight.stops(one)
        if not marked or one.stop(index).waypoint is None
    )


class RoutesPicture:
    """Paints routes; a drag or a selection box beside them reuses the painted picture.

    While walls are dragged, paths change at nearly every frame, but their ends rarely: stops and
    rests are a separate picture, because smooth dots and discs are slow.
    """

    def __init__(self, look: RouteLook) -> None:
        """Start without routes."""
        self._look = look
        self._legs: dict[int, tuple[WithStops, Agent | None, tuple[int, ...], list[Leg]]] = {}
        """For each route: the agent whose floor is used, the skipped stops, and the legs."""
        self._settings: Settings | None = None
        """Settings of the level of the routes."""
        self._routes: list[_Route] = []
        self._points: Floats = np.empty((0, 2))
        """Corners of all lines, metres."""
        self._joined: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self._picture = LinePicture()
        self._key: tuple[object, ...] | None = None
        self._ends: Sequence[tuple[object, ...]] = []
        """The routes, and where their paths are cut: all that the picture of the ends shows."""
        self._ends_picture = QImage()
        self._ends_key: tuple[object, ...] | None = None

    def routes(
        self,
        routes: Sequence[WithStops],
        sight: RouteSight,
        find: Callable[[Sequence[Leg]], Paths],
    ) -> list[tuple[WithStops, Paths]]:
        """Return each agent or route with the paths of its legs; `find` returns those of all legs.

        The legs are on the floors of the types of the walkers.
        """
        known = self._legs if sight.settings is self._settings else {}
        self._settings = sight.settings
        self._legs = {
            one.id: held
            if (held := known.get(one.id)) is not None
            and held[0] is one
            and held[1] is sight.walker(one)
            and held[2] == sight.off(one)
            else (one, sight.walker(one), sight.off(one), sight.legs(one))
            for one in routes
        }
        legs = [own for *_, own in self._legs.values()]
        paths = iter(find([*chain.from_iterable(legs)]))
        return [(one, [*islice(paths, len(own))]) for one, own in zip(routes, legs, strict=True)]

    def paint(
        self,
        painter: QPainter,
        camera: Camera,
        routes: Sequence[tuple[WithStops, Paths]],
        sight: RouteSight,
        box: Box,
        ratio: float,
        *,
        marked: bool = False,
    ) -> None:
        """Paint the visible parts of these routes, at `ratio` device pixels a pixel.

        If waypoints are `marked`, stops at them have no discs, which would hide their types.
        """
        self._follow(routes, sight, marked=marked)
        alpha, strokes, theme = self._look.alpha, self._look.strokes, style.current()
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
                self._picture.crop()
        painter.setOpacity(alpha)
        self._picture.draw(painter)
        painter.setOpacity(1.0)

    def _follow(
        self, routes: Sequence[tuple[WithStops, Paths]], sight: RouteSight, *, marked: bool
    ) -> None:
        """Rebuild the drawn data of changed routes."""
        known = {route.one.id: route for route in self._routes}
        found: list[_Route] = []
        for one, paths in routes:
            route = known.get(one.id)
            if route is None or not route.shows(one, paths, sight, marked=marked):
                route = _Route.of(one, paths, sight, marked=marked)
            found.append(route)
        if len(found) == len(self._routes) and all(map(is_, found, self._routes)):
            return
        self._routes, self._key = found, None
        lines = [line for route in found for line in (*route.lines.unknown, *route.lines.walked)]
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
        ends = [
            (route.one, route.sight.storey, route.lines.cut, route.lines.passed, route.stops)
            for route in self._routes
        ]
        same = key == self._ends_key and ends == self._ends
        if not same:
            # While the camera glides a picture would be of no use.
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
            for arrow in route.lines.arrows:
                x, z = arrow.place
                long = arrow.length * camera.scale >= CANVAS.route_arrow_from
                if not (long and x0 <= x <= x1 and z0 <= z <= z1):
                    continue
                if ratio is None:
                    paint_arrow(painter, camera, arrow, self._look.colour)
                else:
                    stamp_arrow(painter, camera, arrow, ratio, self._look.colour)

    def _paint_ends(
        self, painter: QPainter, camera: Camera, box: Box, ratio: float | None = None
    ) -> None:
        """Paint rests that can't be walked, stops and facings; see `_paint_arrows`."""
        colour = self._look.colour
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x0, z0, x1, z1 = grown(box, CANVAS.handle_reach / camera.scale)
        for route in self._routes:
            paint_passed(painter, camera, route.lines.passed)
            for end, goal in route.lines.cut:
                ends = (QPointF(*camera.to_pixel(place)) for place in (end, goal))
                paint_rest(painter, next(ends), next(ends))
            for off in (False, True):
                places = (place for place, skipped in route.stops if skipped == off)
                stops = [(x, z) for x, z in places if x0 <= x <= x1 and z0 <= z <= z1]
                if ratio is None:
                    paint_stops(painter, camera, stops, colour, hollow=off)
                else:
                    stamp_stops(painter, camera, stops, ratio, colour, hollow=off)
            paint_looks(painter, camera, route.one, route.sight.stops(route.one), colour)
