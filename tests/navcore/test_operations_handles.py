"""Handles are moved exactly, replaced, merged, added and removed."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_kinds import TRAIL, Trail
from tool_bench import drawn, rectangle

from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.kinds import registered
from navcore.level.model import Agent, Area, Level

ROOM, TABLE, GUARD = 1, 2, 3
decimals = st.integers(-100_000, 100_000).map(lambda number: number / 100)


@pytest.fixture
def level():
    """Return a room and a table with a parametric outline."""
    return drawn(
        lambda level, new_id: op.add_area(level, rectangle(0, 0, 4, 4), new_id, name="room"),
        lambda level, new_id: op.add_obstacle(
            level, rectangle(1, 1, 3, 2), new_id, name="table", shape={"rect": [2, 1.5, 2, 1, 0]}
        ),
    )


def ring_after(level, edit, element_id=ROOM):
    """Return the outline after the edit."""
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
    """Rounding errors of differences don't matter."""
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
    """Without corners they are at the end."""
    edit = op.replace_handles(level, ROOM, [1, 2], [(4, 0), (5, 2), (4, 4)])
    assert ring_after(level, edit) == ((0, 0), (4, 0), (5, 2), (4, 4), (0, 4))
    edit = op.replace_handles(level, ROOM, [0, 2], [(1, 1)])
    assert ring_after(level, edit) == ((1, 1), (4, 0), (0, 4))
    edit = op.replace_handles(level, ROOM, [], [(-1, 2)])
    assert ring_after(level, edit) == (*rectangle(0, 0, 4, 4), (-1, 2))


def test_the_same_places_change_nothing(level):
    """Pasting the current values is no undo step."""
    assert not op.replace_handles(level, TABLE, [0, 1], [(1, 1), (3, 1)])


@given(st.lists(st.integers(0, 5)), st.lists(st.tuples(decimals, decimals), max_size=8))
def test_replacing_keeps_what_is_not_named(numbers, new):
    """All other places stay in order; the new ones have the returned numbers."""
    places = tuple((float(n), 0.5) for n in range(6))
    ring, sources, at = op.replaced(places, numbers, new)
    assert len(sources) == len(ring)
    stayed = [source for n, source in enumerate(sources) if n not in at]
    assert stayed == [n for n in range(6) if n not in numbers]
    assert [ring[n] for n in sorted(at)] == list(new)
    left = [place for n, place in enumerate(ring) if n not in at]
    assert left == [place for n, place in enumerate(places) if n not in numbers]


@pytest.mark.parametrize("places", [[(0, 0), (1, 0), (2, 0), (3, 0)], [(math.nan, 0)]])
def test_outlines_that_enclose_nothing_are_refused(level, places):
    """There is a message."""
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


# Handles that are no corners.

finite = st.tuples(decimals, decimals)
elements = st.one_of(
    st.lists(finite, min_size=1, max_size=6).map(
        lambda goals: Agent(id=7, name="it", position=(1, 1), goals=tuple(goals))
    ),
    st.builds(
        lambda stops, ring: Trail(id=7, name="it", stops=tuple(stops), ring=ring),
        st.lists(finite, min_size=2, max_size=6),
        st.booleans(),
    ),
    st.just(Area(id=7, name="it", polygon=rectangle(-2e4, -2e4, 2e4, 2e4))),
)


def holding(element):
    """A level of one element."""
    return Level().with_items({element.id: element})


@given(elements, finite, st.data())
def test_moving_there_and_back_is_nothing(element, vector, data):
    """Of any element with handles; those that are not named stay."""
    size = len(element.points)
    indices = data.draw(st.sets(st.integers(0, size - 1), min_size=1))
    if element.closed and not isinstance(element, Trail):
        indices = set(range(size))
    with registered(TRAIL):
        level = holding(element)
        there = op.move_handles(level, {7: indices}, vector).apply(level)
        stay = set(range(size)) - indices
        assert all(there.element(7).points[n] == element.points[n] for n in stay)
        back = op.move_handles(there, {7: indices}, (-vector[0], -vector[1])).apply(there)
        assert back == level


@given(elements, finite, st.data())
def test_a_handle_put_in_and_taken_out_is_nothing(element, place, data):
    """It stands after the side's own number; the numbers behind it move on by one."""
    first = -1 if element.lead else 0
    side = data.draw(st.integers(first, len(element.points) - 1))
    with registered(TRAIL):
        level = holding(element)
        more = op.insert_handle(level, 7, side, place).apply(level)
        points = more.element(7).points
        assert points[side + 1] == place
        assert (*points[: side + 1], *points[side + 2 :]) == element.points
        assert op.delete_handles(more, {7: {side + 1}}).apply(more) == level


class TestGoals:
    """Goals of an agent."""

    @pytest.fixture
    def level(self):
        """A guard with three goals."""
        goals = ((4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
        return holding(Agent(id=GUARD, name="guard", position=(0, 0), goals=goals))

    def test_labels_speak_of_stops(self, level):
        """One, several, and all of them."""
        assert op.move_handles(level, {GUARD: [0]}, (1, 0)).label == "Move a stop of guard"
        assert op.move_handles(level, {GUARD: [0, 2]}, (1, 0)).label == "Move 2 stops of guard"
        assert op.insert_handle(level, GUARD, -1, (2, 0)).label == "Add a stop to guard"
        assert op.delete_handles(level, {GUARD: [1]}).label == "Delete a stop of guard"
        assert op.replace_handles(level, GUARD, [], [(9, 9)]).label == "Set a stop of guard"
        with pytest.raises(NavcoreError, match=r"^A stop must be finite, not nan, 0"):
            op.insert_handle(level, GUARD, 0, (math.nan, 0))

    def test_an_agent_may_lose_all_goals(self, level):
        """It stays, and gets a first one again."""
        without = op.delete_handles(level, {GUARD: [0, 1, 2]}).apply(level)
        assert without.element(GUARD).points == ()
        again = op.insert_handle(without, GUARD, -1, (2, 2)).apply(without)
        assert again.element(GUARD).points == ((2, 2),)

    def test_the_last_goal_leads_on(self, level):
        """The next goal is appended."""
        more = op.insert_handle(level, GUARD, 2, (9, 9)).apply(level)
        assert more.element(GUARD).points[3] == (9, 9)
        with pytest.raises(IndexError):
            op.insert_handle(level, GUARD, 3, (9, 9))

    def test_the_first_and_the_last_goal_are_no_neighbours(self, level):
        """Unless it starts over: only then do they become one."""
        level = op.move_handles(level, {GUARD: [2]}, (4, -4)).apply(level)
        assert not op.merge_handles(level, {GUARD: [2]})
        loop = op.set_mode(level, [GUARD], "loop").apply(level)
        merged = op.merge_handles(loop, {GUARD: [2]}).apply(loop)
        assert merged.element(GUARD).points == ((4, 0), (4, 4))

    def test_the_only_goal_of_a_loop_stays(self, level):
        """It is not its own neighbour."""
        one = Agent(id=GUARD, position=(0, 0), goals=((1, 1),), loop=True)
        assert not op.merge_handles(holding(one), {GUARD: [0]})

    def test_corners_and_goals_are_handles(self, level):
        """The label of an edit of both names both."""
        area = Area(id=9, name="hall", polygon=rectangle(4, 0, 8, 4))
        both = level.with_items({9: area})
        edit = op.move_handles(both, {GUARD: [0], 9: [0]}, (1, 0))
        assert edit.label == "Move 2 handles of 2 elements"


def test_a_kind_of_its_own_says_what_it_allows():
    """A trail needs two stops: it is deleted with one, and a refusal gives the reason."""
    with registered(TRAIL):
        level = holding(Trail(id=7, name="path", stops=((0, 0), (1, 0), (2, 0))))
        assert op.delete_handles(level, {7: [0]}).apply(level).element(7).points[0] == (1, 0)
        assert op.delete_handles(level, {7: [0, 1]}).after == {7: None}
        with pytest.raises(NavcoreError, match=r"^path can't have its handles there\.$"):
            op.replace_handles(level, 7, [0, 1, 2], [(0, 0)])
        with pytest.raises(IndexError):
            op.insert_handle(level, 7, -1, (0, 0))
