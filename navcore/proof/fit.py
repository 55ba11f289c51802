"""Losses of a larger agent type: rooms, and choke points that its paths use.

Choke points are ranked by width and by traffic. Traffic is counted on shortest paths, not in a run:
the legs of all agents with goals, each for its own type; in a level without such agents, the paths
between the middles of all rooms. It is the betweenness of a choke point over these paths (L.
Freeman, A set of measures of centrality based on betweenness, 1977).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.geometry.rings import Floats
from navcore.level.model import Area, Point, Profile, in_drawing_order
from navcore.level.shared_routes import as_walked
from navcore.level.waypoint_stops import storey_of_stop
from navcore.path.result import PathResult
from navcore.proof.area_cells import cells_in_area
from navcore.proof.clearances import Passage
from navcore.proof.door_effects.held import starts_of
from navcore.proof.reach import Reach
from navcore.world import World

Mask: TypeAlias = npt.NDArray[np.bool_]

LEAST_CUT: Final = 4.0
"""Least cut-off area in square metres of a room that is reported."""

MOST_LEGS: Final = 1000
"""Paths that are counted at most, the first in drawing order."""

_MOST_ROOMS: Final = 40
"""Rooms between which paths are counted, the largest."""


@dataclass(frozen=True, slots=True)
class LostRoom:
    """A room of which one type reaches less than another."""

    area: int
    """Id."""
    before: float
    """Square metres that the first type reaches."""
    after: float
    """Square metres that are reached by the other."""
    cut_off: float
    """Square metres that the other type loses although it could stand there."""

    @property
    def lost(self) -> float:
        """Square metres less."""
        return self.before - self.after

    @property
    def is_whole(self) -> bool:
        """True if none of it is reached any more."""
        return self.after == 0


def rooms_lost(world: World, one: Profile, other: Profile) -> tuple[LostRoom, ...]:
    """Return the rooms that a type loses to another, such as a wider one; whole ones first.

    Rooms are reported if they are lost completely or by more than half, or if `LEAST_CUT` or more
    is cut off. Reachable means from where players and spawn points are; without any, from the
    largest floor. Doors are left out.

    Raises:
        NavcoreError: if a radius is out of its limits.
    """
    before, after = _Reached(world, one), _Reached(world, other)
    found, side = [], world.grid.cell_size
    for area in in_drawing_order(world.level.areas):
        if area.door:
            continue
        (was, _), (now, free) = before.in_area(area), after.in_area(area)
        both = int((was & free & ~now).sum())
        room = LostRoom(area.id, *(side**2 * int(n) for n in (was.sum(), now.sum(), both)))
        if room.before and (room.after * 2 < room.before or room.cut_off >= LEAST_CUT):
            found.append(room)
    return tuple(sorted(found, key=lambda room: (not room.is_whole, -room.lost, room.area)))


class _Reached:
    """The cells that agents of a type reach."""

    def __init__(self, world: World, profile: Profile) -> None:
        self._level = world.level
        self._reach = reach = Reach.of(world, profile)
        begun = {reach.place_at(*one) for one in starts_of(world, profile.name)} - {None}
        if not begun and reach.largest is not None:
            begun = {reach.largest}
        self._places = reach.from_(place for place in begun if place is not None)
        self._masks: dict[str, Mask] = {}

    def in_area(self, area: Area) -> tuple[Mask, Mask]:
        """Return the cells around an area that are reached and lie in it, and that are free."""
        layer = self._level.settings.layer_of(area)
        if layer not in self._reach.storeys.names:
            layer = self._reach.storeys.names[0]
        if layer not in self._masks:
            labels, number = self._reach.labels(layer), self._reach.storeys.number_of(layer)
            chosen = np.zeros(int(labels.max()) + 1, np.bool_)
            chosen[[p & 0xFFFFFFFF for p in self._places if p >> 32 == number]] = True
            self._masks[layer] = chosen[labels]
        lattice = self._reach.grid(layer).lattice
        rect, inside = cells_in_area(lattice, area.polygon)
        if rect is None:
            return inside, inside
        free = self._reach.labels(layer)[rect.padded] > 0
        return self._masks[layer][rect.padded] & inside, free & inside


class Leg(NamedTuple):
    """Two places between which an agent walks."""

    start: Point
    goal: Point
    layers: tuple[str, str]
    profile: Profile


LegKind: TypeAlias = Literal["agents", "rooms"]
"""Kind of paths: agents' paths, or paths from room to room."""


def legs_of(world: World, profile: Profile) -> tuple[LegKind, tuple[Leg, ...]]:
    """Return the legs for counting traffic, at most `MOST_LEGS`.

    Args:
        world: the level.
        profile: the agent type that goes from room to room if no agent has a goal.
    """
    legs = tuple(_of_agents(world))
    if legs:
        return "agents", legs[:MOST_LEGS]
    return "rooms", tuple(_of_rooms(world, profile))[:MOST_LEGS]


def _of_agents(world: World) -> Iterator[Leg]:
    level = world.level
    for agent in in_drawing_order(level.agents):
        if not agent.enabled:
            continue
        walks, profile = as_walked(agent, level), world.profile_of(agent)
        stops = [(agent.position, profile.layer)]
        stops += [
            (goal, storey_of_stop(walks, index, level.settings, profile.layer))
            for index, goal in enumerate(walks.goals)
        ]
        if walks.mode == "loop" and len(stops) > 2:
            stops.append(stops[1])
        for (start, layer), (goal, to_layer) in pairwise(stops):
            if start != goal:
                yield Leg(start, goal, (layer, to_layer), profile)


def _of_rooms(world: World, profile: Profile) -> Iterator[Leg]:
    reach, level = Reach.of(world, profile), world.level
    middles: list[tuple[int, int, Point, str]] = []
    for area in in_drawing_order(level.areas):
        layer = level.settings.layer_of(area)
        if area.door or layer not in reach.storeys.names:
            continue
        rect, inside = cells_in_area(reach.grid(layer).lattice, area.polygon)
        if rect is None:
            continue
        rows, columns = np.nonzero(inside & (reach.labels(layer)[rect.padded] > 0))
        if len(rows):
            nearest = int(((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2).argmin())
            column, row = int(columns[nearest]) + rect.column0, int(rows[nearest]) + rect.row0
            place = reach.grid(layer).lattice.centre_of(column, row)
            middles.append((-len(rows), len(middles), place, layer))
    chosen = sorted(middles)[:_MOST_ROOMS]
    for one, other in combinations(sorted(chosen, key=lambda each: each[1]), 2):
        yield Leg(one[2], other[2], (one[3], other[3]), profile)


def _no_rest() -> None:
    """Go on at once."""


def traffic_through(
    world: World,
    passages: Sequence[Passage],
    legs: Iterable[Leg],
    layer: str,
    rest: Callable[[], None] = _no_rest,
) -> tuple[int, ...]:
    """Return how many shortest paths lead through each passage of a storey.

    Args:
        world: the level, with its present doors.
        passages: narrow places of the storey.
        legs: the paths, see `legs_of`; legs without a path are ignored.
        layer: name of the storey.
        rest: called after each path; may raise to stop.
    """  # fmt: skip
    counts = np.zeros(len(passages), np.int64)
    lines = np.array([[*one.ends[0], *one.ends[1]] for one in passages], np.float64)
    lines.shape = (len(passages), 4)
    for leg in legs:
        found = world.find_path(
            leg.start, leg.goal, profile=leg.profile, layer=leg.layers[0],
            goal_layer=leg.layers[1],
        )  # fmt: skip
        if found.ok and len(passages):
            counts += _crossed(lines, _points_on(found, leg, layer))
        rest()
    return tuple(counts.tolist())


def _points_on(path: PathResult, leg: Leg, layer: str) -> list[Floats]:
    """Pieces of a path that lie on a storey, each (n, 2)."""
    points = np.vstack(([leg.start], path.points)) if len(path.points) else path.points
    if not path.layers:
        return [points] if leg.layers[0] == layer else []
    names = [leg.layers[0], *path.layers] if len(points) > len(path.layers) else [*path.layers]
    pieces, own = list[Floats](), list[int]()
    for index, name in enumerate(names):
        if name == layer:
            own.append(index)
        elif own:
            pieces.append(points[own])
            own = []
    return [*pieces, points[own]] if own else pieces


def _crossed(lines: Floats, pieces: Iterable[Floats]) -> npt.NDArray[np.int64]:
    """(n,) 1 for each line that a path crosses, however often."""
    hit = np.zeros(len(lines), np.bool_)
    for points in pieces:
        a, b = points[:-1], points[1:]
        p, q = lines[:, None, :2], lines[:, None, 2:]
        one = _side(a, b, p) * _side(a, b, q)
        other = _side(p, q, a) * _side(p, q, b)
        hit |= ((one <= 0) & (other <= 0) & ((one < 0) | (other < 0))).any(axis=1)
    return hit.astype(np.int64)


def _side(start: Floats, end: Floats, place: Floats) -> Floats:
    """Return on which side of lines places lie: the sign of the cross product."""
    across = (end[..., 0] - start[..., 0]) * (place[..., 1] - start[..., 1])
    found: Floats = across - (end[..., 1] - start[..., 1]) * (place[..., 0] - start[..., 0])
    return np.sign(found)
