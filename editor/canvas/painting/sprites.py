"""Small pictures of what there is many of, made once each, and put on the canvas all together."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Box, Camera, Floats
from editor.look import style
from editor.look.style import CANVAS
from navcore.kernels import buffers
from navcore.kernels.draw import blit
from navcore.kernels.draw import sprites as kernel

Integers: TypeAlias = npt.NDArray[np.int64]
Sizes: TypeAlias = npt.NDArray[np.int32]
Words: TypeAlias = npt.NDArray[np.uint32]

SIZES: Final = 4
"""Number of sizes per pixel that are distinguished."""
LARGEST: Final = CANVAS.agent_name_from
"""Pixels; larger figures get no sprites."""
TURNS: Final = 96
"""Most facings that are distinguished for large figures."""
PLACES: Final = 4
"""Places within a device pixel, across and down, that are distinguished for small figures."""
FIGURES: Final = 8
"""Default number of kinds of figures in an atlas."""
AT_ONCE: Final = 256
"""Sprites that are painted on one picture."""
MOST_PIXELS: Final = 8_000_000
"""Most pixels of all sprites; beyond that all but the next frame's are dropped."""

Paint: TypeAlias = Callable[[QPainter, QPointF, float, float, int, bool], None]
"""Draws a figure: on it, at this place, of this size in pixels, facing so (radians), which one,
and whether it is a player's."""
Span: TypeAlias = Callable[[float, int, bool], float]
"""Function: size, kind, is player -> reach of a figure from its place, pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """Figures to draw: one row for each."""

    places: Floats
    """(n, 2) metres."""
    sizes: Sizes
    """Sizes in quarters of a pixel; see :func:`sizes_of`."""
    facings: Floats
    """Radians; of no account for what does not turn."""
    kinds: npt.NDArray[np.int8]
    """Kinds, below the number of kinds in the atlas."""
    players: npt.NDArray[np.bool_]

    @classmethod
    def alike(cls, places: Floats, sizes: Sizes, kind: int = 0) -> "Figures":
        """Return figures of one kind without facings."""
        count = len(sizes)
        kinds = np.full(count, kind, np.int8)
        return cls(places, sizes, np.zeros(count), kinds, np.zeros(count, np.bool_))

    def take(self, rows: npt.NDArray[np.bool_] | Integers) -> "Figures":
        """Return only these rows."""
        return Figures(
            self.places[rows], self.sizes[rows], self.facings[rows], self.kinds[rows],
            self.players[rows],
        )  # fmt: skip


def sizes_of(radii: Floats, scale: float, least: float = CANVAS.agent_least) -> Sizes:
    """Return sizes for radii in metres, at `scale` pixels a metre; at least `least` pixels."""
    pixels = np.maximum(least, radii * scale)
    sizes: Sizes = np.rint(SIZES * np.minimum(pixels, 1e6)).astype(np.int32)
    return sizes


def joined(parts: list[Figures]) -> Figures:
    """Return the figures one after the other."""
    return Figures(
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.sizes for part in parts]),
        np.concatenate([part.facings for part in parts]),
        np.concatenate([part.kinds for part in parts]),
        np.concatenate([part.players for part in parts]),
    )


class Atlas:
    """Sprites of a set of figures; made when first needed, in the current theme."""

    def __init__(self, paint: Paint, span: Span, layers: Sequence[int], turning: int = 0) -> None:
        """`paint` draws a figure, and nothing beyond its `span`.

        Figures of a higher layer lie over those of lower ones; `layers` has one, from 0 on, for
        each kind. In a layer, figures lower on the canvas lie over higher ones. Kinds below
        `turning` have facings.
        """
        self._paint = paint
        self._span = span
        self._layers = np.array(layers, np.int32)
        self._kinds = max(FIGURES, len(layers))
        self._turns = TURNS if turning else 1
        self._radix = np.array((self._kinds, self._turns, PLACES, turning), np.int32)
        self._look: tuple[str, float] = ("", 0.0)
        self._pixels: Words = np.empty((0, 0), np.uint32)
        self._figures = np.empty((0, 4), np.int32)
        self._drawn: tuple[QPointF, QImage, QRectF] | None = None
        """What was drawn last, and where."""
        self._forget()

    def draw(
        self, painter: QPainter, figures: Figures, camera: Camera, box: Box, ratio: float
    ) -> None:
        """Draw figures that are not too large, in the part of the canvas that shows `box`.

        `ratio` is device pixels per pixel. Uses one picture, no larger than needed.
        """
        look = (style.current().name, ratio)
        self._drawn = None
        if look != self._look or self._used > MOST_PIXELS:
            self._look = look
            self._forget()
        left, top, width, height = (round(edge * ratio) for edge in camera.pixels_of(box))
        if not (len(figures.sizes) and width and height):
            return
        seen = (left, top, left + width, top + height)
        count = self._choose(figures, camera, seen, ratio)
        if not count:
            return
        found = np.array((*seen[2:], *seen[:2]), np.int32)
        chosen, halves, out = buffers(kernel, self._figures, self._halves, found)
        kernel.bounds(chosen, count, halves, out)
        column, row, end, bottom = found.tolist()
        self._clear(end - column, bottom - row)
        self._put(count, column, row, bottom - row)
        left, top = max(left, column), max(top, row)
        right, bottom = min(seen[2], end), min(seen[3], bottom)
        form = QImage.Format.Format_ARGB32_Premultiplied
        high, wide = self._pixels.shape
        image = QImage(self._pixels.data, wide, high, 4 * wide, form)
        image.setDevicePixelRatio(ratio)
        if right > left and bottom > top:
            part = QRectF(left - column, top - row, right - left, bottom - top)
            self._drawn = (QPointF(left / ratio, top / ratio), image, part)
            self.draw_again(painter)

    def draw_again(self, painter: QPainter) -> None:
        """Draw what was drawn last, in the same view, once more."""
        if self._drawn is not None:
            painter.drawImage(*self._drawn)

    def _choose(
        self, figures: Figures, camera: Camera, seen: tuple[int, int, int, int], ratio: float
    ) -> int:
        """Write sprites and places of visible figures to `_figures`; return their number."""
        count = len(figures.sizes)
        if len(self._figures) < count:
            self._figures = np.empty((count, 4), np.int32)
        reach = math.ceil((LARGEST + CANVAS.agent_most_around) * ratio) + 1
        ends = (seen[0] - reach, seen[1] - reach, seen[2] + reach, seen[3] + reach)
        view = np.array((camera.left, camera.top, camera.scale * ratio, *ends), np.float64)
        players = figures.players.view(np.uint8)
        given = buffers(
            kernel, figures.places, figures.facings, figures.sizes, figures.kinds, players, view,
            _TABLES, self._radix, self._known, self._figures,
        )  # fmt: skip
        count = int(kernel.choose(*given))
        chosen = self._figures[:count]
        if count and chosen[:, 0].min() < 0:
            self._make(np.unique(chosen[chosen[:, 0] < 0, 3]).astype(np.int64), ratio)
            chosen[:, 0] = self._known[chosen[:, 3]]
        return count

    def _put(self, count: int, column: int, row: int, rows: int) -> None:
        """Write the chosen figures to the picture, whose upper left pixel is given."""
        width, layers = self._pixels.shape[1], int(self._layers.max()) + 1
        firsts = np.zeros(rows * layers + 1, np.int32)
        kinds, places = np.empty(count, np.int32), np.empty(count, np.int32)
        frame = np.array((column, row, width, rows), np.int32)
        chosen, *ordered = buffers(
            kernel, self._figures, self._halves, self._over, frame, firsts, kinds, places
        )
        kernel.stack(chosen, count, *ordered)
        colours, spots, starts, which, where, out = buffers(
            blit, self._colours, self._spots, self._starts, kinds, places,
            self._pixels.reshape(-1),
        )  # fmt: skip
        blit.sprites(colours, spots, starts, which, where, count, out)

    def _clear(self, width: int, height: int) -> None:
        """Pixels to paint over again and again; only the part that is used is cleared."""
        high, wide = self._pixels.shape
        if high < height or wide < width:
            self._pixels = np.empty((max(high, height), max(wide, width)), np.uint32)
            self._measure()
        (out,) = buffers(blit, self._pixels.reshape(-1))
        blit.clear(out, self._pixels.shape[1], width, height)

    def _forget(self) -> None:
        count = (int(LARGEST * SIZES) + 1) * self._kinds * 2 * self._turns * PLACES**2
        self._known = np.full(count, -1, np.int32)
        self._used = 0
        self._colours: Words = np.empty(1 << 16, np.uint32)
        self._within = np.empty((2, 1 << 16), np.int32)
        """Row and column of each pixel in its sprite."""
        self._spots = np.empty(1 << 16, np.int32)
        """The same as offsets from the upper left pixel in the picture."""
        self._starts = np.empty((0, 3), np.int32)
        """For each sprite its first pixel, its first transparent pixel, and its end."""
        self._halves = np.empty(0, np.int32)
        """Half the side of each sprite."""
        self._over = np.empty(0, np.int32)
        """The layer of each sprite."""

    def _make(self, keys: Integers, ratio: float) -> None:
        """Paint the sprites of these keys; those of equal size on one picture."""
        alike = keys // (self._turns * PLACES**2)
        for which in np.unique(alike).tolist():
            figure, player = divmod(which, 2)
            size, kind = divmod(figure, self._kinds)
            # Nearly a pixel more, because figures may be anywhere within one.
            reach = self._span(size / SIZES, kind, bool(player)) * ratio + 1 - 1 / PLACES
            half = math.ceil(reach)
            same = keys[alike == which]
            for first in range(0, len(same), AT_ONCE):
                part = same[first : first + AT_ONCE]
                self._keep(part, kind, self._painted(part.tolist(), 2 * half, ratio))

    def _keep(self, keys: Integers, kind: int, pixels: Words) -> None:
        """(n, side, side) pixels of the sprites of these keys, which are of this kind."""
        count, side = pixels.shape[:2]
        flat = pixels.reshape(-1)
        seen = np.flatnonzero(flat)
        clear = flat[seen] >> 24 != 255
        sprite = seen // side**2
        order = np.argsort(2 * sprite + clear, kind="stable")
        seen, begun = seen[order], self._used
        self._used += len(seen)
        self._make_room()
        self._colours[begun : self._used] = flat[seen]
        rest = seen % side**2
        self._within[:, begun : self._used] = np.divmod(rest, side)
        self._measure(begun)
        ends = begun + np.cumsum(np.bincount(2 * sprite + clear, minlength=2 * count))
        starts = np.concatenate(([begun], ends[1:-1:2]))
        made = np.stack((starts, ends[::2], ends[1::2]), axis=1).astype(np.int32)
        self._known[keys] = len(self._starts) + np.arange(count)
        self._starts = np.concatenate((self._starts, made))
        self._halves = np.concatenate((self._halves, np.full(count, side // 2, np.int32)))
        self._over = np.concatenate((self._over, np.full(count, self._layers[kind], np.int32)))

    def _make_room(self) -> None:
        """Make room for the used pixels."""
        room = len(self._colours)
        if self._used > room:
            more = 2 * self._used - room
            self._colours = np.concatenate((self._colours, np.empty(more, np.uint32)))
            self._spots = np.concatenate((self._spots, np.empty(more, np.int32)))
            self._within = np.concatenate((self._within, np.empty((2, more), np.int32)), axis=1)

    def _measure(self, first: int = 0) -> None:
        """Compute the offsets of sprite pixels for the present picture width."""
        down, across = self._within[:, first : self._used]
        self._spots[first : self._used] = down * self._pixels.shape[1] + across

    def _painted(self, keys: list[int], side: int, ratio: float) -> Words:
        """(n, side, side) pixels of these sprites."""
        strip = QImage(side, side * len(keys), QImage.Format.Format_ARGB32_Premultiplied)
        strip.fill(Qt.GlobalColor.transparent)
        painter = QPainter(strip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        origin = QPointF(0.0, 0.0)
        for number, key in enumerate(keys):
            rest, across = divmod(key, PLACES)
            rest, down = divmod(rest, PLACES)
            rest, turn = divmod(rest, self._turns)
            rest, player = divmod(rest, 2)
            size, kind = divmod(rest, self._kinds)
            fine = 1 << int(_TABLES[0, size])
            painter.resetTransform()
            painter.translate(side // 2 + across / fine, side * number + side // 2 + down / fine)
            painter.scale(ratio, ratio)
            facing = turn * math.tau / int(_TABLES[1, size])
            self._paint(painter, origin, size / SIZES, facing, kind, bool(player))
        painter.end()
        # A copy, because the source belongs to the picture.
        return np.frombuffer(strip.constBits(), np.uint32).reshape(-1, side, side).copy()


def _bits() -> Integers:
    """Return the resolution of places within a device pixel by size, as a power of two."""
    sizes = np.arange(int(LARGEST * SIZES) + 1) / SIZES
    most = PLACES.bit_length() - 1
    return np.where(sizes < CANVAS.agent_wedge_from, most, most - 1).astype(np.int64)


def _turns() -> Integers:
    """Return the number of facings by size: one step moves the tip by about a pixel."""
    sizes = np.arange(int(LARGEST * SIZES) + 1) / SIZES
    turns = np.clip(8 * np.ceil(math.tau * sizes / 8), 8, TURNS)
    return np.where(sizes < CANVAS.agent_wedge_from, 1, turns).astype(np.int64)


_TABLES: Final = np.array((_bits(), _turns()), np.int32)
"""Resolution of places and number of facings, by size."""
