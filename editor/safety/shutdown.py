"""Shutdown: every way of ending the program runs one teardown, in one order, once.

    what ends the program                     exit status                   unsaved work
    the user: close button, Quit              0                             was asked about
    the session: logout, system shutdown      0                             the next start offers it
    the picture is made (--screenshot)        0                             -
    an unexpected fault during the start      1                             the next start offers it
    bad input                                 2                             -
    SIGHUP, SIGINT, SIGTERM                   that signal: 129, 130, 143    the next start offers it
    Ctrl+C, Ctrl+Break on Windows             130, 149                      the next start offers it

After the teardown a signal is raised again with its default action. So shells, service managers
and build machines see what every other program shows them, and the status is the same whether
the signal came before, during or after the start. Windows has no such status: 128 + n there.

`Guard` lists the steps of the teardown in their order. A step that fails is logged, and the next
one follows. While the program ends, a second SIGINT or SIGTERM ends it at once. A second SIGHUP
is ignored, because terminals and session managers send it right after another signal.
"""

import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Final, TypeAlias

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication, QSessionManager
from PySide6.QtWidgets import QWidget

from editor.system.application import App

SIGNALS: Final = ("SIGHUP", "SIGINT", "SIGTERM", "SIGBREAK")
"""Signals that end the program, if the system has them; SIGBREAK is Ctrl+Break."""

_Handler: TypeAlias = Callable[[int, FrameType | None], object] | int | signal.Handlers


@dataclass(frozen=True, slots=True)
class Cause:
    """Why the program ends."""

    reason: str
    """Text for the log."""
    status: int = 0
    """Exit code; -n for signal n."""
    keeps_work: bool = False
    """True if the next start offers unsaved work, because the user was not asked about it."""


CLOSED: Final = Cause("closed by the user")
SESSION: Final = Cause("the session ended", keeps_work=True)
PICTURE: Final = Cause("the picture is made")
FAULT: Final = Cause("an unexpected fault", 1, keeps_work=True)
BAD_INPUT: Final = Cause("bad input", 2)


def by_signal(number: int) -> Cause:
    """Return the cause of this signal."""
    return Cause(signal.Signals(number).name, -number, keeps_work=True)


class Ended(KeyboardInterrupt):
    """A signal ended the program before its event loop ran."""


Step: TypeAlias = tuple[str, Callable[[Cause], object]]
"""Name and action of one step of the teardown."""


class Shutdown(QObject):
    """Receives causes of an end, leaves the event loops, and runs the teardown."""

    def __init__(
        self,
        steps: Sequence[Step],
        *,
        save: Callable[[], object] = lambda: None,
        work: Callable[[], object] = lambda: None,
        cancel: Callable[[], object] = lambda: None,
    ) -> None:
        """Create the shutdown; `steps` is the teardown, in order.

        `save` writes the work while the program goes on; `work` returns the open level, or None on
        the home page; `cancel` cancels long jobs that are not needed any more.
        """
        super().__init__()
        self._steps, self._save, self._work, self._cancel = steps, save, work, cancel
        self._cause: Cause | None = None
        self._starting = False
        self._done = False
        self._saved: tuple[object] | None = None
        """The level that was written at the session's request, if there was one."""
        self._pair: tuple[socket.socket, socket.socket] | None = None
        self._notifier: QSocketNotifier | None = None
        self._wakeup = -1
        self._before: dict[int, _Handler] = {}
        """Handlers before :meth:`install`, by signal."""

    @property
    def cause(self) -> Cause | None:
        """Reason why the program ends; None while it goes on."""
        return self._cause

    def install(self) -> None:
        """Listen to the session and to signals."""
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.commitDataRequest.connect(self.commit)
        if isinstance(app, App):
            app.quit_asked = self.quit_asked
        self._listen()

    @contextlib.contextmanager
    def starting(self) -> Iterator[None]:
        """Return a context without an event loop, which signals end by raising :class:`Ended`."""
        self._starting = True
        try:
            if self._cause is not None:
                raise Ended
            yield
        finally:
            self._starting = False

    def ask(self, cause: Cause) -> None:
        """Leave all event loops because of `cause`; the first cause counts."""
        if self._cause is None:
            self._cause = cause
        # `quit` would close the windows, which ask about unsaved changes.
        QCoreApplication.exit(0)

    def run(self, cause: Cause = CLOSED) -> int:
        """Run the teardown once; return the exit status, -n for signal n.

        `cause` applies if there was no earlier cause.
        """
        self._cause = cause = self._cause or cause
        if not self._done:
            self._done = True
            self._end_at_once_from_now_on()
            for name, act in self._steps:
                try:
                    act(cause)
                except Exception:
                    logging.getLogger("waywright").exception("the end: %s failed", name)
            self._listen_no_more()
        return cause.status

    def commit(self, _: QSessionManager | None = None) -> None:
        """Write the work down: a logout may still be cancelled, so the program goes on."""
        self._save()
        self._saved = (self._work(),)

    def quit_asked(self) -> bool:
        """Return whether the system's request to quit ends the program without a question.

        It does after :meth:`commit`, unless the level has changed since, or the user has just
        closed the last window.
        """
        seen = any(window.isVisible() for window in QGuiApplication.topLevelWindows())
        if self._saved is None or self._work() is not self._saved[0] or not seen:
            return False
        self.ask(SESSION)
        return True

    # Signals.

    def _listen(self) -> None:
        """Handlers of Python wait until Python runs; a socket wakes the event loop for them."""
        self._pair = socket.socketpair()
        for end in self._pair:
            end.setblocking(False)
        self._wakeup = signal.set_wakeup_fd(self._pair[1].fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._pair[0].fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_wakeup)
        for number in _numbers():
            before = signal.getsignal(number)
            # `nohup` and shells ignore signals for the programs that they start.
            if before is not signal.SIG_IGN:
                signal.signal(number, self._on_signal)
                self._before[number] = signal.SIG_DFL if before is None else before

    def _on_signal(self, number: int, _: FrameType | None) -> None:
        """Take a signal, between any two steps of Python on the window's thread."""
        self._end_at_once_from_now_on()
        self.ask(by_signal(number))
        if self._starting:
            raise Ended

    def _on_wakeup(self) -> None:
        """Handle a wake-up in the event loop, however deeply nested: the handler has run by now."""
        if self._pair is not None:
            with contextlib.suppress(OSError):
                self._pair[0].recv(64)
        if self._cause is not None:
            # A signal between the start and the event loop has found no loop to leave.
            QCoreApplication.exit(0)
            self._cancel()

    def _end_at_once_from_now_on(self) -> None:
        for number in self._before:
            again = signal.SIG_IGN if signal.Signals(number).name == "SIGHUP" else signal.SIG_DFL
            signal.signal(number, again)

    def _listen_no_more(self) -> None:
        if self._pair is None:
            return
        signal.set_wakeup_fd(self._wakeup)
        if self._cause is None or self._cause.status >= 0:
            for number, handler in self._before.items():
                signal.signal(number, handler)
        if self._notifier is not None:
            self._notifier.setEnabled(False)
        for end in self._pair:
            end.close()
        self._pair = None


def delete(window: QWidget) -> None:
    """Delete a window, its children and the parts it holds by name; none of their slots runs.

    Objects emit signals while they are deleted: an undo stack, for example, for each removed step.
    Slots of deleted objects would receive them.
    """
    parts = [part for part in vars(window).values() if isinstance(part, QObject)]
    for owner in (window, *parts):
        owner.blockSignals(True)
        for child in owner.findChildren(QObject):
            child.blockSignals(True)
    window.hide()
    for part in (window, *parts):
        part.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _numbers() -> list[signal.Signals]:
    """Return the signals of :data:`SIGNALS` that the system has."""
    return [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
