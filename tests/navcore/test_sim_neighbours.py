"""Neighbours, free floor and clear paths: kernels of crowds."""

import itertools
import math
import random

import maps
import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sim_levels import agent
from sim_runs import floor

from navcore.bake.grid import NavGrid
from navcore.level.model import Point
from navcore.path.sight import is_clear
from navcore.sim.agents import Agents
from navcore.sim.floors import ground_of
from navcore.sim.neighbours import LEAST_SLACK, ONE, Surroundings, look_around
from navcore.sim.settings import SimulationSettings

SEEDS = st.integers(0, 2**32 - 1)


TICK = SimulationSettings().seconds_per_tick


def crowd(rng: random.Random, count: int) -> Agents:
    """Return agents that are close or far apart, sometimes many at one place or on one line."""
    spread = rng.choice((1.0, 8.0, 60.0, 1e5))
    kind = rng.randrange(4)
    places = []
    for i in range(count):
        x, z = rng.uniform(-spread, spread), rng.uniform(-spread, spread)
        if kind == 1:
            z = 0.0
        elif kind == 2:
            x, z = round(x), round(z)
        elif kind == 3 and i % 2:
            x, z = places[-1]
        places.append((x, z))
    agents = Agents()
    speed = rng.choice((0.1, 1.4, 6.0))
    widest = rng.choice((0.45, 0.2, 1.5))
    agents.add(
        [
            agent(i + 1, place, radius=rng.uniform(0.3, 1) * widest, walk_speed=speed)
            for i, place in enumerate(places)
        ],
        in_level=True,
    )
    return agents


def pairs_of(around: Surroundings) -> list[tuple[int, int]]:
    """Return the pairs in order, by positions in the index."""
    return [(i, j) for i, j in around.pairs.tolist()]


@given(SEEDS, st.integers(0, 40))
def test_pairs_are_those_of_all_who_come_near(seed: int, count: int) -> None:
    """Each pair is there once, in the index's order, and no touching one is missing (S0-093)."""
    agents = crowd(random.Random(seed), count)
    around = Surroundings(agents, TICK)
    assert sorted(around.order.tolist()) == list(range(count))
    places, radii = agents.positions[around.order], agents.radii[around.order]
    expected = [
        (i, j)
        for i, j in itertools.combinations(range(count), 2)
        if math.dist(places[i], places[j]) < radii[i] + radii[j] + around.slack
    ]
    near = {
        (i, j)
        for i, j in itertools.combinations(range(count), 2)
        if abs(math.dist(places[i], places[j]) - radii[i] - radii[j] - around.slack) < 1e-9
    }
    found = pairs_of(around)
    assert found == sorted(found)
    most = [k for k in range(count) if sum(i == k for i, _ in expected) > 32]
    if not most:
        assert set(found) ^ set(expected) <= near


def test_of_many_in_one_place_each_minds_so_many() -> None:
    """A hundred in a heap: 32 partners each, of those after it, and room for all of them."""
    agents = Agents()
    agents.add([agent(i + 1, (5, 5)) for i in range(100)], in_level=True)
    around = Surroundings(agents, TICK)
    counts = np.bincount(around.pairs[:, 0], minlength=100).tolist()
    assert counts == [min(32, 99 - i) for i in range(100)]


@pytest.mark.parametrize("places", [[], [(3.0, 4.0)], [(0.0, 0.0), (1e6, -1e6)]])
def test_few_or_far_apart(places: list[Point]) -> None:
    """For none, one, or two at both ends of the world there are no pairs, and few squares."""
    agents = Agents()
    agents.add([agent(i + 1, place) for i, place in enumerate(places)], in_level=True)
    around = Surroundings(agents, TICK)
    assert pairs_of(around) == []
    assert around.holds(agents.positions[around.order])


def test_the_order_is_square_by_square() -> None:
    """Row by row of squares, those of one square by their row (S0-093)."""
    agents = Agents()
    places = [(9.0, 9.0), (0.0, 0.0), (9.0, 0.0), (9.0, 9.0)]
    agents.add([agent(i + 1, place) for i, place in enumerate(places)], in_level=True)
    assert Surroundings(agents, TICK).order.tolist() == [1, 2, 0, 3]


@given(SEEDS, st.integers(1, 25))
def test_holds_until_somebody_is_half_the_slack_away(seed: int, count: int) -> None:
    """Then pairs may be missing."""
    rng = random.Random(seed)
    agents = crowd(rng, count)
    around = Surroundings(agents, TICK)
    assert around.slack >= LEAST_SLACK
    row, turn = rng.randrange(count), rng.uniform(0, 2 * math.pi)
    way = np.array((math.cos(turn), math.sin(turn)))
    for share, holds in ((0.499, True), (0.501, False), (0.0, True)):
        places = agents.positions.copy()
        places[row] += share * around.slack * way
        assert around.holds(places[around.order]) == holds


@given(SEEDS, st.integers(0, 40))
def test_an_index_renewed_is_a_new_one(seed: int, count: int) -> None:
    """This holds however far agents went meanwhile, and however the squares changed."""
    rng = random.Random(seed)
    agents = crowd(rng, count)
    around = Surroundings(agents, TICK)
    for far in (0.3, 30.0, 1e4):
        agents.positions[:, 0] += [rng.uniform(-far, far) for _ in range(count)]
        agents.positions[:, 1] *= rng.uniform(0.2, 1.5)
        assert look_around(around, agents, TICK, ONE) is around
        new = Surroundings(agents, TICK)
        assert around.order.tolist() == new.order.tolist()
        assert around.pairs.tolist() == new.pairs.tolist()
        assert around.row_pairs.tolist() == new.row_pairs.tolist()
        assert around.bodies()[1].tolist() == new.bodies()[1].tolist()
    if count:
        agents.radii[0] = 2.0
        assert look_around(around, agents, TICK, ONE) is not around


@given(SEEDS, st.integers(1, 25))
def test_bodies_are_the_agents_in_the_order_of_the_index(seed: int, count: int) -> None:
    """Each where it is now."""
    agents = crowd(random.Random(seed), count)
    around = Surroundings(agents, TICK)
    agents.positions += 0.1
    assert np.array_equal(around.bodies()[1], agents.positions[around.order])


def test_kernel_objects_are_kept_until_an_array_is_replaced() -> None:
    """They see values written into an array; another array, or another index, makes new ones."""
    agents = crowd(random.Random(1), 9)
    around = Surroundings(agents, TICK)
    bodies, places = around.bodies()
    agents.positions += 0.1
    assert around.bodies()[0] is bodies
    assert np.array_equal(places, agents.positions[around.order])
    agents.positions = agents.positions + 0.1
    assert around.bodies()[0] is not bodies
    assert np.array_equal(places, agents.positions[around.order])
    later = Surroundings(agents, TICK)
    assert later.bodies()[0] is not around.bodies()[0]
    kept = later.bodies()[0]
    assert look_around(later, agents, TICK, ONE) is later
    assert later.bodies()[0] is kept
    agents.are_linked = True
    assert later.bodies()[0] is not later.bodies()[0]


@settings(max_examples=150)
@given(SEEDS)
def test_the_floor_lets_pass_what_is_clear(seed: int) -> None:
    """As line of sight says; out of a wall any way leads, into one none (S0-098, S0-099)."""
    rng = random.Random(seed)
    grid = maps.random_grid(rng, 12)
    ground = ground_of(grid)
    for _ in range(40):
        a = maps.random_point(rng, grid, beyond=2 * grid.cell_size)
        b = maps.random_point(rng, grid, beyond=2 * grid.cell_size)
        if rng.random() < 0.5:
            reach = rng.choice((0.01, 0.4, 1.5)) * grid.cell_size
            b = (a[0] + rng.uniform(-reach, reach), a[1] + rng.uniform(-reach, reach))
        assert ground.passes(*a, *a) == grid.is_walkable(*a)
        assert ground.passes(*a, *b) == naive.may_pass(grid, a, b)
        if grid.is_walkable(*a) and grid.is_walkable(*b) and grid.cell_of(*a) != grid.cell_of(*b):
            assert ground.passes(*a, *b) == is_clear(grid, a, b) == ground.passes(*b, *a)


@pytest.mark.parametrize("min_x", [0.0, -3.3, 1000.1, 123456.7])
@pytest.mark.parametrize("cell_size", [0.1, 0.25, 0.4, 1.7])
def test_places_on_lines_belong_to_one_cell(min_x: float, cell_size: float) -> None:
    """A place exactly on a line between cells, or a tiny bit off, belongs to one cell (S0-012)."""
    rng = np.random.default_rng(3)
    grid = NavGrid.from_array(rng.random((8, 40)) > 0.4, cell_size=cell_size, min_x=min_x)
    ground = ground_of(grid)
    for column, row in itertools.product(range(-1, 42), range(3)):
        line = min_x + column * cell_size
        z = (row + 0.5) * cell_size
        for x in (line, math.nextafter(line, -math.inf), math.nextafter(line, math.inf)):
            assert ground.passes(x, z, x, z) == grid.is_walkable(x, z)


@pytest.mark.parametrize("far", [1e3, 1e7, 1e9, 1e15, 1e300])
def test_far_outside_nothing_is_free(far: float) -> None:
    """No overflow, no wrapping round into the grid."""
    ground = ground_of(floor(20, 20))
    for x, z in ((far, 5.0), (5.0, far), (-far, 5.0), (5.0, -far), (far, far), (-far, -far)):
        assert not ground.passes(x, z, x, z)
        assert not ground.passes(5.0, 5.0, x, z)
