"""Pictures of levels, small or large: the contents of the canvas, without a canvas.

Drawn with Qt's painter only, in any thread, so that the home page has them before the window
exists. Pictures of files are cached in a folder, by the contents of the file.
"""

import hashlib
import math
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, QSize, QStandardPaths, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPolygonF

from editor.canvas.camera import Box, Camera
from editor.canvas.painting.block_texels import table_of
from editor.canvas.painting.bodies import draw_body
from editor.canvas.painting.cell_picture import paint_cells
from editor.canvas.painting.dense import draw_polygon
from editor.canvas.painting.drawing import draw_crown, draw_ring
from editor.canvas.painting.terrain_picture import Grounds, TerrainPicture
from editor.look import pens, style
from editor.look.style import CANVAS, PICTURE, WAYPOINTS
from navcore.errors import LevelTooLarge, NavcoreError
from navcore.formats import open_file
from navcore.formats.atomic import read_bytes
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Level,
    Obstacle,
    Point,
    Route,
    Waypoint,
    Zone,
    in_drawing_order,
)
from navcore.level.storeys import only_on
from navcore.level.tables import GROUND
from navcore.level.tiles import blocks_on, tile_side
from navcore.world import World

MOST_CELLS: Final = 1 << 20
"""Number of cells above which a level is baked with larger cells."""

KEPT: Final = 240
"""Pictures that stay in the folder; the oldest go first."""

_DRAWN_AS: Final = "4"
"""Part of every key: changes when pictures are drawn in another way."""


def level_picture(level: Level, size: QSize, theme: style.Theme, ratio: float) -> QImage:
    """The ground of the level in `size` device-independent pixels, `ratio` device pixels each.

    A level that can't be baked is drawn without its cells.
    """
    width, height = max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(pens.colour(theme.outside))
    level = only_on(level, GROUND)
    camera = _camera(level, size)
    painter = QPainter(image)
    try:
        _paint_floor(painter, level, camera, theme, ratio)
        _paint_terrain(painter, level, camera, theme, ratio)
        _Brush(painter, camera, theme, ratio).paint(level)
    finally:
        painter.end()
    return image


def cache_folder() -> Path:
    """Return the default folder for pictures of files."""
    location = QStandardPaths.StandardLocation.CacheLocation
    return Path(QStandardPaths.writableLocation(location)) / "pictures"


class Pictures:
    """Pictures of level files, kept by content, size, theme and ratio."""

    def __init__(self, folder: Path | None = None) -> None:
        """Kept in this folder; without one, where the system keeps caches."""
        self._folder = folder or cache_folder()

    def of_file(self, path: Path, size: QSize, theme: style.Theme, ratio: float) -> QImage:
        """Return the picture of the level in this file.

        Raises:
            NavcoreError: if the file can't be read or holds no level.
        """
        content = read_bytes(path)
        place = self._folder / f"{_key(content, size, theme, ratio)}.png"
        kept = _kept_picture(place)
        if kept is not None:
            kept.setDevicePixelRatio(ratio)
            return kept
        level = open_file(path).content
        if not isinstance(level, Level):
            message = f"{path}: holds no level"
            raise NavcoreError(message)
        made = level_picture(level, size, theme, ratio)
        self._keep(made, place)
        return made

    def _keep(self, image: QImage, place: Path) -> None:
        """Write it if that can be done; a picture that is not kept is drawn again."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part = place.with_name(f"{place.stem}.{os.getpid()}.part")
            if QImageWriter(str(part), b"png").write(image):
                part.replace(place)
            now = place.stat().st_mtime
            kept = [(file.stat().st_mtime, file) for file in self._folder.glob("*.png")]
            # A newer file was written while the clock was ahead: delete it first.
            for _, old in sorted((0.0 if time > now else time, f) for time, f in kept)[:-KEPT]:
                old.unlink(missing_ok=True)
        except OSError:
            return


def _kept_picture(place: Path) -> QImage | None:
    """Return the picture in a file of the cache; None if there is none, or it is invalid."""
    try:
        # Named, because detection of a format locks signals, see `services/worker`.
        kept = QImage.fromData(read_bytes(place), "PNG")  # type: ignore[arg-type]
    except NavcoreError:
        return None
    return None if kept.isNull() else kept


def _key(content: bytes, size: QSize, theme: style.Theme, ratio: float) -> str:
    how = f"{_DRAWN_AS} {size.width()} {size.height()} {theme} {ratio:.4f}"
    return hashlib.sha256(how.encode() + b"\0" + content).hexdigest()[:40]


def _camera(level: Level, size: QSize) -> Camera:
    """Return the view that shows everything, with a margin of fixed width around."""
    bare = Camera(width=max(1, size.width()), height=max(1, size.height()))
    box = _bounds(level)
    if box is None:
        return bare
    across = max(1.0, bare.width - 2 * PICTURE.margin)
    down = max(1.0, bare.height - 2 * PICTURE.margin)
    wide, deep = max(box[2] - box[0], 1e-6), max(box[3] - box[1], 1e-6)
    scale = min(across / wide, down / deep, CANVAS.hundred_percent)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return Camera(*middle, scale, bare.width, bare.height)


def _bounds(level: Level) -> Box | None:
    elements = (element for held in level.held.values() for element in held.values())
    bodies = (element.body(level.get) for element in elements)
    points = [place for body in bodies if body is not None for place in body.trace]
    if not points:
        return None
    places = np.asarray(points, np.float64)
    (x0, z0), (x1, z1) = places.min(axis=0).tolist(), places.max(axis=0).tolist()
    box = (x0, z0, x1, z1)
    return box if all(map(math.isfinite, box)) else None


def _paint_floor(
    painter: QPainter, level: Level, camera: Camera, theme: style.Theme, ratio: float
) -> None:
    try:
        world = _baked(level)
    except NavcoreError:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pens.brush(theme.walkable))
        for area in level.areas.values():
            shape, along_axes = _shape(area.polygon, camera, ratio)
            draw_polygon(painter, shape, along_axes=along_axes)
        return
    if world.grid.cell_size * camera.scale * ratio >= 1:
        paint_cells(painter, world, camera, ratio, camera.box, theme)
    else:
        _paint_small_cells(painter, world, camera, theme)


def _baked(level: Level) -> World:
    """Return the bake of the level, with larger cells where it has very many."""
    try:
        return World.build(level, max_cells=MOST_CELLS)
    except LevelTooLarge as large:
        if large.cells is None:
            raise
        usual = level.settings
        coarse = usual.cell_size * math.sqrt(1.05 * large.cells / MOST_CELLS)
        settings = msgspec.structs.replace(usual, cell_size=coarse)
        return World.build(level.with_settings(settings))


def _paint_small_cells(painter: QPainter, world: World, camera: Camera, theme: style.Theme) -> None:
    """Paint cells smaller than pixels: each pixel in the mean colour of its cells."""
    colours = np.array([_rgb(theme.outside), _rgb(theme.band), _rgb(theme.walkable)], np.uint32)
    kinds = np.where(world.grid.walkable != 0, 2, np.where(world.floor != 0, 1, 0))
    pixels: npt.NDArray[np.uint32] = np.ascontiguousarray(colours[kinds][::-1])
    depth, width = pixels.shape
    image = QImage(pixels.data, width, depth, 4 * width, QImage.Format.Format_RGB32)
    lattice = world.grid.lattice
    x0, y1 = camera.to_pixel((lattice.min_x, lattice.min_z))
    x1, y0 = camera.to_pixel((lattice.max_x, lattice.max_z))
    ratio = painter.device().devicePixelRatioF()
    small = image.scaled(
        max(1, round((x1 - x0) * ratio)),
        max(1, round((y1 - y0) * ratio)),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    painter.drawImage(QRectF(x0, y0, x1 - x0, y1 - y0), small)


def _paint_terrain(
    painter: QPainter, level: Level, camera: Camera, theme: style.Theme, ratio: float
) -> None:
    """Zones and painted tiles, as agents of no type find them."""
    settings, zones = (
        level.settings,
        [zone for zone in in_drawing_order(level.of(Zone)) if zone.active],
    )
    grounds = Grounds(zones, blocks_on(level, GROUND), tile_side(settings))
    if zones or grounds.blocks:
        table = table_of(settings, None, theme)
        TerrainPicture().paint(painter, grounds, table, camera, camera.box, ratio)


class _Brush:
    """Draws elements on the floor of a level."""

    def __init__(self, painter: QPainter, camera: Camera, theme: style.Theme, ratio: float) -> None:
        self._painter = painter
        self._camera = camera
        self._theme = theme
        self._ratio = ratio

    def paint(self, level: Level) -> None:
        """Areas, obstacles, doors, agents, anything else: back to front."""
        self._areas(area for area in level.areas.values() if not area.door)
        self._obstacles(level.obstacles.values())
        for area in level.areas.values():
            if area.door:
                self._door(area)
        self._network(level)
        self._agents(level.agents.values())
        for kind in level.held.keys() - {Area, Obstacle, Agent, Zone, Waypoint, Edge, Route}:
            for element in level.of(kind).values():
                body = element.body(level.get)
                if body is not None:
                    draw_body(self._painter, element, body, self._camera, self._ratio, self._theme)

    def _areas(self, areas: Iterable[Area]) -> None:
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        for area in areas:
            dash = () if area.available else CANVAS.switched_off_dash
            self._painter.setPen(pens.pen(self._theme.area_line, CANVAS.outline, dash))
            self._draw(*_shape(area.polygon, self._camera, self._ratio))

    def _obstacles(self, obstacles: Iterable[Obstacle]) -> None:
        """Draw obstacles, small ones without a line, which would hide them."""
        theme, painter = self._theme, self._painter
        lines = pens.pen(theme.obstacle_line, CANVAS.outline)
        dashed = pens.pen(theme.obstacle_line, CANVAS.outline, CANVAS.switched_off_dash)
        for obstacle in obstacles:
            shape, along = _shape(obstacle.polygon, self._camera, self._ratio)
            box = shape.boundingRect()
            if not obstacle.enabled:
                painter.setPen(dashed)
                painter.setBrush(Qt.BrushStyle.NoBrush)
            elif min(box.width(), box.height()) < PICTURE.lined_from:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(pens.brush(_between(theme.obstacle, theme.obstacle_line)))
            else:
                painter.setPen(lines)
                painter.setBrush(pens.brush(theme.obstacle))
            self._draw(shape, along)

    def _door(self, door: Area) -> None:
        """Too small for hatches and dashes: open is an outline, shut is filled."""
        theme, painter = self._theme, self._painter
        shape, along = _shape(door.polygon, self._camera, self._ratio)
        box = shape.boundingRect()
        large = min(box.width(), box.height()) >= PICTURE.lined_from
        if door.available:
            dash = CANVAS.door_dash if large else ()
            painter.setPen(pens.pen(theme.door_open, CANVAS.outline, dash))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            alpha = CANVAS.door_shut_alpha if large else 1.0
            painter.setPen(pens.pen(theme.door_shut, CANVAS.door_line))
            painter.setBrush(pens.brush(theme.door_shut, alpha))
        self._draw(shape, along)

    def _network(self, level: Level) -> None:
        """Thin edges and dots: routes lie over them, or are too much for a small picture."""
        painter, waypoints = self._painter, level.of(Waypoint)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(pens.pen(self._theme.edge, CANVAS.outline, alpha=PICTURE.edge_alpha))
        places = {
            one.id: QPointF(*self._camera.to_pixel(one.position)) for one in waypoints.values()
        }
        for edge in (one for one in level.of(Edge).values() if one.enabled):
            painter.drawLine(places[edge.start], places[edge.end])
        painter.setPen(Qt.PenStyle.NoPen)
        for one in waypoints.values():
            painter.setBrush(pens.brush(WAYPOINTS[one.type][0]))
            painter.drawEllipse(places[one.id], PICTURE.waypoint, PICTURE.waypoint)

    def _agents(self, agents: Iterable[Agent]) -> None:
        theme, painter = self._theme, self._painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for agent in agents:
            place = QPointF(*self._camera.to_pixel(agent.position))
            radius = max(PICTURE.agent_least, agent.radius * self._camera.scale)
            if agent.player:
                outer = radius + PICTURE.player_gap
                below = theme.agent_rim, CANVAS.outline + CANVAS.agent_rim
                draw_ring(painter, place, outer, below, (theme.agent, CANVAS.outline))
                draw_crown(painter, place, outer, theme)
            painter.setPen(pens.pen(theme.agent_rim, CANVAS.outline))
            painter.setBrush(pens.brush(theme.agent))
            painter.drawEllipse(place, radius, radius)

    def _draw(self, shape: QPolygonF, along_axes: bool) -> None:
        draw_polygon(self._painter, shape, along_axes=along_axes)


def _shape(ring: tuple[Point, ...], camera: Camera, ratio: float) -> tuple[QPolygonF, bool]:
    """Return a ring as crisp device pixels, and whether it runs along the axes."""
    shift = 0.5 if round(ratio) % 2 else 0.0
    crisp = (np.round(camera.to_pixels(ring) * ratio - shift) + shift) / ratio
    crisp = crisp[np.append(True, (crisp[1:] != crisp[:-1]).any(axis=1))]
    along = bool((crisp == np.roll(crisp, -1, axis=0)).any(axis=1).all())
    return QPolygonF([QPointF(x, y) for x, y in crisp.tolist()]), along


def _between(one: str, other: str) -> str:
    return pens.mixed(one, other, 0.5)


def _rgb(token: str) -> int:
    return QColor(token).rgb()
