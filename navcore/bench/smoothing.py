"""Bench of smoothing: the excess length of paths over the optimum, by engine and smoothing."""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.bench.anyangle import Corners
from navcore.bench.contest import Contest, Entrant, Result, Standing, hold
from navcore.bench.maps import Mask, made
from navcore.errors import FormatError
from navcore.formats.atomic import read_text
from navcore.formats.movingai import load_map
from navcore.level.model import Point
from navcore.path.result import PathResult
from navcore.world import World

__all__ = ["AnyAngleCase", "any_angle_from_files", "any_angle_made", "smooth"]

_COLUMNS: Final = ("sx", "sy", "gx", "gy", "euclid_optimal")
_NUDGE: Final = 1e-6
"""Distance in cells by which an end at a corner of cells is moved into a free cell."""
_SLACK: Final = 1e-5
"""Largest difference of a length below the published optimum, which has few digits; relative."""


@dataclass(frozen=True, slots=True)
class AnyAngleCase:
    """A map, and queries with known lengths of the shortest any-angle paths."""

    name: str
    walkable: Mask
    ends: tuple[tuple[Point, Point], ...]
    """Ends of the paths, in cells."""
    lengths: tuple[float, ...]


def any_angle_made(kind: str, size: int, queries: int) -> AnyAngleCase:
    """Return a small generated map with queries between centres of cells."""
    case = made(kind, size, queries)
    corners = Corners(case.walkable)
    ends = tuple(((sx + 0.5, sz + 0.5), (gx + 0.5, gz + 0.5)) for sx, sz, gx, gz in case.queries)
    known = [(pair, corners.shortest(*pair)) for pair in ends if pair[0] != pair[1]]
    return AnyAngleCase(
        case.name, case.walkable, tuple(pair for pair, _ in known), tuple(at for _, at in known)
    )


def any_angle_from_files(map_file: Path, csv_file: Path, queries: int) -> AnyAngleCase:
    """Return a `.map` with queries from a table: ends at corners of cells, and optimal lengths.

    Raises:
        NavcoreError: if a file can't be read or is malformed.
    """
    walkable = load_map(map_file).walkable != 0
    rows = list(csv.DictReader(io.StringIO(read_text(csv_file))))
    if not rows:
        message = f"{csv_file}: there must be at least one way"
        raise FormatError(message)
    numbers = [_numbers(csv_file, at, row) for at, row in enumerate(rows, 2)]
    chosen = np.unique(np.linspace(0, len(rows) - 1, queries).round().astype(np.int64)).tolist()
    ends, lengths = [], []
    for at in chosen:
        sx, sz, gx, gz, length = numbers[at]
        start = _inside(walkable, (sx, sz), (gx, gz))
        goal = _inside(walkable, (gx, gz), (sx, sz))
        if start is None or goal is None:
            message = f"{csv_file}, line {at + 2}: start and goal must lie at walkable cells"
            raise FormatError(message)
        ends.append((start, goal))
        lengths.append(length)
    return AnyAngleCase(map_file.stem, walkable, tuple(ends), tuple(lengths))


def smooth(case: AnyAngleCase, *, rounds: int, budget: float) -> Result:
    """Compare all engines and smoothings on the same queries, with excess lengths."""
    world = World.from_grid(NavGrid.from_array(case.walkable))
    entrants = [
        _entrant(world, case, "navcore"),
        *(
            _entrant(world, case, f"navcore {engine}, {how}", engine=engine, smoothing=how)
            for engine in ("jump", "astar")
            for how in ("taut", "greedy", "none")
        ),
    ]
    depth, width = case.walkable.shape
    contest = Contest(
        "smooth", case.name, width, depth, len(case.ends), entrants, case.lengths, _is_possible
    )
    result = hold(contest, rounds=rounds, budget=budget)
    standings = tuple(_with_excess(standing, case.lengths) for standing in result.standings)
    return replace(result, standings=standings)


def _entrant(world: World, case: AnyAngleCase, tool: str, **options: Any) -> Entrant:
    find = world.find_path

    def length_of(_: int, result: PathResult) -> float:
        return result.length if result.ok else math.inf

    return Entrant(tool, lambda number: find(*case.ends[number], **options), length_of)


def _is_possible(_: int, found: float, optimum: float) -> bool:
    """Return whether a length is possible: a path shorter than the optimum crosses a wall."""
    if math.isinf(found) or math.isinf(optimum):
        return found == optimum
    return found >= optimum - _SLACK * (1.0 + optimum)


def _with_excess(standing: Standing, optima: Sequence[float]) -> Standing:
    shares = [
        100.0 * (found / optima[at] - 1.0)
        for at, found in standing.answers.items()
        if math.isfinite(found)
    ]
    if not shares:
        return standing
    excess = {"excessMean": math.fsum(shares) / len(shares), "excessMax": max(shares)}
    return replace(standing, extra=excess)


def _numbers(path: Path, line: int, row: dict[str, str]) -> tuple[float, ...]:
    numbers = []
    for name in _COLUMNS:
        text = row.get(name) or ""
        try:
            numbers.append(float(text))
        except ValueError as error:
            message = f"{path}, line {line}: {name} must be a number, got {text!r}"
            raise FormatError(message) from error
    if not (all(map(math.isfinite, numbers)) and numbers[-1] > 0):
        message = f"{path}, line {line}: {_COLUMNS[-1]} must be over 0, and all numbers finite"
        raise FormatError(message)
    return tuple(numbers)


def _inside(walkable: Mask, point: Point, towards: Point) -> Point | None:
    """Return the point, moved into the adjacent free cell that is nearest to `towards`."""
    x, z = point
    depth, width = walkable.shape
    places = [(x + dx, z + dz) for dx in (-_NUDGE, _NUDGE) for dz in (-_NUDGE, _NUDGE)]
    free = [
        (math.dist((math.floor(px) + 0.5, math.floor(pz) + 0.5), towards), (px, pz))
        for px, pz in places
        if 0 <= px < width and 0 <= pz < depth and walkable[math.floor(pz), math.floor(px)]
    ]
    return min(free)[1] if free else None
