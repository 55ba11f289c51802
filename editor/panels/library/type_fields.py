"""What an agent type is: radius, abilities, neighbours, and which agents are of it."""

from functools import partial
from typing import Any, Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from editor.actions.workbench import Workbench
from editor.look import boxes
from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields import ChoiceBox, Field, number_field
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, named
from editor.panels.library.type_costs import TypeCosts
from editor.panels.library.words import as_words, from_words
from editor.tools.tool import Select
from navcore.i18n import several, tr
from navcore.level.model import Level, Profile
from navcore.level.operations import profiles as operations
from navcore.level.profiles import profile_named

COUNT_MS: Final = 200
"""Agents are counted again so long after an edit."""
_SAME: Final = 1e-9
"""Metres by which radii that are meant to be the same may differ."""


class TypeFields(QWidget):
    """The fields of one type of the level; each committed value is one undo step."""

    said = Signal(object)
    """A sentence for the status bar."""
    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self, bench: Workbench) -> None:
        """Of no type yet."""
        super().__init__()
        self.bench = bench
        self._name = ""
        self._merge_key = 0
        self._counted: tuple[Level, str] | None = None
        meaning = tr("Half the width of the agents that the floor is baked for")
        self.radius: Field = named(number_field(step=0.05), tr("Radius of the agent type"), meaning)
        self.radius.take = self._commit_radius
        self.abilities: Field = named(
            Field(parse=as_words, show=from_words), tr("Abilities of the agent type")
        )
        self.abilities.offer(self._known_abilities, parted=True)
        self.abilities.set_hint(tr("None"))
        self.abilities.take = partial(self._commit, "abilities")
        self.neighbours: ChoiceBox = named(
            ChoiceBox(((8, tr("8, diagonally too")), (4, tr("4, never diagonally")))),
            tr("Neighbours of a cell that paths go to"),
        )
        self.neighbours.view().setAccessibleName(self.neighbours.accessibleName())
        self.neighbours.take = partial(self._commit, "neighbours")
        self.costs = TypeCosts(bench)
        self.costs.left.connect(self.left)
        self.costs.refused.connect(self._refuse)
        self.fault = make_label(name="fault", wraps=True)
        self.fault.hide()
        for field in (self.radius, self.abilities):
            field.entered.connect(self._begin)
            field.refused.connect(self._refuse)
        for control in (self.radius, self.abilities, self.neighbours):
            control.left.connect(self.left)
        self._make_counts()
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=COUNT_MS)
        self._soon.timeout.connect(self.refresh)
        bench.document.changed.connect(self._follow)

    def _make_counts(self) -> None:
        self.users, self.others = make_label(wraps=True), make_label(wraps=True)
        self.select_users = make_button(tr("Select"), partial(self._select, others=False))
        self.select_others = make_button(tr("Select"), partial(self._select, others=True))
        named(self.select_users, tr("Select the agents of this type"))
        named(self.select_others, tr("Select the agents of another radius"))

    def _lay_out(self) -> None:
        grid = boxes.grid(gaps=(SIZE.margin, SIZE.inside), wide=1)
        grid.setColumnMinimumWidth(0, SIZE.label_column)
        rows: tuple[tuple[str, QWidget], ...] = (
            (tr("Radius"), self.radius),
            (tr("Abilities"), self.abilities),
            (tr("Neighbours"), self.neighbours),
            (tr("Costs"), self.costs),
        )
        for row, (title, control) in enumerate(rows):
            grid.addWidget(make_label(title, buddy=control), row, 0)
            grid.addWidget(control, row, 1)
        grid.addWidget(self.fault, len(rows), 1)
        column = fill(vertical(self, gap=SIZE.related, margins=0), grid)
        for text, button in ((self.users, self.select_users), (self.others, self.select_others)):
            column.addLayout(fill(horizontal(gap=SIZE.related), (text, 1), button))

    # Showing.

    def show_type(self, name: str) -> None:
        """Show the type with this name; what was typed for another one is forgotten."""
        if name != self._name:
            self._name = name
            for field in (self.radius, self.abilities):
                field.forget()
        settings = self.bench.document.level.settings
        profile = profile_named(settings.profiles, name) or Profile()
        self.radius.show_value(operations.type_radius(settings, name))
        self.abilities.show_value(profile.abilities)
        self.neighbours.show_value(profile.neighbours)
        self.costs.show_type(name)
        tips = {
            self.abilities: tr(
                "What it can do besides walking: words parted by commas. Areas and doors may "
                "require some"
            ),
            self.neighbours: tr("Paths go to all eight cells around a cell, or to four of them"),
            self.costs: "",
        }
        plain = tr("The Standard type has none. Add an agent type for those that differ")
        for control, tip in tips.items():
            control.setEnabled(bool(name))
            control.setToolTip(tip if name else plain)
        self.refresh()

    def _follow(self, _: object = None) -> None:
        if self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while nobody looked."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Count the agents of the type, if the level or the type is another one."""
        counted = (self.bench.document.level, self._name)
        known = self._counted
        if known is not None and known[0] is counted[0] and known[1] == counted[1]:
            return
        self._counted = counted
        users, others = self._agents(others=False), self._agents(others=True)
        self.users.setText(several(len(users), "1 agent is of it", "{0} agents are of it"))
        self.others.setText(
            several(len(others), "1 has another radius", "{0} of them have other radii")
        )
        self.select_users.setEnabled(bool(users))
        for widget in (self.others, self.select_others):
            widget.setVisible(bool(others))

    def _agents(self, *, others: bool) -> frozenset[int]:
        """The agents of the type; `others`: those whose radius differs from its own."""
        level = self.bench.document.level
        radius = operations.type_radius(level.settings, self._name)
        return frozenset(
            agent.id
            for agent in operations.agents_of(level, self._name)
            if not others or abs(agent.radius - radius) > _SAME
        )

    # Changing.

    def _known_abilities(self) -> tuple[str, ...]:
        return operations.abilities_in(self.bench.document.level)

    def _begin(self) -> None:
        self._merge_key = self.bench.document.new_merge_key()

    def _commit_radius(self, radius: float) -> None:
        self._commit("radius", radius, merges=self.radius.turning)

    def _commit(self, field: str, value: Any, *, merges: bool = False) -> None:
        self.bench.canvas.settle()
        document = self.bench.document
        edit = operations.change_profile(document.level, self._name, **{field: value})
        document.commit(edit, merge_key=self._merge_key if merges else 0)
        self.show_type(self._name)

    def _refuse(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))

    def _select(self, _: object = None, *, others: bool) -> None:
        self.bench.canvas.settle()
        ids = self._agents(others=others) - self.bench.document.hidden
        self.bench.canvas.gestures.select(Select(ids))
        self.bench.commands.refresh_soon()
