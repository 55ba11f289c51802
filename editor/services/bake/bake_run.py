"""One run of the bake: what it begins with, and the world that it makes."""

from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Level, Profile
from navcore.world import World


@dataclass(frozen=True, slots=True)
class BakeRun:
    """Data of one run; nothing of it changes, so that any thread may use it."""

    base: World
    level: Level
    drawing: Level
    """The drawing, if `level` is in a state."""
    edit: Edit
    keep_lattice: bool
    kind: str
    opening: object
    """Identifies the opened level, see `Document.opening`."""
    max_cells: int | None
    """Most cells of a build from scratch; None updates `base`."""
    network: Profile | None = None
    """Profile of the agents that are shown, if much of their network changes: the open edges of
    63,000 elements take 0.6 s, which the window would stand still when it draws them."""

    def world(self, job: npt.NDArray[np.int64]) -> World:
        """Bake the level; `job` (2,) takes a request to stop, and counts what is done.

        Raises:
            NavcoreError: if the level can't be baked, or the job is cancelled.
        """
        if self.max_cells is None:
            world = self.base.update(self.level, self.edit, keep_lattice=self.keep_lattice, job=job)
        else:
            world = World.build(self.level, max_cells=self.max_cells, job=job)
        if self.network is not None:
            with suppress(NavcoreError):
                world.graph_for(self.network)
        return world.drawn_as(self.drawing)
