"""The drawing: areas, obstacles and doors."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, Final, TypeVar

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

from editor.canvas.camera import Camera, grown
from editor.canvas.overlays.background import opacities
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.overlays.problems import MOST as MOST_MARKS
from editor.canvas.overlays.problems import ProblemsOverlay
from editor.canvas.painting.area_names import NO_MARKS
from editor.canvas.painting.changes import LINE_REACH, Stale, along_edges, around
from editor.canvas.painting.dense import draw_polygon
from editor.canvas.painting.door_key import key_reach, paint_key
from editor.canvas.painting.drawing import draw_polygons, hatch, is_rectilinear, shapes
from editor.canvas.painting.label_room import Label, LabelRoom, Rank
from editor.canvas.painting.rings import MOST, RingStyle, halves_of, paint_rings
from editor.canvas.painting.vector import is_vector
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.geometry.corner_arrays import CORNERS
from navcore.geometry.rings import Floats
from navcore.i18n import mark, tr
from navcore.level.model import Area, Element, Obstacle, Ring
from navcore.level.pick import pick_index

Drawn = TypeVar("Drawn", Area, Obstacle)

MOST_STAMPED: Final = 48.0
"""Largest size in pixels of a door that is painted once for all doors of its look."""
REACH: Final = 8
"""Pixels beyond a door that its line may reach; at any device ratio whole device pixels."""


def _floors_in(scene: Scene) -> list[Area]:
    """Return areas to paint that are not doors, in drawing order."""
    return [area for area in _areas_in(scene) if not area.door]


def _areas_in(scene: Scene) -> list[Area]:
    return _seen_in(scene, Area)


def _seen_in(scene: Scene, kind: type[Drawn]) -> list[Drawn]:
    """Return the visible elements of a type, without hidden ones."""
    hidden = scene.document.unseen
    found = pick_index(scene.document.level).elements_in(scene.box, kind)
    return [one for one in found if one.id not in hidden] if hidden else found


def _outlined(
    elements: Sequence[Drawn], width: float, scene: Scene, camera: Camera
) -> Iterator[tuple[Drawn, QPolygonF, bool]]:
    """Elements with their outlines, and whether these run along the axes."""
    rings = [element.polygon for element in elements]
    found = shapes(rings, camera, width, scene.device_ratio)
    for element, (shape, along_axes) in zip(elements, found, strict=True):
        yield element, shape, along_axes


def _floor(element: Element | None) -> Area | None:
    """Return the element if it is an area that is no door."""
    return element if isinstance(element, Area) and not element.door else None


class AreasOverlay(Overlay):
    """Outlines of floor."""

    name: ClassVar[str] = "areas"
    title: ClassVar[str] = mark("Areas")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.AREAS
    draws: ClassVar[tuple[type[Element], ...]] = (Area,)

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Around areas that are no doors."""
        return along_edges(_floor(old), _floor(new))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint a thin line over the cells; dashed if disabled.

        The kernel draws most of them: for a clipped outline, Qt omits the pixel of its first
        corner, and parts would look different from the whole.
        """
        theme, floors = style.current(), _floors_in(scene)
        most = 0 if is_vector(painter) else MOST
        plain = [area.polygon for area in floors if area.available and len(area.polygon) <= most]
        look = RingStyle(theme.area_line, CANVAS.outline, "")
        paint_rings(painter, plain, camera, scene.box, scene.device_ratio, look)
        rest = [area for area in floors if not area.available or len(area.polygon) > most]
        solid = pens.pen(theme.area_line, CANVAS.outline)
        dashed = pens.pen(theme.area_line, CANVAS.outline, CANVAS.switched_off_dash)
        for area, shape, along in _outlined(rest, CANVAS.outline, scene, camera):
            painter.setPen(solid if area.available else dashed)
            draw_polygon(painter, shape, along_axes=along)


class AreaNamesOverlay(Overlay):
    """Names of rooms that are wide enough."""

    name: ClassVar[str] = "area_names"
    title: ClassVar[str] = mark("Names of areas")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.GRAPH

    def __init__(self) -> None:
        """Start without marked problems."""
        super().__init__()
        self._marked: tuple[object, str | None, Floats] | None = None

    @property
    def cached(self) -> bool:
        """False: one name may move because another element moves."""
        return False

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Near the middles of rooms, over nothing else."""
        document = scene.document
        names = scene.names.place(
            document.level, document.unseen, camera, moving=scene.moving, marks=self._marks(scene)
        )
        for name in names:
            room.add(Label(name.words, name.size, (camera.to_pixel(name.at),), Rank.NAME))

    def _marks(self, scene: Scene) -> Floats:
        """Return where problems are marked; the same array as long as they stay the same."""
        counting, storey = scene.problems.counting, scene.document.storey.name
        if ProblemsOverlay.name not in scene.shown:
            return NO_MARKS
        if self._marked is None or self._marked[0] is not counting or self._marked[1] != storey:
            here = [one.place for one in counting if storey in {None, one.layer}]
            places = np.array(here, np.float64).reshape(-1, 2)[:MOST_MARKS]
            self._marked = (counting, storey, places)
        return self._marked[2]


class ObstaclesOverlay(Overlay):
    """Obstacles."""

    name: ClassVar[str] = "obstacles"
    title: ClassVar[str] = mark("Obstacles")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.OBSTACLES
    draws: ClassVar[tuple[type[Element], ...]] = (Obstacle,)
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.SWITCHES, Reads.BACKGROUNDS})

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the fill, if there are obstacles."""
        if not scene.document.level.obstacles:
            return ()
        theme = style.current()
        return (LegendRow(tr("obstacle"), theme.obstacle, theme.obstacle_line),)

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Around obstacles."""
        return along_edges(*(o if isinstance(o, Obstacle) else None for o in (old, new)))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Filled; switched off only a dashed line, over the others. As they are in the run."""
        of_run = scene.run.switches
        switched = of_run.switched
        seen = _seen_in(scene, Obstacle)
        most = 0 if is_vector(painter) else MOST
        on = [o.polygon for o in seen if switched.get(o.id, o.enabled)]
        large = [ring for ring in on if len(ring) > most]
        small = [ring for ring in on if len(ring) <= most]
        off = [o.polygon for o in seen if not switched.get(o.id, o.enabled)]
        for alpha in opacities(painter, scene, camera, CANVAS.obstacle_over_picture):
            self._paint(painter, scene, camera, (large, small, off), alpha)

    def _paint(
        self,
        painter: QPainter,
        scene: Scene,
        camera: Camera,
        rings: tuple[list[Ring], list[Ring], list[Ring]],
        alpha: float,
    ) -> None:
        """Paint rings with many corners, with few, and disabled ones."""
        theme, width, ratio = style.current(), CANVAS.outline, scene.device_ratio
        large, small, off = rings
        painter.setPen(pens.pen(theme.obstacle_line, width))
        painter.setBrush(pens.brush(theme.obstacle, alpha))
        draw_polygons(painter, shapes(large, camera, width, ratio))
        look = RingStyle(theme.obstacle_line, width, theme.obstacle, alpha)
        paint_rings(painter, small, camera, scene.box, ratio, look)
        painter.setPen(pens.pen(theme.obstacle_line, width, CANVAS.switched_off_dash))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        draw_polygons(painter, shapes(off, camera, width, ratio))


class DoorsOverlay(Overlay):
    """Doors, open or shut."""

    name: ClassVar[str] = "doors"
    title: ClassVar[str] = mark("Doors")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.DOORS
    draws: ClassVar[tuple[type[Element], ...]] = (Area,)
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.SWITCHES})

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Open and shut, when there are any."""
        stands = scene.run.switches.is_on
        doors = [area for area in scene.document.level.areas.values() if area.door]
        theme = style.current()
        rows = []
        if any(map(stands, doors)):
            rows.append(
                LegendRow(tr("door, open"), theme.walkable, theme.door_open, dash=CANVAS.door_dash)
            )
        if not all(map(stands, doors)):
            shut = theme.door_shut
            fill = pens.mixed(theme.outside, shut, CANVAS.door_shut_alpha)
            rows.append(LegendRow(tr("door, shut"), fill, shut, shut, cross=True))
        if any(door.needs for door in doors):
            rows.append(LegendRow(tr("requires an ability"), theme.outside, theme.text2, key=True))
        return tuple(rows)

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Return boxes around doors; around whole doors if they have a key in the middle."""
        before, after = (o if isinstance(o, Area) and o.door else None for o in (old, new))
        if any(door is not None and door.needs for door in (before, after)):
            return around(before, after, max(LINE_REACH, key_reach()))
        return along_edges(before, after)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Open: dashed, the floor seen through. Shut: filled and cross-hatched. As in the run."""
        of_run = scene.run.switches
        scene = replace(scene, box=grown(scene.box, key_reach() / camera.scale))
        doors = [area for area in _areas_in(scene) if area.door]
        if is_vector(painter):
            for door, shape, along in _outlined(doors, CANVAS.door_line, scene, camera):
                _paint_door(painter, shape, along, is_open=of_run.is_on(door))
        else:
            self._stamp(painter, doors, scene, camera)
        locked = [door for door in doors if door.needs]
        for door, shape, _ in _outlined(locked, CANVAS.door_line, scene, camera):
            box = shape.boundingRect()
            if max(box.width(), box.height()) >= CANVAS.door_key_from:
                paint_key(painter, box.center(), is_open=of_run.is_on(door))

    def _stamp(
        self, painter: QPainter, doors: Sequence[Area], scene: Scene, camera: Camera
    ) -> None:
        """Small doors as pictures that are painted once: far away hundreds look the same."""
        if not doors:
            return
        ratio, theme, is_open = scene.device_ratio, style.current().name, scene.run.switches.is_on
        rings = CORNERS.of([door.polygon for door in doors])
        sizes = np.array([len(ring) for ring in rings])
        starts = np.cumsum(sizes) - sizes
        thick = max(1, round(CANVAS.door_line * ratio))
        halves = halves_of(np.concatenate(rings), camera, ratio, thick)
        # Start at a whole device pixel, so that one picture fits all.
        low = np.minimum.reduceat(halves, starts) & ~1
        halves -= np.repeat(low, sizes, axis=0)
        spans = np.maximum.reduceat(halves, starts).max(axis=1) / (2 * ratio)
        places = (low / (2 * ratio)).tolist()
        for number, door in enumerate(doors):
            ring = halves[starts[number] : starts[number] + sizes[number]]
            if spans[number] <= MOST_STAMPED:
                stamp = _stamp_of(ring.tobytes(), ratio, theme, is_open=is_open(door))
                x, y = places[number]
                painter.drawPixmap(QPointF(x - REACH, y - REACH), stamp)
            else:
                corners = (ring + low[number]) / (2 * ratio)
                _paint_door(painter, *_polygon(corners), is_open=is_open(door))


@lru_cache(maxsize=1024)
def _stamp_of(halves: bytes, ratio: float, theme: str, *, is_open: bool) -> QPixmap:
    """Return a door as a picture; its corners are halves of device pixels, in the theme in use."""
    corners = np.frombuffer(halves, np.int32).reshape(-1, 2) / (2 * ratio) + REACH
    across, down = corners.max(axis=0) + REACH
    picture = QPixmap(math.ceil(across * ratio), math.ceil(down * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _paint_door(painter, *_polygon(corners), is_open=is_open)
    painter.end()
    return picture


def _polygon(corners: Floats) -> tuple[QPolygonF, bool]:
    """Return an outline in pixels, and whether it runs along the axes."""
    shape = QPolygonF([QPointF(x, y) for x, y in corners.tolist()])
    return shape, is_rectilinear(shape)


def _paint_door(painter: QPainter, shape: QPolygonF, along: bool, *, is_open: bool) -> None:
    theme = style.current()
    if is_open:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # The outlines of rooms often run along a door: between its dashes they are not seen.
        for pen in (
            pens.pen(theme.outside, CANVAS.door_line),
            pens.pen(theme.door_open, CANVAS.door_line, CANVAS.door_dash),
        ):
            painter.setPen(pen)
            draw_polygon(painter, shape, along_axes=along)
        return
    painter.setBrush(pens.brush(theme.door_shut, CANVAS.door_shut_alpha))
    painter.setPen(pens.pen(theme.door_shut, CANVAS.door_line))
    draw_polygon(painter, shape, along_axes=along)
    lines = pens.pen(theme.door_shut, CANVAS.outline)
    hatch(painter, shape, lines, CANVAS.door_hatch_step, both=True)


OVERLAYS = (AreasOverlay, AreaNamesOverlay, ObstaclesOverlay, DoorsOverlay)
