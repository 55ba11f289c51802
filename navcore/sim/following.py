"""Moving: agents walk along their paths and come to their ends."""

import numpy as np

from navcore.kernels import buffers, motion
from navcore.path.result import Status
from navcore.sim.agents import NEVER, STAND
from navcore.sim.run import Arrival, Run


def follow(run: Run) -> None:
    """Move everyone along its path for the length of a step (S0-083 to S0-085)."""
    agents = run.agents
    agents.previous_positions[:] = agents.positions
    agents.previous_facings[:] = agents.facings
    motion.follow(
        run.settings.seconds_per_step,
        *buffers(
            motion,
            agents.positions,
            agents.facings,
            agents.walk_speeds,
            agents.rotation_speeds,
            agents.points,
            agents.path_current,
            agents.path_end,
        ),
    )


def arrive(run: Run) -> None:
    """Report each end of a path once (S0-087) and begin the wait at an agent's own goal.

    An agent that has somewhere else to go at once stays in its walking state, so that the
    state does not flicker (S0-088).
    """
    agents = run.agents
    run.arrivals = []
    done = np.flatnonzero(agents.under_way & (agents.path_current >= agents.path_end))
    for row in map(int, done):
        status = agents.status(row)
        if status is None:
            continue
        agents.clear_path(row)
        agents.under_way[row] = False
        run.arrivals.append(Arrival(run.step, int(agents.ids[row]), status))
        _begin_wait(run, row, status)
        if agents.asked[row] == NEVER:
            agents.states[row] = STAND


def _begin_wait(run: Run, row: int, status: Status) -> None:
    agents = run.agents
    if status is Status.PARTIAL or agents.goal_indices[row] == NEVER or agents.asked[row] != NEVER:
        return
    steps = round(agents.elements[row].wait * run.settings.steps_per_second)
    if steps > 0:
        agents.waiting_until[row] = run.step + 1 + steps
    else:
        run.go_on(row)
