"""Find open widgets, dialogs and menu entries for tests that click through them."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget
from shiboken6 import isValid

LEFT_OUT = {"quit"}
"""Actions that close the window."""


def inside(parent: QWidget) -> list[QWidget]:
    """Return all widgets in a window; `findChildren` would make PySide think that it owns them."""
    return [widget for widget in QApplication.allWidgets() if widget.window() is parent]


def is_open(dialog: QDialog) -> bool:
    """Return whether a dialog is neither closed nor deleted."""
    return isValid(dialog) and dialog.isVisible()


def entries(menu: QMenu) -> list[QAction]:
    """Return the enabled entries of a menu and of its submenus, except `LEFT_OUT`."""
    found = []
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            found += entries(inner)
        elif action.isEnabled() and action.text():
            found.append(action)
    return [action for action in found if action.objectName() not in LEFT_OUT]
