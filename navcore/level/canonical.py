"""Points, elements and levels that a program hands in: made canonical here, or refused.

Inside, points are tuples of two numbers and numbers are plain Python numbers; lists, arrays and
numpy's numbers are converted. What has been canonical before costs one look at its types.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import isfinite
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

import msgspec

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.limits import FARTHEST, LIMITS, first_too_far
from navcore.level.model import (
    SETTINGS_ID,
    Agent,
    Area,
    Element,
    Item,
    Level,
    Obstacle,
    Point,
    Polygon,
)

ItemT = TypeVar("ItemT", bound=Item | Element)

_PLAIN: Final = frozenset({int, float})
_ONLY_TUPLES: Final = frozenset({tuple})
_ONLY_PAIRS: Final = frozenset({2})
_ID: Final = attrgetter("id")
_POLYGON: Final = attrgetter("polygon")
_KINDS: Final[Mapping[str, type]] = MappingProxyType(
    {"areas": Area, "obstacles": Obstacle, "agents": Agent}
)


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
        message = f"{what} must be two numbers, {_got(given)}"
        raise NavcoreError(message) from None
    if not isfinite(x + z) and not (isfinite(x) and isfinite(z)):
        message = f"{what} must be a finite point, got ({x}, {z})"
        raise NavcoreError(message)
    return (x, z)


def canonical(item: ItemT) -> ItemT:
    """Return the item with plain numbers and points; itself if it has only such.

    Raises:
        NavcoreError: if a point has not two numbers, or a number is beyond its limit. Whether a
            polygon of plain numbers has enough corners, and finite ones, the bake says.
    """
    if isinstance(item, Polygon):
        if type(item.id) is int and _are_plain([item.polygon]):
            return item
        ring = _points(item.polygon, f"{title_of(item)}: polygon", "a corner")
        return cast("ItemT", _with(item, id=_id_of(item), polygon=ring))
    if isinstance(item, Agent):
        return cast("ItemT", _canonical_agent(item))
    return _with_numbers(item, "")


def canonical_items(items: Mapping[int, Item | None]) -> Mapping[int, Item | None]:
    """Return the items as :func:`canonical` does each; the same mapping if all are canonical."""
    polygons = [
        item.polygon
        for item in items.values()
        if isinstance(item, Polygon) and type(item.id) is int
    ]
    if len(polygons) == len(items) and _are_plain(polygons):
        return items
    return {key: None if item is None else canonical(item) for key, item in items.items()}


def refuse_far_places(item: Item | None) -> None:
    """Raise a NavcoreError if a place of an element is not finite or beyond `FARTHEST`."""
    if isinstance(item, Polygon):
        refuse_far_corner(item)
    elif isinstance(item, Agent):
        far = first_too_far((item.position, *item.goals))
        if far is not None:
            x, z = (item.position, *item.goals)[far]
            what = tr("goal {0}").format(far) if far else tr("the start")
            raise NavcoreError(_too_far(item, what, x, z))


def refuse_far_corner(item: Polygon) -> None:
    """Raise a NavcoreError that names the first corner beyond `FARTHEST`, if there is one."""
    far = first_too_far(item.polygon)
    if far is not None:
        what = tr("corner {0}").format(far + 1)
        raise NavcoreError(_too_far(item, what, *item.polygon[far]))


def _too_far(item: Element, what: str, x: float, z: float) -> str:
    message = tr("{0}: {1} is at ({2}, {3}); places must lie within {4} m of x = 0, z = 0.")
    return message.format(title_of(item), what, f"{x:g}", f"{z:g}", f"{FARTHEST:,.0f}")


def title_of(item: Element) -> str:
    """Return what an element is called in an error: its kind, then its name or id."""
    return f"{type(item).__name__.lower()} {item.name or item.id!r}"


def canonical_level(level: Level, ids: Iterable[int] | None = None) -> Level:
    """Return the level with canonical elements and settings; itself if it has only such.

    Looks at the elements with these ids only, if ids are given.

    Raises:
        NavcoreError: as :func:`canonical`; or if an element stands under another id than its
            own, in the mapping of another kind, or under an id that another kind has too.
    """
    chosen = None if ids is None else list(ids)
    if chosen is not None and _are_canonical_outlines(level, chosen):
        return level
    changed: dict[int, Item | None] = {}
    for name, kind in _KINDS.items():
        elements: Mapping[int, Any] = getattr(level, name)
        if chosen is not None:
            elements = {key: elements[key] for key in chosen if key in elements}
        if not elements:
            continue
        _check_mapping(name, kind, elements)
        found = list(elements.values())
        if kind is Agent or not _have_plain_outlines(found):
            changed.update((one.id, new) for one in found if (new := canonical(one)) is not one)
    _check_unique(level, chosen)
    if chosen is None or SETTINGS_ID in chosen:
        settings = canonical(level.settings)
        if settings is not level.settings:
            changed[SETTINGS_ID] = settings
    return level.with_items(changed) if changed else level


def _are_canonical_outlines(level: Level, ids: Iterable[int]) -> bool:
    """Whether these are ids of outlines with nothing to convert or to refuse, as in most edits."""
    polygons = []
    for key in ids:
        area, obstacle = level.areas.get(key), level.obstacles.get(key)
        if area is None and obstacle is None and key not in level.agents and key != SETTINGS_ID:
            continue
        found = area or obstacle
        if found is None or (area and obstacle) or key in level.agents:
            return False
        kind = Area if obstacle is None else Obstacle
        if type(found) is not kind or type(key) is not int or found.id != key or key < 1:
            return False
        polygons.append(found.polygon)
    return _are_plain(polygons)


def _check_mapping(name: str, kind: type, elements: Mapping[int, Any]) -> None:
    """Refuse elements of another kind, and keys that are not their ids."""
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


def _check_unique(level: Level, chosen: list[int] | None) -> None:
    """Refuse ids that two kinds have."""
    kinds = [level.areas.keys(), level.obstacles.keys(), level.agents.keys()]
    if chosen is None:
        twice = kinds[0] & kinds[1] | kinds[0] & kinds[2] | kinds[1] & kinds[2]
    else:
        twice = {key for key in chosen if sum(key in kind for kind in kinds) > 1}
    if twice:
        message = f"two elements of the level have the id {min(twice)}: give each its own"
        raise NavcoreError(message)


def _have_plain_outlines(elements: Sequence[Polygon]) -> bool:
    """Whether :func:`canonical` has nothing to convert; all at once, many times as fast."""
    return set(map(type, map(_ID, elements))) <= {int} and _are_plain([*map(_POLYGON, elements)])


def _are_plain(polygons: Sequence[Any]) -> bool:
    """Whether these are tuples of pairs of plain numbers."""
    if not set(map(type, polygons)) <= _ONLY_TUPLES:
        return False
    points = list(chain.from_iterable(polygons))
    return (
        set(map(type, points)) <= _ONLY_TUPLES
        and set(map(len, points)) <= _ONLY_PAIRS
        and set(map(type, chain.from_iterable(points))) <= _PLAIN
    )


def _canonical_agent(agent: Agent) -> Agent:
    title = title_of(agent)
    position, goals = agent.position, agent.goals
    if type(goals) is not tuple or not _are_plain([(position, *goals)]):
        position = as_point(position, f"{title}: a place")
        goals = _points(goals, f"{title}: goals", "a goal")
    placed = _with(agent, id=_id_of(agent), position=position, goals=goals)
    refuse_far_places(placed)
    return _with_numbers(placed, f"{title}: ")


def _with_numbers(item: ItemT, where: str) -> ItemT:
    """The item with plain numbers within their limits."""
    plain: dict[str, float] = {}
    for name, key in _limited_fields(type(item)):
        value = getattr(item, name)
        try:
            number = value if type(value) in _PLAIN else float(value)
            fits = LIMITS[name].allows(number)
        except (TypeError, ValueError, OverflowError):
            fits = False
        if not fits:
            message = f"{where}{key} must be {LIMITS[name]}, got {value}"
            raise NavcoreError(message)
        plain[name] = number
    return _with(item, **plain)


def _with(item: ItemT, **fields: Any) -> ItemT:
    """The item with these fields; itself if it has these very values."""
    if all(getattr(item, name) is value for name, value in fields.items()):
        return item
    return msgspec.structs.replace(item, **fields)


def _id_of(item: Element) -> int:
    try:
        if type(item.id) is int and item.id > 0:
            return item.id
        if int(item.id) == item.id and item.id > 0:
            return int(item.id)
    except (TypeError, ValueError, OverflowError):
        pass
    message = f"an id must be a whole number over 0, got {item.id!r}"
    raise NavcoreError(message)


def _points(given: Any, what: str, one: str) -> tuple[Point, ...]:
    try:
        points = list(given)
    except TypeError:
        message = f"{what} must be a list of points, {_got(given)}"
        raise NavcoreError(message) from None
    return tuple(as_point(point, f"{what}: {one}") for point in points)


_LIMITED: Final[dict[type, tuple[tuple[str, str], ...]]] = {}


def _limited_fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """Field and key of the numbers that have a limit."""
    if kind not in _LIMITED:
        fields = msgspec.structs.fields(kind)
        _LIMITED[kind] = tuple((one.name, one.encode_name) for one in fields if one.name in LIMITS)
    return _LIMITED[kind]


def _got(given: Any) -> str:
    try:
        count = len(given)
    except TypeError:
        return f"got {given!r}; levels are flat: x, z"
    if isinstance(given, str | bytes | Mapping) or count == 2:
        return f"got {given!r}; levels are flat: x, z"
    return f"got {count} number{'' if count == 1 else 's'}; levels are flat: x, z"
