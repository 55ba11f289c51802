"""Pictures as they are drawn: read once, no larger than memory can bear, and in halves.

A picture that is drawn smaller than it is would be read over and over; of halves of halves, the
one that is just large enough is drawn, so that panning takes the same time for all sizes.
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
"""How the names of pictures end that can be traced."""

MOST_PIXELS: Final = 2**24
"""Pixels that are kept of one picture, 64 MB; larger ones are shrunk when they are read."""

_MOST_DECODED: Final = 4 * MOST_PIXELS
"""Pixels of a picture that is decoded at all, 256 MB: as many as Qt allows by itself."""


LEAST_SIDE: Final = 64
"""Pixels of the longer side from which on a picture is not halved."""

_SVG_SIDE: Final = 3072
"""Pixels of the longer side that drawings without pixels are drawn with."""


_FIRST_BYTES: Final = (
    (b"\x89PNG\r\n\x1a\n", b"png"), (b"\xff\xd8\xff", b"jpeg"), (b"BM", b"bmp"),
)  # fmt: skip
"""How the content of each format begins, and Qt's name of it."""

_BEFORE_TEXT: Final = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
"""Marks of UTF-8 and UTF-16, and space, before the text of a drawing."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in several sizes."""

    width: int
    """Pixels of the file, across."""
    height: int
    sizes: tuple[QImage, ...]
    """The largest first, each half as wide as the one before."""

    def for_scale(self, device_pixels: float) -> QImage:
        """The smallest that has a pixel for each device pixel, or the largest.

        `device_pixels` is how many a pixel of the file takes.
        """
        wanted = device_pixels * self.width
        fitting = [image for image in self.sizes if image.width() >= wanted]
        return fitting[-1] if fitting else self.sizes[0]


def is_picture(path: Path) -> bool:
    """Whether a file is a picture, by its name."""
    return path.suffix.lower() in SUFFIXES


def picture_size(path: Path) -> tuple[int, int]:
    """Pixels across and up of the picture in a file, without decoding it.

    Raises:
        NavcoreError: if it is no picture, or one that is not read.
    """
    with _opened(path) as reader:
        return _upright(reader)


def read_picture(path: Path) -> Picture:
    """The picture in a file, in all sizes.

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
    """What decodes the picture in a file, which is read from memory: Qt would open any device.

    Raises:
        NavcoreError: if it is no picture, or one that would take too much time or memory.
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
    """Whether the picture has no pixels of its own."""
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
