"""Findings about the crowd of a run: the worst moments, and how doors are passed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np

from editor.look.fields import number_text
from editor.panels.run.crowd_series import DENSEST, REAL_FLOW
from editor.run.record import RunRecord
from navcore.i18n import several, tr
from navcore.level.model import Point
from navcore.sim.judging import DEEP, PUSHED, PassageFigures
from navcore.sim.judging.spots import Ado

_TOUCH: Final = 0.005
"""Share of both radii below which two only touch."""
_HARDLY: Final = 0.01
"""Metres of a push below which it is none."""

Verdict: TypeAlias = Literal["good", "bad", ""]


@dataclass(frozen=True, slots=True)
class Finding:
    """One row of the list."""

    what: str
    told: str
    verdict: Verdict = ""
    """Verdict on whether it looks like people; "" if unknown."""
    seconds: float | None = None
    """Time to go to; None for none."""
    agents: tuple[int, ...] = ()
    """Ids of the agents concerned."""
    place: Point | None = None
    """Position, metres."""


def findings(record: RunRecord) -> list[Finding]:
    """Return all findings from the statistics of a run; empty without statistics."""
    statistics = record.statistics
    if not statistics.crowd.agent_ticks:
        return []
    gates = sorted(statistics.passages.figures(), key=lambda gate: -gate.passed)
    return [
        _overlap(record), _push(record), _densest(record), _waiting(record), _turning(record),
        *(_passing(gate) for gate in gates),
    ]  # fmt: skip


def _overlap(record: RunRecord) -> Finding:
    crowd, what = record.statistics.crowd, tr("Deepest overlap")
    worst = crowd.overlap
    if worst.value < _TOUCH:
        return Finding(what, tr("No agents overlap."), "good")
    told = tr("{0} of both radii · 99 of 100 agents stay below {1}")
    told = told.format(_percent(worst.value), _percent(crowd.depth(0.99)))
    verdict: Verdict = "bad" if worst.value > DEEP else "good"
    return Finding(what, told, verdict, worst.seconds, worst.agents, worst.place)


def _push(record: RunRecord) -> Finding:
    pushes, what = record.pushes, tr("Farthest push")
    if not pushes.known:
        return Finding(what, tr("Not known: pushes are measured only while a run plays."))
    worst = pushes.most
    if worst.value < _HARDLY:
        return Finding(what, tr("No agent is pushed as far as 1 cm."), "good")
    told = tr("{0} beyond walking in one step").format(number_text(100 * worst.value, "cm", 1))
    if pushes.count:
        told += f" · {_often(pushes.count)}"
    verdict: Verdict = "bad" if worst.value > PUSHED else "good"
    return Finding(what, told, verdict, worst.seconds, worst.agents, worst.place)


def _densest(record: RunRecord) -> Finding:
    worst = record.statistics.crowd.densest
    told = tr("{0} agents/m² within 1.5 m").format(f"{worst.value:.2f}")
    verdict: Verdict = "bad" if worst.value > DENSEST else "good"
    what = tr("Densest place")
    return Finding(what, told, verdict, worst.seconds, worst.agents, worst.place)


def _waiting(record: RunRecord) -> Finding:
    statistics, what = record.statistics, tr("Crawling")
    crowd = statistics.crowd
    if not crowd.waited:
        return Finding(what, tr("No agent is slower than a fifth of its speed."))
    told = tr("{0} of the time that agents want to walk · most at once: {1}")
    series = np.nan_to_num(crowd.waiting(statistics.ticks))
    tick = int(series.argmax())
    share = _percent(crowd.waited / max(crowd.wanted, 1e-9))
    told = told.format(share, f"{series[tick]:.0f}")
    return _at_worst(record, Ado.WAITING, what, told, tick)


def _turning(record: RunRecord) -> Finding:
    statistics, what = record.statistics, tr("Turning back")
    crowd = statistics.crowd
    if not crowd.turns:
        return Finding(what, tr("No agent turns back."))
    often = 60 * crowd.turns / max(crowd.wanted, 1e-9)
    told = tr("{0} times per minute of walking").format(f"{often:.1f}")
    tick = int(np.nan_to_num(crowd.turned(statistics.ticks)).argmax())
    return _at_worst(record, Ado.TURNING, what, told, tick)


def _at_worst(record: RunRecord, kind: Ado, what: str, told: str, tick: int) -> Finding:
    """A finding that leads to the worst spot; where there is none, to the tick that had most."""
    statistics = record.statistics
    spot = next((one for one in statistics.crowd.spots.found() if one.kind is kind), None)
    if spot is None:
        return Finding(what, told, seconds=tick * statistics.seconds_per_tick)
    return Finding(what, told, "", spot.seconds, spot.agents, spot.place)


def _passing(gate: PassageFigures) -> Finding:
    if gate.id < 0:
        what = tr("gap at {0:.1f}, {1:.1f}").format(*gate.place)
    else:
        what = gate.name or tr("door without a name")
    passed = several(gate.passed, "1 agent passes", "{0} agents pass")
    parts = [tr("{0}, {1} wide").format(passed, number_text(gate.width, "m"))]
    verdict: Verdict = ""
    if gate.flow is not None and gate.gap is not None:
        parts.append(tr("{0} agents/(s·m)").format(f"{gate.flow:.2f}"))
        parts.append(tr("{0} s from one to the next").format(f"{gate.gap:.1f}"))
        verdict = "bad" if gate.flow > REAL_FLOW[1] else ""
    if verdict == "bad":
        parts.append(tr("more than people manage"))
    if gate.queued:
        parts.append(tr("{0} s of waiting before it").format(f"{gate.queued:.0f}"))
    return Finding(what, " · ".join(parts), verdict, place=gate.place)


def who(finding: Finding, name: Callable[[int], str]) -> str:
    """Return the names of a finding's agents; `name` returns the name for an id."""
    return tr(" and ").join(name(one) or tr("without a name") for one in finding.agents)


def _percent(share: float) -> str:
    return tr("{0} %").format(f"{100 * share:.0f}")


def _often(count: int) -> str:
    limit = f"{100 * PUSHED:.0f}"
    if count == 1:
        return tr("1 push over {0} cm").format(limit)
    return tr("{0} pushes over {1} cm").format(count, limit)
