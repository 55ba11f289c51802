"""Floor that a closed door cuts off: a local search agrees with a search of all floor."""

import random

import numpy as np
import pytest

from navcore.level.model import Area, Level, Settings
from navcore.level.operations.fields import toggle_doors
from navcore.proof.reach import Place, Reach
from navcore.proof.rules.doors import Opening, _joined_by
from navcore.proof.survey import Survey
from navcore.world import World
from tests.rule_levels import box


def rooms(rng: random.Random) -> Level:
    """Nine rooms, with doors of any width between them, some shut, some that overlap."""
    items: dict[int, Area] = {}
    for number in range(9):
        x, z = 6.0 * (number % 3), 6.0 * (number // 3)
        items[number + 1] = Area(id=number + 1, order=number, polygon=box(x, z, x + 5.0, z + 5.0))
        for ahead in ((1, 0), (0, 1)):
            for _ in range(rng.randrange(3)):
                wide, at, one = rng.uniform(0.6, 2.0), rng.uniform(0.2, 2.8), len(items) + 100
                side = (x + 4.5, z + at, x + 6.5, z + at + wide)
                above = (x + at, z + 4.5, x + at + wide, z + 6.5)
                ring = box(*(side if ahead[0] else above))
                items[one] = Area(id=one, polygon=ring, door=True, available=rng.random() < 0.4)
    return Level(settings=Settings(cell_size=0.25)).with_items(items)


def over_the_whole_floor(before: Reach, after: Reach) -> set[Place]:
    """The regions that are part of one, by looking at every cell."""
    if after.grid("ground").regions.count >= before.grid("ground").regions.count:
        return set()
    old, new = before.labels("ground"), after.labels("ground")
    parts: dict[int, set[int]] = {}
    for row, column in zip(*np.nonzero(old), strict=True):
        parts.setdefault(int(new[row, column]), set()).add(int(old[row, column]))
    return {Place(one) for found in parts.values() if len(found) > 1 for one in found}


@pytest.mark.parametrize("seed", range(12))
def test_regions_that_a_door_joins_are_found_around_it(seed: int) -> None:
    """For every door that is shut."""
    level = rooms(random.Random(seed))
    world = World.build(level)
    survey = Survey(world)
    before = Reach.of(world, survey.able)
    for door in [one for one in level.areas.values() if one.door and not one.available]:
        edit = toggle_doors(level, [door.id])
        after = Reach.of(world.update(edit.apply(level), edit), survey.able)
        found = _joined_by(before, after, "ground")
        assert found == over_the_whole_floor(before, after)


@pytest.mark.parametrize("seed", range(24))
def test_doors_that_are_not_baked_join_nothing(seed: int) -> None:
    """The test without a bake may wrongly say that a door joins places, but never the opposite."""
    level = rooms(random.Random(seed))
    world = World.build(level)
    survey = Survey(world)
    before = Reach.of(world, survey.able)
    opening = Opening.of(survey, before, "ground")
    assert opening is not None
    told = []
    for door in [one for one in level.areas.values() if one.door and not one.available]:
        edit = toggle_doors(level, [door.id])
        after = Reach.of(world.update(edit.apply(level), edit), survey.able)
        joins = len(over_the_whole_floor(before, after)) > 1
        told.append((opening.may_join(door), joins))
    assert (False, True) not in told


def test_doors_between_places_that_are_one_are_not_baked() -> None:
    """They are most doors of a town."""
    told = []
    for seed in range(24):
        level = rooms(random.Random(seed))
        survey = Survey(World.build(level))
        opening = Opening.of(survey, Reach.of(survey.world, survey.able), "ground")
        assert opening is not None
        doors = [one for one in level.areas.values() if one.door and not one.available]
        told += [opening.may_join(door) for door in doors]
    assert told.count(False) > len(told) / 10
    assert any(told)
