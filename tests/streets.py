"""A street with guards that follow its network, and queries about them."""

import math
from collections.abc import Callable
from itertools import pairwise

from small_level import box

from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Element,
    Level,
    Point,
    Route,
    RouteStop,
    Settings,
    Waypoint,
)
from navcore.sim.movement import Movement
from navcore.sim.simulation import Simulation

GUARD = 41
RADIUS = 0.3
STREET: tuple[Point, ...] = ((2.0, 5.0), (20.0, 5.0), (38.0, 5.0))


def street(
    *elements: Element, shortcuts: bool = False, places: tuple[Point, ...] = STREET
) -> Level:
    """Return a hall of 40 by 10 metres, a network along its middle, and a guard that walks it."""
    base = Level(settings=Settings(cell_size=0.25, agent_radius=RADIUS, object_padding=0.0))
    waypoints = [Waypoint(id=11 + n, position=place) for n, place in enumerate(places)]
    edges = [Edge(id=21 + n, start=11 + n, end=12 + n) for n in range(len(places) - 1)]
    last = RouteStop(waypoint=10 + len(places), at=places[-1])
    given: list[Element] = [
        Area(id=1, name="hall", polygon=box(0.0, 0.0, 40.0, 10.0)),
        *waypoints,
        *edges,
        Route(id=31, name="round", mode="once", stops=(last,), network=True, shortcuts=shortcuts),
        Agent(id=GUARD, name="guard", position=places[0], radius=RADIUS, route=31),
        *elements,
    ]
    return Edit.put(base, given).apply(base)


def movement(run: Simulation, agent_id: int = GUARD) -> Movement:
    """Return how an agent moves."""
    return Movement(int(run.agents.movements[run.agents.index[agent_id]]))


def looks_up(run: Simulation) -> Movement:
    """Return how an agent moves after it thinks, which it does every other tick on a free path."""
    run.tick()
    run.tick()
    return movement(run)


def place_of(run: Simulation, agent_id: int = GUARD) -> Point:
    """Return the position of an agent."""
    return run.agents.place(run.agents.index[agent_id])


def off_line(place: Point, line: tuple[Point, ...] = STREET) -> float:
    """Return the distance in metres from a place to a line of waypoints."""
    found = []
    for a, b in pairwise(line):
        dx, dz = b[0] - a[0], b[1] - a[1]
        t = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dz) / (dx * dx + dz * dz)
        t = min(max(t, 0.0), 1.0)
        found.append(math.dist(place, (a[0] + t * dx, a[1] + t * dz)))
    return min(found)


def steps_until(
    run: Simulation, holds: Callable[[], bool], seconds: float, each: Callable[[], None]
) -> bool:
    """Step until a condition holds, with a check after each step; return whether it held."""
    for _ in range(round(seconds * run.settings.steps_per_second)):
        run.step()
        each()
        if holds():
            return True
    return False


def crowded(*, guards: int = 6, passers: int = 20) -> Level:
    """Return guards on the street, and agents that cross it in both directions."""
    crew = [
        Agent(id=GUARD + n, name=f"guard_{n}", position=(2.0 + 0.8 * n, 5.0), radius=RADIUS,
              route=31)
        for n in range(1, guards)
    ]  # fmt: skip
    crossing = [
        Agent(id=100 + n, name=f"passer_{n}", position=(8.0 + (n // 2) * 2.6, 1.0 + 8.0 * (n % 2)),
              radius=RADIUS, goals=((8.0 + (n // 2) * 2.6, 9.0 - 8.0 * (n % 2)),))
        for n in range(passers)
    ]  # fmt: skip
    return street(*crew, *crossing)
