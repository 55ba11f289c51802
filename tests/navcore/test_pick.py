"""Elements under a point or in a box, compared with testing all elements."""

import math
import random
import time
from itertools import pairwise

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from strategies import SIDE, random_level, random_point

from navcore.geometry.polygons import area_of, contains
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Edge, Level, Obstacle, PathTest, Tiles, Waypoint
from navcore.level.operations.brush import Brush, paint
from navcore.level.pick import FEW, PickIndex, pick_index


def square(x, z, side=1.0):
    """A ring along the axes."""
    return ((x, z), (x + side, z), (x + side, z + side), (x, z + side))


def crowd(rng):
    """A random level with agents, some of its elements locked."""
    level = random_level(rng)
    agents = {
        number: Agent(id=number, position=random_point(rng), radius=rng.uniform(0.1, 2))
        for number in range(201, 201 + rng.randint(0, 4))
    }
    level = level.with_items(agents)
    locked = [replace(e, locked=True) for e in level.elements() if rng.random() < 0.2]
    return level.with_items({element.id: element for element in locked})


def size_of(element):
    """Return the key by which elements are sorted."""
    if isinstance(element, Agent):
        return math.pi * element.radius**2
    return area_of(element.polygon)


def distance_to(element, point):
    """Metres from a point to an outline, by shapely."""
    if isinstance(element, Agent):
        return abs(math.dist(element.position, point) - element.radius)
    return shapely.LinearRing(element.polygon).distance(shapely.Point(point))


def inside(element, point):
    """Return whether a point is in an element, by the even-odd rule."""
    if isinstance(element, Agent):
        return math.dist(element.position, point) <= element.radius
    return contains(element.polygon, point)


@given(st.randoms(use_true_random=False), st.floats(0.001, 1.5))
@settings(max_examples=100)
def test_a_point_takes_what_looking_at_everything_takes(rng, reach):
    """The same elements, smallest first, without locked or excluded ones."""
    level = crowd(rng)
    index = PickIndex(level)
    free = [e for e in level.elements() if not e.locked]
    skip = {element.id for element in free if rng.random() < 0.2}
    for _ in range(5):
        point = random_point(rng)
        hits = index.at(point, reach, skip)
        near = [e for e in free if e.id not in skip]
        assert set(hits) == {
            e.id for e in near if inside(e, point) or distance_to(e, point) <= reach
        }
        sizes = [size_of(level.element(hit)) for hit in hits]
        assert all(a <= b + 1e-9 for a, b in pairwise(sizes))
        outlines = index.outlines_at(point, reach, skip)
        assert set(outlines) == {
            e.id for e in near if not isinstance(e, Agent) and distance_to(e, point) <= reach
        }


@given(st.randoms(use_true_random=False), st.floats(0.001, 1.5))
@settings(max_examples=100)
def test_corners_and_edges_are_the_nearest(rng, reach):
    """They are the nearest within reach, among the requested elements."""
    level = crowd(rng)
    index = PickIndex(level)
    ids = {element.id for element in level.elements() if rng.random() < 0.7}
    shapes = [e for e in level.polygons() if e.id in ids and not e.locked]
    for _ in range(5):
        point = random_point(rng)
        corner = index.handles.at(point, reach, ids)
        nearest = min((math.dist(c, point) for e in shapes for c in e.polygon), default=math.inf)
        assert (corner is not None) == (nearest <= reach)
        if corner:
            assert level.get(corner.element).polygon[corner.index] == corner.place
            assert math.dist(corner.place, point) == nearest
            there = index.handles.all_at(corner.place, ids)
            assert {(hit.element, hit.index) for hit in there} == {
                (e.id, number)
                for e in shapes
                for number, c in enumerate(e.polygon)
                if math.dist(c, corner.place) <= 1e-9
            }
        edge = index.handles.side_at(point, reach, ids)
        nearest = min((distance_to(e, point) for e in shapes), default=math.inf)
        assert (edge is not None) == (nearest <= reach)
        if edge:
            assert math.dist(edge.place, point) == pytest.approx(nearest, abs=1e-12)
            ring = level.get(edge.element).polygon
            side = shapely.LineString([ring[edge.index], ring[(edge.index + 1) % len(ring)]])
            assert side.distance(shapely.Point(edge.place)) < 1e-9


@given(st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_a_box_takes_what_lies_in_it_or_what_it_touches(rng):
    """One rule holds for all kinds; an outline around the box does not touch it."""
    level = crowd(rng)
    doors = [replace(a, door=True) for a in level.areas.values() if rng.random() < 0.3]
    level = level.with_items({door.id: door for door in doors})
    one, other = random_point(rng), random_point(rng)
    box = shapely.box(*one, *other)
    index = PickIndex(level)
    whole, touched = (set(index.in_box(one, other, touched=t)) for t in (False, True))
    for element in level.elements():
        if isinstance(element, Agent):
            place = shapely.Point(element.position)
            holds = box.contains(place) and box.exterior.distance(place) >= element.radius
            touches = box.distance(place) <= element.radius
        else:
            ring = shapely.LinearRing(element.polygon)
            holds, touches = box.covers(ring), box.intersects(ring)
        assert (element.id in whole) == (holds and not element.locked)
        assert (element.id in touched) == (touches and not element.locked)


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_a_box_takes_the_corners_in_it(rng):
    """Of some polygons, or of all that are not locked."""
    level = crowd(rng)
    (ax, az), (bx, bz) = one, other = random_point(rng), random_point(rng)
    low, high = (min(ax, bx), min(az, bz)), (max(ax, bx), max(az, bz))
    chosen = {element.id for element in level.elements() if rng.random() < 0.5}
    for ids in (chosen, None):
        expected = {}
        for element in level.polygons():
            if element.locked or (ids is not None and element.id not in ids):
                continue
            corners = frozenset(
                number
                for number, (x, z) in enumerate(element.polygon)
                if low[0] <= x <= high[0] and low[1] <= z <= high[1]
            )
            if corners:
                expected[element.id] = corners
        assert PickIndex(level).handles.in_box(one, other, ids) == expected


def test_of_two_equal_ones_the_later_is_on_top():
    """Drawing order breaks ties of equal size."""
    level = Level(
        obstacles={
            1: Obstacle(id=1, order=2, polygon=square(0, 0)),
            2: Obstacle(id=2, order=1, polygon=square(0, 0)),
        }
    )
    assert pick_index(level).at((0.5, 0.5), 0.1) == [1, 2]


def test_nothing_lies_in_an_empty_level():
    """Every question has an answer."""
    index = pick_index(Level())
    assert index.at((0, 0), 1) == []
    assert index.in_box((0, 0), (1, 1)) == []
    assert index.handles.in_box((0, 0), (1, 1)) == {}
    assert index.handles.at((0, 0), 1, {1}) is None
    assert index.nearest_corner((0, 0), {1}) is None
    assert index.touching_box(0, 0, 1, 1) == []


def test_bounds_hold_locked_elements_too():
    """A door cuts floor that is locked."""
    level = Level(areas={1: Area(id=1, polygon=square(0, 0), locked=True)})
    assert pick_index(level).touching_box(1, 1, 2, 2) == [1]
    assert pick_index(level).touching_box(1.1, 1.1, 2, 2) == []


def test_the_index_of_a_level_is_built_once():
    """It is built again for another level."""
    level = Level()
    assert pick_index(level) is pick_index(level)
    assert pick_index(Level()) is not pick_index(level)


def test_the_nearest_corner_is_found_among_agents_too():
    """An agent's place is its corner; ids that are gone are passed over."""
    level = Level(
        obstacles={1: Obstacle(id=1, polygon=square(0, 0))},
        agents={2: Agent(id=2, position=(5, 5))},
    )
    assert pick_index(level).nearest_corner((4, 4), (1, 2, 3)) == (5, 5)
    assert pick_index(level).nearest_corner((2, 2), (1, 2, 3)) == (1, 1)


def test_five_thousand_polygons_do_not_hang():
    """An index and a thousand questions: 40 ms and 100 ms here, ten seconds are allowed."""
    rng = random.Random(1)
    obstacles = {
        number: Obstacle(id=number, polygon=square(rng.uniform(0, 200), rng.uniform(0, 200)))
        for number in range(1, 5001)
    }
    started = time.perf_counter()
    index = PickIndex(Level(obstacles=obstacles))
    for _ in range(1000):
        index.at((rng.uniform(0, SIDE), rng.uniform(0, SIDE)), 0.1)
    assert time.perf_counter() - started < 10


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_an_index_that_is_carried_on_answers_as_a_new_one(rng):
    """The changes are moves, switches, locks, additions, removals and changes of order."""
    level = with_network(crowd(rng), rng)
    index = PickIndex(level)
    for _ in range(4):
        changes = {}
        for element in [*level.elements(), *level.of(Edge).values()]:
            chance = rng.random()
            if chance < 0.05:
                changes[element.id] = None
            elif chance < 0.15:
                changes[element.id] = replace(element, locked=not element.locked)
            elif chance < 0.3 and isinstance(element, Agent):
                changes[element.id] = replace(element, position=random_point(rng), radius=0.5)
            elif chance < 0.4 and isinstance(element, Area | Obstacle):
                ring = tuple(random_point(rng) for _ in range(rng.randint(3, 6)))
                changes[element.id] = replace(element, polygon=ring)
            elif chance < 0.4 and isinstance(element, Waypoint):
                changes[element.id] = replace(element, position=random_point(rng))
            elif chance < 0.42:
                changes[element.id] = replace(element, order=rng.uniform(0, 9))
        if rng.random() < 0.5:
            changes[999] = Obstacle(id=999, polygon=square(*random_point(rng)))
            changes[401] = Waypoint(id=401, position=random_point(rng))
        level = Edit.change(level, changes).apply(level)
        index = index.following(level)
        assert_alike(rng, index, PickIndex(level))


def with_network(level, rng):
    """The level with waypoints and edges between them."""
    count = rng.randint(2, 9)
    items = {i: Waypoint(id=i, position=random_point(rng)) for i in range(301, 301 + count)}
    for number in range(501, 501 + 2 * count):
        start, end = rng.sample(sorted(range(301, 301 + count)), 2)
        items[number] = Edge(id=number, start=start, end=end)
    return level.with_items(items)


def test_an_element_that_becomes_another_kind_is_found():
    """Under the same id."""
    level = Level(obstacles={1: Obstacle(id=1, polygon=square(0, 0))})
    changed = level.with_items({1: Agent(id=1, position=(5, 5))})
    index = PickIndex(level).following(changed)
    assert index.at((5, 5), 0.1) == [1]
    assert index.at((0, 0), 0.1) == []


def test_a_place_comes_before_the_lines_that_lead_there():
    """Away from its places, the line comes before the floor."""
    level = Level().with_items(
        {
            1: Area(id=1, name="hall", polygon=square(-5, -5, 20)),
            2: Waypoint(id=2, position=(0, 0)),
            3: Waypoint(id=3, position=(8, 0)),
            4: Edge(id=4, start=2, end=3),
            5: Agent(id=5, position=(4, 0), radius=0.5),
        }
    )
    index = PickIndex(level)
    assert index.at((0.1, 0), 0.2) == [2, 4, 1]
    assert index.at((2, 0.1), 0.2) == [4, 1]
    assert index.at((4, 0.1), 0.2) == [5, 4, 1]


def test_painting_leaves_the_index_as_it_is():
    """No click takes tiles: a stroke over hundreds of blocks, and its undo, cost nothing."""
    level = Level(obstacles={1: Obstacle(id=1, polygon=square(0, 0))})
    index = PickIndex(level)
    handles = index.handles
    painted = paint(level, [(0, 0), (9000, 0)], "mud", Brush(3)).apply(level)
    assert len(painted.of(Tiles)) > FEW
    for after in (painted, level):
        index_after = index.following(after)
        assert index_after.level is after
        assert index_after.handles is handles


def assert_alike(rng, index, anew):
    """Check that two indices give the same results."""
    assert index.level is anew.level
    one, other = random_point(rng), random_point(rng)
    box = (*map(min, one, other), *map(max, one, other))
    assert index.touching_box(*box) == anew.touching_box(*box)
    assert index.in_box(one, other) == anew.in_box(one, other)
    assert index.handles.in_box(one, other) == anew.handles.in_box(one, other)
    assert index.at(one, 1.0) == anew.at(one, 1.0)
    everything = [element.id for element in anew.level.elements()]
    assert index.nearest_corner(one, everything) == anew.nearest_corner(one, everything)


def test_agent_is_picked_before_the_sign_of_a_test_that_begins_at_it() -> None:
    """Its menu has *Why?*; the test is the next one beneath."""
    agent = Agent(id=1, position=(2.0, 2.0))
    tests = {
        3: PathTest(id=3, name="level", start=(2.0, 2.0), end=(9.0, 2.0)),
        4: PathTest(id=4, name="slanted", start=(2.1, 2.0), end=(9.0, 7.0)),
        5: PathTest(id=5, name="run", start=(2.0, 2.2), expect="arrival"),
    }
    level = Level().with_items({1: agent, **tests})
    assert PickIndex(level).at((2.0, 2.0), 0.3)[0] == 1
    assert set(PickIndex(level).at((2.0, 2.0), 0.3)) == {1, 3, 4, 5}
    assert PickIndex(level).at((9.0, 7.0), 0.3) == [4]
