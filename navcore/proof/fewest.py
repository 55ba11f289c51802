"""Find the fewest switches that join two nodes of a piece graph.

Dijkstra over nodes, where a door is paid for once however often it is passed. That is exact: a
switch that only opens one piece is paid on entering that piece, and a path never needs to enter a
piece twice. Any other switch (an ability, a door in several pieces) is kept in the state of the
search, so that it is free after it was paid for. A state is dropped if another one reached the same
node at no higher cost, with at least the same switches. Pieces that are dead ends are removed
first, so that slivers of a door don't count as pieces of it.
"""

from collections import Counter
from heapq import heappop, heappush
from itertools import count
from math import dist
from typing import Final, TypeAlias

from navcore.level.model import Point
from navcore.proof.pieces import PieceGraph, Switch, Switches

Price: TypeAlias = tuple[int, int, float]
"""Abilities and links; doors; metres of straight lines from piece to piece, which decide between
sets of equal size."""

_NONE: Final[Switches] = frozenset()


def fewest_switches(
    graph: PieceGraph, start: int, goal: int, ends: tuple[Point, Point]
) -> Switches | None:
    """Return the smallest set of switches that joins two nodes; None if nothing does.

    Fewer abilities and links take precedence over fewer doors.

    Args:
        graph: The piece graph.
        start: Index of the start node.
        goal: Index of the goal node.
        ends: Places of both, metres: among sets of equal size the nearest is returned.
    """
    kept = _without_dead_ends(graph, start, goal)
    shared = _shared(graph, kept)
    numbers = count()
    seen: dict[int, list[Switches]] = {}
    queue: list[tuple[Price, int, int, Switches, Switches, Point]] = []
    for option in graph.nodes[start].options:
        first = _price(option, 0.0)
        heappush(queue, (first, next(numbers), start, option & shared, option, ends[0]))
    while queue:
        price, _, node, paid, used, place = heappop(queue)
        if any(paid <= other for other in seen.get(node, ())):
            continue
        seen.setdefault(node, []).append(paid)
        if node == goal:
            return used
        for to, ways in graph.arcs[node].items():
            if to not in kept:
                continue
            there = graph.nodes[to].place or place
            for way in ways:
                for option in graph.nodes[to].options:
                    needs = (way | option) - paid
                    more = _price(needs, dist(place, there))
                    if to == goal:
                        more = (more[0], more[1], more[2] + dist(there, ends[1]))
                    total = (price[0] + more[0], price[1] + more[1], price[2] + more[2])
                    state = (paid | needs & shared, used | needs, there)
                    heappush(queue, (total, next(numbers), to, *state))
    return None


def _price(switches: Switches, metres: float) -> Price:
    doors = sum(one.kind == "door" for one in switches)
    return (len(switches) - doors, doors, metres)


def _without_dead_ends(graph: PieceGraph, start: int, goal: int) -> set[int]:
    """Nodes that may lie between two others."""
    beside: dict[int, set[int]] = {node: set() for node in range(len(graph.nodes))}
    for node, arcs in enumerate(graph.arcs):
        for to in arcs:
            beside[node].add(to)
            beside[to].add(node)
    left = [n for n, others in beside.items() if len(others) < 2 and n not in {start, goal}]
    while left:
        node = left.pop()
        for other in beside.pop(node):
            beside[other].discard(node)
            if len(beside[other]) == 1 and other not in {start, goal}:
                left.append(other)
    return set(beside)


def _shared(graph: PieceGraph, kept: set[int]) -> Switches:
    """Return switches that open more than one piece, or a link."""
    pieces = Counter[Switch]()
    for node in kept:
        pieces.update(_NONE.union(*graph.nodes[node].options))
        for to, ways in graph.arcs[node].items():
            if to in kept:
                for way in ways:
                    pieces.update(dict.fromkeys(way, 2))
    return frozenset(one for one, times in pieces.items() if times > 1)
