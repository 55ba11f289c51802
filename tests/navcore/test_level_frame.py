"""Frames: the box around elements, along their own sides."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navcore.level import operations as op
from navcore.level.frame import Frame, frame_of
from navcore.level.model import Agent, Level, Obstacle

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))
numbers = st.floats(-100, 100)


def test_bounds_of_what_has_no_sides_of_its_own():
    """So are bounds of several elements together."""
    table = Obstacle(id=1, polygon=(*SQUARE[:3], (1.0, 2.0)))
    guard = Agent(id=2, position=(6, 1), radius=0.5, facing=1)
    assert frame_of([table]) == Frame((2, 1), 4, 2)
    assert frame_of([table, guard]) == Frame((3.25, 1), 6.5, 2)
    with pytest.raises(ValueError, match="empty"):
        frame_of([])


def test_an_agent_turns_with_its_facing():
    """Its size is its disc."""
    assert frame_of([Agent(id=2, position=(6, 1), radius=0.5, facing=1)]) == Frame((6, 1), 1, 1, 1)


@given(st.floats(-7, 7), numbers, numbers)
def test_a_turned_rectangle_keeps_its_sides(angle, x, z):
    """Width and depth are measured along them, whatever its turn."""
    level = Level().with_items(
        {1: Obstacle(id=1, polygon=SQUARE, shape={"rect": [2, 1, 4, 2, 0.0]})}
    )
    turned = op.turn(level, [1], angle, (x, z)).apply(level)
    frame = frame_of([turned.obstacles[1]])
    assert math.remainder(frame.turn - angle, math.tau) == pytest.approx(0, abs=1e-9)
    assert (frame.width, frame.depth) == pytest.approx((4, 2), abs=1e-6)


@given(numbers, numbers, st.floats(0.1, 50), st.floats(0.1, 50), st.floats(-7, 7), numbers, numbers)
def test_places_and_back(x, z, width, depth, turn, along, across):
    """The frame's own axes and the world's say the same place."""
    frame = Frame((x, z), width, depth, turn)
    assert frame.local(frame.place((along, across))) == pytest.approx((along, across), abs=1e-6)
    assert math.dist(frame.at(1, 1), frame.at(-1, 1)) == pytest.approx(width)


@pytest.mark.parametrize(
    "rect", [None, 3, [1, 2], [1, 2, 3, 4, "5"], [1, 2, 3, 4, True], [1, 2, 3, 4, math.nan]]
)
def test_a_file_may_hold_anything(rect):
    """Invalid values are ignored."""
    assert frame_of([Obstacle(id=1, polygon=SQUARE, shape={"rect": rect})]).turn == 0
