"""Relaxed worlds: with areas opened, links taken both ways, or gaps widened.

A gap that is wider by d lets agents pass that keep d / 2 less on both sides. A floor "with gaps
wider by d" is therefore baked like any other, with d / 2 subtracted from the distances to obstacles
and to the outer edge: the one predicate decides, and no part of the bake is repeated here.
"""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from navcore.bake.extent import MAX_CELLS
from navcore.bake.profile import boundary_padding_for, radius_in
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Item, Level, Link, Profile, Settings, Waypoint
from navcore.proof.explanation import Relaxation
from navcore.world import World

MILLIMETRE: Final = 0.001
"""Metres: widths are relaxed by whole millimetres."""


class RelaxedWorlds:
    """Worlds of one agent type with wider gaps, each made once."""

    def __init__(self, world: World, profile: Profile) -> None:
        """Relax a world for agents of a profile."""
        self.world: Final = world
        self.profile: Final = profile
        self._worlds: Final[dict[int, World]] = {}
        settings = world.level.settings
        self._radius: Final = radius_in(profile, settings)
        self.edge_padding: Final = boundary_padding_for(self._radius, settings)
        """Distance from the floor's outer edge that agents keep, metres."""
        self.clearance: Final = self._radius + settings.object_padding
        """Distance from obstacles that agents keep, metres."""

    @property
    def most(self) -> int:
        """Most millimetres by which gaps can be relaxed: more changes nothing.

        0 for a world made from a grid, which has no outlines.
        """
        if self.world.given_grid is not None:
            return 0
        least = [link.width for link in self.world.level.of(Link).values() if link.width > 0]
        link = 2 * self._radius - min(least, default=2 * self._radius)
        widest = max(2 * self.clearance, 2 * self.edge_padding, link)
        return int(widest / MILLIMETRE) + 2

    def profile_at(self, wider: int) -> Profile:
        """Return the profile to use in worlds whose gaps are wider by these millimetres."""
        return replace(self.profile, radius=None) if wider else self.profile

    def padding_at(self, wider: int) -> float:
        """Return what agents then keep from the outer edge, metres."""
        return max(0.0, self.edge_padding - wider * MILLIMETRE / 2)

    def at(self, wider: int, items: Collection[Item] = ()) -> World:
        """Return the world with gaps wider by these millimetres and some items replaced."""
        if wider == 0:
            return put(self.world, items)
        level = self.world.level.with_settings(self._narrower(wider))
        if items:
            return _built(Edit.put(level, items).apply(level), self.world)
        if wider not in self._worlds:
            self._worlds[wider] = _built(level, self.world)
        return self._worlds[wider]

    def _narrower(self, wider: int) -> Settings:
        less = wider * MILLIMETRE / 2
        radius = max(0.0, self._radius - less)
        return replace(
            self.world.level.settings,
            agent_radius=radius,
            object_padding=max(0.0, self.clearance - less - radius),
            boundary_padding=max(0.0, self.edge_padding - less),
            boundary_follows_radius=False,
        )


def put(world: World, items: Collection[Item]) -> World:
    """Return the world with these items replaced by id, on its lattice."""
    return put_edit(world, Edit.put(world.level, items))


def put_edit(world: World, edit: Edit) -> World:
    """Return the world after an edit of its level, on its lattice."""
    if not edit:
        return world
    level = edit.apply(world.level)
    found = world.update(level, edit, keep_lattice=True)
    return found if found.grid.lattice == world.grid.lattice else _built(level, world)


def _built(level: Level, world: World) -> World:
    """Return a level on the cells of a world."""
    lattice = world.grid.lattice
    return World.build(level, lattice=lattice, max_cells=max(MAX_CELLS, lattice.cells))


def switched(level: Level, relaxation: Relaxation) -> list[Item]:
    """Return the elements that a relaxation opens, switches on or lets be taken both ways."""
    items: list[Item] = [replace(level.areas[key], available=True) for key in relaxation.doors]
    waypoints, links, edges = level.of(Waypoint), level.of(Link), level.of(Edge)
    items += [replace(waypoints[key], enabled=True) for key in relaxation.waypoints]
    items += [replace(edges[key], enabled=True) for key in relaxation.edges]
    items += [replace(links[key], one_way=False) for key in relaxation.two_way if key in links]
    items += [replace(edges[key], one_way=False) for key in relaxation.two_way if key in edges]
    return items


def relaxed(world: World, profile: Profile, relaxation: Relaxation) -> tuple[World, Profile]:
    """Return the world and the profile after a relaxation; ends are not moved in it."""
    worlds = RelaxedWorlds(world, profile)
    wider = round(relaxation.width / MILLIMETRE)
    found = worlds.at(wider, switched(world.level, relaxation))
    able = (*profile.abilities, *relaxation.abilities)
    return found, replace(worlds.profile_at(wider), abilities=able)


def units_of(level: Level, profile: Profile) -> dict[int, Area]:
    """Return the areas that are shut to agents of a profile, by id."""
    has = frozenset(profile.abilities)
    return {
        key: area
        for key, area in level.areas.items()
        if not area.available or not has.issuperset(area.needs)
    }
