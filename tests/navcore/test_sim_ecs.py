"""Entities of a game: the source's components and rules on a grid, and in a simulation."""

import doctest
import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sim_levels import agent as level_agent
from sim_levels import change, room, simulate

from navcore import NavcoreError, NavGrid, World
from navcore.ecs import adapter as ecs
from navcore.ecs import navigation
from navcore.ecs.adapter import (
    Entity,
    MoveIntent,
    NavigationAgent,
    NavigationSystem,
    Position,
    SimulationAdapter,
    invalidate_all_paths,
    invalidate_paths_near_tile,
)
from navcore.level.edit import Edit
from navcore.level.model import Point
from navcore.sim.simulation import Simulation

TILE = 32.0


def grid_of(*rows: str, costs: dict[str, float] | None = None, **fields: Any) -> NavGrid:
    """A grid from a picture, the top row last in z: `#` blocked, other signs cost 1 or as said."""
    signs = np.array([list(row) for row in reversed(rows)])
    cost = np.ones(signs.shape)
    for sign, value in (costs or {}).items():
        cost[signs == sign] = value
    cost[signs == "#"] = 0
    return NavGrid.from_array(signs != "#", cell_size=TILE, cost=cost if costs else None, **fields)


def middle(column: int, row: int) -> Point:
    """The centre of a tile."""
    return ((column + 0.5) * TILE, (row + 0.5) * TILE)


def entity(start: Point, target: Point, **intent: Any) -> Entity:
    """Somebody who wants to walk to a target by a path."""
    wish = MoveIntent(target, has_intent=True, use_pathfinding=True)
    for name, value in intent.items():
        setattr(wish, name, value)
    return Position(start), wish, NavigationAgent()


def run(system: NavigationSystem, one: Entity, dt: float = 1 / 60, most: int = 20_000) -> int:
    """Updates until it wants nothing more."""
    for count in range(most):
        if not one[1].has_intent:
            return count
        system.update([one], dt)
    message = "it never comes to an end"
    raise AssertionError(message)


def test_move_intent_begins_as_the_source_says() -> None:
    """Values of the document, not of its code (S1-056, X-024)."""
    intent = MoveIntent()
    assert (intent.desired_speed, intent.arrival_threshold) == (1.0, 5.0)
    assert (intent.has_intent, intent.use_pathfinding) == (False, False)
    assert intent.avoid_obstacles


def test_navigation_agent_begins_as_the_source_says() -> None:
    """No path, and a dirty one (S1-057)."""
    agent = NavigationAgent()
    assert agent.current_path == []
    assert agent.current_waypoint_index == 0
    assert not agent.has_path
    assert agent.path_dirty
    assert agent.cached_goal is None
    assert (agent.agent_radius, agent.max_speed, agent.layer_mask) == (16, 100, 0x01)
    assert NavigationAgent().current_path is not agent.current_path


def test_a_found_path_is_taken_up() -> None:
    """has_path, the first waypoint, clean (S1-058)."""
    system = NavigationSystem(grid_of("....", "....", "...."))
    one = entity(middle(0, 0), middle(3, 2))
    system.update([one], 0.0)
    agent = one[2]
    assert agent.has_path
    assert not agent.path_dirty
    assert agent.cached_goal == middle(3, 2)
    assert agent.current_path[-1] == middle(3, 2)
    assert one[0].position == middle(0, 0)


@pytest.mark.parametrize("target", [middle(3, 0), middle(2, 0), (-50.0, 16.0)])
def test_without_a_way_the_intent_is_taken_back(target: Point) -> None:
    """Behind a wall, in a wall, outside; searched for once (S1-058)."""
    system = NavigationSystem(grid_of("..#.", "..#."))
    one = entity(middle(0, 0), target)
    for _ in range(5):
        system.update([one], 0.1)
    assert not one[1].has_intent
    assert not one[2].has_path
    assert one[0].position == middle(0, 0)
    assert system.searches == 1


def test_searches_only_when_something_changed() -> None:
    """Not at every update, and not for another place in the same tile (S1-049, S1-050)."""
    system = NavigationSystem(grid_of("........", "........"))
    one = entity(middle(0, 0), middle(6, 1))
    for _ in range(30):
        system.update([one], 1 / 60)
    assert system.searches == 1
    x, z = middle(6, 1)
    one[1].target = (x + 15, z - 15)
    system.update([one], 1 / 60)
    assert system.searches == 1
    one[1].target = middle(7, 1)
    system.update([one], 1 / 60)
    assert system.searches == 2
    one[2].path_dirty = True
    system.update([one], 1 / 60)
    system.update([one], 1 / 60)
    assert system.searches == 3
    run(system, one)
    for _ in range(10):
        system.update([one], 1 / 60)
    assert system.searches == 3


def test_a_waypoint_is_reached_within_the_threshold() -> None:
    """Nearer than it, not at it; after the last nothing is wanted (S1-059, S1-060)."""
    system = NavigationSystem(grid_of("......"))
    for away, reached in ((4.999, True), (5.0, False), (5.001, False)):
        one = entity(middle(0, 0), middle(5, 0))
        one[2].current_path = [(100.0, 16.0), middle(5, 0)]
        one[2].has_path, one[2].path_dirty, one[2].cached_goal = True, False, middle(5, 0)
        one[0].position = (100.0 - away, 16.0)
        system.update([one], 0.0)
        assert one[2].current_waypoint_index == int(reached)
        one[2].current_waypoint_index = 1
        one[0].position = (middle(5, 0)[0] - away, 16.0)
        system.update([one], 0.0)
        assert one[1].has_intent is not reached
        assert one[2].has_path is not reached


def test_the_threshold_is_the_intents_own() -> None:
    """0 means the very place (S1-059)."""
    system = NavigationSystem(grid_of("......", "......"))
    for threshold in (0.0, 1.0, 20.0):
        one = entity(middle(0, 0), middle(5, 1), arrival_threshold=threshold)
        run(system, one)
        away = math.dist(one[0].position, middle(5, 1))
        assert away == 0 or away < threshold
        assert away >= threshold - 100 / 60 or threshold == 0


@pytest.mark.parametrize("rate", [10, 30, 60, 144, 1, 0.1])
def test_speed_and_way_do_not_depend_on_the_rate(rate: float) -> None:
    """Never past a waypoint, no swaying, the same time within an update (S1-061)."""
    system = NavigationSystem(grid_of("........", ".######.", "........", "........"))
    one = entity(middle(3, 1), middle(3, 3), arrival_threshold=0.0)
    ends = []
    system.update([one], 0.0)
    path = one[2].current_path
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(path))
    walked, updates = 0.0, 0
    while one[1].has_intent:
        before = one[0].position
        system.update([one], 1 / rate)
        walked += math.dist(before, one[0].position)
        updates += 1
        ends.append(one[0].position)
        # It is on its path, always.
        assert min(_off(one[0].position, a, b) for a, b in itertools.pairwise(path)) < 1e-6
    assert ends[-1] == middle(3, 3)
    assert walked <= length + 1e-6
    assert updates == pytest.approx(length / 100 * rate, abs=1.001)
    if rate >= 60:
        assert walked == pytest.approx(length, rel=0.01)


def _off(place: Point, a: Point, b: Point) -> float:
    """How far a place is from a segment."""
    x, z = b[0] - a[0], b[1] - a[1]
    long = x * x + z * z
    at = 0.0 if long == 0 else ((place[0] - a[0]) * x + (place[1] - a[1]) * z) / long
    at = min(max(at, 0.0), 1.0)
    return math.dist(place, (a[0] + at * x, a[1] + at * z))


def test_speed_is_desired_speed_times_max_speed() -> None:
    """A multiplier (S1-061, X-024)."""
    system = NavigationSystem(grid_of("......"))
    for desired, most in ((1.0, 100.0), (0.5, 100.0), (2.0, 30.0), (0.0, 100.0)):
        one = entity(middle(0, 0), middle(5, 0), desired_speed=desired)
        one[2].max_speed = most
        system.update([one], 0.5)
        assert one[0].position[0] - middle(0, 0)[0] == pytest.approx(desired * most * 0.5)


@pytest.mark.parametrize("smoothing", ["none", "greedy", "taut"])
def test_nobody_steps_back_at_first(smoothing: Any) -> None:
    """The tile's centre may lie behind; the second waypoint only comes nearer (S1-062)."""
    system = NavigationSystem(grid_of("........", "........"), smoothing=smoothing)
    for x in (1.0, 16.0, 31.0):
        one = entity((x, 20.0), middle(6, 0))
        system.update([one], 0.0)
        second = one[2].current_path[1]
        away = math.dist(one[0].position, second)
        while one[2].current_waypoint_index < 2 and one[1].has_intent:
            system.update([one], 1 / 60)
            if one[2].current_waypoint_index < 2:
                assert math.dist(one[0].position, second) <= away
                away = math.dist(one[0].position, second)


def test_a_first_waypoint_behind_is_skipped() -> None:
    """In a path that a game made itself, of centres, as the source does (S1-062)."""
    system = NavigationSystem(grid_of("......", "......"))
    for start, skipped in (((30.0, 16.0), True), ((3.0, 16.0), False)):
        one = entity(start, middle(5, 0))
        one[2].current_path = [middle(column, 0) for column in range(6)]
        one[2].has_path, one[2].path_dirty, one[2].cached_goal = True, False, middle(5, 0)
        system.update([one], 0.0)
        assert (one[2].current_waypoint_index > 0) is skipped
        assert system.searches == 0


def test_thresholds_wider_than_tiles_cut_no_corner() -> None:
    """A corner counts as reached only where the next waypoint is in sight."""
    grid = grid_of("......", ".####.", "......", "......")
    system = NavigationSystem(grid)
    one = entity(middle(2, 1), middle(2, 3), arrival_threshold=40.0)
    places = [one[0].position]
    while one[1].has_intent:
        # Corners are passed within an update: a chord may cut one by what is walked in it.
        system.update([one], 1 / 1000)
        places.append(one[0].position)
    assert all(grid.is_walkable(*place) for place in places)
    assert math.dist(places[-1], middle(2, 3)) < 40


def test_terrain_slows() -> None:
    """Speed is divided by the cost of the cell: cost is time, at any rate (X-046)."""
    mud = grid_of("....~~~~....", costs={"~": 2.0})
    for rate in (1, 10, 60):
        one = entity((0.0, 16.0), (383.0, 16.0), arrival_threshold=0.0)
        updates = run(NavigationSystem(mud), one, 1 / rate)
        seconds = (8 * TILE - 1 + 2 * 4 * TILE) / 100
        assert updates == pytest.approx(seconds * rate, abs=1.001)
    one = entity((0.0, 16.0), (383.0, 16.0), arrival_threshold=0.0)
    updates = run(NavigationSystem(mud, terrain_slows=False), one)
    assert updates == pytest.approx(3.83 * 60, abs=1.001)
    ice = grid_of("............", costs={".": 0.8})
    one = entity((0.0, 16.0), (383.0, 16.0), arrival_threshold=0.0)
    assert run(NavigationSystem(ice), one) == pytest.approx(3.83 * 0.8 * 60, abs=1.001)


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.3, 5.0, 90.0]))
def test_walks_end_and_never_lead_through_walls(seed: int, threshold: float) -> None:
    """On random terrain, at random rates: at the target, or nowhere."""
    rng = np.random.default_rng(seed)
    cost = rng.choice([0.0, 1.0, 1.0, 1.5, 3.0], (9, 9))
    grid = NavGrid.from_array(cost > 0, cell_size=TILE, cost=cost)
    system = NavigationSystem(grid)
    start, target = (tuple(rng.random(2) * 9 * TILE) for _ in range(2))
    one = entity(start, target, arrival_threshold=threshold)
    places = [start]
    for _ in range(2000):
        system.update([one], float(rng.choice([0.002, 1 / 60, 0.1, 2.0])))
        assert grid.is_walkable(*one[0].position) or one[0].position == start
        places.append(one[0].position)
        if not one[1].has_intent:
            break
    assert not one[1].has_intent
    assert system.searches == 1
    away = math.dist(places[-1], target)
    assert away == 0 or away < threshold or places[-1] == start


def test_without_pathfinding_it_goes_straight() -> None:
    """To the target, up to an obstacle, or through it."""
    system = NavigationSystem(grid_of("...#..", "......"))
    free = entity(middle(0, 0), middle(5, 0), use_pathfinding=False)
    run(system, free)
    assert math.dist(free[0].position, middle(5, 0)) < 5
    before_wall = entity(middle(0, 1), middle(5, 1), use_pathfinding=False)
    run(system, before_wall)
    assert before_wall[0].position == pytest.approx((3 * TILE, middle(0, 1)[1]), abs=0.01)
    assert system.grid.is_walkable(*before_wall[0].position)
    through = entity(middle(0, 1), middle(5, 1), use_pathfinding=False, avoid_obstacles=False)
    run(system, through)
    assert math.dist(through[0].position, middle(5, 1)) < 5
    assert system.searches == 0


def test_layers_and_intents_that_are_none() -> None:
    """Who walks on other layers, and who wants nothing, is left alone."""
    ground = NavigationSystem(grid_of("...."))
    one = entity(middle(0, 0), middle(3, 0))
    one[2].layer_mask = 0x02
    ground.update([one], 1.0)
    assert one[0].position == middle(0, 0)
    NavigationSystem(grid_of("...."), layer=1).update([one], 0.1)
    assert one[0].position != middle(0, 0)
    idle = entity(middle(0, 0), middle(3, 0), has_intent=False)
    ground.update([idle], 1.0)
    assert idle[0].position == middle(0, 0)
    assert ground.searches == 0


def test_wrong_numbers_are_refused() -> None:
    """With what they are."""
    system = NavigationSystem(grid_of("...."))
    one = entity(middle(0, 0), middle(3, 0))
    for dt in (-1.0, math.nan, math.inf):
        with pytest.raises(NavcoreError, match="dt"):
            system.update([one], dt)
    for straight in (True, False):
        wild = entity(middle(0, 0), (math.nan, 0.0), use_pathfinding=not straight)
        with pytest.raises(NavcoreError, match="finite"):
            system.update([wild], 0.1)
    with pytest.raises(NavcoreError, match="outside the grid"):
        system.destroy_wall((4, 0), [])
    for cost in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(NavcoreError, match="cost"):
            system.set_tile((1, 0), [], cost=cost)


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
    """Beside a walk along the segment in tiny steps."""
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
    """Paths near it are searched anew; and should nobody be told, nobody goes in."""
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


# In a simulation.


def hall() -> Simulation:
    """A run without anybody, 20 x 20 m."""
    return Simulation(World.build(room(20, 20)))


def walker(start: Point, target: Point, **intent: Any) -> Entity:
    """Somebody of human size and speed."""
    one = entity(start, target, arrival_threshold=0.1, **intent)
    one[2].agent_radius, one[2].max_speed = 0.2, 1.4
    return one


def until_quiet(adapter: SimulationAdapter, *ones: Entity, most: int = 3000) -> int:
    """Steps until nobody wants anything."""
    for count in range(most):
        if not any(one[1].has_intent for one in ones):
            return count
        adapter.step()
    message = "they never come to an end"
    raise AssertionError(message)


def test_a_simulation_carries_intents_out() -> None:
    """Walks there at its speed; path, index and arrival are told by the components."""
    adapter = SimulationAdapter(hall())
    one = walker((2, 2), (16, 9))
    adapter.add(1, one)
    for _ in range(30):
        adapter.step()
    position, _, agent = one
    assert agent.has_path
    assert not agent.path_dirty
    assert agent.cached_goal == (16, 9)
    assert agent.current_path[-1] == (16, 9)
    steps = 30 + until_quiet(adapter, one)
    assert math.dist(position.position, (16, 9)) <= 0.1
    assert steps / 60 == pytest.approx(math.dist((2, 2), (16, 9)) / 1.4, abs=0.3)
    assert not agent.has_path
    assert agent.current_path == []
    adapter.step()
    inputs = len(adapter.simulation.inputs)
    for _ in range(30):
        adapter.step()
    assert len(adapter.simulation.inputs) == inputs
    assert adapter.simulation.counts().walking == 0


def test_a_goal_that_changes_its_tile_is_sent_again() -> None:
    """And one that stays in it is not (S1-049)."""
    adapter = SimulationAdapter(hall())
    one = walker((2, 2), (15.0, 2.0))
    adapter.add(1, one)
    sends = []
    for count in range(120):
        x, z = adapter.simulation.world.grid.centre_of(
            *adapter.simulation.world.grid.cell_of(15.0, 2.0)
        )
        one[1].target = (x + 0.01 * (count % 3), z) if count < 60 else (15.0, 8.0)
        adapter.step()
        sends.append(sum(hasattr(entry.request, "goal") for entry in adapter.simulation.inputs))
    assert sends[59] == 1
    assert sends[-1] == 2
    until_quiet(adapter, one)
    assert math.dist(one[0].position, (15, 8)) <= 0.1


def test_an_intent_that_is_taken_back_stops() -> None:
    """Where it is; and a target that nobody reaches takes it back."""
    adapter = SimulationAdapter(hall())
    one, nowhere = walker((2, 2), (18, 2)), walker((2, 18), (300, 300))
    adapter.add(1, one)
    adapter.add(2, nowhere)
    for _ in range(60):
        adapter.step()
    one[1].has_intent = False
    adapter.step()
    place = one[0].position
    until_quiet(adapter, nowhere)
    assert one[0].position == place
    assert not one[2].has_path
    assert math.dist(nowhere[0].position, (20, 20)) < 1.5


def test_a_dirty_path_is_planned_anew() -> None:
    """Though the goal is the same; and a door that opens is used."""
    adapter = SimulationAdapter(hall())
    one = walker((2, 2), (18, 2))
    adapter.add(1, one)
    for _ in range(30):
        adapter.step()
    one[2].path_dirty = True
    adapter.step()
    assert not one[2].path_dirty
    inputs = [type(entry.request).__name__ for entry in adapter.simulation.inputs]
    assert inputs == ["Spawn", "Send", "Stop", "Send"]
    until_quiet(adapter, one)
    assert math.dist(one[0].position, (18, 2)) <= 0.1


def test_another_speed_is_taken_over() -> None:
    """In the middle of a walk; none pauses it."""
    adapter = SimulationAdapter(hall())
    one = walker((2, 2), (18, 2))
    adapter.add(1, one)
    for _ in range(60):
        adapter.step()
    one[1].desired_speed = 2.0
    for _ in range(12):
        adapter.step()
    x = one[0].position[0]
    for _ in range(60):
        adapter.step()
    assert one[0].position[0] - x == pytest.approx(2.8, abs=0.2)
    one[1].desired_speed = 0.0
    adapter.step()
    x = one[0].position[0]
    for _ in range(30):
        adapter.step()
    assert one[0].position[0] == x
    assert one[1].has_intent
    one[1].desired_speed = 1.0
    until_quiet(adapter, one)
    assert math.dist(one[0].position, (18, 2)) <= 0.1


def test_straight_walkers_end_at_walls() -> None:
    """Without pathfinding, in a simulation as on a grid."""
    level = room(20, 20, (9, 0, 11, 10))
    adapter = SimulationAdapter(Simulation(World.build(level)))
    straight, round_it = walker((2, 5), (18, 5), use_pathfinding=False), walker((2, 4), (18, 4))
    adapter.add(1, straight)
    adapter.add(2, round_it)
    until_quiet(adapter, straight, round_it)
    assert 8 < straight[0].position[0] < 9
    assert math.dist(round_it[0].position, (18, 4)) <= 0.1


def test_agents_of_the_level_become_entities() -> None:
    """With their own places and sizes, and on their rounds until they want something."""
    run_of_one = simulate(room(20, 20), level_agent(7, (3, 3), walk_speed=1.2, goals=((9, 3),)))
    adapter = SimulationAdapter(run_of_one)
    one = (Position(), MoveIntent(arrival_threshold=0.1), NavigationAgent())
    adapter.add(7, one)
    assert one[0].position == (3, 3)
    assert (one[2].agent_radius, one[2].max_speed) == (0.45, 1.2)
    for _ in range(60):
        adapter.step()
    assert one[0].position[0] > 3.5
    one[1].target, one[1].has_intent, one[1].use_pathfinding = (3.0, 15.0), True, True
    until_quiet(adapter, one)
    assert math.dist(one[0].position, (3, 15)) <= 0.1


def test_entities_come_and_go() -> None:
    """By the adapter, by the run, and by the level."""
    run_of_one = simulate(room(20, 20), level_agent(7, (3, 3)))
    adapter = SimulationAdapter(run_of_one)
    adapter.add(7, (Position(), MoveIntent(), NavigationAgent()))
    adapter.add(1, walker((5, 5), (9, 9)))
    adapter.add(2, walker((5, 8), (9, 12)))
    adapter.take()
    assert sorted(adapter.entities) == [1, 2, 7]
    adapter.step()
    adapter.remove(1)
    run_of_one.remove([2])
    adapter.step()
    assert sorted(adapter.entities) == [7]
    assert sorted(run_of_one.agents.index) == [7]
    change(run_of_one, Edit.remove(run_of_one.world.level, [7]))
    for _ in range(7):
        adapter.step()
    assert not adapter.entities
    with pytest.raises(KeyError):
        adapter.remove(7)


def test_what_a_simulation_can_not_have_is_refused() -> None:
    """Ids twice, other layers, no speed, no size."""
    adapter = SimulationAdapter(hall())
    adapter.add(1, walker((5, 5), (9, 9)))
    with pytest.raises(NavcoreError, match="id 1"):
        adapter.add(1, walker((5, 5), (9, 9)))
    flying = walker((5, 5), (9, 9))
    flying[2].layer_mask = 0x02
    with pytest.raises(NavcoreError, match="layer"):
        adapter.add(2, flying)
    for name, value in (("max_speed", -1.0), ("max_speed", math.nan), ("agent_radius", 0.0)):
        odd = walker((5, 5), (9, 9))
        setattr(odd[2], name, value)
        with pytest.raises(NavcoreError, match="over 0"):
            adapter.add(3, odd)


def test_the_same_intents_give_the_same_run() -> None:
    """To the last bit."""
    states = []
    for _ in range(2):
        adapter = SimulationAdapter(hall())
        ones = [walker((2 + i, 2), (18 - i, 17)) for i in range(10)]
        for number, one in enumerate(ones, 1):
            adapter.add(number, one)
        for _ in range(300):
            adapter.step()
        states.append(adapter.simulation.state())
    assert states[0].equals(states[1])


def test_the_examples_run() -> None:
    """As they are written."""
    for module in (ecs, navigation):
        outcome = doctest.testmod(module)
        assert outcome.attempted
        assert not outcome.failed
