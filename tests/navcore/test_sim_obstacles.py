"""Standing agents that a plan avoids: those near the straight line."""

import itertools
import math
import random

import naive
import naive_paths
import numpy as np
import pytest
from hypothesis import given
from interpreted import load_interpreted
from sim_levels import agent, room, run_for, simulate
from sim_runs import all_on_floor, floor, happenings, on_grid
from strategies import generators

from navcore import Status
from navcore.kernels import buffers
from navcore.kernels.search import nearest
from navcore.sim import replanning
from navcore.sim.events import Kind
from navcore.sim.obstacles import circles_for
from navcore.sim.simulation import Simulation

WALLED = room(20, 10, (9.8, -1, 10.2, 4.5), (9.8, 5.5, 10.2, 11))
"""Two rooms and a doorway of 1 m at (10, 5)."""


def circles(run: Simulation, goal: tuple[float, float]) -> list[list[float]]:
    """Return the circles that a plan of the first agent to `goal` avoids."""
    found = circles_for(run.agents, 0, goal, run.settings)
    return [] if found is None else np.round(found, 9).tolist()


def test_lists_place_and_radius_of_those_who_stand_near() -> None:
    """Six tenths of the radius block: 0.45 m give 0.27 (S0-068, S0-074)."""
    run = simulate(room(20, 10), agent(1, (2, 5)), agent(2, (8, 5)), agent(3, (9, 6), radius=0.3))
    assert circles(run, (15, 5)) == [[8, 5, 0.27], [9, 6, 0.18]]


def test_nobody_is_in_its_own_way() -> None:
    """Alone, a plan avoids nothing (S0-070)."""
    run = simulate(room(20, 10), agent(1, (2, 5)))
    assert circles(run, (15, 5)) == []
    assert circles(run, (2, 5)) == []


@pytest.mark.parametrize(
    ("place", "counts"),
    [
        ((10, 5.9), True),
        ((10, 6.0), True),
        ((10, 6.1), False),
        ((-3.9, 0), True),
        ((-4.1, 0), False),
        ((23.9, 0), True),
        ((24, 0), True),
        ((24.1, 0), False),
        ((22.3, 4.3), False),
        ((22.2, 4.2), True),
    ],
)
def test_six_metres_from_the_straight_way_count(place: tuple[float, float], counts: bool) -> None:
    """This holds beside it and past its ends; exactly 6 m counts (S0-073)."""
    run = on_grid(floor(60, 60, min_x=-30, min_z=-30), (2, 0), place)
    assert bool(circles(run, (18, 0))) == counts


@pytest.mark.parametrize(("far", "counts"), [(5.9, True), (6.0, True), (6.1, False)])
def test_a_way_of_no_length_counts_from_its_point(far: float, counts: bool) -> None:
    """Start and goal are one place (S0-073)."""
    run = on_grid(floor(60, 60, min_x=-30, min_z=-30), (0, 0), (0, far))
    assert bool(circles(run, (0, 0))) == counts


def test_walkers_are_no_obstacles() -> None:
    """An agent that walks in a corridor does not block it; one that stands does (S0-072)."""
    run = simulate(room(20, 10), agent(1, (2, 5)), agent(2, (10, 5), goals=((15, 5),)))
    assert circles(run, (15, 5)) == []
    run.step()
    assert circles(run, (15, 5)) == []
    run.send([1], (18, 5))
    run.step()
    assert len(run.agents.path_of(1)) == 1
    run.stop_in_place([2])
    run.step()
    assert len(circles(run, (15, 5))) == 1


def test_whoever_waits_for_a_plan_is_about_to_walk() -> None:
    """No obstacle any more (S0-072)."""
    run = simulate(
        room(20, 10),
        agent(1, (2, 5), goals=((18, 5),)),
        agent(2, (10, 5), goals=((10, 9),)),
    )
    run.step()
    assert len(run.agents.path_of(1)) == 1


def test_those_who_left_are_walked_through() -> None:
    """An agent in the doorway blocks it until it is removed (S0-071)."""
    run = simulate(WALLED, agent(1, (2, 5)), agent(2, (10, 5)))
    assert len(circles(run, (18, 5))) == 1
    run.remove([2])
    run.send([1], (18, 5))
    run.step()
    assert circles(run, (18, 5)) == []
    assert run.agents.path_of(1).tolist() == [[18, 5]]


def test_the_grid_is_never_changed() -> None:
    """Walkable before a plan with obstacles, walkable after it (S0-069)."""
    crowd = [agent(i, (3.0 + i, 2 + i % 7)) for i in range(2, 14)]
    run = simulate(WALLED, agent(1, (2, 5)), *crowd)
    before = run.world.grid.padded.tobytes()
    way = run.world.find_path((2, 5), (18, 5)).points.tobytes()
    run.send([1], (18, 5))
    run_for(run, 5.0)
    assert run.agents.replans[0] + len(run.agents.path_of(1)) > 0
    assert run.world.grid.padded.tobytes() == before
    assert run.world.find_path((2, 5), (18, 5)).points.tobytes() == way


def test_the_cell_that_holds_the_obstacle_is_blocked_wherever_it_stands() -> None:
    """0.27 m can miss every centre of a cell; the plan still leads round (S0-075, X-021)."""
    grid = floor(30, 30, cell_size=0.4)
    corners = [(6.0 + 0.002 * i, 6.0 + 0.002 * j) for i in range(4) for j in range(4)]
    anywhere = np.random.default_rng(7).uniform(5.6, 6.4, (30, 2)).tolist()
    for x, z in [*corners, *anywhere]:
        cell = grid.cell_of(x, z)
        middle = grid.centre_of(*cell)[1]
        run = on_grid(grid, (1.0, middle), (x, z))
        run.send([1], (11.0, middle))
        run.step()
        points = [*run.agents.positions[:1].tolist(), *run.agents.path_of(1).tolist()]
        ways = itertools.pairwise((px / 0.4, pz / 0.4) for px, pz in points)
        assert not any(naive_paths.crosses(a, b, cell) for a, b in ways)
        assert run.agents.status_of(1) is Status.COMPLETE


@pytest.mark.parametrize("angle", range(0, 360, 20))
@pytest.mark.parametrize("far", [0.02, 0.15, 0.3])
def test_a_plan_begins_where_the_walker_stands(angle: int, far: float) -> None:
    """Overlapping another does not send it backward first (S0-076)."""
    turn = math.radians(angle)
    other = (5.1 + far * math.cos(turn), 5.1 + far * math.sin(turn))
    run = simulate(room(20, 10), agent(1, (5.1, 5.1)), agent(2, other))
    run.send([1], (15, 5.1))
    run.step()
    path = run.agents.path_of(1)
    assert run.agents.status_of(1) is Status.COMPLETE
    assert path[0, 0] > 5.0
    if math.cos(turn) <= 0:
        assert path.tolist() == [[15, 5.1]]


def test_walks_up_to_whom_it_is_sent_to() -> None:
    """Path and walk end beside the agent that stands at the goal (S0-077)."""
    run = simulate(room(20, 10), agent(1, (2, 5)), agent(2, (10, 5)))
    run.send([1], (10, 5))
    run.step()
    end = run.agents.path_of(1)[-1].tolist()
    covered = naive_paths.covered(run.world.grid, [(10, 5, 0.27)])
    assert run.world.grid.cell_of(*end) not in covered
    assert end == list(run.world.grid.centre_of(*run.world.grid.cell_of(*end)))
    assert math.dist(end, (10, 5)) < 0.9
    events = happenings(run, 12.0)
    assert events == [(Kind.ARRIVED, 1, -1)]
    assert not run.agents.is_moving(1)
    apart = math.dist(*run.agents.positions.tolist())
    assert 0.9 - 0.01 < apart < 1.1
    assert math.dist(run.agents.positions[1], (10, 5)) < 0.05


def test_a_character_in_a_doorway_is_walked_up_to_and_steps_aside() -> None:
    """There is no way round, so the plan leads through, and the nudge clears it (S0-078)."""
    run = simulate(WALLED, agent(1, (2, 5), player=True), agent(2, (10, 5)))
    run.send([1], (18, 5))
    run.step()
    assert run.agents.path_of(1).tolist() == [[18, 5]]
    nudged = False
    for _ in range(20 * 60):
        run.step()
        nudged |= bool((run.events["kind"] == Kind.NUDGED).any())
        assert all_on_floor(run)
    assert nudged
    assert tuple(run.agents.positions[0]) == (18, 5)
    assert not run.agents.is_moving(2)


@given(generators)
def test_circles_beside_a_way(rng: random.Random) -> None:
    """All within reach of the segment are found, in order, without its own; compiled or not."""
    circles = np.array([[rng.uniform(-9, 9), rng.uniform(-9, 9), 0.3] for _ in range(12)])
    a, b = ((rng.uniform(-5, 5), rng.uniform(-5, 5)) for _ in range(2))
    if rng.random() < 0.2:
        b = a
    own, reach = rng.randrange(-1, 12), rng.choice((1.0, 6.0))
    expected = [
        circle
        for k, circle in enumerate(circles.tolist())
        if k != own and naive.to_segment((circle[0], circle[1]), a, b) <= reach
    ]
    for kernel in (nearest, load_interpreted("nearest")):
        room = np.empty_like(circles)
        given_circles, out = buffers(kernel, circles, room)
        count = kernel.beside(given_circles, own, *a, *b, reach, out)
        assert room[:count].tolist() == expected


def test_a_way_around_is_not_looked_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """If none is found within that many cells, the path leads through standing agents (S0-071)."""
    crowd = [agent(i, (8.0 + 0.9 * (i % 3), 0.5 + 0.8 * (i // 3))) for i in range(2, 38)]
    ways = []
    for most in (600, 2):
        monkeypatch.setattr(replanning, "MOST_AROUND", most)
        run = simulate(room(20, 12), agent(1, (2, 5)), *crowd)
        run.send([1], (18, 5))
        run.step()
        assert run.agents.status_of(1) is Status.COMPLETE
        ways.append(run.agents.path_of(1).tolist())
    assert ways[1] == [[18, 5]]
    assert len(ways[0]) > 1
