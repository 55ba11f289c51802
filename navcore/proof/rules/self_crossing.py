"""Outlines that cross themselves, with a fix that leaves no floor cut off and nobody outside."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from navcore.geometry.boolean import even_odd_pieces, is_simple
from navcore.geometry.polygons import area_of, segments_meet
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Area, Polygon, Ring
from navcore.level.naming import called
from navcore.proof.problem import Finding
from navcore.proof.rules.doors import changes_nothing, leads_nowhere
from navcore.proof.rules.floor import cut_off, pockets
from navcore.proof.rules.networks import waypoints_off_floor
from navcore.proof.rules.outlines import TINY, in_pieces, place_in, self_crossing
from navcore.proof.rules.places import agents_in_walls, stops_in_walls
from navcore.proof.rules.short_doors import falls_short
from navcore.proof.rules.unclear import stands_alone, unclear_areas
from navcore.proof.survey import Survey

__all__ = ["crossing", "untwisted"]

_FOLLOWS: Final[tuple[Callable[[Survey], Iterator[Finding]], ...]] = (
    cut_off, pockets, agents_in_walls, stops_in_walls, waypoints_off_floor, falls_short,
    leads_nowhere, changes_nothing,
)  # fmt: skip
"""Rules that find consequences of floor with an unclear inside, or of other floor in its place."""

_MOST_LOOKED_AT: Final = 6
"""Edits of a level whose effect is looked at; floor beyond that has no fix until some is mended."""

_LARGE: Final = 1000
"""Number of outlines above which a third as many are looked at: each then takes 0.4 s of CPU."""

_MOST_CORNERS: Final = 60
"""Most corners of an outline whose order is changed: with more, splitting is what is left."""


def crossing(survey: Survey) -> Iterator[Finding]:
    """Yield the outlines that cross themselves, except those that do so too often."""
    for polygon in survey.once(self_crossing):
        x, z = place_in(polygon)
        said = tr("{0} crosses its own outline at {1}; its inside is unclear.")
        yield Finding(
            said.format(called([polygon]), f"{x:.2f}, {z:.2f}"), (polygon.id,), (x, z),
            _fix(survey, polygon), layer=survey.level.settings.layer_of(polygon),
        )  # fmt: skip


def _fix(survey: Survey, polygon: Polygon) -> Edit | None:
    """Return the edit that splits an outline; for floor, else one that sorts its corners."""
    split = _split(survey, polygon)
    if not isinstance(polygon, Area):
        return split
    in_order = _sorted_corners(survey, polygon)
    if stands_alone(survey, polygon):
        # That nothing leads there has another cause, of which a finding tells afterwards.
        return in_order or split
    looked, level = survey.once(_looked_at), survey.level
    is_large = len(level.areas) + len(level.obstacles) > _LARGE
    most = _MOST_LOOKED_AT // 3 if is_large else _MOST_LOOKED_AT
    # Beside others that cross themselves it does not show what splitting one would cut off.
    edits = (split, in_order) if len(survey.once(unclear_areas)) == 1 else (in_order, split)
    for edit in edits:
        if edit is None:
            continue
        if len(looked) >= most:
            return None
        looked.append(polygon.id)
        if not _breaks(survey, edit):
            return edit
    return None


def _split(survey: Survey, polygon: Polygon) -> Edit | None:
    """Return the edit that makes an outline of each piece of a self-crossing one."""
    level = survey.level
    pieces = [ring for ring in even_odd_pieces(polygon.polygon) if area_of(ring) >= TINY]
    if not pieces:
        return None
    label = tr("Split {0}").format(called([polygon]))
    return Edit.change(level, in_pieces(survey, polygon, pieces), label)


def _sorted_corners(survey: Survey, polygon: Polygon) -> Edit | None:
    """Return the edit that changes the order of the corners until no sides cross."""
    ring = untwisted(polygon.polygon)
    if ring is None:
        return None
    label = tr("Sort the corners of {0}").format(called([polygon]))
    return Edit.put(survey.level, [replace(polygon, polygon=ring, shape=None)], label)


def untwisted(ring: Ring) -> Ring | None:
    """Return the corners in an order in which no sides cross; None if none is found.

    As long as two sides cross, the corners between them are reversed, which makes the outline
    shorter, so it ends.
    """
    if len(ring) > _MOST_CORNERS:
        return None
    for _ in range(len(ring) ** 2):
        found = _first_crossing(ring)
        if found is None:
            return ring if is_simple(ring) and area_of(ring) >= TINY else None
        one, other = found
        ring = (*ring[: one + 1], *ring[other:one:-1], *ring[other + 1 :])
    return None


def _first_crossing(ring: Ring) -> tuple[int, int] | None:
    count = len(ring)
    for one in range(count - 2):
        for other in range(one + 2, count):
            if (other + 1) % count == one:
                continue
            ends = ring[one], ring[one + 1], ring[other], ring[(other + 1) % count]
            if segments_meet(*ends) is not None:
                return one, other
    return None


def _breaks(survey: Survey, edit: Edit) -> bool:
    """Return whether an edit cuts off floor, or leaves anything in a wall that was not before."""
    after = survey.after(edit)
    for rule in _FOLLOWS:
        known = {one.elements for one in rule(survey)}
        if any(one.elements not in known for one in rule(after)):
            return True
    return False


def _looked_at(_: Survey) -> list[int]:
    """Return the list of outlines whose fixes were looked at, initially empty."""
    return []
