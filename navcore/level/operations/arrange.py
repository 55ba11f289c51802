"""Elements put in line with each other, and spread out evenly.

What counts of an element is the box around it; an agent is a disc of its radius.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, Literal, TypeAlias

from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.affine import Affine
from navcore.level.companions import Companions, companions
from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.naming import called
from navcore.level.operations.along import take_along
from navcore.level.operations.elements import move
from navcore.level.operations.transform import bounds_of, lying

Edge: TypeAlias = Literal["left", "centre", "right", "top", "middle", "bottom"]
"""What is put in line: `centre` lies between left and right, `middle` between top and bottom."""

_SAME: Final = 1e-9
"""Metres that are no move but rounding."""
_SHARES: Final[dict[Edge, tuple[int, float]]] = {
    "left": (0, 0.0), "centre": (0, 0.5), "right": (0, 1.0),
    "bottom": (1, 0.0), "middle": (1, 0.5), "top": (1, 1.0),
}  # fmt: skip
"""Axis, and share of the way from the low to the high side."""
_ALIGN: Final[dict[Edge, str]] = {
    "left": mark("Align {0} left"),
    "centre": mark("Align {0} at the centre"),
    "right": mark("Align {0} right"),
    "top": mark("Align {0} at the top"),
    "middle": mark("Align {0} in the middle"),
    "bottom": mark("Align {0} at the bottom"),
}

_SPREAD: Final = (mark("Spread {0} across"), mark("Spread {0} up"))


def align(level: Level, ids: Collection[int], edge: Edge, *, together: bool = False) -> Edit:
    """The elements moved so that this edge of each lies on that of the box around them all.

    With `together` each room takes along what belongs to it and is not aligned itself.

    Raises:
        KeyError: if an id is not the level's.
    """
    elements = lying(map(level.element, ids))
    if not elements:
        return Edit()
    axis, share = _SHARES[edge]
    target = _at(bounds_of(elements), axis, share)
    shifts = {e.id: target - _at(bounds_of([e]), axis, share) for e in elements}
    label = tr(_ALIGN[edge]).format(called(elements))
    return _shifted(level, shifts, axis, label, together=together)


def distribute(
    level: Level, ids: Collection[int], axis: Literal["x", "z"], *, together: bool = False
) -> Edit:
    """The elements moved along one axis so that the gaps between neighbours are all equal.

    The box around them all stays. Where there is not room enough the gaps come out below 0:
    elements overlap by equal lengths. `together` as for `align`.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if there are fewer than three.
    """
    elements = lying(map(level.element, ids))
    if len(elements) < 3:
        message = tr("Select three or more to spread them out evenly.")
        raise NavcoreError(message)
    number = 0 if axis == "x" else 1
    spans = {e.id: (_at(b := bounds_of([e]), number, 0), _at(b, number, 1)) for e in elements}
    order = sorted(elements, key=lambda e: (sum(spans[e.id]), spans[e.id], e.id))
    low = min(span[0] for span in spans.values())
    high = max(span[1] for span in spans.values())
    filled = sum(last - first for first, last in spans.values())
    gap = (high - low - filled) / (len(order) - 1)
    place = low
    shifts: dict[int, float] = {}
    for element in order:
        first, last = spans[element.id]
        shifts[element.id] = place - first
        place += last - first + gap
    label = tr(_SPREAD[number]).format(called(elements))
    return _shifted(level, shifts, number, label, together=together)


def _at(box: tuple[float, float, float, float], axis: int, share: float) -> float:
    low, high = box[axis], box[axis + 2]
    return low if share == 0 else high if share == 1 else (low + high) / 2


def _shifted(
    level: Level, shifts: Mapping[int, float], axis: int, label: str, *, together: bool
) -> Edit:
    """Each element moved by its shift along the axis; with `together`, what belongs to it too."""
    vectors = {
        element_id: (shift, 0.0) if axis == 0 else (0.0, shift)
        for element_id, shift in shifts.items()
        if abs(shift) > _SAME
    }
    rooms = [i for i in sorted(vectors) if i in level.areas] if together else []
    single = vectors.keys() - set(rooms)
    plain = [level.element(i).moved(Affine.translation(vectors[i])) for i in sorted(single)]
    edit = Edit.put(level, plain, label)
    taken = Companions(frozenset(shifts))
    for room in rooms:
        # What belongs to several rooms goes with the first.
        along = companions(level, [room]).without(taken)
        taken = taken.joined(along)
        act = partial(move, vector=vectors[room])
        affine = Affine.translation(vectors[room])
        edit = edit.then(take_along(edit.apply(level), [room], along, affine, act))
    return replace(edit, label=label)
