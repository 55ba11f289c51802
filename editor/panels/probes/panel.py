"""Facts about the probe's path, paths to compare with, and pinned probes."""

from typing import ClassVar, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent

from editor.actions.probe import can_pin, pin_probe, unpin_all
from editor.actions.workbench import Workbench
from editor.canvas.overlays.path import PathCellsOverlay
from editor.canvas.overlays.visited import VisitedOverlay
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from editor.panels.panel import Panel, Place
from editor.panels.probes.passed import PassedBy
from editor.panels.probes.rows import ProbeRow, box_of, rows_of
from editor.panels.probes.table import ProbeModel, probe_table
from editor.services.clearances import Widths
from navcore.i18n import mark, tr
from navcore.level.model import Profile

FOLLOW_MS: Final = 150
"""While something is dragged the panel follows so often."""
NEXT_MS: Final = 20
"""Milliseconds between the rounds in which it looks up what many paths pass."""

_MOST_WIDTHS: Final = 8
"""Most types and states whose widths are cached, besides the shown one."""

_LENT: Final = (PathCellsOverlay.name, VisitedOverlay.name)
"""Overlays that are shown while the panel is visible."""


class ProbesPanel(Panel):
    """A table of probes above buttons for the selected path."""

    name: ClassVar[str] = "probes"
    title: ClassVar[str] = mark("Probes")
    place: ClassVar[Place] = "bottom"
    order: ClassVar[int] = 6

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level, or its run."""
        super().__init__(bench)
        self.model = ProbeModel()
        self.table = probe_table(self.model)
        self.empty = make_label(
            tr("No path yet. Press Q and drag from one place to another; Enter pins the path."),
            wraps=True,
        )
        self.pin_button = make_button(
            tr("Pin"), lambda _: pin_probe(bench), takes_enter=False,
            tip=tr("Keep the probe's path visible while you probe others"),
        )  # fmt: skip
        self.remove_button = make_button(
            tr("Remove"), lambda _: self._remove(self.table.row), takes_enter=False,
            tip=tr("Remove the chosen pinned probe"),
        )  # fmt: skip
        self.clear_button = make_button(
            tr("Remove all"), lambda _: unpin_all(bench), takes_enter=False,
            tip=tr("Remove all pinned probes"),
        )  # fmt: skip
        self.show_button = make_button(
            tr("Show"), lambda _: self._show(self.table.row), takes_enter=False,
            tip=tr("Bring the chosen path into view"),
        )  # fmt: skip
        self.narrow_button = make_button(
            tr("Narrowest"), lambda _: self._show_narrow(self.table.row),
            takes_enter=False, tip=tr("Bring the narrowest place on the chosen path into view"),
        )  # fmt: skip
        self._passed_by = PassedBy(bench, self.widths_of)
        self._widths: dict[tuple[Profile | None, str], Widths] = {}
        """Widths by agent type and state, for those that are not shown."""
        self.soon = QTimer(self, singleShot=True)
        """Runs while something is to be shown that is not shown yet."""
        self.soon.timeout.connect(self.refresh)
        self._lay_out()
        self.table.chosen.connect(self._choose)
        self.table.wanted.connect(self._show)
        self.table.unwanted.connect(self._remove)
        self.table.left.connect(self.leave)
        for changed in (
            bench.probe.changed, bench.run.switches.baked, bench.document.loaded,
            bench.document.settled,
            bench.bake.shown_floor.changed, bench.bake.widths.latest.arrived,
        ):  # fmt: skip
            changed.connect(self._follow_soon)
        self.refresh()

    def _lay_out(self) -> None:
        buttons = horizontal(gap=SIZE.related, margins=(SIZE.margin, SIZE.inside, SIZE.margin, 0))
        fill(
            buttons, self.pin_button, self.show_button, self.narrow_button, self.remove_button,
            self.clear_button, STRETCH,
        )  # fmt: skip
        self.empty.setContentsMargins(SIZE.margin, SIZE.related, SIZE.margin, 0)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        fill(vertical(self, gap=SIZE.inside, margins=0), buttons, (self.empty, 1), (self.table, 1))

    # Following.

    def _follow_soon(self, _: object = None) -> None:
        if self.isVisible() and not self.soon.isActive():
            self.soon.start(FOLLOW_MS)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the cells of the search on the canvas, too, as long as the panel is seen."""
        super().showEvent(event)
        for name in _LENT:
            self.bench.canvas.shown.lend(name, shown=True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Another tab, or no panels."""
        for name in _LENT:
            self.bench.canvas.shown.lend(name, shown=False)
        self.bench.probe.pins.pick(None)
        super().hideEvent(event)

    def refresh(self) -> None:
        """Show the known facts."""
        self.soon.stop()
        dragging = self.bench.document.dragging
        rows = rows_of(self.bench, self._passed_by, self.model.rows if dragging else ())
        self.table.show_rows(rows)
        if self._passed_by.is_behind:
            self.soon.start(NEXT_MS)
        self.empty.setVisible(not rows)
        self.table.setVisible(bool(rows))
        self._show_buttons()

    def widths_of(self, profile: Profile | None, state: str | None) -> Widths:
        """Return the canvas's widths, or those of another service for other types and states."""
        document, shown = self.bench.document, self.bench.bake.shown_floor
        here = state in {None, document.state.name}
        if here and profile == shown.profile_in(document.level.settings):
            return self.bench.bake.widths
        key = (profile, document.state.name if state is None else state)
        if key not in self._widths:
            if len(self._widths) == _MOST_WIDTHS:
                self._widths.pop(next(iter(self._widths))).latest.close()
            widths = self._widths[key] = Widths(self.bench.bake.scheduler, self.bench.bake.measured)
            widths.changed.connect(self._follow_soon)
        return self._widths[key]

    def _show_buttons(self) -> None:
        row = self.table.row
        self.pin_button.setEnabled(can_pin(self.bench))
        self.show_button.setEnabled(row is not None)
        self.narrow_button.setEnabled(row is not None and row.narrow is not None)
        self.remove_button.setEnabled(row is not None and row.number is not None)
        self.clear_button.setEnabled(bool(self.bench.probe.pins.pins))

    # Choosing rows.

    def _choose(self, row: ProbeRow | None) -> None:
        self.bench.probe.pins.pick(None if row is None else row.number)
        self._show_buttons()

    def _show(self, row: ProbeRow | None) -> None:
        if row is not None:
            self._go_to_storey(row)
            self.bench.canvas.frame_box(box_of(row))

    def _show_narrow(self, row: ProbeRow | None) -> None:
        if row is not None and row.narrow is not None:
            self._go_to_storey(row)
            self.bench.canvas.viewport.bring_into_view(row.narrow)

    def _go_to_storey(self, row: ProbeRow) -> None:
        storey = self.bench.document.storey
        if storey.name not in {None, row.layer}:
            storey.show(row.layer)

    def _remove(self, row: ProbeRow | None) -> None:
        if row is not None and row.number is not None:
            self.bench.probe.pins.remove(row.number)


PANELS = (ProbesPanel,)
