"""The grids that a level writes, a row each."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from editor.look.icons import icon
from editor.look.style import SIZE
from navcore.export import ExportFault
from navcore.i18n import mark, tr
from navcore.level.model import DoorStates, ExportTarget, GridFormat
from navcore.level.storeys import storey_title

FORMATS: Final[tuple[tuple[GridFormat, str], ...]] = (
    ("txt", mark("Text")), ("json", mark("JSON, with doors")),
)  # fmt: skip
DOORS: Final[tuple[tuple[DoorStates, str], ...]] = (
    ("drawn", mark("As drawn")), ("open", mark("All open")),
)  # fmt: skip

_AGENTS: Final = 3
"""The column of agent types, shown where a grid is for one."""
_STOREY: Final = 4
"""The column of storeys, shown where there are several."""


def doors_of(target: ExportTarget) -> str:
    """Return how doors are exported: as drawn, all open, or as in a state of the level."""
    words = next(tr(text) for doors, text in DOORS if doors == target.doors)
    if not target.state:
        return words
    return target.state if target.doors == "drawn" else f"{target.state}, {words}"


class TargetList(QTreeWidget):
    """File, format, doors, agents and storey of each target; those with faults are marked."""

    chosen = Signal(object)
    """Another row is chosen, or all are new."""

    def __init__(self) -> None:
        """Empty."""
        super().__init__()
        self._filling = False
        self.setAccessibleName(tr("Grids to write"))
        self.setObjectName("targets")
        self.setHeaderLabels([tr("File"), tr("Format"), tr("Doors"), tr("Agents"), tr("Storey")])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFixedHeight(SIZE.export_rows)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.currentItemChanged.connect(self._tell)

    @property
    def number(self) -> int:
        """Index of the selected row, -1 for none."""
        item = self.currentItem()
        return -1 if item is None else self.indexOfTopLevelItem(item)

    def show_targets(
        self,
        targets: Sequence[ExportTarget],
        faults: Sequence[ExportFault | None],
        paths: Sequence[Path],
        storeys: Sequence[str],
        number: int,
    ) -> None:
        """Replace the rows, and select row `number`, or the last one if there are fewer.

        `storeys` are the targets' storeys; empty if the level has only the ground.
        """
        self._filling = True
        self.clear()
        for at, (target, fault, path) in enumerate(zip(targets, faults, paths, strict=True)):
            form = tr("JSON") if target.format == "json" else tr("Text")
            doors = doors_of(target)
            agents = target.profile or tr("Standard")
            storey = storey_title(storeys[at]) if storeys else ""
            item = QTreeWidgetItem([target.path, form, doors, agents, storey])
            item.setToolTip(0, str(fault) if fault else str(path))
            item.setSizeHint(0, QSize(0, SIZE.row))
            item.setIcon(0, icon("warning", "error") if fault else _no_icon())
            self.addTopLevelItem(item)
        self.setColumnHidden(_AGENTS, not any(target.profile for target in targets))
        self.setColumnHidden(_STOREY, not storeys)
        self.choose(min(number, len(targets) - 1))
        self._filling = False
        self._tell()

    def choose(self, number: int) -> None:
        """Choose this row."""
        item = self.topLevelItem(number)
        if item is not None:
            self.setCurrentItem(item)

    def _tell(self, *_: object) -> None:
        if not self._filling:
            self.chosen.emit(self.number)


def _no_icon() -> QIcon:
    """Return an empty icon of usual width, so that names are aligned."""
    empty = QPixmap(SIZE.icon_small, SIZE.icon_small)
    empty.fill(Qt.GlobalColor.transparent)
    return QIcon(empty)
