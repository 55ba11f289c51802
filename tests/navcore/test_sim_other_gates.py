"""Agents that take another gate than the full one keep to it, unless a change is a clear gain."""

import math

import numpy as np
import pytest
from sim_levels import agent, box, change, room, run_for, simulate

from navcore.level.edit import Edit
from navcore.level.model import Level, Obstacle
from navcore.path.result import PathResult
from navcore.sim.agents import Floats
from navcore.sim.congestion import around_crowd
from navcore.sim.crowd_speeds import NOBODY_WALKS, Speeds, squares_of
from navcore.sim.run import Run
from navcore.sim.settings import SimulationSettings
from navcore.world import World

START, GOAL = (5.0, 8.0), (15.0, 8.0)
NEAR, FAR = (10.0, 6.5), (10.0, 11.5)
"""Middles of both doors."""


def two_doors() -> Level:
    """Return two rooms of 10 x 20 m with two doors of 1 m between them."""
    walls = ((9.8, -1, 10.2, 6.0), (9.8, 7.0, 10.2, 11.0), (9.8, 12.0, 10.2, 21))
    return room(20, 20, *walls)


def slow_at(*places: tuple[float, float]) -> Speeds:
    """Return a crowd that hardly moves around these places."""
    found = np.array(places)[:, None] + [(-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)]
    squares = np.unique(squares_of(found.reshape(-1, 2), np.zeros(3 * len(places), np.int64)))
    return Speeds(squares, np.full(len(squares), 0.05))


def on_its_way(through: tuple[float, float]) -> tuple[Run, PathResult]:
    """Return a run with an agent on its way through a door, and its shortest path."""
    run = Run(World.build(two_doors()), SimulationSettings())
    run.agents.add([agent(1, START), agent(2, (3.0, 15.0))], in_level=True)
    path = np.array([(through[0] - 0.5, through[1]), (through[0] + 0.5, through[1]), GOAL])
    run.agents.set_path(0, path)
    run.agents.detour[0] = (*NEAR, 8.0)
    run.speeds = slow_at((3.0, 3.0))
    return run, run.world.find_path(START, GOAL)


def chosen(run: Run, result: PathResult, bystanders: Floats | None = None) -> PathResult:
    """Return the path that the agent takes."""

    def again(circles: Floats) -> tuple[PathResult, int]:
        return run.world.find_path(START, GOAL, avoid=circles), 0

    return around_crowd(run, 0, result, again, bystanders)[0]


def leads_through(result: PathResult, door: tuple[float, float]) -> bool:
    """Return whether a path leads through a door."""
    places = np.concatenate(([START], result.points))
    order = np.argsort(places[:, 0], kind="stable")
    return abs(float(np.interp(door[0], *places[order].T)) - door[1]) < 0.6


@pytest.mark.parametrize("speeds", [NOBODY_WALKS, slow_at((3.0, 3.0)), slow_at(NEAR)])
def test_it_keeps_to_the_other_gate(speeds: Speeds) -> None:
    """Also when the crowd at the first one walks for a moment; what it saves stays told."""
    run, shortest = on_its_way(FAR)
    assert leads_through(shortest, NEAR)
    run.speeds = speeds
    assert leads_through(chosen(run, shortest), FAR)
    assert run.agents.detour[0].tolist() == [*NEAR, 8.0]


def test_it_goes_back_where_that_is_a_clear_gain() -> None:
    """A crowd creeps at the far door now, and none at the near one."""
    run, shortest = on_its_way(FAR)
    run.speeds = slow_at(FAR)
    assert leads_through(chosen(run, shortest), NEAR)
    assert math.isnan(run.agents.detour[0, 2])


def test_it_goes_back_if_somebody_stands_there() -> None:
    """On its path, or as the agent that it touches."""
    run, shortest = on_its_way(FAR)
    assert leads_through(chosen(run, shortest, np.array([(*FAR, 0.3)])), NEAR)
    run, shortest = on_its_way(FAR)
    assert leads_through(chosen(run, shortest, np.array([(*NEAR, 0.3)])), FAR)
    run.agents.blockers[0] = 2
    assert leads_through(chosen(run, shortest), NEAR)


def test_it_goes_elsewhere_with_another_goal() -> None:
    """The path of before ends at another place."""
    run, _ = on_its_way(FAR)
    other = run.world.find_path(START, (15.0, 3.0))
    assert chosen(run, other).points.tolist() == other.points.tolist()


def test_paths_with_only_floor_between_are_not_kept() -> None:
    """How far out it turns around a crowd in the open is looked at anew."""
    run, shortest = on_its_way(NEAR)
    assert chosen(run, shortest).points.tolist() == shortest.points.tolist()


def test_a_door_that_is_shut_is_left() -> None:
    """In a run: it was on its way to the far door."""
    run = simulate(two_doors(), agent(1, START))
    run.send([1], GOAL)
    run_for(run, 0.2)
    agents = vars(run)["_made"].agents
    agents.set_path(0, np.array([(9.5, 11.5), (10.5, 11.5), GOAL]))
    agents.detour[0] = (*NEAR, 8.0)
    shut = Obstacle(id=300, polygon=box(9.5, 10.8, 10.5, 12.2))
    change(run, Edit.put(run.world.level, [shut]))
    assert [one.agent_id for one in run_for(run, 15.0)] == [1]


def changes_of_door(radius: float) -> int:
    """Return how often fifty beside a full door change the door that their paths lead through."""
    starts = [(2.0 + 0.85 * (i % 8), 3.0 + 0.85 * (i // 8)) for i in range(50)]
    walkers = {
        i: agent(i, at, radius=radius, goals=((18.0, at[1]),)) for i, at in enumerate(starts, 1)
    }
    run = simulate(two_doors().with_items(walkers))
    doors: dict[int, bool] = {}
    changes = 0
    for _ in range(400):
        run.tick()
        places = run.agents.positions.tolist()
        for number, (x, z) in zip(run.agents.ids.tolist(), places, strict=True):
            points = run.agents.path_of(number)
            if x > 9.5 or not len(points):
                continue
            xs, zs = np.concatenate(([(x, z)], points)).T
            door = float(np.interp(10.0, xs, zs)) > 9.0
            changes += doors.get(number, door) != door
            doors[number] = door
    assert sum(doors.values()) > 5
    return changes


def test_few_change_their_minds_again_and_again() -> None:
    """158 times in all with these radii; 308 where paths are looked for without the present one."""
    assert changes_of_door(0.3) + changes_of_door(0.4) <= 240
