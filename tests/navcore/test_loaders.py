"""The loaders that games copy read what is exported, cell by cell.

The ones in Python and C++ run here, the latter where there is a compiler. The ones in C# and
GDScript were walked through against the format line by line, and are not run: line ends of both
kinds (C# splits at `\\r`, GDScript strips it), keys in any order and unknown ones (kept as text,
so that a value that is no number does no harm), numbers with a point whatever the system's
language (C#: invariant culture; GDScript: `float`) and with an exponent, cells of negative
coordinates (floor, not a cut to zero), places outside (false before anything is indexed).
"""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import resources
import sample_levels
from navcore import World, load_level
from navcore.bake.grid import NavGrid
from navcore.export import bytes_of
from navcore.formats import save_grid

MAIN = """
#include <cstdio>
#include "grid.hpp"
int main(int count, char** paths) {
    for (int at = 1; at < count; ++at) {
        const Grid grid(paths[at]);
        double x, z;
        std::ifstream places(std::string(paths[at]) + ".places");
        while (places >> x >> z) std::putchar(grid.is_walkable(x, z) ? '1' : '0');
        std::putchar('\\n');
    }
}
"""


def module(name: str) -> ModuleType:
    """A loader, as a game would import its copy."""
    spec = spec_from_file_location(f"game_{name}", resources.path(f"loaders/{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def places_of(grid: NavGrid) -> list[tuple[float, float]]:
    """The middle of every cell, of a ring of cells around the grid, and places far outside."""
    lattice = grid.lattice
    inner = [
        lattice.centre_of(column, row)
        for row in range(-1, grid.depth + 1)
        for column in range(-1, grid.width + 1)
    ]
    return [*inner, (-1e9, 0.0), (1e9, 0.0), (0.0, -1e9), (0.0, 1e9), (1e300, -1e300)]


def answers_of(grid: NavGrid) -> str:
    """What a loader should say about these places."""
    return "".join(str(int(grid.is_walkable(x, z))) for x, z in places_of(grid))


def written(folder: Path) -> Iterator[tuple[Path, NavGrid]]:
    """All samples, a level of negative places, and files that others wrote."""
    for name in sample_levels.names():
        grid = World.build(load_level(sample_levels.path(name))).grid
        path = folder / f"{name}.grid.txt"
        save_grid(grid, path)
        yield path, grid
    random = np.random.default_rng(1)
    grid = NavGrid.from_array(random.integers(0, 2, (40, 30)), cell_size=0.3, min_x=-7.7, min_z=-31)
    path = folder / "negative.grid.txt"
    save_grid(grid, path)
    yield path, grid
    odd = folder / "odd.grid.txt"
    lines = path.read_text(encoding="utf-8").split("\n")
    lines = ["author  somebody", "note\ttwo words", *lines[8::-1], *lines[9:]]
    odd.write_bytes("\r\n".join(lines).encode())
    yield odd, grid
    fine = NavGrid.from_array([[1, 0], [1, 1]], cell_size=2.5e-5, min_x=-1e-5, min_z=7e16)
    path = folder / "exponents.grid.txt"
    save_grid(fine, path)
    yield path, fine


def test_the_one_in_python(tmp_path: Path) -> None:
    """Every cell, and nothing outside."""
    grid_of: Callable[[str], object] = module("grid").Grid
    for path, grid in written(tmp_path):
        loaded = grid_of(str(path))
        said = "".join(str(int(loaded.is_walkable(x, z))) for x, z in places_of(grid))
        assert said == answers_of(grid), path.name


def test_the_one_in_cpp(tmp_path: Path) -> None:
    """Every cell, and nothing outside; it compiles without a warning."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no compiler for C++ here")
    (tmp_path / "main.cpp").write_text(MAIN, encoding="utf-8")
    program = tmp_path / "loader"
    options = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    include = ["-I", str(resources.path("loaders"))]
    command = [compiler, *options, *include, str(tmp_path / "main.cpp"), "-o", str(program)]
    subprocess.run(command, check=True)
    files = list(written(tmp_path))
    for path, grid in files:
        text = "".join(f"{x!r} {z!r}\n" for x, z in places_of(grid))
        path.with_name(path.name + ".places").write_text(text, encoding="utf-8")
    paths = [str(path) for path, _ in files]
    done = subprocess.run([str(program), *paths], capture_output=True, text=True, check=True)
    for said, (path, grid) in zip(done.stdout.splitlines(), files, strict=True):
        assert said == answers_of(grid), path.name
    missing = subprocess.run([str(program), "nothing.txt"], capture_output=True, check=False)
    assert missing.returncode != 0


def test_a_door_is_opened_and_shut_as_the_file_says(tmp_path: Path) -> None:
    """In all samples: toggling one in the game equals baking with it toggled."""
    set_door = module("doors").set_door
    doors = 0
    for name in sample_levels.names():
        world = World.build(load_level(sample_levels.path(name)))
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
    """The keys are those of the header, and the first lines tell of axes and units."""
    text = resources.path(f"loaders/{name}").read_text(encoding="utf-8")
    head = bytes_of(World.build(load_level(sample_levels.path("tavern"))), "txt")[2].decode()
    for key in ("minX", "minZ", "cellSize"):
        assert f'"{key}"' in text
        assert f"\n{key} " in f"\n{head}"
    assert "lowest z" in text
    assert "metres" in text
