"""Base class of pages of the preferences; changes take effect at once."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QStyledItemDelegate,
    QWidget,
)

from editor.actions.workbench import Workbench
from editor.look import boxes
from editor.look.boxes import fill, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_label


class Page(QWidget):
    """One page: lines with a label, a control and an explanation."""

    title: ClassVar[str] = ""
    """Name of the page in the list, before translation."""

    goes_back: ClassVar[bool] = True
    """True if anything on it has a default."""

    def __init__(self, bench: Workbench) -> None:
        """An empty page."""
        super().__init__()
        self.bench = bench
        self._grid = boxes.grid(gaps=(SIZE.group, SIZE.inside), wide=1)
        self.column = fill(vertical(self, gap=SIZE.related, margins=0), self._grid)

    def back(self) -> None:
        """Make everything on this page as it was at the very first start."""

    def add_choice(
        self,
        title: str,
        choices: Sequence[tuple[str, str]],
        now: str,
        choose: Callable[[str], object],
        *,
        note: str = "",
    ) -> QComboBox:
        """Return a combo box of texts with values."""
        box = QComboBox()
        # Only this delegate follows the style sheet.
        box.setItemDelegate(QStyledItemDelegate(box))
        for text, value in choices:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(now)))
        box.setAccessibleName(title)
        box.setFixedHeight(SIZE.field)
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.activated.connect(lambda _: choose(str(box.currentData())))
        self.add_line(title, box, note=note)
        return box

    def add_line(self, title: str, *controls: QWidget, note: str = "") -> None:
        """A label, its controls one below the other, and what there is to say about them."""
        row = self._grid.rowCount()
        label = make_label(title)
        for control in controls:
            if isinstance(control, QLabel):
                control.setMinimumHeight(SIZE.row)
        height = max(controls[0].sizeHint().height(), controls[0].minimumHeight())
        label.setFixedHeight(max(label.sizeHint().height(), height))
        label.setBuddy(controls[0])
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        for number, control in enumerate(controls):
            self._grid.addWidget(control, row + number, 1, Qt.AlignmentFlag.AlignLeft)
        last = row + len(controls)
        if note:
            note_label = make_label(note, wraps=True)
            self._grid.addWidget(note_label, last, 1)
            last += 1
        self._grid.setRowMinimumHeight(last, SIZE.related)


def switch(action: QAction, text: str = "") -> QCheckBox:
    """Return a check box that follows and triggers this action."""
    box = QCheckBox(text or action.text().partition("\t")[0])
    box.setToolTip(action.toolTip())
    box.setChecked(action.isChecked())
    box.setFixedHeight(SIZE.row)
    box.clicked.connect(lambda _: action.trigger())
    action.toggled.connect(box.setChecked)
    return box


def show_value(box: QComboBox, value: str) -> None:
    """Select the present value."""
    box.setCurrentIndex(max(0, box.findData(value)))
