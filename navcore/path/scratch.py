"""The memory that searches write in: one set a thread, kept from query to query."""

import threading
from typing import Final

import numpy as np

from navcore.path.cell_path import NO_TURNS

LAST_GENERATION: Final = 2**27 - 1
"""Marks of cells hold a generation and four bits more in an int32."""

_BUCKETS: Final = 4096

MUCH: Final = 2**24
"""Size in numbers, 64 MB, above which memory is released when smaller grids follow."""
PATIENCE: Final = 16
"""Number of grids in a row that must need less than an eighth of the memory before that."""


class ScratchFull(Exception):
    """A search needs more room than its thread has: grow it and search again."""


class Scratch(threading.local):
    """Memory that searches of one thread write to; a little over 16 bytes a cell.

    It grows to the largest grid that was searched and is not cleared: each search uses a new
    generation number, by which it distinguishes its own marks from older ones. After a very large
    grid it shrinks again, once smaller grids have followed for a while.
    """

    def __init__(self) -> None:
        """Start with minimal memory, until a search asks for more."""
        self.version = 0
        """Changes whenever arrays are replaced by larger ones."""
        self.generation = 0
        self._small = 0
        """Number of small grids in a row since a very large one."""
        self.nodes = np.zeros(0, np.int32)
        """Search state of each cell, four int32 a cell; defined by the kernels."""
        self.heads = np.full(_BUCKETS, -1, np.int32)
        """First entry of each bucket of a queue; -1 between searches."""
        self.levels = np.full(64, -1, np.int32)
        """First entry of each level beyond the buckets; -1 between searches."""
        self.entries = np.zeros((0, 2), np.int32)
        self.heap_keys = np.zeros(2 * 4096, np.float64)
        self.heap_ids = np.zeros(4096, np.int32)
        self.hull = np.zeros((0, 2), np.int64)
        """Room for making a way taut."""
        self.held = NO_TURNS
        """The turns that are stored in `ahead`, if they are those of the latest search."""
        self._make_way(256)

    def fit(self, rows: int, columns: int) -> None:
        """Make room for searches over a padded grid of this size."""
        cells = rows * columns
        is_small = len(self.nodes) > max(MUCH, 32 * cells)
        self._small = self._small + 1 if is_small else 0
        if len(self.nodes) < 4 * cells or self._small > PATIENCE:
            # Fresh zeros cost nothing until their memory pages are touched.
            self.nodes = np.zeros(4 * cells, np.int32)
            self.generation = 0
            self.version += 1
        entries = 256 + 16 * min(rows, columns)
        if len(self.entries) < entries:
            self.entries = np.zeros((entries, 2), np.int32)
            self.version += 1
        corners = 8 * (min(rows, columns) + 2) + 8
        if len(self.hull) < 2 * corners:
            self.hull = np.zeros((2 * corners, 2), np.int64)
            self._make_way(2 * corners)
            self.version += 1

    def begin(self, searches: int = 1) -> int:
        """Return the generation of the next search, 1 or more; further searches use the next ones.

        After the last generation the marks are cleared and generations start again.
        """
        self.held = NO_TURNS
        if self.generation > LAST_GENERATION - searches:
            self.nodes[:] = 0
            self.generation = 0
        first = self.generation + 1
        self.generation += searches
        return first

    def grow_heap(self) -> None:
        """Double the room of the heap, its entries kept."""
        self.heap_keys = np.concatenate((self.heap_keys, np.zeros_like(self.heap_keys)))
        self.heap_ids = np.concatenate((self.heap_ids, np.zeros_like(self.heap_ids)))

    def grow(self, points: int = 0) -> None:
        """Double the room of the queue, and make that for ways hold `points`, or double it too."""
        self.entries = np.zeros((2 * len(self.entries), 2), np.int32)
        self._make_way(points if points > len(self.left) else 2 * len(self.left))
        self.version += 1

    def grow_places(self, count: int) -> None:
        """Make room for a path through this many places; the contents are lost."""
        self.ahead.make_places(count + count // 8)
        self.version += 1

    def grow_sums(self, count: int) -> None:
        """Make room for the cost of a path to each of this many places; contents are lost."""
        self.sums = np.zeros(count + count // 8, np.float64)
        self.version += 1

    def _make_way(self, points: int) -> None:
        self.held = NO_TURNS
        self.left = np.zeros((points, 3), np.int64)
        self.right = np.zeros((points, 3), np.int64)
        self.sums = np.zeros(points, np.float64)
        """Cost of a way up to each place."""
        self.ahead = WayRoom(points)
        self.back = WayRoom(points)
        """Room for a second way, to compare with the first."""


class WayRoom:
    """Room for a way."""

    __slots__ = ("boxes", "kept", "places", "turns")

    def __init__(self, points: int) -> None:
        """Make room for this many cells and places."""
        self.turns = np.zeros((points, 2), np.int32)
        """Cells in which the path turns."""
        self.make_places(points)

    def make_places(self, points: int) -> None:
        """Make room for this many places."""
        self.places = np.zeros((points, 2), np.float64)
        """Points in cells."""
        self.boxes = np.zeros((points // 32 + 1, 4), np.float64)
        self.kept = np.zeros(points, np.int32)
        """Numbers of the places that are left of a string that was pulled."""


SCRATCH: Final = Scratch()
