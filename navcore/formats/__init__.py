"""Readers and writers of files, one module for each format.

Levels are `.json`, a superset of source 000's config. Walkable grids are `.txt`, as in source 000,
or `.json` with the cells that doors cover (S0-014 to S0-020). Networks of waypoints are `.json`
(S3-119). Benchmark maps and scenarios, `.map` and `.scen`, can only be read.
"""

import os
import re
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from navcore.bake.grid import DoorCells, NavGrid
from navcore.errors import Cancelled, FormatError, FormatWarning, NavcoreError
from navcore.formats import graph_json, grid_json
from navcore.formats.atomic import BOM, read_bytes, read_head, read_text, write_atomically
from navcore.formats.graph_json import LoadedGraph, read_graph_json, write_graph_json
from navcore.formats.grid_json import (
    DEFAULT_CONNECTIVITY,
    grid_from_data,
    read_grid_json,
    write_grid_json,
)
from navcore.formats.grid_text import read_grid_text, write_grid_text
from navcore.formats.json_text import Source
from navcore.formats.level import LoadedLevel, level_from_data, read_level
from navcore.formats.level_text import write_level
from navcore.formats.limits import MAX_GRID_TEXT_BYTES, MAX_JSON_BYTES
from navcore.formats.movingai import Scenario, load_map, load_scen
from navcore.formats.progress import READ_SHARE, WHOLE, Job, go_on
from navcore.formats.regular import is_file
from navcore.level.canonical import canonical_level
from navcore.level.model import Level

__all__ = [
    "DoorCells",
    "FormatWarning",
    "LoadedGraph",
    "Opened",
    "Scenario",
    "check_grid_target",
    "held_in",
    "load_graph",
    "load_grid",
    "load_level",
    "load_map",
    "load_scen",
    "open_file",
    "read_graph_json",
    "read_level",
    "save_graph",
    "save_grid",
    "save_level",
    "write_graph_json",
    "write_level",
]

WRITTEN = (".txt", ".json")
"""Suffixes of grid files that can be written."""
READ = (*WRITTEN, ".map")
"""Suffixes of grid files that can be read."""

_FilePath = str | os.PathLike[str]
_HEAD: Final = 4096
"""Number of bytes at the start of a file that identify a grid."""
Held: TypeAlias = Literal["nothing", "grid", "graph", "level", "other"]

_IS_LEVEL = re.compile(rb'"format"\s*:\s*"waywright-level"')
_IS_GRID = re.compile(rb'"format"\s*:\s*"waywright-grid"')
_IS_GRAPH = re.compile(rb'"format"\s*:\s*"waywright-graph"')
_HAS_AREAS = re.compile(rb'"areas"\s*:')
_HAS_CELL_SIZE = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*cellSize[ \t]", re.MULTILINE)
_HAS_COUNTS = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*grid(?:Width|Depth)[ \t]", re.MULTILINE)


class Opened(NamedTuple):
    """Contents of a file, with notes for the user."""

    content: Level | NavGrid
    doors: tuple[DoorCells, ...] = ()
    warnings: tuple[str, ...] = ()
    state: str = ""
    """Name of the level state that a grid shows."""
    states: tuple[str, ...] = ()
    """Names of all states of the level of a grid."""


def load_level(path: _FilePath) -> Level:
    """Return the level in a `.json` file: ours, or a config of source 000.

    Unknown keys are kept, with one :class:`FormatWarning`. Elements without an id get one, the same
    at every load.

    Raises:
        NavcoreError: if the file can't be read.
        FormatError: if it is not a level; the text names file, line, value and what is allowed.
    """
    loaded = _load_level(Path(path))
    for message in loaded.warnings:
        warnings.warn(message, FormatWarning, stacklevel=2)
    return loaded.level


def save_level(level: Level, path: _FilePath, *, job: Job | None = None) -> None:
    """Write the level atomically; equal levels give equal bytes.

    `job` counts progress and can cancel, see `navcore.formats.progress`.

    Raises:
        Cancelled: if the job is cancelled; the file stays as it was.
        NavcoreError: if the file can't be written, or if the level could not be loaded again
            (two areas of one name, a radius of 0, ...); the file stays as it was.
    """
    try:
        text = write_level(canonical_level(level), job=job)
        read_level(text, "the level", job=job)
    except Cancelled:
        raise
    except NavcoreError as error:
        message = f"{os.fspath(path)}: not saved, for it could not be opened again: {error}"
        raise NavcoreError(message) from error
    data = text.encode("utf-8")
    go_on(job, WHOLE, WHOLE, 1.0)
    write_atomically(path, data)


def load_grid(path: _FilePath) -> NavGrid:
    """Return the walkable grid in a `.txt`, `.json` or `.map` file; a `.json` one has its doors.

    Raises:
        NavcoreError: if the file can't be read, or has another suffix.
        FormatError: if it is not a grid; the text names file, line and what is allowed.
    """
    place = Path(path)
    suffix = _grid_suffix(place, READ)
    if suffix == ".txt":
        return read_grid_text(read_bytes(place, MAX_GRID_TEXT_BYTES), place)
    if suffix == ".map":
        return load_map(place)
    return read_grid_json(read_text(place, MAX_JSON_BYTES), place).grid


def save_grid(grid: NavGrid, path: _FilePath, *, doors: Iterable[DoorCells] | None = None) -> None:
    """Writes the grid as `.txt` or `.json`, whole or not at all.

    `doors` go into `.json` only: what each covers, see `navcore.export.grid_for_export`; without
    them the grid's own, as they were loaded. So do costs, links and connectivity.

    Raises:
        NavcoreError: if the name ends in neither, the file holds a level or anything else
            that is no grid, the grid has no cells, or has costs, links or four neighbours that
            `.txt` has no place for, or the file can't be written; the file stays as it was.
    """
    place = Path(path)
    check_grid_target(place)
    more = _more_than_cells(grid)
    if _grid_suffix(place, WRITTEN) == ".txt" and more:
        message = f"{place}: a .txt grid has no place for {more}; write a .json one"
        raise NavcoreError(message)
    if _grid_suffix(place, WRITTEN) == ".txt":
        write_atomically(place, write_grid_text(grid))
    else:
        text = write_grid_json(grid, grid.doors if doors is None else doors)
        write_atomically(place, text.encode("utf-8"))


def _more_than_cells(grid: NavGrid) -> str:
    """Return what a grid contains besides walkable cells; empty: nothing."""
    if grid.has_costs:
        return "what cells cost"
    if grid.links:
        return "links"
    return "four neighbours a cell" if grid.connectivity != DEFAULT_CONNECTIVITY else ""


def load_graph(path: _FilePath) -> LoadedGraph:
    """Return the network of waypoints in a `.json` file, see :mod:`navcore.formats.graph_json`.

    `import_graph` of `navcore.level.operations` imports it into a level; its own `level` contains
    nothing else.

    Raises:
        NavcoreError: if the file can't be read.
        FormatError: if it is no network; the text names file, line, element and value.
    """
    place = Path(path)
    return read_graph_json(read_text(place, MAX_JSON_BYTES), place)


def save_graph(level: Level, path: _FilePath) -> None:
    """Write the network of a level as `.json`, atomically; equal networks give equal bytes.

    Raises:
        NavcoreError: if the suffix differs, the file contains something other than a network, or it
            can't be written; the file stays as it was.
    """
    place = Path(path)
    if place.suffix.lower() != ".json":
        message = f"{place}: the name of a network must end in .json, got {place.name!r}"
        raise NavcoreError(message)
    _check_held(place, "graph", "a network")
    write_atomically(place, write_graph_json(canonical_level(level)).encode("utf-8"))


def check_grid_target(path: _FilePath) -> None:
    """Refuse a file to which a grid can't be written, before any work is done.

    Raises:
        NavcoreError: if the suffix is neither `.txt` nor `.json`, or the file contains a level or
            anything else that is not a grid.
    """
    place = Path(path)
    _grid_suffix(place, WRITTEN)
    _check_held(place, "grid", "a grid")


def _check_held(place: Path, wanted: Held, what: str) -> None:
    """Refuse a file that has contents of another kind than wanted."""
    held = held_in(place)
    if held == "level":
        message = f"{place}: this file holds a level, {what} would overwrite it: take another name"
        raise NavcoreError(message)
    if held not in ("nothing", wanted):
        message = (
            f"{place}: this file is not {what} and would be lost: take another name, "
            "or remove it first"
        )
        raise NavcoreError(message)


def held_in(path: _FilePath) -> Held:
    """Return the kind of contents of a file; broken and unmerged grids count as grids.

    Raises:
        NavcoreError: if it can't be read.
    """
    place = Path(path)
    if not is_file(place):
        return "nothing"
    held = _held_in(read_head(place, _HEAD))
    # Grids and networks say so at once; of all else the whole file has the say.
    return held if held in ("grid", "graph") else _held_in(read_bytes(place))


def _held_in(data: bytes) -> Held:
    is_grid = _IS_GRID.search(data) is not None
    if _IS_GRAPH.search(data):
        return "graph"
    if _IS_LEVEL.search(data) or (_HAS_AREAS.search(data) and not is_grid):
        return "level"
    if not data.removeprefix(BOM).strip():
        return "nothing"
    if is_grid or (_HAS_CELL_SIZE.search(data) and _HAS_COUNTS.search(data)):
        return "grid"
    return "other"


def open_file(path: _FilePath, *, job: Job | None = None) -> Opened:
    """Return the level or grid in a file, whichever it holds.

    `job` counts progress and can cancel, see `navcore.formats.progress`.

    Raises:
        Cancelled: if the job is cancelled.
        NavcoreError: if the file can't be read.
        FormatError: if it is neither; the text names file, line, value and what is allowed.
    """
    place = Path(path)
    if place.suffix.lower() in (".txt", ".map"):
        return Opened(load_grid(place))
    source = _source(place, job)
    data = source.parse()
    if isinstance(data, dict) and data.get("format") == grid_json.FORMAT:
        grid, doors, state, states = grid_from_data(data, source)
        return Opened(grid, doors, (), state, states)
    if isinstance(data, dict) and data.get("format") == graph_json.FORMAT:
        message = "this is a network of waypoints, not a level: import it into one"
        raise source.error(message, ("format",))
    level, notes = level_from_data(data, source)
    return Opened(level, (), notes)


def _load_level(path: Path) -> LoadedLevel:
    source = _source(path)
    return level_from_data(source.parse(), source)


def _source(path: Path, job: Job | None = None) -> Source:
    text = read_text(path, MAX_JSON_BYTES)
    go_on(job, 0, READ_SHARE, 1.0)
    if not text.lstrip().startswith(("{", "[")) and re.match(r"\s*cellSize[ \t]", text):
        message = f"{path}: this is a baked grid in text form, not a level: load it with load_grid"
        raise FormatError(message)
    return Source(text, path, job)


def _grid_suffix(path: Path, allowed: tuple[str, ...]) -> str:
    suffix = path.suffix.lower()
    if suffix not in allowed:
        names = f"{', '.join(allowed[:-1])} or {allowed[-1]}"
        message = f"{path}: the name of a grid must end in {names}, got {path.name!r}"
        raise NavcoreError(message)
    return suffix
