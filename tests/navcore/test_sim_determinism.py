"""The same level, seed and requests give the same bytes, on any machine and at any frame rate."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest
import sim_lively
from sim_lively import TICKS, ask, begin, digest_of, digests, go_on

from navcore.sim.columns import COLUMNS
from navcore.sim.simulation import Simulation
from navcore.sim.state import State
from navcore.world import World

STEP = 1 / 60
FRAMES = (10, 30, 60, 144)
"""Frames a second."""


@cache
def whole() -> tuple[list[State], list[World]]:
    """The states and worlds of a run before its first tick and after each."""
    run = begin()
    states, worlds = [run.state()], [run.world]

    def note(run: Simulation) -> None:
        states.append(run.state())
        worlds.append(run.world)

    go_on(run, TICKS, note)
    return states, worlds


def digests_of_whole() -> list[str]:
    """Return the digests of the states after each tick."""
    return [digest_of(state) for state in whole()[0][1:]]


def test_twice() -> None:
    """Two runs in one process are equal to the last bit of every array."""
    run = begin()
    for state in whole()[0][1:]:
        go_on(run, 1)
        assert run.state().equals(state)


def test_a_digest_tells_states_apart() -> None:
    """Every tick has another one."""
    found = digests_of_whole()
    assert len(set(found)) == len(found) == TICKS
    assert digests(12, seed=4) != found[:12]


def test_in_two_threads_at_once() -> None:
    """Each thread has its own run, and they advance together."""
    barrier = Barrier(2)

    def walk() -> list[str]:
        found: list[str] = []

        def note(run: Simulation) -> None:
            barrier.wait(60)
            found.append(digest_of(run.state()))

        go_on(begin(), TICKS, note)
        return found

    with ThreadPoolExecutor(2) as pool:
        one, other = [pool.submit(walk) for _ in range(2)]
        assert one.result() == other.result() == digests_of_whole()


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_in_another_process(hash_seed: str) -> None:
    """The order of its sets and dictionaries of strings doesn't matter."""
    script = Path(sim_lively.__file__)
    root = script.parent.parent
    paths = os.pathsep.join((str(root), str(script.parent)))
    told = subprocess.run(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths},
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    assert told.stdout.split() == digests_of_whole()


def played(frames_per_second: int, seconds: float) -> Iterator[Simulation]:
    """Return each tick of a played run; each frame makes the due steps and draws."""
    run = begin()
    due = 0.0
    for _ in range(round(frames_per_second * seconds)):
        due += 1 / frames_per_second
        while due >= STEP * (1 - 1e-9):
            due -= STEP
            if run.steps % 6 == 0:
                ask(run)
            run.step()
            if run.steps % 6 == 0:
                yield run
        places = run.agents.positions_at(min(due / STEP, 1.0))
        assert np.isfinite(places).all()
        run.agents.facings_at(min(due / STEP, 1.0))
        run.reasons()
        run.counts()
        run.stuck()
        [run.agents.path_of(int(agent_id)) for agent_id in run.agents.ids[:5]]


@pytest.mark.parametrize("frames_per_second", FRAMES)
def test_whatever_the_frame_rate(frames_per_second: int) -> None:
    """The same path and the same time, though views look at other moments."""
    seconds = TICKS / 10
    found = [digest_of(run.state()) for run in played(frames_per_second, seconds)]
    assert found == digests_of_whole()


def test_states_taken_change_nothing() -> None:
    """A run of which none was taken on the way ends the same."""
    run = begin()
    go_on(run, TICKS)
    assert run.state().equals(whole()[0][-1])


def test_any_tick_goes_on_as_it_did(exhaustive: bool) -> None:
    """State and world are enough."""
    states, worlds = whole()
    for tick in range(TICKS) if exhaustive else (0, 17, 18, 31):
        run = Simulation.resumed(worlds[tick], states[tick])
        last = TICKS if exhaustive else min(TICKS, tick + 10)
        go_on(run, last - tick)
        assert run.state().equals(states[last])


def test_a_state_is_its_own() -> None:
    """The original run and a resumed run leave it unchanged."""
    run = begin()
    go_on(run, 5)
    state = run.state()
    before = digest_of(state)
    go_on(run, 5)
    go_on(Simulation.resumed(run.world, state), 5)
    assert digest_of(state) == before
    assert state.columns.keys() == COLUMNS.keys()
    assert state.equals(state)
