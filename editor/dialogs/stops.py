"""Dialog for stops: how long agents pause there, and in which direction they look."""

import math
from collections.abc import Iterable
from typing import ClassVar

from msgspec import UNSET, UnsetType
from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from editor.actions.routes import chosen_stops, routed
from editor.actions.workbench import Workbench
from editor.dialogs.dialog import Dialog
from editor.look.boxes import fill, vertical
from editor.look.fields import exact_text
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, named
from editor.numbers import evaluate
from navcore.errors import NavcoreError
from navcore.i18n import mark, several, tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Stop
from navcore.level.naming import called
from navcore.level.operations import set_stops


class StopsDialog(Dialog):
    """Asks for pause and direction; an empty field leaves it to the agent, or to the path.

    Fields that nobody types in change nothing: of several stops, each keeps its own value.
    """

    name: ClassVar[str] = "stops"
    title: ClassVar[str] = mark("Pause and look direction")
    over_docks: ClassVar[bool] = True
    about_selection: ClassVar[bool] = True

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """About the selected stops, or all stops of the selected agents and routes."""
        super().__init__(bench, parent)
        self._level, self._edit = bench.document.level, Edit()
        routes = routed(bench)
        every = {one.id: frozenset(range(len(one.goals))) for one in routes}
        self._stops = dict(chosen_stops(bench)) or every
        self.headline = make_label(name="headline")
        count = sum(map(len, self._stops.values()))
        of = called([one for one in routes if one.id in self._stops])
        self.headline.setText(tr("{0} of {1}").format(several(count, "1 stop", "{0} stops"), of))
        owners = {one.id: one for one in routes}
        stops = [owners[i].stop(n) for i, at in self._stops.items() for n in sorted(at)]
        self._typed: set[QLineEdit] = set()
        waits = {one.wait for one in routes if isinstance(one, Agent) and one.id in self._stops}
        wait = f"{exact_text(waits.pop())} s" if len(waits) == 1 else tr("the agent's own wait")
        self.pause = self._field(tr("Pause"), (stop.pause for stop in stops), wait)
        self.look = self._field(tr("Look"), map(_degrees, stops), tr("along the path"))
        self.outcome = make_label(wraps=True)
        self.make = make_button(tr("Set"), self._make)
        self._lay_out()
        self.pause.setFocus()
        self.pause.selectAll()
        self._refresh()

    def _field(self, title: str, values: Iterable[float | None], empty: str) -> QLineEdit:
        """Return a field with the value that all have; `empty` says what none means."""
        found = {*values}
        is_mixed = len(found) > 1
        value = found.pop() if len(found) == 1 else None
        field = named(QLineEdit("" if value is None else exact_text(value)), title)
        field.setPlaceholderText(tr("several values") if is_mixed else empty)
        field.setFixedHeight(SIZE.field)

        def typed(_: str) -> None:
            self._typed.add(field)
            field.setPlaceholderText(empty)
            self._refresh()

        field.textChanged.connect(typed)
        return field

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(SIZE.margin)
        form.setVerticalSpacing(SIZE.related)
        for title, field in ((tr("Pause, s"), self.pause), (tr("Look, °"), self.look)):
            label = make_label(title, buddy=field)
            # As high as the field, or a form puts its text a little above that of the field.
            label.setFixedHeight(SIZE.field)
            form.addRow(label, field)
        self.outcome.setFixedHeight(2 * self.outcome.fontMetrics().lineSpacing())
        column = vertical(self, gap=SIZE.group, margins=SIZE.dialog)
        fill(column, self.headline, form, self.outcome, self.foot(self.make))

    def _refresh(self) -> None:
        """Show the stops as they would be, or say why they can't."""
        fault = ""
        try:
            look, pause = self._read(self.look, "°"), self._read(self.pause, "s")
            facing = math.radians(look) if isinstance(look, float) else look
            self._edit = set_stops(self._level, self._stops, pause=pause, facing=facing)
        except NavcoreError as refusal:
            self._edit, fault = Edit(), str(refusal)
        self.show_edit(self._edit)
        self.make.setEnabled(not fault)
        self.outcome.setObjectName("fault" if fault else "label")
        self.outcome.style().unpolish(self.outcome)
        self.outcome.style().polish(self.outcome)
        self.outcome.setText(fault or tr("0° is right, 90° is up. Empty: along the path."))

    def _read(self, field: QLineEdit, unit: str) -> float | UnsetType | None:
        """Return the typed number; None if the field was emptied, UNSET if nobody typed in it.

        Raises:
            NavcoreError: if the text is not a number.
        """
        if field not in self._typed:
            return UNSET
        text = field.text()
        return float(evaluate(text, unit=unit)) if text.strip() else None

    def _make(self) -> None:
        self.take(self._edit)


def _degrees(stop: Stop) -> float | None:
    return None if stop.facing is None else round(math.degrees(stop.facing), 9) + 0.0


DIALOGS = (StopsDialog,)
