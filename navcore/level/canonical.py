"""Convert points, elements and levels from programs to canonical form, or refuse them.

Canonical points are tuples of two numbers, and numbers are plain Python numbers; lists, arrays and
numpy's numbers are converted. Canonical input only costs a check of its types.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from math import isfinite
from operator import attrgetter, is_
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec
import numpy as np

from navcore.errors import NavcoreError
from navcore.geometry.corner_arrays import CORNERS
from navcore.i18n import mark, tr
from navcore.level.bases import Chunk, Element, Polygon
from navcore.level.kinds import kind_of, kind_of_type
from navcore.level.limits import FARTHEST, LIMITS, Limit, first_too_far, limited_fields
from navcore.level.model import SETTINGS_ID, Item, Level, Point, Settings
from navcore.level.plain import are_plain
from navcore.level.tables import first_fault

ItemT = TypeVar("ItemT", bound=Item | Element)
StructT = TypeVar("StructT", bound=msgspec.Struct)

_PLAIN: Final = frozenset({int, float})
_ONLY_TUPLES: Final = frozenset({tuple})
_ONLY_PAIRS: Final = frozenset({2})
_ID: Final = attrgetter("id")
_POLYGON: Final = attrgetter("polygon")
_WHOLE: Final = frozenset({int})
_TEXTS: Final = frozenset({str, tuple})
_POINT_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {"polygon": "a corner", "goals": "a stop", "position": "a place"}
)
"""Words for a single point of a field, by key."""
_PLACE_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {"polygon": mark("corner {0}"), "goals": mark("stop {0}")}
)
"""Words for a numbered point of a field, for designers."""


def as_point(given: Any, what: str = "a point") -> Point:
    """Return x and z as plain numbers.

    Raises:
        NavcoreError: if `given` is anything else than two finite numbers; `what` begins the
            sentence.
    """
    try:
        x, z = given
        x, z = float(x), float(z)
    except (TypeError, ValueError):
        message = f"{what} must be two numbers, {_got_text(given)}"
        raise NavcoreError(message) from None
    if not isfinite(x + z) and not (isfinite(x) and isfinite(z)):
        message = f"{what} must be a finite point, got ({x}, {z})"
        raise NavcoreError(message)
    return (x, z)


def canonical(item: ItemT) -> ItemT:
    """Return the item with plain numbers and points; the item itself if it already has them.

    Raises:
        NavcoreError: if a point does not have two numbers, or a value has the wrong type or is
            beyond its limit. The number of corners of floor and obstacles, and whether they are
            finite, is checked by the bake.
    """
    given: Item = item
    is_outline = _is_outline(type(given))
    if _are_canonical(type(given), [given]):
        return item
    where = f"{title_of(item)}: " if isinstance(item, Element) else ""
    fields = limited_fields(type(given))
    places: dict[str, Any] = {}
    for name, key, many in fields.places:
        value = getattr(item, name)
        if value is not None or name not in fields.optional:
            places[name] = _place_or_places(value, where, key, many)
    if isinstance(item, Element):
        places["id"] = _id_of(item)
    item = _with(item, **places)
    if not is_outline:
        refuse_far_places(item)
    item = _with(item, **_plain_values(item, where))
    if isinstance(item, Settings):
        fault = first_fault(item.profiles, item.terrains, item.layers, item.states)
        if fault is not None:
            message = f"{fault.table}[{fault.row}].{fault.key} must be {fault.allowed}"
            raise NavcoreError(message)
    elif item.misfit is not None:
        raise NavcoreError(where + " must be ".join(item.misfit))
    return item


def canonical_items(items: Mapping[int, Item | None]) -> Mapping[int, Item | None]:
    """Return the items as :func:`canonical` does each; the same mapping if all are canonical."""
    by_kind: dict[type, list[Any]] = {}
    for item in items.values():
        if item is not None:
            by_kind.setdefault(type(item), []).append(item)
    others = {kind for kind, found in by_kind.items() if not _are_canonical(kind, found)}
    if not others:
        return items
    return {
        key: canonical(item) if item is not None and type(item) in others else item
        for key, item in items.items()
    }


def are_near_outlines(items: Iterable[object]) -> bool:
    """Return whether `refuse_far_places` refuses none of the outlines among these; all at once."""
    found = [item for item in items if isinstance(item, Polygon) and _is_outline(type(item))]
    corners = CORNERS.flat([*map(_POLYGON, found)])
    return bool((np.abs(corners) <= FARTHEST).all())


def refuse_far_places(item: Item | None) -> None:
    """Raise a NavcoreError if a place of an element is not finite or beyond `FARTHEST`."""
    if (
        isinstance(item, Polygon)
        and _is_outline(type(item))
        and first_too_far(item.polygon) is None
    ):
        return
    if not isinstance(item, Element):
        return
    for name, _, many in limited_fields(type(item)).places:
        value = getattr(item, name)
        found = value if many else (value,) if value is not None else ()
        far = first_too_far(found or ())
        if far is not None:
            x, z = found[far]
            message = tr("{0}: {1} is at ({2}, {3}); places must lie within {4} m of x = 0, z = 0.")
            what = _place_called(item, name, far + 1)
            details = (title_of(item), what, f"{x:g}", f"{z:g}", f"{FARTHEST:,.0f}")
            raise NavcoreError(message.format(*details))


def _place_called(item: Element, field: str, number: int) -> str:
    """Return what a point of an element is called: `corner 3`, `the start`."""
    if field == "position":
        return tr("the start") if item.lead else tr("position")
    if field in _PLACE_WORDS:
        return tr(_PLACE_WORDS[field]).format(number)
    return f"{field.replace('_', ' ')} {number}"


def title_of(item: Element) -> str:
    """Return what an element is called in an error: its kind, then its name or id."""
    return f"{kind_of(item).tag} {item.name or item.id!r}"


def canonical_level(level: Level, ids: Iterable[int] | None = None) -> Level:
    """Return the level with canonical elements and settings; the level itself if all are.

    If ids are given, only the elements with these ids are checked.

    Raises:
        NavcoreError: as :func:`canonical`; or if an element is stored under an id other than its
            own, in the mapping of another kind, or under an id that another kind also uses.
    """
    chosen = None if ids is None else dict.fromkeys(ids)
    changed: dict[int, Item | None] = {}
    for kind, elements in level.held.items():
        if chosen is not None:
            elements = {key: elements[key] for key in elements.keys() & chosen.keys()}  # noqa: PLW2901
        if not elements:
            continue
        _check_mapping(kind, elements)
        found: list[Any] = list(elements.values())
        if not _are_canonical(kind, found):
            changed.update((one.id, new) for one in found if (new := canonical(one)) is not one)
    _check_unique(level, chosen)
    if chosen is None or SETTINGS_ID in chosen:
        settings = canonical(level.settings)
        if settings is not level.settings:
            changed[SETTINGS_ID] = settings
    return level.with_items(changed) if changed else level


def _check_mapping(kind: type[Element], elements: Mapping[int, Any]) -> None:
    """Refuse elements of another kind, and keys that are not their ids."""
    name = kind_of_type(kind).name
    if set(map(type, elements.values())) != {kind}:
        wrong = next(one for one in elements.values() if type(one) is not kind)
        message = f"level.{name} must hold {kind.__name__} elements, got {type(wrong).__name__}"
        raise NavcoreError(message)
    if list(elements) != list(map(_ID, elements.values())):
        key, wrong = next((key, one) for key, one in elements.items() if key != one.id)
        title = title_of(wrong)
        message = f"level.{name}[{key}] is {title} with the id {wrong.id}: use that as key"
        raise NavcoreError(message)
    if set(map(type, elements)) != {int} or min(elements) < 1:
        key = next(key for key in elements if type(key) is not int or key < 1)
        message = f"level.{name}: an id must be a whole number over 0, got {key!r}"
        raise NavcoreError(message)


def _check_unique(level: Level, chosen: Iterable[int] | None) -> None:
    """Refuse ids that two kinds share."""
    seen, twice = set[int](), set[int]()
    asked = None if chosen is None else set(chosen)
    for elements in level.held.values():
        here = set(elements) if asked is None else elements.keys() & asked
        twice |= seen & here
        seen |= here
    if twice:
        message = f"two elements of the level have the id {min(twice)}: give each its own"
        raise NavcoreError(message)


@cache
def _is_outline(kind: type) -> bool:
    """Return whether elements of a type have only an id and an outline to convert."""
    if not issubclass(kind, Polygon):
        return False
    numbers, places, texts, wholes, parts, _ = limited_fields(kind)
    own = {name for name, *_ in texts} - set(Element.__struct_fields__)
    return not (numbers or wholes or parts or own) and len(places) == 1


def _are_canonical(kind: type, items: Sequence[Any]) -> bool:
    """Return whether all of these elements of one type are known to be canonical already.

    False means unknown.
    """
    return _have_plain_outlines(items) if _is_outline(kind) else are_plain(items, kind)


def _have_plain_outlines(elements: Sequence[Any]) -> bool:
    """Return whether :func:`canonical` has nothing to convert; all at once, many times as fast."""
    return set(map(type, map(_ID, elements))) <= {int} and _are_plain([*map(_POLYGON, elements)])


def _are_plain(polygons: Sequence[Any]) -> bool:
    """Return whether these are tuples of pairs of plain numbers."""
    if not set(map(type, polygons)) <= _ONLY_TUPLES:
        return False
    points = list(chain.from_iterable(polygons))
    return (
        set(map(type, points)) <= _ONLY_TUPLES
        and set(map(len, points)) <= _ONLY_PAIRS
        and set(map(type, chain.from_iterable(points))) <= _PLAIN
    )


def _place_or_places(value: Any, where: str, key: str, many: bool) -> Any:
    word = _POINT_WORDS.get(key)
    if many:
        if _are_plain([value]):
            return value
        return _points(value, f"{where}{key}", word or "a point")
    return value if _are_plain([(value,)]) else as_point(value, f"{where}{word or key}")


def _plain_values(item: Item | Element, where: str) -> dict[str, Any]:
    """Return numbers and texts of an item, plain and within their limits."""
    fields = limited_fields(type(item))
    plain: dict[str, Any] = {}
    for name, key, limit in fields.numbers:
        value = getattr(item, name)
        if value is not None or name not in fields.optional:
            plain[name] = _number(value, limit, f"{where}{key}")
    for name, key, many in fields.wholes:
        value = getattr(item, name)
        if value is not None or name not in fields.optional:
            take = _wholes if many else _whole
            plain[name] = take(value, f"{where}{key}")
            if name in LIMITS:
                _number(plain[name], LIMITS[name], f"{where}{key}")
    for name, key, _ in fields.texts:
        value = getattr(item, name)
        if type(value) in _TEXTS:
            # A check against an abstract class takes longer than all other checks here.
            continue
        if not isinstance(value, Sequence) and (value is not None or name not in fields.optional):
            message = f"{where}{key} must be a text, got {value!r}"
            raise NavcoreError(message)
    for name, key, kind in fields.parts:
        plain[name] = _parts(getattr(item, name), kind, f"{where}{key}")
    return plain


def _parts(given: Any, kind: type[msgspec.Struct], what: str) -> tuple[msgspec.Struct, ...]:
    """Structs of a kind, each with plain numbers within their limits."""
    try:
        parts: tuple[msgspec.Struct, ...] = given if type(given) is tuple else tuple(given)
    except TypeError:
        message = f"{what} must be a list of {kind.__name__}, got {given!r}"
        raise NavcoreError(message) from None
    fields, found = limited_fields(kind), []
    for number, part in enumerate(parts):
        if type(part) is not kind:
            message = f"{what}[{number}] must be a {kind.__name__}, got {part!r}"
            raise NavcoreError(message)
        plain: dict[str, Any] = {
            name: _number(value, limit, f"{what}[{number}].{key}")
            for name, key, limit in fields.numbers
            if (value := getattr(part, name)) is not None or name not in fields.optional
        }
        for name, key, many in fields.places:
            if getattr(part, name) is not None:
                plain[name] = _place_or_places(getattr(part, name), f"{what}[{number}].", key, many)
        for name, key, many in fields.wholes:
            if getattr(part, name) is not None:
                take = _wholes if many else _whole
                plain[name] = take(getattr(part, name), f"{what}[{number}].{key}")
        found.append(_with(part, **plain))
    same = given is parts and all(map(is_, parts, found))
    return parts if same else tuple(found)


def _number(value: Any, limit: Limit, what: str) -> float:
    try:
        number: float = value if type(value) in _PLAIN else float(value)
        if limit.allows(number):
            return number
    except (TypeError, ValueError, OverflowError):
        pass
    message = f"{what} must be {limit}, got {value}"
    raise NavcoreError(message)


def _whole(value: Any, what: str) -> int:
    try:
        if type(value) is int or int(value) == value:
            return value if type(value) is int else int(value)
    except (TypeError, ValueError, OverflowError):
        pass
    message = f"{what} must be a whole number, got {value!r}"
    raise NavcoreError(message)


def _wholes(given: Any, what: str) -> tuple[int, ...]:
    if type(given) is tuple and set(map(type, given)) <= _WHOLE:
        return given
    try:
        numbers = list(given)
    except TypeError:
        message = f"{what} must be a list of whole numbers, got {given!r}"
        raise NavcoreError(message) from None
    return tuple(_whole(number, what) for number in numbers)


def _with(item: StructT, **fields: Any) -> StructT:
    """Return the item with these fields; the item itself if it has these very values."""
    if all(getattr(item, name) is value for name, value in fields.items()):
        return item
    return msgspec.structs.replace(item, **fields)


def _id_of(item: Element) -> int:
    try:
        found = item.id if type(item.id) is int else int(item.id)
        fits = found == item.id and found > 0
    except (TypeError, ValueError, OverflowError):
        found, fits = 0, False
    if not fits:
        message = f"an id must be a whole number over 0, got {item.id!r}"
        raise NavcoreError(message)
    if isinstance(item, Chunk) and found not in kind_of(item).ids:
        message = f"{title_of(item)}: the id of a chunk must come from Chunk.id_of"
        raise NavcoreError(message)
    return found


def _points(given: Any, what: str, one: str) -> tuple[Point, ...]:
    try:
        points = list(given)
    except TypeError:
        message = f"{what} must be a list of points, {_got_text(given)}"
        raise NavcoreError(message) from None
    return tuple(as_point(point, f"{what}: {one}") for point in points)


def _got_text(given: Any) -> str:
    try:
        count = len(given)
    except TypeError:
        return f"got {given!r}; levels are flat: x, z"
    if isinstance(given, str | bytes | Mapping) or count == 2:
        return f"got {given!r}; levels are flat: x, z"
    return f"got {count} number{'' if count == 1 else 's'}; levels are flat: x, z"
