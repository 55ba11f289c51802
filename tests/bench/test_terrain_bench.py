"""Cost of painting terrain with a brush, and of paths over that terrain.

    pytest tests/bench/test_terrain_bench.py --benchmark-columns=median,max --benchmark-verbose

With `--exhaustive` the level has 4096 x 4096 cells and not 512 x 512. Cells are held to a build,
costs of paths to Dijkstra's; no verdict depends on speed. Other libraries on terrain: `navcore
bench --work terrain`.
"""

import random
import statistics
import time

import maps
import numpy as np
import pytest
import queries
from pytest_benchmark.fixture import BenchmarkFixture
from terrain_levels import tiles_of

from navcore.level.edit import Edit
from navcore.level.elements import TILES
from navcore.level.model import Area, Level, Profile, Settings, Tiles, Zone
from navcore.path.options import StepRule
from navcore.world import World

NAMES = ("mud", "water", "ice")
SWIMMER = Profile(name="swimmer", abilities=("swim",))
REACH = 10
"""Radius of the brush in tiles."""


def floor(cells: int) -> Level:
    """Return one area with `cells` cells of 1 m per side, including its margin."""
    side = cells - 6.0
    ring = ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
    settings = Settings(cell_size=1.0, agent_radius=0.45, profiles=(SWIMMER,))
    return Level(settings=settings, areas={1: Area(id=1, name="floor", polygon=ring)})


class Brush:
    """Strokes of terrain, each event an edit of the blocks that the brush touches."""

    def __init__(self, level: Level, cells: int) -> None:
        """Start on a level of `cells` cells on a side."""
        self.level = level
        self._rng = random.Random(1)
        self._cells = cells
        self._painted: dict[tuple[int, int], np.ndarray] = {}
        self._at = (cells / 2, cells / 2)

    def next_edit(self) -> Edit:
        """Return the next edit, after the mouse moved a little."""
        low, high = 2 * REACH, self._cells - 2 * REACH
        x, z = (min(max(value + self._rng.uniform(-15, 15), low), high) for value in self._at)
        self._at, kind = (x, z), self._rng.randint(1, len(NAMES))
        blocks = [
            block
            for cx in range(int(x - REACH) // TILES, int(x + REACH) // TILES + 1)
            for cz in range(int(z - REACH) // TILES, int(z + REACH) // TILES + 1)
            if (block := self._block(cx, cz, kind)) is not None
        ]
        edit = Edit.put(self.level, blocks)
        self.level = edit.apply(self.level)
        return edit

    def _block(self, cx: int, cz: int, kind: int) -> Tiles | None:
        old = self._painted.get((cx, cz), np.zeros((TILES, TILES), np.int64))
        columns, rows = (at * TILES + np.arange(TILES) + 0.5 for at in (cx, cz))
        near = (columns - self._at[0]) ** 2 + (rows[:, None] - self._at[1]) ** 2 <= REACH**2
        if not near.any():
            return None
        self._painted[cx, cz] = np.where(near, kind, old)
        return tiles_of(cx, cz, NAMES, self._painted[cx, cz])


def test_brush(benchmark: BenchmarkFixture, exhaustive: bool) -> None:
    """Measure from an event to the floor of a walker and a swimmer."""
    cells = 4096 if exhaustive else 512
    brush = Brush(floor(cells), cells)
    worlds = [World.build(brush.level)]
    times: list[float] = []

    def event() -> None:
        edit = brush.next_edit()
        start = time.perf_counter()
        world = worlds[-1].update(brush.level, edit, keep_lattice=True)
        world.grid_for(SWIMMER)
        times.append(1000 * (time.perf_counter() - start))
        worlds[:] = [world]

    benchmark.pedantic(event, rounds=1000 if exhaustive else 30)
    built = World.build(brush.level, lattice=worlds[0].grid.lattice)
    for profile in (Profile(), SWIMMER):
        one, other = worlds[0].grid_for(profile), built.grid_for(profile)
        assert np.array_equal(one.padded, other.padded)
        assert one.cost is not None
        assert other.cost is not None
        assert np.array_equal(one.cost, other.cost)
        assert np.array_equal(one.regions.labels, other.regions.labels)
    benchmark.extra_info["median_ms"] = round(statistics.median(times), 3)
    benchmark.extra_info["p99_ms"] = round(float(np.percentile(times, 99)), 3)


def marsh(cells: int) -> World:
    """Return a floor with 60 overlapping zones of five terrains."""
    level, rng = floor(cells), random.Random(2)
    zones = {}
    for zone_id in range(2, 62):
        x, z = rng.uniform(0, cells), rng.uniform(0, cells)
        wide, deep = rng.uniform(0.05, 0.3) * cells, rng.uniform(0.05, 0.3) * cells
        ring = ((x, z), (x + wide, z), (x + wide, z + deep), (x, z + deep))
        terrain = rng.choice(("mud", "slow", "sand", "ice", "ground"))
        zones[zone_id] = Zone(id=zone_id, order=zone_id, polygon=ring, terrain=terrain)
    return World.build(Level(settings=level.settings, areas=level.areas, elements={Zone: zones}))


@pytest.mark.parametrize("rule", ["entered", "mean"])
def test_paths_over_zones(benchmark: BenchmarkFixture, rule: StepRule, exhaustive: bool) -> None:
    """Search from the middle of 512 x 512 cells to random cells; costs equal Dijkstra's."""
    world, rng = marsh(512 if exhaustive else 96), random.Random(3)
    grid = world.grid
    start = (grid.width // 2, grid.depth // 2)
    goals = [maps.random_free(rng, grid.walkable) for _ in range(40)]
    ends = [grid.centre_of(*goal) for goal in goals]
    begin = grid.centre_of(*start)

    def ask() -> list[float]:
        return [world.find_path(begin, end, step_rule=rule).cost for end in ends]

    found = benchmark.pedantic(ask, rounds=5 if exhaustive else 1)
    case = queries.Case(grid, None, begin)
    costs = queries.costs_to_all(case, grid.walkable != 0, start, mean=rule == "mean")
    assert found == pytest.approx([costs[row, column] for column, row in goals], rel=1e-9)
