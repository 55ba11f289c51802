"""Rows and columns of widgets, each made and filled by one call.

`fill(vertical(self, gap=8), head, (body, 1), STRETCH)` lays a head over a body that takes the
room that is left.
"""

from typing import Final, Literal, TypeVar

from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

STRETCH: Final = "stretch"
"""A part that takes the room that is left."""

Item = QWidget | QLayout
Part = Item | tuple[Item, int] | int | Literal["stretch"]
"""A widget or layout, one with its share of free room, pixels of empty space, or `STRETCH`."""

Margins = int | tuple[int, int, int, int]
"""Pixels on all sides, or left, top, right and bottom."""

Box = TypeVar("Box", bound=QBoxLayout)
Layout = TypeVar("Layout", bound=QLayout)


def vertical(
    owner: QWidget | None = None, *, gap: int | None = None, margins: Margins | None = None
) -> QVBoxLayout:
    """Make a column, the layout of `owner` if given; gaps and margins in pixels."""
    box = QVBoxLayout() if owner is None else QVBoxLayout(owner)
    return _spaced(_with_margins(box, margins), gap)


def horizontal(
    owner: QWidget | None = None, *, gap: int | None = None, margins: Margins | None = None
) -> QHBoxLayout:
    """Make a row, the layout of `owner` if given; gaps and margins in pixels."""
    box = QHBoxLayout() if owner is None else QHBoxLayout(owner)
    return _spaced(_with_margins(box, margins), gap)


def grid(
    owner: QWidget | None = None,
    *,
    gaps: tuple[int, int],
    margins: Margins | None = None,
    wide: int | None = None,
) -> QGridLayout:
    """Make a grid, the layout of `owner` if given.

    `gaps` are pixels between columns and between rows; column `wide` takes the room that is left.
    """
    made = _with_margins(QGridLayout(owner), margins)
    made.setHorizontalSpacing(gaps[0])
    made.setVerticalSpacing(gaps[1])
    if wide is not None:
        made.setColumnStretch(wide, 1)
    return made


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


def _with_margins(layout: Layout, margins: Margins | None) -> Layout:
    if margins is not None:
        layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    return layout


def _spaced(box: Box, gap: int | None) -> Box:
    if gap is not None:
        box.setSpacing(gap)
    return box
