"""Probes that stay, and the path that the probe is compared with."""

from typing import ClassVar

import numpy as np
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, Floats
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.drawing import draw_marks
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import near
from editor.canvas.painting.line_pictures import KeptLines
from editor.canvas.painting.path_lines import (
    label_line,
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
from editor.services.pins import Pin
from editor.tools.messages.probe import against_words, compared_with, pinned
from navcore.path.result import PathResult, Status


class PinnedProbesOverlay(Overlay):
    """The path of each pinned probe, as it is in the newest world; shown until it is removed."""

    name: ClassVar[str] = "pinned_probes"
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.PROBE, Reads.WORLD, Reads.LEVEL})

    def __init__(self) -> None:
        """Start without lines."""
        super().__init__()
        self._lines = KeptLines()

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """The number of each, and what came out."""
        for pin, result in _found(scene):
            line = [pin.start, pin.goal] if result is None else [*walked(result), result.goal]
            if not _is_probe(scene, pin):
                pixels, words = camera.to_pixels(np.array(line)), pinned(pin.number, result)
                label_line(room, camera, pixels, words, among_many=True)
            else:
                # The probe's own label says what came out.
                room.add(near(str(pin.number), camera.to_pixel(pin.start), Rank.NUMBER))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint thinner than the probe's own path; the picked one equally wide."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        storey, ratio = scene.document.storey.name, scene.device_ratio
        found = [(pin, result) for pin, result in _found(scene) if not _is_probe(scene, pin)]
        self._paint_lines(painter, scene, camera, found)
        for pin, result in found:
            if result is not None:
                _paint_rest(painter, result, camera, ratio)
            ends = ((pin.start, "path"), (pin.goal, "path_end"))
            for (place, token), on in zip(ends, pin.storeys, strict=True):
                if storey in {None, on} and camera.sees((*place, *place)):
                    draw_marks(painter, ring(token), polygon([place], camera).toList(), ratio)

    def _paint_lines(
        self,
        painter: QPainter,
        scene: Scene,
        camera: Camera,
        found: list[tuple[Pin, PathResult | None]],
    ) -> None:
        """Paint all lines in one picture; those on other storeys dashed."""
        picked, theme = scene.probe.pins.picked, style.current()
        lines: list[tuple[Floats, float]] = []
        for pin, result in found:
            if result is None:
                continue
            width = CANVAS.path_line if pin.number == picked else CANVAS.agent_path_line
            pieces = stretches(result, pin.storeys[0], scene.document.storey.name)
            for piece, here in pieces:
                if here:
                    pixels = camera.to_pixels(np.array(piece))
                    lines.append((np.hstack((pixels[:-1], pixels[1:])), width))
                else:
                    for part in seen(np.array(piece), camera):
                        paint_line(painter, part, "path", width, CANVAS.path_rest_dash)
        if lines:
            aside = CANVAS.path_casing - CANVAS.path_line
            parts = [
                (ends, ((theme.outside, width + aside), (theme.path, width)))
                for ends, width in lines
            ]
            self._lines.draw(painter, parts, camera, scene.box, scene.device_ratio)


class ComparedPathOverlay(Overlay):
    """The path of another type or engine between the probe's places, where one was chosen."""

    name: ClassVar[str] = "compared_path"
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.PROBE, Reads.WORLD, Reads.LEVEL})

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add the result beside its line."""
        result = scene.probe.compared
        if result is not None:
            line = camera.to_pixels(np.array([*walked(result), result.goal]))
            words = compared_with(against_words(scene.probe.against), result)
            label_line(room, camera, line, words, among_many=True)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Thin dashes, between which the probe's own line is seen where both lead."""
        result = scene.probe.compared
        if result is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(pens.pen(style.current().text, CANVAS.gap_line, CANVAS.compared_dash))
        for piece in seen(np.array(walked(result)), camera):
            painter.drawPolyline(piece)
        _paint_rest(painter, result, camera, scene.device_ratio)


def _found(scene: Scene) -> list[tuple[Pin, PathResult | None]]:
    """Return the pins with their known paths; the rest is searched meanwhile."""
    pins, settings = scene.probe.pins, scene.run.world.level.settings
    paths = pins.paths([pin.leg(settings) for pin in pins.pins])
    return list(zip(pins.pins, paths, strict=True))


def _is_probe(scene: Scene, pin: Pin) -> bool:
    """Return whether it is the path that the probe has in sight itself."""
    probe = scene.probe
    asked = (pin.start, pin.goal) == probe.ends and pin.storeys == probe.storeys
    shown = (scene.bake.shown_floor.type_name, scene.document.state.name)
    return asked and (pin.type_name, pin.state) == shown


def _paint_rest(painter: QPainter, result: PathResult, camera: Camera, ratio: float) -> None:
    """Dotted to the goal with a cross, where there is no path to it."""
    if result.ok or result.status is Status.ALREADY_THERE:
        return
    cross = GlyphStyle("cross", 2 * CANVAS.path_cross, "path_end", None, 2.0)
    paint_gap(painter, (result.end, result.goal), "path_end", cross, camera, ratio)


OVERLAYS = (ComparedPathOverlay, PinnedProbesOverlay)
