"""Background threads never wait for a lock of signals, which a deletion holds."""

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QImage
from signal_locks import LOCKS

from editor import resources
from navcore import samples

ROOT = Path(__file__).parents[2]


def test_pictures_are_read_while_an_object_is_deleted(tmp_path: Path) -> None:
    """Of levels for the home page, and to be traced; the window hung, as its thread waited, too."""
    level = tmp_path / "tavern.json"
    level.write_bytes(samples.path("tavern").read_bytes())
    files = [level, resources.path("icons/app.svg")]
    for suffix in ("png", "jpg", "webp", "bmp"):
        files.append(tmp_path / f"plan.{suffix}")
        picture = QImage(40, 30, QImage.Format.Format_RGB32)
        picture.fill(0)
        assert picture.save(str(files[-1]))
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    done = subprocess.run(
        [sys.executable, "-m", "signal_locks", *map(str, files)], cwd=tmp_path, text=True,
        env=os.environ | {"PYTHONPATH": paths}, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (f"{LOCKS}\n", "")
