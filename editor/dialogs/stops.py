"""Dialog for stops: how long agents pause there, and in which direction they look."""

import math
from collections.abc import Iterable
from typing import ClassVar

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
    """Asks for pause and direction; an empty field leaves it to the agent, or to the path."""

    name: ClassVar[str] = "stops"
    title: ClassVar[str] = mark("Pause and look")
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
        self.pause = self._field(tr("Pause"), (stop.pause for stop in stops))
        self.look = self._field(tr("Look"), map(_degrees, stops))
        waits = {one.wait for one in routes if isinstance(one, Agent) and one.id in self._stops}
        wait = f"{exact_text(waits.pop())} s" if len(waits) == 1 else tr("as the agent waits")
        self.pause.setPlaceholderText(wait)
        self.look.setPlaceholderText(tr("along the path"))
        self.outcome = make_label(wraps=True)
        self.make = make_button(tr("Set"), self._make)
        self._lay_out()
        self.pause.textChanged.connect(self._refresh)
        self.look.textChanged.connect(self._refresh)
        self.pause.setFocus()
        self.pause.selectAll()
        self._refresh()

    def _field(self, title: str, values: Iterable[float | None]) -> QLineEdit:
        """Return a field with the value that all have; empty where there is none."""
        found = {*values}
        value = found.pop() if len(found) == 1 else None
        field = named(QLineEdit("" if value is None else exact_text(value)), title)
        field.setFixedHeight(SIZE.field)
        return field

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(SIZE.margin)
        form.setVerticalSpacing(SIZE.related)
        for title, field in ((tr("Pause, s"), self.pause), (tr("Look, °"), self.look)):
            form.addRow(make_label(title, buddy=field), field)
        self.outcome.setFixedHeight(2 * self.outcome.fontMetrics().lineSpacing())
        column = vertical(self, gap=SIZE.group, margins=SIZE.dialog)
        fill(column, self.headline, form, self.outcome, self.foot(self.make))

    def _refresh(self) -> None:
        """Show the stops as they would be, or say why they can't."""
        fault = ""
        try:
            look = _read(self.look.text(), "°")
            facing = None if look is None else math.radians(look)
            pause = _read(self.pause.text(), "s")
            self._edit = set_stops(self._level, self._stops, pause=pause, facing=facing)
        except NavcoreError as refusal:
            self._edit, fault = Edit(), str(refusal)
        self.show_edit(self._edit)
        self.make.setEnabled(not fault)
        self.outcome.setObjectName("fault" if fault else "label")
        self.outcome.style().unpolish(self.outcome)
        self.outcome.style().polish(self.outcome)
        self.outcome.setText(fault or tr("0° is right, 90° is up. Empty: along the path."))

    def _make(self) -> None:
        self.take(self._edit)


def _read(text: str, unit: str) -> float | None:
    """Return the typed number; None if the field is empty.

    Raises:
        NavcoreError: if the text is not a number.
    """
    return evaluate(text, unit=unit) if text.strip() else None


def _degrees(stop: Stop) -> float | None:
    return None if stop.facing is None else round(math.degrees(stop.facing), 9) + 0.0


DIALOGS = (StopsDialog,)
