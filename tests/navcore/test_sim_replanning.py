"""Replanning: doors, walls, edited agents, and the order of agents."""

import math

import numpy as np
import pytest
from sim_levels import agent, box, change, room, run_for, simulate
from two_rooms import set_door, two_rooms

from navcore import Status
from navcore.level.edit import Edit
from navcore.level.model import Obstacle
from navcore.sim.agents import STAND, WALK
from navcore.sim.events import Kind
from navcore.sim.inputs import WorldEdit
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Counts


def test_a_door_shut_in_front_of_a_walker_sends_it_round() -> None:
    """It plans again at the next tick and takes the other door (S0-032)."""
    run = simulate(two_rooms(second_door=True), agent(1, (2, 2)))
    run.send([1], (14, 2))
    run_for(run, 2.0)
    assert len(run.agents.path_of(1)) == 1
    set_door(run, "door", is_open=False)
    run_for(run, 0.2)
    assert run.agents.status_of(1) is Status.COMPLETE
    assert run.agents.path_of(1)[:, 1].max() > 8
    arrivals = run_for(run, 25.0)
    assert [a.status for a in arrivals] == [Status.COMPLETE]
    assert tuple(run.agents.positions[0]) == (14, 2)


def test_shut_and_reopened() -> None:
    """Shut: it goes as near as it can and stays. Open again: it goes on."""
    run = simulate(two_rooms(second_door=False), agent(1, (2, 2)))
    run.send([1], (14, 2))
    run_for(run, 1.0)
    set_door(run, "door", is_open=False)
    arrivals = run_for(run, 8.0)
    assert [a.status for a in arrivals] == [Status.PARTIAL]
    assert run.agents.positions[0, 0] < 8
    assert run.counts() == Counts(1, 0, 0, 1)
    set_door(run, "door", is_open=True)
    arrivals = run_for(run, 10.0)
    assert [a.status for a in arrivals] == [Status.COMPLETE]
    assert tuple(run.agents.positions[0]) == (14, 2)


def test_a_path_that_is_still_clear_is_kept() -> None:
    """No plan, the very same points (S0-032)."""
    run = simulate(two_rooms(second_door=True), agent(1, (2, 2)))
    run.send([1], (14, 2))
    run_for(run, 1.0)
    asked = run.agents.asked
    points = run.agents.path_of(1).tobytes()
    set_door(run, "back_door", is_open=False)
    run.tick()
    assert asked[0] == -1
    assert run.agents.path_of(1).tobytes() == points


def test_a_new_world_waits_for_the_tick() -> None:
    """Between ticks agents only move; the log has its step, and its edit."""
    run = simulate(two_rooms(second_door=True), agent(1, (2, 2)))
    run.step()
    old = run.world
    set_door(run, "back_door", is_open=False)
    for _ in range(5):
        run.step()
        assert run.world is old
    run.step()
    assert run.world is not old
    (entry,) = run.inputs
    assert entry.step == 6
    assert isinstance(entry.request, WorldEdit)
    assert list(entry.request.edit.after) == [103]


def test_standing_in_a_door_that_shuts() -> None:
    """It is never an error (S0-031).

    The agent is moved to the nearest free place, with an event.
    """
    run = simulate(two_rooms(second_door=False), agent(1, (8.5, 2)))
    set_door(run, "door", is_open=False)
    run.step()
    (displaced,) = [event for event in run.events if event["kind"] == Kind.DISPLACED]
    place = tuple(run.agents.positions[0].tolist())
    assert place == (displaced["x"], displaced["z"])
    assert run.world.is_walkable(*place)
    assert math.dist(place, (8.5, 2)) < 1.0
    run_for(run, 0.5)
    assert tuple(run.agents.positions[0]) == place


def test_an_obstacle_on_top_of_a_walker() -> None:
    """It leaves the obstacle and goes on to its goal."""
    run = simulate(room(16, 12), agent(1, (2, 6)))
    run.send([1], (14, 6))
    run_for(run, 3.0)
    x, z = (float(value) for value in run.agents.positions[0])
    wall = Obstacle(id=300, polygon=box(x - 1, z - 1, x + 1, z + 1))
    change(run, Edit.put(run.world.level, [wall]))
    run_for(run, 15.0)
    assert tuple(run.agents.positions[0]) == (14, 6)


def test_no_floor_left_at_all() -> None:
    """Walkers stop where they are (S0-114) and go on when there is floor again."""
    level = room(10, 10)
    run = simulate(level, agent(1, (2, 2)), agent(2, (2, 4), goals=((8, 4),)))
    run.send([1], (8, 2))
    run_for(run, 1.0)
    change(run, Edit.remove(run.world.level, [100]))
    run_for(run, 1.0)
    assert np.all(run.agents.states == STAND)
    assert run.counts() == Counts(2, 0, 0, 2)
    place = run.agents.positions.copy()
    run_for(run, 1.0)
    assert np.array_equal(run.agents.positions, place)
    change(run, Edit.put(run.world.level, [level.areas[100]]))
    run_for(run, 6.0)
    assert run.agents.positions.tolist() == [[8, 2], [8, 4]]


def test_plans_wait_for_their_turn() -> None:
    """There are at most so many per step, by the step of the request, then by id; all get there."""
    agents = [agent(i, (1 + 0.5 * i, 2), order=-float(i)) for i in range(1, 8)]
    run = simulate(room(10, 10), *agents, settings=SimulationSettings(plans_per_step=3))
    run.send([7, 6, 5, 4, 3, 2, 1], (8, 8))
    planned = []
    for _ in range(3):
        run.step()
        planned.append(sorted(run.agents.ids[run.agents.asked == -1].tolist()))
    assert planned == [[1, 2, 3], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 7]]
    run_for(run, 20.0)
    assert np.all(run.agents.states == STAND)
    assert np.hypot(*(run.agents.positions - (8, 8)).T).max() < 3.5


def test_searches_are_counted() -> None:
    """After searches of enough cells, the others wait for the next step."""
    agents = [agent(i, (1, 1 + 0.1 * i)) for i in range(1, 5)]
    run = simulate(
        room(20, 20, (9, 2, 10, 20)), *agents, settings=SimulationSettings(work_per_step=1)
    )
    run.send([1, 2, 3, 4], (18, 18))
    run.step()
    assert np.count_nonzero(run.agents.asked == -1) == 1
    run.step()
    assert np.count_nonzero(run.agents.asked == -1) == 2


def test_one_held_by_a_door_walks_on_to_it_until_its_turn_has_come() -> None:
    """It keeps its old path as far as that goes, and never walks through the door."""
    agents = [agent(i, (2, 1.2 + 0.2 * i)) for i in range(1, 5)]
    slow = SimulationSettings(plans_per_step=1)
    run = simulate(two_rooms(second_door=True), *agents, settings=slow)
    run.send([1, 2, 3, 4], (14, 2))
    run_for(run, 2.0)
    set_door(run, "door", is_open=False)
    run.step()
    held = run.agents.asked != -1
    assert np.count_nonzero(held) == 3
    assert np.all(run.agents.path_current[held] < run.agents.path_end[held])
    assert np.all(run.agents.states == WALK)
    for _ in range(600):
        run.step()
        assert all(run.world.is_walkable(x, z) for x, z in run.agents.positions.tolist())


def test_agents_come_and_go_with_the_level() -> None:
    """Added ones appear at their starts, dropped ones leave, the others walk on."""
    run = simulate(room(10, 10), agent(2, (2, 2)), agent(4, (2, 6)))
    run.send([4], (8, 6))
    run_for(run, 1.0)
    place = run.agents.positions[1].copy()
    level = run.world.level
    change(run, Edit.change(level, {2: None, 1: agent(1, (5, 5)), 9: agent(9, (6, 6))}))
    run.tick()
    assert run.agents.ids.tolist() == [1, 4, 9]
    assert run.agents.positions[0].tolist() == [5, 5]
    assert run.agents.positions[1, 0] > place[0]
    run_for(run, 5.0)
    assert run.agents.positions.tolist() == [[5, 5], [8, 6], [6, 6]]


def test_spawned_agents_stay_behind_those_of_the_level() -> None:
    """A level edit does not touch them."""
    run = simulate(room(10, 10), agent(5, (2, 2)))
    run.spawn(agent(1, (3, 3)))
    run.step()
    change(run, Edit.put(run.world.level, [agent(7, (4, 4))]))
    run_for(run, 0.2)
    assert run.agents.ids.tolist() == [5, 7, 1]
    assert run.agents.in_level.tolist() == [True, True, False]


def test_a_moved_start_moves_nobody_and_other_numbers_count_at_once() -> None:
    """A walking agent takes over its new speed and radius."""
    run = simulate(room(20, 10), agent(1, (2, 2)))
    run.send([1], (18, 2))
    run_for(run, 1.0)
    x = float(run.agents.positions[0, 0])
    moved = agent(1, (9, 9), walk_speed=3.0, radius=0.3, rotation_speed=2.0)
    change(run, Edit.put(run.world.level, [moved]))
    run.tick()
    assert run.agents.positions[0].tolist() == pytest.approx([x + 6 * 3.0 / 60, 2])
    assert run.agents.radii[0] == 0.3
    assert run.agents.rotation_speeds[0] == 2.0


@pytest.mark.parametrize(
    ("before", "after", "ends_at"),
    [
        (((8, 2),), ((8, 8),), (8, 8)),
        (((3, 2),), ((3, 2), (8, 8)), (8, 8)),
        (((3, 2),), ((5, 5),), (5, 5)),
        (((3, 2), (8, 2)), ((5, 5),), (5, 5)),
        ((), ((8, 8),), (8, 8)),
    ],
)
def test_edited_goals_are_walked_to(
    before: tuple[tuple[float, float], ...],
    after: tuple[tuple[float, float], ...],
    ends_at: tuple[float, float],
) -> None:
    """On its way or at the end of its round, an agent follows the new drawing."""
    run = simulate(room(10, 10), agent(1, (2, 2), goals=before))
    run_for(run, 2.0)
    change(run, Edit.put(run.world.level, [agent(1, (2, 2), goals=after)]))
    run_for(run, 10.0)
    assert tuple(run.agents.positions[0]) == ends_at
    assert run.agents.states[0] == STAND


def test_goals_taken_away() -> None:
    """It stays where it is."""
    run = simulate(room(10, 10), agent(1, (2, 2), goals=((8, 2),)))
    run_for(run, 1.0)
    change(run, Edit.put(run.world.level, [agent(1, (2, 2))]))
    run.tick()
    place = run.agents.positions[0].tolist()
    run_for(run, 1.0)
    assert run.agents.positions[0].tolist() == place
    assert run.counts() == Counts(1, 0, 0, 0)


def test_a_round_that_becomes_a_loop_goes_on() -> None:
    """An agent at the end of its goals starts over when the level says so."""
    goals = ((4.0, 2.0), (4.0, 4.0))
    run = simulate(room(10, 10), agent(1, (2, 2), goals=goals))
    run_for(run, 5.0)
    assert run.agents.states[0] == STAND
    change(run, Edit.put(run.world.level, [agent(1, (2, 2), goals=goals, loop=True)]))
    run_for(run, 0.5)
    assert run.agents.states[0] == WALK


def test_one_who_was_sent_does_not_mind_its_goals() -> None:
    """Goals drawn later are for the next run."""
    run = simulate(room(10, 10), agent(1, (2, 2), goals=((8, 2),)))
    run.send([1], (2, 8))
    run_for(run, 1.0)
    change(run, Edit.put(run.world.level, [agent(1, (2, 2), goals=((8, 8),))]))
    run_for(run, 8.0)
    assert tuple(run.agents.positions[0]) == (2, 8)
