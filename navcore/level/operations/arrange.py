"""Align elements with each other, and distribute them evenly.

The bounding box of an element counts; an agent counts as a disc of its radius.
"""

from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.affine import Affine
from navcore.level.edit import Edit
from navcore.level.model import Element, Level
from navcore.level.naming import called
from navcore.level.operations.transform import bounds_of, lying

Edge: TypeAlias = Literal["left", "centre", "right", "top", "middle", "bottom"]
"""Edge or centre line to align: `centre` is between left and right, `middle` vertical."""

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


def align(level: Level, ids: Collection[int], edge: Edge) -> Edit:
    """Move the elements so that this edge of each lies on that edge of their common box.

    Raises:
        KeyError: if an id is not the level's.
    """
    elements = lying(map(level.element, ids))
    if not elements:
        return Edit()
    axis, share = _SHARES[edge]
    target = _at(bounds_of(elements), axis, share)
    changed = [
        _shifted(element, axis, target - _at(bounds_of([element]), axis, share))
        for element in elements
    ]
    return Edit.put(level, changed, tr(_ALIGN[edge]).format(called(elements)))


def distribute(level: Level, ids: Collection[int], axis: Literal["x", "z"]) -> Edit:
    """Move the elements along one axis so that the gaps between neighbours are equal.

    The common box stays. If there is not enough room, the gaps are negative: neighbours overlap by
    equal lengths.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if there are fewer than three elements.
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
    changed: list[Element] = []
    for element in order:
        first, last = spans[element.id]
        changed.append(_shifted(element, number, place - first))
        place += last - first + gap
    return Edit.put(level, changed, tr(_SPREAD[number]).format(called(elements)))


def _at(box: tuple[float, float, float, float], axis: int, share: float) -> float:
    low, high = box[axis], box[axis + 2]
    return low if share == 0 else high if share == 1 else (low + high) / 2


def _shifted(element: Element, axis: int, shift: float) -> Element:
    if abs(shift) <= _SAME:
        return element
    vector = (shift, 0.0) if axis == 0 else (0.0, shift)
    return element.moved(Affine.translation(vector))
