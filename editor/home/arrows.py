"""Movement of the focus on the home page by arrow keys."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from editor.look.style import SIZE

STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def next_over(
    rows: Sequence[Sequence[QWidget]], here: QWidget, key: Qt.Key, page: QWidget
) -> QWidget | None:
    """The next stop; up and down lead through the rows in their order, none is jumped over."""
    down = STEPS[key][1]
    if not down:
        stops = [stop for row in rows for stop in row]
        return next_stop(stops, stops.index(here), key, page)
    own = next(number for number, row in enumerate(rows) if here in row)
    found = next_stop(rows[own], rows[own].index(here), key, page)
    for row in rows[own + 1 :] if down > 0 else rows[:own][::-1]:
        if found is None:
            found = next_stop((here, *row), 0, key, page)
    return found


def next_stop(stops: Sequence[QWidget], here: int, key: Qt.Key, page: QWidget) -> QWidget | None:
    """Return the nearest stop in the direction of the key; sideways, else the next one in order."""
    across, down = STEPS[key]
    places = [QRect(stop.mapTo(page, QPoint()), stop.size()) for stop in stops]
    origin = places[here]
    nearest, least = None, 0
    for stop, place in zip(stops, places, strict=True):
        away = place.center() - origin.center()
        ahead = away.x() * across + away.y() * down
        overlaps = place.top() <= origin.bottom() and place.bottom() >= origin.top()
        if ahead <= SIZE.group or (overlaps != bool(across)):
            continue
        offset = place.topLeft() - origin.topLeft()
        cost = ahead + abs(offset.y() if across else offset.x())
        if nearest is None or cost < least:
            nearest, least = stop, cost
    if nearest is None and across and 0 <= here + across < len(stops):
        return stops[here + across]
    return nearest
