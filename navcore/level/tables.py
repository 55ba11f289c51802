"""Tables of a level: terrains, storeys and states, defined once and used by name, like profiles.

Zones and tiles name a terrain, every element names its storey. A level without tables of its own
has :data:`TERRAINS` (S1-034, S3-042), and the ground as its only storey. The drawing itself is the
state without a name, :data:`DRAWN`.
"""

import re
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from navcore.level.limits import LIMITS
from navcore.level.profiles import NEIGHBOURS, Profile

GROUND: Final = "ground"
"""The storey and the terrain of everything that names no other."""


MOST_TERRAINS: Final = 255
"""Terrains of a level: a bake holds their numbers in a byte."""

MOST_LAYERS: Final = 8
"""Storeys of a level (S1-039)."""

DRAWN: Final = ""
"""Name of the state in which everything is as drawn."""

EVERY_STATE: Final = "all"
"""Name for all states of a level on the command line; no state may have this name."""

MANY: Final = "*"
"""Value of `about` for a finding that covers many elements at once: only its rule identifies it,
because every edit may change which elements these are."""

_COST: Final = LIMITS["cost"]
COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")
"""Format of colours."""


class Terrain(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A kind of ground: the cost of a metre, and the abilities that it needs."""

    name: str
    cost: float = 1.0
    """Cost of a step of length 1 into it, over 0 (S1-015, S1-035)."""
    needs: tuple[str, ...] = ()
    """Abilities that an agent must have to enter it."""
    slows: bool = True
    """True if agents walk at their speed divided by the cost (X-046)."""
    colour: str = ""
    """`#rrggbb`; empty: by its cost."""
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""


TERRAINS: Final = (
    Terrain(name=GROUND),
    Terrain(name="grass", colour="#78b038"),
    Terrain(name="sand", cost=1.2, colour="#e0c060"),
    Terrain(name="mud", cost=1.5, colour="#8a6a46"),
    Terrain(name="slow", cost=2.0, colour="#b89ad8"),
    Terrain(name="water", cost=2.0, needs=("swim",), colour="#2458b8"),
    Terrain(name="ice", cost=0.8, colour="#12b4c4"),
    Terrain(name="snow", cost=1.3, colour="#eef2f6"),
    Terrain(name="rock", cost=1.1, colour="#77777f"),
    Terrain(name="lava", needs=("fireproof",), colour="#a01c08"),
)
"""Terrains of a level that has no table of its own (S1-034, S3-042, S3-043).

Slow is the half speed of source 003. Water has one cost in sources 001 and 003; source 003 also
requires swimmers, and lava is not navigable: both are abilities here. The colours were computed so
that colour-blind people can tell apart terrains of different cost, on dark and light floor.
"""


class Layer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A storey: its areas, obstacles and terrain don't affect other storeys (S1-040)."""

    name: str
    floor_y: float = 0.0
    """Height of the floor above that of the level, metres."""
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""


class State(msgspec.Struct, frozen=True, rename="camel"):
    """A set of open doors and of disabled elements of a level; everything else is as drawn.

    Ids without a matching element in the level are kept and ignored.
    """

    name: str
    doors: dict[int, bool] = {}
    """Open state of each door by id: True if it is open."""
    disabled: tuple[int, ...] = ()
    """Ids of elements that are switched off, ascending; a door among them is shut."""
    enabled: tuple[int, ...] = ()
    """Ids of elements that are switched on though the drawing has them off, ascending."""
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""


class TableFault(NamedTuple):
    """A value that a row can't have: `allowed` completes "must be ..."."""

    table: str
    """Key of the table: "profiles"."""
    row: int
    key: str
    allowed: str


def ids_in(state: State) -> set[int]:
    """Return the ids that a state names."""
    return {*state.doors, *state.disabled, *state.enabled}


def without_ids(states: tuple[State, ...], gone: Collection[int]) -> tuple[State, ...]:
    """Return states that name none of these ids; the same ones if none does."""
    if all(ids_in(state).isdisjoint(gone) for state in states):
        return states
    return tuple(
        msgspec.structs.replace(
            state,
            doors={key: flag for key, flag in state.doors.items() if key not in gone},
            disabled=tuple(key for key in state.disabled if key not in gone),
            enabled=tuple(key for key in state.enabled if key not in gone),
        )
        for state in states
    )


def first_fault(
    profiles: Sequence[Profile],
    terrains: Sequence[Terrain],
    layers: Sequence[Layer],
    states: Sequence[State],
) -> TableFault | None:
    """Return the first invalid value in a level's tables; None if all are valid.

    Types, and numbers within their limits, are checked elsewhere.
    """
    tables: tuple[tuple[str, Sequence[Profile | Terrain | Layer | State], int | None], ...] = (
        ("profiles", profiles, None),
        ("terrains", terrains, MOST_TERRAINS),
        ("layers", layers, MOST_LAYERS),
        ("states", states, None),
    )
    for table, rows, most in tables:
        names: set[str] = set()
        for index, row in enumerate(rows):
            if index == most:
                return TableFault(table, index, "name", f"one of {most} at most")
            if not row.name:
                return TableFault(table, index, "name", "a text that is not empty")
            if row.name in names:
                return TableFault(table, index, "name", "another name than those before it")
            names.add(row.name)
    if layers and layers[0].name != GROUND:
        return TableFault("layers", 0, "name", f"{GROUND!r}: every level has that storey")
    return _fault_of_values(profiles, terrains) or _fault_of_states(states)


def _fault_of_values(profiles: Sequence[Profile], terrains: Sequence[Terrain]) -> TableFault | None:
    for index, profile in enumerate(profiles):
        if profile.neighbours not in NEIGHBOURS:
            return TableFault("profiles", index, "neighbours", "4 or 8")
        if not all(_COST.allows(cost) for cost in profile.costs.values()):
            return TableFault("profiles", index, "costs", f"by name of terrain {_COST}")
    for index, terrain in enumerate(terrains):
        if terrain.colour and not COLOUR.fullmatch(terrain.colour):
            return TableFault("terrains", index, "colour", "a colour like #8a6a46, or empty")
    return None


def _fault_of_states(states: Sequence[State]) -> TableFault | None:
    for index, state in enumerate(states):
        if state.name == EVERY_STATE:
            allowed = f"another name than {EVERY_STATE!r}, which stands for every state"
            return TableFault("states", index, "name", allowed)
        doors = state.doors if isinstance(state.doors, dict) else {None: None}
        if not (all(map(_is_id, doors)) and all(type(flag) is bool for flag in doors.values())):
            return TableFault("states", index, "doors", "true or false by the id of a door")
        for key in ("disabled", "enabled"):
            if not all(map(_is_id, getattr(state, key))):
                return TableFault("states", index, key, "ids of elements, whole numbers over 0")
    return None


def _is_id(value: object) -> bool:
    return type(value) is int and 0 < value < 2**63
