"""An hour of the station at the highest speed: the same bytes twice, and no drift in memory.

Half a minute by default; the hour with --exhaustive.
"""

import gc
import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from journey_window import OpenWindow
from meters import resident_megabytes
from play_stage import Clock
from PySide6.QtCore import QCoreApplication

from editor.run.clock import SPEEDS
from editor.shell.window import MainWindow
from navcore import samples
from navcore.formats import load_level
from navcore.level.model import Level
from navcore.sim.simulation import Simulation
from navcore.world import World

ROOT = Path(__file__).parents[2]
Times: TypeAlias = npt.NDArray[np.float64]
STATION = samples.path("station")
DOOR_SECONDS = 20
"""Interval between toggles of a door, seconds."""
SEND_SECONDS = 30
"""Interval at which all agents get new goals, seconds: those of the station reach theirs."""
FRAME = 0.016
"""Time between two frames of the window, seconds."""
DRIFT = 4.0
"""Maximum growth of memory without recordings, megabytes: the log of inputs, and noise."""


def seconds_of(exhaustive: bool) -> int:
    """Return the simulated time of a run, seconds."""
    return 3600 if exhaustive else 35


def digest(simulation: Simulation) -> str:
    """Return a digest of all values on which the next steps depend."""
    state, made = simulation.state(), hashlib.sha256()
    for name in sorted(state.columns):
        made.update(name.encode() + state.columns[name].tobytes())
    made.update(state.points.tobytes() + str((state.step, state.seed, state.focus)).encode())
    return made.hexdigest()


def goals_at(simulation: Simulation, number: int) -> list[tuple[list[int], tuple[float, float]]]:
    """Return agents and goals of the `number`-th order: groups of eight, to known places."""
    elements, count = simulation.agents.elements, len(simulation.agents)
    ids = simulation.agents.ids.tolist()
    sent = []
    for first in range(0, count, 8):
        other = elements[(first * 7 + number * 13) % count]
        goal = other.goals[0] if other.goals and number % 2 == 0 else other.position
        sent.append((ids[first : first + 8], goal))
    return sent


class Headless:
    """A run of the script without a window."""

    def __init__(self) -> None:
        """At the start."""
        self.world = World.build(load_level(STATION))
        self.simulation = Simulation(self.world, seed=1)
        self.doors = [area.name for area in self.world.level.areas.values() if area.door]
        self.toggled = 0

    def play(self, seconds: int, told: Callable[[int], None]) -> Times:
        """Play for `seconds`; return (n,) the time of each step in seconds."""
        # Fill the array before memory is first measured: it takes 1.7 MB an hour.
        took = np.full(60 * seconds, np.nan)
        for second in range(seconds):
            if second % DOOR_SECONDS == DOOR_SECONDS - 1:
                name = self.doors[self.toggled % len(self.doors)]
                shut = self.world.level.area_named(name)
                assert shut is not None
                self.world = self.world.set_area_available(name, not shut.available)
                self.simulation.change_world(self.world)
                self.toggled += 1
            if second % SEND_SECONDS == SEND_SECONDS - 1:
                for ids, goal in goals_at(self.simulation, second // SEND_SECONDS):
                    self.simulation.send(ids, goal)
            for step in range(60 * second, 60 * second + 60):
                begun = perf_counter()
                self.simulation.step()
                took[step] = perf_counter() - begun
            # Events that aren't read are kept, up to a limit.
            assert len(self.simulation.events) >= len(self.simulation.arrivals)
            told(second)
        return took


@pytest.mark.timeout(3600)
def test_run_without_a_window(exhaustive: bool, record_property: Callable[..., None]) -> None:
    """Compare memory after a quarter of the run with the end, and digests with a second run."""
    seconds = seconds_of(exhaustive)
    memory: dict[int, float] = {}

    def told(second: int) -> None:
        if second in {seconds // 4, seconds - 1}:
            gc.collect()
            memory[second] = resident_megabytes()

    first, second = Headless(), Headless()
    took = first.play(seconds, told) * 1000
    second.play(seconds, lambda _: None)
    assert digest(first.simulation) == digest(second.simulation)
    before, after = memory.values()
    assert after - before <= DRIFT
    p50, p99 = np.percentile(took, [50, 99])
    record_property(
        "told",
        f"station, {seconds} s: step p50 {p50:.2f} ms, p99 {p99:.2f} ms, memory "
        f"{after - before:+.1f} MB, {first.simulation.counts()}",
    )


@pytest.mark.timeout(3600)
def test_recording_of_the_command_line_is_the_same_twice(tmp_path: Path, exhaustive: bool) -> None:
    """Two recordings have the same bytes, however busy the machine is."""
    files = [tmp_path / f"{number}.wwrec" for number in range(2)]
    for file in files:
        command = (
            sys.executable, "-m", "navcore.cli", "simulate", str(STATION), "--seconds",
            f"{seconds_of(exhaustive)}", "--agents", "40", "--seed", "3", "-o", str(file),
        )  # fmt: skip
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode in {0, 1}, done.stderr
    one, other = (file.read_bytes() for file in files)
    assert one == other


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with an empty level."""
    return open_window(Level(), (-12.0, -10.0, 12.0, 10.0))


class Played:
    """A run of the script in the window, at the highest speed, with a simulated clock."""

    def __init__(self, window: MainWindow) -> None:
        """At the start."""
        assert window.files.open_sample("station")
        window.bake.wait()
        self.window, self.run = window, window.run
        self.run.clock.now = self.clock = Clock()
        self.run.clock.stop_to_start()
        self.run.clock.speed = SPEEDS[-1]
        areas = window.document.level.areas.values()
        self.doors = [area.id for area in areas if area.door]

    def go(self, seconds: int) -> tuple[str, float, list[float]]:
        """Play for `seconds`; return the final digest, growth of memory and times of frames."""
        run, toggled, sent, took = self.run, 0, 0, []
        before: float | None = None
        run.clock.play()
        while run.playhead.seconds < seconds:
            begun = perf_counter()
            self.clock.now += FRAME
            run.clock.advance()
            if run.playhead.seconds >= (toggled + 1) * DOOR_SECONDS:
                run.commands.switch([self.doors[toggled % len(self.doors)]])
                toggled += 1
            if run.playhead.seconds >= (sent + 1) * SEND_SECONDS:
                for ids, goal in goals_at(run.record.simulation, sent):
                    run.commands.send(ids, goal)
                sent += 1
            QCoreApplication.processEvents()
            took.append(perf_counter() - begun)
            if before is None and run.playhead.seconds >= seconds / 4:
                before = self._beside_the_recording()
        assert before is not None
        drift = self._beside_the_recording() - before
        run.clock.pause()
        while run.record.simulation.steps % run.record.simulation.settings.steps_per_tick:
            run.clock.step_once()
        return digest(run.record.simulation), drift, took

    def _beside_the_recording(self) -> float:
        gc.collect()
        return resident_megabytes() - self.run.record.recording.nbytes / 1e6


@pytest.mark.timeout(2 * 3600)
def test_run_in_the_window(
    window: MainWindow, exhaustive: bool, record_property: Callable[..., None]
) -> None:
    """Every frame is painted, and replaying the recording gives the same state."""
    seconds = seconds_of(exhaustive)
    first, drift, took = Played(window).go(seconds)
    recording = window.run.record.recording
    size = recording.nbytes / 1e6
    assert digest(recording.resume(recording.ticks - 1)) == first
    del recording
    again, _, _ = Played(window).go(seconds)
    assert again == first
    p50, p99 = np.percentile(np.array(took) * 1000, [50, 99])
    record_property(
        "told",
        f"station in the window, {seconds} s at {SPEEDS[-1]:g}x: frame p50 {p50:.1f} ms, p99 "
        f"{p99:.1f} ms, recording {size:.1f} MB, memory beside it {drift:+.1f} MB",
    )
    window.run.clock.stop_to_start()
    if exhaustive:
        assert drift <= 10 * DRIFT
