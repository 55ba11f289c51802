"""Worlds that change during a run: walls, doors, and agents that come and go."""

import math

import msgspec
import numpy as np
import pytest
from sim_levels import agent, box, change, room, run_for, simulate
from sim_runs import all_on_floor, floor, happenings, on_grid, overlap

from navcore.level.edit import Edit
from navcore.level.model import Obstacle
from navcore.path.nearest import nearest_walkable
from navcore.sim.agents import NEVER, STAND
from navcore.sim.events import Kind
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Counts, Simulation
from navcore.world import World


def wall(run: Simulation, x0: float, z0: float, x1: float, z1: float, wall_id: int = 300) -> None:
    """Request a wall, or another place for it."""
    change(run, Edit.put(run.world.level, [Obstacle(id=wall_id, polygon=box(x0, z0, x1, z1))]))


def no_wall(run: Simulation, wall_id: int = 300) -> None:
    """Request the removal of a wall."""
    change(run, Edit.remove(run.world.level, [wall_id]))


def test_who_is_caught_in_a_new_wall_stands_beside_it() -> None:
    """It is at the centre of the nearest free cell, with one event, and no way to draw."""
    run = simulate(room(20, 10), agent(1, (10.1, 5.2)), agent(2, (3, 3)))
    run.step()
    wall(run, 9, 3, 13, 7)
    run.tick()
    run.step()
    expected = nearest_walkable(run.world.grid, (10.1, 5.2), math.inf)
    assert run.agents.positions[0].tolist() == list(run.world.grid.centre_of(*expected))
    assert run.agents.previous_positions[0].tolist() == run.agents.positions[0].tolist()
    assert happenings(run, 2.0) == []
    assert run.agents.walk_targets[0].tolist() == run.agents.positions[0].tolist()
    assert not run.agents.is_moving(1)
    assert run.agents.positions[1].tolist() == [3, 3]


def test_being_moved_is_told_of_once() -> None:
    """In the step in which the world changes, with the place where it is now."""
    run = simulate(room(20, 10), agent(1, (10.1, 5.2)))
    wall(run, 9, 3, 13, 7)
    events = happenings(run, 3.0)
    assert events == [(Kind.DISPLACED, 1, -1), (Kind.WORLD_CHANGED, -1, -1)]


def test_who_stood_in_a_wall_before_stays_there() -> None:
    """So the level was drawn; another wall elsewhere does not move it (X-035: it stays put)."""
    run = simulate(room(20, 10, (4, 4, 6, 6)), agent(1, (5, 5)), agent(2, (50, 50)))
    run_for(run, 0.5)
    wall(run, 10, 3, 13, 7)
    assert happenings(run, 1.0) == [(Kind.WORLD_CHANGED, -1, -1)]
    assert run.agents.positions.tolist() == [[5, 5], [50, 50]]


def test_who_is_caught_on_its_way_goes_on() -> None:
    """From where it was put, to its goal, and arrives once."""
    run = simulate(room(20, 10), agent(1, (2, 5)))
    run.send([1], (18, 5))
    run_for(run, 4.0)
    x = float(run.agents.positions[0, 0])
    wall(run, x - 2, 3, x + 2, 7)
    events = happenings(run, 25.0, Kind.DISPLACED, Kind.ARRIVED)
    assert events == [(Kind.DISPLACED, 1, -1), (Kind.ARRIVED, 1, -1)]
    assert run.agents.positions[0].tolist() == [18, 5]


def test_a_crowd_caught_in_a_wall_is_put_beside_it_and_parts() -> None:
    """All are on the floor at once, and soon apart from each other."""
    starts = np.random.default_rng(8).uniform((8, 3), (12, 7), (30, 2)).tolist()
    run = simulate(room(20, 10), *(agent(i + 1, tuple(p)) for i, p in enumerate(starts)))
    run_for(run, 1.0)
    wall(run, 8, 3, 12, 7)
    for _ in range(300):
        run.step()
        assert all_on_floor(run) or run.world.version == 0
    assert overlap(run) < 0.01


def test_only_those_whose_path_crosses_the_change_plan_again() -> None:
    """The others keep their very points (S0-032)."""
    run = simulate(
        room(40, 20), *(agent(i + 1, (2, 2 + 3 * i)) for i in range(6)),
        settings=SimulationSettings(mover_replans_per_step=0),
    )  # fmt: skip
    for i in range(6):
        run.send([i + 1], (38, 2 + 3 * i))
    run_for(run, 1.0)
    paths = [run.agents.path_of(i + 1).tolist() for i in range(6)]
    wall(run, 20, 7, 21, 12)
    run.tick()
    run.tick()
    assert run.agents.replans.tolist() == [0, 0, 1, 1, 0, 0]
    kept = [run.agents.path_of(i + 1).tolist() == paths[i] for i in range(6)]
    assert kept == [True, True, False, False, True, True]


def test_a_wall_behind_a_walker_changes_nothing() -> None:
    """A wall behind it is no part of its path any more (S0-032)."""
    run = simulate(room(40, 10), agent(1, (2, 5)))
    run.send([1], (38, 5))
    run_for(run, 10.0)
    wall(run, 5, 2, 7, 8)
    run_for(run, 1.0)
    assert run.agents.replans[0] == 0


@pytest.mark.parametrize("seeks", [False, True])
def test_those_for_whom_a_shorter_way_opened_plan_again_if_asked(seeks: bool) -> None:
    """A wall opens far from the path: with `seeks_shorter` the detour ends, else it is kept."""
    run = simulate(
        room(30, 30, (14, -1, 15, 25)), agent(1, (2, 5)),
        settings=SimulationSettings(seeks_shorter=seeks),
    )  # fmt: skip
    run.send([1], (28, 5))
    run_for(run, 1.0)
    assert len(run.agents.path_of(1)) > 1
    wall(run, 14, 15, 15, 25, wall_id=200)
    run_for(run, 0.3)
    assert (run.agents.path_of(1)[:, 1].max() < 20) == seeks


def test_those_whose_path_comes_near_a_wall_that_goes_plan_again() -> None:
    """This holds within a cell of newly walkable ones (S1-053, S1-054).

    The others keep their paths.
    """
    run = simulate(
        room(30, 30, (14, -1, 15, 25)), agent(1, (2, 5)), agent(2, (20, 5)),
        settings=SimulationSettings(mover_replans_per_step=0),
    )  # fmt: skip
    run.send([1], (28, 5))
    run.send([2], (20, 28))
    run_for(run, 1.0)
    change(run, Edit.remove(run.world.level, [200]))
    run_for(run, 0.3)
    assert run.agents.path_of(1).tolist() == [[28, 5]]
    assert run.agents.replans.tolist() == [1, 0]


def test_nobody_seeks_a_shorter_way_where_one_only_closed() -> None:
    """A new wall elsewhere causes no plans, even with `seeks_shorter` (S0-032)."""
    run = simulate(
        room(30, 30), agent(1, (2, 5)), settings=SimulationSettings(seeks_shorter=True)
    )  # fmt: skip
    run.send([1], (28, 5))
    run_for(run, 1.0)
    wall(run, 10, 15, 12, 20)
    run_for(run, 1.0)
    assert run.agents.replans[0] == 0


def test_a_wall_dragged_through_a_crowd() -> None:
    """It moves every tick: no exception, no NaN, no agent in a wall, and all arrive afterwards."""
    rng = np.random.default_rng(6)
    starts = rng.uniform((1, 1), (23, 13), (25, 2)).tolist()
    run = simulate(room(24, 14), *(agent(i + 1, tuple(p)) for i, p in enumerate(starts)))
    for i in range(25):
        run.send([i + 1], tuple(rng.uniform((1, 1), (23, 13)).tolist()))
    for k in range(60):
        wall(run, 0.4 * k, 2, 0.4 * k + 1.5, 12)
        run.tick()
        assert np.isfinite(run.agents.positions).all()
        assert all_on_floor(run)
    no_wall(run)
    run_for(run, 40.0)
    assert run.counts().walking == 0
    assert all_on_floor(run)


def test_a_door_toggled_every_tick() -> None:
    """Walkers on both sides, a hundred times open and shut."""
    run = simulate(
        room(20, 10, (9, -1, 10, 4), (9, 6, 10, 11)),
        *(
            agent(i, (2 + i % 3, 1 + 0.8 * i), goals=((18, 9 - 0.7 * i), (2, 5)), loop=True)
            for i in range(1, 11)
        ),
    )
    door = Obstacle(id=300, polygon=box(9, 4, 10, 6))
    shut = run.world.update(
        run.world.level.with_items({300: door}), Edit.put(run.world.level, [door])
    )
    worlds = (run.world, shut)
    for tick in range(200):
        run.change_world(worlds[tick % 2])
        run.tick()
        assert np.isfinite(run.agents.positions).all()
        assert all_on_floor(run)


def test_everybody_is_removed_while_playing() -> None:
    """The run goes on empty, and accepts new agents."""
    run = simulate(room(20, 10), *(agent(i, (1 + i, 5), goals=((19 - i, 5),)) for i in range(1, 9)))
    run_for(run, 2.05)
    run.remove(range(1, 9))
    events = happenings(run, 1.0, Kind.REMOVED)
    assert [event[1] for event in events] == list(range(1, 9))
    assert len(run.agents) == 0
    assert run.counts() == Counts(0, 0, 0, 0)
    wall(run, 4, 4, 6, 6)
    run.send([1], (3, 3))
    run_for(run, 1.0)
    run.spawn(agent(1, (2, 5), goals=((18, 5),)))
    run_for(run, 20.0)
    assert run.agents.positions.tolist() == [[18, 5]]


def test_whoever_one_runs_into_is_removed_meanwhile() -> None:
    """Rows close up; blockers and meeting partners are ids, so no agent is mistaken for another."""
    run = simulate(
        room(30, 10), agent(1, (3, 5)), agent(2, (10, 5)), agent(3, (2, 8), goals=((28, 8),))
    )
    run.send([2], (2.0, 5))
    run.send([1], (28, 5))
    run_for(run, 2.0)
    run.remove([1, 2])
    run_for(run, 25.0)
    assert run.agents.ids.tolist() == [3]
    assert run.agents.positions.tolist() == [[28, 8]]


def test_a_goal_inside_a_wall() -> None:
    """It walks to the nearest place beside the wall, stands, and never leaves the floor."""
    run = simulate(room(20, 10, (12, 3, 16, 7)), agent(1, (2, 5)))
    run.send([1], (14, 5))
    for _ in range(900):
        run.step()
        assert all_on_floor(run)
    assert not run.agents.is_moving(1)
    assert run.agents.states[0] == STAND
    near = run.agents.positions[0].tolist()
    assert 11 < near[0] < 16.5
    assert run.agents.asked[0] == NEVER


def test_a_wall_on_top_of_the_goal() -> None:
    """An agent on its way ends beside the wall; with the wall gone it goes on."""
    run = simulate(room(20, 10), agent(1, (2, 5)))
    run.send([1], (14, 5))
    run_for(run, 2.0)
    wall(run, 12, -1, 16, 11)
    run_for(run, 12.0)
    assert not run.agents.is_moving(1)
    no_wall(run)
    run_for(run, 6.0)
    assert run.agents.positions[0].tolist() == [14, 5]


def test_spawned_on_top_of_each_other_and_on_a_wall() -> None:
    """They separate where they can.

    An agent that was spawned in a wall stays until it is sent out.
    """
    run = simulate(room(20, 10, (8, 4, 9, 6)))
    for i in range(1, 13):
        run.spawn(agent(i, (5, 5)))
    run.spawn(agent(20, (8.5, 5)))
    run_for(run, 2.0)
    assert np.isfinite(run.agents.positions).all()
    assert overlap(run) < 0.01
    assert [run.world.is_walkable(x, z) for x, z in run.agents.positions.tolist()] == [
        *([True] * 12), False
    ]  # fmt: skip
    run.send([20], (15, 5))
    run_for(run, 15.0)
    assert run.agents.positions[12].tolist() == [15, 5]


def test_the_whole_level_moves_away() -> None:
    """There is no floor under or near any agent: all stay where they are."""
    run = simulate(room(20, 10), agent(1, (2, 5), goals=((18, 5),)), agent(2, (3, 3)))
    run_for(run, 1.0)
    area = run.world.level.areas[100]
    moved = msgspec.structs.replace(area, polygon=box(1000, 1000, 1020, 1010))
    change(run, Edit.put(run.world.level, [moved]))
    run_for(run, 1.0)
    assert np.isfinite(run.agents.positions).all()
    assert all_on_floor(run), "moved onto the nearest floor, however far"
    change(run, Edit.put(run.world.level, [area]))
    run_for(run, 30.0)
    assert run.agents.positions[0].tolist() == [18, 5]


def test_a_grid_takes_the_place_of_another_one() -> None:
    """Cells of another size, at another origin; paths that are clear there are kept (S0-019)."""
    run = on_grid(floor(20, 10), (2.5, 5.5))
    run.send([1], (17.5, 5.5))
    run_for(run, 2.0)
    run.change_world(World.from_grid(floor(44, 24, cell_size=0.5, min_x=-1, min_z=-1)))
    run_for(run, 0.5)
    assert run.agents.replans[0] == 0
    blocked = [(20, row) for row in range(20)]
    run.change_world(World.from_grid(floor(44, 24, *blocked, cell_size=0.5, min_x=-1, min_z=-1)))
    run_for(run, 20.0)
    assert run.agents.replans[0] >= 1
    assert run.agents.positions[0].tolist() == [17.5, 5.5]
