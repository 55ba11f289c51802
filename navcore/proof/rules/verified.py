"""Test the effect of an edit on reachable floor before it is offered as a fix."""

from typing import Final

import numpy as np

from navcore.level.edit import Edit
from navcore.level.model import Profile
from navcore.proof.cut_off import Joint, drawn_starts, starts_of, sure_reach
from navcore.proof.place_cells import middle_of
from navcore.proof.reach import Place, Reach
from navcore.proof.survey import Survey

_MOST: Final = 12
"""Edits of a level that are looked at; more are offered as they are. Each takes some 20 ms in the
market town."""

_LARGE: Final = 1000
"""Number of outlines above which only a quarter as many tests are made."""


def joins(survey: Survey, joint: Joint, edit: Edit) -> bool:
    """Return whether an edit joins two places on every grid; True if the tests are used up."""
    looked = survey.once(_looked_at)
    level = survey.level
    large = len(level.areas) + len(level.obstacles) > _LARGE
    if len(looked) >= (_MOST // 4 if large else _MOST):
        return True
    looked.append(joint)
    before = survey.once(sure_reach)
    ends = [middle_of(before, place) for place in joint.places]
    after = survey.after(edit)
    found = sure_reach(after)
    one, other = (found.place_at(end, joint.layer, 0.0) for end in ends)
    if one is None or other is None:
        return False
    return other in found.ahead_of(one) or one in found.ahead_of(other)


def _looked_at(_: Survey) -> list[Joint]:
    """Return the list of joints that have been tested, initially empty."""
    return []


def cuts_off(survey: Survey, edit: Edit) -> bool:
    """Return whether an edit cuts off floor that players and spawned agents reach."""
    before = survey.once(sure_reach)
    after = survey.after(edit)
    found = sure_reach(after)
    known = before.from_(starts_of(survey, before, survey.able))
    left = found.from_(starts_of(after, found, after.able))
    return loses(survey.layers, (before, known), (found, left))


def cuts_off_type(survey: Survey, profile: Profile, edit: Edit) -> bool:
    """Return whether agents of a type come to less floor after an edit."""
    after = survey.after(edit)
    sides = []
    for one in (survey, after):
        reach = one.reach(one.able_as(profile))
        starts = starts_of(one, reach, profile) or drawn_starts(one, reach, profile)
        sides.append((reach, reach.from_(starts)))
    return loses(survey.layers, *sides)


def loses(
    layers: tuple[str, ...], before: tuple[Reach, set[Place]], after: tuple[Reach, set[Place]]
) -> bool:
    """Return whether cells that were reachable are still walkable, but no longer reachable.

    Args:
        layers: Names of the storeys.
        before: The floor, and the reachable places.
        after: The same after a change, with the same number of storeys; the lattice may differ.
    """
    (now, known), (then, left) = before, after
    for layer in layers:
        first, second = now.labels(layer), then.labels(layer)
        if first.shape != second.shape:
            continue
        number = now.storeys.number_of(layer)
        there = (first > 0) & (second > 0)
        pairs = np.unique(np.stack((first[there], second[there])), axis=1)
        for one, other in pairs.T.tolist():
            come_to = Place(number << 32 | one) in known
            if come_to and Place(number << 32 | other) not in left:
                return True
    return False
