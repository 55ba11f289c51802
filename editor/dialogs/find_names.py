"""Find and replace in names: in the selection or the whole level."""

from typing import ClassVar

from PySide6.QtWidgets import QCheckBox, QWidget

from editor.actions.workbench import Workbench
from editor.dialogs.naming import NamingDialog
from navcore.i18n import mark, tr
from navcore.level.operations import replaced_names


class FindNamesDialog(NamingDialog):
    """Asks for a text and its replacement; lists the names that change."""

    name: ClassVar[str] = "find_names"
    title: ClassVar[str] = mark("Find and replace names")

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """Create the dialog for the level or the selection."""
        super().__init__(bench, parent)
        self._ids = bench.document.selection.ids
        self.headline.setText(tr("Find and replace in names"))
        self.sought = self.field(tr("Find"))
        self.replacement = self.field(tr("Replace with"))
        self.match_case = QCheckBox(tr("Match case"))
        self.in_selection = QCheckBox(tr("Only in the selection"))
        self.in_selection.setEnabled(bool(self._ids))
        self.in_selection.setChecked(len(self._ids) > 1)
        for switch in (self.match_case, self.in_selection):
            switch.toggled.connect(self.refresh)
        self.add_line(self.sought.accessibleName(), self.sought)
        self.add_line(self.replacement.accessibleName(), self.replacement)
        self.add_line("", self.match_case, self.in_selection)
        self.make.setText(tr("Replace"))
        self.refresh()
        self.sought.setFocus()

    def refresh(self) -> None:
        """Update the list of changed names."""
        within = self._ids if self.in_selection.isChecked() else None
        elements = [e for e in self.level.elements() if within is None or e.id in within]
        names = replaced_names(
            elements,
            self.sought.text(),
            self.replacement.text(),
            match_case=self.match_case.isChecked(),
        )
        self.show_names(names, self._remark(len(names)))

    def _remark(self, count: int) -> str:
        told = self.sought.text()
        if not told:
            return tr("Type a part of a name.")
        if count:
            changes = tr("1 name changes.") if count == 1 else tr("{0} names change.")
            return changes.format(f"{count:,}")
        return tr('No name contains "{0}".').format(told)


DIALOGS = (FindNamesDialog,)
