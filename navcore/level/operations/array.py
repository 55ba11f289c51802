"""Many copies at once: in rows and columns, or along a line."""

import math
from collections.abc import Collection, Sequence
from typing import Final

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.affine import Affine
from navcore.level.edit import Edit
from navcore.level.model import Level, Point
from navcore.level.naming import NewId, called
from navcore.level.operations.paste import Copier

MOST_COPIES: Final = 1000
"""New elements that one array makes at most: more can't be looked at."""

_LEAST_STEP: Final = 0.001


def array(level: Level, ids: Collection[int], vectors: Sequence[Point], new_id: NewId) -> Edit:
    """A copy of the elements at each of these vectors from them, metres; they stay themselves.

    Names are counted on, copy by copy. Copies come last among their kind.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if there would be more than `MOST_COPIES` new elements.
    """
    wanted = set(ids)
    elements = [element for element in level.elements() if element.id in wanted]
    if len(elements) != len(wanted):
        raise KeyError(sorted(wanted - {element.id for element in elements}))
    made = len(vectors) * len(elements)
    if made > MOST_COPIES:
        message = tr("{0} copies are too many: {1} can be made at a time.")
        raise NavcoreError(message.format(f"{made:,}", f"{MOST_COPIES:,}"))
    copier = Copier(level, new_id)
    copies = [
        copy
        for vector in vectors
        for _, copy in copier.copies(elements, Affine.translation(vector))
    ]
    return Edit.put(level, copies, array_label(made, called(elements)) if copies else "")


def array_label(copies: int, what: str) -> str:
    """`Make 11 copies of table`."""
    if copies == 1:
        return tr("Make 1 copy of {0}").format(what)
    return tr("Make {0} copies of {1}").format(f"{copies:,}", what)


def grid_vectors(columns: int, rows: int, step: Point) -> list[Point]:
    """Where copies lie in `columns` x `rows`, the first of which is the original: row by row.

    `step` leads from one column to the next and from one row to the next, metres; below 0 it
    leads to the left, or down.

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
        (_clean(column * step[0]), _clean(row * step[1]))
        for row in range(rows)
        for column in range(columns)
        if row or column
    ]


def line_vectors(copies: int, length: float, angle: float) -> list[Point]:
    """Where `copies` lie along a line, each `length` metres on at `angle`, radians.

    Raises:
        NavcoreError: if the count is under 1, too great, or copies would lie in one place.
    """
    _check_counts(copies, 1)
    _check_step(length, tr("The copies would lie on top of each other. Type a wider spacing."))
    dx, dz = length * math.cos(angle), length * math.sin(angle)
    return [(_clean(number * dx), _clean(number * dz)) for number in range(1, copies + 1)]


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
    """Without the dust of binary fractions."""
    return round(value, 9) + 0.0
