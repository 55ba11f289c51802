"""While outlines or waypoints are dragged, most overlays update shortly after them."""

import math
from collections.abc import Iterator
from random import Random
from time import sleep

import numpy as np
import pytest
from hand import LEFT, Hand
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from small_level import TABLE

from editor.canvas import followers
from editor.canvas.followers import Followers
from editor.canvas.overlays.overlay import Reads
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Element, Point, Route, Waypoint
from navcore.level.stops import RouteStop

_RGB = QImage.Format.Format_RGB32
FROM, TO = (1.0, 6.5), (9.0, 6.5)
"""Past the table, until a corner is dragged there."""


@pytest.fixture
def rooms(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """A corner of the table under the mouse, a probe around it and one that is pinned."""
    window.canvas.frame_all()
    window.canvas.setFocus()
    window.probe.set((1.0, 1.0), (9.0, 2.0))
    window.probe.pin()
    window.probe.set(FROM, TO)
    gestures = window.canvas.gestures
    gestures.choose(next(tool for tool in gestures.tools if tool.name == "vertices"))
    window.document.select(frozenset({TABLE}))
    # The moment is over when the test says so.
    monkeypatch.setattr(followers, "LATEST_SECONDS", math.inf)
    window.canvas.layers.followers.soon.setInterval(100_000)
    yield window
    window.canvas.layers.followers.soon.setInterval(followers.SOON_MS)
    window.canvas.keys.cancel_drag()
    window.probe.clear()
    window.probe.pins.clear()


def _followers(window: MainWindow) -> Followers:
    return window.canvas.layers.followers


def _corner(window: MainWindow) -> tuple[float, float]:
    return window.document.level.obstacles[TABLE].polygon[0]


def _seen(window: MainWindow) -> QImage:
    return window.canvas.grab().toImage()


def _taken(window: MainWindow) -> tuple[Hand, tuple[float, float]]:
    """The corner in hand, once moved, everything painted."""
    hand, corner = Hand(window.canvas), _corner(window)
    hand.move(corner)
    hand.press(corner)
    hand.move((corner[0] - 0.5, corner[1]), LEFT)
    assert window.document.dragging
    window.probe.pins.legs.wait()
    QCoreApplication.processEvents()
    _seen(window)
    _followers(window).end()
    _seen(window)
    assert not _followers(window).stood_in
    return hand, corner


def _at_rest(window: MainWindow) -> None:
    """Wait until all delayed updates and paths are done."""
    _seen(window)
    window.probe.pins.legs.wait()
    _followers(window).rest.stop()


def _anew(window: MainWindow) -> QImage:
    """Return a frame painted without placeholders."""
    window.canvas.layers.paint_anew()
    return _seen(window)


def _furthest(one: QImage, other: QImage) -> int:
    """Return the largest difference of pixels of two pictures, of 255."""
    both = [image.convertToFormat(_RGB) for image in (one, other)]
    pixels = [np.array(image.constBits()).astype(np.int16) for image in both]
    return int(np.abs(pixels[0] - pixels[1]).max())


def _painted(window: MainWindow, one: Followers) -> QImage:
    """Return its picture on an empty background."""
    picture = QImage(window.canvas.size(), _RGB)
    picture.fill(0)
    painter = QPainter(picture)
    one.paint(painter, window.canvas.scene(), window.canvas.viewport.camera)
    painter.end()
    return picture


def test_the_frame_of_a_move_paints_only_what_follows_at_once(rooms: MainWindow) -> None:
    """Pinned lines stay until their next update."""
    hand, (x, z) = _taken(rooms)
    pinned = next(o for o in rooms.canvas.overlays if o.name == "pinned_probes")
    painted = []
    paint = pinned.paint
    pinned.paint = lambda *given: (painted.append(1), paint(*given))  # type: ignore[method-assign]
    try:
        hand.move((x, z + 0.5), LEFT)
        stood_in = _seen(rooms)
        assert _followers(rooms).stood_in
        assert not painted
        _followers(rooms).end()
        followed = _seen(rooms)
        assert painted == [1]
    finally:
        del pinned.paint  # type: ignore[method-assign]
    assert not _followers(rooms).stood_in
    # The floor was there at once: what came later is the text of the probe, and pinned paths.
    assert _furthest(stood_in, followed) > 50
    middle = stood_in.rect().center()
    assert stood_in.pixel(middle) == followed.pixel(middle)


@pytest.mark.parametrize("seed", range(4))
def test_frames_of_a_drag_end_up_as_if_painted_straight(rooms: MainWindow, seed: int) -> None:
    """They are equal within two of 255 levels, as old pictures round once more; at rest exactly."""
    random = Random(seed)
    hand, corner = _taken(rooms)
    for _ in range(6):
        at = (corner[0] + 0.5 * random.randint(-4, 4), corner[1] + 0.5 * random.randint(-4, 2))
        hand.move(at, LEFT)
        _seen(rooms)
        rooms.probe.pins.legs.wait()
        in_pictures = Followers(rooms.canvas.overlays, is_dragging=lambda: True)
        straight = Followers(rooms.canvas.overlays, is_dragging=bool)
        in_pictures.end()
        once = _painted(rooms, in_pictures)
        assert _painted(rooms, in_pictures) == once
        assert _furthest(once, _painted(rooms, straight)) <= 2
    hand.release(at)
    hand.move((30, 30))
    _at_rest(rooms)
    assert _seen(rooms) == _anew(rooms)


def test_the_path_of_the_probe_follows_in_the_same_frame(rooms: MainWindow) -> None:
    """If the drag leads it elsewhere, no old picture is shown."""
    hand, _ = _taken(rooms)
    before = rooms.probe.result
    hand.move((4.0, 7.5), LEFT)
    _seen(rooms)
    assert rooms.probe.result is not None
    assert before is not None
    assert not np.array_equal(rooms.probe.result.points, before.points)
    assert not _followers(rooms).stood_in


@pytest.mark.parametrize("read", [Reads.SETTINGS, Reads.BACKGROUNDS])
def test_whatever_else_changes_is_painted_at_once(rooms: MainWindow, read: Reads) -> None:
    """Old pictures may replace only answers about the floor."""
    hand, (x, z) = _taken(rooms)
    hand.move((x, z + 0.5), LEFT)
    rooms.canvas.layers.follow(read)
    _seen(rooms)
    assert not _followers(rooms).stood_in


def test_a_drag_of_an_agent_is_painted_at_once(rooms: MainWindow) -> None:
    """The overlay that shows it otherwise follows later."""
    rooms.canvas.gestures.choose(rooms.canvas.gestures.tools[0])
    hand = Hand(rooms.canvas)
    hand.hold((2.0, 2.0), (2.5, 1.5))
    _seen(rooms)
    for x in (2.0, 3.0, 1.5):
        hand.move((x, 1.5), LEFT)
        _seen(rooms)
        assert not _followers(rooms).stood_in


POST = 7001
ROUTE = 7002


def _with_post(window: MainWindow, *others: Element) -> tuple[Hand, Point]:
    """A waypoint with these elements, in hand and moved once; everything painted."""
    post = Waypoint(id=POST, name="post", position=(3.0, 2.0))
    document = window.document
    document.commit(Edit.put(document.level, [post, *others]))
    window.canvas.gestures.choose(window.canvas.gestures.tools[0])
    hand = Hand(window.canvas)
    hand.hold(post.position, (3.5, 2.0))
    _seen(window)
    _followers(window).end()
    _seen(window)
    return hand, post.position


def test_a_dragged_waypoint_goes_ahead_of_what_else_is_shown(rooms: MainWindow) -> None:
    """At rest again everything is as if painted straight."""
    hand, (x, z) = _with_post(rooms)
    for step in range(3):
        hand.move((x + 0.5 * step, z + 0.5), LEFT)
        _seen(rooms)
        assert _followers(rooms).stood_in
        assert rooms.document.level.of(Waypoint)[POST].position == (x + 0.5 * step, z + 0.5)
    hand.release((x + 1.0, z + 0.5))
    hand.move((30, 30))
    rooms.bake.wait()
    _at_rest(rooms)
    assert _seen(rooms) == _anew(rooms)


def test_a_route_moves_with_its_waypoint_in_the_same_frame(rooms: MainWindow) -> None:
    """If a stop is on the waypoint, no old picture is shown."""
    stops = (RouteStop(at=(3.0, 2.0), waypoint=POST), RouteStop(at=(8.0, 2.0)))
    route = Route(id=ROUTE, name="beat", stops=stops)
    hand, (x, z) = _with_post(rooms, route)
    hand.move((x + 0.5, z + 0.5), LEFT)
    _seen(rooms)
    assert not _followers(rooms).stood_in
    moved = rooms.document.level.of(Route)[ROUTE]
    assert moved.goals[0] == (x + 0.5, z + 0.5)


def test_frames_paint_parts_of_new_pictures_when_these_are_late(
    rooms: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if each frame changes something, pictures are replaced, an overlay in each frame."""
    monkeypatch.setattr(followers, "LATEST_SECONDS", 0.02)
    monkeypatch.setattr(followers, "PART_SECONDS", 0.0)
    hand, (x, z) = _taken(rooms)
    pinned = next(o for o in rooms.canvas.overlays if o.name == "pinned_probes")
    painted = []
    paint = pinned.paint
    pinned.paint = lambda *given: (painted.append(1), paint(*given))  # type: ignore[method-assign]
    try:
        hand.move((x, z + 0.5), LEFT)
        _seen(rooms)
        sleep(0.04)
        frames = 2 * len(rooms.canvas.overlays)
        for number in range(frames):
            hand.move((x, z + 0.5 + 0.5 * (number % 2)), LEFT)
            _seen(rooms)
            assert _followers(rooms).stood_in
    finally:
        del pinned.paint  # type: ignore[method-assign]
    assert 1 <= len(painted) <= frames // 8
    _followers(rooms).end()
    _seen(rooms)
    assert not _followers(rooms).stood_in


def test_an_event_that_changes_nothing_paints_a_part(rooms: MainWindow) -> None:
    """No timer has to end for it; complete pictures are shown at once."""
    hand, (x, z) = _taken(rooms)
    hand.move((x, z + 0.5), LEFT)
    _seen(rooms)
    assert _followers(rooms).stood_in
    for _ in range(len(rooms.canvas.overlays) + 4):
        hand.move((x, z + 0.5), LEFT)
        QCoreApplication.processEvents()
    assert not _followers(rooms).stood_in
    assert _furthest(_seen(rooms), _anew(rooms)) <= 2


def test_what_stood_in_goes_by_itself_soon(rooms: MainWindow) -> None:
    """Though the mouse rests, and the button is held."""
    _followers(rooms).soon.setInterval(5)
    hand, (x, z) = _taken(rooms)
    hand.move((x, z + 0.5), LEFT)
    _seen(rooms)
    assert _followers(rooms).stood_in
    for _ in range(100):
        QTest.qWait(5)
        if not _followers(rooms).stood_in:
            return
    pytest.fail("it stands in for ever")


def test_release_and_undo_leave_the_rest_for_a_moment_later(rooms: MainWindow) -> None:
    """Then, and once nothing has happened for a while, all is painted straight."""
    hand, (x, z) = _taken(rooms)
    hand.move((x, z + 0.5), LEFT)
    _seen(rooms)
    hand.release((x, z + 0.5))
    _seen(rooms)
    assert _followers(rooms).stood_in
    assert _followers(rooms).rest.isActive()
    _followers(rooms).end()
    _seen(rooms)
    assert not _followers(rooms).stood_in
    rooms.document.stack.undo()
    _seen(rooms)
    assert _followers(rooms).stood_in
    _at_rest(rooms)
    assert _seen(rooms) == _anew(rooms)
    rooms.document.stack.redo()
    _seen(rooms)
    assert not _followers(rooms).stood_in


def test_what_lies_under_the_mouse_is_shown_at_once_after_a_drag(rooms: MainWindow) -> None:
    """Only the frame of the release leaves it out."""
    hand, (x, z) = _taken(rooms)
    hand.move((x, z + 0.5), LEFT)
    hand.release((x, z + 0.5))
    _seen(rooms)
    assert _followers(rooms).stood_in
    for place in ((14.5, 1.5), (18.0, 2.0), (5.0, 4.0)):
        hand.move(place)
        _seen(rooms)
        assert not _followers(rooms).stood_in


def test_a_press_soon_after_a_drag_lets_nothing_stand_in(rooms: MainWindow) -> None:
    """The element that was under the mouse is not shown in the next drag."""
    hand, (x, z) = _taken(rooms)
    hand.release((x - 0.5, z))
    _seen(rooms)
    _followers(rooms).end()
    _seen(rooms)
    assert _followers(rooms).rest.isActive()
    hovered = next(o for o in rooms.canvas.overlays if o.name == "hovered")
    painted = []
    paint = hovered.paint
    hovered.paint = lambda *given: (painted.append(1), paint(*given))  # type: ignore[method-assign]
    try:
        hand.press((x - 0.5, z))
        _seen(rooms)
    finally:
        del hovered.paint  # type: ignore[method-assign]
    assert painted


def test_after_a_while_at_rest_all_is_painted_straight(rooms: MainWindow) -> None:
    """By itself; not while a drag is held."""
    _followers(rooms).rest.setInterval(10)
    try:
        hand, corner = _taken(rooms)
        QTest.qWait(30)
        hand.move((corner[0], corner[1] + 0.5), LEFT)
        hand.release((corner[0], corner[1] + 0.5))
        _seen(rooms)
        assert _followers(rooms).rest.isActive()
        QTest.qWait(60)
        assert not _followers(rooms).rest.isActive()
        assert _seen(rooms) == _anew(rooms)
    finally:
        _followers(rooms).rest.setInterval(followers.REST_MS)
