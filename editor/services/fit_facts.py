"""Traffic through choke points, and losses with a radius that is tried, on a thread."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.services.latest import Latest
from editor.services.scheduler import Rank, Scheduler
from navcore.errors import NavcoreError
from navcore.level.model import Profile
from navcore.level.tables import GROUND
from navcore.proof.clearances import Passage
from navcore.proof.fit import LegKind, LostRoom, legs_of, rooms_lost, traffic_through
from navcore.world import World

_MS_PER_UNIT: Final = 1.0
"""First guess at the time for an agent or a passage."""


@dataclass(frozen=True, slots=True, eq=False)
class FitFacts:
    """Results for some passages of a world."""

    passages: tuple[Passage, ...]
    traffic: tuple[int, ...]
    """Number of shortest paths through each of them."""
    legs: int
    """Number of all paths."""
    kind: LegKind
    lost: tuple[LostRoom, ...]
    """Rooms that the radius that is tried loses to the type's own."""
    _counts: dict[int, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Index counts by passage, because the canvas needs each at every frame."""
        counts = dict(zip(map(id, self.passages), self.traffic, strict=True))
        object.__setattr__(self, "_counts", counts)

    def through(self, passage: Passage) -> int:
        """Return the number of paths through a passage; 0 if it is not known."""
        return self._counts.get(id(passage), 0)

    @property
    def most(self) -> int:
        """The number of paths through the busiest passage."""
        return max(self.traffic, default=0)


class FitService(QObject):
    """Computes the facts on request."""

    changed = Signal(object)
    """Emitted when a new result is known."""

    def __init__(self, scheduler: Scheduler) -> None:
        """Start without results; the scheduler decides when to compute."""
        super().__init__()
        self.latest: Latest[FitFacts | None] = Latest(_MS_PER_UNIT, scheduler, Rank.FIT)
        self.latest.arrived.connect(self.changed)

    def of(
        self, world: World, own: Profile | None, shown: Profile | None, passages: Sequence[Passage]
    ) -> FitFacts | None:
        """Return the result for a world; None while it is computed.

        Args:
            world: the baked level.
            own: the shown type, with its own radius; None for agents without a type.
            shown: the shown type with the radius that is tried, if any.
            passages: the narrow places for `shown`.
        """
        key = (world, own, shown, passages)
        units = len(world.level.agents) + len(passages)
        found = self.latest.ask(key, lambda _: _worked_out(world, own, shown, passages), units)
        if found is None or any(a is not b for a, b in zip(found[0], key, strict=True)):
            return None
        return found[1]


def _worked_out(
    world: World, own: Profile | None, shown: Profile | None, passages: Sequence[Passage]
) -> FitFacts | None:
    one, other = own or Profile(), shown or Profile()
    layer = other.layer if other.layer in world.level.settings.layer_names else GROUND
    try:
        kind, legs = legs_of(world, one)
        counts = traffic_through(world, passages, legs, layer)
        lost = () if shown is own else rooms_lost(world, one, other)
    except NavcoreError:
        # A radius out of its limits is reported by the bake.
        return None
    return FitFacts(tuple(passages), counts, len(legs), kind, lost)
