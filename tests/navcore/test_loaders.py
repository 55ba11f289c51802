"""The loaders for games read exported grids, cell by cell.

The one in Python runs here, those in C++ and C# where there is a compiler (g++ or clang++, mono's
mcs). The one in GDScript is not run: it was parsed with gdtoolkit and walked through against the
format line by line. Line ends of both kinds, a byte order mark, keys in any order, unknown ones and
ones without a value, numbers with a point whatever the system's language, and with an exponent,
negative coordinates (compared before they are cut to whole cells), places outside and places that
are no number (false before anything is indexed), and files that are cut off (refused).
"""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from loader_places import module, places_of

from editor import resources
from navcore import World, load_level, samples
from navcore.bake.grid import NavGrid
from navcore.export import bytes_of
from navcore.formats import load_grid, save_grid

CPP = r"""
#include <cstdio>
#include "grid.hpp"
struct Comma : std::numpunct<char> { char do_decimal_point() const override { return ','; } };
int main(int count, char** paths) {
    std::locale::global(std::locale(std::locale(), new Comma));
    for (int at = 1; at < count; ++at) {
        try {
            const Grid grid(paths[at]);
            std::ifstream places(std::string(paths[at]) + ".places", std::ios::binary);
            double place[2];
            while (places.read(reinterpret_cast<char*>(place), sizeof place))
                std::putchar(grid.is_walkable(place[0], place[1]) ? '1' : '0');
        } catch (const std::runtime_error&) { std::putchar('-'); }
        std::putchar('\n');
    }
}
"""
CSHARP = """
using System;
using System.Globalization;
using System.IO;
static class Program {
    static void Main(string[] paths) {
        CultureInfo.DefaultThreadCurrentCulture = new CultureInfo("de-DE");
        System.Threading.Thread.CurrentThread.CurrentCulture = new CultureInfo("de-DE");
        foreach (var path in paths) {
            var said = new System.Text.StringBuilder();
            try {
                var grid = new WalkableGrid(File.ReadAllText(path));
                var data = File.ReadAllBytes(path + ".places");
                for (var at = 0; at < data.Length; at += 16)
                    said.Append(grid.IsWalkable(BitConverter.ToDouble(data, at),
                        BitConverter.ToDouble(data, at + 8)) ? '1' : '0');
            } catch (Exception error) when (error is FormatException || error is IOException
                || error is System.Collections.Generic.KeyNotFoundException) { said.Append('-'); }
            Console.WriteLine(said);
        }
    }
}
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, str]:
    """Return grids, and the results that a loader should give for places beside each.

    They are those of all samples, one of negative places, and files that others wrote; "-" for
    those that are no whole grid.
    """
    folder = tmp_path_factory.mktemp("grids")
    for name in samples.names():
        world = World.build(load_level(samples.path(name)))
        (folder / f"{name}.grid.txt").write_bytes(bytes_of(world, "txt")[2])
    random = np.random.default_rng(1)
    grid = NavGrid.from_array(random.integers(0, 2, (40, 30)), cell_size=0.3, min_x=-7.7, min_z=-31)
    path = folder / "negative.grid.txt"
    save_grid(grid, path)
    lines = path.read_text(encoding="utf-8").split("\n")
    lines = ["author  somebody", "note\ttwo words", "empty ", *lines[8::-1], *lines[9:]]
    (folder / "odd.txt").write_bytes(b"\xef\xbb\xbf" + "  \r\n".join(lines).encode())
    fine = NavGrid.from_array([[1, 0], [1, 1]], cell_size=2.5e-5, min_x=-1e-5, min_z=7e16)
    save_grid(fine, folder / "exponents.grid.txt")
    broken = {"cut.txt": path.read_bytes()[:-40], "empty.txt": b"", "notes.txt": b"to do\nmilk\n"}
    for name, data in broken.items():
        (folder / name).write_bytes(data)
    said = {}
    for path in sorted(folder.iterdir()):
        like = folder / "negative.grid.txt" if path.name == "odd.txt" else path
        said[path] = "-" if path.name in broken else answers_of(load_grid(like), path)
    return {**said, folder / "missing.txt": "-"}


def answers_of(grid: NavGrid, path: Path) -> str:
    """Return a loader's expected results for places, which are written next to the grid."""
    places = places_of(grid)
    path.with_name(path.name + ".places").write_bytes(places.tobytes())
    return "".join(str(int(grid.is_walkable(x, z))) for x, z in places.tolist())


def test_the_one_in_python(files: dict[Path, str]) -> None:
    """It reads every cell, and nothing outside; incomplete grids are refused."""
    grid_of: Callable[[str], object] = module("grid").Grid
    for path, answers in files.items():
        if answers == "-":
            with pytest.raises((KeyError, ValueError, FileNotFoundError)):
                grid_of(str(path))
            continue
        loaded = grid_of(str(path))
        places = np.fromfile(path.with_name(path.name + ".places")).reshape(-1, 2).tolist()
        assert "".join(str(int(loaded.is_walkable(x, z))) for x, z in places) == answers, path.name


def told(command: list[str], files: dict[Path, str]) -> list[str]:
    """Return the output of a program for all grids."""
    command = [*command, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_the_one_in_cpp(files: dict[Path, str], tmp_path: Path) -> None:
    """Every cell, and nothing outside; it compiles without a warning."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no compiler for C++ here")
    (tmp_path / "main.cpp").write_text(CPP, encoding="utf-8")
    program = tmp_path / "loader"
    warned = ["-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wpedantic"]
    include = ["-I", str(resources.path("loaders"))]
    command = [compiler, "-std=c++17", *warned, "-Werror", *include, str(tmp_path / "main.cpp")]
    subprocess.run([*command, "-o", str(program)], check=True)
    assert told([str(program)], files) == list(files.values())


def test_the_one_in_csharp(files: dict[Path, str], tmp_path: Path) -> None:
    """It reads every cell, and nothing outside, in every culture."""
    if shutil.which("mcs") is None or shutil.which("mono") is None:
        pytest.skip("no compiler for C# here")
    (tmp_path / "main.cs").write_text(CSHARP, encoding="utf-8")
    program = tmp_path / "loader.exe"
    sources = [str(tmp_path / "main.cs"), str(resources.path("loaders/WalkableGrid.cs"))]
    subprocess.run(["mcs", "-warn:4", "-warnaserror", f"-out:{program}", *sources], check=True)
    assert told(["mono", str(program)], files) == list(files.values())


def test_a_door_is_opened_and_shut_as_the_file_says(tmp_path: Path) -> None:
    """In all samples, toggling one in the game equals baking with it toggled."""
    set_door = module("doors").set_door
    doors = 0
    for name in samples.names():
        world = World.build(load_level(samples.path(name)))
        for number, door in enumerate(json.loads(bytes_of(world, "json")[2])["doors"]):
            data = json.loads(bytes_of(world, "json")[2])
            rows = [list(row) for row in data["rows"]]
            set_door(rows, data["doors"][number], is_open=not door["open"])
            other = world.set_area_available(door["name"], not door["open"]).grid
            expected = ["".join(map(str, row)) for row in other.walkable.tolist()]
            assert ["".join(row) for row in rows] == expected
            doors += 1
    assert doors > 5


@pytest.mark.parametrize("name", ["WalkableGrid.cs", "walkable_grid.gd"])
def test_the_others_name_what_the_file_holds(name: str) -> None:
    """The keys are those of the header, and the first lines explain axes and units."""
    text = resources.path(f"loaders/{name}").read_text(encoding="utf-8")
    head = bytes_of(World.build(load_level(samples.path("tavern"))), "txt")[2].decode()
    for key in ("minX", "minZ", "cellSize"):
        assert f'"{key}"' in text
        assert f"\n{key} " in f"\n{head}"
    assert "lowest z" in text
    assert "metres" in text
