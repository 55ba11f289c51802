"""Detect elements that need no conversion, by one check of the types of all their fields."""

import math
from collections.abc import Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, Final

from navcore.level.bases import Chunk, Element
from navcore.level.limits import FARTHEST, limited_fields

__all__ = ["are_plain"]

_ID: Final = attrgetter("id")
_TEXTS: Final = frozenset({str, tuple})
_WHOLE: Final = frozenset({int})
_NUMBER: Final = frozenset({float})
_TUPLE: Final = frozenset({tuple})
_PAIR: Final = frozenset({2})


def are_plain(elements: Sequence[Any], kind: type) -> bool:
    """Return whether :func:`navcore.level.canonical.canonical` would return each of these as it is.

    All elements are of one type. The check goes field by field, without a Python step for each
    element: thousands of waypoints may be dragged at once, and 10,000 take 4 ms instead of 30.
    False means unknown: even then there may be nothing to convert.
    """
    if not _is_simple(kind):
        return False
    ids = [*map(_ID, elements)]
    if not set(map(type, ids)) <= _WHOLE or min(ids, default=1) < 1:
        return False
    fields = limited_fields(kind)
    for name, _, limit in fields.numbers:
        numbers = [*map(attrgetter(name), elements)]
        if not set(map(type, numbers)) <= _NUMBER or not math.isfinite(sum(numbers)):
            return False
        if numbers and not (limit.allows(min(numbers)) and limit.allows(max(numbers))):
            return False
    for name, _, _ in fields.wholes:
        if not set(map(type, map(attrgetter(name), elements))) <= _WHOLE:
            return False
    for name, _, _ in fields.texts:
        if not set(map(type, map(attrgetter(name), elements))) <= _TEXTS:
            return False
    if not all(_are_places([*map(attrgetter(name), elements)]) for name, _, _ in fields.places):
        return False
    return _always_fits(kind) or all(one.misfit is None for one in elements)


@cache
def _is_simple(kind: type) -> bool:
    """Return whether elements of a type have single values in all of their fields with limits."""
    if not issubclass(kind, Element) or issubclass(kind, Chunk):
        return False
    fields = limited_fields(kind)
    several = (many for _, _, many in (*fields.wholes, *fields.places))
    return not fields.parts and not any(several)


@cache
def _always_fits(kind: type) -> bool:
    return issubclass(kind, Element) and kind.misfit is Element.misfit


def _are_places(places: Sequence[Any]) -> bool:
    """Return whether each is one point of two floats, near enough."""
    if not (set(map(type, places)) <= _TUPLE and set(map(len, places)) <= _PAIR):
        return False
    numbers = [*chain.from_iterable(places)]
    if not set(map(type, numbers)) <= _NUMBER or not math.isfinite(sum(numbers)):
        return False
    return not numbers or (min(numbers) >= -FARTHEST and max(numbers) <= FARTHEST)
