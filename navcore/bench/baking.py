"""Bench of bakes: the time to build worlds from levels, and to update them after edits."""

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from navcore.bake.lattice import Lattice
from navcore.bench.contest import Contest, Entrant, Result, hold, resting, standing
from navcore.bench.levels import edits, strewn
from navcore.level.model import Level
from navcore.world import World

__all__ = ["bake", "update"]

_ROUNDING: Final = 1e-9
"""Largest rounding error of a distance in float64, metres."""
_SAGITTA: Final = 1e-3
"""Largest distance in metres of a buffer's polygon from the true arc: 16 segments a quarter."""


def bake(cells: int, *, rounds: int, budget: float) -> Result:
    """Compare building a world of a level, `cells` on a side, with shapely alone."""
    level = strewn(cells)
    grid = World.build(level).grid
    judge = _Judge(level, grid.lattice)
    entrants = (
        _ours("navcore", level, judge, _with_bitmaps),
        _ours("navcore, with regions", level, judge, _ready),
        Entrant(
            "shapely",
            lambda _: by_shapely(level, grid.lattice),
            lambda _, cells: judge.wrong_cells(cells, _SAGITTA),
            import_module("shapely").__version__,
        ),
    )
    contest = Contest(
        "bake", f"{len(level.obstacles)} obstacles", grid.width, grid.depth, 1, entrants, (0.0,)
    )
    return hold(contest, rounds=rounds, budget=budget)


def update(cells: int, count: int, *, rounds: int, budget: float) -> Result:
    """Compare updating a world after each of `count` edits with building it again.

    Every round starts with the original level. Worlds are built again for as many edits as the
    budget allows; they must equal the updated worlds byte for byte.
    """
    level = strewn(cells)
    story = list(edits(level, count))
    first = World.build(level)
    updated: list[list[float]] = [[] for _ in story]
    built: dict[int, list[float]] = {}
    wrong = 0
    with resting():
        for turn in range(rounds):
            begin = time.perf_counter()
            world = _ready(World.build(level))
            once = time.perf_counter() - begin
            if turn == 0:
                few = max(1, min(count, int(budget / once)))
                built = {at: [] for at in np.linspace(0, count - 1, few).astype(int).tolist()}
            for at, (after, edit) in enumerate(story):
                begin = time.perf_counter()
                world = _ready(world.update(after, edit, keep_lattice=True))
                updated[at].append(time.perf_counter() - begin)
                if at in built:
                    begin = time.perf_counter()
                    anew = _ready(World.build(after, lattice=world.grid.lattice))
                    built[at].append(time.perf_counter() - begin)
                    wrong += turn == 0 and not _same(world, anew)
    ours = standing("navcore", updated, wrong=wrong)
    anew_at = standing("navcore, built anew", list(built.values()), reference=ours.mean)
    return Result(
        "update", f"{len(level.obstacles)} obstacles", first.grid.width, first.grid.depth,
        (ours, anew_at),
    )  # fmt: skip


def _ours(tool: str, level: Level, judge: "_Judge", ready: Callable[[World], World]) -> Entrant:
    return Entrant(
        tool,
        lambda _: ready(World.build(level)),
        lambda _, world: judge.wrong_cells(world.grid.walkable != 0, _ROUNDING),
    )


def _with_bitmaps(world: World) -> World:
    """Return the world after computing the bitmaps that searches read."""
    _ = world.grid.bitmaps
    return world


def _ready(world: World) -> World:
    """Return the world after computing all data that searches read."""
    _ = world.grid.regions
    return _with_bitmaps(world)


def _same(world: World, other: World) -> bool:
    pairs = (
        (world.grid.padded, other.grid.padded),
        (world.grid.bitmaps.rows, other.grid.bitmaps.rows),
        (world.grid.bitmaps.columns, other.grid.bitmaps.columns),
        (world.grid.regions.labels, other.grid.regions.labels),
    )
    return all(one.tobytes() == two.tobytes() for one, two in pairs)


def by_shapely(level: Level, lattice: Lattice) -> npt.NDArray[np.bool_]:
    """Return the walkable cells by straightforward use of shapely: union, buffer, contains."""
    shapely: Any = import_module("shapely")
    floor = shapely.union_all([shapely.Polygon(area.polygon) for area in level.areas.values()])
    blocked = shapely.union_all([shapely.Polygon(one.polygon) for one in level.obstacles.values()])
    free = floor.difference(blocked.buffer(level.settings.clearance, quad_segs=16))
    shapely.prepare(free)
    xs, zs = lattice.centres_x(), lattice.centres_z()
    inside: npt.NDArray[np.bool_] = shapely.contains_xy(free, xs[None, :], zs[:, None])
    return inside


class _Judge:
    """Counts wrong cells by exact distances to the obstacles.

    Cells on which shapely's result, navcore's result and the judged result agree count as right.
    """

    def __init__(self, level: Level, lattice: Lattice) -> None:
        shapely: Any = import_module("shapely")
        self.shapely = shapely
        self.lattice = lattice
        self.clearance = level.settings.clearance
        floor = [shapely.Polygon(area.polygon) for area in level.areas.values()]
        polygons = [shapely.Polygon(obstacle.polygon) for obstacle in level.obstacles.values()]
        self.floor = shapely.union_all(floor)
        self.tree = shapely.STRtree(polygons)
        self.ours = World.build(level, lattice=lattice).grid.walkable != 0
        self.plain = by_shapely(level, lattice)

    def wrong_cells(self, found: npt.NDArray[np.bool_], slack: float) -> float:
        """Return the number of cells that are wrong by more than `slack` metres."""
        rows, columns = np.nonzero((found != self.plain) | (found != self.ours))
        points = self.shapely.points(
            self.lattice.centres_x()[columns], self.lattice.centres_z()[rows]
        )
        (asked, _), distances = self.tree.query_nearest(
            points, return_distance=True, all_matches=False
        )
        assert np.array_equal(asked, np.arange(len(points)))
        off = distances - self.clearance
        expected = self.shapely.contains(self.floor, points) & (off >= 0)
        at_edge = self.shapely.distance(self.floor.boundary, points) <= slack
        wrong = (found[rows, columns] != expected) & (np.abs(off) > slack) & ~at_edge
        return float(np.count_nonzero(wrong))
