"""Clean-up of a window after a test, so that the next test starts without traces."""

from collections.abc import Iterable
from enum import Enum

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from shiboken6 import isValid

from editor.safety.shutdown import delete
from editor.settings.settings import Settings
from editor.shell.window import MainWindow


def leave(window: MainWindow) -> None:
    """Close it without a question, and delete it with its parts.

    A part without a parent lives on with the functions that are connected to its signals, and
    these hold the window: 7 MB each, and every later theme and collection is slower. Parts
    forget each other, so that pictures, 40 MB a window, don't wait for the next collection.
    """
    window.run.clock.pause()
    # A drag in hand would be something to lose, and the window would stay.
    window.canvas.settle()
    window.document.stack.setClean()
    assert window.close()
    if window.safety is not None:
        window.safety.close()
    window.end()
    parts = parts_of(window)
    delete(window)
    forget(parts)


def forget(parts: Iterable[object]) -> None:
    """Delete the remaining parts of a deleted window, and empty all of them."""
    for part in parts:
        if isinstance(part, QObject) and isValid(part) and part.parent() is None:
            part.blockSignals(True)
            part.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for part in parts:
        vars(part).clear()


def parts_of(window: MainWindow) -> list[object]:
    """All of the editor's objects that hang on a window."""
    found: dict[int, object] = {id(window): window}
    waiting: list[object] = [window]
    while waiting:
        held = waiting.pop()
        if isinstance(held, dict):
            inner = [*held.values()]
        elif isinstance(held, list | tuple | set | frozenset):
            inner = [*held]
        else:
            inner = [*vars(held).values()]
        for one in inner:
            if isinstance(one, dict | list | tuple | set | frozenset):
                waiting.append(one)
            elif _is_part(one) and id(one) not in found:
                found[id(one)] = one
                waiting.append(one)
    return [*found.values()]


def _is_part(one: object) -> bool:
    module = type(one).__module__
    # Workers end on threads of their own.
    mine = module.startswith("editor.") and module != "editor.services.worker"
    return mine and hasattr(one, "__dict__") and not isinstance(one, type | Enum | Settings)
