"""Index of the elements of a level that refer to others: edges of waypoints, stops at them."""

from collections.abc import Callable, KeysView, Mapping
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
