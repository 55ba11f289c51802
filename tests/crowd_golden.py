"""A recorded run of a small crowd by the present rules, so that changes of rules are noticed.

    python -m tests.crowd_golden NAME

writes `tests/golden/recording/NAME.wwrec` and `NAME.expected.json`; NAME is a date. Older files
stay: they must still play back. The newest one shows the present rules.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

from navcore.level.model import Level
from navcore.sim.recording import Recorder, Recording, save_recording
from navcore.sim.simulation import Simulation
from navcore.world import World
from tests.crowd_scenes import Laid, people
from tests.sim_scenes import Walker, lattice_of

FOLDER = Path(__file__).parent / "golden" / "recording"
SECONDS = 20
EVERY = 10
"""Ticks between two recorded frames."""


def small_crowd() -> Level:
    """Nine and nine change sides through a door of 0.9 m, askew to the cells; one is in the way."""
    laid = Laid(cell_size=0.2, offset=(0.07, -1.3), turn=21.0)
    left = [*lattice_of(1.0, 1.5, 3, 3, 0.9)]
    right = [(12.0 - x, z) for x, z in left]
    walkers = [
        *(Walker(one, other) for one, other in zip(left, right, strict=True)),
        *(Walker(other, one) for one, other in zip(left, right, strict=True)),
        Walker((8.0, 2.2)),
    ]
    walls = [(5.9, -9.0, 6.1, 2.05), (5.9, 2.95, 6.1, 20.0)]
    return people(laid, walls, walkers, (0.0, 0.0, 12.0, 5.0), 0.2)


def recorded() -> Recording:
    """The run of it."""
    run = Simulation(World.build(small_crowd()), seed=3)
    recorder = Recorder(run)
    for step in range(SECONDS * run.settings.steps_per_second):
        if step == 300:
            # The agent in the way follows another one.
            run.meet([int(run.agents.ids[-1])], int(run.agents.ids[0]))
        run.step()
        recorder.take()
    return recorder.recording


def told(recording: Recording) -> dict[str, list]:
    """Return digests of the arrays of frames, and the events."""
    frames = []
    for tick in range(0, recording.ticks + 1, EVERY):
        frame = recording.frame(tick)
        arrays = (frame.positions, frame.facings, frame.states)
        frames.append([sha256(array.tobytes()).hexdigest()[:16] for array in arrays])
    events = [[int(row[key]) for key in ("step", "kind", "agent")] for row in recording.events]
    return {"frames": frames, "events": events}


def main(name: str) -> None:
    """Write the files."""
    recording = recorded()
    save_recording(recording, FOLDER / f"{name}.wwrec")
    text = json.dumps(told(recording))
    (FOLDER / f"{name}.expected.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
