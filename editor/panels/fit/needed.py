"""Widths that gaps need with the present settings."""

import math
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from editor.look import boxes
from editor.look.fields import number_text
from editor.look.style import SIZE
from editor.look.widgets import make_label
from navcore.i18n import mark, tr
from navcore.level.model import Settings
from navcore.proof.verdicts import Limits, Side, limits_of, rounded_up

ROWS: Final[tuple[tuple[tuple[Side, Side], str], ...]] = (
    (("obstacle", "obstacle"), mark("two obstacles")),
    (("obstacle", "edge"), mark("obstacle, area edge")),
    (("edge", "edge"), mark("two area edges")),
)

COLUMNS: Final = (mark("may pass"), mark("always"), mark("at any angle"))


class GapTable(QWidget):
    """A row for each kind of gap."""

    def __init__(self) -> None:
        """Empty."""
        super().__init__()
        grid = boxes.grid(self, gaps=(SIZE.related, SIZE.inside), margins=0, wide=0)
        grid.addWidget(make_label(tr("A gap between"), wraps=True), 0, 0)
        for column, title in enumerate(COLUMNS, start=1):
            head = _title(tr(title))
            head.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
            grid.addWidget(head, 0, column)
        self.cells: dict[tuple[Side, Side], list[QLabel]] = {}
        for row, (sides, title) in enumerate(ROWS, start=1):
            grid.addWidget(_title(tr(title)), row, 0)
            self.cells[sides] = [QLabel() for _ in COLUMNS]
            for column, label in enumerate(self.cells[sides], start=1):
                label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                grid.addWidget(label, row, column)

    def show_limits(self, settings: Settings, radius: float) -> None:
        """Show the widths for these settings and a radius, metres."""
        for sides, title in ROWS:
            straight = limits_of(settings, radius=radius, sides=sides)
            slanted = limits_of(settings, radius=radius, sides=sides, steps=math.sqrt(2))
            # Round up the width that is always open.
            found = (
                straight.can_pass_from,
                rounded_up(straight.always_from),
                rounded_up(slanted.always_from),
            )
            told = _sentence(tr(title), straight, slanted)
            for label, metres in zip(self.cells[sides], found, strict=True):
                label.setText(number_text(metres, "m"))
                label.setToolTip(told)
                label.setAccessibleDescription(told)


def _title(text: str) -> QLabel:
    """Return a title; in a narrow dock it may be cut, and its tool tip has the full text."""
    label = make_label(text, wraps=True)
    label.setMinimumWidth(1)
    label.setToolTip(text)
    return label


def _sentence(title: str, straight: Limits, slanted: Limits) -> str:
    numbers = (
        straight.can_pass_from,
        rounded_up(straight.always_from),
        rounded_up(slanted.always_from),
    )
    return tr(
        "Between {0}: shut up to {1}; then passable only at some grid alignments; always open "
        "from {2} along an axis and from {3} in any direction"
    ).format(title, *(number_text(metres, "m") for metres in numbers))
