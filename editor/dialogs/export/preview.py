"""The picture of a grid as a game will have it, the right way up."""

from typing import Final

import numpy as np
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.exports import GridPreview, listed_names
from editor.look import pens, style
from editor.look.fields import TIMES, number_text
from editor.look.style import FONT, SIZE
from navcore.i18n import tr
from navcore.level.model import GridFormat

SHUT_LETTERS: Final = 32
"""Most letters of shut doors' names beside the preview; further names are counted."""


class GridPicture(QWidget):
    """North is up, as on the canvas; the first row of the file lies at the bottom."""

    def __init__(self) -> None:
        """Empty."""
        super().__init__()
        self._preview: GridPreview | None = None
        self._words = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(SIZE.export_picture)
        self.setAccessibleName(tr("The grid as the game has it"))

    def show_preview(self, preview: GridPreview | None, words: str = "") -> None:
        """Show this grid, or say why there is none."""
        self._preview, self._words = preview, words
        self.setAccessibleDescription(words)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a square; the layout may make it wider."""
        return QSize(SIZE.export_picture, SIZE.export_picture)

    def image(self) -> QImage:
        """Return the cells, a pixel each, the lowest z at the bottom."""
        assert self._preview is not None
        cells = np.ascontiguousarray(self._preview.cells[::-1])
        depth, width = cells.shape
        image = QImage(cells.data, width, depth, width, QImage.Format.Format_Indexed8)
        theme = style.current()
        shut = pens.mixed(theme.outside, theme.door_shut, 0.7)
        tokens = (theme.outside, theme.walkable, shut)
        image.setColorTable([QColor(token).rgb() for token in tokens])
        return image.convertToFormat(QImage.Format.Format_RGB32)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The grid, its axes, and where the file begins."""
        painter = QPainter(self)
        theme = style.current()
        painter.fillRect(self.rect(), pens.colour(theme.outside))
        painter.setPen(pens.pen(theme.line, SIZE.line))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.setFont(pens.font(FONT.small))
        painter.setPen(pens.colour(theme.text2))
        if self._preview is None:
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            around = SIZE.group
            painter.drawText(
                self.rect().adjusted(around, around, -around, -around), flags, self._words
            )
            return
        self._paint_grid(painter)

    def _paint_grid(self, painter: QPainter) -> None:
        image, theme = self.image(), style.current()
        note = tr("first row of the file: the lowest z")
        line = painter.fontMetrics().height()
        axis = SIZE.group + SIZE.related
        room = QRectF(self.rect()).adjusted(axis, SIZE.margin, -axis, -line - SIZE.group)
        share = min(room.width() / image.width(), room.height() / image.height())
        width, height = image.width() * share, image.height() * share
        left, top = room.center().x() - width / 2, room.top() + (room.height() - height) / 2
        place = QRect(round(left), round(top), max(1, round(width)), max(1, round(height)))
        smooth = share * self.devicePixelRatioF() < 1
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        painter.drawImage(place, image)
        painter.setPen(pens.pen(theme.text2, SIZE.line))
        bottom = place.bottom() + SIZE.inside
        painter.drawLine(place.left(), bottom, place.right(), bottom)
        side = place.left() - SIZE.inside
        painter.drawLine(side, place.bottom(), side, place.top())
        tip = SIZE.inside
        for step in (-tip, tip):
            painter.drawLine(side, place.top(), side + step, place.top() + tip)
            painter.drawLine(place.right(), bottom, place.right() - tip, bottom + step)
        painter.drawText(
            QRect(side - axis, place.top(), axis - SIZE.inside, line),
            Qt.AlignmentFlag.AlignRight,
            "z",
        )
        painter.drawText(
            QRect(place.right() + tip, bottom - line // 2, SIZE.group, line),
            Qt.AlignmentFlag.AlignVCenter,
            "x",
        )
        below = QRect(SIZE.inside, bottom + SIZE.inside, self.width() - 2 * SIZE.inside, line)
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, note)


def facts_of(preview: GridPreview, cell_size: float, form: GridFormat) -> str:
    """Return cells, bytes, floor, doors, and costs and links or their lack, a line each."""
    lines = [
        tr("{0} {1} {2} cells of {3}, {4}").format(
            f"{preview.grid_width:,}", TIMES, f"{preview.grid_depth:,}",
            number_text(cell_size, "m"), _bytes_text(preview.size),
        ),
        tr("{0} walkable").format(number_text(preview.walkable_area, "m²", 1)),
    ]  # fmt: skip
    if preview.shut:
        lines.append(tr("Shut doors: {0}").format(listed_names(preview.shut, SHUT_LETTERS)))
    elif preview.doors:
        lines.append(tr("All doors are open"))
    if preview.links or preview.costs:
        lines.append(_more_text(preview, form))
    return "\n".join(lines)


def _more_text(preview: GridPreview, form: GridFormat) -> str:
    """Return the contents of a JSON grid beyond cells; for text, that there are no others."""
    if form == "txt":
        if not preview.links:
            return tr("Walkable cells only: costs need JSON")
        if not preview.costs:
            return tr("Walkable cells only: links need JSON")
        return tr("Walkable cells only: costs and links need JSON")
    if not preview.links:
        return tr("Costs of terrain")
    count = preview.links
    links = tr("1 link") if count == 1 else tr("{0} links").format(count)
    return tr("Costs of terrain, {0}").format(links) if preview.costs else links


def _bytes_text(count: int) -> str:
    if count < 1000:
        return number_text(count, "B", 0)
    if count < 1_000_000:
        return number_text(count / 1e3, "kB", 1)
    return number_text(count / 1e6, "MB", 1)
