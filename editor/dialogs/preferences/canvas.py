"""Preferences of the canvas: mouse wheel, snapping and grid."""

from typing import ClassVar, Final

from PySide6.QtGui import QShowEvent

from editor.actions.view import SNAP_STEPS, SNAP_SWITCHES
from editor.actions.workbench import Workbench
from editor.dialogs.preferences.page import Page, show_value, switch
from editor.settings.settings import SNAPS
from editor.tools.keys import COMMAND
from navcore.i18n import mark, tr

STEP: Final = 0.5
"""The snap step to begin with, metres."""


class CanvasPage(Page):
    """The same switches as in the View menu."""

    title: ClassVar[str] = mark("Canvas")

    def __init__(self, bench: Workbench) -> None:
        """Show the present preferences."""
        super().__init__(bench)
        table = bench.commands.table
        wheels = (
            (tr("Depends on the device"), "device"),
            (tr("Zooms"), "zoom"),
            (tr("Pans"), "pan"),
        )
        self.wheel = self.add_choice(
            tr("Wheel"), wheels, bench.settings.wheel, self._choose_wheel,
            note=tr("A wheel zooms and two fingers pan; with {0} both zoom.").format(COMMAND),
        )  # fmt: skip
        self.grid = switch(table["grid"], tr("Show its lines"))
        self.add_line(tr("Grid"), self.grid)
        self.snap = switch(table["snap"], tr("While you draw and move"))
        self.add_line(tr("Snapping"), self.snap)
        self.kinds = {row.id: switch(table[row.id]) for row in SNAP_SWITCHES}
        self.add_line(tr("Snap to"), *self.kinds.values())
        steps = [(table[row.id].text(), row.id) for row in SNAP_STEPS]
        self.step = self.add_choice(tr("Snap step"), steps, self._step(), self._choose_step)
        self.column.addStretch(1)

    def back(self) -> None:
        """The wheel by its device, snapping to everything, in steps of half a metre."""
        settings, canvas, table = (
            self.bench.settings, self.bench.canvas, self.bench.commands.table,
        )  # fmt: skip
        self._choose_wheel("device")
        show_value(self.wheel, "device")
        for kind in SNAPS:
            if kind not in settings.snap_to:
                canvas.snapping.switch(kind)
        for name, on in (("grid", settings.grid), ("snap", settings.snap)):
            if not on:
                table[name].trigger()
        canvas.snapping.set_step(STEP)
        self.bench.commands.refresh()
        self._show_step()

    def showEvent(self, event: QShowEvent) -> None:
        """The step may have been changed elsewhere."""
        super().showEvent(event)
        self._show_step()

    def _step(self) -> str:
        """Return the row of the present step; "" if it is not one of the choices."""
        table = self.bench.commands.table
        return next((row.id for row in SNAP_STEPS if table[row.id].isChecked()), "")

    def _show_step(self) -> None:
        self.step.setCurrentIndex(self.step.findData(self._step()))

    def _choose_wheel(self, choice: str) -> None:
        self.bench.commands.table[f"wheel_{choice}"].trigger()

    def _choose_step(self, name: str) -> None:
        self.bench.commands.table[name].trigger()
