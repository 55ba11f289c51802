"""The network of a world: open edges, and what updates reuse."""

import pickle
import random
from collections.abc import Iterator
from pathlib import Path

import networks
import numpy as np
import pytest
import shapely
from msgspec.structs import replace

from navcore.export import grid_for_export
from navcore.formats import load_grid, save_grid
from navcore.graph import networks as rooms
from navcore.graph.cell_bands import BAND
from navcore.graph.clearance import Clearance
from navcore.level.edit import Edit
from navcore.level.model import (
    Area,
    Edge,
    Layer,
    Level,
    Link,
    Obstacle,
    Profile,
    Settings,
    Waypoint,
    Zone,
)
from navcore.world import World
from tests.naive import leads_along

RADIUS = 0.3
KEY = Profile(abilities=("key",))


def box(x: float, z: float, wide: float, deep: float) -> tuple[tuple[float, float], ...]:
    """A rectangle by its lower left corner."""
    return ((x, z), (x + wide, z), (x + wide, z + deep), (x, z + deep))


def two_rooms() -> Level:
    """Rooms with a door between them, and waypoints from one to the other through the door."""
    elements = (
        Area(id=1, name="west", polygon=box(0, 0, 6, 6)),
        Area(id=2, name="east", polygon=box(7, 0, 6, 6)),
        Area(id=3, name="door", polygon=box(6, 2, 1, 2), door=True),
        Obstacle(id=4, name="crate", polygon=box(9, 1, 1, 1), enabled=False),
        Waypoint(id=11, position=(3.0, 3.0)),
        Waypoint(id=12, position=(8.0, 3.0)),
        Waypoint(id=13, position=(11.0, 0.5)),
        Edge(id=21, start=11, end=12),
        Edge(id=22, start=12, end=13),
        Edge(id=23, start=11, end=13),
    )
    settings = Settings(agent_radius=RADIUS)
    return Edit.put(Level(settings=settings), elements).apply(Level(settings=settings))


def put(world: World, *elements: object) -> World:
    """The world after these elements changed."""
    edit = Edit.put(world.level, elements)
    return world.update(edit.apply(world.level), edit)


def open_edges(world: World, profile: Profile | None = None) -> set[int]:
    """Ids of the edges that are open."""
    graph = world.graph if profile is None else world.graph_for(profile)
    return set(graph.edge_ids[graph.open].tolist())


def test_shut_door_shuts_the_edges_through_it() -> None:
    """Edges 21 leads through the door, 23 through the wall beside it."""
    world = World.build(two_rooms())
    assert open_edges(world) == {21, 22}
    assert world.graph.find_path(11, 13).nodes.tolist() == [11, 12, 13]
    shut = world.set_area_available("door", False)
    assert open_edges(shut) == {22}
    assert not shut.graph.find_path(11, 13).ok
    assert open_edges(world) == {21, 22}


def test_obstacle_and_missing_floor_shut_edges() -> None:
    """An obstacle that is switched on, an area that is switched off or taken away."""
    world = World.build(two_rooms())
    level = world.level
    assert open_edges(put(world, replace(level.obstacles[4], enabled=True))) == {21}
    assert open_edges(put(world, replace(level.areas[1], available=False))) == {22}
    edit = Edit.remove(level, [2])
    assert open_edges(world.update(edit.apply(level), edit)) == set()


def test_doors_that_need_abilities_are_open_to_those_who_have_them() -> None:
    """Abilities for edges are in the query, abilities for floor in the profile."""
    world = World.build(two_rooms())
    world = put(world, replace(world.level.areas[3], needs=("key",)))
    assert open_edges(world) == {22}
    assert open_edges(world, KEY) == {21, 22}
    assert open_edges(world.set_area_available("door", False), KEY) == {22}


def test_edge_along_a_line_between_areas_is_open() -> None:
    """Where two areas meet there is floor on both sides."""
    world = World.build(two_rooms())
    level = world.level
    world = put(
        world,
        Area(id=5, polygon=box(0, -4, 6, 4)),
        replace(level.of(Waypoint)[11], position=(1.0, 0.0)),
        replace(level.of(Waypoint)[12], position=(5.0, 0.0)),
    )
    assert 21 in open_edges(world)


def test_edges_between_storeys_need_a_link() -> None:
    """Those on a storey look at its floor alone."""
    level = two_rooms()
    settings = replace(level.settings, layers=(Layer(name="ground"), Layer(name="upper")))
    level = level.with_settings(settings)
    upper = [replace(level.of(Waypoint)[one], layer="upper") for one in (12, 13)]
    level = Edit.put(level, upper).apply(level)
    world = World.build(level)
    assert open_edges(world) == set()
    world = put(world, Area(id=6, layer="upper", polygon=box(7, 0, 5, 5)))
    assert open_edges(world) == {22}
    start, end = (level.of(Waypoint)[one].position for one in (11, 12))
    ladder = Link(id=7, type="ladder", start=(start,), end=(end,), layer="ground", to_layer="upper")
    assert open_edges(put(world, ladder)) >= {21, 22}


def test_path_widths_shut_edges_to_those_that_do_not_fit() -> None:
    """Small ones pass, big ones don't; as the width changes (S4-050)."""
    world = World.build(two_rooms())
    one = world.level.of(Waypoint)[11]
    before = open_edges(world)
    narrow = put(world, replace(one, clear_radius=RADIUS - 0.002))
    assert open_edges(narrow) == {
        edge.id
        for edge in world.level.of(Edge).values()
        if edge.id in before and 11 not in (edge.start, edge.end)
    }
    assert open_edges(put(narrow, replace(one, clear_radius=RADIUS))) == before
    assert open_edges(put(narrow, replace(one, clear_radius=0.0))) == before
    small = narrow.graph_for(Profile(radius=0.5 * RADIUS))
    assert before <= set(small.edge_ids[small.open].tolist())


def test_world_of_a_grid_tests_its_cells(tmp_path: Path) -> None:
    """There are no outlines but those of doors, which open and shut by their cells."""
    baked = World.build(two_rooms())
    grid, doors = grid_for_export(baked)
    save_grid(grid, tmp_path / "rooms.json", doors=doors)
    world = World.from_grid(load_grid(tmp_path / "rooms.json"))
    world = put(world, *networks.elements_of(baked.level))
    assert open_edges(world) == {21, 22}
    assert open_edges(world.set_area_available("door", False)) == {22}


def oracle(level: Level, layer: str, abilities: frozenset[str]) -> set[int]:
    """Return the edges of a storey on its floor, by shapely, that walkable cells follow."""
    cells = World.build(level).grid_for(Profile(layer=layer, abilities=tuple(abilities)))
    here = level.settings.layer_of
    floor = shapely.union_all(
        [
            shapely.Polygon(area.polygon)
            for area in level.areas.values()
            if here(area) == layer and area.available and abilities.issuperset(area.needs)
        ]
    )
    walls = shapely.union_all(
        [
            shapely.Polygon(one.polygon)
            for one in level.obstacles.values()
            if here(one) == layer and one.enabled
        ]
    )
    reach = RADIUS + level.settings.object_padding
    free = shapely.difference(
        shapely.buffer(floor, 1e-6), shapely.buffer(walls, reach, quad_segs=512)
    )
    waypoints = level.of(Waypoint)
    found = set()
    for edge in level.of(Edge).values():
        ends = waypoints[edge.start].position, waypoints[edge.end].position
        if free.covers(shapely.LineString(ends)) and leads_along(cells, (*ends[0], *ends[1]), BAND):
            found.add(edge.id)
    return found


def random_world_level(rng: random.Random) -> Level:
    """Return rotated areas, doors and obstacles with a network across them."""
    settings = Settings(agent_radius=RADIUS, cell_size=0.5)
    elements: list[object] = [Area(id=1, polygon=box(0, 0, 12, 12))]
    door, obstacle = Area(id=2, polygon=box(0, 0, 1, 1), door=True), Obstacle(id=10, polygon=())
    elements += [askew(rng, replace(door, id=2 + i)) for i in range(rng.randint(1, 4))]
    elements += [askew(rng, replace(obstacle, id=10 + i)) for i in range(rng.randint(1, 6))]
    count = rng.randint(2, 8)
    for i in range(count):
        place = (rng.uniform(-2, 16), rng.uniform(-2, 14))
        elements.append(Waypoint(id=30 + i, position=place))
    for i in range(2 * count):
        start, end = rng.sample(range(count), 2)
        elements.append(Edge(id=50 + i, start=30 + start, end=30 + end))
    return Edit.put(Level(settings=settings), elements).apply(Level(settings=settings))


def askew(rng: random.Random, element: Area | Obstacle) -> Area | Obstacle:
    """Return the element with a random outline; a door is sometimes locked."""
    x, z, wide, deep, lean = (rng.uniform(-2, 13), rng.uniform(-2, 11), rng.uniform(0.3, 4),
                              rng.uniform(0.3, 4), rng.uniform(-0.14, 0.14))  # fmt: skip
    outline = ((x, z), (x + wide, z + lean), (x + wide - lean, z + deep), (x - lean, z + deep))
    if isinstance(element, Area):
        needs = ("key",) if rng.random() < 0.3 else ()
        return replace(element, polygon=outline, needs=needs, available=rng.random() < 0.7)
    return replace(element, polygon=outline, enabled=rng.random() < 0.7)


def random_edits(rng: random.Random, level: Level) -> Iterator[Edit]:
    """Yield consecutive edits of floor and network."""
    for _ in range(6):
        kind = rng.choice(("outline", "waypoint", "remove", "edge", "both"))
        changed: list[object] = []
        if kind in ("outline", "both"):
            elements = [*list(level.areas.values())[1:], *level.obstacles.values()]
            changed.append(askew(rng, rng.choice(elements)))
        if kind in ("waypoint", "both"):
            waypoint = rng.choice(list(level.of(Waypoint).values()))
            place = (rng.uniform(-2, 16), rng.uniform(-2, 14))
            changed.append(replace(waypoint, position=place, enabled=rng.random() < 0.8))
        edges = list(level.of(Edge).values())
        if kind == "edge" and edges:
            changed.append(replace(rng.choice(edges), id=rng.randrange(100, 2**32)))
        edit = Edit.put(level, changed)
        if kind == "remove" and edges:
            edit = Edit.remove(level, [rng.choice(edges).id])
        yield edit
        level = edit.apply(level)


def test_updates_equal_builds_and_the_oracle(exhaustive: bool) -> None:
    """Asked for now and then, for agents with a key and without, on random levels."""
    for seed in range(300 if exhaustive else 25):
        rng = random.Random(seed)
        level = random_world_level(rng)
        world = World.build(level)
        for edit in random_edits(rng, level):
            level = edit.apply(level)
            world = world.update(level, edit)
            for profile in (Profile(), KEY):
                if rng.random() < 0.3:
                    continue
                found = open_edges(world, profile)
                assert found == open_edges(World.build(level), profile), seed
                assert found == oracle(level, "ground", frozenset(profile.abilities)), seed
            # Numbers of the level and the type count, too.
            padding = replace(level.settings, object_padding=rng.choice((0.0, 0.2, 0.5)))
            padded = Edit.put(level, [padding])
            wide = world.update(padded.apply(level), padded)
            assert open_edges(wide) == oracle(wide.level, "ground", frozenset()), seed


def test_only_edges_near_a_change_are_tested_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """If waypoints and floor are the same, none is."""
    world = World.build(two_rooms())
    graph = world.graph
    tested: list[int] = []
    blockers = Clearance.blockers

    def counted(self: Clearance, lines: np.ndarray, radii: float) -> np.ndarray:
        tested.append(len(lines))
        return blockers(self, lines, radii)

    monkeypatch.setattr(rooms.Clearance, "blockers", counted)
    level = world.level
    same = put(world, replace(level.areas[1], note="the hall"))
    assert same.graph is graph
    named = put(world, replace(level.of(Waypoint)[11], name="gate"))
    assert named.graph.open.all() == graph.open.all()
    assert tested == []
    there = replace(level.obstacles[4], enabled=True, polygon=box(10.6, 0.2, 1, 1))
    put(world, there).graph  # noqa: B018
    assert tested == [2]
    put(world, replace(level.of(Waypoint)[13], position=(11.0, 1.0))).graph  # noqa: B018
    assert tested == [2, 2]


def test_terrain_shuts_edges_that_cross_it() -> None:
    """Agents that can't enter it are affected, when it is drawn and when it is removed."""
    world = World.build(two_rooms())
    wet = put(world, Zone(id=31, terrain="water", polygon=box(9, 1, 1, 1)))
    assert open_edges(wet) == {21}
    assert open_edges(wet, Profile(abilities=("swim",))) == {21, 22}
    assert open_edges(put(wet, replace(wet.level.of(Zone)[31], terrain="mud"))) == {21, 22}
    edit = Edit.remove(wet.level, [31])
    assert open_edges(wet.update(edit.apply(wet.level), edit)) == {21, 22}
    assert open_edges(World.build(wet.level)) == {21}


def test_worlds_go_into_pickles_with_their_network() -> None:
    """It is computed again on request."""
    world = World.build(two_rooms()).set_area_available("door", False)
    assert open_edges(pickle.loads(pickle.dumps(world))) == {22}
