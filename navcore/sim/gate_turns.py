"""Taking turns at gates and crossings, and coming to them on one's own side."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from navcore.sim.agents import NEVER, Flags, Floats, Integers
from navcore.sim.crossings import MOST_MOUTHS
from navcore.sim.run import Run

LANE: Final = 6.0
"""From where on agents come to wide gates on their own side, metres."""
OVER: Final = 0.1
"""Agents so little over the middle, metres, are on their own side."""
CROSSING: Final = 2.0
"""How far in front of a gate agents go over to their own side, metres."""
THERE: Final = 0.3
"""Nearer to the mouth of a gate than this an agent has come to it, metres."""
STREAM: Final = 3
"""So many agents who come to a gate from the other side are a stream."""
EACH: Final = 1.0
"""How long a turn lasts for each who waits for it, seconds."""
INSIDE: Final = 128
"""What `Agents.gate_side` has more inside of a gate."""
BEGINS: Final = 0
"""Of `Ahead.found`: how far along the path the gate begins, metres."""


class Ahead(NamedTuple):
    """What agents know of the gate that comes next on their paths; a row each."""

    whole: Integers
    """(k, 7) see the kernel `next_gates`."""
    parts: Floats
    """(k, 19) see the kernel."""

    @property
    def rows(self) -> Integers:
        """(k,) of the agents that have one within `LOOK_AHEAD`."""
        return self.whole[:, 0]

    @property
    def gate(self) -> Integers:
        """(k,) number of the gate."""
        return self.whole[:, 1]

    @property
    def inside(self) -> Flags:
        """(k,) who is in it."""
        found: Flags = self.whole[:, 2] != 0
        return found

    @property
    def side(self) -> Integers:
        """(k,) number of the mouth by which they come."""
        return self.whole[:, 3]

    @property
    def is_between(self) -> Flags:
        """(k,) whether the gate has two mouths."""
        found: Flags = self.whole[:, 4] != 0
        return found

    @property
    def leaves(self) -> Integers:
        """(k,) number of the mouth by which they go out, or -1 if that is not known."""
        return self.whole[:, 5]

    @property
    def group(self) -> Integers:
        """(k,) number of the first mouth of those whose people may pass at one time."""
        return self.whole[:, 6]

    @property
    def width(self) -> Floats:
        """(k,) of the gate, see `Gate.width`."""
        return self.parts[:, 0]

    @property
    def found(self) -> Floats:
        """(k, 12) see the kernel `gates`."""
        return self.parts[:, 1:13]

    @property
    def entries(self) -> Floats:
        """(k, 6) of the mouth by which they come, see `Gate.entries`."""
        return self.parts[:, 13:]

    def taken(self, which: Flags | Integers) -> "Ahead":
        """Return some of the rows."""
        return Ahead(self.whole[which], self.parts[which])

    @classmethod
    def joined(cls, parts: "Sequence[Ahead]") -> "Ahead":
        """Return the rows of all parts, one after the other."""
        if len(parts) == 1:
            return parts[0]
        if parts:
            return cls(*map(np.concatenate, zip(*parts, strict=True)))
        return _NOTHING


_NOTHING: Final = Ahead(np.zeros((0, 7), np.int64), np.zeros((0, 19)))


def take_turns(
    run: Run, ahead: Ahead, some: Integers, near: Flags, turn: Integers,
    seconds: tuple[float, float], passes: int = 0,
) -> Integers:  # fmt: skip
    """Decide whose turn it is at gates that one group of people passes at a time.

    Args:
        run: The run.
        ahead: What agents know of the gates ahead.
        some: Of those that are at such gates: near to them, or inside.
        near: (k,) who is not inside.
        turn: (n,) steps since which it has been somebody's turn, as of the last time.
        seconds: How long a turn lasts at least, and at most while many wait for it and others do.
        passes: So many inside are no reason to wait.

    Returns:
        Those of them that must not enter now.
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
    # Without an owner it is the turn of those inside, or of whoever is nearest.
    first = np.lexsort((agents.ids[rows], ahead.found[some, BEGINS], of))
    nearest = side[first[np.searchsorted(of[first], np.arange(count))]]
    owner = np.where(
        owned.any(axis=1), owned.argmax(axis=1),
        np.where(inside.any(axis=1), inside.argmax(axis=1), nearest),
    )  # fmt: skip
    every = np.arange(count)
    others = waiting.copy()
    others[every, owner] = 0
    # The more want to go on the longer it pays to let them: at each change the gate gets empty.
    lasts = np.clip(EACH * waiting[every, owner], *seconds)
    ends = others.any(axis=1) & (
        (waiting[every, owner] == 0) | (run.step - since >= lasts * run.settings.steps_per_second)
    )
    changes = ends & (inside.sum(axis=1) <= passes)
    # The next side round that has somebody waiting.
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
    """Let agents head for their right half of the mouths by which they come.

    Where a stream of `others` comes out nobody waits: agents who come from there go around
    behind, as far from the gate as the `present` ones on their side reach.
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
