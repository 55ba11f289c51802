"""After a kill at any moment, the next start offers work that is at most a second old."""

import contextlib
import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from small_level import small_level

from editor.safety.recovery import Recovery
from navcore.formats import load_level, save_level, write_level
from navcore.level.model import Level

ROOT = Path(__file__).parents[2]

DRAWING = """
import gc, math, os, random, signal, sys, time
gc.disable()  # Nothing of Qt may be freed on a worker thread.
sys.path[:0] = ["tests"]
from pathlib import Path
from hashlib import sha1
from answers import Answers
from editor.files.prompts import Overwrite
from hand import Hand
from small_level import box
from PySide6.QtCore import QCoreApplication
from editor.system.application import make_app
from editor.safety.recovery import Recovery
from editor.safety import autosave
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from navcore.formats import write_level
from navcore.level.model import ExportTarget
from navcore.level.operations import add_area, add_obstacle, delete, move, set_settings

def tell(word, level=None):
    digest = sha1(write_level(level).encode()).hexdigest() if level is not None else "-"
    print(word, digest, time.monotonic(), flush=True)

def draw(folder, file, seed, way):
    folder, hurry, chance = Path(folder), way == "hurry", random.Random(int(seed))
    exports = way == "export"
    autosave.PACE = autosave.Pace(1, 1) if hurry else autosave.Pace(idle=60, latest=300)
    settings = Settings(folder / "waywright.ini")
    app = make_app(settings)
    answers = Answers()
    answers.overwrite = Overwrite.OVERWRITE
    window = MainWindow(settings, answers)
    window.keep_safe(Recovery(folder / "backups"))
    document, canvas = window.document, window.canvas
    window.files.tasks.patience = math.inf  # Whether it is open is asked at once.
    if file:
        assert window.files.open(Path(file))
    if exports:
        # A large grid is written beside the window all the time, and the disk is busy.
        window.exports.patience = 0.0
        yard = add_area(document.level, box(30, 0, 230, 200), document.new_id)
        tell("did", document.level)
        document.commit(yard)
        tell("did", document.level)
        document.commit(set_settings(document.level, cell_size=0.2))
        tell("did", document.level)
        window.exports.change((ExportTarget(path="inn.grid.txt"),))
    window.resize(1024, 640)
    window.show()
    canvas.setFocus()
    canvas.viewport.frame((-5, -5, 30, 15))
    hand = Hand(canvas)

    def place():
        return (chance.uniform(0, 20), chance.uniform(0, 8))

    def edit():
        level = document.level
        ids = [e.id for e in level.elements()]
        kind = chance.randrange(10)
        if kind < 4 or len(ids) < 5:
            x, z = place()
            ring = ((x, z), (x + 1, z), (x + 0.5, z + 1))
            return add_obstacle(level, ring, document.new_id)
        if kind < 5 and len(ids) > 5:
            return delete(level, chance.sample(ids, 2))
        if kind < 6:
            return set_settings(level, title=f"title {chance.random()}")
        return move(level, chance.sample(ids, 2), (chance.uniform(-1, 1), 0.25))

    tell("did", document.level)
    print("ready", flush=True)
    while True:
        kind = chance.randrange(12)
        if kind < 7:
            change = edit()
            tell("will", change.apply(document.level))
            document.commit(change)
        elif kind < 9:
            tell("drag")
            (canvas.undo if kind == 7 else canvas.redo)()
        elif kind < 10:
            tell("drag")
            hand.drag(place(), place(), place())
        elif file and (hurry or chance.random() < 0.2):
            tell("save", document.level)
            assert window.files.save()
        else:
            window.safety.autosave.snapshot()
        tell("did", document.level)
        QCoreApplication.processEvents()
        if exports and not window.exports.busy:
            window.exports.export()
        if not hurry:
            time.sleep(chance.uniform(0, 0.03))
"""

ONE_PROGRAM = """
draw(*sys.argv[2:])
"""

PROGRAM_AFTER_PROGRAM = """
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # The dead are buried at once.
for line in sys.stdin:
    out, *arguments = line.rstrip("\\n").split("\\t")
    born = os.fork()
    if not born:
        told = os.open(out, os.O_WRONLY | os.O_CREAT)
        os.dup2(told, 1)
        draw(*arguments)
    print(born, flush=True)
"""
"""Code of a process that imports the program once and forks: imports take most of the time."""


WAYS = ("calm", "calm", "hurry", "export", "hurry")
"""Behaviours of the programs, in turn."""


def digest_of(level: Level) -> str:
    """Return the digest that the drawing program prints for a level."""
    return hashlib.sha1(write_level(level).encode("utf-8")).hexdigest()


@dataclass
class Death:
    """Output of a program before it was killed, and the time of the kill."""

    lines: list[tuple[str, str, float]]
    moment: float

    def told(self, word: str) -> list[str]:
        """Return the digests that follow this word in the output."""
        return [digest for said, digest, _ in self.lines if said == word]

    def check(self, found: str) -> None:
        """Check that the recovered level lacks at most the work of the last second."""
        last, coming, _ = self.lines[-1]
        unheard = last == "drag" or (last == "will" and found == coming)
        if unheard and found not in self.told("did"):
            return
        at = max((i for i, line in enumerate(self.lines) if line[:2] == ("did", found)), default=-1)
        assert at >= 0, "what was found was never done"
        later = [when for word, _, when in self.lines[at + 1 :] if word == "did"]
        assert all(self.moment - when <= 1.0 for when in later), "more than a second is lost"


class Nursery:
    """A process that forks programs, which draw until they are killed."""

    def __init__(self) -> None:
        """Start the process."""
        self._parent: subprocess.Popen[str] | None = None
        self._children: dict[int, subprocess.Popen[bytes]] = {}

    def make(self, out: Path, *arguments: str) -> int:
        """Start a program that reports its actions to `out`; return its process id."""
        if not hasattr(os, "fork"):
            command = [sys.executable, "-c", DRAWING + ONE_PROGRAM, str(out), *arguments]
            with out.open("wb") as told:
                child = subprocess.Popen(command, cwd=ROOT, stdout=told)
            self._children[child.pid] = child
            return child.pid
        if self._parent is None:
            self._parent = subprocess.Popen(
                [sys.executable, "-c", DRAWING + PROGRAM_AFTER_PROGRAM],
                cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        self._parent.stdin.write("\t".join((str(out), *arguments)) + "\n")
        self._parent.stdin.flush()
        return int(self._parent.stdout.readline())

    def lives(self, pid: int) -> bool:
        """Return whether a program is still running."""
        if pid in self._children:
            return self._children[pid].poll() is None
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self, pid: int) -> None:
        """Kill a program, and wait until it is gone."""
        if pid in self._children:
            self._children[pid].kill()
            self._children[pid].wait()
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        while self.lives(pid):
            time.sleep(0.001)

    def close(self) -> None:
        """End the process."""
        if self._parent is not None:
            self._parent.communicate()


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    """Return a nursery for all programs of a test."""
    made = Nursery()
    yield made
    made.close()


def draw_and_die(nursery: Nursery, folder: Path, file: Path | None, seed: int, way: str) -> Death:
    """Run a program that draws, and kill it at a moment that the seed decides."""
    out = folder / f"told-{seed}.txt"
    out.touch()
    drawing = nursery.make(out, str(folder), str(file or ""), str(seed), way)
    try:
        deadline = time.monotonic() + 60
        while b"ready" not in out.read_bytes() and nursery.lives(drawing):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        time.sleep(random.Random(seed).uniform(0.02, 0.7))
        assert nursery.lives(drawing), "it ended by itself"
        moment = time.monotonic()
    finally:
        nursery.kill(drawing)
    lines = []
    for line in out.read_text(encoding="utf-8").split("\n")[:-1]:
        word, _, rest = line.partition(" ")
        if rest:
            digest, _, when = rest.partition(" ")
            lines.append((word, digest, float(when)))
    return Death(lines, moment)


def test_kills_at_random_moments_of_drawing(
    nursery: Nursery, tmp_path: Path, exhaustive: bool
) -> None:
    """The next start offers the work; the level's file is a complete save."""
    for seed in range(100 if exhaustive else 5):
        folder = tmp_path / str(seed)
        folder.mkdir()
        file = folder / "inn.json" if seed % 5 != 1 else None
        if file is not None:
            save_level(small_level(), file)
        death = draw_and_die(nursery, folder, file, seed, WAYS[seed % 5])
        recovery = Recovery(folder / "backups")
        found = recovery.find()
        assert len(found) <= 1
        saved = digest_of(Level())
        if file is not None:
            saved = digest_of(load_level(file))
            assert saved in {*death.told("save"), digest_of(small_level())}
        if not found:
            death.check(saved)
        for lost in found:
            assert lost.file == file
            assert lost.fault == ""
            death.check(digest_of(lost.level))
            recovery.settle(lost)
        assert recovery.find() == []
