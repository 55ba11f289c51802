"""Corridors between waypoints keep their exact distance from everything that blocks."""

import dataclasses
import random
import sys

import msgspec
import numpy as np
import pytest

from navcore import load_level
from navcore.geometry import edge_trees
from navcore.graph import clearance as module
from navcore.graph.clearance import Blocked, Clearance
from navcore.level.model import Area, Layer, Level, Obstacle, Settings
from navcore.samples import names, path
from tests.interpreted import load_interpreted
from tests.naive_corridors import Walls
from tests.strategies import random_edit, random_level, random_storeys, random_storeys_edit


def square(low: float, high: float) -> tuple:
    """A ring around the diagonal from low to high."""
    return ((low, low), (high, low), (high, high), (low, high))


def level_of(*elements: Area | Obstacle, **settings: object) -> Level:
    """A level of these."""
    return Level(
        settings=Settings(**settings),
        areas={one.id: one for one in elements if isinstance(one, Area)},
        obstacles={one.id: one for one in elements if isinstance(one, Obstacle)},
    )


FLOOR = Area(id=1, polygon=square(0.0, 10.0))
BLOCK = Obstacle(id=2, polygon=square(4.0, 6.0))


def clearance_of(*elements: Area | Obstacle, **settings: object) -> Clearance:
    """Return the clearance of these elements."""
    return Clearance.of(level_of(*elements, **settings))


def test_a_corridor_beside_a_block_says_which_radius_would_pass() -> None:
    """A corridor that just touches the block is clear."""
    found = clearance_of(FLOOR, BLOCK).blocked((3.5, 1.0), (3.5, 9.0), 0.75)
    assert found == Blocked(element=2, distance=0.5, radius=0.5)
    assert clearance_of(FLOOR, BLOCK).blocked((3.5, 1.0), (3.5, 9.0), 0.5) is None


def test_a_line_through_a_block_passes_at_no_radius() -> None:
    """The distance is 0 then."""
    found = clearance_of(FLOOR, BLOCK).blocked((1.0, 5.0), (9.0, 5.0), 0.0)
    assert found == Blocked(element=2, distance=0.0, radius=0.0)


def test_the_first_block_along_the_line_is_named() -> None:
    """This holds from either end."""
    blocks = [Obstacle(id=i, polygon=((i, 4), (i + 0.5, 4), (i + 0.5, 6), (i, 6))) for i in (7, 3)]
    both = clearance_of(FLOOR, *blocks)
    assert both.blocked((1.0, 5.0), (9.0, 5.0), 0.3).element == 3
    assert both.blocked((9.0, 5.0), (1.0, 5.0), 0.3).element == 7


def test_a_line_through_corners_alone_is_blocked() -> None:
    """No edge is crossed, two corners are touched."""
    assert clearance_of(FLOOR, BLOCK).blocked((1.0, 1.0), (9.0, 9.0), 0.0) is not None


def test_a_block_that_lies_whole_in_the_corridor_blocks_it() -> None:
    """It doesn't touch the line itself."""
    crumb = Obstacle(id=5, polygon=((5.0, 5.3), (5.1, 5.3), (5.1, 5.4), (5.0, 5.4)))
    found = clearance_of(FLOOR, crumb).blocked((1.0, 5.0), (9.0, 5.0), 1.0)
    assert found == Blocked(element=5, distance=pytest.approx(0.3), radius=pytest.approx(0.3))


def test_a_line_inside_a_block_is_blocked_by_it() -> None:
    """However far away its edges are."""
    big = Obstacle(id=5, polygon=square(1.0, 9.0))
    assert clearance_of(FLOOR, big).blocked((4.0, 5.0), (6.0, 5.0), 0.1) == Blocked(5, 0.0, 0.0)


def test_the_outer_edge_blocks_like_a_wall() -> None:
    """It has no id; outside it there is no floor."""
    found = clearance_of(FLOOR).blocked((1.0, 0.2), (9.0, 0.2), 0.45)
    assert found == Blocked(None, pytest.approx(0.2), pytest.approx(0.2))
    assert clearance_of(FLOOR).blocked((11.0, 5.0), (12.0, 5.0), 0.1) == Blocked(None, 0.0, 0.0)


def test_edges_that_areas_share_block_nothing() -> None:
    """Two areas are one floor."""
    east = Area(id=3, name="b", polygon=((10.0, 0.0), (20.0, 0.0), (20.0, 10.0), (10.0, 10.0)))
    assert clearance_of(FLOOR, east).blocked((2.0, 5.0), (18.0, 5.0), 2.0) is None


def test_a_place_in_a_gap_that_the_seam_closes_is_on_floor() -> None:
    """A place outside is not."""
    east = Area(id=3, name="b", polygon=((10.006, 0), (20.0, 0.0), (20.0, 10.0), (10.006, 10.0)))
    assert clearance_of(FLOOR, east).blocked((10.003, 5.0), (18.0, 5.0), 1.0) is None
    assert clearance_of(FLOOR, east).blocked((10.003, -5.0), (18.0, 5.0), 1.0) is not None


def test_disabled_obstacles_block_nothing() -> None:
    """A bake ignores them, too."""
    off = msgspec.structs.replace(BLOCK, enabled=False)
    assert clearance_of(FLOOR, off).blocked((1.0, 5.0), (9.0, 5.0), 1.0) is None


def test_a_tapered_corridor_fits_where_an_even_one_does_not() -> None:
    """Each end has its radius."""
    wedge = Obstacle(id=5, polygon=((0.0, 5.5), (10.0, 6.5), (10.0, 9.0), (0.0, 9.0)))
    found = clearance_of(FLOOR, wedge)
    assert found.blocked((1.0, 5.0), (8.0, 5.0), 0.5, 1.2) is None
    assert found.blocked((1.0, 5.0), (8.0, 5.0), 0.9, 0.5).element == 5
    assert found.blocked((1.0, 5.0), (8.0, 5.0), 0.9).element == 5


def test_a_disc_that_holds_the_other_counts_alone() -> None:
    """A corridor can be shorter than its taper."""
    found = clearance_of(FLOOR, BLOCK)
    assert found.blocked((2.0, 5.0), (2.1, 5.0), 1.99, 0.1) is None
    assert found.blocked((2.0, 5.0), (2.1, 5.0), 2.01, 0.1).element == 2
    assert found.blocked((2.1, 5.0), (2.0, 5.0), 0.1, 1.99) is None
    assert found.blocked((2.1, 5.0), (2.0, 5.0), 0.1, 2.01).element in {2, None}


def test_a_place_alone_has_a_corridor() -> None:
    """It is a disc."""
    assert clearance_of(FLOOR, BLOCK).blocked((3.0, 5.0), (3.0, 5.0), 1.0) is None
    assert clearance_of(FLOOR, BLOCK).blocked((3.0, 5.0), (3.0, 5.0), 1.1).distance == 1.0


def test_shut_doors_are_floor_only_if_asked() -> None:
    """Doors that need a key, only for those that have it."""
    door = Area(id=3, name="d", polygon=((10, 4), (11, 4), (11, 6), (10, 6)), door=True)
    east = Area(id=4, name="b", polygon=((11.0, 0.0), (20.0, 0.0), (20.0, 10.0), (11.0, 10.0)))
    shut = level_of(FLOOR, msgspec.structs.replace(door, available=False), east)
    line = ((8.0, 5.0), (13.0, 5.0), 0.5)
    assert Clearance.of(shut).blocked(*line) is None
    assert Clearance.of(shut, through_doors=False).blocked(*line) is not None
    locked = level_of(FLOOR, msgspec.structs.replace(door, needs=("key",)), east)
    assert Clearance.of(locked).blocked(*line) is not None
    assert Clearance.of(locked, abilities=("key", "badge")).blocked(*line) is None


def test_storeys_do_not_block_each_other() -> None:
    """A storey without areas has no floor."""
    above = msgspec.structs.replace(BLOCK, layer="upper")
    level = level_of(FLOOR, above, layers=(Layer(name="ground"), Layer(name="upper")))
    assert Clearance.of(level).blocked((1.0, 5.0), (9.0, 5.0), 0.4) is None
    assert Clearance.of(level, "upper").blocked((1.0, 5.0), (9.0, 5.0), 0.4) is not None


def test_clear_radius_is_the_distance_of_the_nearest_wall() -> None:
    """The radius has a limit; it is 0 where no agent can stand."""
    found = clearance_of(FLOOR, BLOCK)
    assert found.clear_radius((2.0, 5.0)) == pytest.approx(2.0)
    assert found.clear_radius((2.0, 5.0), 1.5) == 1.5
    assert found.clear_radius((5.0, 5.0)) == 0.0
    assert found.clear_radius((-3.0, 5.0)) == 0.0


def random_corridors(rng: random.Random, count: int, side: float) -> tuple:
    """Return random lines and radii; sometimes a line is a point."""
    lines = np.array([[rng.uniform(0, side) for _ in range(4)] for _ in range(count)])
    for row in range(0, count, 7):
        lines[row, 2:] = lines[row, :2]
    for row in range(1, count, 3):
        lines[row, 2:] = lines[row, :2] + [rng.uniform(-2, 2), rng.uniform(-2, 2)]
    radii = np.array([[rng.uniform(0, 1), rng.uniform(0, 1)] for _ in range(count)])
    radii[::2, 1] = radii[::2, 0]
    return lines, radii


def assert_agrees(level: Level, lines: np.ndarray, radii: np.ndarray) -> int:
    """Check that test and reference agree, except within rounding; return how many are clear."""
    walls, found = Walls(level), Clearance.of(level, through_doors=False)
    sure = 2e-2 * level.settings.seam + 1e-7
    clear = found.clear(lines, radii)
    free = found.free(lines[:, :2])
    for (ax, az, bx, bz), (start, end), is_clear, is_free in zip(
        lines.tolist(), radii.tolist(), clear.tolist(), free.tolist(), strict=True
    ):
        a, b = (ax, az), (bx, bz)
        near = min(walls.distance(a, a), walls.distance(b, b))
        if near < 2 * level.settings.seam + 1e-7:
            continue
        assert is_free == walls.is_free(a)
        margin = walls.margin(a, b, start, end)
        if abs(margin) <= sure:
            continue
        expected = margin > 0 and walls.is_free(a) and walls.is_free(b)
        assert is_clear == expected, (a, b, start, end, margin)
        why = found.blocked(a, b, start, end)
        assert (why is None) == expected
        if why is not None and walls.is_free(a) and walls.is_free(b):
            assert why.radius == pytest.approx(walls.distance(a, b), abs=sure)
    return int(clear.sum())


@pytest.mark.parametrize("seed", range(200))
def test_random_levels_agree_with_the_oracle(seed: int) -> None:
    """Crossed outlines, seams and tapered corridors included."""
    rng = random.Random(seed)
    level = random_level(rng)
    if not level.areas:
        level = level.with_items({1: FLOOR})
    assert_agrees(level, *random_corridors(rng, 30, 12.0))


@pytest.mark.parametrize("name", names())
def test_samples_agree_with_the_oracle(name: str) -> None:
    """They do on the ground of each."""
    rng = random.Random(7)
    level = load_level(path(name))
    shut = [one for one in level.areas.values() if not one.active]
    away = [one for one in level.elements() if level.settings.layer_of(one) != "ground"]
    level = level.with_items(dict.fromkeys((one.id for one in (*shut, *away)), None))
    x0, z0, x1, z1 = Clearance.of(level).sources.bounds
    lines, radii = random_corridors(rng, 25, 1.0)
    lines = lines * [x1 - x0, z1 - z0, x1 - x0, z1 - z0] + [x0, z0, x0, z0]
    lines[1::2, 2:] = lines[1::2, :2] + (lines[1::2, 2:] - lines[1::2, :2]) * 0.1
    assert_agrees(level, lines, radii)


@pytest.mark.parametrize("seed", range(60))
def test_updates_equal_builds(seed: int) -> None:
    """All differences are inside the boxes that an update names."""
    rng = random.Random(seed)
    level = random_storeys(rng) if seed % 2 else random_level(rng)
    change = random_storeys_edit if seed % 2 else random_edit
    found = Clearance.of(level)
    for _ in range(6):
        edit = change(level, rng)
        level = edit.apply(level)
        before = found
        found, touched = found.changed(level, edit)
        built = Clearance.of(level)
        rows = np.column_stack((found.segments, found.owners)).tolist()
        assert sorted(rows) == sorted(np.column_stack((built.segments, built.owners)).tolist())
        lines, radii = random_corridors(rng, 20, 12.0)
        assert found.clear(lines, radii).tolist() == built.clear(lines, radii).tolist()
        boxes = [*touched.obstacles, *touched.edge]
        for row in set(map(tuple, rows)) ^ set(
            map(tuple, np.column_stack((before.segments, before.owners)).tolist())
        ):
            assert any(_touches(box, row) for box in boxes)


def _touches(box: tuple, row: tuple) -> bool:
    low_x, high_x = sorted((row[0], row[2]))
    low_z, high_z = sorted((row[1], row[3]))
    return box[0] <= high_x and low_x <= box[2] and box[1] <= high_z and low_z <= box[3]


def test_compiled_and_interpreted_kernels_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are equal to the last bit."""
    rng = random.Random(3)
    level = random_level(rng).with_items({1: FLOOR})
    lines, radii = random_corridors(rng, 60, 12.0)
    places = lines[:, :2]
    compiled = Clearance.of(level)
    answers = [compiled.blockers(lines, radii).tolist(), compiled.clear_radii(places).tolist()]
    why = [compiled.blocked(tuple(p), (5.0, 5.0), 0.5, 0.2) for p in places.tolist()]
    monkeypatch.setitem(
        sys.modules, "navcore.kernels.polygon.edge_tree", load_interpreted("edge_tree")
    )
    monkeypatch.setitem(
        sys.modules, "navcore.kernels.polygon.corridors", load_interpreted("corridors")
    )
    monkeypatch.setattr(module, "kernel", load_interpreted("clear_corridors"))
    monkeypatch.setattr(edge_trees, "kernel", load_interpreted("edge_tree"))
    monkeypatch.setattr(edge_trees, "tree_build", load_interpreted("tree_build"))
    slow = dataclasses.replace(compiled, tree=edge_trees.tree_of(compiled.segments))
    assert answers == [slow.blockers(lines, radii).tolist(), slow.clear_radii(places).tolist()]
    assert why == [slow.blocked(tuple(p), (5.0, 5.0), 0.5, 0.2) for p in places.tolist()]


def test_the_last_blocker_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Same answers with fewer tests (S4-033): one a line, while the same wall is in the way."""
    wall = Obstacle(id=2, polygon=((4.0, 1.0), (4.2, 1.0), (4.2, 9.0), (4.0, 9.0)))
    crates = [Obstacle(id=10 + n, polygon=square(0.1 + 0.3 * n, 0.3 + 0.3 * n)) for n in range(12)]
    clearance = clearance_of(FLOOR, wall, *crates)
    kernels = {name: load_interpreted(name) for name in ("edge_tree", "corridors", "tree_build")}
    for name in ("edge_tree", "corridors"):
        monkeypatch.setitem(sys.modules, f"navcore.kernels.polygon.{name}", kernels[name])
    monkeypatch.setattr(edge_trees, "kernel", kernels["edge_tree"])
    monkeypatch.setattr(edge_trees, "tree_build", kernels["tree_build"])
    tested = 0
    gap = kernels["corridors"].gap

    def counted(*args: object) -> float:
        nonlocal tested
        tested += 1
        return gap(*args)

    monkeypatch.setattr(kernels["corridors"], "gap", counted)
    monkeypatch.setattr(module, "kernel", load_interpreted("clear_corridors"))
    slow = dataclasses.replace(clearance, tree=edge_trees.tree_of(clearance.segments))
    lines = [[1.0, 5.0 + 0.01 * n, 9.0, 5.0 - 0.01 * n] for n in range(100)]
    found = slow.blockers(lines, 0.3)
    assert (clearance.owners[found] == wall.id).all()
    together, tested = tested, 0
    for line in lines:
        assert clearance.owners[slow.blockers([line], 0.3)[0]] == wall.id
    assert together < len(lines) + 40
    assert tested > 2 * together
    # Boxes that are out of reach are not looked into.
    tested = 0
    assert slow.blockers([[1.0, 9.5, 9.0, 9.5]], 0.2).tolist() == [-1]
    assert tested < len(clearance.segments) / 2
