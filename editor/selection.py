"""The selection: elements in the order of selecting, their handles, a pivot."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from operator import attrgetter
from typing import Final

from navcore.level.edit import Edit
from navcore.level.kinds import kind_of_type
from navcore.level.model import Element, Level, Point
from navcore.level.operations import motion_of

_FEW: Final = 16
"""Number of elements that are checked to find how the selection moved."""
_NO_MOVE: Final = 1e-6
"""Metres that are rounding: a turn about the pivot leaves it where it is."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected elements, and their selected handles: corners, goals."""

    ids: frozenset[int] = frozenset()
    handles: Mapping[int, frozenset[int]] = field(default_factory=dict)
    pivot: Point | None = None
    """Pivot for turning and scaling the selected elements; None: their middle."""
    order: tuple[int, ...] = ()
    """Element ids in the order in which they were selected; drawing order if selected at once."""

    def held_in(self, level: Level, before: "Selection") -> "Selection":
        """Return the selection without elements and handles that the level lacks.

        The pivot stays while the same elements are selected.
        """
        held = ((kind, found.keys() & self.ids) for kind, found in level.held.items())
        picked = (found for kind, found in held if kind_of_type(kind).picked)
        present = frozenset[int]().union(*picked)
        handles: dict[int, frozenset[int]] = {}
        for item_id, chosen in self.handles.items():
            size = len(level.element(item_id).points) if item_id in present else 0
            there = frozenset(index for index in chosen if 0 <= index < size)
            if there:
                handles[item_id] = there
        same = present == before.ids
        order = before.order if same else _ordered(level, present, before.order)
        return Selection(present, handles, before.pivot if same else None, order)

    def moved(self, edit: Edit) -> "Selection":
        """Return it with its pivot where an edit takes it: along, if its elements move as one."""
        if self.pivot is None:
            return self
        return replace(self, pivot=_pivot_after(self.pivot, self.ids, edit))


def _ordered(level: Level, ids: frozenset[int], before: tuple[int, ...]) -> tuple[int, ...]:
    kept = [i for i in before if i in ids]
    new = level.items_under(ids.difference(kept))
    found = sorted((e for e in new if isinstance(e, Element)), key=attrgetter("order", "id"))
    return (*kept, *map(attrgetter("id"), found))


def _pivot_after(pivot: Point, ids: Iterable[int], edit: Edit) -> Point:
    """Return the pivot after an edit: it moves along if all of these elements move together."""
    pairs: list[tuple[Element, Element]] = []
    for element_id in islice(ids, _FEW):
        before, after = edit.before.get(element_id), edit.after.get(element_id)
        if not isinstance(before, Element) or not isinstance(after, Element):
            return pivot
        pairs.append((before, after))
    motion = motion_of(pairs)
    moved = pivot if motion is None else motion(pivot)
    return pivot if math.dist(pivot, moved) < _NO_MOVE else moved
