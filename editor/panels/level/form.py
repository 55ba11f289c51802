"""Settings of the bake, with explanations and buttons to restore defaults."""

from functools import partial
from typing import Any, Final

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QPushButton,
    QStyledItemDelegate,
    QWidget,
)

from editor.actions.workbench import Workbench
from editor.document import Document
from editor.look.boxes import fill, vertical
from editor.look.fields import Check, Field, number_field, rounded_text
from editor.look.style import SIZE
from editor.look.widgets import make_label, named
from editor.panels.level.numbers import (
    DEFAULTS,
    KEYS,
    NUMBERS,
    Number,
    ResetButton,
    column_of,
    title_of,
)
from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Level, Settings
from navcore.level.operations import set_settings

MOST_WHILE_TYPING: Final = 4_000_000
"""Cells that are baked before a number is typed to its end: 0.0 is on the way to 0.05."""


class BakeForm(QWidget):
    """One row for each setting; typed values are previewed on the canvas at once."""

    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self, bench: Workbench) -> None:
        """The numbers of the document's level."""
        super().__init__()
        self.bench = bench
        self.fields: dict[str, Field] = {}
        self.resets: dict[str, ResetButton] = {}
        self._merge_key = 0
        self._untyped: Level | None = None
        """The level without the value being typed, while that is previewed."""
        self.origin = self._origin_box()
        self.follows = Check()
        self.follows.setText(tr("Padding follows the radius"))
        self.follows.setToolTip(
            tr(
                "Boundary padding grows with the radius of an agent type; "
                "otherwise all types keep the same padding"
            )
        )
        self.widens = Check()
        self.widens.setText(tr("Wider bodies plan on a wider floor"))
        self.widens.setToolTip(
            tr(
                "An agent without a type that is wider than the agent radius keeps away from "
                "gaps that it does not fit through; else it plans on the floor of all others"
            )
        )
        for check, key in (
            (self.follows, "boundary_follows_radius"), (self.widens, "profile_follows_body"),
        ):  # fmt: skip
            check.take = partial(self._commit, key)
            check.left.connect(self.leave)
        self.reset = QPushButton(tr("Reset to the defaults"))
        # In the narrowest dock it may be cut; its tool tip has the full text.
        self.reset.setMinimumWidth(1)
        tip = tr("Reset all bake settings in one step")
        self.reset.setToolTip(f"{self.reset.text()}\n\n{tip}")
        self.reset.clicked.connect(self._reset)
        self.fault = make_label(name="fault", wraps=True)
        self.fault.setParent(self)
        self.fault.hide()
        self._lay_out()
        bench.document.changed.connect(self._follow)
        bench.document.settled.connect(self._settled_otherwise)
        self._show_settings()

    # Building.

    def _origin_box(self) -> QComboBox:
        box = QComboBox()
        # Only this delegate uses the style sheet.
        box.setItemDelegate(QStyledItemDelegate(box))
        box.addItem(tr("beside the areas"), "bounds")
        box.addItem(tr("at multiples of the cell size"), "cells")
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setAccessibleName(tr("Grid begins"))
        box.view().setAccessibleName(tr("Grid begins"))
        box.setToolTip(
            tr(
                "Beside the areas, moving an outline shifts all cells; at multiples of the cell "
                "size the cells elsewhere stay where they are"
            )
        )
        box.activated.connect(self._choose_origin)
        return box

    def _lay_out(self) -> None:
        numbers = QWidget()
        self._grid = grid = column_of(numbers)
        for row, number in enumerate(NUMBERS):
            self._add_number(grid, 2 * row, number)
        row = 2 * len(NUMBERS)
        # Its words need the full width.
        grid.addWidget(title_of(tr("Grid begins"), self.origin), row, 0, 1, 2)
        grid.addWidget(self.origin, row + 1, 0, 1, 3)
        self._add_reset(grid, row, "grid_origin", tr("Grid begins"), self.origin.itemText(0))
        grid.addWidget(self.follows, row + 2, 0, 1, 2)
        self._add_reset(grid, row + 2, "boundary_follows_radius", self.follows.text(), tr("on"))
        grid.addWidget(self.widens, row + 3, 0, 1, 2)
        self._add_reset(grid, row + 3, "profile_follows_body", self.widens.text(), tr("on"))
        fill(vertical(self, gap=SIZE.related, margins=0), numbers, self.reset)

    def _add_number(self, grid: QGridLayout, row: int, number: Number) -> None:
        key, title = number.key, tr(number.title)
        field = named(number_field(step=number.step), title, tr(number.meaning))
        field.take = partial(self._commit, key)
        field.textChanged.connect(partial(self._try, key))
        field.entered.connect(self._begin)
        field.left.connect(self.leave)
        field.refused.connect(partial(self._show_fault, row + 1))
        self.fields[key] = field
        grid.addWidget(title_of(title, field), row, 0)
        grid.addWidget(field, row, 1)
        self._add_reset(grid, row, key, title, rounded_text(getattr(DEFAULTS, key), "m"))

    def _add_reset(self, grid: QGridLayout, row: int, key: str, title: str, default: str) -> None:
        button = ResetButton(title, default)
        button.clicked.connect(partial(self._reset_one, key))
        self.resets[key] = button
        grid.addWidget(button, row, 2)

    # Showing.

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._show_settings()

    def _show_settings(self) -> None:
        settings = self.bench.document.level.settings
        for key, field in self.fields.items():
            # Typed text may refer to the previous value: x * 2.
            if not (self._untyped is not None and field.touched and field.hasFocus()):
                field.show_value(getattr(settings, key))
        self.origin.setCurrentIndex(self.origin.findData(settings.grid_origin))
        self.follows.show_value(settings.boundary_follows_radius)
        self.widens.show_value(settings.profile_follows_body)
        for key, button in self.resets.items():
            button.setVisible(getattr(settings, key) != getattr(DEFAULTS, key))
        self.reset.setEnabled(_as_default(settings) != settings)

    # Changing.

    def _begin(self) -> None:
        self._merge_key = self.bench.document.new_merge_key()

    def _try(self, key: str, text: str) -> None:
        """Preview typed text if it is a valid value; it is applied when committed."""
        field = self.fields[key]
        if not field.hasFocus():
            return
        if self._untyped is None:
            self.bench.canvas.settle()
        document = self.bench.document
        base = self._untyped or document.level
        edit = _tried(base, key, field) if field.touched else None
        if edit:
            self._untyped = base
            document.preview(edit)
        else:
            self._forget_typed()

    def _forget_typed(self) -> None:
        if self._untyped is not None:
            self.bench.document.cancel_preview()

    def _settled_otherwise(self, _: object = None) -> None:
        """The preview of a typed value has been committed or cancelled elsewhere."""
        if self._untyped is not None:
            self._untyped = None
            self._show_settings()

    def _settled(self) -> Document:
        """Return the document, with nothing in hand."""
        self.bench.canvas.settle()
        self._forget_typed()
        return self.bench.document

    def _commit(self, key: str, value: Any) -> None:
        document, base = self.bench.document, self._untyped
        if base is None:
            self.bench.canvas.settle()
            base = document.level
        edit = set_settings(base, **{key: value})
        turning = key in self.fields and self.fields[key].turning
        document.commit(edit, merge_key=self._merge_key if turning else 0)
        self._show_settings()

    def _choose_origin(self) -> None:
        origin = self.origin.currentData()
        document = self._settled()
        document.commit(set_settings(document.level, grid_origin=origin))

    def _reset_one(self, key: str, _: object = None) -> None:
        document = self._settled()
        document.commit(set_settings(document.level, **{key: getattr(DEFAULTS, key)}))
        # The button is hidden now: move the focus to its field.
        others = {"grid_origin": self.origin, "boundary_follows_radius": self.follows}
        {**self.fields, **others}.get(key, self.widens).setFocus()

    def _reset(self) -> None:
        document = self._settled()
        settings = _as_default(document.level.settings)
        document.commit(Edit.put(document.level, [settings], tr("Reset to the defaults")))

    def _show_fault(self, row: int, sentence: str) -> None:
        """Show a fault below its field, because the panel may be scrolled."""
        self._grid.removeWidget(self.fault)
        self._grid.addWidget(self.fault, row, 0, 1, 3)
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))

    def leave(self, _: object = None) -> None:
        """Give the focus back to the canvas, and forget typed text."""
        self._forget_typed()
        self.left.emit(None)


def _as_default(settings: Settings) -> Settings:
    return replace(settings, **{key: getattr(DEFAULTS, key) for key in KEYS})


def _tried(level: Level, key: str, field: Field) -> Edit | None:
    """Return the edit for typed text, if it is a valid value that can be baked quickly."""
    settings = level.settings
    try:
        value = field.read(field.text())
        edit = set_settings(level, **{key: value})
    except NavcoreError:
        return None
    after = edit.after.get(SETTINGS_ID)
    if not isinstance(after, Settings):
        return None
    if after.cell_size < settings.cell_size and _cells(level, after.cell_size) > MOST_WHILE_TYPING:
        return None
    return edit


def _cells(level: Level, size: float) -> float:
    """Return the approximate number of cells of this size that the areas need."""
    corners = [corner for area in level.areas.values() for corner in area.polygon]
    if not corners:
        return 0.0
    xs, zs = [x for x, _ in corners], [z for _, z in corners]
    width, depth = max(xs) - min(xs), max(zs) - min(zs)
    return width * depth / size**2
