"""Rows of the outline panel, and small levels for it."""

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, Qt

from editor.panels.outline.messages import label_of
from editor.panels.outline.model import OutlineModel
from navcore.level.model import Area, Element, Level

RING = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))


def area(number: int, **fields: object) -> Area:
    """Return an area with this id."""
    values = {"name": f"area_{number}", "polygon": RING, "order": float(number)} | fields
    return Area(id=number, **values)


def level_of(*elements: Element) -> Level:
    """Return a level with these elements."""
    return Level().with_items({element.id: element for element in elements})


def texts(model: OutlineModel, parent: QModelIndex) -> Iterator[tuple[int, str]]:
    """Return depth and text of every row, from top to bottom."""
    for number in range(model.rowCount(parent)):
        index = model.index(number, 0, parent)
        yield 0, index.data(Qt.ItemDataRole.DisplayRole)
        yield from ((depth + 1, text) for depth, text in texts(model, index))


def rows(model: OutlineModel) -> list[str]:
    """Return the text of every row, indented by its folders."""
    return ["  " * depth + text for depth, text in texts(model, QModelIndex())]


def names(model: OutlineModel) -> list[str]:
    """Return the names of the elements that are shown."""
    found = []
    for _, index in model.headings():
        for number in range(model.rowCount(index)):
            element = model.element_at(model.index(number, 0, index))
            if element is not None:
                found.append(label_of(element))
    return found
