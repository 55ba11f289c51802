"""Moving, inserting and removing handles: corners of polygons, goals of agents, and their like.

An outline that is edited by hand is no longer what its `shape` says; the parameters go.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.affine import Affine
from navcore.level.bases import Element, Sources
from navcore.level.edit import Edit
from navcore.level.kinds import handle_words_of
from navcore.level.model import Level, Point, Ring
from navcore.level.naming import called
from navcore.level.waypoint_stops import at_waypoints

IN_ONE_PLACE: Final = 1e-9
"""Distance in metres up to which two handles count as being in one place."""


def move_handles(level: Level, handles: Mapping[int, Collection[int]], vector: Point) -> Edit:
    """Move handles by `vector`, metres; `handles` maps ids of elements to indices.

    Raises:
        KeyError: if an id does not belong to an element of the level.
        IndexError: if an element has no such handle.
        NavcoreError: if the vector is not finite, or an element can't have its handles there.
    """
    return _moved(level, handles, vector, {})


def drag_handles(
    level: Level, handles: Mapping[int, Collection[int]], start: Point, end: Point
) -> Edit:
    """Move handles from `start` to `end`; those at `start` land exactly on `end`.

    Raises:
        KeyError: if an id does not belong to an element of the level.
        IndexError: if an element has no such handle.
        NavcoreError: if a place is not finite, or an element can't have its handles there.
    """
    vector = (end[0] - start[0], end[1] - start[1])
    return _moved(level, handles, vector, {start: (float(end[0]), float(end[1]))})


def _moved(
    level: Level,
    handles: Mapping[int, Collection[int]],
    vector: Point,
    exact: Mapping[Point, Point],
) -> Edit:
    affine = Affine.translation(vector)
    changed: list[Element] = []
    for element_id, indices in handles.items():
        element = level.element(element_id)
        points = list(element.points)
        moved = _checked(element, indices)
        for index in moved:
            points[index] = exact.get(points[index]) or affine(points[index])
        if points != list(element.points):
            reshaped = _reshaped(element, tuple(points), range(len(points)))
            changed.append(at_waypoints(level, reshaped, moved))
    count = sum(len(set(indices)) for indices in handles.values())
    return Edit.put(level, changed, handles_label(mark("Move {0} of {1}"), count, changed))


def replace_handles(
    level: Level, element_id: int, indices: Collection[int], places: Sequence[Point]
) -> Edit:
    """Replace handles of an element by handles at these places.

    If there are as many places as handles, each handle is replaced by one place. Otherwise all
    places are inserted where the first handle was, or at the end if there are no handles.

    Raises:
        KeyError: if the id does not belong to an element of the level.
        IndexError: if the element has no such handle.
        NavcoreError: if a place is not finite, or the element can't have its handles there.
    """
    element = level.element(element_id)
    _checked(element, indices)
    for place in places:
        _check_finite(element, place)
    found = replaced(element.points, indices, places)
    label = handles_label(mark("Set {0} of {1}"), len(places), [element])
    if found.points == element.points:
        return Edit(label=label)
    reshaped = _reshaped(element, found.points, found.sources)
    return Edit.put(level, [at_waypoints(level, reshaped, found.new)], label)


class Replaced(NamedTuple):
    """Places of handles after some were replaced."""

    points: Ring
    sources: tuple[int | None, ...]
    """For each place the index that it had before; None for new places."""
    new: frozenset[int]
    """Indices of places that are new or replace others."""


def replaced(places: Sequence[Point], numbers: Collection[int], new: Sequence[Point]) -> Replaced:
    """Return places with `new` ones in place of those with these indices."""
    gone = sorted(set(numbers))
    if len(gone) == len(new):
        changes = dict(zip(gone, new, strict=True))
        points = tuple(changes.get(n, place) for n, place in enumerate(places))
        return Replaced(points, tuple(range(len(places))), frozenset(gone))
    first = gone[0] if gone else len(places)
    rest = [n for n in range(len(places)) if n > first and n not in gone]
    sources = (*range(first), *(None for _ in new), *rest)
    points = (*places[:first], *new, *(places[n] for n in rest))
    return Replaced(points, sources, frozenset(range(first, first + len(new))))


def merge_handles(level: Level, handles: Mapping[int, Collection[int]]) -> Edit:
    """Remove the given handles that were dropped on a neighbouring handle.

    Raises:
        KeyError: if an id does not belong to an element of the level.
        IndexError: if an element has no such handle.
    """
    changed: list[Element] = []
    for element_id, indices in handles.items():
        element = level.element(element_id)
        kept = list(range(len(element.points)))
        for index in _checked(element, indices):
            at = kept.index(index)
            rest = kept[:at] + kept[at + 1 :]
            neighbours = {*kept[max(0, at - 1) : at], *kept[at + 1 : at + 2]}
            if element.closed:
                neighbours |= {kept[at - 1], kept[(at + 1) % len(kept)]} - {index}
            same = any(_same(element, index, other) for other in neighbours)
            if same and element.allows(_picked(element, rest)):
                kept = rest
        if len(kept) < len(element.points):
            changed.append(element.with_points(_picked(element, kept), kept))
    return Edit.put(level, changed)


def _same(element: Element, one: int, other: int) -> bool:
    return math.dist(element.points[one], element.points[other]) <= IN_ONE_PLACE


def _picked(element: Element, indices: Sequence[int]) -> Ring:
    return tuple(element.points[index] for index in indices)


def _reshaped(element: Element, points: Ring, sources: Sources) -> Element:
    """Return the element with its handles in these places, each from the index that it had.

    Raises:
        NavcoreError: if it can't have them there.
    """
    if not element.allows(points):
        message = tr(handle_words_of([element]).refused).format(called([element]))
        raise NavcoreError(message)
    return element.with_points(points, sources)


def insert_handle(level: Level, element_id: int, side: int, point: Point) -> Edit:
    """Insert a handle at `point` on a side: between handle `side` and the next one.

    The new handle has the index `side + 1`. Side -1 leads to the first handle, from `lead` or from
    nowhere; the last side of an open line extends the line at its end.

    Raises:
        KeyError: if the id does not belong to an element of the level.
        IndexError: if the element has no such side.
        NavcoreError: if the point is not finite, or the element can't have a handle there.
    """
    element = level.element(element_id)
    points = element.points
    if side != -1 or (points and not element.lead):
        _checked(element, [side])
    x, z = (float(part) for part in point)
    _check_finite(element, (x, z))
    at = side + 1
    sources = (*range(at), None, *range(at, len(points)))
    changed = _reshaped(element, (*points[:at], (x, z), *points[at:]), sources)
    changed = at_waypoints(level, changed, [at])
    return Edit.put(level, [changed], handles_label(mark("Add {0} to {1}"), 1, [element]))


def delete_handles(level: Level, handles: Mapping[int, Collection[int]]) -> Edit:
    """Delete these handles; an element that can't exist without them is deleted too.

    Raises:
        KeyError: if an id does not belong to an element of the level.
        IndexError: if an element has no such handle.
    """
    items: dict[int, Element | None] = {}
    touched: list[Element] = []
    for element_id, indices in handles.items():
        element = level.element(element_id)
        gone = set(_checked(element, indices))
        if not gone:
            continue
        touched.append(element)
        kept = [index for index in range(len(element.points)) if index not in gone]
        points = _picked(element, kept)
        items[element_id] = element.with_points(points, kept) if element.allows(points) else None
    if touched and not any(items.values()):
        return Edit.change(level, items, tr("Delete {0}").format(called(touched)))
    count = sum(len(set(indices)) for indices in handles.values())
    return Edit.change(level, items, handles_label(mark("Delete {0} of {1}"), count, touched))


def _checked(element: Element, indices: Collection[int]) -> list[int]:
    for index in indices:
        if not 0 <= index < len(element.points):
            message = f"{called([element])} has {len(element.points)} handles, none is {index}"
            raise IndexError(message)
    return sorted(set(indices))


def _check_finite(element: Element, place: Point) -> None:
    if not all(map(math.isfinite, place)):
        what = tr(handle_words_of([element]).one)
        message = tr("{0} must be finite, not {1}, {2}.")
        raise NavcoreError(message.format(what[:1].upper() + what[1:], *place))


def handles_label(said: str, count: int, elements: Sequence[Element]) -> str:
    """Return the label of an undo step that changes this many handles of these elements."""
    words = handle_words_of(elements)
    what = tr(words.one) if count == 1 else words.counted(count)
    return tr(said).format(what, called(elements))
