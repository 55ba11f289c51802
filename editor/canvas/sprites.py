"""Small pictures of what there is many of, made once each, and put on the canvas all together."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter

from editor import style
from editor.canvas.camera import Box, Camera, Floats
from editor.style import CANVAS
from navcore.kernels import buffers, splat

Integers: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.uint32]

SIZES: Final = 4
"""So many sizes a pixel are told apart."""
LARGEST: Final = CANVAS.agent_name_from
"""Pixels; larger figures get no sprites."""
TURNS: Final = 96
"""So many facings of large figures are told apart."""
PLACES: Final = 4
"""So many places within a device pixel are told apart, across and down, where figures are small."""
FIGURES: Final = 8
AT_ONCE: Final = 256
"""Sprites that are painted on one picture."""
MOST_PIXELS: Final = 8_000_000
"""Of all sprites together; over that all but those of the next frame are forgotten."""

Paint: TypeAlias = Callable[[QPainter, QPointF, float, float, int, bool], None]
"""Draws a figure: on it, at this place, of this size in pixels, facing so (radians), which one,
and whether it is a player's."""
Span: TypeAlias = Callable[[float, int, bool], float]
"""How far a figure of this size, which one, a player's or not, reaches from its place, pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """What is to be drawn: a row a figure."""

    places: Floats
    """(n, 2) pixels of the canvas."""
    sizes: Integers
    """In quarters of a pixel; see :func:`sizes_of`."""
    facings: Floats
    """Radians; 0 for what does not turn."""
    kinds: Integers
    """Under `FIGURES`."""
    players: npt.NDArray[np.bool_]

    def take(self, rows: npt.NDArray[np.bool_] | Integers) -> "Figures":
        """Only these rows."""
        return Figures(
            self.places[rows], self.sizes[rows], self.facings[rows], self.kinds[rows],
            self.players[rows],
        )  # fmt: skip


def sizes_of(radii: Floats, scale: float) -> Integers:
    """Radii in metres as sizes of figures, at so many pixels a metre; none is too small to see."""
    pixels = np.maximum(CANVAS.agent_least, radii * scale)
    sizes: Integers = np.rint(SIZES * np.minimum(pixels, 1e6)).astype(np.int64)
    return sizes


def joined(parts: list[Figures]) -> Figures:
    """One after the other."""
    return Figures(
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.sizes for part in parts]),
        np.concatenate([part.facings for part in parts]),
        np.concatenate([part.kinds for part in parts]),
        np.concatenate([part.players for part in parts]),
    )


class Atlas:
    """The sprites of one kind of figure; made when they are first wanted, in the theme in use."""

    def __init__(self, paint: Paint, span: Span, layers: Sequence[int]) -> None:
        """`paint` draws a figure, and nothing of it beyond its `span`.

        Figures of a higher layer lie over those of lower ones; `layers` has one, from 0 to 3, for
        each kind. In a layer what is lower on the canvas lies over what is higher.
        """
        self._paint = paint
        self._span = span
        self._layers = np.array(layers, np.uint16)
        self._look: tuple[str, float] = ("", 0.0)
        self._pixels: Words = np.empty((0, 0), np.uint32)
        self._forget()

    def draw(
        self, painter: QPainter, figures: Figures, camera: Camera, box: Box, ratio: float
    ) -> None:
        """Figures that are not too large, over the part of the canvas that shows `box`.

        `ratio` is device pixels a pixel. Through one picture, no larger than what is seen needs.
        """
        look = (style.current().name, ratio)
        if look != self._look or self._used > MOST_PIXELS:
            self._look = look
            self._forget()
        if not len(figures.sizes):
            return
        kinds, columns, rows = self._placed(figures, ratio)
        # From top to bottom, a few pixel rows at a time stay at hand: much quicker.
        band = np.clip(rows, 0, _BANDS - 1).astype(np.uint16)
        order = np.argsort(self._layers[figures.kinds] * np.uint16(_BANDS) + band, kind="stable")
        kinds, columns, rows = kinds[order], columns[order], rows[order]
        left, top, width, height = (round(part * ratio) for part in camera.pixels_of(box))
        sides = self._starts[kinds, 0]
        left, right = max(left, int(columns.min())), min(left + width, int((columns + sides).max()))
        top, bottom = max(top, int(rows.min())), min(top + height, int((rows + sides).max()))
        width, height = right - left, bottom - top
        if width <= 0 or height <= 0:
            return
        picture = self._clear(width, height)
        at = (columns - left).astype(np.int32), (rows - top).astype(np.int32)
        store, spans, starts, kinds, columns, rows, out = buffers(
            splat, self._store, self._spans, self._starts, kinds, *at, picture
        )
        splat.sprites(store, spans, starts, kinds, columns, rows, out, width, height)
        form = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(picture.data, width, height, picture.strides[0], form)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(left / ratio, top / ratio), image)

    def _placed(
        self, figures: Figures, ratio: float
    ) -> tuple[npt.NDArray[np.int32], Integers, Integers]:
        """Which sprite each figure is, and the column and row of its upper left device pixel."""
        sizes = figures.sizes
        bits = _BITS[sizes][:, None]
        steps = np.rint(figures.places * (ratio * (1 << bits))).astype(np.int64)
        whole = steps >> bits
        within = steps - (whole << bits)
        keys = ((sizes * FIGURES + figures.kinds) * 2 + figures.players) * TURNS
        if figures.facings.any():
            turns = _TURNS[sizes]
            keys += np.rint(figures.facings * (turns / math.tau)).astype(np.int64) % turns
        keys = (keys * PLACES + within[:, 1]) * PLACES + within[:, 0]
        kinds = self._known[keys]
        if kinds.min() < 0:
            self._make(np.unique(keys[kinds < 0]), ratio)
            kinds = self._known[keys]
        half = self._starts[kinds, 0] // 2
        return kinds, whole[:, 0] - half, whole[:, 1] - half

    def _clear(self, width: int, height: int) -> Words:
        """Pixels to paint over again and again; only the part that is used is cleared."""
        if self._pixels.shape[0] < height or self._pixels.shape[1] < width:
            size = np.maximum(self._pixels.shape, (height, width))
            self._pixels = np.empty(tuple(size.tolist()), np.uint32)
        self._pixels[:height, :width] = 0
        return self._pixels

    def _forget(self) -> None:
        count = (int(LARGEST * SIZES) + 1) * FIGURES * 2 * TURNS * PLACES**2
        self._known = np.full(count, -1, np.int32)
        self._store: Words = np.empty(1 << 16, np.uint32)
        self._used = 0
        self._spans = np.empty((0, 4), np.int32)
        self._starts = np.empty((0, 3), np.int32)
        """Of each sprite its side, its first pixel and its first row of spans."""

    def _make(self, keys: Integers, ratio: float) -> None:
        """Paint the sprites of these keys; those that are equally large on one picture."""
        alike = keys // (TURNS * PLACES**2)
        for which in np.unique(alike).tolist():
            figure, player = divmod(which, 2)
            size, kind = divmod(figure, FIGURES)
            # Nearly a pixel more, as figures stand anywhere within one.
            reach = self._span(size / SIZES, kind, bool(player)) * ratio + 1 - 1 / PLACES
            side = 2 * math.ceil(reach)
            same = keys[alike == which]
            for first in range(0, len(same), AT_ONCE):
                part = same[first : first + AT_ONCE]
                self._keep(part, side, self._painted(part.tolist(), side, ratio))

    def _keep(self, keys: Integers, side: int, pixels: Words) -> None:
        end = self._used + len(pixels)
        if end > len(self._store):
            grown = np.empty(2 * end, np.uint32)
            grown[: self._used] = self._store[: self._used]
            self._store = grown
        self._store[self._used : end] = pixels
        numbers = np.arange(len(keys))
        first, row = self._used + numbers * side**2, len(self._spans) + numbers * side
        starts = np.stack([np.full(len(keys), side), first, row], axis=1).astype(np.int32)
        self._known[keys] = len(self._starts) + numbers
        self._starts = np.concatenate([self._starts, starts])
        self._spans = np.concatenate([self._spans, spans_of(pixels.reshape(-1, side))])
        self._used = end

    def _painted(self, keys: list[int], side: int, ratio: float) -> Words:
        """The pixels of these sprites, one after the other."""
        strip = QImage(side, side * len(keys), QImage.Format.Format_ARGB32_Premultiplied)
        strip.fill(Qt.GlobalColor.transparent)
        painter = QPainter(strip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        origin = QPointF(0.0, 0.0)
        for number, key in enumerate(keys):
            rest, across = divmod(key, PLACES)
            rest, down = divmod(rest, PLACES)
            rest, turn = divmod(rest, TURNS)
            rest, player = divmod(rest, 2)
            size, kind = divmod(rest, FIGURES)
            fine = 1 << int(_BITS[size])
            painter.resetTransform()
            painter.translate(side // 2 + across / fine, side * number + side // 2 + down / fine)
            painter.scale(ratio, ratio)
            facing = turn * math.tau / int(_TURNS[size])
            self._paint(painter, origin, size / SIZES, facing, kind, bool(player))
        painter.end()
        # A copy, as what it is read from goes with the picture.
        return np.frombuffer(strip.constBits(), np.uint32).copy()


def spans_of(rows: Words) -> npt.NDArray[np.int32]:
    """(n, 4) of rows of pixels: the first that is not clear, a run of opaque ones, the end."""
    seen, opaque = rows >> 24 != 0, rows >> 24 == 255
    width = rows.shape[1]
    first, last = seen.argmax(axis=1), width - seen[:, ::-1].argmax(axis=1)
    begin = opaque.argmax(axis=1)
    later = np.arange(width) > begin[:, None]
    ended = later & ~opaque
    end = np.where(ended.any(axis=1), ended.argmax(axis=1), width)
    # Where nothing is opaque the run is empty, where nothing is seen all of it.
    end = np.where(opaque.any(axis=1), end, begin)
    begin = np.where(opaque.any(axis=1), begin, first)
    end = np.maximum(begin, end)
    last = np.where(seen.any(axis=1), last, first)
    return np.stack([first, begin, end, last], axis=1).astype(np.int32)


def _bits() -> Integers:
    """How finely places within a device pixel are told apart, by size, as a power of two."""
    sizes = np.arange(int(LARGEST * SIZES) + 1) / SIZES
    most = PLACES.bit_length() - 1
    return np.where(sizes < CANVAS.agent_wedge_from, most, most - 1).astype(np.int64)


def _turns() -> Integers:
    """How many facings are told apart, by size: the tip of a wedge moves by about a pixel."""
    sizes = np.arange(int(LARGEST * SIZES) + 1) / SIZES
    turns = np.clip(8 * np.ceil(math.tau * sizes / 8), 8, TURNS)
    return np.where(sizes < CANVAS.agent_wedge_from, 1, turns).astype(np.int64)


_BANDS: Final = 1 << 14
"""Pixel rows that are told apart, above the number of rows of any screen."""
_BITS: Final = _bits()
_TURNS: Final = _turns()
