"""Hold all locks of Qt's signals while a thread reads pictures, as a deletion holds one of them.

    PYTHONPATH=.:tests python -m signal_locks FILE...

While Qt deletes a receiver and holds its lock, it calls an overridden `disconnectNotify`, which
runs Python code. A thread that takes such a lock in a call that keeps the interpreter's lock then
waits forever, and so does the window.
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
"""Number of locks in Qt; an object's address decides which of them it uses."""


class Sender(QObject):
    """Continues with the next receiver when it is disconnected, while the lock is held."""

    sent = Signal()

    def disconnectNotify(self, signal: QMetaMethod) -> None:
        """Continue: a receiver is being deleted."""
        self.then()

    def then(self) -> None:
        """Run the next step with the lock held."""


class Receiver(QObject):
    """An object that is deleted."""

    def take(self) -> None:
        """Receive the signal."""


def lock_of(one: QObject) -> int:
    """Return the number of the object's lock."""
    address = int(Shiboken.getCppPointer(one)[0]) % 2**32
    return address % (8 * LOCKS) // 8


def with_all_locks(act: Callable[[], object]) -> int:
    """Call `act` while this thread holds all locks; return their number."""
    # Qt takes the sender's lock, too, unless it is that of its receiver.
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
    """Do what background threads do with pictures."""
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
        read(file)  # Loads modules that are imported once, and fills the cache of pictures.

    def work() -> None:
        thread = threading.Thread(target=lambda: [read(file) for file in files])
        thread.start()
        thread.join()

    sys.stdout.write(f"{with_all_locks(work)}\n")
    sys.stdout.flush()
    del app


if __name__ == "__main__":
    main()
