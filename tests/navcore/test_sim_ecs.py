"""Entities of a game: components and rules of the source, on a grid and in a simulation."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from ecs_grids import TILE, entity, grid_of, middle, run
from hypothesis import given
from hypothesis import strategies as st

from navcore import NavcoreError, NavGrid
from navcore.ecs.adapter import (
    MoveIntent,
    NavigationAgent,
    NavigationSystem,
)
from navcore.level.model import Point


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
    """Other updates, and other places in the same tile, cause none (S1-049, S1-050)."""
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
    """It never overshoots or sways, and takes equally long within an update (S1-061)."""
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
    """Return the distance of a place from a segment."""
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
    """The tile's centre may be behind; the second waypoint only gets nearer (S1-062)."""
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
    """On random terrain, at random rates, they end at the target or where they began."""
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
    """It goes to the target, up to an obstacle, or through it."""
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
    """Entities on other layers, and those without an intent, are left alone."""
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
    """The message has the numbers."""
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
