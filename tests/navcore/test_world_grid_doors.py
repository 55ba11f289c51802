"""Worlds over grids that were baked before: numbers, doors by their cells, runs and recordings."""

import pickle
from pathlib import Path

import msgspec
import numpy as np
import pytest
from sim_levels import agent

from navcore import World, load_grid, load_level, samples, save_grid
from navcore.bake.grid import DoorCells, NavGrid
from navcore.errors import UnknownArea
from navcore.export import grid_for_export
from navcore.level.edit import Edit
from navcore.level.model import Agent, Profile
from navcore.sim.recording import load_recording, save_recording
from navcore.sim.recording.recorder import Recorder
from navcore.sim.simulation import Simulation


@pytest.fixture(scope="module")
def baked() -> World:
    """The tavern, as its level draws it."""
    return World.build(load_level(samples.path("tavern")))


@pytest.fixture
def file(baked: World, tmp_path: Path) -> Path:
    """Its grid with all doors."""
    path = tmp_path / "tavern.grid.json"
    grid, doors = grid_for_export(baked)
    save_grid(grid, path, doors=doors)
    return path


def test_a_grid_has_the_numbers_and_doors_of_its_file(baked: World, file: Path) -> None:
    """Radius, paddings, height; names and states of doors."""
    world = World.from_grid(load_grid(file))
    settings, drawn = world.level.settings, baked.level.settings
    assert (settings.agent_radius, settings.object_padding) == (drawn.agent_radius, 0.25)
    assert (settings.boundary_padding, settings.floor_y) == (drawn.boundary_padding, 0.0)
    expected = {area.name: area.available for area in baked.level.areas.values() if area.door}
    assert {area.name: area.available for area in world.level.areas.values()} == expected
    assert all(area.door for area in world.level.areas.values())
    assert len(expected) == 8


def test_doors_open_and_shut_as_in_the_level(baked: World, file: Path) -> None:
    """Each has its cells: the grid equals the bake, and is restored."""
    world = World.from_grid(load_grid(file))
    for area in [area for area in baked.level.areas.values() if area.door]:
        flag = not area.available
        toggled = world.set_area_available(area.name, flag)
        expected = baked.set_area_available(area.name, flag).grid
        assert toggled.grid.padded.tobytes() == expected.padded.tobytes()
        assert toggled.grid.regions.count == expected.regions.count
        assert toggled.version == 1
        assert toggled.dirty
        again = toggled.set_area_available(area.name, area.available)
        assert again.grid.padded.tobytes() == baked.grid.padded.tobytes()
        assert again.grid.doors == world.grid.doors
    with pytest.raises(UnknownArea, match="areas here: 'kitchen_door'"):
        world.set_area_available("kitchen", False)


def test_doors_that_need_abilities_are_open_to_those_who_have_them(file: Path) -> None:
    """Types and requirements of doors are put over the grid without a bake; pickled, too."""
    world = World.from_grid(load_grid(file))
    level, door = world.level, world.level.area_named("corridor_door")
    assert door is not None
    types = (Profile(name="guard", abilities=("key",)),)
    items = [
        msgspec.structs.replace(level.settings, title="Inn", profiles=types),
        msgspec.structs.replace(door, needs=("key",)),
    ]
    edit = Edit.put(level, items)
    locked = world.update(edit.apply(level), edit)
    for one in (locked, pickle.loads(pickle.dumps(locked))):
        assert one.given_grid is not None
        assert not one.find_path((7, -6), (3, 16)).ok
        assert one.find_path((7, -6), (3, 16), profile=types[0]).ok
    back = locked.update(level, edit.inverse())
    assert back.grid.padded.tobytes() == world.grid.padded.tobytes()
    raised = Edit.put(level, [msgspec.structs.replace(level.settings, floor_y=2.0)])
    assert world.update(raised.apply(level), raised).grid.floor_y == 2.0


def test_paths_follow_the_doors(file: Path) -> None:
    """Searched before and after."""
    world = World.from_grid(load_grid(file))
    assert world.find_path((7, -6), (3, 16)).ok
    assert not world.set_area_available("corridor_door", False).find_path((7, -6), (3, 16)).ok
    assert world.find_path((7, -6), (3, 16)).ok


def test_what_is_saved_again_has_the_same_bytes(file: Path, tmp_path: Path) -> None:
    """Doors and costs included; other doors are written where they are given."""
    grid = load_grid(file)
    save_grid(grid, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == file.read_bytes()
    save_grid(grid, tmp_path / "none.json", doors=())
    assert load_grid(tmp_path / "none.json").doors == ()
    shut = World.from_grid(grid).set_area_available("corridor_door", False).grid
    save_grid(shut, tmp_path / "shut.json")
    loaded = load_grid(tmp_path / "shut.json")
    assert loaded.doors == shut.doors
    assert {door.open for door in loaded.doors if door.name == "corridor_door"} == {False}


def test_costs_come_back_when_a_door_opens(tmp_path: Path) -> None:
    """Of a door that was loaded open; one that was loaded shut costs 1."""
    costs = np.full((4, 6), 2.0)
    costs[:, 3] = (0.0, 5.0, 7.0, 0.0)
    gate, hatch = (
        DoorCells("gate", True, ((1, 3, 4), (2, 3, 4))),
        DoorCells("hatch", False, ((0, 3, 4),)),
    )
    save_grid(NavGrid.from_array(costs > 0, cost=costs), tmp_path / "c.json", doors=(gate, hatch))
    world = World.from_grid(load_grid(tmp_path / "c.json"))
    assert world.grid.cost is not None
    shut = world.set_area_available("gate", False)
    assert not shut.find_path((1, 1), (5, 1)).ok
    for back in (
        shut.set_area_available("gate", True),
        shut.update(world.level, Edit.between(shut.level, world.level)),
    ):
        assert back.grid.cost is not None
        assert back.grid.cost.tobytes() == world.grid.cost.tobytes()
    opened = shut.set_area_available("hatch", True)
    assert opened.find_path((1, 1), (5, 1)).ok
    assert opened.grid.cost is not None
    assert opened.grid.cost[1, 4] == 1.0


def test_agents_and_doors_of_a_grid_change_in_a_run(file: Path, tmp_path: Path) -> None:
    """Recorded, saved, and gone on with from any tick to the last bit."""
    world = World.from_grid(load_grid(file))
    run = Simulation(world)
    recorder = Recorder(run)

    def go_on(ticks: int) -> None:
        for _ in range(6 * ticks):
            run.step()
            recorder.take()

    run.spawn(Agent(id=5, position=(7.0, -6.0)))
    run.send([5], (3.0, 16.0))
    go_on(30)
    run.change_world(run.world.set_area_available("corridor_door", False))
    go_on(30)
    edit = Edit.put(run.world.level, [agent(77, (6.0, -5.0))])
    run.change_world(run.world.update(edit.apply(run.world.level), edit))
    go_on(30)
    run.change_world(run.world.set_area_available("corridor_door", True))
    go_on(40)
    save_recording(recorder.recording, tmp_path / "run.wwrec")
    loaded = load_recording(tmp_path / "run.wwrec")
    for recording in (recorder.recording, loaded):
        resumed = recording.resume(recording.ticks - 1)
        assert resumed.state().equals(run.state())
        assert resumed.world.grid.padded.tobytes() == run.world.grid.padded.tobytes()
        assert resumed.agents.ids.tolist() == [77, 5]
