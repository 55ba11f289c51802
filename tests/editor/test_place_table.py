"""The table of corners: linked both ways with the canvas, filled like a spreadsheet."""

import pytest
from hand import Hand
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from small_level import GUARD, HALL, TABLE, YARD
from table_hand import begin, field_of, type_value

from editor.panels.properties.place_model import places_in, text_of
from editor.panels.properties.place_table import PlaceTable
from navcore.errors import NavcoreError
from navcore.level.model import Area
from navcore.level.operations import add_area

KEY = Qt.Key
coordinates = st.floats(-1e6, 1e6)


@pytest.fixture
def table(window):
    """The table of the table's corners: (3, 3), (6, 3), (6, 5), (3, 5)."""
    window.document.select(frozenset({TABLE}))
    return window.panels["properties"].places


def corners(window, element_id=TABLE):
    """The outline as it is now."""
    return window.document.level.get(element_id).polygon


def selected(table):
    """Numbers of the selected rows."""
    return {index.row() for index in table.selectionModel().selectedRows()}


def choose(table, *rows):
    """Select these rows and no others."""
    table.clearSelection()
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for row in rows:
        table.selectionModel().select(table.places.index(row, 0), flags)


def current(table):
    """Row and column where the keyboard is."""
    return table.currentIndex().row(), table.currentIndex().column()


def clipboard(text):
    """Put text there."""
    QGuiApplication.clipboard().setText(text)


class TestLinked:
    """Rows and corners are the same thing."""

    def test_rows_select_corners(self, window, table):
        """Rows select corners on the canvas with every tool."""
        table.selectRow(2)
        assert window.document.selection.handles == {TABLE: {2}}
        Hand(window.canvas).key(KEY.Key_E)
        table.selectRow(1)
        assert window.document.selection.handles == {TABLE: {1}}
        assert window.canvas.gestures.tool.name == "vertices"
        marks = window.canvas.gestures.preview().marks
        assert [mark.at for mark in marks if mark.style == "handle_selected"] == [(6, 3)]

    def test_corners_select_rows(self, window, table):
        """The keyboard continues from there."""
        window.document.select(frozenset({TABLE}), {TABLE: frozenset({1, 3})})
        assert selected(table) == {1, 3}
        assert current(table)[0] == 1
        assert window.document.stack.count() == 0

    def test_the_table_scrolls_to_what_is_selected(self, window, table):
        """Only if it is out of sight."""
        ring = (*((float(n), 0.0) for n in range(50)), (25.0, 30.0))
        edit = add_area(window.document.level, ring, window.document.new_id)
        window.document.commit(edit)
        (new,) = edit.after
        window.document.select(frozenset({new}), {new: frozenset({40})})
        assert table.indexAt(table.viewport().rect().center()).row() > 30
        top = table.verticalScrollBar().value()
        window.document.select(frozenset({new}), {new: frozenset({40, 41})})
        assert table.verticalScrollBar().value() == top

    def test_the_panel_scrolls_to_the_table(self, window, table, qtbot):
        """A corner selected on the canvas becomes visible in the table."""
        window.resize(window.minimumSize())
        hand = Hand(window.canvas)
        hand.key(KEY.Key_E)
        hand.click((6, 5))
        assert window.document.selection.handles == {TABLE: {2}}
        qtbot.waitUntil(lambda: not table.visibleRegion().isEmpty())

    def test_another_polygon_shows_its_own(self, window, table):
        """No corner of the last one stays selected."""
        table.selectRow(3)
        window.document.select(frozenset({YARD}))
        assert table.places.shown == corners(window, YARD)
        assert selected(table) == set()


class TestTyping:
    """Like a spreadsheet."""

    def test_typing_begins_a_value_and_enter_goes_down(self, window, table):
        """One undo step a value."""
        begin(table, 0, 0)
        QTest.keyClick(type_value(table, "2.5"), KEY.Key_Return)
        assert corners(window)[0] == (2.5, 3)
        assert current(table) == (1, 0)
        assert window.document.selection.handles == {TABLE: {1}}
        assert [window.document.stack.text(n) for n in range(window.document.stack.count())] == [
            "Move a corner of table"
        ]

    def test_tab_goes_on_and_enter_begins_the_next_row(self, window, table):
        """x Tab z Enter x Tab z, without a hand on the mouse."""
        begin(table, 0, 0)
        QTest.keyClick(type_value(table, "2"), KEY.Key_Tab)
        assert current(table) == (0, 1)
        QTest.keyClick(type_value(table, "2"), KEY.Key_Return)
        assert current(table) == (1, 0)
        QTest.keyClick(type_value(table, "7"), KEY.Key_Tab)
        QTest.keyClick(type_value(table, "2.5"), KEY.Key_Tab)
        assert current(table) == (2, 0)
        field = field_of(table)
        QTest.keyClick(field, KEY.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
        assert current(table) == (1, 1)
        assert corners(window) == ((2, 2), (7, 2.5), (6, 5), (3, 5))

    def test_sums_units_and_changes_are_read(self, window, table):
        """They work like in every field."""
        for text, value in (("2*1.2+0.1", 2.5), ("250 cm", 2.5), ("+= 0.5", 3.0), ("2,75", 2.75)):
            begin(table, 0, 0)
            QTest.keyClick(table, KEY.Key_F2)
            field = field_of(table)
            field.selectAll()
            QTest.keyClicks(field, text)
            QTest.keyClick(field, KEY.Key_Return)
            assert corners(window)[0] == (value, 3)

    def test_what_cannot_be_read_stays_open(self, window, table, qtbot):
        """There is a message; Esc restores the old value."""
        begin(table, 0, 0)
        field = type_value(table, "2+")
        with qtbot.waitSignal(table.places.refused) as said:
            QTest.keyClick(field, KEY.Key_Return)
        assert said.args[0]
        assert table.state() == table.State.EditingState
        assert current(table) == (0, 0)
        QTest.keyClick(field, KEY.Key_Escape)
        assert corners(window)[0] == (3, 3)
        assert window.document.stack.count() == 0

    def test_the_ends_of_the_table_hold(self, window, table):
        """Enter in the last row, and Tab in the last cell."""
        begin(table, 3, 1)
        QTest.keyClick(type_value(table, "6"), KEY.Key_Tab)
        assert current(table) == (3, 1)
        QTest.keyClick(table, KEY.Key_Return)
        assert current(table) == (3, 1)
        QTest.keyClick(table, KEY.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        assert current(table) == (2, 1)

    def test_esc_leaves_and_tab_goes_out(self, window, table):
        """The focus goes to the canvas, and to the next control."""
        begin(table, 0, 0)
        QTest.keyClick(table, KEY.Key_Tab)
        assert window.focusWidget() is not table
        begin(table, 0, 0)
        QTest.keyClick(table, KEY.Key_Escape)
        assert window.focusWidget() is window.canvas


class TestRows:
    """Whole rows: removed, copied, pasted."""

    @pytest.mark.parametrize("key", [KEY.Key_Delete, KEY.Key_Backspace])
    def test_deleting(self, window, table, key):
        """The keyboard stays in the row; below three the shape goes."""
        begin(table, 1, 0)
        QTest.keyClick(table, key)
        assert corners(window) == ((3, 3), (6, 5), (3, 5))
        assert current(table)[0] == 1
        QTest.keyClick(table, key)
        assert window.document.level.get(TABLE) is None

    def test_copying_and_cutting(self, window, table):
        """Lines for spreadsheets; the elements on the clipboard are another matter."""
        begin(table, 1, 0)
        choose(table, 1, 2)
        QTest.keySequence(table, "Ctrl+C")
        assert QGuiApplication.clipboard().text() == "6\t3\n6\t5"
        choose(table, 0)
        QTest.keySequence(table, "Ctrl+X")
        assert QGuiApplication.clipboard().text() == "3\t3"
        assert len(corners(window)) == 3
        assert window.document.level.get(TABLE) is not None

    def test_pasting_in_place_of_rows(self, window, table):
        """Pasting is one undo step, and the pasted rows are selected."""
        clipboard("6 3\n7.5; 4\r\n[6, 5],\n")
        table.selectRow(1)
        QTest.keySequence(table, "Ctrl+V")
        assert corners(window) == ((3, 3), (6, 3), (7.5, 4), (6, 5), (6, 5), (3, 5))
        assert window.document.selection.handles == {TABLE: {1, 2, 3}}
        assert selected(table) == {1, 2, 3}
        assert window.document.stack.undoText() == "Set 3 corners of table"
        assert window.document.stack.count() == 1

    def test_a_whole_outline_is_pasted(self, window, table):
        """Select all, paste: other corners altogether; lengths and angles too."""
        clipboard("0 0\n@ 4 0\n@ 3 90")
        table.setFocus()
        QTest.keySequence(table, "Ctrl+A")
        QTest.keySequence(table, "Ctrl+V")
        assert corners(window) == ((0, 0), (4, 0), (4, 3))

    def test_what_is_no_place_is_said(self, window, table, qtbot):
        """Which line; nothing is pasted. Nor is an outline that encloses nothing."""
        for text, start in (("1 2\nhere", "Line 2: "), ("", "There are no places"),
                            ("0 0\n1 0\n2 0", "Here table")):  # fmt: skip
            clipboard(text)
            table.setFocus()
            QTest.keySequence(table, "Ctrl+A")
            said = []
            window.panels["properties"].said.connect(said.append)
            QTest.keySequence(table, "Ctrl+V")
            assert said[-1].startswith(start)
        assert window.document.stack.count() == 0

    def test_goals_too(self, window):
        """Without a selected row they are added."""
        window.document.select(frozenset({GUARD}))
        table = window.panels["properties"].places
        clipboard("1 1\n2 2")
        table.clearSelection()
        table.setFocus()
        QTest.keySequence(table, "Ctrl+V")
        assert window.document.level.agents[GUARD].goals == ((18, 6), (1, 1), (2, 2))

    @given(st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=20))
    def test_what_is_copied_is_pasted_to_the_last_bit(self, places):
        """No digit is lost on the clipboard."""
        assert places_in(text_of(places)) == tuple(places)


def test_lines_that_say_no_place():
    """The sentence names the line."""
    with pytest.raises(NavcoreError, match=r"^Line 3: "):
        places_in("1 2\n\n3")


def test_two_thousand_corners(qtbot):
    """If all are selected they are one range; their table shows eight."""
    moved = []
    table = PlaceTable(lambda number, place: moved.append((number, place)))
    qtbot.addWidget(table)
    places = [(float(n), float(n * n % 7)) for n in range(2000)]
    table.show_places(places, frozenset(range(2000)))
    assert len(table.selectionModel().selection()) == 1
    table.show_places([*places[:-1], (0.0, 0.0)], frozenset({1999}))
    assert selected(table) == {1999}
    assert table.places.rowCount() == 2000
    assert table.height() < 300


def test_hall_is_an_area(window):
    """Areas have tables as well."""
    window.document.select(frozenset({HALL}))
    assert isinstance(window.document.level.get(HALL), Area)
    assert window.panels["properties"].places.places.rowCount() == 4
