"""List of the level's terrains: add, rename in place, reorder, delete, and reset them."""

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from editor.actions.terrain import paint_with
from editor.actions.workbench import Workbench
from editor.canvas.legend import paint_swatch
from editor.canvas.overlays.terrain import legend_row
from editor.canvas.painting.terrain_looks import look_of
from editor.look import style
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.style import CANVAS, SIZE
from editor.look.widgets import make_label, make_tool, named
from editor.panels.library.name_list import Named, NameList
from editor.panels.library.section import Section
from editor.panels.library.terrain_fields import TerrainFields
from editor.tools.messages import terrain as say
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Level, Terrain
from navcore.level.operations import terrains as operations
from navcore.level.tables import GROUND


class Terrains(Section):
    """The level's terrains with their colours and costs, and the fields of the chosen one."""

    title: ClassVar[str] = mark("Terrains")

    def __init__(self, bench: Workbench) -> None:
        """Of the document's level."""
        super().__init__(bench)
        self._document = bench.document
        self._chosen = GROUND
        """The name of the chosen terrain."""
        self._names: list[str] = []
        """Those that are listed."""
        self.hint = make_label(
            tr(
                "What floor is made of. Draw zones or paint with the brush; where there is "
                "neither it is ground."
            ),
            wraps=True,
        )
        tip = tr("F2 renames, Delete deletes the chosen terrain")
        self.list = named(NameList("zone"), tr("Terrains"), tip)
        self.list.currentRowChanged.connect(self._choose_row)
        self.list.renamed.connect(self._rename)
        self.list.removed.connect(lambda _: self._delete())
        self.list.left.connect(self.left)
        self.fields = TerrainFields(bench)
        self.fields.left.connect(self.left)
        self._make_buttons()
        fill(
            vertical(self, gap=SIZE.related, margins=0),
            self.hint, self.list, self.order, self.fields,
        )  # fmt: skip
        self._document.changed.connect(self._follow)
        self._document.loaded.connect(self._begin_anew)
        bench.bake.shown_floor.changed.connect(self._show_terrains)
        self._show_terrains()

    def _make_buttons(self) -> None:
        self.add = make_tool("plus", tr("Add a terrain"), self._add)
        self.copy = make_tool("duplicate", tr("Duplicate the terrain"), self._duplicate)
        self.up = make_tool("chevron_up", tr("Move up"), lambda: self._move(-1))
        self.down = make_tool("chevron_down", tr("Move down"), lambda: self._move(1))
        self.paint = make_tool("brush", tr("Paint with this terrain"), self._paint)
        self.reset = make_tool("reset", tr("Reset to the usual terrains"), self._reset)
        self.remove = make_tool("trash", tr("Delete the terrain"), self._delete)
        self.order = QWidget()
        fill(
            horizontal(self.order, gap=SIZE.inside, margins=0),
            self.add, self.copy, self.up, self.down, self.paint, STRETCH, self.reset, self.remove,
        )  # fmt: skip

    @property
    def chosen(self) -> str:
        """The name of the chosen terrain."""
        return self._chosen

    # Showing.

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._show_terrains()

    def _begin_anew(self, _: object = None) -> None:
        self._chosen = GROUND
        self._show_terrains()

    def changeEvent(self, event: QEvent) -> None:
        """Paint the swatches anew in another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._names:
            self._show_terrains()

    def _show_terrains(self, _: object = None) -> None:
        """Show the table; the chosen row stays so, else whichever takes its place."""
        settings = self._document.level.settings
        row = max(self.list.currentRow(), 0)
        profile = self.bench.bake.shown_floor.profile_in(settings)
        self._names = [terrain.name for terrain in settings.all_terrains]
        if self._chosen not in self._names:
            self._chosen = self._names[min(row, len(self._names) - 1)]
        self.list.show_lines(
            [
                Named(
                    terrain.name,
                    say.facts(terrain, profile),
                    renamed=terrain.name != GROUND,
                    facts=say.factor(terrain.cost),
                    picture=self._swatch(terrain),
                )
                for terrain in settings.all_terrains
            ],
            self._names.index(self._chosen),
        )
        self._show_chosen()

    def _swatch(self, terrain: Terrain) -> QIcon:
        """How it looks to the agent type that the floor is shown for."""
        profile = self.bench.bake.shown_floor.profile_in(self._document.level.settings)
        look = look_of(terrain, profile, style.current())
        ratio, size = self.devicePixelRatioF(), SIZE.icon_small
        picture = QPixmap(round(size * ratio), round(size * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        aside = (size - CANVAS.swatch) // 2
        paint_swatch(painter, legend_row(look, ""), aside, aside)
        painter.end()
        found = QIcon(picture)
        found.addPixmap(picture, QIcon.Mode.Selected)
        return found

    def _choose_row(self, row: int) -> None:
        if 0 <= row < len(self._names):
            self._chosen = self._names[row]
            self._show_chosen()

    def _show_chosen(self) -> None:
        self.fields.show_terrain(self._chosen)
        row, last = self._names.index(self._chosen), len(self._names) - 1
        self.up.setEnabled(row > 0)
        self.down.setEnabled(row < last)
        self.remove.setEnabled(self._chosen != GROUND)
        self.reset.setEnabled(bool(self._document.level.settings.terrains))

    # Doing.

    def _commit(self, make: Callable[[Level], Edit]) -> bool:
        """Make an edit of the level one step; return whether it could be made, and say if not."""
        self.bench.canvas.settle()
        try:
            edit = make(self._document.level)
        except NavcoreError as refusal:
            self.said.emit(str(refusal))
            return False
        self._document.commit(edit)
        return True

    def _add(self) -> None:
        """Add a terrain at the end, and let its name be typed."""
        self._come(operations.add_terrain)

    def _duplicate(self) -> None:
        self._come(lambda level: operations.duplicate_terrain(level, self._chosen))

    def _come(self, make: Callable[[Level], Edit]) -> None:
        known = set(self._names)
        if self._commit(make):
            came = [row for row, name in enumerate(self._names) if name not in known]
            self.list.type_name(came[0])

    def _rename(self, row: int, new: str) -> None:
        """The name that was typed; one that is refused gives way to the old one."""
        old = self._names[row]
        if new.strip() == old:
            self.list.put_back(row)
            return
        self._chosen = new.strip()
        if not self._commit(lambda level: operations.rename_terrain(level, old, new)):
            self._chosen = old
            self.list.put_back(row)

    def _delete(self) -> None:
        name = self._chosen
        uses = operations.uses_of(self._document.level, name)
        if self._commit(lambda level: operations.delete_terrain(level, name)):
            self.said.emit(say.deleted(name, uses.zones, uses.tiles))

    def _reset(self) -> None:
        self._commit(operations.reset_terrains)

    def _move(self, step: int) -> None:
        name, row = self._chosen, self._names.index(self._chosen) + step
        self._commit(lambda level: operations.move_terrain(level, name, row))

    def _paint(self) -> None:
        """Take the brush in hand with the chosen terrain."""
        paint_with(self.bench, self._chosen)
        self.left.emit(None)
