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
from hand import CTRL, LEFT, MIDDLE, NONE, RIGHT, SHIFT, Hand, bare
from leaving import leave
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import sample_levels
from editor.dialogs.export.dialog import ExportDialog
from editor.home.tiles import SampleCard
from editor.look import style
from editor.settings.settings import Settings
from editor.shell.crash_boundary import Guard
from editor.shell.program import Program
from editor.shell.window import MainWindow
from editor.system.application import make_app
from navcore.formats import load_level, write_level
from navcore.level.model import Point

KEY = Qt.Key
ROOT = Path(__file__).parents[2]


class Journey:
    """A window with an empty level, a hand on it, and a watch."""

    def __init__(self, window: MainWindow) -> None:
        """At the beginning."""
        self.window = window
        self.canvas = window.canvas
        self.document = window.document
        self.hand = Hand(window.canvas)
        self.times: list[tuple[str, float]] = []
        self._since = perf_counter()

    def step(self, name: str) -> None:
        """A step of the journey is over; only told, never judged."""
        now = perf_counter()
        self.times.append((name, now - self._since))
        self._since = now

    def picture(self) -> QImage:
        """The canvas as it is now."""
        QCoreApplication.processEvents()
        return bare(self.canvas)

    def colour(self, place: Point) -> str:
        """The colour of the canvas at a place of the world."""
        pixel = self.hand.pixel(place)
        ratio = self.canvas.devicePixelRatioF()
        at = QPoint(round(pixel.x() * ratio), round(pixel.y() * ratio))
        return self.picture().pixelColor(at).name().upper()

    def is_floor(self, place: Point) -> bool:
        """Whether the grid and the picture both say that one can walk there; they agree."""
        walkable = self.window.bake.world.is_walkable(*place)
        shown = self.colour(place) == style.current().walkable
        assert shown == walkable, f"{place}: grid {walkable}, picture {self.colour(place)}"
        return walkable

    def status(self) -> str:
        """What the status bar says."""
        QCoreApplication.processEvents()
        return self.window.status.shown

    def undone(self) -> int:
        """How many steps the undo stack holds."""
        return self.document.stack.index()


FLOOR = ((0.0, 0.0), (12.0, 0.0), (12.0, 8.0), (0.0, 8.0))


def look_around(journey: Journey) -> None:
    """Step 2: zoom at the cursor, pan in every way; the status bar says where and what."""
    hand, canvas, window = journey.hand, journey.canvas, journey.window
    place = (3.0, 2.0)
    hand.move(place)
    before = hand.pixel(place)
    scale = canvas.viewport.camera.scale
    hand.wheel(place, 120)
    assert canvas.viewport.camera.scale > scale
    assert (hand.pixel(place) - before).manhattanLength() < 0.01
    for way in ("middle", "space", "fingers"):
        camera = canvas.viewport.camera
        pan(hand, way)
        assert (canvas.viewport.camera.x, canvas.viewport.camera.z) != (camera.x, camera.z), way
        assert canvas.viewport.camera.scale == camera.scale
        assert window.run.playhead.at_start
    scale = canvas.viewport.camera.scale
    pinch(hand)
    assert canvas.viewport.camera.scale == pytest.approx(1.25 * scale)
    canvas.viewport.frame((-3.0, -3.0, 15.0, 11.0))
    hand.move((1.0, 2.0))
    assert journey.status().startswith("Two fingers pan")
    window.status.forget()
    assert journey.status() == "Drag selects with a box. Click selects · right-click for more"
    assert window.status.place.text() == "x 1.00  z 2.00"
    assert window.status.zoom.text().endswith("%")
    journey.step("2 look around")


def pan(hand: Hand, way: str) -> None:
    """By the middle button, by Space and the left one, or with two fingers."""
    if way == "middle":
        hand.move((1, 1))
        hand.press((1, 1), MIDDLE)
        hand.move((2, 2), MIDDLE)
        hand.release((2, 2), MIDDLE)
    elif way == "space":
        QTest.keyPress(hand.canvas, KEY.Key_Space)
        hand.drag((1, 1), (3, 2))
        QTest.keyRelease(hand.canvas, KEY.Key_Space)
    else:
        hand.scroll((1, 1), QPoint(9, 13), NONE)


def pinch(hand: Hand) -> None:
    """Two fingers part by a quarter."""
    place = QPointF(300, 300)
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2,
        place, place, place, 0.25, QPointF(),
    )  # fmt: skip
    QCoreApplication.sendEvent(hand.canvas, event)


def draw_a_floor(journey: Journey) -> None:
    """Step 3: clicks and Enter; the floor is walkable at once, without a bake button."""
    hand = journey.hand
    assert not journey.is_floor((4.2, 5.7))
    hand.key(KEY.Key_P)
    for corner in FLOOR[:3]:
        hand.click(corner)
    assert "closes" in journey.status()
    hand.click(FLOOR[3])
    hand.key(KEY.Key_Return)
    (floor,) = journey.document.level.areas.values()
    assert floor.polygon == FLOOR
    assert journey.document.selection.ids == {floor.id}
    hand.key(KEY.Key_A, modifiers=CTRL | SHIFT)
    assert journey.is_floor((4.2, 5.7))
    actions = journey.window.commands.table
    assert not [name for name in actions if "bake" in name]
    assert journey.undone() == 1
    journey.step("3 draw a floor")


def an_obstacle_across_the_border(journey: Journey) -> None:
    """Step 4: the cells follow the mouse while it is dragged."""
    hand, document = journey.hand, journey.document
    hand.key(KEY.Key_R, modifiers=SHIFT)
    hand.drag((10.0, 6.0), (11.0, 7.0), (14.0, 10.0))
    (crate,) = document.level.obstacles.values()
    assert journey.colour((11.0, 7.0)) != style.current().walkable
    hand.key(KEY.Key_V)
    assert journey.is_floor((2.2, 6.2))
    steps = journey.undone()
    hand.hold((11.0, 7.0), (8.0, 7.0), (3.0, 7.0))
    assert not journey.window.bake.world.is_walkable(2.2, 6.2)
    assert journey.is_floor((10.2, 6.7))
    assert "Moving" in journey.status()
    hand.release((3.0, 7.0))
    assert journey.undone() == steps + 1
    assert document.level.obstacles[crate.id].polygon != crate.polygon
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.level.obstacles[crate.id] == crate
    journey.step("4 an obstacle")


def walk(journey: Journey) -> None:
    """Step 5: drop an agent, play, send it; what it can't reach is said and marked."""
    hand, window = journey.hand, journey.window
    hand.key(KEY.Key_A)
    hand.click((2.0, 4.0))
    (agent,) = journey.document.level.agents.values()
    assert journey.document.selection.ids == {agent.id}
    hand.key(KEY.Key_Space)
    assert window.run.playhead.playing
    assert journey.status() == (
        "Nobody has anywhere to go. Select an agent and right-click the floor."
    )
    hand.key(KEY.Key_Space)
    # Where no frame came between the two taps, the run has not begun yet.
    ticks(hand, 1)
    hand.click((8.0, 4.0), RIGHT)
    ticks(hand, 80)
    run = window.run.record.simulation
    assert run.agents.positions_at(1.0)[0] == pytest.approx((8.0, 4.0), abs=0.1)
    assert journey.colour((8.0, 4.0)) != style.current().walkable
    plain = journey.colour((14.0, -1.0))
    hand.click((14.0, 2.0), RIGHT)
    assert "gets no nearer than" in journey.status()
    ticks(hand, 60)
    assert run.agents.positions_at(1.0)[0, 0] < 12.0
    assert journey.colour((14.0, 2.0)) != plain
    assert journey.document.level.agents == {agent.id: agent}
    hand.key(KEY.Key_F5, modifiers=SHIFT)
    assert window.run.playhead.at_start
    journey.step("5 walk")


def ticks(hand: Hand, count: int) -> None:
    """So many tenths of a second of the run."""
    for _ in range(count):
        hand.key(KEY.Key_Period)


def a_door_in_the_way(journey: Journey) -> None:
    """Step 6: a door over the floor drawn before; the agent goes round when it shuts."""
    hand, window, document = journey.hand, journey.window, journey.document
    for low, high in ((-0.5, 1.0), (3.0, 5.0), (7.0, 8.5)):
        hand.key(KEY.Key_R, modifiers=SHIFT)
        hand.drag((5.5, low), (6.0, (low + high) / 2), (6.0, high))
    steps = journey.undone()
    hand.key(KEY.Key_D)
    hand.click((5.5, 6.0))
    hand.click((6.0, 6.0))
    (door,) = (area for area in document.level.areas.values() if area.door)
    assert journey.undone() == steps + 1
    hand.key(KEY.Key_V)
    (agent,) = document.level.agents.values()
    hand.click((2.0, 4.0))
    assert document.selection.ids == {agent.id}
    ticks(hand, 1)
    hand.click((8.5, 6.0), RIGHT)
    ticks(hand, 10)
    run = window.run.record.simulation
    assert run.agents.positions_at(1.0)[0, 1] > 4.0
    hand.move((5.75, 6.0))
    hand.key(KEY.Key_T)
    assert document.level.areas[door.id].available
    ticks(hand, 30)
    assert run.agents.positions_at(1.0)[0, 1] < 4.0
    ticks(hand, 60)
    assert run.agents.positions_at(1.0)[0] == pytest.approx((8.5, 6.0), abs=0.1)
    hand.key(KEY.Key_F5, modifiers=SHIFT)
    journey.step("6 a door")


def corners(journey: Journey) -> None:
    """Step 7: one vertex, several, a box, snapping, Shift; Ctrl+Z always, also while drawing."""
    hand, document = journey.hand, journey.document
    (crate,) = (o for o in document.level.obstacles.values() if (14.0, 10.0) in o.polygon)
    hand.click((13.0, 9.5))
    assert document.selection.ids == {crate.id}
    hand.key(KEY.Key_E)
    hand.drag((14.0, 10.0), (14.3, 9.8), (14.55, 9.45))
    assert (14.5, 9.5) in document.level.obstacles[crate.id].polygon
    hand.drag((9.0, 5.2), (11.0, 6.6), (15.0, 6.8))
    assert len(document.selection.handles[crate.id]) == 2
    hand.drag((10.0, 6.0), (10.0, 6.6), (10.04, 7.05), keys=NONE)
    lowest = min(z for _, z in document.level.obstacles[crate.id].polygon)
    assert lowest == 7.0
    hand.move((14.5, 9.5))
    hand.press((14.5, 9.5))
    hand.move((13.0, 8.2), LEFT)
    hand.move((12.2, 8.15), LEFT)
    hand.release((12.2, 8.15))
    assert (12.0, 8.0) in document.level.obstacles[crate.id].polygon
    for _ in range(3):
        hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.level.obstacles[crate.id] == crate
    steps = journey.undone()
    hand.key(KEY.Key_P)
    hand.click((14.0, 0.0))
    hand.click((17.0, 0.3), keys=SHIFT)
    hand.click((17.0, 3.0))
    hand.click((15.0, 5.0))
    hand.key(KEY.Key_Z, modifiers=CTRL)
    hand.key(KEY.Key_Return)
    assert journey.undone() == steps + 1
    drawn = [a.polygon for a in document.level.areas.values() if (14.0, 0.0) in a.polygon]
    assert drawn == [((14.0, 0.0), (17.0, 0.0), (17.0, 3.0))]
    hand.key(KEY.Key_Z, modifiers=CTRL)
    hand.key(KEY.Key_V)
    journey.step("7 corners")


def begin(program: Program, qtbot: QtBot) -> Journey:
    """Step 1: a home page with samples that can already walk; a new level from there."""
    since = perf_counter()
    home = program.home
    program.show_home()
    qtbot.waitExposed(home)
    home.grab()
    shown = perf_counter() - since
    cards = home.findChildren(SampleCard)
    assert [card.name for card in cards] == list(sample_levels.names())
    assert cards[0].name == "first_steps"
    assert all(load_level(sample_levels.path(card.name)).agents for card in cards)
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
    # However busy the machine is, a tap is a tap, and the next one another.
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
    """Step 8: save, Ctrl+E with its preview and loader; the game reads what the canvas shows."""
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
    """Step 8, too: killed without saving, the work is there at the next start."""
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
    """Starts the program, with the same preferences each time; its files go to `tmp_path`."""
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
    """From the first start to a grid in a game, and to work that survives a kill."""
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
