"""Counter of failing path tests in the status bar, which opens their panel."""

from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QToolButton

from editor.actions.path_tests import follow_probe
from editor.actions.workbench import Workbench
from editor.look.icons import icon
from editor.tools.messages.path_tests import counted
from navcore.i18n import tr

_STYLE: Final = Qt.ToolButtonStyle.ToolButtonTextBesideIcon


class PathTestCounter(QObject):
    """Shows the number of passing tests, or of failing ones.

    Before the first results it says that tests are running; a tick is shown for results only, never
    for a level without tests.
    """

    def __init__(self, button: QToolButton, bench: Workbench) -> None:
        """Control this button, and allow new tests; a click opens or closes the panel."""
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
        service = self._bench.tests
        failing = len(service.failing)
        if failing:
            self._set_button(counted(len(service.answers), failing), icon("error", "error"))
        elif service.answers:
            self._set_button(counted(len(service.answers), 0), icon("check", "ok"))
        elif service.is_first_awaited:
            self._set_button(tr("Running tests"), icon("search"))
        else:
            self._set_button(tr("Tests"), QIcon())

    def _set_button(self, text: str, picture: QIcon) -> None:
        self._button.setText(text)
        self._button.setAccessibleName(text)
        self._button.setIcon(picture)
