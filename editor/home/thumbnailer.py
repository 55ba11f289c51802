"""Draws the pictures of the home page, one after the other, while the page is in use."""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtGui import QImage

from editor.look import style
from editor.services.worker import Task, Worker
from navcore.errors import NavcoreError

_END_SECONDS: Final = 1.0
"""Longest wait for the present picture at the end: its file may be on a hanging drive."""


class Framed(Protocol):
    """A widget with a picture."""

    file: Path

    def picture_size(self) -> QSize:
        """Return the size of the picture, device-independent pixels."""

    def show_picture(self, picture: QImage | None) -> None:
        """Show the picture; None if there is none."""


@dataclass(frozen=True, slots=True)
class _Order:
    """One requested picture."""

    frame: Framed
    file: Path
    size: QSize
    theme: style.Theme
    ratio: float
    round: int


class Easel(QObject):
    """Draws pictures on one worker thread; they are delivered here, one per event.

    The worker imports the drawing code, so that it doesn't delay the first paint.
    """

    idle = Signal(object)
    """All requested pictures are complete."""

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        """Create the cache of pictures in this folder, or in the system's cache folder.

        A `parent` deletes it on its own thread, even if a picture is still referenced elsewhere.
        """
        super().__init__(parent)
        self._folder = folder
        self._worker = Worker("pictures")
        self._waiting: list[_Order] = []
        self._drawing = False
        self._round = 0
        self._closed = False
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._begin_next)

    @property
    def busy(self) -> bool:
        """True if pictures are still to come."""
        return self._drawing or bool(self._waiting)

    def draw(self, frames: list[Framed], ratio: float) -> None:
        """Draw these in the theme in use, in this order, and no others that still wait."""
        if self._closed:
            return
        self._round += 1
        theme = style.current()
        self._waiting = [
            _Order(frame, frame.file, frame.picture_size(), theme, ratio, self._round)
            for frame in frames
        ]
        self._next.start()

    def close(self) -> None:
        """Stop drawing; an unfinished picture is not shown."""
        self._closed = True
        self._next.stop()
        self._waiting = []
        self._round += 1
        self._worker.shutdown(_END_SECONDS, drop=True)
        self._drawing = False

    def _begin_next(self) -> None:
        if self._drawing:
            return
        if not self._waiting:
            self.idle.emit(None)
            return
        order = self._waiting.pop(0)
        self._drawing = True
        self._worker.submit(
            lambda _: _drawn(order, self._folder), lambda task: self._show(order, task)
        )

    def _show(self, order: _Order, task: Task[QImage | None]) -> None:
        self._drawing = False
        self._next.start()
        if order.round == self._round:
            order.frame.show_picture(task.result)


def _drawn(order: _Order, folder: Path | None) -> QImage | None:
    pictures = import_module("editor.canvas.thumbnails").Pictures(folder)
    try:
        made: QImage = pictures.of_file(order.file, order.size, order.theme, order.ratio)
    except NavcoreError:
        return None
    return made
