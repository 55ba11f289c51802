"""Walkable grids as `.txt`: a header of `key value` lines, then rows of `1` and `0`.

Source 000 section 2a (S0-015 to S0-018). Row 0 is the lowest z. Readers take header lines in any
order, keys they don't know, and either line end.
"""

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.errors import FormatError
from navcore.formats.atomic import BOM, decode
from navcore.formats.grid_header import (
    COUNTS,
    DEFAULTS,
    HEADER,
    MOST_CELLS,
    NUMBERS,
    grid_from,
    header_of,
    is_too_large,
)
from navcore.formats.grid_rows import holds_only_cells, padded_of_digits, rows_of, uniform_rows
from navcore.formats.json_text import compact
from navcore.formats.limits import MAX_HEADER_LINES
from navcore.formats.positions import conflict_line, shortened
from navcore.formats.texts import visible

_HEADER_LINE = re.compile(rb"[ \t]*+(?:([A-Za-z_][^\s]*+)[ \t]++([^\r\n]*+))?+(?:\r?\n|\Z)")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_COUNT = re.compile(r"[0-9]{1,18}")


class _Entry(NamedTuple):
    value: str
    line: int


def write_grid_text(grid: NavGrid) -> bytes:
    r"""Return the bytes of the grid's `.txt` file, lines ended by `\n`.

    Raises:
        NavcoreError: if the grid has no cells.
    """
    header = "".join(f"{key} {_plain(value)}\n" for key, value in header_of(grid).items())
    return header.encode("ascii") + rows_of(grid, b"\n")


def read_grid_text(data: bytes, path: str | Path) -> NavGrid:
    """Return the grid in the bytes of a `.txt` file; `path` is named in messages.

    Raises:
        FormatError: for anything malformed, with the line; there is never half a grid.
    """
    return _Reader(data.removeprefix(BOM), path).read()


def _plain(value: float) -> str:
    """Return the shortest decimal that reads back the same, as source 000: `0.0`, `50`."""
    return str(value) if isinstance(value, int) else repr(float(value) + 0.0)


class _Reader:
    """Reads one grid: the header line by line, the rows at one stroke."""

    def __init__(self, data: bytes, path: str | Path) -> None:
        self.data = data
        self.path = path

    def read(self) -> NavGrid:
        entries, start = self._header()
        header = self._numbers(entries, start)
        width, depth = int(header["gridWidth"]), int(header["gridDepth"])
        rows = uniform_rows(self.data, start, width, depth)
        if rows is not None:
            padded = padded_of_digits(rows)
            if holds_only_cells(padded):
                return grid_from(header, padded)
        return grid_from(header, padded_of_digits(self._rows(start, width, depth)))

    def _error(self, message: str, position: int) -> FormatError:
        return self._error_on(self.data.count(b"\n", 0, position) + 1, message)

    def _error_on(self, line: int, message: str) -> FormatError:
        conflict = conflict_line(self.data.decode("utf-8", "replace"))
        if conflict is not None:
            return FormatError(
                f"{self.path}: unresolved merge at line {conflict}: bake the level again"
            )
        return FormatError(f"{self.path}, line {line}: {message}")

    def _header(self) -> tuple[dict[str, _Entry], int]:
        """Return the header's entries, and where the rows begin."""
        entries: dict[str, _Entry] = {}
        position, line = 0, 0
        while position < len(self.data) and line < MAX_HEADER_LINES:
            match = _HEADER_LINE.match(self.data, position)
            if match is None:
                break
            line += 1
            position = match.end()
            if match.group(1) is None:
                continue
            key = match.group(1).decode("utf-8", "replace")
            if key in entries and key in HEADER:
                first = entries[key].line
                raise self._error_on(line, f"{key} stands twice, first on line {first}")
            entries[key] = _Entry(match.group(2).rstrip(b" \t").decode("utf-8", "replace"), line)
        return entries, position

    def _numbers(self, entries: dict[str, _Entry], start: int) -> dict[str, float]:
        header: dict[str, float] = {}
        for key in HEADER:
            if key in entries:
                header[key] = self._number(key, entries[key])
            elif key in DEFAULTS:
                header[key] = DEFAULTS[key]
            else:
                raise self._missing(key, start)
        if is_too_large(header):
            line = entries["gridDepth"].line
            raise self._error_on(line, f"a grid must have at most {MOST_CELLS} cells")
        return header

    def _missing(self, key: str, start: int) -> FormatError:
        text = decode(self.data, self.path)
        if text.lstrip().startswith("{"):
            return FormatError(
                f"{self.path}: this is JSON, not a grid in text form: "
                "load a level with load_level, a JSON grid under a name that ends in .json"
            )
        return self._error(f'the header line "{key}" is missing', start)

    def _number(self, key: str, entry: _Entry) -> float:
        if key in COUNTS:
            fits = _COUNT.fullmatch(entry.value) is not None and int(entry.value) > 0
            allowed = "a whole number of at least 1"
        else:
            is_number = _NUMBER.fullmatch(entry.value) is not None
            fits = is_number and NUMBERS[key].allows(float(entry.value))
            allowed = str(NUMBERS[key])
        if not fits:
            got = shortened(entry.value) or "nothing"
            raise self._error_on(entry.line, f"{key} must be {allowed}, got {got}")
        return int(entry.value) if key in COUNTS else float(entry.value)

    def _rows(self, start: int, width: int, depth: int) -> npt.NDArray[np.uint8]:
        """Return the cells of rows with mixed line ends; refuse the first wrong row."""
        body = self.data[start:].rstrip(b"\r\n")
        rows = [row.removesuffix(b"\r") for row in body.split(b"\n")] if body else []
        first = self.data.count(b"\n", 0, start) + 1
        for at, row in enumerate(rows[:depth]):
            other = row.translate(None, b"01")
            if other:
                character = other.decode("utf-8", "replace")[0]
                message = f"a row must be made of 1 and 0 only, got {visible(compact(character))}"
                raise self._error_on(first + at, message)
            if len(row) != width:
                message = f"a row must have {width} characters (gridWidth), got {len(row)}"
                raise self._error_on(first + at, message)
        if len(rows) != depth:
            line = first + min(len(rows), depth)
            message = f"there must be {depth} rows (gridDepth), got {len(rows)}"
            raise self._error_on(line, message)
        return np.frombuffer(b"".join(rows), np.uint8).reshape(depth, width)
