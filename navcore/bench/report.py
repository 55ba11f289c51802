"""Reports of bench results: a table for reading, JSON for comparing runs."""

import math
import os
import platform
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from navcore import kernels
from navcore.bench.contest import Result, Standing

__all__ = ["HEADERS", "SUMMARY_HEADERS", "as_data", "rows", "summary", "summary_rows"]

HEADERS = (
    "work", "case", "cells", "tool", "calls", "mean us", "median us", "99 % us", "ratio", "notes",
)  # fmt: skip
SUMMARY_HEADERS = ("work", "tool", "cases", "ratio", "least", "most", "notes")


class Summary(NamedTuple):
    """Results of one tool in one kind of work, over all cases."""

    work: str
    tool: str
    rule: str
    cases: int
    """Number of cases without wrong results."""
    wrong: int
    """Number of wrong results in all cases."""
    ratio: float
    """Geometric mean of the ratios; NaN if there are none."""
    least: float
    most: float
    excess: float | None
    """Mean excess length of paths over all cases, per cent."""


def rows(results: Iterable[Result]) -> list[tuple[str, ...]]:
    """Return one row for each case and tool, in the columns of `HEADERS`."""
    return [
        (
            result.work,
            result.case,
            f"{result.width} x {result.depth}",
            standing.tool,
            str(standing.calls),
            _us(standing.mean),
            _us(standing.median),
            _us(standing.p99),
            "" if standing.ratio is None else f"{standing.ratio:.2f}",
            _notes(standing),
        )
        for result in results
        for standing in result.standings
    ]


def summary(results: Sequence[Result]) -> list[Summary]:
    """Summarise each kind of work and tool, in the order of their first results."""
    found: dict[tuple[str, str, str], list[Standing]] = {}
    for result in results:
        for standing in result.standings:
            found.setdefault((result.work, standing.tool, standing.rule), []).append(standing)
    return [_summed(*key, standings) for key, standings in found.items()]


def summary_rows(results: Sequence[Result]) -> list[tuple[str, ...]]:
    """Return the rows of the summary, in the columns of `SUMMARY_HEADERS`."""
    return [
        (
            line.work,
            line.tool,
            str(line.cases),
            *(
                f"{ratio:.2f}" if line.cases else ""
                for ratio in (line.ratio, line.least, line.most)
            ),
            _joined(
                line.rule,
                f"{line.wrong} wrong" if line.wrong else "",
                "" if line.excess is None else f"{line.excess:.3f} % too long",
            ),
        )
        for line in summary(results)
    ]


def as_data(results: Sequence[Result], absent: Sequence[str], rounds: int) -> dict[str, Any]:
    """Return all results as data for JSON; times are in microseconds."""
    return {
        "format": "waywright-bench",
        "version": 1,
        "machine": _machine(),
        "kernels": "compiled" if kernels.COMPILED else "interpreted",
        "versions": {name: _version(name) for name in ("waywright", "numpy", "shapely", "Cython")},
        "rounds": rounds,
        "absent": list(absent),
        "results": [
            {
                "work": result.work,
                "case": result.case,
                "gridWidth": result.width,
                "gridDepth": result.depth,
                "tools": [_tool_data(standing) for standing in result.standings],
            }
            for result in results
        ],
        "summary": [
            {
                name: None if isinstance(value, float) and math.isnan(value) else value
                for name, value in line._asdict().items()
            }
            for line in summary(results)
        ],
    }


def _tool_data(standing: Standing) -> dict[str, Any]:
    return {
        "tool": standing.tool,
        "version": standing.version,
        "rule": standing.rule,
        "calls": standing.calls,
        "rounds": standing.rounds,
        "wrong": standing.wrong,
        "mean": standing.mean,
        "median": standing.median,
        "p99": standing.p99,
        "max": standing.longest,
        "ratio": standing.ratio,
        **standing.extra,
    }


def _summed(work: str, tool: str, rule: str, standings: Sequence[Standing]) -> Summary:
    ratios = [standing.ratio for standing in standings if standing.ratio is not None]
    excess = [one.extra["excessMean"] for one in standings if "excessMean" in one.extra]
    mean = math.exp(math.fsum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan
    return Summary(
        work, tool, rule, len(ratios), sum(standing.wrong for standing in standings),
        mean, min(ratios, default=math.nan), max(ratios, default=math.nan),
        math.fsum(excess) / len(excess) if excess else None,
    )  # fmt: skip


def _notes(standing: Standing) -> str:
    extra = standing.extra
    return _joined(
        standing.rule,
        f"{standing.wrong} wrong" if standing.wrong else "",
        "{excessMean:.3f} % too long, at most {excessMax:.2f} %".format(**extra) if extra else "",
    )


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))


def _us(microseconds: float) -> str:
    return f"{microseconds:,.1f}" if microseconds < 1000 else f"{microseconds:,.0f}"


def _machine() -> dict[str, Any]:
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor())


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
