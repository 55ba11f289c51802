"""Minding gates: whose turn it is at narrow ones, and who keeps to which half of wide ones.

Agents look along their paths for the gates that come next (see `narrow_places`). Where two sides
meet at a gate that is wide enough for two, each keeps to its right half. Where it is not, one side
at a time passes: its turn lasts as `TURNS` says, then it ends as soon as others wait, and no turn
is kept for nobody. All that the next tick needs to know stands in the columns of the agents.
"""

from typing import Final

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import walkability
from navcore.sim.agents import NEVER, Flags, Floats, Integers
from navcore.sim.crossing_ways import mind_crossings
from navcore.sim.crossings import MOST_MOUTHS
from navcore.sim.gate_lanes import take_lanes
from navcore.sim.gate_looks import Looks, see
from navcore.sim.gate_turns import BEGINS, INSIDE, LANE, Ahead, come_right, take_turns
from navcore.sim.movement import Movement
from navcore.sim.run import Run
from navcore.sim.wide_gates import come_out, stand_back

BACK: Final = 0.7
"""Those who wait stand back from a gate by this part of the radius of their crowd, or more."""
NEAR: Final = 3.0
"""Nearer than this agents take part in what happens at a tight gate to which few come, metres."""
FEW: Final = 4
"""Agents who come to a gate; fewer are few."""
TURNS: Final = (6.0, 20.0)
"""How long a turn lasts at least, and at most while many wait for it and others do, seconds."""
TIGHT: Final = 4.0
"""Gates narrower than so many radii of bodies are passed in turns."""
STOP: Final = 1.2
"""How far in front of a gate those stand whose turn it is not, metres."""
EVERY: Final = 2
"""Ticks from one look at gates to the next."""
NEARER: Final = 0.5
"""Goals so little farther than what a gate lets agents head for are walked to, metres."""
MANY: Final = 1000
"""So many agents look ahead in parts: all at once took 18 ms a look among 10,000 in the town."""
SELDOM: Final = 3
"""Agents with no gate ahead look for one every so many times."""

_ALONG: Final = int(Movement.ALONG)
_, _, _X, _Z, _UX, _UZ, _LEFT, _RIGHT, _IN_X, _IN_Z, _, _ = range(12)


def mind_gates(run: Run) -> None:
    """Write for all walkers which gate comes next, who is held there, and where they head for.

    At every second tick, in a step between ticks: others have more to do in those. Of `MANY` a part
    looks ahead in each of the steps before.
    """
    spt = run.settings.steps_per_tick
    step, last = run.step % (EVERY * spt), spt // 2 if len(run.agents) < MANY else spt - 1
    if step > last:
        return
    if step < last:
        if len(run.agents) >= MANY and step > 0:
            _look_at_some(run, step - 1, last)
        return
    agents = run.agents
    ahead, crossings = _look(run, last)
    _note_passed(run, ahead, crossings)
    agents.held[:] = 0
    agents.aims[:] = np.nan
    if not len(ahead.rows) and not len(crossings.rows):
        agents.turn[:] = NEVER
        return
    turn = agents.turn.copy()
    agents.turn[:] = NEVER
    _mind(run, ahead, turn)
    mind_crossings(run, crossings, turn)
    # Agents on a network keep to their edges, at gates as well (S4-007).
    agents.aims[agents.movements == _ALONG] = np.nan
    _drop_hidden_aims(run)


def _mind(run: Run, ahead: Ahead, turn: Integers) -> None:
    """Decide whose turn it is at tight gates, and where agents pass wide ones."""
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
    # A gate with more than two mouths has no halves.
    halves = meeting & ~tight & ahead.is_between[there]
    own = present.reshape(-1)[place[halves]]
    _keep_right(run, ahead, there[halves], own, present.sum(axis=1)[of[halves]] - own)
    take_lanes(run, ahead, there[~meeting & ahead.is_between[there]])
    wide = ahead.is_between & (ahead.width >= TIGHT * agents.radii[rows])
    full = stand_back(run, ahead, np.flatnonzero(wide))
    if len(full):
        come_out(run, run.gates.of(run.floors), full)


def _walkers(run: Run) -> Flags:
    """(n,) who looks for gates in this round."""
    agents = run.agents
    walks = agents.has_path() & ~agents.aside
    turn = run.step // (EVERY * run.settings.steps_per_tick)
    walks &= (agents.gate != NEVER) | ((agents.ids + turn) % SELDOM == 0)
    if agents.are_linked:
        walks &= ~agents.away()
    return walks


def _look_at_some(run: Run, part: int, parts: int) -> None:
    """Let a part of the agents look ahead, for the decision at the end of this tick."""
    agents = run.agents
    if part == 0:
        run.looks = Looks(run)
    looks = run.looks
    if looks is None or not looks.holds(run, part):
        run.looks = None
        return
    walks = _walkers(run)
    walks[np.arange(len(agents)) % parts != part] = False
    looks.add(walks, *_look_for(run, walks))


def _look(run: Run, parts: int) -> tuple[Ahead, Ahead]:
    """Find the gate that comes next on the path of each walker, or the crossing before it."""
    looks, walks = run.looks, _walkers(run)
    run.looks = None
    if looks is None or not looks.holds(run, parts - 1):
        return _look_for(run, walks)
    # Who got another path since looks again.
    known = walks & looks.known(run)
    looks.add(walks & ~known, *_look_for(run, walks & ~known))
    return looks.joined(known)


def _look_for(run: Run, walks: Flags) -> tuple[Ahead, Ahead]:
    """The gates and the crossings that come next on the paths of some walkers."""
    agents, floors = run.agents, run.floors
    parts, others = [], []
    for number, gates in enumerate(run.gates.of(floors)):
        mine = walks if len(floors.grids) == 1 else walks & (floors.numbers == number)
        rows = np.flatnonzero(mine).astype(np.int32)
        if len(rows):
            ahead, across = see(agents, gates, rows)
            parts.append(ahead)
            others.append(across)
    return Ahead.joined(parts), Ahead.joined(others)


def _note_passed(run: Run, *found: Ahead) -> None:
    """Write which gates are next, and note who came through one since the last tick."""
    agents = run.agents
    gate = np.full(len(agents), NEVER, np.int64)
    for ahead in found:
        gate[ahead.rows] = ahead.gate
    passed = (agents.gate_side >= INSIDE) & (gate != agents.gate) & agents.has_path()
    agents.through[passed] = run.step
    agents.gate_left[passed] = agents.gate[passed]
    # In place: kernels that read the agents are made anew for other arrays.
    agents.gate[:] = gate
    agents.gate_side[:] = 0
    for ahead in found:
        agents.gate_side[ahead.rows] = 1 + ahead.side + INSIDE * ahead.inside


def _wait_beside(run: Run, ahead: Ahead, some: Integers) -> None:
    """Hold these agents, and let them stand to the right of the gate.

    The more they are the farther: else their crowd stands in the way of those who come out.
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
    """(k, 2) places to the right of gates for crowds of these radii, metres."""
    across = found[:, _RIGHT] + radii + crowd
    back = np.maximum(STOP + radii, BACK * crowd)
    x = found[:, _IN_X] - back * found[:, _UX] + across * found[:, _UZ]
    z = found[:, _IN_Z] - back * found[:, _UZ] - across * found[:, _UX]
    return np.column_stack((x, z))


def _keep_right(
    run: Run, ahead: Ahead, some: Integers, present: Integers, others: Integers
) -> None:
    """Let these agents head for their right half of the gate, and leave the other half free.

    Where a stream of `others` comes out nobody waits: agents who come from there go around
    behind, as far from the gate as the `present` ones on their side reach.
    """
    inside = ahead.inside[some]
    _keep_right_inside(run, ahead, some[inside])
    some, present, others = some[~inside], present[~inside], others[~inside]
    come_right(run, ahead.rows[some], ahead.entries[some], present, others)


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


def _drop_hidden_aims(run: Run) -> None:
    """Let agents follow their paths that can't go straight to what they head for.

    So do those whose goal is nearer: inside of a long gate they would never arrive.
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
