"""The counter of the status bar that tells how many tests fail, and opens their panel."""

from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QToolButton

from editor.actions.path_tests import follow_probe
from editor.actions.workbench import Workbench
from editor.look.icons import icon
from editor.tools.messages.path_tests import counted
from navcore.i18n import tr

_STYLE: Final = Qt.ToolButtonStyle.ToolButtonTextBesideIcon


class PathTestCounter(QObject):
    """Tells how many tests there are, or how many of them fail."""

    def __init__(self, button: QToolButton, bench: Workbench) -> None:
        """On this button; a click opens the panel or closes it. Tests can be made from now on."""
        super().__init__(button)
        self._button, self._bench = button, bench
        action = bench.commands.table["panel_tests"]
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        button.setToolButtonStyle(_STYLE)
        bench.tests.changed.connect(self._show)
        follow_probe(bench)
        self._show()

    def _show(self, _: object = None) -> None:
        answers = self._bench.tests.answers
        failing = len(self._bench.tests.failing)
        text = counted(len(answers), failing) if answers else tr("Tests")
        self._button.setText(text)
        self._button.setAccessibleName(text)
        if not answers:
            self._button.setIcon(icon("check", "text2"))
        elif failing:
            self._button.setIcon(icon("error", "error"))
        else:
            self._button.setIcon(icon("check", "ok"))
