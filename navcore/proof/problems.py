"""Problems: findings about a level, each with its place and, where possible, an edit that fixes it.

A check is a function from a world to problems, listed in `CHECKS` under its code. To add one,
write the function and list it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from navcore.geometry.edge_bounds import crossing_among
from navcore.geometry.even_odd import MOST_CORNERS, MOST_CROSSINGS
from navcore.level.edit import Edit
from navcore.level.model import Area, Point
from navcore.level.naming import called
from navcore.words import tr
from navcore.world import World

_LOOKED_AT: Final = 64
"""Edges that are looked at for a crossing to show."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding about a level."""

    code: str
    """What kind of finding it is, like the code of a lint rule: `complex-outline`."""
    text: str
    """A sentence or two for a person: what was found, and what to do."""
    elements: tuple[int, ...]
    """Ids of the elements that it is about, the first one foremost."""
    place: Point
    """Where to look, metres."""
    fix: Edit | None = None
    """The edit that fixes it, where there is one."""


Check: TypeAlias = Callable[[World], Iterator[Problem]]


def problems(world: World) -> tuple[Problem, ...]:
    """Return what all checks find in a world's level, by code, then by element."""
    found = [problem for check in CHECKS.values() for problem in check(world)]
    return tuple(sorted(found, key=lambda problem: (problem.code, problem.elements)))


def complex_outlines(world: World) -> Iterator[Problem]:
    """Yield the areas that have too many corners or crossings for gaps beside them to be closed."""
    for key in world.complex_areas:
        area = world.level.areas[key]
        if len(area.polygon) > MOST_CORNERS:
            text = tr(
                "{0} has {1} corners. Gaps to its neighbours that are narrower than {2} m stay "
                "open in the bake. Use fewer corners, at most {3}."
            )
            said = text.format(
                called([area]), f"{len(area.polygon):,}", f"{_seam(world):g}", f"{MOST_CORNERS:,}"
            )
        else:
            text = tr(
                "{0} crosses itself more than {1} times. Gaps to its neighbours that are narrower "
                "than {2} m stay open in the bake. Check the order of its corners."
            )
            said = text.format(called([area]), MOST_CROSSINGS, f"{_seam(world):g}")
        yield Problem("complex-outline", said, (key,), _place_in(area))


def _seam(world: World) -> float:
    return world.level.settings.seam


def _place_in(area: Area) -> Point:
    """A place where the outline crosses itself; a corner of one with very many corners."""
    ring = area.polygon
    if len(ring) > MOST_CORNERS:
        return ring[0]
    found = crossing_among(ring, range(min(_LOOKED_AT, len(ring))))
    return ring[0] if found is None else found[0]


CHECKS: Final[Mapping[str, Check]] = MappingProxyType({"complex-outline": complex_outlines})
"""By code."""
