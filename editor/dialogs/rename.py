"""Rename many: one pattern with a number for everything that is selected."""

from typing import ClassVar

from PySide6.QtWidgets import QCheckBox, QWidget

from editor.actions.workbench import Workbench
from editor.dialogs.naming import NamingDialog
from editor.look.style import SIZE
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.model import Element
from navcore.level.naming import called
from navcore.level.operations import numbered_names, reading_order
from navcore.level.operations.names import common_pattern


class RenameDialog(NamingDialog):
    """Asks for a pattern, the first number and the order."""

    name: ClassVar[str] = "rename"
    title: ClassVar[str] = mark("Rename many")
    about_selection: ClassVar[bool] = True

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """Create the dialog for the selection."""
        super().__init__(bench, parent)
        ids = bench.document.selection.ids
        self._drawn: list[Element] = [
            element for element in self.level.elements() if element.id in ids
        ]
        self._read = reading_order(self._drawn)
        self.headline.setText(tr("Rename {0}").format(called(self._drawn)))
        self.pattern = self.field(tr("Names"), common_pattern(self._drawn))
        self.pattern.setToolTip(tr("# is the number, ## the number with at least two digits"))
        self.first = self.field(tr("First number"), "1")
        self.first.setFixedWidth(SIZE.number_field)
        self.by_place = QCheckBox(tr("From left to right and top to bottom"))
        self.by_place.setToolTip(tr("Off: in the order in which they were drawn"))
        self.by_place.setChecked(True)
        self.by_place.toggled.connect(self.refresh)
        self.add_line(tr("Names"), self.pattern)
        self.add_line(tr("First number"), self.first)
        self.add_line(tr("Order"), self.by_place)
        self.refresh()
        self.pattern.setFocus()
        # With only the stem selected, a typed pattern got a second number: table_##_##.
        self.pattern.selectAll()

    def refresh(self) -> None:
        """Number the elements again."""
        elements = self._read if self.by_place.isChecked() else self._drawn
        try:
            names = numbered_names(elements, self.pattern.text(), self._start())
        except NavcoreError as refusal:
            self.show_fault(str(refusal))
            return
        self.show_names(names, self._remark(names))

    def _start(self) -> int:
        try:
            return int(self.first.text())
        except ValueError:
            return -1

    def _remark(self, names: dict[int, str]) -> str:
        """Return a remark about valid names."""
        new = set(names.values())
        others = [e for e in self.level.elements() if e.id not in names and e.name in new]
        if not others:
            return ""
        if len(others) == 1:
            return tr("Another element is named {0}, too.").format(others[0].name)
        return tr("{0} of these names belong to other elements, too.").format(len(others))


DIALOGS = (RenameDialog,)
