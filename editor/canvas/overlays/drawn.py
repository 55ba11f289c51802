"""What is drawn: areas, obstacles and doors."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import ClassVar, TypeVar

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.camera import Camera, grown
from editor.canvas.overlays.background import opacities
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.changes import Stale, along_edges
from editor.canvas.painting.dense import draw_polygon
from editor.canvas.painting.drawing import draw_polygons, hatch, shapes
from editor.canvas.painting.label_room import Label, LabelRoom, Rank
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.i18n import mark, tr
from navcore.level.model import Area, Element, Obstacle
from navcore.level.pick import pick_index

Drawn = TypeVar("Drawn", Area, Obstacle)


def _floors_in(scene: Scene) -> list[Area]:
    """Areas to paint that are not doors, in drawing order."""
    return [area for area in _areas_in(scene) if not area.door]


def _areas_in(scene: Scene) -> list[Area]:
    areas = scene.document.level.areas
    return [areas[i] for i in _ids_in(scene) if i in areas]


def _ids_in(scene: Scene) -> list[int]:
    """Ids of what is to be painted; what the user has hidden is not."""
    hidden = scene.document.hidden
    found = pick_index(scene.document.level).touching_box(*scene.box)
    return [i for i in found if i not in hidden] if hidden else found


def _outlined(
    elements: Sequence[Drawn], width: float, scene: Scene, camera: Camera
) -> Iterator[tuple[Drawn, QPolygonF, bool]]:
    """Elements with their outlines, and whether these run along the axes."""
    rings = [element.polygon for element in elements]
    found = shapes(rings, camera, width, scene.device_ratio)
    for element, (shape, along_axes) in zip(elements, found, strict=True):
        yield element, shape, along_axes


def _floor(element: Element | None) -> Area | None:
    """The element if it is an area that is no door."""
    return element if isinstance(element, Area) and not element.door else None


class AreasOverlay(Overlay):
    """Outlines of floor."""

    name: ClassVar[str] = "areas"
    title: ClassVar[str] = mark("Areas")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.AREAS

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Around areas that are no doors."""
        return along_edges(_floor(old), _floor(new))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """A thin line over the cells; dashed while switched off."""
        theme = style.current()
        solid = pens.pen(theme.area_line, CANVAS.outline)
        dashed = pens.pen(theme.area_line, CANVAS.outline, CANVAS.switched_off_dash)
        for area, shape, along in _outlined(_floors_in(scene), CANVAS.outline, scene, camera):
            painter.setPen(solid if area.available else dashed)
            draw_polygon(painter, shape, along_axes=along)


class AreaNamesOverlay(Overlay):
    """Names of rooms that are wide enough."""

    name: ClassVar[str] = "area_names"
    title: ClassVar[str] = mark("Names of areas")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.GRAPH

    @property
    def cached(self) -> bool:
        """Never: one name may move for what moves elsewhere."""
        return False

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Near the middles of rooms, over nothing else."""
        document = scene.document
        names = scene.names.place(document.level, document.hidden, camera, moving=scene.moving)
        for name in names:
            room.add(Label(name.words, name.size, (camera.to_pixel(name.at),), Rank.NAME))


class ObstaclesOverlay(Overlay):
    """What stands in the way."""

    name: ClassVar[str] = "obstacles"
    title: ClassVar[str] = mark("Obstacles")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.OBSTACLES
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.BACKGROUNDS})

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Its fill, when there are any."""
        if not scene.document.level.obstacles:
            return ()
        theme = style.current()
        return (LegendRow(tr("obstacle"), theme.obstacle, theme.obstacle_line),)

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Around obstacles."""
        return along_edges(*(o if isinstance(o, Obstacle) else None for o in (old, new)))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Filled; switched off only a dashed line."""
        found = _obstacles_in(scene, camera)
        fainter = CANVAS.obstacle_over_picture
        for alpha in opacities(painter, scene, camera, fainter):
            _paint_obstacles(painter, found, alpha)


def _obstacles_in(scene: Scene, camera: Camera) -> list[tuple[Obstacle, QPolygonF, bool]]:
    obstacles = scene.document.level.obstacles
    in_view = [obstacles[i] for i in _ids_in(scene) if i in obstacles]
    return list(_outlined(in_view, CANVAS.outline, scene, camera))


def _paint_obstacles(
    painter: QPainter, found: list[tuple[Obstacle, QPolygonF, bool]], alpha: float
) -> None:
    theme = style.current()
    on = pens.pen(theme.obstacle_line, CANVAS.outline)
    off = pens.pen(theme.obstacle_line, CANVAS.outline, CANVAS.switched_off_dash)
    fill = pens.brush(theme.obstacle, alpha)
    for enabled, run in groupby(found, key=lambda drawn: drawn[0].enabled):
        painter.setPen(on if enabled else off)
        painter.setBrush(fill if enabled else Qt.BrushStyle.NoBrush)
        draw_polygons(painter, ((shape, along) for _, shape, along in run))


class DoorsOverlay(Overlay):
    """Doors, open or shut."""

    name: ClassVar[str] = "doors"
    title: ClassVar[str] = mark("Doors")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.DOORS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.DOORS})

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Open and shut, when there are any."""
        stands = scene.run.doors.is_open
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
        return tuple(rows)

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Around doors."""
        return along_edges(*(o if isinstance(o, Area) and o.door else None for o in (old, new)))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Open: dashed, the floor seen through. Shut: filled and cross-hatched.

        As they stand in the run; a clock marks those that the level has otherwise.
        """
        of_run = scene.run.doors
        toggled = of_run.toggled
        if toggled:
            scene = replace(scene, box=grown(scene.box, _clock_reach() / camera.scale))
        doors = [area for area in _areas_in(scene) if area.door]
        for door, shape, along in _outlined(doors, CANVAS.door_line, scene, camera):
            is_open = of_run.is_open(door)
            _paint_door(painter, shape, along, is_open=is_open)
            if door.id in toggled:
                _paint_clock(painter, shape, is_open=is_open)


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


def _clock_reach() -> float:
    """Pixels beyond a door that its clock may reach."""
    return CANVAS.door_clock + CANVAS.door_clock_line


def _paint_clock(painter: QPainter, shape: QPolygonF, *, is_open: bool) -> None:
    """A small clock on the corner that is farthest up and right: for the time of the run."""
    theme = style.current()
    corner = max(shape.toList(), key=lambda point: (point.x() - point.y(), point.x()))
    place, size = QPointF(round(corner.x()), round(corner.y())), CANVAS.door_clock
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pens.pen(theme.outside, 2 * CANVAS.door_clock_line))
    painter.setBrush(pens.brush(theme.outside))
    painter.drawEllipse(place, size - CANVAS.door_clock_line, size - CANVAS.door_clock_line)
    painter.setPen(
        pens.pen(theme.door_open if is_open else theme.door_shut, CANVAS.door_clock_line)
    )
    painter.drawEllipse(place, size - CANVAS.door_clock_line, size - CANVAS.door_clock_line)
    painter.drawLine(place, place - QPointF(0.0, size / 2))
    painter.drawLine(place, place + QPointF(size / 2, 0.0))
    painter.restore()


OVERLAYS = (AreasOverlay, AreaNamesOverlay, ObstaclesOverlay, DoorsOverlay)
