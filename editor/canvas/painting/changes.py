"""Parts of a painted level that an edit of one element makes outdated."""

from collections.abc import Iterator
from typing import Final, TypeAlias

import msgspec

from editor.canvas.camera import Box, grown
from editor.canvas.painting.tile_cache import EVERYTHING
from navcore.level.bases import nothing
from navcore.level.edit import Edit
from navcore.level.model import Element, Item, Join, Level, Point, Polygon, Ring
from navcore.level.operations import bounds_of

LINE_REACH: Final = 8.0
"""Pixels beyond an outline that its line may reach."""
FEW_EDGES: Final = 3
"""Number of moved edges above which the whole outline is repainted."""

Stale: TypeAlias = tuple[Box, float, float]
"""A box of the world, metres, and the pixels around it, across and up, that change with it."""


def around(old: Element | None, new: Element | None, reach: float = LINE_REACH) -> Iterator[Stale]:
    """Yield boxes around an element before and after, with `reach` pixels on every side.

    Everywhere for an element that lies where others do.
    """
    for element in (old, new):
        if element is not None:
            body = element.body(nothing)
            box = EVERYTHING if body is None else grown(_box_of(body.trace), body.girth)
            yield box, reach, reach


def box_of_many(elements: list[Element], edit: Edit, level: Level) -> Box:
    """Return one box, metres, around all changes of these elements, with ends of joins.

    Everywhere if one of them lies where others do.
    """
    joins = [e for e in elements if isinstance(e, Join)]
    joins += [e for e in level.referring(edit.after) if isinstance(e, Join)]
    ends = {end for join in joins for end in join.references}
    found = [e for e in map(level.get, ends - edit.after.keys()) if isinstance(e, Element)]
    moved = [*found, *(e for e in elements if not isinstance(e, Join))]
    if any(element.body(nothing) is None for element in moved):
        return EVERYTHING
    return bounds_of(moved)


def around_joined(
    edit: Edit, level: Level, kinds: tuple[type[Element], ...], margin: float, reach: float
) -> Iterator[Stale]:
    """Yield boxes around changed elements of these kinds, before and after.

    Also around joins of these kinds that lead to changed elements.

    Args:
        edit: The edit.
        level: The level after it.
        kinds: Types of elements.
        margin: Metres around each.
        reach: Pixels around that.
    """

    def before(item_id: int) -> Item | None:
        return edit.before[item_id] if item_id in edit.before else level.get(item_id)

    if not any(isinstance(item, kinds) for item in (*edit.before.values(), *edit.after.values())):
        return
    joined = [one for one in level.referring(edit.after) if one.id not in edit.after]
    for find, items in ((before, edit.before.values()), (level.get, edit.after.values())):
        for element in (*items, *joined):
            body = element.body(find) if isinstance(element, kinds) else None
            if body is not None:
                yield grown(_box_of(body.trace), body.girth + margin), reach, reach


def along_edges(old: Element | None, new: Element | None) -> Iterator[Stale]:
    """Boxes around what an outline and its fill change; single edges where only corners moved."""
    if not (isinstance(old, Polygon) and isinstance(new, Polygon) and _only_moved(old, new)):
        yield from around(old, new)
        return
    # The gained or lost fill lies between the old and the new edges.
    before, after = old.polygon, new.polygon
    moved = [
        (*was, *now) for was, now in zip(_edges(before), _edges(after), strict=True) if was != now
    ]
    if len(moved) > FEW_EDGES:
        yield from around(old, new)
        return
    for ends in moved:
        yield _box_of(ends), LINE_REACH, LINE_REACH


def _edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    return zip((ring[-1], *ring[:-1]), ring, strict=True)


def _only_moved(old: Polygon, new: Polygon) -> bool:
    """Return whether nothing but the places of corners differs."""
    if len(old.polygon) != len(new.polygon):
        return False
    return msgspec.structs.replace(old, polygon=new.polygon, shape=new.shape) == new


def _box_of(points: Ring) -> Box:
    xs, zs = [x for x, _ in points], [z for _, z in points]
    return (min(xs), min(zs), max(xs), max(zs))
