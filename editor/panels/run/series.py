"""The numbers of the charts of a run: a table for each, with a line of the chart a column."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from editor.look.plots.strokes import Stroke, stroke_of
from editor.panels.run import messages as words
from editor.run.record import RunRecord
from navcore.geometry.rings import Floats
from navcore.i18n import mark, tr
from navcore.sim.statistics import Doing

_DOING: Final[Mapping[Doing, tuple[str, str, Stroke]]] = {
    Doing.WALKING: ("walking", mark("Walking"), Stroke("walkable_edge")),
    Doing.HELD_UP: ("held_up", mark("Held up"), Stroke("warn", (8.0, 3.0, 2.0, 3.0))),
    Doing.WAITING: ("waiting", mark("Waiting"), Stroke("text2", (2.0, 3.0))),
    Doing.STUCK: ("stuck", mark("Stuck"), Stroke("error", (4.0, 4.0))),
    Doing.ARRIVED: ("arrived", mark("Arrived"), Stroke("ok", (12.0, 4.0))),
}
STROKES: Final = tuple(stroke for _, _, stroke in _DOING.values())
"""The strokes of what agents do."""
_WHOLE: Final = Stroke("text")
MS: Final = 1000.0


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One line of a chart."""

    key: str
    """Its column in tables; the same in all languages."""
    name: str
    stroke: Stroke
    ys: Floats
    """(ticks,) a value for each tick; NaN where nothing is known."""


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart of a run."""

    key: str
    title: str
    """What the left axis counts, before translation."""
    decimals: int
    """How exactly values are told."""
    lines: Callable[[RunRecord, float], list[Line]]
    """The lines of a record, rates taken over so many seconds."""
    nothing: str
    """What is said where there are no lines, before translation."""
    windows: bool = False
    """Whether rates are taken over some seconds."""


def _agents(record: RunRecord, _: float) -> list[Line]:
    counts = record.statistics.counts
    return [
        Line(key, tr(name), stroke, counts(doing).astype(np.float64))
        for doing, (key, name, stroke) in _DOING.items()
    ]


def _doors(record: RunRecord, seconds: float) -> list[Line]:
    passages, keys = record.statistics.passages, set[str]()
    lines = []
    doors = [(door, name) for door, name in passages.names.items() if door >= 0]
    for number, (door, name) in enumerate(doors):
        key = name if name and name not in keys else f"{name or 'door'}_{door}"
        keys.add(key)
        rate = record.statistics.rate(passages.ticks(door), seconds)
        lines.append(Line(key, name or tr("without a name"), stroke_of(number), rate))
    return lines


def _times(record: RunRecord, _: float) -> list[Line]:
    times, ticks = record.times, record.statistics.ticks
    lines = [
        Line(f"{name}_ms", words.phase(name), stroke_of(number), MS * times.of(name, ticks))
        for number, name in enumerate(times.phases)
    ]
    if not lines:
        return []
    whole = np.sum([line.ys for line in lines], axis=0)
    return [Line("step_ms", tr("Whole step"), _WHOLE, whole), *lines]


CHARTS: Final = (
    Chart("agents", mark("Agents"), 0, _agents, ""),
    Chart("doors", mark("Doors, agents/s"), 2, _doors,
          mark("This level has no doors to count at. Press D and click both sides of a gap."),
          windows=True),
    Chart("steps", mark("Step times, ms"), 3, _times,
          mark("Steps are timed while a run plays. Press Space, and see here what they cost.")),
)  # fmt: skip


def table_text(lines: Sequence[Line], per_tick: float) -> str:
    """The lines as comma-separated values: seconds, then a column a line; empty if unknown."""
    rows = [",".join(["seconds", *(_quoted(line.key) for line in lines)])]
    for tick, values in enumerate(zip(*(line.ys.tolist() for line in lines), strict=True)):
        told = ("" if math.isnan(value) else f"{value:.6g}" for value in values)
        rows.append(",".join([f"{tick * per_tick:.1f}", *told]))
    return "\n".join([*rows, ""])


def _quoted(text: str) -> str:
    """A name as a field of the table; names may hold anything."""
    if any(sign in text for sign in ',"\n\r'):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text
