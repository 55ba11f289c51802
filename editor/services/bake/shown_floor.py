"""The shown floor: its storey, and its agent type or a radius that is tried."""

from dataclasses import dataclass, replace
from typing import Final

import msgspec
from PySide6.QtCore import QObject, Signal

from editor.services.latest import Latest
from editor.services.scheduler import Scheduler
from navcore.bake.grid import NavGrid
from navcore.bake.pool import rects_of
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Settings
from navcore.level.profiles import Profile, name_after, on_layer, profile_named
from navcore.level.tables import GROUND
from navcore.world import CellRect, World

_STANDARD: Final = Profile()
"""The type without a name."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The floor of one profile in a world."""

    profile: Profile
    base: World
    """The world that was asked for."""
    world: World
    """That world with the profile's cells in place of its own."""
    islands: int
    walkable: float
    """Square metres."""


class ShownFloor(QObject):
    """Agent type and storey of the floor on the canvas, in the probe and in the widths.

    It is part of the view: neither saved nor undone. Agents use the floors of their own types.
    """

    changed = Signal(object)
    """Emitted when the floor is another one, or its cells have been computed.

    The argument is a `World` whose `dirty` cells may differ from the floor before; None: all may.
    """

    _MS_PER_CELL = 2e-5

    def __init__(self) -> None:
        """Show the floor of the ground, for the type without a name."""
        super().__init__()
        self._type = ""
        self._layer = GROUND
        self._tried: float | None = None
        self._made: tuple[Profile, float | None, str, Profile] | None = None
        """Type, radius and storey of the last requested profile, and the profile."""
        self._world: World | None = None
        """The world whose floor is shown."""
        self._told: Seen | None = None
        """The floor of the last signal."""
        self.scheduler = Scheduler("shown floor")
        """A scheduler of its own, so that cells follow the mouse whatever else is computed."""
        self.latest: Latest[Seen] = Latest(self._MS_PER_CELL, self.scheduler)
        self.latest.arrived.connect(self._emit_changed)

    @property
    def type_name(self) -> str:
        """The name of the shown agent type; "" is the unnamed one."""
        return self._type

    @property
    def layer(self) -> str:
        """The name of the storey that is shown."""
        return self._layer

    @property
    def tried(self) -> float | None:
        """The radius that is tried instead of the type's, metres; None if none is."""
        return self._tried

    def show_type(self, name: str) -> None:
        """Show the floor of the type with this name, without a radius that was tried."""
        if (name, None) != (self._type, self._tried):
            self._type, self._tried = name, None
            self._forget()

    def show_layer(self, name: str) -> None:
        """Show the floor of the storey with this name."""
        if name != self._layer:
            self._layer = name
            self._forget()

    def try_radius(self, radius: float) -> None:
        """Show the floor for this radius, metres, at least 0, with all else of the type."""
        if radius != self._tried:
            self._tried = radius
            self._emit_changed()

    def end_trial(self) -> bool:
        """Show the type with its own radius again; return whether a radius was being tried."""
        if self._tried is None:
            return False
        self._tried = None
        self._forget()
        return True

    def begin_anew(self, _: object = None) -> None:
        """Another level is open: show the type without a name."""
        self.show_type("")

    def follow(self, edit: Edit) -> None:
        """Follow a renamed type after an edit, and leave a deleted one."""
        before, after = edit.before.get(SETTINGS_ID), edit.after.get(SETTINGS_ID)
        if isinstance(before, Settings) and isinstance(after, Settings) and self._type:
            self.show_type(name_after(self._type, before.profiles, after.profiles))

    def refresh(self, world: World) -> None:
        """Show the floor of another world."""
        self._world = world
        if not self._is_plain:
            self._emit_changed()

    @property
    def _is_plain(self) -> bool:
        """True if it is the floor that every world has."""
        return not self._type and self._tried is None and self._layer == GROUND

    def profile_in(self, settings: Settings) -> Profile | None:
        """Return the profile of the shown floor; None: agents without a type."""
        base = profile_named(settings.profiles, self._type) if self._type else None
        layer = self._layer if self._layer in settings.layer_names else GROUND
        if self._tried is None and layer == (GROUND if base is None else base.layer):
            return base
        base = base or _STANDARD
        made = self._made
        if made is None or made[0] is not base or made[1:3] != (self._tried, layer):
            profile = on_layer(base, layer)
            if self._tried is not None:
                profile = msgspec.structs.replace(profile, radius=self._tried)
            made = self._made = (base, self._tried, layer, profile)
        return made[3]

    def radius_in(self, settings: Settings) -> float:
        """Return the radius that the floor is shown for, metres."""
        profile = self.profile_in(settings)
        radius = None if profile is None else profile.radius
        return settings.agent_radius if radius is None else radius

    def of(self, world: World) -> Seen | None:
        """Return the floor of the shown profile in a world, or the last one until it is ready.

        None for agents without a type, and while nothing of this world's cells is known.
        """
        profile = self.profile_in(world.level.settings)
        if profile is None:
            return None
        found = self.latest.ask(
            (world, profile), lambda _: _seen(world, profile), world.grid.lattice.cells
        )
        if found is None or found[1].world.grid.lattice != world.grid.lattice:
            return None
        return found[1]

    def shown(self, world: World) -> World:
        """Return the world as it is to be drawn, and searched by the probe."""
        seen = self.of(world)
        return world if seen is None else seen.world

    def _forget(self) -> None:
        """Another floor is shown; the old result is kept while the new one is computed."""
        if self._is_plain:
            self.latest.forget()
        self._told = None
        self._emit_changed()

    def _emit_changed(self, _: object = None) -> None:
        before, self._told = self._told, None
        if self._world is not None and not self._is_plain:
            self._told = self.of(self._world)
        dirty = _differing(before, self._told)
        if self._told is None or dirty is None:
            self.changed.emit(None)
        else:
            self.changed.emit(replace(self._told.world, dirty=dirty))


def _seen(world: World, profile: Profile) -> Seen:
    grid = world.grid_for(profile)
    own = replace(world, grid=grid, floor=world.floor_for(profile))
    return Seen(profile, world, own, grid.regions.count, walkable_area(grid))


def _differing(before: Seen | None, after: Seen | None) -> tuple[CellRect, ...] | None:
    """Return the cells that may differ between both; None: all may."""
    if before is None or after is None:
        return None
    old, new = before.world.grid, after.world.grid
    stamps = (old.derived.stamps, new.derived.stamps)
    if old.lattice != new.lattice or stamps[0] is None or stamps[1] is None:
        return None
    if stamps[0].shape != stamps[1].shape:
        return None
    tiles = stamps[0] != stamps[1]
    return tuple(rects_of(tiles.any(axis=0) if tiles.ndim > 2 else tiles, new.lattice))


def walkable_area(grid: NavGrid) -> float:
    """Square metres of walkable cells."""
    return float(grid.regions.sizes.sum()) * grid.cell_size**2
