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
    """An edit that takes elements where a map takes them, and what goes along with them.

    Args:
        level: What the edit starts from.
        edit: The move, turn or mirror image of the elements.
        along: What goes along: `companions(level, ids)`, or `ALONE`.
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
    """Elements and what goes along moved by `vector`, metres, see `move`."""
    return take_along(level, move(level, ids, vector), along, Affine.translation(vector))


def turn_together(
    level: Level, ids: Collection[int], along: Companions, angle: float, pivot: Point
) -> Edit:
    """Elements and what goes along turned by `angle` about `pivot`, see `turn`."""
    edit = turn(level, ids, angle, pivot)
    return take_along(level, edit, along, Affine.rotation(angle, pivot))


def mirror_together(
    level: Level, ids: Collection[int], along: Companions, start: Point, end: Point
) -> Edit:
    """Elements and what goes along mirrored in place about a line, see `mirror`."""
    edit = mirror(level, ids, start, end)
    if not edit.label:
        label = tr("Mirror {0}").format(called(level.element(i) for i in sorted(ids)))
        edit = replace(edit, label=label)
    return take_along(level, edit, along, Affine.reflection(start, end))


def duplicate_together(
    level: Level, ids: Collection[int], along: Companions, affine: Affine, new_id: NewId
) -> tuple[Edit, Mapping[int, Element]]:
    """Copies of elements and of what goes along, see `duplicate_along`.

    Goals of a copy move with it where they lie in what is copied.

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
    """An edit, and what belongs to the rooms that it moves, turns or reshapes.

    Rooms that are moved or turned take along what belongs to them, each by its own way; what
    belongs to several of them goes with the first. Of rooms that are reshaped the doors stay in
    their gaps, see `doors_follow`.

    Args:
        level: What the edit starts from.
        edit: Any edit; of what it changes, floors count.
        find: Finds what goes along with rooms that go the same way.
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
    """`Move hall and 14 things in it`: words for elements, or for what is done to them."""
    return tr("{0} and {1}").format(what, things_in(along)) if along.ids else what


def things_in(along: Companions) -> str:
    """`14 things in it`: words for what goes along."""
    count = len(along.ids)
    if along.several:
        return several(count, "1 thing in them", "{0} things in them")
    return several(count, "1 thing in it", "{0} things in it")
