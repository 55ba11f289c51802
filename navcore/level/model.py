"""The level: everything that a designer draws, immutable.

Coordinates are metres: x to the right, z up on the canvas. Angles are radians, 0 along +x,
counter-clockwise. Names of fields follow their keys in files, written in snake case here and
in camel case there (source 000, S0-001 to S0-009, S0-020).
"""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

import msgspec

Point: TypeAlias = tuple[float, float]
"""x and z in metres."""

Ring: TypeAlias = tuple[Point, ...]
"""Corners of a polygon in order; the last is joined to the first and not repeated."""

GridOrigin: TypeAlias = Literal["bounds", "cells"]

GridFormat: TypeAlias = Literal["txt", "json"]

DoorStates: TypeAlias = Literal["drawn", "open"]
"""Which doors of an exported grid are open: those drawn open, or all."""

BackgroundKind: TypeAlias = Literal["picture", "grid"]


class ExportTarget(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A grid that is written for the game."""

    path: str
    """Where, from the folder of the level's file, with slashes; absolute paths stay as they are."""
    format: GridFormat = "txt"
    doors: DoorStates = "drawn"
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""


class Background(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Something to draw over: a picture, or a grid that a game already has. Never baked."""

    path: str
    """Where it is, as in `ExportTarget`."""
    kind: BackgroundKind = "picture"
    position: Point = (0.0, 0.0)
    """Lower left corner of a picture, metres; a grid lies where its own header says."""
    scale: float = 0.05
    """Metres a pixel of a picture, over 0."""
    opacity: float = 0.5
    """From 0, unseen, to 1."""
    visible: bool = True
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What holds for the level as a whole. There is exactly one, under the id `SETTINGS_ID`."""

    cell_size: float = 0.4
    """Side of a cell, metres, over 0."""
    agent_radius: float = 0.45
    """Half the width of a character, metres, at least 0; keeps it away from obstacles."""
    object_padding: float = 0.25
    """Extra clearance around obstacles, metres, at least 0."""
    boundary_padding: float = 0.0
    """Clearance from the outer edge of the areas, metres, at least 0."""
    floor_y: float = 0.0
    """Height of every exported point, metres."""
    seam: float = 0.01
    """Gaps between areas narrower than this are closed before the outer edge is taken, metres."""
    grid_origin: GridOrigin = "bounds"
    """`bounds`: the grid begins at the areas' margin. `cells`: at a multiple of the cell size."""
    boundary_follows_radius: bool = False
    """Whether other radii change the boundary padding by their difference to `agent_radius`."""
    title: str = ""
    description: str = ""
    notes: str = ""
    export_on_save: bool = False
    """Whether saving the level in the editor writes its exports, too."""
    exports: tuple[ExportTarget, ...] = ()
    background: tuple[Background, ...] = ()
    """Back to front."""
    extra: dict[str, Any] = {}
    """Keys of the file's top level that this version does not know, kept as they were."""

    @property
    def clearance(self) -> float:
        """Distance that a centre keeps from obstacles: agent radius plus object padding."""
        return self.agent_radius + self.object_padding

    @property
    def margin(self) -> float:
        """Free space around the areas' bounds, metres (S0-010)."""
        return self.cell_size * 2 + self.agent_radius + self.object_padding


class Element(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """One thing that is drawn. `id` and `order` are the level's, the rest is the designer's."""

    id: int
    """Random unsigned 32-bit number, kept for ever; over 0 and different from all others."""
    order: float = 0.0
    """Position among elements of its kind; not written, files list elements in this order."""
    name: str = ""
    group: str = ""
    """Folder of the outline, levels parted by slashes: `Inn/Kitchen`."""
    locked: bool = False
    layer: str = "ground"
    note: str = ""
    tags: tuple[str, ...] = ()
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""


class Polygon(Element, frozen=True, kw_only=True, rename="camel"):
    """An element with an outline: an area or an obstacle."""

    polygon: Ring
    """At least three corners, either way round; may be concave. Crossing itself: even-odd."""
    shape: dict[str, Any] | None = None
    """Parameters that the outline was made from; dropped when corners are edited by hand."""


class Area(Polygon, frozen=True, kw_only=True, rename="camel"):
    """Floor to walk on. A door is an area that opens and shuts (`available`)."""

    available: bool = True
    door: bool = False


class Obstacle(Polygon, frozen=True, kw_only=True, rename="camel"):
    """Something in the way. Switched off it blocks nothing."""

    enabled: bool = True


class Agent(Element, frozen=True, kw_only=True, rename="camel"):
    """A character's start: place, size and where it wants to go."""

    position: Point
    facing: float = 0.0
    """Radians, 0 along +x, counter-clockwise."""
    radius: float = 0.45
    """Metres, over 0."""
    walk_speed: float = 1.4
    """Metres a second, over 0."""
    rotation_speed: float = 8.0
    """Radians a second, over 0."""
    player: bool = False
    goals: tuple[Point, ...] = ()
    """Places that it visits in turn from time 0."""
    loop: bool = False
    """Whether it starts over after the last goal."""
    wait: float = 0.0
    """Seconds that it stands at each goal."""


Item: TypeAlias = Settings | Area | Obstacle | Agent
"""What an edit can change."""

NEW_SETTINGS: Final = Settings(
    boundary_padding=Settings().agent_radius, boundary_follows_radius=True
)
"""What a new level begins with: agents keep their shoulders inside.

What a file does not say has the value of the format, `Settings()`.
"""

SETTINGS_ID: Final = 0
"""The id under which an edit names the settings; no element has it."""

_DRAWING_ORDER: Final = attrgetter("order", "id")

_KIND_OF_TYPE: Final[dict[type, str]] = {Area: "areas", Obstacle: "obstacles", Agent: "agents"}


class Level(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """All elements by kind and id, and the settings.

    A level never changes; an :class:`navcore.Edit` makes a new one, which shares every element
    that is the same. Threads may share it.

    Levels are equal if they have equal settings and equal elements in the same drawing order,
    whatever the numbers in `order` that lead to it: a level equals what is loaded after saving it.
    """

    settings: Settings = Settings()
    areas: Mapping[int, Area] = MappingProxyType({})
    obstacles: Mapping[int, Obstacle] = MappingProxyType({})
    agents: Mapping[int, Agent] = MappingProxyType({})

    def __eq__(self, other: object) -> bool:
        """Whether both have the same settings, elements and drawing order."""
        if self is other:
            return True
        if not isinstance(other, Level):
            return NotImplemented
        return (
            self.settings == other.settings
            and _are_drawn_alike(self.areas, other.areas)
            and _are_drawn_alike(self.obstacles, other.obstacles)
            and _are_drawn_alike(self.agents, other.agents)
        )

    def __ne__(self, other: object) -> bool:
        """Whether they differ; msgspec would compare the fields one by one."""
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __hash__(self) -> int:
        """Hash of the ids of all elements."""
        return hash((frozenset(self.areas), frozenset(self.obstacles), frozenset(self.agents)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by elements."""
        kinds = (self.areas, self.obstacles, self.agents)
        return (_level_of, (self.settings, *map(dict, kinds)))

    def __copy__(self) -> "Level":
        """Return this level, which never changes."""
        return self

    def __deepcopy__(self, memo: object) -> "Level":
        """Return this level, which never changes."""
        return self

    def get(self, item_id: int) -> Item | None:
        """The element with this id, the settings for `SETTINGS_ID`, or None."""
        if item_id == SETTINGS_ID:
            return self.settings
        return self.areas.get(item_id) or self.obstacles.get(item_id) or self.agents.get(item_id)

    def element(self, element_id: int) -> Area | Obstacle | Agent:
        """The element with this id.

        Raises:
            KeyError: if there is none.
        """
        item = self.get(element_id)
        if item is None or isinstance(item, Settings):
            raise KeyError(element_id)
        return item

    def elements(self) -> Iterator[Area | Obstacle | Agent]:
        """All elements: areas, obstacles, agents, each kind in drawing order."""
        yield from sorted(self.areas.values(), key=_DRAWING_ORDER)
        yield from sorted(self.obstacles.values(), key=_DRAWING_ORDER)
        yield from sorted(self.agents.values(), key=_DRAWING_ORDER)

    def polygons(self) -> Iterator[Area | Obstacle]:
        """Areas, then obstacles, each in drawing order."""
        for element in self.elements():
            if isinstance(element, Polygon):
                yield element

    def area_named(self, name: str) -> Area | None:
        """The area of this name (names of areas are unique, if they have one), or None."""
        if not name:
            return None
        return next((area for area in self.areas.values() if area.name == name), None)

    def with_items(self, changes: Mapping[int, Item | None]) -> "Level":
        """A level with these items put in place of those with the same ids; None removes."""
        kinds: dict[str, dict[int, Any]] = {}
        put: dict[type, dict[int, Item]] = {Settings: {}, Area: {}, Obstacle: {}, Agent: {}}
        for item_id, item in changes.items():
            if item is not None:
                put[type(item)][item_id] = item
        for kind, name in _KIND_OF_TYPE.items():
            old: Mapping[int, Item] = getattr(self, name)
            new = put[kind]
            gone = old.keys() & changes.keys() - new.keys() if len(new) < len(changes) else ()
            if new or gone:
                kinds[name] = {**old, **new}
                for item_id in gone:
                    del kinds[name][item_id]
        settings = next((s for s in put[Settings].values() if isinstance(s, Settings)), None)
        settings = settings or self.settings
        return Level(
            settings=settings,
            areas=MappingProxyType(kinds["areas"]) if "areas" in kinds else self.areas,
            obstacles=(
                MappingProxyType(kinds["obstacles"]) if "obstacles" in kinds else self.obstacles
            ),
            agents=MappingProxyType(kinds["agents"]) if "agents" in kinds else self.agents,
        )


def _are_drawn_alike(one: Mapping[int, Element], other: Mapping[int, Element]) -> bool:
    """Whether two mappings hold equal elements in the same drawing order.

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
    """Ids in drawing order."""
    return [element.id for element in sorted(elements.values(), key=_DRAWING_ORDER)]


def _level_of(
    settings: Settings,
    areas: Mapping[int, Area],
    obstacles: Mapping[int, Obstacle],
    agents: Mapping[int, Agent],
) -> Level:
    """A level from a pickle."""
    return Level(
        settings=settings,
        areas=MappingProxyType(areas),
        obstacles=MappingProxyType(obstacles),
        agents=MappingProxyType(agents),
    )
