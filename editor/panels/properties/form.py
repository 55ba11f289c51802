"""Form with one row for each property: a label, a control, and room for an error."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import eq
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from editor.look import boxes
from editor.look.boxes import fill, vertical
from editor.look.fields import (
    MINUS,
    TIMES,
    Check,
    ChoiceBox,
    Elided,
    Field,
    NoteField,
    number_field,
    pair_field,
)
from editor.look.style import SIZE as PIXELS
from editor.look.widgets import make_label
from editor.properties import (
    CHECK,
    CHOICE,
    GROUP,
    NOTE,
    NUMBER,
    OPTIONAL,
    PAIR,
    SIZE,
    TAGS,
    Row,
    rows_for,
)
from navcore.i18n import tr
from navcore.level.model import Element

Control: TypeAlias = Field | Check | NoteField | ChoiceBox
Commit: TypeAlias = Callable[[Row, Control, Any], None]
"""Function that applies a committed value, or raises `NavcoreError`."""
Offer: TypeAlias = Callable[[Row], Sequence[Any]]
"""Function that returns completions for a row, or pairs of value and text to choose from."""


_DIFFERENT: Final = object()
MOST_PAGES: Final = 12
"""Most cached pages, each with the rows of one kind of selection."""


@dataclass(frozen=True, slots=True)
class _Page:
    """A line for each of some rows."""

    widget: QWidget
    controls: dict[str, Control]
    notes: dict[str, QLabel]
    room: dict[str, QVBoxLayout]
    """Layouts for widgets below a row, by its key."""


class PropertyForm(QWidget):
    """The rows that all shown elements have; rows stay as long as they fit."""

    left = Signal(object)
    entered = Signal(object)
    """A control got the focus."""
    refused = Signal(object)
    """Emitted with the reason why a switch can't be changed; errors of fields are below them."""

    def __init__(
        self, commit: Commit, offer: Offer, beneath: Mapping[str, QWidget] = MappingProxyType({})
    ) -> None:
        """Make an empty form; `offer` is called when elements are shown or a field is entered.

        Widgets in `beneath` are shown below the row with their key.
        """
        super().__init__()
        self._beneath = beneath
        self._aside = QWidget(self)
        """Parent of widgets below hidden rows, so that they don't outlive the window."""
        self._aside.hide()
        for widget in beneath.values():
            widget.setParent(self._aside)
        self._room: dict[str, QVBoxLayout] = {}
        self.controls: dict[str, Control] = {}
        self.notes: dict[str, QLabel] = {}
        """Notes about values that a run overrides, by the key of the row."""
        self._commit = commit
        self._offer = offer
        self._rows: list[Row] = []
        self._several = False
        self._pages: dict[tuple[object, ...], _Page] = {}
        """The last pages that were shown, by several or not and rows."""
        self._page = QWidget()
        self._column = fill(vertical(self, margins=0), self._page)

    def show_elements(
        self, elements: Sequence[Element], *, storeys: bool = False, alone: Collection[int] = ()
    ) -> None:
        """Show what these elements have in common; where they differ, that they do.

        `storeys` and `alone` are those of `rows_for`.
        """
        rows = rows_for(elements, storeys=storeys, alone=alone)
        several = len(elements) > 1
        if several != self._several or rows != self._rows:
            self._several = several
            self._turn_to(rows)
        locked = any(element.locked for element in elements)
        for row in rows:
            control = self.controls[row.key]
            if row.moves and control.isEnabled() == locked:
                control.setEnabled(not locked)
                stays = tr("Locked elements can't be moved. Turn off Locked first.")
                control.setToolTip(stays if locked else tr(row.title))
            if isinstance(control, ChoiceBox):
                control.set_choices(self._offer(row))
            value = _shared(row, elements)
            if value is _DIFFERENT:
                control.show_mixed()
            else:
                control.show_value(value)

    def show_notes(self, notes: Mapping[str, str]) -> None:
        """Show notes about values that a run overrides, beside the rows with these keys."""
        for key, label in self.notes.items():
            _tell(label, notes.get(key, ""))

    def forget_typing(self) -> None:
        """Drop text that was typed but not committed, because it was for other elements."""
        for control in self.controls.values():
            if isinstance(control, Field | NoteField):
                control.forget()

    def _turn_to(self, rows: list[Row]) -> None:
        """Replace the rows; making new ones takes half a frame."""
        stop = self.window().focusWidget()
        focus = next((key for key, control in self.controls.items() if control is stop), None)
        self.forget_typing()
        self._rows = rows
        key = (self._several, *rows)
        page = self._pages.pop(key, None) or self._build(rows)
        self._column.replaceWidget(self._page, page.widget)
        self._page.hide()
        for row_key, room in page.room.items():
            room.addWidget(self._beneath[row_key])
        self._page, self.controls, self.notes = page.widget, page.controls, page.notes
        self._page.show()
        if focus in self.controls:
            self.controls[focus].setFocus()
        self._pages[key] = page
        if len(self._pages) > MOST_PAGES:
            oldest = self._pages.pop(next(iter(self._pages)))
            for row_key in oldest.room:
                if self._beneath[row_key].parentWidget() is oldest.widget:
                    self._beneath[row_key].setParent(self._aside)
            oldest.widget.deleteLater()

    def _build(self, rows: list[Row]) -> _Page:
        """Make a page with these rows."""
        self.controls, self.notes, self._room = {}, {}, {}
        page = QWidget(self)
        grid = boxes.grid(page, gaps=(PIXELS.margin, PIXELS.related), margins=0)
        grid.setColumnMinimumWidth(0, PIXELS.label_column)
        grid.setColumnStretch(1, 1)
        line = QHBoxLayout()
        for row in rows:
            if not row.beside:
                line = self._add_line(grid, row)
            self._add_control(grid, line, row)
        return _Page(page, self.controls, self.notes, self._room)

    def _add_line(self, grid: QGridLayout, row: Row) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(PIXELS.related)
        at = grid.rowCount()
        grid.addLayout(line, at, 1)
        if row.kind != CHECK:
            title = tr(row.label or row.title)
            label = make_label(title, wraps=not title)
            # Align the label with the first line of a higher control.
            top = (PIXELS.field - label.sizeHint().height()) // 2
            label.setContentsMargins(0, top, 0, 0)
            grid.addWidget(label, at, 0, Qt.AlignmentFlag.AlignTop)
        return line

    def _add_control(self, grid: QGridLayout, line: QHBoxLayout, row: Row) -> None:
        control = self._control(row)
        title = tr(row.title)
        control.setAccessibleName(title)
        self.controls[row.key] = control
        if isinstance(control, Field) and (row.label or row.beside):
            control.short = True
            control.setToolTip(title)
        line.addWidget(control, 1)
        control.take = lambda value: self._commit(row, control, value)
        control.entered.connect(self.entered)
        control.left.connect(self.left)
        if isinstance(control, Check):
            control.setText(title)
            control.refused.connect(self.refused)
            self.notes[row.key] = note = Elided()
            note.setObjectName("warn")
            note.hide()
            line.addWidget(note, 1)
        else:
            fault = make_label(name="fault", wraps=True)
            fault.hide()
            control.refused.connect(lambda text: _tell(fault, text))
            grid.addWidget(fault, grid.rowCount(), 1)
        if row.key in self._beneath:
            self._room[row.key] = room = vertical(gap=0, margins=0)
            grid.addLayout(room, grid.rowCount(), 1)

    def _control(self, row: Row) -> Control:
        if row.kind == CHECK:
            return Check()
        if row.kind == CHOICE:
            box = ChoiceBox()
            # As narrow as the panel may become.
            box.setSizeAdjustPolicy(
                ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setFixedHeight(PIXELS.field)
            box.setToolTip(tr(row.tip))
            box.view().setAccessibleName(tr(row.title))
            return box
        if row.kind in {NUMBER, OPTIONAL}:
            number = number_field(
                unit=row.unit, least=row.least, step=row.step, each=self._several,
                optional=row.kind == OPTIONAL,
            )  # fmt: skip
            number.set_hint(tr(row.hint) if row.hint else "")
            number.setToolTip(tr(row.tip))
            return number
        if row.kind == PAIR:
            return pair_field(unit=row.unit)
        if row.kind == SIZE:
            return pair_field(between=f" {TIMES} ", unit=row.unit, least=row.least)
        control = NoteField() if row.kind == NOTE else Field(show=_words)
        control.set_hint(tr(row.hint) if row.hint else "")
        if row.kind in {GROUP, TAGS} and isinstance(control, Field):
            control.offer(lambda: self._offer(row), parted=row.kind == TAGS)
        if row.kind == TAGS:
            how = tr("Words separated by commas; +word adds one, {0}word takes it away").format(
                MINUS
            )
            control.setToolTip(f"{tr(row.tip)}\n\n{how}" if row.tip else how)
        return control


def _shared(row: Row, elements: Sequence[Element]) -> object:
    """Return the value that all elements have, or that they differ."""
    values = map(row.read, elements)
    value = next(values)
    if isinstance(value, float):
        # Ignore floating-point noise between equal numbers.
        values, first = map(_rounded, values), _rounded(value)
        return value if all(map(eq, values, repeat(first))) else _DIFFERENT
    return value if all(map(eq, values, repeat(value))) else _DIFFERENT


def _rounded(value: Any) -> Any:
    """Return a value without floating-point noise."""
    return round(value, 9) if isinstance(value, float) else value


def _words(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _tell(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
