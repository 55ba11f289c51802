"""Shortcuts on a network are shorter, avoid holes and corners, and never use slower floor."""

import math
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from shortcut_halls import GUARD, RADIUS, THROUGH, WALLS, Walk, hall
from small_level import box

from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Element,
    Level,
    Obstacle,
    Point,
    Terrain,
    Zone,
)
from navcore.sim import network_following, shortcuts
from navcore.sim.agents import Flags, Floats, Integers
from navcore.sim.movement import Movement
from navcore.sim.run import Run
from navcore.sim.simulation import Simulation
from navcore.world import World


def test_goal_in_sight_takes_no_query() -> None:
    """It is local movement from the first step on (S4-005)."""
    walk = Walk(hall())
    assert walk.queries == 0
    assert set(walk.movements[:-1]) == {Movement.IN_SIGHT}
    assert walk.length == pytest.approx(24.0, abs=0.2)


def test_goal_out_of_sight_takes_one_query() -> None:
    """It is remote, then local as soon as the goal is in sight (S4-006)."""
    walk = Walk(hall(*WALLS, places=THROUGH))
    assert walk.queries == 1
    turns = [one for one, _ in pairwise([-1, *walk.movements, -1])]
    order = [b for a, b in pairwise(turns) if a != b]
    assert order == [Movement.ALONG, Movement.IN_SIGHT]


def test_shorter_than_from_turn_to_turn() -> None:
    """Looking ahead along edges beats the furthest turn, which beats the edges (S4-042)."""
    strict = Walk(hall(*WALLS, places=THROUGH, shortcuts=False)).length
    greedy = Walk(hall(*WALLS, places=THROUGH)).length
    assert greedy < 0.9 * strict
    world = World.build(hall(*WALLS, places=THROUGH))
    assert greedy < 1.1 * world.find_path(THROUGH[0], THROUGH[-1]).length


def test_corners_keep_the_radius_exactly(exhaustive: bool) -> None:
    """This holds at every step, by the distance to the outlines (S4-041)."""
    rng = np.random.default_rng(5)
    walks = 0
    for _ in range(400 if exhaustive else 60):
        turned = [
            Obstacle(
                id=60 + n,
                polygon=_tilted((5.0 + 5.0 * n, rng.uniform(4.0, 8.0)), rng.uniform(0.0, math.tau)),
            )
            for n in range(4)
        ]
        places: list[Point] = [(2.0, 1.0)]
        places += [(x, float(rng.choice((1.5, 10.5)))) for x in (5.0, 10.0, 15.0, 20.0)]
        places += [(24.0, 6.0), (27.0, 6.0)]
        level = hall(*turned, places=tuple(places))
        if not World.build(level).graph.open.all():
            continue
        walk = Walk(level)
        walks += 1
        for one in turned:
            assert walk.nearest_to(one) >= RADIUS - 1e-6
    assert walks


def _tilted(middle: Point, angle: float) -> tuple[Point, ...]:
    """Return a rotated triangle."""
    x, z = middle
    return tuple(
        (x + 1.6 * math.cos(angle + part), z + 1.6 * math.sin(angle + part))
        for part in (0.0, 2.1, 4.2)
    )


def test_pits_are_walked_around() -> None:
    """Without ground along the whole ray a place is not in sight (S4-040)."""
    floor = (
        Area(id=1, polygon=box(0.0, 0.0, 30.0, 4.0)),
        Area(id=2, polygon=box(0.0, 4.0, 10.0, 12.0)),
        Area(id=3, polygon=box(20.0, 4.0, 30.0, 12.0)),
    )
    places = ((2.0, 10.0), (8.0, 3.0), (15.0, 2.0), (22.0, 3.0), (28.0, 10.0))
    level = hall(places=places, floor=floor)
    walk = Walk(level)
    grid = World.build(level).grid
    assert all(grid.is_walkable(*place) for place in walk.places)
    assert walk.length < 1.02 * sum(math.dist(a, b) for a, b in pairwise(places))


MUD = Terrain(name="mud", cost=4.0)


def muddy(*, road: bool) -> Level:
    """A hall of mud, with a bent road through it, or without."""
    bent: tuple[Point, ...] = ((2.0, 2.0), (8.0, 9.0), (20.0, 9.0), (26.0, 2.0))
    zones: list[Element] = []
    zones.append(Zone(id=71, terrain="mud", polygon=box(0.0, 0.0, 30.0, 12.0)))
    if road:
        for number, (a, b) in enumerate(pairwise(bent)):
            dx, dz = b[0] - a[0], b[1] - a[1]
            far = math.hypot(dx, dz)
            nx, nz = -dz / far, dx / far
            ex, ez = dx / far, dz / far
            ring = (
                (a[0] - ex + nx, a[1] - ez + nz), (a[0] - ex - nx, a[1] - ez - nz),
                (b[0] + ex - nx, b[1] + ez - nz), (b[0] + ex + nx, b[1] + ez + nz),
            )  # fmt: skip
            order = float(number + 1)
            zones.append(Zone(id=72 + number, terrain="ground", polygon=ring, order=order))
    return hall(*zones, places=bent, terrains=(MUD,))


def test_no_shortcut_into_slower_ground() -> None:
    """It stays on the road, though the goal is in sight across the mud (S4-043)."""
    level = muddy(road=True)
    walk = Walk(level, 200.0)
    world = World.build(level)
    assert {world.terrain_at(*place).name for place in walk.places} == {"ground"}
    plain = Walk(muddy(road=False), 200.0)
    assert plain.length < walk.length, "where all is mud, the straight line is as good"
    assert plain.queries == 0


def test_no_shortcut_that_costs_more_than_the_road() -> None:
    """A ford in the road is as slow as the mud beside it, but the road still costs less."""
    level = muddy(road=True)
    ford = Zone(id=79, terrain="mud", polygon=box(13.0, 0.0, 15.0, 12.0), order=9.0)
    level = Edit.put(level, [ford]).apply(level)
    walk = Walk(level, 200.0)
    world = World.build(level)
    muddy_places = [x for x, z in walk.places if world.terrain_at(x, z).name == "mud"]
    assert muddy_places
    assert all(12.5 <= x <= 15.5 for x in muddy_places)


@pytest.mark.parametrize("shaken", [False, True])
def test_rays_are_budgeted_and_counted(*, shaken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are at most 8 per tick and agent, except for the tick in which it plans (S4-044).

    They are counted where they are cast. One that is off its path also asks for its next point.
    """
    assert (shortcuts.RAYS, shortcuts.HALVINGS) == (8, 4)
    cast: Counter[int] = Counter()
    looks: list[int] = []
    sees, look_ahead = shortcuts._Looks._sees, shortcuts.look_ahead  # noqa: SLF001

    def counted(self: Any, asks: Integers, targets: Floats, turns: Integers) -> Flags:
        cast.update(self._rows[asks].tolist())
        return sees(self, asks, targets, turns)

    def look(run: Run, rows: Integers) -> list[int]:
        agents, before = run.agents, run.agents.rays.copy()
        agents.off_path[rows] |= shaken
        cast.clear()
        lost = look_ahead(run, rows)
        assert (agents.rays - before).tolist() == [cast[row] for row in range(len(before))]
        looks.append(max(cast.values()))
        return lost

    monkeypatch.setattr(shortcuts._Looks, "_sees", counted)  # noqa: SLF001
    monkeypatch.setattr(network_following, "look_ahead", look)
    walk = Walk(hall(*WALLS, places=THROUGH))
    assert max(walk.rays[1:]) <= 8
    assert sum(walk.rays) >= sum(looks)
    assert max(looks) == 8, "it is the budget that ends some looks"


def test_one_that_is_pushed_goes_on_or_comes_back() -> None:
    """Behind a wall it comes back to its line; in the open it goes on from there."""
    run = Simulation(World.build(hall(*WALLS, places=THROUGH)))
    run.run(4.0)
    agents = run._run.agents  # noqa: SLF001
    agents.positions[0] += (-1.5, 2.0)
    agents.off_path[0] = True
    for _ in range(60 * 60):
        run.step()
        if run.arrivals:
            break
    else:
        pytest.fail("it never came")
    assert run.agents.queries[0] <= 3


def test_a_crowd_with_shortcuts_arrives_the_same_each_time() -> None:
    """The bytes are the same, and no agent stalls."""
    crew = [
        Agent(id=100 + n, name=f"guard_{n}", position=(1.0 + 0.7 * (n % 3), 1.0 + 0.7 * (n // 3)),
              radius=RADIUS, route=31)
        for n in range(9)
    ]  # fmt: skip
    level = hall(*crew, *WALLS, places=THROUGH)
    level = Edit.put(level, [replace(level.agents[GUARD], position=(4.0, 4.0))]).apply(level)

    def run() -> tuple[bytes, set[int]]:
        one = Simulation(World.build(level))
        came: set[int] = set()
        for _ in range(90 * 60):
            one.step()
            came |= {arrival.agent_id for arrival in one.arrivals}
        return one.agents.positions.tobytes(), came

    first, came = run()
    assert len(came) == 10
    assert run() == (first, came)
