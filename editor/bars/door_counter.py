"""Button of the status bar with the number of doors that matter; opens the panel of doors."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QToolButton

from editor.actions.workbench import Workbench
from navcore.i18n import several, tr


class DoorCounter(QObject):
    """Shows the number of doors that matter on their own, while it is known."""

    def __init__(self, button: QToolButton, bench: Workbench) -> None:
        """Control this button; a click opens or closes the panel."""
        super().__init__(button)
        self._button, self._bench = button, bench
        action = bench.commands.table["panel_doors"]
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        bench.doors.changed.connect(self._show)
        bench.bake.baked.connect(self._show)
        self._show()

    def _show(self, _: object = None) -> None:
        doors, text = self._bench.doors, tr("Doors")
        told = text
        if doors.watched and doors.found is not None and doors.is_current:
            count = doors.found.mattering
            text = tr("Doors {0}").format(count)
            told = several(count, "Doors: 1 matters", "Doors: {0} matter")
        self._button.setText(text)
        self._button.setAccessibleName(told)
