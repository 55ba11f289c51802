"""What fits: the needed widths, choke points, and another radius to try."""

from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QWidget

from editor.actions.workbench import Workbench
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Elided, number_text
from editor.look.style import SIZE
from editor.look.widgets import make_choice, make_label
from editor.panels.fit import messages as say
from editor.panels.fit.bins import Bins, bins_of
from editor.panels.fit.choke_points import ChokePoints, ChokeTable, rows_like
from editor.panels.fit.needed import GapTable
from editor.panels.fit.radius import RadiusTrial
from editor.panels.panel import Panel, Place, scrolled
from editor.services.fit_facts import FitFacts
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Agent
from navcore.level.operations.profiles import change_profile
from navcore.level.profiles import profile_named
from navcore.proof.clearances import Kind, Passage, limits_of

if TYPE_CHECKING:
    from editor.look.plots.bars import BarChart

FOLLOW_MS: Final = 150
"""While something is dragged the panel follows so often."""

STACKS: Final[tuple[tuple[Kind, str, Qt.BrushStyle], ...]] = (
    ("never", "error", Qt.BrushStyle.DiagCrossPattern),
    ("by luck", "warn", Qt.BrushStyle.BDiagPattern),
    ("always", "ok", Qt.BrushStyle.SolidPattern),
)
"""Stacks of the histogram, from the bottom up: verdict, colour token and pattern."""


class FitPanel(Panel):
    """Three columns: radii with their widths, the narrow places, a histogram of widths."""

    name: ClassVar[str] = "fit"
    title: ClassVar[str] = mark("Fit")
    place: ClassVar[Place] = "bottom"
    order: ClassVar[int] = 4

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__(bench)
        self.gaps = GapTable()
        self.trial = RadiusTrial(
            bench.bake.shown_floor, lambda: bench.document.level, lambda: bench.run.switches.world,
            self._use, self.leave,
        )  # fmt: skip
        self.model = ChokePoints(lambda: bench.document.level)
        self.table = ChokeTable(self.model)
        self.empty = make_label(
            tr("No narrow places: nothing stands close to anything else."), wraps=True
        )
        self.order_by = make_choice(
            tr("Order of the list"), [tr("Narrowest first"), tr("Most paths first")]
        )
        self.counted = Elided()
        """Number and kind of the counted paths."""
        self.lost = Elided()
        """Losses with the radius that is tried."""
        self.chart: BarChart | None = None
        """Histogram of gaps by width; made when it is first shown."""
        self._bins: Bins = bins_of(())
        self._shown: tuple[object, ...] = ()
        self._picks = False
        """True while rows are selected because a bar was."""
        self.soon = QTimer(self, singleShot=True, interval=FOLLOW_MS)
        """Runs while something is to be shown that is not shown yet."""
        self.soon.timeout.connect(self.refresh)
        self._lay_out()
        self._show_needed()
        self.table.chosen.connect(self._choose)
        self.table.wanted.connect(self._bring_into_view)
        self.table.left.connect(self.leave)
        self.order_by.currentIndexChanged.connect(self._follow_soon)
        bench.bake.fit.changed.connect(self._follow_soon)
        bench.document.settled.connect(self._follow_soon)
        bench.document.changed.connect(self._follow)
        bench.document.loaded.connect(self._follow_soon)
        bench.bake.shown_floor.changed.connect(self._show_needed)
        bench.bake.widths.latest.arrived.connect(self._follow_soon)

    def _lay_out(self) -> None:
        left = QWidget()
        margins = (SIZE.margin, SIZE.inside, SIZE.margin, SIZE.related)
        column = vertical(left, gap=SIZE.related, margins=margins)
        fill(column, self.trial, self.gaps, STRETCH)
        radii = scrolled(left)
        radii.setMinimumWidth(SIZE.fit_radii)
        radii.setMaximumWidth(SIZE.fit_radii_most)
        places = QWidget()
        self.empty.setContentsMargins(SIZE.related, SIZE.related, SIZE.related, 0)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        margins = (SIZE.related, SIZE.inside, SIZE.related, SIZE.inside)
        self.order_by.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        foot = horizontal(gap=SIZE.related, margins=margins)
        fill(foot, self.order_by, self.counted, (self.lost, 1))
        fill(vertical(places, gap=0, margins=0), self.empty, (self.table, 1), foot)
        self._chart_room = QWidget()
        self._chart_room.setMinimumWidth(1)
        vertical(self._chart_room, gap=0, margins=(SIZE.related, 0, SIZE.margin, 0))
        fill(horizontal(self, gap=0, margins=0), (radii, 3), (places, 5), (self._chart_room, 3))

    # Following.

    def _follow(self, edit: Edit) -> None:
        changed = (*edit.before.values(), *edit.after.values())
        if SETTINGS_ID in edit.after or any(isinstance(item, Agent) for item in changed):
            self.trial.refresh()
            self._show_needed()
        self._follow_soon()

    def _show_needed(self, _: object = None) -> None:
        """The widths that are needed, for the type or radius that is shown."""
        settings = self.bench.document.level.settings
        self.gaps.show_limits(settings, self.bench.bake.shown_floor.radius_in(settings))
        self._follow_soon()

    def _follow_soon(self, _: object = None) -> None:
        if self.isVisible() and not self.soon.isActive():
            self.soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the widths on the canvas, too, as long as the panel is seen."""
        super().showEvent(event)
        if self.chart is None:
            self._make_chart()
        self.trial.refresh()
        self.bench.bake.widths.watch(watched=True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Another tab, or no panels."""
        self.soon.stop()
        self.bench.bake.widths.watch(watched=False)
        self.bench.bake.widths.show_traffic(None)
        super().hideEvent(event)

    def _make_chart(self) -> None:
        from editor.look.plots.bars import BarChart  # noqa: PLC0415  It takes 0.4 s to import.

        chart = self.chart = BarChart(tr("Number of gaps by width"), tr("m wide"))
        chart.setToolTip(tr("Click a bar to choose its gaps in the list"))
        chart.picked.connect(self._pick_bar)
        chart.left.connect(self.leave)
        layout = self._chart_room.layout()
        assert layout is not None
        layout.addWidget(chart)

    def refresh(self) -> None:
        """Show the narrow places as they are known now."""
        self.soon.stop()
        level = self.bench.document.level
        profile = self.bench.bake.shown_floor.profile_in(level.settings)
        passages = self.bench.bake.widths.of(level, profile)
        facts = self._facts(passages)
        shown = (passages, level.settings, profile, facts, self.order_by.currentIndex() == 1)
        if all(a is b for a, b in zip(shown, self._shown or (None,) * 5, strict=True)):
            return
        self._shown = shown
        chosen = self.bench.bake.widths.picked
        self._picks = True
        if self._by_traffic and facts is not None:
            passages = tuple(sorted(passages, key=lambda one: -facts.through(one)))
        self.model.show(passages)
        self.model.show_traffic(facts)
        self.table.choose(rows_like(passages, chosen))
        self._picks = False
        self.bench.bake.widths.show_traffic(facts if self._by_traffic else None)
        self._tell(facts)
        self.bench.bake.widths.pick([self.model.passages[row] for row in self.table.rows])
        self.empty.setVisible(not passages)
        self.table.setVisible(bool(passages))
        self._show_bars()

    @property
    def _by_traffic(self) -> bool:
        """True if the list begins with the gaps that most paths lead through."""
        return self.order_by.currentIndex() == 1

    def _facts(self, passages: tuple[Passage, ...]) -> FitFacts | None:
        """Return traffic and losses; None during a drag, or until they are known."""
        world, shown = self.bench.bake.world, self.bench.bake.shown_floor
        if self.bench.document.dragging or world.level is not self.bench.document.level:
            return None
        settings = world.level.settings
        own = profile_named(settings.profiles, shown.type_name) if shown.type_name else None
        tried = shown.profile_in(settings)
        if shown.tried is None:
            own = tried
        return self.bench.bake.fit.of(world, own, tried, passages)

    def _tell(self, facts: FitFacts | None) -> None:
        """Show the number of paths, and the rooms lost with the radius that is tried."""
        self.counted.setText("" if facts is None else say.counted(facts))
        self.counted.setToolTip(say.counted_tip())
        level, tried = self.bench.document.level, self.bench.bake.shown_floor.tried
        self.lost.setText("" if facts is None or tried is None else say.lost(facts.lost, level))

    def _show_bars(self) -> None:
        if self.chart is None:
            return
        from editor.look.plots.bars import Limit, Stack  # noqa: PLC0415  As above.

        self._bins = bins = bins_of(self.model.passages)
        stacks = [Stack(bins.counts[key], token, pattern) for key, token, pattern in STACKS]
        settings = self.bench.document.level.settings
        limits = limits_of(settings, radius=self.bench.bake.shown_floor.radius_in(settings))
        may, always = limits.can_pass_from, limits.always_from
        told, sure = number_text(may, "m"), number_text(always, "m")
        lines = (
            Limit(may, tr("may pass {0}").format(told), told, "warn", (4, 3)),
            Limit(always, tr("always {0}").format(sure), sure, "ok"),
        )
        self.chart.show_bars(bins.size, stacks, lines)

    # Choosing gaps.

    def _use(self, radius: float) -> None:
        """Make a radius that of the type that is shown."""
        self.bench.canvas.settle()
        document, name = self.bench.document, self.bench.bake.shown_floor.type_name
        document.commit(change_profile(document.level, name, radius=radius))

    def _pick_bar(self, bar: int) -> None:
        """Select the gaps of a bar; show the narrowest one."""
        passages = self.model.passages
        rows = [n for n, one in enumerate(passages) if self._bins.bar_of(one.width) == bar]
        self._picks = True
        self.table.choose(rows)
        self._picks = False
        self.bench.bake.widths.pick([passages[row] for row in rows])
        if rows:
            self._bring_into_view(passages[rows[0]])

    def _choose(self, passages: tuple[Passage, ...]) -> None:
        if self._picks:
            return
        self.bench.bake.widths.pick(passages)
        if self.chart is not None:
            bars = {self._bins.bar_of(passage.width) for passage in passages}
            self.chart.choose(bars.pop() if len(bars) == 1 else None)

    def _bring_into_view(self, passage: Passage) -> None:
        self.bench.canvas.viewport.bring_into_view(passage.place)


PANELS = (FitPanel,)
