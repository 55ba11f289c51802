"""Fields of a terrain: cost, required abilities, whether it slows, colour."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QWidget

from editor.actions.workbench import Workbench
from editor.canvas.painting.terrain_looks import colour_of_cost
from editor.look.boxes import fill, vertical
from editor.look.fields import Check, Field, number_field
from editor.look.style import SIZE
from editor.look.widgets import make_label, make_tool, named
from editor.panels.library.field_rows import FieldRows
from editor.panels.library.words import as_words, from_words
from editor.panels.recount import Recount
from editor.tools.messages import terrain as say
from navcore.i18n import tr
from navcore.level.limits import LIMITS
from navcore.level.operations import terrains as operations
from navcore.level.operations.profiles import abilities_in
from navcore.level.tiles import terrain_named


class TerrainFields(QWidget):
    """The fields of one terrain of the level; each committed value is one undo step."""

    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self, bench: Workbench) -> None:
        """Start without a terrain."""
        super().__init__()
        self.bench = bench
        self._name = ""
        limit = LIMITS["cost"]
        self.cost: Field = named(
            number_field(unit="", least=limit.least, most=limit.greatest, step=0.1),
            tr("Cost of the terrain"),
            tr("Cost of one metre compared with plain ground, over 0"),
        )
        self.cost.take = lambda cost: self._commit(self.cost, cost=cost)
        self.requires: Field = named(
            Field(parse=as_words, show=from_words),
            tr("Abilities that the terrain requires"),
            tr("Agents without all of these abilities can't enter it: words separated by commas"),
        )
        self.requires.offer(lambda: abilities_in(bench.document.level), parted=True)
        self.requires.set_hint(tr("Nothing"))
        self.requires.take = lambda needs: self._commit(needs=needs)
        self.slows: Check = named(Check(), tr("Slows agents"))
        self.slows.setText(tr("Slows agents"))
        self.slows.setToolTip(tr("Agents walk at their speed divided by the cost"))
        self.slows.take = lambda slows: self._commit(slows=slows)
        self.colour: Field = named(
            Field(), tr("Colour of the terrain"), tr("In hexadecimal digits; empty: by its cost")
        )
        self.colour.set_hint(tr("By its cost"))
        self.colour.take = lambda colour: self._commit(colour=colour)
        self.choose = make_tool("picture", tr("Choose a colour…"), self._choose_colour)
        self.rows = FieldRows(bench)
        self.rows.add(tr("Cost \N{MULTIPLICATION SIGN}"), self.cost)
        self.rows.add(tr("Requires"), self.requires)
        self.rows.add("", self.slows)
        self.rows.add(tr("Colour"), self.colour, self.choose)
        self.rows.left.connect(self.left)
        self.uses = make_label(wraps=True)
        self.recount = Recount(self, bench.document, self._count)
        fill(vertical(self, gap=SIZE.related, margins=0), self.rows, self.uses)

    # Showing.

    def show_terrain(self, name: str) -> None:
        """Show the terrain with this name; drop typed text for another one."""
        if name != self._name:
            self._name = name
            self.rows.forget()
        terrain = terrain_named(self.bench.document.level.settings, name)
        self.cost.show_value(terrain.cost)
        self.requires.show_value(terrain.needs)
        self.slows.show_value(terrain.slows)
        self.colour.show_value(terrain.colour)
        self.recount.about(name)

    def _count(self) -> None:
        """Show how much uses the terrain."""
        uses = operations.uses_of(self.bench.document.level, self._name)
        self.uses.setText(say.used(*uses))

    # Changing.

    def _commit(self, field: Field | None = None, **fields: Any) -> None:
        name = self._name
        self.rows.commit(lambda level: operations.change_terrain(level, name, **fields), field)
        self.show_terrain(name)

    def _choose_colour(self) -> None:
        """Let a colour be chosen; it is taken when the dialog is left with it."""
        terrain = terrain_named(self.bench.document.level.settings, self._name)
        dialog = QColorDialog(QColor(terrain.colour or colour_of_cost(terrain.cost)), self)
        dialog.setWindowTitle(tr("Colour of {0}").format(self._name))
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
        dialog.colorSelected.connect(lambda colour: self._commit(colour=colour.name()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
