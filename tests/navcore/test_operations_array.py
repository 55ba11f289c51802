"""Many copies at once."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_level import CHEST, GUARD, TABLE, small_level

from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.affine import Affine
from navcore.level.operations.array import MOST_COPIES

counts = st.integers(1, 12)
steps = st.floats(-20, 20).filter(lambda step: abs(step) > 0.01)


def ids_from(number):
    """Ids that count on."""
    return itertools.count(number).__next__


def moves(maps):
    """How far they move."""
    assert all(one.only_moves for one in maps)
    return [(one.e, one.f) for one in maps]


@given(counts, counts, steps, steps)
def test_that_rows_and_columns_are_filled_in_equal_steps(columns, rows, across, up):
    """The requested number is made, including the original, each one step further."""
    vectors = moves(op.grid_maps(columns, rows, (across, up)))
    assert len(vectors) == columns * rows - 1
    places = {(round(x / across), round(z / up)) for x, z in [(0.0, 0.0), *vectors]}
    assert places == set(itertools.product(range(columns), range(rows)))
    for x, z in vectors:
        assert x == pytest.approx(round(x / across) * across, abs=1e-8)
        assert z == pytest.approx(round(z / up) * up, abs=1e-8)


@given(st.integers(1, 40), steps, st.floats(-7, 7))
def test_that_a_line_goes_on_in_equal_steps(copies, length, angle):
    """Each copy is one length on from the last, all in one direction."""
    places = [(0.0, 0.0), *moves(op.line_maps(copies, length, angle))]
    assert len(places) == copies + 1
    for before, after in itertools.pairwise(places):
        assert after[0] - before[0] == pytest.approx(length * math.cos(angle), abs=1e-8)
        assert after[1] - before[1] == pytest.approx(length * math.sin(angle), abs=1e-8)


def test_copies_are_named_on_row_by_row_and_the_original_stays():
    """table, table_2, table_3: across first, then up."""
    level = small_level()
    vectors = op.grid_maps(2, 2, (4.0, -3.0))
    edit = op.array(level, [TABLE], vectors, ids_from(100))
    made = edit.apply(level)
    assert made.obstacles[TABLE] == level.obstacles[TABLE]
    placed = {e.name: e.polygon[0] for e in made.obstacles.values() if e.id != CHEST}
    assert placed == {
        "table": (3, 3), "table_2": (7, 3), "table_3": (3, 0), "table_4": (7, 0),
    }  # fmt: skip
    assert edit.label == "Make 3 copies of table"
    assert [e.name for e in made.elements()][3:7] == ["table", "chest", "table_2", "table_3"]


def test_several_elements_are_copied_together():
    """Each copy has all of them; the label counts the new elements."""
    level = small_level()
    edit = op.array(
        level, [TABLE, GUARD], [Affine.translation((n, 0.0)) for n in (1.0, 2.0)], ids_from(100)
    )
    assert [item.name for item in edit.after.values()] == [
        "table_2", "guard_2", "table_3", "guard_3",
    ]  # fmt: skip
    assert edit.label == "Make 4 copies of 2 elements"
    assert not op.array(level, [TABLE], [], ids_from(100))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: op.grid_maps(0, 3, (1.0, 1.0)), "1 or more"),
        (lambda: op.grid_maps(300, 30, (1.0, 1.0)), "9,000 are too many"),
        (lambda: op.grid_maps(3, 1, (0.0, 1.0)), "columns would lie on top of each other"),
        (lambda: op.grid_maps(1, 3, (1.0, 0.0)), "rows would lie on top of each other"),
        (lambda: op.grid_maps(3, 1, (math.nan, 1.0)), "columns"),
        (lambda: op.line_maps(0, 1.0, 0.0), "1 or more"),
        (lambda: op.line_maps(3, 0.0, 0.0), "on top of each other"),
    ],
)
def test_what_can_not_be_made_is_refused(make, sentence):
    """There is a message."""
    with pytest.raises(NavcoreError, match=sentence):
        make()


def test_one_row_does_not_ask_for_a_step_up():
    """Numbers without an effect are not checked."""
    assert moves(op.grid_maps(2, 1, (1.0, 0.0))) == [(1.0, 0.0)]


def test_more_than_can_be_looked_at_is_refused():
    """This concerns several elements together."""
    level = small_level()
    vectors = op.line_maps(MOST_COPIES // 2 + 1, 1.0, 0.0)
    with pytest.raises(NavcoreError, match="1,002 copies are too many"):
        op.array(level, [TABLE, CHEST], vectors, ids_from(100))
    assert len(op.array(level, [TABLE], vectors, ids_from(100)).after) == len(vectors)


def test_an_unknown_id_is_a_mistake_of_the_program():
    """There is an exception, not a message for designers."""
    with pytest.raises(KeyError):
        op.array(small_level(), [999], [Affine.translation((1.0, 0.0))], ids_from(100))


@given(st.integers(1, 40), st.floats(-300, 300), st.tuples(steps, steps))
def test_that_a_ring_is_divided_evenly(count, angle, centre):
    """Each copy is turned on by the same angle, as far from the centre as the original."""
    step = math.radians(angle)
    if any(abs(math.remainder(n * step, math.tau)) < 1e-4 for n in range(1, count)):
        return
    maps = op.ring_maps(count, centre, step)
    assert len(maps) == count - 1
    for number, turned in enumerate(maps, 1):
        place = turned((0.0, 0.0))
        assert math.dist(place, centre) == pytest.approx(math.hypot(*centre), abs=1e-6)
        assert math.remainder(turned.heading(0.0) - number * step, math.tau) == pytest.approx(
            0, abs=1e-9
        )


def test_a_ring_turns_its_copies_or_keeps_them_upright():
    """The chest around a place to its left, by quarters; a guard's way comes along."""
    level = small_level()
    edit = op.array(level, [CHEST], op.ring_maps(4, (12.5, 1.5), math.pi / 2), ids_from(100))
    boxes = [op.bounds_of([e]) for e in edit.after.values()]
    assert boxes == [(12, 3, 13, 4), (10, 1, 11, 2), (12, -1, 13, 0)]
    upright = op.ring_maps(4, (14.0, -1.0), math.pi / 2, (14.5, 1.5))
    assert moves(upright) == [(-3.0, -2.0), (-1.0, -5.0), (2.0, -3.0)]
    maps = op.ring_maps(2, (5.0, 5.0), math.pi)
    (guard,) = op.array(level, [GUARD], maps, ids_from(100), handles=True).after.values()
    assert (guard.position, guard.goals) == ((8, 8), ((-8, 4),))


@pytest.mark.parametrize(
    ("count", "step", "middle", "sentence"),
    [
        (0, 1.0, None, "1 or more"),
        (5000, 1e-3, None, "too many"),
        (3, 0.0, None, "on top of each other"),
        (5, math.pi / 2, None, "on top of each other"),
        (3, math.nan, None, "on top of each other"),
        (3, 1.0, (2.0, 2.0), "middle of what is copied"),
    ],
)
def test_a_ring_that_can_not_be_made(count, step, middle, sentence):
    """Is refused with a sentence."""
    with pytest.raises(NavcoreError, match=sentence):
        op.ring_maps(count, (2.0, 2.0), step, middle)
