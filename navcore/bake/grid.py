"""NavGrid: the walkable cells, and the numbers they were baked with."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import Bitmaps
from navcore.bake.grid_links import GridLink
from navcore.bake.lattice import Lattice
from navcore.bake.raster import CellRect
from navcore.bake.regions import Regions
from navcore.errors import NavcoreError
from navcore.level.model import Point

FOUR: Final = 4
"""Neighbours of a cell when steps never go diagonally."""
CONNECTIVITIES: Final = (FOUR, 8)
"""Numbers of neighbours that steps may go to."""


CellRun: TypeAlias = tuple[int, int, int]
"""z, x0, x1: cells of row z from column x0 up to, but not including, column x1."""


class DoorCells(NamedTuple):
    """A door, and the cells that fall when it alone is shut: runs by row, then column."""

    name: str
    open: bool
    cells: tuple[CellRun, ...]


class Token:
    """Names one grid's cells for as long as any thread remembers something about them."""

    __slots__ = ("__weakref__",)


class Ancestor(NamedTuple):
    """An earlier grid that this one was baked from."""

    token: Token
    changes: tuple[CellRect, ...]
    """Cells that may differ from the next newer grid."""
    changed: int
    """Rectangles that had changed until then, see `Derived`."""


Costs: TypeAlias = npt.NDArray[np.float32]
"""(depth + 2, width + 2) cost of a step of length 1 into each cell."""


class Derived:
    """Data computed from a grid's cells, each when first needed, or during the bake.

    Threads share it without a lock. If two threads need a value at once, both may compute it; both
    results are equal, and one of them is kept.
    """

    __slots__ = (
        "__weakref__", "ancestors", "bitmaps", "bitmaps_up_to", "changed", "costs", "even_cost",
        "four_connected", "late_cost", "regions", "stamps", "token",
    )  # fmt: skip

    def __init__(
        self,
        bitmaps: Bitmaps | None = None,
        regions: Regions | None = None,
        stamps: npt.NDArray[np.int64] | None = None,
        costs: tuple[float, float] | None = None,
        late_cost: Callable[[], Costs] | None = None,
    ) -> None:
        """Take values that are already known."""
        self.bitmaps = bitmaps
        self.regions = regions
        self.stamps: Final = stamps
        """(..., rows, columns) stamps of the tiles of 64 x 64 padded cells, None if unknown. If all
        stamps of a tile are equal in two grids, so are its cells and their costs."""
        self.costs = costs
        """The lowest and the highest cost of a walkable cell; given by bakes, which make costs
        that fit the cells."""
        self.late_cost: Final = late_cost
        """Function that computes the costs of the cells when they are first needed; any thread may
        call it. None if they are computed, or all cells cost 1."""
        self.even_cost: Costs | None = None
        """The cost of cells that all cost the same, for searches that weigh cells."""
        self.four_connected: NavGrid | None = None
        """The same cells for steps without diagonals."""
        self.bitmaps_up_to: dict[float, Bitmaps] = {}
        """Bitmaps by cost: the cells that cost no more than it."""
        self.token: Final = Token()
        self.ancestors: tuple[Ancestor, ...] = ()
        """Earlier grids, the last one first; set before the grid is first searched."""
        self.changed = 0
        """Rectangles of cells that changed from the first grid of all to this one."""


@dataclass(frozen=True, slots=True, eq=False)
class NavGrid:
    """A walkable grid, immutable (S0-001 to S0-003).

    Threads: any number of threads may search one grid; see `World`.

    `padded` is (depth + 2, width + 2) uint8, C-contiguous and read-only: 1 walkable, 0 blocked,
    with a ring of blocked cells around the window so that searches need no bounds checks.
    """

    lattice: Lattice
    padded: npt.NDArray[np.uint8]
    agent_radius: float = 0.0
    object_padding: float = 0.0
    boundary_padding: float = 0.0
    floor_y: float = 0.0
    cost: Costs | None = None
    """(depth + 2, width + 2) float32, C-contiguous and read-only: cost of a step of length 1 into
    the cell, over 0 where it is walkable, 0 elsewhere (S1-015). None: 1 everywhere. Costs of a bake
    are computed when first needed: they need more memory than everything else."""
    connectivity: int = 8
    """8: steps to all eight neighbours; 4: no diagonal steps (X-044)."""
    derived: Derived = field(default_factory=Derived)
    """Data that was computed from the cells."""
    doors: tuple[DoorCells, ...] = ()
    """Doors from the file of a loaded grid; empty for a baked grid, whose level has the doors."""
    links: tuple[GridLink, ...] = ()
    """Links from the file of a loaded grid; empty for a baked grid, whose level has the links."""

    def __post_init__(self) -> None:
        """Refuse arrays that don't fit the lattice, and make the cells read-only."""
        expected = (self.lattice.depth + 2, self.lattice.width + 2)
        if self.padded.shape != expected or self.padded.dtype != np.uint8:
            message = (
                f"padded must be uint8 {expected}, got {self.padded.dtype} {self.padded.shape}"
            )
            raise NavcoreError(message)
        self.padded.flags.writeable = False
        if self.connectivity not in CONNECTIVITIES:
            message = f"connectivity must be 4 or 8, got {self.connectivity}"
            raise NavcoreError(message)
        if self.derived.late_cost is not None:
            object.__delattr__(self, "cost")
        elif self.cost is not None:
            if self.cost.shape != expected or self.cost.dtype != np.float32:
                message = (
                    f"cost must be float32 {expected}, got {self.cost.dtype} {self.cost.shape}"
                )
                raise NavcoreError(message)
            known = self.derived.costs is not None
            if not known and ((self.cost > 0) != (self.padded != 0)).any():
                message = "cost must be over 0 where padded is 1, and 0 elsewhere"
                raise NavcoreError(message)
            self.cost.flags.writeable = False

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Compute the costs when they are first needed."""
            if name != "cost" or self.derived.late_cost is None:
                raise AttributeError(name, name=name, obj=self)
            cost = self.derived.late_cost()
            object.__setattr__(self, "cost", cost)
            return cost

    @classmethod
    def from_array(
        cls,
        walkable: npt.ArrayLike,
        *,
        cell_size: float = 1.0,
        min_x: float = 0.0,
        min_z: float = 0.0,
        cost: npt.ArrayLike | None = None,
        connectivity: int = 8,
    ) -> "NavGrid":
        """Return a grid from a (depth, width) array, row 0 = lowest z; true or nonzero is walkable.

        `cost` has the same shape: the cost of a step of length 1 into the cell; a cell with cost 0
        is blocked. `connectivity` is 8, or 4 for no diagonal steps.

        Raises:
            NavcoreError: if an array is not two-dimensional or empty, the shapes differ, a cost
                is below 0 or not finite, the connectivity is neither 4 nor 8, the cell size is not
                over 0 or the origin not finite.
        """
        cells = _array("walkable", walkable)
        if cells.ndim != 2:
            message = f"walkable must have 2 dimensions (depth, width), got shape {cells.shape}"
            raise NavcoreError(message)
        if cells.size == 0:
            message = f"walkable must have at least one cell, got shape {cells.shape}"
            raise NavcoreError(message)
        if not (np.isfinite(min_x) and np.isfinite(min_z)):
            message = f"min_x and min_z must be finite, got {min_x} and {min_z}"
            raise NavcoreError(message)
        if not (np.isfinite(cell_size) and cell_size > 0):
            message = f"cell_size must be a number over 0, got {cell_size}"
            raise NavcoreError(message)
        depth, width = cells.shape
        padded = np.zeros((depth + 2, width + 2), np.uint8)
        padded[1:-1, 1:-1] = cells != 0
        lattice = Lattice(float(cell_size), float(min_x), float(min_z), width, depth)
        padded_cost = None if cost is None else _padded_cost(cost, padded)
        return cls(lattice, padded, cost=padded_cost, connectivity=connectivity)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the cells, eight to a byte; derived data is computed again."""
        numbers = (self.agent_radius, self.object_padding, self.boundary_padding, self.floor_y)
        bits = np.packbits(self.padded).tobytes()
        shared = (self.cost, self.connectivity, self.doors, self.links)
        return (_grid_of, (self.lattice, bits, numbers, *shared))

    def __copy__(self) -> "NavGrid":
        """Return this grid, which never changes."""
        return self

    def __deepcopy__(self, memo: object) -> "NavGrid":
        """Return this grid, which never changes."""
        return self

    @property
    def bitmaps(self) -> Bitmaps:
        """The walkable cells as bits."""
        if self.derived.bitmaps is None:
            self.derived.bitmaps = Bitmaps.of(self.padded)
        return self.derived.bitmaps

    @property
    def regions(self) -> Regions:
        """The connected components of the walkable cells."""
        if self.derived.regions is None:
            self.derived.regions = Regions.of(self.bitmaps)
        return self.derived.regions

    @property
    def four_connected(self) -> "NavGrid":
        """The same cells for steps without diagonals; the grid itself if it has none (X-044)."""
        if self.connectivity == FOUR:
            return self
        known = self.derived
        made = known.four_connected
        # A floor that is raised keeps its cells, and all that follows from them.
        if made is None or made.floor_y != self.floor_y:
            late = known.late_cost
            derived = Derived(self.bitmaps, self.regions, known.stamps, known.costs, late)
            cost = self.cost if late is None else None
            made = replace(self, cost=cost, connectivity=FOUR, derived=derived)
            known.four_connected = made
        return made

    @property
    def weights(self) -> Costs:
        """(depth + 2, width + 2) `cost`, or 1 for each walkable cell where all cost the same."""
        if self.cost is not None:
            return self.cost
        if self.derived.even_cost is None:
            self.derived.even_cost = self.padded.astype(np.float32)
        return self.derived.even_cost

    @property
    def least_cost(self) -> float:
        """The lowest cost of a walkable cell; 1 when there is none."""
        return self._costs()[0]

    @property
    def has_costs(self) -> bool:
        """True if walkable cells differ in their cost."""
        least, most = self._costs()
        return least != most

    def _costs(self) -> tuple[float, float]:
        """Return the lowest and the highest cost of a walkable cell."""
        if self.derived.costs is None:
            least = most = 1.0
            if self.cost is not None and self.padded.any():
                costs = self.cost[self.padded != 0]
                least, most = float(costs.min()), float(costs.max())
            self.derived.costs = (least, most)
        return self.derived.costs

    @property
    def walkable(self) -> npt.NDArray[np.uint8]:
        """(depth, width) uint8, 1 walkable, 0 blocked, row 0 = lowest z; read-only."""
        return self.padded[1:-1, 1:-1]

    @property
    def cell_size(self) -> float:
        """Side of a cell, metres."""
        return self.lattice.cell_size

    @property
    def min_x(self) -> float:
        """Left edge, metres."""
        return self.lattice.min_x

    @property
    def min_z(self) -> float:
        """Lower edge, metres."""
        return self.lattice.min_z

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.lattice.width

    @property
    def depth(self) -> int:
        """Number of rows."""
        return self.lattice.depth

    def cell_of(self, x: float, z: float) -> tuple[int, int]:
        """Column and row of the cell that holds the point; may lie outside (S0-012)."""
        return self.lattice.cell_of(x, z)

    def centre_of(self, column: int, row: int) -> Point:
        """Centre of the cell, metres (S0-013)."""
        return self.lattice.centre_of(column, row)

    def is_walkable(self, x: float, z: float) -> bool:
        """Return whether the point is in a walkable cell; false outside the grid."""
        try:
            column, row = self.lattice.cell_of(x, z)
        except (OverflowError, ValueError):
            # Not a number, or farther out than cells can be counted.
            return False
        return self.lattice.holds(column, row) and bool(self.padded[row + 1, column + 1])

    def are_walkable(self, places: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
        """Return (n,) as :meth:`is_walkable`, of finite places (n, 2)."""
        steps = np.floor((places - (self.min_x, self.min_z)) / self.cell_size)
        column, row = np.clip(steps, -1, (self.width, self.depth)).astype(np.int64).T + 1
        return np.asarray(self.padded[row, column] != 0)


def _grid_of(
    lattice: Lattice,
    bits: bytes,
    numbers: tuple[float, float, float, float],
    cost: Costs | None,
    connectivity: int,
    doors: tuple[DoorCells, ...],
    links: tuple[GridLink, ...],
) -> NavGrid:
    """Return a grid from a pickle."""
    shape = (lattice.depth + 2, lattice.width + 2)
    cells = np.unpackbits(np.frombuffer(bits, np.uint8), count=shape[0] * shape[1])
    padded = np.ascontiguousarray(cells.reshape(shape))
    return NavGrid(lattice, padded, *numbers, cost, connectivity, doors=doors, links=links)


def _array(name: str, given: npt.ArrayLike) -> npt.NDArray[Any]:
    """Return the numbers of a (depth, width) array."""
    try:
        found = np.asarray(given)
        if found.dtype.kind in "biuf":
            return found
    except ValueError:
        pass
    message = f"{name} must be numbers in rows of one length (depth, width), got {given!r}"
    raise NavcoreError(message)


def _padded_cost(cost: npt.ArrayLike, padded: npt.NDArray[np.uint8]) -> Costs:
    """Return the costs with a ring of zeros, zero where blocked; blocks cells that cost nothing."""
    given = _array("cost", cost)
    depth, width = padded.shape[0] - 2, padded.shape[1] - 2
    if given.shape != (depth, width):
        message = f"cost must have the shape of walkable, {(depth, width)}, got {given.shape}"
        raise NavcoreError(message)
    narrowed = given.astype(np.float32)
    wrong = ~np.isfinite(narrowed) | (given < 0) | ((given > 0) & (narrowed == 0))
    if wrong.any():
        row, column = np.argwhere(wrong)[0].tolist()
        message = f"cost[{row}, {column}] must be 0 or a float32 over 0, got {given[row, column]}"
        raise NavcoreError(message)
    out = np.zeros(padded.shape, np.float32)
    out[1:-1, 1:-1] = np.where(padded[1:-1, 1:-1] != 0, narrowed, np.float32(0))
    padded[out == 0] = 0
    return out
