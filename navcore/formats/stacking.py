"""Drawing order of elements whose kind is split into several arrays of a file.

Elements are drawn in the order of the file. Disabled obstacles have an array of their own: those
that other obstacles are drawn over have their position among all obstacles as `order`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, filterfalse
from typing import Any, Final, TypeVar

import msgspec

from navcore.formats.checks import Fault, FaultError, is_whole
from navcore.formats.level_keys import ORDER, Elements
from navcore.formats.progress import Job, looked_at
from navcore.level.bases import Chunk, Element

Kind = TypeVar("Kind", bound=Element)

MOST: Final = 2**31
"""Largest position that can be written."""


def told(found: Sequence[Kind], among: Sequence[Element]) -> list[Kind]:
    """Return elements of an array that is read after the others, with positions as `order`.

    `among` are all elements of that kind, in drawing order; positions count from 1. An element
    whose position follows from the order of the file has 0.
    """
    places = {element.id: place for place, element in enumerate(among, 1)}
    last = count(len(among) - len(found) + 1)
    return [
        msgspec.structs.replace(element, order=float(place if place < behind else 0))
        for element, behind in zip(found, last, strict=False)
        for place in (places[element.id],)
    ]


def orders_in(
    arrays: Sequence[Elements],
    data: Mapping[str, Sequence[Mapping[str, Any]]],
    job: Job | None = None,
) -> dict[str, list[float]]:
    """Return the `order` of each entry of these arrays, from 0 on; empty for blocks of cells.

    Raises:
        Cancelled: if the job is cancelled.
        FaultError: if a position in an entry is not a whole number from 1 to `MOST`.
    """
    taken: dict[type[Element], set[float]] = {array.type: set() for array in arrays}
    own = {
        array.key: list(looked_at(_places(array, data[array.key], taken), job)) for array in arrays
    }
    free = {
        kind: filterfalse(places.__contains__, map(float, count()))
        for kind, places in taken.items()
    }
    return {
        array.key: [
            0.0 if issubclass(array.type, Chunk) else next(free[array.type]) if place is None
            else place
            for place in looked_at(own[array.key], job)
        ]
        for array in arrays
    }  # fmt: skip


def _places(
    array: Elements, entries: Sequence[Mapping[str, Any]], taken: dict[type[Element], set[float]]
) -> Iterator[float | None]:
    """Yield the positions in entries, from 0 on; None if missing or already taken."""
    for index, entry in enumerate(entries):
        place = entry.get(ORDER) if ORDER in array.keys else None
        if place is not None and not (is_whole(place, 1) and place <= MOST):
            raise FaultError(Fault((array.key, index, ORDER), f"a whole number from 1 to {MOST}"))
        if place is None or place - 1.0 in taken[array.type]:
            yield None
        else:
            taken[array.type].add(place - 1.0)
            yield place - 1.0
