"""Floor whose outline crosses itself: what lies in it is not told of until that is mended.

Half of such an area may be cut off and agents may stand outside it only because of the order of its
corners: one cause, one finding.
"""

from collections.abc import Iterable
from math import dist
from typing import Final

from navcore.geometry.boolean import shortest_between
from navcore.level.doorways import reach_of
from navcore.level.model import Area, Point, Ring
from navcore.proof.rules.outlines import self_crossing
from navcore.proof.survey import Survey

__all__ = [
    "CODE",
    "beside_unclear",
    "hull_of",
    "is_around",
    "stands_alone",
    "unclear_areas",
    "unclear_at",
]

CODE: Final = "outline-crosses-itself"
"""The rule that tells of these outlines."""


def unclear_areas(survey: Survey) -> dict[int, Area]:
    """Return the areas and doors that cross themselves, by id.

    Without those that the level means to, and all of them if it turns the rule off: then their
    inside is what it is.
    """
    settings = survey.level.settings
    if settings.severities.get(CODE) == "off":
        return {}
    meant = {one.elements for one in settings.meant if one.rule == CODE}
    found = (one for one in survey.once(self_crossing) if isinstance(one, Area))
    return {one.id: one for one in found if (one.id,) not in meant}


def unclear_at(survey: Survey, point: Point, layer: str) -> bool:
    """Return whether a place outside areas and obstacles lies among corners of an unclear one."""
    areas = survey.once(unclear_areas)
    if not areas or survey.holder(point, layer) is not None:
        return False
    if survey.areas_at([point], layer) != [None]:
        return False
    of = survey.level.settings.layer_of
    return any(of(one) == layer and is_around(one.polygon, point) for one in areas.values())


def beside_unclear(survey: Survey, ids: Iterable[int]) -> bool:
    """Return whether one of these areas is unclear, or touches what the corners of one enclose.

    So is one with a door that touches that.
    """
    if not survey.once(unclear_areas):
        return False
    reach = reach_of(survey.level)
    for one in ids:
        area = survey.level.areas[one]
        near = (other for other in survey.near(area, reach) if isinstance(other, Area))
        doors = [other for other in near if other.door and _apart(area.polygon, other) <= reach]
        if any(_touches(survey, other, reach) for other in (area, *doors)):
            return True
    return False


def stands_alone(survey: Survey, area: Area) -> bool:
    """Return whether no other area and no door touches what the corners of an area enclose."""
    reach, hull = reach_of(survey.level), hull_of(area.polygon)
    near = (other for other in survey.near(area, reach) if isinstance(other, Area))
    return all(_apart(hull, other) > reach for other in near)


def _touches(survey: Survey, area: Area, reach: float) -> bool:
    unclear, of = survey.once(unclear_areas), survey.level.settings.layer_of
    return area.id in unclear or any(
        of(unclear[key]) == of(area) and _apart(hull, area) <= reach
        for key, hull in survey.once(_hulls).items()
    )


def _apart(ring: Ring, area: Area) -> float:
    return dist(*shortest_between(ring, area.polygon))


def _hulls(survey: Survey) -> dict[int, Ring]:
    return {key: hull_of(area.polygon) for key, area in survey.once(unclear_areas).items()}


def hull_of(ring: Ring) -> Ring:
    """Return the convex hull of corners, counter-clockwise (Andrew's monotone chain)."""
    corners = sorted(set(ring))
    chains: list[list[Point]] = []
    for order in (corners, corners[::-1]):
        chain: list[Point] = []
        for x, z in order:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], (x, z)) <= 0:
                chain.pop()
            chain.append((x, z))
        chains.append(chain[:-1])
    return (*chains[0], *chains[1])


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_around(ring: Ring, point: Point) -> bool:
    """Return whether a place lies in the convex hull of corners."""
    hull = hull_of(ring)
    sides = zip(hull, (*hull[1:], hull[0]), strict=True)
    return all(_turn(a, b, point) >= 0 for a, b in sides)
