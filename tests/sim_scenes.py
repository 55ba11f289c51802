"""Standard scenes of the literature on crowds: levels with walkers, at many offsets to cells."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np

from navcore import load_level
from navcore.level.model import (
    SETTINGS_ID,
    Agent,
    Area,
    Element,
    Level,
    Obstacle,
    Point,
    Ring,
    Settings,
)
from navcore.sim.scatter import random_places_anywhere
from navcore.world import World

Box: TypeAlias = tuple[float, float, float, float]
"""Least x and z, greatest x and z, metres."""

FIRST_AGENT = 1000
"""Id of the first walker of a scene; the others have the next ids."""


class Walker(NamedTuple):
    """An agent in a scene; it stands if it has no goal."""

    start: Point
    goal: Point | None = None
    player: bool = False
    radius: float = 0.45
    speed: float = 1.4


class Laid(NamedTuple):
    """Position of a scene on the cells, and its random seed."""

    seed: int = 0
    cell_size: float = 0.4
    offset: Point = (0.0, 0.0)
    """Offset of the scene in metres, which changes how cells cover it."""
    turn: float = 0.0
    """Rotation about (0, 0) before the offset, degrees, to the left."""

    def at(self, point: Point) -> Point:
        """Return the position in the level of a point of the scene."""
        x, z = float(point[0]), float(point[1])
        if self.turn:
            cosine, sine = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
            x, z = cosine * x - sine * z, sine * x + cosine * z
        return (x + self.offset[0], z + self.offset[1])

    def rng(self) -> np.random.Generator:
        """Return the random generator of the scene."""
        return np.random.default_rng(self.seed)


@dataclass(frozen=True)
class Scene:
    """A level with walkers, and the requirements that they must meet."""

    level: Level
    seconds: float = 60.0
    """Time in seconds by which all must have arrived."""
    slowest: float = math.inf
    """Longest time of each walker, as a multiple of its time alone."""
    roomy: bool = True
    """True if all goals have room for the agents at the end."""


Builder: TypeAlias = Callable[[Laid], Scene]


def box(x0: float, z0: float, x1: float, z1: float) -> Ring:
    """Return the corners of a rectangle."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def ring_of(shape: Box | Ring) -> Ring:
    """Return the corners of a rectangle, or those of a polygon unchanged."""
    if isinstance(shape[0], tuple):
        return shape
    x0, z0, x1, z1 = shape
    return box(x0, z0, x1, z1)


def level_of(
    laid: Laid,
    floors: Iterable[Box | Ring],
    walls: Iterable[Box | Ring],
    walkers: Iterable[Walker],
    **settings: float,
) -> Level:
    """Return a level with floors, walls, walkers in this order, and these settings."""
    moved = laid.at
    items: dict[int, Element] = {}
    for i, floor in enumerate(floors):
        ring = tuple(map(moved, ring_of(floor)))
        items[1 + i] = Area(id=1 + i, order=float(i), name=f"floor_{i}", polygon=ring)
    for i, wall in enumerate(walls):
        ring = tuple(map(moved, ring_of(wall)))
        items[500 + i] = Obstacle(id=500 + i, order=float(i), polygon=ring)
    for i, walker in enumerate(walkers):
        number = FIRST_AGENT + i
        items[number] = Agent(
            id=number,
            order=float(i),
            name=f"walker_{i}",
            position=moved(walker.start),
            goals=() if walker.goal is None else (moved(walker.goal),),
            player=walker.player,
            radius=walker.radius,
            walk_speed=walker.speed,
        )
    of_level = Settings(cell_size=laid.cell_size, grid_origin="cells")
    return Level(settings=msgspec.structs.replace(of_level, **settings)).with_items(items)


def lattice_of(x: float, z: float, columns: int, rows: int, gap: float = 1.2) -> Iterator[Point]:
    """Return places in columns and rows, column by column."""
    for column in range(columns):
        for row in range(rows):
            yield (x + gap * column, z + gap * row)


def across(starts: Iterable[Point], dx: float, dz: float) -> Iterator[Walker]:
    """Return walkers that all move by the same vector."""
    for x, z in starts:
        yield Walker((x, z), (x + dx, z + dz))


def head_on(laid: Laid) -> Scene:
    """Two agents in a corridor 3 m wide, each walking to the other's start."""
    walkers = [Walker((2, 1.5), (18, 1.5)), Walker((18, 1.5), (2, 1.5))]
    return Scene(level_of(laid, [(0, 0, 20, 3)], [], walkers), 30, slowest=2.0)


def head_on_groups(laid: Laid) -> Scene:
    """Four agents against four in a corridor 4 m wide."""
    walkers = [*across(lattice_of(1, 0.6, 1, 4, 0.95), 27, 0)]
    walkers += across(lattice_of(29, 0.6, 1, 4, 0.95), -27, 0)
    return Scene(level_of(laid, [(0, 0, 30, 4)], [], walkers), 60, slowest=2.0)


def crossing_streams(laid: Laid) -> Scene:
    """Thirty agents from left to right through thirty from bottom to top, in dense groups."""
    walkers = [*across(lattice_of(1, 8, 3, 10), 26, 0), *across(lattice_of(8, 1, 10, 3), 0, 26)]
    return Scene(level_of(laid, [(0, 0, 30, 30)], [], walkers), 60)


def loose_streams(laid: Laid) -> Scene:
    """Twelve agents through twelve, with room between them."""
    starts = lattice_of(1, 8, 3, 4, 2.5)
    walkers = [*across(starts, 22, 0), *across(lattice_of(8, 1, 4, 3, 2.5), 0, 22)]
    return Scene(level_of(laid, [(0, 0, 30, 30)], [], walkers), 40, slowest=2.0)


DOOR = [(9.8, -1.0, 10.2, 4.0), (9.8, 6.0, 10.2, 11.0)]


def doorway(laid: Laid) -> Scene:
    """Two agents from both sides of a door that is wide enough for one."""
    walkers = [Walker((3, 5), (17, 5)), Walker((17, 5), (3, 5))]
    return Scene(level_of(laid, [(0, 0, 20, 10)], DOOR, walkers), 40, slowest=2.0)


def doorway_groups(laid: Laid) -> Scene:
    """Six agents from each side of a door."""
    walkers = [*across(lattice_of(2, 1.5, 1, 6, 1.4), 16, 0)]
    walkers += across(lattice_of(18, 1.5, 1, 6, 1.4), -16, 0)
    return Scene(level_of(laid, [(0, 0, 20, 10)], DOOR, walkers), 90)


def rooms_swap(laid: Laid) -> Scene:
    """Two rooms with 25 agents each that change rooms through one door."""
    walkers = [*across(lattice_of(1.5, 2, 5, 5), 20, 0), *across(lattice_of(21.5, 2, 5, 5), -20, 0)]
    walls = [(13.8, -1, 14.2, 3.6), (13.8, 6.4, 14.2, 11)]
    return Scene(level_of(laid, [(0, 0, 28, 10)], walls, walkers), 180)


def circle_swap(count: int, radius: float) -> Builder:
    """Agents on a circle, each walking to the opposite side."""

    def build(laid: Laid) -> Scene:
        middle = radius + 2
        turns = np.linspace(0.0, 2 * math.pi, count, endpoint=False)
        places = middle + radius * np.column_stack((np.cos(turns), np.sin(turns)))
        walkers = [
            Walker((x, z), (2 * middle - x, 2 * middle - z)) for x, z in map(tuple, places.tolist())
        ]
        floor = (0.0, 0.0, 2 * middle, 2 * middle)
        # All agents meet in the middle, where they keep gaps.
        return Scene(level_of(laid, [floor], [], walkers), 240, slowest=3.0)

    return build


def bottleneck(laid: Laid) -> Scene:
    """Forty agents through a gap 2 m wide."""
    starts = lattice_of(1, 0.8, 8, 5, 1.25)
    goals = lattice_of(18, 1.0, 8, 5, 1.4)
    walkers = [Walker(start, goal) for start, goal in zip(starts, goals, strict=True)]
    walls = [(14, -1, 15, 6), (14, 8, 15, 15)]
    return Scene(level_of(laid, [(0, 0, 30, 14)], walls, walkers), 120)


CROSS = [(-1.0, -1.0, 17.0, 17.0), (23.0, -1.0, 41.0, 17.0),
         (-1.0, 23.0, 17.0, 41.0), (23.0, 23.0, 41.0, 41.0)]  # fmt: skip


def four_way(laid: Laid) -> Scene:
    """Twelve agents from each arm of a crossing to the opposite arm."""
    walkers: list[Walker] = []
    for column, row in [(c, r) for c in range(3) for r in range(4)]:
        near, side = 1 + 1.2 * column, 18.2 + 1.2 * row
        far = 40 - near
        walkers += [Walker((near, side), (far, side)), Walker((far, side), (near, side))]
        walkers += [Walker((side, near), (side, far)), Walker((side, far), (side, near))]
    return Scene(level_of(laid, [(0, 0, 40, 40)], CROSS, walkers), 150)


def junction_merge(laid: Laid) -> Scene:
    """Two streams that merge at a T junction."""
    walls = [(-1, 4, 13, 21), (17, 4, 31, 21)]
    starts = [*lattice_of(1, 0.8, 4, 3), *lattice_of(25, 0.8, 4, 3)]
    goals = [*lattice_of(13.9, 18.8, 1, 1), *lattice_of(13.9, 8.0, 3, 8, 1.1)][:24]
    walkers = [Walker(start, goal) for start, goal in zip(starts, goals, strict=True)]
    return Scene(level_of(laid, [(0, 0, 30, 20)], walls, walkers), 150)


def player_through_crowd(laid: Laid) -> Scene:
    """A player that walks through 64 standing agents."""
    walkers = [Walker((1.5, 6), (18.5, 6), player=True)]
    walkers += [Walker(place) for place in lattice_of(6, 2.5, 8, 8, 1.0)]
    return Scene(level_of(laid, [(0, 0, 20, 12)], [], walkers), 60)


def stands_in_doorway(laid: Laid) -> Scene:
    """An agent that stands in a door 2 m deep, and one that wants to pass."""
    walls = [(9, -1, 11, 4), (9, 6, 11, 11)]
    walkers = [Walker((3, 5), (17, 5), player=True), Walker((10, 5))]
    return Scene(level_of(laid, [(0, 0, 20, 10)], walls, walkers), 30, slowest=2.0)


def several_in_doorway(laid: Laid) -> Scene:
    """Three agents that stand behind each other in a door, and four that want to pass."""
    walls = [(9, -1, 12, 4), (9, 6, 12, 11)]
    walkers = [*across(lattice_of(2, 3.4, 1, 4, 1.1), 15, 0)]
    walkers += [Walker(place) for place in lattice_of(9.5, 5, 3, 1, 1.0)]
    return Scene(level_of(laid, [(0, 0, 20, 10)], walls, walkers), 60)


def u_turn(laid: Laid) -> Scene:
    """Fifteen agents around the end of a wall, in a corridor with a U-turn."""
    starts = [*lattice_of(1, 0.7, 5, 3, 1.1)]
    walkers = [Walker((x, z), (x, 9.3 - z + 0.7)) for x, z in starts]
    return Scene(level_of(laid, [(0, 0, 20, 10)], [(-1, 4, 16, 6)], walkers), 90)


def mixed(laid: Laid) -> Scene:
    """Fifty agents of many sizes and speeds that change sides."""
    rng = laid.rng()
    walkers = []
    for number, (x, z) in enumerate(lattice_of(2, 2, 2, 25, 1.6)):
        far = (38 - x if number % 2 else x, z)
        near = (x if number % 2 else 38 - x, z)
        size, speed = rng.uniform(0.2, 0.7), rng.uniform(0.7, 3.0)
        walkers.append(Walker(near, far, radius=size, speed=speed))
    return Scene(level_of(laid, [(0, 0, 40, 44)], [], walkers), 120, slowest=2.0)


def ring_corridor(laid: Laid) -> Scene:
    """Agents in a ring corridor 4 m wide, in both directions, each to the opposite side."""
    walls = [(4, 4, 26, 26)]
    near = [(6 + 2.2 * column, 0.8 + 1.1 * row) for column in range(8) for row in range(3)]
    starts = [*near, *((x, 30 - z) for x, z in near)]
    rng = laid.rng()
    goals = [starts[k] for k in (*(24 + rng.permutation(24)), *rng.permutation(24))]
    walkers = [Walker(start, goal) for start, goal in zip(starts, goals, strict=True)]
    return Scene(level_of(laid, [(0, 0, 30, 30)], walls, walkers), 150)


def one_goal(laid: Laid) -> Scene:
    """A hundred agents to one place."""
    walkers = [Walker(place, (28, 28)) for place in lattice_of(2, 2, 10, 10, 1.3)]
    return Scene(level_of(laid, [(0, 0, 40, 40)], [], walkers), 120)


def overtaking(laid: Laid) -> Scene:
    """Four fast agents behind six slow ones in a corridor 4 m wide."""
    walkers = [
        Walker(
            (8 + 1.3 * (i // 2), 1.2 + 1.6 * (i % 2)),
            (33 + 1.2 * (i // 2), 1 + 2 * (i % 2)),
            speed=0.6,
        )
        for i in range(6)
    ]
    walkers += [Walker((1 + 1.2 * i, 2), (56 + 1.2 * i, 2), speed=2.0) for i in range(3)]
    return Scene(level_of(laid, [(0, 0, 60, 4)], [], walkers), 90, slowest=2.0)


def behind_a_player(laid: Laid) -> Scene:
    """Five agents behind a player that stands in a corridor for one; players are never nudged."""
    walls = [(6, -1, 24, 4.1), (6, 5.9, 24, 11)]
    walkers = [Walker((15, 5), player=True)]
    walkers += across(lattice_of(2, 3.5, 1, 5, 1.0), 25, 0)
    return Scene(level_of(laid, [(0, 0, 30, 10)], walls, walkers), 90, roomy=False)


def three_doors(laid: Laid) -> Scene:
    """Sixty agents that leave a room with three doors."""
    walls = [(19, -1, 20, 4), (19, 6, 20, 14), (19, 16, 20, 20.5)]
    walls += [(-1, 19.5, 9, 20.5), (11, 19.5, 20, 20.5)]
    starts = [*lattice_of(3, 3, 8, 8, 1.6)][:60]
    goals = [*lattice_of(24, 1.5, 3, 18, 1.5), *lattice_of(3, 24, 6, 1, 1.5)]
    order = laid.rng().permutation(60)
    walkers = [Walker(start, goals[k]) for start, k in zip(starts, order, strict=True)]
    return Scene(level_of(laid, [(0, 0, 30, 28)], walls, walkers), 180)


def in_sample(name: str, count: int, seconds: float) -> Builder:
    """Agents at random places of a sample level, each walking to another place."""

    def build(laid: Laid) -> Scene:
        level = load_level(f"sample_levels/{name}.json")
        settings = msgspec.structs.replace(level.settings, cell_size=laid.cell_size)
        level = level.with_items({SETTINGS_ID: settings, **dict.fromkeys(level.agents)})
        rng = laid.rng()
        world = World.build(level)
        starts = random_places_anywhere(world, count, rng, apart=1.0)
        goals = random_places_anywhere(world, count, rng, apart=1.0)
        first = 1 + max((element.id for element in level.elements()), default=0)
        agents = [
            Agent(id=first + i, order=float(i), position=tuple(start), goals=(tuple(goal),))
            for i, (start, goal) in enumerate(zip(starts.tolist(), goals.tolist(), strict=False))
        ]
        return Scene(level.with_items({agent.id: agent for agent in agents}), seconds)

    return build


QUICK: dict[str, Builder] = {
    "head-on": head_on,
    "head-on, four and four": head_on_groups,
    "loose streams": loose_streams,
    "doorway both ways": doorway,
    "circle swap of 50": circle_swap(50, 15.0),
    "one stands in a doorway": stands_in_doorway,
    "three stand in a doorway": several_in_doorway,
    "behind a player": behind_a_player,
}
"""Scenes that take at most a second."""

SCENES: dict[str, Builder] = {
    **QUICK,
    "circle swap of 8": circle_swap(8, 6.0),
    "circle swap of 250": circle_swap(250, 40.0),
    "crossing streams": crossing_streams,
    "four-way crossing": four_way,
    "U-turn": u_turn,
    "overtaking": overtaking,
    "player through a crowd": player_through_crowd,
    "doorway, six and six": doorway_groups,
    "two rooms swap": rooms_swap,
    "bottleneck": bottleneck,
    "merge at a T": junction_merge,
    "many sizes and speeds": mixed,
    "ring both ways": ring_corridor,
    "a hundred to one goal": one_goal,
    "three doors": three_doors,
    "tavern": in_sample("tavern", 30, 240.0),
    "dungeon": in_sample("dungeon", 80, 300.0),
    "station": in_sample("station", 200, 400.0),
}
