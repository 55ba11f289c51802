"""Effect of an edit on an index of elements: rows that are replaced, added and removed."""

from collections.abc import Mapping, Sequence
from itertools import repeat
from operator import attrgetter, eq, is_not
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.level import pick_columns
from navcore.level.bases import Element
from navcore.level.bodies import Body
from navcore.level.model import Level

Ids: TypeAlias = npt.NDArray[np.int64]

_ORDER: Final = attrgetter("order")


class Replaced(NamedTuple):
    """Elements of one type that keep their numbers."""

    kind: type[Element]
    numbers: list[int]
    elements: list[Element]
    bodies: list[Any]


class Sorted(NamedTuple):
    """Changes of an index, by what they do to its rows."""

    put: list[Replaced]
    added: list[tuple[Element, Body]]
    gone: list[int]


def sort_changes(
    level: Level,
    changes: Mapping[int, Element | None],
    numbers: Sequence[int],
    held: Sequence[Element],
) -> Sorted:
    """Sort the elements with these ids in a level by their effect on the rows of an index.

    Args:
        level: The level then.
        changes: What stands there; None: nothing.
        numbers: The rows of these ids, -1 without one.
        held: The elements of all rows before.
    """
    finds = pick_columns.finds_of(level)
    kept: dict[type[Element], tuple[list[int], list[Element]]] = {}
    found = Sorted([], [], [])
    for number, element in zip(numbers, changes.values(), strict=True):
        if element is None:
            if number >= 0:
                found.gone.append(number)
        elif number < 0:
            body = element.body(finds[type(element)])
            if body is not None:
                found.added.append((element, body))
        else:
            listed = kept.setdefault(type(element), ([], []))
            listed[0].append(number)
            listed[1].append(element)
    for kind, (rows, elements) in kept.items():
        find, olds = finds[kind], [held[row] for row in rows]
        some = Replaced(kind, rows, elements, [element.body(find) for element in elements])
        # Nearly always all of them stay in the drawing order: without a step of Python for each.
        alike = set(map(type, olds)) == {kind} and all(
            map(eq, map(_ORDER, olds), map(_ORDER, elements))
        )
        if alike and all(map(is_not, some.bodies, repeat(None))):
            found.put.append(some)
        else:
            _sort_one_by_one(some, olds, found)
    return found


def _sort_one_by_one(some: Replaced, olds: Sequence[Element], found: Sorted) -> None:
    """Do the same for elements of which some change their drawing order, or are gone."""
    stay = Replaced(some.kind, [], [], [])
    for number, old, element, body in zip(some.numbers, olds, *some[2:], strict=True):
        if body is not None and pick_columns.is_drawn_alike(old, element):
            stay.numbers.append(number)
            stay.elements.append(element)
            stay.bodies.append(body)
            continue
        found.gone.append(number)
        if body is not None:
            found.added.append((element, body))
    if stay.numbers:
        found.put.append(stay)


def places_in(
    columns: tuple[Ids, npt.NDArray[Any], npt.NDArray[np.float64]],
    ids: Ids,
    ranks: npt.NDArray[Any],
    orders: npt.NDArray[np.float64],
) -> Ids:
    """Return before which rows elements with these ids, ranks and orders are drawn.

    `columns` are the same of all rows, which stand in drawing order: by rank, order and id.
    """
    held_ids, held_ranks, held_orders = columns
    places = np.empty(len(ids), np.int64)
    for rank in np.unique(ranks).tolist():
        # Of the very type of the column: another would copy it first.
        ends = np.array((rank, rank + 1), held_ranks.dtype)
        low, high = np.searchsorted(held_ranks, ends).tolist()
        chosen = np.flatnonzero(ranks == rank)
        begins, stops = (
            low + np.searchsorted(held_orders[low:high], orders[chosen], side=side)
            for side in ("left", "right")
        )
        places[chosen] = begins
        equal = begins < stops
        for begin in np.unique(begins[equal]).tolist():
            # Of equal order: by id.
            tied = equal & (begins == begin)
            stop = int(stops[tied][0])
            places[chosen[tied]] += np.searchsorted(held_ids[begin:stop], ids[chosen[tied]])
    return places


def spliced(held: list[Element], at: Sequence[int], elements: Sequence[Element]) -> list[Element]:
    """Return a list with elements put in before these places, which ascend."""
    found = held[: at[0]]
    for element, begin, end in zip(elements, at, [*at[1:], len(held)], strict=True):
        found.append(element)
        found += held[begin:end]
    return found


def without(held: list[Element], gone: Sequence[int]) -> list[Element]:
    """Return a list without the elements in these places, which ascend."""
    found = held[: gone[0]]
    for begin, end in zip(gone, [*gone[1:], len(held)], strict=True):
        found += held[begin + 1 : end]
    return found
