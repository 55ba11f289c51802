"""What agents move over and among: the floor of their world, and who is near whom."""

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.kernels import bodies, buffers, frame, ground, neighbours, sight
from navcore.path.searcher import numbers_of
from navcore.sim.agents import NEVER, UNREACHABLE, Agents, Floats, Rows

LEAST_SLACK = 0.3
MOST_SLACK = 2.0
"""Limits of how far from touching each other two agents count as near, metres."""
_SQUARES_AN_AGENT = 4


def ground_of(grid: NavGrid) -> ground.Ground:
    """The floor that a grid's agents walk on."""
    flat = grid.padded.reshape(-1)
    none = np.zeros(0, np.uint8)
    places, boxes = np.empty((2, 2)), np.empty((1, 4))
    kept, turns = np.zeros(2, np.int32), np.zeros((2, 2), np.int32)
    row_length = grid.lattice.width + 2
    b = buffers(frame, flat, none, numbers_of(grid.lattice), places, kept, turns)
    lies = frame.Frame(b[0], b[1], row_length, *b[2:])
    b = buffers(sight, flat, none, places, boxes, kept)
    sees = sight.Sight(b[0], b[1], row_length, *b[2:])
    costs = np.zeros(0, np.float32)
    if grid.cost is not None and grid.has_costs:
        costs = grid.cost.reshape(-1)
    return ground.Ground(lies, sees, *buffers(ground, costs))


def ways_of(agents: Agents) -> bodies.Ways:
    """The paths of the agents."""
    return bodies.Ways(
        *buffers(bodies, agents.points, agents.path_start, agents.path_current, agents.path_end)
    )


class Surroundings:
    """An index of where agents are, and the pairs of them that may touch before the next one."""

    def __init__(self, agents: Agents, seconds: float) -> None:
        """Of the agents as they are now, for a time of `seconds`."""
        self.agents = agents
        """Whose rows the index holds."""
        self.count = len(agents)
        self.places: Floats = agents.positions.copy()
        self.widest = float(agents.radii.max(initial=0.0))
        fastest = float(agents.walk_speeds.max(initial=0.0))
        self.slack = min(MOST_SLACK, max(LEAST_SLACK, 4.0 * fastest * seconds))
        self.order: Rows = np.empty(self.count, np.int32)
        """Rows of the agents in the order of the index: those who are near lie together."""
        self.near = self._index()
        self.radii: Floats = agents.radii.take(self.order)
        self.starts = np.zeros(self.count + 1, np.int32)
        self.others = self._pairs()

    def holds(self, agents: Agents) -> bool:
        """Whether nobody has come, gone, or moved so far that pairs may be missing."""
        if agents is not self.agents or len(agents) != self.count:
            return False
        return self.still_holds(agents.positions.take(self.order, axis=0))

    def still_holds(self, places: Floats) -> bool:
        """Whether nobody is so far from where it was that pairs may be missing.

        `places` are (n, 2), in the order of the index.
        """
        (now,) = buffers(neighbours, places)
        return self.near.farthest(now) <= self.slack / 2

    def bodies(self) -> tuple[bodies.Bodies, Floats]:
        """The agents as they are now, in the order of the index, and their places in it.

        Pushing the bodies changes these places.
        """
        agents, order = self.agents, self.order
        aims = np.empty_like(agents.positions)
        ways_of(agents).aims(*buffers(bodies, agents.positions, aims))
        walks = agents.has_path()
        there = ~walks & ~UNREACHABLE[agents.statuses] & (agents.asked == NEVER)
        flags = walks.view(np.uint8) * np.uint8(bodies.WALKS)
        flags |= agents.players.view(np.uint8) * np.uint8(bodies.IS_PLAYER)
        flags |= agents.aside.view(np.uint8) * np.uint8(bodies.STEPS_ASIDE)
        flags |= there.view(np.uint8) * np.uint8(bodies.IS_THERE)
        last = walks & (agents.path_current == agents.path_end - 1)
        flags |= last.view(np.uint8) * np.uint8(bodies.LAST_LEG)
        thin = agents.radii * (1.0 - agents.squeezes * walks)
        places = agents.positions.take(order, axis=0)
        made = bodies.Bodies(
            *buffers(
                bodies,
                places,
                thin.take(order),
                agents.ids.take(order),
                flags.take(order),
                aims.take(order, axis=0),
                agents.requested_targets.take(order, axis=0),
            )
        )
        return made, places

    def _index(self) -> neighbours.Neighbours:
        low = self.places.min(axis=0, initial=np.inf) if self.count else np.zeros(2)
        high = self.places.max(axis=0, initial=-np.inf) if self.count else np.zeros(2)
        wide, deep = (high - low).tolist()
        size = max(2 * self.widest + self.slack, 1e-3)
        # Agents far apart get larger squares, so that there are not many more than agents.
        most = _SQUARES_AN_AGENT * self.count + 1024
        while (wide / size + 1) * (deep / size + 1) > most:
            size *= 1.5
        columns, rows = int(wide / size) + 1, int(deep / size) + 1
        heads = np.empty(columns * rows + 1, np.int32)
        squares, places = np.empty(self.count, np.int32), np.empty((self.count, 2))
        b = buffers(neighbours, self.places, heads, self.order, squares, places)
        return neighbours.Neighbours(
            b[0], float(low[0]), float(low[1]), size, columns, rows, *b[1:]
        )

    def _pairs(self) -> Rows:
        room = 8 * self.count + 64
        while True:
            others = np.empty(room, np.int32)
            b = buffers(neighbours, self.radii, self.starts, others)
            count = self.near.pairs(b[0], self.slack, b[1], b[2])
            if count >= 0:
                return others[:count]
            room *= 2
