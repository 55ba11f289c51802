"""Plans are reproducible, and made one by one in turn."""

import itertools
import math
import random

import msgspec
import naive
import numpy as np
import pytest
from hypothesis import given
from sim_levels import agent, level_of, room, run_for, simulate
from strategies import generators
from two_rooms import set_door, two_rooms

from navcore import NavGrid
from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level
from navcore.sim import replanning, simulation
from navcore.sim.agents import NEVER, Agents
from navcore.sim.inputs import Send
from navcore.sim.replanning import WORK_OF_A_PLAN, WORK_OF_A_POINT, in_turn, replan
from navcore.sim.requests import take_in
from navcore.sim.run import Run
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

PLAIN = SimulationSettings()


def test_a_world_without_a_level() -> None:
    """A grid alone: agents are spawned, and another grid can take its place."""
    cells = np.ones((10, 20), np.uint8)
    run = Simulation(World.from_grid(NavGrid.from_array(cells)))
    run.spawn(Agent(id=1, position=(1.5, 1.5)))
    run.send([1], (18.5, 1.5))
    run_for(run, 1.0)
    cells[:8, 10] = 0
    run.change_world(World.from_grid(NavGrid.from_array(cells)))
    run_for(run, 20.0)
    assert tuple(run.agents.positions[0]) == (18.5, 1.5)


def repeat(level: Level, *, seed: int) -> bytes:
    """Return all arrays of a run after 600 steps with inputs at fixed steps."""
    run = Simulation(World.build(level), seed=seed)
    trace = b""
    for step in range(600):
        if step == 50:
            run.send([1, 3], (14, 10))
        if step in {100, 301}:
            set_door(run, "door", is_open=step != 100)
        if step == 200:
            run.spawn(agent(50, (3, 9), goals=((14, 1), (1, 1)), loop=True))
        run.step()
        agents = run.agents
        trace += b"".join(
            array.tobytes()
            for array in (
                agents.ids, agents.positions, agents.facings, agents.states, agents.statuses,
                agents.walk_targets, agents.path_current, agents.path_end,
            )
        )  # fmt: skip
    return trace + run.agents.points[: run.agents.points_used].tobytes()


def test_a_run_repeats_byte_for_byte() -> None:
    """The same level, seed and inputs give the same bytes over 600 steps."""
    level = level_of(
        two_rooms(second_door=True),
        *(
            agent(i, (1 + i % 4, 1 + i / 2), goals=((14, 1 + i / 2), (1, 6)), loop=True, wait=0.3)
            for i in range(1, 12)
        ),
    )
    assert repeat(level, seed=3) == repeat(level, seed=3)


def test_a_run_that_has_not_begun_starts_in_another_world() -> None:
    """As if made with it; once begun it is taken there by change_world only."""
    level = Level(areas={1: Area(id=1, name="room", polygon=((0, 0), (9, 0), (9, 9), (0, 9)))})
    walker = Agent(id=2, name="walker", position=(1.0, 1.0), goals=((8.0, 8.0),))
    level = level.with_items({2: walker})
    first = World.build(level)
    run = Simulation(first)
    edit = Edit.put(level, [msgspec.structs.replace(walker, position=(3.0, 1.0))])
    other = first.update(edit.apply(level), edit)
    run.begin_in(other)
    assert run.world is other
    assert tuple(run.agents.positions[0]) == (3.0, 1.0)
    run.step()
    with pytest.raises(NavcoreError, match="change_world"):
        run.begin_in(first)


def test_a_run_that_nobody_asks_for_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """While an agent is dragged there is another world at every frame."""
    level = Level(areas={1: Area(id=1, name="room", polygon=((0, 0), (9, 0), (9, 9), (0, 9)))})
    walker = Agent(id=2, name="walker", position=(1.0, 1.0), goals=((8.0, 8.0),))
    world = World.build(level.with_items({2: walker}))
    run, agents = Simulation(world), []
    run.send([2], (4.0, 4.0))
    made = simulation.Run
    monkeypatch.setattr(simulation, "Run", lambda *args: agents.append(None) or made(*args))
    for x in (2.0, 3.0, 4.0):
        edit = Edit.put(world.level, [msgspec.structs.replace(walker, position=(x, 1.0))])
        world = world.update(edit.apply(world.level), edit)
        run.begin_in(world)
        assert (run.world, run.steps, run.seconds) == (world, 0, 0.0)
    assert not agents
    assert tuple(run.agents.positions[0]) == (4.0, 1.0)
    assert len(agents) == 1
    run.run(5.0)
    assert math.dist(run.agents.positions[0], (4.0, 4.0)) < 0.5, "what was asked for is kept"
    assert len(agents) == 1


@given(generators)
def test_many_at_once_plan_as_each_alone(rng: random.Random) -> None:
    """Together, with goals in common, in walls and out of reach: the ways that each finds alone."""
    level = two_rooms(second_door=rng.random() < 0.5)
    places = [(rng.uniform(0.4, 15.6), rng.uniform(0.4, 11.6)) for _ in range(14)]
    goals = [(rng.uniform(-3, 19), rng.uniform(-3, 15)) for _ in range(3)]
    everybody = [agent(i + 1, place, radius=0.2) for i, place in enumerate(places)]
    run = Run(World.build(level.with_items({one.id: one for one in everybody})), PLAIN)
    walkers = rng.sample(range(14), rng.randint(1, 12))
    run.requests.extend(Send((row + 1,), rng.choice(goals)) for row in walkers)
    take_in(run)
    replan(run)
    agents = run.agents
    stands = [(*agents.place(row), 0.6 * 0.2) for row in range(14) if row not in walkers]
    for row in walkers:
        start, goal = agents.place(row), agents.requested_targets[row].tolist()
        near = [one for one in stands if naive.to_segment(one[:2], start, goal) <= 6.0]
        alone = run.world.find_path_to_nearest(start, goal, avoid=near)
        assert agents.status(row) is alone.status
        points = agents.points[agents.path_start[row] : agents.path_end[row]]
        assert points.tobytes() == alone.points.tobytes()


@given(generators)
def test_whose_turn_it_is(rng: random.Random) -> None:
    """The order is by the step of the request, then by id, for any number of agents."""
    agents = Agents()
    count = rng.randint(1, 60)
    ids = rng.sample(range(1000), count)
    agents.add([agent(i, (0, 0)) for i in ids], in_level=True)
    agents.asked[:] = [rng.randint(0, 3) for _ in ids]
    rows = np.array(sorted(rng.sample(range(count), rng.randint(1, count))))
    most = rng.randint(1, 70)
    expected = sorted(rows.tolist(), key=lambda row: (agents.asked[row], agents.ids[row]))[:most]
    assert in_turn(agents, rows, most).tolist() == expected


def test_when_everybody_sets_out_a_step_plans_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """It plans more while many wait and few stand, and then the usual number."""
    monkeypatch.setattr(replanning, "RUSH", 20)
    monkeypatch.setattr(replanning, "RUSHED", 3)
    agents = [agent(i, (1 + 0.3 * i, 2), radius=0.1) for i in range(1, 31)]
    plan = WORK_OF_A_PLAN + 1 + WORK_OF_A_POINT
    constants = SimulationSettings(work_per_step=2 * plan, knows_crowd=False)
    run = simulate(room(20, 10), *agents, settings=constants)
    run.send(range(1, 31), (18, 8))
    waiting = [30]
    while waiting[-1]:
        run.step()
        waiting.append(int(np.count_nonzero(run.agents.asked != NEVER)))
    assert [a - b for a, b in itertools.pairwise(waiting)] == [6, 6, 2, 2, 2, 2, 2, 2, 2, 2, 2]
