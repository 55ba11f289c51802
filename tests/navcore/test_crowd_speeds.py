"""Crowd speeds on squares, equal targets, times along paths, against slow references."""

from types import ModuleType

import numpy as np
import pytest
from interpreted import load_interpreted
from sim_runs import bare_run, floor

from navcore import Status
from navcore.kernels import buffers
from navcore.kernels.crowd import tallies, time_ahead
from navcore.path.result import PathResult
from navcore.sim import congestion, crowd_speeds, following
from navcore.sim.crowd_speeds import FEW, SQUARE, Speeds, measure_speeds, squares_of
from navcore.sim.run import Run

BOTH_TALLIES = pytest.mark.parametrize("kernel", [tallies, load_interpreted("tallies")])
BOTH_AHEAD = pytest.mark.parametrize("kernel", [time_ahead, load_interpreted("time_ahead")])


def crowd(seed: int, count: int = 120) -> tuple[Run, np.random.Generator]:
    """Agents that walk, stand or step aside, on two storeys and both sides of 0."""
    rng = np.random.default_rng(seed)
    run = bare_run(floor(30, 30), *rng.uniform(1, 29, (count, 2)).tolist())
    agents = run.agents
    agents.positions[:] = rng.uniform(-4, 4, (count, 2))
    agents.positions[: count // 4] = np.round(agents.positions[: count // 4] / SQUARE) * SQUARE
    agents.velocities[:] = rng.uniform(-1, 1, (count, 2))
    agents.layers[:] = rng.integers(0, 2, count)
    agents.path_end[:] = rng.random(count) < 0.8
    agents.aside[:] = rng.random(count) < 0.1
    return run, rng


@BOTH_TALLIES
@pytest.mark.parametrize("seed", range(4))
def test_mean_speeds_of_squares_with_enough_walkers(
    kernel: ModuleType, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Agents that stand or step aside don't count; storeys are kept apart."""
    monkeypatch.setattr(crowd_speeds, "tallies", kernel)
    agents = crowd(seed)[0].agents
    expected: dict[int, list[float]] = {}
    for i in range(len(agents)):
        if agents.path_end[i] and not agents.aside[i]:
            number = int(squares_of(agents.positions[i : i + 1], agents.layers[i : i + 1])[0])
            expected.setdefault(number, []).append(float(np.hypot(*agents.velocities[i])))
    kept = sorted(number for number, speeds in expected.items() if len(speeds) >= FEW)
    found = measure_speeds(agents)
    assert len(kept) > 2
    assert found.squares.tolist() == kept
    assert found.speeds.tolist() == pytest.approx([np.mean(expected[number]) for number in kept])


@BOTH_TALLIES
def test_who_shares_a_target_with_how_many(
    kernel: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only equal targets count, however near others are; -0 equals 0, and far targets work."""
    monkeypatch.setattr(following, "tallies", kernel)
    run, rng = crowd(1)
    agents = run.agents
    goals = [(0.0, 1.0), (-0.0, 1.0), (1e-12, 1.0), (1e300, -1e12), *rng.uniform(-9, 9, (9, 2))]
    agents.requested_targets[:] = [goals[k] for k in rng.integers(0, len(goals), len(agents))]
    agents.radii[:] = 1.0 / following.CROWDED
    rows = rng.permutation(len(agents))[:50]
    targets = [tuple(target) for target in agents.requested_targets.tolist()]
    expected = [targets.count(targets[row]) for row in rows.tolist()]
    assert (following.crowded_radii(agents, rows) ** 2).tolist() == pytest.approx(
        [count if count > 1 else 0 for count in expected]
    )
    assert max(expected) > 6


def test_a_table_has_room_for_all() -> None:
    """Its length is a power of two, and half of it stays free."""
    assert [tallies.table_size(count) for count in (0, 8, 9, 1000)] == [16, 16, 32, 2048]


def naive_seconds(points: np.ndarray, speeds: Speeds, walk: float) -> tuple[float, int | None]:
    """Return the expected result of `look_along`, metre by metre, and where the crowd is slow."""
    lengths = np.hypot(*np.diff(points, axis=0).T)
    ends = np.concatenate(([0.0], np.cumsum(lengths)))
    late, first = 0.0, None
    known = dict(zip(speeds.squares.tolist(), speeds.speeds.tolist(), strict=True))
    for n in range(int(congestion.FORESEEN)):
        at = n + 0.5
        if at >= ends[-1]:
            break
        place = np.array([np.interp(at, ends, points[:, axis]) for axis in (0, 1)])
        speed = known.get(int(squares_of(place[None], np.zeros(1, np.int64))[0]), np.inf)
        if speed < crowd_speeds.CREEPING and first is None:
            first = n
        late += max(1 / max(speed, congestion.SLOWEST) - 1 / walk, 0.0)
    return float(ends[-1]) / walk + late, first


@BOTH_AHEAD
@pytest.mark.parametrize("seed", range(6))
def test_seconds_along_a_path(
    kernel: ModuleType, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as it takes alone, and longer on squares where others are slower."""
    monkeypatch.setattr(congestion, "kernel", kernel)
    run, rng = crowd(seed, 8)
    agents = run.agents
    points = rng.uniform(-9, 9, ((1, 2, 5, 12)[seed % 4], 2))
    squares = np.unique(squares_of(rng.uniform(-9, 9, (60, 2)), np.zeros(60, np.int64)))
    run.speeds = Speeds(squares, rng.choice((0.01, 0.2, 0.5, 1.0, 2.0), len(squares)))
    result = PathResult(Status.COMPLETE, (0.0, 0.0), (1.0, 1.0), points)
    found, first = congestion.seconds_along(run, 0, result, 0)
    along = np.concatenate((agents.positions[:1], points))
    expected, place = naive_seconds(along, run.speeds, float(agents.walk_speeds[0]))
    assert found == pytest.approx(expected)
    assert (first is None) == (place is None)


@BOTH_AHEAD
@pytest.mark.parametrize("seed", range(6))
def test_squares_that_hang_together(kernel: ModuleType, seed: int) -> None:
    """By their sides, the nearest first, up to as many as there is room for."""
    rng = np.random.default_rng(seed)
    squares = np.unique(squares_of(rng.uniform(-9, 9, (70, 2)), np.zeros(70, np.int64)))
    slow, begin = set(squares.tolist()), int(rng.choice(squares)) + seed % 2
    expected, row = [begin], crowd_speeds.ROW
    for number in expected:
        sides = (number + 1, number - 1, number + row, number - row)
        expected += [side for side in sides if side in slow and side not in expected]
    for most in (1, 5, 100):
        found, seen = np.empty(most, np.int64), np.zeros(len(squares), np.uint8)
        b = buffers(kernel, squares, seen, found)
        count = kernel.hang_together(begin, b[0], row, b[1], b[2])
        assert found[:count].tolist() == expected[:most]
