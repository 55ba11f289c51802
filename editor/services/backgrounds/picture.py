"""Pictures for drawing: read once, limited in size, and with half-sized copies.

Drawing a large picture at a small size would read all of it every time. Instead the smallest
sufficient copy of a series of halved copies is drawn, so that panning takes the same time for all
sizes.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from editor.services.backgrounds.svg_limits import check_svg
from navcore.errors import NavcoreError
from navcore.formats.atomic import read_bytes
from navcore.i18n import tr

SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg", ".bmp")
"""File suffixes of pictures that can be traced."""

MOST_PIXELS: Final = 2**24
"""Most pixels that are kept of one picture, 64 MB; larger ones are shrunk on reading."""

_MOST_DECODED: Final = 4 * MOST_PIXELS
"""Most pixels of a picture that is decoded, 256 MB: Qt's own default limit."""


LEAST_SIDE: Final = 64
"""Pixels of the longer side from which on a picture is not halved."""

_SVG_SIDE: Final = 3072
"""Pixels of the longer side that drawings without pixels are drawn with."""


_FIRST_BYTES: Final = (
    (b"\x89PNG\r\n\x1a\n", b"png"), (b"\xff\xd8\xff", b"jpeg"), (b"BM", b"bmp"),
)  # fmt: skip
"""First bytes of each format, and Qt's name for it."""

_BEFORE_TEXT: Final = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
"""Marks of UTF-8 and UTF-16, and space, before the text of a drawing."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in several sizes."""

    width: int
    """Pixels of the file, across."""
    height: int
    sizes: tuple[QImage, ...]
    """Copies, the largest first, each half as wide as the one before."""

    def for_scale(self, device_pixels: float) -> QImage:
        """Return the smallest copy with a pixel for each device pixel, or the largest copy.

        `device_pixels` is the size of a pixel of the file in device pixels.
        """
        wanted = device_pixels * self.width
        fitting = [image for image in self.sizes if image.width() >= wanted]
        return fitting[-1] if fitting else self.sizes[0]


def is_picture(path: Path) -> bool:
    """Return whether a file is a picture, by its name."""
    return path.suffix.lower() in SUFFIXES


def picture_size(path: Path) -> tuple[int, int]:
    """Pixels across and up of the picture in a file, without decoding it.

    Raises:
        NavcoreError: if it is not a picture, or a refused one.
    """
    with _opened(path) as reader:
        return _upright(reader)


def read_picture(path: Path) -> Picture:
    """Return the picture in a file, in all sizes.

    Raises:
        NavcoreError: if it can't be read, or would take too much memory.
    """
    with _opened(path) as reader:
        width, height = _upright(reader)
        size = reader.size()
        longest = max(size.width(), size.height(), 1)
        share = math.sqrt(MOST_PIXELS / max(1, size.width() * size.height()))
        if _is_drawing(reader):
            share = min(max(1.0, _SVG_SIDE / longest), share)
        if share < 1.0 or _is_drawing(reader):
            scaled = QSize(round(size.width() * share), round(size.height() * share))
            reader.setScaledSize(scaled.expandedTo(QSize(1, 1)))
        image = reader.read()
        if image.isNull():
            raise NavcoreError(_refusal(path, reader))
        return Picture(width, height, _halves(image))


def _halves(image: QImage) -> tuple[QImage, ...]:
    alpha = image.hasAlphaChannel()
    wanted = QImage.Format.Format_ARGB32_Premultiplied if alpha else QImage.Format.Format_RGB32
    sizes = [image.convertToFormat(wanted)]
    while max(sizes[-1].width(), sizes[-1].height()) > LEAST_SIDE:
        last = sizes[-1]
        half = QSize(max(1, last.width() // 2), max(1, last.height() // 2))
        smooth = Qt.TransformationMode.SmoothTransformation
        sizes.append(last.scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, smooth))
    return tuple(sizes)


@contextmanager
def _opened(path: Path) -> Iterator[QImageReader]:
    """Return a decoder for the picture in a file, read from memory: Qt would open any device.

    Raises:
        NavcoreError: if it is not a picture, or would need too much time or memory.
    """
    held = read_bytes(path)
    data = QBuffer()
    data.setData(held)
    data.open(QIODevice.OpenModeFlag.ReadOnly)
    # The name may lie; and where Qt detects the format it locks signals, see `services/worker`.
    reader = QImageReader(data, _format(held))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    if _is_drawing(reader):
        check_svg(held, path.name)
    size = reader.size()
    too_large = size.width() * size.height() > _MOST_DECODED and not _is_drawing(reader)
    if too_large or size.isEmpty() or not reader.canRead():
        raise NavcoreError(_refusal(path, reader))
    yield reader


def _format(data: bytes) -> bytes:
    """Return Qt's name of a picture's format by how its content begins."""
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return b"webp"
    if data[:1024].lstrip(_BEFORE_TEXT).startswith(b"<"):
        return b"svg"
    return next((name for first, name in _FIRST_BYTES if data.startswith(first)), b"none")


def _is_drawing(reader: QImageReader) -> bool:
    """Return whether the picture is a vector drawing."""
    return bytes(reader.format().data()).startswith(b"svg")


def _upright(reader: QImageReader) -> tuple[int, int]:
    """Pixels across and up, as the camera was held."""
    size = reader.size()
    turned = reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90
    return (size.height(), size.width()) if turned else (size.width(), size.height())


def _refusal(path: Path, reader: QImageReader) -> str:
    size = reader.size()
    if size.width() * size.height() > _MOST_DECODED and not _is_drawing(reader):
        message = tr("{0} is too large: {1} × {2} pixels. Save it with a quarter of them.")
        return message.format(path.name, f"{size.width():,}", f"{size.height():,}")
    return tr("{0} can't be read as a picture. PNG, JPEG, WebP, SVG and BMP can.").format(path.name)
