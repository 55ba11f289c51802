"""Runs the real program, brings it into a state and ends it in some way; a separate process.

    python tests/ending_stage.py FOLDER STATE WAY

It prints `ready` and the work that the next start must offer as JSON once the state is reached.
Signals are sent from outside; in all other ways the program ends itself.
"""

import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from ending_window import Stage
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small_level import CHEST, box

from editor import __main__ as entry
from editor.actions import background
from editor.files.service import Files
from editor.run.clock import SPEEDS
from editor.safety.shutdown import SIGNALS
from editor.shell.crash_boundary import Guard
from editor.shell.program import Program
from navcore.level.model import ExportTarget
from navcore.level.operations import add_area, set_settings


def home_drawing(stage: Stage) -> None:
    """The page, while its pictures are being made."""
    stage.ready_when(lambda: stage.program.home.easel.busy)


def at_home(stage: Stage) -> None:
    """The page, with all its pictures."""
    stage.ready_when(lambda: not stage.program.home.easel.busy)


def home_again(stage: Stage) -> None:
    """The page, after a level was closed."""
    stage.window.commands.table["close"].trigger()
    stage.ready()


def clean(stage: Stage) -> None:
    """A level as it was opened."""
    stage.ready()


def edited(stage: Stage) -> None:
    """Unsaved edits."""
    stage.edit()
    stage.ready()


def untitled(stage: Stage) -> None:
    """Edits of a level that has no file."""
    stage.window.files.new()
    document = stage.window.document
    document.commit(add_area(document.level, box(0, 0, 8, 6), document.new_id))
    stage.expect()
    stage.ready()


def dragging(stage: Stage) -> None:
    """Start dragging an obstacle: earlier edits are kept, the drag is not."""
    stage.edit()
    hand = stage.hand
    stage.window.canvas.frame_all()
    hand.move((4.5, 4.0))
    hand.press((4.5, 4.0))
    hand.move((5.5, 4.5), Qt.MouseButton.LeftButton)
    hand.move((6.5, 5.0), Qt.MouseButton.LeftButton)
    assert stage.window.document.dragging
    stage.ready()


def outline(stage: Stage) -> None:
    """Corners of an obstacle are being placed."""
    stage.edit()
    stage.window.canvas.frame_all()
    stage.window.commands.table["tool_polygon_obstacle"].trigger()
    for place in ((1.0, 6.0), (2.0, 6.0), (2.0, 7.0)):
        stage.hand.click(place)
    stage.ready()


def dialog(stage: Stage) -> None:
    """The window's own dialog is open, with a preview that a thread makes."""
    stage.edit()
    stage.window.ask("export")
    stage.ready()


def preferences(stage: Stage) -> None:
    """The preferences are open."""
    stage.window.ask("preferences")
    stage.ready()


def palette(stage: Stage) -> None:
    """The palette is open."""
    stage.edit()
    stage.window.ask("palette")
    stage.ready()


def question(stage: Stage) -> None:
    """Open a question, which has its own event loop."""
    stage.edit()
    stage.later(stage.window.files.close)
    stage.ready_when(lambda: QApplication.activeModalWidget() is not None)


def choosing_a_file(stage: Stage) -> None:
    """Open a file dialog, which has its own event loop."""
    stage.edit()
    stage.later(stage.window.commands.table["save_as"].trigger)
    stage.ready_when(lambda: QApplication.activeModalWidget() is not None)


def menu(stage: Stage) -> None:
    """A menu is open."""
    stage.edit()
    menus = [action.menu() for action in stage.window.menuBar().actions()]
    shown = next(m for m in menus if m is not None)
    stage.later(lambda: shown.exec(stage.window.mapToGlobal(stage.window.rect().center())))
    stage.ready_when(lambda: QApplication.activePopupWidget() is not None)


def playing(stage: Stage) -> None:
    """Agents walk."""
    stage.window.run.clock.play()
    stage.ready_when(lambda: stage.window.run.playhead.seconds > 0.2)


def fast(stage: Stage) -> None:
    """Agents walk at the highest speed."""
    stage.edit()
    stage.window.run.clock.play()
    stage.window.run.clock.speed = SPEEDS[-1]
    stage.ready_when(lambda: stage.window.run.playhead.seconds > 0.2)


def paused(stage: Stage) -> None:
    """Agents have walked."""
    stage.window.run.clock.play()

    def has_walked() -> bool:
        if stage.window.run.playhead.seconds <= 0.2:
            return False
        stage.window.run.clock.pause()
        return True

    stage.ready_when(has_walked)


def looking_back(stage: Stage) -> None:
    """A moment of a run is looked back on."""
    for _ in range(20):
        stage.window.run.clock.step_once()
    stage.window.run.timeline.seek(0.5)
    stage.ready()


def exporting(stage: Stage) -> None:
    """A large grid is being written."""
    stage.edit()
    stage.window.exports.patience = 0.0
    stage.window.exports.change((ExportTarget(path="inn.grid.txt"),))
    enlarge(stage)
    stage.window.exports.export()
    assert stage.window.exports.busy
    stage.ready()


def baking(stage: Stage) -> None:
    """A bake takes long."""
    enlarge(stage)
    stage.edit()
    assert stage.window.bake.busy
    stage.ready()


def enlarge(stage: Stage) -> None:
    """Give the level some fifteen million cells."""
    document = stage.window.document
    document.commit(set_settings(document.level, cell_size=0.25))
    document.commit(add_area(document.level, box(30, 0, 1030, 900), document.new_id))
    stage.expect()


def saving(stage: Stage) -> None:
    """Save the level in the background; the save completes before the program ends."""
    stage.edit()
    stage.expected = None
    tasks = stage.window.files.tasks
    tasks.patience = 0.0
    stage.window.files.save()
    stage.ready_when(lambda: tasks.writing or stage.window.document.stack.isClean())


def copied(stage: Stage) -> None:
    """Something lies on the clipboard."""
    stage.window.document.select(frozenset([CHEST]))
    stage.window.commands.table["copy"].trigger()
    stage.ready()


def pasted(stage: Stage) -> None:
    """Something was pasted."""
    stage.window.document.select(frozenset([CHEST]))
    stage.window.commands.table["copy"].trigger()
    stage.window.commands.catch_up()
    stage.window.commands.table["paste"].trigger()
    stage.window.canvas.settle()
    assert not stage.window.document.stack.isClean()
    stage.expect()
    stage.ready()


def probe(stage: Stage) -> None:
    """A path is probed."""
    stage.edit()
    stage.window.probe.set((2.0, 2.0), (18.0, 6.0))
    stage.ready()


def picture(stage: Stage) -> None:
    """A large picture to trace is being read."""
    image = QImage(6000, 6000, QImage.Format.Format_RGB32)
    image.fill(QColor("#8090A0"))
    path = stage.folder / "plan.png"
    image.save(str(path))
    stage.edit()
    background.trace(stage.window.bench, path)
    stage.expect()
    stage.ready()


def read_only(stage: Stage) -> None:
    """The level's folder can't be written to: saving fails, and the backup has the work."""
    stage.edit()
    (stage.folder / "levels").chmod(0o555)
    assert not stage.window.files.save()
    stage.ready()


def no_backups(stage: Stage) -> None:
    """Backups can't be written."""
    stage.edit(kept=False)
    assert stage.window.safety is not None
    stage.ready_when(lambda: stage.window.safety.autosave.broken)


def full(stage: Stage) -> None:
    """The disk is full: neither level nor backups nor the log can be written."""
    resource = import_module("resource")  # Not available on every system.
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    stage.edit(kept=False)
    assert not stage.window.files.save()
    assert stage.window.safety is not None
    stage.ready_when(lambda: stage.window.safety.autosave.broken)


def clock_jumps(stage: Stage) -> None:
    """The clock is set back by a year while one works, and on by two."""
    real = time.time
    for years in (-1.0, 1.0):
        time.time = lambda years=years: real() + years * 365 * 86400
        stage.edit_once((0.25 * years, 0.0))
        stage.window.safety.autosave.snapshot()
    stage.edit()
    stage.ready()


def deleted(stage: Stage) -> None:
    """The level is gone from the disk."""
    stage.window.document.path.unlink()
    stage.edit()
    stage.ready()


def starting(stage: Stage) -> None:
    """The event loop does not run yet."""
    real = Program.show_window

    def show(program: Program) -> None:
        real(program)
        stage.stall()

    Program.show_window = show


def opening(stage: Stage) -> None:
    """The level is being opened, before anything is shown."""
    real = Files.open

    def slow(*arguments: object) -> object:
        stage.stall()
        return real(*arguments)

    Files.open = slow


BEFORE = {"starting": starting, "opening": opening}
"""States before there is an event loop."""


WITHOUT_A_LEVEL = {"home_drawing": home_drawing, "at_home": at_home}


STATES: dict[str, Callable[[Stage], None]] = {
    name: globals()[name]
    for name in (
        "home_again", "clean", "edited", "untitled", "dragging", "outline", "dialog",
        "preferences", "palette", "question", "choosing_a_file", "menu", "playing", "fast",
        "paused", "looking_back", "exporting", "baking", "saving", "copied", "pasted", "probe",
        "picture", "read_only", "no_backups", "full", "clock_jumps", "deleted",
    )
}  # fmt: skip
"""States of the window."""


ALL = [*WITHOUT_A_LEVEL, *BEFORE, *STATES, "two_programs"]


STATES["two_programs"] = edited
"""A second program has the level open, too."""


def main() -> int:
    """Run the program until it ends."""
    hear_all_signals()
    folder, state, way = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    stage = Stage(folder, way)
    install = Guard.install

    def install_and_tell(guard: Guard) -> None:
        install(guard)
        stage.guard, stage.program = guard, guard.program
        if state not in BEFORE:
            QTimer.singleShot(0, lambda: begin(stage, state))

    Guard.install = install_and_tell
    if state in BEFORE:
        BEFORE[state](stage)
    sys.argv[1:] = [] if state in WITHOUT_A_LEVEL else [str(folder / "levels" / "inn.json")]
    return entry.main()


def hear_all_signals() -> None:
    """Restore signals that a script with `nohup` or `&` ignored: the program would keep that."""
    for name in SIGNALS:
        usual = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), usual)


def begin(stage: Stage, state: str) -> None:
    """Begin in the event loop, with all windows visible."""
    if state in WITHOUT_A_LEVEL:
        WITHOUT_A_LEVEL[state](stage)
        return
    QTest.qWaitForWindowExposed(stage.window, 5000)
    STATES[state](stage)


if __name__ == "__main__":
    sys.exit(main())
