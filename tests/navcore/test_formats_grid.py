"""Grid files: exact bytes, round trips, and every refusal with its words."""

from pathlib import Path

import numpy as np
import pytest
from grid_texts import DOORS, HEADER, ROWS, json_of, small_grid, text_of
from hypothesis import given, settings
from level_strategies import grids

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.errors import FormatError, NavcoreError
from navcore.formats import load_grid, load_level, open_file, save_grid, save_level
from navcore.formats.grid_json import read_grid_json, write_grid_json
from navcore.formats.grid_text import read_grid_text, write_grid_text
from navcore.level.model import Level

GOLDEN = Path(__file__).parent / "golden"


def same(first: NavGrid, second: NavGrid) -> bool:
    """Return whether cells and header are equal to the last bit."""
    names = ("cell_size", "min_x", "min_z", "agent_radius", "object_padding", "boundary_padding")
    return (
        np.array_equal(first.walkable, second.walkable)
        and all(getattr(first, name) == getattr(second, name) for name in names)
        and first.floor_y == second.floor_y
    )


def test_golden_files(tmp_path: Path) -> None:
    """The exact bytes of both forms, for games to rely on."""
    for name in ("small.grid.txt", "small.grid.json"):
        save_grid(small_grid(), tmp_path / name, doors=DOORS)
        assert (tmp_path / name).read_bytes() == (GOLDEN / name).read_bytes()
        assert same(load_grid(GOLDEN / name), small_grid())


def test_golden_doors_come_back() -> None:
    """The cells of doors are read as they were written."""
    assert open_file(GOLDEN / "small.grid.json").doors == DOORS


def test_states_come_back_and_must_be_texts() -> None:
    """The one that the grid is of, and all of the level; older files name none."""
    text = write_grid_json(small_grid(), state="Night", states=("Day", "Night"))
    loaded = read_grid_json(text, "g.json")
    assert (loaded.state, loaded.states) == ("Night", ("Day", "Night"))
    assert same(loaded.grid, small_grid())
    plain = read_grid_json(json_of(), "g.json")
    assert (plain.state, plain.states) == ("", ())
    for changes, fault in (
        ({"state": 3}, r"state: must be a text in quotes"),
        ({"states": "Day"}, r"states: must be a list of texts"),
        ({"states": ["Day", None]}, r"states\[1\]: must be a text in quotes"),
    ):
        with pytest.raises(FormatError, match=fault):
            read_grid_json(json_of(**changes), "g.json")


@given(grids())
@settings(max_examples=100)
def test_grids_come_back(grid: NavGrid) -> None:
    """Both forms give back every cell and every number of the header exactly."""
    text, data = write_grid_text(grid), write_grid_json(grid)
    assert same(read_grid_text(text, "g.txt"), grid)
    assert same(read_grid_json(data, "g.json").grid, grid)
    assert write_grid_text(read_grid_text(text, "g.txt")) == text
    assert write_grid_json(read_grid_json(data, "g.json").grid) == data


def test_a_thousand_random_grids_come_back() -> None:
    """1,000 grids of any size and header survive the text form."""
    random = np.random.default_rng(7)
    for _ in range(1000):
        shape = random.integers(1, 40, 2)
        grid = NavGrid.from_array(
            random.integers(0, 2, shape),
            cell_size=float(random.uniform(0.01, 3)),
            min_x=float(random.normal(0, 1000)),
            min_z=float(random.normal(0, 1e-3)),
        )
        assert same(read_grid_text(write_grid_text(grid), "g.txt"), grid)


def test_header_in_any_order_and_unknown_keys() -> None:
    """Shuffled, spaced and extended headers load; source 000's elided keys may be missing."""
    keys = ["gridDepth", "minZ", "cellSize", "floorY", "minX", "gridWidth", "agentRadius"]
    lines = ["madeBy  some tool, v 2", "", *(f"  {key}\t{HEADER[key]} " for key in keys)]
    grid = read_grid_text("\r\n".join([*lines, *ROWS, "", ""]).encode(), "g.txt")
    assert same(grid, small_grid())


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("tail", ["", "\n", "\n\n\n", "\r\n"])
def test_line_ends(end: str, tail: str) -> None:
    """Either line end, mixed ones, a missing last one and trailing blank lines load."""
    text = text_of().strip().replace("\n", end) + tail
    assert same(read_grid_text(text.encode(), "g.txt"), small_grid())
    mixed = text.replace(ROWS[0] + end, ROWS[0] + "\r\n").encode()
    assert same(read_grid_text(b"\xef\xbb\xbf" + mixed, "g.txt"), small_grid())


def test_number_forms() -> None:
    """Exponents, signs and bare points are numbers."""
    grid = read_grid_text(text_of(cellSize="+4e-1", minX="-.5", floorY="2.").encode(), "g.txt")
    assert (grid.cell_size, grid.min_x, grid.floor_y) == (0.4, -0.5, 2.0)


def test_unknown_suffix(tmp_path: Path) -> None:
    """The name of a grid decides its form; others are refused before anything is written."""
    path = tmp_path / "grid.png"
    expected = f"{path}: the name of a grid must end in .txt or .json, got 'grid.png'"
    with pytest.raises(NavcoreError) as caught:
        save_grid(small_grid(), path)
    assert str(caught.value) == expected
    with pytest.raises(NavcoreError) as caught:
        load_grid(path)
    assert str(caught.value) == expected.replace(".txt or .json", ".txt, .json or .map")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        None,
        '{"areas": []}',
        '{"format" : "waywright-level", <<<<<<< a broken level is a level still',
    ],
)
def test_a_level_is_never_overwritten_by_a_grid(tmp_path: Path, content: str | None) -> None:
    """Levels of ours and configs of source 000, complete or broken, are never overwritten."""
    path = tmp_path / "level.json"
    if content is None:
        save_level(Level(), path)
    else:
        path.write_text(content, encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(NavcoreError) as caught:
        save_grid(small_grid(), path)
    assert str(caught.value) == (
        f"{path}: this file holds a level, a grid would overwrite it: take another name"
    )
    assert path.read_bytes() == before


def test_a_grid_is_overwritten_by_a_grid(tmp_path: Path) -> None:
    """Exporting again replaces the old grid."""
    for name in ("g.json", "g.txt"):
        save_grid(NavGrid.from_array([[1]]), tmp_path / name)
        save_grid(small_grid(), tmp_path / name)
        assert same(load_grid(tmp_path / name), small_grid())


def test_a_grid_without_cells_is_not_written(tmp_path: Path) -> None:
    """No format can store it, and the message gives a remedy."""
    empty = NavGrid(Lattice(0.4, 0.0, 0.0, 0, 0), np.zeros((2, 2), np.uint8))
    with pytest.raises(NavcoreError, match="a grid without cells can't be written: draw an area"):
        save_grid(empty, tmp_path / "g.txt")


def test_loading_a_grid_as_a_level_is_refused(tmp_path: Path) -> None:
    """Each loader names the other."""
    save_grid(small_grid(), tmp_path / "g.json")
    with pytest.raises(FormatError, match="this is a baked grid, not a level"):
        load_level(tmp_path / "g.json")


def test_unknown_keys_of_a_json_grid_are_passed_over() -> None:
    """Further layers of later versions don't keep the cells from being read."""
    assert same(read_grid_json(json_of(layers=[[1]], doors=None), "g").grid, small_grid())


def test_a_large_grid_comes_back() -> None:
    """A million cells, in both line ends."""
    cells = np.random.default_rng(3).integers(0, 2, (1000, 1000))
    text = write_grid_text(NavGrid.from_array(cells))
    assert np.array_equal(read_grid_text(text, "g").walkable, cells)
    assert np.array_equal(read_grid_text(text.replace(b"\n", b"\r\n"), "g").walkable, cells)
