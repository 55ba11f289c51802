"""A width under the mouse is read out in the status bar while widths are shown."""

import math

import pytest
from hand import Hand, wait_for_hints
from PySide6.QtCore import Qt
from small_level import box

from editor.canvas.canvas import Canvas
from editor.services.clearances import Widths
from editor.shell.window import MainWindow
from editor.tools.messages.clearances import passage
from navcore.level.edit import Edit
from navcore.level.model import Obstacle

MIDDLES = {"never": (13.6, 4.8), "by luck": (15.8, 4.8)}


@pytest.fixture
def said(window: MainWindow, canvas: Canvas) -> list[str]:
    """Return two gaps of 1.20 m and 1.60 m, and the list of shown hints."""
    for latest in (window.bake.shown_floor.latest, window.bake.widths.latest):
        latest.short_ms = math.inf
    level = window.document.level
    rocks = [
        Obstacle(id=30, name="a", polygon=box(12, 4.5, 13, 5.1)),
        Obstacle(id=31, name="b", polygon=box(14.2, 4.5, 15, 5.1)),
        Obstacle(id=32, name="c", polygon=box(16.6, 4.5, 18.5, 5.1)),
    ]
    window.document.commit(Edit.put(level, rocks))
    hints: list[str] = []
    canvas.hints.changed.connect(hints.append)
    return hints


def over(hand: Hand, place: tuple[float, float]) -> None:
    """Rest the mouse over a place."""
    hand.move(place)
    wait_for_hints(hand.canvas)


def show(window: MainWindow) -> None:
    """Switch the overlay on."""
    window.commands.table["overlay_widths"].trigger()
    wait_for_hints(window.canvas)


def test_the_width_is_read_out(
    window: MainWindow, canvas: Canvas, hand: Hand, said: list[str]
) -> None:
    """With select and probe, not while something is drawn, not where nothing is shown."""
    over(hand, MIDDLES["by luck"])
    assert "alignment" not in said[-1]
    show(window)
    assert said[-1] == "**1.60 m, passable only at this grid alignment.** Always open from 1.80 m"
    over(hand, MIDDLES["never"])
    assert said[-1] == "**1.20 m, too narrow.** Always open from 1.80 m"
    over(hand, (10.5, 7.0))
    assert "1.20 m" not in said[-1]
    hand.key(Qt.Key.Key_Q)
    over(hand, MIDDLES["by luck"])
    assert "alignment" in said[-1]
    hand.key(Qt.Key.Key_P)
    over(hand, MIDDLES["by luck"])
    assert "alignment" not in said[-1]
    hand.key(Qt.Key.Key_V)
    hand.hold((15.8, 6.0), (15.8, 4.8))
    wait_for_hints(canvas)
    assert "alignment" not in said[-1]


def test_of_the_radius_that_is_tried(
    window: MainWindow, canvas: Canvas, hand: Hand, said: list[str]
) -> None:
    """Widths are shown then, whether the overlay is on or not; Esc ends the trial."""
    window.bake.shown_floor.try_radius(0.2)
    over(hand, MIDDLES["by luck"])
    assert said[-1].startswith("**1.60 m, wide enough.** Agents up to ")
    hand.key(Qt.Key.Key_Escape)
    wait_for_hints(canvas)
    assert window.bake.shown_floor.tried is None
    assert "wide" not in said[-1]


def test_lines_too_short_to_be_drawn_are_not_read(
    window: MainWindow, canvas: Canvas, hand: Hand, said: list[str]
) -> None:
    """At that zoom the number would be invisible."""
    show(window)
    while canvas.viewport.camera.scale > 4.0:
        canvas.viewport.zoom_out()
    over(hand, MIDDLES["by luck"])
    assert "alignment" not in said[-1]


def test_nothing_is_promised_that_does_not_hold() -> None:
    """Needed widths are rounded up, fitting radii are rounded down."""
    assert "from 1.81 m" in passage("by luck", 1.6, 1.801, 0.3)
    assert "from 1.80 m" in passage("never", 1.2, 1.8 + 1e-12, 0.0)
    assert "up to 0.39 m" in passage("always", 2.0, 1.8, 0.3999)
    assert "any radius" in passage("always", 2.0, 0.2, math.inf)


def test_the_nearest_of_many(window: MainWindow, said: list[str]) -> None:
    """It must be within reach; a level without passages has none."""
    widths = Widths(window.bake.scheduler, window.bake.measured)
    widths.latest.short_ms = math.inf
    level = window.document.level
    found = widths.at(level, None, (15.8, 4.9), 0.5)
    assert found is not None
    assert found.width == pytest.approx(1.6)
    assert widths.at(level, None, (15.8, 7.5), 0.5) is None
    assert widths.at(level.with_items(dict.fromkeys(level.areas)), None, (0, 0), 1.0) is None
