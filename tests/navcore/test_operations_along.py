"""Rooms move with their contents, and doors stay in their gaps."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, YARD, box, small_level

from navcore.geometry.contact import touching_stretches
from navcore.level import operations as op
from navcore.level.affine import Affine
from navcore.level.companions import ALONE, companions
from navcore.level.edit import Edit
from navcore.level.elements import Stop
from navcore.level.model import Area, Level


@pytest.fixture
def level() -> Level:
    """Two rooms joined by a gate, a table, a chest, two agents."""
    return small_level()


def moved(level: Level, ids: list[int], vector: tuple[float, float]) -> Edit:
    """Return the move of these elements and their contents."""
    return op.move_together(level, ids, companions(level, ids), vector)


def scaled(
    level: Level, room: int, factors: tuple[float, float], pivot: tuple[float, float]
) -> Level:
    """The level after this room was scaled, its doors in their gaps."""
    edit = op.scale(level, [room], factors, pivot)
    return op.doors_follow(level, edit).apply(level)


def gate(level: Level) -> tuple[tuple[float, float], ...]:
    """The outline of the gate."""
    return level.areas[GATE].polygon


class TestTakingAlong:
    """Moves, turns and copies of rooms."""

    def test_a_move(self, level):
        """Things, doors and people keep their places in the room; one step with a count."""
        edit = moved(level, [HALL], (1.5, 0.0))
        after = edit.apply(level)
        assert edit.label == "Move hall and 3 things in it"
        assert after.areas[HALL].polygon == box(1.5, 0, 11.5, 8)
        assert after.obstacles[TABLE].polygon == box(4.5, 3, 7.5, 5)
        assert after.agents[GUARD].position == (3.5, 2.0)
        assert after.agents[GUARD].goals == ((18.0, 6.0),), "it lies in the yard"
        assert gate(after) == box(11.5, 3, 12.5, 6)
        assert after.areas[YARD] is level.areas[YARD]
        assert after.obstacles[CHEST] is level.obstacles[CHEST]

    def test_the_other_room_takes_the_door_and_the_goal(self, level):
        """The guard stays where it is; where it goes moves."""
        after = moved(level, [YARD], (0.0, 2.0)).apply(level)
        assert gate(after) == box(10, 5, 11, 8)
        assert after.agents[GUARD].position == (2.0, 2.0)
        assert after.agents[GUARD].goals == ((18.0, 8.0),)
        assert after.agents[COOK].position == (18.0, 4.0)

    def test_both_rooms(self, level):
        """All of the level moves."""
        edit = moved(level, [HALL, YARD], (3.0, 4.0))
        assert edit.label == "Move 2 areas and 5 things in them"
        everything = [element.id for element in level.elements()]
        whole = op.move(level, everything, (3.0, 4.0)).apply(level)
        guard = whole.agents[GUARD]
        whole = whole.with_items({GUARD: guard.with_points(((21.0, 10.0),), (0,))})
        assert edit.apply(level) == whole

    def test_a_room_selected_with_what_stands_in_it(self, level):
        """Moves nothing twice, and goals once."""
        level = level.with_items({GUARD: level.agents[GUARD].with_points(((1.0, 1.0),), (0,))})
        after = moved(level, [HALL, TABLE, GUARD], (1.0, 0.0)).apply(level)
        assert after.obstacles[TABLE].polygon == box(4, 3, 7, 5)
        assert after.agents[GUARD].position == (3.0, 2.0)
        assert after.agents[GUARD].goals == ((2.0, 1.0),)

    def test_one_thing_is_said_as_one(self, level):
        """The label is singular."""
        small = Level().with_items({HALL: level.areas[HALL], TABLE: level.obstacles[TABLE]})
        assert moved(small, [HALL], (1.0, 0.0)).label == "Move hall and 1 thing in it"
        alone = Level().with_items({HALL: level.areas[HALL]})
        assert moved(alone, [HALL], (1.0, 0.0)).label == "Move hall"

    def test_without_companions_it_is_the_operation_alone(self, level):
        """The result is the same as with the switch off."""
        edit = op.move_together(level, [HALL], ALONE, (1.0, 0.0))
        assert edit == op.move(level, [HALL], (1.0, 0.0))

    def test_a_turn(self, level):
        """Rooms are turned as units: about one pivot, facings too."""
        along = companions(level, [HALL])
        after = op.turn_together(level, [HALL], along, math.pi / 2, (0.0, 0.0)).apply(level)
        assert set(after.obstacles[TABLE].polygon) == {(-3, 3), (-3, 6), (-5, 6), (-5, 3)}
        assert after.agents[GUARD].position == (-2.0, 2.0)
        assert after.agents[GUARD].facing == pytest.approx(math.pi / 2)
        assert set(gate(after)) == {(-3, 10), (-3, 11), (-6, 11), (-6, 10)}

    def test_stops_turn_with_the_room(self, level):
        """A guard that looks at the gate looks at it afterwards; the stop in the yard stays."""
        guard = level.agents[GUARD].with_points(((1.0, 1.0), (18.0, 6.0)), (None, None))
        guard = guard.with_stops((Stop(facing=0.0), Stop(facing=1.0)))
        level = level.with_items({GUARD: guard})
        along = companions(level, [HALL])
        after = op.turn_together(level, [HALL], along, math.pi / 2, (0.0, 0.0)).apply(level)
        assert after.agents[GUARD].goals == ((-1.0, 1.0), (18.0, 6.0))
        assert after.agents[GUARD].stop(0).facing == pytest.approx(math.pi / 2)
        assert after.agents[GUARD].stop(1).facing == 1.0

    def test_a_mirror_image_in_place(self, level):
        """The symmetric hall stays; the elements in it change sides."""
        along = companions(level, [HALL])
        edit = op.mirror_together(level, [HALL], along, (5.0, 0.0), (5.0, 1.0))
        after = edit.apply(level)
        assert edit.label == "Mirror hall and 3 things in it"
        assert after.areas[HALL] is level.areas[HALL]
        assert set(gate(after)) == set(box(-1, 3, 0, 6))
        assert after.agents[GUARD].position == (8.0, 2.0)

    def test_deleting_a_room_deletes_nothing_in_it(self, level):
        """Things are easily deleted as well, and hard to draw again."""
        after = op.delete(level, [HALL]).apply(level)
        assert {TABLE, GUARD, GATE} <= {element.id for element in after.elements()}

    def test_copies(self, level):
        """All have new ids and names, and goals at their places in the copy."""
        level = level.with_items(
            {GUARD: level.agents[GUARD].with_points(((1, 1), (18, 6)), (0, None))}
        )
        ids = itertools.count(100).__next__
        edit, sources = op.duplicate_together(
            level, [HALL], companions(level, [HALL]), Affine.translation((0.0, 20.0)), ids
        )
        assert edit.label == "Duplicate hall and 3 things in it"
        after = edit.apply(level)
        copy_of = {source.id: copy for copy, source in sources.items()}
        assert copy_of.keys() == {HALL, GATE, TABLE, GUARD}
        assert after.areas[copy_of[HALL]].polygon == box(0, 20, 10, 28)
        assert after.obstacles[copy_of[TABLE]].polygon == box(3, 23, 6, 25)
        assert after.agents[copy_of[GUARD]].goals == ((1, 21), (18, 6))
        assert after.agents[GUARD] == level.agents[GUARD]
        assert edit.inverse().apply(after) == level

    def test_an_array(self, level):
        """Each copy has all elements, and goals at their places in it."""
        level = level.with_items({GUARD: level.agents[GUARD].with_points(((1, 1),), (None,))})
        ids, maps = itertools.count(100).__next__, op.grid_maps(1, 3, (0.0, 10.0))
        along = companions(level, [HALL])
        after = op.array(level, [HALL], maps, ids, along=along).apply(level)
        assert [a.goals for a in after.agents.values()][2:] == [((1, 11),), ((1, 21),)]
        assert len(after.areas) == 7
        assert len(after.obstacles) == 4

    @pytest.mark.parametrize("edge", ["bottom", "top"])
    def test_aligned_rooms_take_theirs_along(self, level, edge):
        """Each moves by its own distance; a door between two goes with the first."""
        level = op.move(level, [YARD, CHEST, COOK], (0.0, 5.0)).apply(level)
        after = op.follow_rooms(level, op.align(level, [HALL, YARD], edge)).apply(level)
        up = after.areas[HALL].polygon[0][1]
        assert after.areas[YARD].polygon[0][1] == up == (0.0 if edge == "bottom" else 5.0)
        assert after.obstacles[TABLE].polygon == box(3, 3 + up, 6, 5 + up)
        assert after.obstacles[CHEST].polygon == box(14, 1 + up, 15, 2 + up)
        assert after.agents[COOK].position == (18.0, 2.0 + up)

    def test_what_is_aligned_itself_is_not_taken_along(self, level):
        """The table comes to the left edge, not a second time with the room."""
        edit = op.align(level, [HALL, TABLE, CHEST], "right")
        after = op.follow_rooms(level, edit).apply(level)
        assert after.obstacles[TABLE].polygon == box(12, 3, 15, 5)
        assert after.areas[HALL].polygon == box(5, 0, 15, 8)
        assert after.agents[GUARD].position == (7.0, 2.0)

    @pytest.mark.parametrize("ids", [[HALL], [HALL, YARD], [YARD, TABLE, COOK]])
    def test_an_edit_that_moves_rooms_is_followed(self, level, ids):
        """Companions move as if the rooms had been moved with them, for any edit."""
        vector = (2.5, -1.0)
        followed = op.follow_rooms(level, op.move(level, ids, vector)).apply(level)
        assert followed == moved(level, ids, vector).apply(level)

    def test_an_edit_that_turns_rooms_is_followed(self, level):
        """Things between two rooms come along too, as with a move."""
        level = op.add_obstacle(level, box(10, 0, 11, 3), lambda: 50, name="wall").apply(level)
        turn = op.turn(level, [HALL, YARD], 0.5, (3.0, 4.0))
        followed = op.follow_rooms(level, turn).apply(level)
        along = companions(level, [HALL, YARD])
        whole = op.turn_together(level, [HALL, YARD], along, 0.5, (3.0, 4.0)).apply(level)
        assert 50 in along.ids
        for element in whole.elements():
            there = followed.element(element.id)
            for one, other in zip(element.points, there.points, strict=True):
                assert one == pytest.approx(other, abs=1e-8)

    def test_edits_without_rooms_are_left_alone(self, level):
        """Doors and things."""
        for edit in (
            op.move(level, [TABLE, GATE], (1.0, 0.0)),
            op.delete(level, [HALL]),
            op.rename(level, HALL, "saloon"),
            op.set_fields(level, [HALL], available=False),
        ):
            assert op.follow_rooms(level, edit) is edit

    @settings(max_examples=60)
    @given(
        st.lists(st.sampled_from([HALL, YARD, GATE, TABLE, CHEST, GUARD, COOK]), unique=True),
        st.tuples(st.integers(-40, 40), st.integers(-40, 40)),
    )
    def test_there_and_back_is_where_it_was(self, ids, quarters):
        """With the same companions; and undo is identity."""
        level, vector = small_level(), (quarters[0] / 4, quarters[1] / 4)
        edit = moved(level, ids, vector)
        after = edit.apply(level)
        assert edit.inverse().apply(after) == level
        along = companions(level, ids)
        back = (-vector[0], -vector[1])
        assert op.move_together(after, ids, along, back).apply(after) == level


class TestDoorsFollow:
    """Rooms that are scaled or reshaped."""

    def test_a_side_that_is_scaled(self, level):
        """The gate moves with it; contents and doors of other sides stay."""
        after = scaled(level, HALL, (1.2, 1.0), (0.0, 0.0))
        assert gate(after) == box(12, 3, 13, 6)
        assert after.obstacles == level.obstacles
        assert after.agents == level.agents

    def test_a_side_that_grows_leaves_the_door_in_its_place(self, level):
        """The gate is in the right side; the upper one moves up."""
        assert gate(scaled(level, HALL, (1.0, 2.0), (0.0, 0.0))) == box(10, 3, 11, 6)
        assert gate(scaled(level, HALL, (1.0, 1.5), (0.0, 8.0))) == box(10, 3, 11, 6)

    def test_a_door_never_leaves_its_side(self, level):
        """It is pushed down by the upper side; on a shorter side it overlaps both ends equally."""
        assert gate(scaled(level, HALL, (1.0, 0.5), (0.0, 0.0))) == box(10, 1, 11, 4)
        assert gate(scaled(level, HALL, (1.0, 0.25), (0.0, 0.0))) == box(10, -0.5, 11, 2.5)

    def test_an_edge_that_is_dragged(self, level):
        """Both corners move equally, also along the edge."""
        edit = op.move_handles(level, {HALL: [1, 2]}, (0.5, 0.25))
        assert gate(op.doors_follow(level, edit).apply(level)) == box(10.5, 3.25, 11.5, 6.25)

    def test_an_edge_that_turns(self, level):
        """The gate turns with it, as far from the corner that stays as before."""
        edit = op.move_handles(level, {HALL: [2]}, (6.0, 0.0))
        after = op.doors_follow(level, edit).apply(level)
        hall, ring = after.areas[HALL].polygon, gate(after)
        (stretch,) = touching_stretches(hall, ring, 0.01)
        assert stretch.edge == 1
        assert (stretch.start, stretch.end) == pytest.approx((3.0, 6.0))
        assert math.dist(ring[0], ring[1]) == pytest.approx(1.0)

    def test_both_rooms_alike(self, level):
        """A wall that is dragged on both sides takes the gate once."""
        edit = op.move_handles(level, {HALL: [1, 2], YARD: [0, 3]}, (2.0, 0.0))
        assert gate(op.doors_follow(level, edit).apply(level)) == box(12, 3, 13, 6)

    def test_one_side_after_the_other(self, level):
        """Whichever comes first, the gate ends up between the rooms."""
        for first, second in (({HALL: [1, 2]}, {YARD: [0, 3]}), ({YARD: [0, 3]}, {HALL: [1, 2]})):
            now = level
            for handles in (first, second):
                edit = op.move_handles(now, handles, (1.5, 0.0))
                now = op.doors_follow(now, edit).apply(now)
            assert gate(now) == box(11.5, 3, 12.5, 6)

    def test_a_door_that_is_edited_itself_is_left_to_that(self, level):
        """A locked door is not moved either."""
        edit = op.move_handles(level, {HALL: [1, 2], GATE: [0, 3]}, (2.0, 0.0))
        assert op.doors_follow(level, edit) is edit
        level = op.lock(level, [GATE]).apply(level)
        edit = op.move_handles(level, {HALL: [1, 2]}, (2.0, 0.0))
        assert op.doors_follow(level, edit) is edit

    def test_other_edits_are_left_alone(self, level):
        """Obstacles, doors, new corners."""
        for edit in (
            op.move(level, [TABLE], (1.0, 0.0)),
            op.move(level, [GATE], (1.0, 0.0)),
            op.insert_handle(level, HALL, 1, (10.5, 4.0)),
            op.delete(level, [HALL]),
            op.add_area(level, box(30, 0, 40, 9), lambda: 77),
        ):
            assert op.doors_follow(level, edit) is edit

    def test_a_door_in_a_notch_fills_it_as_before(self):
        """Cut out of the hall: its corners follow the notch's."""
        notched = ((0, 0), (10, 0), (10, 3), (9, 3), (9, 5), (10, 5), (10, 8), (0, 8))
        hall = Area(id=HALL, name="hall", polygon=notched)
        door = Area(id=GATE, name="gate", polygon=box(9, 3, 10, 5), door=True)
        level = Level().with_items({HALL: hall, GATE: door})
        assert gate(scaled(level, HALL, (2.0, 1.0), (0.0, 0.0))) == box(18, 3, 20, 5)
        every = op.move_handles(level, {HALL: [1, 2, 3, 4, 5, 6]}, (1.0, 0.0))
        assert gate(op.doors_follow(level, every).apply(level)) == box(10, 3, 11, 5)
        lower = op.move_handles(level, {HALL: [2, 3]}, (0.0, -1.0))
        assert gate(op.doors_follow(level, lower).apply(level)) == box(9, 2, 10, 5)

    def test_a_moved_room_moves_its_doors_once(self, level):
        """Already taken along, they are not moved again."""
        edit = moved(level, [HALL], (1.0, 0.0))
        assert op.doors_follow(level, edit) is edit

    @settings(max_examples=100)
    @given(
        st.dictionaries(
            st.sampled_from([HALL, YARD]),
            st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True),
            min_size=1,
        ),
        st.tuples(st.integers(-16, 16), st.integers(-16, 16)),
    )
    def test_any_corners(self, handles, quarters):
        """The gate keeps its size and touches a room that was reshaped; undo is identity."""
        level = small_level()
        edit = op.move_handles(level, handles, (quarters[0] / 4, quarters[1] / 4))
        whole = op.doors_follow(level, edit)
        after = whole.apply(level)
        assert whole.inverse().apply(after) == level
        ring = gate(after)
        sides = [math.dist(a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]
        assert sides == pytest.approx([1.0, 3.0, 1.0, 3.0])
        if GATE in whole.after:
            edges = [(a, touching_stretches(after.areas[a].polygon, ring, 0.02)) for a in handles]
            long_enough = any(found for _, found in edges)
            assert long_enough
