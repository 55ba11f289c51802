"""Agents that follow the network: entering, along edges, leaving, and changes of it."""

import math

import numpy as np
from msgspec.structs import replace
from small_level import box

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
    Waypoint,
)
from navcore.sim.simulation import Simulation
from navcore.world import World

WEST, NORTH, SOUTH, EAST = 11, 12, 13, 14
PLACES: dict[int, Point] = {
    WEST: (3.0, 10.0), NORTH: (10.0, 17.0), SOUTH: (10.0, 3.0), EAST: (17.0, 10.0),
}  # fmt: skip
AROUND_NORTH, AROUND_SOUTH = ((WEST, NORTH), (NORTH, EAST)), ((WEST, SOUTH), (SOUTH, EAST))


def ring(*elements: Element, network: bool = True) -> Level:
    """A hall of 20 by 20 metres round a block, a network round it, and a guard to walk there.

    By the south edges cost more.
    """
    base = Level(settings=Settings(cell_size=0.25, agent_radius=0.3, object_padding=0.0))
    edges = [
        Edge(id=21 + n, start=a, end=b, factor=1.0 if (a, b) in AROUND_NORTH else 1.2)
        for n, (a, b) in enumerate((*AROUND_NORTH, *AROUND_SOUTH))
    ]
    stops = (RouteStop(at=(18.5, 10.0)), RouteStop(at=(1.5, 10.0)))
    given: list[Element] = [
        Area(id=1, name="hall", polygon=box(0.0, 0.0, 20.0, 20.0)),
        Obstacle(id=2, name="block", polygon=box(7.0, 7.0, 13.0, 13.0)),
        *(Waypoint(id=one, position=place) for one, place in PLACES.items()),
        *edges,
        Route(id=31, name="round", mode="return", stops=stops, network=network),
        Agent(id=41, name="guard", position=(1.5, 10.5), radius=0.3, walk_speed=3.0, route=31),
        *elements,
    ]
    return Edit.put(base, given).apply(base)


def track(run: Simulation, seconds: float) -> list[Point]:
    """Return the position of the guard at each step."""
    found: list[Point] = []
    row = run.agents.index[41]
    for _ in range(round(seconds * run.settings.steps_per_second)):
        run.step()
        x, z = run.agents.positions[row].tolist()
        found.append((x, z))
    return found


def away_from_edges(level: Level, place: Point) -> float:
    """Metres from a place to the nearest edge of the network, or line from an end of the route."""
    lines = [(PLACES[e.start], PLACES[e.end]) for e in level.of(Edge).values()]
    ways = (((1.5, 10.5), WEST), ((1.5, 10.0), WEST), ((18.5, 10.0), EAST))
    lines += [(place, PLACES[one]) for place, one in ways]
    found = []
    for (ax, az), (bx, bz) in lines:
        dx, dz = bx - ax, bz - az
        t = ((place[0] - ax) * dx + (place[1] - az) * dz) / (dx * dx + dz * dz)
        t = min(max(t, 0.0), 1.0)
        found.append(math.dist(place, (ax + t * dx, az + t * dz)))
    return min(found)


def test_a_guard_stays_on_edges() -> None:
    """Within its radius of them, round the corner where they cost least (S4-007)."""
    level = ring()
    run = Simulation(World.build(level))
    places = track(run, 9.0)
    assert max(away_from_edges(level, place) for place in places) < 0.45
    assert max(z for _, z in places) > 16.5
    assert math.dist(places[-1], (18.5, 10.0)) < 9.0
    steps = np.hypot(*np.diff(np.array(places), axis=0).T)
    assert steps.max() < 3.0 / 60 * 1.5


def test_one_that_walks_freely_takes_the_short_way() -> None:
    """Past the corner of the block."""
    run = Simulation(World.build(ring(network=False)))
    assert max(z for _, z in track(run, 9.0)) < 15.0


def test_a_waypoint_that_is_off_leads_by_the_other_way() -> None:
    """From the start, and at once while the guard is on its way there."""
    level = ring()
    off = replace(level.of(Waypoint)[NORTH], enabled=False)
    edit = Edit.put(level, [off])
    run = Simulation(World.build(edit.apply(level)))
    assert min(z for _, z in track(run, 9.0)) < 3.5
    late = Simulation(World.build(level))
    track(late, 1.0)
    late.change_world(late.world.update(edit.apply(level), edit))
    assert min(z for _, z in track(late, 12.0)) < 3.5


def test_a_wall_across_an_edge_leads_by_the_other_way() -> None:
    """Drawn over it while the guard walks elsewhere on the network."""
    level = ring()
    run = Simulation(World.build(level))
    track(run, 0.5)
    wall = Obstacle(id=3, name="wall", polygon=box(9.0, 13.0, 11.0, 20.0))
    edit = Edit.put(level, [wall])
    run.change_world(run.world.update(edit.apply(level), edit))
    assert min(z for _, z in track(run, 12.0)) < 3.5


def test_without_a_network_that_leads_there_it_walks_freely() -> None:
    """No agent stands still for lack of a waypoint (S4-016)."""
    level = ring()
    edit = Edit.put(level, [replace(one, enabled=False) for one in level.of(Waypoint).values()])
    run = Simulation(World.build(edit.apply(level)))
    places = track(run, 9.0)
    assert min(math.dist(place, (18.5, 10.0)) for place in places) < 0.6


def test_same_bytes_on_every_run() -> None:
    """Two runs are equal."""
    first, second = (track(Simulation(World.build(ring())), 6.0) for _ in range(2))
    assert first == second
