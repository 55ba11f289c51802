"""What is selected, and what the active tool shows."""

import math
from itertools import groupby
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from editor.canvas.camera import Box, Camera, grown
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.drawing import MANY, draw_line, draw_marks, draw_plain, outlines
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import at
from editor.canvas.snapping import Snapped
from editor.look import pens, style
from editor.look.style import CANVAS, MARKS, STROKES, LineStyle, Z
from editor.tools.lines import Line
from navcore.level.bodies import Body
from navcore.level.model import Agent, Level, Point, Polygon
from navcore.level.pick import pick_index

_SELECTED = LineStyle(
    "selection", CANVAS.selection_line, (), CANVAS.selection_casing, CANVAS.selection_fill_alpha
)

_REACH = 2 * CANVAS.agent_least
"""Pixels beyond its bounds that an element's line, ring or handles may reach."""

_CROWD = 256
"""Of more marks, those that are seen apart are drawn."""

_THRONG = 1024
"""Of more marks in view, those that do not overlap are drawn."""


class SelectionOverlay(Overlay):
    """Casing, line and fill of selected elements; their handles are the tool's.

    Thousands are drawn once and kept as a picture, until one of them or the view changes.
    """

    name: ClassVar[str] = "selection"
    z: ClassVar[Z] = Z.SELECTION
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.SELECTION, Reads.LEVEL, Reads.RUN})
    exported: ClassVar[bool] = False

    def __init__(self) -> None:
        """Nothing is kept yet."""
        super().__init__()
        self._picture = QPixmap()
        self._key: tuple[object, ...] = ()
        self._level: Level | None = None

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Agents get a ring: of their place in the level, not in the run."""
        chosen = scene.document.selection.ids - scene.document.hidden
        if len(chosen) < MANY:
            self._picture, self._level = QPixmap(), None
            _paint_chosen(painter, scene, camera, chosen)
            return
        ratio, level = scene.device_ratio, scene.document.level
        key = (chosen, camera, ratio, style.current(), scene.run.playhead.at_start, scene.box)
        if level is not self._level or key != self._key:
            self._level, self._key = level, key
            size = QSize(round(camera.width * ratio), round(camera.height * ratio))
            if self._picture.size() != size:
                # New memory is slow.
                self._picture = QPixmap(size)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._picture)
            _paint_chosen(inner, scene, camera, chosen)
            inner.end()
        painter.drawPixmap(0, 0, self._picture)


def _paint_chosen(painter: QPainter, scene: Scene, camera: Camera, chosen: frozenset[int]) -> None:
    level = scene.document.level
    # Lines reach beyond what they go around.
    box = grown(scene.box, _REACH / camera.scale)
    seen = [i for i in pick_index(level).touching_box(*box) if i in chosen] if chosen else []
    elements = [level.element(element_id) for element_id in sorted(seen)]
    rings = [element.polygon for element in elements if isinstance(element, Polygon)]
    if len(rings) >= MANY:
        draw_plain(painter, rings, _SELECTED, camera, scene.device_ratio)
    else:
        for shape in outlines(rings, camera, CANVAS.selection_line, scene.device_ratio):
            draw_line(painter, shape, _SELECTED, closed=True)
    for element in elements:
        body = None if isinstance(element, Polygon) else element.body(level.get)
        if body is None:
            continue
        if len(body.trace) > 1:
            (shape,) = outlines([body.trace], camera, CANVAS.selection_line, scene.device_ratio)
            draw_line(painter, shape, _SELECTED, closed=False)
        elif scene.run.playhead.at_start or not isinstance(element, Agent):
            double = isinstance(element, Agent) and element.player
            _paint_ring(painter, body, camera, gaps=2 if double else 1)


class PreviewOverlay(Overlay):
    """Lines, marks and labels of the tool in hand, and the snap glyph."""

    name: ClassVar[str] = "preview"
    z: ClassVar[Z] = Z.BAND
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.TOOL, Reads.SELECTION, Reads.LEVEL})
    exported: ClassVar[bool] = False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Strokes below, marks over them, labels on top."""
        ratio = scene.device_ratio
        preview = scene.preview
        if not scene.tool.shows_handles:
            _paint_handles(painter, scene, camera)
        for name, run in groupby(preview.strokes, key=lambda stroke: stroke.style):
            strokes, line = list(run), STROKES[name]
            rings = [stroke.points for stroke in strokes]
            if len(strokes) >= MANY and all(stroke.closed for stroke in strokes):
                draw_plain(painter, rings, line, camera, ratio)
                continue
            found = outlines(rings, camera, line.width, ratio)
            for stroke, shape in zip(strokes, found, strict=True):
                plain = len(strokes) >= MANY
                draw_line(painter, shape, line, closed=stroke.closed, plain=plain)
        for name, marked in groupby(preview.marks, key=lambda mark: mark.style):
            places = _places([mark.at for mark in marked], camera)
            draw_marks(painter, MARKS[name], places, ratio)
        if scene.snapped is not None:
            _paint_snap(painter, scene.snapped, scene, camera)

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """What the tool writes, exactly where it wants it."""
        for label in scene.preview.labels:
            room.add(at(label.text, camera.to_pixel(label.at), Rank.TOOL))


def _paint_handles(painter: QPainter, scene: Scene, camera: Camera) -> None:
    """Handles that are selected, say in the table, whatever tool is in hand."""
    level, selection = scene.document.level, scene.document.selection
    places = [
        level.element(element_id).points[index]
        for element_id, indices in selection.handles.items()
        if element_id not in scene.document.hidden
        for index in indices
    ]
    draw_marks(painter, MARKS["handle_selected"], _places(places, camera), scene.device_ratio)


def _paint_snap(painter: QPainter, snapped: Snapped, scene: Scene, camera: Camera) -> None:
    """The glyph of what attracts, and the line that the place must stay on across the view."""
    if snapped.along is not None and not snapped.along.shown:
        return
    if snapped.along is not None:
        ends = list(across(snapped.along, camera.box))
        line = STROKES["trace"]
        (shape,) = outlines([ends], camera, line.width, scene.device_ratio)
        draw_line(painter, shape, line, closed=False)
    if snapped.kind != "none":
        glyph = MARKS[f"snap_{snapped.kind}"]
        draw_marks(painter, glyph, _places([snapped.place], camera), scene.device_ratio)


def across(line: Line, box: Box) -> tuple[Point, Point]:
    """Two places of the line beyond both edges of the box."""
    middle = line.nearest(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    far = math.hypot(box[2] - box[0], box[3] - box[1]) / math.hypot(*line.direction)
    dx, dz = line.direction
    return (
        (middle[0] - far * dx, middle[1] - far * dz),
        (middle[0] + far * dx, middle[1] + far * dz),
    )


def _places(points: list[Point], camera: Camera) -> list[QPointF]:
    pixels = camera.to_pixels(points)
    if len(points) > _CROWD:
        # Marks out of sight, and those that would hide each other, are left out.
        x, y = pixels.T
        reach = CANVAS.plus
        seen = (
            (x > -reach) & (x < camera.width + reach) & (y > -reach) & (y < camera.height + reach)
        )
        pixels = pixels[seen]
        apart = CANVAS.handle if len(pixels) > _THRONG else CANVAS.handle / 2
        cells = np.floor(pixels / apart)
        pixels = pixels[np.sort(np.unique(cells, axis=0, return_index=True)[1])]
    return [QPointF(x, y) for x, y in pixels.tolist()]


def _paint_ring(painter: QPainter, disc: Body, camera: Camera, gaps: int) -> None:
    theme = style.current()
    x, y = camera.to_pixel(disc.trace[0])
    reach = max(CANVAS.agent_least, disc.girth * camera.scale) + gaps * CANVAS.agent_ring_gap
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ring = QRectF(x - reach, y - reach, 2 * reach, 2 * reach)
    for pen in (
        pens.pen(theme.outside, CANVAS.selection_casing),
        pens.pen(theme.selection, CANVAS.selection_line),
    ):
        painter.setPen(pen)
        painter.drawEllipse(ring)


OVERLAYS = (SelectionOverlay, PreviewOverlay)
