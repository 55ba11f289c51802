"""Cost of judging a crowd: pushes at each step, statistics and overlays at each tick.

    python -m tests.bench.judging [--agents 100,1000,10000] [--seconds 5]

Everybody is on its way through the market town, as in `tests.bench.crowd`; the first two seconds
are not measured. "judge" is a `CrowdJudge` with all narrow places, as `navcore simulate` has it;
"pushes" is what a run in the editor pays always; "counting" and "overlay" are what the editor
pays for each tick while charts or an overlay are looked at. Milliseconds of this process on the
processor. No verdict depends on them.
"""

import argparse
import sys
from collections.abc import Callable
from time import process_time

from navcore.proof.narrow_places import narrow_places
from navcore.sim.judging import CrowdJudge, Pushes, Trouble
from navcore.sim.recording import Recorder
from navcore.sim.simulation import Simulation
from navcore.sim.statistics import RunStatistics
from tests.bench.crowd import crowded

WARM = 120
"""Number of first steps that aren't measured."""


class Stopwatch:
    """Adds up the time of calls."""

    def __init__(self) -> None:
        """Start without calls."""
        self.seconds, self.calls = 0.0, 0

    def __call__(self, call: Callable[[], object]) -> object:
        """Call a function and measure its time."""
        begun = process_time()
        answer = call()
        self.seconds += process_time() - begun
        self.calls += 1
        return answer

    @property
    def ms(self) -> float:
        """Return the milliseconds per call."""
        return 1000 * self.seconds / max(1, self.calls)


def row(agents: int, seconds: float) -> str:
    """Run a crowd and return its times as a row of the table."""
    simulation = Simulation(crowded("town", agents))
    judge, pushes, recorder = CrowdJudge(simulation, narrow_places), Pushes(), Recorder(simulation)
    step, judging, pushing, counting, overlay = (Stopwatch() for _ in range(5))
    for number in range(WARM + round(60 * seconds)):
        if number < WARM:
            simulation.step()
            judge.take()
            pushes.take(simulation)
        else:
            step(simulation.step)
            judging(judge.take)
            pushing(lambda: pushes.take(simulation))
        recorder.take()
    recording = recorder.recording
    statistics = RunStatistics(recording, narrow_places)
    trouble = Trouble(simulation.world.grid.lattice)
    for tick in range(recording.ticks - 1):
        counting(lambda: statistics.follow(1))
        overlay(lambda tick=tick: trouble.follow(recording, pushes, tick + 1, 1))
    return (
        f"{agents:8} {step.ms:9.3f} {judging.ms:9.3f} {pushing.ms:9.3f} "
        f"{counting.ms:9.3f} {overlay.ms:9.3f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", default="100,1000,10000")
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    heads = ("step", "judge", "pushes", "counting", "overlay")
    sys.stdout.write(f"{'agents':>8} " + " ".join(f"{head:>9}" for head in heads) + "\n")
    for agents in options.agents.split(","):
        sys.stdout.write(f"{row(int(agents), options.seconds)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
