"""Widgets, dialogs and menus that are open now, as tests click through them."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget
from shiboken6 import isValid

LEFT_OUT = {"quit"}
"""Actions that end the window."""


def inside(parent: QWidget) -> list[QWidget]:
    """Everything in a window. `findChildren` would make PySide think that it owns them."""
    return [widget for widget in QApplication.allWidgets() if widget.window() is parent]


def is_open(dialog: QDialog) -> bool:
    """Whether it is neither closed nor gone."""
    return isValid(dialog) and dialog.isVisible()


def entries(menu: QMenu) -> list[QAction]:
    """What can be chosen in a menu, and in those inside it."""
    found = []
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            found += entries(inner)
        elif action.isEnabled() and action.text():
            found.append(action)
    return [action for action in found if action.objectName() not in LEFT_OUT]
