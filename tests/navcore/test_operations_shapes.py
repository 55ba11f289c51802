"""Size, turn, radius and thickness of outlines from the parameters that they were made from."""

import math
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from small_level import CHEST, GUARD, HALL, TABLE, small_level

from navcore.errors import NavcoreError
from navcore.geometry.shapes import circle_ring, rectangle_ring, regular_ring, wall_rings
from navcore.level import operations as op
from navcore.level.model import Obstacle

places = st.tuples(st.floats(-50, 50), st.floats(-50, 50))
lengths = st.floats(0.1, 50)
turns = st.floats(-3, 3)


def made(polygon, shape=None):
    """An obstacle with this outline."""
    return Obstacle(id=9, name="thing", polygon=polygon, shape=shape)


def rect(place, width, depth, turn):
    """A turned rectangle that knows its sides."""
    ring = rectangle_ring(place, width, depth, turn)
    return made(ring, {"rect": [*place, width, depth, turn]})


def circle(place, radius):
    """A circle that knows its radius."""
    return made(circle_ring(place, radius), {"circle": [*place, radius]})


def wall(line, width):
    """A wall that knows its line."""
    return made(wall_rings(line, width)[0], {"line": [list(p) for p in line], "width": width})


LINE = ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0))


def test_shapes_that_are_known_let_large_outlines_go() -> None:
    """A drag makes a new outline with every move: only so many corners are kept alive."""
    first = tuple((float(x), float(x % 7)) for x in range(30_000))
    held = sys.getrefcount(first)
    for count in range(5):
        assert op.shape_of(made((*first, (-1.0, -1.0 - count)) if count else first)) is None
    assert sys.getrefcount(first) == held


def test_what_an_outline_was_made_as_counts_while_it_fits():
    """Moving a corner by hand ends it; so do parameters that can't be read."""
    assert op.shape_of(rect((1, 2), 3, 4, 0.5)) == "rect"
    assert op.shape_of(circle((1, 2), 3)) == "circle"
    assert op.shape_of(wall(LINE, 0.2)) == "wall"
    assert op.shape_of(small_level().agents[GUARD]) is None
    moved = ((9.0, 9.0), *rectangle_ring((0, 0), 2, 1)[1:])
    assert op.shape_of(made(moved, {"rect": [0, 0, 2, 1, 0]})) is None
    assert op.shape_of(made(moved)) is None
    for shape in (
        {"star": 1}, {"circle": 3}, {"circle": [0, 0, "big"]}, {"rect": [0, 0]}, {"rect": None},
        {"line": [[0]], "width": 1}, {"line": [[0, 0], [1, 0]]}, {"circle": [0, 0, math.nan]},
        {"line": [[0, 0], [1, 0]], "width": 0}, {"circle": [5, 5, 1]},
    ):  # fmt: skip
        assert op.shape_of(made(rectangle_ring((0, 0), 2, 1), shape)) is None


@given(places, lengths, lengths, turns)
def test_a_rectangle_is_known_by_its_corners_too(place, width, depth, turn):
    """The sides are found again, with the least turn."""
    plain = made(rectangle_ring(place, width, depth, turn))
    assert op.shape_of(plain) == "rect"
    assert sorted(op.size_of(plain)) == pytest.approx(sorted((width, depth)), abs=1e-6)
    assert abs(op.turn_of(plain)) <= math.pi / 4 + 1e-9
    assert op.middle_of(plain) == pytest.approx(place, abs=1e-6)


@given(places, lengths, lengths, turns, lengths, lengths)
def test_a_turned_rectangle_is_resized_along_its_sides(place, width, depth, turn, w, d):
    """About its middle, and keeps its turn."""
    new = op.resized(rect(place, width, depth, turn), (w, d))
    assert op.size_of(new) == (w, d)
    assert op.middle_of(new) == place
    assert op.turn_of(new) == pytest.approx(turn)
    assert op.shape_of(new) == "rect"


@given(places, lengths, lengths, turns, turns)
def test_turning_to_an_angle_and_back_is_as_before(place, width, depth, turn, other):
    """Nothing drifts: outlines are made from the parameters."""
    element = rect(place, width, depth, turn)
    there = op.turned_to(element, other)
    assert op.turn_of(there) == pytest.approx(other)
    back = op.turned_to(there, turn).polygon
    assert all(math.dist(a, b) < 1e-8 for a, b in zip(back, element.polygon, strict=True))


def test_a_rectangle_along_the_axes_stays_plain_until_it_is_turned():
    """Files don't get redundant data."""
    table = small_level().obstacles[TABLE]
    assert op.resized(table, (2.0, 2.0)).shape is None
    assert op.resized(table, (2.0, 2.0)).polygon == ((3.5, 3), (5.5, 3), (5.5, 5), (3.5, 5))
    turned = op.turned_to(table, math.pi / 2)
    assert turned.shape == {"rect": [4.5, 4.0, 3.0, 2.0, pytest.approx(math.pi / 2)]}
    assert op.size_of(turned) == (3.0, 2.0)


def test_circles_and_walls_are_made_anew():
    """They are computed from centre and radius, or from line and thickness."""
    wider = op.with_radius(circle((1, 2), 1), 30)
    assert wider.polygon == circle_ring((1, 2), 30)
    assert op.radius_of(wider) == 30
    few = made(regular_ring((0, 0), 1, 6), {"circle": [0, 0, 1]})
    assert op.with_radius(few, 2).polygon == regular_ring((0, 0), 2, 6)
    thicker = op.with_thickness(wall(LINE, 0.2), 0.5)
    assert thicker.polygon == wall_rings(LINE, 0.5)[0]
    assert op.thickness_of(thicker) == 0.5
    assert op.thickness_of(wider) == op.radius_of(thicker) == 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda: op.resized(rect((0, 0), 1, 1, 0), (0, 1)), "a width and a depth over 0 m"),
        (lambda: op.resized(rect((0, 0), 1, 1, 0), (math.nan, 1)), "a width and a depth over 0"),
        (lambda: op.with_radius(circle((0, 0), 1), 0), "a radius over 0 m"),
        (lambda: op.with_thickness(wall(LINE, 1), -1), "a thickness over 0 m"),
        (
            lambda: op.resized(made(((0, 0), (1, 0), (2, 0))), (1, 1)),
            "thing has no size that could be changed.",
        ),
        (
            lambda: op.with_thickness(wall(((0, 0), (4, 0), (4, 4), (0, 4), (0, 0.7)), 0.2), 1.6),
            "At this thickness thing would close around a hole. Type less.",
        ),
        (lambda: op.moved_to(circle((0, 0), 1), (math.inf, 0)), "finite"),
    ],
)
def test_what_can_not_be_is_said(change, sentence):
    """The message is for designers."""
    with pytest.raises(NavcoreError, match=re.escape(sentence)):
        change()


def test_what_has_no_such_parameter_stays_as_it_is():
    """An agent is not resized, a triangle not turned."""
    guard, hall = small_level().agents[GUARD], small_level().areas[HALL]
    triangle = made(((0, 0), (1, 0), (0, 1)))
    assert op.resized(guard, (9, 9)) is guard
    assert op.with_radius(guard, 9) is guard
    assert op.with_thickness(guard, 9) is guard
    assert op.with_radius(hall, 9) is hall
    assert op.with_thickness(hall, 9) is hall
    assert op.turned_to(triangle, 1.0) is triangle
    assert op.turn_of(triangle) == 0
    assert op.turned_to(guard, 1.0).facing == op.turn_of(replace(guard, facing=1.0)) == 1.0
    assert op.radius_of(guard) == 0.45
    assert op.size_of(guard) == pytest.approx((0.9, 0.9))


def test_anything_else_is_stretched_about_the_middle_of_its_bounds():
    """Afterwards its shape is unknown."""
    triangle = made(((0.0, 0.0), (4.0, 0.0), (0.0, 2.0)))
    new = op.resized(triangle, (2.0, 2.0))
    assert new.polygon == ((1.0, 0.0), (3.0, 0.0), (1.0, 2.0))
    assert op.moved_to(triangle, (0.0, 0.0)).polygon == ((-2.0, -1.0), (2.0, -1.0), (-2.0, 1.0))
    assert op.resized(circle((0, 0), 1), (1.0, 2.0)).shape is None


def test_each_is_changed_by_its_number_as_one_step():
    """The label counts the changed elements."""
    level, label = small_level(), "Move {0}"
    edit = op.change_each(
        level,
        [TABLE, CHEST],
        lambda e, n: op.moved_to(e, (op.middle_of(e)[0] + n, 1.5)),
        label,
    )
    assert edit.label == "Move 2 obstacles"
    after = edit.apply(level)
    assert op.middle_of(after.obstacles[TABLE]) == (4.5, 1.5)
    assert op.middle_of(after.obstacles[CHEST]) == (15.5, 1.5)
    one = op.change_each(level, [TABLE, CHEST], lambda e, n: op.moved_to(e, (14.5, 1.5)), label)
    assert one.label == "Move table"
    assert not op.change_each(level, [TABLE], lambda e, n: e, label)
