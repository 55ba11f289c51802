"""Terrain costs of an agent type: one terrain at a time, and a list of differing costs."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.actions.workbench import Workbench
from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields import ChoiceBox, Field, number_text, read_number
from editor.look.style import SIZE
from editor.look.widgets import make_label, named
from editor.tools.messages import terrain as say
from navcore.i18n import tr
from navcore.level.limits import LIMITS
from navcore.level.model import Settings
from navcore.level.operations import terrains as operations
from navcore.level.profiles import profile_named
from navcore.level.tiles import terrain_named


class TypeCosts(QWidget):
    """A choice of terrain and its cost for the type; an empty field means the terrain's cost."""

    left = Signal(object)
    """The focus is to go back to the canvas."""
    refused = Signal(object)
    """Why a cost is refused, empty when all is well again."""

    def __init__(self, bench: Workbench) -> None:
        """Start without a type."""
        super().__init__()
        self._bench, self._type = bench, ""
        self.terrain: ChoiceBox = named(ChoiceBox(), tr("Terrain of which the cost is set"))
        self.terrain.view().setAccessibleName(self.terrain.accessibleName())
        self.terrain.take = lambda _: self._show_cost()
        # As narrow as the panel may become.
        self.terrain.setSizeAdjustPolicy(
            ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.terrain.setFixedHeight(SIZE.field)
        self.terrain.left.connect(self.left)
        self.cost: Field = named(
            Field(parse=_cost, show=_text),
            tr("Cost for this agent type"),
            tr("Cost of the chosen terrain for this type; empty: what the terrain says"),
        )
        self.cost.take = self._commit
        self.cost.refused.connect(self.refused)
        self.cost.left.connect(self.left)
        self.listed = make_label(wraps=True)
        pair = fill(horizontal(gap=SIZE.related, margins=0), (self.terrain, 1), (self.cost, 1))
        fill(vertical(self, gap=SIZE.inside, margins=0), pair, self.listed)
        self.setFocusProxy(self.terrain)

    def show_type(self, name: str) -> None:
        """Show the costs of the type with this name; drop typed text for another one."""
        if name != self._type:
            self._type = name
            self.cost.forget()
        names = [terrain.name for terrain in self._settings.all_terrains]
        chosen = self._chosen if self._chosen in names else names[0]
        self.terrain.set_choices((one, one) for one in names)
        self.terrain.show_value(chosen)
        self._show_cost()

    @property
    def _chosen(self) -> str:
        """The name of the terrain whose cost is shown."""
        return str(self.terrain.currentData())

    @property
    def _settings(self) -> Settings:
        return self._bench.document.level.settings

    def _show_cost(self) -> None:
        profile = profile_named(self._settings.profiles, self._type)
        costs = {} if profile is None else profile.costs
        name = self._chosen
        usual = say.factor(terrain_named(self._settings, name).cost)
        self.cost.set_hint(usual)
        self.cost.show_value(costs.get(name))
        self.listed.setText(say.own_costs(costs))

    def _commit(self, cost: float | None) -> None:
        self._bench.canvas.settle()
        document = self._bench.document
        document.commit(operations.set_cost(document.level, self._type, self._chosen, cost))
        self._show_cost()


def _cost(text: str) -> float | None:
    limit = LIMITS["cost"]
    if not text.strip():
        return None
    return read_number(text, unit="", least=limit.least, most=limit.greatest, this=None)


def _text(value: object) -> str:
    return number_text(value, "") if isinstance(value, int | float) else ""
