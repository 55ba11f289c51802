"""Rings around agents that planned again after a change in the run."""

from dataclasses import replace as changed

import pytest
from PySide6.QtGui import QImage, QPainter
from small_level import GATE, GUARD, TABLE

from editor.canvas.overlays import replanned as rings
from editor.shell.window import MainWindow

STEP = 0.1


def picture(window: MainWindow) -> QImage:
    """The rings alone."""
    canvas = window.canvas
    camera = canvas.viewport.camera
    image = QImage(camera.width, camera.height, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    scene = changed(canvas.scene(), box=camera.box, scale=camera.scale)
    crowd = window.run.agents.seen(window.document.unseen)
    rings.paint_replanned(painter, scene, camera, crowd)
    painter.end()
    return image


def test_a_change_rings_whoever_takes_another_path(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a moment that fades at its end, and again when it is looked back on."""
    window.canvas.frame_all()
    run = window.run
    run.clock.step_once()
    nothing = picture(window)
    for _ in range(8):
        run.clock.step_once()
    assert picture(window) == nothing
    run.commands.switch([TABLE, GATE])
    recording = run.record.recording
    seen = []
    for _ in range(10):
        run.clock.step_once()
        seen.append(rings.replanned(recording, run.playhead.seconds).get(GUARD, 0.0))
        assert (picture(window) != nothing) == (seen[-1] > 0)
    assert max(seen) == 1.0
    assert seen[-1] == 0.0
    at = 0.9 + STEP * (seen.index(1.0) + 1)
    run.timeline.seek(at)
    assert picture(window) != nothing
    monkeypatch.setattr(rings, "motion_reduced", lambda: True)
    assert picture(window) == nothing
