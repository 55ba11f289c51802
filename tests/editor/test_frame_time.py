"""The overlay of frame times: off at first, then it shows the time of each frame."""

import pytest
from hand import Hand
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from editor.canvas.frame_times import LAST, Frame, FrameTimes
from editor.canvas.overlays.frame_time import FRAME_MS, FrameTimeOverlay, at, in_words
from editor.look import style


@pytest.fixture
def overlay(window):
    """The overlay of the window's canvas."""
    return next(o for o in window.canvas.overlays if isinstance(o, FrameTimeOverlay))


def test_nothing_is_measured_while_it_is_hidden(window, overlay):
    """This holds before and after it is shown; old measurements are dropped."""
    canvas, hand = window.canvas, Hand(window.canvas)
    assert not overlay.visible
    for _ in range(2):
        hand.move((3, 3))
        canvas.grab()
        assert canvas.layers.times is None
        assert not window.canvas.frame_times.frames
        canvas.shown.toggle(overlay)
        hand.move((4, 4))
        canvas.grab()
        assert window.canvas.frame_times.frames
        canvas.shown.toggle(overlay)
        window.canvas.frame_times.forget()


def test_a_frame_lasts_from_the_event_to_the_pixels(window, overlay):
    """Handling the event is part of the whole, not of the painting."""
    canvas, hand = window.canvas, Hand(window.canvas)
    canvas.shown.toggle(overlay)
    canvas.grab()
    window.canvas.frame_times.forget()
    hand.move((4, 4))
    canvas.grab()
    (frame,) = window.canvas.frame_times.frames
    assert 0 < frame.paint < frame.whole


def test_events_that_change_nothing_begin_no_frame(qapp):
    """Waiting between them and the next frame is not counted."""
    clicked = QEvent(QEvent.Type.MouseButtonPress)
    times = FrameTimes()
    times.eventFilter(times, clicked)
    QTest.qWait(30)
    times.eventFilter(times, clicked)
    times.await_paint()
    times.painted(0.0)
    assert times.frames[0].whole < 30


def test_only_the_last_frames_count():
    """The length of the session doesn't matter."""
    times = FrameTimes()
    for _ in range(10 * LAST):
        times.painted(0.001)
    assert len(times.frames) == LAST


def test_the_words_give_median_99th_and_worst():
    """Painting and the rest apart."""
    frames = [Frame(whole, whole / 4) for whole in range(1, 101)]
    assert in_words(frames) == (
        "median 50.0 · 99 % 99.0 · worst 100.0 ms",
        "painting 12.5 · the rest 37.5 ms",
    )
    assert in_words([]) == ("No frames yet", "")
    assert at([7.0], 0.01) == at([7.0], 1.0) == 7.0


@pytest.mark.parametrize("name", ["dark", "light"])
def test_long_frames_stand_out(window, overlay, name):
    """They are higher than the line, and have another colour."""
    window.choose_theme(name)
    canvas, now = window.canvas, style.current()
    warning = QColor(now.warn)
    seen = []
    canvas.shown.toggle(overlay)
    for whole in (FRAME_MS / 2, 2 * FRAME_MS):
        window.canvas.frame_times.forget()
        window.canvas.frame_times.frames.extend([Frame(whole, 1.0)] * LAST)
        picture = canvas.grab().toImage()
        pixels = (picture.pixelColor(40, y) for y in range(picture.height() // 4))
        seen.append(sum(pixel == warning for pixel in pixels))
    assert seen[0] == 0
    assert seen[1] > style.CANVAS.frame_graph / 2


def test_it_is_remembered(window, overlay):
    """It is stored in the preferences, like every overlay."""
    window.canvas.shown.toggle(overlay)
    assert window.settings.overlay_shown("", overlay.name, default=False)
