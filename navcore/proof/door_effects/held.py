"""Objects on the floor by node: starts, agents, their goals, waypoints and areas."""

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from navcore.level.model import Agent, Area, Point, Waypoint, in_drawing_order
from navcore.level.shared_routes import as_walked
from navcore.level.waypoint_stops import storey_of_stop
from navcore.proof.area_cells import cells_in_area
from navcore.proof.door_effects.floor_graph import DoorState, FloorGraph, Spot
from navcore.world import World


class Held:
    """Elements on some floor, each at a place that may depend on the state of doors."""

    def __init__(self, graph: FloorGraph, places: Iterable[tuple[int, Point, str]]) -> None:
        """Take ids, points and storeys; points far from all floor are left out."""
        self._graph: Final = graph
        self._fixed: Final[dict[int, list[int]]] = {}
        """For each room: ids of objects that are there in every state."""
        self._loose: Final[list[tuple[int, Spot, frozenset[int], int | None]]] = []
        """Objects whose node depends on doors, with the clusters that decide, and the present
        node."""
        for one, point, layer in places:
            spot = graph.spot(point, layer)
            if spot is None:
                continue
            clusters = spot.clusters
            if clusters:
                self._loose.append((one, spot, clusters, graph.node_of(spot, graph.now)))
            else:
                node = graph.node_of(spot, graph.now)
                if node is not None:
                    self._fixed.setdefault(node, []).append(one)

    def lost(
        self,
        before: tuple[set[int], DoorState],
        after: tuple[set[int], DoorState],
        rooms: Iterable[int],
    ) -> tuple[int, ...]:
        """Return the ascending ids of objects at reachable nodes before but not after.

        Args:
            before: reachable nodes, and the state.
            after: reachable nodes, and the state.
            rooms: rooms among the nodes that only `before` has.
        """  # fmt: skip
        found = {one for room in rooms for one in self._fixed.get(room, ())}
        for one, spot, clusters, now in self._loose:
            was, later = (
                now if clusters.isdisjoint(state.changed) else self._graph.node_of(spot, state)
                for _, state in (before, after)
            )
            if was in before[0] and later not in after[0]:
                found.add(one)
        return tuple(sorted(found))


def agents_of(graph: FloorGraph) -> Iterator[tuple[int, Point, str]]:
    """Yield where agents begin."""
    for agent in graph.world.level.agents.values():
        yield agent.id, agent.position, graph.world.profile_of(agent).layer


def goals_of(graph: FloorGraph) -> Iterator[tuple[int, Point, str]]:
    """Yield the goals of agents, each with the id of its agent."""
    level = graph.world.level
    for agent in level.agents.values():
        walks, own = as_walked(agent, level), graph.world.profile_of(agent).layer
        for index, goal in enumerate(walks.goals):
            yield agent.id, goal, storey_of_stop(walks, index, level.settings, own)


def waypoints_of(graph: FloorGraph) -> Iterator[tuple[int, Point, str]]:
    """Yield the waypoints."""
    level = graph.world.level
    for one in level.of(Waypoint).values():
        yield one.id, one.position, level.settings.layer_of(one)


def starts_of(world: World, type_name: str) -> list[tuple[Point, str]]:
    """Return where players and spawned agents begin.

    For a type (its name, empty for the unnamed one) these are its players, else its agents, else
    all players; empty for a level without players and spawn points.
    """
    level = world.level
    agents = [(agent, world.profile_of(agent)) for agent in in_drawing_order(level.agents)]

    def places(are: Iterable[tuple[Agent, str]]) -> list[tuple[Point, str]]:
        return [(agent.position, layer) for agent, layer in are]

    players = [(agent, walks.layer) for agent, walks in agents if agent.player]
    if type_name:
        own = [(agent, walks.layer) for agent, walks in agents if walks.name == type_name]
        players = [one for one in own if one[0].player] or own or players
    spawned = [
        (one.position, level.settings.layer_of(one))
        for one in in_drawing_order(level.of(Waypoint)) if one.type == "spawn" and one.active
    ]  # fmt: skip
    return [*places(players), *spawned]


def rooms_under(graph: FloorGraph) -> dict[int, frozenset[int]]:
    """Return, for each area with floor except doors, the rooms of that floor."""
    level = graph.world.level
    found = {}
    for area in in_drawing_order(level.areas):
        if not area.door:
            rooms = _rooms_in(graph, area)
            if rooms:
                found[area.id] = rooms
    return found


def _rooms_in(graph: FloorGraph, area: Area) -> frozenset[int]:
    layer = graph.world.level.settings.layer_of(area)
    storeys = graph.core.storeys
    number = storeys.number_of(layer if layer in storeys.names else "")
    rect, inside = cells_in_area(storeys.grid(number).lattice, area.polygon)
    if rect is None:
        return frozenset()
    regions = np.unique(graph.room_labels(number)[rect.padded][inside])
    return frozenset(number << 32 | int(one) for one in regions if one)
