"""Problems and reasons report the same measurements of the same floor."""

import re

from small_level import box

from navcore import World
from navcore.level.model import Agent, Area, Level, Settings
from navcore.proof.explain import explain
from navcore.proof.problems import problems

PLAYER, FAR = (5.0, 4.0), (35.0, 4.0)


def test_the_nearest_floor_is_as_far_away_for_problems_as_for_reasons():
    """The floor that is cut off reaches through two areas: the nearer one counts for both."""
    items = (
        Area(id=1, name="hall", polygon=box(0, 0, 10, 8)),
        Area(id=2, name="keep", polygon=box(30, 0, 40, 8)),
        Area(id=3, name="bridge", polygon=box(20, 2, 30.5, 6)),
        Agent(id=4, name="hero", position=PLAYER, player=True),
    )
    world = World.build(Level(settings=Settings()).with_items({one.id: one for one in items}))
    (problem,) = [one for one in problems(world) if "nearest floor" in one.text]
    reason = explain(world, PLAYER, FAR)
    told = [
        re.findall(r"nearest floor is ([\d.]+) m", text) for text in (problem.text, reason.text)
    ]
    assert told == [["10.00"], ["10.00"]]
