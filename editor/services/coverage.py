"""How much of the floor sees the network of waypoints, as the level is now."""

from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.services.latest import Latest
from navcore.bake.lattice import Lattice
from navcore.graph.coverage import Coverage
from navcore.growing import Grower
from navcore.level.model import Profile
from navcore.world import World

_MS_PER_CELL: Final = 0.001


class NetworkCoverage(QObject):
    """Works it out when somebody asks, beside the window."""

    changed = Signal(object)
    """Another coverage is known."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        super().__init__()
        # Never at once: whoever paints a part hears of an answer only if it comes from the thread.
        self.latest: Latest[tuple[Coverage, Lattice]] = Latest(
            _MS_PER_CELL, "coverage", short_ms=0.0
        )
        self.latest.arrived.connect(self.changed)

    def of(
        self, world: World, profile: Profile | None, *, moving: bool = False
    ) -> tuple[Coverage, Lattice] | None:
        """The coverage for a profile, None: for agents of no type; and the cells of its field.

        While it is worked out, what was known last; None if nothing was. Nothing is begun while
        something is `moving`.
        """
        if moving:
            known = self.latest.known
            return None if known is None else known[1]
        lattice = world.grid.lattice
        cells = lattice.width * lattice.depth
        found = self.latest.ask((world, profile), lambda: _worked_out(world, profile), cells)
        return None if found is None else found[1]


def _worked_out(world: World, profile: Profile | None) -> tuple[Coverage, Lattice]:
    profile = profile or Profile()
    return Grower.of(world, profile).coverage(), world.grid_for(profile).lattice
