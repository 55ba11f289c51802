"""Doors that leave a room because another of their rooms moves them."""

import math

import pytest
from msgspec.structs import replace
from small_level import GATE, GUARD, HALL, YARD, box, small_level

from navcore.level.companions import companions
from navcore.level.doorways import partings
from navcore.level.edit import Edit
from navcore.level.model import Area, Level
from navcore.level.operations import delete, follow_rooms, move, move_together, turn_together


@pytest.fixture
def level() -> Level:
    """A hall and a yard, and a gate between them."""
    return small_level()


def left(level: Level, edit: Edit) -> list[tuple[int, int]]:
    """Ids of doors and of the rooms that they leave."""
    return [(parting.door.id, parting.hinge.room.id) for parting in partings(level, edit)]


def moved(level: Level, x: float, z: float, *ids: int) -> Edit:
    """Move these rooms with their contents."""
    return move_together(level, ids, companions(level, ids), (x, z))


def test_a_door_leaves_the_room_that_stays(level):
    """Whichever of the two moves."""
    assert left(level, moved(level, -3, 0, HALL)) == [(GATE, YARD)]
    assert left(level, moved(level, 0, 20, YARD)) == [(GATE, HALL)]


def test_a_door_that_slides_along_the_other_room_stays_at_it(level):
    """Until it is past the end."""
    assert not partings(level, moved(level, 0, 2, HALL))
    assert left(level, moved(level, 0, 6, HALL)) == [(GATE, YARD)]


def test_rooms_that_move_together_keep_their_door(level):
    """Nothing is left."""
    assert not partings(level, moved(level, 30, 0, HALL, YARD))


def test_a_turn_counts_as_a_move(level):
    """A quarter turn about the middle of the hall."""
    along = companions(level, [HALL])
    assert left(level, turn_together(level, [HALL], along, math.pi / 2, (5, 4))) == [(GATE, YARD)]


def test_a_door_dragged_away_from_all_its_rooms_is_no_parting(level):
    """That was meant; dragged a bit into one of them it leaves the other."""
    assert not partings(level, move(level, [GATE], (0, 30)))
    assert left(level, move(level, [GATE], (-0.5, 0))) == [(GATE, YARD)]


def test_deleted_rooms_lose_nothing(level):
    """Deleted doors don't either."""
    assert not partings(level, delete(level, [YARD]))
    assert not partings(level, delete(level, [GATE]))
    both = moved(level, -3, 0, HALL).then(Edit.remove(level, [YARD]))
    assert not partings(level, both)


def test_a_typed_place_counts_as_a_move(level):
    """`follow_rooms` takes the gate along."""
    hall = replace(level.areas[HALL], polygon=box(-5, 0, 5, 8))
    assert left(level, follow_rooms(level, Edit.put(level, [hall]))) == [(GATE, YARD)]


def test_other_edits_part_nothing(level):
    """An agent moves, a door is shut, and an area is drawn around both rooms."""
    assert not partings(level, move(level, [GUARD], (1, 1)))
    shut = replace(level.areas[GATE], available=False)
    assert not partings(level, Edit.put(level, [shut]))
    around = Area(id=99, polygon=box(-1, -1, 21, 9))
    assert not partings(level, Edit.put(level, [around]))
    assert not partings(level, Edit())


def test_several_doors_come_in_drawing_order(level):
    """Their ids don't matter."""
    other = Area(id=2**20, name="hatch", order=0.5, polygon=box(10, 7, 11, 8), door=True)
    level = level.with_items({other.id: other})
    assert left(level, moved(level, -3, 0, HALL)) == [(other.id, YARD), (GATE, YARD)]
