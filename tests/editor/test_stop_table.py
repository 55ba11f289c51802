"""The table of stops: places, and actions of agents there."""

import math

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from small_level import GUARD, TABLE
from table_hand import begin, field_of, type_value

from editor.look.style import DARK, SIZE
from editor.look.theme import apply_theme
from navcore.level.model import Stop
from navcore.level.operations import append_stops, set_fields, set_stops
from navcore.level.operations.storeys import add_storey

KEY = Qt.Key


@pytest.fixture
def stops(window):
    """The table of the guard's two stops; it waits two seconds at each."""
    document = window.document
    document.commit(append_stops(document.level, [GUARD], [(8, 7)]))
    document.commit(set_fields(document.level, [GUARD], wait=2.0))
    document.select(frozenset({GUARD}))
    return window.panels["properties"].places


def shown(table, row):
    """Return the texts of a row."""
    model = table.places
    return [model.data(model.index(row, column)) for column in range(model.columnCount())]


def test_they_show_what_counts(window, stops):
    """Values of the agent or the path are pale, the stop's own are not."""
    assert shown(stops, 0) == ["18.00", "6.00", "2 s", "path"]
    model = stops.places
    faint = Qt.ItemDataRole.ForegroundRole
    assert model.data(model.index(0, 2), faint) is not None
    level = window.document.level
    edit = set_stops(level, {GUARD: {1}}, pause=4.5, facing=math.pi / 2)
    window.document.commit(edit)
    assert shown(stops, 1) == ["8.00", "7.00", "4.5 s", "90°"]
    assert model.data(model.index(1, 2), faint) is None
    edit = set_stops(window.document.level, {GUARD: {1}}, facing=-math.pi / 2)
    window.document.commit(edit)
    assert shown(stops, 1)[3] == "−90°"
    heads = [model.headerData(n, Qt.Orientation.Horizontal) for n in range(4)]
    assert heads == ["x m", "z m", "pause", "look"]


def test_the_corner_has_the_colour_of_the_panel(window, stops):
    """Fusion leaves a grey button there."""
    apply_theme("dark")
    stops.resize(300, 200)
    corner = stops.findChild(QAbstractButton)
    colours = {corner.grab().toImage().pixelColor(x, 3).name().upper() for x in (2, 6, 10)}
    assert colours == {DARK.panel}


def test_they_are_typed(window, stops):
    """One undo step each; emptied, the agent decides again."""
    begin(stops, 1, 2)
    type_value(stops, "1.5 + 1")
    QTest.keyClick(field_of(stops), KEY.Key_Return)
    begin(stops, 1, 3)
    type_value(stops, "-90")
    QTest.keyClick(field_of(stops), KEY.Key_Return)
    guard = window.document.level.agents[GUARD]
    assert guard.stop(1) == Stop(pause=2.5, facing=-math.pi / 2)
    assert window.document.stack.undoText() == "Change a stop of guard"
    model = stops.places
    assert model.setData(model.index(1, 2), "")
    assert model.setData(model.index(1, 3), " ")
    assert window.document.level.agents[GUARD].stops == ()


def test_what_can_not_be_is_refused(window, stops):
    """There is a message, and nothing changes."""
    said = []
    window.panels["properties"].said.connect(said.append)
    model = stops.places
    before = window.document.level
    for text in ("-1", "soon"):
        assert not model.setData(model.index(0, 2), text)
    assert len(said) == 2
    assert window.document.level == before


def test_tab_goes_through_all_columns(window, stops):
    """It goes on to the next row."""
    begin(stops, 0, 3)
    type_value(stops, "45")
    QTest.keyClick(field_of(stops), KEY.Key_Tab)
    index = stops.currentIndex()
    assert (index.row(), index.column()) == (1, 0)


def test_their_storeys_where_there_are_several(window, stops):
    """Faintly that of the agent; typed by name, completed, refused if there is none."""
    document, model = window.document, stops.places
    document.commit(add_storey(document.level, "upper"))
    document.select(frozenset())
    document.select(frozenset({GUARD}))
    assert model.headerData(4, Qt.Orientation.Horizontal) == "storey"
    assert shown(stops, 1) == ["8.00", "7.00", "2 s", "path", "Ground"]
    begin(stops, 1, 4)
    type_value(stops, "UP")
    assert field_of(stops).text().casefold() == "upper"
    QTest.keyClick(field_of(stops), KEY.Key_Return)
    assert document.level.agents[GUARD].stop(1) == Stop(layer="upper")
    assert document.stack.undoText() == "Change a stop of guard"
    said = []
    window.panels["properties"].said.connect(said.append)
    assert not model.setData(model.index(1, 4), "attic")
    assert said == ["No storey is called attic."]
    assert model.setData(model.index(1, 4), "ground")
    assert document.level.agents[GUARD].stop(1) == Stop(layer="ground")
    assert model.setData(model.index(1, 4), "")
    assert document.level.agents[GUARD].stops == ()


def test_corners_have_none(window):
    """Shapes have places alone."""
    window.document.select(frozenset({TABLE}))
    assert window.panels["properties"].places.places.columnCount() == 2


def test_all_columns_fit_at_the_least_width(window, stops):
    """It is the least width of a dock."""
    panel = window.panels["properties"]
    panel.resize(SIZE.dock_least, 600)
    window.document.settled.emit(None)
    width = stops.columnWidth(2)
    assert width * 4 <= stops.viewport().width() + 4
    metrics = stops.fontMetrics()
    if panel.width() <= SIZE.dock_least:
        assert metrics.horizontalAdvance("pause") < width
