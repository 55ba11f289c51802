"""Agents on links have a ring that fills with their progress."""

from types import SimpleNamespace

import numpy as np
import pytest
from lofts import LADDER, house, walker
from play_stage import Stage
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from editor.canvas.camera import Camera
from editor.canvas.overlays.agents import AgentsOverlay
from editor.look import style
from editor.tools.legs import RouteSight

CLIMBER = 100


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """Return a stage with an agent beside the ladder that is sent up."""
    stage = Stage(house(LADDER, walker(CLIMBER, 9.5, 3)))
    stage.run.clock.step_once()
    stage.document.storey.show("loft")
    stage.run.commands.send([CLIMBER], (3.0, 3.0))
    stage.document.storey.show("ground")
    return stage


def ring(stage: Stage) -> int:
    """Pixels of a link's colour around the climber."""
    camera = Camera(x=10.2, z=3, scale=60, width=200, height=200)
    image = QImage(camera.width, camera.height, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    painter = QPainter(image)
    scene = SimpleNamespace(
        document=stage.document, run=stage.run, device_ratio=1.0, box=camera.box,
        route_sight=RouteSight(stage.document.level.settings, "ground"),
    )  # fmt: skip
    AgentsOverlay().paint(painter, scene, camera)  # type: ignore[arg-type]
    painter.end()
    link = QColor(style.current().link)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(200, 200, 4)[:, :, :3]
    wanted = (link.blue(), link.green(), link.red())
    return int((np.abs(pixels.astype(int) - wanted).max(axis=2) < 12).sum())


def test_the_ring_fills_while_it_climbs(stage: Stage) -> None:
    """It is empty before, and fills on the link; an agent above is not visible from below."""
    seen = []
    for _ in range(70):
        seen.append(ring(stage))
        stage.run.clock.step_once()
    assert seen[0] == 0
    climbing = [count for count in seen if count]
    assert len(climbing) > 40
    assert climbing[-1] > 2 * climbing[len(climbing) // 3] > 0
    assert seen[-1] == 0
