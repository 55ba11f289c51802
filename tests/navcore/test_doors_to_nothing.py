"""Doors with a room on one side only are problems, unless they divide it."""

import pytest
from msgspec.structs import replace
from rule_levels import PLAYER, SETTINGS, box

from navcore.level.affine import Affine
from navcore.level.model import Area, Level
from navcore.proof.problems import problems
from navcore.world import World

HALL = Area(id=100, name="hall", polygon=box(0, 0, 12, 12))


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.2])
def test_door_to_nothing_is_told_however_the_room_is_turned(turn: float) -> None:
    """The box around a turned room holds its doors; a door in a notch parts the room."""
    turned = Affine.rotation(turn, (0.0, 0.0))
    door = Area(id=101, name="hatch", door=True, polygon=box(3, 12, 4.6, 12.4))
    level = Level(settings=SETTINGS).with_items(
        {one.id: one.carried(turned) for one in (PLAYER, HALL, door)}
    )
    assert [p.code for p in problems(World.build(level))] == ["door-leads-nowhere"]
    notch = ((0, 0), (12, 0), (12, 12), (7, 12), (7, 11), (5, 11), (5, 12), (0, 12))
    inside = Area(id=7, name="flap", door=True, polygon=box(5, 11, 7, 12))
    parted = (PLAYER, replace(HALL, polygon=notch), inside)
    level = Level(settings=SETTINGS).with_items({one.id: one.carried(turned) for one in parted})
    assert problems(World.build(level)) == ()
