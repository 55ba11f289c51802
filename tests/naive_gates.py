"""Reference of gates and crossings in numpy, rule by rule: waiting, and keeping right."""

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import walkability
from navcore.sim import crossing_ways, gate_lanes
from navcore.sim.agents import NEVER, Flags, Floats, Integers
from navcore.sim.crossings import MOST_MOUTHS
from navcore.sim.gate_lanes import more_lanes, take_lanes
from navcore.sim.gate_turns import (
    BEGINS,
    CROSSING,
    EACH,
    INSIDE,
    LANE,
    OVER,
    STREAM,
    THERE,
    Ahead,
)  # fmt: skip
from navcore.sim.gates import BACK, FEW, NEAR, NEARER, STOP, TIGHT, TURNS
from navcore.sim.run import Run
from navcore.sim.wide_gates import FIRST, come_out, stand_back

_, _, _X, _Z, _UX, _UZ, _LEFT, _RIGHT, _IN_X, _IN_Z, _, _ = range(12)


def mind_gates(run: Run, ahead: Ahead, turn: Integers) -> None:
    """Decide which agents may pass tight gates, and where agents pass wide ones."""
    agents, rows = run.agents, ahead.rows
    if not len(rows):
        return
    begins = ahead.found[:, BEGINS]
    of = np.unique(ahead.gate, return_inverse=True)[1]
    few = (np.bincount(of)[of] < FEW) & (ahead.width < TIGHT * agents.radii[rows])
    near = ~ahead.inside & (begins < np.where(few, NEAR, LANE))
    there = np.flatnonzero(near | ahead.inside)
    if not len(there):
        return
    gates, of = np.unique(ahead.gate[there], return_inverse=True)
    place = of * MOST_MOUTHS + ahead.side[there]
    size = len(gates) * MOST_MOUTHS
    present = np.bincount(place, minlength=size).reshape(-1, MOST_MOUTHS)
    meets = (present > 0).sum(axis=1) > 1
    widest = np.zeros(len(gates))
    np.maximum.at(widest, of, agents.radii[rows[there]])
    tight = ahead.width[there] < TIGHT * widest[of]
    meeting = meets[of]
    _wait_beside(run, ahead, take_turns(run, ahead, there[tight], near, turn, TURNS))
    # Only a gate with two mouths has halves.
    halves = meeting & ~tight & ahead.is_between[there]
    own = present.reshape(-1)[place[halves]]
    _keep_right(run, ahead, there[halves], own, present.sum(axis=1)[of[halves]] - own)
    queue_up(run, ahead, there[~meeting & ahead.is_between[there]])
    wide = ahead.is_between & (ahead.width >= TIGHT * agents.radii[rows])
    full = crowded(ahead, np.flatnonzero(wide))
    if len(full):
        come_out(run, run.gates.of(run.floors), stand_back(run, ahead, full))


def queue_up(run: Run, ahead: Ahead, some: Integers) -> None:
    """Let those of these agents that queue take lanes."""
    radii = run.agents.radii[ahead.rows[some]]
    more = more_lanes(ahead.entries[some], radii)
    near = ~ahead.inside[some] & (ahead.found[some, BEGINS] < gate_lanes.NEAR * radii) & (more > 0)
    near &= ahead.width[some] < gate_lanes.BROAD * radii
    of = np.unique(ahead.gate[some], return_inverse=True)[1]
    near &= np.bincount(of, near)[of] >= gate_lanes.QUEUE
    take_lanes(run, ahead, some[near])


def crowded(ahead: Ahead, some: Integers) -> Integers:
    """Return the agents that approach a mouth where many wait while a stream comes out."""
    _, of = np.unique(ahead.gate[some], return_inverse=True)
    place = of * MOST_MOUTHS + ahead.side[some]
    outside = ~ahead.inside[some]
    size = (int(of.max(initial=-1)) + 1) * MOST_MOUTHS
    waiting = np.bincount(place[outside], minlength=size)
    present = np.bincount(of, minlength=size // MOST_MOUTHS)
    others = present[of] - np.bincount(place, minlength=size)[place]
    return some[outside & (waiting[place] > FIRST) & (others >= STREAM)]


def _wait_beside(run: Run, ahead: Ahead, some: Integers) -> None:
    """Hold these agents, and let them stand to the right of the gate.

    The more agents, the farther: otherwise their crowd blocks those that come out.
    """
    agents = run.agents
    if not len(some):
        return
    rows, found = ahead.rows[some], ahead.found[some]
    agents.held[rows] = 1
    radii = agents.radii[rows]
    of = np.unique(ahead.gate[some] * MOST_MOUTHS + ahead.side[some], return_inverse=True)[1]
    crowd = radii * np.sqrt(np.bincount(of)[of])
    agents.aims[rows] = _beside(found, radii, crowd)
    clear = np.zeros(len(rows), np.uint8)
    b = buffers(walkability, rows.astype(np.int32), agents.positions, agents.aims, clear)
    run.floors.in_kernel.pass_each(*b)
    hidden = np.flatnonzero(clear == 0)
    agents.aims[rows[hidden]] = _beside(found[hidden], radii[hidden], radii[hidden])


def _beside(found: Floats, radii: Floats, crowd: Floats) -> Floats:
    """Return places (k, 2) to the right of gates for crowds of given radii, metres."""
    across = found[:, _RIGHT] + radii + crowd
    back = np.maximum(STOP + radii, BACK * crowd)
    x = found[:, _IN_X] - back * found[:, _UX] + across * found[:, _UZ]
    z = found[:, _IN_Z] - back * found[:, _UZ] - across * found[:, _UX]
    return np.column_stack((x, z))


def _keep_right(
    run: Run, ahead: Ahead, some: Integers, present: Integers, others: Integers
) -> None:
    """Let these agents head for their right half of the gate, and leave the other half free.

    Nobody waits where a stream of `others` comes out: agents that come from there pass behind it,
    as far from the gate as the `present` agents on their side reach.
    """
    inside = ahead.inside[some]
    _keep_right_inside(run, ahead, some[inside])
    some, present, others = some[~inside], present[~inside], others[~inside]
    come_right(run, ahead.rows[some], ahead.entries[some], present, others)


def _keep_right_inside(run: Run, ahead: Ahead, some: Integers) -> None:
    """Let these agents continue along their right half of the gate."""
    agents = run.agents
    rows, found = ahead.rows[some], ahead.found[some]
    ux, uz, left, right = (found[:, n] for n in (_UX, _UZ, _LEFT, _RIGHT))
    away = agents.positions[rows] - found[:, _X : _Z + 1]
    lateral = away[:, 1] * ux - away[:, 0] * uz
    middle = (left - right) / 2
    most = np.maximum(middle - agents.radii[rows], -right + 0.1 * (left + right))
    aim = np.clip(lateral, -right, most)
    agents.aims[rows, 0] = found[:, _X] - aim * uz
    agents.aims[rows, 1] = found[:, _Z] + aim * ux


def take_turns(
    run: Run, ahead: Ahead, some: Integers, near: Flags, turn: Integers,
    seconds: tuple[float, float], passes: int = 0,
) -> Integers:  # fmt: skip
    """Decide which group of agents has its turn at gates that one group passes at a time.

    Args:
        run: The run.
        ahead: What agents know of the gates ahead.
        some: Agents at such gates, near them or inside.
        near: (k,) whether each of them is near, not inside.
        turn: (n,) step at which each agent's turn started, from the previous call.
        seconds: Least duration of a turn, and longest while many wait for it and others wait, too.
        passes: Number of agents inside up to which others needn't wait.

    Returns:
        The agents that must not enter now.
    """
    agents = run.agents
    if not len(some):
        return some
    rows, side, near = ahead.rows[some], ahead.group[some], near[some]
    gates, of = np.unique(ahead.gate[some], return_inverse=True)
    count = len(gates)
    place = of * MOST_MOUTHS + side

    def counted(who: Flags) -> Integers:
        found: Integers = np.bincount(place[who], minlength=count * MOST_MOUTHS)
        return found.reshape(count, MOST_MOUTHS)

    waiting, inside = counted(near), counted(~near)
    had = turn[rows] != NEVER
    had &= agents.gate[rows] == ahead.gate[some]
    owned = counted(had)
    since = np.full(count, run.step, np.int64)
    np.minimum.at(since, of[had], turn[rows[had]])
    # Without an owner, those inside have their turn, or else the nearest agents.
    first = np.lexsort((agents.ids[rows], ahead.found[some, BEGINS], of))
    nearest = side[first[np.searchsorted(of[first], np.arange(count))]]
    owner = np.where(
        owned.any(axis=1), owned.argmax(axis=1),
        np.where(inside.any(axis=1), inside.argmax(axis=1), nearest),
    )  # fmt: skip
    every = np.arange(count)
    others = waiting.copy()
    others[every, owner] = 0
    # The more agents wait, the longer their turn should be: the gate empties at each change.
    lasts = np.clip(EACH * waiting[every, owner], *seconds)
    ends = others.any(axis=1) & (
        (waiting[every, owner] == 0) | (run.step - since >= lasts * run.settings.steps_per_second)
    )
    changes = ends & (inside.sum(axis=1) <= passes)
    # The next side, in order, with waiting agents.
    order = (owner[:, None] + 1 + np.arange(MOST_MOUTHS)) % MOST_MOUTHS
    following = order[every, (others[every[:, None], order] > 0).argmax(axis=1)]
    owner = np.where(changes, following, owner)
    since[changes] = run.step
    ends &= ~changes
    against = inside.copy()
    against[every, owner] = 0
    shut = ends | (against.sum(axis=1) > passes)
    mine = side == owner[of]
    agents.turn[rows[mine]] = since[of[mine]]
    meets = ((waiting + inside) > 0).sum(axis=1) > 1
    denied: Integers = some[near & meets[of] & (~mine | shut[of])]
    return denied


def come_right(
    run: Run, rows: Integers, entries: Floats, present: Integers, others: Integers
) -> None:
    """Let agents head for the right half of the mouth through which they enter.

    Nobody waits where a stream of `others` comes out: agents that come from there pass behind it,
    as far from the gate as the `present` agents on their side reach.
    """
    agents = run.agents
    x, z, ux, uz, left, right = entries.T
    dx, dz = agents.positions[rows, 0] - x, agents.positions[rows, 1] - z
    before = -(dx * ux + dz * uz)
    beside = dx * uz - dz * ux
    radii = agents.radii[rows]
    middle = (right - left) / 2
    least = middle + np.minimum(radii, (left + right) / 4)
    behind = np.minimum(1.0 + 2.0 * radii * np.sqrt(1.3 * present), LANE - 1.0)
    far, side = np.zeros(len(rows)), np.clip(beside, least, right)
    # Agents in the lane of those that come out, or behind it.
    crosses = beside < least - OVER
    far[crosses] = np.maximum(before, CROSSING)[crosses]
    waits = crosses & (before < behind) & (others >= STREAM)
    far[waits] = behind[waits] + 0.5
    side[waits] = beside[waits]
    # An agent that has reached its half continues along its path.
    far[~crosses & (before < THERE)] = np.nan
    agents.aims[rows, 0] = x - far * ux + side * uz
    agents.aims[rows, 1] = z - far * uz - side * ux


def mind_crossings(run: Run, ahead: Ahead, turn: Integers) -> None:
    """Hold agents at crossings until their turn, and let all keep to the right.

    Args:
        run: The run.
        ahead: What agents know of the crossings ahead.
        turn: (n,) step at which each agent's turn started, from the previous call.
    """
    agents = run.agents
    if not len(ahead.rows):
        return
    _, of, counts = np.unique(ahead.gate, return_inverse=True, return_counts=True)
    widest = np.zeros(len(counts))
    np.maximum.at(widest, of, agents.radii[ahead.rows])
    some = np.flatnonzero(
        (ahead.width < crossing_ways.NARROW * widest[of]) & (counts[of] >= crossing_ways.FEW)
    )
    if not len(some):
        return
    near = ~ahead.inside
    denied = take_turns(
        run,
        ahead,
        some,
        near,
        turn,
        (crossing_ways.TURN, crossing_ways.TURN),
        int(crossing_ways.PASSES),
    )
    size = len(counts) * MOST_MOUTHS
    place = of * MOST_MOUTHS + ahead.side
    present = np.bincount(place[near], minlength=size)
    leaves = ~near & (ahead.leaves >= 0)
    others = np.bincount((of * MOST_MOUTHS + ahead.leaves)[leaves], minlength=size)
    come = some[near[some]]
    at = place[come]
    come_right(run, ahead.rows[come], ahead.entries[come], present[at], others[at])
    _wait(run, ahead, denied)
    _leave(run, ahead, some[leaves[some]])


def _wait(run: Run, ahead: Ahead, some: Integers) -> None:
    """Hold these agents, and let them stand on the right half in front of the crossing."""
    agents = run.agents
    rows = ahead.rows[some]
    agents.held[rows] = 1
    x, z, ux, uz, left, right = ahead.entries[some].T
    dx, dz = agents.positions[rows, 0] - x, agents.positions[rows, 1] - z
    before, beside = -(dx * ux + dz * uz), dx * uz - dz * ux
    radii = agents.radii[rows]
    least = (right - left) / 2 + np.minimum(radii, (left + right) / 4)
    far = np.minimum(crossing_ways.STOP + radii, before)
    side = np.clip(beside, least, right)
    agents.aims[rows, 0] = x - far * ux + side * uz
    agents.aims[rows, 1] = z - far * uz - side * ux


def _leave(run: Run, ahead: Ahead, some: Integers) -> None:
    """Let these agents head for the right half of the street through which they leave."""
    agents = run.agents
    rows = ahead.rows[some]
    x, z, ux, uz, left, right = ahead.found[some, 6:].T
    # Leaving is the opposite of the way in, so right is on the other side.
    dx, dz = agents.positions[rows, 0] - x, agents.positions[rows, 1] - z
    beside = dz * ux - dx * uz
    radii = agents.radii[rows]
    least = (left - right) / 2 + np.minimum(radii, (left + right) / 4)
    side = np.clip(beside, least, left)
    agents.aims[rows, 0] = x - crossing_ways.BEYOND * ux - side * uz
    agents.aims[rows, 1] = z - crossing_ways.BEYOND * uz + side * ux


def note_passed(run: Run, *found: Ahead) -> None:
    """Update each agent's next gate, and note the agents that passed one since the last tick."""
    agents = run.agents
    gate = np.full(len(agents), NEVER, np.int64)
    for ahead in found:
        gate[ahead.rows] = ahead.gate
    passed = (agents.gate_side >= INSIDE) & (gate != agents.gate) & agents.has_path()
    agents.through[passed] = run.step
    agents.gate_left[passed] = agents.gate[passed]
    agents.gate[:] = gate
    agents.gate_side[:] = 0
    for ahead in found:
        agents.gate_side[ahead.rows] = 1 + ahead.side + INSIDE * ahead.inside


def drop_hidden_aims(run: Run) -> None:
    """Let agents follow their paths if they can't go straight to the place they head for.

    The same applies to agents with a nearer goal: inside a long gate they would never arrive.
    """
    agents = run.agents
    some = np.flatnonzero(~np.isnan(agents.aims[:, 0])).astype(np.int32)
    clear = np.zeros(len(some), np.uint8)
    b = buffers(walkability, some, agents.positions, agents.aims, clear)
    run.floors.in_kernel.pass_each(*b)
    goals = agents.points[agents.path_end[some] - 1]
    last = agents.path_current[some] == agents.path_end[some] - 1
    away = np.hypot(*(goals - agents.positions[some]).T)
    far = np.hypot(*(agents.aims[some] - agents.positions[some]).T)
    agents.aims[some[(clear == 0) | (last & (away <= far + NEARER))]] = np.nan
