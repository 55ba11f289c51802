"""The panel of a run: agents, events, crowd, times, charts and rules."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from editor.actions.why import ask_why
from editor.actions.workbench import Workbench
from editor.look.boxes import fill, horizontal, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.panels.panel import Panel, Place
from editor.panels.run.agent import AgentPage
from editor.panels.run.charts import ChartsPage
from editor.panels.run.crowd import CrowdPage
from editor.panels.run.crowd_findings import Finding
from editor.panels.run.events import EventsPage
from editor.panels.run.rules import RulesPage
from editor.panels.run.times import TimesPage
from editor.tools.messages.play import no_agents
from editor.tools.tool import Select
from navcore.i18n import mark, tr

REFRESH_MS: Final = 100
"""However fast a run goes, the panel follows ten times a second."""


_TITLES: Final = (
    mark("Agents"), mark("Events"), mark("Timing"), mark("Charts"), mark("Crowd"), mark("Rules"),
)  # fmt: skip


class RunPanel(Panel):
    """Six pages under a bar of tabs; while nothing runs all but the rules are one sentence."""

    name: ClassVar[str] = "run"
    title: ClassVar[str] = mark("Run")
    place: ClassVar[Place] = "bottom"
    order: ClassVar[int] = 7

    def __init__(self, bench: Workbench) -> None:
        """About the window's run."""
        super().__init__(bench)
        run = bench.run
        self.agent = AgentPage(run, lambda: bench.document.level)
        self.events = EventsPage(run)
        self.times = TimesPage(run)
        self.charts = ChartsPage(bench)
        self.crowd = CrowdPage(run)
        self.rules = RulesPage(bench)
        self.empty = make_label(wraps=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.empty.setContentsMargins(SIZE.margin, SIZE.related, SIZE.margin, SIZE.margin)
        self.tabs = QTabBar()
        self.tabs.setObjectName("inner")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.tabs.setAccessibleName(tr("Run"))
        self._inner = QStackedWidget()
        self._tabbed: tuple[QWidget, ...] = (
            self.agent, self.events, self.times, self.charts, self.crowd, self.rules
        )  # fmt: skip
        for page, title in zip(self._tabbed, map(tr, _TITLES), strict=True):
            self._inner.addWidget(page)
            self.tabs.setTabToolTip(self.tabs.addTab(title), title)
        self._lay_out()
        self.soon = QTimer(self, singleShot=True, interval=REFRESH_MS)
        """Runs while something is to be shown that is not shown yet."""
        self.soon.timeout.connect(self.refresh)
        self._wire()
        self.refresh()

    def _lay_out(self) -> None:
        head = fill(horizontal(margins=(SIZE.inside, 0, SIZE.related, 0)), (self.tabs, 1))
        self._inner.addWidget(self.empty)
        fill(vertical(self, gap=0, margins=0), head, (self._inner, 1))

    def _wire(self) -> None:
        run, document = self.bench.run, self.bench.document
        self.tabs.currentChanged.connect(self.refresh)
        self.agent.picked.connect(self._select)
        self.agent.shown_to.connect(self._show_agent)
        self.agent.one.asked.connect(partial(ask_why, self.bench))
        self.events.jumped.connect(self._jump)
        self.events.left.connect(self.leave)
        self.events.said.connect(self.said)
        self.charts.left.connect(self.leave)
        self.crowd.left.connect(self.leave)
        self.crowd.went.connect(self._go_to)
        self.rules.left.connect(self.leave)
        self.rules.said.connect(self.said)
        for changed in (
            run.signals.frame, run.signals.state_changed,
            document.selection_changed, document.loaded,
        ):  # fmt: skip
            changed.connect(self._refresh_soon)

    def use_actions(self, table: Mapping[str, QAction]) -> None:
        """The actions that are buttons here."""
        self.agent.use_actions(table)

    def bring(self, part: str) -> None:
        """Show the page of this title, before translation, with the focus in its first field."""
        if part in _TITLES:
            self.tabs.setCurrentIndex(_TITLES.index(part))
            if self._inner.currentWidget() is self.rules:
                self.rules.rules.setFocus()

    # Following.

    def _refresh_soon(self, _: object = None) -> None:
        if self.isVisible() and not self.soon.isActive():
            self.soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the run when the panel is shown."""
        super().showEvent(event)
        self.refresh()

    def refresh(self, _: object = None) -> None:
        """Show the run as it is now; only the page that is seen."""
        run = self.bench.run
        running = not run.playhead.at_start or run.playhead.looks_back
        page = self._tabbed[self.tabs.currentIndex()]
        if not running and page is not self.rules:
            page = self.empty
        if page is self.empty:
            self.empty.setText(self._nothing())
        self._inner.setCurrentWidget(page)
        if page is self.agent:
            self.agent.show_agents(self._chosen())
        elif page is self.events:
            self.events.refresh(self._chosen())
        elif page is self.times:
            self.times.refresh()
        elif page is self.crowd:
            self.crowd.refresh()
        elif page is self.charts and page.isVisible():
            self.charts.refresh()

    def _nothing(self) -> str:
        if not self.bench.document.level.agents:
            return no_agents()
        return tr(
            "Nothing runs. Press Space, and see here what agents do and why they wait, what "
            "happened, and how many passed each door."
        )

    def _chosen(self) -> frozenset[int]:
        """Return the selected agents, including those that only the run has."""
        document = self.bench.document
        selected = document.selection.ids & document.level.agents.keys()
        return selected | self.bench.run.agents.chosen

    # Selection in the panel.

    def _select(self, ids: frozenset[int]) -> None:
        self.bench.canvas.settle()
        self.bench.canvas.gestures.select(Select(ids))
        self.bench.commands.refresh_soon()
        self._refresh_soon()

    def _show_agent(self, agent_id: int) -> None:
        self._select(frozenset({agent_id}))
        self._centre_on(agent_id)

    def _centre_on(self, agent_id: int) -> None:
        crowd = self.bench.run.agents.crowd()
        row = crowd.roster.rows.get(agent_id)
        if row is not None:
            x, z = crowd.positions[row].tolist()
            self._centre(x, z)

    def _centre(self, x: float, z: float) -> None:
        """Look there, at the same scale."""
        canvas = self.bench.canvas
        canvas.viewport.look(replace(canvas.viewport.camera, x=x, z=z))

    def _jump(self, row: int) -> None:
        """Go to the time and place of an event, and select its agent."""
        model = self.events.model
        if row >= model.rowCount():
            return
        agent, place = model.agent(row), model.place(row)
        self.bench.run.timeline.seek(model.seconds(row))
        if agent >= 0:
            self._select(frozenset({agent}))
        self._centre(*place)

    def _go_to(self, finding: Finding) -> None:
        """Go to the time and place of a finding, and select its agents."""
        if finding.seconds is not None:
            self.bench.run.timeline.seek(finding.seconds)
        if finding.agents:
            self._select(frozenset(finding.agents))
        if finding.place is not None:
            self._centre(*finding.place)


PANELS = (RunPanel,)
