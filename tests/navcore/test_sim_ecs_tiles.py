"""Paths of entities when tiles change."""

import itertools
import math

import numpy as np
from ecs_grids import entity, grid_of, middle, run
from hypothesis import given
from hypothesis import strategies as st

from navcore import NavGrid
from navcore.ecs.adapter import (
    NavigationAgent,
    NavigationSystem,
    invalidate_all_paths,
    invalidate_paths_near_tile,
)


def test_paths_near_a_tile_are_dirty() -> None:
    """Those that cross its neighbours, though their few waypoints are far (S1-054, X-041)."""
    grid = grid_of(*["." * 30] * 12)
    lattice = grid.lattice
    long = NavigationAgent([middle(0, 5), middle(29, 5)], has_path=True, path_dirty=False)
    for row, near in ((3, False), (4, True), (5, True), (6, True), (7, False)):
        long.path_dirty = False
        assert invalidate_paths_near_tile(lattice, [long], (14, row)) == int(near)
        assert long.path_dirty is near
    # What it has behind it does not matter any more.
    long.current_path = [middle(0, 5), middle(10, 5), middle(29, 5)]
    long.current_waypoint_index, long.path_dirty = 2, False
    assert invalidate_paths_near_tile(lattice, [long], (4, 5)) == 0
    assert invalidate_paths_near_tile(lattice, [long], (20, 5)) == 1
    none = NavigationAgent(path_dirty=False)
    assert invalidate_paths_near_tile(lattice, [none], (4, 5)) == 0
    alone = NavigationAgent([middle(7, 7)], has_path=True, path_dirty=False)
    assert invalidate_paths_near_tile(lattice, [alone], (8, 6)) == 1
    assert invalidate_paths_near_tile(lattice, [alone], (9, 7)) == 0


@given(st.integers(0, 2**32 - 1))
def test_every_tile_that_a_segment_crosses_counts(seed: int) -> None:
    """The reference walks along the segment in tiny steps."""
    rng = np.random.default_rng(seed)
    grid = NavGrid.from_array(np.ones((12, 12)), cell_size=0.4, min_x=-1.3, min_z=2.0)
    path = [(-1.3 + x, 2.0 + z) for x, z in (rng.random((3, 2)) * 4.79).tolist()]
    tile = (int(rng.integers(12)), int(rng.integers(12)))
    agent = NavigationAgent(path, has_path=True, path_dirty=False)
    marked = invalidate_paths_near_tile(grid.lattice, [agent], tile)
    centre = np.array(grid.centre_of(*tile))
    nearest = min(
        np.abs(np.array(a) + (np.array(b) - a) * part - centre).max()
        for a, b in itertools.pairwise(path)
        for part in np.linspace(0, 1, 400)
    )
    # Within the tile and its neighbours; samples lie up to 2 cm apart.
    assert marked or nearest >= 0.6 - 1e-9
    assert not marked or nearest <= 0.6 + 0.01


def test_a_destroyed_wall_opens_the_way() -> None:
    """Navigable, cost 1, paths near it searched anew (S1-053)."""
    grid = grid_of("~####~", "~~~~~~", costs={"~": 2.0})
    wall = grid_of("..#..", "..#..", "..#..", "..#..", ".....")
    system = NavigationSystem(wall)
    one, far = entity(middle(0, 2), middle(4, 2)), entity(middle(0, 4), middle(1, 4))
    system.update([one, far], 0.0)
    before = list(one[2].current_path)
    # Its way round passes below; the wall falls beside it.
    assert system.destroy_wall((2, 1), [one[2], far[2]]) == 1
    assert system.grid.is_walkable(*middle(2, 1))
    assert wall.walkable[1, 2] == 0
    assert one[2].path_dirty
    assert not far[2].path_dirty
    system.update([one, far], 0.0)
    assert system.searches == 3
    assert one[2].current_path != before
    # On terrain the tile costs 1 afterwards.
    over_terrain = NavigationSystem(grid)
    over_terrain.destroy_wall((2, 1), [])
    assert over_terrain.grid.cost is not None
    assert over_terrain.grid.cost[2, 3] == 1
    assert over_terrain.grid.cost[1, 3] == 2


def test_a_bridge_is_noticed_near_it_or_by_all() -> None:
    """Cost 2 becomes 1; far paths only if all are to plan anew (S1-055)."""
    water = grid_of("~" * 9, "." * 9, "." * 9, "." * 9, costs={"~": 2.0})
    system = NavigationSystem(water)
    near, far = entity(middle(0, 3), middle(8, 3)), entity(middle(0, 0), middle(8, 0))
    idle = entity(middle(0, 0), middle(8, 0), has_intent=False)
    system.update([near, far, idle], 0.0)
    agents = [near[2], far[2], idle[2]]
    assert system.build_bridge((1, 3), agents) == 1
    assert (near[2].path_dirty, far[2].path_dirty) == (True, False)
    assert system.grid.cost is not None
    assert system.grid.cost[4, 2] == 1
    system.update([near], 0.0)
    assert system.build_bridge((2, 3), agents, replan_all=True) == 2
    assert near[2].path_dirty
    assert far[2].path_dirty
    assert invalidate_all_paths(agents) == 2


def test_a_new_wall_is_not_walked_into() -> None:
    """Paths near it are searched anew; agents that are not informed don't enter it either."""
    system = NavigationSystem(grid_of("......", "......", "......"))
    one = entity(middle(0, 1), middle(5, 1))
    system.update([one], 0.1)
    assert system.build_wall((3, 1), [one[2]]) == 1
    run(system, one)
    assert system.searches == 2
    assert math.dist(one[0].position, middle(5, 1)) < 5
    untold = entity(middle(0, 2), middle(5, 2))
    system.update([untold], 0.1)
    system.build_wall((3, 2), [])
    while untold[1].has_intent:
        system.update([untold], 1 / 60)
        assert system.grid.is_walkable(*untold[0].position)
    assert math.dist(untold[0].position, middle(5, 2)) < 5


def test_changing_a_tile_keeps_the_grids_numbers() -> None:
    """A grid without costs stays without, until a tile has one."""
    system = NavigationSystem(grid_of(".#.", connectivity=4))
    system.destroy_wall((1, 0), [])
    assert system.grid.cost is None
    assert system.grid.connectivity == 4
    system.set_tile((0, 0), [], cost=3.0)
    assert system.grid.cost is not None
    assert system.grid.cost[1, 1:4].tolist() == [3, 1, 1]
    assert system.grid.least_cost == 1
