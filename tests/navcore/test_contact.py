"""Stretches along which outlines touch."""

import math

import pytest
from small_level import box

from navcore.geometry.contact import Stretch, direction, faces_itself, touching_stretches

ROOM = box(0, 0, 10, 8)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (box(10, 3, 11, 6), [Stretch(1, 3, 6)]),
        (box(9, 3, 11, 6), [Stretch(1, 3, 6)]),
        (box(10.005, 3, 11, 6), [Stretch(1, 3, 6)]),
        (box(10.02, 3, 11, 6), []),
        (box(10, 8, 11, 9), []),
        (box(4, 3, 6, 5), []),
        (box(8, 6, 10, 8), [Stretch(1, 6, 8), Stretch(2, 0, 2)]),
        (box(10, -3, 11, 20), [Stretch(1, 0, 8)]),
        (box(-1, -1, 11, 9), [Stretch(n, 0, length) for n, length in enumerate((10, 8, 10, 8))]),
        (((10, 3), (11, 4), (10, 5)), [Stretch(1, 3, 5)]),
        (((10, 4), (11, 3), (11, 5)), []),
        (((9, 4), (11, 3), (11, 5)), [Stretch(1, 3.5, 4.5)]),
    ],
)  # fmt: skip
def test_stretches(other, expected):
    """Along an edge, across it, near it, inside; corners alone do not touch."""
    found = touching_stretches(ROOM, other, 0.01)
    assert [stretch.edge for stretch in found] == [stretch.edge for stretch in expected]
    for one, wanted in zip(found, expected, strict=True):
        assert one[1:] == pytest.approx(wanted[1:])
        assert one.length == pytest.approx(wanted.end - wanted.start)


def test_an_edge_that_is_touched_twice():
    """A bracket around a part of the wall."""
    bracket = ((10, 1), (12, 1), (12, 6), (10, 6), (10, 5), (11, 5), (11, 2), (10, 2))
    assert touching_stretches(ROOM, bracket, 0.01) == [Stretch(1, 1, 2), Stretch(1, 5, 6)]


def test_a_notch_faces_itself():
    """A straight wall, a corner or a round wall does not."""
    notched = ((0, 0), (10, 0), (10, 3), (9, 3), (9, 5), (10, 5), (10, 8), (0, 8))
    door = box(9, 3, 10, 5)
    assert faces_itself(notched, touching_stretches(notched, door, 0.01))
    assert not faces_itself(ROOM, touching_stretches(ROOM, box(10, 3, 11, 6), 0.01))
    assert not faces_itself(ROOM, touching_stretches(ROOM, box(8, 6, 10, 8), 0.01))
    turns = [math.tau * number / 40 for number in range(40)]
    tower = tuple((5 * math.cos(turn), 5 * math.sin(turn)) for turn in turns)
    assert not faces_itself(tower, touching_stretches(tower, box(4.5, -1, 6, 1), 0.01))


def test_directions():
    """Unit vectors; an edge without length has none."""
    assert direction(ROOM, 1) == (0.0, 1.0)
    assert direction(ROOM, 3) == (0.0, -1.0)
    assert direction(((1, 1), (1, 1), (2, 2)), 0) == (0.0, 0.0)
