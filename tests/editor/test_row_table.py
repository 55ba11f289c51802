"""Common behaviour of all tables of findings."""

from collections.abc import Hashable

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionHeader

from editor.look.row_table import Column, RowModel, RowTable

KEY = Qt.Key
LEFT = Qt.MouseButton.LeftButton
NO_BREAK = "\N{NO-BREAK SPACE}"


class Fruits(RowModel[tuple[str, int]]):
    """A name and a number."""

    columns = (
        Column("Fruit"),
        Column("Count", "How many there are", number=True, width=80, room=300),
    )

    def cells(self, row: tuple[str, int]) -> tuple[str, ...]:
        """Both."""
        return row[0], str(row[1])

    def key(self, row: tuple[str, int]) -> Hashable:
        """The name."""
        return row[0]

    def sign(self, row: tuple[str, int]) -> tuple[str, str] | None:
        """None."""
        return None

    def is_quiet(self, row: tuple[str, int], column: int) -> bool:
        """Where there is none."""
        return not row[1]


class Heard:
    """Records the signals of a table."""

    def __init__(self, table: RowTable[tuple[str, int]]) -> None:
        """Listen to this one."""
        self.chosen: list[object] = []
        self.wanted: list[object] = []
        self.unwanted: list[object] = []
        self.left = 0
        table.chosen.connect(self.chosen.append)
        table.wanted.connect(self.wanted.append)
        table.unwanted.connect(self.unwanted.append)
        table.left.connect(self._leave)

    def _leave(self, _: object) -> None:
        self.left += 1


APPLE, PEAR, PLUM = ("apple", 3), ("pear", 0), ("plum", 7)


@pytest.fixture
def table(qapp: QApplication) -> RowTable[tuple[str, int]]:
    """Return a visible table of three rows."""
    made = RowTable(Fruits(), "Fruits")
    made.resize(400, 200)
    made.show()
    made.show_rows([APPLE, PEAR, PLUM])
    return made


def place(table: RowTable[tuple[str, int]], row: int) -> QPoint:
    """The middle of a row."""
    return table.visualRect(table.model().index(row, 0)).center()


def test_clicks_and_arrows_choose_and_a_second_click_tells_again(
    table: RowTable[tuple[str, int]],
) -> None:
    """So that a row can be gone back to after the canvas was moved."""
    heard = Heard(table)
    QTest.mouseClick(table.viewport(), LEFT, pos=place(table, 1))
    assert heard.chosen == [PEAR]
    QTest.mouseClick(table.viewport(), LEFT, pos=place(table, 1))
    assert heard.chosen == [PEAR, PEAR]
    QTest.keyClick(table, KEY.Key_Down)
    assert heard.chosen[2:] == [PLUM]


def test_focus_choose_and_other_rows_tell_nothing(table: RowTable[tuple[str, int]]) -> None:
    """Only the user's actions emit signals."""
    heard = Heard(table)
    table.setFocus()
    assert table.row is None
    table.choose("plum")
    table.show_rows([PLUM, APPLE])
    table.show_rows([APPLE, PEAR])
    table.choose(None)
    assert heard.chosen == []


@pytest.mark.parametrize("others", [[PLUM, APPLE, PEAR], [PEAR, PLUM], [PLUM]])
def test_what_is_chosen_stays_so_wherever_it_stands(
    table: RowTable[tuple[str, int]], others: list[tuple[str, int]]
) -> None:
    """Rows are identified by keys, not by places."""
    table.choose("plum")
    table.show_rows(others)
    assert table.row == PLUM


def test_what_is_gone_is_chosen_no_more(table: RowTable[tuple[str, int]]) -> None:
    """Nothing takes its place."""
    table.choose("plum")
    table.show_rows([APPLE, PEAR, ("fig", 1)])
    assert table.row is None
    assert not table.currentIndex().isValid()


def test_keys_go_there_remove_and_leave(table: RowTable[tuple[str, int]]) -> None:
    """Without a chosen row only Esc does anything."""
    heard = Heard(table)
    table.setFocus()
    for key in (KEY.Key_Return, KEY.Key_Delete, KEY.Key_Escape):
        QTest.keyClick(table, key)
    assert (heard.wanted, heard.unwanted, heard.left) == ([], [], 1)
    table.choose("apple")
    for key in (KEY.Key_Enter, KEY.Key_Backspace):
        QTest.keyClick(table, key)
    assert (heard.wanted, heard.unwanted) == ([APPLE], [APPLE])
    QTest.mouseDClick(table.viewport(), LEFT, pos=place(table, 0))
    assert heard.wanted == [APPLE, APPLE]


def test_columns_go_where_there_is_no_room_or_no_use(table: RowTable[tuple[str, int]]) -> None:
    """They are hidden for lack of room or of contents, and shown again with both."""
    assert not table.isColumnHidden(1)
    table.resize(200, 200)
    QApplication.processEvents()
    assert table.isColumnHidden(1)
    table.resize(400, 200)
    QApplication.processEvents()
    assert not table.isColumnHidden(1)
    table.unused = {1}
    table.fit_columns()
    assert table.isColumnHidden(1)


def test_cells_say_what_they_are(table: RowTable[tuple[str, int]]) -> None:
    """Tips, texts for screen readers, colours and sides."""
    model, role = table.model(), Qt.ItemDataRole
    assert model.index(0, 0).data(role.ToolTipRole) == "apple, 3"
    assert model.index(0, 1).data(role.AccessibleTextRole) == "3"
    assert model.index(0, 0).data(role.ForegroundRole) is None
    assert model.index(1, 0).data(role.ForegroundRole) is not None
    assert model.index(0, 1).data(role.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
    head = Qt.Orientation.Horizontal
    assert model.headerData(1, head, role.ToolTipRole) == "How many there are"


class Told(Fruits):
    """A table of fruits that reports which of their texts changed."""

    def columns_that_differ(self, before: tuple[str, int], after: tuple[str, int]) -> list[int]:
        """Those."""
        return [number for number in (0, 1) if before[number] != after[number]]


@pytest.mark.parametrize(
    ("model", "cells"),
    [(Told(), [(1, 1, 1), (2, 0, 1)]), (Fruits(), [(0, 0, 1), (1, 0, 1), (2, 0, 1)])],
)
def test_only_cells_that_differ_are_told_where_that_is_known(
    model: Fruits, cells: list[tuple[int, int, int]]
) -> None:
    """Otherwise all cells change; each change is a row, its first and its last column."""
    told: list[tuple[int, int, int]] = []

    def note(first: QModelIndex, last: QModelIndex) -> None:
        assert first.row() == last.row()
        told.append((first.row(), first.column(), last.column()))

    model.show([APPLE, PEAR, PLUM])
    model.dataChanged.connect(note)
    model.show([APPLE, ("pear", 4), ("fig", 1)])
    assert told == cells
    assert model.rows == (APPLE, ("pear", 4), ("fig", 1))


def _last_column(image: QImage, box: QRect) -> int:
    """How many pixels lie between the last one that is written in a box and its right end."""
    inside = image.copy(box)
    ground = inside.pixel(inside.width() - 1, inside.height() // 2)
    columns = range(inside.width() - 1, -1, -1)
    rows = range(2, inside.height() - 2)
    written = (x for x in columns if any(inside.pixel(x, y) != ground for y in rows))
    return inside.width() - 1 - next(written)


def test_numbers_keep_off_the_next_column(table: RowTable[tuple[str, int]]) -> None:
    """Their titles, too."""
    space = table.fontMetrics().horizontalAdvance("0")
    image = table.viewport().grab().toImage()
    assert _last_column(image, table.visualRect(table.model().index(0, 1))) >= space
    option, head = QStyleOptionHeader(), table.horizontalHeader()
    head.initStyleOptionForIndex(option, 1)
    assert option.text == "Count" + 2 * NO_BREAK
    head.initStyleOptionForIndex(option, 0)
    assert option.text == "Fruit"


def test_lines_of_a_chart_say_in_short_what_there_is_no_room_for(qapp: QApplication) -> None:
    """Labels become short at either end of the axis."""
    # What draws charts takes half a second to import.
    from pyqtgraph import InfiniteLine  # noqa: PLC0415

    from editor.look.plots.bars import BarChart, Limit  # noqa: PLC0415

    chart = BarChart("Gaps", "m")
    chart.resize(400, 200)

    def told(at: float, text: str) -> str:
        chart.show_bars(1.0, (), (Limit(at, text, "9 m", "ok"), Limit(10.0, "", "", "ok")))
        first, _ = (one for one in chart.plotItem.items if isinstance(one, InfiniteLine))
        return str(first.label.toPlainText())

    assert told(1.0, "may pass 9 m") == told(9.0, "may pass 9 m") == "may pass 9 m"
    long = 12 * "may pass "
    assert told(1.0, long) == told(9.0, long) == "9 m"
    chart.close()
    assert qapp is not None
