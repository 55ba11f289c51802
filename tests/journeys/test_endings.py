"""Exit status, log and recovered work after the program ends in any way and in any state."""

import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from ending_stage import ALL, WITHOUT_A_LEVEL
from small_level import small_level

from editor.safety.crash_report import CRASH_NAME, LOG_NAME
from editor.safety.recovery import Recovery
from editor.system.application import BACKUPS
from navcore.formats import load_level, save_level, write_level

ROOT = Path(__file__).parents[2]

SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGTERM twice")
WAYS = ("close", "quit", *SIGNALS, "logout", "fault")

SAMPLE = (
    ("at_home", "close"), ("opening", "SIGINT"), ("dragging", "SIGTERM"), ("question", "SIGHUP"),
    ("copied", "quit"), ("dialog", "fault"), ("edited", "logout"), ("exporting", "SIGTERM twice"),
    ("full", "SIGTERM"),
)  # fmt: skip
"""Each way of ending once, in different states."""

BLOCKED = ("read_only", "no_backups")
"""States with a folder that is read-only."""

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0

AS_OTHERS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if IS_ROOT else ()
"""Prefix of commands that makes permissions apply to root, too."""

PATIENCE = 60.0
"""Time in seconds after which a program counts as hung. A start takes 3 s, or 13 on busy cores."""

HANGS = getattr(signal, "SIGABRT", signal.SIGTERM)
"""Signal for a hung program, which makes it write the stacks of its threads."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no signals there")


@dataclass
class Ended:
    """Files and output of a program after its end."""

    folder: Path
    state: str
    way: str
    status: int = 0
    said: str = ""
    expected: str | None = None
    """Digest of the level that the next start must offer to recover."""
    seconds: float = 0.0
    """Time from the signal to the end."""
    faults: list[str] = field(default_factory=list)

    def judge(self) -> "Ended":
        """Check it against the documented behaviour."""
        self._expect(self.status == self._promised_status(), f"exit status {self.status}")
        self._expect(self.said == "", f"said: {self.said}")
        self._judge_log()
        rescued = sorted(path.name for path in self._own.glob("*.rescue.json"))
        without = {*WITHOUT_A_LEVEL, "home_again", "full"}
        copied = self.way == "fault" and self.state not in without
        self._expect(bool(rescued) == copied, f"rescue copies: {rescued}")
        self._expect(not list(self.folder.glob("**/core*")), "a core")
        if self.way != "SIGTERM twice":
            left = [path.name for path in (self.folder / "tmp").iterdir()]
            self._expect(not left, f"left in the temporary folder: {left}")
        self._judge_backups()
        return self

    @property
    def _own(self) -> Path:
        """Check the program's own folder."""
        return self.folder / "data" / "waywright"

    def _promised_status(self) -> int:
        return -signal.Signals[self.way.split(maxsplit=1)[0]] if self.way in SIGNALS else 0

    def _judge_log(self) -> None:
        log = (self._own / LOG_NAME).read_text("utf-8") if (self._own / LOG_NAME).exists() else ""
        ended = [line for line in log.splitlines() if "INFO ended: " in line]
        reason = {"logout": "the session ended"}.get(self.way, "closed by the user")
        if self.way in SIGNALS:
            reason = self.way.split(maxsplit=1)[0]
        if self.state == "full":
            return
        if not (self.way == "SIGTERM twice" and not ended):
            self._expect(len(ended) == 1 and f"ended: {reason}," in ended[0], f"the log: {log}")
        broken = log.count("Traceback")
        self._expect(broken == (self.way == "fault"), f"the log has {broken} tracebacks: {log}")
        self._expect(log.count(" ERROR ") == broken, f"the log: {log}")
        crash = self._own / CRASH_NAME
        self._expect(not crash.exists() or not crash.read_bytes(), "the system has noted a crash")

    def _judge_backups(self) -> None:
        recovery = Recovery(self._own / BACKUPS)
        found = recovery.find()
        kept = self.expected if self.way in SIGNALS or self.way == "logout" else None
        offered = [digest_of(lost.level) for lost in found]
        self._expect(offered == ([kept] if kept else []), f"offered: {offered}, not {kept}")
        self._expect(all(not lost.fault for lost in found), f"damaged: {found}")
        recovery.let_go()
        file = self.folder / "levels" / "inn.json"
        if self.state == "deleted":
            self._expect(not file.exists(), "the level is back")
        else:
            load_level(file)
        if self.way != "SIGTERM twice":
            # If the program is ended at once, a save leaves its temporary file to the next save.
            self._expect(not list(file.parent.glob(".waywright-*")), "a save has left its file")

    def _expect(self, holds: bool, fault: str) -> None:
        if not holds:
            self.faults.append(f"{self.state} by {self.way}: {fault}")


def digest_of(level) -> str:
    """Return the digest that the program prints for a level."""
    return hashlib.sha1(write_level(level).encode("utf-8")).hexdigest()


def end(folder: Path, state: str, way: str, seed: int = 0) -> Ended:
    """Run the program in its own folder, bring it into a state, and end it in one way."""
    prepare(folder, state)
    if state != "two_programs":
        return end_one(folder, state, way, seed)
    first = start(folder, "clean", "SIGTERM", "tmp of the first")
    try:
        told(first)
        return end_one(folder, state, way, seed)
    finally:
        first.terminate()
        first.communicate()


def end_one(folder: Path, state: str, way: str, seed: int) -> Ended:
    """Run one program and end it in one way."""
    ended = Ended(folder, state, way)
    running = start(folder, state, way)
    try:
        ended.expected = told(running)
        if running.poll() == -HANGS:
            ended.faults.append(f"{state} by {way}: it never came there: {stacks_of(folder)}")
        since = time.monotonic()
        if way in SIGNALS:
            chance, number = random.Random(seed), signal.Signals[way.split(maxsplit=1)[0]]
            time.sleep(chance.uniform(0.0, 0.1))
            since = time.monotonic()
            running.send_signal(number)
            if way.endswith("twice"):
                time.sleep(chance.uniform(0.0, 0.2))
                running.send_signal(number)
        _, ended.said = running.communicate(timeout=PATIENCE)
        ended.seconds = time.monotonic() - since
        ended.status = running.returncode
    except subprocess.TimeoutExpired:
        running.send_signal(HANGS)
        running.communicate()
        ended.faults.append(f"{state} by {way}: it hangs: {stacks_of(folder)}")
    finally:
        running.kill()
        running.communicate()
    (folder / "levels").chmod(0o777)
    return ended.judge()


def prepare(folder: Path, state: str) -> None:
    """Make the program's folders and the level."""
    for name in ("levels", "tmp", "tmp of the first", "data", "config", "cache", "run"):
        (folder / name).mkdir(parents=True)
    (folder / "run").chmod(0o700)
    save_level(small_level(), folder / "levels" / "inn.json")
    if state == "no_backups":
        (folder / "data" / "waywright" / BACKUPS).mkdir(parents=True)
        (folder / "data" / "waywright" / BACKUPS).chmod(0o555)


def start(folder: Path, state: str, way: str, temporary: str = "tmp") -> subprocess.Popen[str]:
    """Start the program in its own process, with all its files in the folder."""
    own = {
        "HOME": folder, "TMPDIR": folder / temporary, "XDG_DATA_HOME": folder / "data",
        "XDG_CONFIG_HOME": folder / "config", "XDG_CACHE_HOME": folder / "cache",
        "XDG_RUNTIME_DIR": folder / "run", "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}",
    }  # fmt: skip
    environment = os.environ | {name: str(value) for name, value in own.items()}
    return subprocess.Popen(
        [
            *(AS_OTHERS if state in BLOCKED else ()), sys.executable,
            str(ROOT / "tests" / "ending_stage.py"), str(folder), state, way,
        ],
        cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def told(running: subprocess.Popen[str]) -> str | None:
    """Wait for the state, and return the digest that the next start must offer."""
    assert running.stdout is not None
    hangs = threading.Timer(PATIENCE, running.send_signal, (HANGS,))
    hangs.start()
    try:
        for line in running.stdout:
            word, _, rest = line.partition(" ")
            if word == "ready":
                expected: str | None = json.loads(rest)["expected"]
                return expected
        running.wait()
        return None
    finally:
        hangs.cancel()


def stacks_of(folder: Path) -> str:
    """Return the stacks of all threads that a hung program wrote."""
    stacks = folder / "data" / "waywright" / CRASH_NAME
    return stacks.read_text("utf-8") if stacks.exists() else "no stacks"


def test_the_program_ends_as_promised(
    tmp_path: Path, exhaustive: bool, record_property: Callable[[str, object], None]
) -> None:
    """Each way in each state is tested with --exhaustive, otherwise a few of them."""
    known = [s for s in ALL if s not in BLOCKED or not AS_OTHERS or shutil.which(AS_OTHERS[0])]
    cases = [(state, way) for state in known for way in WAYS] if exhaustive else list(SAMPLE)
    ended = [
        end(tmp_path / f"{number}", state, way, number) for number, (state, way) in enumerate(cases)
    ]
    longest = max((e for e in ended if e.way in SIGNALS), key=lambda e: e.seconds)
    record_property(
        "told",
        f"{len(ended)} ends; the longest after a signal took {longest.seconds:.1f} s: "
        f"{longest.state} by {longest.way}",
    )
    assert not [fault for one in ended for fault in one.faults]


def test_signals_end_the_program_although_the_tests_run_without_hangup(tmp_path: Path) -> None:
    """Under `nohup` the program ignores SIGHUP, as it should, so tests would wait for it."""
    usual = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert end(tmp_path, "question", "SIGHUP").faults == []
    finally:
        signal.signal(signal.SIGHUP, usual)


def test_tests_that_copy_end_without_a_crash() -> None:
    """Qt deletes the clipboard's contents after Python ends, unless it is cleared before."""
    script = (
        "import sys; sys.path[:0] = ['tests']\n"
        "from PySide6.QtGui import QGuiApplication\n"
        "from editor.system import application, clipboard\n"
        "from small_level import small_level\n"
        "there = QGuiApplication(['test'])\n"
        "clipboard.put(small_level().areas.values())\n"
        "application.let_clipboard_go()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
