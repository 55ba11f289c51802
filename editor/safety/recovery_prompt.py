"""The offer of work that was lost: both states as pictures, in words, and what to do."""

from importlib import import_module

from PySide6.QtCore import QDateTime, QEvent, QLocale, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from editor.look import style
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.style import OFFER, SIZE
from editor.look.widgets import make_label
from editor.safety.recovery import Lost
from navcore.i18n import tr
from navcore.level.model import Level


def time_text(seconds: float) -> str:
    """Return a moment as the system writes it, short; `seconds` since 1970."""
    moment = QDateTime.fromSecsSinceEpoch(int(seconds))
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


class LevelPicture(QLabel):
    """A picture of a level, drawn once it is seen, in the theme of the moment."""

    def __init__(self, level: Level | None, otherwise: str, name: str) -> None:
        """Create the picture of a level; without one, show the text `otherwise`."""
        super().__init__(otherwise if level is None else "")
        self.setObjectName("picture")
        self.setAccessibleName(name)
        self.setFixedSize(QSize(OFFER.picture_width, OFFER.picture_height))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self._level, self._otherwise = level, otherwise
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.draw)
        self._later.start()

    def show_level(self, level: Level | None) -> None:
        """Show this level instead."""
        self._level = level
        self.draw()

    def draw(self) -> None:
        """Draw it now."""
        if self._level is None:
            self.setPixmap(QPixmap())
            self.setText(self._otherwise)
            return
        # Imported late, so that the home page starts without the canvas.
        pictures = import_module("editor.canvas.thumbnails")
        size = self.size() - QSize(2 * SIZE.line, 2 * SIZE.line)
        ratio = self.devicePixelRatioF()
        self.setPixmap(
            QPixmap.fromImage(pictures.level_picture(self._level, size, style.current(), ratio))
        )

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._level is not None:
            self._later.start()


class Offer(QFrame):
    """Offer of one piece of lost work; signals report the user's choice."""

    open_wanted = Signal(object)
    """Open the work: the `Lost`."""
    keep_wanted = Signal(object)
    """Leave the file as it is: the `Lost`."""

    def __init__(self, lost: Lost, crash: str = "", *, framed: bool = True) -> None:
        """Create the offer; `crash` is the system's message about the end, if any."""
        super().__init__()
        self.lost = lost
        self.setObjectName("offer" if framed else "")
        edge = SIZE.group if framed else 0
        column = vertical(self, gap=SIZE.margin, margins=edge)
        self.told = self._words(self._sentence(crash), "label")
        words = vertical(gap=SIZE.inside)
        fill(words, self._words(self._headline(), "headline"), self.told)
        for warning in self._warnings():
            words.addWidget(self._words(warning, "warn"))
        fill(column, words, self._pictures(), self._buttons(at_right=not framed))

    def _headline(self) -> str:
        return tr("{0} has work that was not saved").format(self.lost.name)

    def _sentence(self, crash: str) -> str:
        lost = self.lost
        ended = tr("Waywright closed unexpectedly on {0}.").format(time_text(lost.ended))
        if crash:
            ended = tr("Waywright crashed on {0} ({1}).").format(time_text(lost.ended), crash)
        since = tr("Since it was saved: {0}.") if lost.saved else tr("What it holds: {0}.")
        return f"{ended} {since.format(lost.difference)}"

    def _warnings(self) -> list[str]:
        found = []
        if self.lost.file_is_newer:
            found.append(tr("The file was changed since then. The recovered work lacks that."))
        if self.lost.fault:
            found.append(tr("The last steps could not be read. {0}.").format(self.lost.fault))
        return found

    def _words(self, text: str, name: str) -> QLabel:
        return make_label(text, name, wraps=True, plain=True)

    def _pictures(self) -> QHBoxLayout:
        lost = self.lost
        gone = tr("The file is gone") if lost.file else tr("Never saved to a file")
        before = tr("As saved")
        after = tr("As it was when the program ended")
        row = horizontal(gap=SIZE.group)
        return fill(
            row,
            self._beside(before, LevelPicture(lost.saved, gone, before)),
            self._beside(after, LevelPicture(lost.level, "", after)),
            STRETCH,
        )

    def _beside(self, caption: str, picture: QWidget) -> QVBoxLayout:
        return fill(vertical(gap=SIZE.inside), picture, self._words(caption, "label"), STRETCH)

    def _buttons(self, *, at_right: bool) -> QHBoxLayout:
        """Return the buttons; the default is first on a card, and last in a dialog."""
        self.open_button = QPushButton(tr("Open the recovered work"), default=True)
        keep = tr("Keep the saved file") if self.lost.file else tr("Leave it")
        self.keep_button = QPushButton(keep)
        self.keep_button.setAutoDefault(False)
        self.keep_button.setToolTip(tr("The work stays among the backups: File > Open a backup…"))
        self.open_button.clicked.connect(lambda: self.open_wanted.emit(self.lost))
        self.keep_button.clicked.connect(lambda: self.keep_wanted.emit(self.lost))
        row = fill(horizontal(gap=SIZE.related), self.open_button, self.keep_button)
        if at_right:
            row.setDirection(QHBoxLayout.Direction.RightToLeft)
        row.addStretch(1)
        return row
