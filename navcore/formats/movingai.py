"""Benchmark maps and scenarios in MovingAI format: `.map` and `.scen`, read only.

Row r and column c of a map become row r and column c of the grid, with cells of 1 m from the
origin: coordinates in scenarios are columns and rows. The files count rows from the top, but rows
of a grid go up with z, so a map is upside down on a canvas with z upwards. Paths and lengths are
the same.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.drawn_terrain import kind_of
from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.terrain import table_of
from navcore.bake.terrain_grids import prices_of
from navcore.errors import FormatError
from navcore.formats.atomic import BOM, decode, read_bytes, read_text
from navcore.formats.grid_header import MOST_CELLS
from navcore.formats.grid_rows import holds_only_cells, ringed, uniform_rows
from navcore.formats.limits import MAX_GRID_TEXT_BYTES, MAX_HEADER_LINES, MAX_SCENARIO_BYTES
from navcore.formats.positions import conflict_line, quoted, shortened
from navcore.level.model import Profile, Terrain
from navcore.level.tables import GROUND, TERRAINS

_WALKABLE: Final = b".GS"
_BLOCKED: Final = b"@OTW"
_OTHER: Final = 2
_WATER: Final = "water"
_TERRAINS: Final = ("", GROUND, "slow", _WATER)
"""Terrain of each kind of floor, by number; 0 can't be entered."""
_NUMBERS: Final = {ord("."): 1, ord("G"): 1, ord("S"): 2, ord("W"): 3}
_TERRAIN_OF: Final = bytes(
    kind if kind in b"\r\n" else _NUMBERS.get(kind, 0) for kind in range(256)
)
_KINDS: Final = bytes(
    kind if kind in b"\r\n" else 1 if kind in _WALKABLE else 0 if kind in _BLOCKED else _OTHER
    for kind in range(256)
)
_LETTERS: Final = "one of . G S (walkable) and @ O T W (blocked)"

_HEADER_LINE = re.compile(rb"([^\r\n]*+)(?:\r?\n|\Z)")
_LONGEST_LINE: Final = 10_000
"""Bytes of a line of the header that are looked at."""

_MAP_TYPE: Final = "octile"
_MAP_COUNTS: Final = ("height", "width")
_WHOLE = re.compile(r"[0-9]{1,9}")
_FIELDS = re.compile(r"\s*(\S+)\s+\S(?:.*\S)?" + 7 * r"\s+(\S+)" + r"\s*")
_QUERY = re.compile(
    r"\s*([0-9]{1,9})\s+\S(?:.*\S)?"
    + 6 * r"\s+([0-9]{1,9})"
    + r"\s+([0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?)\s*"
)
_VERSION = re.compile(r"\s*version\b\s*(.*?)\s*", re.IGNORECASE)
_VERSIONS: Final = frozenset({"1", "1.0"})
_ENDS: Final = ("start x", "start y", "goal x", "goal y")
_COUNT: Final = "a whole number of at least 0"
_LENGTH: Final = "a decimal number of at least 0"

FIXED_POINT_SLACK: Final = 0.6
"""Tolerance of a length with fixed decimals, in units of the last decimal."""
FIXED_POINT_RELATIVE: Final = 1e-6
"""Tolerance of a length with fixed decimals, as a share of the length, if that is more."""
SIX_DIGITS: Final = 1e-5
"""Tolerance of a length with six significant digits: this share of it, plus this value."""


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """The queries of a `.scen` file, in its order."""

    width: int
    """Columns of the map that the queries were made for."""
    depth: int
    """Number of rows."""
    buckets: npt.NDArray[np.int32]
    """(n,) difficulty: queries of about the same length share a number."""
    starts: npt.NDArray[np.int32]
    """(n, 2) column and row."""
    goals: npt.NDArray[np.int32]
    """(n, 2) column and row."""
    lengths: npt.NDArray[np.float64]
    """(n,) length of the shortest way in cells; 0 between different cells: there is none."""
    lines: npt.NDArray[np.int32]
    """(n,) line of each query in its file."""
    decimals: int | None
    """Digits after the point if all lengths have the same number, at least one; else None."""

    def __len__(self) -> int:
        """Number of queries."""
        return len(self.lengths)

    @property
    def tolerances(self) -> npt.NDArray[np.float64]:
        """(n,) tolerance of each length, from the digits in the file.

        Lengths with fixed decimals were rounded: six tenths of the last decimal, or a millionth of
        the length if that is more. Other lengths have six significant digits: 1e-5 of the length,
        plus 1e-5.
        """
        if self.decimals is None:
            return SIX_DIGITS * self.lengths + SIX_DIGITS
        rounded = FIXED_POINT_SLACK * 10.0**-self.decimals
        return np.maximum(rounded, FIXED_POINT_RELATIVE * self.lengths)


def load_map(
    path: str | Path, *, profile: Profile | None = None, terrains: Sequence[Terrain] = TERRAINS
) -> NavGrid:
    """Return the grid in a `.map` file: `.`, `G` and `S` walkable, `@`, `O`, `T` and `W` blocked.

    Args:
        path: Path of the file.
        profile: None: all floor costs the same, as in lengths of scenarios. Else the floor for
            agents of this profile, with costs: `S`, swamp, is the terrain "slow"; `W`, water, is
            "water", which swimmers can enter from anywhere; all other floor is ground.
        terrains: The table with costs and needs of terrains. Without "water" in it, no agent can
            enter water.

    Raises:
        NavcoreError: if the file can't be read.
        FormatError: if it is malformed; the text names line and column.
    """
    reader = _MapReader(read_bytes(path, MAX_GRID_TEXT_BYTES).removeprefix(BOM), path)
    return reader.read() if profile is None else reader.read_terrain(profile, terrains)


def load_scen(path: str | Path, grid: NavGrid | None = None) -> Scenario:
    """Return the queries in a `.scen` file; only queries of `grid`, if given.

    Raises:
        NavcoreError: if the file can't be read.
        FormatError: if it is malformed, or made for a map of another size; the text names the
            line.
    """
    return read_scen(read_text(path, MAX_SCENARIO_BYTES), path, grid)


def read_map(data: bytes, path: str | Path) -> NavGrid:
    """Return the grid in the bytes of a `.map` file; `path` is named in messages.

    Raises:
        FormatError: as `load_map`.
    """
    return _MapReader(data.removeprefix(BOM), path).read()


def read_scen(text: str, path: str | Path, grid: NavGrid | None = None) -> Scenario:
    """Return the queries in the text of a `.scen` file; `path` is named in messages.

    Raises:
        FormatError: as `load_scen`.
    """
    return _ScenReader(path, grid).read(text)


class _MapReader:
    """Reads one map: the header line by line, the rows at one stroke."""

    def __init__(self, data: bytes, path: str | Path) -> None:
        self.data = data
        self.path = path

    def read(self) -> NavGrid:
        header, start, line = self._header()
        width, depth = header["width"], header["height"]
        if (width + 2) * (depth + 2) > MOST_CELLS:
            raise self._error(line, f"a map must have at most {MOST_CELLS} cells")
        kinds = uniform_rows(self.data.translate(_KINDS), start, width, depth)
        if kinds is None:
            kinds = self._rows(start, line, width, depth)
        padded = ringed(depth, width)
        padded[1:-1, 1:-1] = kinds
        if not holds_only_cells(padded):
            self._rows(start, line, width, depth)
        return NavGrid(Lattice(1.0, 0.0, 0.0, width, depth), padded)

    def read_terrain(self, profile: Profile, terrains: Sequence[Terrain]) -> NavGrid:
        """Return the floor for agents of a profile, with costs."""
        grid = self.read()
        _, start, line = self._header()
        data = self.data.translate(_TERRAIN_OF)
        numbers = uniform_rows(data, start, grid.width, grid.depth)
        if numbers is None:
            numbers = self._rows(start, line, grid.width, grid.depth, _TERRAIN_OF)
        names = [row.name for row in terrains]
        prices = prices_of(table_of(terrains), profile)
        costs = np.array([prices[kind_of(name, names)] for name in _TERRAINS])
        if _WATER not in names:
            costs[_TERRAINS.index(_WATER)] = 0.0
        costs[0] = 0.0
        cost = costs[numbers]
        return NavGrid.from_array(cost > 0, cost=cost)

    def _error(self, line: int, message: str) -> FormatError:
        conflict = conflict_line(decode(self.data, self.path))
        if conflict is not None:
            return FormatError(f"{self.path}: unresolved merge at line {conflict}")
        return FormatError(f"{self.path}, line {line}: {message}")

    def _header(self) -> tuple[dict[str, int], int, int]:
        """Return width and height, the position where the rows begin, and its line."""
        header: dict[str, int] = {}
        position, line = 0, 0
        while position < len(self.data) and line < MAX_HEADER_LINES:
            match = _HEADER_LINE.match(self.data, position)
            line, position = line + 1, match.end() if match else len(self.data)
            words = (
                match.group(1)[:_LONGEST_LINE].decode("utf-8", "replace").split() if match else []
            )
            if words == ["map"]:
                missing = [key for key in _MAP_COUNTS if key not in header]
                if missing:
                    raise self._error(line, f'the header line "{missing[0]}" is missing')
                return header, position, line + 1
            if words:
                self._take(words, header, line)
        raise self._error(line + 1, 'the header line "map" is missing')

    def _take(self, words: list[str], header: dict[str, int], line: int) -> None:
        """Read one line of the header into `header`."""
        key, value = words[0], " ".join(words[1:])
        if key == "type":
            if value != _MAP_TYPE:
                raise self._error(line, f"type must be {_MAP_TYPE}, got {_value_text(value)}")
            return
        if key not in _MAP_COUNTS:
            allowed = "type octile, height H, width W or map"
            raise self._error(line, f"a header line must be {allowed}, got {_value_text(key)}")
        if key in header:
            raise self._error(line, f"{key} stands twice")
        if _WHOLE.fullmatch(value) is None or int(value) == 0:
            allowed = "a whole number of at least 1"
            raise self._error(line, f"{key} must be {allowed}, got {_value_text(value)}")
        header[key] = int(value)

    def _rows(
        self, start: int, line: int, width: int, depth: int, kinds: bytes = _KINDS
    ) -> npt.NDArray[np.uint8]:
        """Return the kinds of rows with mixed line ends; refuse the first wrong row."""
        body = self.data[start:].rstrip(b"\r\n")
        rows = [row.removesuffix(b"\r") for row in body.split(b"\n")] if body else []
        for at, row in enumerate(rows[:depth]):
            other = row.translate(None, _WALKABLE + _BLOCKED)
            if other:
                text = row.decode("utf-8", "replace")
                letter = other.decode("utf-8", "replace")[0]
                place = f"column {text.index(letter) + 1}"
                raise self._error(line + at, f"{place}: must be {_LETTERS}, got {quoted(letter)}")
            if len(row) != width:
                message = f"a row must have {width} characters (width), got {len(row)}"
                raise self._error(line + at, message)
        if len(rows) != depth:
            message = f"there must be {depth} rows (height), got {len(rows)}"
            raise self._error(line + min(len(rows), depth), message)
        joined = b"".join(rows).translate(kinds)
        return np.frombuffer(joined, np.uint8).reshape(depth, width)


class _ScenReader:
    """Reads one scenario, line by line."""

    def __init__(self, path: str | Path, grid: NavGrid | None) -> None:
        self.path = path
        self.size = None if grid is None else (grid.width, grid.depth)
        self.whose = "the scenario began with" if grid is None else "the map has"
        self.conflict: int | None = None
        self.numbers: list[tuple[int, ...]] = []
        self.lengths: list[float] = []
        self.decimals: set[int] = set()

    def read(self, text: str) -> Scenario:
        self.conflict = conflict_line(text)
        lines = text.split("\n")
        entries = [
            (at, entry) for at, entry in enumerate(lines, 1) if entry and not entry.isspace()
        ]
        version = _VERSION.fullmatch(entries[0][1])
        if version is not None and version.group(1) not in _VERSIONS:
            raise self._error(
                entries[0][0], f"version must be 1, got {_value_text(version.group(1))}"
            )
        for line, entry in entries[version is not None :]:
            self._take(line, entry)
        if self.size is None or not self.numbers:
            raise self._error(len(lines), "there must be at least one query")
        numbers = np.array(self.numbers, np.int32)
        fixed = len(self.decimals) == 1
        return Scenario(
            *self.size,
            buckets=numbers[:, 1],
            starts=numbers[:, 2:4],
            goals=numbers[:, 4:6],
            lengths=np.array(self.lengths),
            lines=numbers[:, 0],
            decimals=(self.decimals.pop() or None) if fixed else None,
        )

    def _error(self, line: int, message: str) -> FormatError:
        if self.conflict is not None:
            return FormatError(f"{self.path}: unresolved merge at line {self.conflict}")
        return FormatError(f"{self.path}, line {line}: {message}")

    def _take(self, line: int, entry: str) -> None:
        """Read one query."""
        match = _QUERY.fullmatch(entry)
        if match is None:
            raise self._refusal(line, entry)
        *whole, length = match.groups()
        bucket, width, depth, *ends = map(int, whole)
        if self.size is None:
            self.size = (width, depth)
        if (width, depth) != self.size:
            ours = f"{self.whose} {self.size[0]} x {self.size[1]}"
            raise self._error(line, f"this is for a map of {width} x {depth} cells, {ours}")
        for name, at, cells in zip(_ENDS, ends, (width, depth, width, depth), strict=True):
            if at >= cells:
                raise self._error(line, f"{name} must be less than {cells}, got {at}")
        if not math.isfinite(float(length)):
            raise self._error(line, f"length must be {_LENGTH}, got {_value_text(length)}")
        self.numbers.append((line, bucket, *ends))
        self.lengths.append(float(length))
        digits = length.partition(".")[2]
        self.decimals.add(len(digits) if "e" not in length.lower() else 0)

    def _refusal(self, line: int, entry: str) -> FormatError:
        """Return the error for a line that is not a query."""
        fields = _FIELDS.fullmatch(entry)
        if fields is None:
            allowed = "bucket, map, width, height, start x, start y, goal x, goal y, length"
            return self._error(line, f"a query must be {allowed}, got {_value_text(entry.strip())}")
        *whole, length = fields.groups()
        for name, value in zip(("bucket", "width", "height", *_ENDS), whole, strict=True):
            if _WHOLE.fullmatch(value) is None:
                return self._error(line, f"{name} must be {_COUNT}, got {_value_text(value)}")
        return self._error(line, f"length must be {_LENGTH}, got {_value_text(length)}")


def _value_text(value: str) -> str:
    return shortened(value) or "nothing"
