"""The level: everything that a designer draws, immutable.

Coordinates are metres: x to the right, z up on the canvas. Angles are radians, 0 along +x,
counter-clockwise. Names of fields follow their keys in files, written in snake case here and
in camel case there (source 000, S0-001 to S0-009, S0-020).
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count, repeat
from operator import attrgetter, is_not
from types import MappingProxyType
from typing import Any, Final, NoReturn, TypeAlias, TypeVar

import msgspec

from navcore.level.affine import Point, Ring
from navcore.level.bases import Chunk, Element, Join, Place, Polygon
from navcore.level.elements import Agent, Area, Link, Obstacle, Tiles, Zone
from navcore.level.kinds import all_kinds, kind_of_type, refers
from navcore.level.network import Edge, Route, Waypoint
from navcore.level.path_tests import PathTest
from navcore.level.profiles import Profile
from navcore.level.references import Referring, referring_after, referring_in, referring_to
from navcore.level.settings import (
    NEW_SETTINGS,
    Background,
    BackgroundKind,
    DoorStates,
    ExportTarget,
    GridFormat,
    GridOrigin,
    Meant,
    Settings,
)
from navcore.level.stops import RouteMode, RouteStop, Stop, WithStops
from navcore.level.tables import Layer, State, Terrain

__all__ = [
    "NEW_SETTINGS",
    "SETTINGS_ID",
    "Agent",
    "Area",
    "Background",
    "BackgroundKind",
    "Chunk",
    "DoorStates",
    "Edge",
    "Element",
    "ElementT",
    "ExportTarget",
    "GridFormat",
    "GridOrigin",
    "Item",
    "Join",
    "Layer",
    "Level",
    "Link",
    "Meant",
    "Obstacle",
    "PathTest",
    "Place",
    "Point",
    "Polygon",
    "Profile",
    "Ring",
    "Route",
    "RouteMode",
    "RouteStop",
    "Settings",
    "State",
    "Stop",
    "Terrain",
    "Tiles",
    "Waypoint",
    "WithStops",
    "Zone",
    "in_drawing_order",
]

ElementT = TypeVar("ElementT", bound=Element)

Item: TypeAlias = Settings | Element
"""An object that an edit can change."""

SETTINGS_ID: Final = 0
"""The id under which an edit names the settings; no element has it."""

_DRAWING_ORDER: Final = attrgetter("order", "id")
_NUMBERS: Final = count(1)
_MOST_STEPS: Final = 16
"""Most ancestors of a level for which it remembers what changed since."""
_MOST_IDS: Final = 20_000
"""Most changed ids that a level remembers for them."""
_NONE: Final[Mapping[Any, Any]] = MappingProxyType({})


class Level:
    """All elements by kind and id, and the settings.

    A level never changes; an :class:`navcore.Edit` makes a new level that shares all unchanged
    elements. Threads may share a level.

    Levels are equal if they have equal settings and equal elements in the same drawing order,
    independent of the values of `order`: a level equals itself after saving and loading.
    """

    __slots__ = (
        "__weakref__",
        "_by_size",
        "_elements",
        "_referring",
        "_steps",
        "number",
        "settings",
    )

    settings: Settings
    _elements: dict[type[Element], Mapping[int, Any]]
    _by_size: tuple[Mapping[int, Any], ...]
    """Elements of each kind, the largest kind first: lookups by id start there."""
    _referring: Referring | None
    number: int
    """Unique number of this level in this process."""
    _steps: tuple[tuple[int, tuple[int, ...]], ...]
    """Ancestors, oldest first: number of the level, and ids that the next edit changed."""

    def __init__(
        self,
        *,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        areas: Mapping[int, Area] = _NONE,
        obstacles: Mapping[int, Obstacle] = _NONE,
        agents: Mapping[int, Agent] = _NONE,
        elements: Mapping[type[Element], Mapping[int, Any]] = _NONE,
    ) -> None:
        """Make a level of elements by id; `elements` holds elements of any kind by type.

        The level takes ownership of the mappings: don't change them afterwards.
        """
        given: dict[type[Element], Mapping[int, Any]] = {
            Area: areas,
            Obstacle: obstacles,
            Agent: agents,
            **elements,
        }
        object.__setattr__(self, "settings", settings)
        object.__setattr__(self, "_elements", {kind: held for kind, held in given.items() if held})
        by_size = tuple(sorted(self._elements.values(), key=len, reverse=True))
        object.__setattr__(self, "_by_size", by_size)
        object.__setattr__(self, "_referring", None)
        object.__setattr__(self, "number", next(_NUMBERS))
        object.__setattr__(self, "_steps", ())

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: a level never changes."""
        message = f"levels never change: make an Edit to have another {name}"
        raise AttributeError(message)

    def __repr__(self) -> str:
        """Return the number of elements of each kind."""
        counts = (f"{kind.name}={len(self.of(kind.type))}" for kind in all_kinds())
        return f"Level({', '.join(counts)})"

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same settings, elements and drawing order."""
        if self is other:
            return True
        if not isinstance(other, Level):
            return NotImplemented
        kinds = self._elements.keys() | other._elements.keys()
        return self.settings == other.settings and all(
            _are_drawn_alike(self.of(kind), other.of(kind)) for kind in kinds
        )

    def __hash__(self) -> int:
        """Hash of the ids of all elements."""
        return hash(frozenset((kind, frozenset(held)) for kind, held in self._elements.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by elements."""
        return (_level_of, (self.settings, {k: dict(held) for k, held in self._elements.items()}))

    def __copy__(self) -> "Level":
        """Return this level, which never changes."""
        return self

    def __deepcopy__(self, memo: object) -> "Level":
        """Return this level, which never changes."""
        return self

    def of(self, kind: type[ElementT]) -> Mapping[int, ElementT]:
        """Return the elements of a kind by id, without kinds derived from it."""
        return self._elements.get(kind, _NONE)

    @property
    def areas(self) -> Mapping[int, Area]:
        """Floor and doors, by id."""
        return self.of(Area)

    @property
    def obstacles(self) -> Mapping[int, Obstacle]:
        """Obstacles by id."""
        return self.of(Obstacle)

    @property
    def agents(self) -> Mapping[int, Agent]:
        """Agents by id."""
        return self.of(Agent)

    @property
    def states(self) -> tuple[State, ...]:
        """States other than the drawing; see :mod:`navcore.level.states`."""
        return self.settings.states

    @property
    def held(self) -> Mapping[type[Element], Mapping[int, Element]]:
        """All elements, by type and id; without kinds that have no elements."""
        return MappingProxyType(self._elements)

    def get(self, item_id: int) -> Item | None:
        """Return the element with this id, the settings for `SETTINGS_ID`, or None."""
        if item_id == SETTINGS_ID:
            return self.settings
        for held in self._by_size:
            found: Element | None = held.get(item_id)
            if found is not None:
                return found
        return None

    def items_under(self, ids: Iterable[int]) -> "list[Item | None]":
        """Return the item of each id, as `get` does; a third of the time for thousands."""
        if not self._by_size:
            return [self.settings if one == SETTINGS_ID else None for one in ids]
        ids, found = [*ids], list[Any]()
        if ids:
            # Most often all are of one kind: then without a step of Python for each.
            alike = next((held for held in self._by_size if ids[0] in held), {})
            found = [*map(alike.get, ids)]
            if all(map(is_not, found, repeat(None))):
                return found
            found = []
        largest, *others = self._by_size
        for item_id in ids:
            item: Any = largest.get(item_id)
            if item is None:
                for held in others:
                    item = held.get(item_id)
                    if item is not None:
                        break
                else:
                    item = self.settings if item_id == SETTINGS_ID else None
            found.append(item)
        return found

    def element(self, element_id: int) -> Element:
        """Return the element with this id.

        Raises:
            KeyError: if there is none.
        """
        item = self.get(element_id)
        if item is None or isinstance(item, Settings):
            raise KeyError(element_id)
        return item

    def elements(self) -> Iterator[Element]:
        """All elements that are listed, kind by kind, each in drawing order."""
        for kind in all_kinds():
            if kind.listed:
                yield from sorted(self.of(kind.type).values(), key=_DRAWING_ORDER)

    def polygons(self) -> Iterator[Polygon]:
        """Areas, then obstacles, then other outlines, each in drawing order."""
        for element in self.elements():
            if isinstance(element, Polygon):
                yield element

    def referring(self, ids: Iterable[int]) -> list[Element]:
        """Return all elements of any kind that refer to some of these ids, each once.

        Uses an index that each level passes on to the levels made from it: fast in large networks.
        """
        if self._referring is None:
            object.__setattr__(self, "_referring", referring_in(self._elements))
        holders = [held for kind, held in self._elements.items() if refers(kind)]
        return referring_to(ids, self._referring or {}, holders)

    def area_named(self, name: str) -> Area | None:
        """Return the area of this name (names of areas are unique, if they have one), or None."""
        if not name:
            return None
        return next((area for area in self.areas.values() if area.name == name), None)

    def with_settings(self, settings: Settings) -> "Level":
        """Return this level with other settings."""
        level = Level(settings=settings, elements=self._elements)
        object.__setattr__(level, "_referring", self._referring)
        object.__setattr__(level, "_steps", self._steps_with((SETTINGS_ID,)))
        return level

    def changed_since(self, older: "Level") -> set[int] | None:
        """Return the ids of items that may differ from an older level.

        None if unknown: `older` is too many edits back, or this level was not made from it.
        """
        if older is self:
            return set()
        changed = set[int]()
        for number, ids in reversed(self._steps):
            changed.update(ids)
            if number == older.number:
                return changed
        return None

    def _steps_with(self, ids: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return the ancestors of a level that is made from this one by changing these ids."""
        steps = (*self._steps[1 - _MOST_STEPS :], (self.number, ids))
        while steps and sum(len(changed) for _, changed in steps) > _MOST_IDS:
            steps = steps[1:]
        return steps

    def with_items(self, changes: Mapping[int, Item | None]) -> "Level":
        """Return a level with these items put in place of those with the same ids; None deletes.

        Raises:
            NavcoreError: if an item is of no registered kind.
        """
        settings = self.settings
        put: dict[type[Element], dict[int, Any]] = {}
        for item_id, item in changes.items():
            if isinstance(item, Settings):
                settings = item
            elif item is not None:
                put.setdefault(type(item), {})[item_id] = item
        for kind in put.keys() - self._elements.keys():
            kind_of_type(kind)
        elements = dict(self._elements)
        for kind in self._elements.keys() | put.keys():
            old, new = self.of(kind), put.get(kind, {})
            gone = old.keys() & changes.keys() - new.keys() if len(new) < len(changes) else ()
            if new or gone:
                # A mapping proxy is not a dict: unpacking one takes twenty times as long.
                held = dict(old) if type(old) is not MappingProxyType else old.copy()
                held.update(new)
                for item_id in gone:
                    del held[item_id]
                elements[kind] = MappingProxyType(held)
        level = Level(settings=settings, elements=elements)
        object.__setattr__(level, "_steps", self._steps_with((*changes,)))
        if self._referring is not None:
            referring = referring_after(self._referring, changes, self.get)
            object.__setattr__(level, "_referring", referring)
        return level


def in_drawing_order(elements: Mapping[int, ElementT]) -> list[ElementT]:
    """Return the elements of one kind in drawing order, which is also their order in files."""
    return sorted(elements.values(), key=_DRAWING_ORDER)


def _are_drawn_alike(one: Mapping[int, Element], other: Mapping[int, Element]) -> bool:
    """Return whether two mappings hold equal elements in the same drawing order.

    Looks at the order only where elements differ by their `order` alone, so that levels that
    share most elements are compared by identity.
    """
    if one is other:
        return True
    if len(one) != len(other):
        return False
    ordered = True
    for key, element in one.items():
        found = other.get(key)
        if found is element or found == element:
            continue
        if found is None or msgspec.structs.replace(found, order=element.order) != element:
            return False
        ordered = False
    return ordered or _drawn(one) == _drawn(other)


def _drawn(elements: Mapping[int, Element]) -> list[int]:
    """Return ids in drawing order."""
    return [element.id for element in sorted(elements.values(), key=_DRAWING_ORDER)]


def _level_of(settings: Settings, elements: Mapping[type[Element], Mapping[int, Any]]) -> Level:
    """Return a level from a pickle."""
    held = {kind: MappingProxyType(dict(found)) for kind, found in elements.items()}
    return Level(settings=settings, elements=held)
