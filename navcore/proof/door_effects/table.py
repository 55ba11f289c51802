"""The table of doors: effects of each and of sets, their keys, and when they open."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from navcore.level.model import Profile, in_drawing_order
from navcore.proof.door_effects.effects import DoorEffects, Effect
from navcore.proof.door_effects.held import starts_of
from navcore.proof.door_effects.sets import Why, sets_of
from navcore.proof.keys import Keys, Order, givers_of
from navcore.world import World

RowWhy: TypeAlias = Literal["alone"] | Why


@dataclass(frozen=True, slots=True)
class Lock:
    """An ability that a door needs."""

    ability: str
    is_had: bool
    """True if agents of the type have it from the start."""
    types: tuple[str, ...]
    """Names of the agent types that have it."""
    givers: tuple[int, ...]
    """Ids of the waypoints that give it."""
    step: int | None
    """Step of the order in which it is available, 0 from the start; None: never."""


@dataclass(frozen=True, slots=True, eq=False)
class DoorRow:
    """A door, or a set of doors."""

    why: RowWhy
    effect: Effect
    area: int = 0
    """Id of the area whose open doors form the set; 0 for others."""
    locks: tuple[Lock, ...] = ()
    """For a single door: the abilities that it needs."""
    keyed: bool = False
    """True if the effect is for agents with all keys, because the type lacks some."""

    @property
    def doors(self) -> tuple[int, ...]:
        """Ids, in drawing order."""
        return self.effect.doors

    @property
    def step(self) -> int | None:
        """First step of the order in which agents can pass a single door; None: never."""
        steps = [lock.step for lock in self.locks]
        known = [step for step in steps if step is not None]
        return max(known, default=0) if len(known) == len(steps) else None

    @property
    def square_metres(self) -> float:
        """Floor that is lost or gained, whichever is more."""
        return max(self.effect.lost.square_metres, self.effect.gained.square_metres)


@dataclass(frozen=True, slots=True, eq=False)
class DoorTable:
    """All rows, with the data from which they were computed."""

    rows: tuple[DoorRow, ...]
    """Doors that matter first, by floor; then sets; then doors that change nothing."""
    effects: DoorEffects
    keyed: DoorEffects | None
    """For agents of the type with all keys of doors; None if the type has them anyway."""
    order: Order
    """Steps in which the level opens up to agents of the type."""

    def effects_of(self, row: DoorRow) -> DoorEffects:
        """Return the data from which the effect of a row was computed."""
        return self.keyed if row.keyed and self.keyed is not None else self.effects

    @property
    def of_doors(self) -> dict[int, DoorRow]:
        """The rows of single doors, by id."""
        return {row.doors[0]: row for row in self.rows if row.why == "alone"}

    @property
    def mattering(self) -> int:
        """The number of doors that matter alone."""
        return sum(row.effect.matters for row in self.rows if row.why == "alone")


def _no_rest() -> None:
    """Go on at once."""


def door_table(
    world: World, profile: Profile | None = None, rest: Callable[[], None] = _no_rest
) -> DoorTable:
    """Return the effects of the doors of a world for agents of a type.

    Args:
        world: the level in any state.
        profile: the agent type; None for agents without a type.
        rest: called between parts of the work of some milliseconds; may raise to stop.

    Raises:
        NavcoreError: if the profile's radius is out of its limits.
    """
    profile = profile or Profile()
    effects = DoorEffects(world, profile)
    rest()
    order = Keys(world, starts_of(world, profile.name)).order(profile)
    rest()
    doors = [area for area in in_drawing_order(world.level.areas) if area.door]
    needed = {ability for door in doors for ability in door.needs} - set(profile.abilities)
    keyed = None
    if needed:
        able = replace(profile, abilities=tuple(sorted(needed.union(profile.abilities))))
        keyed = DoorEffects(world, able)
        rest()
    locks = _Locks(world, profile, order)
    rows = []
    for door in doors:
        is_locked = keyed is not None and not needed.isdisjoint(door.needs)
        effect = (keyed if is_locked and keyed is not None else effects).of_door(door.id)
        rows.append(DoorRow("alone", effect, 0, locks.of(door.needs), is_locked))
        rest()
    rows += [DoorRow(one.why, one.effect, one.area) for one in sets_of(effects)]
    rest()
    return DoorTable(tuple(sorted(rows, key=_rank)), effects, keyed, order)


def _rank(row: DoorRow) -> tuple[int, float]:
    if row.why == "alone":
        return (0 if row.effect.matters else 2, -row.square_metres)
    return (1, -row.square_metres)


class _Locks:
    """Abilities that doors need, and where they are available."""

    def __init__(self, world: World, profile: Profile, order: Order) -> None:
        self._givers: Final = givers_of(world.level)
        self._types: Final = world.level.settings.profiles
        self._profile, self._order = profile, order

    def of(self, needs: tuple[str, ...]) -> tuple[Lock, ...]:
        return tuple(
            Lock(
                ability,
                ability in self._profile.abilities,
                tuple(one.name for one in self._types if ability in one.abilities),
                tuple(one.id for one in self._givers.get(ability, ())),
                self._order.step_of([ability]),
            )
            for ability in needs
        )
