"""Strips that lie over a canvas or a page, which never moves when one comes or goes."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

from editor.look.boxes import fill, vertical
from editor.look.style import SIZE


class Strips(QWidget):
    """Strips below each other at the top centre of a widget; as high as the visible ones."""

    def __init__(self, over: QWidget, strips: Iterable[QWidget], top: int) -> None:
        """Create the strips over a widget, in this order, `top` pixels below its upper edge."""
        super().__init__(over)
        self._top = top
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self._column = fill(vertical(self, gap=SIZE.related, margins=0), *strips)
        over.installEventFilter(self)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the widget below."""
        if event.type() == QEvent.Type.Resize and watched is self.parentWidget():
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
        width = min(SIZE.strip_most, over.width() - 2 * SIZE.margin)
        height = self._column.totalHeightForWidth(width)
        if height < 0:
            height = self._column.totalSizeHint().height()
        self.setGeometry((over.width() - width) // 2, self._top, width, height)
        self.raise_()
