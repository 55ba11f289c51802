"""Floor that a larger type loses, and numbers of shortest paths through choke points."""

import dataclasses
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from reason_levels import random_level
from shapely import LineString
from sim_levels import box

from navcore import Profile, World, load_level
from navcore.level.model import Agent, Area, Level, Settings
from navcore.open_doors import all_open
from navcore.path.space import Space
from navcore.proof.clearances import Passage, passages
from navcore.proof.fit import legs_of, rooms_lost, traffic_through
from navcore.proof.reach import Reach


def halls(*goals: tuple[float, float], width: float = 1.2) -> Level:
    """Three halls in a row with a door between each two, the second narrow."""
    items: dict[int, Area | Agent] = {
        n: Area(id=n, order=float(n), name=f"hall_{n}", polygon=box(n * 10, 0, n * 10 + 9, 8))
        for n in (1, 2, 3)
    }
    for n, wide in ((1, 3.0), (2, width)):
        ring = box(n * 10 + 9, 4 - wide / 2, n * 10 + 10, 4 + wide / 2)
        items[10 + n] = Area(id=10 + n, order=10.0 + n, name=f"door_{n}", polygon=ring, door=True)
    items[20] = Agent(
        id=20, order=20.0, name="player", position=(12, 4), player=True, goals=goals
    )  # fmt: skip
    settings = Settings(cell_size=0.25, agent_radius=0.3, boundary_padding=0.3)
    settings = replace(settings, boundary_follows_radius=True)
    return Level(settings=settings).with_items(dict(items))


def through(level: Level) -> dict[str, int]:
    """Return the number of paths through each door."""
    world = World.build(level)
    found = passages(level, radius=0.3)
    _, legs = legs_of(world, Profile())
    counts = traffic_through(world, found, legs, "ground")
    return {
        level.areas[one.door].name: count
        for one, count in zip(found, counts, strict=True) if one.door is not None
    }  # fmt: skip


def test_wide_type_loses_the_hall_behind_the_narrow_door() -> None:
    """All of it is lost; the hall that it stands in only shrinks at its walls, which is no loss."""
    world = World.build(halls())
    (lost,) = rooms_lost(world, Profile(), Profile(radius=0.9))
    assert lost.area == 3
    assert lost.is_whole
    assert lost.before > 50
    assert lost.cut_off == pytest.approx((9 - 1.8) * (8 - 1.8), rel=0.1)
    assert rooms_lost(world, Profile(), Profile(radius=0.4)) == ()


def test_part_of_a_room_that_is_cut_off_is_told() -> None:
    """The cave is one area: at 0.90 m its north-east nest and north chamber are lost."""
    level = load_level("sample_levels/cave.json")
    settings = replace(level.settings, boundary_follows_radius=True)
    world = World.build(Level(settings=settings, elements=level.held))
    (lost,) = rooms_lost(world, Profile(radius=0.2), Profile(radius=0.9))
    assert not lost.is_whole
    assert lost.cut_off > 300


@pytest.mark.parametrize("part", range(2))
def test_rooms_lost_equal_counting_cells_one_by_one(part: int) -> None:
    """The levels are random, and cells count from the largest floor."""
    told = 0
    for seed in range(part * 25, part * 25 + 25):
        world = all_open(random_level(seed).world)
        wide = Profile(radius=0.6)
        found = {one.area: one for one in rooms_lost(world, Profile(), wide)}
        reaches = [Reach.of(world, one) for one in (Profile(), wide)]
        reached = [r.from_([] if r.largest is None else [r.largest]) for r in reaches]
        for area in world.level.areas.values():
            if area.door:
                continue
            layer = world.level.settings.layer_of(area)
            counts = []
            for reach, places in zip(reaches, reached, strict=True):
                space = Space.of(reach.grid(layer))
                cells = np.flatnonzero(reach.grid(layer).padded.reshape(-1)).tolist()
                counts.append(
                    sum(
                        area.holds(space.centre_of(c)) and reach.place_of(layer, c) in places
                        for c in cells
                    )
                )
            if area.id in found:
                side = world.grid.cell_size
                assert found[area.id].before == pytest.approx(counts[0] * side**2)
                assert found[area.id].after == pytest.approx(counts[1] * side**2)
                told += 1
            else:
                assert counts[1] * 2 >= counts[0]
    assert told > 3


def test_traffic_is_counted_on_the_legs_of_agents() -> None:
    """Out and back are two paths, also through one door."""
    assert through(halls((35, 4), (12, 6))) == {"door_1": 2, "door_2": 2}
    assert through(halls((25, 4))) == {"door_1": 1, "door_2": 0}


def test_without_goals_traffic_leads_between_all_rooms() -> None:
    """The door in the middle of a row has more traffic."""
    level = halls()
    kind, legs = legs_of(World.build(level), Profile())
    assert kind == "rooms"
    assert len(legs) == 3
    assert through(level) == {"door_1": 2, "door_2": 2}


def test_paths_that_cross_a_gap_are_counted_as_shapely_does() -> None:
    """The lines cross the town at any angle."""
    level = load_level("sample_levels/market_town.json")
    world, random = World.build(level), Random(7)
    lines = []
    for _ in range(200):
        x, z = random.uniform(20, 180), random.uniform(20, 180)
        lines.append(((x, z), (x + random.uniform(-20, 20), z + random.uniform(-20, 20))))
    (one,) = passages(level, radius=0.45)[:1]
    places: list[Passage] = [_at(one, ends) for ends in lines]
    _, legs = legs_of(world, Profile())
    counts = traffic_through(world, places, legs[:60], "ground")
    expected = [0] * len(lines)
    for leg in legs[:60]:
        path = world.find_path(leg.start, leg.goal, profile=leg.profile)
        if path.ok:
            way = LineString([leg.start, *path.points.tolist()])
            for number, ends in enumerate(lines):
                expected[number] += way.intersects(LineString(ends))
    assert sum(expected) > 100
    assert list(counts) == expected


def _at(passage: Passage, ends: tuple[tuple[float, float], tuple[float, float]]) -> Passage:

    return dataclasses.replace(passage, ends=ends)
