"""Reasons why the probe or an agent does not reach its goal, computed on a thread."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from editor.services.latest import Latest
from editor.services.scheduler import Rank, Scheduler
from editor.services.worlds import is_blank
from navcore.level.model import Level, Point, Profile
from navcore.path.options import Over
from navcore.proof.agent_reasons import explain_agent
from navcore.proof.explain import explain
from navcore.proof.explanation import Explanation, Reason
from navcore.world import World

REST_MS: Final = 100
"""Delay after the last change: a drag changes the level at every frame."""

_OF_THE_NETWORK: Final = frozenset({Reason.NETWORK, Reason.UNSEEN})
"""Reasons of a network that simply does not lead there."""

_MS_PER_CELL: Final = 0.0002
"""First guess."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question from the probe, or about an agent."""

    ends: tuple[Point, Point] | None = None
    storeys: tuple[str, str] = ("", "")
    profile: Profile | None = None
    over: Over = "cells"
    """Space of the search; over waypoints only switchable reasons are shown, because a network ends
    where its designer wants."""
    agent: int | None = None
    place: Point | None = None
    """Position of the agent in a run; None: where it is drawn."""

    def answer(self, world: World) -> Explanation:
        """Return the reason in this world."""
        if self.agent is not None:
            return explain_agent(world, self.agent, place=self.place)
        assert self.ends is not None
        return explain(
            world, *self.ends, profile=self.profile, layer=self.storeys[0],
            goal_layer=self.storeys[1], over=self.over,
        )  # fmt: skip

    def holds_in(self, level: Level) -> bool:
        """Return whether the question still applies to a level."""
        if self.agent is not None:
            return self.agent in level.agents
        return all(name in level.settings.layer_names for name in self.storeys)


class Reasons(QObject):
    """The reason that is kept in sight, up to date with the level."""

    changed = Signal(object)
    """The `Explanation`, or None."""

    def __init__(self, world_now: Callable[[], World], scheduler: Scheduler) -> None:
        """Start without a question; `world_now` returns the world in which agents walk."""
        super().__init__()
        self._world_now = world_now
        self._question: Question | None = None
        self.latest: Latest[Explanation] = Latest(
            _MS_PER_CELL, scheduler, Rank.REASONS, short_ms=0.0
        )
        self.latest.arrived.connect(self._take)
        self._soon = QTimer(self, singleShot=True, interval=REST_MS)
        self._soon.timeout.connect(self._ask)
        self.found: Explanation | None = None

    @property
    def agent(self) -> int | None:
        """Id of the agent of the question; None for the probe, or no question."""
        return None if self._question is None else self._question.agent

    @property
    def busy(self) -> bool:
        """True if a reason is still being searched."""
        return self._soon.isActive() or self.latest.busy

    def ask(self, question: Question) -> None:
        """Look for a reason, and keep it up to date."""
        self._question = question
        self._soon.start()

    def again(self, _: object = None) -> None:
        """Compute the reason in the newest world."""
        if self._question is not None:
            self._soon.start()

    def clear(self, _: object = None) -> None:
        """Drop the question."""
        self._question = None
        self._soon.stop()
        self.latest.forget()
        self._show(None)

    def shutdown(self) -> None:
        """Look for nothing any more."""
        self._soon.stop()
        self.latest.close()

    def _ask(self) -> None:
        question, world = self._question, self._world_now()
        if question is None or is_blank(world) or not question.holds_in(world.level):
            self.clear()
            return
        self.latest.ask(
            (question, world), lambda _: question.answer(world), world.grid.lattice.cells
        )

    def _take(self, _: object = None) -> None:
        known = self.latest.known
        question = self._question
        if known is not None and question is not None and known[0][0] is question:
            away = question.over == "graph" and known[1].reason in _OF_THE_NETWORK
            self._show(None if away else known[1])

    def _show(self, found: Explanation | None) -> None:
        if found is not None or self.found is not None:
            self.found = found
            self.changed.emit(found)
