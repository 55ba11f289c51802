"""Actions on selected elements."""

from editor.shell.window import MainWindow
from navcore.level import operations


def select(window: MainWindow, *ids: int) -> None:
    """Select just these."""
    window.document.select(frozenset(ids))


def trigger(window: MainWindow, name: str) -> None:
    """Choose an action that can be chosen."""
    action = window.commands.table[name]
    assert action.isEnabled()
    action.trigger()


def chosen(window: MainWindow) -> list[str]:
    """Return the names of the selected elements."""
    level = window.document.level
    return sorted(level.element(i).name for i in window.document.selection.ids)


def named(window: MainWindow, name: str):
    """The element of this name."""
    return next(e for e in window.document.level.elements() if e.name == name)


def lock(window: MainWindow, *ids: int) -> None:
    """Lock these."""
    window.document.commit(operations.lock(window.document.level, ids, locked=True))


def undo_texts(window: MainWindow) -> list[str]:
    """The undo steps so far."""
    stack = window.document.stack
    return [stack.text(index) for index in range(stack.index())]
