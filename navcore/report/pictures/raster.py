"""Pictures as PNG, painted with numpy and packed with zlib: no drawing library, no fonts."""

import struct
import zlib
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.report.pictures.coverage import (
    Mask,
    coverage,
    dashed,
    disc,
    stroke_pieces,
)
from navcore.report.pictures.letters import strokes_of
from navcore.report.pictures.shapes import (
    CROSSED,
    DOTS,
    FALLING,
    Disc,
    Part,
    Pattern,
    Picture,
    Points,
    Shape,
    Text,
)

SCALE: Final = 2
"""Pixels of a PNG for each pixel of the picture: sharp on screens of twice the density."""

_LEVEL: Final = 6
"""zlib level; higher levels are several times slower and save only a few per cent."""

Box = tuple[int, int, int, int]


def png_of(picture: Picture, scale: int = SCALE) -> bytes:
    """Return a picture as PNG with `scale` pixels for each pixel of the picture."""
    canvas = _Canvas(picture, scale)
    for part in picture.parts:
        canvas.paint(part)
    return _packed(canvas.pixels)


class _Canvas:
    def __init__(self, picture: Picture, scale: int) -> None:
        self.scale = scale
        self.width, self.height = picture.width * scale, picture.height * scale
        self.pixels: npt.NDArray[np.float32] = np.empty((self.height, self.width, 3), np.float32)
        self.pixels[:] = _rgb(picture.ground)
        self.box: Box = (0, 0, self.width, self.height)

    def paint(self, part: Part) -> None:
        """Paint a part over the canvas."""
        match part:
            case Shape():
                self._paint_shape(part)
            case Disc():
                ring = disc(part.x, part.y, part.radius)
                self._paint_shape(
                    Shape(
                        (ring,), fill=part.fill, line=part.line, width=part.width, dash=part.dash
                    ),
                )
            case Text():
                self._paint_text(part)

    def _paint_shape(self, shape: Shape) -> None:
        lines = [points * self.scale for points in shape.lines if len(points)]
        if shape.fill is not None or shape.pattern is not None:
            self._fill([line for line in lines if len(line) > 2], shape)
        if shape.line is not None:
            self._stroke(lines, shape)

    def _fill(self, rings: list[Points], shape: Shape) -> None:
        seen = _seen(rings, 0.0, self.box)
        if seen is None:
            return
        mask = coverage(rings, seen)
        if shape.fill is not None:
            self._blend(seen, mask * shape.fill_alpha, shape.fill)
        if shape.pattern is not None and shape.ink is not None:
            self._blend(seen, mask * _pattern(shape.pattern, seen, self.scale), shape.ink)

    def _stroke(self, lines: list[Points], shape: Shape) -> None:
        width, closed = shape.width * self.scale, shape.closed
        seen = _seen(lines, width, self.box)
        if seen is None or shape.line is None:
            return
        if shape.dash:
            lines, closed = dashed(lines, closed, [d * self.scale for d in shape.dash]), False
        pieces = stroke_pieces(lines, closed, width)
        if pieces:
            self._blend(seen, coverage(pieces, seen, united=True) * shape.line_alpha, shape.line)

    def _paint_text(self, text: Text) -> None:
        strokes, width = strokes_of(text.text, text.size)
        if not strokes:
            return
        x = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
        placed = tuple(np.add(stroke, (x, text.y)) for stroke in strokes)
        weight = text.size / (8 if text.bold else 11)
        if text.halo is not None:
            rim = Shape(placed, closed=False, line=text.halo, width=weight + 3)
            self._paint_shape(rim)
        self._paint_shape(Shape(placed, closed=False, line=text.colour, width=weight))

    def _blend(self, box: Box, mask: Mask, colour: str) -> None:
        left, top, right, bottom = box
        part = self.pixels[top:bottom, left:right]
        rows, columns = np.nonzero(mask)
        if 2 * len(rows) < mask.size:
            touched = part[rows, columns]
            part[rows, columns] = touched + (_rgb(colour) - touched) * mask[rows, columns, None]
        else:
            part += (_rgb(colour) - part) * mask[:, :, None]


def _seen(lines: list[Points], around: float, box: Box) -> Box | None:
    """Return the pixels of a box that lines may touch; None if there are none."""
    if not lines:
        return None
    every = np.concatenate(lines)
    reach = around / 2 + 1
    low = np.clip(np.floor(every.min(axis=0) - reach), -(2**30), 2**30).astype(int)
    high = np.clip(np.ceil(every.max(axis=0) + reach), -(2**30), 2**30).astype(int)
    found = (max(int(low[0]), box[0]), max(int(low[1]), box[1]),
             min(int(high[0]), box[2]), min(int(high[1]), box[3]))  # fmt: skip
    return found if found[0] < found[2] and found[1] < found[3] else None


def _pattern(pattern: Pattern, box: Box, scale: int) -> Mask:
    """Return how much of each pixel of a box a pattern covers."""
    angle, step, width, alpha = pattern.value
    left, top, right, bottom = box
    x = (np.arange(left, right, dtype=np.float32) + 0.5)[None, :] / scale
    y = (np.arange(top, bottom, dtype=np.float32) + 0.5)[:, None] / scale
    if angle == DOTS:
        ways = [np.hypot(x % step - step / 2, y % step - step / 2)]
    else:
        rising, falling = (x + y) * np.float32(0.5**0.5), (x - y) * np.float32(0.5**0.5)
        both = {CROSSED: [rising, falling], FALLING: [falling]}.get(angle, [rising])
        ways = [abs(across % step - step / 2) for across in both]
    marks = [np.clip((width / 2 - away) * scale + 0.5, 0, 1) for away in ways]
    mask: Mask = np.maximum.reduce(marks).astype(np.float32) * np.float32(alpha)
    return mask


def _rgb(colour: str) -> npt.NDArray[np.float32]:
    return np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)], np.float32)


def _packed(pixels: npt.NDArray[np.float32]) -> bytes:
    """PNG of (height, width, 3) from 0 to 255 (W3C, PNG specification, third edition)."""
    height, width, _ = pixels.shape
    whole = np.clip(np.rint(pixels), 0, 255).astype(np.uint8)
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    # Each row minus the row above (filter 2): flat colours become zeros.
    rows[:, 0] = 2
    rows[:, 1:] = whole.reshape(height, -1)
    rows[1:, 1:] -= whole.reshape(height, -1)[:-1]
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(rows.tobytes(), _LEVEL)
    chunks = ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + body))
    return struct.pack(">I", len(body)) + name + body + check
