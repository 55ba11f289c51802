"""The home page beside the window: closed levels, recent files, themes, sizes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from home_stage import KEY, Stage, cards, recents
from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from editor import __main__ as entry
from editor.files.prompts import Choice
from editor.home.page import HomePage
from editor.look.style import DARK, LIGHT
from editor.look.theme import apply_theme
from editor.settings.settings import Settings
from navcore import samples

ROOT = Path(entry.__file__).parent.parent


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path) -> Iterator[Stage]:
    """A first start in an empty folder."""
    made = Stage(tmp_path)
    yield made
    made.close()


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
    """A sample becomes recent when it is saved; its picture then shows the saved level."""
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
    """Newest first, each once, even with odd content in the file of the preferences."""
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
    """Offers that need a decision come before the samples."""
    home = stage.show(qtbot)
    offer = QLabel("Recovered work")
    home.add_offer(offer)
    QCoreApplication.processEvents()
    assert offer.isVisible()
    assert offer.mapTo(home, QPoint()).y() < home.samples.mapTo(home, QPoint()).y()


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900), (2560, 1440)])
def test_every_size_has_all_of_it(stage: Stage, qtbot: QtBot, size: tuple[int, int]) -> None:
    """Nothing is cut off at the sides, cards keep their size, and the focused card is visible."""
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
    """With all its pictures it needs no pyqtgraph, shapely or scipy."""
    shutil.copy(samples.path("tavern"), tmp_path / "mine.json")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", FORBIDDEN, str(tmp_path)],
        env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_a_page_that_is_gone_gets_no_pictures(qtbot: QtBot, tmp_path: Path) -> None:
    """A page requests no pictures if its easel is closed."""
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
