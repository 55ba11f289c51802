"""Base class of the dialogs for names: a list of new names, a count, one undo step."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from editor.actions.workbench import Workbench
from editor.dialogs.dialog import Dialog
from editor.dialogs.name_list import NameList, Renaming
from editor.look.boxes import fill, horizontal, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, named
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.operations import name_faults, rename_all

MANY: Final = 200
"""Number of new names above which the canvas shows them after typing pauses."""

RESTS_AFTER_MS: Final = 200


class NamingDialog(Dialog):
    """Shows what elements would be called while that is typed; Enter takes it."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """About the level as it is now."""
        super().__init__(bench, parent)
        self.level, self.holds_edit = bench.document.level, True
        self._edit = Edit()
        self._later = QTimer(self, singleShot=True, interval=RESTS_AFTER_MS)
        self._later.timeout.connect(lambda: self.show_edit(self._edit))
        self.headline = make_label(name="headline")
        self.names = NameList()
        self.outcome = make_label(wraps=True)
        self.outcome.setFixedHeight(2 * self.outcome.fontMetrics().lineSpacing())
        self.make = make_button(tr("Rename"), self._make)
        self._form = QFormLayout()
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(SIZE.margin)
        self._form.setVerticalSpacing(SIZE.related)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._lay_out()

    def add_line(self, title: str, *widgets: QWidget) -> None:
        """A labelled line of the form."""
        row = fill(horizontal(gap=SIZE.group), *widgets)
        if not isinstance(widgets[0], QLineEdit):
            row.addStretch(1)
        label = QLabel(title)
        label.setFixedHeight(max(label.sizeHint().height(), widgets[0].sizeHint().height()))
        label.setObjectName("label")
        label.setBuddy(widgets[0])
        self._form.addRow(label, row)

    def field(self, title: str, text: str = "") -> QLineEdit:
        """Return a field that updates the list at each keystroke."""
        field = named(QLineEdit(text), title)
        field.setFixedHeight(SIZE.field)
        field.textChanged.connect(self.refresh)
        return field

    def refresh(self) -> None:
        """Show the result of the present entries."""
        raise NotImplementedError

    def show_names(self, names: Mapping[int, str], said: str) -> None:
        """List these names and show them on the canvas; show `said` below if all are valid."""
        faults = name_faults(self.level, names)
        self.names.show_lines(
            [
                Renaming(self.level.element(i).name, name, faults.get(i, ""))
                for i, name in names.items()
            ]
        )
        self._edit = Edit() if faults else rename_all(self.level, names)
        self._show_outcome(next(iter(faults.values()), ""), said)

    def show_fault(self, fault: str) -> None:
        """Say why there are no names."""
        self._edit = Edit()
        self.names.show_lines([])
        self._show_outcome(fault, "")

    def _show_outcome(self, fault: str, said: str) -> None:
        if len(self._edit.after) > MANY:
            self._later.start()
        else:
            self._later.stop()
            self.show_edit(self._edit)
        self.make.setEnabled(bool(self._edit))
        name = "fault" if fault else "label"
        if self.outcome.objectName() != name:
            self.outcome.setObjectName(name)
            self.outcome.style().unpolish(self.outcome)
            self.outcome.style().polish(self.outcome)
        self.outcome.setText(fault or said)

    def _lay_out(self) -> None:
        column = vertical(self, gap=SIZE.group, margins=SIZE.dialog)
        fill(column, self.headline, self._form, (self.names, 1), self.outcome, self.foot(self.make))

    def done(self, result: int) -> None:
        """Show nothing any more."""
        self._later.stop()
        super().done(result)

    def _make(self) -> None:
        if self._edit:
            self.take(self._edit)
