"""The narrow places of the level as it is now, also while it is dragged."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QObject, Signal

from editor.services.fit_facts import FitFacts
from editor.services.latest import Latest, Pause
from editor.services.scheduler import Rank, Scheduler
from navcore.errors import NavcoreError
from navcore.geometry.rings import Floats
from navcore.level.model import Level, Point, Profile
from navcore.proof.clearances import Passage
from navcore.proof.measured import Measured

_MS_PER_CORNER: Final = 0.03


class Widths(QObject):
    """Measures narrow places on request, and again after every edit."""

    changed = Signal(object)
    """New widths are known, or others are to be shown or marked."""

    def __init__(self, scheduler: Scheduler, measured: Measured) -> None:
        """Start without results; the scheduler decides when to measure what is not cached."""
        super().__init__()
        self._measured = measured
        self.watched = False
        """True if a panel lists the widths, so that the canvas shows them, too."""
        self.picked: tuple[Passage, ...] = ()
        """The passages that are marked on the canvas."""
        self.traffic: FitFacts | None = None
        """Traffic through them, while it is shown on the canvas."""
        self.latest: Latest[tuple[Passage, ...]] = Latest(_MS_PER_CORNER, scheduler, Rank.WIDTHS)
        self._lines: tuple[tuple[Passage, ...], Floats] = ((), np.empty((0, 4)))
        """The last requested passages, and their lines: x, z, x, z."""
        self._counted: tuple[Mapping[int, object], Mapping[int, object], int] | None = None
        self.latest.arrived.connect(self.changed)

    def begin_anew(self) -> None:
        """Forget everything about the previously opened level."""
        self.latest.forget()
        self.pick(())
        self.show_traffic(None)

    def watch(self, *, watched: bool) -> None:
        """A panel lists the widths from now on, or no longer."""
        if watched != self.watched:
            self.watched = watched
            self.changed.emit(None)

    def show_traffic(self, facts: FitFacts | None) -> None:
        """Show on the canvas how many paths lead through each passage; None hides it."""
        if facts is not self.traffic:
            self.traffic = facts
            self.changed.emit(None)

    def pick(self, passages: Sequence[Passage]) -> None:
        """Mark these on the canvas while they are shown there."""
        if tuple(passages) != self.picked:
            self.picked = tuple(passages)
            self.changed.emit(None)

    def of(self, level: Level, profile: Profile | None) -> tuple[Passage, ...]:
        """Return the passages of a level for agents of this profile; None: without a type.

        While they are computed, the last known ones are returned.
        """
        key = (level.areas, level.obstacles, level.settings, profile)
        found = self.latest.ask(
            key, lambda pause: self._measure(level, profile, pause), self._corners(level)
        )
        return () if found is None else found[1]

    def at(
        self, level: Level, profile: Profile | None, place: Point, reach: float
    ) -> Passage | None:
        """Return the passage whose line is nearest to a place, within `reach` metres."""
        found = self.of(level, profile)
        if found is not self._lines[0]:
            ends = [(*passage.ends[0], *passage.ends[1]) for passage in found]
            self._lines = (found, np.array(ends, np.float64).reshape(-1, 4))
        if not found:
            return None
        lines = self._lines[1]
        start, along = lines[:, :2], lines[:, 2:] - lines[:, :2]
        away = np.array(place) - start
        share = np.clip((away * along).sum(1) / (along * along).sum(1), 0.0, 1.0)
        far = np.hypot(*(away - share[:, None] * along).T)
        nearest = int(far.argmin())
        return found[nearest] if far[nearest] <= reach else None

    def _corners(self, level: Level) -> int:
        known = self._counted
        if known is None or known[0] is not level.areas or known[1] is not level.obstacles:
            shapes = (*level.areas.values(), *level.obstacles.values())
            count = sum(len(shape.polygon) for shape in shapes)
            known = self._counted = (level.areas, level.obstacles, count)
        return known[2]

    def _measure(self, level: Level, profile: Profile | None, pause: Pause) -> tuple[Passage, ...]:
        profile = profile or Profile()
        try:
            return self._measured.passages(
                level, profile.layer,
                radius=profile.radius, abilities=profile.abilities, pause=pause,
            )  # fmt: skip
        except NavcoreError:
            # The bake reports what is wrong with the level.
            return ()
