"""Grids of one storey: in levels, in files for games and on the command line."""

import json
from pathlib import Path

import msgspec
import pytest
from towers import rectangle, tower
from vaults import EAST, WEST

from navcore.cli import main
from navcore.errors import UnknownLayer
from navcore.export import grid_for_export, write_exports
from navcore.formats import load_grid, load_level, save_level
from navcore.formats.grid_text import write_grid_text
from navcore.level.model import Area, ExportTarget, Layer, Level, Profile
from navcore.path.find import find_path
from navcore.world import World

BIRD = Profile(name="bird", layer="sky")


def exporting(*targets: ExportTarget) -> Level:
    """A tower with a wall on the ground, and a door on each storey."""
    level = tower("sky")
    doors = {
        20 + row: Area(id=20 + row, name=f"{layer}_door", layer=layer, door=True, polygon=polygon)
        for row, layer, polygon in (
            (0, "ground", rectangle(12, 2, 13, 4)), (1, "sky", rectangle(12, 1, 14, 4)),
        )
    }  # fmt: skip
    layers = (Layer(name="ground"), Layer(name="sky", floor_y=3.5))
    settings = msgspec.structs.replace(
        level.settings, exports=targets, profiles=(BIRD,), layers=layers
    )
    return level.with_items(doors).with_settings(settings)


def test_each_target_is_of_the_storey_that_it_names(tmp_path: Path) -> None:
    """Otherwise it is of its type's storey, else of the ground, which files don't name."""
    level = exporting(
        ExportTarget(path="ground.json", format="json"),
        ExportTarget(path="sky.json", format="json", layer="sky"),
        ExportTarget(path="sky.txt", layer="sky"),
        ExportTarget(path="bird.json", format="json", profile="bird"),
        ExportTarget(path="grounded.json", format="json", profile="bird", layer="ground"),
    )
    save_level(level, tmp_path / "tower.json")
    assert load_level(tmp_path / "tower.json") == level
    written = write_exports(World.build(level), tmp_path / "tower.json", level.settings.exports)
    assert [one.opened for one in written] == [
        ("ground_door",), ("sky_door",), ("sky_door",), ("sky_door",), ("ground_door",),
    ]  # fmt: skip
    found = {
        target.path: find_path(load_grid(tmp_path / target.path), WEST, EAST).ok
        for target in level.settings.exports
    }
    assert found == {
        "ground.json": False, "sky.json": True, "sky.txt": True, "bird.json": True,
        "grounded.json": False,
    }  # fmt: skip
    named = {}
    for path in ("ground.json", "sky.json", "bird.json", "grounded.json"):
        data = json.loads((tmp_path / path).read_text())
        named[path] = (data.get("layer"), data["floorY"], [one["name"] for one in data["doors"]])
    ground, sky = (None, 0.0, ["ground_door"]), ("sky", 3.5, ["sky_door"])
    assert named == {
        "ground.json": ground, "sky.json": sky, "bird.json": sky, "grounded.json": ground,
    }  # fmt: skip


def test_doors_of_a_storey_cover_its_cells() -> None:
    """Taken away from its grid they leave that of the storey with the door shut."""
    world = World.build(exporting())
    for layer in ("ground", "sky"):
        grid, (door,) = grid_for_export(world, "drawn", Profile(layer=layer))
        shut = world.set_area_available(f"{layer}_door", False).on(layer).grid
        cells = grid.walkable.copy()
        assert door.cells
        for z, x0, x1 in door.cells:
            assert cells[z, x0:x1].all()
            cells[z, x0:x1] = 0
        assert cells.tobytes() == shut.walkable.tobytes()
        assert grid_for_export(world, "open", Profile(layer=layer))[1] == (door,)


def test_storey_that_the_level_lacks_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    """The sentence lists those that it has."""
    level = exporting(ExportTarget(path="a.txt"), ExportTarget(path="b.txt", layer="attic"))
    with pytest.raises(UnknownLayer, match="no layer is named 'attic'; layers here: ground, sky"):
        write_exports(World.build(level), tmp_path / "tower.json", level.settings.exports)
    assert not list(tmp_path.iterdir())


def test_type_on_a_storey_that_the_level_lacks_walks_the_ground(tmp_path: Path) -> None:
    """As its agents do."""
    level = exporting(ExportTarget(path="bird.txt", profile="bird"))
    flat = level.with_settings(msgspec.structs.replace(level.settings, layers=()))
    world = World.build(flat)
    write_exports(world, tmp_path / "tower.json", flat.settings.exports)
    assert (tmp_path / "bird.txt").read_bytes() == write_grid_text(world.grid)


def test_commands_take_a_layer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Path, info and bake, for a level and for a grid."""
    file = str(tmp_path / "tower.json")
    save_level(exporting(ExportTarget(path="tower.txt")), file)
    ends = [*map(str, WEST), *map(str, EAST)]
    assert main(["path", file, *ends]) == 1
    assert main(["path", file, *ends, "--profile", "bird"]) == 0
    assert main(["path", file, *ends, "--profile", "bird", "--layer", "ground"]) == 1
    capsys.readouterr()
    assert main(["path", file, *ends, "--layer", "sky", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["floorY"] == 3.5
    assert main(["info", file, "--layer", "sky", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["layers"], told["floorY"], len(told["islands"])) == (["ground", "sky"], 3.5, 1)
    assert main(["info", file]) == 0
    assert "layers             ground, sky\n" in capsys.readouterr().out

    grid = tmp_path / "sky.json"
    assert main(["bake", file, "-o", str(grid), "--layer", "sky"]) == 0
    assert json.loads(grid.read_text())["layer"] == "sky"
    assert main(["bake", file, "--layer", "sky"]) == 0
    assert find_path(load_grid(tmp_path / "tower.txt"), WEST, EAST).ok
    assert main(["bake", file, "--layer", "sky", "--radius", "0.3", "--check"]) == 1
    assert main(["bake", file, "--check"]) == 1
    capsys.readouterr()
    for call in (["path", file, *ends], ["path", str(grid), *ends], ["info", file], ["bake", file]):
        assert main([*call, "--layer", "attic"]) == 2
        assert "no layer is named 'attic'; layers here: ground" in capsys.readouterr().err
