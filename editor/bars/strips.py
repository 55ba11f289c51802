"""Strips that lie over a canvas or a page, which never moves when one comes or goes."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtWidgets import QWidget

from editor.look.boxes import fill, vertical
from editor.look.style import SIZE

_SIZED: Final = frozenset({QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})


class Strips(QWidget):
    """Strips below each other at the top centre of a widget; as high as the visible ones.

    They go to the bottom while they would cover what they tell of at the top, and stay there until
    they would cover it at the bottom.
    """

    def __init__(self, over: QWidget, strips: Iterable[QWidget], top: int) -> None:
        """Create the strips over a widget, in this order, `top` pixels below its upper edge."""
        super().__init__(over)
        self._top = top
        self._is_low = False
        self._told_of: Callable[[], Iterable[QPointF]] = tuple
        self._corner: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self._column = fill(vertical(self, gap=SIZE.related, margins=0), *strips)
        over.installEventFilter(self)
        self._place()

    def keep_off(self, told_of: Callable[[], Iterable[QPointF]], corner: QWidget | None) -> None:
        """Don't cover these places of the widget below, nor a widget in its lower left corner.

        Args:
            told_of: Returns the places that the strips tell of, in pixels.
            corner: A widget that strips at the bottom lie beside, if there is enough room.
        """
        self._told_of = told_of
        if corner is not None and corner is not self._corner:
            corner.installEventFilter(self)
        self._corner = corner
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the sizes of the widget below and of the one in its corner."""
        if event.type() in _SIZED and watched in {self.parentWidget(), self._corner}:
            self._place()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Follow the strips: one has come or gone, or has more to say."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return bool(super().event(event))

    def _place(self) -> None:
        over = self.parentWidget()
        if over is None:
            return
        high, low = self._room(over, low=False), self._room(over, low=True)
        places = [*self._told_of()]
        now, other = (low, high) if self._is_low else (high, low)
        if not places:
            self._is_low = False
        elif _covers(now, places) and not _covers(other, places):
            self._is_low = not self._is_low
        self.setGeometry(low if self._is_low else high)
        self.raise_()

    def _room(self, over: QWidget, *, low: bool) -> QRect:
        """Return where the strips lie at the top, or at the bottom."""
        left, right = SIZE.margin, over.width() - SIZE.margin
        corner = self._corner
        if low and corner is not None and not corner.isHidden():
            beside = corner.geometry().right() + SIZE.related
            left = beside if right - beside >= SIZE.strip_least else left
        width = min(SIZE.strip_most, right - left)
        height = self._column.totalHeightForWidth(width)
        if height < 0:
            height = self._column.totalSizeHint().height()
        top = over.height() - SIZE.margin - height if low else self._top
        return QRect((left + right - width) // 2, top, width, height)


def _covers(room: QRect, places: Iterable[QPointF]) -> bool:
    """Return whether a place, with its mark, is in this part of the widget below."""
    beside = SIZE.margin
    wider = QRectF(room).adjusted(-beside, -beside, beside, beside)
    return any(wider.contains(place) for place in places)
