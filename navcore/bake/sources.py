"""Sources: everything that a bake reads, packed; what an edit touches in it."""

from collections.abc import Iterable, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from navcore.bake.outer import STRIP_CELLS, OuterEdge
from navcore.bake.shapes import Shapes
from navcore.geometry.enclosed_boxes import strips_around
from navcore.geometry.even_odd import FEW_CORNERS, MOST_CORNERS, cancelled, crosses_often
from navcore.geometry.rings import Box, differing, grown
from navcore.level.model import Area, Item, Level, Obstacle, Settings
from navcore.level.tables import GROUND

OutlineT = TypeVar("OutlineT", Area, Obstacle)


class Changes(msgspec.Struct, frozen=True):
    """Areas and obstacles to put in place of those with the same ids; None removes."""

    areas: Mapping[int, Area | None]
    obstacles: Mapping[int, Obstacle | None]

    @classmethod
    def between(cls, old: Level, new: Level, ids: Mapping[int, Item | None]) -> "Changes":
        """Return changes that affect the bake: elements whose outline or switch differs."""
        return cls(
            _differing(old.areas, new.areas, ids), _differing(old.obstacles, new.obstacles, ids)
        )

    @classmethod
    def by_layer(
        cls, old: Level, new: Level, ids: Mapping[int, Item | None]
    ) -> "Mapping[str, Changes]":
        """Return changes by storey; only storeys on which something changes.

        An element that moves to another storey, or does so because the table of storeys changes, is
        deleted on the one and added on the other.
        """
        before, after = old.settings, new.settings
        if not before.layers and not after.layers:
            return {GROUND: cls.between(old, new, ids)}
        keys = dict.fromkeys(ids)
        moved = set(before.layer_names).symmetric_difference(after.layer_names)
        if moved:
            every = chain(new.areas.values(), new.obstacles.values())
            keys.update((element.id, None) for element in every if element.layer in moved)
        areas = _by_layer(old.areas, new.areas, keys, before, after)
        obstacles = _by_layer(old.obstacles, new.obstacles, keys, before, after)
        return {
            name: cls(areas.get(name, {}), obstacles.get(name, {}))
            for name in areas.keys() | obstacles.keys()
        }

    def __bool__(self) -> bool:
        """Return whether anything changes."""
        return bool(self.areas or self.obstacles)


NO_CHANGES: Final = Changes(MappingProxyType({}), MappingProxyType({}))


class Touched(msgspec.Struct, frozen=True):
    """Boxes, in metres, that contain all changed cells."""

    floor: list[Box]
    walkable: list[Box]
    """Boxes besides those of the floor."""
    obstacles: list[Box]
    """Boxes around the edges of obstacles that differ, and around the enclosed places."""
    edge: list[Box]
    """Boxes around the pieces of the outer edge that differ."""


_UNTOUCHED: Final = Touched([], [], [], [])


class Sources(msgspec.Struct, frozen=True, eq=False):
    """The settings and packed outlines of a level, immutable, shared between worlds."""

    settings: Settings
    areas: Shapes
    obstacles: Shapes
    outer: OuterEdge | None
    """The outer edge; None without boundary padding."""
    bounds: Box | None
    """The box of all areas, available or not; None if there are none."""
    tangled: frozenset[int]
    """Ids of areas and obstacles that cross themselves more than `MOST_CROSSINGS` times."""

    @classmethod
    def of(cls, level: Level) -> "Sources":
        """Return the outlines of a level with canonical settings, packed.

        Raises:
            NavcoreError: if an outline has less than three corners or one that is not finite.
        """
        areas = Shapes.of(level.areas.values())
        outer = None
        if level.settings.boundary_padding > 0:
            outer = OuterEdge.of(areas, level.settings.seam)
        obstacles = Shapes.of(level.obstacles.values())
        tangled = _tangled(areas, level.areas) | _tangled(obstacles, level.obstacles)
        return cls(level.settings, areas, obstacles, outer, areas.bounds, tangled)

    def changed(self, changes: Changes, settings: Settings) -> tuple["Sources", Touched]:
        """Return the sources after the changes, and where cells may differ.

        `settings` are canonical and bake like the present ones, see :func:`bakes_alike`. The result
        is this object if nothing changes.

        Raises:
            NavcoreError: as :meth:`of`.
        """
        if settings is self.settings and not changes:
            return self, _UNTOUCHED
        areas, obstacles, outer, bounds = self.areas, self.obstacles, self.outer, self.bounds
        floor: list[Box] = []
        edge: list[Box] = []
        moved: list[Box] = []
        if changes.areas:
            areas = areas.replaced(changes.areas)
            bounds = areas.bounds
            floor = _boxes(self.areas, areas, changes.areas, settings.cell_size)
            if outer is not None:
                outer, edge = outer.replaced(areas, changes.areas, floor, settings)
        if changes.obstacles:
            obstacles = obstacles.replaced(changes.obstacles)
            moved = _boxes(self.obstacles, obstacles, changes.obstacles, settings.cell_size)
        walkable = [grown(box, settings.boundary_padding) for box in edge]
        walkable += [grown(box, settings.clearance) for box in moved]
        touched = Touched(floor, walkable, moved, edge)
        tangled = self.tangled - changes.areas.keys() - changes.obstacles.keys()
        tangled |= _tangled(areas, changes.areas) | _tangled(obstacles, changes.obstacles)
        return Sources(settings, areas, obstacles, outer, bounds, tangled), touched


def _tangled(shapes: Shapes, keys: Iterable[int]) -> frozenset[int]:
    """Return which of these outlines cross themselves too often.

    Outlines of more than `MOST_CORNERS` corners are not counted, as that takes up to a second.
    """
    return frozenset(
        key
        for key in keys
        if key in shapes.slots
        and FEW_CORNERS < len(edges := shapes.edges[shapes.slots[key]]) <= MOST_CORNERS
        and crosses_often(cancelled(edges))
    )


def bakes_alike(a: Settings, b: Settings) -> bool:
    """Return whether two settings bake a level to the same cells on the same lattice."""
    same_seam = a.seam == b.seam or a.boundary_padding == 0
    return same_seam and (a.cell_size, a.agent_radius, a.object_padding, a.boundary_padding) == (
        b.cell_size,
        b.agent_radius,
        b.object_padding,
        b.boundary_padding,
    )


def _differing(
    old: Mapping[int, OutlineT], new: Mapping[int, OutlineT], keys: Iterable[int]
) -> dict[int, OutlineT | None]:
    """Return elements of a kind whose outline or switch differs, in their new form."""
    if old is new:
        return {}
    return {key: new.get(key) for key in keys if _differ(old.get(key), new.get(key))}


def _differ(before: OutlineT | None, after: OutlineT | None) -> bool:
    if before is None or after is None:
        return before is not after
    return before.active != after.active or before.polygon != after.polygon


def _by_layer(
    old: Mapping[int, OutlineT],
    new: Mapping[int, OutlineT],
    keys: Iterable[int],
    before: Settings,
    after: Settings,
) -> dict[str, dict[int, OutlineT | None]]:
    """Return the changes of one kind on each storey."""
    found: dict[str, dict[int, OutlineT | None]] = {}
    for key in keys:
        was, now = old.get(key), new.get(key)
        left = None if was is None else before.layer_of(was)
        reached = None if now is None else after.layer_of(now)
        if left is not None and left != reached:
            found.setdefault(left, {})[key] = None
        if reached is not None and (left != reached or _differ(was, now)):
            found.setdefault(reached, {})[key] = now
    return found


def _boxes(
    before: Shapes,
    after: Shapes,
    changes: Mapping[int, Area | None] | Mapping[int, Obstacle | None],
    cell_size: float,
) -> list[Box]:
    """Return boxes around everything enclosed by edges that only one of the two has."""
    groups = (
        group
        for key in changes
        for group in differing(before.active_edges(key), after.active_edges(key))
    )
    return [box for group in groups for box in strips_around(group, STRIP_CELLS * cell_size)]
