"""Giving way in time: a part of the agents each step, so that in a tick each looks up once."""

from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers
from navcore.kernels.crowd import pacing as pacing_kernel
from navcore.kernels.crowd import path_following
from navcore.kernels.crowd import seen as seen_kernel
from navcore.kernels.crowd import steering as kernel
from navcore.kernels.crowd.agents import Bodies
from navcore.sim.agents import NEVER, Agents, Rows
from navcore.sim.corridors import keep_in_corridors
from navcore.sim.following import settle
from navcore.sim.neighbours import Surroundings, ways_of
from navcore.sim.network_following import follow_networks
from navcore.sim.right_of_way import right_of_way
from navcore.sim.run import Run

_TURNS: Final = np.radians([-12.0, 12.0, -25.0, 25.0, -42.0, 42.0, -62.0, 62.0, -85.0, 85.0])
FAN: Final = np.column_stack((_TURNS, np.cos(_TURNS), np.sin(_TURNS)))
"""The directions that are looked at besides the straight one: radians to the left, cosine, sine."""
_SEEN: Final = 512
"""So many others one agent looks at, at most; it minds the nearest few."""
_RESIGNED: Final = 10
"""Ticks without getting on after which one looks up every other tick only."""
_PERIODS: Final = (1, 2, 5, 10)
"""Ticks from thought to thought, near where the run is watched from and farther away."""


def turn_of(run: Run) -> tuple[Rows, npt.NDArray[np.uint8]]:
    """Rows whose turn to look up is in this step; how many ticks ago each did the last time."""
    settings, agents = run.settings, run.agents
    first, every = run.step % settings.steps_per_tick, settings.steps_per_tick
    ids, hindered = agents.ids[first::every], agents.hindered[first::every]
    count = run.step // every + ids
    periods = 1 + (agents.calm[first::every] | (hindered >= _RESIGNED))
    if run.focus is not None:
        away = agents.positions[first::every] - run.focus
        far = np.searchsorted(settings.detail_distances, np.hypot(*away.T))
        periods = np.take(_PERIODS, far) * periods
    rows = np.flatnonzero(count % periods == 0)
    passed: npt.NDArray[np.uint8] = periods[rows].astype(np.uint8)
    rows *= every
    rows += first
    return rows.astype(np.int32), passed


def steer(run: Run) -> None:
    """Let walkers find back to their paths, and turn off them for others in time."""
    agents = run.agents
    keep_in_corridors(run)
    rows, passed = turn_of(run)
    if run.around is None:
        return
    if len(rows):
        _keep_courses(run, agents, rows)
    turns = np.zeros(len(agents), np.uint8)
    turns[rows] = passed
    around = run.around
    bodies = around.bodies()[0]
    pacing = pacing_kernel.Pacing(
        run.floors.within(agents.corridors),
        bodies,
        right_of_way(run, bodies),
        seen_by(around, bodies),
        *buffers(pacing_kernel, agents.steers, FAN),
    )
    work = kernel.Steering(
        pacing,
        *buffers(
            kernel, agents.walk_speeds, agents.aims, agents.paces,
            agents.off_path.view(np.uint8), agents.calm.view(np.uint8),
        ),
    )  # fmt: skip
    tick = run.step // run.settings.steps_per_tick
    (turns_in_kernel,) = buffers(kernel, turns)
    work.run(turns_in_kernel, tick, run.settings.seconds_per_tick)


def seen_by(around: Surroundings, bodies: Bodies) -> seen_kernel.Seen:
    """What agents see of those around them."""
    b = buffers(
        seen_kernel, around.agents.velocities, np.empty((_SEEN, 7)), np.empty(_SEEN, np.int32)
    )
    return seen_kernel.Seen(around.near, bodies, b[0], around.widest, b[1], b[2])


def _keep_courses(run: Run, agents: Agents, rows: Rows) -> None:
    """Those off their path go back to it; who sees nothing of it any more plans again."""
    rows = follow_networks(run, rows)
    if not agents.off_path[rows].any():
        return
    lost = np.zeros(len(agents), np.uint8)
    waits = agents.off_path & (agents.asked != NEVER)
    ways = courses_of(run)
    b = buffers(path_following, rows, agents.steers, agents.off_path.view(np.uint8), lost)
    ways.keep(b[0], b[1], b[2], b[3], not run.floors.has_costs)
    # The world may have changed: a clear next point says nothing of the way beyond it.
    agents.off_path |= waits
    for row in np.flatnonzero(lost).tolist():
        if agents.aside[row]:
            settle(run, row)
        elif agents.asked[row] == NEVER and run.step >= agents.replan_from[row]:
            agents.replan_from[row] = run.step + run.settings.cooldown_steps
            agents.ask(row, run.step)


def courses_of(run: Run) -> path_following.Courses:
    """The ways of the agents over the present floor."""
    agents, floors = run.agents, run.floors.in_kernel

    def make() -> path_following.Courses:
        places = buffers(path_following, agents.positions)
        return path_following.Courses(floors, ways_of(agents), *places)

    return agents.kernel(path_following.Courses, floors, make)
