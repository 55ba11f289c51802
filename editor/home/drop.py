"""Highlight of the home page while a file is dragged over it."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from editor.look.style import HOME, SIZE
from editor.look.widgets import make_label
from navcore.i18n import tr


class DropMark(QFrame):
    """A frame around the page, and what dropping here does."""

    def __init__(self, page: QWidget) -> None:
        """Hidden, until something is dragged over this page."""
        super().__init__(page)
        self._page = page
        self.setObjectName("drop")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.told = make_label(name="busy")
        column = QVBoxLayout(self)
        column.setContentsMargins(SIZE.dialog, HOME.margin, SIZE.dialog, HOME.margin)
        bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter
        column.addWidget(self.told, 1, bottom)
        self.hide()

    def show_file(self, path: Path) -> None:
        """Say that this file would be opened."""
        self.told.setText(tr("Drop to open {0}").format(path.stem))
        self.setGeometry(self._page.rect())
        self.show()
        self.raise_()


def dropped(event: QDropEvent) -> Path | None:
    """Return the dragged file if it is the only one; None for anything else."""
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
