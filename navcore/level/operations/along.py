"""Operations on rooms that take along what belongs to them, see `navcore.level.companions`."""

from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from navcore.i18n import several, tr
from navcore.level.affine import Affine
from navcore.level.companions import Companions
from navcore.level.edit import Edit
from navcore.level.model import Element, Level
from navcore.level.naming import NewId, called
from navcore.level.operations.paste import duplicate_along

Act: TypeAlias = Callable[[Level, Collection[int]], Edit]
"""An operation that takes elements where a map takes them."""


def take_along(
    level: Level, ids: Collection[int], along: Companions, affine: Affine, act: Act
) -> Edit:
    """What an operation does to elements, done to what goes along with them, too.

    Args:
        level: What the edit starts from.
        ids: The elements that the operation is asked for.
        along: What goes along: `companions(level, ids)`, or `ALONE`.
        affine: The map by which the operation moves elements.
        act: The operation: a move, a turn, a mirror.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: as the operation does.
    """
    edit = act(level, ids)
    if not along:
        return edit
    others = act(level, along.ids) if along.ids else Edit()
    made = {**edit.after, **others.after}
    bases = {i: made.get(i) or level.element(i) for i in along.handles}
    handles = Edit.put(
        level,
        [
            base.with_carried(affine, level.element(i), along.handles[i])
            for i, base in bases.items()
            if isinstance(base, Element)
        ],
    )
    label = with_things(edit.label, along) if edit.label else others.label
    return Edit(
        {**edit.before, **others.before, **handles.before}, {**made, **handles.after}, label
    )


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
    return Edit(edit.before, after, with_things(label, along)), sources


def with_things(what: str, along: Companions) -> str:
    """`Move hall and 14 things in it`: words for elements, or for what is done to them."""
    count = len(along.ids)
    if not count:
        return what
    if along.several:
        things = several(count, "1 thing in them", "{0} things in them")
    else:
        things = several(count, "1 thing in it", "{0} things in it")
    return tr("{0} and {1}").format(what, things)
