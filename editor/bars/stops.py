"""Focus stops of the window's parts, for moving between parts by keyboard."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from editor.bars.dock import TabDock


def next_stop(parts: Sequence[QWidget], focus: QWidget | None, direction: int) -> QWidget:
    """Return the stop of the next part (1) or the previous one (-1); skip parts without stops.

    If the focus is nowhere, the first part counts, which always has a stop.
    """
    stops = [(part, stop) for part in parts if (stop := _stop_of(part)) is not None]
    at = next(
        (
            number
            for number, (part, _) in enumerate(stops)
            if focus is not None and (part is focus or part.isAncestorOf(focus))
        ),
        0,
    )
    return stops[(at + direction) % len(stops)][1]


def _stop_of(part: QWidget) -> QWidget | None:
    """Return the widget in a part that gets the focus; in a dock its page, else its tabs."""
    page = part.pages.currentWidget() if isinstance(part, TabDock) else None
    stop = None if page is None else _first_stop(page)
    return stop or _first_stop(part)


def _first_stop(part: QWidget) -> QWidget | None:
    """Return the part itself, or where Tab would go first in it."""
    widget: QWidget | None = part
    while widget is not None:
        inside = widget is part or part.isAncestorOf(widget)
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if inside and takes and widget.isVisible() and widget.isEnabled():
            return widget
        widget = _next_in_focus_chain(widget)
        if widget is part:
            break
    return None


def _next_in_focus_chain(widget: QWidget) -> QWidget:
    """Return the widget where Tab leads next, whether it takes the focus or not.

    PySide takes it for a child of `widget`, even the window, and invalidates the Python objects
    of the window's parts with it. Setting the parent that it has puts that right.
    """
    following = widget.nextInFocusChain()
    assert following is not None
    following.setParent(following.parentWidget())
    return following
