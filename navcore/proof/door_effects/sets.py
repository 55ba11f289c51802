"""Sets of doors that together have an effect that none of them has alone.

Shutting: for each room that no single door cuts off, a smallest set of open doors that does, which
is a minimum cut between the starts and the room (Ford and Fulkerson, Maximal flow through a
network, 1956). If there are several, the one nearest to the starts and the one nearest to the room
are reported. Opening: for each unreachable room, the fewest shut doors on a path to it. Each set is
tested in the floor graph before it is reported, and no door of it can be left out. If one door
decides several pieces of floor, or several doors one piece, another set may be smaller.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from typing import Final, Literal, TypeAlias

from navcore.level.doorways import hinges_of
from navcore.proof.door_effects.effects import DoorEffects, Effect
from navcore.proof.door_effects.floor_graph import FloorGraph, Onward
from navcore.proof.door_effects.pieces import Piece

Why: TypeAlias = Literal["shut together", "open together", "around", "all shut", "all open"]
"""Reason to report a set: together it cuts off or opens something, it contains all doors of an
area, or all doors that are open or shut."""

MOST: Final = 8
"""Most doors of a set; nobody watches more of them at once."""

_ROOMS: Final = 200
"""Number of largest rooms for which sets are searched."""

_LEAST: Final = 1.0
"""Least area in square metres of a room for which sets are searched."""

_ANY: Final = 10**6
"""Capacity of rooms."""


@dataclass(frozen=True, slots=True, eq=False)
class DoorSet:
    """Some doors, and the effect of toggling all of them."""

    why: Why
    effect: Effect
    area: int = 0
    """Id of the area whose open doors these are; 0 for other sets."""

    @property
    def doors(self) -> tuple[int, ...]:
        """Ids, in drawing order."""
        return self.effect.doors


def sets_of(effects: DoorEffects) -> tuple[DoorSet, ...]:
    """Return the sets of doors worth reporting, those with the most floor first.

    Sets of all doors come last; each set is reported once, and only if it has an effect.
    """
    found: dict[frozenset[int], DoorSet] = {}
    for one in (*_shut_together(effects), *_open_together(effects), *_around(effects)):
        found.setdefault(frozenset(one.doors), one)
    every = {frozenset(one.doors): one for one in _all(effects)}
    told = sorted(
        (one for doors, one in found.items() if doors not in every),
        key=lambda one: (-_size(one.effect), one.doors),
    )
    return (*told, *every.values())


def _size(effect: Effect) -> float:
    return max(effect.lost.square_metres, effect.gained.square_metres)


def _all(effects: DoorEffects) -> Iterator[DoorSet]:
    graph = effects.graph
    groups: tuple[tuple[Why, Iterable[int]], ...] = (
        ("all shut", graph.open_now), ("all open", graph.doors.keys() - graph.open_now),
    )  # fmt: skip
    for why, doors in groups:
        chosen = frozenset(doors)
        if len(chosen) > 1:
            effect = effects.of(chosen)
            if effect.matters:
                yield DoorSet(why, effect)


def _around(effects: DoorEffects) -> Iterator[DoorSet]:
    level, graph = effects.world.level, effects.graph
    doors: dict[int, set[int]] = {}
    for one in sorted(graph.open_now):
        for hinge in hinges_of(level, level.areas[one]):
            if not hinge.room.door:
                doors.setdefault(hinge.room.id, set()).add(one)
    for area, own in doors.items():
        if 1 < len(own) <= MOST:
            effect = effects.of(own)
            alone = {room for one in own for room in effects.of_door(one).lost.rooms}
            if effect.lost.rooms - alone:
                yield DoorSet("around", effect, area)


# Shutting.


def _shut_together(effects: DoorEffects) -> Iterator[DoorSet]:
    graph = effects.graph
    flow = _Flow(effects)
    single = {
        room for one in graph.open_now for room in effects.of_door(one).lost.rooms
    }  # fmt: skip
    tried = set[frozenset[int]]()
    for room in _largest(effects, effects.reached - single):
        for pieces in flow.cuts(room):
            doors = frozenset(one for p in pieces for one in doors_of(graph, graph.piece(p)))
            if doors in tried:
                continue
            tried.add(doors)
            if room in effects.of(doors).lost.rooms:
                doors = _needed(effects, doors, partial(_loses, room))
                if 1 < len(doors) <= MOST:
                    yield DoorSet("shut together", effects.of(doors))


def _largest(effects: DoorEffects, nodes: Iterable[int]) -> list[int]:
    """Return the largest rooms among some nodes, the largest first."""
    graph = effects.graph
    least = _LEAST / graph.core.storeys.grid(0).cell_size ** 2
    rooms = [node for node in nodes if node >= 0 and graph.cells_in(node) >= least]
    return sorted(rooms, key=lambda room: (-graph.cells_in(room), room))[:_ROOMS]


def doors_of(graph: FloorGraph, piece: Piece) -> frozenset[int]:
    """Return the open doors that remove a piece: a single one if one is enough."""
    cluster = graph.cluster_of_piece(piece.number)
    own = graph.clusters[cluster] & graph.open_now
    for door in sorted(own):
        others = graph.pieces_in(graph.toggled([door]), cluster)
        if not any(len(set(piece.rooms) & set(one.rooms)) > 1 for one in others):
            return frozenset([door])
    return own


class _Flow:
    """Maximum flow from the starts to a room, where each piece has capacity one.

    Each piece has two nodes with an arc between them, so that a cut through arcs is a set of
    pieces.
    """

    def __init__(self, effects: DoorEffects) -> None:
        """Analyse the floor that is reachable with present doors."""
        graph = effects.graph
        onward = Onward(graph, graph.now)
        nodes = sorted(effects.reached)
        self._into = {node: 1 + n for n, node in enumerate(nodes)}
        self._out = dict(self._into)
        count = 1 + len(nodes)
        self._pieces: dict[int, tuple[int, int]] = {}
        for node in nodes:
            if node < 0:
                self._out[node] = count
                self._pieces[node] = (self._into[node], count)
                count += 1
        self._arcs: list[list[int]] = [[] for _ in range(count)]
        self._ends: list[int] = []
        self._room: list[int] = []
        for node, (into, out) in self._pieces.items():
            self._join(into, out, len(doors_of(graph, graph.piece(node))))
        for node in nodes:
            for end in onward[node]:
                self._join(self._out[node], self._into[end], _ANY)
        for start in effects.begun:
            self._join(0, self._into[start], _ANY)

    def _join(self, start: int, end: int, room: int) -> None:
        self._arcs[start].append(len(self._ends))
        self._arcs[end].append(len(self._ends) + 1)
        self._ends += [end, start]
        self._room += [room, 0]

    def cuts(self, target: int) -> list[frozenset[int]]:
        """Return smallest sets of pieces that cut off a room, at most two.

        None if more than `MOST` are needed.
        """
        left = list(self._room)
        goal, total = self._into[target], 0
        while True:
            seen = self._from_start(left, goal)
            if goal not in seen:
                break
            total += 1
            if total > MOST:
                return []
            node = goal
            while node:
                arc = seen[node]
                left[arc] -= 1
                left[arc ^ 1] += 1
                node = self._ends[arc ^ 1]
        near = self._to_goal(left, goal)
        first = frozenset(p for p, (i, o) in self._pieces.items() if i in seen and o not in seen)
        last = frozenset(p for p, (i, o) in self._pieces.items() if o in near and i not in near)
        return list(dict.fromkeys((first, last)))

    def _from_start(self, left: list[int], goal: int) -> dict[int, int]:
        """Return for each node that can receive more flow the arc on which it arrives."""
        previous, ahead = {0: -1}, deque([0])
        while ahead and goal not in previous:
            node = ahead.popleft()
            for arc in self._arcs[node]:
                end = self._ends[arc]
                if left[arc] and end not in previous:
                    previous[end] = arc
                    ahead.append(end)
        return previous

    def _to_goal(self, left: list[int], goal: int) -> set[int]:
        """Return the nodes from which more can flow to the goal."""
        found, ahead = {goal}, [goal]
        while ahead:
            for arc in self._arcs[ahead.pop()]:
                start = self._ends[arc]
                if left[arc ^ 1] and start not in found:
                    found.add(start)
                    ahead.append(start)
        return found


# Opening.


def _open_together(effects: DoorEffects) -> Iterator[DoorSet]:
    graph = effects.graph
    shut = graph.doors.keys() - graph.open_now
    if len(shut) < 2:
        return
    every = graph.toggled(shut)
    onward = Onward(graph, every)
    single = {room for one in shut for room in effects.of_door(one).gained.rooms}
    far = graph.core.cells.keys() - effects.reached - single
    came = _fewest_doors(effects, onward)
    tried = set[frozenset[int]]()
    for room in _largest(effects, far & came.keys()):
        doors = set[int]()
        node: int | None = room
        while node is not None:
            if node < 0:
                doors |= _shut_in(graph, node)
            node = came[node]
        chosen = frozenset(doors)
        if len(chosen) > 1 and chosen not in tried:
            tried.add(chosen)
            chosen = _needed(effects, chosen, partial(_gains, room))
            if 1 < len(chosen) <= MOST:
                yield DoorSet("open together", effects.of(chosen))


def _fewest_doors(effects: DoorEffects, onward: Onward) -> dict[int, int | None]:
    """Return for each node, with all doors open, the previous one on a path with fewest doors."""
    graph = effects.graph
    previous: dict[int, int | None] = {}
    ahead: list[tuple[int, int, int, int | None]] = []
    for number, node in enumerate(effects.begun):
        heappush(ahead, (0, number, node, None))
    pushed = len(ahead)
    while ahead:
        price, _, node, before = heappop(ahead)
        if node in previous:
            continue
        previous[node] = before
        for end in onward[node]:
            if end not in previous:
                pushed += 1
                more = len(_shut_in(graph, end)) if end < 0 else 0
                heappush(ahead, (price + more, pushed, end, node))
    return previous


def _shut_in(graph: FloorGraph, piece: int) -> frozenset[int]:
    """Return the shut doors that a piece needs, its whole cluster if it does not exist yet."""
    cluster = graph.cluster_of_piece(piece)
    rooms = set(graph.piece(piece).rooms)
    if any(rooms <= set(one.rooms) for one in graph.pieces_now[cluster]):
        return frozenset()
    return graph.clusters[cluster] - graph.open_now


def _loses(room: int, effect: Effect) -> bool:
    return room in effect.lost.rooms


def _gains(room: int, effect: Effect) -> bool:
    return room in effect.gained.rooms


def _needed(
    effects: DoorEffects, doors: frozenset[int], does: Callable[[Effect], bool]
) -> frozenset[int]:
    """Return the doors without those that aren't needed; `does` tests an effect."""
    for door in sorted(doors):
        fewer = doors - {door}
        if fewer and does(effects.of(fewer)):
            doors = fewer
    return doors
