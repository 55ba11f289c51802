"""The home page of a program with its own files."""

from pathlib import Path

from answers import Answers
from leaving import leave
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from pytestqt.qtbot import QtBot
from small_level import small_level

from editor.home.page import HomePage
from editor.home.tiles import RecentTile, SampleCard
from editor.settings.settings import Settings
from editor.shell.program import Program
from editor.system.application import make_app
from navcore.formats import save_level
from navcore.level.model import Level

KEY = Qt.Key


class Stage:
    """A program with its own preferences, answers and pictures."""

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
        """The home page."""
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
            self.program.window = None
        self.program.end()
        self.home.close()
        self.home.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def cards(home: HomePage) -> list[SampleCard]:
    """The cards of the samples."""
    return [tile for tile in home.samples.tiles if isinstance(tile, SampleCard)]


def recents(home: HomePage) -> list[RecentTile]:
    """The rows of recent files."""
    return [tile for tile in home.recent.tiles if isinstance(tile, RecentTile)]
