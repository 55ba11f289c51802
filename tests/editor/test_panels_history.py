"""History: every step is listed, and a click or Enter goes there."""

from pathlib import Path

import pytest
from hand import Hand
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from small_level import COOK, TABLE

from editor.panels.history import PRESENT, SAVED, UNDONE, HistoryPanel
from editor.shell.window import MainWindow
from navcore.level.model import Level
from navcore.level.operations import move, rename


@pytest.fixture
def panel(window: MainWindow) -> HistoryPanel:
    """The history of the window's level, in front."""
    found = window.panels["history"]
    assert isinstance(found, HistoryPanel)
    window.arrangement.docks["upper"].bring_up(found)
    return found


def push(window: MainWindow, count: int) -> None:
    """Make some moves of the table, a metre each."""
    for _ in range(count):
        window.document.commit(move(window.document.level, [TABLE], (1.0, 0.0)))


def texts(panel: HistoryPanel) -> list[str]:
    """The rows."""
    return [panel.model.index(row).data() for row in range(panel.model.rowCount())]


def rows_with(panel: HistoryPanel, role: int) -> list[int]:
    """The rows for which this holds."""
    return [r for r in range(panel.model.rowCount()) if panel.model.index(r).data(role)]


def click(panel: HistoryPanel, row: int) -> None:
    """Click a row."""
    place = panel.view.visualRect(panel.model.index(row)).center()
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))


def corner(window: MainWindow) -> float:
    """Where the table is."""
    return window.document.level.obstacles[TABLE].polygon[0][0]


def test_it_stands_beside_the_outline(window: MainWindow) -> None:
    """Third tab of the upper part."""
    tabs = window.arrangement.docks["upper"].tabs
    assert [tabs.tabText(n) for n in range(3)] == ["Outline", "Library", "History"]


def test_nothing_done_yet_says_so(panel: HistoryPanel, window: MainWindow) -> None:
    """Until there is a step."""
    assert panel.empty.isVisible()
    assert panel.empty.text() == "Your steps will be listed here."
    push(window, 1)
    assert not panel.empty.isVisible()
    window.document.load(Level(), None)
    assert panel.empty.isVisible()


def test_the_first_row_is_the_level_as_it_came(
    panel: HistoryPanel, window: MainWindow, tmp_path: Path
) -> None:
    """The level is from a file or a sample, or new."""
    push(window, 1)
    assert texts(panel) == ["Level as opened", "Move table"]
    level = window.document.level
    window.document.load(Level(), None)
    window.document.commit(move(window.document.level, [], (0, 0)))
    assert texts(panel) == ["New level"]
    window.document.load(Level(), tmp_path / "empty.json")
    assert texts(panel) == ["Level as opened"]
    window.document.load(level, None)
    assert texts(panel) == ["Level as opened"]


def test_the_present_the_undone_and_the_saved_step_are_told_apart(
    panel: HistoryPanel, window: MainWindow, tmp_path: Path
) -> None:
    """They differ on the screen and for screen readers."""
    push(window, 2)
    window.document.mark_saved(tmp_path / "level.json")
    push(window, 2)
    window.document.stack.undo()
    assert rows_with(panel, PRESENT) == [3]
    assert rows_with(panel, UNDONE) == [4]
    assert rows_with(panel, SAVED) == [2]
    role = Qt.ItemDataRole.AccessibleTextRole
    said = [panel.model.index(row).data(role) for row in (2, 3, 4)]
    assert said == ["Move table, saved", "Move table, current step", "Move table, undone"]


def test_a_click_goes_back_and_forth(panel: HistoryPanel, window: MainWindow) -> None:
    """The level equals the level after the clicked step."""
    push(window, 4)
    for row in (1, 3, 0, 4):
        click(panel, row)
        assert corner(window) == 3.0 + row
        assert rows_with(panel, PRESENT) == [row]
        assert panel.view.currentIndex().row() == row
    assert window.document.stack.count() == 4


def test_arrows_look_and_enter_goes(qtbot: QtBot, panel: HistoryPanel, window: MainWindow) -> None:
    """Esc gives the focus back to the canvas."""
    window.activateWindow()
    push(window, 3)
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_Up)
    qtbot.keyClick(panel.view, Qt.Key.Key_Up)
    assert corner(window) == 6.0
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert corner(window) == 4.0
    qtbot.keyClick(panel.view, Qt.Key.Key_Escape)
    assert window.focusWidget() is window.canvas


def test_a_new_step_takes_the_place_of_what_was_undone(
    panel: HistoryPanel, window: MainWindow
) -> None:
    """The branch that was left is listed no more."""
    push(window, 3)
    click(panel, 1)
    window.document.commit(rename(window.document.level, COOK, "chef"))
    assert texts(panel) == ["Level as opened", "Move table", "Rename cook to chef"]
    assert rows_with(panel, UNDONE) == []


def test_steps_that_are_joined_are_one_row(panel: HistoryPanel, window: MainWindow) -> None:
    """A number that is turned by the wheel."""
    document = window.document
    key = document.new_merge_key()
    for _ in range(3):
        document.commit(move(document.level, [TABLE], (0.1, 0.0)), merge_key=key)
    assert len(texts(panel)) == 2
    document.commit(move(document.level, [TABLE], (-0.30000000000000004, 0.0)), merge_key=key)
    assert len(texts(panel)) == document.stack.count() + 1


def test_a_drag_in_hand_is_finished_first(panel: HistoryPanel, window: MainWindow) -> None:
    """It is a step of its own, before the jump."""
    push(window, 2)
    window.document.select(frozenset({TABLE}))
    Hand(window.canvas).hold((6.5, 4.0), (7.5, 4.0))
    assert window.document.dragging
    panel.view.chosen.emit(1)
    assert not window.document.dragging
    assert corner(window) == 4.0
    assert window.document.stack.count() == 3


def test_it_keeps_its_place_as_long_as_the_present_step_is_in_sight(
    panel: HistoryPanel, window: MainWindow
) -> None:
    """Otherwise it scrolls there, no further than necessary."""
    push(window, 80)
    bar = panel.view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    window.document.stack.setIndex(40)
    before = bar.value()
    assert 0 < before < bar.maximum()
    window.document.stack.setIndex(42)
    assert bar.value() == before


def test_hidden_panel_costs_the_same_after_any_number_of_steps(
    panel: HistoryPanel, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list is not laid out for each edit; it shows the present step when it comes up."""
    window.arrangement.docks["upper"].bring_up(window.panels["outline"])
    push(window, 60)
    laid_out: list[object] = []
    with monkeypatch.context() as patched:
        patched.setattr(panel.view, "scrollTo", laid_out.append)
        push(window, 1)
    assert laid_out == []
    window.arrangement.docks["upper"].bring_up(panel)
    assert panel.view.currentIndex().row() == 61
    assert (
        panel.view.viewport()
        .rect()
        .contains(panel.view.visualRect(panel.view.currentIndex()).center())
    )
