"""Paths over a network between any places, compared with joining every visible waypoint."""

import math
import random

import naive_paths
import networks
import numpy as np
import pytest

from navcore.errors import NavcoreError
from navcore.graph.journey_ends import floor_at
from navcore.level.edit import Edit
from navcore.level.model import (
    Area,
    Edge,
    Level,
    Obstacle,
    Point,
    Profile,
    Settings,
    Waypoint,
)
from navcore.path.result import PathResult, Status
from navcore.path.sight import is_clear
from navcore.world import World

RADIUS = 0.3


def box(x: float, z: float, wide: float, deep: float) -> tuple[Point, ...]:
    """A rectangle by its lower left corner."""
    return ((x, z), (x + wide, z), (x + wide, z + deep), (x, z + deep))


def world_of(*elements: object, settings: Settings | None = None) -> World:
    """The world of these elements."""
    level = Level(settings=settings or Settings(agent_radius=RADIUS, cell_size=0.25))
    return World.build(Edit.put(level, elements).apply(level))


def scene(rng: random.Random) -> World:
    """A hall full of pillars with a network across it."""
    count = rng.randint(1, 40)
    places = [(rng.uniform(0, 20), rng.uniform(0, 20)) for _ in range(count)]
    pillars = [
        Obstacle(
            id=10 + i, polygon=box(rng.uniform(0, 18), rng.uniform(0, 18), 2, rng.choice((1, 4)))
        )
        for i in range(rng.randint(0, 14))
    ]
    waypoints = [
        Waypoint(
            id=100 + i, position=place, enabled=rng.random() < 0.9,
            tags=networks.some(rng, networks.WORDS),
        )
        for i, place in enumerate(places)
    ]  # fmt: skip
    edges = [
        Edge(
            id=1000 + i, start=100 + start, end=100 + end, one_way=rng.random() < 0.2,
            factor=rng.choice((0.0, 0.5, 1.0, 1.0, 1.0, 2.0)),
        )
        for i in range(2 * count if count > 1 else 0)
        for start, end in [rng.sample(range(count), 2)]
    ]  # fmt: skip
    return world_of(Area(id=1, polygon=box(0, 0, 20, 20)), *pillars, *waypoints, *edges)


def least(world: World, start: Point, goal: Point) -> float | None:
    """Return the cost of the cheapest path over any waypoints that the ends see, by brute force."""
    level, grid, graph = world.level, world.grid, world.graph
    shut = set(graph.edge_ids[~graph.open].tolist())
    edges = {one: edge for one, edge in level.of(Edge).items() if one not in shut}
    arcs = networks.passable_arcs(Level(elements={Waypoint: level.of(Waypoint), Edge: edges}))
    on = [one for one in level.of(Waypoint).values() if one.enabled]
    floor = {one.id: floor_at(grid, one.position) for one in on}
    starts = {
        one.id: math.dist(start, one.position) for one in on if is_clear(grid, start, floor[one.id])
    }
    costs = naive_paths.arc_costs_from(arcs, starts)
    return min(
        (
            costs[one.id] + math.dist(one.position, goal)
            for one in on
            if one.id in costs and is_clear(grid, floor[one.id], goal)
        ),
        default=None,
    )


def walked(result: PathResult) -> float:
    """Metres along the points of a path."""
    start = result.start if result.snapped_start is None else result.snapped_start
    stops = np.vstack((start, result.points))
    return float(np.hypot(*np.diff(stops, axis=0).T).sum())


def test_paths_equal_joining_every_waypoint_in_sight(exhaustive: bool) -> None:
    """Cost, places and statuses are equal for all factors of edges."""
    seen = set()
    for seed in range(400 if exhaustive else 60):
        rng = random.Random(seed)
        world = scene(rng)
        for _ in range(5):
            start = (rng.uniform(0, 20), rng.uniform(0, 20))
            goal = (rng.uniform(0, 20), rng.uniform(0, 20))
            result = world.find_path(start, goal, over="graph")
            seen.add(result.status)
            ends = (result.snapped_start or start, result.snapped_goal or goal)
            if result.status in (Status.BAD_START, Status.BAD_END):
                assert world.find_path(start, goal).status is result.status
                continue
            if is_clear(world.grid, *ends):
                assert result.cost == result.length == math.dist(*ends)
                assert (len(result.nodes), result.points.tolist()) == (0, [list(ends[1])])
                continue
            cost = least(world, *ends)
            assert (cost is not None) == result.ok, seed
            assert result.rays <= 1 + 2 * len(world.graph.ids)
            if cost is None:
                continue
            assert result.cost == pytest.approx(cost, rel=1e-12), seed
            assert result.length == pytest.approx(walked(result))
            assert result.points[-1].tolist() == list(ends[1])
            first = world.level.of(Waypoint)[int(result.nodes[0])].position
            last = world.level.of(Waypoint)[int(result.nodes[-1])].position
            assert is_clear(world.grid, ends[0], floor_at(world.grid, first))
            assert is_clear(world.grid, floor_at(world.grid, last), ends[1])
    assert seen >= {Status.COMPLETE, Status.NO_PATH, Status.UNSEEN_START, Status.UNSEEN_END}


def corner(*more: object) -> World:
    """Return two rooms around a corner that don't see each other."""
    rooms = (Area(id=1, polygon=box(0, 0, 10, 2)), Area(id=2, polygon=box(8, 2, 2, 8)))
    return world_of(*rooms, *more)


def test_hidden_waypoint_that_is_nearer_is_not_entered() -> None:
    """Waypoint A is nearest but behind the wall, G is in sight (S4-012, S4-013)."""
    world = corner(
        Waypoint(id=11, position=(6.0, 3.0)),
        Waypoint(id=12, position=(9.0, 1.0)),
        Edge(id=21, start=11, end=12),
    )
    result = world.find_path((6.0, 1.0), (9.0, 8.0), over="graph")
    assert result.status is Status.COMPLETE
    assert result.nodes.tolist() == [12]
    assert result.points.tolist() == [[9.0, 1.0], [9.0, 8.0]]
    assert result.length == pytest.approx(10.0)


def test_ends_do_not_double_back() -> None:
    """The nearest waypoint is behind, but one farther on is in sight as well (S4-015)."""
    world = corner(
        Waypoint(id=11, position=(1.0, 1.0)),
        Waypoint(id=12, position=(9.0, 1.0)),
        Waypoint(id=13, position=(9.0, 9.0)),
        Edge(id=21, start=11, end=12),
        Edge(id=22, start=12, end=13),
    )
    result = world.find_path((2.0, 1.0), (9.0, 8.5), over="graph")
    assert result.nodes.tolist() == [12]
    assert result.cost == pytest.approx(7.0 + 7.5)


def test_waypoint_out_of_sight_of_an_end_is_said() -> None:
    """No waypoint is teleported to (S4-016)."""
    world = corner(Waypoint(id=11, position=(9.0, 9.0)))
    assert world.find_path((1.0, 1.0), (9.0, 5.0), over="graph").status is Status.UNSEEN_START
    assert world.find_path((9.0, 5.0), (1.0, 1.0), over="graph").status is Status.UNSEEN_END
    empty = corner()
    result = empty.find_path((1.0, 1.0), (9.0, 5.0), over="graph")
    assert (result.status, result.ok, len(result.points)) == (Status.UNSEEN_START, False, 0)


def test_ends_outside_floor_and_in_one_place() -> None:
    """As over cells, the nearest floor stands in for an end (S0-040)."""
    world = corner(Waypoint(id=11, position=(9.0, 1.0)))
    result = world.find_path((1.0, 2.6), (9.0, 8.0), over="graph")
    assert result.snapped_start is not None
    assert result.length == pytest.approx(walked(result))
    assert world.find_path((1.0, 90.0), (9.0, 8.0), over="graph").status is Status.BAD_START
    assert world.find_path((1.0, 1.0), (-40.0, 8.0), over="graph").status is Status.BAD_END
    assert world.find_path((1.0, 1.0), (1.0, 1.0), over="graph").status is Status.ALREADY_THERE
    standing = world.find_path((9.0, 1.0), (9.0, 8.0), over="graph")
    assert (standing.nodes.tolist(), len(standing.points)) == ([], 1)


def test_wide_agents_see_less() -> None:
    """Lines of sight are as wide as the agent: they must be on its type's floor (S4-012)."""
    world = corner(
        Obstacle(id=5, polygon=box(4, 0, 1, 0.5)),
        Waypoint(id=11, position=(9.0, 1.0)),
        Waypoint(id=12, position=(1.0, 1.5)),
        Edge(id=21, start=11, end=12),
    )
    assert world.find_path((2.0, 1.0), (9.0, 8.0), over="graph").ok
    wide = world.find_path((2.0, 1.0), (9.0, 8.0), over="graph", profile=Profile(radius=0.45))
    assert wide.status is Status.COMPLETE
    assert wide.nodes.tolist() == [12, 11]


def test_tags_and_abilities_are_those_of_the_query() -> None:
    """A waypoint that is excluded is not entered either."""
    world = corner(
        Waypoint(id=11, position=(9.0, 1.0), tags=("loud",)),
        Waypoint(id=12, position=(8.5, 1.5)),
        Edge(id=21, start=11, end=12, needs=("key",)),
    )
    ends = ((1.0, 0.5), (9.0, 8.0))
    assert world.find_path(*ends, over="graph").nodes.tolist() == [12]
    loud = world.find_path(*ends, over="graph", include_tags=("loud",))
    assert loud.nodes.tolist() == [11]
    assert world.find_path(*ends, over="graph", exclude_tags=("loud",)).nodes.tolist() == [12]


def test_options_of_cells_are_refused() -> None:
    """Rather than left out without a word."""
    world = corner(Waypoint(id=11, position=(9.0, 1.0)))
    with pytest.raises(NavcoreError, match="avoid"):
        world.find_path((1.0, 1.0), (9.0, 8.0), over="graph", avoid=[(0.0, 0.0, 1.0)])
    with pytest.raises(NavcoreError, match="over must be 'cells' or 'graph'"):
        world.find_path((1.0, 1.0), (9.0, 8.0), over="mesh")  # type: ignore[arg-type]
    with pytest.raises(NavcoreError, match="over cells only"):
        world.find_path_to_nearest((1.0, 1.0), (9.0, 8.0), over="graph")
    with pytest.raises(NavcoreError, match="finite"):
        world.find_path((math.nan, 1.0), (9.0, 8.0), over="graph")


def test_many_paths_at_once_are_those_found_one_by_one() -> None:
    """They use all cores."""
    world = scene(random.Random(4))
    rng = random.Random(5)
    starts = [(rng.uniform(0, 20), rng.uniform(0, 20)) for _ in range(40)]
    goals = starts[::-1]
    found = world.find_paths(starts, goals, over="graph", threads=2)
    for start, goal, result in zip(starts, goals, found, strict=True):
        alone = world.find_path(start, goal, over="graph")
        assert (result.status, result.cost) == (alone.status, alone.cost)
        assert result.nodes.tolist() == alone.nodes.tolist()


def test_few_rays_reach_far() -> None:
    """Waypoints behind the ends are not tested once a path is known."""
    waypoints = [Waypoint(id=100 + i, position=(0.5 + 0.1 * i, 1.0)) for i in range(90)]
    edges = [Edge(id=1000 + i, start=100 + i, end=101 + i) for i in range(89)]
    world = corner(*waypoints, Waypoint(id=99, position=(9.0, 3.0)),
                   Edge(id=999, start=189, end=99), *edges)  # fmt: skip
    result = world.find_path((8.0, 1.0), (9.0, 6.0), over="graph")
    assert result.ok
    assert result.rays < 60


def test_waypoints_far_behind_the_first_in_sight_are_not_tested() -> None:
    """Rings grow by half: waypoints up to twice the distance are tested, not all (S4-011)."""
    hidden = [Waypoint(id=100 + n, position=(5.0 + 0.05 * n, 3.2)) for n in range(40)]
    beyond = [Waypoint(id=1000 + n, position=(40.0 + 0.02 * n, 40.0)) for n in range(2000)]
    world = corner(
        Area(id=9, polygon=box(39, 39, 42, 2)), *hidden, *beyond,
        Waypoint(id=50, position=(1.5, 1.0)), Waypoint(id=51, position=(9.0, 9.5)),
        Edge(id=52, start=50, end=51),
    )  # fmt: skip
    found = world.find_path((6.0, 1.0), (9.0, 7.0), over="graph")
    assert found.status is Status.NO_PATH, "the edge leads through the wall"
    level = world.level
    bent = [Waypoint(id=53, position=(9.0, 1.0)), Edge(id=54, start=50, end=53)]
    level = Edit.put(level, bent).apply(level)
    found = World.build(level).find_path((6.0, 1.0), (9.0, 7.0), over="graph")
    assert found.nodes.tolist() == [53]
    assert found.rays < 150


def test_shut_door_makes_another_path() -> None:
    """It takes effect when the world is updated."""
    world = corner(
        Area(id=3, polygon=box(4, 2, 2, 6), name="gate", door=True),
        Area(id=4, polygon=box(4, 8, 4, 2)),
        *(Waypoint(id=i, position=place)
          for i, place in ((11, (5.0, 1.0)), (12, (5.0, 9.0)), (13, (9.0, 1.0)))),
        Edge(id=21, start=11, end=12),
        Edge(id=22, start=11, end=13),
    )  # fmt: skip
    ends = ((4.5, 0.5), (8.9, 9.5))
    opened = world.find_path(*ends, over="graph")
    shut = world.set_area_available("gate", False).find_path(*ends, over="graph")
    assert (opened.nodes.tolist(), shut.nodes.tolist()) == ([12], [13])
    assert opened.cost < shut.cost


def test_a_waypoint_in_the_padding_of_an_obstacle_is_come_to_beside_it() -> None:
    """Hand-drawn ones count as seen from floor within a metre."""
    block = Obstacle(id=2, polygon=box(8, 4, 4, 12))
    places = ((7.6, 3.6), (12.4, 3.6))
    waypoints = [Waypoint(id=100 + n, position=place) for n, place in enumerate(places)]
    elements = (Area(id=1, polygon=box(0, 0, 20, 20)), block, *waypoints)
    settings = Settings(cell_size=0.25, agent_radius=0.4, object_padding=0.4)
    level = Edit.put(Level(settings=settings), [*elements, Edge(id=1000, start=100, end=101)])
    world = World.build(level.apply(Level(settings=settings)))
    assert not any(world.is_walkable(*place) for place in places)
    for place in places:
        there = floor_at(world.grid, place)
        assert world.is_walkable(*there)
        assert math.dist(there, place) <= 1.0
    found = world.find_path((7.2, 10.0), (3.0, 6.0), over="graph")
    assert found.ok
    assert floor_at(world.grid, (10.0, 10.0)) == (10.0, 10.0), "too far inside: it stays there"
    assert not world.graph.open.any(), "the edge lies in the padding"


def test_an_edge_is_open_to_types_that_its_gap_lets_through() -> None:
    """They keep the padding of obstacles, too."""
    world = corner(
        # Rows of cells lie between the padding and the outer edge.
        Settings(cell_size=0.04),
        Obstacle(id=5, polygon=box(4, 0, 1, 0.9)),
        Waypoint(id=11, position=(9.0, 1.9)),
        Waypoint(id=12, position=(1.0, 1.9)),
        Edge(id=21, start=11, end=12),
    )
    padding = world.level.settings.object_padding
    assert world.graph_for(Profile(radius=0.99 - padding)).open.all()
    assert not world.graph_for(Profile(radius=1.01 - padding)).open.any()
