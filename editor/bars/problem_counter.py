"""Counter of problems in the status bar, which opens their panel."""

from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QToolButton

from editor.actions.workbench import Workbench
from editor.look.icons import icon
from navcore.i18n import several, tr

_STYLE: Final = Qt.ToolButtonStyle.ToolButtonTextBesideIcon


class ProblemCounter(QObject):
    """Shows the number of errors and warnings that aren't marked as intended, or of notes.

    Before the first results it says that the rules are running.
    """

    def __init__(self, button: QToolButton, bench: Workbench) -> None:
        """Control this button; a click opens or closes the panel."""
        super().__init__(button)
        self._button, self._bench = button, bench
        action = bench.commands.table["panel_problems"]
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        bench.problems.changed.connect(self._show)
        self._show()

    def _show(self, _: object = None) -> None:
        if self._bench.problems.cannot_be_known:
            self._set_button(tr("Problems"), QIcon())
            return
        if not self._bench.problems.is_known:
            self._set_button(tr("Looking for problems"), icon("search"))
            return
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
        if any(one.severity == "error" for one in counting):
            self._set_button(text, icon("error", "error"))
        elif counting:
            self._set_button(text, icon("warning", "warn"))
        else:
            self._set_button(text, icon("check", "ok"))

    def _set_button(self, text: str, picture: QIcon) -> None:
        self._button.setText(text)
        self._button.setAccessibleName(text)
        self._button.setToolButtonStyle(_STYLE)
        self._button.setIcon(picture)
