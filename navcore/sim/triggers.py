"""Progress of agents since the last tick, and the new plans that it causes."""

from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import path_following, turns
from navcore.kernels.crowd import progress as kernel
from navcore.sim.agents import NEVER, Agents, Bytes, Flags, Floats, Rows
from navcore.sim.events import Kind
from navcore.sim.neighbours import errands_of, ways_of
from navcore.sim.replanning import knows_its_way
from navcore.sim.run import Run
from navcore.sim.steering import courses_of, take_turns, turns_of

GOT_ON = 0.25
"""Share of the distance of a tick that an agent must walk for it to count as progress."""
STUCK_AFTER = 30
"""Ticks without progress after which an agent is reported as stuck."""
TRY_AGAIN = (10, 20)
"""Ticks without progress after which an agent plans again, and between further plans."""
SELDOM = (40, 100)
"""The same for agents that touch nobody: most of them wait for others, which go first."""
_FEW = 32
"""Up to this many agents are compared with all others; more are looked up in the index."""
_FREED, _STUCK = 2, 4
"""Marks of agents that are no longer stuck, and that are stuck from now on."""
_PLAIN: Final = np.ones(1)


def notice(run: Run) -> None:
    """Update each agent's speed and progress at a tick, and find agents that stopped.

    Walkers plan again if an agent near their way to the next point stopped, or was pushed where it
    stands, because it blocks there from now on (S0-115, X-016).
    """
    agents, settings = run.agents, run.settings
    stock = stock_of(run)
    stock.covered.measure(settings.seconds_per_tick)
    run.movers = stock.far > settings.moved_distance
    count_hindered(run)
    _try_again(run, stock)
    rows = stock.rows[: stock.covered.stopped(settings.moved_distance, stock.b_rows)]
    if agents.are_linked and len(rows):
        rows = rows[~agents.away()[rows]]
    if run.step and len(rows):
        walks, changed = agents.has_path(), np.zeros(len(agents), np.bool_)
        changed[rows] = True
        go_on = walks & ~agents.aside & (agents.asked == NEVER)
        agents.due |= those_who_pass(run, changed, rows, go_on)
    if np.count_nonzero(agents.due):
        # An agent that planned a moment ago plans again later: that plan missed this one.
        agents.due &= agents.has_path()
        _ask(run, agents.due & _may_replan(run)[0].who)


class Stock(NamedTuple):
    """Kernels that measure progress, with the arrays that they write."""

    covered: kernel.Covered
    progress: kernel.Progress
    far: Floats
    """(n,) metres covered in the tick."""
    marks: Bytes
    """(n,) see the kernel."""
    rows: Rows
    """Buffer for a row of each agent."""
    b_rows: Any
    """The same, as the kernel takes it."""


def stock_of(run: Run) -> Stock:
    """Return the kernels that measure what agents covered in a tick."""
    return run.agents.kernel(Stock, partial(_stock, run.agents))


def _stock(agents: Agents) -> Stock:
    count = len(agents)
    far, marks, rows = np.empty(count), np.zeros(count, np.uint8), np.empty(count, np.int32)
    held = (ways_of(agents), errands_of(agents), *buffers(kernel, agents.positions))
    b = buffers(kernel, agents.tick_positions, agents.velocities, agents.stood.view(np.uint8), far)
    covered = kernel.Covered(*held, *b)
    b = buffers(
        kernel, agents.walk_speeds, agents.gaps, agents.legs, agents.hindered, agents.blockers,
        agents.aside.view(np.uint8), marks,
    )  # fmt: skip
    progress = kernel.Progress(*held, *b)
    return Stock(covered, progress, far, marks, rows, *buffers(kernel, rows))


def count_hindered(run: Run) -> None:
    """Count the ticks in which walking agents get no nearer to their next points.

    Being pushed is no progress; going to another point is.
    """
    agents, stock = run.agents, stock_of(run)
    (slowness,) = buffers(kernel, _slowness(run))
    seconds = run.settings.seconds_per_tick
    if stock.progress.count_hindered(seconds, GOT_ON, slowness, STUCK_AFTER):
        for row in np.flatnonzero(stock.marks & _FREED).tolist():
            run.tell(Kind.FREED, row)
        for row in np.flatnonzero(stock.marks & _STUCK).tolist():
            run.tell(Kind.STUCK, row, other=int(agents.blockers[row]))


def _try_again(run: Run, stock: Stock) -> None:
    """Let agents plan again that make no progress because somebody stands in their way."""
    agents = run.agents
    rows = stock.rows[: stock.progress.late(*TRY_AGAIN, *SELDOM, stock.b_rows)].tolist()
    if not rows:
        return
    again = np.zeros(len(agents), np.bool_)
    for row in rows:
        other = agents.index.get(int(agents.blockers[row]))
        # A plan leads around standing agents only; behind a walking one it is best to wait.
        again[row] = other is None or agents.path_current[other] >= agents.path_end[other]
    _ask(run, again)


def _slowness(run: Run) -> Floats:
    """Return (n,) or (1,) factors by which the ground slows agents, 1 for not at all (X-046)."""
    floors, agents = run.floors, run.agents
    if not run.settings.terrain_slows or all(slows is None for slows in floors.slowness):
        return _PLAIN
    lattice = run.world.grid.lattice
    cells = (agents.positions - (lattice.anchor_x, lattice.anchor_z)) / lattice.cell_size
    inner = np.floor(cells) - (lattice.column - 1, lattice.row - 1)
    # A place outside the grid counts as a cell of the blocked ring around it.
    columns, rows = np.clip(inner, 0, (lattice.width + 1, lattice.depth + 1)).astype(np.int64).T
    slowness = np.ones(len(agents))
    for number, slows in enumerate(floors.slowness):
        if slows is not None:
            mine = floors.numbers == number
            slowness[mine] = slows[rows[mine], columns[mine]]
    return np.where(slowness > 0, slowness, 1.0)


class _May(NamedTuple):
    """Agents that may plan again, updated for each use."""

    who: Flags
    marks: Any
    """The marks, as kernels take them."""


def _may(count: int) -> _May:
    mask = np.empty(count, np.bool_)
    return _May(mask, *buffers(turns, mask.view(np.uint8)))


def _may_replan(run: Run) -> tuple[_May, int]:
    """Return which walking agents may plan again (S0-112), and the number that waits for plans."""
    agents = run.agents
    may = agents.kernel(_May, partial(_may, len(agents)))
    return may, take_turns(agents).may_replan(run.step, may.marks)


def those_who_pass(run: Run, changed: Flags, rows: Rows, walks: Flags) -> Flags:
    """Return (n,) whether each walking agent passes near one of these rows, which changed."""
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
    """Let a few agents plan again that pass near a moving agent (S0-110, S0-111).

    A walking agent does not block, so that the plan seldom changes. These plans are left out when
    many are requested, and if they can't change anything. A part of the agents is checked in each
    step.
    """
    agents, settings = run.agents, run.settings
    most = settings.mover_replans_per_step
    if (
        run.around is None
        or not most
        or len(run.movers) != len(agents)
        or not np.count_nonzero(run.movers)
    ):
        return
    may, waiting = _may_replan(run)
    if waiting >= most:
        return
    rows = turns_of(run).rows
    if not len(rows):
        return
    found = np.empty(most, np.int32)
    b = buffers(path_following, rows, run.movers.view(np.uint8), found)
    count = courses_of(run).pass_movers(
        run.around.near, b[0], b[1], settings.replan_distance, may.marks, b[2]
    )
    for row in found[:count].tolist():
        agents.replan_from[row] = run.step + settings.cooldown_steps
        if knows_its_way(run, row):
            agents.replans[row] += 1
            agents.due[row] = False
        else:
            agents.asked[row] = run.step
            agents.due[row] = False


def _ask(run: Run, mask: Flags) -> None:
    agents = run.agents
    agents.replan_from[mask] = run.step + run.settings.cooldown_steps
    agents.asked[mask] = run.step
    agents.due[mask] = False
