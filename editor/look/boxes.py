"""Rows and columns of widgets, each made and filled by one call.

`fill(vertical(self, gap=8), head, (body, 1), STRETCH)` lays a head over a body that takes the
room that is left.
"""

from typing import Final, Literal, TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

STRETCH: Final = "stretch"
"""A part that takes the room that is left."""

Item = QWidget | QLayout
Part = Item | tuple[Item, int] | int | Literal["stretch"]
"""A widget or layout, one with its share of free room, pixels of empty space, or `STRETCH`."""

Margins = int | tuple[int, int, int, int]
"""Pixels on all sides, or left, top, right and bottom."""

Box = TypeVar("Box", bound=QBoxLayout)


def vertical(
    owner: QWidget | None = None, *, gap: int | None = None, margins: Margins | None = None
) -> QVBoxLayout:
    """Make a column, the layout of `owner` if given; gaps and margins in pixels."""
    return _spaced(QVBoxLayout() if owner is None else QVBoxLayout(owner), gap, margins)


def horizontal(
    owner: QWidget | None = None, *, gap: int | None = None, margins: Margins | None = None
) -> QHBoxLayout:
    """Make a row, the layout of `owner` if given; gaps and margins in pixels."""
    return _spaced(QHBoxLayout() if owner is None else QHBoxLayout(owner), gap, margins)


def fill(box: Box, *parts: Part) -> Box:
    """Append parts to a row or column, and return it."""
    for part in parts:
        if part == STRETCH:
            box.addStretch(1)
        elif isinstance(part, int):
            box.addSpacing(part)
        else:
            item, share = part if isinstance(part, tuple) else (part, 0)
            if isinstance(item, QLayout):
                box.addLayout(item, share)
            elif isinstance(item, QWidget):
                box.addWidget(item, share)
    return box


def _spaced(box: Box, gap: int | None, margins: Margins | None) -> Box:
    if margins is not None:
        box.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if gap is not None:
        box.setSpacing(gap)
    return box
