"""Array: many copies at once, in rows and columns or along a line, seen while they are typed."""

import math
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from editor.actions.workbench import Workbench
from editor.dialogs.dialog import Dialog
from editor.look import boxes
from editor.look.boxes import fill, vertical
from editor.look.fields import TIMES, NumberField, Refused, number_text
from editor.look.style import SIZE
from editor.look.widgets import make_choice, make_label
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Element, Point
from navcore.level.naming import called
from navcore.level.operations.array import MOST_COPIES

_FARTHEST: Final = 100_000.0
_DEGREE: Final = "°"


class _Entry(NumberField):
    """A number of the dialog: told at every letter, and Enter is the dialog's."""

    entered_all = Signal(object)
    """Enter was pressed, and the number is taken."""

    def __init__(
        self,
        title: str,
        unit: str,
        least: float,
        most: float,
        step: float,
        told: Callable[[], None],
    ) -> None:
        """Named `title`; `told` hears of every change."""
        super().__init__(unit, least, most, step)
        self.number = least
        self._told = told
        self.take = self.put
        self.setAccessibleName(title)
        self.textEdited.connect(self._typed)

    def put(self, number: float) -> None:
        """Make this the number and show it."""
        self.number = number
        self.setModified(False)
        self._shown = self.text()
        self.show_value(number)
        self._told()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter makes the copies, Esc leaves the dialog."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if self.commit():
                self.entered_all.emit(None)
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def fault(self) -> str:
        """Why what stands here can't be read, or nothing."""
        try:
            self.read(self.text())
        except NavcoreError as refusal:
            return str(refusal)
        return ""

    def _typed(self, text: str) -> None:
        if not self.fault():
            value = self.read(text)
            self.number = value if isinstance(value, float) else self.number
        self._told()


class _Count(_Entry):
    """A whole number."""

    def __init__(self, title: str, told: Callable[[], None]) -> None:
        """From 1 on; what is too many is said with all counts in view."""
        super().__init__(title, "", 1.0, 1e6, 1.0, told)
        self._show = self._exact = _whole

    def read(self, text: str) -> object:
        """The whole number that was typed."""
        value = super().read(text)
        if not isinstance(value, float) or value != round(value):
            raise Refused(tr("Type a whole number, like 4."))
        return value

    @property
    def count(self) -> int:
        """The number."""
        return round(self.number)


def _whole(value: object) -> str:
    return f"{value:.0f}" if isinstance(value, int | float) else ""


class ArrayDialog(Dialog):
    """Asks how many and how far apart; the canvas shows them at once."""

    name: ClassVar[str] = "array"
    title: ClassVar[str] = mark("Array")
    over_docks: ClassVar[bool] = True
    about_selection: ClassVar[bool] = True

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """About what is selected."""
        super().__init__(bench, parent)
        document = bench.document
        self._level, self._ids = document.level, document.selection.ids
        self._elements = [self._level.element(element_id) for element_id in sorted(self._ids)]
        self._size = _size_of(self._elements)
        self._edit = Edit()
        self._ready = False
        self._make_fields()
        self._lay_out()
        self._set_defaults(bench.settings.snap_step)
        self._ready = True
        self._refresh()
        self.columns.setFocus()
        self.columns.selectAll()

    # Building.

    def _make_fields(self) -> None:
        told = self._refresh
        self.ways = QTabBar(drawBase=False, expanding=False)
        self.ways.setObjectName("ways")
        self.ways.addTab(tr("Rows and columns"))
        self.ways.addTab(tr("Along a line"))
        self.columns = _Count(tr("Columns"), told)
        self.rows = _Count(tr("Rows"), told)
        self.spacing = make_choice(
            tr("Spacing"), [tr("Gap between them"), tr("From one to the next")]
        )
        self.across = self._metres(tr("Across"))
        self.up = self._metres(tr("Up"))
        self.copies = _Count(tr("Copies"), told)
        self.length_is = make_choice(
            tr("Length is"), [tr("From one to the next"), tr("The whole line")]
        )
        self.length = self._metres(tr("Length"))
        self.angle = _Entry(tr("Angle"), _DEGREE, -3600.0, 3600.0, 15.0, told)
        self.on_page: tuple[tuple[_Entry, ...], ...] = (
            (self.columns, self.rows, self.across, self.up),
            (self.copies, self.length, self.angle),
        )
        for entry in (*self.on_page[0], *self.on_page[1]):
            entry.entered_all.connect(self._make)
        self.ways.currentChanged.connect(self._way_changed)
        self.spacing.currentIndexChanged.connect(self._spacing_changed)
        self.length_is.currentIndexChanged.connect(self._length_changed)

    def _metres(self, title: str) -> _Entry:
        step = self.bench.settings.snap_step
        return _Entry(title, "m", -_FARTHEST, _FARTHEST, step, self._refresh)

    def _lay_out(self) -> None:
        column = vertical(self, gap=0, margins=SIZE.dialog)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        headline = make_label(tr("Copies of {0}").format(called(self._elements)), "headline")
        self.pages = QStackedWidget()
        self.pages.addWidget(
            _page(((self.columns, self.rows), (self.spacing,), (self.across, self.up)))
        )
        self.pages.addWidget(_page(((self.copies,), (self.length_is,), (self.length, self.angle))))
        self.outcome = QLabel(wordWrap=True)
        self.outcome.setFixedHeight(2 * self.outcome.fontMetrics().lineSpacing())
        self.outcome.setAlignment(Qt.AlignmentFlag.AlignTop)
        for widget, space in (
            (headline, SIZE.related), (self.ways, SIZE.margin),
            (self.pages, SIZE.group), (self.outcome, SIZE.group),
        ):  # fmt: skip
            fill(column, widget, space)
        self.make = QPushButton()
        self.make.clicked.connect(self._make)
        column.addLayout(self.foot(self.make))

    def _set_defaults(self, step: float) -> None:
        self.columns.put(3.0)
        self.rows.put(1.0)
        self.across.put(step)
        self.up.put(step)
        self.copies.put(2.0)
        self.length.put(round(self._size[0] + step, 6))
        self.angle.put(0.0)

    # What was chosen.

    def _way_changed(self, way: int) -> None:
        self.pages.setCurrentIndex(way)
        if not self.ways.hasFocus():
            first = self.on_page[way][0]
            first.setFocus()
            first.selectAll()
        self._refresh()

    def _spacing_changed(self, way: int) -> None:
        """The numbers change with what they mean; the copies stay where they are."""
        sign = 1 if way == 1 else -1
        for entry, size in ((self.across, self._size[0]), (self.up, self._size[1])):
            entry.put(round(entry.number + sign * size, 6))

    def _length_changed(self, way: int) -> None:
        count = self.copies.count
        self.length.put(round(self.length.number * (count if way == 1 else 1 / count), 6))

    def _vectors(self) -> list[Point]:
        """Where the copies lie.

        Raises:
            NavcoreError: if they can't be made.
        """
        if self.ways.currentIndex() == 0:
            gaps = self.spacing.currentIndex() == 0
            width, depth = self._size if gaps else (0.0, 0.0)
            step = (self.across.number + width, self.up.number + depth)
            return operations.grid_vectors(self.columns.count, self.rows.count, step)
        count = self.copies.count
        length = self.length.number / (count if self.length_is.currentIndex() == 1 else 1)
        return operations.line_vectors(count, length, math.radians(self.angle.number))

    # Showing and making.

    def _refresh(self) -> None:
        """Show on the canvas what would be made, or say why nothing would."""
        if not self._ready:
            return
        shown = self.on_page[self.ways.currentIndex()]
        fault = next((fault for entry in shown if (fault := entry.fault())), "")
        self._edit = Edit()
        if not fault:
            try:
                document = self.bench.document
                vectors = self._vectors()
                self._edit = operations.array(self._level, self._ids, vectors, document.new_id)
            except NavcoreError as error:
                fault = str(error)
        self.show_edit(self._edit)
        self.bench.document.select(self._ids | self._edit.after.keys())
        self._tell(fault)

    def _tell(self, fault: str) -> None:
        made = len(self._edit.after)
        self.make.setEnabled(made > 0)
        one = tr("Make 1 copy") if made == 1 else tr("Make {0} copies")
        self.make.setText(one.format(f"{made:,}") if made else tr("Make copies"))
        self.outcome.setObjectName("fault" if fault else "label")
        self.outcome.style().unpolish(self.outcome)
        self.outcome.style().polish(self.outcome)
        self.outcome.setText(fault or self._outcome(made))

    def _outcome(self, made: int) -> str:
        if not made:
            return tr("Type a count of 2 or more. Up to {0} copies can be made.").format(
                f"{MOST_COPIES:,}"
            )
        new = [e for e in self._edit.after.values() if isinstance(e, Element)]
        width, depth = _size_of([*self._elements, *new])
        size = f"{number_text(width)} {TIMES} {number_text(depth, 'm')}"
        return tr("{0} in all, {1}").format(f"{made + len(self._elements):,}", size)

    def _make(self) -> None:
        if self._edit:
            # A field that loses the focus at the end commits, and must show nothing any more.
            self._ready = False
            self.take(self._edit)

    def reject(self) -> None:
        """Close, and leave the level as it was."""
        self._ready = False
        super().reject()


def _size_of(elements: Sequence[Element]) -> Point:
    """Width and depth of the box around those that lie somewhere, metres."""
    lies = operations.lying(elements)
    x0, z0, x1, z1 = operations.bounds_of(lies) if lies else (0.0, 0.0, 0.0, 0.0)
    return (x1 - x0, z1 - z0)


def _page(lines: tuple[tuple[QWidget, ...], ...]) -> QWidget:
    """Fields with their names: one in a line as wide as two."""
    page = QWidget()
    grid = boxes.grid(page, gaps=(SIZE.related, SIZE.related), margins=0)
    for row, fields in enumerate(lines):
        for number, field in enumerate(fields):
            label = make_label(field.accessibleName(), buddy=field)
            grid.addWidget(label, row, 3 * number)
            span = 1 if len(fields) > 1 else 4
            grid.addWidget(field, row, 3 * number + 1, 1, span)
    grid.setColumnMinimumWidth(2, SIZE.related)
    grid.setColumnMinimumWidth(1, SIZE.number_field)
    grid.setColumnMinimumWidth(4, SIZE.number_field)
    return page


DIALOGS = (ArrayDialog,)
