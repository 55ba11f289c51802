"""`navcore scen`: search every query of a scenario, check its length, and report times."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from time import perf_counter_ns
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.cli.answer import Answer, json_line, table
from navcore.errors import NavcoreError
from navcore.formats import Scenario, load_grid, load_scen
from navcore.path.find import find_path
from navcore.path.result import PathResult, Status
from navcore.path.searcher import Engine

_SUFFIX: Final = ".scen"
_MISMATCHES_SHOWN: Final = 20
_ROWS_SHOWN: Final = 16
_HEADERS: Final = ("bucket", "queries", "mean us", "median us", "max us", "visited")


class _Pair(NamedTuple):
    map: Path
    scen: Path


class _Mismatch(NamedTuple):
    query: int
    """Number of the query, from 1."""
    line: int
    start: tuple[int, int]
    goal: tuple[int, int]
    expected: float | None
    """Expected length in cells; None if there is no path."""
    status: Status
    got: float | None


class _Run(NamedTuple):
    """Results for one scenario; arrays have an entry for each query that was searched."""

    pair: _Pair
    grid: NavGrid
    buckets: npt.NDArray[np.int32]
    microseconds: npt.NDArray[np.float64]
    visited: npt.NDArray[np.int64]
    tolerances: npt.NDArray[np.float64]
    mismatches: tuple[_Mismatch, ...]

    @property
    def seconds(self) -> float:
        """Spent searching."""
        return float(self.microseconds.sum()) / 1e6


def scen(options: argparse.Namespace) -> Answer:
    """Search all queries of scenarios, and compare path lengths with the published ones."""
    runs = []
    for pair in _pairs(options.files):
        grid = load_grid(pair.map)
        runs.append(_run(pair, grid, load_scen(pair.scen, grid), options))
    total = _totals(runs)
    if options.json:
        data = {"engine": options.engine, "scenarios": [_data(run) for run in runs], **total}
        text = json_line(data)
    else:
        text = "\n".join(map(_text, runs))
        if len(runs) > 1:
            text += "\n" + _total_text(total)
    return Answer(text, not total["mismatchCount"])


def _pairs(files: Sequence[Path]) -> Iterator[_Pair]:
    """Yield the named maps, each with its scenario."""
    rest = list(files)
    while rest:
        file = rest.pop(0)
        if file.is_dir():
            yield from _pairs_in(file)
        elif file.suffix.lower() == _SUFFIX:
            message = f"{file}: this is a scenario; name its map before it"
            raise NavcoreError(message)
        elif rest and rest[0].suffix.lower() == _SUFFIX:
            yield _Pair(file, rest.pop(0))
        else:
            yield _Pair(file, _scenarios_of(file))


def _pairs_in(folder: Path) -> list[_Pair]:
    maps = sorted(file for file in folder.iterdir() if file.suffix.lower() == ".map")
    pairs = [_Pair(file, _scenarios_of(file)) for file in maps if _scenarios_of(file).is_file()]
    if not pairs:
        message = f"{folder}: no map in this folder has a scenario, NAME.map.scen, beside it"
        raise NavcoreError(message)
    return pairs


def _scenarios_of(file: Path) -> Path:
    return file.with_name(file.name + _SUFFIX)


def _run(pair: _Pair, grid: NavGrid, scenario: Scenario, options: argparse.Namespace) -> _Run:
    chosen = np.arange(len(scenario))
    if options.limit_queries is not None and options.limit_queries < len(chosen):
        chosen = np.linspace(0, len(chosen) - 1, options.limit_queries).astype(np.int64)
    tolerances = scenario.tolerances[chosen]
    if options.tolerance is not None:
        tolerances[:] = options.tolerance
    nanoseconds = np.empty(len(chosen), np.int64)
    visited = np.empty(len(chosen), np.int64)
    mismatches: list[_Mismatch] = []
    # The first search of a grid prepares what all share.
    _search(grid, scenario, int(chosen[0]), options.engine)
    for at, query in enumerate(_with_progress_bar(chosen.tolist(), pair.map.name)):
        begin = perf_counter_ns()
        result = _search(grid, scenario, query, options.engine)
        nanoseconds[at] = perf_counter_ns() - begin
        visited[at] = result.visited
        if not _is_met(result, scenario, query, float(tolerances[at]), grid.cell_size):
            mismatches.append(_mismatch(result, scenario, query))
    return _Run(
        pair, grid, scenario.buckets[chosen], nanoseconds / 1e3, visited, tolerances,
        tuple(mismatches),
    )  # fmt: skip


def _search(grid: NavGrid, scenario: Scenario, query: int, engine: Engine) -> PathResult:
    start, goal = scenario.starts[query].tolist(), scenario.goals[query].tolist()
    return find_path(
        grid,
        grid.centre_of(*start),
        grid.centre_of(*goal),
        snap_radius=0.0,
        engine=engine,
        smoothing="none",
    )


def _with_progress_bar(queries: list[int], name: str) -> Iterable[int]:
    """Return the queries, with a bar on standard error where a person watches."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from queries
        return
    console = import_module("rich.console").Console(stderr=True)
    progress = import_module("rich.progress").Progress(console=console, transient=True)
    with progress:
        yield from progress.track(queries, description=name)


def _is_met(
    result: PathResult, scenario: Scenario, query: int, tolerance: float, cell_size: float
) -> bool:
    """Return whether cost and length are as published, or there is rightly no path."""
    expected = _expected(scenario, query)
    if expected is None or not result.ok:
        return expected is None and not result.ok
    lengths = (result.cost, result.length / cell_size)
    return all(abs(length - expected) <= tolerance for length in lengths)


def _expected(scenario: Scenario, query: int) -> float | None:
    """Return the published length in cells; None if no path is published."""
    length = float(scenario.lengths[query])
    apart = bool((scenario.starts[query] != scenario.goals[query]).any())
    return None if length == 0 and apart else length


def _mismatch(result: PathResult, scenario: Scenario, query: int) -> _Mismatch:
    start_x, start_z = scenario.starts[query].tolist()
    goal_x, goal_z = scenario.goals[query].tolist()
    return _Mismatch(
        query=query + 1,
        line=int(scenario.lines[query]),
        start=(start_x, start_z),
        goal=(goal_x, goal_z),
        expected=_expected(scenario, query),
        status=result.status,
        got=result.cost if result.ok else None,
    )


def _totals(runs: Sequence[_Run]) -> dict[str, Any]:
    queries = sum(len(run.visited) for run in runs)
    seconds = sum(run.seconds for run in runs)
    return {
        "queries": queries,
        "mismatchCount": sum(len(run.mismatches) for run in runs),
        "seconds": seconds,
        "queriesPerSecond": queries / seconds,
    }


def _data(run: _Run) -> dict[str, Any]:
    buckets = [_row(run, bucket, bucket) for bucket in np.unique(run.buckets).tolist()]
    return {
        "map": str(run.pair.map),
        "scen": str(run.pair.scen),
        "gridWidth": run.grid.width,
        "gridDepth": run.grid.depth,
        "walkableCells": int(np.count_nonzero(run.grid.walkable)),
        "tolerance": [float(run.tolerances.min()), float(run.tolerances.max())],
        "mismatches": [mismatch._asdict() for mismatch in run.mismatches],
        "all": _row(run, int(run.buckets.min()), int(run.buckets.max())),
        "buckets": [{**row, "bucket": row["bucket"][0]} for row in buckets],
        "queriesPerSecond": len(run.visited) / run.seconds,
    }


def _row(run: _Run, first: int, last: int) -> dict[str, Any]:
    """Return statistics of the queries in a range of buckets, both ends included."""
    here = (run.buckets >= first) & (run.buckets <= last)
    taken = run.microseconds[here]
    return {
        "bucket": [first, last],
        "queries": len(taken),
        "mean": float(taken.mean()),
        "median": float(np.median(taken)),
        "max": float(taken.max()),
        "visited": float(run.visited[here].mean()),
    }


def _text(run: _Run) -> str:
    low, high = float(run.tolerances.min()), float(run.tolerances.max())
    walkable = int(np.count_nonzero(run.grid.walkable))
    text = table(
        [
            ("map", f"{run.pair.map}: {run.grid.width} x {run.grid.depth} cells, {walkable} free"),
            ("scenario", str(run.pair.scen)),
            ("queries", str(len(run.visited))),
            ("tolerance", f"{low:.2g}" if low == high else f"{low:.2g} to {high:.2g}"),
            ("mismatches", str(len(run.mismatches))),
            ("per second", f"{len(run.visited) / run.seconds:.0f}"),
        ]
    )
    if run.mismatches:
        text += "\n" + _mismatch_text(run.mismatches)
    return text + "\n" + _bucket_text(run)


def _mismatch_text(mismatches: Sequence[_Mismatch]) -> str:
    shown = mismatches[:_MISMATCHES_SHOWN]
    rows = [
        (
            str(mismatch.query),
            str(mismatch.line),
            "{}, {}".format(*mismatch.start),
            "{}, {}".format(*mismatch.goal),
            "no path" if mismatch.expected is None else f"{mismatch.expected:.10g}",
            str(mismatch.status) if mismatch.got is None else f"{mismatch.got:.10g}",
        )
        for mismatch in shown
    ]
    text = table(rows, ("query", "line", "start", "goal", "expected", "got"))
    if len(mismatches) > len(shown):
        text += f"and {len(mismatches) - len(shown)} more, all of them with --json\n"
    return text


def _bucket_text(run: _Run) -> str:
    """Return a table of few rows: neighbouring buckets are joined where there are many."""
    buckets = np.unique(run.buckets)
    joined = np.array_split(buckets, min(_ROWS_SHOWN, len(buckets)))
    rows = [_row(run, int(few[0]), int(few[-1])) for few in joined]
    cells = [(_name(row["bucket"]), *_figures(row)) for row in rows]
    everything = _row(run, int(buckets[0]), int(buckets[-1]))
    return table([*cells, ("all", *_figures(everything))], _HEADERS)


def _name(bucket: Sequence[int]) -> str:
    first, last = bucket
    return str(first) if first == last else f"{first}-{last}"


def _figures(row: dict[str, Any]) -> tuple[str, ...]:
    times = (f"{row[name]:.1f}" for name in ("mean", "median", "max"))
    return (str(row["queries"]), *times, f"{row['visited']:.0f}")


def _total_text(total: dict[str, Any]) -> str:
    return table(
        [
            ("queries", str(total["queries"])),
            ("mismatches", str(total["mismatchCount"])),
            ("seconds", f"{total['seconds']:.2f}"),
            ("per second", f"{total['queriesPerSecond']:.0f}"),
        ]
    )
