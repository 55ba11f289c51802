"""The selection, and the preview of the active tool."""

import math
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import ClassVar, Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from editor.canvas.camera import Box, Camera, grown
from editor.canvas.overlays.cells import CELLS
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.drawing import MANY, draw_line, draw_marks, outlines
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import at
from editor.canvas.painting.network import waypoint_radius
from editor.canvas.painting.rings import draw_plain
from editor.canvas.painting.sprites import LARGEST, Atlas, Figures, joined, sizes_of
from editor.canvas.painting.vector import is_vector
from editor.canvas.snapping import SHAPES, Snapped
from editor.look import pens, style
from editor.look.style import CANVAS, MARKS, STROKES, LineStyle, Z
from editor.tools.gesture import taken_elements
from editor.tools.lines import Line
from navcore.geometry.corner_arrays import CORNERS
from navcore.level.bodies import Body, Spots
from navcore.level.model import Agent, Edge, Element, Level, Point, Polygon, Ring, Route, Waypoint
from navcore.level.pick import pick_index
from navcore.level.pick_columns import bounds_of_bodies
from navcore.level.points import boxes_overlap

_CASING: Final = LineStyle("outside", CANVAS.selection_casing)
_LINE: Final = LineStyle("selection", CANVAS.selection_line)
_FILL: Final = LineStyle("selection", 0.0, fill_alpha=CANVAS.selection_fill_alpha)

_SAMPLES: Final = 64
"""Most cells that are sampled across and up to distinguish ground from floor."""

_REACH = 2 * max(CANVAS.agent_least, CANVAS.waypoint_most)
"""Pixels beyond its bounds that an element's line, ring or handles may reach."""

_CROWD = 256
"""Number of marks above which only visually separate ones are drawn."""

_THRONG = 1024
"""Number of marks in view above which only non-overlapping ones are drawn."""

_FEW: Final = 256
"""Selected elements up to which no index is asked which of them are in view."""

_RING_SPRITES: Final = 16
"""Number of waypoints from which their rings are sprites."""

_RINGS: Final = (("outside", CANVAS.selection_casing), ("selection", CANVAS.selection_line))
"""Token and width of a waypoint's ring: its casing, and over that its line."""


class SelectionOverlay(Overlay):
    """Casing and line of selected elements; their handles are the tool's.

    What is selected must not hide its data: only over empty ground it has a fill. All casings lie
    beneath all lines, so that of elements over each other each one is seen whole.
    Many that stay as they are for a second frame are kept as a picture until one of them or the
    view changes; while they move, filling and drawing one would take longer than it saves.
    """

    name: ClassVar[str] = "selection"
    z: ClassVar[Z] = Z.SELECTION
    reads: ClassVar[frozenset[Reads]] = frozenset(
        {Reads.SELECTION, Reads.LEVEL, Reads.RUN, Reads.WORLD}
    )
    at_once: ClassVar[bool] = True
    exported: ClassVar[bool] = False

    def __init__(self) -> None:
        """Start without a picture."""
        super().__init__()
        self._picture = QPixmap()
        self._key: tuple[object, ...] = ()
        self._level: Level | None = None
        self._is_painted = False
        """True if the picture shows them."""

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Agents get a ring: of their place in the level, not in the run."""
        chosen = scene.document.selection.ids - scene.document.unseen
        if len(chosen) < MANY:
            self._picture, self._level, self._is_painted = QPixmap(), None, False
            _paint_chosen(painter, scene, camera, chosen)
            return
        ratio, level = scene.device_ratio, scene.document.level
        looks = (style.current(), CELLS in scene.shown, scene.run.world.version)
        key = (chosen, camera, ratio, looks, scene.run.playhead.at_start, scene.box)
        if level is not self._level or key != self._key:
            self._level, self._key, self._is_painted = level, key, False
            _paint_chosen(painter, scene, camera, chosen)
            return
        if not self._is_painted:
            self._is_painted = True
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
    # Lines extend beyond their elements.
    box = grown(scene.box, _REACH / camera.scale)
    seen = _seen_in(box, level, chosen)
    elements = [element for element, _ in seen]
    polygons = [element.polygon for element in elements if isinstance(element, Polygon)]
    # Routes are drawn along their paths, and not from stop to stop.
    rim = _rim(camera)
    lines = [
        cut_short(body.trace, rim) if rim and isinstance(element, Edge) else body.trace
        for element, body in seen
        if not isinstance(element, Polygon | Route) and not isinstance(body, Spots)
        and len(body.trace) > 1
    ]  # fmt: skip
    bare = [ring for ring in _maybe_on_ground(scene, polygons) if _on_ground(scene, ring)]
    ratio = scene.device_ratio
    if len(polygons) >= MANY:
        if bare:
            draw_plain(painter, bare, _FILL, camera, ratio)
        draw_plain(painter, polygons, _LINE, camera, ratio)
    few = polygons if len(polygons) < MANY else []
    filled, outer, inner = (
        outlines(rings, camera, CANVAS.selection_line, ratio)
        for rings in (bare if few else [], few, lines)
    )
    for style_of, shapes, closed in (
        (_FILL, filled, True),
        (_CASING, outer, True), (_CASING, inner, False),
        (_LINE, outer, True), (_LINE, inner, False),
    ):  # fmt: skip
        for shape in shapes:
            draw_line(painter, shape, style_of, closed=closed)
    waypoints = [element for element in elements if isinstance(element, Waypoint)]
    _paint_waypoint_rings(painter, waypoints, camera, scene.box, ratio)
    for element, disc in seen:
        if isinstance(element, Polygon | Route | Waypoint):
            continue
        in_run = isinstance(element, Agent) and not scene.run.playhead.at_start
        if len(disc.trace) == 1 and not in_run:
            crowned = isinstance(element, Agent) and element.player
            _paint_ring(painter, disc, camera, crowned=crowned)


def _rim(camera: Camera) -> float:
    """Return metres from the middle of a waypoint to its rim; 0 if it is too small for a letter.

    Lines of selected edges end there, as edges do: over the discs they would hide the letters.
    """
    radius = waypoint_radius(camera.scale)
    is_small = radius < CANVAS.waypoint_letter_from
    return 0.0 if is_small else (radius + CANVAS.waypoint_rim) / camera.scale


def cut_short(line: Ring, by: float) -> Ring:
    """Return a line of two points without so many metres at both ends; itself if it is short."""
    (ax, az), (bx, bz) = line
    length = math.hypot(bx - ax, bz - az)
    if length <= 2 * by:
        return line
    dx, dz = (bx - ax) * by / length, (bz - az) * by / length
    return ((ax + dx, az + dz), (bx - dx, bz - dz))


def _seen_in(box: Box, level: Level, chosen: frozenset[int]) -> list[tuple[Element, Body]]:
    """Return selected elements whose bounds touch the box, with their bodies.

    Few are tested one by one: while they are dragged, an index would be made for this alone.
    """
    is_few = len(chosen) <= _FEW
    ids = chosen if is_few else frozenset(pick_index(level).among(chosen, box))
    having = [(e, body) for e in taken_elements(level, ids) if (body := e.body(level.get))]
    if not is_few:
        return having
    bounds = bounds_of_bodies([body for _, body in having])[:4]
    return [having[row] for row in np.flatnonzero(boxes_overlap(bounds, box)).tolist()]


def _on_ground(scene: Scene, ring: Ring) -> bool:
    """Return whether a polygon lies where no floor is shown, judged by samples."""
    if CELLS not in scene.shown:
        return True
    world = scene.run.world
    lattice = world.grid.lattice
    xs, zs = zip(*ring, strict=True)
    # One more cell on every side: an obstacle on the floor has no floor below it.
    beside = lattice.cell_size
    column0, row0 = lattice.cell_of(min(xs) - beside, min(zs) - beside)
    column1, row1 = lattice.cell_of(max(xs) + beside, max(zs) + beside)
    columns = slice(max(0, column0), column1 + 1, max(1, (column1 - column0) // _SAMPLES))
    rows = slice(max(0, row0), row1 + 1, max(1, (row1 - row0) // _SAMPLES))
    if column1 < 0 or row1 < 0:
        return True
    return not world.floor[rows, columns].any()


def _maybe_on_ground(scene: Scene, rings: list[Ring]) -> list[Ring]:
    """Return rings without floor at the corners of their bounds: a fast test for all."""
    if CELLS not in scene.shown or not rings:
        return rings
    floor, lattice = scene.run.world.floor, scene.run.world.grid.lattice
    corners = CORNERS.of(rings)
    starts = np.cumsum([0, *map(len, corners)])[:-1]
    places = np.concatenate(corners) - (lattice.anchor_x, lattice.anchor_z)
    lows = np.floor(np.minimum.reduceat(places, starts) / lattice.cell_size).astype(np.int64)
    highs = np.floor(np.maximum.reduceat(places, starts) / lattice.cell_size).astype(np.int64)
    bare = np.ones(len(rings), np.bool_)
    # One more cell on every side: an obstacle on the floor has no floor below it.
    for column in (lows[:, 0] - 1 - lattice.column, highs[:, 0] + 1 - lattice.column):
        for row in (lows[:, 1] - 1 - lattice.row, highs[:, 1] + 1 - lattice.row):
            inside = (column >= 0) & (column < lattice.width) & (row >= 0) & (row < lattice.depth)
            bare[inside] &= floor[row[inside], column[inside]] == 0
    return [ring for ring, is_bare in zip(rings, bare.tolist(), strict=True) if is_bare]


class PreviewOverlay(Overlay):
    """Lines, marks and labels of the active tool, and the snap glyph."""

    name: ClassVar[str] = "preview"
    z: ClassVar[Z] = Z.BAND
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.TOOL, Reads.SELECTION, Reads.LEVEL})
    at_once: ClassVar[bool] = True
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
        """Add the tool's labels exactly where it wants them."""
        for label in scene.preview.labels:
            room.add(at(label.text, camera.to_pixel(label.at), Rank.TOOL))


def _paint_handles(painter: QPainter, scene: Scene, camera: Camera) -> None:
    """Handles that are selected, for example in the table, with every tool."""
    level, selection = scene.document.level, scene.document.selection
    places = [
        level.element(element_id).points[index]
        for element_id, indices in selection.handles.items()
        if element_id not in scene.document.unseen
        for index in indices
    ]
    draw_marks(painter, MARKS["handle_selected"], _places(places, camera), scene.device_ratio)


def _paint_snap(painter: QPainter, snapped: Snapped, scene: Scene, camera: Camera) -> None:
    """The glyph of what attracts, and the line that the place must stay on across the view."""
    along = snapped.along
    if along is not None and not along.shown:
        # Where a corner can be dragged out of an edge, the plus itself is on the grid.
        taken = any(mark.at == snapped.place for mark in scene.preview.marks)
        if snapped.kind not in SHAPES or not taken:
            return
    elif along is not None:
        ends = list(across(along, camera.box))
        line = STROKES["trace"]
        (shape,) = outlines([ends], camera, line.width, scene.device_ratio)
        draw_line(painter, shape, line, closed=False)
    if snapped.kind != "none":
        glyph = MARKS[f"snap_{snapped.kind}"]
        draw_marks(painter, glyph, _places([snapped.place], camera), scene.device_ratio)


def across(line: Line, box: Box) -> tuple[Point, Point]:
    """Return two places of the line beyond both edges of the box."""
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
        # Marks out of sight, and marks that would hide each other, are left out.
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


def _paint_waypoint_rings(
    painter: QPainter, waypoints: Sequence[Waypoint], camera: Camera, box: Box, ratio: float
) -> None:
    """Paint all casings below all rings; many as sprites, ten times as fast."""
    if not waypoints:
        return
    reach = waypoint_radius(camera.scale) + CANVAS.agent_ring_gap
    places = np.array([one.position for one in waypoints])
    if len(places) < _RING_SPRITES or reach >= LARGEST or is_vector(painter):
        pixels = camera.to_pixels(places).tolist()
        for kind in range(len(_RINGS)):
            for x, y in pixels:
                _paint_waypoint_ring(painter, QPointF(x, y), reach, 0.0, kind, False)
        return
    sizes = sizes_of(np.zeros(len(places)), camera.scale, reach)
    rings = joined([Figures.alike(places, sizes, kind) for kind in range(len(_RINGS))])
    _ring_atlas().draw(painter, rings, camera, box, ratio)


def _paint_waypoint_ring(
    painter: QPainter, at: QPointF, size: float, facing: float, kind: int, player: bool
) -> None:
    token, width = _RINGS[kind]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pens.pen(getattr(style.current(), token), width))
    painter.drawEllipse(at, size, size)


@cache
def _ring_atlas() -> Atlas:
    return Atlas(_paint_waypoint_ring, _ring_span, range(len(_RINGS)))


def _ring_span(size: float, kind: int, player: bool) -> float:
    return size + CANVAS.selection_casing


def _paint_ring(painter: QPainter, disc: Body, camera: Camera, *, crowned: bool) -> None:
    """Around a disc; around the second ring of a player, with a gap for its crown."""
    theme = style.current()
    x, y = camera.to_pixel(disc.trace[0])
    size = max(CANVAS.agent_least, disc.girth * camera.scale)
    reach = size + (2 if crowned else 1) * CANVAS.agent_ring_gap
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ring = QRectF(x - reach, y - reach, 2 * reach, 2 * reach)
    half = CANVAS.crown[0] / 2 + CANVAS.selection_casing / 2
    gap = math.degrees(math.asin(min(1.0, half / reach))) if crowned else 0.0
    for pen in (
        pens.pen(theme.outside, CANVAS.selection_casing),
        pens.pen(theme.selection, CANVAS.selection_line),
    ):
        painter.setPen(pen)
        # Qt counts in sixteenths of a degree, from the right, counter-clockwise.
        painter.drawArc(ring, round(16 * (90 + gap)), round(16 * (360 - 2 * gap)))


OVERLAYS = (SelectionOverlay, PreviewOverlay)
