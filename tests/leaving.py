"""How tests leave a window, so that the next one begins as if there had been none."""

from editor.safety.shutdown import delete
from editor.shell.window import MainWindow


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
    delete(window)
