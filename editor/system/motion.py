"""Follows how much the system wants things to move."""

from PySide6.QtCore import Qt

from editor.look import theme
from editor.services.worker import Task, Worker


class MotionFollower:
    """Asks the system again whenever the user comes back to the program, who may have changed it.

    On a thread: some systems take their time to answer.
    """

    def __init__(self) -> None:
        """The system is not asked yet."""
        self._worker = Worker("motion")

    def look(self, state: Qt.ApplicationState) -> None:
        """The program came to the front, or went."""
        if state == Qt.ApplicationState.ApplicationActive and not self._worker.busy:
            self._worker.submit(lambda _: theme.wants_less_now(), self._take)

    def close(self) -> None:
        """Ask no more, and wait for the answer that is under way."""
        self._worker.shutdown()

    def _take(self, task: Task[bool]) -> None:
        theme.hear_motion(less=task.result)
