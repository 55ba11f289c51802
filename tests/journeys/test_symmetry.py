"""Draw symmetric halls in the real window, with the number of gestures and the results."""

import math
from typing import Final

import pytest
from counted_hand import CountedHand
from hand import ALT, CTRL, SHIFT
from journey_window import OpenWindow
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from editor.dialogs.array.dialog import ArrayDialog
from editor.shell.window import MainWindow
from navcore import World
from navcore.formats import read_level, write_level
from navcore.level import operations as op
from navcore.level.model import Element, Level, Point

KEY = Qt.Key

WITHOUT_A_LINE: Final = (
    "click the hall", "Shift+click pillar_1", "Shift+click pillar_2", "Shift+click the guard",
    "Ctrl+D", "Edit > Mirror > Left and right", "drag the copies to the axis",
    "click the hall", "Shift+click hall_2", "Edit > Combine > Unite",
    "click guard_2", "drag its first goal", "drag its second goal",
)  # fmt: skip
"""Gestures that the same hall took, in six undo steps, when Mirror had no axis."""

HALL, GATE, PILLAR, SECOND, GUARD, ALTAR = range(1, 7)


def half_a_hall() -> Level:
    """Return the left half of a hall, with pillars, a patrol, and gate and altar on x = 10."""
    level = Level()
    ids = iter(range(1, 100))

    def rect(x0: float, z0: float, x1: float, z1: float) -> tuple[Point, ...]:
        return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))

    for edit in (
        lambda level: op.add_area(level, rect(0, 0, 10, 12), ids.__next__, name="hall"),
        lambda level: op.add_area(
            level, rect(9, 12, 11, 12.5), ids.__next__, name="gate", door=True
        ),
        lambda level: op.add_obstacle(level, rect(3, 3, 4, 4), ids.__next__, name="pillar_1"),
        lambda level: op.add_obstacle(level, rect(3, 8, 4, 9), ids.__next__, name="pillar_2"),
        lambda level: op.add_agent(
            level, (6, 6), ids.__next__, name="guard", facing=math.pi / 2,
            player=False, goals=((2, 6), (2, 11)),
        ),
        lambda level: op.add_obstacle(level, rect(9, 9, 11, 10), ids.__next__, name="altar"),
    ):  # fmt: skip
        level = edit(level).apply(level)
    return level


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with half a hall."""
    return open_window(half_a_hall(), (-1.0, -1.0, 21.0, 14.0))


@pytest.fixture
def gestures(window: MainWindow) -> CountedHand:
    """Return simulated user input on the canvas that counts gestures."""
    return CountedHand(window)


def places(level: Level) -> list[tuple[object, ...]]:
    """Return the places of all elements, without names."""

    def of(element: Element) -> tuple[object, ...]:
        corners = sorted(getattr(element, "polygon", ()) or (element.position,))
        facing = getattr(element, "facing", 0.0)
        turned = (round(math.cos(facing), 6) + 0.0, round(math.sin(facing), 6) + 0.0)
        goals = tuple(getattr(element, "goals", ()))
        return (type(element).__name__, tuple(corners), turned, goals)

    return sorted(map(of, level.elements()), key=repr)


def test_half_a_hall_in_a_quarter_of_the_gestures(
    window: MainWindow, gestures: CountedHand
) -> None:
    """Select all, Shift+M, the axis: one undo step mirrors everything, goals included."""
    gestures.key(KEY.Key_A, CTRL)
    gestures.key(KEY.Key_M, SHIFT)
    gestures.hover((10, 5))
    assert window.canvas.gestures.hint().startswith("**Click mirrors a copy of 6 elements here.**")
    gestures.click((10, 5))
    assert gestures.count == 3
    assert gestures.count * 4 <= len(WITHOUT_A_LINE)

    level = window.document.level
    names = sorted(element.name for element in level.elements())
    assert names == [
        "altar", "gate", "guard", "guard_2", "hall", "pillar_1", "pillar_2", "pillar_3", "pillar_4",
    ]  # fmt: skip
    assert op.bounds_of([level.areas[HALL]]) == (0, 0, 20, 12)
    guard = next(a for a in level.agents.values() if a.name == "guard_2")
    assert (guard.position, guard.goals) == ((14, 6), ((18, 6), (18, 11)))
    assert guard.facing == pytest.approx(math.pi / 2)

    # It is symmetric: mirroring all of it in place changes nothing, and it is walkable.
    ids = [e.id for e in level.elements()]
    there = op.mirror(level, ids, (10.0, 0.0), (10.0, 1.0)).apply(level)
    assert places(there) == places(level)
    world = World.build(level)
    assert world.find_path((1, 1), (19, 1)).length == pytest.approx(
        world.find_path((19, 1), (1, 1)).length
    )

    # It is one step, survives saving, and mirroring about the same line again does nothing.
    assert window.document.stack.count() == 1
    assert read_level(write_level(level), "hall").level == level
    gestures.click((10, -0.5))
    gestures.click((10, 13))
    assert window.document.level == level
    assert window.canvas.gestures.hint().startswith("**Nothing changes")
    gestures.menu("undo")
    assert window.document.level == half_a_hall()


def test_four_corners_of_one(window: MainWindow, gestures: CountedHand) -> None:
    """Mirror one pillar of a colonnade twice, about lines along the axes."""
    gestures.click((3.5, 3.5))
    gestures.key(KEY.Key_M, SHIFT)
    gestures.key(KEY.Key_Down)
    gestures.click((6.05, 2))
    gestures.key(KEY.Key_Down)
    gestures.click((2, 6.04))
    boxes = sorted(op.bounds_of([e]) for e in window.document.level.obstacles.values())
    assert [b for b in boxes if b[2] - b[0] == 1] == [
        (3, 3, 4, 4), (3, 8, 4, 9), (8, 3, 9, 4), (8, 8, 9, 9),
    ]  # fmt: skip


def test_a_rotunda(window: MainWindow, gestures: CountedHand, qtbot: QtBot) -> None:
    """Set the pivot at the mouse, and make an array around it; the strip shows no rotation."""
    gestures.click((3.5, 3.5))
    gestures.hover((6, 6))
    gestures.key(KEY.Key_V, SHIFT)
    assert window.document.selection.pivot == (6, 6)
    gestures.key(KEY.Key_D, CTRL | SHIFT)
    dialog = window.findChild(ArrayDialog)
    dialog.ways.setCurrentIndex(2)
    dialog.ring.count.selectAll()
    QTest.keyClicks(dialog.ring.count, "8")
    QTest.keyClick(dialog.ring.count, KEY.Key_Return)
    level = window.document.level
    pillars = [e for e in level.obstacles.values() if e.name.startswith("pillar")]
    away = [math.dist(op.middle_of(e), (6, 6)) for e in pillars if e.id != SECOND]
    assert away == pytest.approx([math.hypot(2.5, 2.5)] * 8)
    # The next array begins with these numbers.
    gestures.menu("undo")
    gestures.click((3.5, 8.5))
    gestures.key(KEY.Key_D, CTRL | SHIFT)
    dialog = window.findChild(ArrayDialog)
    assert dialog.ways.currentIndex() == 2
    assert dialog.ring.count.count == 8
    dialog.reject()


def test_turned_about_a_corner_and_on(window: MainWindow, gestures: CountedHand) -> None:
    """Drag the pivot to a corner, rotate a copy about it with Alt, continue with Ctrl+D."""
    gestures.click((3.5, 8.5))
    tool = window.canvas.gestures
    (turn,) = [m.at for m in tool.preview().marks if m.style.startswith("turn")]
    gestures.click(turn)
    gestures.drag((3.5, 8.5), (4, 8.2), (4.02, 8.03))
    assert window.document.selection.pivot == (4, 8)
    x, z = turn[0] - 4, turn[1] - 8
    gestures.drag(turn, (4 - x, 8 + 0.2), (4 - z, 8 + x), keys=ALT)
    gestures.key(KEY.Key_D, CTRL)
    gestures.key(KEY.Key_D, CTRL)
    level = window.document.level
    boxes = [
        op.bounds_of([e])
        for name in ("pillar_3", "pillar_4", "pillar_5")
        for e in level.obstacles.values()
        if e.name == name
    ]
    assert boxes == [(3, 7, 4, 8), (4, 7, 5, 8), (4, 8, 5, 9)]


def test_a_mirrored_table_says_no_half_turn(window: MainWindow, gestures: CountedHand) -> None:
    """The options strip shows the rotation of the mirrored table."""
    gestures.click((10, 9.5))
    window.options.parts["turn"].take(30.0)
    gestures.menu("mirror_x")
    assert window.options.parts["turn"].value == -30
    window.options.parts["turn"].take(0.0)
    gestures.menu("mirror_x")
    assert window.options.parts["turn"].value == 0
