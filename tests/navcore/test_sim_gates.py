"""Gates are found where paths lead through narrow places, and passed in turns or halves."""

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from interpreted import interpret_crowds
from sim_levels import agent, change, room, run_for, simulate
from sim_runs import bare_run

from navcore import load_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Obstacle, Point
from navcore.sim.agents import NEVER, Floats
from navcore.sim.narrow_places import FloorGates, Gate
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

SAMPLES = Path(__file__).parents[2] / "sample_levels"


def rooms(*doors: tuple[float, float], wall: float = 0.4) -> Level:
    """Return two rooms of 10 x 20 m with doors in the wall at x = 10 m, given as ranges of z."""
    ends = [-1.0, *(end for door in doors for end in door), 21.0]
    pieces = zip(ends[::2], ends[1::2], strict=True)
    return room(20, 20, *((10 - wall / 2, low, 10 + wall / 2, high) for low, high in pieces))


def crowd(count: int, first: int = 1, *, back: bool = False) -> list[Agent]:
    """Return agents on the left or right near z = 5 m that walk to the other side."""
    made = []
    for i in range(count):
        x, z = 8 - 0.7 * (i // 8), 2.2 + 0.7 * (i % 8)
        places = ((x, z), (20 - x, z))
        start, goal = places[::-1] if back else places
        made.append(agent(first + i, start, goals=(goal,), radius=0.25))
    return made


def gates_on(gates: FloorGates, start: Point, points: Floats) -> list[tuple[Gate, float]]:
    """Return the first gates on a path, and the distance to each, metres."""
    agents = bare_run(gates.grid, start).agents
    agents.set_path(0, np.array(points))
    seen = gates.seen_by(agents, np.zeros(1, np.int32), np.inf)
    return [
        (gates.gates[place], float(seen.found[0, n, 0]))
        for n, place in enumerate(seen.numbers[0].tolist())
        if place >= 0
    ]


def numbers_on(gates: FloorGates, start: Point, points: Floats) -> list[int]:
    """Numbers of the first gates on a path."""
    return [gate.number for gate, _ in gates_on(gates, start, points)]


def test_paths_through_a_door_share_its_gate() -> None:
    """Start and goal don't matter."""
    world = World.build(rooms((4.0, 6.0)))
    gates = FloorGates(world.grid)
    found = set()
    for z in (1.0, 4.2, 5.0, 9.0, 15.0):
        start = (3.0, z)
        ((gate, begins),) = gates_on(gates, start, world.find_path(start, (17.0, 19.0 - z)).points)
        assert 5.5 < begins < 14
        found.add(gate.number)
    assert len(found) == 1
    assert gate.middle == pytest.approx((10, 5), abs=0.6)
    assert len(gate.mouths) == 2
    # Places are 0.6 m narrower than the door, give or take a cell at each side.
    assert 0.8 <= gate.width <= 2.0


def test_open_floor_has_no_gates() -> None:
    """Its corners are none either."""
    world = World.build(room(20, 20))
    path = world.find_path((0.5, 0.5), (19.5, 19.5))
    assert not numbers_on(FloorGates(world.grid), (0.5, 0.5), path.points)


def test_gates_do_not_depend_on_who_asks_first() -> None:
    """A resumed run asks in another order."""
    world = World.build(load_level(SAMPLES / "tavern.json"))
    rng = np.random.default_rng(2)
    lattice = world.grid.lattice
    free = np.argwhere(world.grid.walkable)
    places = [lattice.centre_of(int(c), int(r)) for r, c in rng.permutation(free)[:40]]
    paths = [
        (start, world.find_path(start, goal).points)
        for start, goal in zip(places[::2], places[1::2], strict=True)
    ]
    one, other = FloorGates(world.grid), FloorGates(world.grid)
    there = [numbers_on(one, *path) for path in paths]
    back = [numbers_on(other, *path) for path in reversed(paths)]
    assert any(there)
    assert there == back[::-1]


def test_gates_follow_walls() -> None:
    """Gates near a change are found anew, the others are kept."""
    level = rooms((4.0, 6.0), (14.0, 16.0))
    world = World.build(level)
    gates = FloorGates(world.grid)
    path = world.find_path((3, 5), (17, 5)).points
    far = world.find_path((3, 15), (17, 15)).points
    (first,), (kept,) = numbers_on(gates, (3, 5), path), numbers_on(gates, (3, 15), far)
    wall = Obstacle(id=300, polygon=((9.8, 5.2), (10.2, 5.2), (10.2, 6.5), (9.8, 6.5)))
    edit = Edit.put(level, [wall])
    later = world.update(edit.apply(level), edit)
    changed, fresh = gates.changed(later.grid, 0), FloorGates(later.grid)
    widths = set()
    for one in (changed, fresh):
        assert numbers_on(one, (3, 15), far) == [kept]
        ((gate, _),) = gates_on(one, (3, 4.6), later.find_path((3, 4.6), (17, 4.6)).points)
        widths.add(gate.width)
    assert len(widths) == 1
    assert first in [gate.number for gate in gates.gates]


def test_agents_know_which_gate_comes_and_when_they_passed_it() -> None:
    """They know it from ten metres before."""
    run = simulate(rooms((4.0, 6.0)), agent(1, (3.0, 5.0), goals=((17.0, 5.0),)))
    run_for(run, 1.5)
    assert run.agents.gate[0] != NEVER
    assert run.agents.through[0] == NEVER
    run_for(run, 6.0)
    assert run.agents.gate[0] == NEVER
    assert 0 < run.agents.through[0] < run.steps


def test_one_side_at_a_time_passes_a_tight_gate_and_nobody_starves() -> None:
    """Both sides are held in turn, and no agent comes towards those inside."""
    run = simulate(rooms((4.4, 5.6)), *crowd(12), *crowd(12, 101, back=True))
    held = np.zeros(2, np.int64)
    while run.seconds < 60 and not (run.agents.through != NEVER).all():
        run.tick()
        agents = run.agents
        left = agents.ids < 100
        held += [int(agents.held[left].sum()), int(agents.held[~left].sum())]
    assert (held > 0).all()
    assert (run.agents.through != NEVER).all()


def test_nobody_waits_for_a_side_that_is_empty() -> None:
    """A crowd that goes one way passes without turns."""
    run = simulate(rooms((4.4, 5.6)), *crowd(12))
    held = 0
    for _ in range(200):
        run.tick()
        held += int(run.agents.held.sum())
    # Somebody who is pushed back into the gate holds others up for a moment.
    assert held < 0.1 * 200 * 12


def test_each_side_keeps_to_its_right_half_of_a_wide_gate() -> None:
    """Those that go to the right pass a door of 4 m at lower z, the others at higher z."""
    run = simulate(rooms((3.0, 7.0)), *crowd(16), *crowd(16, 101, back=True))
    passed: dict[bool, dict[int, float]] = {True: {}, False: {}}
    while not run.steps or (run.seconds < 40 and run.counts().walking):
        run.step()
        before, now = run.agents.previous_positions, run.agents.positions
        for row in np.flatnonzero((before[:, 0] < 10) != (now[:, 0] < 10)).tolist():
            one = int(run.agents.ids[row])
            passed[one < 100].setdefault(one, float(now[row, 1]))
    there, back = (np.array([*passed[way].values()]) for way in (True, False))
    assert (len(there), len(back)) == (16, 16)
    assert there.mean() + 1.0 < back.mean()
    # The last ones meet nobody any more.
    assert (there < 5.0).mean() >= 0.7
    assert (back > 5.0).mean() >= 0.7


def doors_used(**settings: bool) -> tuple[int, int]:
    """Return how many of sixty agents next to one of two doors pass each of them in 25 s."""
    run = simulate(
        rooms((4.5, 5.5), (10.5, 11.5)), *crowd(60),
        settings=replace(SimulationSettings(), **settings),
    )  # fmt: skip
    near = far = 0
    for _ in range(25 * 60):
        run.step()
        before, now = run.agents.previous_positions, run.agents.positions
        places = now[(before[:, 0] < 10) & (now[:, 0] >= 10), 1]
        near, far = near + int((places < 8).sum()), far + int((places >= 8).sum())
    return near, far


def test_some_take_another_door_than_the_full_one() -> None:
    """Both doors together pass more people than the nearer one alone."""
    near, far = doors_used()
    assert near > far > 5
    alone, other = doors_used(knows_crowd=False)
    assert other == 0
    assert near + far > 1.2 * alone


def test_resumed_runs_go_on_alike_at_gates() -> None:
    """All knowledge of gates is in the columns, or follows from the floor."""
    run = simulate(rooms((4.4, 5.6), (10.4, 11.6)), *crowd(30), *crowd(30, 101, back=True))
    run_for(run, 6)
    again = Simulation.resumed(run.world, run.state())
    run_for(run, 6)
    run_for(again, 6)
    assert run.state().equals(again.state())


def test_gates_stay_known_when_a_wall_comes() -> None:
    """A door is shut while a crowd queues at it: all take the other one."""
    run = simulate(rooms((4.4, 5.6), (10.4, 11.6)), *crowd(16))
    run_for(run, 2)
    wall = Obstacle(id=300, polygon=((9.8, 4.0), (10.2, 4.0), (10.2, 6.0), (9.8, 6.0)))
    change(run, Edit.put(run.world.level, [wall]))
    run_for(run, 40)
    assert (run.agents.positions[:, 0] > 10).all()


def test_interpreted_kernels_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are equal to the last bit, at a gate that both sides want."""
    walkers = (*crowd(6), *crowd(6, 101, back=True))
    compiled = simulate(rooms((4.4, 5.6)), *walkers)
    run_for(compiled, 4)
    interpret_crowds(monkeypatch)
    run = simulate(rooms((4.4, 5.6)), *walkers)
    run_for(run, 4)
    assert run.state().equals(compiled.state())


def test_gates_are_the_same_from_wherever_they_are_found() -> None:
    """Mouths have their numbers, which agents keep, and cells found by two rims are one gate."""
    world = World.build(load_level(SAMPLES / "station.json"))
    rng = np.random.default_rng(5)
    lattice = world.grid.lattice
    free = np.argwhere(world.grid.walkable)
    places = [lattice.centre_of(int(c), int(r)) for r, c in rng.permutation(free)[:120]]
    paths = [
        (start, world.find_path(start, goal).points)
        for start, goal in zip(places[::2], places[1::2], strict=True)
    ]
    one, other = FloorGates(world.grid), FloorGates(world.grid)
    for path in paths:
        numbers_on(one, *path)
    for start, points in paths:
        back = np.concatenate((points[-2::-1], [start]))
        numbers_on(other, (float(points[-1, 0]), float(points[-1, 1])), back)
    found = {gate.number: gate for gate in other.gates}
    shared = [gate for gate in one.gates if gate.number in found]
    assert len(shared) > 20
    for gate in shared:
        assert gate.mouths.tolist() == found[gate.number].mouths.tolist()
        assert gate.entries.tolist() == found[gate.number].entries.tolist()
    numbers: dict[tuple[int, ...], set[int]] = {}
    for gate in (*one.gates, *other.gates):
        numbers.setdefault(tuple(sorted(gate.cells.tolist())), set()).add(gate.number)
    assert all(len(same) == 1 for same in numbers.values())
    assert len(set().union(*numbers.values())) == len(numbers)


def queue_at(width: float, count: int, radius: float) -> Simulation:
    """Return agents in front of a door at z = 5 m that all walk to the other side."""
    ones = [
        agent(i + 1, (8.5 - i // 6, 2.5 + i % 6), goals=((18.5, 2.5 + i % 6),), radius=radius)
        for i in range(count)
    ]
    level = rooms((5 - width / 2, 5 + width / 2))
    fine = msgspec.structs.replace(level.settings, cell_size=0.1, agent_radius=radius)
    return simulate(level.with_settings(fine), *ones)


def lanes_of(run: Simulation, seconds: float) -> set[float]:
    """Return the lateral positions of agents' aims in the door, metres from its middle."""
    found: set[float] = set()
    for _ in range(round(10 * seconds)):
        run.tick()
        aims = run.agents.aims[~np.isnan(run.agents.aims[:, 0])]
        found |= {round(z - 5.0, 1) for x, z in aims.tolist() if abs(x - 10) < 2}
    return found


def test_a_queue_takes_as_many_lanes_as_fit() -> None:
    """Three with a radius of 0.4 m through 2.9 m, the outer ones along its sides."""
    lanes = sorted(lanes_of(queue_at(2.9, 18, 0.4), 4))
    assert lanes == pytest.approx([-0.9, 0.0, 0.9], abs=0.21)
    # Where one fits there is nothing to choose, and a few are no queue.
    assert lanes_of(queue_at(1.2, 18, 0.4), 4) == set()
    assert lanes_of(queue_at(2.9, 5, 0.4), 4) == set()


def test_broad_doors_have_no_lanes() -> None:
    """As many agents pass without, and phantoms of wide gates would draw them aside."""
    assert len(lanes_of(queue_at(5.4, 24, 0.4), 3)) > 3
    assert lanes_of(queue_at(6.0, 24, 0.4), 3) == set()


def test_all_lanes_of_a_door_are_used() -> None:
    """Of thirty agents, a part passes in each third of the door."""
    run, passed = queue_at(2.9, 30, 0.4), np.zeros(3, np.int64)
    while run.seconds < 40 and (run.agents.positions[:, 0] < 10).any():
        run.step()
        before, now = run.agents.previous_positions, run.agents.positions
        places = now[(before[:, 0] < 10) & (now[:, 0] >= 10), 1]
        passed += np.histogram(places - 5.0, (-1.5, -0.5, 0.5, 1.5))[0]
    assert passed.sum() == 30
    assert passed.min() >= 6
