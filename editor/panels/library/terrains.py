"""List of the level's terrains: add, rename in place, reorder, delete, and reset them."""

from typing import ClassVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from editor.actions.terrain import paint_with
from editor.actions.workbench import Workbench
from editor.canvas.legend import paint_swatch
from editor.canvas.overlays.terrain import legend_row
from editor.canvas.painting.terrain_looks import look_of
from editor.look import style
from editor.look.boxes import STRETCH, fill, vertical
from editor.look.style import CANVAS, SIZE
from editor.look.widgets import make_label, make_tool
from editor.panels.library.name_list import Named
from editor.panels.library.name_table import NameTable, RowEdits, RowTips
from editor.panels.library.section import Section
from editor.panels.library.terrain_fields import TerrainFields
from editor.tools.messages import terrain as say
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Profile, Terrain
from navcore.level.operations import terrains as operations
from navcore.level.tables import GROUND


class Terrains(Section):
    """The level's terrains with their colours and costs, and the fields of the chosen one."""

    title: ClassVar[str] = mark("Terrains")

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__(bench)
        self._document = bench.document
        self._profile: Profile | None = None
        """The agent type that costs are said for."""
        self.hint = make_label(
            tr(
                "What floor is made of. Draw zones or paint with the brush; where there is "
                "neither it is ground."
            ),
            wraps=True,
        )
        self.paint = make_tool("brush", tr("Paint with this terrain"), self._paint)
        self.reset = make_tool("reset", tr("Reset to the usual terrains"), self._reset)
        self.table = NameTable(
            "zone",
            RowTips(
                tr("Terrains"), tr("F2 renames, Delete deletes the chosen terrain"),
                tr("Add a terrain"), tr("Duplicate the terrain"), tr("Delete the terrain"),
            ),
            RowEdits(
                operations.add_terrain, operations.duplicate_terrain, operations.rename_terrain,
                operations.move_terrain,
            ),
            self.commit,
            others=(self.paint, STRETCH, self.reset),
        )  # fmt: skip
        self.table.chosen = GROUND
        self.table.chose.connect(self._show_chosen)
        self.table.deletes.connect(self._delete)
        self.fields = TerrainFields(bench)
        for part in (self.table, self.fields):
            part.left.connect(self.left)
        fill(vertical(self, gap=SIZE.related, margins=0), self.hint, self.table, self.fields)
        self._document.changed.connect(self._follow)
        self._document.loaded.connect(self._begin_anew)
        bench.bake.shown_floor.changed.connect(self._follow_floor)
        self._show_terrains()

    # Showing.

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._show_terrains()

    def _follow_floor(self, _: object) -> None:
        """Say costs for another type; other cells of the same type say nothing new."""
        settings = self._document.level.settings
        if self.bench.bake.shown_floor.profile_in(settings) is not self._profile:
            self._show_terrains()

    def _begin_anew(self, _: object = None) -> None:
        self.table.chosen = GROUND
        self._show_terrains()

    def changeEvent(self, event: QEvent) -> None:
        """Repaint the swatches when the theme changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.table.names:
            self._show_terrains()

    def _show_terrains(self, _: object = None) -> None:
        """Show the table, as the agent type that the floor is shown for finds it."""
        settings = self._document.level.settings
        profile = self._profile = self.bench.bake.shown_floor.profile_in(settings)
        self.table.show_rows(
            [
                Named(
                    terrain.name,
                    terrain.name,
                    say.facts(terrain, profile),
                    stays=terrain.name == GROUND,
                    facts=say.factor(terrain.cost),
                    picture=self._swatch(terrain, profile),
                )
                for terrain in settings.all_terrains
            ]
        )
        self._show_chosen()

    def _swatch(self, terrain: Terrain, profile: Profile | None) -> QIcon:
        """Return the look of a terrain for an agent type."""
        look = look_of(terrain, profile, style.current())
        ratio, size = self.devicePixelRatioF(), SIZE.icon_small
        picture = QPixmap(round(size * ratio), round(size * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        margin = (size - CANVAS.swatch) // 2
        paint_swatch(painter, legend_row(look, ""), margin, margin)
        painter.end()
        found = QIcon(picture)
        found.addPixmap(picture, QIcon.Mode.Selected)
        return found

    def _show_chosen(self, _: object = None) -> None:
        self.fields.show_terrain(self.table.chosen)
        self.reset.setEnabled(bool(self._document.level.settings.terrains))

    # Doing.

    def _delete(self, _: object = None) -> None:
        name = self.table.chosen
        uses = operations.uses_of(self._document.level, name)
        if self.commit(lambda level: operations.delete_terrain(level, name)):
            self.said.emit(say.deleted(name, uses.zones, uses.tiles))

    def _reset(self) -> None:
        self.commit(operations.reset_terrains)

    def _paint(self) -> None:
        """Take the brush in hand with the chosen terrain."""
        paint_with(self.bench, self.table.chosen)
        self.left.emit(None)
