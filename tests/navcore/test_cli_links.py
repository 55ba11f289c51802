"""Storeys, links and terrain on the command line."""

import json
from pathlib import Path

import pytest
from cli_calls import Output, run
from lofts import LADDER, house, rect, walker

from navcore import kernels
from navcore.export import bytes_of
from navcore.formats import save_level
from navcore.level.model import Link, Tiles, Zone
from navcore.world import World

MUD = Zone(id=30, name="puddle", terrain="mud", polygon=rect(4, 0, 8, 6))
JUMP = Link(id=31, name="ditch", start=((11.5, 1.0),), end=((13.5, 1.0),), one_way=True)
LEVEL = house(LADDER, JUMP, MUD, walker(9, 2.0, 3.0, goals=((15.0, 3.0),)))


@pytest.fixture(autouse=True)
def _compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend compiled kernels: their warning is tested separately."""
    monkeypatch.setattr(kernels, "INTERPRETED", ())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The house in a file."""
    path = tmp_path / "house.json"
    save_level(LEVEL, path)
    return path


def test_path_tells_links_storeys_and_terrain(file: Path, capsys: Output) -> None:
    """The JSON has the library's answer."""
    code, out, err = run(capsys, "path", file, 1, 3, 1, 4, "--goal-layer", "loft", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    world = World.build(LEVEL)
    result = world.find_path((1.0, 3.0), (1.0, 4.0), goal_layer="loft")
    assert found["points"] == result.points.tolist()
    assert found["layers"] == list(result.layers)
    assert set(found["layers"]) == {"ground", "loft"}
    assert found["links"] == [
        {"id": 20, "name": "ladder", "type": "ladder", "layer": "ground", "toLayer": "loft",
         "from": [10.0, 3.0], "to": [10.5, 3.0]},
    ]  # fmt: skip
    shares = {one["name"]: one for one in found["terrain"]}
    assert shares["mud"]["metres"] == pytest.approx(4.0, abs=0.1)
    assert shares["mud"]["cost"] == pytest.approx(1.5 * shares["mud"]["metres"])
    assert list(shares) == ["ground", "mud"]


def test_path_goes_back_down(file: Path, capsys: Output) -> None:
    """It starts on the storey of --layer; the link is printed in the direction of the path."""
    call = ("path", file, 10.5, 3, 1, 4, "--layer", "loft", "--goal-layer", "ground", "--json")
    found = json.loads(run(capsys, *call)[1])
    (link,) = found["links"]
    assert (link["layer"], link["toLayer"]) == ("loft", "ground")
    assert (link["from"], link["to"]) == ([10.5, 3.0], [10.0, 3.0])
    assert found["floorY"] == 2.8


def test_path_text_has_columns_for_what_there_is(file: Path, capsys: Output) -> None:
    """It has columns for storeys and links beside the points, and the costs of each terrain."""
    out = run(capsys, "path", file, 1, 3, 1, 4, "--goal-layer", "loft")[1]
    assert "\nlinks    ladder\n" in out
    assert "terrain  metres  cost\n" in out.replace("   metres", "  metres").replace(
        "   cost", "  cost"
    )
    head, *rows = out[out.index("     x") :].splitlines()
    assert head.split() == ["x", "z", "storey", "by"]
    assert ["10.500", "3.000", "loft", "ladder"] in [row.split() for row in rows]
    flat = run(capsys, "path", file, 1, 3, 2, 3)[1]
    assert "storey" not in flat
    assert "terrain" not in flat


def test_storey_that_the_level_lacks_is_refused(file: Path, capsys: Output) -> None:
    """With those that it has."""
    code, _, err = run(capsys, "path", file, 1, 3, 1, 4, "--goal-layer", "attic")
    assert code == 2
    assert "no layer is named 'attic'; layers here: ground, loft" in err


def test_info_tells_terrains_and_links(file: Path, capsys: Output) -> None:
    """It lists the terrain of the requested storey, and all links by type."""
    found = json.loads(run(capsys, "info", file, "--json")[1])
    assert [one["name"] for one in found["terrains"]] == ["ground", "mud"]
    assert found["terrains"][1]["area"] == pytest.approx(24.0, abs=1.0)
    assert found["links"] == {"ladder": 1, "jump": 1}
    out = run(capsys, "info", file)[1]
    assert "links              1 ladder, 1 jump\n" in out
    above = json.loads(run(capsys, "info", file, "--layer", "loft", "--json")[1])
    assert [one["name"] for one in above["terrains"]] == ["ground"]
    assert "\nterrains " not in run(capsys, "info", file, "--layer", "loft")[1]


def test_info_has_a_row_for_each_storey(file: Path, capsys: Output) -> None:
    """It has area, islands and terrain of each, and details of a requested one."""
    found = json.loads(run(capsys, "info", file, "--json")[1])["storeys"]
    assert [(one["name"], one["floorY"], one["islands"]) for one in found] == [
        ("ground", 0.0, 2), ("loft", 2.8, 1),
    ]  # fmt: skip
    assert found[0]["walkableArea"] > found[1]["walkableArea"] > 40
    out = run(capsys, "info", file)[1]
    assert "walkableCells" not in out
    table = out[out.index("storey ") :].splitlines()
    head, ground, loft = (line.split() for line in table[:3])
    assert head == ["storey", "floorY", "cells", "m2", "islands", "terrains"]
    assert (ground[0], ground[4], ground[-3:]) == ("ground", "2", ["mud", ground[-2], "m2"])
    assert (loft[0], loft[1]) == ("loft", "2.80")
    assert "walkableCells" in run(capsys, "info", file, "--layer", "loft")[1]


def test_info_counts_painted_tiles(tmp_path: Path, capsys: Output) -> None:
    """Tiles count more than zones."""
    tiles = Tiles(id=Tiles.id_of(0, 0, 0, 0), cx=0, cz=0, terrains=("sand",),
                  runs=(1, 5, 0, 64 * 64 - 5))  # fmt: skip
    path = tmp_path / "sand.json"
    save_level(house(MUD, tiles), path)
    found = json.loads(run(capsys, "info", path, "--json")[1])
    assert {one["name"]: one["cells"] for one in found["terrains"]}["sand"] == 5


def test_info_tells_loose_links(tmp_path: Path, capsys: Output) -> None:
    """It names the link and the place, and offers no fix."""
    path = tmp_path / "loose.json"
    save_level(house(Link(id=50, name="rope", start=((11.0, 3.0),), end=((30.0, 3.0),))), path)
    told = json.loads(run(capsys, "info", path, "--json")[1])["problems"]
    (found,) = [one for one in told if one["code"] == "loose-link"]
    assert (found["code"], found["elements"], found["place"]) == ("loose-link", [50], [30.0, 3.0])
    assert "loose-link at 30.00, 3.00: rope ends at" in run(capsys, "info", path)[1]


def test_info_of_a_grid_counts_the_links_that_lead_from_it(tmp_path: Path, capsys: Output) -> None:
    """A grid has no names for terrain."""
    path = tmp_path / "house.grid.json"
    path.write_bytes(bytes_of(World.build(LEVEL), "json")[2])
    found = json.loads(run(capsys, "info", path, "--json")[1])
    assert found["links"] == {"ladder": 1, "jump": 1}
    assert "terrains" not in found


def test_simulate_counts_links(file: Path, capsys: Output) -> None:
    """Over the ditch and nowhere else."""
    found = json.loads(run(capsys, "simulate", file, "--seconds", "40", "--json")[1])
    assert (found["arrived"], found["linksTaken"]) == (1, 1)
    assert "links taken     1\n" in run(capsys, "simulate", file, "--seconds", "40")[1]
