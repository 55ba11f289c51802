"""The table of probes: announced changes of cells, and widths of columns."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.look.style import SIZE
from editor.panels.probes import table as tables
from editor.panels.probes.rows import COLUMNS, ProbeRow
from editor.panels.probes.table import ProbeModel, probe_table
from editor.system.language import pseudo

ENDS = ((0.0, 0.0), (5.0, 0.0))


def row(*cells: str, reached: bool = True) -> ProbeRow:
    """The row of a pin with these texts."""
    texts = (*cells, *("",) * (len(COLUMNS) - len(cells)))
    return ProbeRow("pin", ENDS, "ground", texts, reached, 1)


def test_cells_with_other_texts_and_the_sign_of_another_result_are_told() -> None:
    """Rows with equal results have no differences."""
    differ = ProbeModel().columns_that_differ
    assert list(differ(row("1", "anyone", "ok"), row("1", "anyone", "ok"))) == []
    assert list(differ(row("1", "anyone", "ok"), row("1", "cart", "ok", "5 m"))) == [1, 3]
    assert list(differ(row("1"), row("1", reached=False))) == [0]


def test_titles_of_columns_have_room_in_other_languages(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of numbers would be cut at the left, where they begin."""
    monkeypatch.setattr(tables, "tr", pseudo)
    table = probe_table(ProbeModel())
    qtbot.addWidget(table)
    width_of = table.fontMetrics().horizontalAdvance
    for number, column in enumerate(COLUMNS):
        assert table.columnWidth(number) > width_of(pseudo(column.title))


def test_numbers_of_long_paths_have_room(qtbot: QtBot) -> None:
    """A path through a town is longer than 100 m."""
    table = probe_table(ProbeModel())
    qtbot.addWidget(table)
    titles = [column.title for column in COLUMNS]
    longest = {"Length": "1234.56 m", "Time": "1234 s", "Cost": "1234.56 m", "Visited": "123,456",
               "Search": "123.45 ms"}  # fmt: skip
    for title, text in longest.items():
        number = titles.index(title)
        room = table.columnWidth(number) - 2 * SIZE.related
        shown = table.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
        assert shown == text
