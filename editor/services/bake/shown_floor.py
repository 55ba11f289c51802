"""Another agent radius, shown on the canvas without being in the level."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from editor.services.latest import Latest
from navcore.bake.grid import NavGrid
from navcore.level.profiles import Profile
from navcore.world import World


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What one radius makes of a world."""

    radius: float
    world: World
    """The world with the cells on which agents of this radius walk."""
    islands: int
    walkable: float
    """Square metres."""


class RadiusPreview(QObject):
    """Shows the cells of another radius; agents and probe stay on the level's numbers."""

    changed = Signal(object)
    """The radius that is shown is another one, or none (None), or its cells have come."""

    _MS_PER_CELL = 2e-5

    def __init__(self) -> None:
        """Nothing is previewed."""
        super().__init__()
        self._radius: float | None = None
        self.latest: Latest[Seen] = Latest(self._MS_PER_CELL, "preview")
        self.latest.arrived.connect(lambda _: self.changed.emit(self._radius))

    @property
    def radius(self) -> float | None:
        """The radius that is shown, metres; None: the level's own."""
        return self._radius

    def show(self, radius: float) -> None:
        """Show this radius, metres, at least 0."""
        if radius != self._radius:
            self._radius = radius
            self.changed.emit(radius)

    def end(self) -> bool:
        """Show the level's own numbers again; whether others were shown."""
        if self._radius is None:
            return False
        self._radius = None
        self.latest.forget()
        self.changed.emit(None)
        return True

    def refresh(self, _: object = None) -> None:
        """The world is another one: what is shown of it may differ anywhere."""
        if self._radius is not None:
            self.changed.emit(self._radius)

    def of(self, world: World) -> Seen | None:
        """What the radius makes of a world; while that is worked out, what was shown last.

        None without a preview, and where nothing of this world's cells is known yet.
        """
        radius = self._radius
        if radius is None:
            return None
        found = self.latest.ask(
            (world, radius), lambda: _seen(world, radius), world.grid.lattice.cells
        )
        if found is None or found[1].world.grid.lattice != world.grid.lattice:
            return None
        return found[1]

    def shown(self, world: World) -> World:
        """The world as it is to be drawn."""
        seen = self.of(world)
        return world if seen is None else seen.world


def _seen(world: World, radius: float) -> Seen:
    grid = world.grid_for(Profile(radius=radius))
    return Seen(radius, replace(world, grid=grid), grid.regions.count, walkable_area(grid))


def walkable_area(grid: NavGrid) -> float:
    """Square metres of walkable cells."""
    return float(grid.regions.sizes.sum()) * grid.cell_size**2
