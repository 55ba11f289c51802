"""The cells that the search for the probe's path looked at, for a heat map."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, Signal

from editor.services.latest import Latest
from editor.services.scheduler import Rank, Scheduler
from navcore.level.model import Link, Profile
from navcore.level.profiles import on_layer
from navcore.path.result import PathResult
from navcore.path.searcher import Engine
from navcore.path.taken import cells_taken
from navcore.world import World

SHADES: Final = 16
"""Number of classes of cells, from first to last expanded."""

_MS_PER_CELL: Final = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Visited:
    """Cells on one storey."""

    classes: npt.NDArray[np.uint8]
    """(depth, width): 1 for cells that were taken first, up to `SHADES`; 0: not taken."""
    count: int
    """Number of expanded cells."""
    world: World
    engine: Engine


class VisitedCells(QObject):
    """Repeats each search of the probe, on a thread."""

    changed = Signal(object)

    def __init__(self, scheduler: Scheduler) -> None:
        """Start without results; the scheduler decides when to compute."""
        super().__init__()
        self.latest: Latest[Visited] = Latest(_MS_PER_CELL, scheduler, Rank.VISITED, short_ms=0.0)
        self.latest.arrived.connect(self.changed)

    def of(
        self, world: World, result: PathResult, profile: Profile | None, layer: str, engine: Engine
    ) -> Visited | None:
        """Return the cells expanded for a path on a storey, or the last known ones until ready.

        Args:
            world: The world of the path.
            result: The path.
            profile: The agent type; None for agents without a type.
            layer: The storey.
            engine: The engine of the search.
        """
        key = (world, result, profile, layer, engine)
        cells = world.grid.lattice.cells
        self.latest.ask(key, lambda _: _visited(*key), cells)
        return self.known_on(world)

    def known_on(self, world: World) -> Visited | None:
        """Return the last known cells; None if this world has another lattice."""
        found = self.latest.known
        if found is None or found[1].world.grid.lattice != world.grid.lattice:
            return None
        return found[1]

    def shutdown(self) -> None:
        """Work nothing out any more."""
        self.latest.close()


def _visited(
    world: World, result: PathResult, profile: Profile | None, layer: str, engine: Engine
) -> Visited:
    grid = world.grid_for(on_layer(profile or Profile(), layer))
    ends = [(result.start, result.goal)]
    if world.level.of(Link) and len(result.points):
        # Between links each part is searched separately.
        walks = [walk.stops for walk in result.walks if walk.layer in {"", layer}]
        ends = [(_place(stops[0]), _place(stops[-1])) for stops in walks]
    classes = np.zeros((grid.depth, grid.width), np.uint8)
    count = 0
    for start, goal in ends:
        cells = cells_taken(grid, start, goal, engine=engine)
        shades = 1 + np.arange(len(cells)) * SHADES // max(1, len(cells))
        classes[cells[:, 1], cells[:, 0]] = shades
        count += len(cells)
    return Visited(classes, count, world, engine)


def _place(stop: npt.NDArray[np.float64]) -> tuple[float, float]:
    return (float(stop[0]), float(stop[1]))
