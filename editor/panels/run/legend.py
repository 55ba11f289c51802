"""The legend of a chart: which lines there are, which are drawn, and their values."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from editor.look import style
from editor.look.plots.strokes import stroke_icon
from editor.look.style import SIZE
from editor.look.views import only_shown
from editor.panels.run.chart import Line
from navcore.i18n import tr


class Legend(QTreeWidget):
    """A piece of each line, its name and its value; the check boxes say which are drawn."""

    changed = Signal(object)
    """Other lines are to be drawn: keys of the hidden ones."""
    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self) -> None:
        """Create the legend without lines."""
        super().__init__()
        self._lines: list[Line] = []
        self._look: tuple[object, ...] = ()
        self.setAccessibleName(tr("Lines of the chart"))
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setIndentation(0)
        self.setIconSize(QSize(SIZE.legend_line, SIZE.icon_small))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        only_shown(self)
        head = self.header()
        head.setStretchLastSection(False)
        head.setMinimumSectionSize(1)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self.setColumnWidth(1, self.fontMetrics().horizontalAdvance("0,000.00") + SIZE.related)
        self.itemChanged.connect(self._tell)

    def show_lines(self, lines: list[Line], hidden: frozenset[str], ratio: float) -> None:
        """Name these."""
        look = (
            tuple((line.key, line.name, line.stroke) for line in lines), hidden, ratio,
            style.current().name,
        )  # fmt: skip
        self._lines = lines
        if look == self._look:
            return
        self._look = look
        self.blockSignals(True)
        self.clear()
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for line in lines:
            item = QTreeWidgetItem([line.name, ""])
            item.setIcon(0, stroke_icon(line.stroke, ratio))
            item.setToolTip(0, line.name)
            shown = Qt.CheckState.Unchecked if line.key in hidden else Qt.CheckState.Checked
            item.setCheckState(0, shown)
            item.setTextAlignment(1, right)
            item.setSizeHint(0, QSize(0, SIZE.row))
            self.addTopLevelItem(item)
        self.blockSignals(False)

    def show_values(self, values: list[str]) -> None:
        """Show the value of each line at the cursor."""
        self.blockSignals(True)
        for number, value in enumerate(values):
            item = self.topLevelItem(number)
            if item is not None and item.text(1) != value:
                item.setText(1, value)
        self.blockSignals(False)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc give the focus back to the canvas; Space draws a line, or not."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)

    def _tell(self, *_: object) -> None:
        hidden = frozenset(
            line.key
            for number, line in enumerate(self._lines)
            if (item := self.topLevelItem(number)) is not None
            and item.checkState(0) == Qt.CheckState.Unchecked
        )
        self._look = (self._look[0], hidden, *self._look[2:])
        self.changed.emit(hidden)
