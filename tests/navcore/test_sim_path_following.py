"""Agents along their paths: agents that pass nearby, blocked paths, returns to the path."""

import itertools
import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path

import maps
import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interpreted import interpret_crowds
from sim_levels import agent
from sim_runs import floor

from navcore.kernels import buffers
from navcore.kernels.crowd import path_following
from navcore.level.model import Point
from navcore.sim.agents import NEVER
from navcore.sim.neighbours import Surroundings
from navcore.sim.run import Run
from navcore.sim.settings import SimulationSettings
from navcore.sim.steering import courses_of
from navcore.world import World

SEEDS = st.integers(0, 2**32 - 1)


TICK = SimulationSettings().seconds_per_tick


def pairs_of(around: Surroundings) -> list[tuple[int, int]]:
    """Return the pairs in order, by positions in the index."""
    return [(i, j) for i, j in around.pairs.tolist()]


def walking(seed: int, most_points: int = 4, count: int = 20) -> Run:
    """Agents on a random floor, some of them with paths of any points, and an index over them."""
    rng = random.Random(seed)
    grid = maps.random_grid(rng, 16)
    run = Run(World.from_grid(grid), SimulationSettings())
    run.agents.add(
        [agent(i + 1, maps.random_point(rng, grid, beyond=0.3)) for i in range(count)],
        in_level=True,
    )
    for row in range(count):
        points = [maps.random_point(rng, grid, 0.3) for _ in range(rng.randint(0, most_points))]
        run.agents.set_path(row, np.array(points).reshape(-1, 2))
        if points and rng.random() < 0.5:
            run.agents.path_current[row] += rng.randrange(len(points))
    run.around = Surroundings(run.agents, TICK)
    return run


def flags(rng: random.Random, count: int) -> np.ndarray:
    """Some of them set."""
    return np.array([rng.random() < 0.5 for _ in range(count)])


def next_points(run: Run) -> list[Point | None]:
    """Return each agent's next point."""
    return [
        (float(path[0, 0]), float(path[0, 1])) if len(path) else None
        for path in map(run.agents.path, range(len(run.agents)))
    ]


@given(SEEDS)
def test_who_passes_near_those_who_changed(seed: int) -> None:
    """The distance is to the segment to the next point; few and many agents agree (S0-111)."""
    rng = random.Random(seed)
    run = walking(seed)
    count, reach = len(run.agents), rng.choice((0.5, 1.8, 3.0))
    changed, may = flags(rng, count), flags(rng, count)
    expected = [
        i
        for i, aim in enumerate(next_points(run))
        if aim is not None and may[i] and any(
            changed[j] and j != i
            and naive.to_segment(run.agents.place(j), run.agents.place(i), aim) <= reach
            for j in range(count)
        )
    ]  # fmt: skip
    assert passing(run, changed, may, reach) == (expected, expected)


def passing(
    run: Run, changed: np.ndarray, may: np.ndarray, reach: float
) -> tuple[list[int], list[int]]:
    """Return rows of agents that pass near a changed one, by brute force and by the index."""
    count = len(run.agents)
    ways = courses_of(run)
    found, listed = np.zeros(count, np.uint8), np.empty(count, np.int32)
    rows = np.flatnonzero(changed).astype(np.int32)
    b = buffers(path_following, rows, may.view(np.uint8), run.storeys.numbers, found)
    ways.pass_near(b[0], reach, b[1], b[2], b[3])
    everybody = np.arange(count, dtype=np.int32)
    b = buffers(path_following, everybody, changed.view(np.uint8), may.view(np.uint8), listed)
    assert run.around is not None
    many = ways.pass_movers(run.around.near, b[0], b[1], reach, b[2], b[3])
    return np.flatnonzero(found).tolist(), listed[:many].tolist()


def test_no_more_are_listed_than_there_is_room_for() -> None:
    """The first ones of the rows that are asked about (S0-111)."""
    run = walking(5)
    run.agents.positions[:] = 0.3
    run.around = Surroundings(run.agents, TICK)
    everybody, all_of_them = np.arange(20, dtype=np.int32), np.ones(20, np.bool_)
    listed = np.empty(3, np.int32)
    b = buffers(path_following, everybody, all_of_them.view(np.uint8), listed)
    count = courses_of(run).pass_movers(run.around.near, b[0], b[1], 1.8, b[1], b[2])
    walks = np.flatnonzero(run.agents.has_path())
    assert listed[:count].tolist() == walks[:3].tolist()


@given(SEEDS)
def test_whose_way_is_blocked_in_a_box(seed: int) -> None:
    """A piece of the remaining path that comes into the box and is not clear (S0-032)."""
    rng = random.Random(seed)
    run = walking(seed)
    grid, agents = run.world.grid, run.agents
    a, b = (maps.random_point(rng, grid) for _ in range(2))
    low, high = np.minimum(a, b), np.maximum(a, b)
    found = np.zeros(len(agents), np.uint8)
    courses_of(run).blocked(*low.tolist(), *high.tolist(), *buffers(path_following, found))
    for i in range(len(agents)):
        path = [agents.place(i), *map(tuple, agents.path(i).tolist())]
        expected = any(
            not naive.may_pass(grid, p, q)
            and (np.minimum(p, q) <= high).all()
            and (np.maximum(p, q) >= low).all()
            for p, q in itertools.pairwise(path)
        )
        assert bool(found[i]) == expected


def kept(run: Run, steers: np.ndarray, may_skip: bool) -> np.ndarray:
    """Lead agents back to their paths; return the lost ones."""
    agents = run.agents
    agents.steers[:] = steers
    agents.off_path[:] = True
    lost = np.zeros(len(agents), np.int32)
    rows = np.arange(len(agents), dtype=np.int32)
    b = buffers(path_following, rows, lost)
    count = courses_of(run).keep(b[0], b[1], may_skip)
    return np.isin(rows, lost[:count])


@given(SEEDS, st.booleans())
def test_back_to_the_path(seed: int, may_skip: bool) -> None:
    """An agent that sees its next point goes there; one that sees only its line returns to that.

    Others are lost.
    """
    rng = random.Random(seed)
    run = walking(seed)
    agents, grid = run.agents, run.world.grid
    before = [agents.path(i) for i in range(len(agents))]
    steers = np.array([rng.choice((0.0, 0.4)) for _ in range(len(agents))])
    agents.asked[:] = [rng.choice((NEVER, NEVER, run.step)) for _ in range(len(agents))]
    lost = kept(run, steers, may_skip)
    for i in range(len(agents)):
        here, path = agents.place(i), agents.path(i)
        if not len(before[i]):
            assert not lost[i]
            assert not len(path)
            continue
        first = tuple(path[0].tolist())
        near = math.dist(here, first) <= 4.0
        if lost[i]:
            assert not naive.may_pass(grid, here, first)
            assert path.tolist() == before[i].tolist()
        elif near:
            # What it goes to now is in sight: a point of its path or a place on its line.
            assert naive.may_pass(grid, here, first)
            # Those that wait for a plan stay off their path.
            assert bool(agents.off_path[i]) == (steers[i] != 0.0 or agents.asked[i] != NEVER)
        added = len(path) - len(before[i])
        assert added <= 1
        assert path[max(0, added) :].tolist() == before[i][max(0, -added) :].tolist()
        if not may_skip:
            assert added >= 0
        assert added >= -2


def test_a_later_point_in_sight_is_gone_to_at_once() -> None:
    """Two at most are left out at a time, and none where the floor has costs."""
    for may_skip, left in ((True, 2), (False, 4)):
        run = Run(World.from_grid(floor(20, 20)), SimulationSettings())
        run.agents.add([agent(1, (5, 5))], in_level=True)
        run.agents.set_path(0, np.array([(5, 6), (6, 6), (7, 6), (8, 6)], np.float64))
        assert not kept(run, np.zeros(1), may_skip)[0]
        assert len(run.agents.path(0)) == left
        assert not run.agents.off_path[0]


def test_who_lost_sight_of_its_point_goes_back_to_its_line() -> None:
    """To the nearest place of the line that it left, when that is in sight."""
    run = Run(World.from_grid(floor(20, 20, *[(8, row) for row in range(6)])), SimulationSettings())
    run.agents.add([agent(1, (6.5, 6.8))], in_level=True)
    run.agents.set_path(0, np.array([(4.5, 6.5), (9.5, 6.5), (9.5, 3.5)], np.float64))
    run.agents.path_current[0] += 2
    assert not kept(run, np.zeros(1), may_skip=True)[0]
    assert run.agents.path(0).tolist() == [[9.5, 6.5], [9.5, 3.5]]


def digest(runs: list[Run], seeds: range) -> list[object]:
    """All that the kernels say of these."""
    said: list[object] = []
    for run, seed in zip(runs, seeds, strict=True):
        rng = random.Random(seed)
        count = len(run.agents)
        around = run.around
        assert around is not None
        said += [around.order.tolist(), pairs_of(around)]
        said.append(passing(run, flags(rng, count), flags(rng, count), 1.8))
        steers = np.array([rng.choice((0.0, 0.4)) for _ in range(count)])
        said += [kept(run, steers, may_skip=True).tolist(), run.agents.off_path.tolist()]
        used = run.agents.points[: run.agents.points_used]
        said += [used.tobytes(), run.agents.path_current.tolist()]
        for _ in range(30):
            a, b = (maps.random_point(rng, run.world.grid, 1.0) for _ in range(2))
            said.append(bool(run.floors.passes(0, *a, *b)))
    return said


def test_compiled_equals_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extensions and their sources give equal results, to the last bit."""
    seeds = range(25)
    compiled = digest([walking(seed) for seed in seeds], seeds)
    interpret_crowds(monkeypatch)
    assert digest([walking(seed) for seed in seeds], seeds) == compiled


RUN = """
import hashlib, json, sys
import numpy as np
from navcore import kernels
from sim_levels import agent, room, simulate

rng = np.random.default_rng(1)
walls = ((5, 3, 6, 9), (9, -1, 10, 5), (9, 7, 10, 13))
level = room(16, 12, *walls)
places = [tuple(p) for p in rng.uniform((1, 1), (15, 11), (80, 2)).tolist()]
run = simulate(level, *(
    agent(i + 1, places[i], goals=(places[40 + i], places[i]), loop=i % 4 > 0,
          walk_speed=1 + 0.03 * i, radius=0.2 + 0.006 * i, wait=0.2 * (i % 3), player=i == 7)
    for i in range(40)
))
states = []
for tick in range(int(sys.argv[1])):
    if tick == 10:
        run.change_world(run.world.update(*_without_wall(run.world.level)))
    run.tick()
    state = run.state()
    found = hashlib.sha256(state.points.tobytes())
    for name in sorted(state.columns):
        found.update(name.encode() + state.columns[name].tobytes())
    states.append(found.hexdigest())
print(json.dumps({"compiled": kernels.COMPILED, "states": states}))
"""


WITHOUT = """
from navcore.level.edit import Edit

def _without_wall(level):
    edit = Edit.remove(level, [200])
    return edit.apply(level), edit
"""


def states_of(ticks: int, *, interpreted: bool) -> dict[str, object]:
    """Return the states of a run of forty agents among walls, from a separate process."""
    here = Path(__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(here), str(here.parent)])}
    environment.pop("NAVCORE_INTERPRETED", None)
    if interpreted:
        environment["NAVCORE_INTERPRETED"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT + RUN, str(ticks)],
        env=environment, check=True, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def test_a_run_is_the_same_compiled_and_interpreted() -> None:
    """Forty agents walk among walls, one of which is removed.

    Every state is equal to the last bit.
    """
    source = states_of(20, interpreted=True)
    assert not source["compiled"]
    assert states_of(20, interpreted=False)["states"] == source["states"]
    assert len(set(source["states"])) == 20  # type: ignore[call-overload]
