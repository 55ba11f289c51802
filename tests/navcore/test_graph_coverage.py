"""Floor that sees the network, and corridors as wide as walls allow."""

import math
import random
import sys
from itertools import pairwise

import msgspec
import numpy as np
import pytest

from navcore.geometry import edge_trees
from navcore.graph import clearance as clearance_module
from navcore.graph import coverage as coverage_module
from navcore.graph.clearance import Clearance
from navcore.graph.corridors import (
    contains,
    grow_corridors,
    grown_radii,
    pulled_tight,
    reduced,
)
from navcore.graph.coverage import COVERED, NO_FLOOR, UNSEEN, coverage
from navcore.graph.floors import floor_for
from navcore.graph.generators.corner_network import around_corners
from navcore.graph.journey_ends import floor_at
from navcore.level.edit import Edit
from navcore.level.model import Agent, Edge, Profile, Settings, Waypoint
from navcore.samples import names
from navcore.world import World
from tests.interpreted import load_interpreted
from tests.naive_corridors import Walls
from tests.network_levels import box, level_of, random_floor, sample_ground, scattered, square

NARROW = Settings(cell_size=0.5, agent_radius=0.4, object_padding=0.0, boundary_padding=0.0)


def covered(level, radius=0.4, **options):
    """The coverage of a level by its own waypoints."""
    grid = World.build(level).grid_for(Profile(radius=radius))
    return coverage(Clearance.of(level), grid, radius, **options)


def with_waypoints(level, places, **fields):
    """Return the level with waypoints with ids from 1001."""
    made = [
        Waypoint(id=i, name=f"w{i}", position=place, **fields)
        for i, place in enumerate(places, 1001)
    ]
    return Edit.put(level, made).apply(level)


def test_a_room_that_sees_no_waypoint_is_uncovered():
    """The share is exact: one of two rooms."""
    level = level_of([box(0, 0, 10, 10), box(11, 0, 21, 10)]).with_settings(NARROW)
    level = with_waypoints(level, [(5.0, 5.0)])
    level = level.with_items({
        7: Agent(id=7, position=(3.0, 3.0)), 8: Agent(id=8, position=(15.0, 3.0)),
        9: Agent(id=9, position=(40.0, 3.0)),
    })  # fmt: skip
    found = covered(level)
    assert (found.covered, found.walkable, found.share) == (400, 800, 0.5)
    assert found.unseeing == (8, 9)
    counts = np.bincount(found.field.ravel(), minlength=3)
    assert counts[[COVERED, UNSEEN]].tolist() == [400, 400]
    assert counts[NO_FLOOR] == found.field.size - 800
    assert covered(level, reach=2.0).covered == 50


def test_a_waypoint_in_sight_covers_at_any_distance():
    """Paths over waypoints enter them from as far, too."""
    level = with_waypoints(level_of([box(0, 0, 200, 10)]).with_settings(NARROW), [(5.0, 5.0)])
    found = covered(level)
    assert found.share == 1.0
    path = World.build(level).find_path((190.0, 5.0), (4.0, 9.0), over="graph")
    assert path.ok
    assert covered(level, reach=60.0).share == pytest.approx(0.325, abs=0.002)


def test_spawn_points_without_room_are_told():
    """Also those that are switched on: a waypoint in a wall sees nothing, not even itself."""
    level = level_of([square(0, 10)], [box(2, 2, 8, 8)]).with_settings(NARROW)
    level = with_waypoints(level, [(5.0, 5.0), (1.0, 1.0)], type="spawn")
    assert covered(level).unseeing == (1001,)


def far_level(seed):
    """A street of blocks, 300 m long, with waypoints in one part of it."""
    rng = random.Random(seed)
    blocks = []
    for _ in range(25):
        x, z = rng.uniform(0, 300), rng.uniform(0, 40)
        blocks.append(box(x, z, x + rng.uniform(1, 9), z + rng.uniform(1, 20)))
    level = level_of([box(0, 0, 300, 40)], blocks)
    settings = Settings(cell_size=2.0, agent_radius=0.4, object_padding=0.0, boundary_padding=0.0)
    places = [(rng.uniform(0, 40), rng.uniform(0, 40)) for _ in range(rng.choice((4, 9, 60)))]
    return with_waypoints(level.with_settings(settings), places)


@pytest.mark.parametrize("seed", range(12))
def test_far_coverage_equals_brute_force(seed):
    """Far more points than a leaf of the tree has, and places behind many walls."""
    level = far_level(seed)
    radius, profile = 0.4, Profile(radius=0.4)
    world = World.build(level)
    floor, grid = floor_for(world, profile), world.grid_for(profile)
    pauses = []
    found = coverage(Clearance.of(level), grid, radius, pause=lambda: pauses.append(1))
    points = [one.position for one in level.of(Waypoint).values()]
    points = [
        point if floor.blocked(point, point, radius) is None else floor_at(grid, point)
        for point in points
    ]
    points = np.array([point for point in points if floor.blocked(point, point, radius) is None])
    cells = np.argwhere(found.field != NO_FLOOR)
    centres = np.array([grid.centre_of(column, row) for row, column in cells.tolist()])
    sees = np.zeros(len(cells), bool)
    for point in points.tolist():
        lines = np.hstack((centres, np.broadcast_to(point, centres.shape)))
        sees |= floor.blockers(lines, radius) < 0
    assert ((found.field[tuple(cells.T)] == COVERED) == sees).all()
    assert pauses


def test_far_levels_have_places_that_see_far():
    """Else the test above would test nothing beyond the first 50 m."""
    some = [
        covered(far_level(seed)).covered > covered(far_level(seed), reach=50.0).covered
        for seed in range(12)
    ]
    assert sum(some) > 6


def test_coverage_stops_when_it_is_asked_to():
    """Between pieces of work."""
    level = far_level(0)
    grid = World.build(level).grid_for(Profile(radius=0.4))

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        coverage(Clearance.of(level), grid, 0.4, pause=stop)


def test_waypoints_that_are_switched_off_cover_nothing():
    """Waypoints far from floor cover nothing either; without floor all is covered."""
    level = level_of([square(0, 10)]).with_settings(NARROW)
    assert covered(with_waypoints(level, [(5.0, 5.0)], enabled=False)).share == 0.0
    assert covered(with_waypoints(level, [(5.0, -1.2)])).share == 0.0
    assert covered(with_waypoints(level, [(5.0, -0.2)])).share == 1.0
    assert covered(level_of([])).share == 1.0


@pytest.mark.parametrize("seed", range(25))
def test_coverage_equals_brute_force(seed):
    """They agree cell by cell on random levels.

    A waypoint off the floor counts from floor nearby.
    """
    rng = random.Random(seed)
    level = random_floor(seed)
    level = with_waypoints(level, [(rng.uniform(0, 10), rng.uniform(0, 10)) for _ in range(4)])
    radius, profile = 0.3, Profile(radius=0.3)
    world = World.build(level)
    floor, grid = floor_for(world, profile, through_doors=False), world.grid_for(profile)
    found = coverage(Clearance.of(level, through_doors=False), grid, radius)
    points = [one.position for one in level.of(Waypoint).values()]
    room = [floor.blocked(point, point, radius) is None for point in points]
    points = [
        point if clear else floor_at(grid, point) for point, clear in zip(points, room, strict=True)
    ]
    points = [point for point in points if floor.blocked(point, point, radius) is None]
    for row, column in np.argwhere(found.field != NO_FLOOR).tolist():
        place = grid.centre_of(column, row)
        lines = [[*place, *point] for point in points]
        sees = bool(lines) and bool((floor.blockers(lines, radius) < 0).any())
        assert (found.field[row, column] == COVERED) == sees


def test_compiled_and_interpreted_kernels_agree(monkeypatch):
    """They agree in every cell."""
    level = with_waypoints(scattered(2, 6, 9.0), [(1.0, 1.0), (8.0, 8.0), (4.5, 1.0)])
    fast = covered(level)
    trees, corridors = load_interpreted("edge_tree"), load_interpreted("corridors")
    clearance = Clearance.of(level)
    grid = World.build(level).grid_for(Profile(radius=0.4))
    monkeypatch.setitem(sys.modules, "navcore.kernels.polygon.edge_tree", trees)
    monkeypatch.setitem(sys.modules, "navcore.kernels.polygon.corridors", corridors)
    monkeypatch.setattr(edge_trees, "kernel", trees)
    monkeypatch.setattr(edge_trees, "tree_build", load_interpreted("tree_build"))
    monkeypatch.setattr(clearance_module, "kernel", load_interpreted("clear_corridors"))
    monkeypatch.setattr(coverage_module, "kernel", load_interpreted("coverage"))
    object.__setattr__(clearance, "tree", edge_trees.tree_of(clearance.segments))
    assert (coverage(clearance, grid, 0.4).field == fast.field).all()
    monkeypatch.setattr(coverage_module, "_NEAR", 0.5)
    assert (coverage(clearance, grid, 0.4).field == fast.field).all()


@pytest.mark.parametrize(
    ("place", "radii", "expected"),
    [
        ((5.0, 1.49), (1.0, 2.0), True),
        ((5.0, 1.51), (1.0, 2.0), False),
        ((-0.99, 0.0), (1.0, 2.0), True),
        ((-1.01, 0.0), (1.0, 2.0), False),
        ((11.99, 0.0), (1.0, 2.0), True),
        ((10.0, -2.0), (1.0, 2.0), True),
        ((5.0, 1.0), (1.0, 1.0), True),
        ((5.0, 1.001), (1.0, 1.0), False),
        ((5.0, 0.0), (-0.5, 0.4), False),
        ((9.9, 0.0), (-0.5, 0.4), True),
    ],
)
def test_containment_clamps_and_interpolates(place, radii, expected):
    """Along an edge of ten metres."""
    assert contains(place, (0.0, 0.0), (10.0, 0.0), *radii) is expected


def test_an_edge_without_length_holds_its_larger_disc():
    """Whichever end has it."""
    for radii in ((1.0, 2.0), (2.0, 1.0)):
        assert contains((1.9, 0.0), (0.0, 0.0), (0.0, 0.0), *radii)
        assert not contains((2.1, 0.0), (0.0, 0.0), (0.0, 0.0), *radii)


def assert_radii_fit(level, positions, pairs, radii, most=10.0):
    """Check that discs and corridors are clear, and that none can grow alone."""
    walls = Walls(level)
    for (x, z), radius in zip(positions.tolist(), radii.tolist(), strict=True):
        assert walls.distance((x, z), (x, z)) >= radius - 1e-4
    for a, b in pairs.tolist():
        ends = [tuple(positions[k].tolist()) for k in (a, b)]
        if walls.distance(*ends) > 1e-3:
            assert walls.margin(*ends, radii[a], radii[b]) >= -2e-4
    clearance = Clearance.of(level)
    for row, radius in enumerate(radii.tolist()):
        more = radius + 1e-3
        if more > most or clearance.clear_radius(tuple(positions[row].tolist())) < more:
            continue
        mine = [(a, b) for a, b in pairs.tolist() if row in (a, b)]
        lines = [positions[[a, b]].ravel() for a, b in mine]
        wide = [[more if k == row else radii[k] for k in pair] for pair in mine]
        assert len(mine) > 0
        assert (clearance.blockers(lines, np.array(wide)) >= 0).any()


@pytest.mark.parametrize("seed", range(30))
def test_radii_grow_to_the_walls(seed):
    """They stop when a disc or one of its corridors touches a wall."""
    level = scattered(seed, 8, 14.0) if seed % 2 else random_floor(seed)
    proposal = around_corners(Clearance.of(level), 0.3)
    radii = grown_radii(Clearance.of(level), proposal.positions, proposal.pairs)
    assert (radii >= 0.3 - 1e-6).all()
    assert_radii_fit(level, proposal.positions, proposal.pairs, radii)


@pytest.mark.parametrize("name", names())
def test_corridors_of_samples_are_clear(name):
    """Grown by one edit, in whole millimetres; locked ones stay."""
    level = sample_ground(name)
    clearance = Clearance.of(level)
    proposal = around_corners(clearance, level.settings.agent_radius)
    level = with_waypoints(level, [tuple(p) for p in proposal.positions.tolist()])
    edges = [
        Edge(id=20000 + i, start=1001 + a, end=1001 + b)
        for i, (a, b) in enumerate(proposal.pairs.tolist())
    ]
    locked = msgspec.structs.replace(level.of(Waypoint)[1001], locked=True)
    level = Edit.put(level, [locked, *edges]).apply(level)
    edit = grow_corridors(level, clearance)
    after = edit.apply(level)
    assert after.of(Waypoint)[1001].clear_radius == 0
    found = [one.clear_radius for one in after.of(Waypoint).values()]
    lines = proposal.lines
    radii = np.array(found)[proposal.pairs]
    assert clearance.clear(lines, radii).all()
    assert edit.inverse().apply(after) == level


def test_wide_agents_have_less_of_a_corridor():
    """Down to nothing."""
    assert reduced([2.0, 0.5], 0.5).tolist() == [1.5, 0.0]
    assert pulled_tight(np.array([[5.0, 0.0]]), reduced([0.5], 0.5), (0, 0), (10, 0)) is None


@pytest.mark.parametrize("seed", range(40))
def test_paths_through_corridors_are_pulled_tight(seed):
    """They are never longer than over the waypoints, and stay in the corridors."""
    rng = random.Random(seed)
    count = rng.randint(1, 8)
    nodes = np.cumsum([(rng.uniform(-3, 3), rng.uniform(1, 4)) for _ in range(count)], axis=0)
    radii = np.array([rng.uniform(0.2, 2.0) for _ in range(count)])
    start, goal = (0.0, 0.0), (float(nodes[-1, 0]), float(nodes[-1, 1]) + 3.0)
    turns = pulled_tight(nodes, radii, start, goal)
    whole = [start, *map(tuple, nodes.tolist()), goal]

    def length(points):
        return sum(math.dist(a, b) for a, b in pairwise(points))

    assert length(turns.tolist()) <= length(whole) + 1e-9
    for k in range(count - 1):
        for t in np.linspace(0, 1, 9):
            place = turns[k + 1] + t * (turns[k + 2] - turns[k + 1])
            assert contains(tuple(place), *whole[k + 1 : k + 3], *(radii[k : k + 2] + 1e-8))
    # No random turns within the discs are shorter.
    for _ in range(50):
        other = [start]
        for (x, z), radius in zip(nodes.tolist(), (0.25 * radii).tolist(), strict=True):
            turn, off = rng.uniform(0, math.tau), radius * rng.random()
            other.append((x + off * math.cos(turn), z + off * math.sin(turn)))
        assert length(turns.tolist()) <= length([*other, goal]) + 1e-3


def test_a_wide_corridor_is_walked_straight():
    """The line leads from end to end."""
    nodes, radii = np.array([[3.0, 1.0], [6.0, -1.0], [9.0, 1.0]]), np.array([2.0, 2.0, 2.0])
    turns = pulled_tight(nodes, radii, (0.0, 0.0), (12.0, 0.0))
    assert np.abs(turns[:, 1]).max() < 1e-3
