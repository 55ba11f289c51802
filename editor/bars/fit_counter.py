"""The counter of the status bar that opens the panel of what fits, and counts while it can."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QToolButton

from editor.actions.workbench import Workbench
from editor.canvas.overlays.clearances import NAME
from navcore.i18n import several, tr


class FitCounter(QObject):
    """Shows the number of gaps that are open at this grid alignment only, if widths are measured.

    Widths are measured while the panel is open or the canvas shows them: measuring after every edit
    would take longer than baking.
    """

    def __init__(self, button: QToolButton, bench: Workbench) -> None:
        """Control this button; a click opens or closes the panel."""
        super().__init__(button)
        self._button, self._bench = button, bench
        action = bench.commands.table["panel_fit"]
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        bench.bake.widths.changed.connect(self._show)
        bench.canvas.shown.changed.connect(self._show)
        bench.document.loaded.connect(self._show)
        self._show()

    def _show(self, _: object = None) -> None:
        count = self._count()
        text = tr("Fit")
        if count:
            text = several(count, "Fit: 1 grid-dependent", "Fit: {0} grid-dependent")
        self._button.setText(text)
        self._button.setAccessibleName(text)

    def _count(self) -> int:
        bench = self._bench
        widths = bench.bake.widths
        seen = any(overlay.visible and overlay.name == NAME for overlay in bench.canvas.overlays)
        if not (widths.watched or seen):
            return 0
        level = bench.document.level
        found = widths.of(level, bench.bake.shown_floor.profile_in(level.settings))
        return sum(passage.verdict == "by luck" for passage in found)
