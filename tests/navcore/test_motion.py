"""The kernel that carries agents along their paths."""

import math
from types import ModuleType

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interpreted import load_interpreted

from navcore import kernels
from navcore.kernels import motion


class Walkers:
    """Agents with random paths, as the kernel takes them."""

    def __init__(self, seed: int, count: int = 6, most_points: int = 5) -> None:
        """Paths of 0 to `most_points` points within 10 m."""
        random = np.random.default_rng(seed)
        lengths = random.integers(0, most_points + 1, count)
        self.positions = random.uniform(-5, 5, (count, 2))
        self.facings = random.uniform(-math.pi, math.pi, count)
        self.walk_speeds = random.uniform(0.5, 5, count)
        self.rotation_speeds = random.uniform(0.5, 10, count)
        self.points = random.uniform(-5, 5, (int(lengths.sum()), 2))
        self.end = np.cumsum(lengths).astype(np.int64)
        self.current = self.end - lengths

    def follow(self, dt: float, kernel: ModuleType = motion) -> None:
        """Go on for `dt` seconds."""
        arrays = (
            self.positions, self.facings, self.walk_speeds, self.rotation_speeds,
            self.points, self.current, self.end,
        )  # fmt: skip
        kernel.follow(dt, *kernels.buffers(kernel, *arrays))

    def bytes(self) -> bytes:
        """Everything that the kernel writes."""
        return self.positions.tobytes() + self.facings.tobytes() + self.current.tobytes()


def one(facing: float, aim: tuple[float, float], rotation_speed: float, dt: float) -> float:
    """The facing of an agent at (0, 0) after walking toward `aim` for `dt`."""
    walker = Walkers(0, 1)
    walker.positions = np.zeros((1, 2))
    walker.facings = np.array([facing])
    walker.walk_speeds = np.ones(1)
    walker.rotation_speeds = np.array([rotation_speed])
    walker.points = np.array([aim], np.float64)
    walker.current = np.zeros(1, np.int64)
    walker.end = np.ones(1, np.int64)
    walker.follow(dt)
    return float(walker.facings[0])


@given(st.integers(0, 10_000), st.floats(0, 20))
def test_walks_like_the_naive_twin(seed: int, dt: float) -> None:
    """Places and passed points are those of the obvious loop."""
    walkers = Walkers(seed)
    expected = [
        naive.walk(
            tuple(walkers.positions[i]),
            walkers.walk_speeds[i],
            [tuple(point) for point in walkers.points[walkers.current[i] : walkers.end[i]]],
            dt,
        )
        for i in range(len(walkers.end))
    ]
    begun = walkers.current.copy()
    walkers.follow(dt)
    for i, (place, passed) in enumerate(expected):
        assert walkers.positions[i] == pytest.approx(place, abs=1e-9)
        assert walkers.current[i] - begun[i] == passed


@given(st.integers(0, 10_000), st.integers(1, 40), st.floats(0.1, 5))
def test_the_length_of_a_step_changes_nothing(seed: int, steps: int, seconds: float) -> None:
    """One long step ends where many short ones end, facing the same way (S0-084)."""
    at_once, in_steps = Walkers(seed), Walkers(seed)
    at_once.follow(seconds)
    for _ in range(steps):
        in_steps.follow(seconds / steps)
    assert in_steps.positions == pytest.approx(at_once.positions, abs=1e-9)
    for first, second in zip(at_once.facings, in_steps.facings, strict=True):
        assert naive.angle_between(first, second) < 1e-6


@given(st.integers(0, 10_000), st.lists(st.floats(0, 2), max_size=20))
def test_compiled_equals_interpreted(seed: int, steps: list[float]) -> None:
    """The extension and its source give the same bytes."""
    compiled, source = Walkers(seed), Walkers(seed)
    python = load_interpreted("motion")
    for dt in steps:
        compiled.follow(dt)
        source.follow(dt, python)
    assert compiled.bytes() == source.bytes()


@pytest.mark.parametrize("rate", [10, 30, 60, 144])
def test_total_time_is_the_same_at_any_rate(rate: int) -> None:
    """The same path takes the same time, within a tick, at 5 m/s (S0-084)."""
    walker = Walkers(3, 1)
    walker.positions = np.zeros((1, 2))
    walker.walk_speeds = np.array([5.0])
    walker.points = np.array([(1, 0), (1, 1.03), (4, 5), (4.01, 5), (0, 0)], np.float64)
    walker.current, walker.end = np.zeros(1, np.int64), np.full(1, 5, np.int64)
    legs = np.diff(np.vstack([np.zeros((1, 2)), walker.points]), axis=0)
    expected = np.hypot(legs[:, 0], legs[:, 1]).sum() / 5.0
    steps = 0
    while walker.current[0] < walker.end[0]:
        walker.follow(1 / rate)
        steps += 1
    assert 0 <= steps / rate - expected <= max(0.1, 1 / rate)
    assert tuple(walker.positions[0]) == (0.0, 0.0)


def test_distance_is_speed_times_time() -> None:
    """Along a straight line, whatever the step (S0-083)."""
    for dt in (0.0, 1 / 144, 1 / 60, 1.0, 100.0):
        walker = Walkers(0, 1)
        walker.positions = np.zeros((1, 2))
        walker.walk_speeds = np.array([1.4])
        walker.points = np.array([[30.0, 40.0]])
        walker.current, walker.end = np.zeros(1, np.int64), np.ones(1, np.int64)
        walker.follow(dt)
        walked = float(np.hypot(*walker.positions[0]))
        assert walked == pytest.approx(min(1.4 * dt, 50.0), abs=1e-12)


@pytest.mark.parametrize(
    ("start", "goal", "degrees"),
    [(350, 10, 10), (10, 350, 350), (0, 90, 90), (170, -170, 190), (-170, 170, 170), (0, 0, 0)],
)
def test_turns_the_shorter_way(start: float, goal: float, degrees: float) -> None:
    """350 to 10 degrees turns 20, across the seam too (S0-085)."""
    aim = (100 * math.cos(math.radians(goal)), 100 * math.sin(math.radians(goal)))
    done = one(math.radians(start), aim, 1.0, 10.0)
    assert naive.angle_between(done, math.radians(degrees)) < 1e-9
    apart = naive.angle_between(math.radians(start), math.radians(goal))
    halfway = one(math.radians(start), aim, apart / 2, 1.0)
    assert naive.angle_between(halfway, math.radians(start)) == pytest.approx(apart / 2, abs=1e-9)
    assert naive.angle_between(halfway, math.radians(goal)) == pytest.approx(apart / 2, abs=1e-9)


@given(st.floats(-10, 10), st.floats(-math.pi, math.pi), st.floats(0.1, 20), st.floats(0, 1))
def test_turns_as_far_as_time_allows(facing: float, aim: float, speed: float, dt: float) -> None:
    """An agent is nearer to its direction by speed x time, or has it."""
    done = one(facing, (100 * math.cos(aim), 100 * math.sin(aim)), speed, dt)
    before, after = naive.angle_between(facing, aim), naive.angle_between(done, aim)
    assert after == pytest.approx(max(0.0, before - speed * dt), abs=1e-9)


def test_standing_on_the_point_keeps_the_facing() -> None:
    """No direction, no turn (S0-085)."""
    assert one(2.5, (0.0, 0.0), 8.0, 0.1) == 2.5
    assert one(2.5, (1.0, 0.0), 8.0, 0.0) == 2.5
