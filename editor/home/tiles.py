"""Tiles of the home page: a card for a sample, a row for a recent file."""

from pathlib import Path

from PySide6.QtCore import QEvent, QLocale, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
    QImage,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QPushButton, QSizePolicy, QWidget

from editor.files.presence import Presence
from editor.look import pens, style
from editor.look.boxes import STRETCH, fill, horizontal
from editor.look.icons import icon
from editor.look.style import FONT, HOME, SIZE
from navcore.i18n import tr


class Tile(QAbstractButton):
    """A picture with words, that opens something; Enter, Space or a click."""

    def __init__(self, file: Path, title: str, parent: QWidget | None = None) -> None:
        """A tile for this file, its picture still to come."""
        super().__init__(parent)
        self.file = file
        self.setText(title)
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.picture: QImage | None = None
        self.without_picture = False
        """True if it is known that there is no picture."""

    def picture_size(self) -> QSize:
        """Return the size of the picture, device-independent pixels."""
        raise NotImplementedError

    def show_picture(self, picture: QImage | None) -> None:
        """Show this picture; None if there is none."""
        self.picture = picture
        self.without_picture = picture is None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paint_frame(self, painter: QPainter, picture: QRect) -> None:
        """Background, picture and border; the focus ring where the keyboard is."""
        theme = style.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(*(SIZE.focus * d for d in (1, 1, -1, -1)))
        shape = QPainterPath()
        shape.addRoundedRect(box, SIZE.radius_dialog, SIZE.radius_dialog)
        lit = self.underMouse() and self.isEnabled()
        painter.fillPath(shape, pens.brush(theme.hover if lit else theme.raised))
        painter.save()
        painter.setClipPath(shape)
        painter.fillRect(picture, pens.brush(theme.outside))
        if self.picture is not None:
            painter.drawImage(picture.topLeft(), self.picture)
        elif self.without_picture:
            sign = icon("warning", "text2").pixmap(
                QSize(SIZE.icon, SIZE.icon), self.devicePixelRatioF()
            )
            middle = picture.center()
            painter.drawPixmap(middle.x() - SIZE.icon // 2, middle.y() - SIZE.icon // 2, sign)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        half = SIZE.line / 2
        inner = box.adjusted(half, half, -half, -half)
        painter.setPen(pens.pen(theme.control if lit else theme.line, SIZE.line))
        painter.drawRoundedRect(inner, SIZE.radius_dialog, SIZE.radius_dialog)
        if self.hasFocus():
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.setPen(pens.pen(theme.accent, SIZE.focus))
            painter.drawRoundedRect(ring, SIZE.radius_dialog, SIZE.radius_dialog)


class SampleCard(Tile):
    """A sample: picture, name and one sentence."""

    def __init__(self, name: str, file: Path, title: str, sentence: str) -> None:
        """A card for the sample of this name."""
        super().__init__(file, title)
        self.name = name
        self.sentence = sentence
        self.badge = ""
        """Text on the picture: `Start here`."""
        self.setAccessibleDescription(sentence)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """240 x 180, and room for the ring around."""
        ring = 2 * SIZE.focus
        return QSize(HOME.card_width + ring, HOME.card_height + ring)

    def picture_size(self) -> QSize:
        """Return the size of the picture, which has the card's width."""
        return QSize(HOME.card_width, HOME.card_picture)

    def set_badge(self, words: str) -> None:
        """Mark the card with these words; none take the mark away."""
        self.badge = words
        described = f"{words}. {self.sentence}" if words else self.sentence
        self.setAccessibleDescription(described)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture at the top, and the text below."""
        theme = style.current()
        painter = QPainter(self)
        edge = SIZE.focus
        picture = QRect(edge, edge, HOME.card_width, HOME.card_picture)
        self.paint_frame(painter, picture)
        left, width = edge + SIZE.margin, HOME.card_width - 2 * SIZE.margin
        painter.setFont(pens.font(FONT.tab, semibold=True))
        painter.setPen(pens.colour(theme.text))
        metrics = painter.fontMetrics()
        top = edge + HOME.card_picture + SIZE.related
        name = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, width)
        painter.drawText(left, top + metrics.ascent(), name)
        painter.setFont(pens.font())
        painter.setPen(pens.colour(theme.text2))
        top += metrics.height() + SIZE.line
        room = QRect(left, top, width, self.height() - edge - SIZE.inside - top)
        self.setToolTip("" if _draw_lines(painter, room, self.sentence) else self.sentence)
        if self.badge:
            self._paint_badge(painter, picture)
        painter.end()

    def _paint_badge(self, painter: QPainter, picture: QRect) -> None:
        theme = style.current()
        painter.setFont(pens.font(FONT.small, semibold=True))
        metrics = painter.fontMetrics()
        width = metrics.horizontalAdvance(self.badge) + 2 * SIZE.related
        height = metrics.height() + SIZE.inside
        chip = QRect(picture.left() + SIZE.related, picture.top() + SIZE.related, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pens.brush(theme.accent))
        painter.drawRoundedRect(chip, SIZE.radius_button, SIZE.radius_button)
        painter.setPen(pens.colour(theme.on_accent))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, self.badge)


class RecentTile(Tile):
    """A recent file: picture, name, folder and date; a missing one stays, and can be removed."""

    removed = Signal(object)
    """The file, that is to be forgotten."""

    def __init__(self, file: Path, known: Presence) -> None:
        """Create the row of a file with these facts."""
        super().__init__(file, file.stem)
        self.missing = not known.there
        self.folder = _shortened(file.parent)
        self.without_picture = self.missing
        self.note = tr("This file is gone") if self.missing else _date(known)
        self.setAccessibleDescription(f"{self.folder}. {self.note}")
        self.setToolTip(f"{file}\n{self.note}" if self.missing else str(file))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HOME.recent_height + 2 * SIZE.focus)
        self.remove_button: QPushButton | None = None
        if self.missing:
            self._add_remove()

    def _add_remove(self) -> None:
        button = QPushButton(tr("Remove"))
        button.setAccessibleName(tr("Remove {0} from the list").format(self.file.name))
        button.clicked.connect(self._remove)
        fill(horizontal(self, margins=(0, 0, SIZE.margin, 0)), STRETCH, button)
        self.remove_button = button

    def _remove(self) -> None:
        self.removed.emit(self.file)

    def sizeHint(self) -> QSize:
        """Return the preferred size; the row takes all available width."""
        return QSize(HOME.recent_least, HOME.recent_height + 2 * SIZE.focus)

    def picture_size(self) -> QSize:
        """Return the size of the picture at the left, which has the row's height."""
        return QSize(HOME.recent_picture, HOME.recent_height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete forgets the file, as Enter does on its button."""
        button = self.remove_button
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        on_button = button is not None and button.hasFocus()
        if event.key() == Qt.Key.Key_Delete or (enter and on_button):
            self._remove()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open it, or forget it."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not self.missing:
            menu.addAction(tr("Open")).triggered.connect(lambda _: self.click())
        menu.addAction(tr("Remove from the list")).triggered.connect(lambda _: self._remove())
        menu.popup(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture at the left and three lines beside it; grey if the file is missing."""
        theme = style.current()
        painter = QPainter(self)
        edge = SIZE.focus
        self.paint_frame(painter, QRect(edge, edge, HOME.recent_picture, HOME.recent_height))
        left = edge + HOME.recent_picture + SIZE.margin
        width = self.width() - left - SIZE.margin
        if self.remove_button is not None:
            width = self.remove_button.x() - left - SIZE.related
        quiet = theme.disabled if self.missing else theme.text2
        name = pens.font(FONT.tab, semibold=True)
        lines = (
            (self.text(), name, theme.disabled if self.missing else theme.text),
            (self.folder, pens.font(), quiet),
            (self.note, pens.font(), theme.text2),
        )
        heights = [QFontMetrics(font).height() for _, font, _ in lines]
        gap = SIZE.inside // 2
        top = (self.height() - sum(heights) - gap * (len(lines) - 1)) // 2
        for (words, font, colour), height in zip(lines, heights, strict=True):
            painter.setFont(font)
            painter.setPen(pens.colour(colour))
            metrics = painter.fontMetrics()
            shown = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, width)
            painter.drawText(left, top + metrics.ascent(), shown)
            top += height + gap
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Repaint, because the text beside the button has moved."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.update()
        return super().event(event)


def _draw_lines(painter: QPainter, room: QRect, words: str) -> bool:
    """Draw text in as many lines as fit; return whether all of it fits."""
    layout = QTextLayout(words, painter.font(), painter.device())
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    metrics = painter.fontMetrics()
    most = max(1, room.height() // metrics.height())
    layout.beginLayout()
    starts = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(room.width())
        starts.append(line.textStart())
    layout.endLayout()
    for number, start in enumerate(starts[:most]):
        last = number == most - 1
        end = len(words) if last or number == len(starts) - 1 else starts[number + 1]
        shown = metrics.elidedText(words[start:end], Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(
            room.left(), room.top() + number * metrics.height() + metrics.ascent(), shown
        )
    return len(starts) <= most


def _shortened(folder: Path) -> str:
    """Return the folder, with `~` for the user's own."""
    try:
        return str(Path("~") / folder.relative_to(Path.home()))
    except ValueError:
        return str(folder)


def _date(known: Presence) -> str:
    """Return the file's last change in the system's format; empty if unknown."""
    if known.changed is None:
        return ""
    return QLocale().toString(known.changed, QLocale.FormatType.ShortFormat)
