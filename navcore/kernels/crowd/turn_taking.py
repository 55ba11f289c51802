# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Turns at gates and crossings that one group of people passes at a time.

Agents are given as blocks of `next_gates`. Agents that come to one gate are a group; its sides are
the mouths that are used at the same time.
"""

import cython

NEVER = cython.declare(cython.longlong, -1)
SIDES = cython.declare(cython.int, 8)
LOW = cython.declare(cython.longlong, 0xFFFFFFFF)


@cython.final
@cython.cclass
class Groups:
    """Agents in groups, one for each gate.

    `ids`, `gate` and `turn` are those of all agents, by rows; `turn` is written. The rest are
    buffers for n agents: `slots` for a table of length `tallies.table_size`; `of`, (n,), takes the
    group of each row of a block, and `totals`, (n,), the number of rows of each group; `counts` is
    (3, n, 8), `since` (n,), `heads` (2, n) and `states` (n,).
    """

    def __init__(
        self,
        ids: cython.const[cython.longlong][::1],
        gate: cython.const[cython.longlong][::1],
        turn: cython.longlong[::1],
        slots: cython.int[::1],
        of: cython.int[::1],
        totals: cython.int[::1],
        counts: cython.int[:, :, ::1],
        since: cython.longlong[::1],
        heads: cython.int[:, ::1],
        states: cython.uchar[::1],
    ) -> None:
        """Start without agents."""
        self.ids = ids
        self.gate = gate
        self.turn = turn
        self.slots = slots
        self.of = of
        self.totals = totals
        self.counts = counts
        self.since = since
        self.heads = heads
        self.states = states
        self.count = 0

    def come(self, whole):
        """Take the agents of a block."""
        k: cython.Py_ssize_t
        slot: cython.longlong
        number: cython.longlong
        self.whole = whole
        self.count = 0
        for k in range(self.slots.shape[0]):
            self.slots[k] = -1
        for k in range(whole.shape[0]):
            number = whole[k, 1]
            slot = ((number & LOW) ^ (number >> 32)) * 73856093
            slot = (slot ^ (slot >> 29)) & (self.slots.shape[0] - 1)
            while self.slots[slot] >= 0 and whole[self.heads[0, self.slots[slot]], 1] != number:
                slot = (slot + 1) & (self.slots.shape[0] - 1)
            if self.slots[slot] < 0:
                self.slots[slot] = self.count
                self.heads[0, self.count] = cython.cast(cython.int, k)
                self.totals[self.count] = 0
                self.count += 1
            self.of[k] = self.slots[slot]
            self.totals[self.of[k]] += 1

    def clear(self, n):
        """Reset one of the three tables of `counts`."""
        g: cython.int
        s: cython.int
        for g in range(self.count):
            for s in range(SIDES):
                self.counts[n, g, s] = 0

    def sides(self, n, g):
        """Return the number of sides of a group at which agents were counted."""
        s: cython.int
        found: cython.int = 0
        for s in range(SIDES):
            found += self.counts[n, g, s] > 0
        return found

    def sum(self, n, g):
        """Return the number of agents counted in a group."""
        s: cython.int
        found: cython.int = 0
        for s in range(SIDES):
            found += self.counts[n, g, s]
        return found

    def take(self, parts, was, members, near, denied, step, least, most, each, passes):
        """Decide which side has its turn, and mark in `denied` agents that must not enter now.

        `was` are the steps since which each agent's side has had its turn, by rows of agents,
        before this step. `members` marks the rows of the block that take part, `near` those of them
        that are not inside. A turn lasts `each` steps for every agent that waits for it, but from
        `least` to `most`; `passes` agents inside are no reason to wait. The three tables of
        `counts` have the agents that wait, that are inside, and that had the turn.
        """
        g: cython.int
        k: cython.Py_ssize_t
        row: cython.longlong
        for g in range(3):
            self.clear(g)
        for g in range(self.count):
            self.heads[0, g] = -1
            self.since[g] = step
        for k in range(self.whole.shape[0]):
            denied[k] = 0
            if not members[k]:
                continue
            g = self.of[k]
            row = self.whole[k, 0]
            self.counts[0 if near[k] else 1, g, self.whole[k, 6]] += 1
            if was[row] != NEVER and self.gate[row] == self.whole[k, 1]:
                self.counts[2, g, self.whole[k, 6]] += 1
                self.since[g] = min(self.since[g], was[row])
            # Without an owner, the side of the nearest agent has its turn.
            if self.heads[0, g] < 0 or self._is_nearer(parts, k, self.heads[0, g]):
                self.heads[0, g] = cython.cast(cython.int, k)
        for g in range(self.count):
            if self.heads[0, g] >= 0:
                self._decide(g, step, least, most, each, passes)
        for k in range(self.whole.shape[0]):
            if members[k]:
                g = self.of[k]
                if self.whole[k, 6] == self.heads[1, g]:
                    self.turn[self.whole[k, 0]] = self.since[g]
                    denied[k] = near[k] and self.states[g] == 3
                else:
                    denied[k] = near[k] and self.states[g] & 1

    def _is_nearer(self, parts, k, other):
        """Return whether an agent reaches its gate before another one; if equal, the lower id."""
        if parts[k, 1] != parts[other, 1]:
            return parts[k, 1] < parts[other, 1]
        return self.ids[self.whole[k, 0]] < self.ids[self.whole[other, 0]]

    def _decide(self, g, step, least, most, each, passes):
        """Find the side of a group that has its turn; state 1: sides meet, + 2: nobody enters."""
        s: cython.int
        owner: cython.int
        meets: cython.int = 0
        inside: cython.int = self.sum(1, g)
        others: cython.int
        lasts: cython.double
        ends: cython.bint
        for s in range(SIDES):
            meets += self.counts[0, g, s] + self.counts[1, g, s] > 0
        if self.sum(2, g) > 0:
            owner = self._most(2, g)
        elif inside > 0:
            owner = self._most(1, g)
        else:
            owner = cython.cast(cython.int, self.whole[self.heads[0, g], 6])
        others = self.sum(0, g) - self.counts[0, g, owner]
        # The more agents want to go on, the longer the turn: at each change the gate gets empty.
        lasts = min(max(each * self.counts[0, g, owner], least), most)
        ends = others > 0 and (self.counts[0, g, owner] == 0 or step - self.since[g] >= lasts)
        if ends and inside <= passes:
            # The next side in order with waiting agents.
            s = (owner + 1) % SIDES
            while self.counts[0, g, s] == 0:
                s = (s + 1) % SIDES
            owner = s
            self.since[g] = step
            ends = False
        self.heads[1, g] = owner
        self.states[g] = 1 if meets > 1 else 0
        if meets > 1 and (ends or inside - self.counts[1, g, owner] > passes):
            self.states[g] = 3

    def _most(self, n, g):
        """Return the first of the sides of a group with the greatest count."""
        s: cython.int
        best: cython.int = 0
        for s in range(1, SIDES):
            if self.counts[n, g, s] > self.counts[n, g, best]:
                best = s
        return best
