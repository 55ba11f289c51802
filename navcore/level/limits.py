"""Limits of numbers and texts in a level; files and property fields refuse other values."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, Final, NamedTuple, get_args

import msgspec

from navcore.i18n import tr
from navcore.level.affine import Point, Ring


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the greatest value of a field; `over`: the least itself is excluded."""

    least: float = -math.inf
    greatest: float = math.inf
    over: bool = False

    def allows(self, value: float) -> bool:
        """Return whether the value is finite and within the limit."""
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
_SECONDS: Final = Limit(0.0, 1e9)
_DISTANCE: Final = Limit(0.0, 1e9)

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
        "reach": _LENGTH,
        "clear_radius": _LENGTH,
        "factor": _LENGTH,
        "walk_speed": _SIZE,
        "rotation_speed": _SIZE,
        "wait": _SECONDS,
        "pause": _SECONDS,
        "seconds": _SECONDS,
        "min_length": _DISTANCE,
        "max_length": _DISTANCE,
        "min_seconds": _SECONDS,
        "max_seconds": _SECONDS,
        "cost": _SIZE,
        "tile_size": _LENGTH,
        "width": _LENGTH,
        "scale": _SIZE,
        "turn": _ANY,
        "opacity": Limit(0.0, 1.0),
        "walk_threshold": Limit(0.0, 1.0),
        "target_replan_threshold": Limit(0.0, 10.0),
        "influence_distance": Limit(0.0, 100.0),
        "obstacle_radius_fraction": Limit(0.0, 1.0),
        "separation_iterations": Limit(0.0, 20.0),
        "nudge_distance": Limit(0.0, 10.0),
        "moved_distance": Limit(0.0, 10.0),
        "replan_distance": Limit(0.0, 100.0),
        "replan_cooldown": Limit(0.0, 60.0),
        "talk_distance": Limit(0.0, 100.0),
        "snap_radius": Limit(0.0, 100.0),
        "trim_factor": Limit(0.0, 10.0),
    }
)
"""Limits by field of settings, backgrounds and elements (S0-004 to S0-008, S0-117). Metres.

Other numbers must be finite.
"""

FARTHEST: Final = 1e9
"""Largest distance in metres of a place from the origin, along either axis.

At this distance doubles are a tenth of a micrometre apart. Farther out thin walls would vanish, and
from 1e154 on lengths overflow to infinity.
"""


def first_too_far(places: Iterable[Point]) -> int | None:
    """Return the index of the first place beyond `FARTHEST` or not finite; None if all are near."""
    for index, (x, z) in enumerate(places):
        if not (-FARTHEST <= x <= FARTHEST and -FARTHEST <= z <= FARTHEST):
            return index
    return None


MAX_NAME: Final = 1000
"""Most characters of a text that is drawn, listed and compared on one line."""

MAX_TEXT: Final = 2**20
"""Most characters of a longer text, such as a note: about a book."""

TEXT_LIMITS: Final = MappingProxyType(
    {
        "name": MAX_NAME,
        "group": MAX_NAME,
        "layer": MAX_NAME,
        "state": MAX_NAME,
        "to_layer": MAX_NAME,
        "type": MAX_NAME,
        "profile": MAX_NAME,
        "terrain": MAX_NAME,
        "terrains": MAX_NAME,
        "needs": MAX_NAME,
        "gives": MAX_NAME,
        "abilities": MAX_NAME,
        "colour": MAX_NAME,
        "tags": MAX_NAME,
        "title": MAX_NAME,
        "path": MAX_TEXT,
        "note": MAX_TEXT,
        "notes": MAX_TEXT,
        "description": MAX_TEXT,
    }
)
"""Most characters by field of settings, exports, backgrounds and elements; of each tag."""


class Limited(NamedTuple):
    """The fields of a struct that have limits, each with its key in files."""

    numbers: tuple[tuple[str, str, Limit], ...]
    places: tuple[tuple[str, str, bool], ...]
    """Fields of points: name, key, and whether the field holds several."""
    texts: tuple[tuple[str, str, int], ...]
    wholes: tuple[tuple[str, str, bool], ...]
    """Whole numbers, such as ids and counts: name, key, and whether the field holds several."""
    parts: tuple[tuple[str, str, type[msgspec.Struct]], ...]
    """Tuples of structs, such as stops: name, key, and the type of the structs."""
    optional: frozenset[str]
    """Fields that may be None."""


@cache
def limited_fields(kind: type[msgspec.Struct]) -> Limited:
    """Return the fields of a struct that have limits, by their types and names."""
    numbers, places, texts, wholes, parts, optional = [], [], [], [], [], set()
    for field in msgspec.structs.fields(kind):
        name, key, held = field.name, field.encode_name, without_none(field.type)
        if held is not field.type:
            optional.add(name)
        if name in {"id", "order"}:
            continue
        if held is float:
            numbers.append((name, key, LIMITS.get(name, _ANY)))
        elif held in {Point, Ring}:
            places.append((name, key, held == Ring))
        elif held in {int, tuple[int, ...]}:
            wholes.append((name, key, held is not int))
        elif (part := _part_of(held)) is not None:
            parts.append((name, key, part))
        elif name in TEXT_LIMITS or held is str:
            texts.append((name, key, TEXT_LIMITS.get(name, MAX_TEXT)))
    found = (tuple(numbers), tuple(places), tuple(texts), tuple(wholes), tuple(parts))
    return Limited(*found, frozenset(optional))


def _part_of(kind: Any) -> type[msgspec.Struct] | None:
    """Return the type of the structs that a tuple of any length holds; None if it holds none."""
    held = get_args(kind)
    is_part = len(held) == 2 and held[1] is Ellipsis and isinstance(held[0], type)
    return held[0] if is_part and issubclass(held[0], msgspec.Struct) else None


def without_none(kind: Any) -> Any:
    """Return the type that a field holds if it is not None."""
    held = [one for one in get_args(kind) if one is not NoneType]
    return held[0] if NoneType in get_args(kind) and len(held) == 1 else kind
