"""The home page: cards, recent files, keys, drops, and the way to a level and back."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import Answers
from leaving import leave
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot
from small_level import small_level

import sample_levels
from editor import __main__ as entry
from editor.files.prompts import Choice
from editor.home.page import HomePage
from editor.home.tiles import RecentTile, SampleCard
from editor.look.style import DARK, HOME, LIGHT
from editor.look.theme import apply_theme
from editor.settings.settings import Settings
from editor.shell.program import Program
from editor.system.application import make_app
from navcore.formats import load_level, save_level
from navcore.level.model import Level

KEY = Qt.Key
ROOT = Path(entry.__file__).parent.parent


class Stage:
    """A program with preferences, answers and pictures of its own."""

    def __init__(self, folder: Path) -> None:
        """A first start."""
        self.folder = folder
        self.settings = Settings(folder / "waywright.ini")
        self.settings.theme = "dark"
        make_app(self.settings)
        self.answers = Answers()
        self.program = Program(self.settings, self.answers, folder / "pictures")

    @property
    def home(self) -> HomePage:
        """Its home page."""
        return self.program.home

    def show(self, qtbot: QtBot) -> HomePage:
        """Show the home page and wait for its pictures."""
        self.program.show_home()
        qtbot.waitExposed(self.home)
        self.home.grab()
        qtbot.waitUntil(lambda: not self.home.easel.busy, timeout=60_000)
        return self.home

    def level(self, name: str, level: Level | None = None) -> Path:
        """A file with a level in the folder."""
        path = self.folder / f"{name}.json"
        save_level(level or small_level(), path)
        return path

    def close(self) -> None:
        """End it, without a question."""
        window = self.program.window
        if window is not None:
            leave(window)
        self.program.end()
        self.home.close()
        self.home.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path) -> Iterator[Stage]:
    """A first start in an empty folder."""
    made = Stage(tmp_path)
    yield made
    made.close()


def cards(home: HomePage) -> list[SampleCard]:
    """The cards of the samples."""
    return [tile for tile in home.samples.tiles if isinstance(tile, SampleCard)]


def recents(home: HomePage) -> list[RecentTile]:
    """The rows of recent files."""
    return [tile for tile in home.recent.tiles if isinstance(tile, RecentTile)]


def press(home: HomePage, key: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the focus is."""
    QTest.keyClick(home.focusWidget() or home, key, modifiers)


def drop(widget: QWidget, *paths: Path) -> bool:
    """Drag files over the widget and let them go; whether they were taken."""
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
    assert [card.name for card in cards(home)] == list(sample_levels.names())
    first = cards(home)[0]
    assert first.hasFocus() or home.focusWidget() is first
    assert (first.text(), first.sentence) == ("First Steps", "A gate, a gardener and you.")
    assert first.badge == "Start here"
    for card in cards(home):
        level = load_level(sample_levels.path(card.name))
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
    """Buttons, samples, recent files, and what can be removed."""
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
    """It says so, opens nothing, and goes by its button or by Delete."""
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
    """What, where; nothing opens, and the next thing that opens takes the message away."""
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


def test_a_file_dropped_on_the_page_opens(stage: Stage, qtbot: QtBot) -> None:
    """One file; not several, which would be a guess."""
    home = stage.show(qtbot)
    one, two = stage.level("one"), stage.level("two")
    assert not drop(home, one, two)
    assert drop(home, one)
    assert stage.program.title == "one"


def test_a_file_over_the_page_is_answered(stage: Stage, qtbot: QtBot) -> None:
    """It says what dropping does, until the file is elsewhere or dropped."""
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
    """It does not try to open what is gone."""
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
    """Ctrl+O asks, Ctrl+N begins, F1 says where help is, Esc takes that away."""
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


def test_closing_a_level_leads_home(stage: Stage, qtbot: QtBot) -> None:
    """Ctrl+W asks if something would be lost, and the level is the first of the recent files."""
    stage.settings.recent.note(stage.level("other"))
    home = stage.show(qtbot)
    assert stage.program.open(stage.level("mine"))
    window = stage.program.window
    assert window is not None
    window.resize(1300, 800)
    close = window.commands.table["close"]
    window.document.select(frozenset(window.document.level.obstacles))
    window.commands.table["delete"].trigger()
    close.trigger()
    assert stage.answers.asked == ["mine"]
    assert window.isVisible()
    stage.answers.choice = Choice.DISCARD
    close.trigger()
    assert not window.isVisible()
    assert home.isVisible()
    assert home.size() == window.size()
    assert stage.program.level is None
    assert stage.program.title == ""
    assert [row.text() for row in recents(home)] == ["mine", "other"]
    assert stage.program.open(stage.folder / "mine.json")
    assert stage.program.window is window


def test_saving_makes_a_file_recent(stage: Stage, qtbot: QtBot) -> None:
    """A sample is none until it is saved; then its picture is that of what was saved."""
    stage.show(qtbot)
    stage.program.open_sample("tavern")
    assert stage.settings.recent.files == ()
    stage.answers.place = stage.folder / "inn.json"
    window = stage.program.window
    assert window is not None
    assert window.files.save()
    assert stage.settings.recent.files == (stage.folder / "inn.json",)
    window.commands.table["close"].trigger()
    stage.home.grab()
    qtbot.waitUntil(lambda: not stage.home.easel.busy, timeout=60_000)
    (row,) = recents(stage.home)
    assert row.picture is not None


def test_twenty_files_are_remembered(tmp_path: Path) -> None:
    """Newest first, each once, whatever stands in the file of the preferences."""
    settings = Settings(tmp_path / "waywright.ini")
    for number in range(25):
        settings.recent.note(tmp_path / f"{number}.json")
    settings.recent.note(tmp_path / "22.json")
    assert len(settings.recent.files) == 20
    assert [path.stem for path in settings.recent.files[:3]] == ["22", "24", "23"]
    settings.recent.forget(tmp_path / "24.json")
    again = Settings(tmp_path / "waywright.ini")
    assert [path.stem for path in again.recent.files[:2]] == ["22", "23"]


def test_the_theme_dresses_the_pictures_too(stage: Stage, qtbot: QtBot) -> None:
    """Dark and light have pictures of their own."""
    home = stage.show(qtbot)
    card = cards(home)[1]
    for choice, theme in (("light", LIGHT), ("dark", DARK)):
        apply_theme(choice)
        QCoreApplication.processEvents()
        qtbot.waitUntil(lambda: not home.easel.busy, timeout=60_000)
        assert card.picture is not None
        assert card.picture.pixelColor(0, 0).name().upper() == theme.outside


def test_offers_stand_on_top(stage: Stage, qtbot: QtBot) -> None:
    """What somebody has to decide about comes before the samples."""
    home = stage.show(qtbot)
    offer = QLabel("Recovered work")
    home.add_offer(offer)
    QCoreApplication.processEvents()
    assert offer.isVisible()
    assert offer.mapTo(home, QPoint()).y() < home.samples.mapTo(home, QPoint()).y()


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900), (2560, 1440)])
def test_every_size_has_all_of_it(stage: Stage, qtbot: QtBot, size: tuple[int, int]) -> None:
    """Nothing is cut off at the sides; cards keep their size; what has the focus is seen."""
    stage.settings.started_before = True
    for number in range(12):
        stage.settings.recent.note(stage.folder / f"{number}.json")
    home = stage.show(qtbot)
    home.resize(*size)
    QCoreApplication.processEvents()
    for tile in (*cards(home), *recents(home)):
        left = tile.mapTo(home, QPoint()).x()
        assert left >= 0
        assert left + tile.width() <= home.width()
    last = recents(home)[-1]
    last.setFocus()
    QCoreApplication.processEvents()
    assert home.rect().contains(last.mapTo(home, last.rect().center()))


def test_the_recent_list_of_the_window(stage: Stage, qtbot: QtBot) -> None:
    """Ctrl+P lists them; letters find; the menu has them as well."""
    stage.show(qtbot)
    inn, mill = stage.level("inn"), stage.level("mill")
    assert stage.program.open(inn)
    assert stage.program.open(mill)
    window = stage.program.window
    assert window is not None
    opened: list[object] = []
    window.files.remembered.connect(opened.append)
    window.commands.table["recent"].trigger()
    press_in = window.focusWidget()
    assert press_in is not None
    QTest.keyClicks(press_in, "in")
    QTest.keyClick(press_in, KEY.Key_Return)
    assert stage.program.title == "inn"
    assert opened == [inn]


FORBIDDEN = """
import sys, time
from pathlib import Path
from editor.system.application import make_app
from editor.shell.program import Program
from editor.settings.settings import Settings
folder = Path(sys.argv[1])
settings = Settings(folder / "waywright.ini")
app = make_app(settings)
settings.recent.note(folder / "mine.json")
program = Program(settings, cache=folder / "pictures")
program.show_home()
program.home.grab()
while program.home.easel.busy:
    app.processEvents()
tiles = [*program.home.samples.tiles, *program.home.recent.tiles]
assert all(tile.picture is not None for tile in tiles)
late = ("pyqtgraph", "shapely", "scipy", "editor.shell.window")
print(*(name for name in late if name in sys.modules))
program.end()
"""


def test_the_page_loads_nothing_of_the_window(tmp_path: Path) -> None:
    """With all its pictures: no pyqtgraph, no shapely, no scipy."""
    shutil.copy(sample_levels.path("tavern"), tmp_path / "mine.json")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", FORBIDDEN, str(tmp_path)],
        env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_a_page_that_is_gone_gets_no_pictures(qtbot: QtBot, tmp_path: Path) -> None:
    """Nor does one whose easel is closed ask for any."""
    page = HomePage(Settings(tmp_path / "waywright.ini"), tmp_path / "pictures")
    page.show()
    page.grab()
    easel = page.easel
    assert easel.busy
    page.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.wait(50)
    easel.draw([], 1.0)
    qtbot.wait(20)
