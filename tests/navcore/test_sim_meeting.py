"""Agents that are sent to others stop within talking distance, also of moving ones."""

import math

import pytest
from sim_levels import agent, room, run_for, simulate
from sim_runs import floor, happenings, on_grid

from navcore import Status
from navcore.sim.agents import NEVER, STAND
from navcore.sim.events import NOBODY, Kind
from navcore.sim.inputs import Input, Meet
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation


def apart(run: Simulation) -> float:
    """Return the distance of the first two agents, metres."""
    return math.dist(*run.agents.positions[:2].tolist())


def test_stops_and_tells_of_it_once() -> None:
    """It stops at 1.35 m, within a tick's way.

    Neither arrives, and none of them moves any more (S0-118).
    """
    run = simulate(room(30, 10), agent(1, (2, 5)), agent(2, (15, 5)))
    run.meet([1], 2)
    assert happenings(run, 20.0) == [(Kind.MET, 1, 2)]
    assert 1.35 - 1.4 * 0.1 - 1e-9 <= apart(run) <= 1.35
    assert run.agents.positions[1].tolist() == [15, 5]
    assert not run.agents.is_moving(1)
    assert run.agents.states[0] == STAND
    assert run.agents.meets[0] == NOBODY
    assert run.agents.status_of(1) is Status.COMPLETE
    assert run.counts().stuck == 0
    assert run.inputs == [Input(0, Meet((1,), 2))]


@pytest.mark.parametrize(("far", "met"), [(1.34, True), (1.35, True), (1.36, False)])
def test_near_enough_from_the_beginning(far: float, met: bool) -> None:
    """It does not take a step, exactly 1.35 m included (S0-118)."""
    run = on_grid(floor(20, 20), (0, 5), (far, 5))
    run.meet([1], 2)
    assert (happenings(run, 1 / 60, Kind.MET) == [(Kind.MET, 1, 2)]) == met
    assert (run.agents.positions[0, 0] == 0) == met


def test_the_distance_is_a_setting() -> None:
    """Three metres, say (S0-117, S0-118)."""
    run = simulate(
        room(30, 10), agent(1, (2, 5)), agent(2, (15, 5)),
        settings=SimulationSettings(talk_distance=3.0),
    )  # fmt: skip
    run.meet([1], 2)
    assert happenings(run, 10.0) == [(Kind.MET, 1, 2)]
    assert 2.8 < apart(run) <= 3.0


def test_follows_one_that_goes_away() -> None:
    """To where that one is now, and meets it once it stands (S0-118)."""
    run = simulate(room(40, 20), agent(1, (2, 5)), agent(2, (10, 5)))
    run.send([2], (30, 15))
    run.meet([1], 2)
    events = happenings(run, 40.0, Kind.MET, Kind.ARRIVED)
    assert events == [(Kind.ARRIVED, 2, -1), (Kind.MET, 1, 2)]
    assert apart(run) <= 1.35
    assert run.agents.positions[1].tolist() == [30, 15]


def test_catches_up_with_a_slower_one() -> None:
    """Both walk when they meet; the other one goes on (S0-118)."""
    run = simulate(room(60, 10), agent(1, (2, 5), walk_speed=3.0), agent(2, (10, 5)))
    run.send([2], (58, 5))
    run.meet([1], 2)
    assert happenings(run, 12.0, Kind.MET, Kind.ARRIVED) == [(Kind.MET, 1, 2)]
    assert run.agents.is_moving(2)
    assert not run.agents.is_moving(1)


def test_plans_for_one_that_walks_are_seldom() -> None:
    """There are at most two a second, as for all others (S0-112, S0-118).

    A wall hides the other.
    """
    run = simulate(
        room(60, 10, (4, 4.8, 60, 5.2)), agent(1, (32, 8)), agent(2, (30, 2)),
        settings=SimulationSettings(mover_replans_per_step=0),
    )  # fmt: skip
    run.send([2], (58, 2))
    run.meet([1], 2)
    run_for(run, 20.0)
    assert 20 <= run.agents.replans[0] <= 40


def test_gives_up_on_one_that_leaves() -> None:
    """It walks to where that one was last, and arrives there (S0-118)."""
    run = simulate(room(30, 10), agent(1, (2, 5)), agent(2, (15, 5)))
    run.meet([1], 2)
    run_for(run, 2.0)
    run.remove([2])
    assert happenings(run, 15.0, Kind.MET, Kind.ARRIVED) == [(Kind.ARRIVED, 1, -1)]
    assert run.agents.meets[0] == NOBODY
    assert math.dist(run.agents.positions[0], (15, 5)) < 0.9


def test_waits_before_a_wall_for_one_behind_it() -> None:
    """It comes as near as possible, and goes on when the other comes out (S0-118)."""
    run = simulate(
        room(30, 10, (14, -1, 15, 7)), agent(1, (12, 2)), agent(2, (25, 2)), agent(3, (2, 9))
    )
    run.place({2: (100, 100)})
    run.meet([1], 2)
    run_for(run, 22.0)
    assert run.agents.meets[0] == 2
    assert not run.agents.is_moving(1)
    run.place({2: (25, 2)})
    assert (Kind.MET, 1, 2) in happenings(run, 20.0)


def test_another_order_takes_its_place() -> None:
    """It is sent elsewhere, stopped, or sent to another agent (S0-079, S0-090)."""
    run = simulate(room(30, 10), agent(1, (2, 5)), agent(2, (15, 5)), agent(3, (2, 8)))
    for order in (
        lambda: run.send([1], (8, 2)),
        lambda: run.stop_in_place([1]),
        lambda: run.meet([1], 3),
    ):
        run.meet([1], 2)
        run.tick()
        assert run.agents.meets[0] == 2
        order()
        run.tick()
        assert run.agents.meets[0] != 2
    assert happenings(run, 10.0, Kind.MET) in ([(Kind.MET, 1, 3)], [])


def test_one_sent_to_itself_or_to_nobody_stays() -> None:
    """There is no agent to meet, so the request has no effect (S0-118)."""
    run = simulate(room(30, 10), agent(1, (2, 5)))
    run.meet([1], 1)
    run.meet([1], 99)
    run.meet([99], 1)
    assert happenings(run, 1.0) == []
    assert run.agents.positions[0].tolist() == [2, 5]
    assert run.agents.asked[0] == NEVER


def test_two_sent_to_each_other_meet_halfway() -> None:
    """Both have an event, in one step or the next ticks (S0-118)."""
    run = simulate(room(30, 10), agent(1, (2, 5)), agent(2, (15, 5)))
    run.meet([1], 2)
    run.meet([2], 1)
    events = happenings(run, 20.0, Kind.MET)
    assert sorted(events) == [(Kind.MET, 1, 2), (Kind.MET, 2, 1)]


def test_met_again_when_asked_again() -> None:
    """One request, one meeting (S0-118)."""
    run = simulate(room(30, 10), agent(1, (2, 5)), agent(2, (4, 5)))
    for _ in range(3):
        run.meet([1], 2)
        assert happenings(run, 2.0) == [(Kind.MET, 1, 2)]


def test_nobody_meets_through_a_wall() -> None:
    """1.32 m apart with a wall between: they meet beyond its end (S0-118)."""
    run = simulate(room(10, 10, (4.9, 0, 5.1, 8)), agent(1, (4.3, 6)), agent(2, (5.62, 6)))
    run.meet([1], 2)
    assert happenings(run, 1.0, Kind.MET) == []
    assert run.agents.is_moving(1)
    assert happenings(run, 10.0) == [(Kind.MET, 1, 2)]
    assert run.agents.positions[0, 1] > 6.9


def test_nobody_meets_through_a_wall_with_no_way_round() -> None:
    """It waits beside the wall, and does not arrive."""
    run = simulate(room(10, 10, (4.9, -1, 5.1, 11)), agent(1, (2, 2)), agent(2, (5.62, 6)))
    run.meet([1], 2)
    assert happenings(run, 10.0, Kind.MET, Kind.ARRIVED) == []
    assert math.dist(run.agents.positions[0], (5.62, 6)) < 1.35


def test_following_is_no_arriving() -> None:
    """Along a wall, behind which the other one walks up and down (S0-087)."""
    walks = agent(2, (20, 1), goals=((20, 9), (20, 1)), loop=True)
    run = simulate(room(30, 10, (14, -1, 15, 11)), agent(1, (10, 5)), walks)
    run.meet([1], 2)
    told = happenings(run, 20.0, Kind.ARRIVED, Kind.NO_WAY)
    assert [one for one in told if one[1] == 1] == []


def test_no_way_to_another_is_told_once() -> None:
    """It tries again and again, without a word."""
    run = simulate(room(30, 10, (14, -1, 15, 11)), agent(1, (2, 5)), agent(2, (20, 5)))
    run.meet([1], 2)
    assert len(happenings(run, 20.0, Kind.ARRIVED, Kind.NO_WAY)) <= 1
