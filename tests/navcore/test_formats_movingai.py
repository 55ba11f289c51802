"""Benchmark maps and scenarios: reading, and the exact text of every refusal."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from navcore.bake.grid import NavGrid
from navcore.errors import FormatError, NavcoreError
from navcore.formats import load_grid, load_map, load_scen, open_file, save_grid
from navcore.formats.movingai import read_map, read_scen
from navcore.level.model import Profile, Terrain

ROWS = [".G.S@", "OT.W.", "....."]
CELLS = [[1, 1, 1, 1, 0], [0, 0, 1, 0, 1], [1, 1, 1, 1, 1]]
MAP = "\n".join(["type octile", "height 3", "width 5", "map", *ROWS]) + "\n"
QUERIES = [
    "0\tmaps/small.map\t5\t3\t0\t0\t2\t2\t3.41421",
    "0\tmaps/small.map\t5\t3\t4\t1\t4\t2\t1",
    "1\tmaps/small.map\t5\t3\t0\t0\t4\t1\t0",
]
SCEN = "\n".join(["version 1", *QUERIES]) + "\n"


def map_of(rows: list[str] | None = None, *, header: str = "type octile\nheight 3\nwidth 5") -> str:
    """A map with this header and these rows in place of the usual."""
    return "\n".join([header, "map", *(ROWS if rows is None else rows)]) + "\n"


def query_of(at: int, value: str) -> str:
    """The usual scenario with one value of its second query replaced."""
    fields = QUERIES[1].split("\t")
    fields[at] = value
    return "\n".join(["version 1", QUERIES[0], "\t".join(fields)])


def test_a_map_is_read() -> None:
    """Row r of the file is row r of the grid, cells of 1 m from the origin on."""
    grid = read_map(MAP.encode(), "small.map")
    assert grid.walkable.tolist() == CELLS
    assert (grid.cell_size, grid.min_x, grid.min_z) == (1.0, 0.0, 0.0)
    assert (grid.agent_radius, grid.object_padding, grid.boundary_padding) == (0.0, 0.0, 0.0)
    assert not grid.padded[[0, -1]].any()
    assert not grid.padded[:, [0, -1]].any()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("tail", ["", "\n", "\n\n\r\n"])
def test_the_forms_of_a_map(end: str, tail: str) -> None:
    """Either line end, mixed ones, no last one, blank lines; the header's lines in any order."""
    header = " width\t5\ntype  octile \n\nheight 3"
    text = map_of(header=header).strip("\n").replace("\n", end) + tail
    mixed = text.replace(ROWS[0] + end, ROWS[0] + "\r\n")
    for data in (text.encode(), b"\xef\xbb\xbf" + mixed.encode()):
        assert read_map(data, "small.map").walkable.tolist() == CELLS


@given(st.integers(1, 40), st.integers(1, 40), st.randoms(use_true_random=False))
def test_any_map(width: int, depth: int, random: Random) -> None:
    """Every letter has its meaning at every place."""
    rows = ["".join(random.choices(".GS@OTW", k=width)) for _ in range(depth)]
    text = map_of(rows, header=f"type octile\nheight {depth}\nwidth {width}")
    expected = [[letter in ".GS" for letter in row] for row in rows]
    assert np.array_equal(read_map(text.encode(), "any.map").walkable, expected)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("profile", "costs"),
    [
        (Profile(), ".G=1 S=2"),
        (Profile(abilities=("swim",)), ".G=1 S=2 W=2"),
        (Profile(abilities=("swim",), costs={"slow": 5.0, "water": 0.5}), ".G=1 S=5 W=0.5"),
        (Profile(costs={"ground": 3.0}), ".G=3 S=2"),
    ],
)
def test_letters_are_terrain_for_a_profile(
    tmp_path: Path, profile: Profile, costs: str, end: str
) -> None:
    """Swamp is "slow", water is "water": at the prices of the table or of the profile."""
    rows = [".GSW", "@OTW", "S.WG"]
    text = map_of(rows, header="type octile\nheight 3\nwidth 4").replace("\n", end)
    # One row ends in another way: read row by row.
    (tmp_path / "any.map").write_bytes(text.replace(rows[0] + end, rows[0] + "\n").encode())
    grid = load_map(tmp_path / "any.map", profile=profile)
    price = {
        letter: float(value)
        for letters, value in (part.split("=") for part in costs.split())
        for letter in letters
    }
    expected = [[price.get(letter, 0.0) for letter in row] for row in rows]
    assert grid.walkable.tolist() == [[cost > 0 for cost in row] for row in expected]
    assert grid.cost is not None
    assert grid.cost[1:-1, 1:-1].tolist() == expected


def test_terrains_of_a_table_of_its_own(tmp_path: Path) -> None:
    """No agent can enter water missing in the table; without a profile all floor is equal."""
    (tmp_path / "small.map").write_text(map_of(["..S..", ".SSW.", "....."]))
    table = (Terrain(name="slow", cost=7.0),)
    grid = load_map(tmp_path / "small.map", profile=Profile(), terrains=table)
    assert grid.cost is not None
    assert grid.cost[2, 1:-1].tolist() == [1, 7, 7, 0, 1]
    assert load_map(tmp_path / "small.map").cost is None


LETTERS = "one of . G S (walkable) and @ O T W (blocked)"
COUNT = "a whole number of at least 1"
REFUSED_MAPS = {
    "letter": (
        map_of([".....", "..x..", "....."]),
        f'line 6: column 3: must be {LETTERS}, got "x"',
    ),
    "small letter": (
        map_of(["....g", ".....", "....."]),
        f'line 5: column 5: must be {LETTERS}, got "g"',
    ),
    "not ASCII": (
        map_of([".....", ".....", ".é..."]),
        f'line 7: column 2: must be {LETTERS}, got "é"',
    ),
    "row too short": (
        map_of([".....", "....", "....."]),
        "line 6: a row must have 5 characters (width), got 4",
    ),
    "lengths that add up": (
        map_of(["......", "....", "....."]),
        "line 5: a row must have 5 characters (width), got 6",
    ),
    "blank row": (
        map_of([".....", "", "....."]),
        "line 6: a row must have 5 characters (width), got 0",
    ),
    "too few rows": (map_of([".....", "....."]), "line 7: there must be 3 rows (height), got 2"),
    "too many rows": (map_of(["....."] * 4), "line 8: there must be 3 rows (height), got 4"),
    "no rows": (map_of([]), "line 5: there must be 3 rows (height), got 0"),
    "cut off": (MAP[:-4], "line 7: a row must have 5 characters (width), got 2"),
    "type": (map_of(header="type tile"), "line 1: type must be octile, got tile"),
    "no type's value": (map_of(header="type"), "line 1: type must be octile, got nothing"),
    "other key": (
        map_of(header="type octile\ndepth 3"),
        "line 2: a header line must be type octile, height H, width W or map, got depth",
    ),
    "key twice": (map_of(header="height 3\nheight 3"), "line 2: height stands twice"),
    "no height": (
        map_of(header="type octile\nwidth 5"),
        'line 3: the header line "height" is missing',
    ),
    "no width": (map_of(header="height 3"), 'line 2: the header line "width" is missing'),
    "no map": ("type octile\nheight 3\nwidth 5\n", 'line 4: the header line "map" is missing'),
    **{
        f"height {value}": (
            map_of(header=f"type octile\nheight {value}\nwidth 5"),
            f"line 2: height must be {COUNT}, got {value or 'nothing'}",
        )
        for value in ("", "0", "-3", "3.0", "x", "3 3", "٣", "99999999999")
    },
    "huge": (
        map_of(header="height 60000\nwidth 60000"),
        "line 4: a map must have at most 2147483647 cells",
    ),
    "merge": (
        map_of([".....", "<<<<<<< HEAD", "....."]),
        "unresolved merge at line 6",
    ),
    "empty": ("", "the file is empty"),
}


@pytest.mark.parametrize("name", REFUSED_MAPS)
def test_refused_maps(name: str, tmp_path: Path) -> None:
    """A malformed map gives one message with its line, and no grid."""
    text, expected = REFUSED_MAPS[name]
    path = tmp_path / "bad.map"
    path.write_bytes(text.encode())
    with pytest.raises(FormatError) as caught:
        load_map(path)
    between = ", " if expected.startswith("line") else ": "
    assert str(caught.value) == f"{path}{between}{expected}"


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """They are refused as in every format."""
    path = tmp_path / "bad.map"
    path.write_bytes(b"\x89PNG\r\n\xff\x00")
    with pytest.raises(FormatError, match=r"line 1: must be UTF-8 text, got byte 0x89"):
        load_map(path)


def test_maps_are_grids_that_are_read_only(tmp_path: Path) -> None:
    """By the end of the name, as other grids; none is written."""
    path = tmp_path / "small.MAP"
    path.write_text(MAP, encoding="utf-8")
    content = open_file(path).content
    assert isinstance(content, NavGrid)
    assert load_grid(path).walkable.tolist() == content.walkable.tolist() == CELLS
    with pytest.raises(NavcoreError, match=r"must end in \.txt or \.json"):
        save_grid(content, tmp_path / "other.map")


def test_a_scenario_is_read(tmp_path: Path) -> None:
    """Columns and rows as they stand, for the map that they are for."""
    (tmp_path / "small.map").write_text(MAP, encoding="utf-8")
    (tmp_path / "small.scen").write_text(SCEN, encoding="utf-8")
    scenario = load_scen(tmp_path / "small.scen", load_map(tmp_path / "small.map"))
    assert (scenario.width, scenario.depth, len(scenario)) == (5, 3, 3)
    assert scenario.starts.tolist() == [[0, 0], [4, 1], [0, 0]]
    assert scenario.goals.tolist() == [[2, 2], [4, 2], [4, 1]]
    assert scenario.lengths.tolist() == [3.41421, 1.0, 0.0]
    assert scenario.buckets.tolist() == [0, 0, 1]
    assert scenario.lines.tolist() == [2, 3, 4]


@pytest.mark.parametrize("version", ["", "version 1\n", "version 1.0\r\n", "\nversion\t1 \n"])
def test_the_forms_of_a_scenario(version: str) -> None:
    """They have a version or none, spaces for tabs, blanks in names, and blank lines."""
    spaced = QUERIES[1].replace("\t", "  ").replace("small", "a small 3 5")
    text = version + "\r\n".join([QUERIES[0], "", spaced, "   "])
    scenario = read_scen(text, "small.scen")
    assert scenario.lengths.tolist() == [3.41421, 1.0]
    assert scenario.goals.tolist() == [[2, 2], [4, 2]]


@pytest.mark.parametrize(
    ("lengths", "decimals", "tolerances"),
    [
        (["244.95", "2.83", "60000.00"], 2, [0.006, 0.006, 0.06]),
        (["397.83051910", "0.00000000"], 8, [397.8305191e-6, 0.6e-8]),
        (["62.1543", "4", "3592.9"], None, [63.1543e-5, 5e-5, 3593.9e-5]),
        (["4", "1e+06"], None, [5e-5, 10.00001]),
        (["12", "7"], None, [13e-5, 8e-5]),
    ],
)
def test_what_the_digits_promise(
    lengths: list[str], decimals: int | None, tolerances: list[float]
) -> None:
    """Fixed decimals are as good as the last; others have six significant digits."""
    scenario = read_scen("\n".join(f"0 m 9 9 0 0 1 1 {length}" for length in lengths), "a.scen")
    assert scenario.decimals == decimals
    assert scenario.tolerances.tolist() == pytest.approx(tolerances)


WHOLE = "a whole number of at least 0"
NUMBER = "a decimal number of at least 0"
REFUSED_SCENARIOS = {
    "version": ("version 2\n" + QUERIES[0], "line 1: version must be 1, got 2"),
    "no version's value": ("version\n" + QUERIES[0], "line 1: version must be 1, got nothing"),
    "no queries": ("version 1\n", "line 2: there must be at least one query"),
    "too few values": (
        "0 small.map 0 0 2 2 3.41421",
        (
            "line 1: a query must be bucket, map, width, height, start x, start y, "
            "goal x, goal y, length, got 0 small.map 0 0 2 2 3.41421"
        ),
    ),
    "other width": (
        query_of(2, "6"),
        "line 3: this is for a map of 6 x 3 cells, the scenario began with 5 x 3",
    ),
    **{
        f"{name} {value}": (query_of(at, value), f"line 3: {name} must be {WHOLE}, got {value}")
        for at, name in ((0, "bucket"), (2, "width"), (3, "height"), (4, "start x"), (7, "goal y"))
        for value in ("-1", "1.5", "x", "٣", "99999999999")
    },
    **{
        f"{name} beyond": (
            query_of(at, f"{most}"),
            f"line 3: {name} must be less than {most}, got {most}",
        )
        for at, name, most in (
            (4, "start x", 5), (5, "start y", 3), (6, "goal x", 5), (7, "goal y", 3),
        )
    },
    **{
        f"length {value}": (query_of(8, value), f"line 3: length must be {NUMBER}, got {value}")
        for value in ("-1", "nan", "inf", "1e999", "1,5", "x", "0x1")
    },
    "merge": (
        "version 1\n=======\n" + QUERIES[0],
        "unresolved merge at line 2",
    ),
    "empty": ("\n", "the file is empty"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED_SCENARIOS)
def test_refused_scenarios(name: str, tmp_path: Path) -> None:
    """A malformed scenario gives one message with its line, and no queries."""
    text, expected = REFUSED_SCENARIOS[name]
    path = tmp_path / "bad.scen"
    path.write_bytes(text.encode())
    with pytest.raises(FormatError) as caught:
        load_scen(path)
    between = ", " if expected.startswith("line") else ": "
    assert str(caught.value) == f"{path}{between}{expected}"


def test_a_scenario_of_another_map() -> None:
    """Sizes must agree with the map that it is read for."""
    grid = NavGrid.from_array(np.ones((4, 5)))
    with pytest.raises(FormatError) as caught:
        read_scen(SCEN, "small.scen", grid)
    expected = "small.scen, line 2: this is for a map of 5 x 3 cells, the map has 5 x 4"
    assert str(caught.value) == expected
