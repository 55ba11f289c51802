"""Docks around the canvas: positions, limits of their size, and saved layouts."""

from pathlib import Path

import pytest
from answers import Answers
from leaving import leave
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from editor.look.style import SIZE
from editor.settings.settings import Settings
from editor.shell.arrangement import SIDES_ONLY
from editor.shell.window import MainWindow

KEY = Qt.Key


def settle() -> None:
    """Let Qt lay everything out."""
    for _ in range(3):
        QCoreApplication.processEvents()


class TestBeneath:
    """The dock beneath the canvas."""

    def test_it_is_closed_at_first(self, window: MainWindow) -> None:
        """There is nothing between canvas and play bar."""
        assert window.arrangement.docks["bottom"].isHidden()
        assert not window.panel_shown("run")

    def test_it_opens_between_canvas_and_play_bar(self, window: MainWindow) -> None:
        """It is 200 pixels high, beside the right dock, and as wide as the canvas."""
        window.show_panel("run")
        settle()
        dock, canvas = window.arrangement.docks["bottom"], window.canvas
        assert window.panel_shown("run")
        assert dock.height() == SIZE.bottom
        assert dock.width() == canvas.width()
        top = dock.mapTo(window, dock.rect().topLeft()).y()
        assert top > canvas.mapTo(window, canvas.rect().bottomLeft()).y()
        play = window.panels["play"]
        assert top + dock.height() <= play.mapTo(window, play.rect().topLeft()).y()
        upper, lower = window.arrangement.docks["upper"], window.arrangement.docks["lower"]
        assert upper.height() + lower.height() >= canvas.height() + dock.height()

    def test_toggling_a_panel_closes_it_again(self, window: MainWindow) -> None:
        """As its counter and its line in the menu do."""
        window.toggle_panel("run")
        assert window.panel_shown("run")
        assert window.commands.table["panel_run"].isCheckable()
        window.commands.catch_up()
        assert window.commands.table["panel_run"].isChecked()
        window.commands.table["panel_run"].trigger()
        assert window.arrangement.docks["bottom"].isHidden()
        window.commands.catch_up()
        assert not window.commands.table["panel_run"].isChecked()

    def test_panels_at_the_side_are_not_closed(self, window: MainWindow) -> None:
        """Toggling one that is shown leaves it."""
        window.toggle_panel("outline")
        assert window.panel_shown("outline")

    def test_its_button_closes_it(self, window: MainWindow) -> None:
        """The keyboard does it, too; the focus returns to the canvas."""
        window.activateWindow()
        window.show_panel("run")
        (button,) = (
            button
            for button in window.arrangement.docks["bottom"].findChildren(QToolButton)
            if button.accessibleName().startswith("Close")
        )
        assert button.isVisible()
        button.setFocus()
        QTest.keyClick(button, KEY.Key_Space)
        assert window.arrangement.docks["bottom"].isHidden()
        assert window.canvas.hasFocus()

    def test_closing_it_with_the_focus_elsewhere_moves_no_focus(self, window: MainWindow) -> None:
        """Only a focus that was in it goes to the canvas."""
        window.activateWindow()
        window.show_panel("run")
        view = window.panels["outline"].view
        view.setFocus()
        window.toggle_panel("run")
        assert view.hasFocus()

    def test_f6_goes_there_and_esc_leads_back(self, window: MainWindow) -> None:
        """After the properties, while it is open."""
        window.activateWindow()
        window.show_panel("run")
        settle()
        window.canvas.setFocus()
        dock, passed = window.arrangement.docks["bottom"], 0
        while not dock.isAncestorOf(window.focusWidget()):
            QTest.keyClick(window.focusWidget(), KEY.Key_F6)
            passed += 1
            assert passed < 6
        QTest.keyClick(window.focusWidget(), KEY.Key_Escape)
        assert window.canvas.hasFocus()

    def test_f11_hides_it_and_brings_it_back(self, window: MainWindow) -> None:
        """Its height is kept."""
        window.show_panel("run")
        dock = window.arrangement.docks["bottom"]
        window.resizeDocks([dock], [260], Qt.Orientation.Vertical)
        settle()
        window.toggle_panels()
        settle()
        assert dock.isHidden()
        assert window.panels_hidden()
        window.toggle_panels()
        settle()
        assert dock.isVisible()
        assert dock.height() == 260

    def test_a_closed_one_stays_closed_after_f11(self, window: MainWindow) -> None:
        """Docks that were hidden before are hidden afterwards."""
        for _ in range(2):
            window.toggle_panels()
            settle()
        assert window.arrangement.docks["bottom"].isHidden()

    def test_showing_a_panel_brings_all_of_them_back(self, window: MainWindow) -> None:
        """F11 had hidden them."""
        window.toggle_panels()
        window.show_panel("run")
        settle()
        assert not window.panels_hidden()
        assert window.panel_shown("run")

    def test_the_standard_layout_closes_it(self, window: MainWindow) -> None:
        """Afterwards it opens at its standard height."""
        window.show_panel("run")
        dock = window.arrangement.docks["bottom"]
        window.resizeDocks([dock], [300], Qt.Orientation.Vertical)
        settle()
        window.standard_layout()
        assert dock.isHidden()
        window.show_panel("run")
        settle()
        assert dock.height() == SIZE.bottom

    def test_it_keeps_its_height_whatever_it_shows(self, window: MainWindow) -> None:
        """Content never moves the canvas."""
        window.show_panel("run")
        settle()
        height = window.canvas.height()
        window.run.clock.step_once()
        for number in range(window.panels["run"].tabs.count()):
            window.panels["run"].tabs.setCurrentIndex(number)
            settle()
            assert window.canvas.height() == height
        window.run.clock.stop_to_start()


class TestWidth:
    """The canvas keeps six tenths of the width."""

    @pytest.mark.parametrize("width", [1024, 1100, 1440, 1920])
    def test_docks_leave_the_canvas_its_share(self, window: MainWindow, width: int) -> None:
        """However wide they are dragged."""
        window.resize(width, 700)
        docks = [window.arrangement.docks[place] for place in ("upper", "lower")]
        window.resizeDocks(docks, [SIZE.dock_most] * 2, Qt.Orientation.Horizontal)
        settle()
        assert docks[0].width() <= SIZE.dock_most
        assert window.canvas.width() >= SIZE.canvas_share * window.width()

    def test_a_narrower_window_narrows_them(self, window: MainWindow) -> None:
        """Docks that were wide give way."""
        docks = [window.arrangement.docks[place] for place in ("upper", "lower")]
        window.resizeDocks(docks, [SIZE.dock_most] * 2, Qt.Orientation.Horizontal)
        window.resize(SIZE.least_width, SIZE.least_height)
        settle()
        assert docks[0].width() >= SIZE.dock_least
        assert window.canvas.width() >= SIZE.canvas_share * window.width()

    def test_docks_at_both_sides_share_the_room(self, window: MainWindow) -> None:
        """Where there is enough for both."""
        docks = window.arrangement.docks
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks["upper"])
        settle()
        assert window.dockWidgetArea(docks["lower"]) == Qt.DockWidgetArea.RightDockWidgetArea
        assert window.canvas.width() >= SIZE.canvas_share * window.width()

    def test_a_narrow_window_has_docks_at_one_side(self, window: MainWindow) -> None:
        """The details go with the outline."""
        docks = window.arrangement.docks
        window.resize(SIZE.least_width, SIZE.least_height)
        settle()
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks["upper"])
        settle()
        assert window.dockWidgetArea(docks["lower"]) == Qt.DockWidgetArea.LeftDockWidgetArea
        assert window.canvas.width() >= SIZE.canvas_share * window.width()


class TestRemembered:
    """State that the next start restores."""

    @pytest.fixture
    def settings(self, tmp_path: Path) -> Settings:
        """Return separate preferences."""
        return Settings(tmp_path / "waywright.ini")

    def start(self, qtbot: QtBot, settings: Settings) -> MainWindow:
        """A window that is shown."""
        made = MainWindow(settings, Answers())
        made.show()
        qtbot.waitExposed(made)
        settle()
        return made

    def test_an_open_dock_its_height_and_its_tab(
        self, window: MainWindow, qtbot: QtBot, settings: Settings
    ) -> None:
        """The docks' tabs as well."""
        first = self.start(qtbot, settings)
        first.show_panel("run")
        first.show_panel("history")
        dock = first.arrangement.docks["bottom"]
        first.resizeDocks([dock], [260], Qt.Orientation.Vertical)
        settle()
        leave(first)
        second = self.start(qtbot, settings)
        assert second.panel_shown("run")
        assert second.panel_shown("history")
        assert second.arrangement.docks["bottom"].height() == 260
        leave(second)

    def test_a_layout_from_before_there_was_one_is_restored(
        self, window: MainWindow, qtbot: QtBot, settings: Settings
    ) -> None:
        """With the dock beneath closed, and as high as is standard when it opens."""
        first = self.start(qtbot, settings)
        docks = first.arrangement.docks
        first.removeDockWidget(docks["bottom"])
        docks["bottom"].setParent(None)
        first.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks["upper"])
        settings.layout = first.saveState(SIDES_ONLY)
        first.arrangement.remember = lambda: None
        leave(first)
        second = self.start(qtbot, settings)
        docks = second.arrangement.docks
        assert second.dockWidgetArea(docks["upper"]) == Qt.DockWidgetArea.LeftDockWidgetArea
        assert docks["bottom"].isHidden()
        second.show_panel("run")
        settle()
        assert docks["bottom"].height() == SIZE.bottom
        leave(second)
