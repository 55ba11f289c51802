"""Labelled fields of a thing in the library, and below them the reason of a refusal."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.actions.workbench import Workbench
from editor.look import boxes
from editor.look.boxes import fill, horizontal
from editor.look.fields import Check, ChoiceBox, Field
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.panels.library.type_costs import TypeCosts
from navcore.level.edit import Edit
from navcore.level.model import Level


class FieldRows(QWidget):
    """Controls below each other, each with its title; a committed value is one undo step."""

    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self, bench: Workbench) -> None:
        """Create the form without rows; it edits the document's level."""
        super().__init__()
        self._bench = bench
        self._merge_key = 0
        self._fields: list[Field] = []
        self._grid = boxes.grid(self, gaps=(SIZE.margin, SIZE.inside), margins=0, wide=1)
        self._grid.setColumnMinimumWidth(0, SIZE.label_column)
        self.fault = make_label(name="fault", wraps=True)
        self.fault.hide()
        self._count = 0

    def add(
        self, title: str, control: Field | Check | ChoiceBox | TypeCosts,
        beside: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Append a row; a control without a title has its own text."""
        row, self._count = self._count, self._count + 1
        if title:
            self._grid.addWidget(make_label(title, buddy=control), row, 0)
        if beside is None:
            self._grid.addWidget(control, row, 1)
        else:
            pair = fill(horizontal(gap=SIZE.inside, margins=0), (control, 1), beside)
            self._grid.addLayout(pair, row, 1)
        self._grid.removeWidget(self.fault)
        self._grid.addWidget(self.fault, self._count, 1)
        control.left.connect(self.left)
        control.refused.connect(self._refuse)
        if isinstance(control, Field):
            control.entered.connect(self._begin)
            self._fields.append(control)

    def forget(self) -> None:
        """Discard typed text that isn't committed."""
        for field in self._fields:
            field.forget()

    def commit(self, make: Callable[[Level], Edit], field: Field | None = None) -> None:
        """Commit an edit; the steps by which a number in `field` is turned become one.

        Raises:
            NavcoreError: if the edit can't be made. Controls say so here.
        """
        self._bench.canvas.settle()
        document = self._bench.document
        turning = field is not None and field.turning
        document.commit(make(document.level), merge_key=self._merge_key if turning else 0)

    def _begin(self) -> None:
        self._merge_key = self._bench.document.new_merge_key()

    def _refuse(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))
