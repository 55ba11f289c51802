"""Effects of toggling doors on floor, agents, goals, waypoints and areas.

Reachable means from where players and spawn points are; without any, from the largest floor. A door
whose shutting removes one node of the graph (see `floor_graph`) cuts off what that node dominates,
so one dominator tree answers for most doors at once; the others need a traversal.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.geometry.polygons import area_of
from navcore.geometry.rings import Ints
from navcore.level.model import Profile
from navcore.proof.door_effects.dominators import Dominators
from navcore.proof.door_effects.floor_graph import DoorState, FloorGraph, Onward, Spot
from navcore.proof.door_effects.held import (
    Held,
    agents_of,
    goals_of,
    rooms_under,
    starts_of,
    waypoints_of,
)
from navcore.proof.door_effects.pieces import Piece
from navcore.world import World


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Everything that is reachable before but not after, or vice versa."""

    rooms: frozenset[int] = frozenset()
    """Numbers of rooms of the floor graph."""
    loose: tuple[tuple[int, Ints], ...] = ()
    """Storeys and ids of further cells: floor of doors that don't change."""
    square_metres: float = 0.0
    """Floor that is walkable before and after, without the doors themselves."""
    areas: tuple[int, ...] = ()
    """Ids of areas, without doors, that are unreachable in one state, the largest first."""
    agents: tuple[int, ...] = ()
    """Ids of agents on that floor."""
    goals: tuple[int, ...] = ()
    """Ids of agents with a goal there."""
    waypoints: tuple[int, ...] = ()
    """Ids of waypoints that are there."""

    def __bool__(self) -> bool:
        """Return whether there is any floor or element in it."""
        held = self.areas or self.agents or self.goals or self.waypoints
        return bool(self.square_metres or held)


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """Effect of toggling some doors at once."""

    doors: tuple[int, ...]
    """Ids of the doors, in drawing order."""
    lost: Part
    gained: Part
    square_metres: float
    """Floor that is reached afterwards, that of open doors among it."""
    apart: bool = False
    """True if none of the floor beside a single door is reached, whether it is open or shut."""

    @property
    def matters(self) -> bool:
        """True if anything is reached only before, or only afterwards."""
        return bool(self.lost or self.gained)


@dataclass(frozen=True, slots=True)
class _Walk:
    """Everything that is reachable in a state."""

    state: DoorState
    nodes: set[int] = field(default_factory=set)


class DoorEffects:
    """Effects of doors in a world for agents of a type. Not for several threads."""

    def __init__(self, world: World, profile: Profile | None = None) -> None:
        """Compare with the doors as they are in a world.

        Args:
            world: The level in any state.
            profile: The agent type; None for agents without a type.

        Raises:
            NavcoreError: if the profile's radius is out of its limits.
        """
        self.graph: Final = FloorGraph(world, profile or Profile())
        self.world: Final = world
        starts = starts_of(world, self.graph.profile.name)
        spots = [self.graph.spot(*one) for one in starts]
        self.starts: Final = [one for one in spots if one is not None] or self._largest()
        """Where players and spawned agents begin; else one cell of the largest floor."""
        self._agents = Held(self.graph, agents_of(self.graph))
        self._goals = Held(self.graph, goals_of(self.graph))
        self._waypoints = Held(self.graph, waypoints_of(self.graph))
        self._under = rooms_under(self.graph)
        self._areas_in: dict[int, list[int]] = {}
        for area, rooms in self._under.items():
            for room in rooms:
                self._areas_in.setdefault(room, []).append(area)
        self._now = self._walk(self.graph.now)
        self._metres = self.graph.core.storeys.grid(0).cell_size ** 2
        self._cells_now = sum(map(self._cells_of, self._now.nodes))
        self._of_one: dict[int, Effect] = {}

    def _largest(self) -> list[Spot]:
        """Return a cell of the largest room in the largest floor that hangs together now."""
        graph, onward = self.graph, Onward(self.graph, self.graph.now)
        best: tuple[int, int] | None = None
        seen = set[int]()
        for room in sorted(graph.core.cells):
            if room in seen:
                continue
            nodes = onward.from_([room])
            seen |= nodes
            rooms = [node for node in nodes if node >= 0]
            size = sum(map(graph.cells_in, rooms))
            if best is None or size > best[0]:
                best = (size, max(rooms, key=lambda one: (graph.cells_in(one), -one)))
        if best is None:
            return []
        storey, region = best[1] >> 32, best[1] & 0xFFFFFFFF
        cell = int((graph.room_labels(storey) == region).argmax())
        return [Spot(storey, ((cell, -1),))]

    def _walk(self, state: DoorState) -> _Walk:
        return _Walk(state, Onward(self.graph, state).from_(self._start_nodes(state)))

    @cached_property
    def begun(self) -> list[int]:
        """Return the rooms and pieces where players and spawned agents begin."""
        return self._start_nodes(self.graph.now)

    def _start_nodes(self, state: DoorState) -> list[int]:
        nodes = (self.graph.node_of(one, state) for one in self.starts)
        return list(dict.fromkeys(node for node in nodes if node is not None))

    @property
    def reached(self) -> set[int]:
        """Rooms and pieces that are reached as doors stand."""
        return self._now.nodes

    # Effects of one door, or of several.

    def of_door(self, door: int) -> Effect:
        """Return the effect of toggling one door; cached.

        A door that this type can't walk through has no effect.
        """
        if door not in self._of_one:
            found = self._of_single(door)
            self._of_one[door] = replace(found, apart=not found.matters and self._is_apart(door))
        return self._of_one[door]

    @cached_property
    def of_each(self) -> tuple[Effect, ...]:
        """Return the effect of toggling each door of all storeys, in drawing order."""
        return tuple(self.of_door(door) for door in self.graph.doors)

    def of(self, doors: Iterable[int]) -> Effect:
        """Return the effect of toggling some doors at once: shut ones open, open ones shut."""
        chosen = frozenset(doors) & self.graph.doors.keys()
        if len(chosen) == 1:
            return self.of_door(*chosen)
        return self._between(chosen, self._walk(self.graph.toggled(chosen)))

    def _is_apart(self, door: int) -> bool:
        """Return whether no floor beside a door that agents can walk through is reached."""
        graph = self.graph
        if door not in graph.doors:
            return False
        cluster = graph.cluster_of[door]
        pieces = (*graph.pieces_now[cluster], *graph.pieces_in(graph.toggled([door]), cluster))
        beside = {room for one in pieces for room in one.rooms}
        return bool(beside) and self._now.nodes.isdisjoint({*beside, *(p.number for p in pieces)})

    def _of_single(self, door: int) -> Effect:
        graph = self.graph
        if door not in graph.doors:
            return Effect((door,), Part(), Part(), self._cells_now * self._metres)
        cluster = graph.cluster_of[door]
        state = graph.toggled([door])
        alone = len(graph.clusters[cluster]) == 1
        begins_there = any(cluster in one.clusters for one in self.starts)
        if not alone or begins_there:
            return self._between({door}, self._walk(state))
        if door not in graph.open_now:
            return self._between({door}, self._grown(state))
        pieces = graph.pieces_now[cluster]
        if len(pieces) == 1:
            number = pieces[0].number
            cut = set(self._dominators.cut_off_by(number))
            return self._between({door}, _Walk(state, self._now.nodes - cut - {number}))
        return self._between({door}, self._walk(state))

    def _grown(self, state: DoorState) -> _Walk:
        """Return what is reachable with more doors open, by extending what is reachable now."""
        onward, now = Onward(self.graph, state), self._now.nodes
        touched = {one.number for cluster in state.changed
                   for one in self.graph.pieces_now[cluster]}  # fmt: skip
        kept = now - touched
        ends = {node for one in self._edges_of(state, kept) for node in onward[one]}
        return _Walk(state, kept | onward.from_(ends - kept, kept))

    def _edges_of(self, state: DoorState, kept: set[int]) -> set[int]:
        """Reached nodes from which something new may lead on in a state."""
        near = {room for pieces in state.changed.values() for one in pieces for room in one.rooms}
        for start, _ in self.graph.links_on_doors:
            node = self.graph.node_of(start, state)
            if node is not None:
                near.add(node)
        return near & kept

    @cached_property
    def _dominators(self) -> Dominators:
        onward = Onward(self.graph, self.graph.now)
        return Dominators(self.begun, onward.__getitem__)

    # Differences between states.

    def _between(self, doors: Iterable[int], after: _Walk) -> Effect:
        before = self._now
        cells = self._cells_now
        cells -= sum(map(self._cells_of, before.nodes - after.nodes))
        cells += sum(map(self._cells_of, after.nodes - before.nodes))
        chosen = set(doors)
        order = tuple(one for one in self.graph.doors if one in chosen)
        lost, gained = self._part(before, after), self._part(after, before)
        return Effect(order, lost, gained, cells * self._metres)

    def _cells_of(self, node: int) -> int:
        return self.graph.cells_in(node) if node >= 0 else len(self.graph.piece(node).cells)

    def _part(self, one: _Walk, other: _Walk) -> Part:
        """Return what is reachable in one state, and walkable but not reachable in the other."""
        graph = self.graph
        nodes = one.nodes - other.nodes
        rooms = frozenset(node for node in nodes if node >= 0)
        loose = tuple(self._cells_apart(one, other, nodes))
        count = sum(map(graph.cells_in, rooms)) + sum(len(cells) for _, cells in loose)
        areas = {area for room in rooms for area in self._areas_in.get(room, ())}
        gone = [area for area in areas if not self._under[area] & other.nodes]
        # Rooms hold whole floors, which several areas share: it is the areas that are compared.
        areas_of = self.world.level.areas
        gone.sort(key=lambda area: (-area_of(areas_of[area].polygon), area))
        walks = (one.nodes, one.state), (other.nodes, other.state)
        agents, goals, waypoints = (
            held.lost(*walks, rooms) for held in (self._agents, self._goals, self._waypoints)
        )
        return Part(rooms, loose, count * self._metres, tuple(gone), agents, goals, waypoints)

    def _cells_apart(self, one: _Walk, other: _Walk, nodes: set[int]) -> Iterable[tuple[int, Ints]]:
        """Cells of pieces in one walk that are walkable in the other, and not reached there."""
        graph = self.graph
        touched = one.state.changed.keys() | other.state.changed.keys()
        for cluster in touched:
            there: list[Piece] = [p for p in graph.pieces_in(one.state, cluster)
                                  if p.number in one.nodes]  # fmt: skip
            others = graph.pieces_in(other.state, cluster)
            for piece in there:
                walkable = [p.cells for p in others if p.storey == piece.storey
                            and p.number not in other.nodes]  # fmt: skip
                if walkable:
                    cells = np.intersect1d(piece.cells, np.concatenate(walkable))
                    if len(cells):
                        yield piece.storey, cells
        for node in nodes:
            if node < 0 and graph.cluster_of_piece(node) not in touched:
                piece = graph.piece(node)
                yield piece.storey, piece.cells

    def core_labels(self, layer: str) -> npt.NDArray[np.int32]:
        """(depth + 2, width + 2) the low half of each cell's room on a storey; 0: in none."""
        return self.graph.room_labels(self.graph.core.storeys.number_of(layer))

    def mask(self, part: Part, layer: str) -> npt.NDArray[np.bool_]:
        """(depth + 2, width + 2) the cells of a part on a storey."""
        number = self.graph.core.storeys.number_of(layer)
        labels = self.graph.room_labels(number)
        chosen = np.zeros(int(labels.max()) + 1, np.bool_)
        chosen[[room & 0xFFFFFFFF for room in part.rooms if room >> 32 == number]] = True
        found: npt.NDArray[np.bool_] = chosen[labels]
        for storey, cells in part.loose:
            if storey == number:
                found.reshape(-1)[cells] = True
        return found
