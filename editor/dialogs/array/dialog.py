"""The array dialog: copies in rows and columns, along a line or around a centre, seen at once."""

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QPushButton, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from editor.actions.targets import companions_of
from editor.actions.workbench import Workbench
from editor.dialogs.array.ways import Copied, Grid, Line, Ring, Way
from editor.dialogs.dialog import Dialog
from editor.look.boxes import fill, vertical
from editor.look.fields import TIMES, number_text
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.tools.pick_place import PickPlaceTool
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Element, Point
from navcore.level.naming import called
from navcore.level.operations.array import MOST_COPIES


class ArrayDialog(Dialog):
    """Asks for number and positions of copies, with a preview; the numbers are remembered."""

    name: ClassVar[str] = "array"
    title: ClassVar[str] = mark("Array")
    over_docks: ClassVar[bool] = True
    about_selection: ClassVar[bool] = True

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """Create the dialog for the selection, with the numbers of the last array."""
        super().__init__(bench, parent)
        document = bench.document
        self._level, self._ids = document.level, document.selection.ids
        self._pivot = document.selection.pivot
        self._along = companions_of(bench, self._ids)
        self._elements = [self._level.element(element_id) for element_id in sorted(self._ids)]
        self._edit = Edit()
        self._ready = False
        self._make_pages()
        self._lay_out()
        self._recall()
        self._ready = True
        self._refresh()
        self._focus_first()

    # Building.

    def _make_pages(self) -> None:
        x0, z0, x1, z1 = _box_of(self._elements)
        copied = Copied(
            ((x0 + x1) / 2, (z0 + z1) / 2),
            (x1 - x0, z1 - z0),
            self.bench.settings.snap_step,
            self._refresh,
        )
        self.grid, self.line = Grid(copied), Line(copied)
        self.ring = Ring(copied, self._pivot, self._pick_centre)
        self.ways = QTabBar(drawBase=False, expanding=False)
        self.ways.setObjectName("ways")
        self.pages = QStackedWidget()
        for page in (self.grid, self.line, self.ring):
            self.ways.addTab(tr(page.title))
            self.pages.addWidget(page)
            for entry in page.entries:
                entry.entered_all.connect(self._make)
        self.ways.currentChanged.connect(self._way_changed)

    def _lay_out(self) -> None:
        column = vertical(self, gap=0, margins=SIZE.dialog)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        what = operations.with_things(called(self._elements), self._along)
        headline = make_label(tr("Copies of {0}").format(what), "headline")
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

    # Numbers that are kept.

    def _recall(self) -> None:
        numbers = self.bench.settings.numbers("array")
        for page in (self.grid, self.line, self.ring):
            page.recall(numbers)
        way = numbers.get("way", 0.0)
        if way in range(self.ways.count()):
            self.ways.setCurrentIndex(int(way))

    def _keep(self) -> None:
        numbers = {"way": float(self.ways.currentIndex())}
        for page in (self.grid, self.line, self.ring):
            numbers |= page.numbers()
        self.bench.settings.set_numbers("array", numbers)

    # Results.

    @property
    def way(self) -> Way:
        """The page that is shown."""
        page = self.pages.currentWidget()
        assert isinstance(page, Way)
        return page

    def _way_changed(self, way: int) -> None:
        self.pages.setCurrentIndex(way)
        if not self.ways.hasFocus():
            self._focus_first()
        self._refresh()

    def _focus_first(self) -> None:
        first = self.way.entries[0]
        first.setFocus()
        first.selectAll()

    def _pick_centre(self, _: object = None) -> None:
        """Let one click the centre on the canvas; the dialog comes back with it."""
        self._ready = False
        document = self.bench.document
        document.cancel_preview()
        document.select(self._ids)
        self._level = document.level
        gestures = self.bench.canvas.gestures
        tool = next(tool for tool in gestures.tools if isinstance(tool, PickPlaceTool))
        tool.ask(gestures.tool.name, self._images, self._take_centre)
        self.hide()
        gestures.choose(tool)
        self.bench.canvas.setFocus()

    def _images(self, centre: Point) -> list[Element]:
        """Return the copies about this centre."""
        maps, new_id = self.ring.maps_about(centre), self.bench.document.new_id
        edit = operations.array(
            self._level, self._ids, maps, new_id, handles=True, along=self._along
        )  # fmt: skip
        return [e for e in edit.after.values() if isinstance(e, Element)]

    def _take_centre(self, centre: Point | None) -> None:
        """Come back once the click is over, with the centre if one was clicked."""
        QTimer.singleShot(0, self, lambda: self._show_again(centre))

    def _show_again(self, centre: Point | None) -> None:
        """Show the copies again; not where the level has changed meanwhile."""
        # A press may have come sooner: its gesture would go on from copies that are only shown.
        self.bench.canvas.settle()
        document = self.bench.document
        if document.level is not self._level:
            self.give_up()
            return
        document.select(self._ids)
        if centre is not None:
            self.ring.place(centre)
        self._ready = True
        self._refresh()
        self.open()
        self._focus_first()

    # Showing and making.

    def _refresh(self) -> None:
        """Preview the copies on the canvas, or say why none can be made."""
        if not self._ready:
            return
        way = self.way
        fault = next((fault for entry in way.entries if (fault := entry.fault())), "")
        self._edit = Edit()
        if not fault:
            try:
                maps, new_id = way.maps(), self.bench.document.new_id
                self._edit = operations.array(
                    self._level, self._ids, maps, new_id, handles=way.handles, along=self._along
                )
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
        x0, z0, x1, z1 = _box_of([*self._elements, *new])
        size = f"{number_text(x1 - x0)} {TIMES} {number_text(z1 - z0, 'm')}"
        return tr("{0} in all, {1}").format(f"{made + len(self._elements):,}", size)

    def _make(self) -> None:
        if self._edit:
            # A field that loses the focus at the end commits, and must show nothing any more.
            self._ready = False
            self._keep()
            self.take(self._edit)

    def reject(self) -> None:
        """Close, and leave the level as it was."""
        self._ready = False
        super().reject()
        document = self.bench.document
        if self._pivot is not None and document.selection.ids == self._ids:
            document.place_pivot(self._pivot)


def _box_of(elements: Sequence[Element]) -> tuple[float, float, float, float]:
    """Return the box around elements with a position, metres."""
    placed = operations.lying(elements)
    return operations.bounds_of(placed) if placed else (0.0, 0.0, 0.0, 0.0)


DIALOGS = (ArrayDialog,)
