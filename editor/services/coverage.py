"""Coverage of the floor by the network of waypoints, for the present level."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.services.latest import Latest, Pause
from editor.services.scheduler import Rank, Scheduler
from navcore.bake.lattice import Lattice
from navcore.graph.coverage import Coverage
from navcore.graph.uncovered import Patch, Uncovered, uncovered
from navcore.growing import Grower
from navcore.level.model import Profile
from navcore.world import World

_MS_PER_CELL: Final = 0.001


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """Covered and uncovered floor of a storey."""

    coverage: Coverage
    lattice: Lattice
    """Lattice of its field."""
    uncovered: Uncovered
    """The patches that see no waypoint."""


class NetworkCoverage(QObject):
    """Computes the coverage on request, on a thread."""

    changed = Signal(object)
    """Another coverage is known, or another patch is marked."""

    def __init__(self, scheduler: Scheduler) -> None:
        """Start without results; the scheduler decides when to compute."""
        super().__init__()
        self.picked: Patch | None = None
        """The patch that is marked on the canvas."""
        # Always on the thread: a view that paints only parts needs the signal of the answer.
        self.latest: Latest[Seen] = Latest(_MS_PER_CELL, scheduler, Rank.COVERAGE, short_ms=0.0)
        self.latest.arrived.connect(self.changed)

    def begin_anew(self) -> None:
        """Forget everything about the previously opened level."""
        self.latest.forget()
        self.pick(None)

    def pick(self, patch: Patch | None) -> None:
        """Mark a patch on the canvas while the coverage is shown."""
        if patch is not self.picked:
            self.picked = patch
            self.changed.emit(None)

    def of(self, world: World, profile: Profile | None, *, moving: bool = False) -> Seen | None:
        """Return the coverage for agents of a profile; None: without a type.

        While it is computed, the last known one is returned, None if there is none. Nothing is
        started while something is `moving`.
        """
        if moving:
            known = self.latest.known
            return None if known is None else known[1]
        lattice = world.grid.lattice
        cells = lattice.width * lattice.depth
        before = self.latest.known
        earlier = None if before is None else before[1].coverage
        found = self.latest.ask(
            (world, profile), lambda pause: _worked_out(world, profile, pause, earlier), cells
        )
        return None if found is None else found[1]


def _worked_out(
    world: World, profile: Profile | None, pause: Pause, before: Coverage | None = None
) -> Seen:
    profile = profile or Profile()
    grower = Grower.of(world, profile)
    pause()
    coverage = grower.coverage(before, pause)
    pause()
    lattice = world.grid_for(profile).lattice
    return Seen(coverage, lattice, uncovered(coverage.field, lattice, pause))
