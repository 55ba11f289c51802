"""The first five minutes, step by step, through the real window: document, pixels and files."""

import itertools
import math
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

import pytest
from answers import Answers
from five_minutes import (
    Journey,
    a_door_in_the_way,
    an_obstacle_across_the_border,
    corners,
    draw_a_floor,
    look_around,
    walk,
)
from hand import CTRL
from leaving import leave
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.dialogs.export.dialog import ExportDialog
from editor.home.tiles import SampleCard
from editor.look import style
from editor.settings.settings import Settings
from editor.shell.crash_boundary import Guard
from editor.shell.program import Program
from editor.system.application import make_app
from navcore import samples
from navcore.formats import load_level, write_level

KEY = Qt.Key


ROOT = Path(__file__).parents[2]


def begin(program: Program, qtbot: QtBot) -> Journey:
    """Step 1: the home page shows samples with animated agents; create a new level from there."""
    since = perf_counter()
    home = program.home
    program.show_home()
    qtbot.waitExposed(home)
    home.grab()
    shown = perf_counter() - since
    cards = home.findChildren(SampleCard)
    assert [card.name for card in cards] == list(samples.names())
    assert cards[0].name == "first_steps"
    assert all(load_level(samples.path(card.name)).agents for card in cards)
    qtbot.waitUntil(lambda: not home.easel.busy, timeout=60_000)
    picture = cards[0].grab().toImage()
    colours = {
        picture.pixelColor(x, z).name().upper()
        for x in range(picture.width())
        for z in range(0, picture.height(), 2)
    }
    assert style.current().walkable in colours
    QTest.keyClick(home, KEY.Key_N, CTRL)
    window = program.window
    assert window is not None
    window.bake.short_ms = math.inf
    # Set the times of key presses, so that a slow machine doesn't change what they mean.
    moments = itertools.count()
    window.canvas.keys.clock = lambda: next(moments) / 10
    qtbot.waitExposed(window)
    assert home.isHidden()
    assert not window.document.level.areas
    QCoreApplication.processEvents()
    window.canvas.viewport.frame((-3.0, -3.0, 15.0, 11.0))
    journey = Journey(window)
    journey.times.append(("1 home page", shown))
    return journey


def export(journey: Journey, folder: Path) -> Path:
    """Step 8: save, and export with Ctrl+E; the game reads the cells that the canvas shows."""
    hand, window = journey.hand, journey.window
    level = folder / "first.json"
    answers = window.files.dialogs
    assert isinstance(answers, Answers)
    answers.place = level
    hand.key(KEY.Key_S, modifiers=CTRL)
    assert write_level(load_level(level)) == write_level(journey.document.level)
    hand.key(KEY.Key_E, modifiers=CTRL)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ExportDialog)
    assert "lowest z" in dialog.loaders.axes.text()
    loader = dialog.loaders.code.toPlainText()
    QTest.keyClick(dialog.export, KEY.Key_Return)
    assert [target.path for target in journey.document.level.settings.exports] == ["first.grid.txt"]
    assert "first.grid.txt" in journey.status()
    module = folder / "loader.py"
    module.write_text(loader, encoding="utf-8")
    game = runpy.run_path(str(module))
    grid = game["Grid"](folder / "first.grid.txt")
    for place in ((4.2, 5.7), (2.2, 6.2), (11.1, 7.1), (-1.0, 2.0), (5.75, 2.0)):
        walkable = journey.window.bake.world.is_walkable(*place)
        assert grid.is_walkable(*place) == walkable, place
    journey.document.select(frozenset())
    assert journey.is_floor((2.2, 6.2))
    hand.key(KEY.Key_S, modifiers=CTRL)
    assert not window.isWindowModified()
    journey.step("8 export")
    return level


DRAW_AND_WAIT = """
import sys, time
sys.path[:0] = ["tests"]
from pathlib import Path
from answers import Answers
from hand import SHIFT, Hand
from PySide6.QtCore import Qt
from editor.system.application import make_app
from editor.shell.crash_boundary import Guard
from editor.shell.program import Program
from editor.settings.settings import Settings
from navcore.formats import write_level

folder, file = Path(sys.argv[1]), Path(sys.argv[2])
settings = Settings(folder / "other.ini")
app = make_app(settings)
program = Program(settings, Answers(), folder / "cache")
guard = Guard(program, folder)
guard.install()
assert program.open(file)
canvas = program.window.canvas
canvas.viewport.frame((-3.0, -3.0, 15.0, 11.0))
hand = Hand(canvas)
hand.key(Qt.Key.Key_R, modifiers=SHIFT)
hand.drag((7.0, 2.0), (7.5, 2.5), (8.0, 3.0))
(folder / "drawn.json").write_text(write_level(program.window.document.level), encoding="utf-8")
drawn = time.monotonic()
told = False
while True:
    app.processEvents()
    time.sleep(0.01)
    if not told and time.monotonic() - drawn > 1.0:
        # No more than the last second may be lost.
        print("ready", flush=True)
        told = True
"""


def kill_and_come_back(begin_anew: Callable[[], Program], level: Path, folder: Path) -> float:
    """Step 8, too: after a kill without saving, the next start offers the work."""
    since = perf_counter()
    saved = level.read_bytes()
    command = [sys.executable, "-c", DRAW_AND_WAIT, str(folder), str(level)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as drawing:
        assert drawing.stdout is not None
        assert b"ready" in drawing.stdout.readline()
        drawing.kill()
        drawing.wait()
    assert level.read_bytes() == saved
    program = begin_anew()
    guard = Guard(program, folder)
    guard.offer()
    program.show_home()
    assert guard.offers is not None
    (offer,) = guard.offers.offers
    assert offer.lost.file == level
    assert offer.isVisible()
    offer.open_button.click()
    window = program.window
    assert window is not None
    assert write_level(window.document.level) == (folder / "drawn.json").read_text("utf-8")
    assert window.document.path == level
    assert window.isWindowModified()
    assert level.read_bytes() == saved
    guard.rescuer.close()
    return perf_counter() - since


@pytest.fixture
def begin_anew(tmp_path: Path) -> Iterator[Callable[[], Program]]:
    """Return a function that starts the program with the same preferences and files each time."""
    started: list[Program] = []

    def start() -> Program:
        settings = Settings(tmp_path / "waywright.ini")
        settings.folder = tmp_path
        settings.theme = "dark"
        make_app(settings)
        started.append(Program(settings, Answers(), tmp_path / "pictures"))
        return started[-1]

    yield start
    for program in started:
        if program.window is not None:
            leave(program.window)
            program.window = None
        program.end()
        program.home.close()
        program.home.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_first_five_minutes(
    begin_anew: Callable[[], Program],
    qtbot: QtBot,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    """From the first start to a grid in a game, and to recovered work after a kill."""
    journey = begin(begin_anew(), qtbot)
    look_around(journey)
    draw_a_floor(journey)
    an_obstacle_across_the_border(journey)
    walk(journey)
    a_door_in_the_way(journey)
    corners(journey)
    level = export(journey, tmp_path)
    journey.times.append(("8 killed, and back", kill_and_come_back(begin_anew, level, tmp_path)))
    told = ", ".join(f"{name} {1000 * seconds:.0f} ms" for name, seconds in journey.times)
    record_property("told", f"The first five minutes: {told}")
