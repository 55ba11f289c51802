"""Steering: agents turn aside in time, a part of them each step, so that each looks once a tick."""

from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import pacing as pacing_kernel
from navcore.kernels.crowd import path_following, walkability
from navcore.kernels.crowd import seen as seen_kernel
from navcore.kernels.crowd import steering as kernel
from navcore.kernels.crowd import turns as turns_kernel
from navcore.kernels.crowd.agents import Bodies
from navcore.kernels.crowd.right_of_way import RightOfWay
from navcore.sim.agents import NEVER, Agents, Bytes, Rows
from navcore.sim.corridors import keep_in_corridors
from navcore.sim.following import settle
from navcore.sim.movement import Movement
from navcore.sim.neighbours import Surroundings, errands_of, ways_of
from navcore.sim.network_following import follow_networks
from navcore.sim.right_of_way import right_of_way
from navcore.sim.run import Run, Turns

_TURNS: Final = np.radians([-12.0, 12.0, -25.0, 25.0, -42.0, 42.0, -62.0, 62.0, -85.0, 85.0])
FAN: Final = np.column_stack((_TURNS, np.cos(_TURNS), np.sin(_TURNS)))
"""Directions that are tested in addition to straight on: radians to the left, cosine, sine."""
_SEEN: Final = 512
"""Most other agents that one agent looks at; only the nearest few matter."""
_PERIODS: Final = np.array((1, 2, 5, 10), np.int32)
"""Ticks between two looks, near the place that the run is watched from and farther away."""
_UNWATCHED: Final = np.zeros(0)


def turns_of(run: Run) -> Turns:
    """Return the agents that have their turn to look up in this step."""
    agents = run.agents
    if run.turns.step == run.step and len(run.turns.passed) == len(agents):
        return run.turns
    found = agents.kernel(_Thinkers, partial(_thinkers, agents))
    if run.focus is None:
        focus = found.unwatched
    else:
        places = np.array((*run.focus, *run.settings.detail_distances))
        (focus,) = buffers(turns_kernel, places)
    count = found.kernel.take(run.step, run.settings.steps_per_tick, focus)
    run.turns = Turns(run.step, found.passed, found.rows[:count])
    return run.turns


class _Thinkers(NamedTuple):
    """The kernel that takes turns, and its outputs: the arrays of `Turns`."""

    kernel: turns_kernel.Turns
    passed: Bytes
    rows: Rows
    unwatched: Any
    """Argument of the kernel if the run is not watched from a place."""


def take_turns(agents: Agents) -> turns_kernel.Turns:
    """Return the kernel that takes turns of these agents."""
    return agents.kernel(_Thinkers, partial(_thinkers, agents)).kernel


def _thinkers(agents: Agents) -> _Thinkers:
    arrays = buffers(
        turns_kernel, agents.positions, agents.ids, agents.hindered, agents.calm.view(np.uint8),
        agents.aside.view(np.uint8), agents.replan_from, agents.movements,
    )  # fmt: skip
    held: tuple[Any, ...] = (ways_of(agents), errands_of(agents), *arrays, int(Movement.IN_SIGHT))
    made = turns_kernel.Turns(*held)
    passed, rows = np.empty(len(agents), np.uint8), np.empty(len(agents), np.int32)
    made.write(*buffers(turns_kernel, _PERIODS, passed, rows))
    return _Thinkers(made, passed, rows, *buffers(turns_kernel, _UNWATCHED))


def steer(run: Run) -> None:
    """Let walkers return to their paths, and turn aside for others in time."""
    agents = run.agents
    keep_in_corridors(run)
    turns = turns_of(run)
    if run.around is None:
        return
    if len(turns.rows):
        _keep_courses(run, agents, turns.rows)
    bodies = run.around.bodies()[0]
    right, floors = right_of_way(run, bodies), run.held_floors
    work = agents.kernel(
        kernel.Steering, partial(_steering, run.around, bodies, right, floors), right, floors
    )
    tick = run.step // run.settings.steps_per_tick
    (passed,) = buffers(kernel, turns.passed)
    work.run(passed, tick, run.settings.seconds_per_tick)


def _steering(
    around: Surroundings, bodies: Bodies, right: RightOfWay, floors: walkability.Floors
) -> kernel.Steering:
    agents = around.agents
    pacing = pacing_kernel.Pacing(
        floors, bodies, right, seen_by(around, bodies),
        *buffers(pacing_kernel, agents.steers, FAN),
    )  # fmt: skip
    return kernel.Steering(
        pacing,
        *buffers(
            kernel, agents.walk_speeds, agents.aims, agents.paces,
            agents.off_path.view(np.uint8), agents.calm.view(np.uint8),
        ),
    )  # fmt: skip


def seen_by(around: Surroundings, bodies: Bodies) -> seen_kernel.Seen:
    """Return the kernel that finds what agents see of their neighbours."""
    b = buffers(
        seen_kernel, around.agents.velocities, np.empty((_SEEN, 7)), np.empty(_SEEN, np.int32)
    )
    return seen_kernel.Seen(around.near, bodies, b[0], around.widest, b[1], b[2])


def _keep_courses(run: Run, agents: Agents, rows: Rows) -> None:
    """Lead agents back to their paths; those that see nothing of them any more plan again."""
    if run.has_network:
        rows = follow_networks(run, rows)
    lost = np.empty(len(rows), np.int32)
    b = buffers(path_following, rows, lost)
    count = courses_of(run).keep(b[0], b[1], not run.floors.has_costs)
    for row in lost[:count].tolist():
        if agents.aside[row]:
            settle(run, row)
        elif agents.asked[row] == NEVER and run.step >= agents.replan_from[row]:
            agents.replan_from[row] = run.step + run.settings.cooldown_steps
            agents.ask(row, run.step)


def courses_of(run: Run) -> path_following.Courses:
    """Return the paths of the agents on the present floor, for kernels."""
    agents, floors = run.agents, run.floors.in_kernel
    return agents.kernel(path_following.Courses, partial(_courses, agents, floors), floors)


def _courses(agents: Agents, floors: walkability.Floors) -> path_following.Courses:
    (positions,) = buffers(path_following, agents.positions)
    courses = path_following.Courses(floors, ways_of(agents), positions)
    off_path = agents.off_path.view(np.uint8)
    courses.of(*buffers(path_following, agents.steers, agents.asked, off_path))
    return courses
