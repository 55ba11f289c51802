"""Tile maps of source 001: tiles, layers, costs and paths, row by row of its rules."""

import heapq
import math
import random
import tracemalloc

import numpy as np
import pytest

from navcore.ecs.tile_map import TileMap
from navcore.ecs.tiles import CollisionLayer, TileProperties
from navcore.errors import NavcoreError
from navcore.path.result import Status


def cheapest(
    tiles: TileMap, start: tuple[int, int], goal: tuple[int, int], layer: int = 0
) -> float:
    """Dijkstra over sides of tiles; infinite where there is no path."""
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        cost, (x, y) = heapq.heappop(queue)
        if (x, y) == goal:
            return cost
        if cost > best[x, y]:
            continue
        for near in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)):
            if tiles.is_navigable(*near, layer):
                there = cost + tiles.traversal_cost(*near, layer)
                if there < best.get(near, math.inf):
                    best[near] = there
                    heapq.heappush(queue, (there, near))
    return math.inf


def test_an_empty_map() -> None:
    """S1-004a: its form, defaults and refusals."""
    tiles = TileMap(20, 10, "ortho", 32, 16, num_layers=3)
    assert (tiles.width, tiles.height, tiles.num_layers) == (20, 10, 3)
    assert tiles.tile(0, 0) == TileProperties()
    assert (tiles.tile(0, 0).cost, tiles.tile(0, 0).terrain) == (1.0, "ground")
    for wrong, said in (
        ({"width": 0}, "width"), ({"height": 0}, "height"), ({"tile_width": 0}, "tile_width"),
        ({"tile_height": math.nan}, "tile_height"), ({"num_layers": 0}, "num_layers"),
        ({"num_layers": 9}, "num_layers"), ({"projection": "round"}, "projection"),
    ):  # fmt: skip
        with pytest.raises(NavcoreError, match=said):
            TileMap(**{"width": 4, "height": 4, **wrong})  # type: ignore[arg-type]


def test_places_and_tiles() -> None:
    """S1-024: floors, negative places too, and centres."""
    tiles = TileMap(20, 10, tile_width=32, tile_height=16)
    assert tiles.world_to_grid(31.9, 16.0) == (0, 1)
    assert tiles.world_to_grid(-0.1, -16.1) == (-1, -2)
    for x, y in ((0, 0), (19, 9), (-3, 4)):
        assert tiles.world_to_grid(*tiles.grid_to_world(x, y)) == (x, y)
    with pytest.raises(NavcoreError, match="finite"):
        tiles.world_to_grid(math.nan, 0.0)


def test_what_a_tile_is() -> None:
    """S1-031 to S1-038: defaults, the truth table, outside, costs, terrain."""
    tiles = TileMap(6, 6, num_layers=2)
    for blocked in (False, True):
        for navigable in (False, True):
            tiles.set_tile(1, 1, TileProperties(is_blocked=blocked, is_navigable=navigable))
            assert tiles.is_navigable(1, 1) == (navigable and not blocked)
    assert not tiles.is_navigable(6, 0)
    assert tiles.has_collision(-1, 0)
    assert tiles.traversal_cost(0, 6) == math.inf
    for cost in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(NavcoreError, match="over 0"):
            tiles.set_navigable(0, 0, True, cost)
    costs = {"ground": 1.0, "grass": 1.0, "sand": 1.2, "mud": 1.5, "water": 2.0, "ice": 0.8,
             "snow": 1.3, "rock": 1.1}  # fmt: skip
    for terrain, cost in costs.items():
        tiles.set_terrain(2, 2, terrain)
        assert tiles.traversal_cost(2, 2) == cost
    tiles.set_navigable(2, 2, True, 7.0)
    assert tiles.traversal_cost(2, 2) == 7.0
    tiles.set_terrain(2, 2, "mud")
    assert tiles.traversal_cost(2, 2) == 1.5
    tiles.set_terrain(2, 2, "lava")
    assert not tiles.is_navigable(2, 2)
    tiles.set_tile(3, 3, TileProperties(layer=7), layer=1)
    assert tiles.tile(3, 3, 1).layer == 1
    with pytest.raises(NavcoreError, match="eight bits"):
        TileProperties(custom_flags=256)


def test_a_destroyed_wall_is_open_and_a_bridge_is_dry() -> None:
    """S1-037, S1-053, S1-055, X-022: in the source such a wall stays shut."""
    tiles = TileMap(5, 1)
    tiles.set_tile(2, 0, TileProperties(is_blocked=True))
    assert not tiles.find_path(0, 0, 4, 0)
    tiles.set_navigable(2, 0, False)
    assert tiles.has_collision(2, 0)
    tiles.set_navigable(2, 0, True, 1.0)
    assert tiles.find_path(0, 0, 4, 0).cost == 4.0
    tiles.set_tile(2, 0, TileProperties(is_blocked=True, is_dynamic=True))
    tiles.destroy(2, 0)
    assert tiles.find_path(0, 0, 4, 0).cost == 4.0
    tiles.set_tile(2, 0, TileProperties(terrain="water", on_built_state=TileProperties()))
    assert tiles.find_path(0, 0, 4, 0).cost == 5.0
    tiles.build(2, 0)
    assert tiles.find_path(0, 0, 4, 0).cost == 4.0


def test_ends_of_a_path() -> None:
    """S1-005 to S1-007: outside, blocked, unknown layers, start and goal the same."""
    tiles = TileMap(4, 4)
    tiles.set_blocked(3, 3, True)
    for start in ((-1, 0), (0, -1), (4, 0), (0, 4), (3, 3)):
        assert tiles.find_path(*start, 0, 0).status is Status.BAD_START
        assert tiles.find_path(0, 0, *start).status is Status.BAD_END
    assert tiles.find_path(0, 0, 1, 1, layer=1).status is Status.BAD_START
    here = tiles.find_path(1, 2, 1, 2)
    assert bool(here)
    assert here.points.tolist() == [[48.0, 80.0, 0.0]]
    assert tiles.find_path(-1, 0, 0, 0).points.shape == (0, 3)


def test_points_are_centres_side_by_side() -> None:
    """S1-013, S1-021: from start to goal, no diagonal."""
    tiles = TileMap(9, 9, tile_width=2.0, tile_height=4.0)
    for y in range(1, 9):
        tiles.set_navigable(4, y, False)
    path = tiles.find_path(1, 7, 7, 7)
    assert path.points[0].tolist() == [3.0, 30.0, 0.0]
    assert path.points[-1].tolist() == [15.0, 30.0, 0.0]
    steps = np.abs(np.diff(path.points[:, :2], axis=0)) / (2.0, 4.0)
    assert (steps.sum(axis=1) == 1).all()
    assert path.cost == len(path.points) - 1 == 20


def test_costs_of_paths() -> None:
    """S1-015, S1-016: entered tiles count; a detour is taken when it is cheaper, not before."""
    tiles = TileMap(4, 1)
    assert tiles.find_path(0, 0, 3, 0).cost == 3.0
    for x in range(4):
        tiles.set_terrain(x, 0, "mud")
    assert tiles.find_path(0, 0, 3, 0).cost == 4.5
    tiles = TileMap(5, 2)
    for cost, straight in ((1.6, True), (1.7, False)):
        for x in (1, 2, 3):
            tiles.set_navigable(x, 0, True, cost)
        path = tiles.find_path(0, 0, 4, 0)
        assert (len(path.points) == 5) is straight


def test_the_limit() -> None:
    """S1-011, S1-012: a long corridor fails at the default and works above."""
    tiles = TileMap(20_000, 1)
    path = tiles.find_path(0, 0, 19_999, 0)
    assert path.status is Status.LIMIT_REACHED
    assert not path
    assert len(path.points) == 0
    assert tiles.suggested_iterations == 20_000
    assert tiles.find_path(0, 0, 19_999, 0, max_iterations=tiles.suggested_iterations)
    assert TileMap(300, 300).suggested_iterations == 50_000


def test_layers() -> None:
    """S1-039 to S1-044: independent, one active one, and the ground for paths."""
    assert [layer.name for layer in CollisionLayer] == [
        "GROUND", "SKY", "UNDERGROUND", "VOLUME", "CUSTOM_1", "CUSTOM_2", "CUSTOM_3", "CUSTOM_4",
    ]  # fmt: skip
    tiles = TileMap(5, 1, num_layers=2)
    assert tiles.active_layer is CollisionLayer.GROUND
    tiles.set_navigable(2, 0, False)
    assert tiles.set_active_layer(CollisionLayer.SKY)
    assert not tiles.set_active_layer(CollisionLayer.UNDERGROUND)
    assert tiles.active_layer is CollisionLayer.SKY
    assert tiles.is_navigable(2, 0)
    assert not tiles.is_navigable(2, 0, CollisionLayer.GROUND)
    assert not tiles.find_path(0, 0, 4, 0)
    assert tiles.find_path(0, 0, 4, 0, CollisionLayer.SKY)
    tiles.set_navigable(3, 0, False)
    assert not tiles.find_path(0, 0, 4, 0, CollisionLayer.SKY)
    masks = {0: 0, 0x01: 0, 0x06: 1, 0x80: 7}
    assert {mask: CollisionLayer.of_mask(mask) for mask in masks} == masks


def test_equal_to_dijkstra(exhaustive: bool) -> None:
    """S1-010, S1-020, X-003, X-004: on random maps with ice, lava and walls."""
    terrains = ("ground", "sand", "mud", "water", "ice", "rock", "lava")
    for seed in range(3000 if exhaustive else 120):
        draw = random.Random(seed)
        tiles = TileMap(draw.randint(1, 14), draw.randint(1, 14))
        for y in range(tiles.height):
            for x in range(tiles.width):
                if draw.random() < 0.5:
                    tiles.set_terrain(x, y, draw.choice(terrains))
                if draw.random() < 0.15:
                    tiles.set_blocked(x, y, True)
        places = [(draw.randrange(tiles.width), draw.randrange(tiles.height)) for _ in range(2)]
        path = tiles.find_path(*places[0], *places[1])
        free = all(tiles.is_navigable(*place) for place in places)
        expected = cheapest(tiles, *places) if free else math.inf
        assert bool(path) == math.isfinite(expected), seed
        if path:
            assert path.cost == pytest.approx(expected, rel=1e-6), seed


def test_random_points() -> None:
    """S1-045 to S1-048: even over the disc, seeded, none without a try or a tile."""
    tiles = TileMap(100, 100, tile_width=1, tile_height=1)
    draw = random.Random(4)
    rings = np.zeros(8)
    for _ in range(4000):
        place = tiles.random_navigable_point(50, 50, 40, seed=draw)
        assert place is not None
        rings[min(7, int((math.dist(place, (50, 50)) / 40) ** 2 * 8))] += 1
    assert float(((rings - 500) ** 2 / 500).sum()) < 24.3
    once = tiles.random_navigable_point(50, 50, 40, seed=7)
    assert once == tiles.random_navigable_point(50, 50, 40, seed=7)
    assert tiles.random_navigable_point(50, 50, 0) == (50.0, 50.0)
    assert tiles.random_navigable_point(50, 50, 40, 0) is None
    assert tiles.random_navigable_point(500, 500, 3) is None
    for y in range(100):
        tiles.set_navigable(50, y, False)
    for _ in range(50):
        place = tiles.random_navigable_point(50, 50, 40, seed=draw, reachable_from=(0, 0))
        assert place is None or place[0] < 50


def test_searches_keep_no_memory() -> None:
    """S1-014, S1-052: after the first ones no search takes more memory, with any outcome."""
    tiles = TileMap(60, 60)
    for y in range(59):
        tiles.set_navigable(30, y, False)
    tiles.set_navigable(59, 58, False)
    tiles.set_navigable(58, 59, False)

    def search() -> None:
        for _ in range(20):
            tiles.find_path(0, 0, 50, 3)
            tiles.find_path(0, 0, 59, 59)
            tiles.find_path(0, 0, 50, 3, max_iterations=40)

    search()
    tracemalloc.start()
    search()
    before = tracemalloc.get_traced_memory()[0]
    search()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 2000
