"""Levels, edits, grids, worlds, paths and runs leave a process and come back equal."""

import copy
import multiprocessing
import pickle
import random
from pathlib import Path
from typing import Any

import maps
import numpy as np
import pytest
from hypothesis import given, settings
from sim_levels import agent, change, room, simulate
from strategies import generators, random_edit, random_level

from navcore import (
    Edit,
    Level,
    NavcoreError,
    NavGrid,
    Profile,
    Simulation,
    World,
    load_grid,
    load_level,
    samples,
    save_grid,
    save_level,
)
from navcore.bake.grid import DoorCells
from navcore.level.model import Area, Settings
from navcore.path.result import PathResult


def sent(thing: Any) -> Any:
    """Return the copy that another process gets."""
    return pickle.loads(pickle.dumps(thing))


def tavern() -> Level:
    """A level with doors and agents."""
    return load_level(samples.path("tavern"))


def test_levels_edits_and_small_things() -> None:
    """Equal, and of the same kinds."""
    level = tavern()
    assert sent(level) == level
    assert sent(level).areas.keys() == level.areas.keys()
    with pytest.raises(TypeError):
        sent(level).areas[1] = None
    edit = Edit.put(level, [agent(7, (1, 2))], "Add")
    assert sent(edit) == edit
    assert sent(Edit()) == Edit()
    for thing in (
        Settings(cell_size=0.3),
        Profile(radius=0.9),
        level.settings,
        DoorCells("a", True, ()),
    ):
        assert sent(thing) == thing


def test_copies_of_what_never_changes_are_itself() -> None:
    """Deep ones as well: a copy of a world bakes nothing."""
    world = World.build(tavern())
    edit = Edit.put(world.level, [agent(7, (1, 2))])
    for thing in (world, world.level, world.grid, edit):
        assert copy.deepcopy(thing) is thing
    for thing in (world, world.level, world.grid):
        assert copy.copy(thing) is thing
    assert copy.deepcopy({"worlds": [world]})["worlds"][0] is world


def assert_same_paths(one: PathResult, other: PathResult) -> None:
    """Check that paths are equal to the last bit, except for their times."""
    assert maps.as_bytes(one) == maps.as_bytes(other)


@settings(max_examples=15)
@given(generators)
def test_worlds_come_back_and_go_on(rng: random.Random) -> None:
    """Cells, paths and grids of other radii are the same; an update of the copy equals a build."""
    world = World.build(random_level(rng))
    edit = random_edit(world.level, rng)
    world = world.update(edit.apply(world.level), edit, keep_lattice=True)
    back = sent(world)
    assert back.level == world.level
    assert back.version == world.version
    assert back.grid.lattice == world.grid.lattice
    assert back.grid.padded.tobytes() == world.grid.padded.tobytes()
    assert back.floor.tobytes() == world.floor.tobytes()
    start, goal = (maps.random_point(rng, world.grid, 1.0) for _ in range(2))
    assert_same_paths(
        back.find_path_to_nearest(start, goal), world.find_path_to_nearest(start, goal)
    )
    thin = Profile(radius=0.1)
    assert back.grid_for(thin).padded.tobytes() == world.grid_for(thin).padded.tobytes()
    edit = random_edit(world.level, rng)
    level = edit.apply(back.level)
    after = back.update(level, edit, keep_lattice=True)
    built = World.build(level, lattice=after.grid.lattice)
    assert after.grid.padded.tobytes() == built.grid.padded.tobytes()


def test_grids_come_back_with_costs_and_doors(tmp_path: Path) -> None:
    """So do worlds over them, with doors opened since."""
    cost = np.ones((5, 9))
    cost[:, 4] = (0, 0, 3, 0, 0)
    door = DoorCells("gate", True, ((2, 4, 5),))
    save_grid(
        NavGrid.from_array(cost > 0, cost=cost, cell_size=0.5), tmp_path / "g.json", doors=[door]
    )
    grid = load_grid(tmp_path / "g.json")
    back = sent(grid)
    assert back.padded.tobytes() == grid.padded.tobytes()
    assert back.cost.tobytes() == grid.cost.tobytes()
    assert (back.lattice, back.doors, back.connectivity) == (grid.lattice, (door,), 8)
    assert not back.padded.flags.writeable
    world = World.from_grid(grid).set_area_available("gate", False)
    there = sent(world)
    assert there.level == world.level
    assert there.grid.padded.tobytes() == world.grid.padded.tobytes()
    opened = there.set_area_available("gate", True)
    assert opened.grid.cost.tobytes() == grid.cost.tobytes()
    four = NavGrid.from_array(np.ones((3, 3)), connectivity=4)
    assert sent(four).connectivity == 4


def test_paths_come_back() -> None:
    """Their arrays are kept."""
    world = World.build(tavern())
    for goal in ((3, 16), (7, -6), (1000, 1000)):
        found = world.find_path((7, -6), goal)
        back = sent(found)
        assert_same_paths(back, found)
        assert back.status is found.status


def busy(ticks: int) -> Simulation:
    """Return a run with paths, waiting agents and pending requests."""
    agents = [
        agent(i + 1, (2 + i % 5, 2 + i // 5), goals=((17, 8), (2, 8)), wait=0.4, loop=True)
        for i in range(15)
    ]
    run = simulate(room(20, 10, (9, 2, 11, 8)), *agents, seed=3)
    for _ in range(ticks):
        run.tick()
    run.spawn(agent(99, (5, 9)))
    run.send([1, 2], (18.0, 2.0))
    change(
        run,
        Edit.put(run.world.level, [Area(id=500, polygon=((20, 0), (24, 0), (24, 10), (20, 10)))]),
    )
    return run


@pytest.mark.parametrize("ticks", [0, 1, 60])
@pytest.mark.parametrize("other", [sent, copy.deepcopy])
def test_runs_go_on_to_the_last_bit(ticks: int, other: Any) -> None:
    """They keep pending requests and events; each continues independently."""
    run = busy(ticks)
    back = other(run)
    for each in (run, back):
        with pytest.raises(NavcoreError, match="was asked for an agent with the id 99"):
            each.spawn(agent(99, (5, 5)))
    for _ in range(40):
        run.tick()
        back.tick()
    assert back.state().equals(run.state())
    assert back.events.tolist() == run.events.tolist()
    assert back.arrivals == run.arrivals
    assert back.inputs == run.inputs
    run.step()
    with pytest.raises(NavcoreError, match="a state is taken at a tick"):
        pickle.dumps(run)


def _length(world: World) -> float:
    return world.find_path((7, -6), (3, 16)).length


def test_another_process_searches_and_steps() -> None:
    """Started afresh, as on Windows and macOS."""
    world, run = World.build(tavern()), busy(2)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(_length, (world,)) == _length(world)
        back = pool.apply(_stepped, (run,))
    run.run(1.0)
    assert back.state().equals(run.state())


def _stepped(run: Simulation) -> Simulation:
    run.run(1.0)
    return run


def test_levels_are_equal_by_drawing_order(tmp_path: Path) -> None:
    """The numbers behind the order don't matter; edits still distinguish them."""
    first, second, third = (
        Area(id=i, order=i / 7, polygon=((0, 0), (i, 0), (i, i))) for i in (3, 2, 9)
    )
    level = Level().with_items({area.id: area for area in (first, second, third)})
    loaded = sent(level)
    assert loaded == level
    numbered = {area.id: placed(area, float(at)) for at, area in enumerate((second, first, third))}
    same = Level().with_items(numbered)
    assert same == level
    assert hash(same) == hash(level)
    assert Edit.between(level, same)
    swapped = Level().with_items({**numbered, 2: placed(numbered[2], 5.0)})
    assert swapped != level
    assert level != Level()
    assert level != "level"
    assert level.with_items({2: None}) != level
    assert level.with_items({2: placed(second, second.order, name="x")}) != level


def placed(area: Area, order: float, name: str = "") -> Area:
    """The area at another place in the drawing order."""
    return Area(id=area.id, order=order, name=name, polygon=area.polygon)


def test_what_is_saved_equals_what_is_loaded(tmp_path: Path) -> None:
    """However its elements were ordered."""
    level = Level().with_items(
        {i: Area(id=i, order=10.0 - 3 * i, polygon=((0, 0), (i, 0), (i, i))) for i in (1, 2, 3)}
    )
    save_level(level, tmp_path / "level.json")
    assert load_level(tmp_path / "level.json") == level
