"""Elements in which nothing is to be converted, told by one look at their types."""

from typing import Any, Final

from navcore.level.bases import Chunk, Element
from navcore.level.limits import first_too_far, limited_fields

__all__ = ["is_plain"]

_TEXTS: Final = frozenset({str, tuple})


def is_plain(item: Any) -> bool:
    """Whether an element is as :func:`navcore.level.canonical.canonical` would return it.

    Several times as fast as finding out what to convert, for elements that have no outlines and
    no parts, such as waypoints and edges, thousands of which may be dragged at once. False says
    nothing: there may be nothing to convert all the same.
    """
    if not isinstance(item, Element) or isinstance(item, Chunk):
        return False
    fields = limited_fields(type(item))
    if fields.parts or type(item.id) is not int or item.id < 1:
        return False
    for name, _, limit in fields.numbers:
        number = getattr(item, name)
        if type(number) is not float or not limit.allows(number):
            return False
    for name, _, many in fields.wholes:
        if many or type(getattr(item, name)) is not int:
            return False
    for name, _, _ in fields.texts:
        if type(getattr(item, name)) not in _TEXTS:
            return False
    return all(_is_place(getattr(item, name), many) for name, _, many in fields.places) and (
        item.misfit is None
    )


def _is_place(value: Any, many: bool) -> bool:
    """Whether it is one point of two floats, near enough."""
    return (
        not many
        and type(value) is tuple
        and len(value) == 2
        and type(value[0]) is float
        and type(value[1]) is float
        and first_too_far((value,)) is None
    )
