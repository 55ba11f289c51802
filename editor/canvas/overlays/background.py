"""Pictures to trace, below everything; cells and obstacles let them shine through."""

from collections.abc import Iterator
from typing import ClassVar, Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF, QRegion, QTransform

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.drawing import text
from editor.look import pens, style
from editor.look.style import CANVAS, FONT, Z
from editor.services.backgrounds.picture import Picture
from editor.services.backgrounds.service import Source
from navcore.i18n import mark, tr
from navcore.level.affine import turned_by
from navcore.level.model import Background
from navcore.level.operations.backgrounds import file_name

_UNKNOWN: Final = (800, 600)
"""Pixels across and up of the frame for a picture of unknown size."""


class BackgroundOverlay(Overlay):
    """The pictures, back to front."""

    name: ClassVar[str] = "background"
    title: ClassVar[str] = mark("Pictures to trace")
    group: ClassVar[OverlayGroup] = OverlayGroup.VIEW
    presets: ClassVar[frozenset[Preset]] = frozenset({Preset.DRAW})
    z: ClassVar[Z] = Z.BACKGROUND
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.BACKGROUNDS})
    exported: ClassVar[bool] = False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint the visible part of each picture, in the copy that fits."""
        for background in _shown(scene):
            picture = scene.backgrounds.picture(background)
            if picture is not None:
                _paint_picture(painter, background, picture, scene, camera)


def _covered(scene: Scene, camera: Camera) -> QRegion:
    """Return the region of visible pictures, where things above must be translucent."""
    region = QRegion()
    if BackgroundOverlay.name not in scene.shown:
        return region
    canvas = QRect(0, 0, camera.width, camera.height)
    for background in _shown(scene):
        picture = scene.backgrounds.picture(background)
        if picture is not None:
            size = (picture.width, picture.height)
            place, turn = _place(background, size, camera), _turn(background, camera)
            if background.turn:
                region += QRegion(turn.map(QPolygonF(place)).toPolygon()) & canvas
            else:
                region += place.intersected(QRectF(canvas)).toAlignedRect()
    return region


def opacities(
    painter: QPainter, scene: Scene, camera: Camera, over_picture: float
) -> Iterator[float]:
    """Yield the opacities to paint with: 1, and `over_picture` where pictures shine through.

    While the caller paints with one of them, the painter is clipped to its region.
    """
    over = _covered(scene, camera)
    part = QRegion() if over.isEmpty() else QRegion(QRect(*camera.pixels_of(scene.box)))
    if (over & part).isEmpty():
        yield 1.0
        return
    for region, alpha in ((part - over, 1.0), (over & part, over_picture)):
        if not region.isEmpty():
            painter.save()
            painter.setClipRegion(region, Qt.ClipOperation.IntersectClip)
            yield alpha
            painter.restore()


class BackgroundFramesOverlay(Overlay):
    """A frame with the path for each picture that is not there."""

    name: ClassVar[str] = "background_frames"
    z: ClassVar[Z] = Z.PROBLEMS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.BACKGROUNDS})
    exported: ClassVar[bool] = False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint missing pictures as dashed frames, with the reason."""
        for background in _shown(scene):
            source = scene.backgrounds.source(background)
            if scene.backgrounds.picture(background) is None:
                _paint_frame(painter, background, source, camera)


def _shown(scene: Scene) -> list[Background]:
    return [b for b in scene.backgrounds.all if b.kind == "picture" and b.visible]


def _place(background: Background, size: tuple[int, int], camera: Camera) -> QRectF:
    """Return where it lies on the canvas, before it is turned."""
    x, z = background.position
    width, height = (count * background.scale * camera.scale for count in size)
    left, bottom = camera.to_pixel((x, z))
    return QRectF(left, bottom - height, width, height)


def _turn(background: Background, camera: Camera) -> QTransform:
    """Return the transform from unturned to displayed pixels."""
    x, y = camera.to_pixel(background.position)
    cosine, sine = turned_by(background.turn)
    return QTransform.fromTranslate(-x, -y) * QTransform(cosine, -sine, sine, cosine, x, y)


def _paint_picture(
    painter: QPainter, background: Background, picture: Picture, scene: Scene, camera: Camera
) -> None:
    place = _place(background, (picture.width, picture.height), camera)
    turn = _turn(background, camera)
    part = QRectF(QRect(*camera.pixels_of(scene.box)))
    seen = place.intersected(turn.inverted()[0].mapRect(part) if background.turn else part)
    if seen.isEmpty():
        return
    image = picture.for_scale(background.scale * camera.scale * scene.device_ratio)
    across, down = image.width() / place.width(), image.height() / place.height()
    source = QRectF(
        (seen.left() - place.left()) * across,
        (seen.top() - place.top()) * down,
        seen.width() * across,
        seen.height() * down,
    )
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
    painter.setOpacity(background.opacity)
    if background.turn:
        painter.setTransform(turn, combine=True)
    painter.drawImage(seen, image, source)
    painter.restore()


def _paint_frame(painter: QPainter, background: Background, source: Source, camera: Camera) -> None:
    """Paint the frame where a picture would be, and why it is missing."""
    theme = style.current()
    place = _place(background, _UNKNOWN, camera)
    loading = source.state == "loading"
    token = theme.control if loading else theme.warn
    painter.setPen(pens.pen(token, CANVAS.outline, CANVAS.band_dash))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(_turn(background, camera).map(QPolygonF(place)))
    words = {
        "loading": tr("Reading {0}"),
        "missing": tr("{0} is missing"),
    }.get(source.state, tr("{0} can't be read"))
    lines = [words.format(file_name(background.path))]
    if not loading:
        lines.append(background.path)
    middle = _turn(background, camera).map(place.center())
    height = QFontMetricsF(pens.font(FONT.small)).height() + CANVAS.halo
    for number, line in enumerate(lines):
        down = (number - (len(lines) - 1) / 2) * height
        text(painter, line, middle + QPointF(0.0, down))


OVERLAYS = (BackgroundOverlay, BackgroundFramesOverlay)
