"""Affine maps of elements: moving, turning, scaling, shapes."""

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from strategies import random_level

from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.affine import Affine
from navcore.level.model import Agent, Area, Level, Obstacle
from navcore.level.operations.transform import all_moved

QUARTER = math.pi / 2
SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))
HALL, TABLE, GUARD = 1, 2, 3

seeds = st.integers(0, 2**32 - 1).map(random.Random)
angles = st.floats(-10, 10)
places = st.tuples(st.integers(-640, 640), st.integers(-640, 640)).map(
    lambda at: (at[0] / 64, at[1] / 64)
)
factors = st.floats(0.05, 20)


@pytest.fixture
def level():
    """Return a hall, a table in it, and a guard who looks to the right."""
    return Level().with_items(
        {
            HALL: Area(id=HALL, name="hall", polygon=SQUARE),
            TABLE: Obstacle(id=TABLE, name="table", polygon=((1, 1), (2, 1), (2, 1.5))),
            GUARD: Agent(id=GUARD, name="guard", position=(3, 1), goals=((1, 1),)),
        }
    )


def shaped(**shape):
    """An obstacle made from these parameters."""
    return Obstacle(id=TABLE, name="table", polygon=SQUARE, shape=shape)


def ids(level):
    """All of them."""
    return [element.id for element in level.elements()]


def same(one, other):
    """Return whether two levels are the same within a millionth of a metre."""
    for a, b in itertools.zip_longest(one.elements(), other.elements()):
        if isinstance(a, Agent):
            assert b.position == pytest.approx(a.position, abs=1e-6)
            assert math.remainder(b.facing - a.facing, math.tau) == pytest.approx(0, abs=1e-9)
        else:
            flat = list(itertools.chain.from_iterable(a.polygon))
            assert list(itertools.chain.from_iterable(b.polygon)) == pytest.approx(flat, abs=1e-6)
    return True


class TestTurn:
    """Turning about a point."""

    def test_a_quarter_turn_is_exact(self, level):
        """No dust of sines."""
        edit = op.turn(level, ids(level), QUARTER, (0, 0))
        turned = edit.apply(level)
        assert turned.areas[HALL].polygon == ((0, 0), (0, 4), (-2, 4), (-2, 0))
        guard = turned.agents[GUARD]
        assert guard.position == (-1, 3)
        assert guard.facing == pytest.approx(QUARTER)
        assert guard.goals == ((1, 1),)
        assert guard.radius == 0.45
        assert edit.label == "Turn 3 elements"

    @given(seeds, places)
    def test_four_quarters_are_nothing(self, seed, pivot):
        """This is exact for all places that a file can have."""
        level = random_level(seed)
        turned = level
        for _ in range(4):
            turned = op.turn(turned, ids(level), QUARTER, pivot).apply(turned)
        assert same(level, turned)

    @given(seeds, angles, places)
    def test_there_and_back(self, seed, angle, pivot):
        """Turning back brings everything back."""
        level = random_level(seed)
        turned = op.turn(level, ids(level), angle, pivot).apply(level)
        assert same(level, op.turn(turned, ids(level), -angle, pivot).apply(turned))

    def test_facings_stay_in_one_round(self, level):
        """This holds for any number of turns."""
        for _ in range(7):
            level = op.turn(level, [GUARD], 2.0, (3, 1)).apply(level)
        guard = level.agents[GUARD]
        assert guard.facing == pytest.approx(math.remainder(14, math.tau))
        assert guard.position == pytest.approx((3, 1))

    def test_rectangles_keep_their_sides_in_mind(self, level):
        """Turned askew, they know how; turned by quarters or no rectangles, they need not."""
        turned = op.turn(level, [HALL, TABLE], 0.5, (2, 1)).apply(level)
        assert turned.areas[HALL].shape == {"rect": [2, 1, 4, 2, 0.5]}
        assert turned.obstacles[TABLE].shape is None
        assert op.turn(level, [HALL], QUARTER, (2, 1)).apply(level).areas[HALL].shape is None

    def test_no_turn_is_no_edit(self, level):
        """Nothing changes, so there is no step."""
        assert not op.turn(level, ids(level), 0.0, (1, 1))


class TestScale:
    """Stretching from a point."""

    def test_along_the_axes(self, level):
        """Each axis has its own factor; the pivot stays."""
        edit = op.scale(level, ids(level), (2, 0.5), (4, 0))
        scaled = edit.apply(level)
        assert scaled.areas[HALL].polygon == ((-4, 0), (4, 0), (4, 1), (-4, 1))
        assert scaled.agents[GUARD].position == (2, 0.5)
        assert scaled.agents[GUARD].facing == 0
        assert edit.label == "Resize 3 elements"

    @given(seeds, factors, factors, places, angles)
    def test_there_and_back(self, seed, sx, sz, pivot, axes):
        """Along any axes."""
        level = random_level(seed)
        scaled = op.scale(level, ids(level), (sx, sz), pivot, axes=axes).apply(level)
        back = op.scale(scaled, ids(level), (1 / sx, 1 / sz), pivot, axes=axes).apply(scaled)
        assert same(level, back)

    def test_along_turned_axes(self, level):
        """A turned element is stretched along its own sides."""
        turned = op.turn(level, [HALL], 0.4, (0, 0)).apply(level)
        scaled = op.scale(turned, [HALL], (2, 3), (0, 0), axes=0.4).apply(turned)
        back = op.turn(scaled, [HALL], -0.4, (0, 0)).apply(scaled)
        flat = itertools.chain.from_iterable(back.areas[HALL].polygon)
        assert list(flat) == pytest.approx([0, 0, 8, 0, 8, 6, 0, 6], abs=1e-8)

    @pytest.mark.parametrize(
        "size", [(0, 1), (1, 0), (math.nan, 1), (math.inf, 1), (1e-12, 1e-12), (1e-300, 1)]
    )
    def test_what_would_leave_nothing_is_refused(self, level, size):
        """There is a message."""
        with pytest.raises(NavcoreError, match=r"\.$"):
            op.scale(level, [HALL], size, (0, 0))

    def test_no_dust(self):
        """Corners land on the grid that they were dragged to."""
        level = Level().with_items({TABLE: shaped()})
        scaled = op.scale(level, [TABLE], (4.1 / 4, 2.3 / 2), (0, 0)).apply(level)
        assert scaled.obstacles[TABLE].polygon == ((0, 0), (4.1, 0), (4.1, 2.3), (0, 2.3))


class TestShapes:
    """Parameters follow where the map allows; else the outline alone counts."""

    def test_a_circle_stays_one(self):
        """Under everything that keeps angles."""
        circle = shaped(circle=[1, 2, 0.5])
        assert circle.moved(Affine.rotation(QUARTER, (0, 0))).shape == {"circle": [-2, 1, 0.5]}
        assert circle.moved(Affine.scaling(3, 3, (1, 2))).shape == {"circle": [1, 2, 1.5]}
        assert circle.moved(Affine.scaling(-1, 1, (0, 0))).shape == {"circle": [-1, 2, 0.5]}
        assert circle.moved(Affine.scaling(3, 2, (0, 0))).shape is None

    def test_a_line_stays_one(self):
        """The line keeps its width; the elements on it stay."""
        line = shaped(line=[[0, 0], [4, 0]], width=0.2, closed=False)
        found = line.moved(Affine.scaling(2, 2, (0, 0))).shape
        assert found == {"line": [[0, 0], [8, 0]], "width": 0.4, "closed": False}
        found = line.moved(Affine.rotation(math.pi, (2, 0))).shape
        assert found == {"line": [[4, 0], [0, 0]], "width": 0.2, "closed": False}
        assert line.moved(Affine.scaling(2, 1, (0, 0))).shape is None

    def test_a_rectangle_stays_one(self):
        """Along its own sides it may be stretched, askew it is none any more."""
        rect = shaped(rect=[2, 1, 4, 2, 0.0])
        assert rect.moved(Affine.scaling(2, 3, (0, 0))).shape == {"rect": [4, 3, 8, 6, 0]}
        turned = rect.moved(Affine.rotation(0.3, (2, 1)))
        assert turned.shape == {"rect": [2, 1, 4, 2, pytest.approx(0.3)]}
        stretched = turned.moved(Affine.scaling(2, 1, (2, 1), turn=0.3))
        assert stretched.shape == {"rect": [2, 1, 8, 2, pytest.approx(0.3)]}
        assert turned.moved(Affine.scaling(2, 1, (2, 1))).shape is None
        mirrored = turned.moved(Affine.scaling(1, -1, (2, 1))).shape
        assert mirrored == {"rect": [2, 1, 4, 2, pytest.approx(-0.3)]}

    @given(angles, factors, places, st.booleans())
    def test_a_rectangle_says_where_its_corners_are(self, angle, factor, pivot, mirrored):
        """This holds after any map that keeps angles."""
        rect = shaped(rect=[2, 1, 4, 2, 0.0])
        found = rect.moved(Affine.rotation(angle, pivot))
        found = found.moved(Affine.scaling(-factor if mirrored else factor, factor, pivot))
        x, z, width, depth, turn = found.shape["rect"]
        upright = replace(found, shape=None).moved(Affine.rotation(-turn, (x, z)))
        low_x, low_z, high_x, high_z = op.bounds_of([upright])
        assert (low_x, low_z) == pytest.approx((x - width / 2, z - depth / 2), abs=1e-6)
        assert (high_x, high_z) == pytest.approx((x + width / 2, z + depth / 2), abs=1e-6)

    @pytest.mark.parametrize(
        "shape",
        [
            {"star": 1}, {"circle": 3}, {"circle": [1, "2", 3]}, {"rect": [1, 2]},
            {"line": [[1], [2]]}, {"line": [[0, 0], [1, 0]], "width": "wide"}, {"rect": None},
        ],
    )  # fmt: skip
    def test_what_is_not_known_is_dropped(self, shape):
        """A file may hold anything."""
        assert shaped(**shape).moved(Affine.scaling(2, 2, (0, 0))).shape is None

    def test_moving_keeps_every_number(self):
        """A translation adds to coordinates; unmoved ones aren't even rounded."""
        rect = shaped(rect=[0.1, 0.2, 0.30000000000000004, 1, 7.0])
        found = rect.moved(Affine.translation((1, 2)))
        assert found.shape == {"rect": [1.1, 2.2, 0.30000000000000004, 1, 7.0]}


@given(st.integers(-10_000, 10_000), st.integers(-10_000, 10_000))
def test_moves_on_a_decimal_grid_leave_no_dust(place: int, by: int) -> None:
    """0.1 moved by 0.2 is at 0.3, not at 0.30000000000000004."""
    affine = Affine.translation((by / 100, -by / 20))
    there = affine((place / 100, place / 20))
    assert there == ((place + by) / 100, (place - by) / 20)
    assert affine.rings([((place / 100, place / 20),)]) == [(there,)]


def test_moves_that_are_no_decimals_keep_every_digit() -> None:
    """A third moved by a third is two thirds; unmoved coordinates aren't rounded."""
    third, dusty = 1 / 3, 0.1 + 0.2
    assert Affine.translation((third, 0.0))((third, dusty)) == (third + third, dusty)


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_what_is_not_finite_is_refused(level, value):
    """There is a message."""
    for act in (
        lambda: op.turn(level, [HALL], value, (0, 0)),
        lambda: op.turn(level, [HALL], 1, (value, 0)),
        lambda: op.mirror(level, [HALL], (value, 0), (0, 1)),
        lambda: op.move(level, [HALL], (value, 0)),
    ):
        with pytest.raises(NavcoreError, match="must be finite"):
            act()


def test_bounds_of_several(level):
    """They enclose all of them; an agent counts with its radius."""
    assert op.bounds_of(level.elements()) == (0, 0, 4, 2)
    assert op.bounds_of([level.agents[GUARD]]) == (2.55, 0.55, 3.45, 1.45)
    with pytest.raises(ValueError, match="empty"):
        op.bounds_of([])


@given(
    st.lists(st.integers(3, 9), min_size=1, max_size=20),
    st.sampled_from(
        [
            Affine.translation((1.25, -0.1)),
            Affine.rotation(0.3, (5.0, 7.0)),
            Affine.rotation(math.pi / 2, (1.0, 2.0)),
            Affine.scaling(1.7, 0.3, (0.1, 0.2), turn=0.4),
            Affine.scaling(-1.0, 1.0, (3.0, 3.0)),
        ]
    ),
    st.sampled_from([1.0, 1e3, 1e8]),
    st.integers(0, 2**32),
)
def test_many_at_once_are_as_one_by_one(
    sizes: list[int], affine: Affine, far: float, seed: int
) -> None:
    """To the last bit, near the origin and where floats are coarser than a nanometre."""
    rng = random.Random(seed)

    def ring(size: int) -> tuple[tuple[float, float], ...]:
        return tuple((rng.uniform(-far, far), rng.uniform(-far, far)) for _ in range(size))

    elements = [
        Agent(id=n + 1, position=ring(1)[0])
        if size == 3
        else Obstacle(id=n + 1, polygon=ring(size))
        for n, size in enumerate(sizes)
    ]
    assert all_moved(elements, affine) == [e.moved(affine) for e in elements]


@pytest.mark.parametrize("value", [0.1234567894, -2.5, 12345.678901234567, 3e7 + 0.1, 8.9e6])
def test_corners_are_rounded_to_a_nanometre(value: float) -> None:
    """As Python rounds; beyond 9,000 km floats are coarser than that."""
    turned, _ = Affine.rotation(math.pi, (0.0, 0.0))((value, 1.0))
    assert turned == -round(value, 9)
