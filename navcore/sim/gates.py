"""Minding gates: whose turn it is at narrow ones, and who keeps to which half of wide ones.

Agents look along their paths for the gates that come next (see `narrow_places`). Where two sides
meet at a gate that is wide enough for two, each keeps to its right half. Where it is not, one side
at a time passes: its turn lasts at least `TURN`, then it ends as soon as others wait, and no turn
is kept for nobody. All that the next tick needs to know stands in the columns of the agents.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers
from navcore.kernels.crowd import walkability
from navcore.sim.agents import NEVER, Flags, Floats, Integers, Rows
from navcore.sim.movement import Movement
from navcore.sim.narrow_places import MOST_MOUTHS, FloorGates
from navcore.sim.run import Run

NEAR: Final = 3.0
"""Agents nearer to a gate than this take part in what happens at it, metres."""
TURN: Final = 6.0
"""How long a turn lasts at least, seconds."""
LANE: Final = 6.0
"""From where on agents come to wide gates on their own side, metres."""
TIGHT: Final = 4.0
"""Gates narrower than so many radii of bodies are passed in turns."""
STOP: Final = 1.2
"""How far in front of a gate those stand whose turn it is not, metres."""
OVER: Final = 0.1
"""Agents so little over the middle, metres, are on their own side."""
CROSSING: Final = 2.0
"""How far in front of a gate agents go over to their own side, metres."""
EVERY: Final = 2
"""Ticks from one look at gates to the next."""
NEARER: Final = 0.5
"""Goals so little farther than what a gate lets agents head for are walked to, metres."""
THERE: Final = 0.3
"""Nearer to the mouth of a gate than this an agent has come to it, metres."""
STREAM: Final = 3
"""So many agents who come to a gate from the other side are a stream."""
SELDOM: Final = 3
"""Agents with no gate ahead look for one every so many times."""
INSIDE: Final = 128
"""What `Agents.gate_side` has more inside of a gate."""

_BEGINS, _, _X, _Z, _UX, _UZ, _LEFT, _RIGHT, _IN_X, _IN_Z, _, _ = range(12)


class Ahead(NamedTuple):
    """What agents know of the gate that comes next on their paths; a row each."""

    rows: Rows
    """(k,) of the agents that have one within `LOOK_AHEAD`."""
    gate: Integers
    """(k,) number of the gate."""
    inside: Flags
    """(k,) who is in it."""
    width: Floats
    """(k,) of the gate, see `Gate.width`."""
    side: npt.NDArray[np.int64]
    """(k,) number of the mouth by which they come."""
    found: Floats
    """(k, 12) see the kernel."""
    entries: Floats
    """(k, 6) of the mouth by which they come, see `Gate.entries`."""
    is_between: Flags
    """(k,) whether the gate has two mouths."""


def mind_gates(run: Run) -> None:
    """Write for all walkers which gate comes next, who is held there, and where they head for.

    At every second tick, in a step between ticks: others have more to do in those.
    """
    if run.step % (EVERY * run.settings.steps_per_tick) != run.settings.steps_per_tick // 2:
        return
    agents = run.agents
    ahead = _look(run)
    _note_passed(run, ahead)
    rows = ahead.rows
    agents.held[:] = 0
    agents.aims[:] = np.nan
    turn, agents.turn = agents.turn, np.full(len(agents), NEVER, np.int64)
    if not len(rows):
        return
    begins = ahead.found[:, _BEGINS]
    near = ~ahead.inside & (begins < np.where(ahead.width < TIGHT * agents.radii[rows], NEAR, LANE))
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
    _take_turns(run, ahead, there[tight], near, turn)
    # A gate with more than two mouths has no halves.
    halves = meeting & ~tight & ahead.is_between[there]
    own = present.reshape(-1)[place[halves]]
    _keep_right(run, ahead, there[halves], own, present.sum(axis=1)[of[halves]] - own)
    # Agents on a network keep to their edges, at gates as well (S4-007).
    agents.aims[agents.movements == Movement.ALONG] = np.nan
    _drop_hidden_aims(run, rows)


def _look(run: Run) -> Ahead:
    """Find the gate that comes next on the path of each walker."""
    agents, floors = run.agents, run.floors
    walks = agents.has_path() & ~agents.aside
    turn = run.step // (EVERY * run.settings.steps_per_tick)
    walks &= (agents.gate != NEVER) | ((agents.ids + turn) % SELDOM == 0)
    if agents.are_linked:
        walks &= ~agents.away()
    parts = []
    for number, gates in enumerate(run.gates.of(floors)):
        mine = walks if len(floors.grids) == 1 else walks & (floors.numbers == number)
        rows = np.flatnonzero(mine).astype(np.int32)
        if len(rows):
            parts.append(_look_on(run, gates, rows))
    if not parts:
        none = np.zeros(0, np.int64)
        of = (np.zeros(0), none, np.zeros((0, 12)), np.zeros((0, 6)), none != 0)
        return Ahead(none.astype(np.int32), none, none != 0, *of)
    return parts[0] if len(parts) == 1 else Ahead(*map(np.concatenate, zip(*parts, strict=True)))


def _look_on(run: Run, gates: FloorGates, rows: Rows) -> Ahead:
    agents = run.agents
    seen = gates.seen_by(agents, rows)
    has = (seen.numbers >= 0).any(axis=1)
    some = np.flatnonzero(has)
    which = np.where(seen.numbers[some, 0] >= 0, 0, 1)
    number, found, rows = seen.numbers[some, which], seen.found[some, which], rows[some]
    inside = found[:, _BEGINS] == 0.0
    index = gates.indices[number]
    mouths = gates.mouths[number]
    # They come by the mouth that they are about to enter; from inside by the one behind them.
    entered = mouths - found[:, None, _IN_X : _IN_Z + 1]
    away = mouths - found[:, None, _X : _Z + 1]
    ways = found[:, None, _UX : _UZ + 1]
    side = np.where(
        inside,
        np.nanargmin((away * ways).sum(axis=2), axis=1),
        np.nanargmin((entered * entered).sum(axis=2), axis=1),
    )
    known = (agents.gate[rows] == index) & (agents.gate_side[rows] > 0)
    before = (agents.gate_side[rows] & (INSIDE - 1)).astype(np.int64) - 1
    side = np.where(known & inside, before, side)
    entries = gates.entries[number, side]
    is_between = np.isnan(mouths[:, 2, 0])
    return Ahead(rows, index, inside, gates.gate_widths[number], side, found, entries, is_between)


def _note_passed(run: Run, ahead: Ahead) -> None:
    """Write which gates are next, and note who came through one since the last tick."""
    agents = run.agents
    gate = np.full(len(agents), NEVER, np.int64)
    gate[ahead.rows] = ahead.gate
    passed = (agents.gate_side >= INSIDE) & (gate != agents.gate) & agents.has_path()
    agents.through[passed] = run.step
    agents.gate = gate
    agents.gate_side = np.zeros(len(agents), np.uint8)
    agents.gate_side[ahead.rows] = 1 + ahead.side + INSIDE * ahead.inside


def _take_turns(run: Run, ahead: Ahead, some: Integers, near: Flags, turn: Integers) -> None:
    """Hold those at tight gates whose turn it is not."""
    agents = run.agents
    if not len(some):
        return
    rows, side, near = ahead.rows[some], ahead.side[some], near[some]
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
    # Without an owner it is the turn of those inside, or of whoever is nearest.
    first = np.lexsort((agents.ids[rows], ahead.found[some, _BEGINS], of))
    nearest = side[first[np.searchsorted(of[first], np.arange(count))]]
    owner = np.where(
        owned.any(axis=1), owned.argmax(axis=1),
        np.where(inside.any(axis=1), inside.argmax(axis=1), nearest),
    )  # fmt: skip
    every = np.arange(count)
    others = waiting.copy()
    others[every, owner] = 0
    ends = others.any(axis=1) & (
        (waiting[every, owner] == 0) | (run.step - since >= TURN * run.settings.steps_per_second)
    )
    changes = ends & ~inside.any(axis=1)
    # The next side round that has somebody waiting.
    order = (owner[:, None] + 1 + np.arange(MOST_MOUTHS)) % MOST_MOUTHS
    following = order[every, (others[every[:, None], order] > 0).argmax(axis=1)]
    owner = np.where(changes, following, owner)
    since[changes] = run.step
    ends &= ~changes
    against = inside.copy()
    against[every, owner] = 0
    shut = ends | against.any(axis=1)
    mine = side == owner[of]
    agents.turn[rows[mine]] = since[of[mine]]
    meets = ((waiting + inside) > 0).sum(axis=1) > 1
    denied = near & meets[of] & (~mine | shut[of])
    _wait_beside(run, ahead, some[denied])


def _wait_beside(run: Run, ahead: Ahead, some: Integers) -> None:
    """Hold these agents, and let them stand to the right of the gate."""
    agents = run.agents
    rows, found = ahead.rows[some], ahead.found[some]
    agents.held[rows] = 1
    radii = agents.radii[rows]
    across = found[:, _RIGHT] + 2.0 * radii
    back = STOP + radii
    agents.aims[rows, 0] = found[:, _IN_X] - back * found[:, _UX] + across * found[:, _UZ]
    agents.aims[rows, 1] = found[:, _IN_Z] - back * found[:, _UZ] - across * found[:, _UX]


def _keep_right(
    run: Run, ahead: Ahead, some: Integers, present: Integers, others: Integers
) -> None:
    """Let these agents head for their right half of the gate, and leave the other half free.

    Where a stream of `others` comes out nobody waits: agents who come from there go around
    behind, as far from the gate as the `present` ones on their side reach.
    """
    agents = run.agents
    inside = ahead.inside[some]
    _keep_right_inside(run, ahead, some[inside])
    some, present, others = some[~inside], present[~inside], others[~inside]
    rows, entries = ahead.rows[some], ahead.entries[some]
    x, z, ux, uz, left, right = entries.T
    dx, dz = agents.positions[rows, 0] - x, agents.positions[rows, 1] - z
    before = -(dx * ux + dz * uz)
    beside = dx * uz - dz * ux
    radii = agents.radii[rows]
    middle = (right - left) / 2
    least = middle + np.minimum(radii, (left + right) / 4)
    behind = np.minimum(1.0 + 2.0 * radii * np.sqrt(1.3 * present), LANE - 1.0)
    far, side = np.zeros(len(rows)), np.clip(beside, least, right)
    # In the lane of those who come out, or behind it.
    crosses = beside < least - OVER
    far[crosses] = np.maximum(before, CROSSING)[crosses]
    waits = crosses & (before < behind) & (others >= STREAM)
    far[waits] = behind[waits] + 0.5
    side[waits] = beside[waits]
    # An agent that has come to its half goes on along its path.
    far[~crosses & (before < THERE)] = np.nan
    agents.aims[rows, 0] = x - far * ux + side * uz
    agents.aims[rows, 1] = z - far * uz - side * ux


def _keep_right_inside(run: Run, ahead: Ahead, some: Integers) -> None:
    """Let these agents go on along their right half of the gate."""
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


def _drop_hidden_aims(run: Run, rows: Rows) -> None:
    """Let agents follow their paths that can't go straight to what they head for.

    So do those whose goal is nearer: inside of a long gate they would never arrive.
    """
    agents = run.agents
    some = rows[~np.isnan(agents.aims[rows, 0])]
    clear = np.zeros(len(some), np.uint8)
    b = buffers(walkability, some, agents.positions, agents.aims, clear)
    run.floors.in_kernel.pass_each(*b)
    goals = agents.points[agents.path_end[some] - 1]
    last = agents.path_current[some] == agents.path_end[some] - 1
    away = np.hypot(*(goals - agents.positions[some]).T)
    far = np.hypot(*(agents.aims[some] - agents.positions[some]).T)
    agents.aims[some[(clear == 0) | (last & (away <= far + NEARER))]] = np.nan
