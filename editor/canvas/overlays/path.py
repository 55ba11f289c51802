"""The path that the probe keeps in sight."""

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import ClassVar, Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.camera import Camera, Floats
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.drawing import draw_marks, text_size
from editor.canvas.painting.label_room import Label, LabelRoom, Rank, beside
from editor.look import pens, style
from editor.look.style import CANVAS, GlyphStyle, Z
from editor.tools.messages.probe import compared_on_grid, over_waypoints, result_of
from navcore.i18n import mark
from navcore.level.model import Obstacle, Point
from navcore.level.pick import pick_index
from navcore.path.cell_path import cells_between
from navcore.path.result import PathResult, Status

_MOST_OBSTACLES: Final = 1000


class PathOverlay(Overlay):
    """The way that is walked, what is left of it where it can't be, and snapped ends."""

    name: ClassVar[str] = "path"
    title: ClassVar[str] = mark("Path")
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.PROBE, Reads.CLEARANCES})

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """What came out, beside the line, until there is another one."""
        result = scene.probe.result
        if result is None:
            return
        line = camera.to_pixels(np.vstack([result.start, *_walked(result), result.goal]))
        facts = scene.probe.facts
        compares = facts.network is not None and NetworkPathOverlay.name in scene.shown
        words = compared_on_grid(result, facts) if compares else result_of(result, facts)
        room.keep_off(_obstacles(scene, camera))
        _label_line(room, camera, line, words)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Casing, line, corners, end; the rest dotted to a cross; faint on other storeys."""
        result = scene.probe.result
        if result is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for walked, here in _stretches(result, scene):
            if here:
                _paint_line(painter, _polygon(walked, camera))
            else:
                _paint_elsewhere(painter, _polygon(walked, camera))
        _paint_corners(painter, result, scene, camera)
        _paint_rest(painter, result, scene, camera)


class NetworkPathOverlay(Overlay):
    """The path over waypoints between the same places, beside that on the grid."""

    name: ClassVar[str] = "network_path"
    title: ClassVar[str] = mark("Path over waypoints")
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.PROBE})

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """What came out, beside its line."""
        result = scene.probe.over_network
        if result is not None and result.status is Status.COMPLETE:
            line = camera.to_pixels(np.vstack([result.start, *_walked(result)]))
            _label_line(room, camera, line, over_waypoints(result))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """A line in the colour of edges, dotted over its casing."""
        result = scene.probe.over_network
        if result is None or len(result.points) == 0:
            return
        theme = style.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (
            pens.pen(theme.outside, CANVAS.path_casing, alpha=CANVAS.path_casing_alpha),
            pens.pen(theme.edge, CANVAS.path_line, CANVAS.path_rest_dash),
        ):
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolyline(_polygon(_walked(result), camera))


class PathCellsOverlay(Overlay):
    """The cells that the search chose, before smoothing."""

    name: ClassVar[str] = "path_cells"
    title: ClassVar[str] = mark("Cells of the path")
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    presets: ClassVar[frozenset[Preset]] = frozenset()
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.PROBE, Reads.WORLD})

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """A dotted line from centre to centre."""
        result = scene.probe.result
        if result is None or len(result.cells) == 0:
            return
        lattice = scene.bake.world.grid.lattice
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(
            pens.pen(style.current().path, CANVAS.path_cells_line, CANVAS.path_cells_dash)
        )
        for turns in result.legs or (result.turns,):
            cells = cells_between(turns).tolist()
            centres = [lattice.centre_of(column, row) for column, row in cells]
            painter.drawPolyline(_polygon(centres, camera))


def _label_line(room: LabelRoom, camera: Camera, line: Floats, words: str) -> None:
    """Words beside a line of pixels, where there is room in view."""
    size = text_size(words)
    inside = (camera.width - size[0] / 2, camera.height - size[1] / 2)
    places = tuple(
        (x, y)
        for x, y in _beside_line(line, size)
        if size[0] / 2 <= x <= inside[0] and size[1] / 2 <= y <= inside[1]
    )
    room.keep_off_lines([(tuple(a), tuple(b)) for a, b in pairwise(line.tolist())])
    if places:
        room.add(Label(words, size, places, Rank.RESULT, needed=True))


def _walked(result: PathResult) -> list[Point]:
    """The places that it leads through, from where it really begins."""
    walked = [(float(x), float(z)) for x, z in result.points]
    if result.snapped_start is None or not walked:
        walked.insert(0, result.start)
    return walked


def _are_here(result: PathResult, scene: Scene) -> list[bool]:
    """Of each of the places that it leads through whether it is on the storey in hand."""
    storey, start = scene.document.storey.name, scene.probe.storeys[0]
    layers = result.layers or (start,) * len(result.points)
    missing = len(_walked(result)) - len(layers)
    return [storey in {None, name} for name in (*(start,) * missing, *layers)]


def _stretches(result: PathResult, scene: Scene) -> list[tuple[list[Point], bool]]:
    """Its line in pieces, each on the storey in hand or elsewhere, in links to there too."""
    walked, here = _walked(result), _are_here(result, scene)
    found: list[tuple[list[Point], bool]] = []
    for (one, other), (a, b) in zip(pairwise(walked), pairwise(here), strict=True):
        if found and found[-1][1] == (a and b):
            found[-1][0].append(other)
        else:
            found.append(([one, other], a and b))
    return found


def _beside_line(line: Floats, size: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Places for a text beside a line of pixels, from its middle on to its ends."""
    legs = np.hypot(*np.diff(line, axis=0).T)
    ends = np.cumsum(legs)
    for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0.0, 1.0):
        along = share * ends[-1]
        leg = min(int(np.searchsorted(ends, along)), len(legs) - 1)
        if legs[leg] == 0.0:
            continue
        step = (line[leg + 1] - line[leg]) / legs[leg]
        x, y = (line[leg] + step * (along - ends[leg] + legs[leg])).tolist()
        ahead = ((x, y), (x + float(step[0]), y + float(step[1])))
        yield from islice(beside(ahead, size), 2)


def _obstacles(scene: Scene, camera: Camera) -> Floats:
    """(n, 4) pixels of the bounds of obstacles in view; none of so many that they leave no room."""
    level = scene.document.level
    _, found = pick_index(level).bounds_in(camera.box, (Obstacle,))
    if len(found) > _MOST_OBSTACLES:
        return np.empty((0, 4))
    corners = camera.to_pixels(found.reshape(-1, 2)).reshape(-1, 4)
    return corners[:, [0, 3, 2, 1]]


def _polygon(points: list[Point], camera: Camera) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in camera.to_pixels(points).tolist()])


def _paint_line(painter: QPainter, line: QPolygonF) -> None:
    theme = style.current()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in (
        pens.pen(theme.outside, CANVAS.path_casing, alpha=CANVAS.path_casing_alpha),
        pens.pen(theme.path, CANVAS.path_line),
    ):
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPolyline(line)


def _paint_elsewhere(painter: QPainter, line: QPolygonF) -> None:
    """What is walked on another storey, or in a link to one."""
    painter.setOpacity(CANVAS.link_far_alpha)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pens.pen(style.current().path, CANVAS.path_line, CANVAS.path_rest_dash))
    painter.drawPolyline(line)
    painter.setOpacity(1.0)


def _paint_corners(painter: QPainter, result: PathResult, scene: Scene, camera: Camera) -> None:
    corner = GlyphStyle("disc", 2 * CANVAS.path_corner, "agent_rim", "path_corner", 1.0)
    end = GlyphStyle("disc", 2 * CANVAS.path_end, "outside", "path_end", 1.5)
    start = GlyphStyle("disc", 2 * CANVAS.path_end, "outside", "path", 1.5)
    places, ratio = _polygon(_walked(result), camera).toList(), scene.device_ratio
    here = _are_here(result, scene)
    ends = ((0, start, "path"), (-1, end, "path_end"))
    for number, glyph, token in ends[: min(len(places), 2)]:
        # Where it begins or ends on another storey it can be taken to this one.
        draw_marks(painter, glyph if here[number] else _ring(token), [places[number]], ratio)
    between = zip(places[1:-1], here[1:-1], strict=True)
    draw_marks(painter, corner, [place for place, is_here in between if is_here], ratio)


def _paint_rest(painter: QPainter, result: PathResult, scene: Scene, camera: Camera) -> None:
    """What is not walked: from what was asked for to where the path really begins and ends.

    A ring where a cell near by stands in for the place, a cross where there is no path to it.
    """
    ratio, storey = scene.device_ratio, scene.document.storey.name
    starts_here, ends_here = (storey in {None, name} for name in scene.probe.storeys)
    if result.snapped_start is not None and starts_here:
        ends = (result.snapped_start, result.start)
        _paint_gap(painter, ends, "path", _ring("path"), camera, ratio)
    if result.status is Status.ALREADY_THERE or result.end == result.goal or not ends_here:
        return
    cross = GlyphStyle("cross", 2 * CANVAS.path_cross, "path_end", None, 2.0)
    mark = _ring("path_end") if result.ok else cross
    _paint_gap(painter, (result.end, result.goal), "path_end", mark, camera, ratio)


def _ring(token: str) -> GlyphStyle:
    return GlyphStyle("ring", 2 * CANVAS.path_end, token, None, 2.0)


def _paint_gap(
    painter: QPainter,
    ends: tuple[Point, Point],
    token: str,
    mark: GlyphStyle,
    camera: Camera,
    ratio: float,
) -> None:
    """A dotted line, and a mark at the end of it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    colour = getattr(style.current(), token)
    painter.setPen(pens.pen(colour, CANVAS.door_line, CANVAS.path_rest_dash))
    painter.drawPolyline(_polygon(list(ends), camera))
    draw_marks(painter, mark, _polygon([ends[1]], camera).toList(), ratio)


OVERLAYS = (NetworkPathOverlay, PathOverlay, PathCellsOverlay)
