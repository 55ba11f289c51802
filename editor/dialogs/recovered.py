"""Lost work on the level that was opened just now: open it, or keep the saved file."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from editor.files.prompts import press_focused
from editor.look.boxes import vertical
from editor.look.style import SIZE
from editor.safety.recovery import Lost
from editor.safety.recovery_prompt import Offer
from navcore.i18n import tr


class RecoveredDialog(QDialog):
    """Esc decides later: the work is offered again."""

    def __init__(
        self,
        found: Sequence[Lost],
        crash: str,
        open_work: Callable[[Lost], object],
        keep: Callable[[Lost], object],
        parent: QWidget,
    ) -> None:
        """Create the dialog for the found work; the functions carry out the user's choice."""
        super().__init__(parent)
        self.setWindowTitle(tr("Recovered work"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._left = len(found)
        column = vertical(self, gap=SIZE.dialog, margins=SIZE.dialog)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        self.offers = [Offer(lost, crash, framed=False) for lost in found]
        for number, offer in enumerate(self.offers):
            offer.open_button.setDefault(not number)
            column.addWidget(offer)
            offer.open_wanted.connect(lambda lost: self._opened(open_work, lost))
            offer.keep_wanted.connect(lambda lost: self._kept(keep, lost))
        self.offers[0].open_button.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus."""
        if not press_focused(self, event):
            super().keyPressEvent(event)

    def _opened(self, open_work: Callable[[Lost], object], lost: Lost) -> None:
        self.accept()
        open_work(lost)

    def _kept(self, keep: Callable[[Lost], object], lost: Lost) -> None:
        keep(lost)
        self._left -= 1
        for offer in self.offers:
            if offer.lost is lost:
                offer.hide()
        if not self._left:
            self.accept()
