"""What an edit means for the bake: whether it changes many outlines, or no cell at all."""

from collections.abc import Iterable
from itertools import islice
from typing import Final

from navcore.level.edit import Edit
from navcore.level.model import Chunk, Edge, Item, Polygon, Waypoint

MANY: Final = 1000
"""Edits of more outlines and blocks are baked from scratch: another level, most often."""


def is_many(edit: Edit) -> bool:
    """Return whether an edit is baked from scratch; elements that no cell shows don't count."""
    return sum(isinstance(item, Polygon | Chunk) for item in _items(edit)) > MANY


def is_of_network(edit: Edit) -> bool:
    """Return whether an edit changes only waypoints and edges, so that all cells stay."""
    return all(isinstance(item, Waypoint | Edge) for item in _items(edit))


def is_many_of_network(edit: Edit) -> bool:
    """Return whether an edit changes so much of the network that finding open edges takes long."""
    of_network = (item for item in _items(edit) if isinstance(item, Waypoint | Edge))
    return len(edit.after) > MANY and next(islice(of_network, MANY, None), None) is not None


def _items(edit: Edit) -> Iterable[Item | None]:
    """The changed items after the edit; deleted ones as they were before it."""
    return (edit.before[i] if item is None else item for i, item in edit.after.items())
