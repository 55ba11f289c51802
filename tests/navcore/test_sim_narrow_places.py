"""Narrow places: widths of floor, valleys along paths, and cells of a gate."""

import math
import random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from naive_crowds import along, chords, covered, narrow_place, valleys
from sim_runs import bare_run, floor

from navcore.bake.grid import NavGrid
from navcore.kernels import buffers
from navcore.level.model import Point
from navcore.sim import narrow_places
from navcore.sim.local_widths import BAND, WIDEST_DISC, LocalWidths
from navcore.sim.neighbours import ways_of

SEEDS = st.integers(0, 2**32 - 1)
ONCE_MADE = [HealthCheck.function_scoped_fixture]
Classes = npt.NDArray[np.uint8]


def passages_of(classes: Classes, open_class: int, side: float) -> narrow_places.kernel.Passages:
    """The kernel over cells from (0, 0)."""
    b = buffers(narrow_places.kernel, classes.reshape(-1), np.array([0.0, 0.0, side]), np.zeros(17))
    return narrow_places.kernel.Passages(b[0], classes.shape[1], open_class, b[1], b[2])


def classes_of(rng: random.Random, rows: int, columns: int, most: int) -> Classes:
    """Classes in patches, some of them blocked, and blocked cells around."""
    made = np.random.default_rng(rng.randrange(2**32))
    patch = rng.choice((1, 2, 4))
    small = made.integers(0, most + 1, (rows // patch + 1, columns // patch + 1))
    found = np.kron(small, np.ones((patch, patch), np.int64))[:rows, :columns].astype(np.uint8)
    found[[0, -1]] = 0
    found[:, [0, -1]] = 0
    return found


@pytest.mark.parametrize("cell_size", [0.25, 0.4, 3.0, 20.0])
def test_classes_count_discs_up_to_the_shorter_chord(cell_size: float) -> None:
    """Floors have more than one band of rows, with walls and holes."""
    rng = np.random.default_rng(round(10 * cell_size))
    cells = np.ones((BAND + 40, 50), np.uint8)
    for row, column in rng.integers(0, (BAND + 38, 48), (60, 2)).tolist():
        cells[row : row + rng.integers(1, 12), column : column + 2] = 0
    grid = NavGrid.from_array(cells, cell_size=cell_size)
    widths = LocalWidths(grid)
    widths.know_all()
    walkable = grid.padded != 0
    shorter = chords(walkable)
    expected = sum((shorter >= width).astype(int) for width in widths.diameters)
    discs = [one for one in widths.diameters if one * cell_size <= WIDEST_DISC] or [1]
    count = sum(covered(walkable, diameter).astype(int) for diameter in discs)
    # Floor that the largest disc covers is as wide as chords say.
    expected = np.where(count < len(discs), np.minimum(expected, count), expected)
    assert (widths.classes == expected).all()
    assert widths.open_class == len(widths.diameters) <= 16


def test_classes_after_a_change_are_those_from_scratch() -> None:
    """Only bands near the change are computed again."""
    cells = np.ones((3 * BAND, 60), np.uint8)
    before = NavGrid.from_array(cells, cell_size=0.4)
    cells[150:153, 20:40] = 0
    after = NavGrid.from_array(cells, cell_size=0.4)
    known = LocalWidths(before)
    known.know_all()
    changed, fresh = known.changed(after, 151, 153), LocalWidths(after)
    changed.know_all()
    fresh.know_all()
    assert (changed.classes == fresh.classes).all()
    assert not (changed.classes == known.classes).all()


@pytest.mark.usefixtures("crowd_kernels")
@settings(max_examples=60, suppress_health_check=ONCE_MADE)
@given(SEEDS)
def test_valleys_along_paths(seed: int) -> None:
    """Where each begins, is narrowest and ends, from the classes along the path."""
    rng = random.Random(seed)
    side, open_class = rng.choice((0.1, 0.4, 1.0)), rng.choice((3, 7, 12))
    classes = classes_of(rng, 24, 30, open_class)
    places: list[Point] = [
        (rng.uniform(side, 29 * side), rng.uniform(side, 23 * side)) for _ in range(5)
    ]
    start, points = places[0], places[1:]
    far = rng.choice((math.inf, 7.3 * side))
    run = bare_run(floor(4, 4), start)
    run.agents.set_path(0, np.array(points))
    most = 6
    cells = np.empty((1, 3 * most), np.int32)
    found = np.empty((1, most, 12))
    b = buffers(narrow_places.kernel, run.agents.positions, np.zeros(1, np.int32), cells, found)
    passages_of(classes, open_class, side).look(ways_of(run.agents), b[0], b[1], far, b[2], b[3])

    def class_at(place: Point) -> int:
        return int(classes[int(place[1] / side), int(place[0] / side)])

    def free(place: Point, way: Point) -> float:
        steps = 1
        while steps * side / 2 <= 4.0:
            away = steps * side / 2
            x, z = place[0] + away * way[0], place[1] + away * way[1]
            inside = 0 <= x < 30 * side and 0 <= z < 24 * side
            if not inside or not class_at((x, z)):
                return (steps - 1) * side / 2
            steps += 1
        return 4.0

    length = sum(map(math.dist, places, points))
    count = int(min(length, far + side) / side)
    steps = [along(start, points, n * side) for n in range(count + 1)]
    expected = valleys([class_at(place) for place in steps if place], open_class)
    seen = [n for n in range(most) if cells[0, 3 * n] >= 0]
    assert len(seen) == min(most, len(expected))
    for n, one in enumerate(expected[:most]):
        x, z = steps[one.bottom] or start
        assert cells[0, 3 * n] == int(z / side) * 30 + int(x / side)
        assert cells[0, 3 * n + 1 : 3 * n + 3].tolist() == [one.least + 1, one.highest]
        row = found[0, n]
        ends = 1e9 if one.ends is None else one.ends * side
        assert row[:2] == pytest.approx((one.begins * side, ends))
        if one.begins:
            assert row[2:4] == pytest.approx((x, z))
            assert row[8:10] == pytest.approx(along(start, points, one.begins * side))
        else:
            assert row[2:4] == pytest.approx(along(start, points, min(2.0, ends)) or points[-1])
            assert row[8:10] == pytest.approx(start)
        if one.ends is not None:
            assert row[10:12] == pytest.approx(steps[one.ends])
        assert math.hypot(row[4], row[5]) == pytest.approx(1.0)
        place, most_free = (row[2], row[3]), 4.0 - side
        for free_there, way in ((row[6], (-row[5], row[4])), (row[7], (row[5], -row[4]))):
            assert min(free_there, most_free) == pytest.approx(min(free(place, way), most_free))


@pytest.mark.usefixtures("crowd_kernels")
@settings(max_examples=80, suppress_health_check=ONCE_MADE)
@given(SEEDS)
def test_what_belongs_to_a_narrow_place(seed: int) -> None:
    """Connected cells no wider than its rim, the mouths around them, and where it is narrowest."""
    rng = random.Random(seed)
    side = rng.choice((0.1, 0.2, 0.4, 1.0))
    classes = classes_of(rng, 16, 20, 6)
    free = np.argwhere(classes > 0).tolist()
    assume(free)
    row, column = rng.choice(free)
    rim = min(6, int(classes[row, column]) + rng.randrange(3))
    expected = narrow_place(classes, (row, column), rim, int(0.4 * (1.0 / side)))
    assume(len(expected.mouths) <= narrow_places.MOST_MOUTHS)
    labels, cells, edge = (np.zeros(n * classes.size, np.int32) for n in (1, 1, 2))
    mouths = np.zeros((narrow_places.MOST_MOUTHS, 3))
    b = buffers(narrow_places.gate_cells, labels, cells, edge, mouths)
    places = narrow_places.gate_cells.GateCells(passages_of(classes, 6, side))
    count = places.fill(row * 20 + column, rim, 5, *b)
    held = {divmod(cell, 20) for cell in cells[:count].tolist()}
    assert (count, held) == (len(held), expected.cells)
    assert sorted(tuple(map(int, one)) for one in mouths.tolist() if one[2]) == expected.mouths
    label = 5 if len(expected.mouths) > 1 else -1
    assert {divmod(cell, 20) for cell in np.flatnonzero(labels == label).tolist()} == held
    assert np.count_nonzero(labels) == count
    narrowest = [divmod(cell, 20) for cell in edge[: places.narrowest()].tolist()]
    wanted = expected.narrowest if len(expected.mouths) > 1 else set()
    assert (len(narrowest), set(narrowest)) == (len(wanted), wanted)
