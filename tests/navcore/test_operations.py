"""Operations on elements, corners and fields."""

import itertools
import math
import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from strategies import random_level

from navcore.errors import NavcoreError
from navcore.geometry import polygons
from navcore.level import operations as op
from navcore.level.model import Agent, Area, Level, Obstacle
from navcore.level.naming import called, next_name, numbered

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
vectors = st.tuples(st.floats(-100, 100), st.floats(-100, 100))


def ids(start=1000):
    """Ids that count up."""
    return itertools.count(start).__next__


def drawn(*edits):
    """A level after these operations, each a function of level and new ids."""
    level, new_id = Level(), ids()
    for edit in edits:
        level = edit(level, new_id).apply(level)
    return level


@pytest.fixture
def level():
    """A hall with a door, two tables, and two agents."""
    return drawn(
        lambda lv, n: op.add_area(lv, SQUARE, n, name="hall"),
        lambda lv, n: op.add_area(lv, ((4, 1), (5, 1), (5, 2), (4, 2)), n, name="gate", door=True),
        lambda lv, n: op.add_obstacle(lv, ((1, 1), (2, 1), (2, 2)), n, name="table_1"),
        lambda lv, n: op.add_obstacle(lv, ((2, 1), (3, 1), (3, 2)), n, name="table_2"),
        lambda lv, n: op.add_agent(lv, (1, 3), n, goals=((3, 3),)),
        lambda lv, n: op.add_agent(lv, (2, 3), n),
    )


def named(level, name):
    """The element of this name."""
    return next(element for element in level.elements() if element.name == name)


def test_new_elements_are_named_numbered_and_last():
    """New elements are named numbered and last."""
    level = drawn(
        lambda lv, n: op.add_area(lv, SQUARE, n),
        lambda lv, n: op.add_area(lv, SQUARE, n),
        lambda lv, n: op.add_area(lv, SQUARE, n, name="area_1"),
        lambda lv, n: op.add_area(lv, SQUARE, n, door=True),
        lambda lv, n: op.add_obstacle(lv, SQUARE, n),
        lambda lv, n: op.add_agent(lv, (0, 0), n),
        lambda lv, n: op.add_agent(lv, (0, 0), n),
    )
    assert [element.name for element in level.elements()] == [
        "area_1", "area_2", "area_3", "door_1", "obstacle_1", "player", "agent_1",
    ]  # fmt: skip
    assert [agent.player for agent in level.agents.values()] == [True, False]


def test_agents_have_the_radius_that_the_level_is_baked_for():
    """Agents have the radius that the level is baked for."""
    level = op.set_settings(Level(), agent_radius=0.3).apply(Level())
    assert next(iter(op.add_agent(level, (0, 0), ids()).after.values())).radius == 0.3
    level = op.set_settings(Level(), agent_radius=0).apply(Level())
    assert next(iter(op.add_agent(level, (0, 0), ids()).after.values())).radius == 0.45


@pytest.mark.parametrize(
    "ring",
    [
        ((0, 0), (1, 0)),
        ((0, 0), (1, 1), (2, 2)),
        ((0, 0), (1, 0), (1, 0), (0, 0)),
        ((0, 0), (math.nan, 0), (1, 1)),
    ],
)
def test_outlines_that_enclose_nothing_are_refused(ring):
    """Outlines that enclose nothing are refused."""
    with pytest.raises(NavcoreError):
        op.add_area(Level(), ring, ids())


def test_outlines_lose_repeated_corners():
    """Outlines lose repeated corners."""
    edit = op.add_area(Level(), ((0, 0), (0, 0), (4, 0), (4, 4), (0, 0)), ids())
    (area,) = edit.after.values()
    assert area.polygon == ((0, 0), (4, 0), (4, 4))


def test_moving_takes_shape_along_and_leaves_goals(level):
    """Moving takes shape along and leaves goals."""
    table = named(level, "table_1")
    shaped = replace(table, shape={"circle": [1.5, 1.5, 0.5], "kept": 1})
    level = level.with_items({table.id: shaped})
    player = named(level, "player")
    edit = op.move(level, [table.id, player.id], (1, 2))
    moved = edit.apply(level)
    assert moved.element(table.id).shape == {"circle": [2.5, 3.5, 0.5], "kept": 1}
    assert moved.element(table.id).polygon[0] == (2, 3)
    assert moved.element(player.id).position == (2, 5)
    assert moved.element(player.id).goals == player.goals
    assert edit.label == "Move 2 elements"


@pytest.mark.parametrize(
    ("shape", "after"),
    [
        ({"line": [[0, 0], [1, 1]], "width": 2}, {"line": [[1, 2], [2, 3]], "width": 2}),
        ({"rect": [0, 0, 4, 2, 0.5]}, {"rect": [1, 2, 4, 2, 0.5]}),
        ({"spiral": [0, 0]}, None),
        ({"circle": [1]}, None),
    ],
)
def test_shapes_move_or_go(level, shape, after):
    """Shapes move or go."""
    table = replace(named(level, "table_1"), shape=shape)
    level = level.with_items({table.id: table})
    assert op.move(level, [table.id], (1, 2)).apply(level).element(table.id).shape == after


def test_moves_must_be_finite(level):
    """Moves must be finite."""
    with pytest.raises(NavcoreError):
        op.move(level, level.agents, (math.inf, 0))
    with pytest.raises(NavcoreError):
        op.move_handles(level, {named(level, "hall").id: [0]}, (math.nan, 0))


def test_not_moving_is_no_edit(level):
    """Not moving is no edit."""
    assert not op.move(level, level.agents, (0, 0))
    assert not op.move_handles(level, {named(level, "hall").id: [0]}, (0, 0))
    assert not op.move(level, [], (1, 1))


def test_copies_have_new_names_and_no_second_player(level):
    """Copies have new names and no second player."""
    chosen = [named(level, n).id for n in ("table_1", "hall", "player")]
    edit = op.duplicate(level, chosen, (1, 0), ids(5000))
    assert sorted(item.name for item in edit.after.values()) == ["agent_2", "hall_2", "table_3"]
    assert not any(edit.before.values())
    copies = edit.apply(level)
    assert sum(agent.player for agent in copies.agents.values()) == 1
    assert [o.name for o in copies.elements()][-1] == "agent_2"
    assert edit.label == "Duplicate 3 elements"


def test_copies_of_what_is_not_there(level):
    """Copying missing elements is refused."""
    with pytest.raises(KeyError):
        op.duplicate(level, [1], (0, 0), ids())


def test_renaming(level):
    """Renaming."""
    table = named(level, "table_1").id
    edit = op.rename(level, table, " desk ")
    assert edit.apply(level).element(table).name == "desk"
    assert edit.label == "Rename table_1 to desk"
    assert op.rename(level, table, "table_2")
    assert op.rename(level, table, "").label == "Take the name of table_1"
    assert not op.rename(level, named(level, "hall").id, "hall")


@pytest.mark.parametrize(("name", "reason"), [("gate", "named gate"), ("  ", "needs a name")])
def test_area_names_differ(level, name, reason):
    """Area names differ."""
    with pytest.raises(NavcoreError, match=reason):
        op.rename(level, named(level, "hall").id, name)


def test_fields_are_set_where_they_exist(level):
    """Fields are set where they exist."""
    everything = [element.id for element in level.elements()]
    edit = op.set_fields(level, everything, radius=0.5)
    assert {type(item) for item in edit.after.values()} == {Agent}
    assert edit.label == "Change radius of 6 elements"
    assert op.set_fields(level, [named(level, "gate").id], available=False).label == "Shut gate"
    assert op.set_fields(level, [named(level, "gate").id], locked=True).label == "Lock gate"
    assert not op.set_fields(level, [named(level, "table_1").id], enabled=True)


@pytest.mark.parametrize(
    "fields",
    [
        {"radius": 0}, {"radius": -1}, {"radius": math.nan}, {"radius": "wide"}, {"wait": -0.1},
        {"walk_speed": math.inf}, {"position": (1,)}, {"position": (1, math.nan)}, {"name": "x"},
        {"id": 3}, {"polygon": SQUARE}, {"colour": "red"}, {"goals": ((1, 2), (3, math.inf))},
    ],
)  # fmt: skip
def test_fields_that_do_not_fit_are_refused(level, fields):
    """Fields that do not fit are refused."""
    with pytest.raises(NavcoreError):
        op.set_fields(level, [named(level, "player").id], **fields)


@pytest.mark.parametrize(
    "fields", [{"cell_size": 0}, {"seam": -1}, {"grid_origin": "moon"}, {"colour": 1}]
)
def test_settings_that_do_not_fit_are_refused(fields):
    """Settings that do not fit are refused."""
    with pytest.raises(NavcoreError):
        op.set_settings(Level(), **fields)


def test_settings_are_set():
    """Settings are set."""
    edit = op.set_settings(Level(), cell_size=1)
    assert edit.apply(Level()).settings.cell_size == 1.0
    assert edit.label == "Change cell size"
    assert not op.set_settings(Level(), cell_size=0.4)


def test_only_doors_toggle(level):
    """Only doors toggle."""
    gate, hall = named(level, "gate").id, named(level, "hall").id
    shut = op.toggle_doors(level, [gate, hall])
    assert shut.label == "Shut gate"
    level = shut.apply(level)
    assert not level.areas[gate].available
    assert level.areas[hall].available
    assert op.toggle_doors(level, [gate]).label == "Open gate"
    assert not op.toggle_doors(level, [hall])


def test_corners_move_together_and_drop_the_shape(level):
    """Corners move together and drop the shape."""
    hall, gate = named(level, "hall").id, named(level, "gate").id
    level = level.with_items({hall: replace(level.areas[hall], shape={"rect": [2, 2, 4, 4, 0]})})
    edit = op.move_handles(level, {hall: [1, 2], gate: [0]}, (1, 0))
    moved = edit.apply(level)
    assert moved.areas[hall].polygon == ((0, 0), (5, 0), (5, 4), (0, 4))
    assert moved.areas[hall].shape is None
    assert moved.areas[gate].polygon[0] == (5, 1)
    assert edit.label == "Move 3 corners of 2 elements"


def test_corners_do_not_move_onto_one_line(level):
    """Corners do not move onto one line."""
    table = named(level, "table_1")
    with pytest.raises(NavcoreError, match="table_1 would enclose nothing"):
        op.move_handles(level, {table.id: [2]}, (0, -1))


def test_corners_that_are_not_there(level):
    """Corners that are not there."""
    table = named(level, "table_1").id
    for call in (op.move_handles, op.delete_handles):
        arguments = ((1, 1),) if call is op.move_handles else ()
        with pytest.raises(IndexError):
            call(level, {table: [3]}, *arguments)
        with pytest.raises(IndexError):
            call(level, {next(iter(level.agents)): [9]}, *arguments)
        with pytest.raises(KeyError):
            call(level, {12345: [0]}, *arguments)
    with pytest.raises(IndexError):
        op.insert_handle(level, table, -1, (0, 0))
    with pytest.raises(NavcoreError):
        op.insert_handle(level, table, 0, (0, math.nan))


def test_below_three_corners_the_polygon_goes(level):
    """Below three corners the polygon goes."""
    hall, table = named(level, "hall").id, named(level, "table_1").id
    edit = op.delete_handles(level, {hall: [0], table: [1]})
    assert edit.after[table] is None
    assert len(edit.after[hall].polygon) == 3
    assert edit.label == "Delete 2 corners of 2 elements"
    assert op.delete_handles(level, {table: [1]}).label == "Delete table_1"
    assert not op.delete_handles(level, {table: []})


def test_words_for_elements(level):
    """Words for elements."""
    everything = list(level.elements())
    assert called(everything) == "6 elements"
    assert called([e for e in everything if isinstance(e, Obstacle)]) == "2 obstacles"
    assert called([Obstacle(id=1, polygon=SQUARE)]) == "an obstacle"
    assert called([Area(id=1, polygon=SQUARE, door=True)]) == "a door"


def test_names_count_on():
    """Names count on."""
    assert next_name({"hall"}, "hall") == "hall_2"
    assert next_name({"hall", "hall_2"}, "hall") == "hall_3"
    assert next_name({"table_09"}, "table_09") == "table_10"
    assert next_name({"a_1"}, "b") == "b"
    assert numbered({"area_1", "area_3"}, "area") == "area_2"


@given(st.randoms(use_true_random=False), vectors)
@settings(max_examples=60)
def test_every_edit_inverts_to_identity(rng, vector):
    """Every edit inverts to identity."""
    level = random_level(rng)
    for edit in some_edits(level, vector, rng):
        after = edit.apply(level)
        assert edit.inverse().apply(after) == level
        assert edit.inverse().inverse().apply(level) == after
        assert not edit or edit.label


def some_edits(level, vector, rng):
    """One edit of every kind that this level allows."""
    chosen = [element.id for element in level.elements() if rng.random() < 0.7]
    yield op.move(level, chosen, vector)
    yield op.duplicate(level, chosen, vector, ids())
    yield op.delete(level, chosen)
    yield op.set_fields(level, chosen, note="new")
    yield op.toggle_doors(level, chosen)
    yield op.set_settings(level, floor_y=vector[0])
    yield op.add_agent(level, vector, ids())
    yield op.add_obstacle(level, SQUARE, ids())
    corners = {}
    for element_id in chosen:
        ring = level.element(element_id).polygon
        corners[element_id] = {rng.randrange(len(ring))}
        yield op.insert_handle(level, element_id, rng.randrange(len(ring)), vector)
        yield op.rename(level, element_id, f"renamed_{element_id}")
    yield op.delete_handles(level, corners)
    with suppress(NavcoreError):
        yield op.move_handles(level, corners, vector)


@given(st.randoms(use_true_random=False), vectors)
@settings(max_examples=60)
def test_there_and_back_is_where_it_was(rng, vector):
    """There and back is where it was."""
    level = random_level(rng)
    back = (-vector[0], -vector[1])
    there = op.move(level, [e.id for e in level.elements()], vector).apply(level)
    again = op.move(there, [e.id for e in level.elements()], back).apply(there)
    for element in level.elements():
        ring = again.element(element.id).polygon
        assert all(
            math.dist(*pair) < 1e-12 * 200 for pair in zip(ring, element.polygon, strict=True)
        )


@given(st.randoms(use_true_random=False), vectors)
@settings(max_examples=60)
def test_a_corner_put_in_and_taken_out_is_nothing(rng, point):
    """A corner put in and taken out is nothing."""
    level = random_level(rng)
    for element in level.polygons():
        edge = rng.randrange(len(element.polygon))
        more = op.insert_handle(level, element.id, edge, point).apply(level)
        assert more.get(element.id).polygon[edge + 1] == point
        less = op.delete_handles(more, {element.id: [edge + 1]}).apply(more)
        if not polygons.is_flat(element.polygon):
            assert less == level


def test_toggling_twice_is_nothing(level):
    """Toggling twice is nothing."""
    rng = random.Random(3)
    doors = [a.id for a in level.areas.values() if a.door or rng.random() < 0.5]
    once = op.toggle_doors(level, doors).apply(level)
    assert op.toggle_doors(once, doors).apply(once) == level
