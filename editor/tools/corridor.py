"""Find why an edge can't be taken: what agents of the shown type would touch along it.

Edges that are clear by exact distances are also tested on cells: see `navcore.graph.cell_bands`.
"""

from typing import NamedTuple, Protocol

from editor.tools.messages import short
from navcore.bake.grid import NavGrid
from navcore.bake.terrain import TerrainCells
from navcore.graph.clearance import Blocked, Clearance
from navcore.graph.floors import floor_of
from navcore.graph.passing import blocked_on
from navcore.i18n import tr
from navcore.level.model import Element, Level, Point, Profile
from navcore.level.profiles import on_layer
from navcore.open_doors import all_open
from navcore.world import World


class Site(Protocol):
    """A level, its bake, an agent type and a storey: a tool's view, or a `Place`."""

    @property
    def level(self) -> Level:
        """The level as drawn now."""

    @property
    def world(self) -> World:
        """The bake of the level, or of the level a moment before."""

    @property
    def profile(self) -> Profile | None:
        """The agent type; None: agents without a type."""

    @property
    def storey(self) -> str:
        """The storey."""


class Place(NamedTuple):
    """A storey of a level, for agents of a type."""

    level: Level
    world: World
    profile: Profile | None
    storey: str


class CorridorCheck:
    """Tests whether edges are clear; caches obstacles until they change."""

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._known: tuple[tuple[object, ...], Clearance] | None = None
        self._cells: tuple[World, Profile, NavGrid | None] | None = None

    def blocked(self, start: Point, end: Point, view: Site) -> Blocked | None:
        """Return what blocks the edge between two places on a storey."""
        profile = on_layer(view.profile or Profile(), view.storey)
        if self._cells is None or (self._cells[0], self._cells[1]) != (view.world, profile):
            self._cells = (view.world, profile, open_cells(view.world, profile))
        floor = self.clearance(view).over(self._cells[2])
        return blocked_on(floor, start, end, shown_radius(view.level, view.profile))

    def clearance(self, view: Site) -> Clearance:
        """Return the floor of a type on a storey."""
        level, profile = view.level, on_layer(view.profile or Profile(), view.storey)
        terrain = _terrain(view.world, view.storey)
        key = (level.areas, level.obstacles, level.settings, terrain, profile)
        known = self._known
        if (
            known is None
            or not all(a is b for a, b in zip(key[:4], known[0], strict=False))
            or key[4] != known[0][4]
        ):
            self._known = known = (key, floor_of(level, profile, terrain))
        return known[1]


def floor_in(level: Level, world: World, profile: Profile | None, layer: str) -> Clearance:
    """Return the floor of a type on a storey of a level; `world` is its latest bake."""
    return floor_of(level, on_layer(profile or Profile(), layer), _terrain(world, layer))


def open_cells(world: World, profile: Profile) -> NavGrid | None:
    """Return the cells of a type with all doors open; None if the world lacks its storey."""
    known = profile.layer in world.level.settings.layer_names
    return all_open(world).grid_for(profile) if known else None


def _terrain(world: World, layer: str) -> TerrainCells | None:
    """Return the terrain of a storey; None if the world doesn't have the storey yet."""
    known = layer in world.level.settings.layer_names
    return world.on(layer).terrain if known else None


def name_of(found: Blocked, level: Level) -> str:
    """Return words for what blocks an edge."""
    element = None if found.element is None else level.get(found.element)
    if not isinstance(element, Element):
        return tr("The edge of the floor")
    return short(element.name) if element.name else tr("An obstacle")


def shown_radius(level: Level, profile: Profile | None) -> float:
    """Return the radius of agents of a type in a level, metres; None: agents without a type."""
    if profile is not None and profile.radius is not None:
        return profile.radius
    return level.settings.agent_radius
