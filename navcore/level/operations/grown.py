"""Keep corrections by hand in a grown network when a network is grown again (S4-020)."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Final

from msgspec.structs import fields, replace

from navcore.level.edit import Edit
from navcore.level.model import Edge, Item, Level, Polygon, Settings, Waypoint

GROWN: Final = "grown"
"""Tag of waypoints that a generator laid. The next one replaces them, unless they are locked."""

_BESIDE: Final = frozenset({"id", "order", "group", "locked", "layer", "position"})
"""Fields that say nothing about the network, and the place with its storey."""
_WAYPOINT: Final = attrgetter(*(one.name for one in fields(Waypoint) if one.name not in _BESIDE))
_EDGE: Final = attrgetter(*(one.name for one in fields(Edge) if one.name not in _BESIDE))


def corrected(level: Level, edit: Edit) -> Edit:
    """Return an edit by hand that also removes the tag `grown` from what it corrects.

    Corrections are waypoints that are moved, changed or copied, and both ends of edges that are
    drawn or changed. Waypoints that move along with areas or obstacles, or with a whole storey,
    don't count, nor do locking, grouping and sorting. Deletions are not remembered: a deleted
    waypoint or edge comes back if the next network needs it, one that is switched off stays.

    Args:
        level: The level before the edit.
        edit: Any edit.
    """
    touched = {key for key in _touched(edit) if GROWN in _tags(edit, level, key)}
    if not touched:
        return edit
    before, after = dict(edit.before), dict(edit.after)
    for key in touched:
        item = after[key] if key in after else level.get(key)
        if isinstance(item, Waypoint):
            before.setdefault(key, item)
            after[key] = replace(item, tags=tuple(tag for tag in item.tags if tag != GROWN))
    return Edit(before, after, edit.label, edit.sources)


def comes_back(level: Level, edit: Edit) -> list[int]:
    """Return ids of the grown waypoints and edges that an edit deletes, ascending.

    A network that is grown again may lay them anew. Edges that go with an end are left out.

    Args:
        level: The level before the edit.
        edit: Any edit.
    """
    gone = {key: edit.before[key] for key, now in edit.after.items() if now is None}
    found = [key for key, was in gone.items() if isinstance(was, Waypoint) and GROWN in was.tags]
    edges = ((key, was) for key, was in gone.items() if isinstance(was, Edge))
    found += [
        key for key, was in edges
        if gone.keys().isdisjoint(was.references)
        and any(GROWN in _tags(edit, level, end) for end in was.references)
    ]  # fmt: skip
    return sorted(found)


def _touched(edit: Edit) -> Iterator[int]:
    """Return ids of the waypoints that an edit corrects, with or without tags."""
    along: bool | None = None
    for key, now in edit.after.items():
        was = edit.before[key]
        if isinstance(now, Waypoint):
            if not isinstance(was, Waypoint):
                yield key
            elif GROWN not in was.tags:
                # The tag is given by hand.
                continue
            elif _WAYPOINT(was) != _WAYPOINT(now):
                yield key
            elif (was.position, was.layer) != (now.position, now.layer):
                if along is None:
                    along = any(isinstance(one, Polygon | Settings) for one in edit.after.values())
                if not along:
                    yield key
        elif isinstance(now, Edge) and not (isinstance(was, Edge) and _EDGE(was) == _EDGE(now)):
            yield from now.references


def _tags(edit: Edit, level: Level, key: int) -> tuple[str, ...]:
    item: Item | None = edit.after[key] if key in edit.after else level.get(key)
    return item.tags if isinstance(item, Waypoint) else ()
