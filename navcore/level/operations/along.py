"""Operations on rooms that take along what belongs to them, see `navcore.level.companions`."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from navcore.i18n import several, tr
from navcore.level.affine import Affine
from navcore.level.companions import Companions, companions
from navcore.level.edit import Edit
from navcore.level.model import Area, Element, Item, Level, Point
from navcore.level.naming import NewId, called
from navcore.level.operations.door_gaps import doors_follow
from navcore.level.operations.elements import move
from navcore.level.operations.mirror import mirror
from navcore.level.operations.paste import duplicate_along, motion_of
from navcore.level.operations.transform import all_moved, turn, with_sides


def take_along(level: Level, edit: Edit, along: Companions, affine: Affine) -> Edit:
    """Apply the map of an edit to the companions of its elements too.

    Args:
        level: The level before the edit.
        edit: The move, turn or mirror image of the elements.
        along: The companions: `companions(level, ids)`, or `ALONE`.
        affine: The map.
    """
    if not along:
        return edit
    elements = [level.element(element_id) for element_id in sorted(along.ids)]
    starts = elements if affine.keeps_axes else map(with_sides, elements)
    items: dict[int, Item | None] = {e.id: e for e in all_moved([*starts], affine)}
    for element_id, indices in along.handles.items():
        base = items.get(element_id) or edit.after.get(element_id) or level.element(element_id)
        if isinstance(base, Element):
            items[element_id] = base.with_carried(affine, level.element(element_id), indices)
    others = Edit.change(level, items)
    label = with_things(edit.label, along)
    before, after = {**edit.before, **others.before}, {**edit.after, **others.after}
    return Edit(before, after, label, edit.sources)


def move_together(level: Level, ids: Collection[int], along: Companions, vector: Point) -> Edit:
    """Move elements and their companions by `vector`, metres, see `move`."""
    return take_along(level, move(level, ids, vector), along, Affine.translation(vector))


def turn_together(
    level: Level, ids: Collection[int], along: Companions, angle: float, pivot: Point
) -> Edit:
    """Turn elements and their companions by `angle` about `pivot`, see `turn`."""
    edit = turn(level, ids, angle, pivot)
    return take_along(level, edit, along, Affine.rotation(angle, pivot))


def mirror_together(
    level: Level, ids: Collection[int], along: Companions, start: Point, end: Point
) -> Edit:
    """Mirror elements and their companions in place about a line, see `mirror`."""
    edit = mirror(level, ids, start, end)
    if not edit.label:
        label = tr("Mirror {0}").format(called(level.element(i) for i in sorted(ids)))
        edit = replace(edit, label=label)
    return take_along(level, edit, along, Affine.reflection(start, end))


def duplicate_together(
    level: Level, ids: Collection[int], along: Companions, affine: Affine, new_id: NewId
) -> tuple[Edit, Mapping[int, Element]]:
    """Copy elements and their companions, see `duplicate_along`.

    Goals of a copied agent are copied with it if they lie inside copied elements.

    Raises:
        KeyError: if an id is not the level's.
    """
    edit, sources = duplicate_along(level, {*ids, *along.ids}, affine, new_id)
    if not along:
        return edit, sources
    after = {
        i: copy.with_carried(affine, sources[i], along.handles.get(sources[i].id, ()))
        for i, copy in edit.after.items()
        if isinstance(copy, Element)
    }
    label = tr("Duplicate {0}").format(called(level.element(i) for i in sorted(ids)))
    return replace(edit, after={**edit.after, **after}, label=with_things(label, along)), sources


def follow_rooms(
    level: Level, edit: Edit, find: Callable[[Level, Collection[int]], Companions] = companions
) -> Edit:
    """Extend an edit so that the companions of the rooms that it moves or reshapes follow.

    Companions of moved or turned rooms get the same map as their room; companions of several rooms
    follow the first. Doors of reshaped rooms stay in their gaps, see `doors_follow`.

    Args:
        level: The level before the edit.
        edit: Any edit; only the floors that it changes matter.
        find: Returns the companions of rooms that get the same map.
    """
    pairs = [(edit.before[i], item) for i, item in edit.after.items()]
    rooms = [
        (one, other)
        for one, other in pairs
        if isinstance(one, Area) and isinstance(other, Area) and not one.door
    ]
    joint = motion_of(rooms)
    groups = [(joint, rooms)] if joint else [(motion_of([pair]), [pair]) for pair in rooms]
    taken = Companions(frozenset(edit.after))
    for affine, moved in groups:
        if affine is not None and affine != Affine():
            along = find(level, [room.id for room, _ in moved]).without(taken)
            taken = taken.joined(along)
            label = edit.label
            edit = replace(take_along(level, edit, along, affine), label=label)
    return doors_follow(level, edit)


def with_things(what: str, along: Companions) -> str:
    """Return words for elements and their companions: `Move hall and 14 things in it`."""
    return tr("{0} and {1}").format(what, things_in(along)) if along.ids else what


def things_in(along: Companions) -> str:
    """`14 things in it`: words for what goes along."""
    count = len(along.ids)
    if along.several:
        return several(count, "1 thing in them", "{0} things in them")
    return several(count, "1 thing in it", "{0} things in it")
