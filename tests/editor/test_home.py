"""The home page: tiles, recent files, keys, drops, opening a level and returning."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from home_stage import KEY, Stage, cards, recents
from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from editor.home.page import HomePage
from editor.home.tiles import RecentTile
from editor.look.style import HOME
from navcore import samples
from navcore.formats import load_level


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path) -> Iterator[Stage]:
    """A first start in an empty folder."""
    made = Stage(tmp_path)
    yield made
    made.close()


def press(home: HomePage, key: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the focus is."""
    QTest.keyClick(home.focusWidget() or home, key, modifiers)


def drop(widget: QWidget, *paths: Path) -> bool:
    """Drop files on the widget; return whether they were accepted."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    where, buttons = QPoint(50, 50), Qt.MouseButton.LeftButton
    keys, action = Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
    enter = QDragEnterEvent(where, action, data, buttons, keys)
    enter.ignore()
    QCoreApplication.sendEvent(widget, enter)
    if enter.isAccepted():
        event = QDropEvent(QPointF(where), action, data, buttons, keys)
        QCoreApplication.sendEvent(widget, event)
    return enter.isAccepted()


def test_a_first_start_shows_the_samples_and_where_to_start(stage: Stage, qtbot: QtBot) -> None:
    """Pictures from the files, name, one sentence; the first steps have the focus."""
    home = stage.show(qtbot)
    assert [card.name for card in cards(home)] == list(samples.names())
    first = cards(home)[0]
    assert first.hasFocus() or home.focusWidget() is first
    assert (first.text(), first.sentence) == ("First Steps", "A gate, a gardener and you.")
    assert first.badge == "Start here"
    for card in cards(home):
        level = load_level(samples.path(card.name))
        assert card.text() == level.settings.title
        assert card.sentence == level.settings.description
        assert card.picture is not None
        assert card.picture.deviceIndependentSize().toSize() == card.picture_size()
        assert card.accessibleName()
        assert card.sentence in card.accessibleDescription()
    assert not recents(home)
    assert home.recent.empty.isVisible()


def test_enter_opens_the_first_steps_with_their_hints(stage: Stage, qtbot: QtBot) -> None:
    """The window takes the place of the page; the second start knows that."""
    home = stage.show(qtbot)
    home.resize(1200, 700)
    press(home, KEY.Key_Return)
    window = stage.program.window
    assert window is not None
    assert window.isVisible()
    assert not home.isVisible()
    assert window.size() == home.size()
    assert window.files.title == "first_steps"
    assert window.lessons.strip.isVisible()
    assert stage.settings.started_before
    assert stage.program.go_home()
    assert cards(home)[0].badge == ""


def test_arrows_lead_from_card_to_card(stage: Stage, qtbot: QtBot) -> None:
    """Right, down, left, up; over to the recent files and to the buttons."""
    stage.settings.recent.note(stage.level("mine"))
    home = stage.show(qtbot)
    home.resize(1440, 900)
    home.show_recent()
    QCoreApplication.processEvents()
    tiles = cards(home)
    tiles[0].setFocus()
    columns = HOME.columns_most
    for key, expected in (
        (KEY.Key_Right, tiles[1]),
        (KEY.Key_Down, tiles[1 + columns]),
        (KEY.Key_Left, tiles[columns]),
        (KEY.Key_Up, tiles[0]),
        (KEY.Key_Right, tiles[1]),
        (KEY.Key_Right, tiles[2]),
        (KEY.Key_Right, recents(home)[0]),
        (KEY.Key_Left, tiles[2]),
    ):
        press(home, key)
        assert home.focusWidget() is expected
    recents(home)[0].setFocus()
    press(home, KEY.Key_Up)
    assert home.focusWidget() in {home.new_button, home.open_button}


def test_tab_reaches_everything_in_order(stage: Stage, qtbot: QtBot) -> None:
    """The order is buttons, samples, recent files, and their buttons for removal."""
    stage.settings.recent.note(stage.folder / "gone.json")
    stage.settings.recent.note(stage.level("mine"))
    home = stage.show(qtbot)
    home.new_button.setFocus()
    gone = recents(home)[1].remove_button
    assert gone is not None
    wanted = [home.open_button, *cards(home), *recents(home), gone]
    met = []
    for _ in wanted:
        press(home, KEY.Key_Tab)
        met.append(home.focusWidget())
    assert met == wanted


def test_later_starts_begin_at_the_recent_files(stage: Stage, qtbot: QtBot) -> None:
    """Newest first, with picture, folder and date."""
    stage.settings.started_before = True
    for name in ("one", "two"):
        stage.settings.recent.note(stage.level(name))
    home = stage.show(qtbot)
    rows = recents(home)
    assert [row.text() for row in rows] == ["two", "one"]
    assert home.focusWidget() is rows[0]
    assert all(row.picture is not None for row in rows)
    assert all(row.folder == str(stage.folder) for row in rows)
    assert all(row.note for row in rows)
    press(home, KEY.Key_Return)
    assert stage.program.title == "two"


def test_a_file_that_is_gone_stays_and_can_be_removed(stage: Stage, qtbot: QtBot) -> None:
    """The page says so, opens nothing, and removes it by its button or by Delete."""
    gone, here = stage.folder / "gone.json", stage.level("here")
    stage.settings.recent.note(here)
    stage.settings.recent.note(gone)
    home = stage.show(qtbot)
    row = recents(home)[0]
    assert row.missing
    assert row.picture is None
    row.click()
    assert stage.program.window is None
    assert home.strip.notice is not None
    assert "gone.json" in home.strip.notice.text
    assert row.remove_button is not None
    row.remove_button.click()
    assert stage.settings.recent.files == (here,)
    assert home.strip.notice is None
    assert [row.text() for row in recents(home)] == ["here"]
    assert home.focusWidget() is recents(home)[0]
    press(home, KEY.Key_Delete)
    assert stage.settings.recent.files == ()
    assert here.is_file()


def test_a_bad_file_is_told_on_the_home_page(stage: Stage, qtbot: QtBot) -> None:
    """The message names fault and file; nothing opens, and opening another level removes it."""
    home = stage.show(qtbot)
    bad = stage.folder / "bad.json"
    bad.write_text('{"areas": 3}', encoding="utf-8")
    assert not stage.program.open(bad)
    assert home.isVisible()
    assert home.strip.isVisible()
    assert "bad.json" in home.strip.text.text()
    assert stage.program.level is None
    assert bad not in stage.settings.recent.files
    assert home.busy.isHidden()
    assert stage.program.open(stage.level("good"))
    assert home.strip.isHidden()
    assert stage.program.window is not None
    assert stage.program.window.message.isHidden()


def test_a_message_moves_nothing(stage: Stage, qtbot: QtBot) -> None:
    """It is in the margin at the top; samples and files stay under the mouse."""
    home = stage.show(qtbot)
    places = [card.mapTo(home, QPoint()) for card in (*cards(home), home.new_button)]
    bad = stage.folder / "bad.json"
    assert not stage.program.open(bad)
    QCoreApplication.processEvents()
    assert home.strip.isVisible()
    assert [c.mapTo(home, QPoint()) for c in (*cards(home), home.new_button)] == places
    strip = QRect(home.strip.mapTo(home, QPoint()), home.strip.size())
    assert strip.bottom() < home.new_button.mapTo(home, QPoint()).y()
    assert home.rect().contains(strip)


def test_a_file_dropped_on_the_page_opens(stage: Stage, qtbot: QtBot) -> None:
    """One file; not several, which would be a guess."""
    home = stage.show(qtbot)
    one, two = stage.level("one"), stage.level("two")
    assert not drop(home, one, two)
    assert drop(home, one)
    assert stage.program.title == "one"


def test_a_file_over_the_page_is_answered(stage: Stage, qtbot: QtBot) -> None:
    """The page says what dropping does, until the file leaves or is dropped."""
    home = stage.show(qtbot)
    file = stage.level("one")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    enter = QDragEnterEvent(
        QPoint(50, 50),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QCoreApplication.sendEvent(home, enter)
    assert home.drop.isVisible()
    assert home.drop.told.text() == "Drop to open one"
    assert home.drop.size() == home.size()
    QCoreApplication.sendEvent(home, QDragLeaveEvent())
    assert not home.drop.isVisible()
    assert drop(home, file)
    assert not home.drop.isVisible()


def test_enter_on_remove_forgets_the_file(stage: Stage, qtbot: QtBot) -> None:
    """It doesn't try to open the removed file."""
    stage.settings.recent.note(stage.folder / "gone.json")
    home = stage.show(qtbot)
    (tile,) = home.recent.tiles
    assert isinstance(tile, RecentTile)
    assert tile.remove_button is not None
    tile.remove_button.setFocus()
    qtbot.keyClick(tile.remove_button, KEY.Key_Return)
    assert stage.settings.recent.files == ()
    assert home.strip.notice is None


def test_keys_of_the_page(stage: Stage, qtbot: QtBot) -> None:
    """Ctrl+O asks, Ctrl+N creates, F1 tells about help, and Esc hides that."""
    home = stage.show(qtbot)
    home.activateWindow()
    control = Qt.KeyboardModifier.ControlModifier
    press(home, KEY.Key_F1)
    assert home.strip.notice is not None
    press(home, KEY.Key_Escape)
    assert home.strip.notice is None
    press(home, KEY.Key_O, control)
    assert stage.program.window is None
    stage.answers.place = stage.level("chosen")
    press(home, KEY.Key_O, control)
    assert stage.program.title == "chosen"
    stage.program.go_home()
    home.new_button.setFocus()
    press(home, KEY.Key_N, control)
    assert stage.program.title == "Untitled"
    level = stage.program.level
    assert level is not None
    assert level.settings.boundary_follows_radius
