"""Index of the elements of a level that refer to others: edges of waypoints, stops at them."""

from collections.abc import Callable, Iterable, KeysView, Mapping, Sequence
from itertools import chain, repeat
from operator import is_not
from typing import Final, TypeAlias

from navcore.level.bases import Element
from navcore.level.kinds import refers

Referring: TypeAlias = Mapping[int, tuple[int, ...]]
"""Ids of the elements that refer to an element, by its id; only where there are some."""

_NONE: Final = dict[int, None]().keys()


def referring_in(held: Mapping[type[Element], Mapping[int, Element]]) -> Referring:
    """Return the index of all these elements, which are given by type and id."""
    found: dict[int, list[int]] = {}
    for kind, elements in held.items():
        if refers(kind):
            for element_id, element in elements.items():
                for one in dict.fromkeys(element.references):
                    found.setdefault(one, []).append(element_id)
    return {one: tuple(ids) for one, ids in found.items()}


def referring_to(
    ids: Iterable[int], index: Referring, holders: Sequence[Mapping[int, Element]]
) -> list[Element]:
    """Return the elements that refer to some of these, each once, in the order of the ids.

    `holders` have all elements of the index, each in one of them.
    """
    found = dict.fromkeys(chain.from_iterable(filter(None, map(index.get, ids))))
    largest: Mapping[int, Element] = max(holders, key=len, default={})
    # Nearly all of thousands are edges: found without a step of Python for each.
    elements = [*map(largest.get, found)]
    if not all(map(is_not, elements, repeat(None))):
        for row, one in enumerate(found):
            if elements[row] is None:
                elements[row] = next((held[one] for held in holders if one in held), None)
    return [element for element in elements if element is not None]


def referring_after(
    index: Referring, changes: Mapping[int, object], find: Callable[[int], object]
) -> Referring:
    """Return the index after changes; the same one if no reference differs.

    Args:
        index: The index before.
        changes: The new items by id; None: deleted.
        find: Returns the item with an id before the changes.
    """
    after: dict[int, tuple[int, ...]] | None = None
    for element_id, new in changes.items():
        olds, news = _references(find(element_id)), _references(new)
        if olds == news:
            continue
        if after is None:
            after = dict(index)
        for one in olds - news:
            left = tuple(i for i in after[one] if i != element_id)
            if left:
                after[one] = left
            else:
                del after[one]
        for one in news - olds:
            after[one] = (*after.get(one, ()), element_id)
    return index if after is None else after


def _references(item: object) -> KeysView[int]:
    if isinstance(item, Element) and refers(type(item)):
        return dict.fromkeys(item.references).keys()
    return _NONE
