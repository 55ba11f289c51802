"""Routes in runs: shared, there and back, and stops at waypoints that are off."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace
from small_level import box

from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Element,
    Level,
    Point,
    Route,
    RouteStop,
    Settings,
    Stop,
    Waypoint,
)
from navcore.sim.recording import Recorder, load_recording, save_recording
from navcore.sim.simulation import Simulation
from navcore.world import World

PLACES: tuple[Point, ...] = ((2.0, 5.0), (5.0, 5.0), (8.0, 5.0))


def hall(*elements: Element) -> Level:
    """A hall of 10 by 10 metres with three waypoints, a route over them, and these."""
    level = Level(settings=Settings(cell_size=0.5, agent_radius=0.2, object_padding=0.0))
    waypoints = [Waypoint(id=11 + n, position=place) for n, place in enumerate(PLACES)]
    floor = Area(id=1, name="hall", polygon=box(0.0, 0.0, 10.0, 10.0))
    return Edit.put(level, [floor, *waypoints, *elements]).apply(level)


def rounds(mode: str, **options: object) -> Route:
    """A route over the three waypoints."""
    stops = tuple(RouteStop(waypoint=11 + n, at=place) for n, place in enumerate(PLACES))
    return Route(id=21, name="rounds", stops=stops, mode=mode, **options)  # type: ignore[arg-type]


def walker(agent_id: int = 31, **options: object) -> Agent:
    """An agent at the first stop."""
    given = {"position": (1.0, 5.0), "radius": 0.2, "walk_speed": 2.0, **options}
    return Agent(id=agent_id, name=f"guard_{agent_id}", **given)  # type: ignore[arg-type]


def visited(run: Simulation, seconds: float, agent_id: int = 31) -> list[Point]:
    """Return the places of the agent's arrivals, in order, within some seconds."""
    found: list[Point] = []
    for _ in range(round(seconds * run.settings.steps_per_second)):
        run.step()
        for arrival in run.arrivals:
            if arrival.agent_id == agent_id:
                x, z = run.agents.positions[run.agents.index[agent_id]].tolist()
                found.append((round(x), round(z)))
    return found


def numbers(places: Sequence[Point]) -> str:
    """Return stops as digits."""
    return "".join(str(PLACES.index(place)) for place in places)


def test_modes_lead_on_as_they_say() -> None:
    """They are a loop, there and back, and once."""
    for mode, expected in (("loop", "0120120"), ("return", "0121012"), ("once", "012")):
        run = Simulation(World.build(hall(rounds(mode), walker(route=21))))
        assert numbers(visited(run, 20.0))[: len(expected)] == expected, mode
    ended = Simulation(World.build(hall(rounds("once"), walker(route=21))))
    assert numbers(visited(ended, 20.0)) == "012"


def test_those_along_a_route_begin_at_the_nearest_stop() -> None:
    """Where it is walked round and round; one that is walked once begins with its first stop."""
    for mode, expected in (("loop", "201"), ("return", "210"), ("once", "012")):
        level = hall(rounds(mode), walker(route=21, position=(9.0, 5.0)))
        run = Simulation(World.build(level))
        assert numbers(visited(run, 20.0))[:3] == expected, mode


def test_own_goals_lead_there_and_back() -> None:
    """As a shared route does."""
    run = Simulation(World.build(hall(walker(goals=PLACES, turn_back=True))))
    assert numbers(visited(run, 16.0))[:6] == "012101"


def test_two_share_a_route_and_each_waits_as_it_does() -> None:
    """A stop without a pause of its own takes the agent's."""
    route = rounds("loop")
    stops = (replace(route.stops[0], pause=0.0, facing=1.5), *route.stops[1:])
    crew = [walker(31, route=21), walker(32, route=21, wait=4.0, position=(1.0, 5.6))]
    run = Simulation(World.build(hall(replace(route, stops=stops), *crew)))
    fast = visited(run, 12.0)
    assert len(fast) >= 5
    slow = Simulation(World.build(hall(replace(route, stops=stops), *crew)))
    assert len(visited(slow, 12.0, 32)) < len(fast) - 1


def test_stops_at_waypoints_that_are_off_are_skipped() -> None:
    """From the start, and when one is switched off or on while the run goes on (S3-120)."""
    level = hall(rounds("loop"), walker(route=21))
    off = Edit.put(level, [replace(level.of(Waypoint)[12], enabled=False)]).apply(level)
    run = Simulation(World.build(off))
    assert numbers(visited(run, 10.0))[:4] == "0202"
    on = Edit.between(off, level)
    run.change_world(run.world.update(level, on))
    assert "1" in numbers(visited(run, 10.0))


def test_one_whose_stop_is_switched_off_turns_to_the_next() -> None:
    """And with all of them off it stands until one is on again."""
    level = hall(rounds("loop"), walker(route=21))
    run = Simulation(World.build(level))
    visited(run, 1.0)
    gone = Edit.put(level, [replace(w, enabled=False) for w in level.of(Waypoint).values()])
    dark = gone.apply(level)
    run.change_world(run.world.update(dark, gone))
    assert visited(run, 5.0) == []
    first = Edit.put(dark, [level.of(Waypoint)[13]])
    run.change_world(run.world.update(first.apply(dark), first))
    assert numbers(visited(run, 8.0)) == "2"


def test_a_route_that_is_dragged_is_followed() -> None:
    """By those on it, at once; a waypoint takes its stops along."""
    level = hall(rounds("once"), walker(route=21))
    run = Simulation(World.build(level))
    edit = Edit.put(level, [replace(level.of(Waypoint)[11], position=(2.0, 8.0))])
    run.change_world(run.world.update(edit.apply(level), edit))
    assert visited(run, 12.0)[0] == (2, 8)


def test_taking_a_route_and_losing_it() -> None:
    """An agent without a goal sets out; one whose route is deleted stands."""
    level = hall(rounds("loop"), walker())
    run = Simulation(World.build(level))
    assert visited(run, 2.0) == []
    edit = Edit.put(level, [walker(route=21)])
    taken = edit.apply(level)
    run.change_world(run.world.update(taken, edit))
    assert numbers(visited(run, 6.0)).startswith("01")
    gone = Edit.remove(taken, [21])
    run.change_world(run.world.update(gone.apply(taken), gone))
    assert visited(run, 5.0) == []


def test_facing_at_a_stop_of_a_shared_route() -> None:
    """The agent looks there while it pauses."""
    stop = RouteStop(at=(5.0, 5.0), pause=9.0, facing=-2.0)
    run = Simulation(World.build(hall(Route(id=21, stops=(stop,)), walker(route=21))))
    visited(run, 6.0)
    assert abs(float(run.agents.facings[0]) + 2.0) < 1e-6


def test_recordings_carry_routes(tmp_path: Path) -> None:
    """A run goes on from any step as it went."""
    own = walker(32, goals=((3.0, 2.0), (7.0, 2.0)), stops=(Stop(), Stop(pause=1.0)),
                 turn_back=True, position=(3.0, 3.0))  # fmt: skip
    level = hall(rounds("return"), walker(route=21), own)
    run = Simulation(World.build(level))
    recorder = Recorder(run)
    for _ in range(720):
        run.step()
        recorder.take()
    saved = tmp_path / "rounds.wwrec"
    save_recording(recorder.recording, saved)
    again = load_recording(saved)
    for tick in (0, 13, 77, 120):
        resumed = again.resume(tick)
        while resumed.steps < run.steps:
            resumed.step()
        assert resumed.agents.positions.tobytes() == run.agents.positions.tobytes()
