"""Triggers of replanning: agents that move near a path, or stop or stand in it."""

import math
from typing import Any

import numpy as np
import pytest
from sim_levels import agent, change, room, run_for, simulate
from sim_runs import all_on_floor, bare_run, floor, go_on, happenings, on_grid, overlap

from navcore.bake.grid import NavGrid
from navcore.level.edit import Edit
from navcore.level.model import Settings
from navcore.path.result import Status
from navcore.sim.agents import NEVER, STAND, WALK
from navcore.sim.events import Kind
from navcore.sim.reasons import Reason, reasons_of
from navcore.sim.run import Run
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.sim.triggers import STUCK_AFTER

PLAIN = floor(80, 60, min_x=-40, min_z=-30)
NO_MOVERS = {"mover_replans_per_step": 0}


def test_constants_have_the_values_of_their_sources() -> None:
    """One for each name, in the simulation and in a level (S0-117)."""
    names = {
        "walk_threshold": 0.05,
        "target_replan_threshold": 0.25,
        "influence_distance": 6.0,
        "obstacle_radius_fraction": 0.6,
        "nudge_distance": 1.2,
        "replan_distance": 1.8,
        "replan_cooldown": 0.5,
        "talk_distance": 1.35,
        "separation_iterations": 3,
        "moved_distance": 0.05,
        "snap_radius": 8.0,
        "trim_factor": 0.75,
    }
    settings = SimulationSettings()
    assert {name: getattr(settings, name) for name in names} == names
    level = Settings()
    assert (level.cell_size, level.agent_radius, level.object_padding) == (0.4, 0.45, 0.25)
    assert (level.boundary_padding, level.floor_y) == (0.0, 0.0)


@pytest.mark.parametrize("steps", [(10, 1), (30, 3), (60, 6), (144, 14), (120, 12)])
def test_who_covers_five_centimetres_a_tick_is_a_mover(steps: tuple[int, int]) -> None:
    """The limit is 0.05 m from tick to tick, for any number of steps in it (S0-110, X-015)."""
    per_second, per_tick = steps
    run = bare_run(
        PLAIN, (0, 0), (0, 5), (0, 10), steps_per_second=per_second, steps_per_tick=per_tick
    )
    tick = per_tick / per_second
    run.agents.walk_speeds[:] = 0.049 / tick, 0.051 / tick, 1.4
    for row in (0, 1):
        run.agents.set_path(row, np.array([(30.0, 5.0 * row)]))
    go_on(run, per_tick + 1)
    assert run.movers.tolist() == [False, True, False]


@pytest.mark.parametrize("per_second", [10, 30, 60, 144])
def test_frames_of_any_length_see_the_same_run(per_second: int) -> None:
    """The run goes on in its own steps: places and plans don't know of frames (S0-084, S0-110)."""

    def crowd() -> Simulation:
        goals = [((14, 2 + i), (2, 2 + (3 * i) % 7)) for i in range(8)]
        return simulate(
            room(16, 10, (7, 3, 8, 7)),
            *(agent(i + 1, (2, 1 + i), goals=goals[i], loop=True) for i in range(8)),
        )

    run, plain = crowd(), crowd()
    frame = 0
    while run.steps < 300:
        frame += 1
        for _ in range(math.floor(frame * 60 / per_second) - run.steps):
            run.step()
    while plain.steps < run.steps:
        plain.step()
    assert run.agents.positions.tobytes() == plain.agents.positions.tobytes()
    assert run.agents.replans.tolist() == plain.agents.replans.tolist()
    assert run.agents.replans.sum() > 0


@pytest.mark.parametrize(("far", "plans"), [(1.79, 1), (1.8, 1), (1.81, 0)])
def test_who_stops_near_the_way_of_another_makes_it_plan_again(far: float, plans: int) -> None:
    """1.8 m from the way to its next point count, 1.81 don't (S0-111, S0-115)."""
    run = on_grid(PLAIN, (0, 0), (6, far), **NO_MOVERS)
    run.send([1], (35, 0))
    run.send([2], (11, far))
    run_for(run, 5.0)
    assert not run.agents.is_moving(2)
    assert run.agents.replans.tolist() == [plans, 0]


@pytest.mark.parametrize(("far", "plans"), [(1.79, True), (1.8, True), (1.81, False)])
def test_who_moves_near_the_way_of_another_makes_it_plan_again(far: float, plans: bool) -> None:
    """Walking in the same direction, it does so repeatedly while both walk (S0-111)."""
    run = on_grid(PLAIN, (0, 0), (6, far))
    run.send([1], (35, 0))
    run.send([2], (38, far))
    run_for(run, 4.0)
    assert bool(run.agents.replans[0]) == plans


def test_the_way_to_the_next_point_is_what_counts() -> None:
    """Agents that stop behind a walker or beside a later part of its path don't matter (S0-111)."""
    run = simulate(
        room(24, 24, (-1, 4, 20, 5)), agent(1, (6, 2)), agent(2, (2.5, 2)), agent(3, (12, 9)),
        settings=SimulationSettings(**NO_MOVERS),
    )  # fmt: skip
    run.send([1], (6, 8))
    run_for(run, 1.0)
    assert len(run.agents.path_of(1)) > 1
    run.send([2], (3.2, 2))
    run.send([3], (12, 8.2))
    run_for(run, 2.0)
    assert not run.agents.walking()[1:].any()
    assert run.agents.replans.tolist() == [0, 0, 0]


def test_replans_wait_for_their_cooldown() -> None:
    """There are at most two a second, however many agents stop or move nearby (S0-112)."""
    run = on_grid(PLAIN, (0, 0), *[(1 + 0.7 * i, 1.2 + 0.5 * (i % 2)) for i in range(40)])
    run.send([1], (35, 0))
    for i in range(2, 42):
        run.send([i], (float(run.agents.positions[i - 1, 0]) + 0.4 + i % 3, 2.0))
    replans = [0]
    for _ in range(12):
        run_for(run, 0.5)
        replans.append(int(run.agents.replans[0]))
    assert np.diff(replans).max() == 1
    assert replans[-1] > 3


@pytest.mark.parametrize("cooldown", [0.5, 2.0])
def test_the_cooldown_is_time_of_the_simulation(cooldown: float) -> None:
    """It is counted in steps, so it stands still with the run (S0-112)."""
    run = on_grid(PLAIN, (0, 0), (0, 1.2), replan_cooldown=cooldown)
    run.send([1, 2], (38, 0))
    steps = []
    before = 0
    while run.steps < 600:
        run.step()
        if run.agents.replans[0] != before:
            before = int(run.agents.replans[0])
            steps.append(run.steps)
    assert len(steps) > 2
    assert np.diff(steps).min() >= cooldown * 60


def test_walks_round_whoever_stops_in_its_way() -> None:
    """It plans again at once and pushes no one aside (S0-115, X-016)."""
    run = simulate(room(30, 8), agent(1, (2, 4)), agent(2, (6, 4)))
    run.send([1], (28, 4))
    run.send([2], (14, 4))
    while not run.arrivals:
        run.step()
    before = len(run.agents.path_of(1))
    # It planned a moment ago for the other walked before it, so the next plan has to wait.
    assert run.agents.replan_from[0] > run.steps + 6
    events = happenings(run, 0.5, Kind.REPLANNED)
    assert events == [(Kind.REPLANNED, 1, -1)]
    assert len(run.agents.path_of(1)) > before
    for _ in range(20 * 60):
        run.step()
        assert not (run.events["kind"] == Kind.NUDGED).any()
        assert overlap(run) < 0.01
    assert tuple(run.agents.positions[0]) == (28, 4)
    assert math.dist(run.agents.positions[1], (14, 4)) < 0.01


def test_whoever_is_pushed_where_it_stands_is_planned_round_anew() -> None:
    """An agent moved by an outside force counts as one that stopped (X-016)."""
    run = simulate(
        room(30, 12), agent(1, (2, 6)), agent(2, (20, 8.5)),
        settings=SimulationSettings(**NO_MOVERS),
    )  # fmt: skip
    run.send([1], (28, 6))
    run_for(run, 1.0)
    assert run.agents.replans[0] == 0
    run.place({2: (20, 6)})
    run_for(run, 0.3)
    assert run.agents.replans[0] == 0, "who is put down by hand is no mover"
    run.spawn(agent(3, (20.3, 6.2)))
    run_for(run, 0.3)
    assert run.agents.replans[0] == 1
    assert len(run.agents.path_of(1)) > 1


def test_a_replan_keeps_the_goal_and_the_arrival() -> None:
    """It leads to the requested target, and arrives once, after many plans (S0-087, S0-113)."""
    run = simulate(room(60, 12), agent(1, (2, 3.3)), *(agent(i, (7 * i, 9)) for i in range(2, 8)))
    run.send([1], (58.1, 3.3))
    for i in range(2, 8):
        run.send([i], (7 * i, 3.3))
    places, arrivals = [], []
    while run.steps < 60 * 44:
        run.step()
        if (run.events["agent"][run.events["kind"] == Kind.REPLANNED] == 1).any():
            places.append(run.agents.requested_targets[0].tolist())
        arrivals += [arrival for arrival in run.arrivals if arrival.agent_id == 1]
    assert run.agents.replans[0] >= 3
    assert places
    assert places == [[58.1, 3.3]] * len(places)
    assert [arrival.status for arrival in arrivals] == [Status.COMPLETE]


def test_one_who_stands_is_not_made_to_plan() -> None:
    """Moves around it don't matter (S0-113)."""
    run = simulate(
        room(30, 8), agent(1, (15, 4)), *(agent(i, (2, 1.5 + 0.5 * i)) for i in range(2, 8))
    )
    run.send(range(2, 8), (28, 2))
    for _ in range(12 * 60):
        run.step()
        assert run.agents.asked[0] == NEVER
        assert run.agents.status_of(1) in {None, Status.COMPLETE}
        assert run.agents.replans[0] == 0


def test_stops_where_it_is_without_any_path() -> None:
    """No floor is left: one event reports that, and it has no goal any more (S0-114)."""
    run = simulate(room(20, 10), agent(1, (2, 5)))
    run.send([1], (18, 5))
    run_for(run, 2.0)
    change(run, Edit.remove(run.world.level, [100]))
    events = happenings(run, 2.0)
    assert (Kind.NO_WAY, 1, -1) in events
    assert events.count((Kind.NO_WAY, 1, -1)) == 1
    place = run.agents.positions[0].tolist()
    assert not run.agents.is_moving(1)
    assert run.agents.walk_targets[0].tolist() == place


def test_two_that_touch_plan_seldom() -> None:
    """Side by side for ten seconds, they plan as often as their cooldown allows (S0-116)."""
    run = on_grid(PLAIN, (-30, 0), (-30, 0.85))
    run.send([1], (30, 0))
    run.send([2], (30, 0.85))
    run_for(run, 10.0)
    assert run.agents.walking().all()
    assert run.agents.replans.max() <= 20


def test_pushing_alone_makes_nobody_plan() -> None:
    """A crowd that is pushed apart by less than 5 cm a tick: no plan for a walker (S0-116)."""
    run = on_grid(PLAIN, (-30, 0), *[(0.88 * i - 20, 1.0) for i in range(30)], **NO_MOVERS)
    run.send([1], (30, -0.5))
    run_for(run, 20.0)
    assert run.agents.replans[0] <= 1


def test_two_that_stand_against_each_other_plan_seldom() -> None:
    """Neither gives way in a corridor for one: still less than two a second (S0-116)."""
    run = simulate(
        room(24, 10, (-1, -1, 25, 4), (-1, 5, 25, 11)),
        agent(1, (4, 4.5), player=True), agent(2, (20, 4.5), player=True),
    )  # fmt: skip
    run.send([1], (20, 4.5))
    run.send([2], (4, 4.5))
    run_for(run, 10.0)
    assert run.agents.replans.max() < 20
    assert all_on_floor(run)


def held(run: Run, ticks: int) -> list[tuple[int, int]]:
    """Run while the first agent is held in place; return tick and kind of its events."""
    place = run.agents.positions[0].copy()
    found = []
    for _ in range(ticks * 6):
        go_on(run)
        run.agents.positions[0] = place
        found += [(int(e["step"]) // 6, int(e["kind"])) for e in run.log.take() if e["agent"] == 1]
    return found


def test_who_gets_nowhere_is_told_of_and_again_when_freed() -> None:
    """Events come after three seconds without progress, and in the first tick with progress."""
    run = bare_run(PLAIN, (0, 0))
    run.agents.requested_targets[0] = (20, 0)
    run.agents.ask(0, 0)
    events = held(run, 60)
    # The tick in which it got its path counts as getting on.
    assert events == [(STUCK_AFTER + 1, Kind.STUCK)]
    assert reasons_of(run)[0] == Reason.HELD_UP
    go_on(run, 30)
    assert [e["kind"] for e in run.log.take()] == [Kind.FREED]
    assert reasons_of(run)[0] == Reason.WALKS


@pytest.mark.parametrize(
    ("touches", "ticks"), [(True, [10, 30, 50]), (False, [40, 140])], ids=["touches", "waits"]
)
def test_who_gets_nowhere_plans_again(touches: bool, ticks: list[int]) -> None:
    """It plans after 1 s, then every 2 s, if it touches another; if it waits for others, rarely."""
    run = bare_run(PLAIN, (0, 0), (0.8, 0.5))
    run.agents.requested_targets[0] = (20, 0)
    run.agents.ask(0, 0)
    plans = []
    for _ in range(ticks[-1] + 3):
        held(run, 1)
        if touches:
            run.agents.blockers[0] = run.agents.ids[1]
        plans.append(int(run.agents.replans[0]))
    assert np.flatnonzero(np.diff(plans)).tolist() == ticks


def test_on_bad_ground_one_gets_on_as_fast_as_one_can() -> None:
    """Slow is not stuck: the expected distance per tick is smaller there (X-046)."""
    cost = np.full((5, 60), 8.0)
    run = on_grid(NavGrid.from_array(cost > 0, cost=cost + np.eye(5, 60)), (2.5, 2.5), (-9.5, -9.5))
    run.send([1], (40, 2.5))
    assert happenings(run, 20.0, Kind.STUCK, Kind.REPLANNED) == []
    assert run.agents.replans[0] == 0
    assert run.agents.hindered[0] == 0


def test_velocities_are_those_of_the_last_tick() -> None:
    """They are in metres per second, and 0 for standing agents (S0-110)."""
    run = on_grid(PLAIN, (0, 0), (0, 10))
    run.send([1], (30, 0))
    run_for(run, 1.05)
    assert run.agents.velocities.tolist() == [pytest.approx([1.4, 0]), [0, 0]]
    assert run.agents.states.tolist() == [WALK, STAND]


def test_the_number_of_plans_for_movers_is_limited() -> None:
    """None, one or more a step; the others are left out, not put off (S0-111)."""
    plans: list[Any] = []
    for most in (0, 1, 8):
        run = on_grid(
            PLAIN, *[(0, 0.95 * i) for i in range(30)], mover_replans_per_step=most
        )  # fmt: skip
        run.send(range(1, 31), (35, 10))
        run_for(run, 3.0)
        plans.append(int(run.agents.replans.sum()))
    assert plans[0] == 0
    assert 0 < plans[1] <= 180
    assert plans[2] > plans[1]
