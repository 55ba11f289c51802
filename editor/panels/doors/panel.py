"""Effects of doors: a list that follows the drawing; the canvas shows the chosen row."""

from typing import ClassVar

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent

from editor.actions.workbench import Workbench
from editor.canvas.camera import Box
from editor.look.boxes import fill, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.panels.doors.table import DoorModel, DoorTable
from editor.panels.panel import Panel, Place
from editor.tools.messages import door_effects as say
from navcore.i18n import mark, tr
from navcore.proof.door_effects.effects import DoorEffects
from navcore.proof.door_effects.table import DoorRow


class DoorsPanel(Panel):
    """A summary of all doors above the table."""

    name: ClassVar[str] = "doors"
    title: ClassVar[str] = mark("Doors")
    place: ClassVar[Place] = "bottom"
    order: ClassVar[int] = 3

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__(bench)
        self.model = DoorModel(lambda: bench.document.level)
        self.table = DoorTable(self.model)
        self.summary = make_label("", wraps=True)
        self._found: object = None
        self.summary.setContentsMargins(SIZE.margin, SIZE.inside, SIZE.margin, SIZE.inside)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        fill(vertical(self, gap=0, margins=0), self.summary, (self.table, 1))
        self.table.chosen.connect(self._choose)
        self.table.wanted.connect(self._go)
        self.table.left.connect(self.leave)
        bench.doors.changed.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Work out what doors do, as long as the panel is seen."""
        super().showEvent(event)
        self.bench.doors.watch(watched=True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Another tab, or no panels."""
        self.bench.doors.watch(watched=False)
        super().hideEvent(event)

    def refresh(self, _: object = None) -> None:
        """Show the known effects, and the chosen row."""
        doors = self.bench.doors
        if doors.found is not self._found:
            self._found = doors.found
            self.table.show_doors(() if doors.found is None else doors.found.rows)
        self.table.choose(doors.picked)
        self.table.setVisible(bool(self.model.rows))
        self.summary.setText(self._summary_text())

    def _summary_text(self) -> str:
        found, level = self.bench.doors.found, self.bench.document.level
        if found is None:
            return tr("Computing what the doors do.")
        if not self.model.rows:
            return tr("No doors yet. Press D and click on both sides of a gap.")
        said = say.summary(self.model.rows)
        steps = found.order.steps
        if len(steps) > 1:
            order = ", ".join(
                tr("{0} at {1}").format(", ".join(step.gained), self._places(step.gained))
                for step in steps[1:]
            )
            said += tr(". The level opens up in this order: {0}").format(order)
        return (
            tr("{0}. Measured from players and spawn points.").format(said)
            if (level.agents)
            else said + "."
        )

    def _places(self, gained: object) -> str:
        level = self.bench.document.level
        assert isinstance(gained, dict)
        ids = dict.fromkeys(one for those in gained.values() for one in those[:1])
        return ", ".join(say.name(level, one) for one in ids)

    def _choose(self, row: DoorRow | None) -> None:
        self.bench.doors.pick(() if row is None else row.doors)

    def _go(self, row: DoorRow) -> None:
        """Select the doors, and frame them with the floor that they decide on."""
        document, found = self.bench.document, self.bench.doors.found
        self.bench.canvas.settle()
        here = [one for one in row.doors if one in document.level.areas]
        if not here or found is None:
            return
        if document.storey.name is not None:
            first = document.level.areas[here[0]]
            document.storey.show(document.level.settings.layer_of(first))
        document.select(frozenset(here))
        places = [place for one in here for place in document.level.areas[one].polygon]
        self.bench.canvas.frame_box(_box_of(places, row, found.effects_of(row)))


def _box_of(places: list[tuple[float, float]], row: DoorRow, effects: DoorEffects) -> Box:
    """Return the box around places, and around the floor that a row loses or gains."""
    xs, zs = (list(one) for one in zip(*places, strict=True))
    lattice = effects.world.grid.lattice
    for layer in effects.world.level.settings.layer_names:
        for part in (row.effect.lost, row.effect.gained):
            rows, columns = np.nonzero(effects.mask(part, layer))
            if len(rows):
                low = lattice.centre_of(int(columns.min()) - 1, int(rows.min()) - 1)
                high = lattice.centre_of(int(columns.max()) - 1, int(rows.max()) - 1)
                xs += [low[0], high[0]]
                zs += [low[1], high[1]]
    return (min(xs), min(zs), max(xs), max(zs))


PANELS = (DoorsPanel,)
