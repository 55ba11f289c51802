"""Graph of the floor that tells what is reachable in any state of the doors, from few bakes.

The graph has a node for each room and each piece (see `pieces`), and an edge from a piece to every
room that it touches; links add directed edges. A state of the doors selects the pieces of each
cluster of doors. The answer for a state is therefore a traversal of rooms and pieces instead of a
bake. It needs a bake with all doors open, one with all shut, and one for each other state of a
cluster of several doors.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.geometry.rings import Ints
from navcore.level.edit import Edit
from navcore.level.model import Area, Point, Profile, in_drawing_order
from navcore.level.profiles import grounded
from navcore.path.nearest import nearest_free_cell
from navcore.path.space import Space
from navcore.proof.door_effects.pieces import (
    Clusters,
    DoorCells,
    Piece,
    door_cells,
    find_pieces,
    reach_of_doors,
    rooms_of,
)
from navcore.proof.reach import SNAP, Reach
from navcore.world import World


@dataclass(frozen=True, slots=True)
class Spot:
    """A point on the floor: the nearest walkable cell, in any state of the doors."""

    storey: int
    cells: tuple[tuple[int, int], ...]
    """Ids of cells from the nearest on, up to the first that no door decides on, each with the
    cluster of doors that decides on it, -1 for none."""

    @property
    def clusters(self) -> frozenset[int]:
        """Clusters of doors that decide where it is; none: it is in the same place in any state."""
        return frozenset(cluster for _, cluster in self.cells if cluster >= 0)


@dataclass(frozen=True, slots=True, eq=False)
class DoorState:
    """Doors as in the world, except for some clusters."""

    open: frozenset[int]
    """Ids of the doors that are open."""
    changed: Mapping[int, tuple[Piece, ...]] = field(default_factory=dict)
    """Pieces of the clusters that are in another state, by cluster."""


class FloorGraph:
    """Rooms, the pieces that doors open between them, and reachability in a state."""

    def __init__(self, world: World, profile: Profile) -> None:
        """Analyse for agents of a type, with the doors of this world."""
        self.world: Final = world
        self.profile: Final = grounded(profile)
        has = set(profile.abilities)
        self.doors: Final = {
            door.id: door for door in in_drawing_order(world.level.areas)
            if door.door and has.issuperset(door.needs)
        }  # fmt: skip
        """The doors that this type can walk through while they are open, in drawing order."""
        self.open_now: Final = frozenset(one for one, door in self.doors.items() if door.available)
        self.reach: Final = Reach.of(self._world_with(self.doors), self.profile)
        """Connectivity with all doors open."""
        self.core: Final = Reach.of(self._world_with(()), self.profile)
        """Connectivity with all doors shut: its places are the rooms."""
        self._pieces_made = 0
        self._by_number: dict[int, tuple[Piece, int]] = {}
        self._storeys = self._storeys_of_doors()
        self._rooms = rooms_of(self.core, self._storeys)
        roots, found = self._cells_of_doors()
        numbers = {root: n for n, root in enumerate(dict.fromkeys(roots.values()))}
        self.cluster_of: Final = {door: numbers[root] for door, root in roots.items()}
        """Cluster of each door."""
        self.clusters: Final[list[frozenset[int]]] = [
            frozenset(door for door, number in self.cluster_of.items() if number == n)
            for n in numbers.values()
        ]
        """The doors of each."""
        self.cells: Final = {
            number: DoorCells(
                number, cells, np.array([self.cluster_of[d] for d in doors.tolist()], np.int64)
            )
            for number, (cells, doors) in found.items()
        }
        """For each storey, the cells that doors decide."""
        self._variants: dict[tuple[int, frozenset[int]], tuple[Piece, ...]] = {}
        self._take_pieces(self.reach, frozenset(self.doors), range(len(self.clusters)))
        self._bake_singles()
        self.now: Final = DoorState(self.open_now)
        self.pieces_now: Final = [self._pieces(c, self.open_now) for c in range(len(self.clusters))]
        """The pieces of each cluster as its doors stand."""

    def _world_with(self, opened: Collection[int]) -> World:
        """The world with these doors open, and all others shut."""
        level = self.world.level
        turned = [
            replace(door, available=one in opened)
            for one, door in self.doors.items() if door.available != (one in opened)
        ]  # fmt: skip
        edit = Edit.put(level, turned)
        # Keep this world's lattice, which a drag may have extended: worlds are compared by cells.
        return self.world.update(edit.apply(level), edit, keep_lattice=True) if edit else self.world

    def _storeys_of_doors(self) -> dict[int, list[Area]]:
        level, storeys = self.world.level, self.reach.storeys
        found: dict[int, list[Area]] = {}
        for door in self.doors.values():
            layer = level.settings.layer_of(door)
            if layer in storeys.names:
                found.setdefault(storeys.number_of(layer), []).append(door)
        return found

    def _cells_of_doors(self) -> tuple[dict[int, int], dict[int, tuple[Ints, Ints]]]:
        """Return the door that represents each door's cluster; and by storey, cells with doors."""
        joined = Clusters(self.doors)
        found = {}
        for number, doors in self._storeys.items():
            grids = self.reach.storeys.grid(number), self.core.storeys.grid(number)
            far = reach_of_doors(self.world.level, self.profile, grids[0].cell_size)
            found[number] = door_cells(grids, [(door, far) for door in doors], joined)
        return {door: joined.root(door) for door in self.doors}, found

    def _take_pieces(self, reach: Reach, opened: frozenset[int], clusters: Iterable[int]) -> None:
        """Keep the pieces of some clusters in the state that was baked."""
        wanted = np.array(sorted(clusters), np.int64)
        found: dict[int, list[Piece]] = {int(c): [] for c in wanted}
        for number, held in self.cells.items():
            cells = held.cells[np.isin(held.clusters, wanted)]
            first = -1 - self._pieces_made
            grid = reach.storeys.grid(number)
            pieces = find_pieces(number, grid, self._rooms[number], cells, first)
            self._pieces_made += len(pieces)
            for piece in pieces:
                cluster = held.cluster_at(int(piece.cells[0]))
                found[cluster].append(piece)
                self._by_number[piece.number] = (piece, cluster)
        for cluster, those in found.items():
            self._variants[cluster, self.clusters[cluster] & opened] = tuple(those)

    def _bake_singles(self) -> None:
        """Bake the effects of single doors of clusters with several, one of each at a time.

        The first bake has the doors as they are.
        """
        several = [c for c, doors in enumerate(self.clusters) if len(doors) > 1]
        if not several:
            return
        orders = {c: sorted(self.clusters[c]) for c in several}
        rounds: list[frozenset[int]] = [frozenset()]
        most = max(map(len, orders.values()))
        rounds += [
            frozenset(order[n] for order in orders.values() if n < len(order)) for n in range(most)
        ]
        for toggled in rounds:
            opened = self.open_now ^ toggled
            missing = [
                c for c in several if not self._known(c, opened)
                and (not toggled or self.clusters[c] & toggled)
            ]  # fmt: skip
            if missing:
                reach = Reach.of(self._world_with(opened), self.profile)
                self._take_pieces(reach, opened, missing)

    def _known(self, cluster: int, opened: frozenset[int]) -> bool:
        own = self.clusters[cluster] & opened
        return not own or (cluster, own) in self._variants

    def _pieces(self, cluster: int, opened: frozenset[int]) -> tuple[Piece, ...]:
        """Return the pieces of a cluster in a state; baked when first needed."""
        own = self.clusters[cluster] & opened
        if not own:
            return ()
        if (cluster, own) not in self._variants:
            others = self.open_now - self.clusters[cluster]
            reach = Reach.of(self._world_with(others | own), self.profile)
            self._take_pieces(reach, own, [cluster])
        return self._variants[cluster, own]

    def toggled(self, doors: Iterable[int]) -> DoorState:
        """Return the state in which these doors are toggled."""
        opened = self.open_now.symmetric_difference(doors)
        touched = {self.cluster_of[door] for door in doors}
        return DoorState(opened, {c: self._pieces(c, opened) for c in touched})

    def pieces_in(self, state: DoorState, cluster: int) -> tuple[Piece, ...]:
        """Return the pieces of a cluster in a state."""
        found = state.changed.get(cluster)
        return self.pieces_now[cluster] if found is None else found

    def piece(self, number: int) -> Piece:
        """Return the piece with a number, below 0."""
        return self._by_number[number][0]

    def cluster_of_piece(self, number: int) -> int:
        """Return the cluster of doors that opens a piece."""
        return self._by_number[number][1]

    # Points.

    def spot(self, point: Point, layer: str) -> Spot | None:
        """Return the floor at a point of a storey; None if there is none within reach."""
        storeys = self.reach.storeys
        number = storeys.number_of(layer if layer in storeys.names else "")
        grid, held = storeys.grid(number), self.cells.get(number)
        space = Space.of(grid)
        cells = list[tuple[int, int]]()
        while True:
            cell = nearest_free_cell(space, point, SNAP)
            if cell < 0:
                break
            cluster = -1 if held is None else held.cluster_at(cell)
            cells.append((cell, cluster))
            if cluster < 0:
                break
            if not len(space.stamped):
                space = Space(grid.lattice, space.cells, np.zeros(space.cells.size, np.uint8))
            space.stamped[cell] = 1
        return Spot(number, tuple(cells)) if cells else None

    def node_of(self, spot: Spot, state: DoorState) -> int | None:
        """Return the room or piece that contains a spot in a state; None if it is on no floor."""
        for cell, cluster in spot.cells:
            if cluster < 0:
                region = self.core.regions[spot.storey].region_at(cell)
                return spot.storey << 32 | region if region else None
            for piece in self.pieces_in(state, cluster):
                at = int(np.searchsorted(piece.cells, cell))
                same = piece.storey == spot.storey and at < len(piece.cells)
                if same and piece.cells[at] == cell:
                    return piece.number
        return None

    # Links.

    @cached_property
    def lanes(self) -> tuple[dict[int, list[int]], list[tuple[Spot, Spot]]]:
        """Return links from room to room, and those with an end on floor that a door decides."""
        fixed: dict[int, list[int]] = {}
        loose = []
        seen = set()
        for lane in self.reach.storeys.lanes:
            ends = [self._end(*one) for one in zip(lane.storeys, lane.cells, strict=True)]
            if any(end.clusters for end in ends):
                loose.append((ends[0], ends[1]))
                continue
            start, end = (self.node_of(one, self.now) for one in ends)
            if start is not None and end is not None and start != end and (start, end) not in seen:
                seen.add((start, end))
                fixed.setdefault(start, []).append(end)
        return fixed, loose

    def _end(self, storey: int, cell: int) -> Spot:
        held = self.cells.get(storey)
        return Spot(storey, ((cell, -1 if held is None else held.cluster_at(cell)),))

    @property
    def links_on_doors(self) -> list[tuple[Spot, Spot]]:
        """Links with an end on floor that a door decides on."""
        return self.lanes[1]

    # Walks.

    @cached_property
    def joins(self) -> dict[int, list[tuple[int, Piece]]]:
        """Return for each room the pieces that touch it now, with their clusters."""
        found: dict[int, list[tuple[int, Piece]]] = {}
        for cluster, pieces in enumerate(self.pieces_now):
            for piece in pieces:
                for room in piece.rooms:
                    found.setdefault(room, []).append((cluster, piece))
        return found

    @cached_property
    def rooms_by_piece(self) -> dict[int, tuple[int, ...]]:
        """Return for each piece the rooms that it touches, with present doors."""
        return {one.number: one.rooms for pieces in self.pieces_now for one in pieces}

    def cells_in(self, room: int) -> int:
        """Return number of cells of a room."""
        return self.core.cells[room]  # type: ignore[index]

    def room_labels(self, storey: int) -> npt.NDArray[np.int32]:
        """(depth + 2, width + 2) the low half of each cell's room; 0 where there is none."""
        return self.core.labels(self.core.storeys.names[storey])


class Onward:
    """The edges of the graph in one state."""

    def __init__(self, graph: FloorGraph, state: DoorState) -> None:
        """Analyse a state."""
        self._changed = state.changed
        self._joins, self._rooms = graph.joins, graph.rooms_by_piece
        self._links, loose = graph.lanes
        self._new: dict[int, list[int]] = {}
        """Edges of pieces that are there in this state only, and of links on doors."""
        self._replaced = {
            piece.number for cluster in state.changed for piece in graph.pieces_now[cluster]
        }
        """Pieces of the present state whose rooms differ in this state."""
        for pieces in state.changed.values():
            for piece in pieces:
                self._new.setdefault(piece.number, []).extend(piece.rooms)
                for room in piece.rooms:
                    self._new.setdefault(room, []).append(piece.number)
        for ends in loose:
            start, end = (graph.node_of(one, state) for one in ends)
            if start is not None and end is not None and start != end:
                self._new.setdefault(start, []).append(end)

    def __getitem__(self, node: int) -> list[int]:
        """Return the successors of a node."""
        if node < 0:
            found = [] if node in self._replaced else list(self._rooms.get(node, ()))
        else:
            found = [
                piece.number for cluster, piece in self._joins.get(node, ())
                if cluster not in self._changed
            ]  # fmt: skip
        found += self._links.get(node, ())
        found += self._new.get(node, ())
        return found

    def from_(self, starts: Iterable[int], reached: Collection[int] = ()) -> set[int]:
        """Return all nodes reachable from some, without going beyond `reached` ones."""
        found = set(starts)
        ahead = list(found)
        while ahead:
            for node in self[ahead.pop()]:
                if node not in found and node not in reached:
                    found.add(node)
                    ahead.append(node)
        return found
