"""The numbers of the charts of a crowd: queueing, flow at doors, overlaps, pushes, speed."""

from typing import Final

import numpy as np

from editor.look.plots.strokes import Stroke, stroke_of
from editor.panels.run.chart import Line
from editor.run.record import RunRecord
from navcore.geometry.rings import Floats
from navcore.i18n import mark, tr
from navcore.sim.agents import Integers
from navcore.sim.judging import DEEP, PUSHED, weidmann
from navcore.sim.statistics import Doing

NOBODY: Final = mark(
    "No agent has walked in this run yet. Select an agent and right-click the floor."
)
NO_DOORS: Final = mark(
    "This level has no doors to count at. Press D and click both sides of a gap."
)
REAL_FLOW: Final = (1.2, 3.3)
"""People a second and metre that real doors pass: from Weidmann (1993) to Müller and Nagai."""
_LIMIT: Final = Stroke("error", (4.0, 4.0))
_PERCENT: Final = 100.0
_CM: Final = 100.0
DENSEST: Final = 5.4
"""Agents a square metre at which people stand (Weidmann 1993)."""


def queueing(record: RunRecord, _: float) -> list[Line]:
    """Return shares of the agents that want to walk."""
    statistics = record.statistics
    ticks = statistics.ticks
    walkers = statistics.crowd.walkers(ticks)
    if not np.nansum(walkers):
        return []
    walkers[walkers == 0] = np.nan
    held_up = np.minimum(statistics.counts(Doing.HELD_UP) / walkers, 1.0)
    waiting = statistics.crowd.waiting(ticks) / walkers
    return [
        Line("slow", tr("Crawling"), Stroke("walkable_edge"),
             _PERCENT * waiting),
        Line("held_up", tr("Held up"),
             Stroke("warn", (8.0, 3.0, 2.0, 3.0)), _PERCENT * held_up),
    ]  # fmt: skip


def overlap(record: RunRecord, _: float) -> list[Line]:
    """Return the deepest overlap of two, and what most agents stay below."""
    statistics = record.statistics
    ticks, crowd = statistics.ticks, statistics.crowd
    if not crowd.agent_ticks:
        return []
    rows = (
        ("deepest", tr("Deepest pair"), Stroke("error"), crowd.deepest(ticks)),
        ("most_of_100", tr("99 % below"), Stroke("warn", (8.0, 4.0)),
         crowd.depths(ticks, 0.99)),
        ("most_of_10", tr("90 % below"), Stroke("walkable_edge", (8.0, 3.0, 2.0, 3.0)),
         crowd.depths(ticks, 0.9)),
        ("half", tr("Half below"), Stroke("text2", (2.0, 3.0)),
         crowd.depths(ticks, 0.5)),
        ("limit", tr("Deep from {0} %").format(f"{_PERCENT * DEEP:.0f}"), _LIMIT,
         np.full(ticks, DEEP)),
    )  # fmt: skip
    return [Line(key, name, stroke, _PERCENT * ys) for key, name, stroke, ys in rows]


def density(record: RunRecord, _: float) -> list[Line]:
    """Around the agent that most others are near, and around walkers in the mean."""
    ticks, crowd = record.statistics.ticks, record.statistics.crowd
    if not crowd.agent_ticks:
        return []
    return [
        Line("densest", tr("Densest place"), Stroke("warn"), crowd.densest_of(ticks)),
        Line("walkers", tr("Mean of walkers"), Stroke("walkable_edge", (8.0, 4.0)),
             crowd.density(ticks)),
        Line("limit", tr("People stand from {0}").format(DENSEST), _LIMIT,
             np.full(ticks, DENSEST)),
    ]  # fmt: skip


def pushes(record: RunRecord, _: float) -> list[Line]:
    """Return the largest push of each tick, and the limit of visibility."""
    ticks = record.statistics.ticks
    farthest = record.pushes.largest(ticks)
    if np.isnan(farthest).all():
        return []
    limit = tr("Jerk from {0} cm").format(f"{_CM * PUSHED:.0f}")
    return [
        Line("farthest", tr("Farthest push"), Stroke("walkable_edge"), _CM * farthest),
        Line("limit", limit, _LIMIT, np.full(ticks, _CM * PUSHED)),
    ]


def turns(record: RunRecord, seconds: float) -> list[Line]:
    """Return how often a walker turns back within some seconds."""
    statistics = record.statistics
    ticks, per_tick = statistics.ticks, statistics.seconds_per_tick
    walkers = np.nan_to_num(statistics.crowd.walkers(ticks))
    if not walkers.sum():
        return []
    window = max(1, round(seconds / per_tick))
    turned = _over(np.nan_to_num(statistics.crowd.turned(ticks)), window)
    minutes = _over(walkers, window) * per_tick / 60
    with np.errstate(invalid="ignore", divide="ignore"):
        often = np.where(minutes > 0, turned / minutes, np.nan)
    return [Line("turns", tr("Each walker"), Stroke("walkable_edge"), often)]


def speeds(record: RunRecord, _: float) -> list[Line]:
    """Speed against density: moments, the mean of each density, and people."""
    statistics = record.statistics
    crowd = statistics.crowd
    classes = crowd.speeds()
    if not classes:
        return []
    every = max(1, round(1 / statistics.seconds_per_tick))
    dense, fast = (of(statistics.ticks)[::every] for of in (crowd.density, crowd.speed))
    reach = max(2.0, min(DENSEST, 1.1 * max(one.density for one in classes)))
    people = np.linspace(0.05, reach, 60)
    means = np.array([(one.density, one.speed) for one in classes])
    return [
        Line("seconds", tr("Each second"), Stroke("walkable_edge", (2.0, 6.0)), fast,
             dense, dots=True),
        Line("mean", tr("Mean"), Stroke("text"), means[:, 1], means[:, 0]),
        Line("people", tr("People (Weidmann)"), Stroke("ok", (8.0, 4.0)), weidmann(people),
             people),
    ]  # fmt: skip


# Doors, and gaps at which agents queue.


def rates(record: RunRecord, seconds: float) -> list[Line]:
    """Return agents a second."""
    return _gates(record, seconds)


def flows(record: RunRecord, seconds: float) -> list[Line]:
    """Return agents per second and metre, beside values of real doors."""
    lines = _gates(record, seconds, per_metre=True)
    if not lines:
        return []
    ticks = record.statistics.ticks
    words = (tr("People, least"), tr("People, most"))
    real = [
        Line(key, name, Stroke("text2", dash), np.full(ticks, flow))
        for key, name, flow, dash in zip(
            ("real_least", "real_most"), words, REAL_FLOW, ((2.0, 3.0), (8.0, 4.0)), strict=True
        )
    ]
    return [*real, *lines]


def gaps(record: RunRecord, seconds: float) -> list[Line]:
    """Return the mean time between agents that passed within some seconds."""
    statistics = record.statistics
    window = max(1, round(seconds / statistics.seconds_per_tick))
    return [
        Line(key, name, stroke, _mean_gap(passed, statistics.ticks, window)
             * statistics.seconds_per_tick)
        for key, name, stroke, passed, _ in _named(record)
    ]  # fmt: skip


def _gates(record: RunRecord, seconds: float, *, per_metre: bool = False) -> list[Line]:
    statistics = record.statistics
    return [
        Line(key, name, stroke, statistics.rate(passed, seconds) / (width if per_metre else 1.0))
        for key, name, stroke, passed, width in _named(record)
    ]


def _named(record: RunRecord) -> list[tuple[str, str, Stroke, Integers, float]]:
    """Key, name, stroke, ticks of passing and width of doors, then of gaps with queues."""
    passages, keys = record.statistics.passages, set[str]()
    found = []
    for number, gate in enumerate(passages.figures()):
        name = gate.name
        if gate.id < 0:
            x, z = gate.place
            name = tr("gap at {0:.1f}, {1:.1f}").format(x, z)
            key = f"gap_{x:.1f}_{z:.1f}"
        else:
            key = name if name and name not in keys else f"{name or 'door'}_{gate.id}"
        keys.add(key)
        shown = name or tr("without a name")
        stroke = stroke_of(number)
        found.append((key, shown, stroke, passages.ticks(gate.id), max(gate.width, 1e-6)))
    return found


def _mean_gap(passed: Integers, ticks: int, window: int) -> Floats:
    """Return (ticks,) mean ticks between passings in a window up to each tick; NaN for one."""
    now = np.arange(ticks)
    first = np.searchsorted(passed, now - window + 1)
    after = np.searchsorted(passed, now, side="right")
    count = after - first
    found = np.full(ticks, np.nan)
    known = count > 1
    found[known] = (passed[after[known] - 1] - passed[first[known]]) / (count[known] - 1)
    return found


def _over(values: Floats, window: int) -> Floats:
    """(n,) sums over a window that ends at each value."""
    sums = np.cumsum(values)
    sums[window:] -= sums[:-window].copy()
    return sums
