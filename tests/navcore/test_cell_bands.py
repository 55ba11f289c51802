"""Lines that walkable cells follow: generators and open edges agree with agents."""

import random

import numpy as np
import pytest

from navcore.bake.grid import NavGrid
from navcore.graph import cell_bands
from navcore.graph.cell_bands import BAND, followed
from navcore.growing import Grower, Method, Recipe
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Level, Obstacle, Profile, Settings, Waypoint
from navcore.level.profiles import on_layer
from navcore.open_doors import all_open
from navcore.path.find import find_path
from navcore.path.sight import is_clear
from navcore.samples import names
from navcore.world import World
from tests.interpreted import load_interpreted
from tests.naive import leads_along
from tests.sample_worlds import world_of

AROUND = 1.3
"""As far as agents walk round at most, in lengths of the edge, on floor without terrain."""


def grid_of(*rows: str) -> NavGrid:
    """Return a grid of cells of 1 m; `#` is blocked, and the last row has the lowest z."""
    return NavGrid.from_array(np.array([[sign != "#" for sign in row] for row in rows[::-1]]))


def random_grid(rng: random.Random) -> NavGrid:
    """Cells at random."""
    deep, wide, share = rng.randint(3, 14), rng.randint(3, 14), rng.uniform(0.5, 0.9)
    return NavGrid.from_array(
        np.array([[rng.random() < share for _ in range(wide)] for _ in range(deep)]),
        cell_size=0.5, min_x=-2.0, min_z=1.0,
    )  # fmt: skip


def random_lines(rng: random.Random, grid: NavGrid, count: int) -> np.ndarray:
    """Return random lines in a grid, some along its axes and some of length 0."""
    low, high = (grid.min_x, grid.min_z), (grid.lattice.max_x, grid.lattice.max_z)
    lines = [
        [rng.uniform(low[i % 2], np.nextafter(high[i % 2], low[i % 2])) for i in range(4)]
        for _ in range(count)
    ]
    for line in lines:
        if rng.random() < 0.2:
            line[2 + rng.randrange(2)] = line[rng.randrange(2)] = line[rng.randrange(2)]
    lines = [line for line in lines if all(low[i % 2] <= line[i] < high[i % 2] for i in range(4))]
    return np.array(lines)


def test_a_corner_that_is_cut_is_walked_round() -> None:
    """This holds for one cell in the way, but not for a wall, nor for a wall with a distant gap."""
    line = [[0.5, 2.5, 6.5, 2.5]]
    assert followed(grid_of(".......", ".......", "...#...", "...#...", "...#..."), line)[0]
    assert not followed(grid_of("...#...", "...#...", "...#...", "...#...", "...#..."), line)[0]
    far = ["......."] + 7 * ["...#..."]
    assert not followed(grid_of(*far), line)[0]


def test_ends_in_a_blocked_cell_count_as_the_cells_beside_it() -> None:
    """Agents come to such a waypoint on the floor beside it."""
    assert followed(grid_of(".....", "#...#", "....."), [[0.5, 1.5, 4.5, 1.5]])[0]
    assert not followed(grid_of("#....", "#....", "#...."), [[0.5, 1.5, 4.5, 1.5]])[0]


def test_no_way_leads_outside_of_the_grid() -> None:
    """Cells outside the grid are not walkable."""
    assert not followed(grid_of("..#..", "..#.."), [[0.5, 0.5, 4.5, 0.5]])[0]
    assert not followed(grid_of("....."), [[0.5, 0.5, 44.5, 0.5]])[0]


@pytest.mark.parametrize("compiled", [True, False])
def test_random_lines_agree_with_a_naive_search(
    compiled: bool, monkeypatch: pytest.MonkeyPatch, exhaustive: bool
) -> None:
    """And lines over walkable cells alone are always followed."""
    if not compiled:
        monkeypatch.setattr(cell_bands, "kernel", load_interpreted("cell_bands"))
    answers = set()
    for seed in range(300 if exhaustive else 40):
        rng = random.Random(seed)
        grid = random_grid(rng)
        lines = random_lines(rng, grid, 30)
        found = followed(grid, lines)
        for line, led in zip(lines.tolist(), found.tolist(), strict=True):
            assert led == leads_along(grid, line, BAND), (seed, line)
            assert led or not is_clear(grid, (line[0], line[1]), (line[2], line[3])), (seed, line)
        answers |= {*found.tolist()}
    assert answers == {True, False}


@pytest.mark.parametrize("name", [*names()])
@pytest.mark.parametrize("method", ["visibility", "spread", "interest", "walk"])
def test_agents_can_follow_every_grown_edge(name: str, method: Method) -> None:
    """They walk hardly farther than the edge is long: 7 times as far before, or got nowhere."""
    world = world_of(name)
    for layer in world.level.settings.layer_names:
        profile = on_layer(Profile(), layer)
        ids, seeded = random.Random(2), random.Random(1)
        recipe = Recipe(method=method, seconds=60)
        grown = Grower.of(world, profile).grow(recipe, seeded, lambda: ids.randrange(1, 2**32))  # noqa: B023
        cells = all_open(world).grid_for(profile)
        for ax, az, bx, bz in grown.proposal.lines.tolist():
            if is_clear(cells, (ax, az), (bx, bz)):
                continue
            walked = find_path(cells, (ax, az), (bx, bz))
            assert walked.ok, (ax, az, bx, bz)
            assert walked.length <= AROUND * np.hypot(bx - ax, bz - az), (ax, az, bx, bz)


def gap(width: float) -> Level:
    """Return two halves of a hall with a gap between that has no cell centre in its middle."""
    settings = Settings(agent_radius=0.45, cell_size=0.4, object_padding=0.0)
    half = width / 2
    elements = (
        Area(id=1, polygon=((0, 0), (20, 0), (20, 10), (0, 10))),
        Obstacle(id=2, name="north", polygon=((9, 5 + half), (11, 5 + half), (11, 11), (9, 11))),
        Obstacle(id=3, name="south", polygon=((9, -1), (11, -1), (11, 5 - half), (9, 5 - half))),
        Waypoint(id=11, position=(5.0, 5.0)),
        Waypoint(id=12, position=(15.0, 5.0)),
        Edge(id=21, start=11, end=12),
    )
    return Edit.put(Level(settings=settings), elements).apply(Level(settings=settings))


def test_a_gap_that_the_cells_do_not_resolve_shuts_an_edge() -> None:
    """The gap is closed even for narrower agents: no cell leads through.

    A wider gap, or finer cells, opens it.
    """
    world = World.build(gap(0.95))
    assert not world.find_path((5.0, 5.0), (15.0, 5.0)).ok
    assert not world.graph.open.any()
    assert World.build(gap(1.4)).graph.open.all()
    finer = Edit.put(world.level, [Settings(agent_radius=0.45, cell_size=0.02, object_padding=0.0)])
    assert world.update(finer.apply(world.level), finer).graph.open.all()
