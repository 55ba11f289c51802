"""A run continues from any moment of its recording as it did before."""

from hypothesis import given, settings
from hypothesis import strategies as st
from sim_levels import agent, box, change, level_of, room

from navcore.level.edit import Edit
from navcore.level.model import Area, Obstacle
from navcore.sim.recording import Recorder, Recording
from navcore.sim.simulation import Simulation
from navcore.sim.state import State
from navcore.world import World

_spots = st.tuples(st.floats(0.5, 11.5), st.floats(0.5, 7.5))


_deeds = st.one_of(
    st.tuples(st.just("send"), st.integers(1, 4), _spots),
    st.tuples(st.just("place"), st.integers(1, 4), _spots),
    st.tuples(st.just("stop"), st.integers(1, 4)),
    st.tuples(st.just("meet"), st.integers(1, 4), st.integers(1, 7)),
    st.tuples(st.just("watch"), st.none() | _spots),
    st.tuples(st.just("remove"), st.integers(1, 4)),
    st.tuples(st.just("spawn"), st.integers(5, 7), _spots, _spots),
    st.tuples(st.just("door"), st.booleans()),
    st.tuples(st.just("wall"), _spots),
    st.tuples(st.just("grow"), st.floats(12, 16)),
)


_days = st.lists(st.tuples(st.integers(0, 419), _deeds), max_size=8).map(
    lambda days: sorted(days, key=lambda day: day[0])
)


def do(run: Simulation, deed: tuple[object, ...]) -> None:
    """Do one of the deeds above."""
    match deed:
        case ("door", bool(flag)):
            run.change_world(run.world.set_area_available("door", flag))
        case ("wall", (float(x), float(z))):
            wall = Obstacle(id=200, polygon=box(x, z, x + 1, z + 1))
            change(run, Edit.put(run.world.level, [wall]))
        case ("grow", float(width)):
            floor = Area(id=100, name="room", polygon=box(0, 0, width, 8))
            change(run, Edit.put(run.world.level, [floor]))
        case ("watch", None):
            run.watch(None)
        case ("watch", (float(x), float(z))):
            run.watch((x, z))
        case _:
            ask(run, deed)


def ask(run: Simulation, deed: tuple[object, ...]) -> None:
    """Make a request for one agent."""
    match deed:
        case ("send", int(who), (float(x), float(z))):
            run.send([who], (x, z))
        case ("place", int(who), (float(x), float(z))):
            run.place({who: (x, z)})
        case ("stop", int(who)):
            run.stop_in_place([who])
        case ("meet", int(who), int(other)):
            run.meet([who], other)
        case ("remove", int(who)):
            run.remove([who])
        case ("spawn", int(who), (float(x), float(z)), (float(u), float(v))):
            if who not in run.agents.index:
                run.spawn(agent(who, (x, z), goals=((u, v),)))


def stage() -> Simulation:
    """Return two rooms with a door, and four agents that walk back and forth."""
    level = room(6, 8, (2, 3, 3, 6)).with_items(
        {
            101: Area(id=101, name="hall", polygon=box(6.4, 0, 12, 8)),
            102: Area(id=102, name="door", door=True, polygon=box(6, 3, 6.4, 5)),
        }
    )
    walkers = [
        agent(i, (1.0, 1.5 * i), goals=((11, 8 - 1.5 * i), (1.0, 1.5 * i)), loop=True, wait=0.3)
        for i in range(1, 5)
    ]
    return Simulation(World.build(level_of(level, *walkers)), seed=5)


def live(run: Simulation, days: list[tuple[int, tuple[object, ...]]], end: int) -> list[State]:
    """Run to step `end` with the deeds on the way, recorded or not; return all states."""
    states = []
    while run.steps < end:
        if run.steps % run.settings.steps_per_tick == 0:
            states.append(run.state())
        for step, deed in days:
            if step == run.steps:
                do(run, deed)
        run.step()
    states.append(run.state())
    return states


def test_any_moment_goes_on_as_it_did(exhaustive: bool) -> None:
    """Scrub, change something, resume: as a fresh run that had the change at that tick."""
    tried = given(_days, st.integers(0, 70), _deeds)(goes_on_as_it_did)
    settings(max_examples=300 if exhaustive else 12)(tried)()


def goes_on_as_it_did(
    days: list[tuple[int, tuple[object, ...]]], tick: int, deed: tuple[object, ...]
) -> None:
    """Check that a run continues equally from `tick`, with the earlier deeds and a new one."""
    run = stage()
    recorder = Recorder(run)
    states = []
    while run.steps < 420:
        if run.steps % 6 == 0:
            states.append(run.state())
        for step, done in days:
            if step == run.steps:
                do(run, done)
        run.step()
        recorder.take()
    states.append(run.state())
    recording: Recording = recorder.recording
    again = recording.resume(tick)
    assert again.state().equals(states[tick])
    step = 6 * tick
    fresh = stage()
    live(fresh, [day for day in days if day[0] < step], step)
    for one in (again, fresh):
        do(one, deed)
    until = step + 90
    ends = live(again, [], until)
    assert all(mine.equals(its) for mine, its in zip(ends, live(fresh, [], until), strict=True))
