"""Coverage that is carried on from an earlier level equals the one that is measured anew."""

import random

import numpy as np
import pytest
from msgspec.structs import replace

from navcore.graph import coverage as coverage_module
from navcore.graph.coverage import Coverage
from navcore.growing import Grower
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle, Profile, Waypoint, Zone
from navcore.level.operations import move
from navcore.world import World
from tests.network_levels import box, scattered


def ground(seed: int) -> Level:
    """Return a hall of posts with a door, agents and waypoints, most of it out of their sight."""
    rng = random.Random(seed)
    level = scattered(seed, 14, 24.0)
    settings = replace(level.settings, agent_radius=0.3, cell_size=0.4, boundary_padding=0.2)
    room = Area(id=601, name="room", polygon=box(25, 4, 33, 12))
    door = Area(id=602, name="door", door=True, polygon=box(23.5, 7, 25.5, 9))
    put = [
        Waypoint(id=700 + n, name=f"w{n}", position=(rng.uniform(1, 23), rng.uniform(1, 23)))
        for n in range(5)
    ]
    put[4] = replace(put[4], position=(30.0, 8.0))
    agents = [Agent(id=800 + n, position=(rng.uniform(1, 33), 8.0)) for n in range(3)]
    return Edit.put(level, [settings, room, door, *put, *agents]).apply(level)


def change(level: Level, rng: random.Random) -> Edit:
    """Return a random edit of what blocks, or of the network."""
    waypoints = level.of(Waypoint)
    one, other = rng.choice(sorted(waypoints)), rng.randrange(2000, 9000)
    x, z = rng.uniform(1, 20), rng.uniform(1, 20)
    door, here = level.areas[602], waypoints[one]
    fewer = Edit.remove(level, [one]) if len(waypoints) > 2 else Edit()
    return rng.choice(
        (
            fewer,
            move(level, [one], (rng.uniform(-3, 3), rng.uniform(-3, 3))),
            move(level, [601], (0.0, rng.uniform(-1, 1))),
            move(level, [rng.choice(sorted(level.obstacles))], (rng.uniform(-2, 2), 0.5)),
            Edit.put(level, [replace(here, enabled=not here.enabled)]),
            Edit.put(level, [Waypoint(id=other, position=(x, z))]),
            Edit.put(level, [replace(door, available=not door.available)]),
            Edit.put(level, [Obstacle(id=990, polygon=box(x, z, x + 4, z + 0.3))]),
            Edit.put(level, [Zone(id=991, terrain="water", polygon=box(x, z, x + 2, z + 2))]),
        )
    )


def same(one: Coverage, other: Coverage) -> bool:
    """Return whether two coverages say the same."""
    facts = [(found.covered, found.walkable, found.unseeing) for found in (one, other)]
    return np.array_equal(one.field, other.field) and facts[0] == facts[1]


@pytest.mark.parametrize("most", [20_000_000, 0])
@pytest.mark.parametrize("seed", range(12))
def test_carried_on_coverage_equals_one_that_is_measured_anew(
    seed: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over thirty edits, with some skipped, for two types of agents."""
    monkeypatch.setattr(coverage_module, "_MOST_LINES", most)
    rng, level = random.Random(seed), ground(seed)
    world, found = World.build(level), dict[float, Coverage]()
    profiles = [Profile(name="", radius=None), Profile(name="cart", radius=0.6)]
    for step in range(30):
        edit = change(level, rng)
        level = edit.apply(level)
        world = world.update(level, edit)
        if step % 3 == 2:
            continue
        for number, profile in enumerate(profiles):
            grower = Grower.of(world, profile)
            now = grower.coverage(found.get(number))
            assert same(now, grower.coverage())
            found[number] = now
    # Of another type, or another level altogether.
    other = Grower.of(World.build(ground(seed + 100)), profiles[0])
    assert same(other.coverage(found[0]), other.coverage())
    last = Grower.of(world, profiles[1])
    assert same(last.coverage(found[0]), last.coverage())


def test_few_cells_are_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those behind the obstacle that moved."""
    asked: list[int] = []
    seen = coverage_module._seen  # noqa: SLF001 - what is counted

    def counted(clearance: object, places: np.ndarray, *more: object) -> np.ndarray:
        asked.append(len(places))
        return seen(clearance, places, *more)

    monkeypatch.setattr(coverage_module, "_seen", counted)
    level = ground(3)
    world = World.build(level)
    before = Grower.of(world, Profile()).coverage()
    post = min(level.obstacles)
    edit = move(level, [post], (0.3, 0.0))
    world = world.update(edit.apply(level), edit)
    Grower.of(world, Profile()).coverage(before)
    assert asked[1] < asked[0] / 3
