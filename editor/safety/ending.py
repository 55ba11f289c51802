"""Ending in order when the system asks: at logout, shutdown, Ctrl+C, or a polite kill."""

import contextlib
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import Final, TypeAlias

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication, QSessionManager

SIGNALS: Final = ("SIGTERM", "SIGHUP", "SIGINT")

_Handler: TypeAlias = Callable[[int, FrameType | None], object] | int | signal.Handlers


class Ending(QObject):
    """Nobody is asked: the work is written down, and the next start offers it."""

    def __init__(self, save: Callable[[], object], leave: Callable[[], object]) -> None:
        """`save` writes the work down, `leave` does so for the last time."""
        super().__init__()
        self.save, self.leave = save, leave
        self._pair: tuple[socket.socket, socket.socket] | None = None
        self._notifier: QSocketNotifier | None = None
        self._before: dict[str, _Handler] = {}
        """What signals did before, by name."""

    def install(self) -> None:
        """Listen to the session and, where there are any, to signals."""
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.commitDataRequest.connect(self.commit)
        if sys.platform != "win32":
            self._listen()

    def close(self) -> None:
        """Listen no more."""
        if self._pair is not None:
            signal.set_wakeup_fd(-1)
            for name, handler in self._before.items():
                signal.signal(getattr(signal, name), handler)
            if self._notifier is not None:
                self._notifier.setEnabled(False)
            for end in self._pair:
                end.close()
            self._pair = None

    def _listen(self) -> None:
        """Python's own handlers wait for Python to run; a socket wakes the event loop."""
        self._pair = socket.socketpair()
        for end in self._pair:
            end.setblocking(False)
        signal.set_wakeup_fd(self._pair[1].fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._pair[0].fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        for name in SIGNALS:
            before = signal.signal(getattr(signal, name), _nothing)
            self._before[name] = signal.SIG_DFL if before is None else before

    def _woken(self) -> None:
        """In the event loop, between two steps of whatever goes on."""
        asked = b""
        if self._pair is not None:
            with contextlib.suppress(OSError):
                asked = self._pair[0].recv(64)
        if {int(getattr(signal, name)) for name in SIGNALS} & set(asked):
            self.leave()
            # `quit` would close the windows, which ask about unsaved changes.
            QCoreApplication.exit(0)

    def commit(self, _: QSessionManager) -> None:
        """A logout may be called off yet: the program goes on until it is ended."""
        self.save()


def _nothing(number: int, _: FrameType | None) -> None:
    """That it is called wakes the event loop; who asks again will not wait for it."""
    signal.signal(number, signal.SIG_DFL)
