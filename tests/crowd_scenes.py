"""Scenes that crowds are measured in: doors, swaps, crossings, a ring, a school, a town.

Each builder takes sizes, and a `Laid`: cell size, seed, rotation and offset of the whole scene.
Bodies are kept off walls by their radius alone, so that a door of 0.9 m is 0.9 m wide for them
and for the models that they are compared with.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np

from navcore.level.model import Level, Point, Ring
from tests.bench.crowd import crowded
from tests.sim_scenes import Box, Laid, Walker, lattice_of, level_of

SPEED = 1.34
"""Metres a second at which people walk (Weidmann 1993)."""
FINE = Laid(cell_size=0.1)
TALL = 100.0
"""Beyond the floor: walls of doors reach so far, metres."""


class Gate(NamedTuple):
    """A line that people are counted on as they cross it."""

    a: Point
    b: Point
    """Ends, in the level."""

    @property
    def width(self) -> float:
        """Metres."""
        return math.dist(self.a, self.b)


@dataclass(frozen=True)
class CrowdScene:
    """A level with people, where they are counted, and how long it may take."""

    level: Level
    seconds: float
    """Time limit for all arrivals."""
    gates: tuple[Gate, ...] = ()
    visits: Point | None = None
    """Place that all agents visit before they return."""
    ring: "RingTrack | None" = None
    """The corridor that people go around in for ever."""
    every: int = 1
    """Steps between measurements of overlaps."""
    passes: str = "arrive"
    """Condition that ends the run: all `arrive`, or its `time` is over."""


CrowdBuilder: TypeAlias = Callable[..., CrowdScene]


def people(
    laid: Laid,
    walls: Iterable[Box | Ring],
    walkers: Iterable[Walker],
    floor: Box | Ring,
    radius: float,
) -> Level:
    """Return a level whose walls keep agents at a distance of their radius only."""
    settings = {"agent_radius": radius, "object_padding": 0.0, "boundary_padding": radius}
    walkers = (walker._replace(radius=radius, speed=SPEED) for walker in walkers)
    return level_of(laid, [floor], walls, walkers, **settings)


def door_walls(x: float, z: float, width: float, thickness: float = 0.2) -> list[Box]:
    """Return a wall across the floor at x, with a door about z."""
    x0, x1 = x - thickness / 2, x + thickness / 2
    return [(x0, -TALL, x1, z - width / 2), (x0, z + width / 2, x1, TALL)]


def gate_at(laid: Laid, x: float, z: float, width: float) -> Gate:
    """Return the middle line of a door in a wall across the floor at x."""
    return Gate(laid.at((x, z - width / 2)), laid.at((x, z + width / 2)))


def grid_of_people(count: int, x: float, z: float, gap: float, rows: int) -> list[Point]:
    """Return `count` places in columns of `rows`, starting at x, symmetrical about z."""
    places = lattice_of(x, z - gap * (rows - 1) / 2, math.ceil(count / rows), rows, gap)
    return [*places][:count]


def door(width: float, count: int = 120, radius: float = 0.2, laid: Laid = FINE) -> CrowdScene:
    """Return agents that leave a room by one door, with goals far beyond it."""
    gap = max(0.6, 2.4 * radius)
    rows = 10
    depth = 2 + gap * (rows + 1)
    far = math.ceil(count / rows) * gap
    middle, x = depth / 2, far + 2.0
    starts = grid_of_people(count, 1.0, middle, gap, rows)
    goals = grid_of_people(count, x + 8.0, middle, gap, rows)
    # Agents in front go farthest, so that none of them blocks the space beyond the door.
    goals = goals[::-1]
    order = laid.rng().permutation(count) if laid.seed else np.arange(count)[::-1]
    walkers = [Walker(starts[k], goals[i]) for i, k in enumerate(order.tolist())]
    floor = (0.0, 0.0, x + 9.0 + far, depth)
    walls = door_walls(x, middle, width)
    level = people(laid, walls, walkers, floor, radius)
    seconds = 60.0 + count / (0.4 * max(width, 0.9)) * max(1.0, radius / 0.2)
    return CrowdScene(level, seconds, (gate_at(laid, x, middle, width),))


def swap(
    width: float, count: int, seconds: float, radius: float = 0.2, laid: Laid = FINE
) -> CrowdScene:
    """Return two rooms of `count` agents that swap rooms through one door."""
    rows = 6 if count <= 30 else 8
    gap = max(0.8, 2.4 * radius)
    columns = math.ceil(count / rows)
    far, depth = columns * gap + 2.0, gap * rows + 2.0
    left = grid_of_people(count, 1.0, depth / 2, gap, rows)
    right = [(2 * far - x, z) for x, z in left]
    order = laid.rng().permutation(count) if laid.seed else np.arange(count)
    walkers = [Walker(left[k], right[i]) for i, k in enumerate(order.tolist())]
    walkers += [Walker(right[k], left[i]) for i, k in enumerate(order.tolist())]
    walls = door_walls(far, depth / 2, width)
    level = people(laid, walls, walkers, (0.0, 0.0, 2 * far, depth), radius)
    return CrowdScene(level, seconds, (gate_at(laid, far, depth / 2, width),))


def visit(count: int = 60, radius: float = 0.45, laid: Laid = FINE) -> CrowdScene:
    """Return agents around a point that all go there and back."""
    around = 8.0 + count / 20
    turns = np.linspace(0.0, 2 * math.pi, count, endpoint=False)
    away = around + 1.2 * (np.arange(count) % 3)
    middle = around + 5.0
    places = middle + away[:, None] * np.column_stack((np.cos(turns), np.sin(turns)))
    floor = (0.0, 0.0, 2 * middle, 2 * middle)
    walkers = [Walker((x, z), (x, z)) for x, z in places.tolist()]
    level = people(laid, [], walkers, floor, radius)
    point = laid.at((middle, middle))
    homes = level.agents.values()
    level = level.with_items(
        {
            one.id: msgspec.structs.replace(one, goals=(point, one.position), stops=())
            for one in homes
        }
    )
    return CrowdScene(level, 90.0, visits=point)


def circle(count: int, around: float, radius: float = 0.2, laid: Laid = FINE) -> CrowdScene:
    """People on a circle, each on its way to the place across."""
    middle = around + 2
    turns = np.linspace(0.0, 2 * math.pi, count, endpoint=False)
    places = middle + around * np.column_stack((np.cos(turns), np.sin(turns)))
    walkers = [Walker((x, z), (2 * middle - x, 2 * middle - z)) for x, z in places.tolist()]
    level = people(laid, [], walkers, (0.0, 0.0, 2 * middle, 2 * middle), radius)
    return CrowdScene(level, 4 * around + 60.0)


def streams(
    count: int = 40, street: float = 6.0, radius: float = 0.2, laid: Laid = FINE
) -> CrowdScene:
    """People from each arm of a crossing, all straight on to the arm across."""
    rows = math.floor((street - 1.0) / 0.8) + 1
    side = 12.0 + 0.8 * math.ceil(count / rows)
    size = 2 * side + street
    walls: list[Box] = [
        (x0, z0, x0 + side + TALL, z0 + side + TALL)
        for x0 in (-TALL, side + street)
        for z0 in (-TALL, side + street)
    ]
    starts = grid_of_people(count, 1.0, size / 2, 0.8, rows)
    walkers = [
        Walker(turned(start), turned((size - start[0], start[1])))
        for turned in (
            lambda p: p,
            lambda p: (size - p[0], p[1]),
            lambda p: (p[1], p[0]),
            lambda p: (p[1], size - p[0]),
        )
        for start in starts
    ]
    level = people(laid, walls, walkers, (0.0, 0.0, size, size), radius)
    return CrowdScene(level, 150.0)


def school(
    rooms: int = 4, each: int = 20, width: float = 1.6, radius: float = 0.2, laid: Laid = FINE
) -> CrowdScene:
    """Classrooms on both sides of a corridor with a door at each end, and a yard around it all.

    All go to a yard at the western half of the house: the western door is nearer for most.
    """
    wide, deep, hall = 8.0, 7.0, 3.0
    long = rooms * wide
    z0, z1 = deep, deep + hall
    thick = 0.2
    walls: list[Box] = []
    for x in (0.0, long):
        walls += [(x - thick, -thick, x, z0 + (hall - width) / 2)]
        walls += [(x - thick, z1 - (hall - width) / 2, x, z1 + deep + thick)]
    walls += [(-thick, -thick, long, 0.0), (-thick, z1 + deep, long, z1 + deep + thick)]
    walkers: list[Walker] = []
    yard = iter(grid_of_people(2 * rooms * each, -2.0, -6.0, 0.7, 8))
    for room in range(rooms):
        x = room * wide
        if room:
            walls += [(x - thick, 0.0, x, z0), (x - thick, z1, x, z1 + deep)]
        for wall, seats in ((z0, 1.0), (z1, z1 + 1.5)):
            # A door of 1 m into the corridor, in the middle of each room.
            walls += [(x, wall - thick / 2, x + wide / 2 - 0.5, wall + thick / 2)]
            walls += [(x + wide / 2 + 0.5, wall - thick / 2, x + wide, wall + thick / 2)]
            places = [*lattice_of(x + 1.0, seats, 5, math.ceil(each / 5), 1.2)][:each]
            walkers += [Walker(place, next(yard)) for place in places]
    floor = (-8.0, -10.0, long + 8.0, z1 + deep + 4.0)
    level = people(laid, walls, walkers, floor, radius)
    middle = (z0 + z1) / 2
    gates = tuple(gate_at(laid, x - thick / 2, middle, width) for x in (0.0, long))
    return CrowdScene(level, 180.0, gates)


class RingTrack(NamedTuple):
    """A corridor around a circle, and the circle of each agent."""

    middle: Point
    inner: float
    outer: float
    lanes: tuple[float, ...]
    """Distance from the middle, metres, in the order of the agents."""

    @property
    def area(self) -> float:
        """Square metres of floor."""
        return math.pi * (self.outer**2 - self.inner**2)

    def drive(self, run: Any) -> None:
        """Send agents on along their circles: at every tick a third of them, in turn."""
        tick = run.steps // run.settings.steps_per_tick
        if run.steps % run.settings.steps_per_tick:
            return
        agents = run.agents
        away = agents.positions - self.middle
        turns = np.arctan2(away[:, 1], away[:, 0]) + 0.45
        for row in range(tick % 3, len(agents), 3):
            lane = self.lanes[row]
            x = self.middle[0] + lane * math.cos(turns[row])
            z = self.middle[1] + lane * math.sin(turns[row])
            run.send([int(agents.ids[row])], (x, z))

    def progress(self, before: np.ndarray, after: np.ndarray) -> np.ndarray:
        """Return (n,) the progress of each agent along its circle, metres."""
        one, other = before - self.middle, after - self.middle
        cross = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
        turned = np.arctan2(cross, (one * other).sum(axis=1))
        return turned * np.hypot(*one.T)


def ring(
    density: float, *, ordered: bool = True, seconds: float = 40.0, radius: float = 0.2,
    laid: Laid = FINE,
) -> CrowdScene:  # fmt: skip
    """Return agents in a ring-shaped corridor 2.4 m wide, at `density` per square metre."""
    inner, outer = 6.0, 8.4
    middle = (outer + 1.0, outer + 1.0)
    count = round(density * math.pi * (outer**2 - inner**2))
    low, high = inner + radius + 0.25, outer - radius - 0.25
    places = (rows_around if ordered else dots_around)(count, low, high, laid.rng())

    def circle_of(away: float, corners: int = 120) -> Ring:
        turns = np.linspace(0, 2 * math.pi, corners, endpoint=False)
        points = np.array(middle) + away * np.column_stack((np.cos(turns), np.sin(turns)))
        return tuple((x, z) for x, z in points.tolist())

    walkers = [
        Walker((middle[0] + away * math.cos(turn), middle[1] + away * math.sin(turn)))
        for away, turn in places.tolist()
    ]
    level = people(laid, [circle_of(inner)], walkers, circle_of(outer), radius)
    track = RingTrack(laid.at(middle), inner, outer, tuple(places[:, 0].tolist()))
    return CrowdScene(level, seconds, ring=track, passes="time")


def rows_around(count: int, low: float, high: float, _: np.random.Generator) -> np.ndarray:
    """Return (n, 2) distance and direction of agents in rows across a ring, evenly spread.

    Their number is about `count`, so that all rows are complete.
    """
    middle = (low + high) / 2
    gap = math.sqrt((high - low) * 2 * math.pi * middle / count)
    # In a single file agents could not overtake, and the smallest gap would set the speed.
    lanes = max(2, round((high - low) / gap))
    count = lanes * round(count / lanes)
    number = np.arange(count)
    share = (number % lanes) / (lanes - 1) if lanes > 1 else np.full(count, 0.5)
    away = low + (high - low) * share
    return np.column_stack((away, 2 * math.pi * number / count))


def dots_around(count: int, low: float, high: float, rng: np.random.Generator) -> np.ndarray:
    """(count, 2) distance and direction of people at random places of a ring, apart if it can be.

    Best of 30 candidates each (Mitchell 1991).
    """
    found = np.empty((0, 2))
    for _ in range(count):
        away = np.sqrt(rng.uniform(low**2, high**2, 30))
        turn = rng.uniform(0, 2 * math.pi, 30)
        places = np.column_stack((away * np.cos(turn), away * np.sin(turn)))
        gaps = np.hypot(*(places[:, None] - found[None]).transpose(2, 0, 1))
        best = int(gaps.min(axis=1, initial=math.inf).argmax())
        found = np.concatenate((found, places[best : best + 1]))
    return np.column_stack((np.hypot(*found.T), np.arctan2(found[:, 1], found[:, 0])))


def town(count: int = 10_000, seconds: float = 120.0, laid: Laid = FINE) -> CrowdScene:
    """People in the market town, each from one random place to another and back for ever."""
    level = crowded("town", count, seed=5 + laid.seed).level
    return CrowdScene(level, seconds, passes="time")


def weidmann(density: float, speed: float = SPEED) -> float:
    """Return the walking speed at a density per square metre, in m/s (Weidmann 1993)."""
    return speed * (1.0 - math.exp(-1.913 * (1.0 / density - 1.0 / 5.4)))


DOORS = (0.9, 1.2, 1.6, 2.0, 3.0)
DENSITIES = (0.5, 1.0, 2.0, 3.0, 3.5)

CROWD_SCENES: dict[str, CrowdBuilder] = {
    **{f"door {width} m": partial(door, width) for width in DOORS},
    **{f"door {width} m, r 0.45": partial(door, width, radius=0.45) for width in DOORS[1:]},
    "30 + 30 through 0.9 m": partial(swap, 0.9, 30, 60.0),
    "30 + 30 through 1.2 m": partial(swap, 1.2, 30, 60.0),
    "56 + 56 through 2 m": partial(swap, 2.0, 56, 160.0),
    "60 visit a point": visit,
    "circle of 50": partial(circle, 50, 15.0),
    "circle of 250": partial(circle, 250, 40.0),
    "four streams of 40": streams,
    "school": school,
    **{f"ring {density}": partial(ring, density) for density in DENSITIES},
    **{f"ring {density} random": partial(ring, density, ordered=False) for density in DENSITIES},
    "town": town,
}
"""Scene builders by name; each also takes `laid`."""
