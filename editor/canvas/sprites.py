"""Small pictures of what there is many of, made once each, and put on the canvas all together."""

import math
from collections.abc import Callable
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


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """What is to be drawn, in this order: a row a figure."""

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

    def __init__(self, paint: Paint, reach: float) -> None:
        """`paint` draws a figure, within `reach` pixels around its size."""
        self._paint = paint
        self._reach = reach
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
        left, top, width, height = (round(part * ratio) for part in camera.pixels_of(box))
        sides = self._sides[kinds]
        left, right = max(left, int(columns.min())), min(left + width, int((columns + sides).max()))
        top, bottom = max(top, int(rows.min())), min(top + height, int((rows + sides).max()))
        width, height = right - left, bottom - top
        if width <= 0 or height <= 0:
            return
        picture = self._clear(width, height)
        at = (columns - left).astype(np.int32), (rows - top).astype(np.int32)
        store, starts, sides, kinds, columns, rows, out = buffers(
            splat, self._store, self._starts, self._sides, kinds, *at, picture
        )
        splat.sprites(store, starts, sides, kinds, columns, rows, out, width, height)
        form = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(picture.data, width, height, picture.strides[0], form)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(left / ratio, top / ratio), image)

    def _placed(
        self, figures: Figures, ratio: float
    ) -> tuple[npt.NDArray[np.int32], Integers, Integers]:
        """Which sprite each figure is, and the column and row of its upper left device pixel."""
        fine, turns = _FINE[figures.sizes], _TURNS[figures.sizes]
        steps = np.rint(figures.places * (fine * ratio)[:, None]).astype(np.int64)
        whole = steps // fine[:, None]
        within = steps - whole * fine[:, None]
        turned = np.rint(figures.facings * (turns / math.tau)).astype(np.int64) % turns
        keys = ((figures.sizes * FIGURES + figures.kinds) * 2 + figures.players) * TURNS + turned
        keys = (keys * PLACES + within[:, 1]) * PLACES + within[:, 0]
        kinds = self._known[keys]
        missing = kinds < 0
        if missing.any():
            self._make(np.unique(keys[missing]), ratio)
            kinds = self._known[keys]
        half = self._sides[kinds] // 2
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
        self._starts = np.empty(0, np.int32)
        self._sides = np.empty(0, np.int32)

    def _make(self, keys: Integers, ratio: float) -> None:
        """Paint the sprites of these keys; those of one size on one picture."""
        sizes = keys // (FIGURES * 2 * TURNS * PLACES**2)
        for size in np.unique(sizes).tolist():
            side = 2 * math.ceil((size / SIZES + self._reach) * ratio + 1)
            same = keys[sizes == size]
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
        starts = self._used + np.arange(len(keys)) * side**2
        self._known[keys] = np.arange(len(self._starts), len(self._starts) + len(keys))
        self._starts = np.append(self._starts, starts.astype(np.int32))
        self._sides = np.append(self._sides, np.full(len(keys), side, np.int32))
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
            fine = int(_FINE[size])
            painter.resetTransform()
            painter.translate(side // 2 + across / fine, side * number + side // 2 + down / fine)
            painter.scale(ratio, ratio)
            facing = turn * math.tau / int(_TURNS[size])
            self._paint(painter, origin, size / SIZES, facing, kind, bool(player))
        painter.end()
        return np.frombuffer(strip.constBits(), np.uint32)


def _fine() -> Integers:
    """How many places within a device pixel are told apart, by size."""
    sizes = np.arange(int(LARGEST * SIZES) + 1) / SIZES
    return np.where(sizes < CANVAS.agent_wedge_from, PLACES, PLACES // 2).astype(np.int64)


def _turns() -> Integers:
    """How many facings are told apart, by size: the tip of a wedge moves by about a pixel."""
    sizes = np.arange(int(LARGEST * SIZES) + 1) / SIZES
    turns = np.clip(8 * np.ceil(math.tau * sizes / 8), 8, TURNS)
    return np.where(sizes < CANVAS.agent_wedge_from, 1, turns).astype(np.int64)


_FINE: Final = _fine()
_TURNS: Final = _turns()
