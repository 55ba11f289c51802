"""Maps for searches: generated, the same on every machine, or read from benchmark files."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.formats.movingai import load_map, load_scen
from navcore.geometry.pieces import label

__all__ = ["KINDS", "GridCase", "Mask", "Query", "from_files", "generated", "made"]

Mask: TypeAlias = npt.NDArray[np.bool_]
Query: TypeAlias = tuple[int, int, int, int]
"""Column and row of the start, column and row of the goal."""

_ROOM: Final = 32
_CORRIDOR: Final = 8
_CAVE_STEPS: Final = 5
_MOST_COSTLY: Final = 9


@dataclass(frozen=True)
class GridCase:
    """A map and its queries."""

    name: str
    walkable: Mask
    """(depth, width); row and column as in `queries`."""
    queries: tuple[Query, ...]
    lengths: tuple[float, ...] | None = None
    """Published lengths of the paths, infinite if no path exists; None if not published."""
    tolerances: tuple[float, ...] = ()
    """Largest error of each published length."""

    @cached_property
    def costs(self) -> npt.NDArray[np.float32]:
        """(depth, width) random integers from 1 to 9 for walkable cells, 0 for others."""
        rng = np.random.default_rng(self.walkable.shape)
        drawn = rng.integers(1, _MOST_COSTLY, self.walkable.shape, endpoint=True)
        return np.where(self.walkable, drawn, 0).astype(np.float32)


def generated(sizes: Sequence[int], queries: int) -> list[GridCase]:
    """Return a map of every kind and every size (cells on a side), with `queries` queries each."""
    return [made(kind, size, queries) for size in sizes for kind in KINDS]


def made(kind: str, size: int, queries: int) -> GridCase:
    """Return a generated map with random queries within its largest connected region."""
    rng = np.random.default_rng((size, *kind.encode()))
    walkable = KINDS[kind](rng, size)
    labels, count = label(walkable)
    if count == 0:
        walkable[0, 0] = True
        labels, count = label(walkable)
    largest = int(np.bincount(labels.ravel())[1:].argmax()) + 1
    cells = np.argwhere(labels == largest)
    ends = cells[rng.integers(0, len(cells), (queries, 2))].tolist()
    asked = tuple((sx, sz, gx, gz) for (sz, sx), (gz, gx) in ends)
    return GridCase(f"{kind}-{size}", walkable, asked)


def from_files(map_file: Path, scen_file: Path, queries: int) -> GridCase:
    """Return a map with queries that are spread evenly over its scenario.

    Raises:
        NavcoreError: if a file can't be read or is malformed.
    """
    grid = load_map(map_file)
    scenario = load_scen(scen_file, grid)
    chosen = np.unique(np.linspace(0, len(scenario) - 1, queries).round().astype(np.int64))
    ends = np.hstack((scenario.starts, scenario.goals))[chosen].tolist()
    asked: tuple[Query, ...] = tuple((sx, sz, gx, gz) for sx, sz, gx, gz in ends)
    walkable = grid.walkable != 0
    for query, line in zip(asked, scenario.lines[chosen].tolist(), strict=True):
        if not (walkable[query[1], query[0]] and walkable[query[3], query[2]]):
            message = f"{scen_file}, line {line}: start and goal must be walkable"
            raise NavcoreError(message)
    lengths = tuple(
        # A length of 0 between different cells means that no path exists.
        math.inf if length == 0 and query[:2] != query[2:] else length
        for query, length in zip(asked, scenario.lengths[chosen].tolist(), strict=True)
    )
    tolerances = tuple(scenario.tolerances[chosen].tolist())
    return GridCase(map_file.stem, walkable, asked, lengths, tolerances)


def _open(_: np.random.Generator, size: int) -> Mask:
    return np.ones((size, size), np.bool_)


def _rooms(rng: np.random.Generator, size: int) -> Mask:
    """Return rooms in rows, with doorways of one to three cells in nine of ten walls."""
    cells = np.ones((size, size), np.bool_)
    cells[_ROOM - 1 :: _ROOM] = False
    cells[:, _ROOM - 1 :: _ROOM] = False
    for transposed in (cells, cells.T):
        for wall in range(_ROOM - 1, size, _ROOM):
            for room in range(0, size, _ROOM):
                if rng.random() < 0.9:
                    at = room + int(rng.integers(0, _ROOM - 4))
                    transposed[wall, at : at + int(rng.integers(1, 4))] = True
    return cells


def _random(share: float) -> Callable[[np.random.Generator, int], Mask]:
    return lambda rng, size: rng.random((size, size)) >= share


def _maze(rng: np.random.Generator, size: int) -> Mask:
    """Return a maze without loops, with corridors of seven cells and walls of one."""
    side = max(1, size // _CORRIDOR)
    cells = np.zeros((size, size), np.bool_)

    def cut(row: int, column: int, depth: int, width: int) -> None:
        z, x = row * _CORRIDOR, column * _CORRIDOR
        cells[z : z + depth * _CORRIDOR - 1, x : x + width * _CORRIDOR - 1] = True

    seen = np.zeros((side, side), np.bool_)
    seen[0, 0] = True
    cut(0, 0, 1, 1)
    trail = [(0, 0)]
    while trail:
        row, column = trail[-1]
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        fresh = [(z, x) for z, x in around if 0 <= z < side and 0 <= x < side and not seen[z, x]]
        if not fresh:
            trail.pop()
            continue
        z, x = fresh[int(rng.integers(len(fresh)))]
        seen[z, x] = True
        cut(min(row, z), min(column, x), 1 + abs(row - z), 1 + abs(column - x))
        trail.append((z, x))
    return cells


def _cave(rng: np.random.Generator, size: int) -> Mask:
    """Return caves with ragged walls: noise, smoothed by majority of neighbours."""
    rock = rng.random((size, size)) < 0.45
    for _ in range(_CAVE_STEPS):
        padded = np.pad(rock, 1, constant_values=True).astype(np.int8)
        around = sum(padded[dz : dz + size, dx : dx + size] for dz in range(3) for dx in range(3))
        rock = np.asarray(around) >= 5
    return ~rock


KINDS: Final[Mapping[str, Callable[[np.random.Generator, int], Mask]]] = {
    "open": _open,
    "rooms": _rooms,
    "random25": _random(0.25),
    "random35": _random(0.35),
    "maze": _maze,
    "cave": _cave,
}
"""Kinds of generated maps."""
