"""Doors: laid across gaps, cut out of floor, and merged back."""

import itertools
import math
import random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import random_concave, random_rectangle, random_turned, turned

from navcore.errors import NavcoreError
from navcore.geometry import boolean
from navcore.geometry.polygons import area_of
from navcore.level import operations as op
from navcore.level.model import Level

SEAM = 0.01


def rectangle(x0, z0, x1, z1):
    """A ring along the axes."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def rooms(*rings):
    """A level of areas `room_1`, `room_2`, ..."""
    level = Level()
    for number, ring in enumerate(rings):
        edit = op.add_area(level, ring, lambda n=number: n + 1, name=f"room_{number + 1}")
        level = edit.apply(level)
    return level


def with_door(level, ring):
    """The level with this door, and the door."""
    first = max(level.areas, default=0) + 1
    after = op.add_door(level, ring, itertools.count(first).__next__).apply(level)
    return after, after.areas[first]


def across(level, start, end, width=2.0):
    """The door between two clicks laid into the level."""
    return with_door(level, op.door_across(level, start, end, width))


def covered(level):
    """Return the union of all areas of a level, by shapely alone."""
    # One by one: `union_all` of GEOS 3.14 at times leaves out a whole polygon.
    cover = shapely.Polygon()
    for area in level.areas.values():
        shape = shapely.make_valid(shapely.Polygon(area.polygon), method="linework")
        cover = shapely.union(cover, shape)
    return cover


def corners(ring):
    """The corners of a ring, rounded, in no order."""
    return {(round(x, 6), round(z, 6)) for x, z in ring}


def check_pieces(level, door):
    """Check that every floor is simple and shares at most an edge with the door."""
    for area in level.areas.values():
        assert boolean.is_simple(area.polygon)
        assert len(set(area.polygon)) == len(area.polygon)
        if not area.door:
            assert boolean.overlap_of(area.polygon, door.polygon) == 0
    names = [area.name for area in level.areas.values()]
    assert len(set(names)) == len(names)


class TestAdding:
    """`add_door`."""

    def test_door_over_nothing_is_still_added(self):
        """A door that covers no floor stands alone."""
        level, door = with_door(Level(), rectangle(0, 0, 1, 1))
        assert list(level.areas.values()) == [door]
        assert door.name == "door_1"

    def test_door_through_a_hall_parts_it(self):
        """The larger piece keeps id and name, the other counts on and follows in order."""
        before = rooms(rectangle(0, 0, 10, 4), rectangle(20, 0, 30, 4))
        level, _ = with_door(before, rectangle(6, -1, 7, 5))
        left, right, other = (level.areas[1], named(level, "room_3"), level.areas[2])
        assert corners(left.polygon) == corners(rectangle(0, 0, 6, 4))
        assert corners(right.polygon) == corners(rectangle(7, 0, 10, 4))
        assert left.name == "room_1"
        assert left.order < right.order < other.order
        assert other is before.areas[2]

    def test_door_in_the_middle_leaves_no_hole(self):
        """One cut opens the hole; the other parts stay whole."""
        shape = ((0, 0), (20, 0), (20, 10), (12, 10), (12, 4), (8, 4), (8, 10), (0, 10))
        level, door = with_door(rooms(shape), rectangle(3, 6, 5, 6.4))
        floors = [a for a in level.areas.values() if not a.door]
        assert len(floors) == 2
        assert set(shape) <= {corner for floor in floors for corner in floor.polygon}
        check_pieces(level, door)

    def test_pieces_inherit_all_else(self):
        """Availability, group, note and tags go to every piece; the shape's parameters go."""
        level = rooms(rectangle(0, 0, 10, 4))
        level = op.set_fields(
            level, [1], available=False, note="n", group="Inn", tags=("a",), locked=True
        ).apply(level)
        level, _ = with_door(level, rectangle(6, -1, 7, 5))
        first, second = (a for a in level.areas.values() if not a.door)
        for field in ("available", "note", "group", "tags", "locked", "layer", "extra"):
            assert getattr(first, field) == getattr(second, field) == getattr(level.areas[1], field)

    def test_floor_that_is_covered_whole_goes(self):
        """Floor and door never overlap."""
        level, door = with_door(rooms(rectangle(1, 1, 2, 2)), rectangle(0, 0, 3, 3))
        assert list(level.areas.values()) == [door]

    def test_other_doors_stay(self):
        """A door cuts no door."""
        first, gate = with_door(Level(), rectangle(0, 0, 2, 2))
        second, _ = with_door(first, rectangle(1, 0, 3, 2))
        assert second.areas[gate.id] is gate
        assert {a.name for a in second.areas.values()} == {"door_1", "door_2"}

    def test_a_door_that_touches_cuts_nothing(self):
        """Rounding at a shared wall is no overlap."""
        before = rooms(rectangle(0, 0, 14, 10))
        level, _ = with_door(before, rectangle(14 - 1e-9, 2, 14.4, 4))
        assert level.areas[1] is before.areas[1]

    def test_it_is_one_edit_that_inverts(self):
        """One undo step takes the door out and the floor back."""
        before = rooms(rectangle(0, 0, 10, 4))
        edit = op.add_door(before, rectangle(6, -1, 7, 5), itertools.count(100).__next__)
        assert edit.label == "Lay door_1"
        assert edit.inverse().apply(edit.apply(before)) == before

    def test_outlines_that_enclose_nothing_are_refused(self):
        """A flat door is no door."""
        with pytest.raises(NavcoreError):
            op.add_door(Level(), ((0, 0), (1, 1), (2, 2)), itertools.count(1).__next__)


def named(level, name):
    """The area of this name."""
    return level.area_named(name)


def random_case(rng):
    """Return some rooms and a door over them, sometimes with crossed outlines."""
    makers = (random_rectangle, random_turned, lambda r: random_concave(r, r.randint(3, 9), 5))
    rings = [rng.choice(makers)(rng) for _ in range(rng.randint(1, 4))]
    return rooms(*rings), rng.choice((random_rectangle, random_turned))(rng, 5.0)


def check_cut(rng):
    """Check that floor and door cover the same area as before, in simple, disjoint pieces."""
    before, ring = random_case(rng)
    level, door = with_door(before, ring)
    check_pieces(level, door)
    each_before = math.fsum(area_of(a.polygon) for a in before.areas.values())
    each_cut = math.fsum(boolean.overlap_of(a.polygon, ring) for a in before.areas.values())
    each_after = math.fsum(area_of(a.polygon) for a in level.areas.values() if not a.door)
    assert each_after == pytest.approx(each_before - each_cut, abs=1e-9)
    lost = shapely.difference(covered(before), covered(level)).area
    won = shapely.difference(covered(level), shapely.union(covered(before), shapely.Polygon(ring)))
    assert lost < 1e-9
    assert won.area < 1e-9
    known = {corner for area in before.areas.values() for corner in area.polygon}
    kept = {corner for area in level.areas.values() for corner in area.polygon}
    inside = shapely.Polygon(ring).buffer(1e-6)
    assert all(shapely.Point(c).intersects(inside) for c in known - kept)


@given(st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_a_cut_keeps_the_floor(rng):
    """This holds for any rooms and any door."""
    check_cut(rng)


def test_many_cuts_keep_the_floor(exhaustive):
    """The same, in large numbers."""
    for seed in range(5000 if exhaustive else 100):
        check_cut(random.Random(seed))


@given(st.randoms(use_true_random=False), st.floats(0, math.tau))
@settings(max_examples=60)
def test_a_cut_through_a_hall_merges_back(rng, angle):
    """Merging undoes laying: the same floor in one outline."""
    hall = turned(rectangle(0, 0, rng.uniform(8, 20), rng.uniform(3, 9)), angle)
    x = rng.uniform(2, 6)
    depth = rng.choice((2.0, 12.0))
    low = rng.choice((-1.0, 0.5))
    before = rooms(hall)
    level, door = with_door(before, turned(rectangle(x, low, x + 0.4, low + depth), angle))
    whole = op.merge_floor(level, door.id)
    assert whole
    merged = whole.apply(level)
    floors = [area for area in merged.areas.values() if not area.door]
    assert [floor.name for floor in floors] == ["room_1"]
    union = shapely.union(covered(before), shapely.Polygon(door.polygon))
    assert shapely.symmetric_difference(covered(merged), union).area < 1e-6
    assert boolean.is_simple(floors[0].polygon)


class TestMerging:
    """`merge_floor`."""

    def test_a_door_between_rooms_does_not_join_them(self):
        """The rooms were never one floor."""
        level, door = across(rooms(rectangle(0, 0, 14, 10), rectangle(14.4, 0, 21, 6)),
                             (13, 3), (15, 3))  # fmt: skip
        assert not op.merge_floor(level, door.id)

    def test_only_doors_merge(self):
        """A room is no door."""
        with pytest.raises(KeyError):
            op.merge_floor(rooms(rectangle(0, 0, 1, 1)), 1)

    def test_a_door_alone_has_no_floor_to_merge(self):
        """Nothing touches it."""
        level, door = with_door(Level(), rectangle(0, 0, 1, 1))
        assert not op.merge_floor(level, door.id)

    def test_floor_that_would_get_a_hole_stays(self):
        """A ring of two halves and their door can't be one outline without holes."""
        half = ((0, 0), (9, 0), (9, 3), (3, 3), (3, 6), (9, 6), (9, 9), (0, 9))
        other = ((9.4, 0), (12, 0), (12, 9), (9, 9), (9, 6), (10, 6), (10, 3), (9.4, 3))
        level = rooms(half, other)
        level, door = with_door(level, rectangle(9, 0, 9.4, 3))
        assert not op.merge_floor(level, door.id)

    def test_the_merged_outline_has_no_needless_corners(self):
        """The corners that the door left go with it; the room's own straight corner stays."""
        hall = ((0, 0), (2, 0), (10, 0), (10, 4), (0, 4))
        level, door = with_door(rooms(hall), rectangle(6, -1, 7, 5))
        level = op.move_handles(level, {door.id: [0, 1]}, (0, 1)).apply(level)
        level = op.move_handles(level, {door.id: [2, 3]}, (0, -1)).apply(level)
        merged = op.merge_floor(level, door.id)
        assert merged.label == "Merge door_1 into room_1"
        (floor,) = merged.apply(level).areas.values()
        assert corners(floor.polygon) == corners(hall)


class TestAcross:
    """`door_across`."""

    TWO = (rectangle(0, 0, 14, 10), rectangle(14.4, 0, 21, 6))

    def test_it_fills_the_gap_exactly(self):
        """Its ends are exactly on both walls, and nothing is cut."""
        before = rooms(*self.TWO)
        ring = op.door_across(before, (13, 3.2), (15, 3.2), 2.0)
        assert set(ring) == {(14.0, 2.2), (14.4, 2.2), (14.4, 4.2), (14.0, 4.2)}
        level, _ = with_door(before, ring)
        assert level.areas[1] is before.areas[1]
        assert level.areas[2] is before.areas[2]

    def test_it_stands_square_to_the_walls(self):
        """Clicks that are not quite opposite lay no crooked door."""
        ring = op.door_across(rooms(*self.TWO), (13, 2.5), (15.4, 3.5), 2.0)
        assert len(ring) == 4
        assert {x for x, _ in ring} == {14.0, 14.4}
        assert area_of(ring) == pytest.approx(0.8)

    def test_either_side_may_be_clicked_first(self):
        """The door is the same from both sides."""
        level = rooms(*self.TWO)
        there = op.door_across(level, (13, 3), (15, 3), 2.0)
        assert set(there) == set(op.door_across(level, (15, 3), (13, 3), 2.0))

    def test_it_is_no_wider_than_the_narrower_side(self):
        """The kitchen ends at 6."""
        ring = op.door_across(rooms(*self.TWO), (13, 5.5), (15, 5.5), 2.0)
        assert {z for _, z in ring} == {4.5, 6.0}

    def test_clicks_may_miss_the_floor(self):
        """Two clicks inside the wall find it on both sides."""
        ring = op.door_across(rooms(*self.TWO), (14.1, 3), (14.3, 3), 2.0)
        assert {x for x, _ in ring} == {14.0, 14.4}

    def test_without_a_gap_it_is_laid_from_click_to_click(self):
        """The clicks set how deep it is."""
        ring = op.door_across(rooms(self.TWO[0]), (5, 5), (5.5, 5), 2.0)
        assert set(ring) == {(5.0, 4.0), (5.5, 4.0), (5.5, 6.0), (5.0, 6.0)}

    def test_on_floor_it_is_no_wider_than_the_floor(self):
        """A corridor is shut from wall to wall."""
        ring = op.door_across(rooms(rectangle(0, 0, 10, 1.5)), (4, 1), (4.4, 1), 2.0)
        assert set(ring) == {(4.0, 0.0), (4.4, 0.0), (4.4, 1.5), (4.0, 1.5)}

    def test_with_floor_on_one_side_it_ends_at_the_click(self):
        """The other side is still to be drawn."""
        ring = op.door_across(rooms(self.TWO[0]), (13, 3), (17, 3), 2.0)
        assert {x for x, _ in ring} == {14.0, 17.0}

    def test_with_no_floor_at_all_it_is_the_rectangle(self):
        """Doors may come before rooms."""
        ring = op.door_across(Level(), (0, 0), (1, 0), 2.0)
        assert set(ring) == {(0.0, -1.0), (1.0, -1.0), (1.0, 1.0), (0.0, 1.0)}

    @pytest.mark.parametrize(
        ("end", "width"), [((1, 1), 2.0), ((2, 1), 0.0), ((2, 1), math.nan), ((math.inf, 1), 2.0)]
    )
    def test_what_is_no_door(self, end, width):
        """One place twice, or no width."""
        with pytest.raises(NavcoreError):
            op.door_across(Level(), (1, 1), end, width)

    def test_its_end_follows_a_round_wall(self):
        """No wedge is left open between a straight door and a round room."""
        room = tuple(
            (4.6 * math.cos(math.tau * i / 20), 4.6 * math.sin(math.tau * i / 20))
            for i in range(20)
        )
        before = rooms(room, rectangle(-3, 6, 3, 9))
        level, door = across(before, (0, 3), (0, 7))
        assert level.areas[1] is before.areas[1]
        touching = (
            shapely.Polygon(room).buffer(1e-6).intersection(shapely.Polygon(door.polygon).boundary)
        )
        assert touching.length > 2.0
        assert {min(x for x, _ in door.polygon), max(x for x, _ in door.polygon)} == {-1.0, 1.0}
        assert covered(level).buffer(SEAM / 2).geom_type == "Polygon"

    def test_another_room_further_back_is_no_end(self):
        """The door ends where the corridor's side wall is, it does not reach past it."""
        corridor = rectangle(0, 0, 4, 1.5)
        behind = rectangle(0, 2, 3, 4)
        ring = op.door_across(rooms(corridor, behind, rectangle(4.4, -5, 9, 5)), (3, 1), (5, 1), 3)
        assert {x for x, _ in ring} == {4.0, 4.4}
        assert {z for _, z in ring} == {0.0, 1.5}

    def test_a_wall_that_runs_alongside_is_no_end(self):
        """Clicks along a wall lay the plain rectangle, no spike."""
        slope = ((0, 0), (1, 20), (-9, 20), (-9, 0))
        other = ((2, 0), (12, 0), (12, 20), (3, 20))
        ring = op.door_across(rooms(slope, other), (1.5, 8), (1.5, 11), 2.0)
        assert set(ring) == {(0.5, 8.0), (2.5, 8.0), (2.5, 11.0), (0.5, 11.0)}

    def test_a_thin_room_between_is_crossed(self):
        """The door leads from the first floor to the last; the floor in between is cut."""
        before = rooms(rectangle(0, 0, 4, 6), rectangle(4.4, 0, 4.8, 6), rectangle(5.2, 0, 9, 6))
        level, door = across(before, (3, 3), (6, 3))
        assert {x for x, _ in door.polygon} == {4.0, 5.2}
        check_pieces(level, door)


@given(st.randoms(use_true_random=False), st.floats(0, math.tau))
@settings(max_examples=100)
def test_a_door_joins_two_slanted_rooms_without_a_wedge(rng, angle):
    """Walls may be up to 23 degrees from parallel: floor, door, floor, and no opening."""
    lean = rng.uniform(-0.2, 0.2)
    gap, width = rng.uniform(0.3, 1.5), rng.uniform(1.0, 2.5)
    other = rng.uniform(-0.2, 0.2)
    if abs(other - lean) * 10 > gap - 0.1:
        other = lean
    right = ((gap - other * 10, -10.0), (20.0, -10.0), (20.0, 10.0), (gap + other * 10, 10.0))
    left = ((-10.0, -10.0), (-lean * 10, -10.0), (lean * 10, 10.0), (-10.0, 10.0))
    skew = rng.uniform(-0.3, 0.3)
    before = rooms(turned(left, angle), turned(right, angle))
    start, end = turned(((-1.0 - abs(skew), -skew), (gap + 1.5, skew)), angle)
    level, door = across(before, start, end, width)
    assert level.areas[1] is before.areas[1]
    assert level.areas[2] is before.areas[2]
    shape = shapely.Polygon(door.polygon)
    for room in (before.areas[1], before.areas[2]):
        side = shapely.Polygon(room.polygon).buffer(1e-6).intersection(shape.boundary)
        assert side.length == pytest.approx(width, rel=0.3)
    joined = covered(level).buffer(SEAM / 2, join_style="mitre").buffer(-SEAM / 2)
    assert joined.geom_type == "Polygon"
    assert len(joined.interiors) == 0


def test_a_touching_polygon_is_not_taken_for_one_inside() -> None:
    """The library sometimes loses one of the two; the union must cover both."""
    room = (
        (-0.7835984677068932, -4.858923046688835),
        (-2.0726509507769997, 1.2055920778607612),
        (2.8180870528920288, 2.245150531949557),
        (4.107139535962135, -3.8193645926000386),
    )
    door = (
        (0.9770672136139567, -4.484682003216868),
        (2.444288614714665, -4.172814466990229),
        (2.6106179673688716, -4.955332547577274),
        (2.1232629861927177, -5.058923046688835),
        (1.099125915384163, -5.058923046688835),
    )
    both = boolean.union_without_holes([room, door])
    assert both is not None
    assert area_of(both) == pytest.approx(area_of(room) + area_of(door), abs=1e-6)
    assert boolean.overlap_of(room, door) == pytest.approx(0.0, abs=1e-6)
