"""Find the elements that differ between two levels, from known edits or by comparison."""

from collections.abc import Collection
from operator import is_
from typing import Final, TypeAlias

import numpy as np

from navcore.level.bases import Element
from navcore.level.model import Item, Level


def differences(
    old: Level, new: Level, kinds: Collection[type[Element]]
) -> dict[int, Element | None]:
    """Return the elements of these kinds that differ in the new level, by id.

    The value is None for an element that the new level lacks. If the edits from the old level to
    the new one are known, the time depends on their size only.
    """
    changes: dict[int, Element | None] = {}
    edited = _edited(old, new)
    if edited is not None:
        for item_id, was, now in edited:
            if isinstance(now, Element) and type(now) in kinds:
                changes[item_id] = now
            elif type(was) in kinds:
                changes[item_id] = None
        return changes
    for kind in kinds:
        before, after = old.of(kind), new.of(kind)
        if before is after:
            continue
        if len(before) != len(after):
            changes |= {i: e for i, e in after.items() if before.get(i) is not e}
            changes |= dict.fromkeys(before.keys() - after.keys())
            continue
        # Elements that stay keep their positions: comparing position by position is fastest.
        same = np.fromiter(map(is_, before.values(), after.values()), bool, len(after))
        olds, news = list(before.values()), list(after.values())
        for number in np.flatnonzero(~same).tolist():
            old_id, new_id = olds[number].id, news[number].id
            changes[old_id] = after.get(old_id)
            changes[new_id] = news[number]
    return {i: new.element(i) if e is None and new.get(i) else e for i, e in changes.items()}


_Edited: TypeAlias = list[tuple[int, Item | None, Item | None]]

_LAST: Final[dict[str, tuple[int, int, _Edited]]] = {}
"""Numbers of the last two levels that were compared, and their differences: after an edit several
parts of the editor compare the same two."""


def _edited(old: Level, new: Level) -> _Edited | None:
    """Return ids with different items in the levels, and the items; None if that is unknown."""
    known = _LAST.get("")
    if known is not None and known[:2] == (old.number, new.number):
        return known[2]
    ids = new.changed_since(old)
    if ids is None:
        return None
    listed = [*ids]
    items = zip(listed, old.items_under(listed), new.items_under(listed), strict=True)
    found = [(item_id, was, now) for item_id, was, now in items if was is not now]
    _LAST[""] = (old.number, new.number, found)
    return found
