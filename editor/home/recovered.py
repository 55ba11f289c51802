"""Lost work on the home page: one offer for each session that ended without a word."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from editor.files.prompts import Notice
from editor.files.tasks import FileTasks
from editor.look.boxes import vertical
from editor.look.style import SIZE
from editor.safety.recovery import Lost, Recovery
from editor.safety.recovery_prompt import Offer
from editor.services.worker import Task, Worker
from navcore.errors import NavcoreError


class Offers(QWidget):
    """All recovered work, the latest at the top; hidden when there is nothing to decide.

    Backups are read on a worker thread, because they may be large.
    """

    looked = Signal(object)
    """The backups were looked at."""

    def __init__(
        self,
        recovery: Recovery,
        open_work: Callable[[Lost], bool],
        notice: Callable[[Notice], object],
    ) -> None:
        """`open_work` opens a window with the work and settles it; False if that was not done.

        Empty until `refresh`.
        """
        super().__init__()
        self._worker = Worker("recovery")
        self._recovery, self._open, self._notice = recovery, open_work, notice
        self._column = vertical(self, gap=SIZE.group, margins=(SIZE.focus, 0, SIZE.focus, 0))
        self.offers: list[Offer] = []
        self.hide()

    def refresh(self) -> bool:
        """Look at the disk again; whether that is done when this returns."""
        task = self._worker.submit(lambda _: self._recovery.find(), self._take)
        return self._worker.finish(task, FileTasks.patience)

    def shutdown(self) -> None:
        """Stop reading."""
        self._worker.shutdown(0.0, drop=True)

    def _take(self, task: Task[list[Lost]]) -> None:
        for offer in self.offers:
            self._column.removeWidget(offer)
            offer.hide()
            offer.deleteLater()
        self.offers = [Offer(lost, self._recovery.crash) for lost in task.result]
        for number, offer in enumerate(self.offers):
            # The latest work has the default button.
            offer.open_button.setDefault(not number)
            offer.open_wanted.connect(self._open_work)
            offer.keep_wanted.connect(self._keep)
            self._column.addWidget(offer)
        self.setVisible(bool(self.offers))
        self.looked.emit(None)

    def stops(self) -> list[QWidget]:
        """Return the buttons, from top to bottom."""
        return [b for offer in self.offers for b in (offer.open_button, offer.keep_button)]

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the first offer, after the page has focused something else."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._take_focus)

    def _take_focus(self) -> None:
        if self.offers:
            self.offers[0].open_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_work(self, lost: Lost) -> None:
        if self._open(lost):
            self.refresh()

    def _keep(self, lost: Lost) -> None:
        try:
            self._recovery.settle(lost)
        except NavcoreError as fault:
            self._notice(Notice(str(fault)))
            return
        self.refresh()
