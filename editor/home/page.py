"""The home page: samples to play with, files that were open last, and a new level."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from editor.bars.message import MessageStrip
from editor.bars.strips import Strips
from editor.files.prompts import Notice, press_focused
from editor.home.arrows import STEPS, next_over
from editor.home.busy import BusyMark
from editor.home.drop import DropMark, dropped
from editor.home.header import Header
from editor.home.recents import Recents
from editor.home.shelf import Shelf
from editor.home.thumbnailer import Easel
from editor.home.tiles import RecentTile, SampleCard
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.style import HOME, SIZE
from editor.settings.settings import Settings
from navcore import samples
from navcore.i18n import tr


class HomePage(QWidget):
    """The home page, a window of its own: the editor is loaded only when a level is chosen."""

    new_wanted = Signal(object)
    open_wanted = Signal(object)
    """Path of a level to open, or None to ask for one."""
    sample_wanted = Signal(object)
    """The name of a sample."""
    help_wanted = Signal(object)
    painted = Signal(object)
    """The page was seen for the first time."""

    def __init__(self, settings: Settings, cache: Path | None = None) -> None:
        """The page for these preferences; pictures are kept in `cache`."""
        super().__init__()
        self.setObjectName("home")
        self.settings = settings
        self.easel = Easel(cache, self)
        self.destroyed.connect(self.easel.close)
        self.setAcceptDrops(True)
        self.setMinimumSize(SIZE.least_width, SIZE.least_height)
        self.resize(SIZE.window_width, SIZE.window_height)
        self.setWindowTitle(tr("Waywright"))
        self._seen = False
        self._offer_stops: Callable[[], Sequence[QWidget]] = tuple
        self.strip = MessageStrip()
        self.busy = BusyMark(self)
        self.drop = DropMark(self)
        self.samples = Shelf(tr("Samples"))
        self.recent = Recents(
            tr("Recent levels"),
            tr(
                "Levels that you open or save will be listed here. "
                "You can also drop a file on this window."
            ),
            settings,
        )
        self.recent.open_wanted.connect(self.open_wanted)
        self.recent.noticed.connect(self.show_notice)
        self.recent.listed.connect(self._watch_recent)
        self.recent.emptied.connect(self.focus_first)
        self._build()
        self._add_keys()
        self.samples.show_tiles([self._card(name) for name in samples.names()])
        self.show_recent()
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusObjectChanged.connect(self._bring_into_sight)

    # Building.

    def _build(self) -> None:
        Strips(self, (self.strip,), SIZE.related)
        page = vertical(self, gap=0, margins=0)
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page.addWidget(self._scroll, 1)
        around = QWidget()
        around.installEventFilter(self)
        self._content = QWidget()
        row = horizontal(around, margins=(SIZE.dialog, HOME.margin, SIZE.dialog, HOME.margin))
        fill(row, STRETCH, self._content, STRETCH)
        self._offers = QVBoxLayout()
        self._offers.setSpacing(SIZE.related)
        shelves = QHBoxLayout()
        shelves.setSpacing(HOME.between)
        shelves.addWidget(self.samples, 0, Qt.AlignmentFlag.AlignTop)
        shelves.addWidget(self.recent, 0, Qt.AlignmentFlag.AlignTop)
        column = vertical(self._content, gap=SIZE.dialog, margins=0)
        fill(column, self._header(), self._offers, shelves, STRETCH)
        self._scroll.setWidget(around)

    def _header(self) -> Header:
        header = Header()
        self.new_button, self.open_button = header.new_button, header.open_button
        self.new_button.clicked.connect(lambda: self.new_wanted.emit(None))
        self.open_button.clicked.connect(lambda: self.open_wanted.emit(None))
        for button in (self.new_button, self.open_button):
            button.installEventFilter(self)
        return header

    def _add_keys(self) -> None:
        self._add_key("Ctrl+N", tr("New"), lambda: self.new_wanted.emit(None))
        self._add_key("Ctrl+O", tr("Open…"), lambda: self.open_wanted.emit(None))
        self._add_key("Ctrl+P", tr("Recent levels"), self.go_to_recent)
        self._add_key("Ctrl+Q", tr("Quit"), self.close)
        self._add_key("Ctrl+W", tr("Close"), self.close)
        self._add_key("F1", tr("Help"), lambda: self.help_wanted.emit(None))

    def _add_key(self, key: str, text: str, do: Callable[[], object]) -> None:
        action = QAction(text, self, shortcut=QKeySequence(key))
        action.triggered.connect(lambda _: do())
        self.addAction(action)

    def _card(self, name: str) -> SampleCard:
        file = samples.path(name)
        title, description = _head(file)
        card = SampleCard(name, file, title or name, description)
        card.installEventFilter(self)
        card.clicked.connect(lambda: self.sample_wanted.emit(name))
        return card

    def _watch_recent(self, _: object = None) -> None:
        for tile in self.recent.tiles:
            tile.installEventFilter(self)
        first = self.samples.tiles[0] if self.samples.tiles else None
        if isinstance(first, SampleCard):
            first.set_badge("" if self.settings.started_before else tr("Start here"))
        self._arrange()
        if self._seen:
            self.draw_pictures()

    # Interface for the program.

    def add_offer(self, widget: QWidget, stops: Callable[[], Sequence[QWidget]] = tuple) -> None:
        """Add a widget with a question at the top of the page.

        `stops` returns its widgets that arrow keys can reach.
        """
        self._offer_stops = stops
        self._offers.addWidget(widget)
        widget.show()

    def show_recent(self) -> None:
        """Update the list of recent files; without any, suggest a first step."""
        self.recent.refresh()

    def show_notice(self, notice: Notice | None) -> None:
        """Show a notice about a fault; None removes it."""
        self.strip.show_notice(notice)

    def begin(self, sentence: str) -> None:
        """Say what takes a moment, and show it before that begins."""
        self.strip.show_notice(None)
        self.busy.begin(sentence)

    def end(self) -> None:
        """Hide the message about work in progress."""
        self.busy.end()

    def draw_pictures(self) -> None:
        """Draw all missing pictures, the visible ones first."""
        tiles = [*self.samples.tiles, *self.recent.tiles]
        there = [tile for tile in tiles if not (isinstance(tile, RecentTile) and tile.missing)]
        self.easel.draw(list(there), self.devicePixelRatioF())

    def title_of(self, name: str) -> str:
        """Return the title of a sample on its card."""
        cards = [tile for tile in self.samples.tiles if isinstance(tile, SampleCard)]
        return next((card.text() for card in cards if card.name == name), name)

    def focus_first(self, _: object = None) -> None:
        """The first recent file; at the first start the sample to start with."""
        shelf = self.recent if self.settings.started_before else self.samples
        tiles = shelf.tiles or self.samples.tiles
        if tiles:
            tiles[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to_recent(self) -> None:
        """The keyboard to the file that was open last; said if there is none."""
        if self.recent.tiles:
            self.recent.tiles[0].setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        text = tr("No level was opened or saved yet.")
        button = (tr("Open…"), lambda: self.open_wanted.emit(None))
        self.show_notice(Notice(text, "info", (button,)))

    # Laying out.

    def _arrange(self) -> None:
        """Arrange samples at the left in columns that fit, and recent files beside them."""
        ring = 2 * SIZE.focus
        gap = SIZE.group - ring
        card = HOME.card_width + ring
        room = self.width() - 2 * SIZE.dialog - SIZE.scroll_bar - HOME.between
        beside = room - HOME.recent_least
        columns = max(1, min(HOME.columns_most, (beside + gap) // (card + gap)))
        width = columns * (card + gap) - gap
        recent = max(HOME.recent_least, min(HOME.recent_most, room - width))
        self.samples.setFixedWidth(width)
        self.recent.setFixedWidth(recent)
        self._content.setFixedWidth(width + HOME.between + recent)
        self.samples.arrange(columns)
        self.recent.arrange(1)

    # Keys.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, Esc closes the strip."""
        if press_focused(self, event):
            return
        if event.key() == Qt.Key.Key_Escape and self.strip.notice is not None:
            self.show_notice(None)
        else:
            super().keyPressEvent(event)

    def _go(self, key: Qt.Key) -> None:
        """Move the focus to the nearest tile or button in the direction of an arrow key."""
        rows: list[list[QWidget]] = [
            [self.new_button, self.open_button],
            [*self._offer_stops()],
            [*self.samples.tiles, *self.recent.tiles],
        ]
        here = self.focusWidget()
        if here is None or not any(here in row for row in rows):
            self.focus_first()
            return
        nearest = next_over(rows, here, key, self)
        if nearest is not None:
            nearest.setFocus(Qt.FocusReason.TabFocusReason)

    # Interface for Qt.

    def showEvent(self, event: QShowEvent) -> None:
        """The keyboard begins where one would."""
        super().showEvent(event)
        self._arrange()
        self.focus_first()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pictures are drawn once the page was seen; arrows go on to the next stop."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in STEPS:
                self._go(Qt.Key(event.key()))
                return True
        elif not self._seen and event.type() == QEvent.Type.Paint:
            self._seen = True
            self.draw_pictures()
            self.painted.emit(None)
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the number of columns."""
        super().resizeEvent(event)
        self._arrange()
        self.busy.place()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme has other pictures."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._seen:
            self.draw_pictures()

    def _bring_into_sight(self, _: object = None) -> None:
        """Scroll to the focused widget."""
        here = self.focusWidget()
        if here is not None and here in self._offer_stops():
            # Offers recreate their buttons.
            here.installEventFilter(self)
        if here is not None and self._content.isAncestorOf(here):
            self._scroll.ensureWidgetVisible(here, SIZE.dialog, SIZE.dialog)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember where the window was."""
        self.settings.geometry = self.saveGeometry()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one file, and say what dropping it does."""
        path = dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.drop.show_file(path)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Hide the highlight, because nothing is dropped."""
        super().dragLeaveEvent(event)
        self.drop.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open it."""
        self.drop.hide()
        path = dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.open_wanted.emit(path)


def _head(file: Path) -> tuple[str, str]:
    """Title and description of a level, without what checks levels: it takes long to load."""
    try:
        read = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return "", ""
    data = read if isinstance(read, dict) else {}
    return str(data.get("title", "")), str(data.get("description", ""))
