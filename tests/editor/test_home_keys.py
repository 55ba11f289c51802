"""Keys of the home page reach all offers, and its help names the current keys."""

from pathlib import Path

from answers import Answers
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from editor.home.page import HomePage
from editor.settings.settings import Settings
from editor.shell.program import Program
from editor.system.application import make_app
from editor.tools import keys

KEY = Qt.Key


class Offered(QWidget):
    """Two decisions, as after a crash."""

    def __init__(self) -> None:
        """One above the other."""
        super().__init__()
        column = QVBoxLayout(self)
        self.buttons = [QPushButton(text) for text in ("Open", "Keep")]
        for button in self.buttons:
            column.addWidget(button)


def test_arrows_reach_what_is_offered(qtbot: QtBot, tmp_path: Path) -> None:
    """They go in from above and below, and out again, without skipping any."""
    make_app(Settings(tmp_path / "w.ini"))
    home = HomePage(Settings(tmp_path / "w.ini"), tmp_path / "cache")
    qtbot.addWidget(home)
    offered = Offered()
    home.add_offer(offered, lambda: offered.buttons)
    home.show()
    qtbot.waitExposed(home)
    home.activateWindow()
    first, second = offered.buttons
    home.new_button.setFocus()
    seen = []
    for _ in range(3):
        QTest.keyClick(home.focusWidget(), KEY.Key_Down)
        QCoreApplication.processEvents()
        seen.append(home.focusWidget())
    assert seen[:2] == [first, second]
    assert seen[2] in home.samples.tiles
    QTest.keyClick(home.focusWidget(), KEY.Key_Up)
    QCoreApplication.processEvents()
    assert home.focusWidget() is second
    QTest.keyClick(second, KEY.Key_Up)
    assert home.focusWidget() is first
    home.samples.tiles[0].setFocus()
    offered.buttons = []
    QTest.keyClick(home.samples.tiles[0], KEY.Key_Up)
    assert home.focusWidget() in {home.new_button, home.open_button, home.samples.tiles[0]}


def test_help_names_the_keys_that_were_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    """Before there is a window, too; where there is none, the menu."""
    settings = Settings(tmp_path / "w.ini")
    make_app(settings)
    program = Program(settings, Answers(), tmp_path / "cache")
    qtbot.addWidget(program.home)
    try:
        program.home.help_wanted.emit(None)
        assert program.home.strip.notice is not None
        assert "F1 explains more and Ctrl+/ lists" in program.home.strip.notice.text
        settings.set_keys({"help": ("F9",), "shortcuts": ()})
        program.home.help_wanted.emit(None)
        assert "F9 explains more and Help > Keys lists" in program.home.strip.notice.text
    finally:
        keys.forget()
        program.end()


def test_ctrl_p_leads_to_the_recent_levels(qtbot: QtBot, tmp_path: Path) -> None:
    """It goes to the last one; without any, a message says so, and one can be opened."""
    settings = Settings(tmp_path / "w.ini")
    make_app(settings)
    home = HomePage(settings, tmp_path / "cache")
    qtbot.addWidget(home)
    asked: list[object] = []
    home.open_wanted.connect(asked.append)
    home.show()
    qtbot.waitExposed(home)
    home.activateWindow()
    qtbot.waitUntil(home.isActiveWindow)
    home.new_button.setFocus()
    QTest.keyClick(home.new_button, KEY.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert home.strip.notice is not None
    home.strip.buttons[0].click()
    assert asked == [None]
    for name in ("mill", "inn"):
        settings.recent.note(tmp_path / f"{name}.json")
    home.show_recent()
    home.new_button.setFocus()
    QTest.keyClick(home.new_button, KEY.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert home.focusWidget() is home.recent.tiles[0]
    assert home.recent.tiles[0].text() == "inn"
