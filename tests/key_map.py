"""What the tests of the key map share."""

from editor.window import MainWindow
from navcore.formats import write_level
from navcore.level.model import Point


def bytes_of(window: MainWindow) -> str:
    """The level as a file would hold it."""
    return write_level(window.document.level)


def newest(window: MainWindow, before: set[int]) -> list[int]:
    """Elements that were not there before."""
    return [e.id for e in window.document.level.elements() if e.id not in before]


def ids(window: MainWindow) -> set[int]:
    """All elements."""
    return {e.id for e in window.document.level.elements()}


def middle_of(window: MainWindow, element_id: int) -> Point:
    """The middle of an element's corners, or where the agent stands."""
    element = window.document.level.element(element_id)
    points = getattr(element, "polygon", None) or [element.position]
    return (sum(x for x, _ in points) / len(points), sum(z for _, z in points) / len(points))
