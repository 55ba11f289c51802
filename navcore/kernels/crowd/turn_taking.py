# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Whose turn it is at gates and crossings that one group of people passes at a time.

Agents are told as blocks of `next_gates`. Those who come to one gate are a group; its sides are
those mouths whose people pass together.
"""

import cython

NEVER = cython.declare(cython.longlong, -1)
SIDES = cython.declare(cython.int, 8)
LOW = cython.declare(cython.longlong, 0xFFFFFFFF)


@cython.final
@cython.cclass
class Groups:
    """Agents in groups, one for each gate.

    `ids`, `gate` and `turn` are those of all agents, by rows; `turn` is written. The rest is room
    for n agents: `slots` for a table, as long as `tallies.table_size` says; `of`, (n,), takes the
    group of each row of a block, and `totals`, (n,), how many rows each group has; `counts` is
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
        """Nobody has come yet."""
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
        """Begin to count once more in one of the three tables of `counts`."""
        g: cython.int
        s: cython.int
        for g in range(self.count):
            for s in range(SIDES):
                self.counts[n, g, s] = 0

    def sides(self, n, g):
        """On how many sides of a group somebody was counted."""
        s: cython.int
        found: cython.int = 0
        for s in range(SIDES):
            found += self.counts[n, g, s] > 0
        return found

    def sum(self, n, g):
        """How many were counted in a group."""
        s: cython.int
        found: cython.int = 0
        for s in range(SIDES):
            found += self.counts[n, g, s]
        return found

    def take(self, parts, was, members, near, denied, step, least, most, each, passes):
        """Decide whose turn it is, and mark in `denied` those that must not enter now.

        `was` are the steps since which it has been somebody's turn, by rows of agents, as of the
        last time. `members` marks the rows of the block that take part, `near` those of them that
        are not inside. A turn lasts `each` steps for everybody who waits for it, but from `least`
        to `most`; `passes` inside are no reason to wait. Of the tables of `counts` all three are
        used: who waits, who is inside, and who had the turn.
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
            # Without an owner it is the turn of whoever is nearest.
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
        """Whether an agent comes to its gate before another one, or has the lower id."""
        if parts[k, 1] != parts[other, 1]:
            return parts[k, 1] < parts[other, 1]
        return self.ids[self.whole[k, 0]] < self.ids[self.whole[other, 0]]

    def _decide(self, g, step, least, most, each, passes):
        """Find whose turn it is in a group; its state is 1 if sides meet, with 2 nobody enters."""
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
        # The more want to go on the longer it pays to let them: at each change the gate gets empty.
        lasts = min(max(each * self.counts[0, g, owner], least), most)
        ends = others > 0 and (self.counts[0, g, owner] == 0 or step - self.since[g] >= lasts)
        if ends and inside <= passes:
            # The next side round that has somebody waiting.
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
        """The first of the sides on which most of a group were counted."""
        s: cython.int
        best: cython.int = 0
        for s in range(1, SIDES):
            if self.counts[n, g, s] > self.counts[n, g, best]:
                best = s
        return best
