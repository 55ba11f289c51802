"""The screen: only differences are repainted, and the result is always the complete picture."""

from collections.abc import Iterator

import numpy as np
import pytest
from hand import LEFT, Hand
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QImage, QPaintEvent, QRegion

from editor.canvas.frame import CORNER, differing
from editor.shell.window import MainWindow


class Watcher(QObject):
    """Notes which regions of a widget are painted."""

    def __init__(self) -> None:
        """Start without any."""
        super().__init__()
        self.regions: list[QRegion] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Watch."""
        if isinstance(event, QPaintEvent):
            self.regions.append(event.region())
        return False


@pytest.fixture
def watcher(window: MainWindow) -> Iterator[Watcher]:
    """Watches the canvas of a window at rest."""
    _rest(window)
    found = Watcher()
    window.canvas.installEventFilter(found)
    yield found
    window.canvas.removeEventFilter(found)


def _rest(window: MainWindow) -> None:
    window.canvas.frame_all()
    for _ in range(20):
        QCoreApplication.processEvents()


def _on_screen(window: MainWindow) -> QImage:
    """Return the part of the screen that shows the canvas."""
    canvas = window.canvas
    corner = canvas.mapTo(window, QPoint(0, 0))
    picture = window.screen().grabWindow(window.winId()).toImage()
    return picture.copy(QRect(corner, canvas.size())).convertToFormat(QImage.Format.Format_RGB32)


def _painted(window: MainWindow) -> QImage:
    return window.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


@given(st.data())
def test_the_box_holds_all_pixels_that_differ_and_no_row_more(data: st.DataObject) -> None:
    """Columns are compared in pairs."""
    height, pairs = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 7))
    before = np.zeros((height, pairs), np.uint64)
    after = before.copy()
    places = st.tuples(st.integers(0, height - 1), st.integers(0, 2 * pairs - 1))
    changed = data.draw(st.lists(places, max_size=4))
    for row, column in changed:
        after.view(np.uint32)[row, column] = 1
    if not changed:
        assert differing(before, after) == (0, 0, 0, 0)
        return
    rows, columns = zip(*changed, strict=True)
    left, right = min(columns) // 2 * 2, max(columns) // 2 * 2 + 2
    assert differing(before, after) == (left, min(rows), right, max(rows) + 1)


def test_a_small_change_paints_a_small_part_of_the_screen(
    window: MainWindow, watcher: Watcher
) -> None:
    """It is one paint event for the request and the differences."""
    hand = Hand(window.canvas)
    hand.move((4.5, 4.0))
    QCoreApplication.processEvents()
    watcher.regions.clear()
    hand.move((5.0, 4.0))
    QCoreApplication.processEvents()
    (region,) = watcher.regions
    shown = region.subtracted(QRegion(CORNER)).boundingRect()
    whole = window.canvas.rect()
    assert 0 < shown.width() * shown.height() < whole.width() * whole.height() / 4


def test_nothing_is_shown_anew_where_nothing_differs(window: MainWindow, watcher: Watcher) -> None:
    """Though a frame was asked for."""
    QCoreApplication.processEvents()
    watcher.regions.clear()
    window.canvas.layers.repaint()
    QCoreApplication.processEvents()
    assert [region.boundingRect() for region in watcher.regions] == [CORNER]


def test_the_screen_shows_the_whole_picture_whatever_happens(
    window: MainWindow, watcher: Watcher
) -> None:
    """Hovers, drags, undo, another view, theme and size."""
    hand, canvas = Hand(window.canvas), window.canvas
    for act in (
        lambda: hand.move((4.5, 4.0)),
        lambda: hand.hold((14.5, 1.5), (15.0, 2.0), (15.5, 2.5)),
        lambda: hand.move((16.0, 3.0), LEFT),
        lambda: hand.release((16.0, 3.0)),
        window.document.stack.undo,
        lambda: hand.wheel((8.0, 3.0), 240),
        lambda: window.document.select(frozenset(window.document.level.obstacles)),
        lambda: window.choose_theme("light"),
        lambda: window.resize(window.width() - 31, window.height() - 17),
        canvas.frame_all,
        lambda: window.choose_theme("dark"),
    ):
        act()
        for _ in range(5):
            QCoreApplication.processEvents()
        canvas.layers.followers.end()
        QCoreApplication.processEvents()
        shown = _on_screen(window)
        assert shown.size() == canvas.size()
        assert shown == _painted(window)
    assert watcher.regions


def test_a_canvas_that_was_hidden_is_painted_when_it_comes_back(window: MainWindow) -> None:
    """It shows the changes made meanwhile."""
    _rest(window)
    window.canvas.hide()
    window.document.select(frozenset(window.document.level.obstacles))
    QCoreApplication.processEvents()
    window.canvas.show()
    for _ in range(5):
        QCoreApplication.processEvents()
    assert _on_screen(window) == _painted(window)


def test_what_lies_over_the_canvas_is_painted_anew_without_it(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The legend changes by itself: the canvas below it has its picture."""
    _rest(window)
    times: list[None] = []
    layers = window.canvas.layers
    paint = layers.paint
    monkeypatch.setattr(layers, "paint", lambda painter: (times.append(None), paint(painter))[1])
    legend = window.canvas.chrome.legend
    assert legend.isVisible()
    watched = Watcher()
    legend.installEventFilter(watched)
    legend.update()
    QCoreApplication.processEvents()
    legend.removeEventFilter(watched)
    assert watched.regions
    assert not times
    assert _on_screen(window) == _on_screen_whole(window)
    window.canvas.update()
    QCoreApplication.processEvents()
    assert times


def test_texts_keep_off_a_legend_that_grows(window: MainWindow) -> None:
    """Though nothing else has changed."""
    _rest(window)
    legend = window.canvas.chrome.legend
    assert _painted(window) == _on_screen(window)
    for folded in (True, False):
        legend.fold(folded=folded)
        for _ in range(3):
            QCoreApplication.processEvents()
        assert window.canvas.layers.followers.stood_in is False
        assert _on_screen(window) == _painted(window)


def _on_screen_whole(window: MainWindow) -> QImage:
    """What the screen shows of the canvas once all of it is painted anew."""
    window.canvas.layers.paint_anew()
    window.canvas.update()
    QCoreApplication.processEvents()
    return _on_screen(window)
