"""A window in use while the disk is full, its folder is read-only, or another editor has its file.

    python -m troubled WAY FOLDER    prints messages and results as JSON

It is a separate program because the limits of a process apply to everything that it writes.
"""

import gc
import json
import math
import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from answers import Answers
from PySide6.QtCore import QCoreApplication

from editor.files.prompts import Choice, Notice, Overwrite
from editor.files.tasks import FileTasks
from editor.files.watch import FileWatch
from editor.safety import autosave
from editor.safety.recovery import Recovery
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from navcore.formats import load_level, write_level
from navcore.level.model import ExportTarget
from navcore.level.operations import add_obstacle, set_settings

if sys.platform != "win32":
    import resource

LIMIT: Final = 3000
"""Maximum size of a file in bytes while the disk is full; the level is larger."""


class Desk:
    """A window with a saved and exported sample, and all its messages."""

    def __init__(self, folder: Path) -> None:
        """Open the window, with settings elsewhere: Qt writes them without messages."""
        autosave.PACE = autosave.Pace(idle=30, latest=100, sync=10, retry=50)
        self.folder, self.file = folder, folder / "level.json"
        self.grid, self.run = folder / "level.grid.txt", folder / "run.wwrec"
        settings = Settings(folder.parent / f"{os.getpid()}.ini")
        make_app(settings)
        self.answers = Answers()
        self.answers.choice, self.answers.overwrite = Choice.DISCARD, Overwrite.OVERWRITE
        self.faults: list[str] = []
        sys.excepthook = self._caught
        self.window = window = MainWindow(settings, self.answers)
        window.keep_safe(Recovery(folder / "backups"))
        assert window.safety is not None
        self.said: list[str] = []
        for part in (window.files, window.exports, window.safety):
            part.noticed.connect(self._noticed)
        window.safety.said.connect(self.said.append)
        window.exports.patience = math.inf
        window.show()
        self.steps: dict[str, Any] = {}

    def begin(self) -> None:
        """Save and export a sample."""
        window = self.window
        self.answers.place = self.file
        window.files.open_sample("tavern")
        assert window.files.save()
        window.exports.allow(self.grid)
        target = ExportTarget(path=str(self.grid), format="txt")
        window.document.commit(set_settings(window.document.level, exports=(target,)))
        assert window.exports.export()
        assert window.files.save()
        self.said.clear()

    def work(self, edits: int = 3) -> None:
        """Make some edits, and wait for backups of them."""
        for _ in range(edits):
            document = self.window.document
            ring = tuple((2.0 + 0.01 * i, (i * i) % 5 / 2) for i in range(40))
            document.commit(add_obstacle(document.level, ring, document.new_id))
            self.pass_time(0.02)

    def until(self, holds: Callable[[], bool], seconds: float = 20.0) -> bool:
        """Let the program run until a condition holds."""
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end:
            self.pass_time(0.01)
        return holds()

    def pass_time(self, seconds: float) -> None:
        """Let the program run for some seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            QCoreApplication.processEvents()
            time.sleep(0.001)

    def try_all(self, name: str) -> None:
        """Save, export, save elsewhere and record; report messages and contents of files."""
        window, answers, before = self.window, self.answers, self.file.read_bytes()
        self.steps[name] = {
            "saved": window.files.save(),
            "exported": window.exports.export(),
            "whole": self.file.read_bytes() in {before, self.level_text().encode()},
        }
        answers.place = self.folder / "other.json"
        self.steps[name]["saved as"] = window.files.save_as()
        answers.place = self.run
        window.run.clock.step_once()
        window.commands.table["save_recording"].trigger()
        self.pass_time(0.1)
        window.run.clock.stop_to_start()
        self.steps[name]["recorded"] = self.run.exists()
        self.steps[name]["left"] = [path.name for path in self.folder.glob(".waywright-*")]
        self.tell(name)

    def tell(self, name: str) -> None:
        """Report each new message since the last call once."""
        self.steps.setdefault(name, {})["said"] = list(dict.fromkeys(self.said))
        self.said.clear()

    def level_text(self) -> str:
        """Return the level as the text of its file."""
        return write_level(self.window.document.level)

    def finish(self) -> None:
        """Close, and print the report."""
        kept = write_level(load_level(self.file)) == self.file.read_text(encoding="utf-8")
        self.window.document.stack.setClean()
        self.window.close()
        report = {"steps": self.steps, "faults": self.faults, "kept": kept}
        sys.stdout.write(json.dumps(report) + "\n")

    def _noticed(self, notice: Notice | None) -> None:
        if notice is not None:
            self.said.append(notice.text)

    def _caught(
        self, kind: type[BaseException], value: BaseException, trace: TracebackType | None
    ) -> None:
        self.faults.append("".join(traceback.format_exception(kind, value, trace)))


def full(desk: Desk) -> None:
    """Limit the size of files for the duration of a `with` block."""
    desk.begin()
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, hard))
    desk.work(8)
    assert desk.window.safety is not None
    broken = desk.until(lambda: desk.window.safety.autosave.broken)
    desk.tell("edits")
    desk.steps["edits"]["broken"] = broken
    desk.try_all("while")
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    desk.work(1)
    desk.until(lambda: not desk.window.safety.autosave.broken)
    desk.tell("mended")
    desk.answers.place = desk.file
    desk.window.files.save()
    desk.try_all("after")


def taken(desk: Desk) -> None:
    """Make the folder and its contents read-only for the duration of a `with` block."""
    desk.begin()
    folders = [desk.folder, *(path for path in desk.folder.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    desk.work()
    desk.until(lambda: desk.window.safety.autosave.broken)
    desk.tell("edits")
    desk.steps["edits"]["broken"] = desk.window.safety.autosave.broken
    desk.try_all("while")
    for folder in folders:
        folder.chmod(0o755)
    desk.work(1)
    desk.until(lambda: not desk.window.safety.autosave.broken)
    desk.tell("mended")
    desk.try_all("after")


WAYS: Final = {"full": full, "taken": taken}


def main() -> None:
    """Run one scenario in a folder of its own."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    FileTasks.patience = FileWatch.patience = math.inf  # Results must not depend on speed.
    gc.disable()  # Objects of Qt must not be freed on a worker thread.
    desk = Desk(Path(sys.argv[2]))
    WAYS[sys.argv[1]](desk)
    desk.finish()


if __name__ == "__main__":
    main()
