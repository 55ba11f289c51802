"""Movement: agents walk along their paths and arrive at the ends."""

import math
from functools import partial

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import motion, tallies, walkability
from navcore.path.result import Status
from navcore.sim.agents import CODES, NEVER, STAND, UNREACHABLE, Agents, Floats, Integers
from navcore.sim.events import NOBODY, Kind
from navcore.sim.links import carry, meet_links
from navcore.sim.neighbours import ways_of
from navcore.sim.rounds import halt_of
from navcore.sim.run import Run

PATIENCE = 20
"""Ticks without progress after which an agent stops if it can get no nearer to its goal."""
CROWDED = 1.1
"""Discs of radius r around a goal fill a circle of radius r times the square root of their number;
this factor is for the gaps between them."""
NO_ROOM = 3
"""Ticks without progress after which an agent that steps aside stays."""
BESIDE = 0.3
"""Metres between the bodies of two agents that count as beside each other."""


def follow(run: Run) -> None:
    """Move all agents along their paths for the length of a step (S0-083 to S0-085)."""
    agents, settings = run.agents, run.settings
    agents.previous_positions[:] = agents.positions
    agents.previous_facings[:] = agents.facings
    floors = run.held_floors
    walkers = agents.kernel(motion.Walkers, partial(_walkers, agents, floors), floors)
    walkers.follow(settings.seconds_per_step, settings.walk_threshold, settings.terrain_slows)
    carry(run)
    if agents.looking:
        look(run)


def _walkers(agents: Agents, floors: walkability.Floors) -> motion.Walkers:
    walkers = motion.Walkers(
        floors,
        ways_of(agents),
        *buffers(
            motion, agents.positions, agents.facings, agents.walk_speeds, agents.rotation_speeds,
            agents.steers, agents.paces, agents.off_path.view(np.uint8), agents.aims,
        ),
    )  # fmt: skip
    turned = np.tile((0.0, 0.0, 1.0), (len(agents), 1))
    walkers.over(*buffers(motion, turned, agents.held))
    return walkers


def look(run: Run) -> None:
    """Turn agents that stand at a goal with a facing towards that facing.

    They turn by the shorter way round at their rotation speed. No state is needed beyond that of
    the run, so that a resumed run goes on in the same way.
    """
    agents = run.agents
    rows = np.array(agents.looking, np.int64)
    stands = (agents.goal_indices[rows] != NEVER) & (agents.states[rows] == STAND)
    stands &= (agents.asked[rows] == NEVER) & ~agents.under_way[rows]
    stands &= ~UNREACHABLE[agents.statuses[rows]] & (agents.statuses[rows] != CODES[None])
    for row in rows[stands].tolist():
        index = int(agents.goal_indices[row])
        aim = halt_of(run.world.level, agents.elements[row], index).facing
        facing = float(agents.facings[row])
        if aim is not None and facing != aim:
            most = float(agents.rotation_speeds[row]) * run.settings.seconds_per_step
            turn = math.remainder(aim - facing, math.tau)
            turned = facing + math.copysign(most, turn)
            agents.facings[row] = aim if abs(turn) <= most else math.remainder(turned, math.tau)


def arrive(run: Run) -> None:
    """Report each end of a path once (S0-087) and begin the wait at an agent's own goal.

    An agent with another goal to go to at once stays in its walking state, so that the state does
    not flicker (S0-088). An agent that stepped aside only stands: its place was nobody's goal.

    An agent that waits for another plan when its path ends needs none if it stands at its goal. If
    not, it arrives at the end of the path of that plan. An agent that follows another one does not
    arrive: it meets that one.
    """
    agents = run.agents
    arrived = meet_links(run, agents.under_way & (agents.path_current >= agents.path_end))
    for row in arrived.nonzero()[0].tolist():
        status = agents.status(row)
        stepped_aside = bool(agents.aside[row]) or status is None
        if agents.asked[row] != NEVER and not stepped_aside:
            if not _is_at_goal(run, row):
                continue
            agents.asked[row] = NEVER
        agents.clear_path(row)
        agents.under_way[row] = agents.aside[row] = False
        if not stepped_aside and status is not None:
            if agents.meets[row] == NOBODY:
                run.tell(Kind.ARRIVED, row, status=CODES[status])
            _begin_wait(run, row, status)
        if agents.asked[row] == NEVER:
            agents.states[row] = STAND


def _is_at_goal(run: Run, row: int) -> bool:
    """Return whether an agent stands where it was sent, and follows nobody."""
    agents = run.agents
    distance = math.dist(agents.place(row), agents.requested_targets[row].tolist())
    if distance > run.settings.walk_threshold or agents.layers[row] != agents.target_layers[row]:
        return False
    return bool(agents.meets[row] == NOBODY)


def settle(run: Run, row: int) -> None:
    """End an agent's path where it is, because others let it get no nearer."""
    agents = run.agents
    agents.clear_path(row)
    agents.walk_targets[row] = agents.positions[row]


def settle_hindered(run: Run) -> None:
    """End the paths of agents that have long made no progress and can get no nearer.

    They are beside an agent that stands at the end of the path, or among all that share the goal:
    within the radius that so many agents need around it. An agent that steps aside and has no room
    for it stays where it is.
    """
    agents = run.agents
    if agents.hindered.max(initial=0) < min(NO_ROOM, PATIENCE):
        return
    for row in map(int, np.flatnonzero(agents.aside & (agents.hindered >= NO_ROOM))):
        settle(run, row)
    late = (agents.hindered >= PATIENCE) & agents.under_way & ~agents.aside
    late &= agents.path_current < agents.path_end
    rows = np.flatnonzero(late)
    if not len(rows):
        return
    x, z = (agents.positions[rows] - agents.walk_targets[rows]).T
    distances = np.sqrt(x * x + z * z)
    settled = distances <= crowded_radii(agents, rows)
    # Agents farther from their goals than this can't stand beside them.
    near = distances <= agents.radii[rows] + float(agents.radii.max()) + BESIDE
    for i in np.flatnonzero(near & ~settled).tolist():
        settled[i] = distances[i] <= _reach_beside(agents, int(rows[i]))
    for row in rows[settled].tolist():
        settle(run, row)


def crowded_radii(agents: Agents, rows: Integers) -> Floats:
    """Return (k,) the radius around each row's goal that all agents sent there fill, metres.

    0 for agents that share their goal with nobody. All are counted at once: counting for one agent
    after the other took 34 ms a step when most of 10,000 were hindered.
    """
    firsts, counts = np.empty(len(agents), np.int32), np.empty(len(agents), np.int32)
    slots = np.empty(tallies.table_size(len(agents)), np.int32)
    b = buffers(tallies, agents.requested_targets, slots, firsts, counts)
    tallies.count_targets(*b)
    shared = counts[firsts[rows]]
    radii: Floats = np.where(shared > 1, CROWDED * agents.radii[rows] * np.sqrt(shared), 0.0)
    return radii


def _reach_beside(agents: Agents, row: int) -> float:
    """Return how far from its goal an agent may be to stand beside its blocker, metres."""
    other = agents.index.get(int(agents.blockers[row]))
    if other is None or agents.path_current[other] < agents.path_end[other]:
        return 0.0
    if agents.path_current[row] != agents.path_end[row] - 1:
        return 0.0
    return float(agents.radii[row] + agents.radii[other]) + BESIDE


def _begin_wait(run: Run, row: int, status: Status) -> None:
    agents = run.agents
    if status is Status.PARTIAL or agents.goal_indices[row] == NEVER or agents.asked[row] != NEVER:
        return
    element, turn = agents.elements[row], int(agents.goal_indices[row])
    own = halt_of(run.world.level, element, turn).pause
    steps = round((element.wait if own is None else own) * run.settings.steps_per_second)
    if steps > 0:
        agents.waiting_until[row] = run.step + 1 + steps
    else:
        run.go_on(row)
