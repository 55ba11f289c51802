"""*Why?*, its fix and the rules name the same width for a gap that is too narrow."""

import math

import pytest
from msgspec.structs import replace
from sim_levels import box
from two_rooms import two_rooms

from navcore import World
from navcore.level.affine import Affine
from navcore.level.model import Area, Level, Obstacle, Settings
from navcore.proof.explain import explain
from navcore.proof.explanation import Reason
from navcore.proof.problems import problems
from navcore.proof.verdicts import limits_of

SETTINGS = Settings(cell_size=0.4, agent_radius=0.45, object_padding=0.1, grid_origin="cells")


def divided_hall(turn: float, width: float = 0.8) -> Level:
    """Return a hall divided by two walls, turned by an angle, with a gap of this width."""
    spin = Affine.rotation(turn, (6.5, 4.0))
    low, high = box(6, -30, 7, 4 - width / 2), box(6, 4 + width / 2, 7, 30)
    return Level(settings=SETTINGS).with_items(
        {
            1: Area(id=1, name="hall", polygon=box(-1, -1, 14, 9)),
            2: Obstacle(id=2, name="low_wall", polygon=spin.ring(low)),
            3: Obstacle(id=3, name="high_wall", polygon=spin.ring(high)),
        }
    )


@pytest.mark.parametrize("turn", [0.0, 0.3, math.pi / 4])
def test_reason_fix_and_rule_name_one_width_for_a_gap(turn: float):
    """The width that is passable at every grid alignment, rounded up to centimetres."""
    world = World.build(divided_hall(turn))
    told = explain(world, (2, 4), (11, 4))
    assert told.reason is Reason.WIDTH
    assert told.fix is not None
    width = told.fix.label.removeprefix("Widen to ")
    assert told.text.endswith(f"is 0.80 m wide; this agent needs {width}.")
    (found,) = (one for one in problems(world) if one.code == "gap-too-narrow")
    assert f"is 0.80 m wide; agents need {width}." in found.text
    assert found.fix is not None
    assert found.fix.label == f"Widen the gap to {width}"
    needed = limits_of(SETTINGS, steps=math.cos(turn) + math.sin(turn)).always_from
    assert needed <= float(width.removesuffix(" m")) + 1e-9 < needed + 0.0101


@pytest.mark.parametrize("sixteenth", range(16))
def test_gap_of_the_named_width_is_passable_at_every_grid_alignment(sixteenth: int):
    """Rounded down, a slanted gap of that width would be shut at some."""
    told = explain(World.build(divided_hall(0.3)), (2, 4), (11, 4))
    width = float(told.text.rpartition("needs ")[2].removesuffix(" m."))
    shift = Affine.translation((sixteenth * 0.4 / 16, sixteenth * 0.2 / 16))
    level = divided_hall(0.3, width)
    level = level.with_items(
        {one.id: replace(one, polygon=shift.ring(one.polygon)) for one in level.obstacles.values()}
    )
    assert explain(World.build(level), (2, 4), (11, 4)).reason is Reason.NONE


def test_obstacle_in_a_door_is_named_with_a_fix() -> None:
    """No two sides face each other there: it lies across the middle of the door."""
    settings = Settings(agent_radius=0.45, object_padding=0.25, boundary_padding=0.45)
    level = two_rooms(second_door=False).with_settings(settings)
    wide = replace(level.areas[102], polygon=box(7.6, 1, 8.8, 4))
    crate = Obstacle(id=50, name="crate", polygon=box(7.7, 1.2, 8.7, 3.8))
    level = level.with_items({102: wide, 50: crate})
    told = explain(World.build(level), (2.0, 2.0), (14.0, 2.0))
    assert told.reason is Reason.WIDTH
    assert told.text == (
        "crate is in the way: paths pass 0.10 m from it, and this agent needs 0.70 m."
    )
    assert told.fix is not None
    assert told.fix.label == "Switch off crate"
    after = World.build(told.fix.apply(level))
    assert explain(after, (2.0, 2.0), (14.0, 2.0)).reason is Reason.NONE
    locked = level.with_items({50: replace(crate, locked=True)})
    told = explain(World.build(locked), (2.0, 2.0), (14.0, 2.0))
    assert told.text.startswith("crate is in the way")
    assert told.fix is None
