"""The disk is full or the folder read-only for a while during work."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
RIGHTS = "-dac_override,-dac_read_search"
"""Capabilities that let root write to a read-only folder."""


def as_user() -> tuple[str, ...]:
    """Return a command prefix that makes permissions apply to root; skip if that fails."""
    if sys.platform == "win32":
        pytest.skip("folders have no permissions of this kind")
    if os.geteuid() != 0:
        return ()
    program = shutil.which("setpriv")
    if program is None:
        pytest.skip("root may write everywhere")
    return (program, f"--bounding-set={RIGHTS}", f"--inh-caps={RIGHTS}")


def trouble(way: str, folder: Path, before: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the report of a program that has this trouble."""
    home = folder / "home"
    (folder / "work").mkdir()
    home.mkdir()
    scratch = {name: str(home) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    done = subprocess.run(
        (*before, sys.executable, "-m", "troubled", way, str(folder / "work")),
        env=os.environ | scratch | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["faults"] == []
    return report


def check(report: dict[str, Any], reason: str) -> None:
    """Check that each failure was reported once with its reason, and that all works afterwards."""
    steps = report["steps"]
    assert report["kept"]
    assert steps["edits"]["broken"]
    (said,) = steps["edits"]["said"]
    assert said == f"Backups can't be written: {reason}. Save your work with Ctrl+S."
    during = steps["while"]
    assert during["whole"]
    assert during["left"] == []
    done = ("saved", "exported", "saved as", "recorded")
    assert [during[name] for name in done] == [False] * 4
    saves = [text for text in during["said"] if "Nothing is lost" in text]
    assert len(saves) == 2
    assert all(reason in text for text in saves)
    assert steps["mended"]["said"] == ["Backups are written again."]
    assert [steps["after"][name] for name in done] == [True] * 4


@pytest.mark.skipif(sys.platform == "win32", reason="no limit to the size of files")
def test_disk_that_is_full_for_a_while(tmp_path: Path) -> None:
    """Autosave, save, export, save as and recordings fail; old files stay complete."""
    check(trouble("full", tmp_path), "file too large")


def test_folder_that_is_read_only_for_a_while(tmp_path: Path) -> None:
    """The same while permissions are removed."""
    check(trouble("taken", tmp_path, as_user()), "permission denied")
