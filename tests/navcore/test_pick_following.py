"""The pick index, updated from level to level, compared with a new one."""

import random

import numpy as np
import pytest
from msgspec.structs import replace

from navcore.level.differences import differences
from navcore.level.edit import Edit
from navcore.level.kinds import all_kinds
from navcore.level.model import Edge, Level, Obstacle, Waypoint
from navcore.level.pick import PickIndex

KINDS = [kind.type for kind in all_kinds() if kind.picked]


def network(side: int) -> Level:
    """Return a square of waypoints with edges to the right, all with the same order."""
    items: dict[int, Waypoint | Edge | Obstacle] = {}
    for number in range(side * side):
        x, z = number % side, number // side
        items[100 + number] = Waypoint(id=100 + number, position=(float(x), float(z)))
        if x:
            items[9000 + number] = Edge(id=9000 + number, start=99 + number, end=100 + number)
    items[1] = Obstacle(id=1, polygon=((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    return Level().with_items(items)


def edited(rng: random.Random, level: Level, gone: list[Waypoint | Edge]) -> Level:
    """The level after a random edit; `gone` are elements that may come back."""
    every = [one for held in level.held.values() for one in held.values()]
    some = rng.sample(every, min(len(every), rng.choice((1, 3, 40))))
    turn = rng.random()
    if turn < 0.3:
        edit = Edit.remove(level, [one.id for one in some if one.id != 1])
        gone += [one for one in edit.before.values() if isinstance(one, Waypoint | Edge)]
    elif turn < 0.5:
        held = level.of(Waypoint)
        back = [one for one in gone if isinstance(one, Waypoint) or {*one.references} <= {*held}]
        edit = Edit.put(level, rng.sample(back, min(len(back), 9)))
    elif turn < 0.8:
        shifts = (0.0, 0.0, 1.0, 0.5)
        edit = Edit.put(
            level,
            [replace(e, order=e.order + rng.choice(shifts), locked=turn < 0.6) for e in some],
        )
    else:
        moved = [e for e in some if isinstance(e, Waypoint)]
        edit = Edit.put(level, [replace(e, position=(rng.random(), 2.0)) for e in moved])
    return edit.apply(level)


@pytest.mark.parametrize("seed", range(6))
def test_an_index_carried_on_equals_one_made_anew(seed: int) -> None:
    """This holds for any insertions, removals and changes of order."""
    rng, level, gone = random.Random(seed), network(9), list[Waypoint | Edge]()
    index = PickIndex(level)
    for number in range(60):
        level = edited(rng, level, gone)
        if number % 3:
            index = index.following(level)
            anew = PickIndex(level)
            box = (-9.0, -9.0, 99.0, 99.0)
            assert index.touching_box(*box) == anew.touching_box(*box)
            for one, other in zip(index.bounds_in(box), anew.bounds_in(box), strict=True):
                assert np.array_equal(one, other)
            low = (0.5, 0.5, 4.0, 6.0)
            ids = anew.touching_box(*low)
            for kind in (Waypoint, Edge):
                assert index.elements_in(low, kind) == [
                    level.element(i) for i in ids if type(level.element(i)) is kind
                ]
            some = {*[*level.of(Waypoint)][:9], *[*level.of(Edge)][:9], 7}
            assert {*index.among(some, low)} == some.intersection(ids)
            for point in ((3.0, 3.0), (3.5, 4.0), (0.2, 0.2)):
                assert index.at(point, 0.6) == anew.at(point, 0.6)
                assert index.outlines_at(point, 1.1) == anew.outlines_at(point, 1.1)
            ends = (0.5, 0.5), (4.0, 6.0)
            assert index.in_box(*ends, touched=True) == anew.in_box(*ends, touched=True)


def test_differences_by_edits_equal_those_by_comparing() -> None:
    """Both ways name the same elements."""
    rng, gone = random.Random(4), list[Waypoint | Edge]()
    level = old = network(8)
    for _ in range(12):
        level = edited(rng, level, gone)
    unrelated = Level(settings=level.settings, elements=level.held)
    assert level.changed_since(old) is not None
    assert unrelated.changed_since(old) is None
    compared = differences(old, unrelated, KINDS)
    compared = {i: one for i, one in compared.items() if one is not old.get(i)}
    assert differences(old, level, KINDS) == compared
