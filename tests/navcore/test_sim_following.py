"""Walking agents: to requested places, along their own goals, and to a stop."""

import math
from typing import Any

import numpy as np
import pytest
from naive_crowds import crowded_radius
from sim_levels import agent, change, level_of, room, run_for, simulate
from sim_runs import bare_run, floor, writable

from navcore import NavcoreError, Status
from navcore.level.edit import Edit
from navcore.sim.agents import STAND, WALK
from navcore.sim.following import crowded_radii
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Counts, Simulation

DT = 1 / 60


def test_settings_keep_the_values_of_their_sources() -> None:
    """WALK_THRESHOLD and its kin (S0-117)."""
    settings = SimulationSettings()
    assert settings.steps_per_second == 60
    assert settings.steps_per_tick == 6
    assert settings.walk_threshold == 0.05
    assert settings.target_replan_threshold == 0.25
    assert settings.snap_radius == 8.0


@pytest.mark.parametrize(
    "wrong",
    [
        {"steps_per_second": 0},
        {"steps_per_tick": 0},
        {"plans_per_step": 0},
        {"work_per_step": 0},
        {"separation_iterations": -1},
        {"mover_replans_per_step": -1},
        {"replan_cooldown": math.nan},
        {"talk_distance": -1.0},
        {"obstacle_radius_fraction": 1.1},
        {"detail_distances": (80.0, 40.0, 160.0)},
        {"walk_threshold": -0.1},
        {"target_replan_threshold": math.nan},
        {"snap_radius": math.inf},
    ],
)
def test_settings_refuse_numbers_outside_their_limits(wrong: dict[str, Any]) -> None:
    """The message names the setting."""
    with pytest.raises(NavcoreError, match=next(iter(wrong))):
        SimulationSettings(**wrong)


def test_an_agent_without_goals_stands() -> None:
    """It doesn't move while time goes on."""
    run = simulate(room(10, 10), agent(1, (3, 3), facing=1.0))
    run_for(run, 1.0)
    assert tuple(run.agents.positions[0]) == (3, 3)
    assert run.agents.facings[0] == 1.0
    assert run.agents.states[0] == STAND
    assert run.agents.status_of(1) is None
    assert not run.agents.is_moving(1)
    assert run.steps == 60
    assert run.seconds == 1.0
    assert run.counts() == Counts(1, 0, 0, 0)


def test_a_sent_agent_walks_there_and_arrives_once() -> None:
    """It walks at its speed, to the exact point, with one arrival (S0-079, S0-083, S0-087)."""
    run = simulate(room(10, 10), agent(1, (2, 2)))
    run.send([1], (8, 2))
    arrivals = []
    states = []
    while run.steps < 400:
        before = run.agents.positions[0].copy()
        run.step()
        arrivals += run.arrivals
        states.append(int(run.agents.states[0]))
        moved = float(np.hypot(*(run.agents.positions[0] - before)))
        if states[-1] == WALK:
            assert moved == pytest.approx(1.4 * DT)
    assert [(a.agent_id, a.status) for a in arrivals] == [(1, Status.COMPLETE)]
    assert arrivals[0].step == pytest.approx(6 / 1.4 * 60, abs=6)
    assert tuple(run.agents.positions[0]) == (8, 2)
    assert len(run.agents.path_of(1)) == 0
    assert not run.agents.is_moving(1)
    # One change to walking, one back: no flicker (S0-088).
    assert np.count_nonzero(np.diff(states)) == 1


def test_the_state_does_not_flicker_at_corners() -> None:
    """Around an obstacle there are corners; the state is the same all along (S0-088)."""
    run = simulate(room(12, 12, (4, 0, 5, 10)), agent(1, (2, 2), walk_speed=3.0))
    run.send([1], (10, 2))
    run.step()
    assert len(run.agents.path_of(1)) > 1
    while not run.arrivals:
        assert run.agents.states[0] == WALK
        assert run.agents.is_moving(1)
        run.step()
    assert run.agents.states[0] == STAND


def test_a_request_waits_for_the_next_step_and_is_logged() -> None:
    """Asking changes nothing by itself; the log says at which step it took effect."""
    run = simulate(room(10, 10), agent(1, (2, 2)))
    run_for(run, 0.05)
    run.send([1], (8, 2))
    assert not run.agents.is_moving(1)
    assert run.inputs == []
    run.step()
    assert run.inputs == [(3, ((1,), (8.0, 2.0), None))]


def test_a_near_duplicate_is_ignored_while_walking() -> None:
    """0.24 m is ignored, 0.26 m plans again (S0-081)."""
    run = simulate(room(20, 10), agent(1, (2, 2)))
    run.send([1], (15, 2))
    run_for(run, 0.5)
    run.send([1], (15.24, 2))
    run_for(run, 0.2)
    assert tuple(run.agents.walk_targets[0]) == (15, 2)
    run.send([1], (15.26, 2))
    run_for(run, 0.2)
    assert tuple(run.agents.walk_targets[0]) == (15.26, 2)


def test_a_near_goal_counts_for_one_who_stands() -> None:
    """Standing, a goal 0.2 m away is walked to (S0-081)."""
    run = simulate(room(10, 10), agent(1, (2, 2)))
    run.send([1], (2.2, 2))
    run_for(run, 1.0)
    assert tuple(run.agents.positions[0]) == (2.2, 2)


def test_sent_to_where_it_stands() -> None:
    """Already there: it arrives, and takes no step."""
    run = simulate(room(10, 10), agent(1, (2, 2)))
    run.send([1], (2, 2))
    run.step()
    assert [a.status for a in run.arrivals] == [Status.ALREADY_THERE]
    run.step()
    assert run.arrivals == []
    assert tuple(run.agents.positions[0]) == (2, 2)


def test_turns_toward_where_it_walks() -> None:
    """It turns at its rotation speed, not at once (S0-085, X-049)."""
    run = simulate(room(10, 10), agent(1, (2, 2), facing=math.pi / 2, rotation_speed=3.0))
    run.send([1], (8, 2))
    run.step()
    assert run.agents.facings[0] == pytest.approx(math.pi / 2 - 3.0 * DT)
    run_for(run, 1.0)
    assert run.agents.facings[0] == pytest.approx(0.0)


def test_a_goal_behind_a_wall_ends_at_the_wall() -> None:
    """Partial: it walks as near as it gets and is at rest there (S0-080, X-017)."""
    run = simulate(room(12, 6, (6, -1, 7, 7)), agent(1, (2, 3)))
    run.send([1], (10, 3))
    arrivals = run_for(run, 8.0)
    assert run.agents.status_of(1) is Status.PARTIAL
    assert [a.status for a in arrivals] == [Status.PARTIAL]
    x, z = run.agents.positions[0]
    assert 5.0 < x < 6.0
    assert run.world.is_walkable(x, z)
    assert tuple(run.agents.walk_targets[0]) == (x, z)
    assert tuple(run.agents.requested_targets[0]) == (10, 3)
    assert not run.agents.is_moving(1)
    assert run.agents.states[0] == STAND
    assert run.counts() == Counts(1, 0, 0, 1)


def test_a_goal_far_from_all_floor() -> None:
    """It goes as near as it gets, and stays there."""
    run = simulate(room(10, 10), agent(1, (2, 2)))
    run.send([1], (500, 500))
    run_for(run, 10.0)
    assert run.agents.status_of(1) is Status.PARTIAL
    assert run.agents.positions[0].min() > 9
    assert run.counts() == Counts(1, 0, 0, 1)


def test_a_start_far_from_all_floor() -> None:
    """A status, no step, no exception."""
    run = simulate(room(10, 10), agent(1, (100, 100)))
    run.send([1], (5, 5))
    run_for(run, 1.0)
    assert run.agents.status_of(1) is Status.BAD_START
    assert tuple(run.agents.positions[0]) == (100, 100)
    assert run.counts() == Counts(1, 0, 0, 1)


def test_stop_in_place() -> None:
    """It stands, wants nothing any more, and no arrival is reported (S0-090)."""
    run = simulate(room(10, 10), agent(1, (2, 2)))
    run.send([1], (8, 2))
    run_for(run, 1.0)
    run.stop_in_place([1])
    assert run_for(run, 6.0) == []
    place = tuple(run.agents.positions[0])
    assert place[0] == pytest.approx(2 + 1.4)
    assert tuple(run.agents.walk_targets[0]) == tuple(run.agents.requested_targets[0]) == place
    assert not run.agents.is_moving(1)
    assert run.counts() == Counts(1, 0, 0, 0)


def test_moving_is_having_a_path_or_standing_off_the_walk_target() -> None:
    """By more than WALK_THRESHOLD, 0.05 m: 0.04 m is at rest, 0.06 m is not (S0-089)."""
    run = simulate(room(10, 10), agent(1, (2, 2)))
    assert not run.agents.is_moving(1)
    run.send([1], (8, 2))
    run.step()
    assert run.agents.is_moving(1)
    run_for(run, 6.0)
    assert not run.agents.is_moving(1)
    x, z = run.agents.positions[0].tolist()
    for away, moves in ((0.04, False), (0.06, True)):
        writable(run).walk_targets[0] = (x, z + away)
        assert run.agents.is_moving(1) == moves


def test_goals_once() -> None:
    """It visits them in turn, pauses at each, and stays at the last."""
    run = simulate(room(10, 10), agent(1, (2, 2), goals=((5, 2), (5, 5)), wait=0.5))
    arrivals = run_for(run, 8.0)
    assert [a.status for a in arrivals] == [Status.COMPLETE, Status.COMPLETE]
    first, second = (a.step for a in arrivals)
    assert first == pytest.approx(3 / 1.4 * 60, abs=6)
    assert second - first == pytest.approx((0.5 + 3 / 1.4) * 60, abs=7)
    assert tuple(run.agents.positions[0]) == (5, 5)
    assert run.counts() == Counts(1, 0, 0, 0)


def test_goals_for_ever() -> None:
    """A loop starts over; without wait the agent never stands."""
    goals = ((5.0, 2.0), (5.0, 5.0), (2.0, 2.0))
    run = simulate(room(10, 10), agent(1, (2, 2), goals=goals, loop=True, walk_speed=4.0))
    run.step()
    places = []
    while len(places) < 7:
        run.step()
        places += [tuple(run.agents.positions[0]) for _ in run.arrivals]
        assert run.agents.states[0] == WALK
    assert places == [*goals, *goals, goals[0]]


def test_waiting_is_counted() -> None:
    """It counts as waiting while it pauses at a goal."""
    run = simulate(room(10, 10), agent(1, (2, 2), goals=((2.5, 2), (8, 2)), wait=2.0))
    run_for(run, 1.0)
    assert run.counts() == Counts(1, 0, 1, 0)
    run_for(run, 2.0)
    assert run.counts() == Counts(1, 1, 0, 0)


@pytest.mark.parametrize("goals", [((4, 2),), ((4, 2), (4, 2))])
def test_one_goal_in_a_loop_is_reached_once(goals: tuple[tuple[float, float], ...]) -> None:
    """It has nowhere else to go; a goal that is there twice is reached twice."""
    run = simulate(room(10, 10), agent(1, (2, 2), goals=goals, loop=True))
    assert len(run_for(run, 5.0)) == len(goals)


def test_being_sent_replaces_its_own_goals() -> None:
    """It goes where it was sent and stays."""
    run = simulate(room(10, 10), agent(1, (2, 2), goals=((8, 2), (2, 2)), loop=True))
    run_for(run, 1.0)
    run.send([1], (4, 8))
    run_for(run, 10.0)
    assert tuple(run.agents.positions[0]) == (4, 8)


def test_unknown_ids_are_left_out_and_bad_goals_refused() -> None:
    """An agent may have left in the meantime; a goal that is no place is a mistake."""
    run = simulate(room(10, 10), agent(1, (2, 2)))
    run.send([7], (4, 4))
    run.stop_in_place([7])
    run.remove([7])
    run.step()
    with pytest.raises(NavcoreError, match="finite"):
        run.send([1], (math.nan, 0))


def test_spawn_and_remove() -> None:
    """They take effect in the next step; an id belongs to one agent."""
    run = simulate(room(10, 10), agent(1, (2, 2)))
    run.spawn(agent(2, (4, 4), goals=((8, 4),)))
    assert len(run.agents) == 1
    run.step()
    assert run.agents.ids.tolist() == [1, 2]
    assert run.agents.is_moving(2)
    with pytest.raises(NavcoreError, match="2"):
        run.spawn(agent(2, (5, 5)))
    run.remove([1])
    run_for(run, 5.0)
    assert run.agents.ids.tolist() == [2]
    assert tuple(run.agents.positions[0]) == (8, 4)


def test_views_interpolate_between_the_last_two_steps() -> None:
    """Positions straight, facings by the shorter way; the run itself does not change."""
    run = simulate(room(10, 10), agent(1, (8, 5), facing=3.1, rotation_speed=6.0))
    run.send([1], (2, 4.5))
    run.step()
    state = run.agents.positions.tobytes() + run.agents.facings.tobytes()
    before, after = run.agents.previous_positions[0], run.agents.positions[0]
    assert run.agents.positions_at(0.0)[0] == pytest.approx(before)
    assert run.agents.positions_at(1.0)[0] == pytest.approx(after)
    assert run.agents.positions_at(0.25)[0] == pytest.approx(before + 0.25 * (after - before))
    # Facing goes over the seam at pi: 3.1 to about -3.09.
    assert run.agents.facings[0] < 0
    assert run.agents.facings_at(0.0)[0] == pytest.approx(3.1)
    assert 3.1 < run.agents.facings_at(0.5)[0] < 3.3
    assert run.agents.positions.tobytes() + run.agents.facings.tobytes() == state


def test_agents_stand_in_level_order() -> None:
    """They are sorted by order, then id, whatever the order of the mapping."""
    level = level_of(
        room(10, 10), agent(5, (1, 1), order=2.0), agent(9, (2, 2)), agent(7, (3, 3), order=2.0)
    )
    run = Simulation(simulate(level).world)
    assert run.agents.ids.tolist() == [9, 5, 7]


def test_every_phase_is_timed() -> None:
    """A tick has all of them, the steps between it only those that move."""
    run = simulate(room(10, 10), agent(1, (2, 2)))
    run.step()
    steps = ["requests", "index", "gates", "movers", "replan", "steer"]
    steps += ["follow", "separate", "arrive"]
    assert [name for name in run.timings if name not in {"notice", "think"}] == steps
    assert {"notice", "think"} < run.timings.keys()
    run.step()
    assert list(run.timings) == steps


def test_each_goal_is_arrived_at_once_though_a_plan_is_pending() -> None:
    """An agent that has arrived before its plan is made needs no plan any more (S0-087)."""
    waiting = [
        agent(i + 1, (2 + i % 10, 2 + i // 10), goals=((38, 2 + i // 10),)) for i in range(40)
    ]
    last = agent(99, (2, 18), goals=((12, 18), (2, 18)), wait=0.5)
    slow = SimulationSettings(plans_per_step=1, seeks_shorter=True)
    run = simulate(room(40, 20, (30, 14, 31, 19)), *waiting, last, settings=slow)
    row = run.agents.index[99]
    while run.agents.positions[row, 0] < 11.9:
        run.step()
    arrived = [one for one in run.arrivals if one.agent_id == 99]
    assert not arrived
    opened = Edit.remove(run.world.level, run.world.level.obstacles)
    change(run, opened)
    arrivals = [one for one in run_for(run, 12.0) if one.agent_id == 99]
    assert [one.status for one in arrivals] == [Status.COMPLETE] * 2
    assert arrivals[1].step - arrivals[0].step > 400


def test_crowded_radii() -> None:
    """Discs of n agents reach 1.1 times the radius times the square root of n."""
    rng = np.random.default_rng(6)
    run = bare_run(floor(30, 30), *rng.uniform(1, 29, (60, 2)).tolist())
    agents = run.agents
    goals = [(3.0, 4.0), (4.0, 3.0), (3.0, -4.0), *rng.uniform(1, 29, (30, 2)).tolist()]
    targets = [tuple(goals[k]) for k in rng.integers(0, len(goals), 60)]
    agents.requested_targets[:] = targets
    agents.radii[:] = rng.uniform(0.2, 0.6, 60)
    rows = rng.permutation(60)[:40]
    expected = [
        crowded_radius(targets, float(agents.radii[row]), targets[row]) for row in rows.tolist()
    ]
    assert crowded_radii(agents, rows).tolist() == pytest.approx(expected)
    assert 0.0 in expected
    assert max(expected) > 0.5


def test_all_who_share_a_goal_arrive() -> None:
    """Forty come to rest around it; none waits for a place that is taken."""
    ones = [agent(i, (2 + i % 8, 2 + i // 8), radius=0.3, goals=((15, 15),)) for i in range(1, 41)]
    run = simulate(room(30, 30), *ones)
    arrived = run_for(run, 60.0)
    assert {one.agent_id for one in arrived} == set(range(1, 41))
    assert run.counts().walking == 0
