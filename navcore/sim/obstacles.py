"""Standing agents as obstacles of a plan: circles that a path leads around."""

from typing import NamedTuple

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.search import nearest
from navcore.level.model import Point
from navcore.sim.agents import NEVER, STAND, Agents, Floats, Integers
from navcore.sim.settings import SimulationSettings


def standing(agents: Agents) -> Integers:
    """Return rows of agents that stand and are about to stay: walkers are no obstacles (S0-072)."""
    stays = (agents.states == STAND) & (agents.asked == NEVER) & ~agents.has_path()
    if agents.are_linked:
        stays &= ~agents.away()
    found: Integers = stays.nonzero()[0]
    return found


class Bystanders(NamedTuple):
    """Agents that stand at the beginning of a step's plans."""

    circles: Floats
    """(k, 3) x, z and the blocking part of their radius, metres (S0-074)."""
    rows: dict[int, int]
    """Index of the circle of each standing agent, by row."""
    reach: float
    """Metres from the straight line within which they count."""
    room: Floats
    """Buffer for the circles that count, of the same shape."""

    @classmethod
    def of(
        cls, agents: Agents, settings: SimulationSettings, layer: int | None = None
    ) -> "Bystanders":
        """Return the standing agents, all of them or those on one storey."""
        stands = standing(agents)
        if layer is not None:
            stands = stands[agents.layers[stands] == layer]
        circles = np.empty((len(stands), 3))
        circles[:, :2] = agents.positions[stands]
        circles[:, 2] = settings.obstacle_radius_fraction * agents.radii[stands]
        rows = dict(zip(stands.tolist(), range(len(stands)), strict=True))
        return cls(circles, rows, settings.influence_distance, np.empty_like(circles))

    def beside(self, row: int, place: Point, goal: Point) -> Floats | None:
        """Return (n, 3) circles beside the straight line from an agent's place to a goal.

        The agent itself is left out; None if there are none (S0-068 to S0-074).
        """
        if not len(self.circles):
            return None
        own = self.rows.get(row, -1)
        circles, room = buffers(nearest, self.circles, self.room)
        count = nearest.beside(circles, own, *place, *goal, self.reach, room)
        return self.room[:count].copy() if count else None


def circles_for(
    agents: Agents, row: int, goal: Point, settings: SimulationSettings
) -> Floats | None:
    """Return (k, 3) circles that an agent's plan to a goal avoids: x, z, radius in metres.

    These are agents that stand within `influence_distance` of the straight line to the goal; see
    `Bystanders.beside`.
    """
    layer = int(agents.layers[row])
    return Bystanders.of(agents, settings, layer).beside(row, agents.place(row), goal)
