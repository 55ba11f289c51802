"""Thinking and planning: who goes on, who needs another path, and whose turn it is."""

import numpy as np

from navcore.path.result import Status
from navcore.sim.agents import CODES, NEVER, STAND, WALK, Floats, Rows
from navcore.sim.events import NOBODY, Kind
from navcore.sim.following import settle_hindered
from navcore.sim.obstacles import circles_for, standing
from navcore.sim.run import Run

WORK_OF_A_PLAN = 25
"""What a plan takes besides the cells that its search took, in as many cells."""


_SAME_WAY = 0.05
"""Points of a path that are nearer than this to those of another are the same, metres."""


def think(run: Run) -> None:
    """Agents that stood at a goal for their time turn to their next one."""
    agents = run.agents
    for row in np.flatnonzero(agents.meets != NOBODY).tolist():
        _approach(run, row)
    until = agents.waiting_until
    due = (until != NEVER) & (until <= run.step) & ~agents.aside
    for row in np.flatnonzero(due).tolist():
        until[row] = NEVER
        run.go_on(row)
    settle_hindered(run)


def _approach(run: Run, row: int) -> None:
    """Follow whom it is to meet; near enough, it stops and has met that one, once (S0-118)."""
    agents = run.agents
    other = agents.index.get(int(agents.meets[row]))
    if other is None:
        agents.meets[row] = NOBODY
        return
    x, z = agents.positions[other].tolist()
    away = agents.positions[row] - (x, z)
    if np.hypot(*away) <= run.settings.talk_distance:
        agents.stop(row)
        agents.asked[row] = NEVER
        agents.meets[row] = NOBODY
        agents.statuses[row] = CODES[Status.COMPLETE]
        run.tell(Kind.MET, row, other=int(agents.ids[other]))
        return
    moved = agents.requested_targets[row] - (x, z)
    far = np.hypot(*moved) > run.settings.target_replan_threshold
    idle = agents.states[row] == STAND and agents.asked[row] == NEVER
    if (far or idle) and run.step >= agents.replan_from[row]:
        agents.requested_targets[row] = (x, z)
        agents.replan_from[row] = run.step + run.settings.cooldown_steps
        agents.ask(row, run.step)


def replan(run: Run) -> None:
    """Plan for those who asked: the earliest first, of one step the lowest id first.

    After `plans_per_step` plans, or once the searches took `work_per_step` cells, the rest
    waits for the next step: no step is held up, however many ask.
    """
    agents, settings = run.agents, run.settings
    rows = np.flatnonzero(agents.asked != NEVER)
    if not len(rows):
        return
    in_turn = rows[np.lexsort((agents.ids[rows], agents.asked[rows]))]
    stands = standing(agents).astype(np.int32)
    work = 0
    for row in in_turn[: settings.plans_per_step].tolist():
        work += WORK_OF_A_PLAN + _plan(run, row, stands)
        if work >= settings.work_per_step:
            break


def _plan(run: Run, row: int, stands: Rows) -> int:
    """Plan from where the agent is to what was asked for (S0-113); the cells it took.

    Around those who stand near, through them if there is no other way. A goal that can't be
    reached gives a path to the nearest place that can; without any path the agent stays where
    it is (S0-114). Its walk target is where the path really ends, never a point behind a wall
    (X-017).
    """
    agents, settings = run.agents, run.settings
    goal = (float(agents.requested_targets[row, 0]), float(agents.requested_targets[row, 1]))
    circles = circles_for(agents, row, goal, settings, stands)
    result = run.world.find_path_to_nearest(
        agents.place(row), goal, snap_radius=settings.snap_radius, avoid=circles
    )
    walks_already = bool(agents.under_way[row])
    agents.asked[row] = NEVER
    agents.aside[row] = False
    agents.statuses[row] = CODES[result.status]
    if result.status in {Status.COMPLETE, Status.PARTIAL} and len(result.points):
        hindered, old = agents.hindered[row], agents.path(row)
        agents.set_path(row, result.points)
        agents.hindered[row] = hindered
        agents.walk_targets[row] = result.end
        agents.under_way[row] = True
        agents.states[row] = WALK
        agents.replans[row] += walks_already
        follows = agents.meets[row] != NOBODY
        if walks_already and not follows and _differ(old, result.points):
            run.tell(Kind.REPLANNED, row, status=CODES[result.status])
    else:
        agents.stop(row)
        agents.under_way[row] = result.ok
        if not result.ok:
            run.tell(Kind.NO_WAY, row, status=CODES[result.status])
    return result.visited


def _differ(old: Floats, new: Floats) -> bool:
    """Whether two paths from one place are not the same way."""
    return len(old) != len(new) or bool((np.abs(old - new) > _SAME_WAY).any())
