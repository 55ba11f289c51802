"""The table of probes: a row a path."""

from collections.abc import Hashable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView

from editor.look.fields import number_text
from editor.look.row_table import RowModel, RowTable
from editor.panels.probes.rows import COLUMNS, ProbeRow
from navcore.i18n import tr


class ProbeModel(RowModel[ProbeRow]):
    """The paths that are listed."""

    columns = COLUMNS

    def cells(self, row: ProbeRow) -> tuple[str, ...]:
        """Return one text for each title."""
        return row.cells

    def key(self, row: ProbeRow) -> Hashable:
        """Return the kind of the path, and the number of its pin."""
        return (row.kind, row.number)

    def told(self, row: ProbeRow) -> str:
        """Return each number with its title."""
        said = zip(COLUMNS, row.cells, strict=True)
        return ", ".join(f"{tr(column.title)}: {text}" for column, text in said if text)

    def sign(self, row: ProbeRow) -> tuple[str, str]:
        """Return the sign that says whether it leads there."""
        return ("check", "ok") if row.reached else ("error", "error")

    def columns_that_differ(self, before: ProbeRow, after: ProbeRow) -> list[int]:
        """Return columns with other texts; also the first if its sign changed."""
        texts = enumerate(zip(before.cells, after.cells, strict=True))
        found = [column for column, (old, new) in texts if old != new]
        return found if before.reached == after.reached else [0, *found]

    def is_quiet(self, row: ProbeRow, column: int) -> bool:
        """Return whether a cell is dimmed: the column of the agent type is."""
        return column == 1


def probe_table(model: ProbeModel) -> RowTable[ProbeRow]:
    """A table that scrolls sideways: there are more columns than most windows have room for."""
    table = RowTable(model, tr("The probe's path, what it is compared with, and pinned probes"))
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    metres = number_text(8888.88, "m")
    widest = {
        "Length": metres, "Time": tr("{0} s").format("8,888"), "Cost": metres,
        "Visited": "888,888", "Search": tr("{0} ms").format("888.88"),
    }  # fmt: skip
    for number, column in enumerate(COLUMNS):
        # In other languages titles and units may be longer than in English.
        needed = table.text_width(tr(column.title), widest.get(column.title, ""))
        table.setColumnWidth(number, max(column.width, needed))
    return table
