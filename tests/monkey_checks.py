"""Invariants after random input, and a run that checks all of them."""

from typing import Any

import numpy as np
from hand import bare
from monkey import Monkey
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from editor.shell.window import MainWindow
from navcore.errors import LevelTooLarge
from navcore.formats import read_level, write_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Element, Polygon
from navcore.world import World

SEEN = 8
"""Levels by which a pixel differs visibly; clipped antialiased lines are rounded in another way."""


def watch_locked(window: MainWindow) -> None:
    """Fail if an element that is locked before and after a step was changed or deleted."""
    document = window.document
    commit = document.commit

    def watched(edit: Edit, **named: Any) -> None:
        # A door cuts floor out of the areas below it, and returns it.
        cuts = edit.label.startswith(("Lay ", "Merge "))
        for after in edit.after.values():
            assert not isinstance(after, Polygon) or len(after.polygon) > 2, (edit.label, after)
        for before in edit.before.values():
            if isinstance(before, Element) and before.locked and not cuts:
                after = edit.after[before.id]
                assert after is not None, f"{edit.label}: gone, though locked"
                assert isinstance(after, Element)
                assert not after.locked or where(after) == where(before), edit.label
        commit(edit, **named)

    document.commit = watched


def where(element: Element) -> object:
    """Return the position and size of an element."""
    if isinstance(element, Polygon):
        return (element.polygon, element.shape)
    assert isinstance(element, Agent)
    return (element.position, element.facing, element.goals)


def load(window: MainWindow, name: str) -> None:
    """Open a sample, or keep the small level; saving goes nowhere else."""
    if name:
        window.files.open_sample(name)
    window.bake.wait()


def check_a_run(window: MainWindow, seed: int, events: int, *, pictures: bool = False) -> None:
    """Let the monkey run, and check all invariants every hundred events.

    Afterwards the bottom and the top of the undo stack must be unchanged.
    """
    document = window.document
    monkey = Monkey(window, seed)
    watch_locked(window)
    for _ in range(0, events, 100):
        monkey.go(100)
        monkey.rest()
        check_nothing_is_half_done(window)
        check_the_bake(window)
        if pictures:
            check_the_picture(window)
        text = write_level(document.level)
        again = read_level(text, "level.json").level
        assert again == document.level
        assert write_level(again) == text
    while document.stack.canRedo():
        document.stack.redo()
    last = write_level(document.level)
    while document.stack.canUndo():
        document.stack.undo()
    assert write_level(document.level) == monkey.first
    while document.stack.canRedo():
        document.stack.redo()
    assert write_level(document.level) == last


def check_nothing_is_half_done(window: MainWindow) -> None:
    """Check that there is no drag, preview, dialog, or held button."""
    document, gestures = window.document, window.canvas.gestures
    assert not document.dragging
    assert gestures.drag is None
    shown = gestures.preview()
    assert not shown.labels
    styles = {stroke.style for stroke in shown.strokes}
    # Selected waypoints keep the circles of their path width.
    assert styles <= {"hover", "clear_circle"}, (gestures.tool.name, styles)
    assert not window.run.agents.held
    assert window.run.playhead.at_start
    assert not [
        top for top in QApplication.topLevelWidgets()
        if isinstance(top, QDialog | QMenu) and top.isVisible()
    ]  # fmt: skip


def check_the_picture(window: MainWindow) -> None:
    """Check that the cached canvas equals a full repaint."""
    canvas = window.canvas
    # This overlay shows the duration of the previous paint.
    times = next(overlay for overlay in canvas.overlays if overlay.name == "frame_times")
    times.visible = False
    canvas.viewport.look(canvas.viewport.camera)
    kept = _bytes_of(bare(canvas))
    canvas.layers.paint_anew()
    apart = np.abs(_bytes_of(bare(canvas)) - kept)
    assert apart.max() < SEEN, f"{(apart >= SEEN).sum()} bytes differ from painting all at once"


def _bytes_of(image: QImage) -> np.ndarray:
    """Every channel of every pixel, as numbers that can be subtracted."""
    return np.frombuffer(image.constBits(), np.uint8).astype(np.int16)


def check_the_bake(window: MainWindow) -> None:
    """The cells are the level's, unless it has become too large for any."""
    level, baked = window.document.level, window.bake.world
    try:
        built = World.build(level)
    except LevelTooLarge:
        assert window.message.isVisible()
        return
    assert baked.level == level
    assert np.array_equal(built.grid.walkable, baked.grid.walkable)
