"""The keys of level files, in the order in which they are written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from navcore.level.model import Agent, Area, Background, Element, ExportTarget, Obstacle, Settings

FORMAT: Final = "waywright-level"
VERSION: Final = 1

RESERVED: Final = ("waypoints", "edges", "routes", "links", "pathTests", "zones", "tiles")
"""Keys of the format that are kept as they stand in the file."""


def _fields(kind: type[msgspec.Struct], keys: str) -> dict[str, str]:
    """Keys of the file to fields of the struct."""
    fields = {item.encode_name: item.name for item in msgspec.structs.fields(kind)}
    return {key: fields[key] for key in keys.split()}


@dataclass(frozen=True, slots=True)
class Kind:
    """An array of elements in a file.

    `keys` maps keys of its elements to fields, in the order of writing; those in `always` are
    written even at their defaults. `fixed` is what standing in this array says of an element.
    """

    key: str
    map: str
    type: type[Element]
    keys: Mapping[str, str]
    always: frozenset[str]
    fixed: Mapping[str, Any] = field(default_factory=dict)


SETTINGS_KEYS: Final = _fields(
    Settings,
    "title description notes cellSize agentRadius objectPadding boundaryPadding floorY seam"
    " gridOrigin boundaryFollowsRadius exportOnSave",
)

CONFIG_KEYS: Final = frozenset(
    {"cellSize", "agentRadius", "objectPadding", "boundaryPadding", "floorY"}
)
"""Settings that source 000's config has, written even at their defaults (S0-009)."""

_COMMON: Final = "group locked layer note tags"
_OBSTACLE: Final = _fields(Obstacle, f"id name polygon shape {_COMMON}")


@dataclass(frozen=True, slots=True)
class Part:
    """An array of the settings in a file, in the order of the settings' tuple.

    `keys` maps keys of its entries to fields; those in `always` are written at their defaults.
    """

    key: str
    type: type[ExportTarget | Background]
    keys: Mapping[str, str]
    always: frozenset[str]


PARTS: Final = (
    Part(
        "exports",
        ExportTarget,
        _fields(ExportTarget, "format path doors"),
        frozenset({"format", "path", "doors"}),
    ),
    Part(
        "background",
        Background,
        _fields(Background, "kind path position scale opacity visible"),
        frozenset({"kind", "path"}),
    ),
)
"""Arrays of the settings, in the order of writing; keys and fields are named alike."""

KINDS: Final = (
    Kind(
        "areas",
        "areas",
        Area,
        _fields(Area, f"id name available door polygon shape {_COMMON}"),
        frozenset({"id", "name", "available", "polygon"}),
    ),
    Kind(
        "obstacles",
        "obstacles",
        Obstacle,
        _OBSTACLE,
        frozenset({"id", "name", "polygon"}),
        {"enabled": True},
    ),
    Kind(
        "disabledObstacles",
        "obstacles",
        Obstacle,
        _OBSTACLE,
        frozenset({"id", "name", "polygon"}),
        {"enabled": False},
    ),
    Kind(
        "agents",
        "agents",
        Agent,
        _fields(
            Agent,
            "id name position facing radius walkSpeed rotationSpeed player goals loop wait"
            f" {_COMMON}",
        ),
        frozenset({"id", "position"}),
    ),
)
"""Arrays of elements, in the order of writing."""

TOP_KEYS: Final = frozenset(
    {"format", "version", *SETTINGS_KEYS, *(part.key for part in PARTS), *(k.key for k in KINDS)}
)
"""Top-level keys that the model has a place for."""
