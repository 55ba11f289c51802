"""Links in exported grids: those that agents can take from the grid's storey."""

import copy
import json
import pickle
from pathlib import Path

import msgspec
import pytest
from lofts import LADDER, house, rect

from navcore.export import bytes_of, grid_for_export, write_exports
from navcore.formats import load_grid, save_grid
from navcore.level.model import Area, ExportTarget, Level, Link, Obstacle, Profile
from navcore.world import World

LOFT = Profile(layer="loft")
DITCH = Link(id=21, name="ditch", order=1, start=((11.5, 1.0), (11.5, 2.1)),
             end=((13.7, 1.0), (13.7, 2.1)), needs=("jump",), seconds=0.8,
             one_way=True)  # fmt: skip
JUMPER = Profile(name="jumper", abilities=("jump",))


def names(level: Level, profile: Profile) -> list[str]:
    """The links that a grid for a profile has."""
    return [link.name for link in grid_for_export(World.build(level), "drawn", profile)[0].links]


def test_link_between_storeys_stands_in_both_files_each_time_from_there() -> None:
    """Turned round in the file of the storey where it ends; a one-way link is in one file."""
    world = World.build(house(LADDER))
    (up,) = grid_for_export(world)[0].links
    (down,) = grid_for_export(world, "drawn", LOFT)[0].links
    assert (up.start, up.end, up.to_layer) == (LADDER.start, LADDER.end, "loft")
    assert (down.start, down.end, down.to_layer) == (LADDER.end, LADDER.start, "ground")
    assert up.id == down.id == LADDER.id
    ((a, b, c, d),) = up.cells
    assert down.cells == ((c, d, a, b),)
    assert (a, b) == world.grid.cell_of(*LADDER.start[0])
    assert (c, d) == world.on("loft").grid.cell_of(*LADDER.end[0])
    one_way = house(msgspec.structs.replace(LADDER, one_way=True))
    assert (names(one_way, Profile()), names(one_way, LOFT)) == (["ladder"], [])


def test_cost_is_what_searches_add_for_it() -> None:
    """Its length from floor to floor, or the cost of its own."""
    for link in (LADDER, msgspec.structs.replace(LADDER, cost=7.5)):
        world = World.build(house(link))
        path = world.find_path((1, 3), (1, 3.3), goal_layer="loft")
        (found,) = grid_for_export(world)[0].links
        assert found.cost_in_metres == pytest.approx(path.link_cost * world.grid.cell_size)
    assert found.cost_in_metres == 7.5


def test_segments_join_a_pair_of_cells_for_each_cell() -> None:
    """As searches go; both cells of each pair are walkable."""
    world = World.build(house(DITCH))
    grid, _ = grid_for_export(world, "drawn", JUMPER)
    (ditch,) = grid.links
    assert len(ditch.cells) == 3
    assert (ditch.start, ditch.end, ditch.one_way, ditch.seconds) == (
        DITCH.start, DITCH.end, True, 0.8
    )  # fmt: skip
    for column, row, to_column, to_row in ditch.cells:
        assert grid.walkable[row, column]
        assert grid.walkable[to_row, to_column]
    both_ways = msgspec.structs.replace(DITCH, one_way=False)
    again, _ = grid_for_export(World.build(house(both_ways)), "drawn", JUMPER)
    assert again.links[0].cells == ditch.cells


def test_links_that_agents_can_not_take_are_left_out() -> None:
    """For want of an ability, for their width, or because an end is blocked."""
    level = house(LADDER, DITCH)
    assert names(level, Profile()) == ["ladder"]
    assert names(level, JUMPER) == ["ladder", "ditch"]
    assert names(level, Profile(radius=0.5)) == []
    crate = Obstacle(id=30, polygon=rect(9.6, 2.6, 10.4, 3.4))
    assert names(house(LADDER, DITCH, crate), JUMPER) == ["ditch"]


def test_link_behind_a_door_follows_how_doors_are_written() -> None:
    """It ends in the door: there while that is open."""
    door = Area(id=40, name="hatch", door=True, available=False, polygon=rect(14, 10, 16, 12))
    link = Link(id=22, name="rope", start=((6.0, 3.0),), end=((15.0, 11.0),))
    world = World.build(house(door, link))
    assert grid_for_export(world, "drawn")[0].links == ()
    assert [one.name for one in grid_for_export(world, "open")[0].links] == ["rope"]


def test_levels_without_links_write_the_same_bytes() -> None:
    """The grid is the world's own, and nothing is said of links."""
    world = World.build(house())
    grid, _, data = bytes_of(world, "json")
    assert grid is world.grid
    assert b"links" not in data


def test_files_name_them(tmp_path: Path) -> None:
    """JSON does; text grids have cells only."""
    exports = (
        ExportTarget(path="ground.json", format="json"),
        ExportTarget(path="loft.json", format="json", layer="loft"),
        ExportTarget(path="ground.txt"),
    )
    level = house(LADDER, exports=exports)
    world = World.build(level)
    write_exports(world, tmp_path / "house.json", exports)
    found = {
        path: [one["toLayer"] for one in json.loads((tmp_path / path).read_text())["links"]]
        for path in ("ground.json", "loft.json")
    }
    assert found == {"ground.json": ["loft"], "loft.json": ["ground"]}
    assert (tmp_path / "ground.txt").read_bytes() == bytes_of(World.build(house()), "txt")[2]
    loaded = load_grid(tmp_path / "loft.json")
    assert loaded.links == grid_for_export(world, "drawn", LOFT)[0].links
    assert pickle.loads(pickle.dumps(loaded)).links == loaded.links
    assert copy.copy(loaded).four_connected.links == loaded.links


def test_world_from_a_grid_takes_its_links(tmp_path: Path) -> None:
    """As the world that it was exported from does, for the agents that the grid is for."""
    level = house(DITCH, LADDER, profiles=(JUMPER,))
    world = World.build(level)
    path = tmp_path / "g.grid.json"
    grid, _ = grid_for_export(world, "drawn", JUMPER)
    save_grid(grid, path)
    given = World.from_grid(load_grid(path))
    for start, goal in (((10.5, 1.5), (15.0, 1.5)), ((15.0, 1.5), (10.5, 1.5))):
        there, here = world.find_path(start, goal, profile=JUMPER), given.find_path(start, goal)
        assert here.status == there.status
        assert here.points.tolist() == there.points.tolist()
        assert here.link_cost == pytest.approx(there.link_cost)
    assert given.find_path((10.5, 1.5), (15.0, 1.5)).link_cost > 0
    assert [link.name for link in given.level.of(Link).values()] == ["ditch"]


def test_link_of_a_grid_keeps_a_cost_of_its_own() -> None:
    """So does a wide one with lanes of different lengths."""
    for cost in (None, 7.5):
        level = house(msgspec.structs.replace(DITCH, needs=(), cost=cost))
        (link,) = World.from_grid(grid_for_export(World.build(level))[0]).level.of(Link).values()
        assert link.cost == cost
