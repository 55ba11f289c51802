"""Following a network: on its edges, off them and back, checked at every step."""

import math
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from small_level import box
from streets import (
    GUARD,
    RADIUS,
    STREET,
    crowded,
    looks_up,
    movement,
    off_line,
    place_of,
    steps_until,
    street,
)

from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Level,
    Obstacle,
    Point,
    Route,
    RouteStop,
)
from navcore.path.result import Status
from navcore.sim.agents import CODES, NEVER
from navcore.sim.events import Kind
from navcore.sim.floors import Floors
from navcore.sim.movement import Movement
from navcore.sim.recording import Recorder, load_recording, save_recording
from navcore.sim.separation import nudge
from navcore.sim.simulation import Simulation
from navcore.world import World


def begun(level: Level, seconds: float = 3.0) -> Simulation:
    """Return a run of a level in which the guard has walked for some seconds."""
    run = Simulation(World.build(level))
    run.run(seconds)
    return run


def push(run: Simulation, by: Point, agent_id: int = GUARD) -> None:
    """Push an agent off its path, as a crowd does."""
    agents = run._run.agents  # noqa: SLF001
    row = agents.index[agent_id]
    agents.positions[row] += by
    agents.off_path[row] = True


def test_a_guard_that_is_pushed_comes_back_to_where_it_left() -> None:
    """It is back within its radius of the edge in time, and stays there to the end (S4-008)."""
    run = begun(street())
    assert movement(run) is Movement.ALONG
    x, _ = place_of(run)
    push(run, (-0.5, 1.6))
    assert looks_up(run) is Movement.BACK
    left = run.agents.left_places[run.agents.index[GUARD]].tolist()
    assert left == pytest.approx((x - 0.5, 5.0), abs=0.3)
    steps: list[Point] = []
    back = steps_until(
        run, lambda: movement(run) is Movement.ALONG, 3.0, lambda: steps.append(place_of(run))
    )
    assert back
    assert off_line(steps[-1]) <= RADIUS
    after: list[float] = []
    arrived = steps_until(
        run, lambda: bool(run.arrivals), 30.0, lambda: after.append(off_line(place_of(run)))
    )
    assert arrived
    assert max(after) <= RADIUS
    assert not (run.events["kind"] == Kind.REPLANNED).any(), "it had its path"


def test_one_that_got_farther_meanwhile_does_not_turn_around() -> None:
    """It returns to the path beside it."""
    run = begun(street())
    push(run, (0.0, 1.6))
    run.tick()
    push(run, (3.0, 0.0))
    xs: list[float] = []
    assert steps_until(
        run, lambda: movement(run) is Movement.ALONG, 5.0, lambda: xs.append(place_of(run)[0])
    )
    assert min(np.diff(xs)) >= -1e-9


def test_a_place_out_of_sight_is_not_returned_to() -> None:
    """A wall is in between: it plans anew at once (S4-009)."""
    wall = Obstacle(id=3, name="wall", polygon=box(5.0, 6.0, 20.0, 6.3))
    run = begun(street(wall))
    push(run, (0.0, 2.6))
    run.run(0.4)
    row = run.agents.index[GUARD]
    assert run.agents.back_by[row] == NEVER
    assert run.agents.queries[row] == 2
    assert steps_until(run, lambda: bool(run.arrivals), 60.0, lambda: None)


def test_one_that_is_kept_from_its_path_plans_anew_in_time() -> None:
    """Another stands where it left: it tries for 3 s more than the walk there takes (S4-009)."""
    stays = [
        Agent(id=51 + n, name=f"post_{n}", position=(x, 5.0), radius=0.45, player=True)
        for n, x in enumerate((5.4, 6.2, 7.0, 7.8))
    ]
    run = begun(street(), 3.0)
    push(run, (0.0, 1.2))
    assert looks_up(run) is Movement.BACK
    for one in stays:
        run.spawn(one)
    asked = []
    row = run.agents.index[GUARD]
    assert steps_until(
        run,
        lambda: movement(run) is Movement.ALONG or int(run.agents.queries[row]) > 1,
        3.0 + 1.2 / 1.4 + 1.0,
        lambda: asked.append(int(run.agents.queries[row])),
    )
    assert steps_until(run, lambda: bool(run.arrivals), 60.0, lambda: None)


def off_leg(run: Simulation, agent_id: int) -> float:
    """Metres from an agent to the line to the next point of its path."""
    agents = run.agents
    row = agents.index[agent_id]
    current = int(agents.path_current[row])
    if current >= agents.path_end[row]:
        return 0.0
    begins = current == agents.path_start[row]
    start = (agents.leg_starts[row] if begins else agents.points[current - 1]).tolist()
    x, z = agents.points[current].tolist()
    return off_line(place_of(run, agent_id), ((start[0], start[1]), (x, z)))


def test_guards_in_a_crowd_keep_to_the_street() -> None:
    """Agents off by more than their radius are on their way back; all arrive (S4-007 to S4-009)."""
    run = Simulation(World.build(crowded()))
    ids = range(GUARD, GUARD + 6)
    worst, away = 0.0, dict.fromkeys(ids, 0)
    arrived: set[int] = set()
    for _ in range(60 * 60):
        run.step()
        arrived |= {one.agent_id for one in run.arrivals}
        for one in ids:
            worst = max(worst, off_line(place_of(run, one)))
            strays = movement(run, one) is Movement.ALONG and off_leg(run, one) > RADIUS + 1e-6
            away[one] = away[one] + 1 if strays and one not in arrived else 0
            assert away[one] <= 12, "two ticks later it is on its way back"
        if arrived >= set(ids):
            break
    assert arrived >= set(ids)
    assert worst < 1.5


def test_one_that_was_sent_away_goes_on_where_it_left() -> None:
    """It goes to its old stop, by the place where it left its path (S4-008)."""
    run = begun(street(), 6.0)
    left = place_of(run)
    run.send([GUARD], (7.0, 8.0))
    assert steps_until(run, lambda: bool(run.arrivals), 20.0, lambda: None)
    assert movement(run) is Movement.FREE
    run.send([GUARD], None)
    run.tick()
    assert movement(run) is Movement.BACK
    nearest = [math.inf]

    def look() -> None:
        nearest.append(math.dist(place_of(run), left))

    assert steps_until(run, lambda: movement(run) is Movement.ALONG, 20.0, look)
    assert min(nearest) < RADIUS
    after: list[float] = []
    assert steps_until(
        run, lambda: bool(run.arrivals), 60.0, lambda: after.append(off_line(place_of(run)))
    )
    assert max(after) <= RADIUS
    assert math.dist(place_of(run), STREET[-1]) < 0.1


def test_one_that_was_sent_out_of_sight_enters_anew() -> None:
    """The place where it left is behind a wall: it plans from where it is."""
    wall = Obstacle(id=3, name="wall", polygon=box(5.0, 6.0, 20.0, 6.3))
    run = begun(street(wall), 6.0)
    run.send([GUARD], (12.0, 8.0))
    assert steps_until(run, lambda: bool(run.arrivals), 40.0, lambda: None)
    run.send([GUARD], None)
    run.tick()
    assert movement(run) is Movement.ALONG
    assert steps_until(run, lambda: bool(run.arrivals), 60.0, lambda: None)


def test_one_without_a_round_has_nothing_to_return_to() -> None:
    """It stays where it is."""
    run = begun(street(Agent(id=51, name="other", position=(5.0, 8.0), radius=RADIUS)), 0.5)
    run.send([51], None)
    run.run(1.0)
    assert place_of(run, 51) == (5.0, 8.0)


def test_one_nudged_aside_at_a_stop_comes_back_to_it_first() -> None:
    """It stood there, and its path leads on from there."""
    level = street()
    stops = (RouteStop(waypoint=12, at=STREET[1], pause=4.0), RouteStop(waypoint=13, at=STREET[2]))
    level = Edit.put(level, [replace(level.of(Route)[31], stops=stops)]).apply(level)
    run = begun(level, 14.0)
    assert math.dist(place_of(run), STREET[1]) < 0.1
    other = Agent(id=51, name="other", position=(20.0, 4.4), radius=RADIUS)
    run.spawn(other)
    run.step()
    nudge(run._run, run.agents.index[GUARD], run.agents.index[51])  # noqa: SLF001
    run.remove([51])
    assert steps_until(run, lambda: off_line(place_of(run)) > 1.0, 3.0, lambda: None)
    off: list[float] = []
    assert steps_until(run, lambda: movement(run) is Movement.BACK, 8.0, lambda: None)
    assert steps_until(run, lambda: movement(run) is Movement.ALONG, 8.0, lambda: None)
    assert steps_until(
        run, lambda: place_of(run)[0] > 30.0, 60.0, lambda: off.append(off_line(place_of(run)))
    )
    assert max(off) <= RADIUS


def test_no_waypoint_in_sight_is_said_and_nobody_is_put_elsewhere() -> None:
    """It walks freely, and the event says why (S4-016)."""
    walls = (
        Obstacle(id=3, name="wall", polygon=box(0.0, 5.5, 38.0, 6.0)),
        Obstacle(id=4, name="other", polygon=box(0.0, 7.0, 38.0, 7.2)),
    )
    level = street(*walls)
    hidden = replace(level.agents[GUARD], position=(2.0, 9.0))
    run = Simulation(World.build(Edit.put(level, [hidden]).apply(level)))
    places: list[Point] = [place_of(run)]
    assert steps_until(run, lambda: bool(run.arrivals), 90.0, lambda: places.append(place_of(run)))
    told = run.events[run.events["kind"] == Kind.OFF_NETWORK]
    assert [int(one) for one in told["status"]] == [CODES[Status.UNSEEN_START]]
    assert told["agent"].tolist() == [GUARD]
    steps = np.hypot(*np.diff(np.array(places), axis=0).T)
    assert steps.max() < 1.4 / 60 * 1.5


def test_that_no_waypoint_is_in_sight_is_said_once() -> None:
    """Not again at each plan, until it was on the network in between (S4-016)."""
    wall = Obstacle(id=3, name="wall", polygon=box(0.0, 5.5, 38.0, 6.0))
    level = street(wall)
    hidden = replace(level.agents[GUARD], position=(2.0, 9.0))
    level = Edit.put(level, [hidden]).apply(level)
    run = Simulation(World.build(level))
    for turn in range(4):
        run.run(2.0)
        (x, z), half = place_of(run), 0.6
        block = box(x + 2.0 - half, z - half, x + 2.0 + half, z + half)
        crate = Obstacle(id=60 + turn, name=f"crate_{turn}", polygon=block)
        run.change_world(World.build(Edit.put(level, [crate]).apply(level)))
    assert run.agents.queries[run.agents.index[GUARD]] >= 4, "it has planned at each crate"
    told = run.events[run.events["kind"] == Kind.OFF_NETWORK]
    assert told["agent"].tolist() == [GUARD]


def test_each_look_at_the_path_counts_as_a_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of agents that are off their paths, as of those that look ahead (S4-044)."""
    run = begun(street())
    row = run.agents.index[GUARD]
    passes, cast = Floors.passes, []

    def counted(self: Floors, who: int, *line: float) -> bool:
        cast.append(who)
        return passes(self, who, *line)

    monkeypatch.setattr(Floors, "passes", counted)
    before = int(run.agents.rays[row])
    push(run, (-0.5, 1.6))
    run.run(1.0)
    assert cast
    assert set(cast) == {row}
    assert int(run.agents.rays[row]) - before == len(cast)


def test_a_recording_goes_on_as_the_run_did(tmp_path: Path) -> None:
    """From a moment in which the guard is off its path, and on an errand."""
    run = Simulation(World.build(street()))
    recorder = Recorder(run)

    def go(ticks: int) -> None:
        for _ in range(ticks * run.settings.steps_per_tick):
            run.step()
            recorder.take()

    go(30)
    run.send([GUARD], (9.0, 8.0))
    go(50)
    run.send([GUARD], None)
    go(60)
    saved = tmp_path / "street.wwrec"
    save_recording(recorder.recording, saved)
    again = load_recording(saved)
    for tick in (35, 82, 100):
        resumed = again.resume(tick)
        for one in again.inputs:
            if one.step >= resumed.steps:
                break
        while resumed.steps < run.steps:
            if resumed.steps == 80 * 6 and tick < 80:
                resumed.send([GUARD], None)
            resumed.step()
        assert resumed.agents.positions.tobytes() == run.agents.positions.tobytes(), tick
