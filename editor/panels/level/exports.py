"""The grids that the level writes for the game: a row each, and a way to choose others."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from editor.actions.workbench import Workbench
from editor.exports import target_text
from editor.look import boxes
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Elided
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, ExportTarget


class ExportRows(QWidget):
    """File, format and doors of each exported grid, with errors below."""

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__()
        self._bench = bench
        self._told: tuple[object, ...] | None = None
        self.none = make_label(tr("None yet. Ctrl+E writes the grid for a game."), wraps=True)
        self.on_save = make_label(tr("Written again at every save."), wraps=True)
        self.choose = make_button(
            tr("Choose exports…"), lambda _: bench.frame.ask("export"),
            tip=tr("Which grids the level writes, and where"),
        )  # fmt: skip
        self.choose.setMinimumWidth(1)
        self.rows: list[tuple[Elided, QLabel]] = []
        self._list = QWidget()
        self._column = vertical(self, gap=SIZE.related, margins=0)
        row = fill(horizontal(), self.choose, STRETCH)
        fill(self._column, self.none, self._list, self.on_save, row)
        bench.document.changed.connect(self._follow)
        bench.document.loaded.connect(self.refresh)
        bench.document.file_changed.connect(self.refresh)
        self.refresh()

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Files may have come or gone."""
        super().showEvent(event)
        self.refresh()

    def refresh(self, _: object = None) -> None:
        """Show the exports of the level."""
        settings, exports = self._bench.document.level.settings, self._bench.exports
        faults = [str(fault or "") for fault in exports.faults(settings.exports)]
        state = (settings.exports, settings.export_on_save, faults)
        if state == self._told:
            return
        self._told = state
        self.none.setVisible(not settings.exports)
        self.on_save.setVisible(bool(settings.exports) and settings.export_on_save)
        fresh = QWidget()
        grid = boxes.grid(fresh, gaps=(SIZE.related, SIZE.inside), margins=0, wide=0)
        self.rows = []
        for number, (target, fault) in enumerate(zip(settings.exports, faults, strict=True)):
            self.rows.append(self._row(target))
            for column, widget in enumerate(self.rows[-1]):
                grid.addWidget(widget, 2 * number, column)
            if fault:
                grid.addWidget(make_label(fault, "warn", wraps=True), 2 * number + 1, 0, 1, 2)
        self._column.replaceWidget(self._list, fresh)
        self._list.hide()
        self._list.deleteLater()
        self._list = fresh
        fresh.setVisible(bool(settings.exports))

    def _row(self, target: ExportTarget) -> tuple[Elided, QLabel]:
        path = Elided(target.path)
        path.setToolTip(str(self._bench.exports.path_of(target)))
        how = make_label(target_text(target))
        how.setAlignment(Qt.AlignmentFlag.AlignRight)
        return path, how
