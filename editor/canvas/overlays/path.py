"""The path that the probe keeps in sight."""

from typing import ClassVar, Final

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, Floats
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.drawing import draw_marks
from editor.canvas.painting.label_room import LabelRoom
from editor.canvas.painting.path_lines import (
    are_here,
    label_line,
    paint_elsewhere,
    paint_gap,
    paint_line,
    polygon,
    ring,
    seen,
    stretches,
    walked,
)
from editor.look import pens, style
from editor.look.style import CANVAS, GlyphStyle, Z
from editor.tools.messages.probe import compared_on_grid, over_waypoints, result_of
from navcore.i18n import mark
from navcore.level.model import Obstacle
from navcore.level.pick import pick_index
from navcore.path.result import PathResult, Status

_MOST_OBSTACLES: Final = 1000


class PathOverlay(Overlay):
    """The walked path, the rest that can't be walked, and snapped ends."""

    name: ClassVar[str] = "path"
    title: ClassVar[str] = mark("Path")
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.PROBE, Reads.CLEARANCES})

    def shown_at_once(self, scene: Scene) -> object:
        """The line: it follows what is dragged."""
        result = scene.probe.result
        if result is None:
            return None
        ends = (result.snapped_start, result.snapped_goal)
        return (result.status, result.start, result.goal, ends, result.points.tobytes())

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add the result beside the line, until there is another path."""
        result = scene.probe.result
        if result is None:
            return
        line = camera.to_pixels(np.vstack([result.start, *walked(result), result.goal]))
        facts = scene.probe.facts
        compares = facts.network is not None and NetworkPathOverlay.name in scene.shown
        words = compared_on_grid(result, facts) if compares else result_of(result, facts)
        room.keep_off(_obstacles(scene, camera))
        label_line(room, camera, line, words)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Casing, line, corners, end; the rest dotted to a cross; faint on other storeys."""
        result = scene.probe.result
        if result is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for piece, here in stretches(result, scene.probe.storeys[0], scene.document.storey.name):
            for part in seen(np.array(piece), camera):
                if here:
                    paint_line(painter, part)
                else:
                    paint_elsewhere(painter, part)
        gap = scene.probe.facts.gap
        if gap is not None and scene.document.storey.name in {None, scene.probe.storeys[0]}:
            paint_line(painter, polygon(list(gap), camera), "text", CANVAS.gap_line)
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
        """Add the result beside its line."""
        result = scene.probe.over_network
        if result is not None and result.status is Status.COMPLETE:
            line = camera.to_pixels(np.vstack([result.start, *walked(result)]))
            label_line(room, camera, line, over_waypoints(result))

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
            for piece in seen(np.array(walked(result)), camera):
                painter.drawPolyline(piece)


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
            centres = [lattice.centre_of(column, row) for column, row in turns.tolist()]
            for piece in seen(np.array(centres), camera):
                painter.drawPolyline(piece)


def _obstacles(scene: Scene, camera: Camera) -> Floats:
    """Return (n, 4) pixel bounds of obstacles in view; empty if there are too many."""
    level = scene.document.level
    _, found = pick_index(level).bounds_in(camera.box, (Obstacle,))
    if len(found) > _MOST_OBSTACLES:
        return np.empty((0, 4))
    corners = camera.to_pixels(found.reshape(-1, 2)).reshape(-1, 4)
    return corners[:, [0, 3, 2, 1]]


def _paint_corners(painter: QPainter, result: PathResult, scene: Scene, camera: Camera) -> None:
    corner = GlyphStyle("disc", 2 * CANVAS.path_corner, "agent_rim", "path_corner", 1.0)
    end = GlyphStyle("disc", 2 * CANVAS.path_end, "outside", "path_end", 1.5)
    start = GlyphStyle("disc", 2 * CANVAS.path_end, "outside", "path", 1.5)
    places, ratio = polygon(walked(result), camera).toList(), scene.device_ratio
    here = are_here(result, scene.probe.storeys[0], scene.document.storey.name)
    ends = ((0, start, "path"), (-1, end, "path_end"))
    for number, glyph, token in ends[: min(len(places), 2)]:
        # An end on another storey can be dragged to this one.
        draw_marks(painter, glyph if here[number] else ring(token), [places[number]], ratio)
    view = QRectF(0.0, 0.0, camera.width, camera.height)
    view.adjust(*(-corner.size, -corner.size, corner.size, corner.size))
    between = zip(places[1:-1], here[1:-1], strict=True)
    shown = [place for place, is_here in between if is_here and view.contains(place)]
    draw_marks(painter, corner, shown, ratio)


def _paint_rest(painter: QPainter, result: PathResult, scene: Scene, camera: Camera) -> None:
    """Paint what is not walked: from the requested ends to the actual ends of the path.

    A ring where a nearby cell replaces the place, a cross where no path leads to it.
    """
    ratio, storey = scene.device_ratio, scene.document.storey.name
    starts_here, ends_here = (storey in {None, name} for name in scene.probe.storeys)
    if result.snapped_start is not None and starts_here:
        ends = (result.snapped_start, result.start)
        paint_gap(painter, ends, "path", ring("path"), camera, ratio)
    if result.status is Status.ALREADY_THERE or result.end == result.goal or not ends_here:
        return
    cross = GlyphStyle("cross", 2 * CANVAS.path_cross, "path_end", None, 2.0)
    mark = ring("path_end") if result.ok else cross
    paint_gap(painter, (result.end, result.goal), "path_end", mark, camera, ratio)


OVERLAYS = (NetworkPathOverlay, PathOverlay, PathCellsOverlay)
