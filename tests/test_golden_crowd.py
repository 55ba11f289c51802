"""Runs of a small crowd that were recorded: they play back, and the newest tells the rules."""

import json
from pathlib import Path

import pytest

from navcore.sim.recording import load_recording
from tests.crowd_golden import FOLDER, recorded, told

RUNS = sorted(FOLDER.glob("crowd_*.wwrec"))


def expected(path: Path) -> dict[str, list]:
    """What the version that wrote a recording read from it."""
    return json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.stem)
def test_crowds_of_before_play_back(path: Path) -> None:
    """To the last bit, whatever the rules are today; and they can be gone on from."""
    recording = load_recording(path)
    assert told(recording) == expected(path)
    run = recording.resume(recording.ticks // 2)
    for _ in range(60):
        run.step()
    assert len(run.agents) == 19


def test_the_rules_are_those_of_the_newest() -> None:
    """Who changes rules of the crowd writes another file, see `tests.crowd_golden`."""
    assert told(recorded()) == expected(RUNS[-1])
