"""The loaders of JSON grids read cells, costs and links, from whatever wrote the JSON.

Those in Python and C++ run here. Those in C# (which needs Newtonsoft.Json) and GDScript are not run
or compiled: their keys are held against the file's.
"""

import heapq
import json
import math
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from loader_places import module, places_of
from lofts import LADDER, house, rect

from editor import resources
from navcore import samples
from navcore.bake.grid import NavGrid
from navcore.export import write_exports
from navcore.formats import load_grid, load_level
from navcore.formats.grid_json import write_grid_json
from navcore.level.model import Area, ExportTarget, Level, Link, Profile, Zone
from navcore.world import World

JsonGrid = module("json_grid").JsonGrid

CPP = r"""
#include <cstdio>
#include "json_grid.hpp"
struct Comma : std::numpunct<char> { char do_decimal_point() const override { return ','; } };
int main(int count, char** paths) {
    std::locale::global(std::locale(std::locale(), new Comma));
    for (int at = 1; at < count; ++at) {
        try {
            const JsonGrid grid(paths[at]);
            std::printf("%s|%s|", grid.layer.c_str(), grid.profile.c_str());
            std::ifstream places(std::string(paths[at]) + ".places", std::ios::binary);
            double place[2];
            while (places.read(reinterpret_cast<char*>(place), sizeof place))
                std::printf("%.6g ", grid.cost(place[0], place[1]));
            const int width = grid.rows.empty() ? 0 : static_cast<int>(grid.rows[0].size());
            for (int row = 0; row < static_cast<int>(grid.rows.size()); ++row)
                for (int column = 0; column < width; ++column)
                    for (const JsonGrid::Exit& exit : grid.exits(column, row))
                        std::printf("[%d %d %d %d %s %.6g]", column, row, exit.column, exit.row,
                            (*exit.link)["name"].text.c_str(), (*exit.link)["cost"].number);
        } catch (const std::exception&) { std::putchar('-'); }
        std::putchar('\n');
    }
}
"""


def told_by(grid: Any, places: np.ndarray) -> str:
    """Return the expected output of the C++ program for a grid, from the Python loader."""
    said = [f"{grid.cost(x, z):.6g} " for x, z in places.tolist()]
    for row, cells in enumerate(grid.rows):
        for column in range(len(cells)):
            for link, to_column, to_row in grid.exits(column, row):
                numbers = f"{column} {row} {to_column} {to_row}"
                said.append(f"[{numbers} {link['name']} {link['cost']:.6g}]")
    return f"{grid.layer}|{grid.profile}|{''.join(said)}"


def exported(level: Level, folder: Path) -> None:
    """Export grids of every storey, for all agents and for each type."""
    names = ["", *(profile.name for profile in level.settings.profiles)]
    targets = [
        ExportTarget(path=f"{layer}_{name}.json", format="json", layer=layer, profile=name)
        for layer in level.settings.layer_names
        for name in names
    ]
    write_exports(World.build(level), folder / "level.json", targets)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Grids of samples with storeys, terrain and links, and as others would write them."""
    folder = tmp_path_factory.mktemp("grids")
    for name in ("inn", "marsh", "tavern"):
        (folder / name).mkdir()
        exported(load_level(samples.path(name)), folder / name)
    data = json.loads((folder / "inn" / "ground_nimble.json").read_text(encoding="utf-8"))
    data["links"][0]["name"] = 'Aufgang "Süd"\t/ 1'
    data = {"zeta": [{}, [], None, True, -1.5e-3], **dict(reversed(data.items()))}
    odd = folder / "odd.json"
    odd.write_bytes(b"\xef\xbb\xbf" + json.dumps(data).encode())
    cost = 10.0 ** np.random.default_rng(1).uniform(-6, 6, (9, 7))
    tiny = NavGrid.from_array(cost > 1, cost=np.where(cost > 1, cost, 0), min_x=-7.7, min_z=-31)
    (folder / "tiny.json").write_text(write_grid_json(tiny), encoding="utf-8")
    found = sorted(folder.rglob("*.json"))
    for path in found:
        places = places_of(load_grid(path))
        path.with_name(path.name + ".places").write_bytes(places.tobytes())
    return found


def test_costs_are_those_of_the_grid(files: list[Path]) -> None:
    """This includes places outside, and places that are no number."""
    for path in files:
        grid, loaded = load_grid(path), JsonGrid(str(path))
        for x, z in np.fromfile(path.with_name(path.name + ".places")).reshape(-1, 2).tolist():
            expected = 0.0
            if grid.is_walkable(x, z):
                column, row = grid.cell_of(x, z)
                expected = 1.0 if grid.cost is None else float(grid.cost[row + 1, column + 1])
            assert loaded.cost(x, z) == pytest.approx(expected, rel=1e-6), path
            assert loaded.is_walkable(x, z) == (expected > 0)


def test_layer_profile_doors_and_links_are_there(files: list[Path]) -> None:
    """They are as in the file."""
    by_name = {f"{path.parent.name}/{path.name}": path for path in files}
    upper = JsonGrid(str(by_name["inn/upper_nimble.json"]))
    assert (upper.layer, upper.profile) == ("upper", "nimble")
    assert {link["name"] for link in upper.links} == {"stairs", "ladder", "ledge"}
    plain = JsonGrid(str(by_name["tavern/ground_.json"]))
    assert (plain.layer, plain.profile, plain.links) == ("ground", "", [])
    assert [door["name"] for door in plain.doors]
    assert not any(plain.exits(column, row) for column in range(80) for row in range(75))


def test_shut_door_that_the_game_opens_costs_what_plain_ground_does(tmp_path: Path) -> None:
    """Its cells have no cost in the file, and none to divide by."""
    door = Area(id=40, name="gate", door=True, available=False, polygon=rect(12, 2, 13, 4))
    exported(house(door, Zone(id=41, terrain="mud", polygon=rect(0, 0, 3, 3))), tmp_path)
    grid = JsonGrid(str(tmp_path / "ground_.json"))
    assert grid.cost(12.5, 3.0) == 0.0
    module("doors").set_door(grid.rows, grid.doors[0], is_open=True)
    assert grid.cost(12.5, 3.0) == 1.0
    assert grid.cost(2.5, 2.0) == 1.5


def test_files_that_are_cut_off_are_refused(files: list[Path], tmp_path: Path) -> None:
    """They are cut in the JSON or in their rows."""
    data = files[0].read_bytes()
    short = json.loads(data)
    del short["rows"][-1]
    for number, broken in enumerate((data[:-9], b"", b"{}", json.dumps(short).encode())):
        path = tmp_path / f"{number}.json"
        path.write_bytes(broken)
        with pytest.raises((KeyError, ValueError)):
            JsonGrid(str(path))


def test_the_one_in_cpp(files: list[Path], tmp_path: Path) -> None:
    """It prints the same as the one in Python, and compiles without a warning."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no compiler for C++ here")
    (tmp_path / "main.cpp").write_text(CPP, encoding="utf-8")
    program = tmp_path / "loader"
    warned = ["-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wpedantic"]
    include = ["-I", str(resources.path("loaders"))]
    command = [compiler, "-std=c++17", "-O1", *warned, "-Werror", *include]
    subprocess.run([*command, str(tmp_path / "main.cpp"), "-o", str(program)], check=True)
    broken = {tmp_path / f"{size}.json": size for size in (0, 1, 300, 3000)}
    for path, size in broken.items():
        path.write_bytes(files[0].read_bytes()[:size])
    done = subprocess.run(
        [str(program), *map(str, files), *map(str, broken), str(tmp_path / "missing.json")],
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    said = done.stdout.split("\n")
    for path, line in zip(files, said, strict=False):
        places = np.fromfile(path.with_name(path.name + ".places")).reshape(-1, 2)
        assert line == told_by(JsonGrid(str(path)), places), path
    assert said[len(files) :] == ["-"] * (len(broken) + 1) + [""]


def test_the_others_name_what_the_file_holds() -> None:
    """Every key that they read is one of the file's."""
    text = write_grid_json(NavGrid.from_array([[1]], cost=[[2]]))
    others = {"profile", "layer", "state", "links", "toLayer", "oneWay", "link", "to", "1"}
    known = json.loads(text).keys() | others
    for name in ("JsonGrid.cs", "json_grid.gd"):
        source = resources.path(f"loaders/{name}").read_text(encoding="utf-8")
        code = "\n".join(re.sub(r"(//|#) .*", "", line) for line in source.splitlines())
        read = set(re.findall(r'(?:\[|get\(|has\()"(\w+)"', code))
        assert {"rows", "cost", "links", "cells", "oneWay", "toLayer", "minX"} <= read
        assert read - known == {"cells"}
        assert "lowest z" in source
        assert "metres" in source


STEPS = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]


def cost_by_files(grids: dict[str, Any], start: tuple[str, int, int], goal: Any) -> float:
    """Return the cost of the cheapest path in cells, from the data of loaders only."""
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        cost, place = heapq.heappop(queue)
        if place == goal:
            return cost
        if cost > best[place]:
            continue
        layer, column, row = place
        grid = grids[layer]

        def into(c: int, r: int, grid: Any = grid) -> float:
            return grid.cost(grid.min_x + (c + 0.5) * grid.cell, grid.min_z + (r + 0.5) * grid.cell)

        found = []
        for x, z in STEPS:
            if into(column + x, row + z) and (
                not (x and z) or (into(column + x, row) and into(column, row + z))
            ):
                step = math.hypot(x, z) * into(column + x, row + z)
                found.append((step, (layer, column + x, row + z)))
        for link, to_column, to_row in grid.exits(column, row):
            there = (link.get("toLayer", layer), to_column, to_row)
            found.append((link["cost"] / grid.cell, there))
        for step, there in found:
            if cost + step < best.get(there, math.inf):
                best[there] = cost + step
                heapq.heappush(queue, (cost + step, there))
    return math.inf


@pytest.mark.parametrize("profile", ["", "jumper"])
def test_paths_by_files_cost_what_paths_of_the_world_cost(profile: str, tmp_path: Path) -> None:
    """Over mud, up the ladder and across the ditch: nothing is missing in the files."""
    elements = (
        LADDER,
        Zone(id=30, terrain="mud", polygon=rect(4, 0, 8, 5)),
        Link(id=31, name="ditch", start=((11.4, 1.0), (11.4, 2.5)), one_way=True,
             end=((13.7, 1.0), (13.7, 2.5)), needs=("jump",)),
        Link(id=32, name="bridge", start=((16.5, 5.0),), end=((11.0, 5.5),), to_layer="loft",
             type="stairs", cost=4.0),
    )  # fmt: skip
    jumper = Profile(name="jumper", abilities=("jump",))
    level = house(*elements, profiles=(jumper,))
    exported(level, tmp_path)
    grids = {
        layer: JsonGrid(str(tmp_path / f"{layer}_{profile}.json")) for layer in ("ground", "loft")
    }
    world = World.build(level)
    walks = jumper if profile else Profile()
    rng = np.random.default_rng(4)
    finite = 0
    for _ in range(30):
        ends = []
        for layer in rng.choice(["ground", "loft"], 2).tolist():
            rows, columns = np.nonzero(world.on(layer).grid.walkable)
            at = int(rng.integers(len(rows)))
            ends.append((layer, int(columns[at]), int(rows[at])))
        (start, goal), centre = ends, world.grid.centre_of
        result = world.find_path(
            centre(*start[1:]), centre(*goal[1:]), profile=walks, layer=start[0],
            goal_layer=goal[0],
        )  # fmt: skip
        cost = cost_by_files(grids, start, goal)
        assert result.ok == math.isfinite(cost)
        if result.ok:
            finite += 1
            assert cost == pytest.approx(result.cost, abs=1e-4)
    assert finite > 10
