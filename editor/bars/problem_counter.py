"""The counter of the status bar that tells how many problems there are, and opens their panel."""

from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QToolButton

from editor.actions.workbench import Workbench
from editor.look.icons import icon
from navcore.i18n import several, tr

_STYLE: Final = Qt.ToolButtonStyle.ToolButtonTextBesideIcon


class ProblemCounter(QObject):
    """Tells of errors and warnings that nobody means; where there are none, of notes."""

    def __init__(self, button: QToolButton, bench: Workbench) -> None:
        """On this button; a click opens the panel or closes it."""
        super().__init__(button)
        self._button, self._bench = button, bench
        action = bench.commands.table["panel_problems"]
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        bench.problems.changed.connect(self._show)
        self._show()

    def _show(self, _: object = None) -> None:
        counting = self._bench.problems.counting
        notes = sum(
            one.severity == "note" and one.meant is None for one in self._bench.problems.found
        )
        text = tr("No problems")
        if notes and not counting:
            told = several(notes, "1 note", "{0} notes")
            text = tr("{0} · {1}").format(text, told)
        if counting:
            text = several(len(counting), "1 problem", "{0} problems")
        self._button.setText(text)
        self._button.setAccessibleName(text)
        self._button.setToolButtonStyle(_STYLE)
        if any(one.severity == "error" for one in counting):
            self._button.setIcon(icon("error", "error"))
        elif counting:
            self._button.setIcon(icon("warning", "warn"))
        else:
            self._button.setIcon(icon("check", "ok"))
