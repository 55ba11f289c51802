"""Walkable grids as `.json`: the header and rows of the `.txt` form, costs, doors and links.

A game that reads the rows and sets or clears a door's cells opens and shuts it without baking.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import CONNECTIVITIES, CellRun, DoorCells, NavGrid
from navcore.bake.grid_links import GridLink
from navcore.formats.checks import Fault, FaultError, check_version, is_number, is_whole
from navcore.formats.grid_cost import cost_of, cost_text
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
from navcore.formats.grid_links import links_of, links_text
from navcore.formats.grid_rows import padded_of_digits, rows_of
from navcore.formats.json_text import Source, compact, number
from navcore.formats.texts import visible

FORMAT: Final = "waywright-grid"
VERSION: Final = 1
DEFAULT_CONNECTIVITY: Final = 8

_RUN_LENGTH: Final = 3
_NO_CELLS: Final = str.maketrans("", "", "01")


class LoadedGrid(NamedTuple):
    """A grid with the doors in its file."""

    grid: NavGrid
    doors: tuple[DoorCells, ...]
    state: str = ""
    """Name of the state of the level that it is of; empty: as drawn, or not known."""
    states: tuple[str, ...] = ()
    """Names of the level's states."""

    @property
    def links(self) -> tuple[GridLink, ...]:
        """The links from the grid's storey in its file."""
        return self.grid.links


def write_grid_json(
    grid: NavGrid,
    doors: Iterable[DoorCells] = (),
    profile: str = "",
    layer: str = "",
    *,
    state: str = "",
    states: Sequence[str] = (),
) -> str:
    r"""Return the text of the grid's `.json` file: one line for each row and door, ends `\n`.

    `profile` names the agent type of the floor, `layer` the storey, `state` the level's state and
    `states` all its states. Empty names are left out, as are costs that are 1 everywhere and an
    empty list of links.

    Raises:
        NavcoreError: if the grid has no cells.
    """
    lines = [f'"format": {compact(FORMAT)}', f'"version": {VERSION}']
    if profile:
        lines.append(f'"profile": {compact(profile)}')
    if layer:
        lines.append(f'"layer": {compact(layer)}')
    if state:
        lines.append(f'"state": {compact(state)}')
    if states:
        lines.append(f'"states": [{", ".join(map(compact, states))}]')
    lines += [f'"{key}": {number(value)}' for key, value in header_of(grid).items()]
    rows = rows_of(grid, b"\n").decode("ascii").split()
    lines.append('"rows": [\n    "' + '",\n    "'.join(rows) + '"\n  ]')
    if grid.connectivity != DEFAULT_CONNECTIVITY:
        lines.append(f'"connectivity": {grid.connectivity}')
    if grid.cost is not None and (grid.has_costs or grid.least_cost != 1):
        lines.append(cost_text(grid.cost))
    written = ",\n    ".join(map(_door_text, doors))
    lines.append(f'"doors": [\n    {written}\n  ]' if written else '"doors": []')
    if grid.links:
        lines.append(links_text(grid.links))
    return "{\n  " + ",\n  ".join(lines) + "\n}\n"


def read_grid_json(text: str, path: str | Path) -> LoadedGrid:
    """Return the grid and doors that the text of a file holds; `path` is named in messages.

    Keys that this version does not know are passed over.

    Raises:
        FormatError: for anything malformed, with line and value; there is never half a grid.
    """
    source = Source(text.removeprefix("\ufeff"), path)
    return grid_from_data(source.parse(), source)


def grid_from_data(data: Any, source: Source) -> LoadedGrid:
    """Return the grid in parsed JSON; `source` is where it came from.

    Raises:
        FormatError: as `read_grid_json`.
    """
    try:
        return _read(data, source)
    except FaultError as error:
        raise error.fault.told_by(source) from None


def _read(data: Any, source: Source) -> LoadedGrid:
    if not isinstance(data, dict):
        raise FaultError(Fault((), "an object {...}"))
    _check_format(data, source)
    header = _header(data)
    rows = _rows(data, int(header["gridWidth"]), int(header["gridDepth"]))
    padded = padded_of_digits(rows)
    connectivity = data.get("connectivity", DEFAULT_CONNECTIVITY)
    if not is_whole(connectivity, 0) or connectivity not in CONNECTIVITIES:
        raise FaultError(Fault(("connectivity",), "4 or 8"))
    grid = grid_from(header, padded, cost_of(data, padded), connectivity)
    doors = _doors(data, grid)
    grid = replace(grid, doors=doors, links=links_of(data, grid.lattice))
    return LoadedGrid(grid, doors, *_states(data))


def _states(data: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Return the state of the level that the grid shows, and all states of the level."""
    state, states = data.get("state", ""), data.get("states", [])
    if not isinstance(state, str):
        raise FaultError(Fault(("state",), "a text in quotes"))
    if not isinstance(states, list):
        raise FaultError(Fault(("states",), "a list of texts"))
    for at, name in enumerate(states):
        if not isinstance(name, str):
            raise FaultError(Fault(("states", at), "a text in quotes"))
    return state, tuple(states)


def _door_text(door: DoorCells) -> str:
    cells = ", ".join(f"[{z}, {x0}, {x1}]" for z, x0, x1 in door.cells)
    return f'{{"name": {compact(door.name)}, "open": {compact(door.open)}, "cells": [{cells}]}}'


def _check_format(data: dict[str, Any], source: Source) -> None:
    if data.get("format", "waywright-level") == "waywright-level":
        message = "this is a level, not a baked grid: load it with load_level and bake it"
        raise source.error(message, ("format",))
    if data["format"] != FORMAT:
        raise FaultError(Fault(("format",), f'"{FORMAT}"'))
    check_version(data, VERSION, source)


def _header(data: dict[str, Any]) -> dict[str, float]:
    header: dict[str, float] = {}
    for key in HEADER:
        allowed = "a whole number of at least 1" if key in COUNTS else str(NUMBERS[key])
        if key not in data and key not in DEFAULTS:
            raise FaultError(Fault((), allowed, missing=key))
        value: Any = data.get(key, DEFAULTS.get(key))
        fits = is_whole(value, 1) if key in COUNTS else is_number(value)
        if not fits or (key in NUMBERS and not NUMBERS[key].allows(value)):
            raise FaultError(Fault((key,), allowed))
        header[key] = value if key in COUNTS else float(value)
    if is_too_large(header):
        raise FaultError(Fault(("gridDepth",), f"less: a grid has at most {MOST_CELLS} cells"))
    return header


def _rows(data: dict[str, Any], width: int, depth: int) -> npt.NDArray[np.uint8]:
    if "rows" not in data:
        raise FaultError(Fault((), "a list of texts", missing="rows"))
    rows = data["rows"]
    if not isinstance(rows, list):
        raise FaultError(Fault(("rows",), "a list of texts"))
    for at, row in enumerate(rows[:depth]):
        if not isinstance(row, str):
            raise FaultError(Fault(("rows", at), "a text in quotes"))
        other = row.translate(_NO_CELLS)
        if other:
            raise FaultError(
                Fault(("rows", at), 'made of "1" and "0" only', visible(compact(other[0])))
            )
        if len(row) != width:
            allowed = f"a row of {width} characters (gridWidth)"
            raise FaultError(Fault(("rows", at), allowed, f"{len(row)} characters"))
    if len(rows) != depth:
        raise FaultError(Fault(("rows",), f"a list of {depth} rows (gridDepth)", f"{len(rows)}"))
    return np.frombuffer("".join(rows).encode("ascii"), np.uint8).reshape(depth, width)


def _doors(data: dict[str, Any], grid: NavGrid) -> tuple[DoorCells, ...]:
    raw = data.get("doors", [])
    if not isinstance(raw, list):
        raise FaultError(Fault(("doors",), "a list [...]"))
    return tuple(_door(door, ("doors", at), grid) for at, door in enumerate(raw))


def _door(raw: Any, path: tuple[str, int], grid: NavGrid) -> DoorCells:
    if not isinstance(raw, dict):
        raise FaultError(Fault(path, "an object {...}"))
    wanted = (("name", str, "a text in quotes"), ("open", bool, "true or false"),
              ("cells", list, "a list of [z, x0, x1]"))  # fmt: skip
    for key, kind, allowed in wanted:
        if key not in raw:
            raise FaultError(Fault(path, allowed, missing=key))
        if not isinstance(raw[key], kind):
            raise FaultError(Fault((*path, key), allowed))
    for at, run in enumerate(raw["cells"]):
        if not _is_run(run, grid):
            raise FaultError(Fault((*path, "cells", at), "[z, x0, x1] within the grid, x0 < x1"))
    return DoorCells(raw["name"], raw["open"], tuple((z, x0, x1) for z, x0, x1 in raw["cells"]))


def _is_run(run: Any, grid: NavGrid) -> bool:
    if not isinstance(run, list) or len(run) != _RUN_LENGTH:
        return False
    if not all(is_whole(value, 0) for value in run):
        return False
    z, x0, x1 = _three(run)
    return z < grid.depth and x0 < x1 <= grid.width


def _three(run: Sequence[int]) -> CellRun:
    return run[0], run[1], run[2]
