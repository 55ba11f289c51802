"""Unite, subtract and split make no holes and lose no floor."""

import itertools
import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from small_level import GATE, GUARD, HALL, TABLE, YARD, box, small_level
from strategies import generators, random_point, random_rectangle, random_ring

from navcore.errors import NavcoreError
from navcore.geometry import boolean
from navcore.level import operations as op
from navcore.level.model import Area, Level, Obstacle

CLOSE = 1e-4
"""Square metres of rounding, over outlines that cross at any angle."""


def ids_from(number):
    """Ids that count on."""
    return itertools.count(number).__next__


def even_odd(ring):
    """Return the area inside a ring as shapely geometry."""
    return shapely.make_valid(shapely.Polygon(ring), method="linework")


def covered(rings):
    """The area that rings cover together, by shapely on a grid of a nanometre."""
    shapes = [even_odd(ring) for ring in rings]
    # GEOS divides by zero and goes on.
    with np.errstate(all="ignore"):
        return shapely.union_all(shapes, grid_size=1e-9).area


def obstacles(*rings, **fields):
    """A level of these obstacles, ids from 1 on."""
    items = {
        n: Obstacle(id=n, order=n, name=f"crate_{n}", polygon=ring, **fields)
        for n, ring in enumerate(rings, 1)
    }
    return Level().with_items(items)


def rings_of(level):
    """All outlines of a level."""
    return [polygon.polygon for polygon in level.polygons()]


def some_rings(rng: random.Random):
    """Rings near each other; often rectangles on tenths, which share sides and corners."""
    make = random_rectangle if rng.random() < 0.5 else random_ring
    return [make(rng) for _ in range(rng.randint(2, 5))]


class TestUnion:
    """Outlines that touch become one."""

    @settings(max_examples=150)
    @given(generators)
    def test_that_it_covers_what_they_cover_without_holes(self, rng):
        """By shapely's own union; every outline is simple."""
        rings = some_rings(rng)
        level = obstacles(*rings)
        try:
            edit = op.union(level, range(1, len(rings) + 1), ids_from(100))
        except NavcoreError:
            return
        united = edit.apply(level)
        assert abs(covered(rings_of(united)) - covered(rings)) < CLOSE
        whole = sum(even_odd(ring).area for ring in rings_of(united))
        assert abs(whole - covered(rings)) < CLOSE or len(edit.after) < len(rings)
        for item in edit.after.values():
            assert item is None or boolean.is_simple(item.polygon)

    def test_the_first_in_drawing_order_stays_itself(self):
        """Name, id and properties; the others go; corners in the middle of a side go too."""
        level = obstacles(box(0, 0, 2, 2), box(2, 0, 5, 2), note="oak")
        edit = op.union(level, [2, 1], ids_from(100))
        assert edit.label == "Unite 2 obstacles"
        assert edit.after[2] is None
        assert edit.after[1] == replace(level.obstacles[1], polygon=box(0, 0, 5, 2))

    def test_all_round_a_hole_it_comes_in_pieces(self):
        """Four walls of a room; the pieces are named on and stand together in order."""
        level = obstacles(box(0, 0, 6, 1), box(0, 5, 6, 6), box(0, 0, 1, 6), box(5, 0, 6, 6))
        edit = op.union(level, [1, 2, 3, 4], ids_from(100))
        pieces = [item for item in edit.after.values() if item is not None]
        assert sorted(piece.name for piece in pieces) == ["crate_1", "crate_5"]
        assert sum(shapely.Polygon(piece.polygon).area for piece in pieces) == pytest.approx(20)
        assert all(1 <= piece.order < 2 for piece in pieces)

    def test_apart_stays_apart(self):
        """Touching outlines are united, others left out; contact in a point doesn't count."""
        level = obstacles(box(0, 0, 1, 1), box(1, 0, 2, 1), box(2, 1, 3, 2), box(8, 8, 9, 9))
        edit = op.union(level, [1, 2, 3, 4], ids_from(100))
        assert set(edit.after) == {1, 2}

    def test_kinds_are_not_mixed(self):
        """Floor unites with floor, matter with matter; agents take no part."""
        level = Level().with_items(
            {
                1: Area(id=1, name="a", polygon=box(0, 0, 4, 4)),
                2: Area(id=2, order=1, name="b", polygon=box(4, 0, 6, 4)),
                3: Obstacle(id=3, name="c", polygon=box(1, 1, 2, 2)),
                4: Obstacle(id=4, order=1, name="d", polygon=box(2, 1, 3, 2)),
            }
        )
        edit = op.union(level, [1, 2, 3, 4], ids_from(100))
        assert {i for i, item in edit.after.items() if item is None} == {2, 4}
        with pytest.raises(NavcoreError, match="Areas unite with areas"):
            op.union(level, [1, 3], ids_from(100))
        with pytest.raises(NavcoreError, match="two or more"):
            op.union(small_level(), [HALL, GUARD], ids_from(100))
        with pytest.raises(NavcoreError, match="These 2 areas do not touch"):
            op.union(small_level(), [HALL, YARD], ids_from(100))

    def test_a_door_united_with_floor_is_floor(self):
        """Whichever was drawn first."""
        level = small_level()
        level = level.with_items({GATE: replace(level.areas[GATE], order=-5.0)})
        edit = op.union(level, [GATE, HALL, YARD], ids_from(100))
        left = [item for item in edit.after.values() if item is not None]
        assert [(area.name, area.door) for area in left] == [("hall", False)]
        assert shapely.Polygon(left[0].polygon).area == pytest.approx(80 + 72 + 3)


class TestSubtract:
    """The upper elements are cut out."""

    @given(generators)
    def test_that_what_is_left_and_what_was_cut_out_are_all(self, rng):
        """The smallest of obstacles out of the others; no holes."""
        rings = some_rings(rng)
        level = obstacles(*rings)
        try:
            edit = op.subtract(level, range(1, len(rings) + 1), ids_from(100))
        except NavcoreError:
            return
        (gone,) = (i for i, item in edit.after.items() if item is None)
        left = rings_of(edit.apply(level))
        others = [ring for n, ring in enumerate(rings, 1) if n != gone]
        expected = covered(rings) - even_odd(level.obstacles[gone].polygon).area
        assert abs(covered(left) - expected) < CLOSE
        assert covered(left) <= covered(others) + CLOSE
        for item in edit.after.values():
            assert item is None or boolean.is_simple(item.polygon)

    def test_an_obstacle_is_cut_out_of_floor_and_goes(self):
        """It is in the middle, so the floor falls into two pieces."""
        level = small_level()
        edit = op.subtract(level, [TABLE, HALL], ids_from(100))
        assert edit.label == "Subtract table from hall"
        assert edit.after[TABLE] is None
        pieces = [item for item in edit.after.values() if item is not None]
        assert sorted(piece.name for piece in pieces) == ["hall", "hall_2"]
        assert sum(shapely.Polygon(p.polygon).area for p in pieces) == pytest.approx(74)
        first, second = sorted(pieces, key=lambda piece: piece.name)
        assert shapely.Polygon(first.polygon).area >= shapely.Polygon(second.polygon).area

    def test_a_door_is_cut_out_of_floor_and_stays(self):
        """Floor beneath it would keep it from shutting anybody out."""
        level = small_level()
        wide = replace(level.areas[HALL], polygon=box(0, 0, 10.5, 8))
        edit = op.subtract(level.with_items({HALL: wide}), [GATE, HALL], ids_from(100))
        assert edit.label == "Subtract gate from hall"
        assert GATE not in edit.after
        assert shapely.Polygon(edit.after[HALL].polygon).area == pytest.approx(84 - 1.5)

    def test_what_can_not_be_subtracted_is_refused(self):
        """Apart, alone, or swallowed whole."""
        level = small_level()
        with pytest.raises(NavcoreError, match="table and yard do not overlap"):
            op.subtract(level, [TABLE, YARD], ids_from(100))
        with pytest.raises(NavcoreError, match="two or more"):
            op.subtract(level, [TABLE, GUARD], ids_from(100))
        same = obstacles(box(0, 0, 2, 2), box(0, 0, 2, 2))
        with pytest.raises(NavcoreError, match="Nothing would be left of crate_1"):
            op.subtract(same, [1, 2], ids_from(100))


class TestSplit:
    """A line cuts in two."""

    @given(generators)
    def test_that_the_pieces_are_the_whole(self, rng):
        """Areas add up, pieces do not overlap, all are simple."""
        rings = some_rings(rng)
        level = obstacles(*rings)
        ends = [rng.choice(rng.choice(rings)) if rng.random() < 0.3 else random_point(rng)
                for _ in range(2)]  # fmt: skip
        edit = op.split(level, range(1, len(rings) + 1), *ends, ids_from(100))
        after = edit.apply(level)
        assert sum(even_odd(r).area for r in rings_of(after)) == pytest.approx(
            sum(even_odd(r).area for r in rings), abs=CLOSE
        )
        assert abs(covered(rings_of(after)) - covered(rings)) < CLOSE
        for item in edit.after.values():
            assert boolean.is_simple(item.polygon)
        cut = op.cuts(level, range(1, len(rings) + 1), *ends)
        assert {i for i in edit.after if level.get(i)} <= cut.keys()

    @given(generators)
    def test_that_pieces_lie_on_their_side_of_the_line(self, rng):
        """A rectangle that is cut right across, at any angle."""
        turn, off = rng.uniform(0, math.pi), rng.uniform(-0.4, 0.4)
        dx, dz = math.cos(turn), math.sin(turn)
        middle = (5 - dz * off, 5 + dx * off)
        start = (middle[0] - 9 * dx, middle[1] - 9 * dz)
        end = (middle[0] + 9 * dx, middle[1] + 9 * dz)
        first, second = boolean.split_along(box(4, 4, 6, 6), start, end)
        sides = [
            {round((x - start[0]) * dz - (z - start[1]) * dx, 6) > 0 for x, z in ring
             if abs((x - start[0]) * dz - (z - start[1]) * dx) > 1e-6}
            for ring in (first, second)
        ]  # fmt: skip
        assert sorted(map(len, sides)) == [1, 1]
        assert sides[0] != sides[1]

    def test_the_larger_piece_stays_itself_and_the_other_is_named_on(self):
        """Doors stay doors; both pieces share the cut exactly."""
        level = small_level()
        edit = op.split(level, [GATE], (9.0, 4.0), (12.0, 4.0), ids_from(100))
        assert edit.label == "Split gate"
        first, second = edit.after[GATE], edit.after[100]
        assert (first.name, second.name) == ("gate", "gate_2")
        assert second.door
        assert second.available
        assert set(first.polygon) & set(second.polygon) == {(10, 4), (11, 4)}
        assert first.polygon[0] == (11, 6) or (10, 6) in first.polygon
        assert second.order == pytest.approx(2.5)

    def test_a_line_that_ends_inside_is_drawn_out(self):
        """It is extended only in the parts that it touches: the other arm of a U stays whole."""
        u = ((0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6))
        pieces = boolean.split_along(u, (-1, 4), (1, 4))
        assert len(pieces) == 2
        assert {(0, 4), (2, 4)} <= set(pieces[0]) & set(pieces[1])
        assert boolean.chords(u, (-1, 4), (7, 4)) == (((0, 4), (2, 4)), ((4, 4), (6, 4)))
        assert len(boolean.split_along(u, (-1, 4), (7, 4))) == 3

    @pytest.mark.parametrize(
        ("start", "end"),
        [
            ((-1.0, 3.0), (-1.0, 9.0)), ((0.0, -1.0), (0.0, 9.0)), ((1.0, 1.0), (1.0, 1.0)),
            ((-1.0, 1.0), (1.0, -1.0)),
        ],
    )  # fmt: skip
    def test_a_line_outside_or_along_a_side_cuts_nothing(self, start, end):
        """A line without length, or through a corner, cuts nothing either."""
        assert boolean.split_along(box(0, 0, 4, 4), start, end) is None
        level = obstacles(box(0, 0, 4, 4))
        assert not op.split(level, [1], start, end, ids_from(100))

    def test_a_spike_of_no_width_does_not_matter(self):
        """An outline that runs out and back on one line encloses nothing there."""
        spiked = ((7.7, 4.5), (2.0, 4.8), (10.0, 0.7), (11.0, 2.3), (1.1, 8.9))
        pieces = boolean.split_along(spiked, (5.3, 1.5), (7.8, 5.3))
        assert len(pieces) == 2
        assert boolean.split_along(((0, 0), (1, 1), (2, 2)), (0, 1), (2, 1)) is None

    def test_corner_to_corner(self):
        """A square becomes two triangles of its own corners."""
        pieces = boolean.split_along(box(0, 0, 4, 4), (0, 0), (4, 4))
        assert sorted(map(len, pieces)) == [3, 3]
        assert {corner for piece in pieces for corner in piece} == set(box(0, 0, 4, 4))

    @given(st.integers(0, 2**32))
    def test_that_a_cut_past_a_corner_leaves_no_outline_that_touches_itself(self, seed):
        """The line all but meets a corner that points inwards."""
        rng = random.Random(seed)
        x, z = rng.uniform(2, 4), rng.uniform(2, 4)
        ring = ((0, 0), (6, 0), (6, 6), (x, z), (0, 6))
        turn = rng.uniform(-0.5, 0.5)
        dx, dz = math.cos(turn) * 9, math.sin(turn) * 9
        pieces = boolean.split_along(ring, (x - dx, z - dz), (x + dx, z + dz))
        assert pieces is None or all(map(boolean.is_simple, pieces))
