"""Lines to paste into a game: the loaders that come with the program, a tab a language."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

import resources
from editor.look import pens
from editor.look.boxes import STRETCH, fill, horizontal
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from navcore.i18n import mark, tr

LOADERS: Final = (
    ("Python", "grid.py", mark("x and z as on the canvas, metres; the first row is the lowest z.")),
    ("C++", "grid.hpp",
     mark("Unreal counts centimetres, X is ahead, Y right: is_walkable(Y / 100, X / 100).")),
    ("C#", "WalkableGrid.cs",
     mark("Unity has the same axes and metres: IsWalkable(position.x, position.z).")),
    ("GDScript", "walkable_grid.gd",
     mark("Godot has z towards you: is_walkable(position.x, -position.z).")),
    (mark("Doors"), "doors.py",
     mark("JSON grids hold the cells of each door: the game opens and shuts it by itself.")),
)  # fmt: skip
"""Language, file, and one line on its axes and units."""


class Loaders(QWidget):
    """One language at a time, and a button that copies."""

    said = Signal(object)

    def __init__(self) -> None:
        """The first language."""
        super().__init__()
        self.languages = QTabBar()
        self.languages.setObjectName("ways")
        self.languages.setDrawBase(False)
        self.languages.setExpanding(False)
        # Long names are shortened, not scrolled out of sight.
        self.languages.setUsesScrollButtons(False)
        self.languages.setElideMode(Qt.TextElideMode.ElideRight)
        self.languages.setAccessibleName(tr("Language of the loader"))
        for language, _, _ in LOADERS:
            self.languages.setTabToolTip(self.languages.addTab(tr(language)), tr(language))
        self.axes = make_label()
        self.code = QPlainTextEdit(
            readOnly=True, tabChangesFocus=True, lineWrapMode=QPlainTextEdit.LineWrapMode.NoWrap
        )
        self.code.setFont(pens.code_font())
        self.code.setAccessibleName(tr("Loader for the game"))
        self.copy = make_button(tr("Copy"), self._copy, takes_enter=False)
        headline = make_label(tr("In your game"), "headline")
        head = fill(horizontal(gap=SIZE.group), headline, self.languages, STRETCH, self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SIZE.inside)
        fill(column, head, self.axes)
        # The style sheet has the say over the height of the text itself.
        body = QHBoxLayout()
        body.addStrut(SIZE.export_code)
        body.addWidget(self.code)
        column.addLayout(body, 1)
        self.languages.currentChanged.connect(self._show)
        self._show(0)

    def text(self) -> str:
        """The loader that is shown."""
        name = LOADERS[self.languages.currentIndex()][1]
        return resources.path(f"loaders/{name}").read_text(encoding="utf-8")

    def _show(self, number: int) -> None:
        self.axes.setText(tr(LOADERS[number][2]))
        self.code.setPlainText(self.text())
        self.copy.setText(tr("Copy"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
        self.copy.setText(tr("Copied"))
        language = tr(LOADERS[self.languages.currentIndex()][0])
        self.said.emit(tr("Copied the loader: {0}").format(language))
