"""Rules of source 000, fact by fact; each test names the facts that it checks."""

import math
from typing import Any

import numpy as np
import pytest
from sim_levels import agent, box, change, level_of, room, run_for, simulate
from sim_runs import all_on_floor, bare_run, floor, happenings, on_grid, overlap

from navcore import World
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area
from navcore.path.result import Status
from navcore.sim.agents import STAND, WALK
from navcore.sim.events import Kind
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.sim.source_rules.contact import nudge

Place = tuple[float, float]
OPEN = floor(40, 40)


def source(**fields: Any) -> SimulationSettings:
    """The constants of the rules."""
    return SimulationSettings(rules="source", **fields)


def run_of(*agents: Agent, grid: Any = OPEN, **fields: Any) -> Simulation:
    """A run with these agents on a grid, before its first step."""
    run = Simulation(World.from_grid(grid), settings=source(**fields))
    for one in agents:
        run.spawn(one)
    run.take_in()
    return run


def places(run: Simulation) -> list[list[float]]:
    """Return the positions of all agents."""
    return run.agents.positions.tolist()


def test_nobody_steers() -> None:
    """Two that pass each other without touching walk straight lines (S0-083)."""
    run = run_of(
        agent(1, (5.5, 5.5), goals=((15.5, 5.5),)), agent(2, (15.5, 6.5), goals=((5.5, 6.5),))
    )
    for _ in range(400):
        run.step()
        assert run.agents.positions[:, 1].tolist() == [5.5, 6.5]
    assert run.agents.paces.tolist() == [1.0, 1.0]


@pytest.mark.parametrize("hertz", [10, 30, 60, 144])
def test_same_line_at_any_length_of_step(hertz: int) -> None:
    """The line leads around a corner, within WALK_THRESHOLD of the same places (S0-084)."""
    run = simulate(
        room(12, 12, (4, 0, 6, 8)), agent(1, (2, 2), goals=((10, 2),)),
        settings=source(steps_per_second=hertz, steps_per_tick=max(1, hertz // 10)),
    )  # fmt: skip
    arrivals = run_for(run, 20.0)
    assert [one.status for one in arrivals] == [Status.COMPLETE]
    free = run.world.find_path((2, 2), (10, 2), smoothing="greedy", engine="astar").length
    assert arrivals[0].step / hertz == pytest.approx(free / 1.4, abs=0.15)
    assert math.dist(places(run)[0], (10, 2)) <= 0.05


def test_goal_counts_from_the_walk_threshold() -> None:
    """It stops where it is then, and has arrived once (S0-086, S0-087)."""
    for threshold in (0.05, 0.5):
        run = run_of(agent(1, (5.5, 5.5), goals=((9.5, 5.5),)), walk_threshold=threshold)
        assert len(run_for(run, 6.0)) == 1
        away = 9.5 - places(run)[0][0]
        assert threshold - 1.4 / 60 <= away <= threshold
        assert run.agents.states.tolist() == [STAND]
        assert not run.agents.is_moving(1)


def test_corner_is_not_cut_by_a_threshold() -> None:
    """A point that counts from afar is walked to where the line on from there isn't clear."""
    run = simulate(
        room(12, 12, (4, 0, 6, 8)), agent(1, (2, 2), goals=((10, 2),)),
        settings=source(walk_threshold=1.0),
    )  # fmt: skip
    for _ in range(1200):
        run.step()
        assert all_on_floor(run)
    assert math.dist(places(run)[0], (10, 2)) <= 1.0


def test_turns_at_its_rotation_speed() -> None:
    """It turns by the shorter way, and keeps its facing while it stands (S0-085)."""
    run = run_of(
        agent(1, (5.5, 5.5), facing=math.radians(170), rotation_speed=1.0, goals=((4.5, 5.3),))
    )
    run.step()
    run.step()
    assert run.agents.facings[0] > math.radians(170)


def test_pushes_come_pair_by_pair() -> None:
    """Each is half of the overlap, three times a step (S0-092 to S0-095)."""
    run = run_of(agent(1, (5, 5)), agent(2, (5.3, 5.4)))
    run.step()
    by = (0.9 - 0.5) / 2
    assert np.allclose(
        places(run), [(5 - 0.6 * by, 5 - 0.8 * by), (5.3 + 0.6 * by, 5.4 + 0.8 * by)]
    )
    none = run_of(agent(1, (5, 5)), agent(2, (5.3, 5.4)), separation_iterations=0)
    none.step()
    assert places(none) == [[5, 5], [5.3, 5.4]]


def test_all_pairs_count_however_far_one_push_goes() -> None:
    """Among 40 that start in one place, as among all pairs (S0-093, S0-109)."""
    run = run_of(*(agent(i + 1, (20, 20 + 1e-3 * i), radius=0.3) for i in range(40)))
    for _ in range(60):
        run.step()
        assert all_on_floor(run)
    run_for(run, 14.0)
    assert overlap(run) <= 0.01


def test_at_a_wall_the_other_goes() -> None:
    """It moves by the whole push, else by half; pinched both stay (S0-096, S0-097)."""
    run = run_of(
        agent(1, (0.1, 0.5)), agent(2, (0.5, 0.5)), grid=floor(10, 1), separation_iterations=1
    )
    run.step()
    assert np.allclose(places(run), [(0.1, 0.5), (1.0, 0.5)])
    corridor = floor(3, 1, (0, 0), (2, 0), cell_size=0.5)
    run = run_of(agent(1, (0.7, 0.2)), agent(2, (0.8, 0.2)), grid=corridor)
    run_for(run, 1.0)
    assert np.allclose(places(run), [(0.7, 0.2), (0.8, 0.2)])


def test_player_stays_where_it_is_pushed() -> None:
    """Its targets follow it; it is never nudged (S0-090, S0-101, S0-106)."""
    run = run_of(agent(1, (10.5, 5.5), player=True), agent(2, (5.5, 5.4), goals=((15.5, 5.4),)))
    assert not happenings(run, 12.0, Kind.NUDGED)
    place = places(run)[0]
    assert place != [10.5, 5.5]
    assert run.agents.walk_targets[0].tolist() == place
    assert run.agents.requested_targets[0].tolist() == place
    run_for(run, 3.0)
    assert places(run)[0] == place
    assert not run.agents.is_moving(1)


def test_player_that_walks_is_not_stopped() -> None:
    """Pushed on its way it goes on (S0-101)."""
    run = run_of(
        agent(1, (5.5, 5.5), player=True, goals=((15.5, 5.5),)),
        agent(2, (15.5, 5.4), player=True, goals=((5.5, 5.4),)),
    )  # fmt: skip
    assert {one.agent_id for one in run_for(run, 30.0)} == {1, 2}


def test_npc_walks_back_to_its_target() -> None:
    """Pushed by another that stands, it goes back when there is room (S0-089, S0-101)."""
    run = run_of(agent(1, (5.5, 5.5)), agent(2, (5.7, 5.5), player=True))
    run.step()
    assert run.agents.is_moving(1)
    assert run.agents.walk_targets[0].tolist() == [5.5, 5.5]
    run.remove([2])
    run_for(run, 2.0)
    assert math.dist(places(run)[0], (5.5, 5.5)) <= 0.05
    assert not run.agents.is_moving(1)


def test_walk_back_is_given_up_after_two_seconds() -> None:
    """Agents don't jostle forever around one that stands for good (S0-101)."""
    run = run_of(agent(1, (5.5, 5.5)), agent(2, (5.5, 5.5)))
    run_for(run, 1.5)
    assert run.agents.walking().any()
    run_for(run, 3.0)
    assert not run.agents.walking().any()
    before = places(run)
    run_for(run, 2.0)
    assert places(run) == before


@pytest.mark.parametrize(
    ("blocked", "expected"),
    [
        ((), (1.2, 0)),
        (((11, 5),), (0, 1.2)),
        (((11, 5), (10, 6)), (0, -1.2)),
        (((11, 5), (10, 6), (10, 4)), (-1.2, 0)),
    ],
)
def test_steps_to_the_first_place_that_is_free(
    blocked: tuple[tuple[int, int], ...], expected: Place
) -> None:
    """Straight away, then to the left, to the right, back (S0-103, S0-104)."""
    run = bare_run(floor(20, 12, *blocked), (10.5, 5.5), (9.9, 5.5), rules="source")
    assert nudge(run, 0, 1)
    x, z = run.agents.walk_targets[0].tolist()
    assert (x - 10.5, z - 5.5) == pytest.approx(expected)


def test_nobody_is_nudged_into_a_wall() -> None:
    """Where no place is free it stays (S0-104)."""
    run = bare_run(floor(3, 3, (0, 1), (2, 1), (1, 0), (1, 2)), (1.5, 1.5), (1.4, 1.5))
    assert not nudge(run, 0, 1)


def test_who_stands_there_does_not_matter() -> None:
    """The first walkable place is taken, even if another agent stands there (S0-104)."""
    run = bare_run(OPEN, (10.5, 5.5), (9.9, 5.5), (11.7, 5.5), rules="source")
    assert nudge(run, 0, 1)
    assert run.agents.requested_targets[0].tolist() == pytest.approx([11.7, 5.5])


def test_nudged_stand_there_for_good() -> None:
    """The new target is the place aside: no agent goes back to its post (S0-105, S0-108)."""
    run = run_of(agent(1, (10.5, 5.5)), agent(2, (6.5, 5.4), goals=((15.5, 5.4),)))
    told = happenings(run, 12.0, Kind.NUDGED, Kind.ARRIVED)
    assert told.count((Kind.ARRIVED, 2, -1)) == 1
    assert told.count((Kind.ARRIVED, 1, -1)) == 0
    assert math.dist(places(run)[0], (10.5, 5.5)) > 0.8
    assert math.dist(run.agents.requested_targets[0], (10.5, 5.5)) > 0.8


@pytest.mark.parametrize(("one", "other"), [((), ()), (((20.0, 5.5),), ((1.0, 5.5),))])
def test_only_one_that_stands_is_nudged(one: Any, other: Any) -> None:
    """If both stand, or both walk, none is (S0-102)."""
    run = run_of(agent(1, (10.0, 5.5), goals=one), agent(2, (10.5, 5.5), goals=other))
    assert not happenings(run, 0.5, Kind.NUDGED)


def test_fighters_turn_to_their_target_again() -> None:
    """An agent that pursues another yields only until the next tick (S0-107)."""
    run = simulate(
        room(24, 10, (12, 0, 13, 10)), agent(1, (10, 5)), agent(2, (20, 5)),
        agent(3, (4, 5.05), goals=((11, 5.05),)), settings=source(),
    )  # fmt: skip
    run.meet([1], 2)
    for _ in range(600):
        run.step()
        if any(one["kind"] == Kind.NUDGED and one["agent"] == 1 for one in run.events):
            assert run.agents.requested_targets[0].tolist() != [20.0, 5.0]
            run.remove([3])
            run.tick()
            run.tick()
            break
    else:
        pytest.fail("nobody was nudged")
    assert run.agents.requested_targets[0].tolist() == [20.0, 5.0]


@pytest.mark.parametrize("hertz", [30, 60, 144])
def test_movers_are_faster_than_three_metres_a_second(hertz: int) -> None:
    """The limit is kMovedEps per frame of 60 Hz, for any length of steps (S0-110, X-015)."""
    speeds = (1.4, 2.9, 3.1)
    run = run_of(
        *(agent(i + 1, (1.5, 5.5 + 8 * i), walk_speed=v, goals=((38.5, 5.5 + 8 * i),))
          for i, v in enumerate(speeds)),
        steps_per_second=hertz, steps_per_tick=hertz // 10,
    )  # fmt: skip
    replans = run.agents.replans
    for _ in range(2 * hertz):
        run.step()
    made: Any = vars(run)["_made"]
    assert made.movers.tolist() == [False, False, True]
    assert replans.tolist() == [0, 0, 0]


@pytest.mark.parametrize(("apart", "replans"), [(1.79, True), (1.81, False)])
def test_all_walkers_near_a_mover_plan_again(apart: float, replans: bool) -> None:
    """They plan in the same step, within 1.8 m of their lines (S0-111)."""
    run = run_of(
        agent(1, (5, 5), walk_speed=3.5, radius=0.2, goals=((35, 5),)),
        agent(2, (5, 5 + apart), radius=0.2, goals=((35, 5 + apart),)),
        agent(3, (5, 5 - apart), radius=0.2, goals=((35, 5 - apart),)),
    )
    run_for(run, 0.3)
    assert run.agents.replans.tolist()[1:] == [int(replans)] * 2


def test_nobody_plans_more_often_than_twice_a_second() -> None:
    """A cooldown in seconds of the run for each (S0-112, S0-116)."""
    run = run_of(
        agent(1, (5, 5), walk_speed=3.5, radius=0.2, goals=((35, 5), (5, 5)), loop=True),
        agent(2, (5, 6), radius=0.2, walk_speed=0.4, goals=((35, 6),)),
    )
    run_for(run, 10.0)
    assert 3 <= run.agents.replans[1] <= 20


def test_plans_lead_around_those_that_stand_only() -> None:
    """Walking agents are transparent, standing ones are walked around (S0-072, S0-074)."""
    run = run_of(agent(1, (5.5, 5.5), goals=((15.5, 5.5),)), agent(2, (10.5, 5.5)))
    run.step()
    assert len(run.agents.path_of(1)) > 1
    run = run_of(
        agent(1, (5.5, 5.5), goals=((15.5, 5.5),)), agent(2, (10.5, 5.5), goals=((11.5, 9.5),))
    )
    run.step()
    assert len(run.agents.path_of(1)) == 1


def test_walkers_plan_again_where_somebody_stops() -> None:
    """They do as soon as it stands in their way (S0-115, X-016)."""
    run = run_of(
        agent(1, (10.5, 8.5), goals=((10.5, 5.5),)), agent(2, (2.5, 5.5), goals=((20.5, 5.5),))
    )
    told = happenings(run, 14.0, Kind.REPLANNED, Kind.NUDGED)
    assert told[0] == (Kind.REPLANNED, 2, -1)


def test_npc_in_a_doorway_is_pushed_through() -> None:
    """The path leads through it where there is no other, and it makes way (S0-078)."""
    run = simulate(
        room(16, 8, (7, 0, 8, 3), (7, 5, 8, 8)), agent(1, (7.5, 4)),
        agent(2, (2, 4), goals=((14, 4),), player=True), settings=source(),
    )  # fmt: skip
    told = happenings(run, 25.0, Kind.NUDGED, Kind.ARRIVED)
    assert told[0] == (Kind.NUDGED, 1, 2)
    assert (Kind.ARRIVED, 2, -1) in told


def test_empty_replan_stops_the_walker() -> None:
    """A wall around it, and it stands (S0-114)."""
    run = simulate(level_of(room(28, 8), agent(1, (2, 4), goals=((26, 4),))), settings=source())
    run_for(run, 1.0)
    area = run.world.level.areas[100]
    change(run, Edit.put(run.world.level, [Area(**{**_fields(area), "polygon": box(0, 0, 6, 8)})]))
    run_for(run, 6.0)
    assert run.agents.status_of(1) is Status.PARTIAL
    assert run.agents.states.tolist() == [STAND]
    assert all_on_floor(run)


def _fields(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__}


def test_far_centres_are_kept_by_a_smaller_trim() -> None:
    """The own cell's centre is a point unless it is within cellSize times 0.75 (S0-044)."""
    for factor, points in ((0.75, [[9.5, 5.5]]), (0.3, [[5.5, 5.5], [9.5, 5.5]])):
        run = run_of(agent(1, (5.1, 5.1), goals=((9.5, 5.5),)), trim_factor=factor)
        run.step()
        assert run.agents.path_of(1).tolist() == points


def test_meeting_needs_sight() -> None:
    """The other must be within 1.35 m and visible, never behind a wall (S0-118)."""
    run = simulate(
        room(12, 8, (5.8, 0, 6.2, 7)), agent(1, (5.3, 2)), agent(2, (6.7, 2)), settings=source()
    )
    run.meet([1], 2)
    assert not happenings(run, 2.0, Kind.MET)
    run = run_of(agent(1, (5.5, 5.5)), agent(2, (9.5, 5.5)))
    run.meet([1], 2)
    assert happenings(run, 5.0, Kind.MET) == [(Kind.MET, 1, 2)]
    assert math.dist(*places(run)) == pytest.approx(1.35, abs=0.15)


def test_runs_repeat_and_go_on_from_their_states() -> None:
    """The same bytes again, and from any tick on."""

    def crowd() -> Simulation:
        return run_of(
            *(agent(i + 1, (3 + 2.1 * (i % 5), 3 + 2.3 * (i // 5)), walk_speed=1.4 + 0.3 * (i % 8),
                    goals=((20.5, 20.5), (3.5, 20.5)), loop=True) for i in range(25))
        )  # fmt: skip

    one, other = crowd(), crowd()
    run_for(one, 6.0)
    run_for(other, 6.0)
    assert one.state().equals(other.state())
    gone_on = Simulation.resumed(one.world, one.state(), one.settings)
    run_for(one, 4.0)
    run_for(gone_on, 4.0)
    assert one.state().equals(gone_on.state())


def test_rules_are_named_by_the_level() -> None:
    """A run without constants of its own takes those of its level (S0-117)."""
    level = room(8, 8)
    level = level.with_settings(
        type(level.settings)(rules="source", nudge_distance=2.0, separation_iterations=5)
    )
    run = Simulation(World.build(level))
    assert (run.settings.rules, run.settings.nudge_distance) == ("source", 2.0)
    assert run.settings.separation_iterations == 5
    assert "steer" not in run.timings
    run.step()
    assert "steer" not in run.timings


def test_walking_state_is_seen_on_the_way_back() -> None:
    """WALK while it walks back, STAND again after (S0-088)."""
    run = on_grid(OPEN, (5.5, 5.5), (5.6, 5.5), rules="source")
    run.step()
    assert run.agents.states.tolist() == [WALK, WALK]
