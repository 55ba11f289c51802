"""A new overlay needs one file: it is found, listed, explained, painted and exported."""

import ast
import dataclasses
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from hand import Hand
from leaving import leave
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from small_level import COOK, GUARD, HALL, TABLE, small_level

from editor.canvas import overlays
from editor.canvas.camera import Camera
from editor.canvas.export_picture import Order, image, svg
from editor.canvas.overlays.overlay import CACHED, Reads
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from editor.workspace import Workspace
from navcore.level.model import Point
from navcore.level.operations import move, set_settings

PINK, GREEN = "#ff00ff", "#00ff80"

SOURCE = '''
"""Squares on the agents, and one in the corner."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads
from editor.look.style import Z


class Square(Overlay):
    z = Z.CHROME
    reach = 40.0
    painted = 0

    def legend(self, scene):
        return (LegendRow(self.name, self.colour, self.colour),)

    def tip(self, scene, place):
        return f"**{self.name}**" if place[0] < 1.0 else ""

    def places(self, scene):
        return [(20.0, 6.0)]

    def paint(self, painter, scene, camera):
        type(self).painted += 1
        for place in self.places(scene):
            x, y = camera.to_pixel(place)
            painter.fillRect(QRectF(x - 4, y - 34, 8, 8), QColor(self.colour))


class Ages(Square):
    name, title, colour = "made_up_ages", "Ages of agents", "#ff00ff"

    def places(self, scene):
        return [agent.position for agent in scene.document.level.agents.values()]


class Chosen(Square):
    name, title, colour = "chosen", "The corner of what is selected", "#00ff80"
    reads = frozenset({Reads.SELECTION})
    exported = False


OVERLAYS = (Ages, Chosen)
'''


@pytest.fixture
def ages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module of two made-up overlays, in the package of overlays."""
    (tmp_path / "made_up_ages.py").write_text(SOURCE)
    name = f"{overlays.__name__}.made_up_ages"
    monkeypatch.setattr(overlays, "__path__", [*overlays.__path__, str(tmp_path)])
    yield importlib.import_module(name)
    del sys.modules[name]


@pytest.fixture
def window(ages: ModuleType, tmp_path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window that was made after they came."""
    settings = Settings(tmp_path / "settings.ini")
    make_app(settings)
    made = MainWindow(settings)
    made.resize(1200, 800)
    made.show()
    made.document.load(small_level(), None)
    made.bake.wait()
    qtbot.waitExposed(made)
    settle()
    made.canvas.frame_all()
    made.canvas.grab()
    yield made
    leave(made)


def settle() -> None:
    """Wait until all pending updates and painting are done."""
    for _ in range(5):
        QCoreApplication.processEvents()


def colour(picture: QImage, camera: Camera, place: Point) -> str:
    """The colour of the square over a place of the world."""
    x, y = camera.to_pixel(place)
    return picture.pixelColor(round(x), round(y - 30)).name()


def test_eye_menu_legend_hint_and_pictures_have_it(qtbot: QtBot, window: MainWindow) -> None:
    """One file is enough for all of it."""
    canvas, camera = window.canvas, window.canvas.viewport.camera
    assert canvas.chrome.show_bar.list.checks["made_up_ages"].text() == "Ages of agents"
    action = window.commands.table["overlay_made_up_ages"]
    assert action.isChecked()
    assert PINK in {row.fill for row in canvas.chrome.legend.rows}
    place = small_level().agents[COOK].position
    assert colour(canvas.grab().toImage(), camera, place) == PINK
    exported = image(canvas.scene(), canvas.overlays, camera, Order())
    assert colour(exported, camera, place) == PINK
    assert colour(canvas.grab().toImage(), camera, (20.0, 6.0)) == GREEN
    assert colour(exported, camera, (20.0, 6.0)) != GREEN
    assert PINK.encode() in svg(canvas.scene(), canvas.overlays, camera, Order(), "inn")
    action.trigger()
    assert colour(canvas.grab().toImage(), camera, place) != PINK
    qtbot.waitUntil(lambda: PINK not in {row.fill for row in canvas.chrome.legend.rows})
    assert not window.settings.overlay_shown("", "made_up_ages", default=True)


def test_status_bar_says_what_it_shows_under_the_mouse(qtbot: QtBot, window: MainWindow) -> None:
    """It does if nothing else happens there."""
    said = [""]
    window.canvas.hints.changed.connect(said.append)
    Hand(window.canvas).move((0.5, 7.0))
    qtbot.waitUntil(lambda: said[-1] == "**chosen**")


def test_it_is_painted_again_when_what_it_reads_changes(
    window: MainWindow, ages: ModuleType
) -> None:
    """And left alone when anything else does."""
    canvas, document = window.canvas, window.document
    for overlay in canvas.overlays:
        if overlay.name not in {"made_up_ages", "chosen"}:
            overlay.visible = False
    canvas.paint_anew()
    settle()

    def painted() -> tuple[bool, bool]:
        """Return which overlays were painted since the last call."""
        settle()
        found = (ages.Ages.painted > 0, ages.Chosen.painted > 0)
        ages.Ages.painted = ages.Chosen.painted = 0
        return found

    painted()
    document.commit(move(document.level, [GUARD], (0.5, 0.0)))
    assert painted()[0]
    place = document.level.agents[GUARD].position
    assert colour(canvas.grab().toImage(), canvas.viewport.camera, place) == PINK
    painted()
    document.select(frozenset({TABLE}))
    assert painted() == (False, True)
    for tell in (
        lambda: canvas.gestures.moved.emit(None),
        lambda: canvas.traffic.changed.emit(None),
        lambda: window.run.signals.frame.emit(0.0),
        lambda: window.probe.changed.emit(None),
        lambda: window.run.switches.baked.emit(window.run.world),
        canvas.snapping.toggle_grid,
    ):
        tell()
        assert painted() == (False, False)
    document.hide(frozenset({HALL}))
    assert painted()[0]
    document.commit(set_settings(document.level, agent_radius=0.7))
    assert painted()[0]


SOURCES = {
    "document.level": {Reads.LEVEL}, "document.hidden": {Reads.LEVEL},
    "document.selection": {Reads.SELECTION},
    "bake.world": {Reads.WORLD}, "bake.shown_floor": {Reads.WORLD, Reads.CLEARANCES},
    "bake.widths": {Reads.CLEARANCES}, "bake.coverage": {Reads.COVERAGE},
    "run.world": {Reads.WORLD}, "run.switches": {Reads.SWITCHES},
    "run": {Reads.RUN}, "probe": {Reads.PROBE},
    "legs": {Reads.ROUTES}, "problems": {Reads.PROBLEMS}, "doors": {Reads.DOORS},
    "tests": {Reads.TESTS}, "settings": {Reads.SETTINGS},
    "backgrounds": {Reads.BACKGROUNDS}, "traffic": {Reads.TRAFFIC}, "frames": {Reads.FRAMES},
    "tool": {Reads.TOOL}, "preview": {Reads.TOOL},
}  # fmt: skip
"""Declarations of overlays that read this part of a scene; one of several is enough."""


class Watched:
    """A proxy of a part of the scene that records accesses."""

    def __init__(self, part: object, name: str, asked: set[str]) -> None:
        """`asked` is where it is remembered."""
        self.part, self.name, self.asked = part, name, asked

    def __getattr__(self, name: str) -> object:
        """The part's."""
        path = f"{self.name}.{name}"
        self.asked.add(path if path in SOURCES else self.name)
        return getattr(self.part, name)


def test_overlays_declare_what_they_read(window: MainWindow) -> None:
    """While a run is paused, something is selected and probed, and a radius is tried."""
    canvas, camera = window.canvas, window.canvas.viewport.camera
    window.document.select(frozenset({TABLE, GUARD}))
    window.probe.set((1.0, 1.0), (18.0, 4.0))
    window.bake.shown_floor.try_radius(0.2)
    for _ in range(5):
        window.run.clock.step_once()
    settle()
    scene = dataclasses.replace(canvas.scene(), preview=canvas.gestures.preview())
    of_workspace = {part.name for part in dataclasses.fields(Workspace)}
    for overlay in canvas.overlays:
        asked: set[str] = set()
        names = {path.partition(".")[0] for path in SOURCES}
        watched = {name: Watched(getattr(scene, name), name, asked) for name in names}
        parts = {name: part for name, part in watched.items() if name not in of_workspace}
        parts["workspace"] = SimpleNamespace(**{name: watched[name] for name in of_workspace})
        picture = QImage(camera.width, camera.height, QImage.Format.Format_RGB32)
        painter = QPainter(picture)
        try:
            overlay.paint(painter, dataclasses.replace(scene, **parts), camera)
        finally:
            painter.end()
        undeclared = {path for path in asked if not SOURCES.get(path, set()) & overlay.reads}
        assert undeclared <= {"document", "bake"}, overlay.name


def test_what_reads_nothing_that_moves_is_cached(qapp: QApplication) -> None:
    """As it was before they declared it."""
    names = {overlay.name for overlay in overlays.all_overlays() if overlay.cached}
    assert {"cells", "areas", "obstacles", "doors", "grid", "background"} <= names
    assert not names & {"agents", "selection", "preview", "path", "traffic", "frame_times"}
    assert Reads.RUN not in CACHED


def test_nothing_asks_for_the_class_of_an_overlay(qapp: QApplication) -> None:
    """Or a new one would have to be named there."""
    root = Path(overlays.__file__).parents[2]
    kinds = {type(overlay).__name__ for overlay in overlays.all_overlays()}
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
                asks = {part.id for part in ast.walk(node.args[1]) if isinstance(part, ast.Name)}
                assert not asks & kinds, f"{path}:{node.lineno}"
