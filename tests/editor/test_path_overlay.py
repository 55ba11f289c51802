"""The path of the probe: walked parts, and connections to snapped ends."""

import math

import numpy as np
from hand import Hand
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot
from small_level import GATE, GUARD

from editor.canvas.camera import Camera
from editor.canvas.overlays.agents import agent_boxes
from editor.canvas.painting.drawing import text_size
from editor.canvas.painting.label_room import LabelRoom, Rank, box_of
from editor.look import style
from editor.shell.window import MainWindow
from navcore.level.model import Point
from navcore.level.operations import set_fields, toggle_doors


def shown(qtbot: QtBot, window: MainWindow, start: Point, goal: Point) -> QImage:
    """The canvas with this probe."""
    window.resize(1440, 900)
    window.canvas.frame_all()
    window.probe.set(start, goal)
    qtbot.waitUntil(lambda: window.probe.result is not None)
    return window.canvas.grab().toImage()


def share(window: MainWindow, image: QImage, token: str, a: Point, b: Point) -> float:
    """Return the share of the line between two places that is drawn in a colour."""
    wanted = QColor(token)
    places = [
        QPointF(*window.canvas.viewport.camera.to_pixel((x, z)))
        for x, z in np.linspace(a, b, 60).tolist()
    ]
    near = 0
    for place in places:
        colour = image.pixelColor(round(place.x()), round(place.y()))
        distance = sum(abs(p - q) for p, q in zip(colour.getRgb(), wanted.getRgb(), strict=True))
        near += distance < 40
    return near / len(places)


def test_what_is_walked_is_a_line(qtbot: QtBot, window: MainWindow) -> None:
    """From the start to the goal, the marks at its ends left out."""
    image = shown(qtbot, window, (1.0, 1.0), (9.0, 1.0))
    assert share(window, image, style.current().path, (2.0, 1.0), (8.0, 1.0)) > 0.9


def test_a_start_inside_an_obstacle_is_not_walked_from(qtbot: QtBot, window: MainWindow) -> None:
    """Dots lead from it to its stand-in cell."""
    image = shown(qtbot, window, (4.5, 4.0), (8.0, 7.0))
    result = window.probe.result
    assert result is not None
    assert result.snapped_start is not None
    drawn = share(window, image, style.current().path, result.start, result.snapped_start)
    assert 0.05 < drawn < 0.7


def label_of(window: MainWindow) -> tuple[str, tuple[float, float]]:
    """Return the label of the path and its place."""
    canvas, room = window.canvas, LabelRoom()
    for overlay in canvas.overlays:
        if overlay.visible:
            overlay.label(room, canvas.scene(), canvas.viewport.camera)
    found = [(label.words, at) for label, at in room.placed() if label.rank is Rank.RESULT]
    assert len(found) == 1
    return found[0]


def test_the_result_stays_beside_the_line_and_in_the_status_bar(
    qtbot: QtBot, window: MainWindow
) -> None:
    """It stays with another tool, too; it follows the level."""
    hand, canvas = Hand(window.canvas), window.canvas
    window.bake.widths.latest.short_ms = math.inf
    canvas.frame_all()
    tools = {tool.name: tool for tool in canvas.gestures.tools}
    canvas.gestures.choose(tools["probe"])
    hand.drag((2.0, 1.0), (18.0, 4.5))
    said = label_of(window)[0]
    assert "narrowest 3.00 m at gate" in said
    assert said in canvas.gestures.hint(), "with the mouse still over the end"
    hand.move((-3.0, -3.0))
    assert canvas.gestures.hint().startswith(f"**{said}.**")
    canvas.gestures.choose(tools["select"])
    hand.move((-3.0, -3.0))
    assert label_of(window)[0] == said
    qtbot.waitUntil(lambda: said in window.status.shown)
    assert window.status.shown.startswith("Drag selects with a box. Probe: ")
    level = window.document.level
    window.document.commit(toggle_doors(level, frozenset({GATE})))
    window.bake.wait()
    assert label_of(window)[0].startswith("No path there")
    window.document.load(level, None)
    assert window.probe.result is None


def test_the_result_keeps_off_obstacles(qtbot: QtBot, window: MainWindow) -> None:
    """The table is at the label's place, so the label moves across the line or along it."""
    shown(qtbot, window, (1.0, 2.6), (9.0, 2.6))
    camera = window.canvas.viewport.camera
    words, at = label_of(window)
    left, top, right, bottom = box_of(at, text_size(words))
    (x0, y1), (x1, y0) = camera.to_pixel((3.0, 3.0)), camera.to_pixel((6.0, 5.0))
    assert right <= x0 or left >= x1 or bottom <= y0 or top >= y1


def test_numbers_of_stops_keep_off_agents(qtbot: QtBot, window: MainWindow) -> None:
    """A patrol that ends where it began has a stop, with a pause, under its agent."""
    level = window.document.level
    route = {"goals": ((2.0, 1.4), (8.0, 2.0)), "wait": 2.0}
    window.document.commit(set_fields(level, [GUARD], **route))
    canvas = window.canvas
    for chosen in (frozenset({GUARD}), frozenset()):
        window.document.select(chosen)
        window.resize(1440, 900)
        canvas.frame_all()
        room, camera = LabelRoom(), canvas.viewport.camera
        for overlay in canvas.overlays:
            if overlay.visible:
                overlay.label(room, canvas.scene(), camera)
        first = [(o, at) for o, at in room.placed() if o.words.startswith("1 ")]
        assert len(first) == 1
        box = box_of(first[0][1], first[0][0].size)
        for x0, y0, x1, y1 in agent_boxes(canvas.scene(), camera).tolist():
            assert box[2] <= x0 or box[0] >= x1 or box[3] <= y0 or box[1] >= y1


def test_the_result_goes_with_esc_in_the_probe(window: MainWindow) -> None:
    """Esc in other tools keeps it."""
    canvas = window.canvas
    window.probe.set((2.0, 1.0), (8.0, 1.0))
    canvas.gestures.escape()
    assert window.probe.result is not None
    tools = {tool.name: tool for tool in canvas.gestures.tools}
    canvas.gestures.choose(tools["probe"])
    canvas.gestures.escape()
    assert window.probe.result is None


def test_the_result_is_in_sight_as_long_as_the_path_is(window: MainWindow) -> None:
    """Also where its middle is not."""
    canvas = window.canvas
    window.probe.set((1.0, 1.0), (9.0, 1.0))
    canvas.viewport.look(Camera(1.0, 1.0, 60.0, canvas.width(), canvas.height()))
    x, y = label_of(window)[1]
    assert 0 < x < canvas.width()
    assert 0 < y < canvas.height()
