"""Agents that are wider than the floor they plan on, and fixes for them."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QPushButton, QWidget

from editor.actions.workbench import Workbench
from editor.look.boxes import fill, vertical
from editor.look.fields import number_text
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from editor.tools.messages import short
from editor.tools.messages.agent_types import type_words
from navcore.bake.profile import profile_of
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Element, Level, Settings
from navcore.level.operations.profiles import assign_profile, change_profile, type_radius
from navcore.level.profiles import profile_named

_SAME = 1e-9
"""Metres that are rounding."""


class WideBodies(QWidget):
    """A note about selected agents that are wider than their type, and two ways to mend it."""

    def __init__(self, bench: Workbench) -> None:
        """Hidden."""
        super().__init__()
        self._bench = bench
        self._agents: list[Agent] = []
        self.note = make_label(name="warn", wraps=True)
        self.widen = make_button(
            "", lambda _: self._commit(self._widened), name=tr("Widen the agent type")
        )
        self.change = make_button(
            "", lambda _: self._commit(self._changed), name=tr("Change to a wider agent type")
        )
        for button in self.buttons:
            # In the narrowest dock it may be cut; its tool tip has the full text.
            button.setMinimumWidth(1)
        fill(vertical(self, gap=SIZE.related, margins=0), self.note, self.widen, self.change)
        self.hide()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The buttons from the top."""
        return (self.widen, self.change)

    def show_elements(self, elements: Sequence[Element]) -> None:
        """Show the note if agents among these are wider than their type."""
        settings = self._bench.document.level.settings
        agents = [element for element in elements if isinstance(element, Agent)]
        self._agents = wide = [agent for agent in agents if is_squeezed(agent, settings)]
        self.setVisible(bool(wide))
        if not wide:
            return
        names = {_type_of(agent, settings) for agent in wide}
        name = min(names)
        if len(agents) > 1:
            told = tr(
                "{0} of {1} are wider than their types: they may be squeezed in gaps that those "
                "pass."
            )
            self.note.setText(told.format(len(wide), len(agents)))
        else:
            told = tr("Wider than its type, {0}: it may be squeezed in gaps that its type passes.")
            self.note.setText(told.format(number_text(type_radius(settings, name), "m")))
        body = number_text(self._body, "m")
        self.widen.setVisible(len(names) == 1)
        words = tr("Widen {0} to {1}")
        self._name(self.widen, words.format(short(type_words(name)), body))
        wider = self._wider(settings)
        self.change.setVisible(wider is not None)
        if wider is not None:
            self._name(self.change, tr("Change type to {0}").format(short(wider)))

    @property
    def _body(self) -> float:
        """The radius of the widest, metres."""
        return max(agent.radius for agent in self._agents)

    def _wider(self, settings: Settings) -> str | None:
        """Return the narrowest named type that is wide enough; None if there is none."""
        fits = [
            (radius, row, profile.name)
            for row, profile in enumerate(settings.profiles)
            if (radius := type_radius(settings, profile.name)) >= self._body - _SAME
        ]
        return min(fits)[2] if fits else None

    def _name(self, button: QPushButton, text: str) -> None:
        button.setText(text)
        button.setAccessibleName(text)
        button.setToolTip(text)

    # Actions.

    def _commit(self, make: Callable[[Level], Edit]) -> None:
        self._bench.canvas.settle()
        if self._agents:
            self._bench.document.commit(make(self._bench.document.level))

    def _widened(self, level: Level) -> Edit:
        name = _type_of(self._agents[0], level.settings)
        return change_profile(level, name, bodies=False, radius=self._body)

    def _changed(self, level: Level) -> Edit:
        wider, ids = self._wider(level.settings), [agent.id for agent in self._agents]
        return Edit() if wider is None else assign_profile(level, ids, wider)


def is_squeezed(agent: Agent, settings: Settings) -> bool:
    """Return whether an agent is wider than the floor that it plans on."""
    radius = profile_of(agent, settings).radius
    return agent.radius > (settings.agent_radius if radius is None else radius) + _SAME


def _type_of(agent: Agent, settings: Settings) -> str:
    return agent.profile if profile_named(settings.profiles, agent.profile) else ""
