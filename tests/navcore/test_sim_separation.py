"""Agents that overlap are pushed apart, never off the floor and never through a wall."""

import math
import random

import maps
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from naive_crowds import Person, push_apart
from sim_levels import agent, room, run_for, simulate
from sim_runs import all_on_floor, bare_run, floor, happenings, on_grid, overlap, writable

from navcore.bake.grid import NavGrid
from navcore.sim.following import follow
from navcore.sim.separation import index, separate
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

ONCE = {"separation_iterations": 1}


def places(run: Simulation) -> list[list[float]]:
    """Return the positions of all agents."""
    return run.agents.positions.tolist()


def near(found: list[list[float]], expected: list[tuple[float, float]]) -> bool:
    """Return whether places are equal within rounding."""
    return bool(np.allclose(found, expected, rtol=0, atol=1e-9))


def test_each_goes_by_half_of_what_a_pass_undoes() -> None:
    """The push is 0.8 of 0.9 m less the distance, along the line of centres (S0-094, S0-095)."""
    run = on_grid(floor(10, 10), (5, 5), (5.3, 5.4), **ONCE)
    writable(run).radii[:] = (0.2, 0.32)
    run.step()
    by = 0.8 * (0.52 - 0.5) / 2
    assert near(places(run), [(5 - 0.6 * by, 5 - 0.8 * by), (5.3 + 0.6 * by, 5.4 + 0.8 * by)])


def test_nobody_is_pushed_farther_than_two_centimetres_a_step() -> None:
    """However deep two are in each other: they come apart over several steps."""
    run = on_grid(floor(10, 10), (5, 5), (5.3, 5.4))
    run.step()
    assert near(places(run), [(5 - 0.012, 5 - 0.016), (5.312, 5.416)])
    for _ in range(8):
        before = run.agents.positions.copy()
        run.step()
        assert np.hypot(*(run.agents.positions - before).T) == pytest.approx((0.02, 0.02))
    # 0.36 m by now; the rest is closer and closer to touching.
    run_for(run, 1.0)
    assert abs(overlap(run)) < 1e-5


def test_radii_count_in_full() -> None:
    """The least distance of two is the sum of their own radii (S0-100)."""
    pairs = [(0.2, 1.0, 1.2), (0.2, 0.3, 0.5)]
    for mine, yours, apart in pairs:
        one, other = agent(1, (5, 5), radius=mine), agent(2, (5.5, 5), radius=yours)
        run = simulate(room(10, 10), one, other)
        run_for(run, 2.0)
        assert math.dist(*places(run)) == pytest.approx(apart, abs=1e-5)
        assert [z for _, z in places(run)] == [5, 5]


def test_three_passes_a_step() -> None:
    """Each starts from the result of the one before (S0-092)."""
    start = [(4.2, 5.0), (5.09, 5.0), (5.98, 5.0)]
    run = on_grid(floor(10, 10), *start)
    run.step()
    people = [Person(i + 1, place, walks=False) for i, place in enumerate(start)]
    grid = run.world.grid
    expected = push_apart(grid, people, 3, 0)
    assert near(places(run), expected)
    assert not near(expected, push_apart(grid, people, 2, 0))


def test_who_has_right_of_way_takes_the_smaller_share() -> None:
    """It takes two fifths of the other's share: agents at the end of queues don't push them on."""
    run = bare_run(floor(20, 10), (5, 5), (5.89, 5), **ONCE)
    for row in range(2):
        run.agents.set_path(row, np.array([(15.0, 5.0)]))
    run.agents.headings[:] = (1.0, 0.0)
    index(run)
    separate(run)
    by = 0.8 * 0.01 / 1.4
    assert near(run.agents.positions.tolist(), [(5 - by, 5), (5.89 + 0.4 * by, 5)])


def test_who_waits_at_a_gate_stays_where_it_is_pushed() -> None:
    """Places to wait at can be nearer to each other than two bodies are wide."""
    run = bare_run(floor(20, 10), (5, 5), (5.6, 5))
    for row in range(2):
        run.agents.set_path(row, np.array([(15.0, 5.0)]))
    run.agents.held[:] = 1
    run.agents.aims[:] = run.agents.positions + np.array([(0.01, 0.0), (-0.01, 0.0)])
    for _ in range(10):
        follow(run)
        separate(run)
    assert math.dist(*run.agents.positions.tolist()) > 0.85
    # Farther from there than it can be pushed by one who waits beside it, an agent goes back.
    before = run.agents.positions.copy()
    run.agents.aims[:] = before + np.array([(-0.5, 0.0), (0.5, 0.0)])
    follow(run)
    assert run.agents.positions[0, 0] < before[0, 0]
    assert run.agents.positions[1, 0] > before[1, 0]


@pytest.mark.parametrize(
    ("apart", "to", "paces"),
    [
        (0.7, (15.0, 1.0), [0.0, 0.0]),
        (0.85, (15.0, 1.0), [1.0, 1.0]),
        (0.7, (1.0, 15.0), [1.0, 1.0]),
        (0.7, (15.0, 15.0), [0.0, 1.0]),
    ],
)
def test_who_walks_deep_into_another_stops_at_once(
    apart: float, to: tuple[float, float], paces: list[float]
) -> None:
    """An agent looks up each tick or second tick; two who meet at a corner are too late then.

    They go on at a slight touch, and away from each other.
    """
    run = bare_run(floor(20, 10), (8, 5), (8 + apart, 5))
    for row in range(2):
        run.agents.set_path(row, np.array([(to[row], 5.0)]))
    index(run)
    follow(run)
    separate(run)
    assert run.agents.paces.tolist() == paces


def test_who_walks_goes_before_who_stands() -> None:
    """A standing agent in the way gives more than it takes."""
    run = on_grid(floor(20, 10), (5, 5), (5, 5.89), **ONCE)
    run.send([1], (15, 5))
    run.step()
    assert run.agents.positions[1, 1] - 5.89 > 2 * (5 - run.agents.positions[0, 1]) > 0


def test_one_at_a_wall_leaves_it_to_the_other() -> None:
    """The other takes the whole push if that is walkable, else its half (S0-096)."""
    run = on_grid(floor(10, 1), (0.001, 0.5), (0.89, 0.5), **ONCE)
    by = 0.8 * (0.9 - 0.889)
    run.step()
    assert near(places(run), [(0.001, 0.5), (0.89 + by, 0.5)])
    run = on_grid(floor(10, 1, (1, 0)), (0.001, 0.5), (0.998, 0.5), **ONCE)
    writable(run).radii[:] = 0.5
    by = 0.8 * (1.0 - 0.997)
    assert 0.998 + by / 2 < 1.0 < 0.998 + by
    run.step()
    assert near(places(run), [(0.001, 0.5), (0.998 + by / 2, 0.5)])


def test_where_neither_can_go_both_stay() -> None:
    """They are pinched in a corridor: none leaves it, and none is in a wall (S0-097)."""
    run = on_grid(floor(3, 1, (0, 0), (2, 0), cell_size=0.5), (0.501, 0.2), (0.999, 0.2))
    for _ in range(60):
        run.step()
        assert all_on_floor(run)
    assert np.abs(run.agents.positions - ((0.5, 0.2), (1.0, 0.2))).max() < 0.0011


def test_pushing_minds_the_floor_alone() -> None:
    """Standing agents block plans, not pushes (S0-098)."""
    run = simulate(
        room(10, 10), agent(1, (5, 5)), agent(2, (5.3, 5)), agent(3, (5.32, 5), radius=0.001),
        settings=SimulationSettings(**ONCE),
    )  # fmt: skip
    run.step()
    assert near(places(run)[:2], [(4.98, 5), (5.32, 5)])


def test_nobody_is_pushed_through_a_thin_wall() -> None:
    """Behind a wall one cell thick there is floor, and the push would reach it (S0-099)."""
    cells = np.ones((400, 400), np.uint8)
    cells[:, 200] = 0
    grid = NavGrid.from_array(cells, cell_size=0.01)
    run = on_grid(grid, (1.995, 2.0), (1.2, 2.0), **ONCE)
    assert run.world.is_walkable(2.015, 2.0)
    run.step()
    # It can't go; the other takes all of it, as far as a step lets it.
    assert near(places(run), [(1.995, 2.0), (1.18, 2.0)])


def test_a_wall_between_two_lets_nobody_through() -> None:
    """They may overlap across it; both stay on their side (S0-099)."""
    cells = np.ones((60, 60), np.uint8)
    cells[:, 30] = 0
    grid = NavGrid.from_array(cells, cell_size=0.1)
    starts = np.random.default_rng(3).uniform((2.2, 2.0), (3.9, 4.0), (14, 2))
    starts = [(x, z) for x, z in starts.tolist() if grid.is_walkable(x, z)]
    run = on_grid(grid, *starts)
    for _ in range(60):
        run.step()
        assert all_on_floor(run)
        assert all(
            (x < 3.0) == (a < 3.0) for (x, _), (a, _) in zip(places(run), starts, strict=True)
        )


def test_two_in_one_place_part() -> None:
    """Along a line that their ids decide, the same each time; never not a number (S0-095)."""
    ends = []
    for _ in range(2):
        run = on_grid(floor(10, 10), (5, 5), (5, 5))
        run.step()
        assert np.isfinite(run.agents.positions).all()
        assert math.dist(*places(run)) == pytest.approx(0.04)
        assert np.mean(places(run), axis=0) == pytest.approx((5, 5))
        run_for(run, 1.0)
        assert abs(overlap(run)) < 1e-5
        ends.append(places(run))
    assert ends[0] == ends[1]


def test_a_heap_in_one_place_parts() -> None:
    """Twenty in one place and twenty in another one."""
    run = on_grid(floor(20, 20), *[(10, 10)] * 20, *[(4.5, 4.5)] * 20)
    run_for(run, 5.0)
    assert np.isfinite(run.agents.positions).all()
    assert all_on_floor(run)
    assert overlap(run) < 0.01


def test_who_stood_stays_where_it_was_pushed() -> None:
    """Its goal is to stand there (S0-091, S0-101)."""
    run = simulate(room(10, 10), agent(1, (5, 5), player=True), agent(2, (5.4, 5)))
    for _ in range(12):
        run.step()
        assert run.agents.walk_targets.tolist() == places(run)
    assert places(run)[0][0] < 4.8
    assert not run.agents.is_moving(1)
    assert happenings(run, 1.0) == []


def test_who_walked_is_not_stopped() -> None:
    """A player that is pushed on its way arrives (S0-101)."""
    run = simulate(room(20, 10), agent(1, (2, 5), player=True), agent(2, (2.4, 5.3), player=True))
    run.send([1], (15, 5))
    run.step()
    assert run.agents.positions[0, 1] < 5.0
    assert run.agents.is_moving(1)
    assert len(run_for(run, 12.0)) == 1
    assert tuple(run.agents.positions[0]) == (15, 5)


def test_one_who_could_not_get_to_its_goal_goes_on_wanting_it() -> None:
    """Pushed where it waits before a wall, it keeps its requested target (S0-080)."""
    run = simulate(room(12, 6, (6, -1, 7, 7)), agent(1, (2, 3)))
    run.send([1], (10, 3))
    run_for(run, 6.0)
    x, z = run.agents.positions[0].tolist()
    run.spawn(agent(2, (x - 0.3, z - 0.3)))
    run_for(run, 1.0)
    assert math.dist(run.agents.positions[0], (x, z)) > 0.01
    assert tuple(run.agents.requested_targets[0]) == (10, 3)
    assert run.counts().stuck == 1


@pytest.mark.usefixtures("crowd_kernels")
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32 - 1))
def test_like_all_pairs(seed: int) -> None:
    """A crowd on any floor ends up where pushing every pair in turn puts it (S0-093)."""
    rng = random.Random(seed)
    grid = maps.random_grid(rng, 12)
    side = max(grid.width, grid.depth) * grid.cell_size
    run = bare_run(
        grid, *(maps.random_point(rng, grid, beyond=0.2) for _ in range(rng.randint(2, 30)))
    )
    agents, run.step = run.agents, 500
    count = len(agents)
    agents.ids[:] = rng.sample(range(1, 1000), count)
    # Fast ones are looked for farther around: no pair is missed however far they are pushed.
    agents.walk_speeds[:] = 5.0
    agents.radii[:] = [rng.uniform(0.02, min(0.6, 0.15 * side)) for _ in range(count)]
    agents.ahead[:] = [rng.choice((0.0, 1.0, 3.0)) for _ in range(count)]
    agents.through[:] = [rng.choice((-1, -1, 400)) for _ in range(count)]
    agents.held[:] = [rng.random() < 0.2 for _ in range(count)]
    for row in range(count):
        if rng.random() < 0.6:
            turn = rng.uniform(0, math.tau)
            agents.set_path(row, np.array([maps.random_point(rng, grid)]))
            agents.headings[row] = math.cos(turn), math.sin(turn)
    agents.hindered[:] = [rng.choice((0, 5, 40)) for _ in range(count)]
    walks = agents.has_path()
    index(run)
    people = [
        Person(
            int(agents.ids[row]),
            agents.place(row),
            float(agents.radii[row]),
            bool(walks[row]),
            tuple(agents.headings[row].tolist()),
            ahead=float(agents.ahead[row]),
            hindered=int(agents.hindered[row]),
            through=int(agents.through[row]),
            held=bool(agents.held[row]),
        )
        for row in run.around.order.tolist()
    ]
    order = run.around.order
    for passes in range(1, 4):
        moved = np.array(push_apart(grid, people, passes, run.step, math.inf))
        assume(np.hypot(*(moved - agents.positions[order]).T).max() <= run.around.slack / 2)
    expected = push_apart(grid, people, 3, run.step)
    separate(run)
    assert np.allclose(agents.positions[order], expected, rtol=0, atol=1e-9)


def test_nobody_overlaps_where_there_is_room() -> None:
    """Fifty in a room, after sixty frames: at most 1 cm, and all on the floor (S0-109)."""
    level = room(12, 12, (5, 5, 5.4, 8))
    starts = np.random.default_rng(11).uniform(3, 9, (80, 2)).tolist()
    starts = [place for place in starts if World.build(level).is_walkable(*place)][:50]
    run = simulate(level, *(agent(i + 1, (x, z)) for i, (x, z) in enumerate(starts)))
    assert len(run.agents) == 50
    assert overlap(run) > 0.5
    for _ in range(60):
        run.step()
        assert all_on_floor(run)
    assert overlap(run) < 0.01


def test_nobody_is_in_a_wall_where_there_is_no_room() -> None:
    """Sixty in a space for ten: they overlap, but none leaves the floor (S0-097)."""
    run = simulate(
        room(14, 14, (2, 2, 3, 12), (4, 2, 5, 12)),
        *(agent(i + 1, (3.5 + 0.01 * (i % 3), 4 + 0.1 * i)) for i in range(60)),
    )
    assert all_on_floor(run)
    for _ in range(120):
        run.step()
        assert all_on_floor(run)
    assert np.isfinite(run.agents.positions).all()


def test_two_who_stand_in_a_corner_part_along_the_walls() -> None:
    """The push itself has no room for either, but there is room beside it."""
    run = simulate(room(10, 10), agent(1, (0.1, 0.3), radius=0.2), agent(2, (0.3, 0.1), radius=0.2))
    run_for(run, 1.0)
    one, other = run.agents.positions.tolist()
    assert math.dist(one, other) >= 0.39
    assert run.world.is_walkable(*one)
    assert run.world.is_walkable(*other)


def test_fifty_in_a_corner_come_apart() -> None:
    """Agents that can't be pushed straight apart slide along the wall."""
    run = simulate(room(20, 20), *(agent(i, (0.5, 0.5)) for i in range(1, 51)))
    while not run.steps or overlap(run) > 0.01:
        run.step()
        moved = run.agents.positions - run.agents.previous_positions
        assert np.hypot(*moved.T).max() <= 0.02 + 1e-9
        assert run.seconds < 20.0
