"""Agent types: how wide those are that the floor is baked for, and which agents are of them."""

from functools import partial
from typing import ClassVar

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent

from editor.actions.workbench import Workbench
from editor.look import boxes
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Field, number_field
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, named
from editor.panels.library.section import Section
from editor.tools.tool import Select
from navcore.i18n import mark, several, tr
from navcore.level.limits import LIMITS
from navcore.level.model import Level
from navcore.level.operations import set_settings

COUNT_MS = 200
"""Agents are counted again so long after an edit."""
_SAME = 1e-9
"""Metres by which radii that are meant to be the same may differ."""


class AgentTypes(Section):
    """The one type that a level has: its radius, how many agents are of it, and others."""

    title: ClassVar[str] = mark("Agent types")

    def __init__(self, bench: Workbench) -> None:
        """Of the document's level."""
        super().__init__(bench)
        self._merge_key = 0
        self._counted: Level | None = None
        meaning = tr("Half the width of the agents that the floor is baked for")
        limit = LIMITS["agent_radius"]
        self.radius: Field = named(
            number_field(least=limit.least, step=0.05), tr("Radius of the agent type"), meaning
        )
        self.radius.take = self._commit
        self.radius.entered.connect(self._begin)
        self.radius.left.connect(self.left)
        self.radius.refused.connect(self._refuse)
        self.fault = make_label(name="fault", wraps=True)
        self.fault.hide()
        self.users, self.others = make_label(wraps=True), make_label(wraps=True)
        self.select_users = make_button(tr("Select"), partial(self._select, users=True))
        self.select_others = make_button(tr("Select"), partial(self._select, users=False))
        named(self.select_users, tr("Select the agents of this type"))
        named(self.select_others, tr("Select the agents of another radius"))
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=COUNT_MS)
        self._soon.timeout.connect(self.refresh)
        bench.document.changed.connect(self._follow)
        bench.document.loaded.connect(self._follow)
        self.refresh()

    def _lay_out(self) -> None:
        head = boxes.grid(gaps=(SIZE.margin, SIZE.inside), wide=1)
        head.setColumnMinimumWidth(0, SIZE.label_column)
        head.addWidget(make_label(tr("Radius"), buddy=self.radius), 0, 0)
        head.addWidget(self.radius, 0, 1)
        head.addWidget(self.fault, 1, 1)
        column = vertical(self, gap=SIZE.related, margins=0)
        hint = make_label(tr("The floor is baked for one type of agent."), wraps=True)
        fill(column, hint, head)
        for text, button in ((self.users, self.select_users), (self.others, self.select_others)):
            column.addLayout(fill(horizontal(gap=SIZE.related), (text, 1), button))
        fill(column, STRETCH)

    # Showing.

    def _follow(self, _: object = None) -> None:
        if self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while nobody looked."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Show the radius, and count agents, if the level is another one."""
        level = self.bench.document.level
        if level is self._counted:
            return
        self._counted = level
        self.radius.show_value(level.settings.agent_radius)
        users, others = self._agents(users=True), self._agents(users=False)
        self.users.setText(several(len(users), "1 agent is of it", "{0} agents are of it"))
        self.others.setText(
            several(len(others), "1 agent has a radius of its own", "{0} have radii of their own")
        )
        self.select_users.setEnabled(bool(users))
        for widget in (self.others, self.select_others):
            widget.setVisible(bool(others))

    def _agents(self, *, users: bool) -> frozenset[int]:
        """The agents whose radius is that of the type, or the others."""
        level = self.bench.document.level
        radius = level.settings.agent_radius
        return frozenset(
            agent.id
            for agent in level.agents.values()
            if (abs(agent.radius - radius) <= _SAME) == users
        )

    # Changing.

    def _begin(self) -> None:
        self._merge_key = self.bench.document.new_merge_key()

    def _commit(self, radius: float) -> None:
        self.bench.canvas.settle()
        document = self.bench.document
        edit = set_settings(document.level, agent_radius=radius)
        document.commit(edit, merge_key=self._merge_key if self.radius.turning else 0)
        self.refresh()

    def _refuse(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))

    def _select(self, _: object = None, *, users: bool) -> None:
        self.bench.canvas.settle()
        ids = self._agents(users=users) - self.bench.document.hidden
        self.bench.canvas.gestures.select(Select(ids))
        self.bench.commands.refresh_soon()
