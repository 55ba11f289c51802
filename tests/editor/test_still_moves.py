"""Mouse moves in a drag that change nothing don't repaint."""

import pytest
from hand import LEFT, Hand
from pytestqt.qtbot import QtBot
from small_level import TABLE

from editor.canvas.canvas import Canvas
from editor.canvas.telling import TELL_MS
from editor.shell.window import MainWindow


@pytest.fixture
def asked(canvas: Canvas) -> list[object]:
    """Return a list that grows with every frame that the canvas requests."""
    found: list[object] = []
    canvas.layers.outdated.connect(lambda: found.append(None))
    return found


def polygon(window: MainWindow) -> object:
    """The table as it is drawn."""
    return window.document.level.obstacles[TABLE].polygon


def test_a_move_to_the_same_place_of_the_grid_is_not_painted(
    window: MainWindow, canvas: Canvas, hand: Hand, asked: list[object]
) -> None:
    """The next move to another place is painted; the screen always equals a new frame."""
    hand.hold((4.5, 4.0), (6.0, 4.6))
    before, seen = polygon(window), canvas.grab().toImage()
    del asked[:]
    hand.move((6.02, 4.61), LEFT)
    assert not asked
    assert polygon(window) == before
    assert canvas.grab().toImage() == seen
    hand.move((7.0, 4.6), LEFT)
    assert asked
    assert polygon(window) != before
    hand.release((7.0, 4.6))


def test_a_box_follows_every_move(canvas: Canvas, hand: Hand, asked: list[object]) -> None:
    """The tool's picture changes although the level does not."""
    hand.hold((-3.0, -3.0), (1.0, 1.0))
    canvas.grab()
    del asked[:]
    hand.move((1.02, 1.0), LEFT)
    assert asked
    hand.release((1.02, 1.0))


def test_what_lies_under_the_mouse_is_shown_once_the_button_is_up(
    canvas: Canvas, hand: Hand, asked: list[object]
) -> None:
    """Without a gesture every move is painted, and so are the gesture's begin and end."""
    hand.hold((4.5, 4.0), (6.0, 4.6))
    canvas.grab()
    del asked[:]
    hand.release((6.0, 4.6))
    assert asked
    canvas.grab()
    del asked[:]
    hand.move((6.0, 4.6))
    assert asked
    canvas.grab()
    del asked[:]
    hand.press((6.0, 4.6))
    assert asked
    hand.release((6.0, 4.6))


def test_the_legend_waits_in_a_drag_and_the_hint_does_not(
    qtbot: QtBot, window: MainWindow, canvas: Canvas, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The legend follows when the drag is over, or after a while."""
    canvas.teller.apart.setInterval(10**6)
    hand.hold((4.5, 4.0), (6.0, 4.6))
    shown: list[object] = []
    monkeypatch.setattr(canvas.chrome, "show", shown.append)
    hint = window.status.shown
    hand.move((7.0, 5.0), LEFT)
    qtbot.waitUntil(lambda: window.status.shown != hint)
    assert not shown
    hand.move((8.0, 5.0), LEFT)
    canvas.teller.apart.start(0)
    qtbot.waitUntil(lambda: bool(shown))
    del shown[:]
    hand.release((8.0, 5.0))
    qtbot.waitUntil(lambda: bool(shown))
    canvas.teller.apart.setInterval(TELL_MS)
