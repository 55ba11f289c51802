"""Preferences: every change takes effect at once, so there is nothing to confirm."""

from typing import ClassVar, Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from editor.actions.workbench import Workbench
from editor.dialogs.dialog import Dialog
from editor.dialogs.preferences.canvas import CanvasPage
from editor.dialogs.preferences.files import FilesPage
from editor.dialogs.preferences.general import GeneralPage
from editor.dialogs.preferences.keys import KeysPage
from editor.dialogs.preferences.page import Page
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_button
from editor.panels.panel import scrolled
from navcore.i18n import mark, tr

PAGES: Final[tuple[type[Page], ...]] = (GeneralPage, CanvasPage, KeysPage, FilesPage)


class PreferencesDialog(Dialog):
    """A list of pages, the page, and the way back to how it all was."""

    name: ClassVar[str] = "preferences"
    title: ClassVar[str] = mark("Preferences")

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """The first page."""
        super().__init__(bench, parent)
        self.pages: list[Page] = [kind(bench) for kind in PAGES]
        self.list = QListWidget()
        self.list.setObjectName("pages")
        self.list.setAccessibleName(tr("Pages"))
        self.list.addItems([tr(page.title) for page in self.pages])
        self.stack = QStackedWidget()
        for page in self.pages:
            self.stack.addWidget(page if isinstance(page, KeysPage) else scrolled(page))
        self._lay_out()
        self.list.currentRowChanged.connect(self._show_page)
        self.list.setCurrentRow(0)
        self.list.setFocus()
        size = QSize(SIZE.preferences_width, SIZE.preferences_height)
        self.resize(size.boundedTo(parent.size()))

    @property
    def page(self) -> Page:
        """The page that is seen."""
        return self.pages[self.list.currentRow()]

    def _show_page(self, row: int) -> None:
        self.stack.setCurrentIndex(row)
        self.back.setVisible(self.page.goes_back)

    def _lay_out(self) -> None:
        width = self.list.sizeHintForColumn(0) + 2 * SIZE.dialog
        self.list.setFixedWidth(max(width, SIZE.keys_column - 2 * SIZE.dialog))
        line = QFrame()
        line.setObjectName("line")
        line.setFixedWidth(SIZE.line)
        row = fill(horizontal(gap=SIZE.group), self.list, line, (self.stack, 1))
        self.back = QPushButton(tr("Reset to the defaults"))
        self.back.setToolTip(tr("Reset everything on this page to the defaults"))
        self.back.setAutoDefault(False)
        kept = self.back.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.back.setSizePolicy(kept)
        self.back.clicked.connect(lambda _: self.page.back())
        close = make_button(tr("Close"), self.reject, takes_enter=False)
        buttons = fill(horizontal(gap=SIZE.related), self.back, STRETCH, close)
        fill(vertical(self, gap=SIZE.group, margins=SIZE.dialog), (row, 1), buttons)


DIALOGS = (PreferencesDialog,)
