"""Corners that land exactly, are replaced, merged and taken out."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tool_bench import drawn, rectangle

from navcore.errors import NavcoreError
from navcore.level import operations as op

ROOM, TABLE = 1, 2
decimals = st.integers(-100_000, 100_000).map(lambda number: number / 100)


@pytest.fixture
def level():
    """A room and a table whose outline has parameters."""
    return drawn(
        lambda level, new_id: op.add_area(level, rectangle(0, 0, 4, 4), new_id, name="room"),
        lambda level, new_id: op.add_obstacle(
            level, rectangle(1, 1, 3, 2), new_id, name="table", shape={"rect": [2, 1.5, 2, 1, 0]}
        ),
    )


def ring_after(level, edit, element_id=ROOM):
    """The outline that the edit leaves."""
    return edit.apply(level).get(element_id).polygon


@given(decimals, decimals, decimals, decimals)
def test_decimal_moves_leave_no_dust(x, z, dx, dz):
    """A corner at 0.1 moved by 0.2 stands at 0.3, not at 0.30000000000000004."""
    ring = ((x, z), (x + 5000, z), (x, z + 5000))
    level = drawn(lambda level, new_id: op.add_area(level, ring, new_id))
    moved = ring_after(level, op.move_handles(level, {ROOM: [0]}, (dx, dz)))[0]
    assert moved == (round(x + dx, 2), round(z + dz, 2))


def test_moves_that_are_no_decimals_stay_as_they_are(level):
    """A third is not rounded."""
    third = 1 / 3
    assert ring_after(level, op.move_handles(level, {ROOM: [0]}, (third, 0)))[0] == (third, 0)


def test_what_is_dragged_lands_exactly(level):
    """Whatever a difference of floats would make of it."""
    end = (-1 / 3, 0.1 + 0.2)
    edit = op.drag_handles(level, {ROOM: [0, 1], TABLE: [0]}, (0.0, 0.0), end)
    assert ring_after(level, edit)[0] == end
    assert ring_after(level, edit)[1] == pytest.approx((4 + end[0], end[1]))
    assert ring_after(level, edit, TABLE)[0] == pytest.approx((1 + end[0], 1 + end[1]))
    assert edit.label == "Move 3 corners of 2 elements"


def test_parameters_of_the_outline_go(level):
    """An outline that was edited by hand is no rectangle any more."""
    assert level.obstacles[TABLE].shape is not None
    for edit in (
        op.drag_handles(level, {TABLE: [0]}, (1, 1), (0.5, 0.5)),
        op.replace_handles(level, TABLE, [0], [(0.5, 0.5)]),
        op.insert_handle(level, TABLE, 0, (2, 0.5)),
        op.delete_handles(level, {TABLE: [0]}),
    ):
        assert edit.apply(level).obstacles[TABLE].shape is None


def test_as_many_places_take_their_places_one_by_one(level):
    """Also where the corners are not in a row."""
    edit = op.replace_handles(level, ROOM, [3, 1], [(5, 0), (0, 6)])
    assert ring_after(level, edit) == ((0, 0), (5, 0), (4, 4), (0, 6))
    assert edit.label == "Set 2 corners of room"


def test_more_or_fewer_places_stand_where_the_first_corner_was(level):
    """And without corners, at the end."""
    edit = op.replace_handles(level, ROOM, [1, 2], [(4, 0), (5, 2), (4, 4)])
    assert ring_after(level, edit) == ((0, 0), (4, 0), (5, 2), (4, 4), (0, 4))
    edit = op.replace_handles(level, ROOM, [0, 2], [(1, 1)])
    assert ring_after(level, edit) == ((1, 1), (4, 0), (0, 4))
    edit = op.replace_handles(level, ROOM, [], [(-1, 2)])
    assert ring_after(level, edit) == (*rectangle(0, 0, 4, 4), (-1, 2))


def test_the_same_places_change_nothing(level):
    """No undo step for a paste of what is there."""
    assert not op.replace_handles(level, TABLE, [0, 1], [(1, 1), (3, 1)])


@given(st.lists(st.integers(0, 5)), st.lists(st.tuples(decimals, decimals), max_size=8))
def test_replacing_keeps_what_is_not_named(numbers, new):
    """Every other place is still there, in order; the new ones stand at the numbers told."""
    places = tuple((float(n), 0.5) for n in range(6))
    ring, at = op.replaced(places, numbers, new)
    assert [ring[n] for n in sorted(at)] == list(new)
    left = [place for n, place in enumerate(ring) if n not in at]
    assert left == [place for n, place in enumerate(places) if n not in numbers]


@pytest.mark.parametrize("places", [[(0, 0), (1, 0), (2, 0), (3, 0)], [(math.nan, 0)]])
def test_outlines_that_enclose_nothing_are_refused(level, places):
    """With a sentence."""
    with pytest.raises(NavcoreError, match=r"^(Here room would|A corner must be)"):
        op.replace_handles(level, ROOM, [0, 1, 2, 3], places)
    with pytest.raises(NavcoreError):
        op.drag_handles(level, {ROOM: [0]}, (0, 0), (math.inf, 0))


def test_a_corner_dropped_on_its_neighbour_is_one_with_it(level):
    """Whichever of the two was dragged; others stay, and a triangle stays a triangle."""
    moved = op.drag_handles(level, {ROOM: [0]}, (0, 0), (4, 0)).apply(level)
    assert ring_after(moved, op.merge_handles(moved, {ROOM: [0]})) == ((4, 0), (4, 4), (0, 4))
    moved = op.drag_handles(level, {ROOM: [3]}, (0, 4), (0, 0)).apply(level)
    assert ring_after(moved, op.merge_handles(moved, {ROOM: [3]})) == ((0, 0), (4, 0), (4, 4))
    assert not op.merge_handles(level, {ROOM: [0, 1, 2, 3]})
    assert not op.merge_handles(moved, {TABLE: [0]})
