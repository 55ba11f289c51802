"""Mirror images of elements about a line, in place and as copies."""

import itertools
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_kinds import BEACON, CABLE, MAST, POND, Beacon, Cable, applied, made_up_kinds
from made_up_kinds import made_up_level as made_up
from small_level import box
from strategies import random_level

from navcore.errors import NavcoreError
from navcore.formats import write_level
from navcore.geometry.polygons import area_of
from navcore.geometry.shapes import circle_ring, regular_ring
from navcore.level import operations as op
from navcore.level.affine import Affine
from navcore.level.frame import frame_of
from navcore.level.model import Agent, Area, Level, Obstacle

UPRIGHT = ((10.0, 0.0), (10.0, 1.0))
"""The line x = 10."""
HALL, DOOR, PILLAR, GUARD, MIDDLE, WALL = range(1, 7)

seeds = st.integers(0, 2**32 - 1).map(random.Random)
cents = st.integers(-5000, 5000).map(lambda number: number / 100)
points = st.tuples(cents, cents)
exact_ways = st.sampled_from([(1, 0), (0, 1), (1, 1), (1, -1), (-3, 0), (0, -0.25)])


def half_hall() -> Level:
    """Return the left half of a hall up to x = 10, its door on the line, and its contents."""
    return Level().with_items(
        {
            HALL: Area(id=HALL, name="hall", polygon=box(0, 0, 10, 12)),
            DOOR: Area(id=DOOR, name="gate", order=1, polygon=box(9, 12, 11, 13), door=True),
            PILLAR: Obstacle(id=PILLAR, name="pillar_1", polygon=box(3, 3, 4, 4), group="Hall"),
            MIDDLE: Obstacle(id=MIDDLE, name="altar", order=1, polygon=box(8, 8, 12, 9)),
            GUARD: Agent(
                id=GUARD, name="guard", position=(6, 6), facing=0.0, goals=((2, 6), (2, 10)),
                loop=True, wait=2.0, player=True,
            ),
        }
    )  # fmt: skip


def new_ids(first: int = 1000):
    """Ids counted up."""
    return itertools.count(first).__next__


def mirrored(level: Level, line=UPRIGHT, *, ids=None, join: bool = False) -> Level:
    """The level with copies of everything."""
    ids = [e.id for e in level.elements()] if ids is None else ids
    taken = max((e.id for e in level.elements()), default=0)
    return applied(level, op.mirror_copies(level, ids, *line, new_ids(taken + 1), join=join))


def named(level: Level, name: str):
    """The element of this name."""
    return next(element for element in level.elements() if element.name == name)


def names(level: Level) -> list[str]:
    """Names of all elements."""
    return [element.name for element in level.elements()]


def flat(level: Level) -> list[float]:
    """All coordinates."""
    found: list[float] = []
    for element in level.elements():
        places = (*getattr(element, "polygon", ()), *getattr(element, "goals", ()))
        places += (element.position,) if isinstance(element, Agent) else ()
        found += itertools.chain.from_iterable(places)
    return found


class TestInPlace:
    """Mirrored, and no copy left."""

    def test_all_that_belongs_to_an_element(self):
        """Outline, place, facing and goals."""
        level = half_hall()
        after = applied(level, op.mirror(level, [HALL, GUARD], *UPRIGHT))
        assert after.areas[HALL].polygon == ((20, 0), (10, 0), (10, 12), (20, 12))
        guard = after.agents[GUARD]
        assert guard.position == (14, 6)
        assert abs(guard.facing) == pytest.approx(math.pi)
        assert guard.goals == ((18, 6), (18, 10))
        assert (guard.loop, guard.wait, guard.player) == (True, 2.0, True)
        assert op.mirror(level, [HALL, GUARD], *UPRIGHT).label == "Mirror 2 elements"

    def test_about_a_slanted_line(self):
        """About x = z, coordinates change places."""
        level = half_hall()
        after = op.mirror(level, [PILLAR, GUARD], (0, 0), (2, 2)).apply(level)
        assert after.obstacles[PILLAR] == level.obstacles[PILLAR]
        assert after.agents[GUARD].goals == ((6, 2), (10, 2))
        assert after.agents[GUARD].facing == pytest.approx(math.pi / 2)

    @settings(deadline=None)
    @given(seeds, points, exact_ways)
    def test_twice_is_nothing_to_the_byte(self, seed, start, way):
        """About lines along the axes and diagonals."""
        level = read_in_cents(random_level(seed))
        line = (start, (start[0] + way[0], start[1] + way[1]))
        ids = [e.id for e in level.elements()]
        once = op.mirror(level, ids, *line).apply(level)
        twice = op.mirror(once, ids, *line).apply(once)
        assert write_level(twice) == write_level(level)

    @settings(deadline=None)
    @given(seeds, points, points)
    def test_twice_is_nothing(self, seed, start, end):
        """About any line, to a hundredth of a millimetre."""
        if math.dist(start, end) < 0.5:
            return
        level = random_level(seed)
        ids = [e.id for e in level.elements()]
        once = op.mirror(level, ids, start, end).apply(level)
        twice = op.mirror(once, ids, start, end).apply(once)
        assert flat(twice) == pytest.approx(flat(level), abs=1e-5)

    def test_what_looks_the_same_is_no_edit(self):
        """Outlines on the line, whichever corner they begin at."""
        level = half_hall()
        assert not op.mirror(level, [DOOR, MIDDLE], *UPRIGHT)

    @pytest.mark.parametrize("end", [(10, 0), (math.nan, 1), (math.inf, 0)])
    def test_no_line(self, end):
        """It takes two different points."""
        level = half_hall()
        for act in (op.mirror, lambda *a: op.mirror_copies(*a, new_ids())):
            with pytest.raises(NavcoreError, match=r"\.$"):
                act(level, [HALL], (10, 0), end)


class TestCopies:
    """The other half is added to the drawing."""

    def test_originals_stay_and_copies_are_named_on(self):
        """With all that belongs to them; the player stays the only one."""
        level = half_hall()
        after = mirrored(level)
        assert all(after.element(e.id) == e for e in level.elements())
        pillar = named(after, "pillar_2")
        assert pillar.polygon == ((17, 3), (16, 3), (16, 4), (17, 4))
        assert pillar.group == "Hall"
        guard = named(after, "guard_2")
        assert (guard.position, guard.goals) == ((14, 6), ((18, 6), (18, 10)))
        assert (guard.loop, guard.wait, guard.player) == (True, 2.0, False)
        assert named(after, "hall_2").polygon == ((20, 0), (10, 0), (10, 12), (20, 12))

    def test_what_stands_on_the_line_stands_there_once(self):
        """The door, the altar, and an agent whichever way it looks."""
        level = half_hall().with_items(
            {WALL: Agent(id=WALL, name="priest", order=1, position=(10, 4), facing=0.0)}
        )
        after = mirrored(level)
        assert [n for n in names(after) if n.startswith(("gate", "altar", "priest"))] == [
            "gate", "altar", "priest",
        ]  # fmt: skip

    def test_within_a_millimetre(self):
        """A corner that is off by less is on the line; by more it is not."""
        for off, count in ((0.0004, 1), (0.004, 2)):
            pillar = Obstacle(id=1, name="altar", polygon=box(9, 0, 11 + 2 * off, 1))
            assert len(mirrored(Level().with_items({1: pillar})).obstacles) == count

    def test_a_round_pillar_on_the_line(self):
        """Its corners, and those on straight sides, need not be images of each other."""
        circle = Obstacle(id=1, polygon=circle_ring((10, 5), 2), shape={"circle": [10.0, 5.0, 2.0]})
        level = Level().with_items({1: circle})
        slanted = ((10, 5), (11, 5.3))
        assert not op.mirror_copies(level, [1], *slanted, new_ids())
        ring = ((8, 0), (9, 0), (12, 0), (12, 2), (8, 2))
        level = Level().with_items({1: Obstacle(id=1, polygon=ring)})
        assert not op.mirror_copies(level, [1], *UPRIGHT, new_ids())

    @pytest.mark.parametrize("corners", [500, 501])
    def test_an_outline_of_many_corners(self, corners):
        """Is compared corner by corner, from wherever it begins."""
        ring = regular_ring((10, 5), 2, corners)
        upright = (*ring[100:], *ring[:100])
        level = Level().with_items({1: Obstacle(id=1, polygon=upright)})
        level_line = ((0, 5), (1, 5))
        assert not op.mirror_copies(level, [1], *level_line, new_ids())
        assert op.mirror_copies(level, [1], (0, 5), (1, 5.001), new_ids())

    @settings(deadline=None)
    @given(seeds, points, points)
    def test_the_same_line_again_adds_nothing(self, seed, start, end):
        """Everything has its image already."""
        if math.dist(start, end) < 0.5:
            return
        level = random_level(seed)
        ids = [e.id for e in level.elements()]
        once = op.mirror_copies(level, ids, start, end, new_ids()).apply(level)
        ids = [e.id for e in once.elements()]
        assert not op.mirror_copies(once, ids, start, end, new_ids(9000))

    def test_a_door_is_no_floor(self):
        """Floor at the place of a door's image does not replace it."""
        level = Level().with_items(
            {
                1: Area(id=1, name="gate", polygon=box(4, 0, 6, 1), door=True),
                2: Area(id=2, name="step", order=1, polygon=box(14, 0, 16, 1)),
            }
        )
        assert names(mirrored(level, ids=[1])) == ["gate", "step", "gate_2"]

    def test_an_unknown_element(self):
        """Is refused."""
        with pytest.raises(KeyError):
            op.mirror_copies(half_hall(), [77], *UPRIGHT, new_ids())


class TestJoined:
    """Half a hall becomes a whole one."""

    def test_an_area_that_ends_at_the_line(self):
        """It keeps id and name, and needless corners go."""
        after = mirrored(half_hall(), join=True)
        assert set(after.areas) == {HALL, DOOR}
        hall = after.areas[HALL]
        assert len(hall.polygon) == 4
        assert op.size_of(hall) == (20, 12)
        assert op.shape_of(hall) == "rect"

    def test_what_crosses_the_line(self):
        """The union of both, also askew."""
        ring = ((6, 0), (12, 1), (10, 5))
        level = Level().with_items({1: Area(id=1, name="nook", polygon=ring)})
        after = mirrored(level, join=True)
        assert list(after.areas) == [1]
        assert area_of(after.areas[1].polygon) > area_of(ring)

    def test_what_only_touches_in_a_point_or_not_at_all(self):
        """Has a copy."""
        for ring in (((6, 0), (10, 1), (6, 2)), box(0, 0, 9.9, 3)):
            level = Level().with_items({1: Area(id=1, name="nook", polygon=ring)})
            assert len(mirrored(level, join=True).areas) == 2

    def test_around_a_court(self):
        """No outline has a hole, so both halves stay."""
        ring = ((0, 0), (10, 0), (10, 2), (2, 2), (2, 8), (10, 8), (10, 10), (0, 10))
        level = Level().with_items({1: Area(id=1, name="walk", polygon=ring)})
        assert names(mirrored(level, join=True)) == ["walk", "walk_2"]

    def test_walls_keep_their_thickness_and_locked_things_their_outline(self):
        """They get copies."""
        level = op.add_wall(Level(), ((2.0, 1.0), (10.0, 1.0)), 0.2, new_ids(1)).apply(Level())
        after = mirrored(level, join=True)
        assert [op.thickness_of(wall) for wall in after.obstacles.values()] == [0.2, 0.2]
        level = op.lock(half_hall(), [HALL]).apply(half_hall())
        after = mirrored(level, join=True)
        assert after.areas[HALL] == level.areas[HALL]
        assert "hall_2" in names(after)


class TestMadeUpKinds:
    """Kinds that no line of the program knows."""

    def test_references_lead_to_copies_and_to_what_stands_on_the_line(self):
        """A cable between a mirrored beacon and one on the line."""
        with made_up_kinds():
            level = made_up()
            line = ((18.0, 0.0), (18.0, 1.0))
            after = mirrored(level, line, ids=[POND, BEACON, MAST, CABLE])
            beacons, cables = after.of(Beacon), after.of(Cable)
            assert len(beacons) == 3
            (copy,) = [c for c in cables.values() if c.id != CABLE]
            beacon = named(after, "beacon_2")
            assert beacon.position == (34, 7)
            assert copy.start == named(after, "pond_2").id
            assert copy.ends == (beacon.id, MAST)
            ids = [POND, BEACON, MAST, CABLE, beacon.id, copy.id]
            assert not op.mirror_copies(after, ids, *line, new_ids())

    def test_a_join_on_the_line(self):
        """It joins two places on the line, once."""
        with made_up_kinds():
            places = {n: Beacon(id=n, name=f"b{n}", order=n, position=(10, n)) for n in (1, 2)}
            level = Level().with_items({**places, 3: Cable(id=3, start=2, ends=(1,))})
            assert not op.mirror_copies(level, [1, 2, 3], *UPRIGHT, new_ids())


class TestTurns:
    """The turn of a mirrored rectangle."""

    @pytest.mark.parametrize(
        ("angle", "way", "shown"),
        [
            (0, (0, 1), 0), (0, (1, 0), 0), (30, (0, 1), -30), (30, (1, 0), -30),
            (120, (0, 1), -120), (90, (0, 1), -90), (0, (1, 1), 90), (180, (0, 1), 180),
        ],
    )  # fmt: skip
    def test_left_and_right_no_half_turn(self, angle, way, shown):
        """Along the axes it stays along the axes, by the strip's numbers, too."""
        shape = Obstacle(id=1, polygon=box(0, 0, 4, 2), shape={"rect": [2, 1, 4, 2, 0.0]})
        turned = shape.moved(Affine.rotation(math.radians(angle), (2, 1)))
        line = Affine.reflection((7, 3), (7 + way[0], 3 + way[1]))
        found = frame_of([turned.moved(line)])
        off = math.remainder(found.turn - math.radians(shown), math.tau)
        assert off == pytest.approx(0, abs=1e-9)
        assert (found.width, found.depth) == (4, 2)

    @given(st.integers(-180, 180), points, exact_ways, st.floats(0.25, 4))
    def test_turned_scaled_and_mirrored(self, angle, start, way, factor):
        """The outline is the image's, the sides keep their lengths, twice leads back."""
        shape = Obstacle(id=1, polygon=box(0, 0, 4, 2), shape={"rect": [2, 1, 4, 2, 0.0]})
        scaled = shape.moved(Affine.scaling(factor, factor, (2, 1)))
        turned = scaled.moved(Affine.rotation(math.radians(angle), (2, 1)))
        line = Affine.reflection(start, (start[0] + way[0], start[1] + way[1]))
        found = turned.moved(line)
        assert op.shape_of(found) == "rect"
        assert op.size_of(found) == pytest.approx((4 * factor, 2 * factor), abs=1e-6)
        expected = 2 * math.degrees(math.atan2(way[1], way[0])) - angle
        off = math.remainder(math.degrees(op.turn_of(found)) - expected, 180)
        assert off == pytest.approx(0, abs=1e-6)
        back = math.remainder(op.turn_of(found.moved(line)) - op.turn_of(turned), math.tau)
        assert back == pytest.approx(0, abs=1e-9)


def read_in_cents(level: Level) -> Level:
    """Return the level with coordinates rounded to centimetres and facings to thousandths."""
    from msgspec.structs import replace  # noqa: PLC0415

    def cent(point):
        return (round(point[0] * 100) / 100, round(point[1] * 100) / 100)

    changed = {}
    for e in level.elements():
        if isinstance(e, Agent):
            goals = tuple(map(cent, e.goals))
            facing = round(math.remainder(e.facing, 6), 3)
            changed[e.id] = replace(e, position=cent(e.position), goals=goals, facing=facing)
        else:
            changed[e.id] = replace(e, polygon=tuple(map(cent, e.polygon)), shape=None)
    return level.with_items(changed)
