"""Preview of an exported grid, computed on a worker thread."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, Signal

from editor.services.worker import Task, Worker
from navcore.bake.grid import NavGrid
from navcore.errors import Cancelled, NavcoreError
from navcore.export import data_of, door_names, grid_for_export, profile_for
from navcore.formats import DoorCells
from navcore.i18n import tr
from navcore.level.model import DoorStates, ExportTarget, Level, Profile
from navcore.world import World

MOST_PIXELS = 1024
"""Cells a side that a preview shows; of larger grids every second, third, ... one."""

BLOCKED, WALKABLE, SHUT = range(3)
"""Values of a preview's cells; games can turn cells of a shut door into floor."""


class GridPreview(NamedTuple):
    """A grid that would be written."""

    grid_width: int
    grid_depth: int
    walkable_area: float
    """Square metres."""
    size: int
    """Bytes of the file."""
    shut: tuple[str, ...]
    doors: int
    links: int
    """Number of links that start here for these agents."""
    costs: bool
    """True if cells differ in their cost."""
    cells: npt.NDArray[np.uint8]
    """Cell values, reduced to fewer cells; row 0 has the lowest z."""


class Previews(QObject):
    """Cache of previews of one level; the level must not change meanwhile."""

    ready = Signal(object)
    """Format, doors, type, storey and state of the preview that is there now."""

    def __init__(self, level: Level, most_cells: int) -> None:
        """Create the previews of this level, with at most this many cells."""
        super().__init__()
        self._level, self._most_cells = level, most_cells
        self._job = np.zeros(2, np.int64)
        self._world: World | None = None
        self._made: dict[
            tuple[DoorStates, Profile, str], tuple[NavGrid, tuple[DoorCells, ...]]
        ] = {}
        self._worker = Worker("preview")
        self._asked: dict[tuple[str, ...], Task[GridPreview]] = {}

    def of(self, target: ExportTarget) -> GridPreview | str | None:
        """Return the preview of a target, why there is none, or None while it is being made."""
        key = (target.format, target.doors, target.profile, target.layer, target.state)
        if key not in self._asked:
            self._asked[key] = self._worker.submit(
                lambda _: self._make(target), lambda _: self.ready.emit(key), job=self._job
            )
        task = self._asked[key]
        if not task.ended:
            return None
        try:
            return task.result
        except NavcoreError as fault:
            return str(fault)
        except MemoryError:
            return tr("Not enough memory for so many cells.")

    def close(self) -> None:
        """Stop all work."""
        self._job[0] = 1
        self._worker.shutdown(drop=True)

    def _make(self, target: ExportTarget) -> GridPreview:
        """Runs on the worker's thread."""
        if self._world is None:
            self._world = World.build(self._level, max_cells=self._most_cells, job=self._job)
        if self._job[0]:
            raise Cancelled
        walks, doors = profile_for(target, self._level.settings), target.doors
        world = self._world.in_state(target.state)
        if (doors, walks, target.state) not in self._made:
            self._made[doors, walks, target.state] = grid_for_export(world, doors, walks)
        grid, found = self._made[doors, walks, target.state]
        states = (target.state, tuple(one.name for one in self._level.states))
        size = len(data_of(grid, found, target.format, walks, states))
        cells = np.array(grid.walkable)
        for door in found:
            for row, begin, end in door.cells:
                if not door.open:
                    cells[row, begin:end] = SHUT
        step = max(1, -(-max(cells.shape) // MOST_PIXELS))
        area = int(np.count_nonzero(grid.walkable)) * grid.cell_size**2
        shut = door_names(world.level, doors, walks.layer)[1]
        return GridPreview(
            grid.width, grid.depth, area, size, shut, len(found),
            len(grid.links), grid.has_costs, np.ascontiguousarray(cells[::step, ::step]),
        )  # fmt: skip
