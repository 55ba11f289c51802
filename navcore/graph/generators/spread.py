"""Even spread: waypoints at even distances, flooded from a seed (S4-018 to S4-021).

Waypoints stand on a lattice through the seed, joined in eight directions where the line is clear.
So that narrow places don't stop the flood, it also uses a finer lattice and the nodes before
corners, ring by ring. Each place remembers a waypoint that it sees. If a place sees neither the
waypoint of the place it was reached from nor one of the lattice around it, the place it was reached
from becomes a waypoint, as breadcrumbs do (S4-034). In the end each place that the flood reached
sees a waypoint, and each waypoint is connected to the seed. Only the seed's island is reached, so
places never have to be tested for being on floor.
"""

import math
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.geometry.rings import Floats, Ints
from navcore.graph.clearance import Clearance, Marks
from navcore.graph.generators.corners import AroundCorners, corner_nodes
from navcore.graph.generators.proposal import (
    LEAST_RADIUS,
    NOTHING,
    Proposal,
    Standing,
    absorbed,
    joinable,
    left_out,
    without,
)
from navcore.graph.generators.sight import visible_pairs
from navcore.graph.generators.thinning import Thinning, thinned
from navcore.graph.generators.walk import Told
from navcore.i18n import tr
from navcore.level.model import Agent, Level, Point, Settings

SPACING: Final = 1.5
"""Metres between waypoints, at least (S4-018)."""

CELLS: Final = 4
"""Cells between waypoints, at least."""

DENSE: Final = 0.5
"""Waypoints for each walkable cell from which on a network is no sparser than the grid (S4-021)."""

MANY: Final = 2000
"""Waypoints from which on a wider spacing is recommended."""

_FINE: Final = 4
"""Steps of the finer lattice from one waypoint to the next."""

_MOST_PLACES: Final = 4_000_000
"""Places of the finer lattice."""

_AROUND: Final = 1.5
"""Distance in spacings within which breadcrumbs are joined to what they see."""

_RECENT: Final = 16
"""Number of last breadcrumbs that a place may use instead of making another one."""

_STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
_EIGHT: Final = np.array((*_STEPS, (-1, 0), (0, -1), (-1, -1), (-1, 1)))
_SQUARE: Final = np.array(((0, 0), (1, 0), (0, 1), (1, 1)))


def usual_spacing(settings: Settings) -> float:
    """Return metres between waypoints: four cells, at least 1.5 m."""
    return max(SPACING, CELLS * settings.cell_size)


def usual_seed(level: Level, clearance: Clearance, radius: float) -> Point:
    """Return the default seed: the start of the first agent that has room there.

    Without one, the place with the most room on a coarse lattice.

    Raises:
        NavcoreError: if there is no room anywhere.
    """
    agents = sorted(level.of(Agent).values(), key=lambda one: (not one.player, one.order, one.id))
    places = [
        agent.position for agent in agents if level.settings.layer_of(agent) == clearance.layer
    ]
    bounds = clearance.sources.bounds
    if bounds is not None:
        x0, z0, x1, z1 = bounds
        step = max(usual_spacing(level.settings) / 2, (x1 - x0) / 500, (z1 - z0) / 500)
        xs, zs = np.meshgrid(np.arange(x0 + step / 2, x1, step), np.arange(z0 + step / 2, z1, step))
        spots = np.column_stack((xs.ravel(), zs.ravel()))
        if len(spots):
            best = int(clearance.clear_radii(spots).argmax())
            places.append((float(spots[best, 0]), float(spots[best, 1])))
    if places:
        asked = np.array(places)
        ok = np.flatnonzero(clearance.clear(np.hstack((asked, asked)), radius))
        if len(ok):
            return places[int(ok[0])]
    message = tr("No floor has room for an agent with a radius of {0:g} m.").format(radius)
    raise NavcoreError(message)


def spread(
    clearance: Clearance,
    radius: float,
    seed: Point,
    spacing: float | None = None,
    standing: Standing = NOTHING,
    *,
    walkable_cells: int | None = None,
    told: Told = lambda share: None,
) -> Proposal:
    """Propose waypoints at even distances over the seed's island.

    Args:
        clearance: The clearance of the storey.
        radius: Half the width of the agents, metres.
        seed: Start of the flood, metres.
        spacing: Metres between waypoints; None: :func:`usual_spacing`.
        standing: Waypoints that stay; they are joined too.
        walkable_cells: Number of walkable cells, for a warning about too dense a network.
        told: Called now and then with the share of places reached; an exception stops the work.

    Raises:
        NavcoreError: if there is no room at the seed, or the spacing is far too small.
    """
    radius = max(radius, LEAST_RADIUS)
    spacing = usual_spacing(clearance.level.settings) if spacing is None else spacing
    if not clearance.clear([[*seed, *seed]], radius)[0]:
        message = tr("There is no room to begin at {0:.2f}, {1:.2f}: choose a place on floor.")
        raise NavcoreError(message.format(*seed))
    places = _Places(clearance, radius, seed, spacing)
    flood = _Flood(clearance, radius, places, spacing)
    flood.run(told)
    chosen = np.flatnonzero(flood.chosen)
    rows = np.full(len(flood.chosen), -1, np.int64)
    rows[chosen] = np.arange(len(chosen))
    nodes = places.positions[chosen]
    fixed = rows[np.concatenate((flood.joins, places.lattice_pairs(flood.chosen)))]
    fixed = np.unique(np.sort(fixed, axis=1), axis=0)
    ok, warnings = joinable(clearance, radius, standing.positions)
    nodes, fixed, same = absorbed(
        clearance, radius, standing, ok, nodes, fixed, spacing / 2, served=flood.served
    )
    # Breadcrumbs, waypoints that stay, and what a left out one had joined are also joined to others
    # nearby.
    crumbs = ~places.is_main[chosen][same]
    off = standing.is_off(nodes, spacing / 2)
    if off.any():
        nodes, fixed, beside = _left(standing, nodes, fixed, off)
        crumbs = (crumbs | beside)[~off]
        warnings = (*warnings, *left_out(off))
    loose = np.concatenate((ok, crumbs))
    usable = np.flatnonzero(np.concatenate((ok, np.ones(len(crumbs), np.bool_))))
    every = np.concatenate((standing.positions, nodes))
    pairs = visible_pairs(
        clearance, radius, every[usable], longest=_AROUND * spacing, fresh=loose[usable]
    )
    # Where edges of waypoints that stay are, none is laid: only those count that agents can take.
    fixed = without(fixed, standing.pairs)
    known = np.concatenate((standing.passable(clearance, radius), fixed))
    more = thinned(every, usable[pairs], Thinning(), known)
    pairs = without(np.concatenate((fixed, more.pairs)), standing.pairs)
    warnings = (*warnings, *_bloat(len(standing.ids) + len(nodes), walkable_cells, spacing))
    return Proposal(standing, nodes, pairs, warnings, tried=len(pairs), detour=more.detour)


def _bloat(count: int, walkable_cells: int | None, spacing: float) -> tuple[str, ...]:
    """Return a warning if the network has too many waypoints, those that stay among them."""
    if walkable_cells is not None and count > DENSE * walkable_cells:
        share = tr("{0} waypoints for {1} walkable cells: the grid would do as well.")
        return (share.format(count, walkable_cells),)
    if count <= MANY:
        return ()
    # The number of waypoints is inversely proportional to the square of the distance.
    wider = math.ceil(2 * spacing * math.sqrt(count / MANY)) / 2
    many = tr("{0} waypoints are too many to maintain: try a spacing of {1:g} m.")
    return (many.format(count, wider),)


def _left(standing: Standing, nodes: Floats, pairs: Ints, off: Marks) -> tuple[Floats, Ints, Marks]:
    """Return nodes and pairs without those `off`, and (n,) which nodes these had joined."""
    count = len(standing.ids)
    gone = np.concatenate((np.zeros(count, np.bool_), off))
    lost = gone[pairs].any(axis=1)
    beside = np.zeros(len(gone), np.bool_)
    beside[pairs[lost]] = True
    rows = np.cumsum(~gone) - 1
    return nodes[~off], rows[pairs[~lost]], beside[count:]


class _Places:
    """Places with room for a disc: of a fine lattice through the seed, and before corners."""

    def __init__(self, clearance: Clearance, radius: float, seed: Point, spacing: float) -> None:
        step = spacing / _FINE
        x0, z0, x1, z1 = clearance.sources.bounds or (*seed, *seed)
        low = np.ceil([(x0 - seed[0]) / step, (z0 - seed[1]) / step])
        high = np.floor([(x1 - seed[0]) / step, (z1 - seed[1]) / step])
        wide, deep = (high - low + 1).tolist()
        if not wide * deep <= _MOST_PLACES:
            message = tr("A spacing of {0:g} m is too small for a level of this size.")
            raise NavcoreError(message.format(spacing))
        columns, rows = np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1)
        lattice = np.stack(np.meshgrid(columns, rows), axis=-1)
        spots = lattice.reshape(-1, 2) * step + np.array(seed)
        there = clearance.in_cells(spots)
        there[there] = clearance.blockers(np.hstack((spots[there], spots[there])), radius) < 0
        numbers = np.full(len(spots), -1, np.int64)
        numbers[there] = np.arange(int(there.sum()))
        corners = corner_nodes(clearance, radius, AroundCorners()).positions
        self.count = int(there.sum())
        """Number of places of the lattice; places before corners follow."""
        self.positions = np.concatenate((spots[there], corners))
        is_main = (np.mod(lattice, _FINE) == 0).all(axis=-1).ravel()[there]
        self.is_main: npt.NDArray[np.bool_] = np.concatenate(
            (is_main, np.zeros(len(corners), np.bool_))
        )
        self.seed = int(numbers[int(-low[1] * wide - low[0])])
        self._numbers = numbers.reshape(int(deep), int(wide))
        self._low, self._step, self._origin = low, step, np.array(seed)
        self._clearance, self._radius = clearance, radius
        self.pairs = self._grid_pairs(self._numbers)
        self.detours = self._corner_pairs(corners, spacing)

    def _grid_pairs(self, numbers: Ints) -> Ints:
        """Neighbours in eight directions with a clear line between them."""
        found = [np.empty((0, 2), np.int64)]
        deep, wide = numbers.shape
        for across, up in _STEPS:
            low = numbers[max(0, -up) : deep - max(0, up), : wide - across]
            high = numbers[max(0, up) : deep + min(0, up), across:]
            both = (low >= 0) & (high >= 0)
            found.append(self._clear(np.column_stack((low[both], high[both]))))
        return np.concatenate(found)

    def _corner_pairs(self, corners: Floats, spacing: float) -> Ints:
        """Return places before corners that see each other, or lattice places around them."""
        own = visible_pairs(self._clearance, self._radius, corners, longest=2 * spacing)
        cells = np.floor((corners - self._origin) / self._step - self._low).astype(np.int64)
        found = [own + self.count]
        deep, wide = self._numbers.shape
        for up in range(-1, 3):
            for across in range(-1, 3):
                column, row = cells[:, 0] + across, cells[:, 1] + up
                inside = (column >= 0) & (column < wide) & (row >= 0) & (row < deep)
                near = np.full(len(corners), -1, np.int64)
                near[inside] = self._numbers[row[inside], column[inside]]
                there = np.flatnonzero(near >= 0)
                found.append(self._clear(np.column_stack((near[there], there + self.count))))
        return np.concatenate(found)

    def _clear(self, pairs: Ints) -> Ints:
        lines = self.positions[pairs].reshape(-1, 4)
        return pairs[self._clearance.passes(lines, self._radius)]

    def lattice_pairs(self, chosen: npt.NDArray[np.bool_]) -> Ints:
        """Chosen waypoints of the lattice that are neighbours with a clear line between them."""
        first = np.mod(-self._low, _FINE).astype(int)
        numbers = self._numbers[first[1] :: _FINE, first[0] :: _FINE]
        kept = np.where((numbers >= 0) & chosen[np.maximum(numbers, 0)], numbers, -1)
        return self._grid_pairs(kept)

    def mains_near(self, places: Ints) -> Ints:
        """Return (n, 8) waypoints of the lattice near places; -1 where there is none.

        For a place of the finer lattice these are the corners of its square; for a waypoint its
        neighbours in eight directions.
        """
        at = (self.positions[places] - self._origin) / (self._step * _FINE)
        base = np.where(self.is_main[places, None], np.round(at), np.floor(at)).astype(np.int64)
        deep, wide = self._numbers.shape
        found = np.full((len(places), 8), -1, np.int64)
        for k in range(8):
            step = np.where(self.is_main[places, None], _EIGHT[k], _SQUARE[k % 4])
            column = ((base[:, 0] + step[:, 0]) * _FINE - self._low[0]).astype(np.int64)
            row = ((base[:, 1] + step[:, 1]) * _FINE - self._low[1]).astype(np.int64)
            inside = (column >= 0) & (column < wide) & (row >= 0) & (row < deep)
            found[inside, k] = self._numbers[row[inside], column[inside]]
        return found


class _Arcs:
    """Pairs of places in both directions, by where they begin."""

    def __init__(self, pairs: Ints, count: int) -> None:
        both = np.concatenate((pairs, pairs[:, ::-1]))
        both = both[np.argsort(both[:, 0], kind="stable")]
        self._starts = np.searchsorted(both[:, 0], np.arange(count + 1))
        self._ends = both[:, 1]

    def beyond(self, frontier: Ints, fresh: npt.NDArray[np.bool_]) -> tuple[Ints, Ints]:
        """Fresh places that are joined to the frontier, each once, and from where."""
        counts = self._starts[frontier + 1] - self._starts[frontier]
        ends = np.cumsum(counts)
        rows = np.repeat(self._starts[frontier] - (ends - counts), counts)
        places = self._ends[rows + np.arange(int(counts.sum()))]
        new = fresh[places]
        places, first = np.unique(places[new], return_index=True)
        return places, np.repeat(frontier, counts)[new][first]


class _Flood:
    """The flood over places, ring by ring."""

    def __init__(
        self, clearance: Clearance, radius: float, places: _Places, spacing: float
    ) -> None:
        self._clearance, self._radius, self._places = clearance, radius, places
        self._spacing = spacing
        count = len(places.positions)
        self._steps = _Arcs(places.pairs, count)
        self._detours = _Arcs(places.detours, count)
        self._seers = np.full(count, -1, np.int64)
        self.chosen = np.zeros(count, np.bool_)
        """Places that are waypoints."""
        self._joins: list[tuple[int, int]] = []
        self._crumbs: list[int] = []

    @property
    def joins(self) -> Ints:
        """Return (m, 2) joined places, except neighbours on the lattice."""
        return np.array(self._joins, np.int64).reshape(-1, 2)

    @property
    def served(self) -> list[Floats]:
        """Return the places (k, 2) that were found to see each waypoint, in their order."""
        seen = np.flatnonzero(self._seers >= 0)
        seen = seen[np.argsort(self._seers[seen], kind="stable")]
        waypoints = np.flatnonzero(self.chosen)
        starts = np.searchsorted(self._seers[seen], [*waypoints.tolist(), len(self._seers)])
        places = self._places.positions[seen]
        return [places[a:b] for a, b in pairwise(starts.tolist())]

    def run(self, told: Told) -> None:
        """Flood from the seed until nothing new is reached.

        Corners are only used where the lattice leads no farther. `told` is called with the share.
        """
        seed = self._places.seed
        self.chosen[seed], self._seers[seed] = True, seed
        ring = np.array([seed])
        while len(ring):
            while len(ring):
                ring = self._reach(*self._steps.beyond(ring, self._seers < 0))
                told(float((self._seers >= 0).mean()))
            reached = np.flatnonzero(self._seers >= 0)
            ring = self._reach(*self._detours.beyond(reached, self._seers < 0))

    def _reach(self, places: Ints, parents: Ints) -> Ints:
        """Let each place of a ring see a waypoint, lattice waypoints first; return the ring."""
        is_main = self._places.is_main[places]
        mains = places[is_main]
        near, seers = self._seers_of(mains, parents[is_main])
        # Neighbours on the lattice are joined in the end.
        lone = (seers[:, None] != near).all(axis=1)
        self._joins += zip(mains[lone].tolist(), seers[lone].tolist(), strict=True)
        self.chosen[mains], self._seers[mains] = True, mains
        others = places[~is_main]
        self._seers[others] = self._seers_of(others, parents[~is_main])[1]
        return places

    def _seers_of(self, places: Ints, parents: Ints) -> tuple[Ints, Ints]:
        """Return lattice waypoints near places (n, 8), and a waypoint that each sees (n,)."""
        near = self._places.mains_near(places)
        tries = np.column_stack((near, self._seers[parents]))
        seers = np.full(len(places), -1, np.int64)
        for k in range(tries.shape[1]):
            asked = np.flatnonzero((seers < 0) & (tries[:, k] >= 0))
            asked = asked[self.chosen[tries[asked, k]]]
            seen = asked[self._sees(places[asked], tries[asked, k])]
            seers[seen] = tries[seen, k]
        for row in np.flatnonzero(seers < 0).tolist():
            seers[row] = self._crumb_for(int(places[row]), int(parents[row]))
        return near, seers

    def _crumb_for(self, place: int, parent: int) -> int:
        """Return a breadcrumb that a place sees: a recent one, or a new one at its parent."""
        recent = np.array(self._crumbs[-_RECENT:], np.int64)
        seen = recent[self._sees(np.full(len(recent), place), recent)]
        if len(seen):
            return int(seen[-1])
        if not self.chosen[parent]:
            self.chosen[parent] = True
            self._joins.append((parent, int(self._seers[parent])))
            self._crumbs.append(parent)
        return parent

    def _sees(self, places: Ints, others: Ints) -> npt.NDArray[np.bool_]:
        """Return which places see the others, given pairs that are near each other."""
        positions = self._places.positions
        lines = np.hstack((positions[places], positions[others]))
        near = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
        seen: npt.NDArray[np.bool_] = near <= _AROUND * self._spacing
        seen[seen] = self._clearance.passes(lines[seen], self._radius)
        return seen
