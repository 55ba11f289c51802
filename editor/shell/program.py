"""The program: its home page, its window, and the way between them."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QWidget

from editor.files.prompts import Dialogs, Notice, QtDialogs
from editor.home.page import HomePage
from editor.look.style import SIZE
from editor.look.theme import follow_system
from editor.safety.shutdown import delete
from editor.settings.settings import Settings
from editor.system.motion import MotionFollower
from navcore.i18n import tr

if TYPE_CHECKING:
    from editor.shell.window import MainWindow
    from navcore.level.model import Level

FIRST_STEPS = "first_steps"
"""The sample that comes with hints."""


class Program(QObject):
    """Owns home page, window and preferences. The window is made when a level is first opened."""

    window_made = Signal(object)
    """The `MainWindow`, not shown yet."""

    def __init__(
        self, settings: Settings, dialogs: Dialogs | None = None, cache: Path | None = None
    ) -> None:
        """Create the program without a window; `dialogs` answers questions in tests."""
        super().__init__()
        self.settings = settings
        self.window: MainWindow | None = None
        self.home = HomePage(settings, cache)
        self._dialogs = dialogs
        self._at_home = True
        self._asking: Dialogs = dialogs or QtDialogs(self.home)
        self.home.new_wanted.connect(self.new)
        self.home.open_wanted.connect(self.open)
        self.home.sample_wanted.connect(self.open_sample)
        self.home.help_wanted.connect(self._help)
        QGuiApplication.styleHints().colorSchemeChanged.connect(follow_system)
        self._motion = MotionFollower()
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.applicationStateChanged.connect(self._motion.look)

    # Available with or without a window.

    @property
    def level(self) -> "Level | None":
        """The open level; None while there is none."""
        return self.window.document.drawing if self.window and not self._at_home else None

    @property
    def title(self) -> str:
        """Name of the open level; empty if there is none."""
        return self.window.files.title if self.window and not self._at_home else ""

    def show_notice(self, notice: Notice) -> None:
        """Say this where the user looks: over the canvas, or on the home page."""
        if self.window and not self._at_home:
            self.window.message.show_notice(notice)
        else:
            self.home.show_notice(notice)

    @property
    def front(self) -> QWidget:
        """The window that the user looks at."""
        return self.window if self.window and not self._at_home else self.home

    # Between the home page and a level.

    def show_home(self) -> None:
        """Show the home page with the present recent files."""
        self.home.show_recent()
        if not self.settings.geometry.isEmpty():
            self.home.restoreGeometry(self.settings.geometry)
        fit(self.home)
        self.home.show()

    def new(self, _: object = None) -> bool:
        """Open a new level."""
        window = self._window_for(tr("Preparing an empty level…"))
        return self._arrived(window.files.new())

    def open(self, path: Path | None = None) -> bool:
        """Open this file, or ask for one; faults are shown on the home page.

        The page stays usable while a large file is read, and shows the progress.
        """
        if path is None:
            path = self._asking.open_level(self.settings.folder)
            if path is None:
                return False
        window = self._window_for(tr("Opening {0}…").format(path.stem))
        return window.files.open(path, self._arrived)

    def open_first(self, path: Path, later: Callable[[], object]) -> bool | None:
        """Open this file before anything is shown; the home page will show a fault.

        None while a large file is read: then the home page must be shown, and `later` is called
        once the window shows the level.
        """
        asked = True

        def arrived(opened: bool) -> None:
            if not opened:
                self._tell_at_home(self.make_window())
            elif not asked:
                self._arrived(True)
                later()

        files = self.make_window().files
        opened = files.open(path, arrived)
        asked = False
        return None if files.tasks.reading else opened

    def open_sample(self, name: str) -> bool:
        """Open a copy of a sample; the first steps bring their hints along."""
        window = self._window_for(tr("Opening {0}…").format(self.home.title_of(name)))
        return window.files.open_sample(name, self._arrived)

    def go_home(self, _: object = None) -> bool:
        """Close the level, if its changes may go, and show the home page again."""
        window = self.window
        if window is None or not window.files.close(self.go_home):
            return False
        self._at_home = True
        self.home.show_recent()
        self.home.show_notice(None)
        _put(self.home, window)
        self.home.show()
        window.hide()
        self.home.activateWindow()
        return True

    def make_window(self) -> "MainWindow":
        """Return the window; made at the first call, which takes about a second."""
        if self.window is None:
            kind = import_module("editor.shell.window").MainWindow
            made: MainWindow = kind(self.settings, self._dialogs)
            made.left.connect(self.go_home)
            made.files.tasks.noticed.connect(self._tell_progress)
            made.files.tasks.withdrawn.connect(self.home.strip.withdraw)
            self.window = made
            self.window_made.emit(made)
        return self.window

    def _window_for(self, sentence: str) -> "MainWindow":
        """Return the window, made behind this sentence if there is none yet."""
        self.home.begin(sentence)
        try:
            return self.make_window()
        finally:
            self.home.end()

    def _tell_progress(self, notice: Notice) -> None:
        if self._at_home:
            self.home.show_notice(notice)

    def show_window(self) -> None:
        """Show the window with the level that was opened in it."""
        window = self.make_window()
        fit(window)
        self._enter(window)

    def _enter(self, window: "MainWindow") -> None:
        self._at_home = False
        self.settings.started_before = True
        window.show()
        window.activateWindow()
        window.canvas.setFocus()

    # The end.

    def cancel(self) -> None:
        """Cancel the long jobs that can be cancelled: the program is about to end."""
        if self.window is not None:
            self.window.cancel()

    def end(self) -> None:
        """Stop worker threads, and wait for them."""
        self._motion.close()
        self.home.easel.close()
        if self.window is not None:
            self.window.end()

    def delete(self) -> None:
        """Delete window and home page with all their parts; no slot of theirs runs any more."""
        window, self.window = self.window, None
        if window is not None:
            delete(window)
        delete(self.home)

    def _arrived(self, opened: bool) -> bool:
        """Show the window with the level, or say on the home page why there is none."""
        window = self.window
        assert window is not None
        if not opened:
            self._tell_at_home(window)
            return False
        self.home.show_notice(None)
        if self._at_home:
            _put(window, self.home)
        self._enter(window)
        self.home.hide()
        return True

    def _tell_at_home(self, window: "MainWindow") -> None:
        """Show a notice of the hidden window on the home page."""
        notice = window.message.notice
        window.message.show_notice(None)
        if notice is not None:
            self.home.show_notice(notice)

    def _help(self, _: object = None) -> None:
        text = tr(
            "Open First Steps: six hints show how to draw, play and export. "
            "In a level, {0} explains more and {1} lists the keys."
        ).format(self._key("help"), self._key("shortcuts"))
        self.home.show_notice(Notice(text, "info", ((tr("Open First Steps"), self._first_steps),)))

    def _key(self, action: str) -> str:
        """Return the key that an action has in a level, as the user has chosen it."""
        # Imported late, because a home page doesn't need the tools.
        keys = import_module("editor.tools.keys")
        chosen = self.settings.keys()
        if action in chosen:
            first = "".join(chosen[action][:1])
            shown = QKeySequence(first).toString(QKeySequence.SequenceFormat.NativeText)
            keys.know(action, shown, keys.PROPOSED[action][1])
        return str(keys.key(action))

    def _first_steps(self) -> None:
        self.settings.hints_hidden = False
        self.open_sample(FIRST_STEPS)


def fit(window: QWidget) -> None:
    """Limit the window to the size of the screen without system bars and frames."""
    room = window.screen().availableSize() - QSize(0, SIZE.window_frame)
    window.setMinimumSize(window.minimumSize().boundedTo(room))
    window.resize(window.size().boundedTo(room))


def _put(window: QWidget, where: QWidget) -> None:
    """Put a window exactly where the other one is."""
    window.setMinimumSize(window.minimumSize().boundedTo(where.size()))
    window.setWindowState(where.windowState())
    if not where.isMaximized() and not where.isFullScreen():
        window.setGeometry(where.geometry())
