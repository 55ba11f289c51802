"""Kernels of gates and crossings equal numpy references to the last bit, rule by rule."""

import naive_gates
import numpy as np
import pytest
from interpreted import interpret_crowds
from sim_runs import bare_run, floor

from navcore.sim import gates
from navcore.sim.agents import NEVER
from navcore.sim.crossing_ways import mind_crossings
from navcore.sim.gate_turns import Ahead, minders_of
from navcore.sim.run import Run

WRITTEN = ("gate", "gate_side", "through", "gate_left", "turn", "held", "aims")
MOUTHS = 8


def blocks(seed: int, rows: np.ndarray, *, cross: bool) -> Ahead:
    """Return random data of gates or crossings ahead of agents in a room of 20 x 20 m."""
    rng = np.random.default_rng(seed)
    count = len(rows)
    of = rng.integers(0, (1, 3, 9)[seed % 3], count)
    whole, parts = np.zeros((count, 7), np.int64), np.zeros((count, 19))
    mouths = rng.integers(2, (3, 9)[seed % 2], 9)
    whole[:, 0], whole[:, 1] = rows, (of + 7) * 1024 + (cross << 42)
    whole[:, 2] = rng.random(count) < 0.2
    whole[:, 3] = rng.integers(0, mouths[of])
    whole[:, 4] = 0 if cross else mouths[of] == 2
    whole[:, 5] = rng.integers(-1, mouths[of]) if cross else -1
    whole[:, 6] = whole[:, 3] // 2 * 2 if cross else whole[:, 3]
    parts[:, 0] = rng.uniform(0.5, 4.0, 9)[of]
    ways = rng.uniform(0, 2 * np.pi, (9, MOUTHS, 2))
    places, sides = rng.uniform(1, 19, (9, MOUTHS, 2)), rng.uniform(0.2, 2.0, (9, MOUTHS, 2))
    parts[:, 1:13] = rng.uniform(1, 19, (count, 12))
    parts[:, 1] = np.where(whole[:, 2], 0.0, rng.integers(1, 30, count) / 3)
    for mouth, at in ((whole[:, 3], 13), (np.maximum(whole[:, 5], 0), 7)):
        if at == 13 or cross:
            parts[:, at : at + 2] = places[of, mouth]
            parts[:, at + 2] = np.cos(ways[of, mouth, 0])
            parts[:, at + 3] = np.sin(ways[of, mouth, 0])
            parts[:, at + 4 : at + 6] = sides[of, mouth]
    return Ahead(whole, parts)


def crowd(seed: int, count: int) -> tuple[Run, Ahead, Ahead]:
    """Return agents in a room; some have a gate ahead, some a crossing, some neither."""
    rng = np.random.default_rng(seed)
    run = bare_run(floor(20, 20), *rng.uniform(1, 19, (count, 2)).tolist())
    agents = run.agents
    run.step = 1000
    agents.radii[:] = rng.choice((0.2, 0.3, 0.45), count)
    for row in np.flatnonzero(rng.random(count) < 0.9).tolist():
        agents.set_path(row, rng.uniform(1, 19, (rng.integers(1, 3), 2)))
    walkers = rng.permutation(np.flatnonzero(agents.has_path()))
    third = len(walkers) // 3
    some, others = np.sort(walkers[: 2 * third]), np.sort(walkers[2 * third :])
    ahead, across = blocks(seed, some, cross=False), blocks(seed, others, cross=True)
    agents.gate[:] = rng.choice(np.concatenate((ahead.gate, across.gate, [NEVER])), count)
    agents.gate_side[:] = rng.choice(np.array((0, 1, 2, 129, 130), np.uint8), count)
    agents.turn[:] = rng.choice((NEVER, NEVER, 400, 700, 990), count)
    agents.through[:] = rng.choice((NEVER, 900), count)
    agents.held[:] = 1
    agents.aims[:] = 1.0
    return run, ahead, across


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_as_in_numpy(seed: int, interpreted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Held agents, turns and aims are the same as in numpy, also in queues and crowds."""
    if interpreted:
        interpret_crowds(monkeypatch)
    count = (12, 60, 150)[seed % 3]
    (naive, ahead, across), (run, _, _) = crowd(seed, count), crowd(seed, count)
    turn = naive.agents.turn.copy()
    naive_gates.note_passed(naive, ahead, across)
    naive.agents.held[:], naive.agents.aims[:], naive.agents.turn[:] = 0, np.nan, NEVER
    naive_gates.mind_gates(naive, ahead, turn)
    naive_gates.mind_crossings(naive, across, turn)
    naive_gates.drop_hidden_aims(naive)
    gates.decide(run, ahead, across)
    for name in WRITTEN:
        expected, found = getattr(naive.agents, name), getattr(run.agents, name)
        assert np.array_equal(expected, found, equal_nan=expected.dtype == np.float64), name
    if count > 12:
        assert (run.agents.held == 0).any()
        assert (run.agents.held == 1).any()
        assert (run.agents.turn != NEVER).any()
        assert not np.isnan(run.agents.aims).all()


def test_nobody_comes() -> None:
    """Without gates ahead no agent is held and no side has a turn, and passages are noted."""
    run, ahead, across = crowd(1, 20)
    passed = (run.agents.gate_side >= 128) & (run.agents.gate != NEVER) & run.agents.has_path()
    none = np.zeros(0, np.int64)
    gates.decide(run, ahead.taken(none), across.taken(none))
    mind_crossings(run, across.taken(none))
    assert not run.agents.held.any()
    assert np.isnan(run.agents.aims).all()
    assert (run.agents.turn == NEVER).all()
    assert passed.any()
    assert (run.agents.through[passed] == run.step).all()
    assert minders_of(run.agents) is minders_of(run.agents)
