"""Recorded runs of a small crowd: they play back, and the newest one has the present rules."""

import json
from pathlib import Path

import pytest

from navcore.sim.recording import load_recording
from tests.crowd_golden import FOLDER, recorded, told

RUNS = sorted(FOLDER.glob("crowd_*.wwrec"))


def expected(path: Path) -> dict[str, list]:
    """Return the values that the version of a recording read from it."""
    return json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.stem)
def test_crowds_of_before_play_back(path: Path) -> None:
    """They play back to the last bit under any later rules, and can be resumed."""
    recording = load_recording(path)
    assert told(recording) == expected(path)
    run = recording.resume(recording.ticks // 2)
    for _ in range(60):
        run.step()
    assert len(run.agents) == 19


def test_the_rules_are_those_of_the_newest() -> None:
    """A change of the crowd's rules needs another file, see `tests.crowd_golden`."""
    assert told(recorded()) == expected(RUNS[-1])
