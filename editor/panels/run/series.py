"""The charts of a run: activities, crowd, flow through doors, and time per step."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from editor.look.plots.strokes import Stroke, stroke_of
from editor.panels.run import crowd_series as crowd
from editor.panels.run import messages as words
from editor.panels.run.chart import Chart, Line
from editor.run.record import RunRecord
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


def _agents(record: RunRecord, _: float) -> list[Line]:
    counts = record.statistics.counts
    return [
        Line(key, tr(name), stroke, counts(doing).astype(np.float64))
        for doing, (key, name, stroke) in _DOING.items()
    ]


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
    Chart("agents", mark("Agents"), 0, _agents, "",
          about=mark("How many agents do what.")),
    Chart("queueing", mark("Queueing, %"), 0, crowd.queueing, crowd.NOBODY,
          about=mark("Of the agents that want to walk: crawling, slower than a fifth of their "
                     "speed; held up, half a second without getting on.")),
    Chart("doors", mark("Doors, agents/s"), 2, crowd.rates, crowd.NO_DOORS, windows=True,
          of_gates=True,
          about=mark("How many agents pass each door, and each gap at which they queue.")),
    Chart("flow", mark("Flow, agents/(s·m)"), 2, crowd.flows, crowd.NO_DOORS,
          windows=True, of_gates=True,
          about=mark("How many agents pass a metre of each door, and of each gap at which they "
                     "queue. Real doors pass 1.2 to 3.3 people.")),
    Chart("gaps", mark("Time between two, s"), 2, crowd.gaps, crowd.NO_DOORS, windows=True,
          of_gates=True,
          about=mark("Time from one agent to the next through each door, and through each gap at "
                     "which they queue.")),
    Chart("overlap", mark("Overlap, %"), 0, crowd.overlap, crowd.NOBODY,
          about=mark("How deep agents are in each other, of both radii: at 0 % they touch, at "
                     "100 % they are in one place.")),
    Chart("pushes", mark("Farthest push, cm"), 1, crowd.pushes,
          mark("Pushes are measured while a run plays. Press Space, and see here how far agents "
               "are pushed."),
          about=mark("How far an agent is moved in one step beyond its own walking.")),
    Chart("turns", mark("Turning back, /min"), 1, crowd.turns, crowd.NOBODY,
          windows=True,
          about=mark("How often each agent that walks turns by more than 90° from one tick to the "
                     "next. Many turns at one place look like trembling.")),
    Chart("density", mark("Density, agents/m²"), 2, crowd.density, crowd.NOBODY,
          about=mark("How many agents there are within 1.5 m of one, each square metre.")),
    Chart("speeds", mark("Speed by density, m/s"), 2, crowd.speeds, crowd.NOBODY,
          about=mark("A dot for each second: mean density around walkers, and their mean speed. "
                     "The dashed line is what people do."),
          over=mark("agents/m²")),
    Chart("steps", mark("Step times, ms"), 3, _times,
          mark("Steps are timed while a run plays. Press Space, and see here what they cost."),
          about=mark("What each part of a step costs.")),
)  # fmt: skip
"""All charts, in the order of the menu."""
