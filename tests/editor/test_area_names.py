"""Names of areas are inside their rooms, cover nothing important, and stay in place."""

import math

import numpy as np
import pytest
from hand import Hand
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from small_level import CHEST, COOK, HALL, TABLE, YARD, box, small_level

from editor.canvas.camera import Camera
from editor.canvas.painting.area_names import AreaNames
from editor.canvas.painting.name_places import Blocks, place_for
from navcore.geometry.box_fits import boxes_inside, boxes_touch_lines, boxes_touch_outline
from navcore.geometry.polygons import contains
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle
from navcore.level.operations import delete, move, rename

CAMERA = Camera(10.0, 4.0, 40.0, 1000, 500)


def measure(words):
    """Return a text size that doesn't depend on fonts."""
    return (7.0 * len(words) + 6.0, 19.0)


def place(names, level, camera=CAMERA, hidden=frozenset(), *, moving=False):
    """Return the shown names by area."""
    return {n.area: n for n in names.place(level, hidden, camera, moving=moving)}


def boxes_overlap(one, other):
    """Return whether two boxes share more than an edge."""
    return one[0] < other[2] and one[2] > other[0] and one[1] < other[3] and one[3] > other[1]


def box_at(name, camera=CAMERA):
    """Return the box of a name, metres."""
    return name.box(camera.scale)


def bounds(polygon):
    """The box around a polygon."""
    xs, zs = zip(*polygon, strict=True)
    return (min(xs), min(zs), max(xs), max(zs))


def test_a_name_stands_in_the_middle_of_an_empty_room():
    """It is at the centroid."""
    level = Level().with_items({1: Area(id=1, name="hall", polygon=box(0, 0, 10, 8))})
    assert place(AreaNames(measure), level)[1].at == (5.0, 4.0)


def test_it_steps_aside_for_obstacles_doors_agents_and_goals():
    """It moves no further than necessary."""
    names = AreaNames(measure)
    hall = Area(id=1, name="hall", polygon=box(0, 0, 10, 8))
    for thing in (
        Obstacle(id=2, name="", polygon=box(4, 3.6, 6, 4.6)),
        Area(id=2, name="", polygon=box(4, 3.6, 6, 4.6), door=True),
        Agent(id=2, name="", position=(5.1, 4.0)),
        Agent(id=2, name="", position=(1.0, 1.0), goals=((5.0, 4.1),)),
    ):
        level = Level().with_items({1: hall, 2: thing})
        found = box_at(place(names, level)[1])
        assert abs((found[0] + found[2]) / 2 - 5) + abs((found[1] + found[3]) / 2 - 4) > 0
        body = thing.body(level.get)
        for x, z in (*body.trace, *(thing.points if isinstance(thing, Agent) else ())):
            assert not boxes_overlap(found, (x - 0.05, z - 0.05, x + 0.05, z + 0.05))


def test_what_does_not_fit_has_no_name():
    """A room full of things, a narrow one, and one that is hidden."""
    level = Level().with_items(
        {
            1: Area(id=1, name="full", polygon=box(0, 0, 5, 5)),
            2: Obstacle(id=2, name="", polygon=box(0, 0, 5, 5)),
            3: Area(id=3, name="narrow", polygon=box(6, 0, 16, 0.3)),
            4: Area(id=4, name="hidden", polygon=box(6, 1, 16, 5)),
        }
    )
    assert place(AreaNames(measure), level, hidden=frozenset({4})) == {}


def test_a_name_keeps_its_place_while_that_is_free():
    """An obstacle is dragged over it and away again."""
    names, level = AreaNames(measure), small_level()
    first = place(names, level)[HALL].at
    over = move(level, {TABLE}, (first[0] - 4.5, first[1] - 4.0)).apply(level)
    aside = place(names, over, moving=True)[HALL].at
    assert aside != first
    away = move(level, {TABLE}, (-3.0, -3.0)).apply(level)
    assert place(names, away, moving=True)[HALL].at == aside
    assert place(names, away)[HALL].at == aside


def test_a_name_goes_with_a_room_that_is_moved_whole():
    """The contents of the room move along."""
    names, level = AreaNames(measure), small_level()
    first = place(names, level)[YARD].at
    moved = move(level, {YARD, CHEST, COOK}, (1.5, -0.5)).apply(level)
    x, z = place(names, moved, moving=True)[YARD].at
    assert (x, z) == pytest.approx((first[0] + 1.5, first[1] - 0.5))


def test_a_room_that_is_reshaped_has_its_name_in_the_middle_once_it_is_let_go():
    """It stays in place before."""
    names, level = AreaNames(measure), small_level()
    first = place(names, level)[YARD].at
    wider = Edit.put(level, [Area(id=YARD, name="yard", order=1, polygon=box(11, 0, 30, 8))])
    wide = wider.apply(level)
    assert place(names, wide, moving=True)[YARD].at == first
    assert place(names, wide)[YARD].at[0] > first[0]


def test_panning_moves_no_name():
    """Names stay, whatever comes into view."""
    names, level = AreaNames(measure), small_level()
    first = place(names, level)
    panned = place(names, level, CAMERA.panned(-200, 30))
    assert all(panned[i] == first[i] for i in panned.keys() & first.keys())
    assert HALL in panned


def test_names_settle_when_the_zoom_comes_to_rest():
    """While it glides they stay; then they stand as if the view had been so from the start."""
    names, level = AreaNames(measure), small_level()
    first = place(names, level)[HALL].at
    camera = CAMERA.zoomed(1.6)
    assert place(names, level, camera, moving=True)[HALL].at == first
    assert place(names, level, camera) == place(AreaNames(measure), level, camera)


def test_a_name_that_found_no_room_in_a_drag_is_placed_after_it():
    """During the drag there is no time for all of them."""
    names, level = AreaNames(measure), small_level()
    filled = Edit.put(level, [Obstacle(id=90, name="", polygon=box(0, 0, 10, 8))]).apply(level)
    assert HALL not in place(names, filled)
    gone = delete(filled, {90}).apply(filled)
    assert HALL not in place(names, gone, moving=True)
    assert HALL in place(names, gone)


def test_another_name_is_measured_anew():
    """Its length counts."""
    names, level = AreaNames(measure), small_level()
    place(names, level)
    longer = rename(level, HALL, "hall of fame").apply(level)
    assert place(names, longer)[HALL].size == measure("hall of fame")


def test_many_names_are_placed_over_several_frames():
    """No frame takes long; once nothing is left, all are there that there is room for."""
    rooms = {
        n: Area(id=n, name=f"r{n}", polygon=box(5 * (n % 20), 3 * (n // 20), 5 * (n % 20) + 4,
                                                3 * (n // 20) + 2))
        for n in range(1, 201)
    }  # fmt: skip
    level, camera = Level().with_items(rooms), Camera(50.0, 15.0, 40.0, 4200, 1400)
    names = AreaNames(measure)
    found = [len(place(names, level, camera))]
    while names.pending:
        found.append(len(place(names, level, camera)))
    assert len(found) > 1
    assert found == sorted(found)
    assert place(names, level, camera) == place(AreaNames(measure, math.inf), level, camera)


def test_names_in_the_window_stay_clear_of_what_is_dragged(window):
    """They move soon after each drag step, and look like names painted from scratch."""
    canvas, hand = window.canvas, Hand(window.canvas)
    canvas.frame_all()
    canvas.grab()
    assert HALL in canvas.names_in_view.boxes
    x, z, *_ = canvas.names_in_view.boxes[HALL]
    hand.press((4.5, 4.0))
    for step in range(1, 5):
        hand.move(
            (4.5 + (x - 4.5) * step / 4, 4.0 + (z - 4.0) * step / 4), Qt.MouseButton.LeftButton
        )
        canvas.layers.followers.end()
        shown = canvas.grab().toImage()
        at = canvas.names_in_view.boxes.get(HALL)
        table = bounds(window.document.level.obstacles[TABLE].polygon)
        assert at is None or not boxes_overlap(at, table)
        canvas.layers.paint_anew()
        assert canvas.grab().toImage() == shown
    hand.release((x, z))
    canvas.grab()
    assert HALL in canvas.names_in_view.boxes


COORDINATE = st.integers(0, 60).map(lambda n: n / 4)


@st.composite
def rooms(draw):
    """A level of some rooms, obstacles and agents, some of them over each other."""
    items, count = {}, 0
    for make in ("area", "area", "obstacle", "triangle", "agent"):
        for _ in range(draw(st.integers(0, 4))):
            count += 1
            x, z = draw(COORDINATE), draw(COORDINATE)
            w, h = draw(st.integers(1, 40)) / 4, draw(st.integers(1, 40)) / 4
            if make == "area":
                items[count] = Area(id=count, name=f"r{count}", polygon=box(x, z, x + w, z + h))
            elif make == "obstacle":
                items[count] = Obstacle(id=count, name="", polygon=box(x, z, x + w, z + h))
            elif make == "triangle":
                ring = ((x, z), (x + w, z), (x, z + h))
                items[count] = Obstacle(id=count, name="", polygon=ring)
            else:
                items[count] = Agent(id=count, name="", position=(x, z), goals=((z, x),))
    return Level().with_items(items)


@settings(max_examples=150, deadline=None)
@given(rooms(), st.sampled_from([12.0, 40.0, 90.0]))
def test_names_lie_in_their_rooms_and_cover_nothing(level, scale):
    """They cover no obstacle, agent, goal or other name, and their places are deterministic."""
    camera = Camera(8.0, 8.0, scale, 1600, 1600)
    found = place(AreaNames(measure), level, camera)
    assert found == place(AreaNames(measure), level, camera)
    boxes = {i: box_at(name, camera) for i, name in found.items()}
    for i, at in boxes.items():
        edge = np.array([at])
        assert boxes_inside(edge, np.array(level.areas[i].polygon))[0]
        for obstacle in level.obstacles.values():
            assert not boxes_touch_outline(edge, np.array(obstacle.polygon))[0]
        for agent in level.agents.values():
            for x, z in (agent.position, *agent.goals):
                assert not (at[0] < x < at[2] and at[1] < z < at[3])
        assert not any(boxes_overlap(at, other) for j, other in boxes.items() if j != i)


@settings(max_examples=100, deadline=None)
@given(rooms(), st.lists(st.tuples(COORDINATE, COORDINATE), max_size=4))
def test_kept_names_cover_nothing_either(level, moves):
    """This holds after each step of a drag."""
    names, camera = AreaNames(measure), Camera(8.0, 8.0, 40.0, 1600, 1600)
    place(names, level, camera)
    for dx, dz in moves:
        for i in list(level.obstacles)[:1]:
            level = move(level, {i}, (dx - 7, dz - 7)).apply(level)
        found = place(names, level, camera, moving=True)
        boxes = {i: box_at(name, camera) for i, name in found.items()}
        for i, at in boxes.items():
            edge = np.array([at])
            assert boxes_inside(edge, np.array(level.areas[i].polygon))[0]
            for obstacle in level.obstacles.values():
                assert not boxes_touch_outline(edge, np.array(obstacle.polygon))[0]
            assert not any(boxes_overlap(at, other) for j, other in boxes.items() if j != i)


RING = st.lists(st.tuples(COORDINATE, COORDINATE), min_size=3, max_size=8, unique=True)


@settings(max_examples=200, deadline=None)
@given(RING, st.tuples(COORDINATE, COORDINATE), st.tuples(COORDINATE, COORDINATE))
def test_boxes_and_outlines_against_points(ring, corner, size):
    """A box inside contains inside points only; one that touches nothing contains none."""
    (x, z), (w, h) = corner, size
    edge = np.array([[x, z, x + w + 0.1, z + h + 0.1]])
    corners = np.array(ring, np.float64)
    inside = boxes_inside(edge, corners)[0]
    touches = boxes_touch_outline(edge, corners)[0]
    crossed = boxes_touch_lines(edge, corners, np.roll(corners, -1, axis=0))[0]
    spots = [
        (float(a), float(b))
        for a in np.linspace(edge[0, 0] + 0.01, edge[0, 2] - 0.01, 5)
        for b in np.linspace(edge[0, 1] + 0.01, edge[0, 3] - 0.01, 5)
    ]
    held = [contains(tuple(ring), spot) for spot in spots]
    assert not inside or all(held)
    assert touches or not any(held)
    if not crossed:
        assert all(held) or not any(held)


def test_a_solver_of_one_room():
    """Nearest to home first; None where there is no room."""
    corners = np.array(box(0, 0, 200, 100), np.float64)
    blocks = Blocks(boxes=np.array([[60.0, 30.0, 140.0, 70.0]]))
    x, y = place_for(corners, (100.0, 50.0), (40.0, 16.0), blocks)
    assert (x, 16 / 2 <= y <= 22 or 78 <= y <= 92) == (100.0, True)
    assert place_for(corners, (100.0, 50.0), (240.0, 16.0), Blocks()) is None


def test_names_stand_beside_marks_of_problems():
    """A mark in the middle of a room moves its name, and nothing else; it keeps its place after."""
    level = Level().with_items({1: Area(id=1, name="hall", polygon=box(0, 0, 20, 8))})
    names = AreaNames(measure)
    (free,) = names.place(level, frozenset(), CAMERA, moving=False)
    marks = np.array([free.at])
    (aside,) = names.place(level, frozenset(), CAMERA, moving=False, marks=marks)
    assert not boxes_overlap(
        box_at(aside), (free.at[0] - 0.2, free.at[1] - 0.2, free.at[0] + 0.2, free.at[1] + 0.2)
    )
    (again,) = names.place(level, frozenset(), CAMERA, moving=False, marks=marks.copy())
    assert again == aside
