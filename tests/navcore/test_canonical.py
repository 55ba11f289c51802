"""Points, elements and levels from programs are converted, or refused with one sentence."""

import copy
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from sim_levels import agent, room, simulate

from navcore import Agent, Area, Edit, Level, NavcoreError, Obstacle, World, load_level, save_level
from navcore.bake.grid import NavGrid
from navcore.ecs.adapter import SimulationAdapter
from navcore.ecs.components import MoveIntent, NavigationAgent, Position
from navcore.ecs.navigation import NavigationSystem
from navcore.level.canonical import as_point, canonical, canonical_level
from navcore.level.model import Settings
from navcore.sim.scatter import random_place

FLAT = r"got 3 numbers; levels are flat: x, z"
SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]
HALL = World.build(Level().with_items({1: Area(id=1, polygon=tuple(SQUARE))}))
RNG = np.random.default_rng(1)


def run_of_one() -> Any:
    """A run with the agent 1."""
    return simulate(room(10, 10), agent(1, (5, 5)))


def entity(place: Any, target: Any) -> tuple[Position, MoveIntent, NavigationAgent]:
    """Return an entity with a target."""
    intent = MoveIntent(target, has_intent=True, use_pathfinding=True)
    return Position(place), intent, NavigationAgent(agent_radius=0.4, max_speed=1.0)


@pytest.mark.parametrize(
    "asked",
    [
        lambda: HALL.find_path((1, 5, 1), (4, 5)),
        lambda: HALL.find_path((1, 5), np.array((4.0, 5.0, 2.0))),
        lambda: HALL.find_path_to_nearest((1, 5), (4, 5, 2)),
        lambda: HALL.find_path((1, 5), (4, 5), avoid=[(1, 2, 3, 4)]),
        lambda: HALL.find_path((1, 5), (4, 5), avoid=[(1, 2), (1, 2, 3)]),
        lambda: HALL.find_paths([(1, 5, 1)], [(4, 5, 2)]),
        lambda: HALL.find_paths([(1, 5), (1, 5, 1)], [(4, 5), (4, 5)]),
        lambda: run_of_one().send([1], (1, 5, 1)),
        lambda: run_of_one().place({1: (1, 5, 1)}),
        lambda: run_of_one().watch((1, 5, 1)),
        lambda: run_of_one().spawn(agent(2, (1, 5, 1))),
        lambda: run_of_one().spawn(agent(2, (1, 5), goals=((1, 5, 1),))),
        lambda: random_place(HALL, (5, 0, 5), 1.0, RNG),
        lambda: random_place(HALL, (5, 5), 1.0, RNG, reachable_from=(5, 0, 5)),
        lambda: SimulationAdapter(run_of_one()).add(7, entity((1, 0, 1), (4, 4))),
        lambda: NavigationSystem(HALL.grid).update([entity((1, 1), (4, 0, 4))], 0.1),
        lambda: NavigationSystem(HALL.grid).update([entity((1, 0, 1), (4, 4))], 0.1),
        lambda: Edit.put(Level(), [Area(id=1, polygon=((0, 0, 0), (1, 0, 0), (1, 0, 1)))]),
    ],
)
def test_a_third_dimension_is_refused(asked: Callable[[], object]) -> None:
    """No function that takes points reads y as z."""
    with pytest.raises(NavcoreError, match=FLAT + r"|\(n, 2\)|\(n, 3\)|circles of three numbers"):
        asked()


@pytest.mark.parametrize("bad", [5, None, (1,), "far away", ("a", "b"), (1, 2, 3), {}])
def test_what_is_no_point_is_refused(bad: Any) -> None:
    """The refusal is one sentence with the given value."""
    with pytest.raises(NavcoreError, match=r"^start must be two numbers, got .*; levels are flat"):
        HALL.find_path(bad, (4, 5))


def test_points_of_any_kind_are_taken() -> None:
    """Arrays, lists and numpy's numbers, as long as there are two."""
    expected = HALL.find_path((1, 5), (4, 5)).points.tolist()
    for start in ([1, 5], np.array((1, 5)), (np.float32(1), np.int64(5))):
        assert HALL.find_path(start, (4, 5)).points.tolist() == expected
    point = as_point(np.array((1, 5)))
    assert point == (1.0, 5.0)
    assert {type(number) for number in point} == {float}


POLYGONS = (np.array(SQUARE, np.float64), SQUARE, [list(p) for p in SQUARE], np.array(SQUARE))


@pytest.mark.parametrize("polygon", POLYGONS, ids=["floats", "list", "lists", "ints"])
def test_outlines_of_any_kind_are_taken(polygon: Any, tmp_path: Path) -> None:
    """Built, edited and saved, they are the same as tuples."""
    plain = Level().with_items({1: Area(id=1, polygon=tuple(SQUARE))})
    level = Level().with_items({1: Area(id=1, polygon=polygon)})
    built = World.build(level)
    assert built.level == plain
    assert built.grid.padded.tobytes() == World.build(plain).grid.padded.tobytes()
    edited = Edit.put(plain, [Obstacle(id=2, polygon=polygon)]).apply(plain)
    assert edited.obstacles[2].polygon == tuple(SQUARE)
    assert Edit.put(plain, [Area(id=1, polygon=polygon)]).apply(plain) == plain
    raw = Edit({2: None}, {2: Obstacle(id=2, polygon=polygon)})
    world = HALL.update(HALL.level.with_items(raw.after), raw)
    assert world.level.obstacles[2].polygon == tuple(SQUARE)
    save_level(level, tmp_path / "one.json")
    save_level(plain, tmp_path / "other.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "other.json").read_bytes()


def test_numbers_of_numpy_become_plain(tmp_path: Path) -> None:
    """This holds for agents and settings as well."""
    one = Agent(
        id=np.int64(3),
        position=np.array((1.0, 2.0)),
        goals=[np.array((3, 4))],
        radius=np.float32(0.5),
    )
    settings = Settings(cell_size=np.float64(0.5))
    level = canonical_level(Level(settings=settings, agents={3: one}))
    assert type(level.settings.cell_size) is float
    made = level.agents[3]
    assert (made.id, made.position, made.goals, made.radius) == (3, (1.0, 2.0), ((3.0, 4.0),), 0.5)
    assert {type(made.id), type(made.radius)} == {int, float}
    save_level(Level(settings=settings, agents={3: one}), tmp_path / "level.json")
    assert load_level(tmp_path / "level.json") == level


def test_what_is_canonical_stays_the_same() -> None:
    """No element and no level is made anew."""
    level = HALL.level.with_items({5: agent(5, (1, 2), goals=((3.0, 4),))})
    assert canonical_level(level) is level
    assert canonical(level.agents[5]) is level.agents[5]
    assert World.build(level).level is level


def agents_level(**fields: Any) -> Level:
    """A level with one agent."""
    return HALL.level.with_items({5: agent(5, (1, 2), name="guard", **fields)})


@pytest.mark.parametrize(
    ("level", "message"),
    [
        (agents_level(radius=-1.0), r"agent 'guard': radius must be a number over 0.*got -1\.0"),
        (agents_level(walk_speed=float("nan")), r"agent 'guard': walkSpeed must be .*got nan"),
        (
            agents_level(goals=((1, float("inf")),)),
            "agent 'guard': stop 1 is at",
        ),
        (Level(areas={7: Area(id=8, polygon=tuple(SQUARE))}), r"level\.areas\[7\] is area 8 with"),
        (Level(areas={8: Obstacle(id=8, polygon=tuple(SQUARE))}), "level.areas must hold Area"),
        (Level(agents={0: agent(0, (1, 2))}), "an id must be a whole number over 0, got 0"),
        (
            Level(areas=HALL.level.areas, agents={1: agent(1, (1, 2))}),
            "two elements of the level have the id 1",
        ),
        (
            Level(areas={1: Area(id=1, name="hall", polygon=5)}),
            "area 'hall': polygon must be a list of points, got 5",
        ),
        (
            Level(areas={1: Area(id=1, name="hall", polygon=[(0, 0), (1,), (2, 2)])}),
            "area 'hall': polygon: a corner must be two numbers, got 1 number; levels are flat",
        ),
    ],
)
def test_a_level_that_can_not_be_is_refused(level: Level, message: str, tmp_path: Path) -> None:
    """Built, reached by an update, or saved."""
    with pytest.raises(NavcoreError, match=message):
        World.build(level)
    with pytest.raises(NavcoreError, match=message):
        save_level(level, tmp_path / "level.json")
    assert not (tmp_path / "level.json").exists()
    items = {**level.areas, **level.agents}
    edit = Edit(dict.fromkeys(items), items)
    with pytest.raises(NavcoreError, match=message):
        HALL.update(level, edit)


def test_an_update_looks_at_what_changed_only() -> None:
    """An edit costs only its own elements: the others were checked when the world was built."""
    hall = HALL.level
    agents = MappingProxyType({6: agent(7, (1, 2))})
    wrong = Level(settings=hall.settings, areas=hall.areas, agents=agents)
    fine = {2: Obstacle(id=2, polygon=((1, 1), (2, 1), (2, 2)))}
    assert HALL.update(wrong.with_items(fine), Edit({2: None}, fine)).version == 1


def test_a_grid_needs_no_level() -> None:
    """It has no elements to look at."""
    world = World.from_grid(NavGrid.from_array(np.ones((5, 5))))
    assert world.find_path((1, 1), (3, 3)).ok
    assert copy.copy(world.grid.lattice) == world.grid.lattice
