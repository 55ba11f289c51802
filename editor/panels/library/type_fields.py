"""Fields of an agent type: radius, abilities, neighbours, and its agents."""

from functools import partial
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.actions.workbench import Workbench
from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields import ChoiceBox, Field, number_field
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, named
from editor.panels.library.field_rows import FieldRows
from editor.panels.library.type_costs import TypeCosts
from editor.panels.library.words import as_words, from_words
from editor.panels.recount import Recount
from editor.tools.tool import Select
from navcore.i18n import several, tr
from navcore.level.model import Profile
from navcore.level.operations import profiles as operations
from navcore.level.profiles import profile_named

_SAME: Final = 1e-9
"""Difference in metres up to which two radii count as equal."""


class TypeFields(QWidget):
    """The fields of one type of the level; each committed value is one undo step."""

    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self, bench: Workbench) -> None:
        """Start without a type."""
        super().__init__()
        self.bench = bench
        self._name = ""
        meaning = tr("Half the width of the agents that the floor is baked for")
        self.radius: Field = named(number_field(step=0.05), tr("Radius of the agent type"), meaning)
        self.radius.take = lambda radius: self._commit(self.radius, radius=radius)
        self.abilities: Field = named(
            Field(parse=as_words, show=from_words), tr("Abilities of the agent type")
        )
        self.abilities.offer(self._known_abilities, parted=True)
        self.abilities.set_hint(tr("None"))
        self.abilities.take = lambda abilities: self._commit(abilities=abilities)
        self.neighbours: ChoiceBox = named(
            ChoiceBox(((8, tr("8, diagonally too")), (4, tr("4, never diagonally")))),
            tr("Neighbours of a cell that paths go to"),
        )
        self.neighbours.view().setAccessibleName(self.neighbours.accessibleName())
        self.neighbours.take = lambda count: self._commit(neighbours=count)
        self.costs = TypeCosts(bench)
        self.rows = FieldRows(bench)
        self.rows.add(tr("Radius"), self.radius)
        self.rows.add(tr("Abilities"), self.abilities)
        self.rows.add(tr("Neighbours"), self.neighbours)
        self.rows.add(tr("Costs"), self.costs)
        self.rows.left.connect(self.left)
        self._make_counts()
        column = fill(vertical(self, gap=SIZE.related, margins=0), self.rows)
        for text, button in ((self.users, self.select_users), (self.others, self.select_others)):
            column.addLayout(fill(horizontal(gap=SIZE.related), (text, 1), button))
        self.recount = Recount(self, bench.document, self._count)

    def _make_counts(self) -> None:
        self.users, self.others = make_label(wraps=True), make_label(wraps=True)
        self.select_users = make_button(tr("Select"), partial(self._select, others=False))
        self.select_others = make_button(tr("Select"), partial(self._select, others=True))
        named(self.select_users, tr("Select the agents of this type"))
        named(self.select_others, tr("Select the agents of another radius"))

    # Showing.

    def show_type(self, name: str) -> None:
        """Show the type with this name; drop typed text for another one."""
        if name != self._name:
            self._name = name
            self.rows.forget()
        settings = self.bench.document.level.settings
        profile = profile_named(settings.profiles, name) or Profile()
        self.radius.show_value(operations.type_radius(settings, name))
        self.abilities.show_value(profile.abilities)
        self.neighbours.show_value(profile.neighbours)
        self.costs.show_type(name)
        tips = {
            self.abilities: tr(
                "What it can do besides walking: words separated by commas. Areas and doors may "
                "require some"
            ),
            self.neighbours: tr("Paths go to all eight cells around a cell, or to four of them"),
            self.costs: "",
        }
        plain = tr("The Standard type has none. Add an agent type for those that differ")
        for control, tip in tips.items():
            control.setEnabled(bool(name))
            control.setToolTip(tip if name else plain)
        self.recount.about(name)

    def _count(self) -> None:
        """Show the number of agents of the type, and of those with another radius."""
        users, others = self._agents(others=False), self._agents(others=True)
        self.users.setText(
            several(len(users), "1 agent has this type", "{0} agents have this type")
        )
        self.others.setText(
            several(len(others), "1 has another radius", "{0} of them have other radii")
        )
        self.select_users.setEnabled(bool(users))
        for widget in (self.others, self.select_others):
            widget.setVisible(bool(others))

    def _agents(self, *, others: bool) -> frozenset[int]:
        """Return the agents of the type; with `others`, those with another radius."""
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

    def _commit(self, field: Field | None = None, **fields: Any) -> None:
        name = self._name
        self.rows.commit(lambda level: operations.change_profile(level, name, **fields), field)
        self.show_type(name)

    def _select(self, _: object = None, *, others: bool) -> None:
        self.bench.canvas.settle()
        ids = self._agents(others=others) - self.bench.document.hidden
        self.bench.canvas.gestures.select(Select(ids))
        self.bench.commands.refresh_soon()
