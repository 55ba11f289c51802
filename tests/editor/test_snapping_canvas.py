"""Snapping on the canvas: moving elements, options, and marks."""

import math
from dataclasses import replace

import pytest
from hand import CTRL, LEFT, SHIFT, Hand
from PySide6.QtCore import Qt
from small_level import CHEST, GUARD, TABLE

from editor.actions.view import SNAP_STEPS, SNAP_SWITCHES
from editor.canvas.overlays.selection import across
from editor.canvas.snapping import Snapped
from editor.look import style
from editor.tools.lines import Line
from navcore.level.edit import Edit
from navcore.level.model import Area, Obstacle

KEY = Qt.Key


@pytest.fixture
def hand(window):
    """Return user input with the vertex tool on the table: (3, 3), (6, 3), (6, 5), (3, 5)."""
    made = Hand(window.canvas)
    window.document.select(frozenset({TABLE}))
    made.key(KEY.Key_E)
    return made


def corner(window, number=3):
    """Where a corner of the table is now."""
    return window.document.level.obstacles[TABLE].polygon[number]


def pixels(window, count):
    """Return the length of some pixels, metres."""
    return count / window.canvas.viewport.camera.scale


def test_a_corner_snaps_to_the_rest_of_its_outline_and_not_to_itself(window, hand):
    """Its neighbour attracts, the place that it left does not."""
    window.canvas.snapping.set_step(10.0)
    window.canvas.snapping.switch("grid")
    hand.hold((3, 5), (4, 5.7), (6 + pixels(window, 6), 5))
    assert window.canvas.gestures.snapped.kind == "vertex"
    assert corner(window) == (6, 5)
    back = (3 + pixels(window, 6), 5)
    hand.move(back, LEFT)
    assert window.canvas.gestures.snapped.kind == "none"
    assert corner(window) == pytest.approx(back)
    hand.release(back)


def test_what_is_previewed_attracts_nothing(window, hand):
    """The middle of the edge that follows the corner is not where it was."""
    window.canvas.snapping.switch("grid")
    hand.hold((3, 5), (3, 6), (3, 7))
    hand.move((4.5, 6 + pixels(window, 3)), LEFT)
    assert window.canvas.gestures.snapped.kind == "none"
    hand.release((4.5, 6))


def test_ctrl_is_the_other_way(window, hand):
    """None where there is snapping, and snapping where there is none."""
    hand.hold((3, 5), (3.2, 5.7), (3.2, 5.7))
    assert corner(window) == (3, 5.5)
    hand.move((3.2, 5.7), LEFT, CTRL)
    assert corner(window) == pytest.approx((3.2, 5.7))
    hand.key(KEY.Key_N)
    hand.move((3.2, 5.7), LEFT)
    assert corner(window) == pytest.approx((3.2, 5.7))
    hand.move((3.2, 5.7), LEFT, CTRL)
    assert corner(window) == (3, 5.5)
    hand.release((3.2, 5.7), keys=CTRL)


@pytest.mark.parametrize(("key", "place"), [(KEY.Key_PageUp, (3.0, 6.0)),
                                            (KEY.Key_BracketRight, (3.0, 6.0)),
                                            (KEY.Key_PageDown, (3.25, 5.75)),
                                            (KEY.Key_BracketLeft, (3.25, 5.75))])  # fmt: skip
def test_the_step_changes_during_the_drag(window, hand, key, place):
    """The corner moves there at once."""
    hand.hold((3, 5), (3.2, 5.7), (3.2, 5.7))
    hand.key(key)
    assert corner(window) == place
    hand.release((3.2, 5.7))
    assert window.document.stack.count() == 1


def test_shift_holds_a_corner_on_its_line(window, hand):
    """It snaps to edges that cross the line; the line runs across the view."""
    window.canvas.snapping.switch("grid")
    window.document.select(frozenset({TABLE, CHEST}))
    hand.move((15, 2))
    hand.press((15, 2))
    hand.move((15.3, 2.3), LEFT, SHIFT)
    hand.move((13, 2.1), LEFT, SHIFT)
    x, z = window.document.level.obstacles[CHEST].polygon[2]
    assert z == 2
    assert x == pytest.approx(13)
    hand.move((11 + pixels(window, 5), 2.1), LEFT, SHIFT)
    assert window.document.level.obstacles[CHEST].polygon[2] == (11, 2)
    snapped = window.canvas.gestures.snapped
    assert snapped.kind == "edge"
    assert snapped.along == Line((15, 2), (1, 0))
    hand.release((11, 2), keys=SHIFT)


def test_a_line_crosses_the_whole_view():
    """Both ends are outside the view, on the line."""
    for line in (Line((0, 0), (1, 0)), Line((50, 2), (3, -4)), Line((-900, -900), (0, 2))):
        ends = across(line, (0.0, 0.0, 20.0, 10.0))
        for end in ends:
            assert not (0 < end[0] < 20 and 0 < end[1] < 10)
            assert line.nearest(end) == pytest.approx(end)


def test_kinds_are_switches_in_menu_and_status_bar(window):
    """They are the same actions, checked as in the preferences."""
    listed = window.status.snap.menu().actions()
    for row in (*SNAP_SWITCHES, *SNAP_STEPS):
        assert window.commands.table[row.id] in listed
    action = window.commands.table["snap_midpoint"]
    assert action.isChecked()
    action.trigger()
    assert "midpoint" not in window.settings.snap_to
    assert not action.isChecked()
    action.trigger()
    assert "midpoint" in window.settings.snap_to


def test_a_step_is_chosen(window):
    """One of the eight, and the status bar shows it."""
    window.commands.table["snap_step_0.25"].trigger()
    assert window.settings.snap_step == 0.25
    assert window.status.snap.text() == "snap 0.25 m"
    assert window.commands.table["snap_step_0.25"].isChecked()
    assert not window.commands.table["snap_step_0.5"].isChecked()


def test_the_status_bar_tells_whether_the_grid_attracts(window):
    """Without it the step still counts for arrow keys; with all off, nothing snaps."""
    window.canvas.snapping.switch("grid")
    assert window.status.snap.text() == "snap to shapes, 0.5 m"
    for kind in ("vertex", "midpoint", "edge", "crossing"):
        window.canvas.snapping.switch(kind)
    assert window.status.snap.text() == "no snap"


def test_n_switches_all_off(window):
    """The kinds keep their states."""
    Hand(window.canvas).key(KEY.Key_N)
    assert not window.settings.snap
    assert len(window.settings.snap_to) == 5
    assert window.status.snap.text() == "no snap"


def test_handles_of_many_corners_are_drawn_where_they_stand_apart(window, hand):
    """All are drawn where there is room; overlapping ones are drawn once."""
    ring = tuple(
        (5 + 4 * math.cos(n / 400 * math.tau), 4 + 4 * math.sin(n / 400 * math.tau))
        for n in range(400)
    )
    document = window.document
    document.commit(Edit.put(document.level, [Area(id=99, order=9, polygon=ring)]))
    document.select(frozenset({99}))
    window.canvas.frame_selection()
    hand.move((5, 4))
    image = window.canvas.grab().toImage()
    ratio = image.devicePixelRatio()
    accent = style.current().accent.lower()
    for number in range(0, 400, 7):
        x, y = window.canvas.viewport.camera.to_pixel(ring[number])
        around = {
            image.pixelColor(round((x + dx) * ratio), round((y + dy) * ratio)).name()
            for dx in range(-5, 6)
            for dy in range(-5, 6)
        }
        assert accent in around


def test_a_corridor_ends_beside_the_room_and_not_at_its_corner(window):
    """At 40 %, where the corner is less than ten pixels away; a corner off the grid is caught."""
    document, camera = window.document, window.canvas.viewport.camera
    rooms = [
        Area(id=98, order=8, polygon=((2, 40), (8, 40), (8, 44), (2, 44))),
        Area(id=99, order=9, polygon=((-3.82, 40.21), (-9, 40), (-9, 44), (-3.8, 44))),
    ]
    document.commit(Edit.put(document.level, rooms))
    window.canvas.viewport.look(replace(camera, x=0.0, z=42.0, scale=16.0))
    hand = Hand(window.canvas)
    hand.key(KEY.Key_R)
    hand.hold((-2, 38), (0, 39), (1.5, 40))
    assert window.canvas.gestures.snapped.kind == "grid"
    hand.release((1.5, 40))
    (corridor,) = document.selection.ids
    assert max(x for x, _ in document.level.areas[corridor].polygon) == 1.5
    hand.move((-3.8, 40.2))
    window.canvas.gestures.preview()
    assert window.canvas.gestures.snapped == Snapped((-3.82, 40.21), "vertex")


PLACES = {
    "vertex": (3.05, 3.05), "midpoint": (4.53, 3.04), "crossing": (6.02, 4.71),
    "edge": (7.02, 2.13), "grid": (2.04, 7.04),
}  # fmt: skip
"""Places near targets, on the small level with one more obstacle."""


@pytest.mark.parametrize("kind", PLACES)
def test_every_tool_that_draws_shows_what_attracts_before_the_click(window, kind):
    """It does so with no button down and before the first corner."""
    document, canvas = window.document, window.canvas
    ring = ((6.1, 2.1), (9.3, 2.1), (9.3, 6.3), (5.2, 4.3))
    document.commit(Edit.put(document.level, [Obstacle(id=99, order=9, polygon=ring)]))
    document.select(frozenset({GUARD}))
    canvas.viewport.frame((0, 0, 12, 8))
    hand = Hand(canvas)
    # They ask about the very place under the mouse; mirroring takes an edge as a whole, and the
    # brush paints the cell that the mouse is over.
    raw = {"probe", "scale_picture", "mirror", "brush"}
    tools = [tool for tool in canvas.gestures.tools if tool.cursor == "cross"]
    assert len(tools) > 10
    for tool in (tool for tool in tools if tool.name not in raw):
        canvas.gestures.choose(tool)
        hand.move(PLACES[kind])
        canvas.gestures.preview()
        snapped = canvas.gestures.snapped
        assert snapped is not None, tool.name
        assert snapped.kind == kind, tool.name


def test_what_a_press_takes_attracts_nothing(window):
    """The end of the last measurement: it is dragged from where it is."""
    canvas = window.canvas
    hand = Hand(canvas)
    hand.key(KEY.Key_M)
    hand.drag((1, 7), (1.5, 7), (2, 7))
    hand.move((2 + pixels(window, 3), 7))
    canvas.gestures.preview()
    assert canvas.gestures.snapped is None
