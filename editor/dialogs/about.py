"""About this program: version, packages, and the folder of its log."""

import platform
import sys
from collections.abc import Sequence
from importlib import metadata
from typing import ClassVar, Final

from PySide6.QtCore import QSize, Qt, QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from editor.actions.workbench import Workbench
from editor.dialogs.dialog import Dialog
from editor.look import boxes
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from editor.system.application import log_folder
from editor.system.version import interpreted_sentence, version
from navcore import kernels
from navcore.i18n import mark, tr

_PACKAGES: Final = (
    ("PySide", "PySide6-Essentials"),
    ("pyqtgraph", "pyqtgraph"),
    ("NumPy", "numpy"),
    ("Shapely", "shapely"),
)
"""Packages that the dialog lists: name and distribution."""


def kernel_sentence() -> str:
    """Return a sentence on whether the hot loops are compiled; if not, or stale, the remedy."""
    if kernels.STALE:
        names = ", ".join(kernels.STALE)
        return tr("Older than their source: {0}. Build them again: pip install -e .").format(names)
    return interpreted_sentence() or tr("compiled")


def facts() -> list[tuple[str, str]]:
    """Return name and value of all facts that a bug report needs."""
    packages = [(name, found) for name, package in _PACKAGES if (found := _version_of(package))]
    return [
        (tr("Version"), version() or tr("run from its source, not installed")),
        ("Python", f"{platform.python_version()} ({sys.executable})"),
        ("Qt", qVersion()),
        *packages,
        (tr("Hot loops"), kernel_sentence()),
        (tr("System"), platform.platform()),
        (tr("Log"), str(log_folder())),
    ]


def _version_of(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


class AboutDialog(Dialog):
    """Facts that can be selected and copied."""

    name: ClassVar[str] = "about"
    title: ClassVar[str] = mark("About Waywright")

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """Show the facts of this installation."""
        super().__init__(bench, parent)
        self.facts = facts()
        licence = make_label(
            tr(
                "Free under the MIT licence. It uses Qt and PySide (LGPL 3), NumPy, SciPy, "
                "Shapely and msgspec (BSD), GEOS (LGPL 2.1) and pyqtgraph (MIT)."
            )
        )
        licence.setWordWrap(True)
        column = vertical(self, gap=SIZE.group, margins=SIZE.dialog)
        fill(column, self._head(), self._table(self.facts), licence, self._buttons())
        self.close_button.setFocus()

    def text(self) -> str:
        """Return all facts, a line each."""
        return "\n".join(f"{name}: {value}" for name, value in self.facts)

    def _head(self) -> QHBoxLayout:
        sign = QLabel()
        size = QSize(SIZE.about_icon, SIZE.about_icon)
        sign.setPixmap(QApplication.windowIcon().pixmap(size, self.devicePixelRatioF()))
        name = make_label("Waywright", "headline")
        line = make_label(tr("Draw where characters can walk. See at once whether they get there."))
        words = fill(vertical(gap=SIZE.inside), STRETCH, name, line, STRETCH)
        return fill(horizontal(gap=SIZE.group), sign, (words, 1))

    def _table(self, listed: Sequence[tuple[str, str]]) -> QGridLayout:
        grid = boxes.grid(gaps=(SIZE.group, SIZE.inside), wide=1)
        for row, (name, value) in enumerate(listed):
            label, text = make_label(name), QLabel(value)
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setWordWrap(True)
            text.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse
                | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            text.setAccessibleName(f"{name}: {value}")
            # Tab skips the text; a button copies it.
            text.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, row, 1)
        return grid

    def _buttons(self) -> QHBoxLayout:
        self.copy = QPushButton(tr("Copy"))
        self.copy.setToolTip(tr("Copy this information, for a report"))
        self.copy.clicked.connect(lambda _: QGuiApplication.clipboard().setText(self.text()))
        self.open_log = make_button(tr("Open the log's folder"), lambda _: _open_log())
        self.close_button = make_button(tr("Close"), self.reject, default=True)
        row = QHBoxLayout()
        row.setSpacing(SIZE.related)
        for button in (self.copy, self.open_log):
            button.setAutoDefault(False)
            row.addWidget(button)
        fill(row, STRETCH, self.close_button)
        return row


def _open_log() -> None:
    folder = log_folder()
    folder.mkdir(parents=True, exist_ok=True)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


DIALOGS = (AboutDialog,)
