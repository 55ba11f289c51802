"""The narrow places of the level as it is now, also while it is dragged."""

from collections.abc import Mapping
from typing import Final

from editor.services.latest import Latest
from navcore.errors import NavcoreError
from navcore.level.model import Level
from navcore.proof.widths import Passage, passages

_MS_PER_CORNER: Final = 0.03


class Widths:
    """Measures when it is asked, and again after every edit."""

    def __init__(self) -> None:
        """Nothing is measured yet."""
        self.latest: Latest[tuple[Passage, ...]] = Latest(_MS_PER_CORNER, "widths")
        self._counted: tuple[Mapping[int, object], Mapping[int, object], int] | None = None

    def of(self, level: Level, radius: float | None) -> tuple[Passage, ...]:
        """The passages of a level for this radius, None for its own.

        While they are worked out, those that were known last.
        """
        key = (level.areas, level.obstacles, level.settings, radius)
        found = self.latest.ask(key, lambda: _measured(level, radius), self._corners(level))
        return () if found is None else found[1]

    def _corners(self, level: Level) -> int:
        known = self._counted
        if known is None or known[0] is not level.areas or known[1] is not level.obstacles:
            shapes = (*level.areas.values(), *level.obstacles.values())
            count = sum(len(shape.polygon) for shape in shapes)
            known = self._counted = (level.areas, level.obstacles, count)
        return known[2]


def _measured(level: Level, radius: float | None) -> tuple[Passage, ...]:
    try:
        return passages(level, radius=radius)
    except NavcoreError:
        # The bake says what is wrong with the level.
        return ()
