"""Reasons where neither the start nor the goal can be part of a path."""

from math import dist

from sim_levels import box

from navcore import World
from navcore.level.model import Area, Level, Obstacle, Settings
from navcore.proof.explain import explain


def test_end_in_a_wall_and_another_that_is_cut_off_are_both_told():
    """Nothing beside the wall leads to the goal, so no place is offered as one with a path."""
    level = Level(settings=Settings(agent_radius=0.3, object_padding=0.1)).with_items({
        1: Area(id=1, name="store", polygon=box(0, 0, 6, 6)),
        2: Area(id=2, name="vault", polygon=box(6.8, 0, 12, 6)),
        3: Obstacle(id=3, name="crate", polygon=box(2, 2, 4, 4)),
    })  # fmt: skip
    world = World.build(level)
    there, back = explain(world, (3, 3), (7.4, 3)), explain(world, (7.4, 3), (3, 3))
    assert there.text.startswith("The start lies inside crate. The nearest places with a path ")
    assert back.text.startswith("The goal lies inside crate. The nearest places with a path ")
    assert there.relaxation.start is not None
    assert there.relaxation.goal is not None
    assert f"{dist((3, 3), there.relaxation.start):.1f} m from the start" in there.text
    assert f"{dist((7.4, 3), there.relaxation.goal):.1f} m from the goal" in there.text
