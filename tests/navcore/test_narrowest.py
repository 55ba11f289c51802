"""The narrowest place on a path."""

import numpy as np
from two_rooms import two_rooms

from navcore import World
from navcore.proof.clearances import passages
from navcore.proof.narrowest import Narrowest, narrowest_on
from tests.bench.canvas_town import town


def test_a_path_through_a_door_is_as_narrow_as_the_door():
    """Two metres wide."""
    level = two_rooms(second_door=True)
    found = passages(level)
    path = World.build(level).find_path((2, 2), (14, 2))
    passage = narrowest_on(found, np.vstack([path.start, path.points]))
    assert passage is not None
    assert (passage.door, round(passage.width, 2)) == (102, 2.0)


def test_a_path_within_a_room_crosses_nothing():
    """A path of a single place, or in a level without narrow places, crosses none either."""
    level = two_rooms(second_door=True)
    found = passages(level)
    inside = np.array([(1.0, 2.0), (6.0, 2.0), (6.0, 10.0)])
    assert narrowest_on(found, inside) is None
    assert narrowest_on(found, inside[:1]) is None
    assert narrowest_on([], inside) is None


def test_of_several_the_narrowest_counts():
    """There and back again through the other door."""
    level = two_rooms(second_door=True)
    found = passages(level)
    both = np.array([(2.0, 2.0), (14.0, 2.0), (14.0, 10.0), (2.0, 10.0)])
    passage = narrowest_on(found, both)
    assert passage is not None
    assert passage.width == min(p.width for p in found if p.door is not None)


def test_a_prepared_question_finds_what_looking_at_each_line_finds():
    """Random paths over a level with many narrow places, a cell aside or none."""
    level = town(3, 90, 240)
    found, rng = passages(level), np.random.default_rng(4)
    crossed = 0
    for aside in (0.0, 0.4):
        lines = Narrowest(found, aside=aside)
        for _ in range(60):
            points = rng.uniform(0.0, 96.0, (7, 2))
            one = lines.on(points)
            each = [p for p in found if narrowest_on([p], points, aside=aside) is not None]
            assert one is min(each, key=lambda passage: passage.width, default=None)
            crossed += len(each)
    assert crossed > 100
