"""How an exported grid will be, worked out beside the window."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, Qt, Signal

from navcore.bake.grid import NavGrid
from navcore.errors import Cancelled, NavcoreError
from navcore.export import data_of, door_names, grid_for_export
from navcore.formats import DoorCells
from navcore.level.model import DoorStates, GridFormat, Level
from navcore.world import World

MOST_PIXELS = 1024
"""Cells a side that a preview shows; of larger grids every second, third, ... one."""

BLOCKED, WALKABLE, SHUT = range(3)
"""What cells of a preview are: of those that a shut door takes, games can make floor."""


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
    cells: npt.NDArray[np.uint8]
    """What is where, thinned out, row 0 the lowest z."""


class Previews(QObject):
    """Previews of one level, each made once; the level must not change meanwhile."""

    ready = Signal(object)
    """Form and doors of the preview that is there now."""
    _arrived = Signal(object)

    def __init__(self, level: Level, most_cells: int) -> None:
        """Of this level, baked with so many cells at most."""
        super().__init__()
        self._level, self._most_cells = level, most_cells
        self._job = np.zeros(2, np.int64)
        self._world: World | None = None
        self._made: dict[DoorStates, tuple[NavGrid, tuple[DoorCells, ...]]] = {}
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="preview")
        self._asked: dict[tuple[GridFormat, DoorStates], Future[GridPreview]] = {}
        self._arrived.connect(self._arrive, Qt.ConnectionType.QueuedConnection)

    def of(self, form: GridFormat, doors: DoorStates) -> GridPreview | str | None:
        """The preview, why there is none, or None while it is being made."""
        key = (form, doors)
        if key not in self._asked:
            self._asked[key] = future = self._worker.submit(self._make, form, doors)
            future.add_done_callback(self._teller(key))
        future = self._asked[key]
        if not future.done():
            return None
        try:
            return future.result()
        except NavcoreError as fault:
            return str(fault)
        except MemoryError:
            return self.tr("Not enough memory for so many cells.")

    def close(self) -> None:
        """Nothing is made any more."""
        self._job[0] = 1
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _arrive(self, key: tuple[GridFormat, DoorStates]) -> None:
        self.ready.emit(key)

    def _teller(self, key: tuple[GridFormat, DoorStates]) -> Callable[[object], None]:
        def tell(_: object) -> None:
            if not self._job[0]:
                self._arrived.emit(key)

        return tell

    def _make(self, form: GridFormat, doors: DoorStates) -> GridPreview:
        """Runs on the worker's thread."""
        if self._world is None:
            self._world = World.build(self._level, max_cells=self._most_cells, job=self._job)
        if self._job[0]:
            raise Cancelled
        if doors not in self._made:
            self._made[doors] = grid_for_export(self._world, doors)
        grid, found = self._made[doors]
        size = len(data_of(grid, found, form))
        cells = np.array(grid.walkable)
        for door in found:
            for row, begin, end in door.cells:
                if not door.open:
                    cells[row, begin:end] = SHUT
        step = max(1, -(-max(cells.shape) // MOST_PIXELS))
        area = int(np.count_nonzero(grid.walkable)) * grid.cell_size**2
        shut = door_names(self._level, doors)[1]
        return GridPreview(
            grid.width, grid.depth, area, size, shut, len(found),
            np.ascontiguousarray(cells[::step, ::step]),
        )  # fmt: skip
