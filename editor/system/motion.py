"""Follows how much the system wants things to move."""

from PySide6.QtCore import Qt

from editor.look import theme
from editor.services.worker import Task, Worker


class MotionFollower:
    """Queries the motion preference whenever the user returns, as it may have changed.

    A thread does this, because some systems answer slowly.
    """

    def __init__(self) -> None:
        """Create the follower without a query."""
        self._worker = Worker("motion")

    def look(self, state: Qt.ApplicationState) -> None:
        """The program came to the front, or went."""
        if state == Qt.ApplicationState.ApplicationActive and not self._worker.busy:
            self._worker.submit(lambda _: theme.wants_less_now(), self._take)

    def close(self) -> None:
        """Stop querying, and wait for the running query."""
        self._worker.shutdown()

    def _take(self, task: Task[bool]) -> None:
        theme.hear_motion(less=task.result)
