"""Keys: abilities that waypoints give, and the order in which the level opens up.

A waypoint may give abilities. Agents begin with those of their type; an agent that comes to a
waypoint has its abilities from then on, and may reach more floor. So a level opens up in steps:
reachable floor, abilities given there, newly reachable floor, until nothing new is given.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final

from msgspec.structs import replace

from navcore.level.model import (
    Area,
    Edge,
    Element,
    Level,
    Link,
    Point,
    Profile,
    Waypoint,
    in_drawing_order,
)
from navcore.level.profiles import grounded
from navcore.proof.reach import Place, Reach
from navcore.world import World


@dataclass(frozen=True, slots=True)
class Step:
    """Floor that is reachable with the abilities of a step."""

    abilities: frozenset[str]
    """All that they have."""
    gained: Mapping[str, tuple[int, ...]]
    """New abilities of this step by name, with the waypoints that give them; first step: none."""
    opened: tuple[int, ...]
    """Ids of areas, links and edges that open in this step because of the gained abilities;
    elements without needs are left out."""
    square_metres: float
    """Floor that is reached."""


@dataclass(frozen=True, slots=True)
class Order:
    """The steps in which a level opens up to agents of a type."""

    profile: Profile
    starts: tuple[tuple[Point, str], ...]
    """Starting places with their storeys."""
    steps: tuple[Step, ...]
    """Steps; at least one."""
    reach: Reach
    """Connectivity with the abilities of the last step."""
    reached: frozenset[Place]
    """Places that are reached in the end."""

    @property
    def abilities(self) -> frozenset[str]:
        """The abilities that agents have in the end."""
        return self.steps[-1].abilities

    @property
    def able(self) -> Profile:
        """The type with all that its agents have in the end."""
        return replace(self.profile, abilities=tuple(sorted(self.abilities)))

    def step_of(self, needs: Iterable[str]) -> int | None:
        """Return the step from which on agents have all these abilities; None: they never do."""
        wanted = set(needs)
        return next((n for n, step in enumerate(self.steps) if wanted <= step.abilities), None)


def givers_of(level: Level) -> dict[str, tuple[Waypoint, ...]]:
    """Return the enabled waypoints that give each ability, in drawing order."""
    found: dict[str, list[Waypoint]] = {}
    for one in in_drawing_order(level.of(Waypoint)):
        for ability in one.gives if one.active else ():
            found.setdefault(ability, []).append(one)
    return {ability: tuple(those) for ability, those in found.items()}


def needing_of(level: Level) -> dict[str, tuple[Element, ...]]:
    """Return the areas, links and edges that need each ability; none that only terrain needs."""
    found: dict[str, list[Element]] = {}
    elements = chain(
        in_drawing_order(level.areas),
        in_drawing_order(level.of(Link)),
        in_drawing_order(level.of(Edge)),
    )
    for one in elements:
        for ability in needs_of(one):
            found.setdefault(ability, []).append(one)
    return {ability: tuple(those) for ability, those in found.items()}


class Keys:
    """The order in which a world opens up; results are cached."""

    def __init__(self, world: World, starts: Iterable[tuple[Point, str]]) -> None:
        """Start at these places with their storeys; doors are as in the world."""
        self.world: Final = world
        self._starts: Final = tuple(starts)
        self._reaches: dict[Profile, Reach] = {}
        self._givers: Final = [
            (one, world.level.settings.layer_of(one))
            for one in in_drawing_order(world.level.of(Waypoint)) if one.gives and one.active
        ]  # fmt: skip

    def order(self, profile: Profile) -> Order:
        """Return the steps for agents of a type.

        Raises:
            NavcoreError: if the profile's radius is out of its limits.
        """
        has = frozenset(profile.abilities)
        steps = list[Step]()
        gained: dict[str, list[int]] = {}
        while True:
            reach, reached = self.floor(profile, has)
            opened = tuple(self._opened(has, frozenset(gained)) if steps else ())
            givers = {ability: tuple(ids) for ability, ids in gained.items()}
            steps.append(Step(has, givers, opened, self._square_metres(reach, reached)))
            gained = {}
            for one, layer in self._givers:
                new = [ability for ability in one.gives if ability not in has]
                if new and reach.place_at(one.position, layer) in reached:
                    for ability in new:
                        gained.setdefault(ability, []).append(one.id)
            if not gained:
                return Order(profile, self._starts, tuple(steps), reach, frozenset(reached))
            has = has.union(gained)

    def floor(self, profile: Profile, abilities: frozenset[str]) -> tuple[Reach, set[Place]]:
        """Return what agents of a type reach with exactly these abilities, gaining no others."""
        reach = self._reach(profile, abilities)
        return reach, self._reached(reach)

    def _reach(self, profile: Profile, abilities: frozenset[str]) -> Reach:
        asked = grounded(replace(profile, abilities=tuple(sorted(abilities))))
        if asked not in self._reaches:
            self._reaches[asked] = Reach.of(self.world, asked)
        return self._reaches[asked]

    def _reached(self, reach: Reach) -> set[Place]:
        begun = {reach.place_at(*one) for one in self._starts} - {None}
        if not begun and reach.largest is not None:
            begun = {reach.largest}
        return reach.from_(place for place in begun if place is not None)

    def _opened(self, has: frozenset[str], gained: frozenset[str]) -> Iterable[int]:
        found: dict[int, None] = {}
        for ability, those in needing_of(self.world.level).items():
            if ability in gained:
                found |= {one.id: None for one in those if has.issuperset(needs_of(one))}
        return found

    def _square_metres(self, reach: Reach, places: Iterable[Place]) -> float:
        side: float = reach.storeys.grid(0).cell_size
        return sum(reach.cells[place] for place in places) * side**2


def needs_of(element: Element) -> tuple[str, ...]:
    """Return the abilities that an area, a link or an edge needs; none for others."""
    return element.needs if isinstance(element, Area | Link | Edge) else ()
