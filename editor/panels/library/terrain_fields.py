"""What a terrain is: its cost, the abilities it requires, whether it slows, and its colour."""

from functools import partial
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QColor, QShowEvent
from PySide6.QtWidgets import QColorDialog, QWidget

from editor.actions.workbench import Workbench
from editor.canvas.painting.terrain_looks import colour_of_cost
from editor.look import boxes
from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields import Check, Field, number_field
from editor.look.style import SIZE
from editor.look.widgets import make_label, make_tool, named
from editor.panels.library.words import as_words, from_words
from editor.tools.messages import terrain as say
from navcore.i18n import tr
from navcore.level.limits import LIMITS
from navcore.level.model import Level
from navcore.level.operations import terrains as operations
from navcore.level.operations.profiles import abilities_in
from navcore.level.tiles import terrain_named

COUNT_MS = 200
"""Zones and tiles are counted again so long after an edit."""


class TerrainFields(QWidget):
    """The fields of one terrain of the level; each committed value is one undo step."""

    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self, bench: Workbench) -> None:
        """Of no terrain yet."""
        super().__init__()
        self.bench = bench
        self._name = ""
        self._merge_key = 0
        self._counted: tuple[Level, str] | None = None
        limit = LIMITS["cost"]
        self.cost: Field = named(
            number_field(unit="", least=limit.least, most=limit.greatest, step=0.1),
            tr("Cost of the terrain"),
            tr("How many metres of plain ground a metre of it is like, over 0"),
        )
        self.cost.take = self._commit_cost
        self.requires: Field = named(
            Field(parse=as_words, show=from_words),
            tr("Abilities that the terrain requires"),
            tr("Agents without all of these abilities can't enter it: words parted by commas"),
        )
        self.requires.offer(lambda: abilities_in(bench.document.level), parted=True)
        self.requires.set_hint(tr("Nothing"))
        self.requires.take = partial(self._commit, "needs")
        self.slows: Check = named(Check(), tr("Slows agents"))
        self.slows.setText(tr("Slows agents"))
        self.slows.setToolTip(tr("Agents walk at their speed divided by the cost"))
        self.slows.take = partial(self._commit, "slows")
        self.colour: Field = named(
            Field(), tr("Colour of the terrain"), tr("In hexadecimal digits; empty: by its cost")
        )
        self.colour.set_hint(tr("By its cost"))
        self.colour.take = partial(self._commit, "colour")
        self.choose = make_tool("picture", tr("Choose a colour…"), self._choose_colour)
        self.fault = make_label(name="fault", wraps=True)
        self.fault.hide()
        self.uses = make_label(wraps=True)
        for field in (self.cost, self.requires, self.colour):
            field.entered.connect(self._begin)
            field.refused.connect(self._refuse)
        for control in (self.cost, self.requires, self.slows, self.colour):
            control.left.connect(self.left)
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=COUNT_MS)
        self._soon.timeout.connect(self.refresh)
        bench.document.changed.connect(self._follow)

    def _lay_out(self) -> None:
        grid = boxes.grid(gaps=(SIZE.margin, SIZE.inside), wide=1)
        grid.setColumnMinimumWidth(0, SIZE.label_column)
        rows: tuple[tuple[str, QWidget], ...] = (
            (tr("Cost \N{MULTIPLICATION SIGN}"), self.cost),
            (tr("Requires"), self.requires),
        )
        for row, (title, control) in enumerate(rows):
            grid.addWidget(make_label(title, buddy=control), row, 0)
            grid.addWidget(control, row, 1)
        grid.addWidget(self.slows, len(rows), 1)
        grid.addWidget(make_label(tr("Colour"), buddy=self.colour), len(rows) + 1, 0)
        pair = fill(horizontal(gap=SIZE.inside, margins=0), (self.colour, 1), self.choose)
        grid.addLayout(pair, len(rows) + 1, 1)
        grid.addWidget(self.fault, len(rows) + 2, 1)
        fill(vertical(self, gap=SIZE.related, margins=0), grid, self.uses)

    # Showing.

    def show_terrain(self, name: str) -> None:
        """Show the terrain with this name; what was typed for another one is forgotten."""
        if name != self._name:
            self._name = name
            for field in (self.cost, self.requires, self.colour):
                field.forget()
        terrain = terrain_named(self.bench.document.level.settings, name)
        self.cost.show_value(terrain.cost)
        self.requires.show_value(terrain.needs)
        self.slows.show_value(terrain.slows)
        self.colour.show_value(terrain.colour)
        self.refresh()

    def _follow(self, _: object = None) -> None:
        if self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while nobody looked."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Count what is of the terrain, if the level or the terrain is another one."""
        level, known = self.bench.document.level, self._counted
        if not self.isVisible() or (known and known[0] is level and known[1] == self._name):
            return
        self._counted = (level, self._name)
        self.uses.setText(say.used(*operations.uses_of(level, self._name)))

    # Changing.

    def _begin(self) -> None:
        self._merge_key = self.bench.document.new_merge_key()

    def _commit_cost(self, cost: float) -> None:
        self._commit("cost", cost, merges=self.cost.turning)

    def _commit(self, field: str, value: Any, *, merges: bool = False) -> None:
        self.bench.canvas.settle()
        document = self.bench.document
        edit = operations.change_terrain(document.level, self._name, **{field: value})
        document.commit(edit, merge_key=self._merge_key if merges else 0)
        self.show_terrain(self._name)

    def _choose_colour(self) -> None:
        """Let a colour be chosen; it is taken when the dialog is left with it."""
        terrain = terrain_named(self.bench.document.level.settings, self._name)
        dialog = QColorDialog(QColor(terrain.colour or colour_of_cost(terrain.cost)), self)
        dialog.setWindowTitle(tr("Colour of {0}").format(self._name))
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
        dialog.colorSelected.connect(lambda colour: self._commit("colour", colour.name()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _refuse(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))
