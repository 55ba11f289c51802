"""Problems: findings about a level, each with its place and, where possible, an edit that fixes it.

A check is a function from a world to problems, listed in `CHECKS` under its code. To add one,
write the function and list it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from navcore.bake.profile import radius_in
from navcore.geometry.edge_bounds import crossing_among
from navcore.geometry.even_odd import MOST_CORNERS, MOST_CROSSINGS
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Point, Polygon, Profile, in_drawing_order
from navcore.level.naming import called
from navcore.level.operations import set_settings
from navcore.level.operations.profiles import change_profile
from navcore.level.profiles import grounded
from navcore.world import World

_LOOKED_AT: Final = 64
"""Edges that are looked at for a crossing to show."""

_SAME: Final = 1e-9
"""Metres by which radii that are meant to be the same may differ."""


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
    """Yield the polygons that have too many corners or crossings to be worked on as polygons."""
    level, open_gaps = world.level, world.gaps_left_open
    for key in world.tangled | open_gaps:
        polygon = level.areas.get(key) or level.obstacles[key]
        said = (_too_often if key in world.tangled else _too_many)(polygon)
        if key in open_gaps:
            gaps = tr("Gaps to its neighbours that are narrower than {0} m stay open in the bake.")
            said += " " + gaps.format(f"{level.settings.seam:g}")
        yield Problem("complex-outline", said, (key,), _place_in(polygon))


def _too_often(polygon: Polygon) -> str:
    said = tr(
        "{0} crosses itself more than {1} times. Check the order of its corners: inside and "
        "outside take turns, and it can't be united, cut or split."
    )
    return said.format(called([polygon]), MOST_CROSSINGS)


def _too_many(polygon: Polygon) -> str:
    said = tr("{0} has {1} corners. Use fewer, at most {2}.")
    return said.format(called([polygon]), f"{len(polygon.polygon):,}", f"{MOST_CORNERS:,}")


def _place_in(polygon: Polygon) -> Point:
    """A place where the outline crosses itself; a corner of one with very many corners."""
    ring = polygon.polygon
    if len(ring) > MOST_CORNERS:
        return ring[0]
    found = crossing_among(ring, range(min(_LOOKED_AT, len(ring))))
    return ring[0] if found is None else found[0]


def wide_bodies(world: World) -> Iterator[Problem]:
    """Yield the agents that are wider than the floor that they plan on, type by type."""
    level = world.level
    found: dict[Profile, list[Agent]] = {}
    for agent in in_drawing_order(level.agents):
        # One problem a type, whatever the storeys of its agents.
        profile = grounded(world.profile_of(agent))
        if agent.radius > radius_in(profile, level.settings) + _SAME:
            found.setdefault(profile, []).append(agent)
    for profile, agents in found.items():
        widest, floor = max(agent.radius for agent in agents), radius_in(profile, level.settings)
        said = tr(
            "{0}: a radius of {1} m, on a floor for {2} m. Paths lead through gaps that are too "
            "narrow for it."
        )
        if profile.name:
            fix = change_profile(level, profile.name, bodies=False, radius=widest)
        else:
            fix = set_settings(level, profile_follows_body=True)
        told = said.format(called(agents), f"{widest:g}", f"{floor:g}")
        ids = tuple(agent.id for agent in agents)
        yield Problem("wide-body", told, ids, agents[0].position, fix)


CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {"complex-outline": complex_outlines, "wide-body": wide_bodies}
)
"""By code."""
