"""Character collision resolution of source 000 (its section 8)."""

import math

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import source_mover
from navcore.sim.agents import CODES, NEVER, UNREACHABLE, Flags, Rows
from navcore.sim.events import NOBODY, Kind
from navcore.sim.neighbours import Surroundings, ways_of
from navcore.sim.run import Run
from navcore.sim.source_rules.characters import moving
from navcore.sim.source_rules.targets import set_target, walk_back


def separate(run: Run) -> None:
    """Push overlapping pairs apart, three passes a step, and nudge agents in the way.

    Agents that stood and were pushed walk back to their targets; players stay (S0-101).
    """
    agents = run.agents
    if len(agents) > 1:
        stood = agents.players & ~moving(run)
        blockers: Rows = np.full(len(agents), -1, np.int32)
        for _ in range(run.settings.separation_iterations):
            if not _pass(run, blockers):
                break
        found = np.flatnonzero(blockers >= 0)
        agents.blockers[found] = agents.ids[blockers[found]]
        _stop_players(run, stood)
    walk_back(run)


def _pass(run: Run, blockers: Rows) -> bool:
    """Handle all pairs once, as if each agent was compared with all others (S0-093).

    Returns whether any overlapped; agents that block others are written to `blockers`.
    """
    around = run.around
    if around is None or not _holds(run, around):
        around = _look_around(run)
    contact, overlapped, number = _contact(run, blockers), False, 0
    while True:
        b = buffers(source_mover, around.row_pairs, around.indexed)
        done = contact.push_apart(b[0], number, b[1], around.slack / 2)
        overlapped |= contact.overlaps > 0
        if done < 0:
            return overlapped
        number = done + 1
        if contact.stands >= 0 and nudge(run, contact.stands, contact.walks):
            contact = _contact(run, blockers)
        if not _holds(run, around):
            first, second = around.row_pairs[done].tolist()
            around = _look_around(run)
            rows, others = around.row_pairs.T
            number = int(np.count_nonzero((rows < first) | ((rows == first) & (others <= second))))


def _contact(run: Run, blockers: Rows) -> source_mover.Contact:
    """Return the kernel for the present agents; a new one after paths changed."""
    agents = run.agents
    return source_mover.Contact(
        run.settings.walk_threshold,
        run.floors.in_kernel,
        ways_of(agents),
        *buffers(
            source_mover, agents.positions, agents.walk_targets, agents.asked, agents.radii,
            agents.ids, agents.players.view(np.uint8), blockers,
        ),
    )  # fmt: skip


def _holds(run: Run, around: Surroundings) -> bool:
    """Return whether no touching pair can be missing."""
    return around.holds(run.agents.positions.take(around.order, axis=0))


def _look_around(run: Run) -> Surroundings:
    run.around = Surroundings(run.agents, run.settings.seconds_per_tick, run.storeys)
    return run.around


def _stop_players(run: Run, stood: Flags) -> None:
    """Cancel the targets of players that were pushed while they stood: stopInPlace (S0-090)."""
    agents = run.agents
    pushed = stood & (agents.positions != agents.previous_positions).any(axis=1)
    agents.requested_targets[pushed] = agents.positions[pushed]
    agents.target_layers[pushed] = agents.layers[pushed]
    agents.statuses[pushed & UNREACHABLE[agents.statuses]] = CODES[None]


def nudge(run: Run, row: int, by: int) -> bool:
    """Send a standing agent aside: straight on, left, right or back, 1.2 m; return success.

    The first place that is walkable and in a straight line is taken, even if somebody stands there
    (S0-103, S0-104). The agent stays there afterwards, unless its round takes it on (S0-105).
    """
    agents = run.agents
    if agents.links[row] != NEVER:
        return False
    x, z = agents.place(row)
    away_x, away_z = x - float(agents.positions[by, 0]), z - float(agents.positions[by, 1])
    length = math.hypot(away_x, away_z)
    away_x, away_z = (away_x / length, away_z / length) if length > 0.0 else (1.0, 0.0)
    far = run.settings.nudge_distance
    around = ((away_x, away_z), (-away_z, away_x), (away_z, -away_x), (-away_x, -away_z))
    for unit_x, unit_z in around:
        place = (x + far * unit_x, z + far * unit_z)
        if run.floors.passes(row, x, z, *place):
            break
    else:
        return False
    set_target(run, row, place)
    if agents.meets[row] != NOBODY:
        # It fights: at the next tick its target is again the agent that it pursues (S0-107).
        agents.replan_from[row] = 0
    run.tell(Kind.NUDGED, row, other=int(agents.ids[by]))
    return True
