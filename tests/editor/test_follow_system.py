"""The program follows the system's dark mode and reduced motion, and restores hidden panels."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import Answers
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from editor.home.page import HomePage
from editor.look import style, theme
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.motion import MotionFollower

ACTIVE, INACTIVE = Qt.ApplicationState.ApplicationActive, Qt.ApplicationState.ApplicationInactive


@pytest.fixture
def usual() -> Iterator[None]:
    """Restore the program after the test."""
    yield
    theme.forget_answers()
    theme.apply_motion("system")
    theme.apply_theme("dark")


def shade(widget: QWidget) -> float:
    """Return the brightness of a widget, from 0 to 1."""
    picture = widget.grab().toImage()
    steps = range(1, 20)
    shades = [
        QColor(picture.pixel(picture.width() * x // 20, picture.height() * z // 20)).lightnessF()
        for x in steps
        for z in steps
    ]
    return sorted(shades)[len(shades) // 2]


@pytest.mark.usefixtures("usual")
def test_motion_is_asked_for_again_when_one_comes_back(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change in the system takes effect here without a restart."""
    told = [False]
    monkeypatch.setattr(theme, "wants_less_now", lambda: told[0])
    theme.forget_answers()
    theme.apply_motion("system")
    follower = MotionFollower()
    assert not theme.motion_reduced()
    told[0] = True
    follower.look(INACTIVE)
    assert not theme.motion_reduced()
    follower.look(ACTIVE)
    follower.look(ACTIVE)
    qtbot.waitUntil(theme.motion_reduced)
    assert not window.isAnimated()
    told[0] = False
    follower.look(ACTIVE)
    qtbot.waitUntil(lambda: not theme.motion_reduced())
    assert window.isAnimated()


@pytest.mark.usefixtures("usual")
def test_who_chose_less_gets_less(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later changes in the system don't matter."""
    told = [True]
    monkeypatch.setattr(theme, "wants_less_now", lambda: told[0])
    theme.forget_answers()
    theme.apply_motion("reduced")
    follower = MotionFollower()
    told[0] = False
    follower.look(ACTIVE)
    qtbot.waitUntil(lambda: not theme.system_wants_less())
    assert theme.motion_reduced()


@pytest.mark.usefixtures("usual")
def test_what_the_command_line_says_holds(window: MainWindow) -> None:
    """Against the system, also when motion changes; the choice in the menu goes before it."""
    window.settings.theme = "system"
    theme.apply_theme("light")
    theme.follow_system()
    theme.apply_motion("reduced")
    theme.follow_system()
    assert style.current() is style.LIGHT
    window.choose_theme("dark")
    assert style.current() is style.DARK


@pytest.mark.usefixtures("usual")
@pytest.mark.parametrize(
    "name",
    ["preferences", "help", "palette", "about", "export", "picture"],
)
def test_open_dialogs_follow(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Open dialogs become light and dark again, completely."""
    window.ask(name)
    (dialog,) = [
        widget for widget in QApplication.allWidgets()
        if isinstance(widget, QDialog) and widget.isVisible()
    ]  # fmt: skip
    assert shade(dialog) < 0.3
    theme.apply_theme("light")
    QApplication.processEvents()
    assert shade(dialog) > 0.8
    theme.apply_theme("dark")
    QApplication.processEvents()
    assert shade(dialog) < 0.3
    dialog.close()


@pytest.mark.usefixtures("usual")
def test_the_home_page_follows(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """Cards with their pictures too."""
    page = HomePage(Settings(tmp_path / "home.ini"), tmp_path / "cache")
    qtbot.addWidget(page)
    page.show_recent()
    page.show()
    qtbot.waitExposed(page)
    QApplication.processEvents()
    assert shade(page) < 0.3
    theme.apply_theme("light")
    QApplication.processEvents()
    assert shade(page) > 0.8
    card = page.samples.tiles[0]
    qtbot.waitUntil(lambda: shade(card) > 0.5)


def sides(window: MainWindow) -> list[QWidget]:
    """The docks at the side."""
    return [window.arrangement.docks[place] for place in ("upper", "lower")]


def test_hidden_panels_are_back_after_a_new_start(qtbot: QtBot, window: MainWindow) -> None:
    """Their sizes are restored; F11 still hides and shows them."""
    widths = [dock.width() for dock in sides(window)]
    window.toggle_panels()
    assert window.panels_hidden()
    window.end()
    again = MainWindow(window.settings, Answers())
    qtbot.addWidget(again)
    again.resize(window.size())
    again.show()
    qtbot.waitExposed(again)
    assert not again.panels_hidden()
    assert [dock.width() for dock in sides(again)] == widths
    again.commands.table["hide_panels"].trigger()
    assert again.panels_hidden()
    again.commands.table["hide_panels"].trigger()
    assert not again.panels_hidden()
    assert [dock.width() for dock in sides(again)] == widths
    again.end()
    again.close()
