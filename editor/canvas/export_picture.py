"""Export the canvas as a picture: the drawing, without parts of the program."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from editor.canvas.camera import Box, Camera, grown
from editor.canvas.chrome import ScaleBar, corner_places
from editor.canvas.layers import BESIDE
from editor.canvas.legend import Legend
from editor.canvas.overlay_painting import paint_labels, paint_overlay
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.painting.area_names import AreaNames
from editor.canvas.painting.drawing import text_size
from editor.look import pens, style

What: TypeAlias = Literal["view", "level"]

LONGEST: Final = 1600
"""Pixels of the longer side of a picture of the whole level, at 1x."""
MOST_SCALE: Final = 160.0
"""Pixels a metre of the whole level at most: small levels make small pictures."""
DPI: Final = 96
BAND_PIXELS: Final = 1_500_000
"""Pixels that are painted without a pause."""

_NOT_IN_XML: Final = bytes(set(range(32)) - set(b"\t\n\r"))
"""Control characters, which names may hold and XML may not."""


@dataclass(frozen=True, slots=True)
class Order:
    """Contents of a picture."""

    what: What = "view"
    times: int = 1
    """Device pixels per pixel; shapes in an SVG need no more than 1."""
    legend: bool = True
    scale_bar: bool = True


def camera_for(what: What, view: Camera, bounds: Box | None) -> Camera:
    """Return the camera of a picture: the view's camera, or one that frames the whole level."""
    if what == "view" or bounds is None:
        return view
    width, depth = max(bounds[2] - bounds[0], 1e-6), max(bounds[3] - bounds[1], 1e-6)
    scale = min(MOST_SCALE, LONGEST / max(width, depth))
    size = (max(1, round(width * scale)), max(1, round(depth * scale)))
    middle = ((bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2)
    return Camera(*middle, scale, *size)


def size_of(camera: Camera, order: Order) -> tuple[int, int]:
    """Width and height in pixels of the file."""
    return camera.width * order.times, camera.height * order.times


def blank(camera: Camera, order: Order) -> QImage:
    """Return the image on which a picture in pixels is painted."""
    made = QImage(*size_of(camera, order), QImage.Format.Format_RGB32)
    made.setDevicePixelRatio(order.times)
    return made


def paint_by_bands(
    made: QImage, scene: Scene, overlays: Sequence[Overlay], camera: Camera, order: Order
) -> Iterator[float]:
    """Paint a blank picture band by band; gives the share that is done after each.

    Level and run must not change on the way.
    """
    scene = replace(scene, names=AreaNames(text_size, math.inf))
    height = max(1, BAND_PIXELS // (camera.width * order.times**2))
    for top in range(0, camera.height, height):
        band = QRect(0, top, camera.width, min(height, camera.height - top))
        _paint_on(made, scene, overlays, camera, order, band)
        yield band.bottom() / camera.height


def image(scene: Scene, overlays: Sequence[Overlay], camera: Camera, order: Order) -> QImage:
    """Return the picture in pixels, at one stroke."""
    made = blank(camera, order)
    for _ in paint_by_bands(made, scene, overlays, camera, order):
        pass
    return made


def png_of(picture: QImage) -> bytes:
    """Return the bytes of a PNG file; in any thread."""
    store = QByteArray()
    buffer = QBuffer(store)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(picture)
    return bytes(store.data())


def svg(
    scene: Scene, overlays: Sequence[Overlay], camera: Camera, order: Order, title: str
) -> bytes:
    """Return the bytes of an SVG file: shapes, lines and text that can be searched and edited."""
    store = QByteArray()
    buffer = QBuffer(store)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(DPI)
    generator.setSize(QSize(camera.width, camera.height))
    generator.setViewBox(QRect(0, 0, camera.width, camera.height))
    generator.setTitle(title)
    scene = replace(scene, names=AreaNames(text_size, math.inf))
    everything = QRect(0, 0, camera.width, camera.height)
    _paint_on(generator, scene, overlays, camera, replace(order, times=1), everything)
    return bytes(store.data()).translate(None, _NOT_IN_XML)


def _paint_on(
    device: QImage | QSvgGenerator,
    scene: Scene,
    overlays: Iterable[Overlay],
    camera: Camera,
    order: Order,
    band: QRect,
) -> None:
    """Paint a part of the picture."""
    shown = [overlay for overlay in overlays if overlay.visible and overlay.exported]
    part = camera.part(band.x(), band.y(), band.width(), band.height())
    around = grown(part.box, BESIDE / camera.scale)
    scene = replace(
        scene,
        device_ratio=float(order.times),
        box=around,
        scale=camera.scale,
        shown=frozenset(overlay.name for overlay in shown),
        pointer=None,
        covered=(),
        moving=False,
    )
    painter = QPainter(device)
    try:
        if isinstance(device, QImage):
            painter.setClipRect(band)
        painter.fillRect(band, pens.colour(style.current().outside))
        for overlay in shown:
            paint_overlay(overlay, painter, scene, camera)
        paint_labels(shown, painter, scene, camera)
        # Every band contains the legend of the whole picture.
        _paint_chrome(painter, replace(scene, box=camera.box), shown, camera, order)
    finally:
        painter.end()


def _paint_chrome(
    painter: QPainter, scene: Scene, shown: Sequence[Overlay], camera: Camera, order: Order
) -> None:
    """Legend and scale bar where the canvas has them."""
    # Their parent is never shown, so neither are they.
    hidden = QWidget(font=pens.font())
    legend, bar = Legend(hidden, head=False), ScaleBar(hidden)
    legend.show_rows([row for overlay in shown for row in overlay.legend(scene)])
    bar.show_scale(camera.scale)
    size = QSize(camera.width, camera.height)
    at_legend, at_bar = corner_places(size, legend.size(), bar.size())
    drawn: tuple[tuple[bool, QPoint, Callable[[QPainter], None]], ...] = (
        (order.legend and bool(legend.rows), at_legend.toPoint(), legend.paint_on),
        (order.scale_bar, at_bar.toPoint(), bar.paint_on),
    )
    for wanted, place, paint_on in drawn:
        if wanted:
            painter.save()
            painter.translate(place)
            paint_on(painter)
            painter.restore()
    hidden.deleteLater()
