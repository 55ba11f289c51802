"""What happened to agents since the last tick, and whom it makes plan again."""

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import agents as bodies
from navcore.kernels.crowd import path_following, turns
from navcore.sim.agents import NEVER, Flags, Floats, Rows
from navcore.sim.events import NOBODY, Kind
from navcore.sim.neighbours import ways_of
from navcore.sim.replanning import knows_its_way
from navcore.sim.run import Run
from navcore.sim.steering import courses_of, take_turns, turns_of

GOT_ON = 0.25
"""Part of its stride that one must cover in a tick to count as getting on."""
STUCK_AFTER = 30
"""Ticks without getting on after which an agent is told of as stuck."""
TRY_AGAIN = (10, 20)
"""Ticks without getting on after which it plans again, and from then on each so many."""
SELDOM = (40, 100)
"""The same for agents that touch nobody: mostly they wait for others, which go first."""
_FEW = 32
"""So many are held against everybody; more are looked up in the index."""


def notice(run: Run) -> None:
    """Take stock of a tick: how fast everybody was, who stopped or got nowhere.

    Walkers whose way to their next point passes near one who stopped, or was pushed where it
    stands, plan again, for that one blocks there from now on (S0-115, X-016).
    """
    agents, settings = run.agents, run.settings
    moved = agents.positions - agents.tick_positions
    far = _lengths(moved)
    agents.velocities = moved / settings.seconds_per_tick
    agents.tick_positions = agents.positions.copy()
    walks = agents.has_path()
    run.movers = far > settings.moved_distance
    _try_again(run, walks, count_hindered(run, walks))
    changed = ~walks & (agents.asked == NEVER) & (run.movers | ~agents.stood)
    if agents.are_linked:
        changed &= ~agents.away()
    agents.stood = ~walks
    rows = np.flatnonzero(changed).astype(np.int32)
    if run.step and len(rows):
        go_on = walks & ~agents.aside & (agents.asked == NEVER)
        agents.due |= those_who_pass(run, changed, rows, go_on)
    # Who planned a moment ago does so again when it may: it does not see yet who stands there.
    agents.due &= walks
    _ask(run, agents.due & _may_replan(run)[0])


def count_hindered(run: Run, walks: Flags) -> Flags:
    """Count the ticks in which agents that walk get no nearer to their next points.

    Being pushed is no progress, going to another point is. Return which of them got no nearer in
    the last tick.
    """
    agents = run.agents
    aims = np.empty_like(agents.positions)
    ways_of(agents).aims(*buffers(bodies, agents.positions, aims))
    gaps = _lengths(aims - agents.positions)
    legs = agents.path_end - agents.path_current
    stride = agents.walk_speeds * run.settings.seconds_per_tick / _slowness(run)
    gets_on = (legs != agents.legs) | (agents.gaps - gaps >= GOT_ON * stride)
    agents.gaps, agents.legs = gaps, legs
    before = agents.hindered
    agents.hindered = np.where(gets_on, before // 2, before + 1) * walks
    agents.blockers[agents.hindered == 0] = NOBODY
    was, now = before >= STUCK_AFTER, agents.hindered >= STUCK_AFTER
    for row in np.flatnonzero(was & ~now).tolist():
        run.tell(Kind.FREED, row)
    for row in np.flatnonzero(now & ~was).tolist():
        run.tell(Kind.STUCK, row, other=int(agents.blockers[row]))
    held: Flags = agents.hindered > before
    return held


def _lengths(ways: Floats) -> Floats:
    """(n,) of (n, 2) vectors; a few times faster than `np.hypot`, which minds overflow."""
    x, z = ways.T
    lengths: Floats = np.sqrt(x * x + z * z)
    return lengths


def _try_again(run: Run, walks: Flags, held: Flags) -> None:
    """Let those plan again who have got nowhere for a while, as somebody stands in their way."""
    agents = run.agents
    first, later = TRY_AGAIN
    rare, rarely = SELDOM
    touches = agents.blockers != NOBODY
    late = agents.hindered - np.where(touches, first, rare)
    again = held & (late >= 0) & (late % np.where(touches, later, rarely) == 0)
    again &= (agents.asked == NEVER) & ~agents.aside
    for row in np.flatnonzero(again).tolist():
        other = agents.index.get(int(agents.blockers[row]))
        # A plan leads around those who stand; who waits for walkers only waits.
        again[row] = other is None or not walks[other]
    _ask(run, again)


def _slowness(run: Run) -> Floats:
    """(n,) or (1,): by how much the ground slows each agent, 1 for not at all (X-046)."""
    floors, agents = run.floors, run.agents
    if not run.settings.terrain_slows or all(slows is None for slows in floors.slowness):
        return np.ones(1)
    lattice = run.world.grid.lattice
    cells = (agents.positions - (lattice.anchor_x, lattice.anchor_z)) / lattice.cell_size
    inner = np.floor(cells) - (lattice.column - 1, lattice.row - 1)
    # Off the grid a place counts as one of the ring of blocked cells around it.
    columns, rows = np.clip(inner, 0, (lattice.width + 1, lattice.depth + 1)).astype(np.int64).T
    slowness = np.ones(len(agents))
    for number, slows in enumerate(floors.slowness):
        if slows is not None:
            mine = floors.numbers == number
            slowness[mine] = slows[rows[mine], columns[mine]]
    return np.where(slowness > 0, slowness, 1.0)


def _may_replan(run: Run) -> tuple[Flags, int]:
    """(n,) who walks and may be asked to plan again (S0-112); how many wait for a plan."""
    may = np.empty(len(run.agents), np.bool_)
    (marks,) = buffers(turns, may.view(np.uint8))
    waiting = take_turns(run.agents).may_replan(run.step, marks)
    return may, waiting


def those_who_pass(run: Run, changed: Flags, rows: Rows, walks: Flags) -> Flags:
    """(n,) who of those that walk pass near one of these rows, which changed."""
    reach = run.settings.replan_distance
    ways = courses_of(run)
    if len(rows) <= _FEW or run.around is None:
        near = np.zeros(len(walks), np.uint8)
        storeys = run.storeys.numbers
        b = buffers(path_following, rows, walks.view(np.uint8), storeys, near)
        ways.pass_near(b[0], reach, b[1], b[2], b[3])
        passes: Flags = near != 0
        return passes
    everybody = np.flatnonzero(walks).astype(np.int32)
    passing = np.empty(len(everybody), np.int32)
    b = buffers(path_following, everybody, changed.view(np.uint8), walks.view(np.uint8), passing)
    count = ways.pass_movers(run.around.near, b[0], b[1], reach, b[2], b[3])
    found = np.zeros(len(walks), np.bool_)
    found[passing[:count]] = True
    return found


def watch_movers(run: Run) -> None:
    """Let a few of those plan again who pass near somebody that moves (S0-110, S0-111).

    One who walks does not block, so that plan is seldom another: these are the plans that are
    left out when many are asked for, and those that can say nothing new are not made. A part of
    the agents is looked at in each step.
    """
    agents, settings = run.agents, run.settings
    most = settings.mover_replans_per_step
    if run.around is None or not most or len(run.movers) != len(agents) or not run.movers.any():
        return
    may, waiting = _may_replan(run)
    if waiting >= most:
        return
    found = np.empty(most, np.int32)
    b = buffers(
        path_following, turns_of(run).rows, run.movers.view(np.uint8), may.view(np.uint8), found
    )
    count = courses_of(run).pass_movers(
        run.around.near, b[0], b[1], settings.replan_distance, b[2], b[3]
    )
    for row in found[:count].tolist():
        agents.replan_from[row] = run.step + settings.cooldown_steps
        if knows_its_way(run, row):
            agents.replans[row] += 1
            agents.due[row] = False
        else:
            agents.asked[row] = run.step
            agents.due[row] = False


def _ask(run: Run, who: Flags) -> None:
    agents = run.agents
    agents.replan_from[who] = run.step + run.settings.cooldown_steps
    agents.asked[who] = run.step
    agents.due[who] = False
