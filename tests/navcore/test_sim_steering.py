"""Steering: past each other, over bad floor, and far from viewers."""

import math

import numpy as np
import pytest
from sim_levels import agent, room, run_for, simulate
from sim_runs import all_on_floor, floor, happenings, on_grid, overlap, writable

from navcore import NavcoreError
from navcore.bake.grid import NavGrid
from navcore.sim.events import Kind
from navcore.sim.inputs import Input, Watch
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation

PLAIN = floor(400, 60, min_x=-200, min_z=-30)


def mean_seconds(run: Simulation, count: int, most: float) -> float:
    """Run until a number of agents have arrived; return their mean time."""
    times: list[float] = []
    while len(times) < count and run.seconds < most:
        run.step()
        times += [run.seconds] * len(run.arrivals)
    assert len(times) == count
    return sum(times) / count


def test_two_who_meet_head_on_pass_on_their_right() -> None:
    """They don't touch, and make hardly a detour."""
    run = on_grid(PLAIN, (0, 0), (20, 0))
    run.send([1], (20, 0))
    run.send([2], (0, 0))
    run.take_in()
    sides = []
    while run.agents.path_end.any() or not run.steps:
        run.step()
        assert overlap(run) < 0.01
        if abs(run.agents.positions[0, 0] - run.agents.positions[1, 0]) < 0.1:
            sides.append(run.agents.positions[0, 1] < run.agents.positions[1, 1])
    assert sides
    assert all(sides)
    assert run.seconds < 20 / 1.4 * 1.1


@pytest.mark.parametrize("angle", [10, 50, 90, 130, 170])
def test_two_whose_ways_cross_pass(angle: int) -> None:
    """From any side, both arrive nearly as soon as alone, without touching."""
    turn = math.radians(angle)
    far = (10 * math.cos(turn), 10 * math.sin(turn))
    run = on_grid(PLAIN, (-10, 0), (-far[0], -far[1]))
    run.send([1], (10, 0))
    run.send([2], far)
    run.step()
    for _ in range(round(20 / 1.4 * 1.3 * 60)):
        run.step()
        assert overlap(run) < 0.02
    assert run.agents.positions[0].tolist() == [10, 0]
    assert run.agents.positions[1] == pytest.approx(far)


def test_who_goes_beside_one_at_the_same_speed_goes_straight_on() -> None:
    """This holds for any overlap, because neither comes nearer to the other."""
    pair = (agent(1, (5, 5), radius=1.0), agent(2, (5, 5.3), radius=1.0))
    run = simulate(room(40, 40), *pair, settings=SimulationSettings(separation_iterations=0))
    run.send([1], (30, 5))
    run.send([2], (30, 5.3))
    for _ in range(60):
        writable(run).velocities[:] = (1.4, 0.0)
        run.step()
        assert run.agents.paces[1] == 1.0
        assert run.agents.steers[1] == 0.0


def test_goes_round_one_who_stands_without_a_nudge() -> None:
    """There is room, so that no agent has to step aside."""
    run = simulate(room(30, 10), agent(1, (2, 5)), agent(2, (15, 5)))
    run.send([1], (28, 5))
    assert happenings(run, 25.0) == [(Kind.ARRIVED, 1, -1)]
    assert run.agents.positions[1].tolist() == [15, 5]


def test_a_crowd_crosses_a_crowd() -> None:
    """Twenty against twenty in a hall: all arrive, none leaves the floor."""
    crowds = [
        agent(
            40 * side + i,
            (start + i // 10, 2 + i % 10),
            goals=((30 - start - i // 10, 2 + i % 10),),
        )
        for side, start in ((1, 2), (2, 27))
        for i in range(20)
    ]
    run = simulate(room(30, 14), *crowds)
    run.step()
    seconds = 0.0
    arrived = set()
    while seconds < 60 and len(arrived) < 40:
        run.step()
        seconds = run.seconds
        arrived |= {arrival.agent_id for arrival in run.arrivals}
        assert all_on_floor(run)
    assert len(arrived) == 40
    assert seconds < 2 * 25 / 1.4


@pytest.mark.parametrize(("cost", "slows", "seconds"), [
    (1.0, True, 20.0), (1.5, True, 30.0), (4.0, True, 80.0), (0.5, True, 10.0), (4.0, False, 20.0),
])  # fmt: skip
def test_cost_is_time(cost: float, slows: bool, seconds: float) -> None:
    """Over ground of cost c one is c times slower, unless that is switched off (X-046)."""
    costs = np.full((3, 40), cost)
    costs[:, 39] = 1.0 + cost
    run = on_grid(NavGrid.from_array(costs > 0, cost=costs), (2.5, 1.5), terrain_slows=slows)
    run.send([1], (30.5, 1.5))
    run.step()
    arrivals = run_for(run, seconds + 1)
    assert arrivals[0].step / 60 == pytest.approx(28 / 1.4 * (seconds / 20), abs=0.1)


def test_time_is_the_cost_of_the_path() -> None:
    """Cell by cell: the seconds of a walk are the cost of its cells by the walk speed (X-046)."""
    rng = np.random.default_rng(4)
    costs = rng.choice((1.0, 1.5, 2.0, 3.0), (1, 40))
    run = on_grid(NavGrid.from_array(costs > 0, cost=costs), (0.5, 0.5))
    run.send([1], (39.5, 0.5))
    run.step()
    (arrival,) = run_for(run, 90.0)
    expected = (costs.sum() - costs[0, 0] / 2 - costs[0, -1] / 2) / 1.4
    # A step that begins in a cell is walked at that cell's speed: a step of error a cell at most.
    assert arrival.step / 60 == pytest.approx(expected, abs=40 / 60)
    assert arrival.step / 60 == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("speed", [0.5, 1.4, 4.0])
def test_far_from_the_focus_agents_are_as_fast(speed: float) -> None:
    """They think seldomer, every 2nd, 5th and 10th tick, but walk at one speed (S3-118)."""
    places = [(-180.0 + 90 * i, 0.0) for i in range(4)]
    ends = []
    for focus in (None, (-180.0, 0.0)):
        run = Simulation(on_grid(PLAIN).world)
        for i, place in enumerate(places):
            run.spawn(agent(i + 1, place, walk_speed=speed))
        run.watch(focus)
        for i, (x, z) in enumerate(places):
            run.send([i + 1], (x + 19, z + 3))
        run_for(run, 4.0)
        ends.append(run.agents.positions.tolist())
    assert np.allclose(ends[0], ends[1], rtol=0, atol=1e-9)


@pytest.mark.parametrize("far", [60.0, 200.0])
def test_a_crowd_is_as_fast_far_from_the_focus(far: float) -> None:
    """With others to avoid, the average speed is about the same, too (S3-118)."""
    grid = floor(40, 10)
    seconds = []
    for focus in (None, (20.0, 5.0 + far)):
        run = on_grid(grid, *[(2 + 1.2 * (i // 4), 2.5 + 1.2 * (i % 4)) for i in range(12)])
        run.watch(focus)
        for i in range(12):
            run.send([i + 1], (20 + 1.2 * (i // 4), 2.5 + 1.2 * ((i * 3) % 4)))
        run.take_in()
        seconds.append(mean_seconds(run, 12, 60.0))
        assert all_on_floor(run)
    assert seconds[1] == pytest.approx(seconds[0], rel=0.1)


def test_who_is_far_thinks_seldomer() -> None:
    """By distance from where the run is watched: every tick, 2nd, 5th and 10th (S3-118)."""
    steered = []
    for x in (0.0, 50.0, 100.0, 190.0):
        run = on_grid(PLAIN, *[(x - 0.6 * (i % 5), 1.0 * i - 10) for i in range(20)])
        run.watch((0, 0))
        for i in range(20):
            # Each walks into the next ones, so that it turns at every thought.
            run.send([i + 1], (x + (9 if i % 2 else -9), 10.0 - i))
        changes = 0
        for _ in range(240):
            before = run.agents.steers.copy()
            run.step()
            changes += int(np.count_nonzero(run.agents.steers != before))
        steered.append(changes)
    assert steered == sorted(steered, reverse=True)
    assert steered[0] > 3 * steered[-1]


def test_the_focus_is_an_input() -> None:
    """It is logged, taken over in a state, and must be a place (S3-118)."""
    run = on_grid(PLAIN, (0, 0))
    run.watch((3, 4))
    run.tick()
    assert run.inputs[-1] == Input(0, Watch((3.0, 4.0)))
    assert run.state().focus == (3.0, 4.0)
    run.watch(None)
    run.tick()
    assert run.state().focus is None
    with pytest.raises(NavcoreError, match="a place must be a finite point"):
        run.watch((math.nan, 0))


def test_detail_distances_are_a_setting() -> None:
    """All distances are far: no agent nearby thinks less often (S3-118)."""
    ends = []
    for fields in ({}, {"detail_distances": (500.0, 600.0, 700.0)}):
        settings = SimulationSettings(**fields)  # type: ignore[arg-type]
        run = Simulation(on_grid(PLAIN).world, settings=settings)
        for i in range(8):
            run.spawn(agent(i + 1, (150 + 0.9 * i, 0.3 * i)))
        run.take_in()
        run.watch((0, 0) if fields else None)
        run.send(range(1, 9), (160, 10))
        run_for(run, 5.0)
        ends.append(run.agents.positions.tobytes())
    assert ends[0] == ends[1]


def test_off_its_path_nobody_leaves_the_floor() -> None:
    """Forty in a room with pillars, each across the others' ways, turn off for each other."""
    pillars = [
        (4 + 3 * (i % 5), 3 + 3 * (i // 5), 5 + 3 * (i % 5), 4 + 3 * (i // 5)) for i in range(20)
    ]
    rng = np.random.default_rng(9)
    run = simulate(room(22, 16, *pillars))
    places = [
        place
        for place in rng.uniform((1, 1), (21, 15), (90, 2)).tolist()
        if run.world.is_walkable(*place)
    ]
    for i, (start, goal) in enumerate(zip(places[:40], places[40:], strict=False)):
        run.spawn(
            agent(i + 1, tuple(start), radius=0.3, goals=(tuple(goal), tuple(start)), loop=True)
        )
    run.take_in()
    for _ in range(400):
        run.step()
        assert all_on_floor(run)
    assert run.agents.replans.sum() > 0
