"""Order of the focus through the parts of the window."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QMainWindow, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken, isValid

from editor.bars.stops import next_stop


def test_a_part_that_goes_leaves_the_window_alone(qtbot: QtBot) -> None:
    """It was passed on the way through the focus chain, which leads back to the window."""
    window = QMainWindow()
    qtbot.addWidget(window)
    menus = window.menuBar()
    field, part = QLineEdit(window), QWidget(window)
    label = QLabel(part)
    window.show()
    assert next_stop((field, part), field, 1) is field
    part.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(label)
    assert isValid(menus)
    assert Shiboken.ownedByPython(window)
