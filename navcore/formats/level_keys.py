"""Keys of level files, in the order of writing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar, get_origin

import msgspec

from navcore.level.kinds import Kind, all_kinds, kind_of_type
from navcore.level.limits import without_none
from navcore.level.model import (
    Agent,
    Area,
    Background,
    Element,
    ExportTarget,
    Layer,
    Level,
    Meant,
    Obstacle,
    Profile,
    Settings,
    State,
    Terrain,
)

FORMAT: Final = "waywright-level"
OLDEST: Final = 1
"""The first version of level files."""

_WITH_TYPES: Final = 2
"""The first version with profiles, abilities, terrains, storeys, links and waypoints."""

_WITH_STATES: Final = 3
"""The first version in which exports name a state of the level. Older programs may read everything
else: they keep the table of states, and show the drawing."""

RESERVED: Final = ("waypoints", "edges", "routes", "links", "pathTests", "zones", "tiles")
"""Reserved keys, kept as they are in files until a kind has the name."""


class Column(NamedTuple):
    """A key of entries, its field, and whether a default value is written."""

    key: str
    field: str
    default: Any
    always: bool


StructT = TypeVar("StructT", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True, eq=False)
class Array(Generic[StructT]):
    """An array in a file: of elements, exports or backgrounds.

    `fixed` is what standing in this array says of an element.
    """

    key: str
    type: type[StructT]
    columns: tuple[Column, ...]
    """Columns in the order of writing."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    keys: frozenset[str] = field(init=False)
    """Keys of the columns."""
    deep: frozenset[str] = field(init=False)
    """Keys whose values may be nested to any depth."""

    def __post_init__(self) -> None:
        """Gather the keys."""
        types = {one.encode_name: one.type for one in msgspec.structs.fields(self.type)}
        keys = frozenset(column.key for column in self.columns)
        deep = frozenset(key for key in keys if get_origin(without_none(types[key])) is dict)
        object.__setattr__(self, "keys", keys)
        object.__setattr__(self, "deep", deep)

    def fits(self, entries: Any) -> bool:
        """Return whether these are objects, one or more, with all keys that entries must have."""
        needed = {one.encode_name for one in msgspec.structs.fields(self.type) if one.required}
        needed -= {"id"}
        return isinstance(entries, list) and all(
            isinstance(entry, dict) and needed <= entry.keys() for entry in entries or [None]
        )


Elements: TypeAlias = Array[Element]


def _columns(kind: type[msgspec.Struct], keys: str, always: str = "") -> tuple[Column, ...]:
    """Return the columns of a struct for its keys; required fields are always written."""
    fields = {item.encode_name: item for item in msgspec.structs.fields(kind)}
    found = ((key, fields[key]) for key in keys.split())
    return tuple(
        Column(key, one.name, _default(one), one.required or key in always.split())
        for key, one in found
    )


def _default(one: msgspec.structs.FieldInfo) -> Any:
    made = one.default_factory
    return one.default if made is msgspec.NODEFAULT else made()


SETTINGS_COLUMNS: Final = _columns(
    Settings,
    "title description notes cellSize agentRadius objectPadding boundaryPadding floorY seam"
    " gridOrigin boundaryFollowsRadius profileFollowsBody tileSize rules knowsCrowd walkThreshold"
    " targetReplanThreshold influenceDistance obstacleRadiusFraction separationIterations"
    " nudgeDistance movedDistance replanDistance replanCooldown talkDistance snapRadius trimFactor"
    " exportOnSave severities",
    "cellSize agentRadius objectPadding boundaryPadding floorY",
)
"""Columns of the settings. Those of source 000's config are always written (S0-009)."""

PARTS: Final[tuple[Array[Any], ...]] = (
    Array(
        "exports",
        ExportTarget,
        _columns(ExportTarget, "format path doors profile layer state", "format doors"),
    ),
    Array(
        "background",
        Background,
        _columns(Background, "kind path position scale turn opacity visible", "kind"),
    ),
    Array(
        "profiles",
        Profile,
        _columns(Profile, "name radius abilities costs neighbours layer", "name"),
    ),
    Array("terrains", Terrain, _columns(Terrain, "name cost needs slows colour", "name cost")),
    Array("layers", Layer, _columns(Layer, "name floorY", "name")),
    Array("states", State, _columns(State, "name doors disabled enabled", "name")),
    Array(
        "meant",
        Meant,
        _columns(Meant, "rule elements about members reason", "rule elements reason"),
    ),
)
"""Arrays of the settings, in the order of writing; keys equal field names."""

_COMMON: Final = "group locked layer note tags"
"""Keys that all elements have, written last."""

_OBSTACLE: Final = _columns(Obstacle, f"id name polygon shape {_COMMON}", "name")
ORDER: Final = "order"
"""Key of the position, from 1 on, of an entry whose kind is split into several arrays."""
_OF_SOURCE_000: Final[Mapping[type, tuple[Array[Any], ...]]] = {
    Area: (
        Array(
            "areas",
            Area,
            _columns(
                Area, f"id name available door needs polygon shape {_COMMON}", "name available"
            ),
        ),
    ),
    Obstacle: (
        Array("obstacles", Obstacle, _OBSTACLE, {"enabled": True}),
        Array(
            "disabledObstacles",
            Obstacle,
            (*_OBSTACLE, *_columns(Obstacle, ORDER)),
            {"enabled": False},
        ),
    ),
}
"""Kinds that files keep as that source has them (S0-009, S0-020)."""


@cache
def _arrays_of(kind: Kind) -> tuple[Elements, ...]:
    """Return the arrays for elements of a kind: one, with its own fields after the name."""
    own = " ".join(
        one.encode_name
        for one in msgspec.structs.fields(kind.type)
        if one.name not in Element.__struct_fields__
    )
    columns = _columns(kind.type, f"id name {own} {_COMMON}")
    return _OF_SOURCE_000.get(kind.type) or (Array(kind.name, kind.type, columns),)


def element_arrays() -> tuple[Elements, ...]:
    """Arrays of elements of all kinds, in the order of writing."""
    return tuple(array for kind in all_kinds() for array in _arrays_of(kind))


def top_keys() -> frozenset[str]:
    """Top-level keys that the model has a place for."""
    settings = (column.key for column in SETTINGS_COLUMNS)
    arrays = (array.key for array in (*PARTS, *element_arrays()))
    return frozenset({"format", "version", *settings, *arrays})


def newest_version() -> int:
    """Return the newest version of files that can be read."""
    return max(_WITH_STATES, *(kind.version for kind in all_kinds()))


def version_of(level: Level) -> int:
    """Return the lowest version of files that can hold a level."""
    least = _WITH_TYPES if _has_types(level) else OLDEST
    if any(target.state for target in level.settings.exports):
        least = _WITH_STATES
    return max([least, *(kind_of_type(held).version for held in level.held)])


def _has_types(level: Level) -> bool:
    """Return whether a level has anything to do with profiles, terrains or storeys."""
    settings = level.settings
    return (
        settings.profile_follows_body
        or bool(settings.profiles or settings.terrains or settings.layers or settings.tile_size)
        or any(target.profile or target.layer for target in settings.exports)
        or any(area.needs for area in level.areas.values())
        or any(map(_has_news, level.agents.values()))
    )


def _has_news(agent: Agent) -> bool:
    """Return whether an agent has values that version 1 doesn't know."""
    says = agent.profile or agent.turn_back or agent.network or agent.shortcuts
    says = says or not agent.enabled
    return bool(says or agent.references)
