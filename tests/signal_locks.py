"""Qt's locks of signals, all held while a thread reads pictures, as a deletion holds one of them.

    PYTHONPATH=.:tests python -m signal_locks FILE...

Qt asks an overridden `disconnectNotify`, and so Python, while it deletes a receiver and holds its
lock. A thread that takes such a lock in a call that keeps the interpreter's lock waits for ever,
and the window with it.
"""

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMetaMethod, QObject, QSize, Signal
from PySide6.QtGui import QGuiApplication
from shiboken6 import Shiboken

from editor.canvas.thumbnails import Pictures
from editor.look import style
from editor.services.backgrounds.picture import picture_size, read_picture

LOCKS: Final = 131
"""Qt has so many; an object's address decides which is its own."""


class Sender(QObject):
    """Goes on, with the lock of a receiver held, when it is disconnected."""

    sent = Signal()

    def disconnectNotify(self, signal: QMetaMethod) -> None:
        """A receiver is being deleted."""
        self.then()

    def then(self) -> None:
        """What is done with the lock held."""


class Receiver(QObject):
    """Is deleted."""

    def take(self) -> None:
        """Hear the sender."""


def lock_of(one: QObject) -> int:
    """The number of the object's lock."""
    address = int(Shiboken.getCppPointer(one)[0]) % 2**32
    return address % (8 * LOCKS) // 8


def with_all_locks(act: Callable[[], object]) -> int:
    """Call `act` while this thread holds the locks; return how many."""
    # A sender's lock is taken, too, unless it is that of its receiver.
    found = {lock_of(one): one for one in [Receiver() for _ in range(40 * LOCKS)]}
    made = {lock_of(one): one for one in [Sender() for _ in range(40 * LOCKS)]}
    receivers = [found[lock] for lock in found if lock in made]
    senders = [made[lock] for lock in found if lock in made]

    def delete(number: int) -> None:
        if number == len(receivers):
            act()
        else:
            Shiboken.delete(receivers[number])

    for number, (sender, receiver) in enumerate(zip(senders, receivers, strict=True)):
        sender.sent.connect(receiver.take)
        sender.then = lambda n=number + 1: delete(n)  # type: ignore[method-assign]
    delete(0)
    return len(receivers)


def read(file: Path) -> None:
    """What threads beside the window do with pictures."""
    if file.suffix == ".json":
        Pictures(file.parent).of_file(file, QSize(240, 180), style.current(), 1.0)
    else:
        picture_size(file)
        read_picture(file)


def main() -> None:
    """Read the files on a thread while all locks are held."""
    app = QGuiApplication([])
    files = [Path(name) for name in sys.argv[1:]]
    for file in files:
        read(file)  # Loads what is loaded once, and fills the cache of pictures.

    def work() -> None:
        thread = threading.Thread(target=lambda: [read(file) for file in files])
        thread.start()
        thread.join()

    sys.stdout.write(f"{with_all_locks(work)}\n")
    sys.stdout.flush()
    del app


if __name__ == "__main__":
    main()
