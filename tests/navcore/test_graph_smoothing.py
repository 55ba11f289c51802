"""Paths over waypoints pulled tight, and greedy ones (S4-039 to S4-043)."""

import math
import random
from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace
from small_level import box

from navcore.errors import NavcoreError
from navcore.growing import Grower, Recipe
from navcore.level.edit import Edit
from navcore.level.model import (
    Area,
    Edge,
    Element,
    Layer,
    Level,
    Link,
    Obstacle,
    Point,
    Profile,
    Settings,
    Terrain,
    Waypoint,
    Zone,
)
from navcore.level.points import nearest_on_segments
from navcore.path.result import PathResult, Status
from navcore.path.sight import is_clear
from navcore.world import World
from tests.naive_corridors import Walls
from tests.network_levels import scattered

RADIUS = 0.3
SETTINGS = Settings(agent_radius=RADIUS, cell_size=0.25, object_padding=0.0)
HOWS = ("none", "greedy", "taut")


def world_of(*elements: Element, settings: Settings = SETTINGS) -> World:
    """Return the world of a hall of 20 by 20 metres with these elements."""
    level = Level(settings=settings)
    hall = Area(id=1, polygon=box(0.0, 0.0, 20.0, 20.0))
    return World.build(Edit.put(level, [hall, *elements]).apply(level))


def chain(*places: Point, layer: str = "") -> list[Element]:
    """Return waypoints with ids from 101, each joined to the next."""
    points = [Waypoint(id=101 + n, position=at, layer=layer) for n, at in enumerate(places)]
    edges = [Edge(id=201 + n, start=101 + n, end=102 + n) for n in range(len(places) - 1)]
    return [*points, *edges]


def over(world: World, start: Point, goal: Point, how: str, **options: object) -> PathResult:
    """Return the path over waypoints."""
    return world.find_path(start, goal, over="graph", smoothing=how, **options)  # type: ignore[arg-type]


def stops_of(path: PathResult) -> np.ndarray:
    """Return start and points."""
    start = path.start if path.snapped_start is None else path.snapped_start
    return np.vstack((start, path.points))


def length_of(path: PathResult) -> float:
    """Return metres along the points."""
    return float(np.hypot(*np.diff(stops_of(path), axis=0).T).sum())


def new_lines(path: PathResult, plain: PathResult) -> list[tuple[Point, Point]]:
    """Return the lines of a path that lie on none of another one."""
    given = np.hstack((stops_of(plain)[:-1], stops_of(plain)[1:]))
    lines = [tuple(map(tuple, pair)) for pair in pairwise(stops_of(path).tolist())]
    return [
        line
        for line in lines
        if not np.maximum(*(nearest_on_segments(given, end)[1] for end in line)).min() < 1e-9
    ]  # fmt: skip


AROUND = (2.0, 18.0), (10.0, 18.0), (18.0, 18.0), (18.0, 10.0), (18.0, 2.0)


def test_a_string_lies_against_the_walls() -> None:
    """Around the corner of a block as paths over cells do, and far shorter than by waypoints."""
    world = world_of(Obstacle(id=9, polygon=box(0.0, 0.0, 12.0, 12.0)), *chain(*AROUND))
    start, goal = (2.0, 13.0), (13.0, 2.0)
    by_nodes, greedy, tight = (over(world, start, goal, how) for how in HOWS)
    assert by_nodes.length > greedy.length > tight.length
    assert tight.length == pytest.approx(world.find_path(start, goal).length, rel=0.01)
    assert tight.nodes.tolist() == by_nodes.nodes.tolist()
    assert tight.cost == by_nodes.cost == pytest.approx(by_nodes.length)


def test_greedy_goes_to_the_furthest_turn_and_on_along_the_edge_behind() -> None:
    """Four halvings find sixteenths of it."""
    world = world_of(
        Obstacle(id=9, polygon=box(0.0, 8.0, 9.0, 20.0)),
        *chain((2.0, 2.0), (5.0, 7.0), (11.0, 7.0), (11.0, 15.0), (2.0, 15.0)),
        Obstacle(id=8, polygon=box(12.0, 0.0, 13.0, 20.0)),
    )
    path = over(world, (2.0, 3.0), (11.0, 16.0), "greedy")
    assert path.ok
    first = path.points[0].tolist()
    assert first[0] == 11.0
    share = (first[1] - 7.0) / 9.0
    assert 0 < share < 1
    assert share * 16 == round(share * 16)


@pytest.mark.parametrize("seed", range(30))
def test_new_lines_keep_the_radius_and_nothing_gets_longer(seed: int) -> None:
    """On random levels, by the exact distance of walls."""
    rng = random.Random(seed)
    level = scattered(seed, 12, 18.0).with_settings(replace(SETTINGS, object_padding=0.1))
    world, walls = World.build(level), Walls(level)
    method = rng.choice(("spread", "visibility"))
    grown = Grower.of(world, Profile()).grow(
        Recipe(method=method, spacing=3.0), rng, lambda: rng.randrange(1, 2**32)
    )
    world = World.build(grown.level)
    for _ in range(12):
        start, goal = ((rng.uniform(0, 18), rng.uniform(0, 18)) for _ in range(2))
        paths = {how: over(world, start, goal, how) for how in HOWS}
        plain = paths["none"]
        for path in paths.values():
            assert (path.status, path.cost) == (plain.status, plain.cost)
            if not path.ok:
                continue
            assert path.length <= plain.length + 1e-9
            assert path.length == pytest.approx(length_of(path))
            assert path.points[-1].tolist() == plain.points[-1].tolist()
            for one, other in new_lines(path, plain):
                assert is_clear(world.grid, one, other)
                assert walls.distance(one, other) >= RADIUS - 1e-4
        assert paths["taut"].length <= paths["greedy"].length


def test_mud_is_not_cut_through() -> None:
    """Neither way leads over slower ground than the edges (S4-043)."""
    settings = replace(SETTINGS, terrains=(Terrain(name="mud", cost=6.0),))
    mud = Zone(id=7, polygon=box(2.0, 4.0, 16.0, 20.0), terrain="mud")
    world = world_of(mud, *chain((1.0, 19.0), (1.0, 2.0), (18.0, 2.0), (18.0, 19.0)),
                     settings=settings)  # fmt: skip
    for how in ("greedy", "taut"):
        path = over(world, (1.0, 18.0), (18.0, 18.0), how)
        places = stops_of(path)
        middles = (places[1:] + places[:-1]) / 2
        in_mud = [2.2 < x < 15.8 and z > 4.2 for x, z in (*places.tolist(), *middles.tolist())]
        assert path.ok
        assert not any(in_mud), how
        assert path.length <= over(world, (1.0, 18.0), (18.0, 18.0), "none").length


def test_other_types_and_shut_doors_count() -> None:
    """A wide agent keeps farther from the corner; a shut door is a wall."""
    block = Obstacle(id=9, polygon=box(0.0, 0.0, 12.0, 12.0))
    settings = replace(SETTINGS, profiles=(Profile(name="cart", radius=1.2),))
    world = world_of(block, *chain(*AROUND), settings=settings)
    start, goal = (2.0, 15.0), (15.0, 2.0)
    (cart,) = settings.profiles
    thin, wide = (
        over(world, start, goal, "taut", profile=profile) for profile in (Profile(), cart)
    )
    assert thin.ok
    assert wide.ok
    assert wide.length > thin.length + 0.5
    stops = [tuple(stop) for stop in stops_of(wide).tolist()]
    walls = Walls(world.level)
    assert min(walls.distance(*ends) for ends in pairwise(stops)) >= 1.2 - 1e-4


def test_parts_between_links_are_smoothed_on_their_storeys() -> None:
    """Links stay, and each point has its storey."""
    settings = replace(SETTINGS, layers=(Layer(name="ground"), Layer(name="upper", floor_y=3.0)))
    stairs = Link(
        id=5, start=((18.0, 18.0),), end=((18.0, 17.0),), layer="ground", to_layer="upper"
    )
    upper = Area(id=2, polygon=box(0.0, 0.0, 20.0, 20.0), layer="upper")
    below = chain((2.0, 18.0), (10.0, 12.0), (18.0, 18.5))
    above = [
        Waypoint(id=301, position=(18.0, 16.5), layer="upper"),
        Waypoint(id=302, position=(10.0, 10.0), layer="upper"),
        Waypoint(id=303, position=(2.0, 16.0), layer="upper"),
        Edge(id=311, start=103, end=301), Edge(id=312, start=301, end=302),
        Edge(id=313, start=302, end=303),
    ]  # fmt: skip
    world = world_of(upper, stairs, *below, *above, settings=settings)
    plain, tight, greedy = (
        over(world, (1.0, 18.0), (1.0, 16.0), how, goal_layer="upper")
        for how in ("none", "taut", "greedy")
    )
    assert plain.ok
    for path in (tight, greedy):
        assert path.length < plain.length - 0.5
        assert len(path.points) == len(path.layers) == len(path.links)
        assert path.links.tolist().count(5) == 1
        at = path.links.tolist().index(5)
        assert path.layers == ("ground",) * at + ("upper",) * (len(path.points) - at)
        assert path.points[at - 1].tolist() == [18.0, 18.0]
        assert path.points[at].tolist() == [18.0, 17.0]
    rise = plain.length - length_of(plain)
    assert tight.length == pytest.approx(length_of(tight) + rise)


def test_worlds_of_grids_have_no_walls_but_cells() -> None:
    """Cells decide alone."""
    level = world_of(Obstacle(id=9, polygon=box(0.0, 0.0, 12.0, 12.0)), *chain(*AROUND)).level
    grid = World.build(level).grid
    given = World.from_grid(grid)
    edit = Edit.put(given.level, chain(*AROUND))
    world = given.update(edit.apply(given.level), edit)
    plain, tight = (over(world, (2.0, 13.0), (13.0, 2.0), how) for how in ("none", "taut"))
    assert tight.ok
    assert tight.length < plain.length


def test_no_path_and_unknown_names() -> None:
    """A path that is not found stays so; another smoothing is refused."""
    world = world_of(*chain((2.0, 2.0), (18.0, 2.0)))
    assert over(world, (2.0, 2.0), (2.0, 2.0), "taut").status is Status.ALREADY_THERE
    shut = world_of(Obstacle(id=9, polygon=box(9.0, 0.0, 10.0, 20.0)), *chain((2.0, 2.0)))
    assert over(shut, (2.0, 2.0), (18.0, 2.0), "greedy").status is Status.UNSEEN_END
    with pytest.raises(NavcoreError, match="smoothing"):
        over(world, (2.0, 2.0), (18.0, 2.0), "tight")
    assert math.isfinite(over(world, (2.0, 3.0), (18.0, 3.0), "taut").length)
