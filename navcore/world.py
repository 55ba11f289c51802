"""World: one immutable bake of a level, and the questions that it answers."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.raster import CellRect, inside, near_edges
from navcore.errors import LevelTooLarge, UnknownArea
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Settings
from navcore.path.result import PathResult

__all__ = ["CellRect", "Job", "World"]

Job = npt.NDArray[np.int64]
"""(2,) int64 that a caller shares with a long computation: set [0] to cancel, read [1]."""

MAX_CELLS = 2**24 + 2**20


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """One immutable, versioned bake of a level."""

    level: Level
    grid: NavGrid
    floor: npt.NDArray[np.uint8]
    version: int = 0
    dirty: tuple[CellRect, ...] | None = None

    @classmethod
    def build(
        cls,
        level: Level,
        *,
        lattice: Lattice | None = None,
        max_cells: int = MAX_CELLS,
        job: Job | None = None,
    ) -> "World":
        """The bake of `level`."""
        settings = level.settings
        lattice = lattice or _lattice_of(level, max_cells)
        floor = np.zeros((lattice.depth, lattice.width), bool)
        for area in level.areas.values():
            if area.available:
                floor |= inside(lattice, area.polygon)
        free = floor.copy()
        for obstacle in level.obstacles.values():
            if obstacle.enabled:
                free &= ~inside(lattice, obstacle.polygon)
                free &= ~near_edges(lattice, obstacle.polygon, settings.clearance)
        padded = np.zeros((lattice.depth + 2, lattice.width + 2), np.uint8)
        padded[1:-1, 1:-1] = free
        shown = floor.astype(np.uint8)
        shown.flags.writeable = False
        grid = NavGrid(
            lattice,
            padded,
            settings.agent_radius,
            settings.object_padding,
            settings.boundary_padding,
            settings.floor_y,
        )
        return cls(level, grid, shown)

    @classmethod
    def from_grid(cls, grid: NavGrid) -> "World":
        """A world over a grid that was baked before, with an empty level (S0-019)."""
        return cls(Level(settings=Settings(cell_size=grid.cell_size)), grid, grid.walkable)

    def update(
        self, level: Level, edit: Edit, *, keep_lattice: bool = False, job: Job | None = None
    ) -> "World":
        """The world after `edit`, which led from this world's level to `level`."""
        built = World.build(level, job=job)
        return World(level, built.grid, built.floor, self.version + 1)

    def set_area_available(self, name: str, flag: bool) -> "World":
        """The world with the area of this name opened or shut (S0-030)."""
        area = self.level.area_named(name)
        if area is None:
            message = f"no area is named {name!r}"
            raise UnknownArea(message)
        if area.available == flag:
            return self
        import msgspec

        edit = Edit.put(self.level, [msgspec.structs.replace(area, available=flag)])
        return self.update(edit.apply(self.level), edit)

    def is_walkable(self, x: float, z: float) -> bool:
        """Whether the point lies in a walkable cell."""
        return self.grid.is_walkable(x, z)

    def find_path(
        self,
        start: Point,
        goal: Point,
        *,
        snap_radius: float = 8.0,
        avoid: npt.ArrayLike | None = None,
        smoothing: Literal["greedy", "none"] = "greedy",
        limit: int | None = None,
    ) -> PathResult:
        """The way from start to goal."""
        from navcore.path import find

        return find.find_path(
            self.grid, start, goal,
            snap_radius=snap_radius, avoid=avoid, smoothing=smoothing, limit=limit,
        )  # fmt: skip

    def find_path_to_nearest(
        self,
        start: Point,
        goal: Point,
        *,
        snap_radius: float = 8.0,
        avoid: npt.ArrayLike | None = None,
        smoothing: Literal["greedy", "none"] = "greedy",
        limit: int | None = None,
    ) -> PathResult:
        """The way from start to goal, or to the reachable place nearest to the goal."""
        from navcore.path import find

        return find.find_path_to_nearest(
            self.grid, start, goal,
            snap_radius=snap_radius, avoid=avoid, smoothing=smoothing, limit=limit,
        )  # fmt: skip


def _lattice_of(level: Level, max_cells: int) -> Lattice:
    settings = level.settings
    points: Iterable[Point] = [p for area in level.areas.values() for p in area.polygon]
    if not points:
        return Lattice(settings.cell_size, 0.0, 0.0, 1, 1)
    corners = np.array(points)
    (x0, z0), (x1, z1) = corners.min(0) - settings.margin, corners.max(0) + settings.margin
    width = max(1, math.ceil((x1 - x0) / settings.cell_size))
    depth = max(1, math.ceil((z1 - z0) / settings.cell_size))
    if width * depth > max_cells:
        message = f"the level needs {width * depth:,} cells, more than {max_cells:,}"
        raise LevelTooLarge(message)
    return Lattice(settings.cell_size, float(x0), float(z0), width, depth)
