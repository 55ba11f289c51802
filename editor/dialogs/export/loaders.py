"""Lines to paste into a game: the loaders that come with the program, a tab a language."""

import json
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from editor import resources
from editor.look import pens
from editor.look.boxes import STRETCH, fill, horizontal
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from navcore.i18n import mark, tr
from navcore.level.model import ExportTarget, GridFormat


class Loader(NamedTuple):
    """Code that reads grids in one language."""

    language: str
    files: Mapping[GridFormat, str]
    """File names by grid format."""
    axes: str
    """One line on axes and units."""


LOADERS: Final = (
    Loader("Python", {"txt": "grid.py", "json": "json_grid.py"},
           mark("x and z as on the canvas, metres; the first row is the lowest z.")),
    Loader("C++", {"txt": "grid.hpp", "json": "json_grid.hpp"},
           mark("Unreal counts centimetres, X is ahead, Y right: is_walkable(Y / 100, X / 100).")),
    Loader("C#", {"txt": "WalkableGrid.cs", "json": "JsonGrid.cs"},
           mark("Unity has the same axes and metres: IsWalkable(position.x, position.z).")),
    Loader("GDScript", {"txt": "walkable_grid.gd", "json": "json_grid.gd"},
           mark("Godot has z towards you: is_walkable(position.x, -position.z).")),
    Loader(mark("Doors"), {"json": "doors.py"},
           mark("JSON grids hold the cells of each door: the game opens and shuts it by itself.")),
)  # fmt: skip

USES: Final = {
    "grid.py": "# grid = Grid({0})",
    "grid.hpp": "// Grid grid({0});",
    "WalkableGrid.cs": "// var grid = new WalkableGrid(File.ReadAllText({0}));",
    "walkable_grid.gd": "# var grid := WalkableGrid.new({0})",
    "json_grid.py": "# grid = JsonGrid({0})",
    "json_grid.hpp": "// JsonGrid grid({0});",
    "JsonGrid.cs": "// var grid = new JsonGrid(File.ReadAllText({0}));",
    "json_grid.gd": "# var grid := JsonGrid.new({0})",
    "doors.py": '# data = json.load(open({0}, encoding="utf-8"))',
}
"""The line that opens a grid with each of these files; {0} is the name in quotes."""


class Loaders(QWidget):
    """Loader code in one language at a time, with a button that copies it."""

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
        for language, *_ in LOADERS:
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

    @property
    def _loader(self) -> Loader:
        return LOADERS[self.languages.currentIndex()]

    @property
    def file(self) -> str:
        """Name of the shown file: the one that reads the grid's format, if there is one."""
        files = self._loader.files
        found = files.get("txt" if self._target is None else self._target.format)
        return found or next(iter(files.values()))

    def text(self) -> str:
        """Return the loader that is shown."""
        text = resources.path(f"loaders/{self.file}").read_text(encoding="utf-8")
        if self._target is None or not self._reads():
            return text
        opened = json.dumps(PurePosixPath(self._target.path).name, ensure_ascii=False)
        if self.file.endswith(".gd"):
            opened = f'"res://{opened[1:]}'
        return f"{USES[self.file].format(opened)}\n{text}"

    def _reads(self) -> bool:
        """Return whether the loader reads the format of the grid."""
        return self._target is None or self._target.format in self._loader.files

    def _show(self, _: int) -> None:
        axes = tr(self._loader.axes)
        if self._target is not None and not self._reads():
            told = tr("This code reads JSON grids; {0} is text. Change its format, or add one.")
            axes = told.format(PurePosixPath(self._target.path).name)
        self.axes.setText(axes)
        self.code.setPlainText(self.text())
        self.copy.setText(tr("Copy"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
        self.copy.setText(tr("Copied"))
        language = tr(self._loader.language)
        self.said.emit(tr("Copied the loader: {0}").format(language))
