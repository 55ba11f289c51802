"""Lines to paste into a game: the loaders that come with the program, a tab a language."""

import json
from pathlib import PurePosixPath
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
from navcore.level.model import ExportTarget

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

USES: Final = {
    "grid.py": "# grid = Grid({0})",
    "grid.hpp": "// Grid grid({0});",
    "WalkableGrid.cs": "// var grid = new WalkableGrid(File.ReadAllText({0}));",
    "walkable_grid.gd": "# var grid := WalkableGrid.new({0})",
    "doors.py": '# data = json.load(open({0}, encoding="utf-8"))',
}
"""The line that opens a grid with each of these files; {0} is the name in quotes."""


class Loaders(QWidget):
    """One language at a time, and a button that copies."""

    said = Signal(object)

    def __init__(self) -> None:
        """The first language, and no grid."""
        super().__init__()
        self._target: ExportTarget | None = None
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

    def show_target(self, target: ExportTarget | None) -> None:
        """Open this grid in the first line, if the loader reads its format."""
        if target != self._target:
            self._target = target
            self._show(self.languages.currentIndex())

    def text(self) -> str:
        """The loader that is shown."""
        name = LOADERS[self.languages.currentIndex()][1]
        text = resources.path(f"loaders/{name}").read_text(encoding="utf-8")
        if self._target is None or not self._reads():
            return text
        opened = json.dumps(PurePosixPath(self._target.path).name, ensure_ascii=False)
        if name == "walkable_grid.gd":
            opened = f'"res://{opened[1:]}'
        return f"{USES[name].format(opened)}\n{text}"

    def _reads(self) -> bool:
        """Whether the loader reads the format of the grid."""
        name = LOADERS[self.languages.currentIndex()][1]
        form = "json" if name == "doors.py" else "txt"
        return self._target is None or self._target.format == form

    def _show(self, number: int) -> None:
        axes = tr(LOADERS[number][2])
        if self._target is not None and not self._reads():
            told = {
                "json": tr(
                    "This code reads text grids; {0} is JSON. Change its format, or add one."
                ),
                "txt": tr(
                    "This code reads JSON grids; {0} is text. Change its format, or add one."
                ),
            }[self._target.format]
            axes = told.format(PurePosixPath(self._target.path).name)
        self.axes.setText(axes)
        self.code.setPlainText(self.text())
        self.copy.setText(tr("Copy"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
        self.copy.setText(tr("Copied"))
        language = tr(LOADERS[self.languages.currentIndex()][0])
        self.said.emit(tr("Copied the loader: {0}").format(language))
