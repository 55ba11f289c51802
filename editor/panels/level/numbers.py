"""Rows for settings of the bake: a number, an explanation, and a button for the default."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QToolButton, QWidget

from editor.look import boxes
from editor.look.fields import Field
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import make_label
from navcore.i18n import mark, tr
from navcore.level.model import NEW_SETTINGS


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the bake."""

    key: str
    title: str
    step: float
    meaning: str


NUMBERS: Final = (
    Number(
        "cell_size",
        mark("Cell size"),
        0.05,
        mark("Side of a cell of the grid. Smaller cells follow walls more closely and cost more"),
    ),
    Number(
        "agent_radius",
        mark("Agent radius"),
        0.05,
        mark("Half the width of a character; keeps it away from obstacles"),
    ),
    Number(
        "object_padding",
        mark("Object padding"),
        0.05,
        mark("Distance from obstacles, in addition to the radius"),
    ),
    Number(
        "boundary_padding",
        mark("Boundary padding"),
        0.05,
        mark("Distance from the outer edge of the areas; the radius is not added to it"),
    ),
    Number("floor_y", mark("Floor height"), 0.1, mark("Height of every point of the grid")),
    Number(
        "seam",
        mark("Seam"),
        0.01,
        mark("Gaps between areas that are narrower than this are closed"),
    ),
)

DEFAULTS: Final = NEW_SETTINGS

KEYS: Final = (
    *(number.key for number in NUMBERS), "grid_origin", "boundary_follows_radius",
    "profile_follows_body",
)  # fmt: skip
"""All settings that the form shows."""


class ResetButton(QToolButton):
    """Restores the default of a setting; only visible if the value differs."""

    def __init__(self, title: str, default: str) -> None:
        """`default` is the default as text."""
        super().__init__()
        self.setIcon(icon("reset"))
        self.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self.setToolTip(tr("Back to the default, {0}").format(default))
        self.setAccessibleName(tr("{0}: back to the default, {1}").format(title, default))
        # Fields keep their width when it comes and goes.
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.hide()


def title_of(title: str, field: Field | QComboBox) -> QLabel:
    """Return the title of a field, beside or above it."""
    label = make_label(title, wraps=True, buddy=field)
    label.setToolTip(field.toolTip())
    return label


def column_of(widget: QWidget) -> QGridLayout:
    """Return a grid for titles, fields and reset buttons side by side."""
    grid = boxes.grid(widget, gaps=(SIZE.related, SIZE.related), margins=0)
    grid.setColumnMinimumWidth(0, SIZE.label_column)
    grid.setColumnStretch(1, 1)
    return grid
