"""Agents move along their paths, and agents off their paths return to them."""

import math
import random

import maps
import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interpreted import interpret_crowds
from sim_levels import agent
from sim_runs import floor

from navcore.bake.grid import NavGrid
from navcore.sim.following import follow
from navcore.sim.run import Run
from navcore.sim.settings import SimulationSettings
from navcore.world import World

PLAIN = floor(200, 200, min_x=-100, min_z=-100)


def walkers(seed: int, count: int = 6, most_points: int = 5, per_second: int = 60) -> Run:
    """Agents with random paths of 0 to `most_points` points within 10 m, nothing in their way."""
    rng = np.random.default_rng(seed)
    run = Run(World.from_grid(PLAIN), SimulationSettings(steps_per_second=per_second))
    run.agents.add(
        [
            agent(
                i + 1, tuple(rng.uniform(-5, 5, 2).tolist()),
                facing=float(rng.uniform(-math.pi, math.pi)),
                walk_speed=float(rng.uniform(0.5, 5)),
                rotation_speed=float(rng.uniform(0.5, 10)),
            )
            for i in range(count)
        ],
        in_level=True,
    )  # fmt: skip
    for row in range(count):
        run.agents.set_path(row, rng.uniform(-5, 5, (int(rng.integers(0, most_points + 1)), 2)))
    return run


def one(
    path: list[tuple[float, float]],
    per_second: int = 60,
    grid: NavGrid = PLAIN,
    **fields: float | tuple[float, float],
) -> Run:
    """An agent with a path."""
    run = Run(World.from_grid(grid), SimulationSettings(steps_per_second=per_second))
    run.agents.add([agent(1, **{"position": (0.0, 0.0), **fields})], in_level=True)
    run.agents.set_path(0, np.array(path, np.float64).reshape(-1, 2))
    return run


def bytes_of(run: Run) -> bytes:
    """Return all arrays that walking writes."""
    agents = run.agents
    return agents.positions.tobytes() + agents.facings.tobytes() + agents.path_current.tobytes()


@given(st.integers(0, 10_000), st.integers(1, 30))
def test_walks_like_the_naive_twin(seed: int, per_second: int) -> None:
    """Places and passed points are those of the obvious loop (S0-082 to S0-084)."""
    run = walkers(seed, per_second=per_second)
    agents = run.agents
    expected = [
        naive.walk(
            agents.place(i), float(agents.walk_speeds[i]),
            [(x, z) for x, z in agents.path(i).tolist()], 1 / per_second,
        )
        for i in range(len(agents))
    ]  # fmt: skip
    begun = agents.path_current.copy()
    follow(run)
    for i, (place, passed) in enumerate(expected):
        assert agents.positions[i] == pytest.approx(place, abs=1e-9)
        assert agents.path_current[i] - begun[i] == passed


@given(st.integers(0, 10_000), st.integers(2, 60))
def test_the_length_of_a_step_changes_nothing(seed: int, steps: int) -> None:
    """One step of a second ends where many short ones end, facing the same way (S0-084)."""
    at_once, in_steps = walkers(seed, per_second=1), walkers(seed, per_second=steps)
    follow(at_once)
    for _ in range(steps):
        follow(in_steps)
    assert in_steps.agents.positions == pytest.approx(at_once.agents.positions, abs=1e-9)
    for first, second in zip(at_once.agents.facings, in_steps.agents.facings, strict=True):
        assert naive.angle_between(first, second) < 1e-6


@pytest.mark.parametrize("rate", [10, 30, 60, 144])
def test_total_time_is_the_same_at_any_rate(rate: int) -> None:
    """The same path takes the same time, within a tick, at 5 m/s (S0-084, X-014)."""
    path = [(1.0, 0.0), (1.0, 1.03), (4.0, 5.0), (4.01, 5.0), (0.0, 0.0)]
    run = one(path, rate, walk_speed=5.0)
    expected = sum(math.dist(a, b) for a, b in zip([(0.0, 0.0), *path], path, strict=False)) / 5.0
    steps = 0
    while run.agents.has_path()[0]:
        follow(run)
        steps += 1
    assert 0 <= steps / rate - expected <= max(0.1, 1 / rate)
    assert run.agents.place(0) == (0.0, 0.0)


@pytest.mark.parametrize("per_second", [1, 60, 144])
def test_distance_is_speed_times_time(per_second: int) -> None:
    """This holds on a straight line for every step, up to its end (S0-083)."""
    run = one([(30.0, 40.0)], per_second, walk_speed=1.4)
    follow(run)
    assert math.hypot(*run.agents.place(0)) == pytest.approx(1.4 / per_second, abs=1e-12)
    run = one([(0.03, 0.04)], 1, walk_speed=100.0)
    follow(run)
    assert run.agents.place(0) == (0.03, 0.04)


@pytest.mark.parametrize(
    ("start", "goal", "degrees"),
    [(350, 10, 10), (10, 350, 350), (0, 90, 90), (170, -170, 190), (-170, 170, 170), (0, 0, 0)],
)
def test_turns_the_shorter_way(start: float, goal: float, degrees: float) -> None:
    """350 to 10 degrees turns 20, across the seam too (S0-085)."""
    aim = (90 * math.cos(math.radians(goal)), 90 * math.sin(math.radians(goal)))
    apart = naive.angle_between(math.radians(start), math.radians(goal))

    def turned(speed: float) -> float:
        run = one([aim], 1, facing=math.radians(start), rotation_speed=speed)
        follow(run)
        return float(run.agents.facings[0])

    assert naive.angle_between(turned(10.0), math.radians(degrees)) < 1e-9
    if apart:
        halfway = turned(apart / 2)
        for end in (start, goal):
            assert naive.angle_between(halfway, math.radians(end)) == pytest.approx(apart / 2)


@given(st.floats(-10, 10), st.floats(-math.pi, math.pi), st.floats(0.1, 20), st.integers(1, 60))
def test_turns_as_far_as_time_allows(
    facing: float, aim: float, speed: float, per_second: int
) -> None:
    """An agent is nearer to its direction by speed x time, or has it (S0-085)."""
    path = [(90 * math.cos(aim), 90 * math.sin(aim))]
    run = one(path, per_second, facing=facing, rotation_speed=speed)
    follow(run)
    before = naive.angle_between(facing, aim)
    after = naive.angle_between(float(run.agents.facings[0]), aim)
    assert after == pytest.approx(max(0.0, before - speed / per_second), abs=1e-9)


def test_standing_on_the_point_keeps_the_facing() -> None:
    """No direction, no turn (S0-085)."""
    run = one([(0.0, 0.0)], facing=2.5)
    follow(run)
    assert run.agents.facings[0] == 2.5
    assert not run.agents.has_path()[0]


def test_off_its_path_it_is_there_within_the_threshold() -> None:
    """5 cm of its end count (S0-086); on its path it goes to the very point."""
    for far, there in ((0.049, True), (0.051, False)):
        run = one([(far, 0.0)], walk_speed=0.6)
        run.agents.off_path[0] = True
        follow(run)
        assert bool(run.agents.has_path()[0]) != there
    run = one([(0.049, 0.0)], walk_speed=0.6)
    follow(run)
    assert run.agents.has_path()[0]


@pytest.mark.parametrize("turn", [-1.2, -0.3, 0.4, 1.0])
def test_who_turns_off_goes_as_fast(turn: float) -> None:
    """It goes to the left by that many radians, at its pace."""
    run = one([(50.0, 0.0)], walk_speed=2.0, rotation_speed=1000.0)
    run.agents.off_path[0], run.agents.steers[0], run.agents.paces[0] = True, turn, 0.5
    follow(run)
    x, z = run.agents.place(0)
    assert math.hypot(x, z) == pytest.approx(1 / 60, rel=1e-4)
    assert math.atan2(z, x) == pytest.approx(turn, abs=1e-4)


@pytest.mark.parametrize("turn", [0.4, -0.3, 1.0, -1.2])
def test_who_turns_off_at_full_speed_faces_where_it_steps_to(turn: float) -> None:
    """It eases into that direction within a second."""
    run = one([(50.0, 0.0)], walk_speed=2.0, rotation_speed=1000.0)
    run.agents.off_path[0], run.agents.steers[0] = True, turn
    for _ in range(60):
        before = run.agents.place(0)
        follow(run)
    x, z = run.agents.place(0)
    assert run.agents.facings[0] == pytest.approx(
        math.atan2(z - before[1], x - before[0]), abs=1e-2
    )


def feeling(seed: int) -> Run:
    """Return agents off their paths on random floor, with random points."""
    rng = random.Random(seed)
    grid = maps.random_grid(rng, 14)
    run = Run(World.from_grid(grid), SimulationSettings(steps_per_second=rng.choice((5, 60))))
    count = 8
    run.agents.add(
        [
            agent(i + 1, maps.random_point(rng, grid, beyond=0.5), walk_speed=rng.uniform(0.3, 9))
            for i in range(count)
        ],
        in_level=True,
    )
    for row in range(count):
        points = [maps.random_point(rng, grid, beyond=1.0) for _ in range(rng.randint(1, 3))]
        run.agents.set_path(row, np.array(points))
    run.agents.off_path[:] = True
    run.agents.steers[:] = [rng.choice((0.0, rng.uniform(-1.4, 1.4))) for _ in range(count)]
    run.agents.paces[:] = [rng.uniform(0.3, 1) for _ in range(count)]
    return run


@given(st.integers(0, 2**32 - 1))
def test_off_its_path_nobody_leaves_the_floor(seed: int) -> None:
    """Every step stays on walkable cells, and is no longer than the speed allows (S0-099)."""
    run = feeling(seed)
    agents, grid = run.agents, run.world.grid
    for _ in range(20):
        before = agents.positions.tolist()
        follow(run)
        for i, (a, b) in enumerate(zip(before, agents.positions.tolist(), strict=True)):
            assert a == b or naive.may_pass(grid, tuple(a), tuple(b))
            stride = agents.walk_speeds[i] * agents.paces[i] * run.settings.seconds_per_step
            assert math.dist(a, b) <= stride * (1 + 1e-4)


def test_slides_along_a_wall() -> None:
    """It goes along the obstacle, and does not get stuck."""
    run = one([(8.5, 9.5)], grid=floor(20, 20, *[(c, 5) for c in range(10)]), position=(2.5, 4.5))
    run.agents.off_path[0] = True
    for _ in range(240):
        follow(run)
    x, z = run.agents.place(0)
    assert x > 6.0
    assert 4.9 < z < 5.0


@pytest.mark.parametrize("make", [walkers, feeling])
def test_compiled_equals_interpreted(make: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extension and its source give the same bytes."""
    seeds = range(40)
    found = []
    for compiled in (True, False):
        if not compiled:
            interpret_crowds(monkeypatch)
        runs = [make(seed) for seed in seeds]  # type: ignore[operator]
        for run in runs:
            for _ in range(12):
                follow(run)
        found.append([bytes_of(run) for run in runs])
    assert found[0] == found[1]
