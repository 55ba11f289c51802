"""Many copies at once: in rows and columns, along a line, or around a centre."""

import math
from collections.abc import Collection, Sequence
from typing import Final

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.affine import Affine
from navcore.level.companions import ALONE, Companions, copied_with
from navcore.level.edit import Edit
from navcore.level.model import Item, Level, Point
from navcore.level.naming import NewId, called
from navcore.level.operations.paste import Copier
from navcore.level.states import copied_states

MOST_COPIES: Final = 1000
"""Most new elements of one array, so that a preview stays readable and fast."""

_LEAST_STEP: Final = 0.001
_LEAST_TURN: Final = 1e-6


def array(
    level: Level,
    ids: Collection[int],
    maps: Sequence[Affine],
    new_id: NewId,
    *,
    handles: bool = False,
    along: Companions = ALONE,
) -> Edit:
    """Copy the elements with each of these maps; the originals stay.

    Names continue to count from copy to copy. Copies come last among their kind.

    Args:
        level: The level.
        ids: The elements to copy.
        maps: One for each copy: `grid_maps`, `line_maps` or `ring_maps`.
        new_id: Draws ids of the copies.
        handles: Whether to map handles that a move leaves in place: goals of agents.
        along: Companions to copy with the elements: `companions(level, ids)`.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if there would be more than `MOST_COPIES` new elements.
    """
    wanted = {*ids, *along.ids}
    elements = copied_with(level, wanted)
    named = [element for element in elements if element.id in wanted]
    made = len(maps) * len(named)
    if made > MOST_COPIES:
        message = tr("{0} copies are too many: {1} can be made at a time.")
        raise NavcoreError(message.format(f"{made:,}", f"{MOST_COPIES:,}"))
    copier = Copier(level, new_id)
    pairs = [
        (source, copy if handles else copy.with_carried(affine, source, carried))
        for affine in maps
        for source, copy in copier.copies(elements, affine, handles=handles)
        for carried in (along.handles.get(source.id, ()),)
    ]
    copies: list[Item] = [*(copy for _, copy in pairs), *copied_states(level, pairs)]
    label = array_label(made, called(named)) if copies else ""
    return Edit.put(level, copies, label).copying(pairs)


def array_label(copies: int, what: str) -> str:
    """`Make 11 copies of table`."""
    if copies == 1:
        return tr("Make 1 copy of {0}").format(what)
    return tr("Make {0} copies of {1}").format(f"{copies:,}", what)


def grid_maps(columns: int, rows: int, step: Point) -> list[Affine]:
    """Return the moves to a grid of `columns` x `rows` copies, row by row; the first stays.

    `step` is the vector from one column and row to the next, metres; negative values lead left and
    down.

    Raises:
        NavcoreError: if a count is under 1, too great, or copies would lie in one place.
    """
    _check_counts(columns, rows)
    if columns > 1:
        _check_step(
            step[0], tr("The columns would lie on top of each other. Type a wider spacing.")
        )
    if rows > 1:
        sentence = tr("The rows would lie on top of each other. Type a wider spacing.")
        _check_step(step[1], sentence)
    return [
        Affine.translation((_clean(column * step[0]), _clean(row * step[1])))
        for row in range(rows)
        for column in range(columns)
        if row or column
    ]


def line_maps(copies: int, length: float, angle: float) -> list[Affine]:
    """Return the moves to copies along a line, `length` metres apart at `angle`, radians.

    Raises:
        NavcoreError: if the count is under 1, too great, or copies would lie in one place.
    """
    _check_counts(copies, 1)
    _check_step(length, tr("The copies would lie on top of each other. Type a wider spacing."))
    dx, dz = length * math.cos(angle), length * math.sin(angle)
    return [
        Affine.translation((_clean(number * dx), _clean(number * dz)))
        for number in range(1, copies + 1)
    ]


def ring_maps(count: int, centre: Point, step: float, middle: Point | None = None) -> list[Affine]:
    """Return the turns to copies around a centre; the first of `count` is the original.

    Args:
        count: Number of copies with the original.
        centre: Centre of the ring, metres.
        step: Angle from one copy to the next, radians, counter-clockwise.
        middle: Middle of the original if copies stay upright and only this point goes around the
            centre. None: copies turn.

    Raises:
        NavcoreError: if the count is under 1, too great, or copies would lie in one place.
    """
    _check_counts(count, 1)
    together = tr("The copies would lie on top of each other. Type another angle.")
    for number in range(1, count):
        away = math.remainder(number * step, math.tau)
        if not math.isfinite(away) or abs(away) < _LEAST_TURN:
            raise NavcoreError(together)
    if middle is not None and count > 1 and math.dist(middle, centre) < _LEAST_STEP:
        message = tr("The centre lies in the middle of what is copied. Choose another place.")
        raise NavcoreError(message)
    turns = [Affine.rotation(number * step, centre) for number in range(1, count)]
    if middle is None:
        return turns
    places = [turned(middle) for turned in turns]
    return [Affine.translation((_clean(x - middle[0]), _clean(z - middle[1]))) for x, z in places]


def _check_counts(columns: int, rows: int) -> None:
    if columns < 1 or rows < 1:
        message = tr("Type a count of 1 or more.")
        raise NavcoreError(message)
    if columns * rows > MOST_COPIES + 1:
        message = tr("{0} are too many: {1} copies can be made at a time.")
        raise NavcoreError(message.format(f"{columns * rows:,}", f"{MOST_COPIES:,}"))


def _check_step(step: float, sentence: str) -> None:
    if not math.isfinite(step) or abs(step) < _LEAST_STEP:
        raise NavcoreError(sentence)


def _clean(value: float) -> float:
    """Return the value without floating-point noise below a nanometre."""
    return round(value, 9) + 0.0
