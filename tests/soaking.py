"""Soak test of the editor: a seeded mix of all user actions, with meters that must not rise.

    PYTHONPATH=.:tests python -m soaking --steps 100000 --seed 1 --report report.json

At regular intervals everything is closed, the same level is opened, and the meters are read. A
meter that still rises shows a leak.
"""

import argparse
import gc
import json
import math
import os
import random
import sys
import tempfile
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from types import TracebackType
from typing import Final

from answers import Answers
from meters import Reading, growers, grown, read
from monkey import Monkey
from monkey_checks import check_nothing_is_half_done, check_the_bake
from PySide6.QtCore import QCoreApplication, QEvent, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QFileDialog
from soak_ways import Ways

from editor.files.prompts import Choice, Overwrite
from editor.services.worker import wait_for_all
from editor.settings.settings import Settings
from editor.shell.crash_boundary import Guard
from editor.shell.program import Program
from editor.shell.window import MainWindow
from editor.system.application import make_app
from navcore import samples

HOME_LEVEL: Final = "tavern"
"""Name of the level in which the meters are read."""
MOST_ELEMENTS: Final = 300
"""Number of elements above which another level is opened: monkeys add more than they delete."""
MOST_CELLS: Final = 1_000_000


@dataclass(slots=True)
class Report:
    """Results of a soak test."""

    readings: list[Reading] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Faults: exceptions in slots, warnings of Qt, failed checks."""
    stalls: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Times in seconds that each kind of action blocked the window's thread."""
    undo_steps: int = 0
    """Greatest length of the undo stack."""

    def slowest(self, most: int = 10) -> list[tuple[str, float, float, int]]:
        """Return kinds of action with longest stall, median and count, the slowest first."""
        worst = sorted(self.stalls, key=lambda name: -max(self.stalls[name]))[:most]
        return [
            (n, max(self.stalls[n]), sorted(self.stalls[n])[len(self.stalls[n]) // 2],
             len(self.stalls[n]))
            for n in worst
        ]  # fmt: skip


class Soak:
    """A program under a soak test."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Start a program with settings, levels, backups and pictures in folders in `folder`."""
        self.report = Report()
        self.folder = folder
        self.random = random.Random(seed)
        self.answers = Answers()
        self.answers.choice, self.answers.overwrite = Choice.DISCARD, Overwrite.OVERWRITE
        self.levels = folder / "levels"
        self.levels.mkdir(parents=True)
        settings = Settings(folder / "settings.ini")
        settings.folder = self.levels
        for ask in ("getOpenFileName", "getSaveFileName"):  # Shortcuts are saved and loaded.
            setattr(QFileDialog, ask, staticmethod(lambda *_: ("", "")))
        self.app = make_app(settings)
        self.program = Program(settings, self.answers, cache=folder / "pictures")
        self.guard = Guard(self.program, folder / "data")
        sys.excepthook = self._caught
        qInstallMessageHandler(self._qt_said)
        self.program.show_home()
        self.program.open_sample(HOME_LEVEL)
        self.window = self._window()
        self.monkey = Monkey(self.window, seed)
        self.ways = Ways(
            self.program, self.window, self.answers, self.monkey, self.levels, self.random
        )
        self.monkey.ways += self.ways.weighted

    def _window(self) -> MainWindow:
        window = self.program.window
        assert window is not None
        return window

    # The run.

    def go(self, steps: int, every: int, tell: Callable[[Reading], None]) -> None:
        """Make `steps` steps; read the meters before, after every `every` steps, and at the end."""
        gc.disable()
        self._read(0, tell)
        for step in range(1, steps + 1):
            self._step()
            if step % 50 == 0:
                gc.collect(1)
            if step % every == 0 or step == steps:
                self._read(step, tell)

    def _in_no_time(self, seconds: float = math.inf) -> None:
        """Let file tasks end within the call, or move to the background at once."""
        self.window.files.tasks.patience = self.window.files.watch.patience = seconds

    def _step(self) -> None:
        self._in_no_time(self.random.choice((math.inf, math.inf, math.inf, 0.0)))
        begun = perf_counter()
        if self.program.level is None:
            self.ways.come_back()
            name = "come_back"
        else:
            name = self._act()
        acted = perf_counter() - begun
        begun = perf_counter()
        QCoreApplication.processEvents()
        painted = perf_counter() - begun
        self.report.stalls[name].append(acted)
        self.report.stalls[f"events after {name}"].append(painted)
        begun = perf_counter()
        self.monkey.answer()
        self.report.stalls[f"dialogs after {name}"].append(perf_counter() - begun)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        document = self.window.document
        self.report.undo_steps = max(self.report.undo_steps, document.stack.count())
        cells = self.window.bake.world.grid.lattice.cells
        if len(list(document.level.elements())) > MOST_ELEMENTS or cells > MOST_CELLS:
            self._begin_anew()

    def _act(self) -> str:
        with self.taking():
            self.monkey.act()
        return self._name(self.last()[-1])

    def taking(self) -> ExitStack:
        """Report exceptions in a `with` block like those in slots, and continue."""
        stack = ExitStack()
        stack.push(self._taken)
        return stack

    def _taken(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if kind is None or value is None or not issubclass(kind, Exception):
            return False
        self._caught(kind, value, trace)
        return True

    @staticmethod
    def _name(done: str) -> str:
        """Return the kind of an action, without its target unless it is a named `QAction`."""
        words = done.split(" ")
        return " ".join(words[:2]) if words[0] == "_action" else words[0]

    def _begin_anew(self) -> None:
        if self.monkey.held is not None:
            self.monkey.hand.release((0.0, 0.0), self.monkey.held)
            self.monkey.held = None
        self.window.canvas.settle()
        self.window.files.open_sample(self.random.choice(samples.names()))

    def _read(self, step: int, tell: Callable[[Reading], None]) -> None:
        """Close everything, open the level for the meters, and read them."""
        self.monkey.rest()
        self.monkey.held = None
        self._in_no_time()
        self.window.files.wait()
        if self.program.level is None:
            self.ways.come_back()
            self.window.files.wait()
            self.monkey.rest()
        self._check()
        self.window.files.open_sample(HOME_LEVEL)
        self.window.bake.wait()
        self.window.canvas.frame_all()
        self.window.commands.table["tool_select"].trigger()
        self.app.clipboard().clear()
        self.window.message.show_notice(None)
        assert self.window.safety is not None
        self.window.safety.autosave.flush()
        for _ in range(20):
            QCoreApplication.processEvents()
        self.answers.asked.clear()
        self.answers.proposals.clear()
        # Counting objects would hold tuples that a thread is still filling, and make it fail.
        wait_for_all()
        reading = read(step, (self.folder,))
        self.report.readings.append(reading)
        tell(reading)

    def _check(self) -> None:
        with self.taking():
            check_nothing_is_half_done(self.window)
            check_the_bake(self.window)

    def _fault(self, text: str) -> None:
        if text not in self.report.faults:
            say(text)
        self.report.faults.append(text)

    def close(self) -> None:
        """Quit as a user does."""
        self.monkey.rest()
        self.window.document.stack.setClean()
        self.window.close()
        self.program.end()
        self.guard.close()
        qInstallMessageHandler(None)

    def last(self, most: int = 20) -> list[str]:
        """Return the last events."""
        return list(self.monkey.done)[-most:]

    def _caught(
        self, kind: type[BaseException], value: BaseException, trace: TracebackType | None
    ) -> None:
        told = "".join(traceback.format_exception(kind, value, trace))
        self._fault(f"{told}\nafter {self.last()}")

    def _qt_said(self, kind: QtMsgType, context: object, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not text.startswith("This plugin does not support"):
            self._fault(f"Qt: {text}")


def say(text: str) -> None:
    """Print a line without buffering."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """Run the soak test, print the meters and write a report; return 1 for leaks or faults."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--every", type=int, default=0, help="steps between readings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    every = options.every or max(50, options.steps // 40)
    with tempfile.TemporaryDirectory() as name:
        soak = Soak(Path(name), options.seed)
        begun, cpu = perf_counter(), process_time()

        def tell(reading: Reading) -> None:
            say(f"{perf_counter() - begun:7.1f} s  {reading}")

        with soak.taking():
            soak.go(options.steps, every, tell)
        say(f"{perf_counter() - begun:.0f} s, {process_time() - cpu:.0f} s of CPU")
        report = soak.report
        soak.close()
    told = grown(report.readings)
    broken = Counter(report.faults)
    result = {
        "steps": options.steps,
        "seed": options.seed,
        "grown": told,
        "faults": broken.most_common(),
        "growers": growers(report.readings),
        "slowest": report.slowest(),
        "undo_steps": report.undo_steps,
    }
    if options.report is not None:
        options.report.write_text(json.dumps(result, indent=1), encoding="utf-8")
    say(json.dumps(result, indent=1))
    return 1 if told or broken else 0


if __name__ == "__main__":
    sys.exit(main())
