"""The button of the status bar that opens the panel of doors; it tells how many matter."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QToolButton

from editor.actions.workbench import Workbench
from navcore.i18n import several, tr


class DoorCounter(QObject):
    """Tells how many doors matter alone, while that is known."""

    def __init__(self, button: QToolButton, bench: Workbench) -> None:
        """On this button; a click opens the panel or closes it."""
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
