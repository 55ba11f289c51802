"""Base class of dialogs, which preview their edit on the canvas and commit it as one step."""

from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QWidget

from editor.actions.workbench import Workbench
from editor.files.prompts import press_focused
from editor.look.boxes import STRETCH, fill, horizontal
from editor.look.style import SIZE
from editor.look.widgets import make_button
from navcore.i18n import tr
from navcore.level.edit import Edit


class Dialog(QDialog):
    """Asks for numbers or names, previews their edit on the level, and commits it or nothing.

    Created anew for each request. The rest of the window waits while it is open.
    """

    name: ClassVar[str] = ""
    """The name that actions use to open it."""
    title: ClassVar[str] = ""

    about_selection: ClassVar[bool] = False
    """True if it opens only while something is selected."""
    by_hand: ClassVar[bool] = True
    """True if its edit counts as work by hand, which stays when a network is grown again."""
    over_docks: ClassVar[bool] = False
    """True if it opens over the docks, so that the canvas stays visible."""

    said = Signal(object)
    """A sentence for the status bar."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """Create the dialog over this window, for the present selection."""
        super().__init__(parent)
        self.bench = bench
        self.setWindowTitle(tr(self.title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._pressed_by_enter: QPushButton | None = None
        self.holds_edit = False
        """True if it has shown, or will show, an edit of the level that is open now."""
        document = bench.document
        for changes in (bench.files.replacing, document.loaded, document.stack.indexChanged):
            changes.connect(self._level_changed)

    def show_edit(self, edit: Edit) -> None:
        """Preview this edit on the canvas, in place of the previous one."""
        self.holds_edit = True
        self.bench.document.preview(edit)

    def take(self, edit: Edit) -> None:
        """Make the edit one undo step and close."""
        self.holds_edit = False
        self.bench.document.commit(edit, by_hand=self.by_hand)
        self.accept()

    def give_up(self) -> None:
        """Close with a message, because the preview doesn't fit the changed level."""
        self.reject()
        self.said.emit(tr("The level changed. {0} was closed.").format(tr(self.title)))

    def _level_changed(self, _: object) -> None:
        """Steps are undone and files are read while one types."""
        if self.holds_edit and self.isVisible():
            self.give_up()

    def foot(self, proposed: QPushButton) -> QHBoxLayout:
        """Return the row at the foot: Cancel, and at the right what Enter does."""
        proposed.setDefault(True)
        self.cancel = make_button(tr("Cancel"), self.reject, takes_enter=False)
        self._pressed_by_enter = proposed
        return fill(horizontal(gap=SIZE.related), STRETCH, self.cancel, proposed)

    def showEvent(self, event: QShowEvent) -> None:
        """Keep the dialog inside its window, if possible."""
        super().showEvent(event)
        if self._pressed_by_enter is not None:
            # From the last field, Tab leads to the default button.
            self.setTabOrder(self._pressed_by_enter, self.cancel)
        window = self.parentWidget()
        if window is not None:
            self.resize(self.size().boundedTo(window.size()))
            if self.over_docks:
                corner = window.mapToGlobal(window.rect().topRight())
                x, y = corner.x() - self.width() - SIZE.dialog, corner.y() + 3 * SIZE.options_strip
                self.move(x, y)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the focused button on Enter, or the default button."""
        if not press_focused(self, event):
            super().keyPressEvent(event)

    def reject(self) -> None:
        """Close, and leave the level as it was."""
        self.bench.document.cancel_preview()
        super().reject()
