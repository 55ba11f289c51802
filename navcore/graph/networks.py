"""Which edges of a network are open in a world to agents of a type: those that lie on its floor,
and that agents can follow over its cells.

A door that is shut, an area that is deleted and an obstacle that is enabled shut the edges that
cross them or come nearer to them than the type's floor does; terrain that agents can't enter shuts
the edges that cross it. Versions of a world pass on their results: only edges that moved, and edges
near changes, are tested again.
"""

from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from navcore.bake.given import GivenGrid
from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.layers import Layers
from navcore.bake.profile import padding_for, radius_in
from navcore.bake.terrain import TerrainCells
from navcore.geometry.exposed_edges import box_rows, touched
from navcore.graph.adjacency import Bools, Floats, Rows
from navcore.graph.cell_bands import BAND, followed
from navcore.graph.clearance import Clearance
from navcore.graph.floors import floor_of
from navcore.graph.graph import Graph
from navcore.graph.records import matched
from navcore.graph.shut_terrain import ShutTerrain, boxes_of_change
from navcore.graph.storey_edges import between_storeys, tied
from navcore.level.edit import Edit
from navcore.level.model import Level, Profile
from navcore.path.links import Storeys
from navcore.path.sight import is_clear

__all__ = ["Networks"]

_MOST: Final = 16
"""Most agent types whose network is passed on from version to version."""

_NO_BOXES: Final[Floats] = np.empty((0, 4))


class _Floor(msgspec.Struct, frozen=True, eq=False):
    """The floor of a type on one storey: outlines, or the cells of a grid that was given."""

    drawn: Clearance | None
    given: NavGrid | None = None
    radius: float = 0.0
    """Half the width of the agents, metres."""
    terrain: TerrainCells | None = None
    """Terrain of the storey."""
    lattice: Lattice | None = None
    """Lattice of the cells on which agents walk."""

    @property
    def reach(self) -> float:
        """Distance in metres at which a change can affect an edge, including cells beside it."""
        if self.drawn is None:
            return 0.0
        return self.drawn.reach(self.radius) + (BAND + 1.5) * self.drawn.level.settings.cell_size

    def holds(self, positions: Floats, ends: Rows) -> Bools:
        """Return which lines between two positions, (k, 2) rows, lie on the drawn floor."""
        lines = positions[ends].reshape(-1, 4)
        if self.drawn is None:
            return np.array([self._is_clear(*line) for line in lines.tolist()], np.bool_)
        # Each place once, not with every line that ends there.
        rows, numbers = np.unique(ends, return_inverse=True)
        free = self.drawn.free(positions[rows])[numbers.reshape(-1, 2)]
        return (self.drawn.blockers(lines, self.radius) < 0) & free[:, 0] & free[:, 1]

    def _is_clear(self, ax: float, az: float, bx: float, bz: float) -> bool:
        return self.given is not None and is_clear(self.given, (ax, az), (bx, bz))


class _Opened(msgspec.Struct, frozen=True, eq=False):
    """A network with some edges open, and what decided on them."""

    graph: Graph
    every: Graph
    """The graph with all edges open that are switched on."""
    floors: Mapping[str, _Floor]
    """Floor of each storey that has edges."""
    later: frozenset[int] = frozenset()
    """Ids of elements that changed afterwards."""


class _Type(NamedTuple):
    """Properties of agents on which open edges depend."""

    abilities: frozenset[str]
    radius: float | None
    """Radius; None: the level's."""

    def on(self, layer: str) -> Profile:
        return Profile(layer=layer, radius=self.radius, abilities=tuple(self.abilities))


_UNKNOWN: Final[Mapping[_Type, _Opened]] = MappingProxyType({})


class Networks:
    """The networks of one version of a world, one for each agent type.

    Each is made when it is first asked for. Any number of threads may ask.
    """

    __slots__ = ("_before", "_every", "_layers", "_level", "_lock", "_made", "_taken")

    def __init__(
        self,
        level: Level,
        layers: Layers,
        before: Mapping[_Type, _Opened] = _UNKNOWN,
    ) -> None:
        """Take a level and its storeys; `before` are results of earlier versions, by type."""
        self._level = level
        self._layers = layers
        self._before = before
        self._made: dict[_Type, _Opened] = {}
        self._taken: dict[_Type, Graph] = {}
        """The graphs as agents take them, by links and within path widths."""
        self._every: Graph | None = None
        self._lock = Lock()

    def changed(self, level: Level, layers: Layers, ids: Iterable[int]) -> "Networks":
        """The network of a level that differs from this one in the elements with these ids."""
        if not self._made and not self._before:
            # Most levels have no network in use: a mouse move then costs nothing.
            return Networks(level, layers)
        changed = frozenset(ids)
        with self._lock:
            known = {**self._before, **self._made}
        # The networks of rarely used types are dropped.
        last = list(known)[-_MOST:]
        before = {key: replace(known[key], later=known[key].later | changed) for key in last}
        return Networks(level, layers, before)

    def graph_for(self, profile: Profile, storeys_for: Callable[[Profile], Storeys]) -> Graph:
        """Return the network with the edges open that agents of a profile can take.

        They lie on the profile's floor, and are wide enough at waypoints with a path width. Edges
        between storeys are open if links join their waypoints; `storeys_for` returns what a profile
        moves on, with its links.

        Raises:
            NavcoreError: if the radius is out of its limits.
        """
        key = _Type(frozenset(profile.abilities), profile.radius)
        with self._lock:
            made = self._made.get(key)
            if made is None:
                made = self._made[key] = self._opened(key, self._before.get(key))
            found = self._taken.get(key)
        if found is None:
            found = made.graph.leaving_room(radius_in(profile, self._level.settings))
            if len(between_storeys(found)):
                found = tied(found, storeys_for(profile))
            with self._lock:
                found = self._taken.setdefault(key, found)
        return found

    def _opened(self, key: _Type, before: _Opened | None) -> _Opened:
        every = self._every_edge(before)
        if before is not None and before.every.storeys != every.storeys:
            before = None
        kept, is_open = np.zeros(len(every.edge_ids), np.bool_), every.open.copy()
        if before is not None:
            kept, is_open = _kept(before.graph, every)
        floors: dict[str, _Floor] = {}
        for number, name in enumerate(every.storeys):
            here = _lie_on(every, number)
            if not here.any():
                continue
            floors[name], boxes = self._floor(key.on(name), before)
            again = here & ~kept if boxes is not None else here
            if boxes is not None and len(boxes):
                again |= here & touched(every.lines, boxes, floors[name].reach)
            rows = np.flatnonzero(again)
            if len(rows):
                is_open[rows] = floors[name].holds(every.positions, every.edge_rows[rows])
                left = rows[is_open[rows]]
                # Only these: the lines of all 30,000 edges would be made again after each move.
                lines = every.positions[every.edge_rows[left]].reshape(-1, 4)
                is_open[left] = self._are_followed(key.on(name), lines)
        graph = every.opened(is_open)
        if (
            before is not None
            and every is before.every
            and np.array_equal(graph.open, before.graph.open)
        ):
            graph = before.graph
        return _Opened(graph, every, floors)

    def _are_followed(self, profile: Profile, lines: Floats) -> Bools:
        """Return which lines (k, 4) on the drawn floor of a profile its cells lead along."""
        if not len(lines) or isinstance(self._layers.ground, GivenGrid):
            return np.ones(len(lines), np.bool_)
        cells = self._layers[profile.layer].opened_to(profile.abilities)
        return followed(cells.grid_for(profile), lines)

    def _every_edge(self, before: _Opened | None) -> Graph:
        """The network with all edges open that are switched on."""
        if self._every is None:
            self._every = (
                Graph.of(self._level)
                if before is None
                else before.every.changed(self._level, before.later)
            )
        return self._every

    def _floor(self, profile: Profile, before: _Opened | None) -> tuple[_Floor, Floats | None]:
        """Return the floor of a profile, and boxes (k, 4) that contain all changes of it.

        None: it may differ everywhere.
        """
        old = None if before is None else before.floors.get(profile.layer)
        if isinstance(self._layers.ground, GivenGrid):
            grid = self._layers.ground.opened_to(profile.abilities).grid
            same = old is not None and old.given is grid
            return _Floor(None, grid), _NO_BOXES if same else None
        storey, settings = self._layers[profile.layer], self._level.settings
        terrain, lattice = storey.terrain, storey.grid.lattice
        radius, padding = radius_in(profile, settings), padding_for(profile, settings)
        if before is None or old is None or old.drawn is None:
            drawn = floor_of(self._level, profile, terrain, through_doors=False)
            return _Floor(drawn, None, radius, terrain, lattice), None
        edit = Edit(after=dict.fromkeys(before.later))
        drawn, boxes = old.drawn.changed(self._level, edit)
        changed: Floats | None = box_rows([*boxes.floor, *boxes.obstacles, *boxes.edge])
        if terrain is not old.terrain:
            shut = ShutTerrain.of(terrain, profile)
            wet = boxes_of_change(drawn.shut, shut)
            if wet is None or len(wet):
                drawn = drawn.entering(shut)
                changed = None if wet is None or changed is None else np.vstack((changed, wet))
        if (radius, padding) != (old.radius, drawn.padding):
            drawn, changed = drawn.keeping(padding), None
        if old.lattice is None or not lattice.shares_cells(old.lattice):
            changed = None
        return _Floor(drawn, None, radius, terrain, lattice), changed


def _lie_on(graph: Graph, storey: int) -> Bools:
    """Return which edges (m,) have both ends on the storey with this number.

    What joins two storeys lies on no floor: links decide on it.
    """
    on = np.asarray(graph.layers == storey)
    if on.all():
        return np.ones(len(graph.edge_ids), np.bool_)
    return np.asarray(on.take(graph.edge_rows[:, 0]) & on.take(graph.edge_rows[:, 1]))


def _kept(old: Graph, new: Graph) -> tuple[Bools, Bools]:
    """Return which edges (m,) of `new` lie as they did, and whether they were open then.

    Those that were off are left out: they were shut wherever they lay.
    """
    if new is old or (new.edge_rows is old.edge_rows and new.positions is old.positions
                      and np.array_equal(new.layers, old.layers)):  # fmt: skip
        return np.ones(len(new.edge_ids), np.bool_), old.open.copy()
    if new.edge_rows is old.edge_rows:
        differ, ends = new.positions != old.positions, new.edge_rows
        moved = differ[:, 0] | differ[:, 1] | (new.layers != old.layers)
        return ~(moved[ends[:, 0]] | moved[ends[:, 1]]), old.open.copy()
    is_open = np.ones(len(new.edge_ids), np.bool_)
    if not len(old.edge_ids):
        return ~is_open, is_open
    rows, kept = matched(old.edge_ids, new.edge_ids)
    # Waypoints first: there are a few edges at each.
    before, stays = matched(old.ids, new.ids)
    if len(old.ids):
        same = old.positions.take(before, axis=0) == new.positions
        stays &= same[:, 0] & same[:, 1] & (old.layers.take(before) == new.layers)
    ends = new.edge_rows
    kept &= stays.take(ends[:, 0]) & stays.take(ends[:, 1])
    joined = old.edge_rows.take(rows, axis=0) == before.take(ends)
    kept &= joined[:, 0] & joined[:, 1]
    kept &= old.are_on.take(rows)
    is_open[kept] = old.open[rows[kept]]
    return kept, is_open
