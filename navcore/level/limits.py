"""What numbers and texts a level may hold. All others are refused, by files and fields alike."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from navcore.i18n import tr


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the greatest value of a field; `over`: the least itself is excluded."""

    least: float = -math.inf
    greatest: float = math.inf
    over: bool = False

    def allows(self, value: float) -> bool:
        """Whether the value is finite and within the limit."""
        if not math.isfinite(value):
            return False
        above = value > self.least if self.over else value >= self.least
        return above and value <= self.greatest

    def __str__(self) -> str:
        """The limit in words: "a number over 0, at most 1000"."""
        if math.isinf(self.least):
            return tr("a finite number")
        if math.isinf(self.greatest):
            said = tr("a number over {0}") if self.over else tr("a number of at least {0}")
        elif self.over:
            said = tr("a number over {0}, at most {1}")
        else:
            said = tr("a number of at least {0}, at most {1}")
        return said.format(f"{self.least:g}", f"{self.greatest:g}")


_ANY: Final = Limit()
_LENGTH: Final = Limit(0.0, 1000.0)
_SIZE: Final = Limit(0.0, 1000.0, over=True)

LIMITS: Final = MappingProxyType(
    {
        "cell_size": _SIZE,
        "agent_radius": _LENGTH,
        "object_padding": _LENGTH,
        "boundary_padding": _LENGTH,
        "floor_y": _ANY,
        "seam": _LENGTH,
        "facing": _ANY,
        "radius": _SIZE,
        "walk_speed": _SIZE,
        "rotation_speed": _SIZE,
        "wait": Limit(0.0, 1e9),
        "scale": _SIZE,
        "opacity": Limit(0.0, 1.0),
    }
)
"""By field of settings, backgrounds and agents (S0-004 to S0-008). Lengths in metres."""

FARTHEST: Final = 1e9
"""Metres along either axis that a place may lie from the origin.

Doubles tell places a tenth of a micrometre apart there. Farther out walls lose their thickness,
and from 1e154 on lengths are infinite.
"""

PLACES: Final = frozenset({"polygon", "position", "goals"})
"""Fields of elements and backgrounds that hold a place or several."""

_Place: TypeAlias = tuple[float, float]


def first_too_far(places: Iterable[_Place]) -> int | None:
    """Return the index of the first place that is beyond `FARTHEST` or not finite, else None."""
    for index, (x, z) in enumerate(places):
        if not (-FARTHEST <= x <= FARTHEST and -FARTHEST <= z <= FARTHEST):
            return index
    return None


MAX_NAME: Final = 1000
"""Characters of a text that is drawn, listed and compared on one line."""

MAX_TEXT: Final = 2**20
"""Characters of a longer text: as many as a book has."""

TEXT_LIMITS: Final = MappingProxyType(
    {
        "name": MAX_NAME,
        "group": MAX_NAME,
        "layer": MAX_NAME,
        "tags": MAX_NAME,
        "title": MAX_NAME,
        "path": MAX_TEXT,
        "note": MAX_TEXT,
        "notes": MAX_TEXT,
        "description": MAX_TEXT,
    }
)
"""Characters by field of settings, exports, backgrounds and elements; of tags each."""
