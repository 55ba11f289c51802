"""Spatial index of agents, and the pairs that may touch."""

from functools import partial
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers
from navcore.kernels.crowd import agents as bodies
from navcore.kernels.crowd import neighbours
from navcore.sim.agents import NEVER, UNREACHABLE, Agents, Bytes, Floats, Integers, Rows

LEAST_SLACK = 0.3
MOST_SLACK = 2.0
"""Least and greatest slack, metres: two agents nearer than that to touching count as near."""
_SQUARES_AN_AGENT = 4
_WIDEST = 1e300
"""Largest extent of the squares, metres: the difference of two places may not be a number."""


def ways_of(agents: Agents) -> bodies.Ways:
    """Return the paths of the agents for kernels."""
    return agents.kernel(bodies.Ways, partial(_ways_of, agents))


def _ways_of(agents: Agents) -> bodies.Ways:
    return bodies.Ways(
        *buffers(bodies, agents.points, agents.path_start, agents.path_current, agents.path_end)
    )


def errands_of(agents: Agents) -> bodies.Errands:
    """Return the goals of the agents for kernels."""
    return agents.kernel(bodies.Errands, partial(_errands, agents, agents.asked))


def _errands(agents: Agents, asked: Integers) -> bodies.Errands:
    wishes = (agents.requested_targets, asked, agents.meets, agents.statuses)
    return bodies.Errands(*buffers(bodies, *wishes, UNREACHABLE.view(np.uint8)))


class Storeys(NamedTuple):
    """Storeys of agents: only agents on the same one can meet."""

    numbers: Bytes
    """(n,) number of each agent's storey; empty if all are on one."""
    absent: int
    """Number for agents that are on no storey: they take a link."""


ONE: Final = Storeys(np.zeros(0, np.uint8), 1)
"""All agents are on one storey."""


def storeys_of(agents: Agents, count: int) -> Storeys:
    """Return the storeys of agents in a level with `count` storeys."""
    if not agents.are_linked:
        return ONE if count == 1 else Storeys(agents.layers, count)
    return Storeys(np.where(agents.away(), np.uint8(count), agents.layers), count)


class Surroundings:
    """Spatial index of agents, and the pairs of them that may touch before the next index."""

    def __init__(self, agents: Agents, seconds: float, storeys: Storeys = ONE) -> None:
        """Index the agents for a time of `seconds`; see `storeys_of`."""
        self.agents = agents
        """The agents whose rows the index contains."""
        self.count = count = len(agents)
        self.indexed: Floats = np.empty((count, 2))
        """(n, 2) positions of the agents when they were indexed, by rows; metres."""
        self.widest = float(agents.radii.max(initial=0.0))
        self.order: Rows = np.empty(count, np.int32)
        """Rows of the agents in the order of the index: neighbours are close together."""
        self._storeys = storeys
        self._places: Floats = np.empty((count, 2))
        self._walks: npt.NDArray[np.uint8] = np.empty(count, np.uint8)
        self._radii: Floats = np.empty(count)
        self._heads: Rows = np.empty(0, np.int32)
        self._found: Rows = np.empty((4 * count + 64, 2), np.int32)
        self._bounds: Floats = np.empty(4)
        b = buffers(
            neighbours, self.indexed, self.order, np.empty(count, np.int32), np.empty((count, 2)),
            storeys.numbers,
        )  # fmt: skip
        self.near = neighbours.Neighbours(b[0], storeys.absent, *b[1:])
        self.squeezed = np.zeros(count, np.uint8)
        """(n,) buffer for the agents of pairs that overlap deeply."""
        self._look(seconds)

    def renew(self, agents: Agents, seconds: float, storeys: Storeys) -> bool:
        """Index the agents again for a time of `seconds`; return False if a new index is needed.

        Kernel objects that were made of this index, and of its :meth:`bodies`, stay valid.
        """
        if agents is not self.agents or len(agents) != self.count:
            return False
        if storeys is not ONE or self._storeys is not ONE:
            return False
        if float(agents.radii.max(initial=0.0)) != self.widest:
            return False
        self._look(seconds)
        return True

    def _look(self, seconds: float) -> None:
        """Index the agents as they are now."""
        agents = self.agents
        fastest = float(agents.walk_speeds.max(initial=0.0))
        self.slack = min(MOST_SLACK, max(LEAST_SLACK, 2.5 * fastest * seconds))
        self.indexed[:] = agents.positions
        self._arrange()
        agents.radii.take(self.order, out=self._radii)
        self.pairs = self._pairs()
        """(k, 2) pairs that may touch, as indices into the order."""
        self.orders = np.empty(len(self.pairs), np.int8)
        self.sums: Floats = np.empty((len(self.pairs), 2))
        self.deep = np.empty(len(self.pairs), np.int32)
        """(k,), (k, 2) and (k,) buffers for the right of way of each pair, and for the pairs that
        overlap deeply, see `kernels.crowd.separation`."""
        self._row_pairs: Rows | None = None

    @property
    def row_pairs(self) -> Rows:
        """(k, 2) rows of pairs that may touch, the lower one first, in ascending order."""
        if self._row_pairs is None:
            rows = np.sort(self.order[self.pairs], axis=1)
            self._row_pairs = np.ascontiguousarray(rows[np.lexsort((rows[:, 1], rows[:, 0]))])
        return self._row_pairs

    def holds(self, places: Floats) -> bool:
        """Return whether all agents are so near their indexed positions that no pair is missing.

        `places` are (n, 2), in the order of the index.
        """
        (now,) = buffers(neighbours, places)
        return self.near.farthest(now) <= self.slack / 2

    def _bodies(self, asked: Integers) -> bodies.Bodies:
        agents = self.agents
        return bodies.Bodies(
            ways_of(agents),
            errands_of(agents) if asked is agents.asked else _errands(agents, asked),
            *buffers(
                bodies, self.order, self._places, self._walks, self._radii, agents.positions,
                agents.ids, agents.players.view(np.uint8), agents.aside.view(np.uint8),
            ),
        )  # fmt: skip

    def bodies(self) -> tuple[bodies.Bodies, Floats]:
        """Return the agents for kernels, and their places in the order of the index.

        Pushing the bodies changes these places only, until they are copied back. Both are valid
        until the next call.
        """
        agents = self.agents
        if agents.are_linked:
            # Agents that stand at a link have not reached their goals.
            made = self._bodies(np.where(agents.links != NEVER, 0, agents.asked))
        else:
            make = partial(self._bodies, agents.asked)
            made = agents.kernel(bodies.Bodies, make, self)
        made.gather()
        return made, self._places

    def _arrange(self) -> None:
        """Sort the agents into squares."""
        (bounds,) = buffers(neighbours, self._bounds)
        self.near.bounds(bounds)
        low_x, low_z, high_x, high_z = self._bounds.tolist()
        if not self.count:
            low_x = low_z = high_x = high_z = 0.0
        wide, deep = min(high_x - low_x, _WIDEST), min(high_z - low_z, _WIDEST)
        size = max(2 * self.widest + self.slack, 1e-3)
        # Agents far apart get larger squares, which limits the number of squares per agent.
        most = _SQUARES_AN_AGENT * self.count + 1024
        while (wide / size + 1) * (deep / size + 1) > most:
            size *= 1.5
        columns, rows = int(wide / size) + 1, int(deep / size) + 1
        storeys = self._storeys
        lines = (rows + 1) * (storeys.absent + 1) if len(storeys.numbers) else rows
        if columns * lines >= len(self._heads):
            self._heads = np.empty(columns * lines + 1, np.int32)
        (heads,) = buffers(neighbours, self._heads)
        self.near.arrange(low_x, low_z, size, columns, rows, heads)

    def _pairs(self) -> Rows:
        while True:
            b = buffers(neighbours, self._radii, self._found)
            count = self.near.pairs(b[0], self.slack, b[1])
            if count >= 0:
                return self._found[:count]
            self._found = np.empty((2 * len(self._found), 2), np.int32)


def look_around(
    known: Surroundings | None, agents: Agents, seconds: float, storeys: Storeys
) -> Surroundings:
    """Return an index of the agents: the known one, renewed, or a new one.

    Kernel objects of a renewed index stay valid; making them takes as long as a step of a hundred
    agents.
    """
    if known is not None and known.renew(agents, seconds, storeys):
        return known
    return Surroundings(agents, seconds, storeys)
