"""How tests leave a window, so that the next one begins as if there had been none."""

from enum import Enum

from editor.safety.shutdown import delete
from editor.settings.settings import Settings
from editor.shell.window import MainWindow

PAINTED = ("editor.canvas.overlays.", "editor.canvas.painting.")
"""Parts that hold pictures, and hear of nothing any more."""


def leave(window: MainWindow) -> None:
    """Close it without a question, and delete it with its parts.

    Functions that are connected to a part hold the window: only without parts it can be freed,
    and what is not freed makes every later theme and every later collection slower.
    """
    window.run.clock.pause()
    # A drag in hand would be something to lose, and the window would stay.
    window.canvas.settle()
    window.document.stack.setClean()
    assert window.close()
    if window.safety is not None:
        window.safety.close()
    window.end()
    parts = _parts(window)
    delete(window)
    for part in parts:
        if type(part).__module__.startswith(PAINTED):
            vars(part).clear()


def _parts(window: MainWindow) -> list[object]:
    """All of the editor's objects that hang on a window.

    Qt keeps the functions that were connected, and they the whole window: 40 MB each. What is
    left of its pictures then is empty.
    """
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
