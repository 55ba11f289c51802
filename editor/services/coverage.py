"""How much of the floor sees the network of waypoints, as the level is now."""

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
    """What of a storey sees the network, and what does not."""

    coverage: Coverage
    lattice: Lattice
    """The cells of its field."""
    uncovered: Uncovered
    """The patches that see no waypoint."""


class NetworkCoverage(QObject):
    """Works it out when somebody asks, beside the window."""

    changed = Signal(object)
    """Another coverage is known, or another patch is marked."""

    def __init__(self, scheduler: Scheduler) -> None:
        """Nothing is known yet; the scheduler says when it is worked out."""
        super().__init__()
        self.picked: Patch | None = None
        """The patch that is marked on the canvas."""
        # Never at once: whoever paints a part hears of an answer only if it comes from the thread.
        self.latest: Latest[Seen] = Latest(_MS_PER_CELL, scheduler, Rank.COVERAGE, short_ms=0.0)
        self.latest.arrived.connect(self.changed)

    def begin_anew(self) -> None:
        """Another level is open: forget what was known of the last one."""
        self.latest.forget()
        self.pick(None)

    def pick(self, patch: Patch | None) -> None:
        """Mark a patch of what is known on the canvas while that shows the coverage."""
        if patch is not self.picked:
            self.picked = patch
            self.changed.emit(None)

    def of(self, world: World, profile: Profile | None, *, moving: bool = False) -> Seen | None:
        """What is seen by agents of a profile, None: by those of no type.

        While it is worked out, what was known last; None if nothing was. Nothing is begun while
        something is `moving`.
        """
        if moving:
            known = self.latest.known
            return None if known is None else known[1]
        lattice = world.grid.lattice
        cells = lattice.width * lattice.depth
        found = self.latest.ask(
            (world, profile), lambda pause: _worked_out(world, profile, pause), cells
        )
        return None if found is None else found[1]


def _worked_out(world: World, profile: Profile | None, pause: Pause) -> Seen:
    profile = profile or Profile()
    grower = Grower.of(world, profile)
    pause()
    coverage = grower.coverage()
    pause()
    lattice = world.grid_for(profile).lattice
    return Seen(coverage, lattice, uncovered(coverage.field, lattice, pause))
