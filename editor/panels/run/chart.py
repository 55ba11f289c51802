"""Data of a chart of a run: its lines, axes, and table."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from editor.look.plots.strokes import Stroke
from editor.run.record import RunRecord
from navcore.geometry.rings import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One line of a chart."""

    key: str
    """Column name in tables; the same in all languages."""
    name: str
    stroke: Stroke
    ys: Floats
    """(ticks,) a value for each tick; NaN where nothing is known."""
    xs: Floats | None = None
    """(n,) where its values (n,) are, in charts that are not over time."""
    dots: bool = False
    """True if it is a dot for each second of the run."""

    def at(self, tick: int, x: float) -> float:
        """Return the value at a tick, or at a place of the bottom axis; NaN where there is none."""
        if not len(self.ys) or self.dots:
            return math.nan
        if self.xs is None:
            return float(self.ys[min(tick, len(self.ys) - 1)])
        return float(np.interp(x, self.xs, self.ys, left=math.nan, right=math.nan))


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart of a run."""

    key: str
    title: str
    """Title of the left axis, before translation."""
    decimals: int
    """Decimals of values."""
    lines: Callable[[RunRecord, float], list[Line]]
    """Function that returns the lines of a record, with rates over these seconds."""
    nothing: str
    """Message if there are no lines, before translation."""
    windows: bool = False
    """True if rates are taken over some seconds."""
    about: str = ""
    """Explanation of the lines, before translation."""
    over: str = ""
    """Title of the bottom axis if it is not time, before translation."""
    of_gates: bool = False
    """True if there is a line for each door; at first only a few of them are drawn."""


def table_text(lines: Sequence[Line], per_tick: float) -> str:
    """Return the lines as CSV: seconds, then a column for each line; empty if unknown.

    For a chart that is not over time each row has the name of a line, an x and a y value.
    """
    if any(line.xs is not None for line in lines):
        rows = ["line,x,y"]
        for line in lines:
            assert line.xs is not None
            pairs = zip(line.xs.tolist(), line.ys.tolist(), strict=True)
            rows += [f"{_quoted(line.key)},{x:.6g},{y:.6g}" for x, y in pairs if y == y]
        return "\n".join([*rows, ""])
    rows = [",".join(["seconds", *(_quoted(line.key) for line in lines)])]
    for tick, values in enumerate(zip(*(line.ys.tolist() for line in lines), strict=True)):
        texts = ("" if math.isnan(value) else f"{value:.6g}" for value in values)
        rows.append(",".join([f"{tick * per_tick:.1f}", *texts]))
    return "\n".join([*rows, ""])


def _quoted(text: str) -> str:
    """Return a name as a field of the table; names may hold anything."""
    if any(sign in text for sign in ',"\n\r'):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text
