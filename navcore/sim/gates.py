"""Minding gates: whose turn it is at narrow ones, and who keeps to which half of wide ones.

Agents look along their paths for the gates that come next (see `narrow_places`). Where two sides
meet at a gate that is wide enough for two, each keeps to its right half. Where it is not, one side
at a time passes: its turn lasts as `TURNS` says, then it ends as soon as others wait, and no turn
is kept for nobody. All that the next tick needs to know stands in the columns of the agents.
"""

from typing import Final

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import gate_manners as kernel
from navcore.kernels.crowd import gate_notes
from navcore.sim.agents import NEVER, Flags, Integers
from navcore.sim.crossing_ways import mind_crossings
from navcore.sim.gate_lanes import BROAD, QUEUE, take_lanes
from navcore.sim.gate_lanes import NEAR as IN_LANES
from navcore.sim.gate_looks import Block, Looks, empty_block, see
from navcore.sim.gate_turns import EACH, LANE, Ahead, Minders, minders_of
from navcore.sim.movement import Movement
from navcore.sim.passing_lanes import keep_lanes
from navcore.sim.run import Run
from navcore.sim.step_parts import GATES_EVERY, MANY
from navcore.sim.wide_gates import FIRST, come_out, stand_back

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
NEARER: Final = 0.5
"""Goals so little farther than what a gate lets agents head for are walked to, metres."""
SELDOM: Final = 3
"""Agents with no gate ahead look for one every so many times."""

_ALONG: Final = int(Movement.ALONG)
_QUEUED, _FULL = 32, 16
"""Marks of the kernel."""


def mind_gates(run: Run) -> None:
    """Write for all walkers which gate comes next, who is held there, and where they head for.

    At every second tick, in a step between ticks: others have more to do in those. Of `MANY` a part
    looks ahead in each of the steps before.
    """
    spt = run.settings.steps_per_tick
    step, last = run.step % (GATES_EVERY * spt), spt // 2 if len(run.agents) < MANY else spt - 1
    if step > last:
        return
    if step < last:
        if len(run.agents) >= MANY and step > 0:
            _look_at_some(run, step - 1, last - 1)
        return
    decide(run, *_look(run, last))


def decide(run: Run, ahead: Ahead, crossings: Ahead) -> None:
    """Decide who is held, whose turn it is, and where agents head for.

    Args:
        run: The run.
        ahead: What agents know of the gates ahead.
        crossings: What others know of the crossings ahead.
    """
    minders = minders_of(run.agents)
    b = buffers(gate_notes, ahead.whole, crossings.whole)
    minders.notes.begin(b[0], b[1], run.step)
    mind_narrow(run, ahead)
    mind_crossings(run, crossings)
    keep_lanes(run)
    # Agents on a network keep to their edges, at gates as well (S4-007).
    b = buffers(gate_notes, run.agents.movements)
    minders.notes.drop_hidden(run.floors.in_kernel, b[0], _ALONG, NEARER)


def mind_narrow(run: Run, ahead: Ahead) -> None:
    """Decide whose turn it is at tight gates, and where agents pass wide ones.

    Args:
        run: The run.
        ahead: What agents know of the gates ahead.
    """
    if not len(ahead.whole):
        return
    minders, a_second = minders_of(run.agents), run.settings.steps_per_second
    turns = (TURNS[0] * a_second, TURNS[1] * a_second, EACH * a_second, 0)
    queues = (IN_LANES, QUEUE, FIRST, BROAD)
    rules = np.array((NEAR, LANE, FEW, TIGHT, *turns, BACK, STOP, *queues))
    b = buffers(kernel, ahead.whole, ahead.parts, rules)
    more = minders.gates.mind_gates(b[0], b[1], b[2], run.step, run.floors.in_kernel)
    if more & _QUEUED:
        take_lanes(run, ahead, _marked(minders, _QUEUED))
    if more & _FULL:
        full = stand_back(run, ahead, _marked(minders, _FULL))
        come_out(run, run.gates.of(run.floors), full)


def _marked(minders: Minders, mark: int) -> Integers:
    """The rows of the block that were marked so."""
    return minders.some[: minders.gates.mark(mark, minders.b_some)]


def _walkers(run: Run) -> Flags:
    """(n,) who looks for gates in this round."""
    agents = run.agents
    walks = agents.has_path() & ~agents.aside
    turn = run.step // (GATES_EVERY * run.settings.steps_per_tick)
    walks &= (agents.gate != NEVER) | ((agents.ids + turn) % SELDOM == 0)
    if agents.are_linked:
        walks &= ~agents.away()
    return walks


def _look_at_some(run: Run, part: int, parts: int) -> None:
    """Let a part of the agents look ahead, for the decision at the end of this tick."""
    agents = run.agents
    if part == 0:
        run.looks = Looks(run.agents, run.floors, run.step)
    looks = run.looks
    if looks is None or not looks.holds(run.agents, run.floors, run.step, part):
        run.looks = None
        return
    walks = _walkers(run)
    walks[np.arange(len(agents)) % parts != part] = False
    looks.add(walks)
    _look_for(run, walks, looks.block)


def _look(run: Run, parts: int) -> tuple[Ahead, Ahead]:
    """Find the gate that comes next on the path of each walker, or the crossing before it."""
    looks, walks = run.looks, _walkers(run)
    run.looks = None
    if looks is None or not looks.holds(run.agents, run.floors, run.step, parts - 1):
        block = empty_block(run.agents)
        _look_for(run, walks, block)
        return block.written()
    # Who got another path since looks again.
    known = walks & looks.known()
    before = looks.block.counts.tolist()
    _look_for(run, walks & ~known, looks.block)
    return looks.joined(known, before)


def _look_for(run: Run, walks: Flags, block: Block) -> None:
    """Find the gates and the crossings that come next on the paths of some walkers."""
    agents, floors = run.agents, run.floors
    for number, gates in enumerate(run.gates.of(floors)):
        mine = walks if len(floors.grids) == 1 else walks & (floors.numbers == number)
        rows = mine.nonzero()[0].astype(np.int32)
        if len(rows):
            see(agents, gates, rows, block)
