"""Fixes for narrow gaps: the smallest edit that gets in no element's way."""

import random
from collections import Counter
from math import dist, pi

import pytest
from msgspec.structs import replace
from rule_levels import HALL, SETTINGS, agent, box, level_of, waypoint

from navcore.formats.level_text import write_level
from navcore.geometry.boolean import overlap_of, uncovered_area
from navcore.level.affine import Affine
from navcore.level.model import Agent, Area, Edge, Element, Level, Obstacle, Point, Ring
from navcore.proof.explain import explain
from navcore.proof.explanation import Explanation, Reason
from navcore.proof.problems import problems
from navcore.world import World

START, GOAL = (12.0, 1.0), (17.0, 1.0)


def block(number: int, ring: Ring) -> Obstacle:
    """An obstacle."""
    return Obstacle(id=number, name=f"block_{number}", polygon=ring)


def why(level: Level, start: Point = START, goal: Point = GOAL) -> Explanation:
    """Why there is no path through the store."""
    return explain(World.build(level), start, goal)


def divided(*more: Element, low: float = 3.0, high: float = 4.3) -> Level:
    """The store with a wall across it, and a block that leaves a gap at the end of the wall.

    The wall is larger than the block, which is wide enough that nobody passes behind it.
    """
    wall = block(10, box(13, high, 15, 9))
    return level_of(wall, block(11, box(14, 0.7, 14.6, low)), *more)


def widened(level: Level, start: Point = (12.0, 4.5), goal: Point = (17.0, 4.5)) -> Level:
    """The level after the fix of the gap, which opens the path and is taken back whole."""
    told = why(level, start, goal)
    assert told.reason is Reason.WIDTH, told.text
    assert told.fix is not None, told.text
    fixed = told.fix.apply(level)
    assert why(fixed, start, goal).reason is Reason.NONE
    assert write_level(told.fix.inverse().apply(fixed)) == write_level(level)
    return fixed


def is_cut(before: Obstacle, after: Obstacle) -> bool:
    """Return whether a part of an obstacle remains in place, and nothing elsewhere."""
    return (
        uncovered_area(after.polygon, [before.polygon])
        < 1e-6
        < uncovered_area(before.polygon, [after.polygon])
    )


def test_an_obstacle_with_room_behind_it_is_moved_by_what_is_missing() -> None:
    """Along the gap, and no farther."""
    level = divided()
    before, after = level.obstacles[11], widened(level).obstacles[11]
    steps = {
        (round(x - to_x, 6), round(z - to_z, 6))
        for (to_x, to_z), (x, z) in zip(before.polygon, after.polygon, strict=True)
    }
    ((x, z),) = steps
    assert x == 0.0
    assert -0.52 < z <= -0.5


def test_one_that_would_leave_the_room_is_cut() -> None:
    """This holds even if the other one could move to the far side, where no floor is."""
    level = divided()
    level = level.with_items({11: block(11, box(14, 0.05, 14.6, 3.0))})
    fixed = widened(level)
    assert is_cut(level.obstacles[11], fixed.obstacles[11])
    assert is_cut(level.obstacles[10], fixed.obstacles[10])


@pytest.mark.parametrize(
    "behind",
    [
        block(12, box(14.1, 0.2, 14.5, 0.45)),
        agent(14.3, 0.1),
        agent(11.5, 1.0, (14.3, 0.1)),
        waypoint(12, 14.3, 0.1),
        Area(id=12, name="hatch", door=True, polygon=box(14, -0.4, 14.6, 0.5)),
    ],
    ids=["obstacle", "agent", "goal", "waypoint", "door"],
)
def test_one_that_would_come_upon_something_is_cut(behind: Element) -> None:
    """Elements and goals there keep their room."""
    level = divided(behind)
    fixed = widened(level)
    assert is_cut(level.obstacles[11], fixed.obstacles[11])


def test_one_that_would_close_an_edge_of_the_network_is_cut() -> None:
    """Agents walk along it."""
    ends = waypoint(50, 12.0, 0.2), waypoint(51, 17.0, 0.2)
    level = divided(*ends, Edge(id=52, start=50, end=51))
    fixed = widened(level)
    assert is_cut(level.obstacles[11], fixed.obstacles[11])


def test_one_that_would_make_another_gap_too_narrow_is_cut() -> None:
    """The fix must not close another gap."""
    level = level_of(
        block(10, box(13, 4.3, 13.6, 9)), block(11, box(13, 2.8, 15.55, 3.0)),
        block(12, box(13, -1, 15.6, 1.0)), block(13, box(15.6, 3.0, 19, 3.4)),
    )  # fmt: skip
    fixed = widened(level)
    assert is_cut(level.obstacles[11], fixed.obstacles[11])


def test_a_locked_one_stays() -> None:
    """The other one is moved or cut."""
    level = divided()
    level = level.with_items({11: replace(level.obstacles[11], locked=True)})
    fixed = widened(level)
    assert fixed.obstacles[11] == level.obstacles[11]
    assert fixed.obstacles[10] != level.obstacles[10]
    both = level.with_items({10: replace(level.obstacles[10], locked=True)})
    assert why(both, (12.0, 4.5), (17.0, 4.5)).fix is None


def scene(seed: int) -> tuple[Level, Point, Point]:
    """A room with two to five blocks in a row across it, turned, with things between them."""
    rng = random.Random(seed)
    deep, wide = rng.uniform(6, 10), rng.uniform(9, 14)
    room = replace(HALL, polygon=box(0, 0, wide, deep))
    items: list[Element] = [room]
    z = rng.choice((-0.5, 0.0, rng.uniform(0.1, 1.0)))
    x = rng.uniform(3.5, 5.5)
    number = 10
    while z < deep:
        size = rng.uniform(0.8, 3.0)
        top = z + size
        left = x + rng.uniform(-0.3, 0.3)
        items.append(block(number, box(left, z, left + rng.uniform(0.3, 1.2), min(top, deep + 1))))
        number += 1
        z = top + rng.uniform(0.5, 1.25)
    for _ in range(rng.randrange(4)):
        place = (rng.uniform(0.8, wide - 0.8), rng.uniform(0.8, deep - 0.8))
        items.append(waypoint(number, *place))
        number += 1
    start, goal = (1.0, deep / 2), (wide - 1.0, deep / 2)
    items.append(agent(*start, goal))
    level = Level(settings=SETTINGS).with_items({one.id: one for one in items})
    turn = Affine.rotation(rng.uniform(0, 2 * pi), (rng.uniform(-9, 9), rng.uniform(-9, 9)))
    level = level.with_items(
        {key: one.carried(turn) for held in level.held.values() for key, one in held.items()}
    )
    (one,) = level.agents.values()
    assert isinstance(one, Agent)
    return level, one.position, one.goals[0]


def outside(level: Level, obstacle: Obstacle) -> float:
    """Square metres of an obstacle that lie outside every area."""
    return uncovered_area(obstacle.polygon, [area.polygon for area in level.areas.values()])


def test_in_500_random_rooms_it_mends_and_harms_nothing(exhaustive: bool) -> None:
    """The path is open, no problem is new, no place is worse, and undo restores the bytes."""
    seen: Counter[str] = Counter()
    for seed in range(500 if exhaustive else 60):
        level, start, goal = scene(seed)
        told = why(level, start, goal)
        if told.reason is not Reason.WIDTH:
            continue
        # Else no two sides face each other there.
        seen["narrow"] += told.text.startswith("The gap")
        if told.fix is None:
            continue
        seen["mended"] += 1
        fixed = told.fix.apply(level)
        assert why(fixed, start, goal).reason is Reason.NONE, seed
        assert write_level(told.fix.inverse().apply(fixed)) == write_level(level), seed
        before, after = (
            {one.key for one in problems(World.build(part)) if one.severity != "note"}
            for part in (level, fixed)
        )
        assert after <= before, (seed, after - before)
        for key, obstacle in fixed.obstacles.items():
            old = level.obstacles.get(key)
            if old is None:
                continue
            assert outside(fixed, obstacle) <= outside(level, old) + 1e-3, seed
            seen["moved"] += dist(obstacle.polygon[0], old.polygon[0]) > 0 and not is_cut(
                old, obstacle
            )
            seen["cut"] += is_cut(old, obstacle)
            for other in fixed.obstacles.values():
                mate = level.obstacles.get(other.id)
                if mate is not None and other.id != key:
                    both = overlap_of(obstacle.polygon, other.polygon)
                    assert both <= overlap_of(old.polygon, mate.polygon) + 1e-3, seed
    assert min(seen["moved"], seen["cut"]) > 0
    assert seen["mended"] > 0.9 * seen["narrow"] > 0, seen
