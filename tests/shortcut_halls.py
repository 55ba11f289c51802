"""Halls where a guard with shortcuts walks a network, and records of its walk."""

import math
from itertools import pairwise

import pytest
from small_level import box

from navcore.geometry.polygons import nearest_on_segment
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Element,
    Level,
    Obstacle,
    Point,
    Route,
    RouteStop,
    Settings,
    Terrain,
    Waypoint,
)
from navcore.sim.simulation import Simulation
from navcore.world import World

GUARD, RADIUS = 41, 0.3
ZIGZAG: tuple[Point, ...] = ((2.0, 2.0), (8.0, 9.0), (14.0, 2.0), (20.0, 9.0), (26.0, 2.0))
HALL = Area(id=1, name="hall", polygon=box(0.0, 0.0, 30.0, 12.0))


def hall(
    *elements: Element, places: tuple[Point, ...] = ZIGZAG, shortcuts: bool = True,
    floor: tuple[Area, ...] = (HALL,), terrains: tuple[Terrain, ...] = (),
) -> Level:  # fmt: skip
    """Return floor with a chain of waypoints and a guard that walks to a stop near the last."""
    settings = Settings(cell_size=0.25, agent_radius=RADIUS, object_padding=0.0, terrains=terrains)
    waypoints = [Waypoint(id=11 + n, position=place) for n, place in enumerate(places)]
    edges = [Edge(id=21 + n, start=11 + n, end=12 + n) for n in range(len(places) - 1)]
    stop = RouteStop(waypoint=10 + len(places), at=places[-1])
    given: list[Element] = [
        *floor, *waypoints, *edges,
        Route(id=31, name="round", mode="once", stops=(stop,), network=True, shortcuts=shortcuts),
        Agent(id=GUARD, name="guard", position=places[0], radius=RADIUS, route=31),
        *elements,
    ]  # fmt: skip
    return Edit.put(Level(settings=settings), given).apply(Level(settings=settings))


class Walk:
    """A run until the guard arrives: its place and mode at each step, and the rays of each tick."""

    def __init__(self, level: Level, seconds: float = 90.0) -> None:
        """Run a level until its guard arrives, at most for some seconds."""
        run = Simulation(World.build(level))
        row = run.agents.index[GUARD]
        self.places: list[Point] = [run.agents.place(row)]
        self.movements: list[int] = []
        self.rays: list[int] = []
        before = 0
        for _ in range(round(seconds * run.settings.steps_per_second)):
            run.step()
            self.places.append(run.agents.place(row))
            self.movements.append(int(run.agents.movements[row]))
            if run.steps % run.settings.steps_per_tick == 0:
                now = int(run.agents.rays[row])
                self.rays.append(now - before)
                before = now
            if run.arrivals:
                break
        else:
            pytest.fail(f"it stands at {self.places[-1]}")
        self.run = run
        self.queries = int(run.agents.queries[row])

    @property
    def length(self) -> float:
        """Return the length walked, metres."""
        return sum(math.dist(a, b) for a, b in pairwise(self.places))

    def nearest_to(self, obstacle: Obstacle) -> float:
        """Return the least distance of its places from an obstacle's outline, metres."""
        corners = obstacle.polygon
        sides = tuple(zip(corners, (*corners[1:], corners[0]), strict=True))
        return min(
            math.dist(place, nearest_on_segment(place, a, b))
            for place in self.places
            for a, b in sides
        )


def wall_between(gap_z: float, x: float, number: int) -> tuple[Obstacle, Obstacle]:
    """Return a wall across the hall at x with a gap of 3 m."""
    return (
        Obstacle(id=number, polygon=box(x, 0.0, x + 1.0, gap_z - 1.5)),
        Obstacle(id=number + 1, polygon=box(x, gap_z + 1.5, x + 1.0, 12.0)),
    )


WALLS = (*wall_between(6.0, 7.5, 51), *wall_between(5.0, 13.5, 53), *wall_between(6.0, 19.5, 55))
THROUGH: tuple[Point, ...] = (
    (2.0, 2.0), (4.0, 9.0), (8.0, 6.0), (11.0, 2.0), (14.0, 5.0), (17.0, 9.0), (20.0, 6.0),
    (26.0, 2.0),
)  # fmt: skip
