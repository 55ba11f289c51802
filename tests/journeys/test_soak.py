"""Soak test of the editor: memory, handles, threads and widgets don't grow."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from meters import FILLING, Reading, growers, grown

ROOT = Path(__file__).parents[2]
HOURS = 3 * 3600


def soak(folder: Path, steps: int, seed: int) -> dict[str, object]:
    """Return the report of a soak test of `steps` steps in a separate program."""
    report = folder / "report.json"
    scratch = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    command = (
        sys.executable, "-X", "faulthandler", "-m", "soaking", "--steps", f"{steps}",
        "--seed", f"{seed}", "--report", str(report),
    )  # fmt: skip
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | scratch | {"PYTHONPATH": paths}, text=True,
        capture_output=True, timeout=HOURS, check=False,
    )  # fmt: skip
    assert report.exists(), (done.returncode, done.stdout[-2000:], done.stderr[-4000:])
    read: dict[str, object] = json.loads(report.read_text(encoding="utf-8"))
    return read


@pytest.mark.timeout(HOURS)
def test_nothing_grows_and_nothing_breaks(tmp_path: Path, exhaustive: bool) -> None:
    """Edits, undos, plays, saves, dialogs, doors, exports, home and back, in any order."""
    report = soak(tmp_path, 100_000 if exhaustive else 300, seed=1)
    assert report["faults"] == []
    assert report["grown"] == [], report["growers"]


def reading(step: int, **shown: float) -> Reading:
    """Return a reading with these values, and 10 for all others."""
    types = shown.pop("types", {})
    values = dict.fromkeys(("handles", "threads", "widgets", "windows", "wrappers", "levels"), 10)
    others = {"megabytes": 200.0, "objects": 100_000, "files": 10, "types": types}
    others |= {"snapshots": 10, "snapshot_megabytes": 1.0, "pictures": 10}
    return Reading(step, **(values | others | shown))


def test_meters_tell_what_grows() -> None:
    """One handle per thousand steps is a leak; a cache that fills at the start isn't."""
    leaking = [reading(1000 * n, handles=10 + n) for n in range(20)]
    (told,) = grown(leaking)
    assert told.startswith("handles grew from")
    filling = [reading(1000 * n, megabytes=200 + min(n, 3) * FILLING / 4) for n in range(20)]
    assert grown(filling) == []
    steady = [reading(10_000 * n, megabytes=200 + 3.0 * n) for n in range(20)]
    assert grown(steady) == []
    steep = [reading(10_000 * n, megabytes=200 + 10.0 * n) for n in range(20)]
    assert [one.split()[0] for one in grown(steep)] == ["megabytes"]


def test_files_with_a_limit_may_grow_up_to_it() -> None:
    """Snapshots and pictures may grow; other files are a leak."""
    filling = [reading(1000 * n, snapshots=40 * n, pictures=10 * n) for n in range(21)]
    assert grown(filling) == []
    over = [reading(1000 * n, snapshots=60 * n) for n in range(21)]
    assert grown(over) == ["snapshots reached 1200; the limit is 1003"]
    left = [reading(1000 * n, files=40 * n) for n in range(21)]
    assert [one.split()[0] for one in grown(left)] == ["files"]


def test_growers_are_the_types_of_which_there_are_more() -> None:
    """The comparison starts after the warm-up."""
    first, last = {"World": 2, "Frame": 7}, {"World": 9, "Frame": 7}
    readings = [reading(n, types=first) for n in range(4)] + [reading(5, types=last)]
    assert growers(readings) == [("World", 2, 9)]
