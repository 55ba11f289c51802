"""Vector versions of what is drawn pixel by pixel on the screen."""

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEngine, QPainter, QPainterPath, QPen, QPolygonF

from editor.canvas.camera import Box, Camera
from editor.look import pens, style
from editor.look.style import CANVAS, FONT
from navcore.bake.lattice import Lattice
from navcore.world import World

Run = tuple[int, int, int, int]
"""First and end row, first and end column."""


def is_vector(painter: QPainter) -> bool:
    """Return whether the picture is made of shapes: pixels would be coarse in it."""
    engine = painter.paintEngine()
    return engine is not None and engine.type() == QPaintEngine.Type.SVG


def draw_text(painter: QPainter, words: str, at: QPointF, token: str, *, beside: bool) -> None:
    """A line of text in a halo, as :func:`editor.canvas.painting.drawing.text` draws it."""
    font = pens.font(FONT.small)
    metrics = QFontMetricsF(font)
    width = metrics.horizontalAdvance(words)
    left = at.x() if beside else at.x() - width / 2
    base = QPointF(left, at.y() - metrics.height() / 2 + metrics.ascent())
    path = QPainterPath()
    path.addText(base, font, words)
    around = QPen(pens.colour(style.current().outside), CANVAS.halo)
    around.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, around)
    painter.setPen(pens.colour(token))
    painter.setFont(font)
    painter.drawText(base, words)


def hatch_lines(area: QPolygonF, step: float, *, both: bool) -> Iterator[QLineF]:
    """Lines of 45 degrees inside a polygon, crossed if `both`: shapes are not cut to others."""
    points = [(point.x(), point.y()) for point in area.toList()]
    for sign in (1.0, -1.0) if both else (1.0,):
        # Along the lines `a` stays the same: x + y, or x - y; `b` grows.
        turned = [(x + sign * y, x - sign * y) for x, y in points]
        low, high = min(a for a, _ in turned), max(a for a, _ in turned)
        for number in range(math.ceil(low / step), math.floor(high / step) + 1):
            a = number * step
            ends = sorted(_crossings(turned, a))
            for b0, b1 in zip(ends[::2], ends[1::2], strict=False):
                yield QLineF((a + b0) / 2, sign * (a - b0) / 2, (a + b1) / 2, sign * (a - b1) / 2)


def _crossings(points: Sequence[tuple[float, float]], a: float) -> Iterator[float]:
    """Yield where the edges of a closed ring cross the line at `a`."""
    for (a0, b0), (a1, b1) in zip(points, [*points[1:], points[0]], strict=True):
        if (a0 <= a) != (a1 <= a):
            yield b0 + (b1 - b0) * (a - a0) / (a1 - a0)


def draw_cells(
    painter: QPainter, world: World, camera: Camera, box: Box, theme: style.Theme, alpha: float
) -> None:
    """Floor, its edge, and the hatched band where an agent does not fit."""
    lattice = world.grid.lattice
    rows, columns = _seen(lattice, box)
    walkable = world.grid.walkable[rows, columns] != 0
    band = (world.floor[rows, columns] != 0) & ~walkable
    first = (rows.start, columns.start)
    for cells, token in ((band, theme.band), (walkable, theme.walkable)):
        path = QPainterPath()
        for run in _blocks(cells):
            path.addRect(_rect(run, first, lattice, camera))
        painter.fillPath(path, pens.brush(token, alpha))
    painter.setPen(pens.pen(theme.band_hatch, CANVAS.outline, alpha=CANVAS.hatch_alpha))
    if camera.scale >= CANVAS.hatch_from:
        painter.drawLines(
            [
                line
                for run in _blocks(band)
                for line in _hatch(_rect(run, first, lattice, camera), CANVAS.hatch_step)
            ]
        )
    painter.setPen(pens.pen(theme.walkable_edge, CANVAS.outline))
    painter.drawLines(list(_edges(walkable, first, lattice, camera)))


def blocks(cells: npt.NDArray[np.bool_], lattice: Lattice, camera: Camera) -> Iterator[QRectF]:
    """Rectangles on the canvas that cover the true cells of a lattice, each once."""
    for run in _blocks(cells):
        yield _rect(run, (0, 0), lattice, camera)


def draw_grid(
    painter: QPainter, camera: Camera, steps: tuple[float, float], alphas: tuple[float, ...]
) -> None:
    """Minor and major lines and the two axes; `alphas` are their opacities."""
    left, low, right, high = camera.box
    minor, major = steps
    for step, over, alpha in ((minor, major, alphas[0]), (major, 0.0, alphas[1])):
        painter.setPen(pens.pen(style.current().grid, CANVAS.outline, alpha=alpha))
        across = [n * step for n in range(math.ceil(left / step), math.floor(right / step) + 1)]
        up = [n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
        painter.drawLines(list(_lines(camera, across, up, over)))
    painter.setPen(pens.pen(style.current().grid, CANVAS.outline, alpha=alphas[2]))
    axes = [0.0]
    painter.drawLines(
        list(_lines(camera, axes if left <= 0 <= right else [], axes if low <= 0 <= high else []))
    )


def _lines(
    camera: Camera, across: Iterable[float], up: Iterable[float], over: float = 0.0
) -> Iterator[QLineF]:
    """Upright and level lines at these places, but 0 and the multiples of `over`."""
    left, low = camera.box[:2]

    def is_other(value: float) -> bool:
        steps = value / over if over else 0.0
        return bool(over) and abs(steps - round(steps)) < 1e-6

    for x in across:
        if not is_other(x):
            pixel = camera.to_pixel((x, low))[0]
            yield QLineF(pixel, 0.0, pixel, camera.height)
    for z in up:
        if not is_other(z):
            pixel = camera.to_pixel((left, z))[1]
            yield QLineF(0.0, pixel, camera.width, pixel)


def _seen(lattice: Lattice, box: Box) -> tuple[slice, slice]:
    """Return rows and columns of the cells in a box of the world."""
    cell = lattice.cell_size
    row0 = max(0, math.floor((box[1] - lattice.min_z) / cell))
    row1 = min(lattice.depth, math.ceil((box[3] - lattice.min_z) / cell))
    column0 = max(0, math.floor((box[0] - lattice.min_x) / cell))
    column1 = min(lattice.width, math.ceil((box[2] - lattice.min_x) / cell))
    return slice(row0, max(row0, row1)), slice(column0, max(column0, column1))


def _blocks(cells: npt.NDArray[np.bool_]) -> Iterator[Run]:
    """Rectangles that cover the true cells, each once: equal runs of rows are joined."""
    begun: dict[tuple[int, int], int] = {}
    for row in range(len(cells) + 1):
        found: dict[tuple[int, int], int] = {}
        if row < len(cells):
            ends = np.flatnonzero(np.diff(np.pad(cells[row].astype(np.int8), 1)))
            pairs = zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True)
            found = {run: begun.pop(run, row) for run in pairs}
        for (column0, column1), row0 in begun.items():
            yield (row0, row, column0, column1)
        begun = found


def _rect(run: Run, first: tuple[int, int], lattice: Lattice, camera: Camera) -> QRectF:
    row0, row1, column0, column1 = run
    cell = lattice.cell_size
    x, z = lattice.min_x + first[1] * cell, lattice.min_z + first[0] * cell
    left, bottom = camera.to_pixel((x + column0 * cell, z + row0 * cell))
    right, top = camera.to_pixel((x + column1 * cell, z + row1 * cell))
    return QRectF(left, top, right - left, bottom - top)


def _edges(
    cells: npt.NDArray[np.bool_], first: tuple[int, int], lattice: Lattice, camera: Camera
) -> Iterator[QLineF]:
    """Yield the lines between walkable and blocked cells, each as long as possible."""
    padded = np.pad(cells, 1).astype(np.int8)
    level = np.diff(padded, axis=0)[:, 1:-1] != 0
    upright = np.diff(padded, axis=1)[1:-1] != 0
    for row, line in enumerate(level):
        ends = np.flatnonzero(np.diff(np.pad(line.astype(np.int8), 1)))
        for begin, end in zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True):
            place = _rect((row, row, begin, end), first, lattice, camera)
            yield QLineF(place.topLeft(), place.topRight())
    for column, line in enumerate(upright.T):
        ends = np.flatnonzero(np.diff(np.pad(line.astype(np.int8), 1)))
        for begin, end in zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True):
            place = _rect((begin, end, column, column), first, lattice, camera)
            yield QLineF(place.topLeft(), place.bottomLeft())


def _hatch(place: QRectF, step: float) -> Iterator[QLineF]:
    """Yield lines at 45 degrees in a rectangle that continue in neighbouring ones."""
    left, right, top, bottom = place.left(), place.right(), place.top(), place.bottom()
    for number in range(math.ceil((left + top) / step), math.floor((right + bottom) / step) + 1):
        total = number * step
        x0, x1 = max(left, total - bottom), min(right, total - top)
        if x1 > x0:
            yield QLineF(x0, total - x0, x1, total - x1)
