# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The next gate or crossing on agents' paths.

Results are written to two blocks, with a row for each agent that has something ahead. The first
block has integers: the row of the agent, the number of the gate, whether the agent is inside, the
mouth by which it enters, whether the gate has two mouths, the mouth by which it leaves, -1 if that
is not known, and the first mouth of those that may be used at one time. The second block has 19
numbers: the width of the gate, 12 as `gates` finds them along paths, and 6 of the mouth by which
the agent enters: x, z, the direction in, and the distance to the walls on the left and on the
right.
"""

import cython

NAN = cython.declare(cython.double, float("nan"))
FAR = cython.declare(cython.double, 1e300)
# Added to `gate_side` inside a gate.
INSIDE = cython.declare(cython.int, 128)
# The way out of a crossing is unknown if it is farther ahead than this, metres.
OUT = cython.declare(cython.double, 24.0)


def begin(places: cython.const[cython.int][:, ::1], rims: cython.int[::1]) -> None:
    """Prepare a look-up of all cells that were seen, under the least rim of each.

    Args:
        places: (k, 3) a cell, or -1, and the least and the highest rim that it may have.
        rims: (k,) takes the rims, 0 for no cell.
    """
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(rims.shape[0]):
            rims[i] = 0 if places[i, 0] < 0 else -places[i, 1]


def next_round(rims: cython.int[::1], left: cython.int[::1]) -> int:
    """Copy the rims of the next round of look-ups; return the number of cells.

    `left` takes the number of cells for each rim.
    """
    i: cython.Py_ssize_t
    count: cython.int = 0
    with cython.nogil:
        for i in range(left.shape[0]):
            left[i] = 0
        for i in range(rims.shape[0]):
            if rims[i] < 0:
                rims[i] = -rims[i]
                left[rims[i]] += 1
                count += 1
            else:
                rims[i] = 0
    return count


def look_up(
    places: cython.const[cython.int][:, ::1],
    rims: cython.int[::1],
    rim: cython.int,
    labels: cython.const[cython.int][::1],
    numbers: cython.longlong[::1],
    unknown: cython.int[::1],
) -> int:
    """Look cells up under a rim; return how many of them have no label yet.

    Args:
        places: See :func:`begin`.
        rims: (k,) the rims of this round; for cells that are no gate under `rim` they are raised
            for the next round, up to the highest one.
        rim: Cells with this rim are looked up.
        labels: (cells of the grid,) 0: unknown, -1: no gate, else 1 + index of the gate.
        numbers: (k,) takes the indices of the gates; the others stay unchanged.
        unknown: (k,) takes the cells without a label, which can be looked up again.
    """
    i: cython.Py_ssize_t
    label: cython.int
    count: cython.int = 0
    with cython.nogil:
        for i in range(rims.shape[0]):
            if rims[i] != rim:
                continue
            label = labels[places[i, 0]]
            if label == 0:
                unknown[count] = places[i, 0]
                count += 1
            elif label > 0:
                numbers[i] = label - 1
                rims[i] = 0
            else:
                rims[i] = -(rim + 1) if rim < places[i, 2] else 0
    return count


@cython.final
@cython.cclass
class Known:
    """The gates and the crossings of a floor.

    Gates, in their order: `indices` numbers in the run, `widths` metres, `mouths` (g, 8, 2) and
    `entries` (g, 8, 6), NaN for missing ones. Crossings: the same, without mouths, and `sides` (c,
    8), the first of the mouths that are opposite each one.
    """

    def __init__(
        self,
        indices: cython.const[cython.longlong][::1],
        widths: cython.const[cython.double][::1],
        mouths: cython.const[cython.double][:, :, ::1],
        entries: cython.const[cython.double][:, :, ::1],
        crossing_indices: cython.const[cython.longlong][::1],
        crossing_widths: cython.const[cython.double][::1],
        crossing_entries: cython.const[cython.double][:, :, ::1],
        sides: cython.const[cython.longlong][:, ::1],
    ) -> None:
        """Take arrays of equal length for the gates, and of another one for the crossings."""
        self.indices = indices
        self.widths = widths
        self.mouths = mouths
        self.entries = entries
        self.crossing_indices = crossing_indices
        self.crossing_widths = crossing_widths
        self.crossing_entries = crossing_entries
        self.sides = sides

    def choose(
        self,
        rows: cython.const[cython.int][::1],
        gate: cython.const[cython.longlong][::1],
        gate_side: cython.const[cython.uchar][::1],
        numbers: cython.const[cython.longlong][:, ::1],
        found: cython.const[cython.double][:, :, ::1],
        crossing: cython.const[cython.int][::1],
        across: cython.const[cython.double][:, ::1],
        whole: cython.longlong[:, :, ::1],
        parts: cython.double[:, :, ::1],
        counts: cython.int[::1],
    ) -> None:
        """Write the next gate of each agent, or the crossing if that begins before it.

        Rows are appended to both blocks.

        Args:
            rows: (k,) rows of the agents that look.
            gate: (n,) numbers of the gates that were next at the last look.
            gate_side: (n,) the mouths by which they entered, see `Agents.gate_side`.
            numbers: (k, 2) indices of the first two gates ahead, -1 for none.
            found: (k, 2, 12) results of `gates` for them.
            crossing: (k,) 1 + the index of the next crossing, less than 1 for none.
            across: (k, 6) results of `crossings` for it.
            whole: (2, n, 7) takes the first block for gates, then for crossings.
            parts: (2, n, 19) takes the second blocks.
            counts: (2,) number of rows in the blocks, before and afterwards.
        """
        k: cython.Py_ssize_t
        self.gate = gate
        self.gate_side = gate_side
        self.numbers = numbers
        self.found = found
        self.across = across
        self.whole = whole
        self.parts = parts
        with cython.nogil:
            for k in range(rows.shape[0]):
                if self._crosses(k, crossing[k]):
                    self._cross(counts[1], k, rows[k], crossing[k] - 1)
                    counts[1] += 1
                elif numbers[k, 0] >= 0 or numbers[k, 1] >= 0:
                    self._pass(counts[0], k, rows[k])
                    counts[0] += 1

    def _crosses(self, k, crossing):
        """Return whether an agent reaches a crossing before its gate."""
        n: cython.int = self.numbers[k, 0] < 0
        if crossing <= 0:
            return False
        return self.numbers[k, n] < 0 or self.across[k, 0] < self.found[k, n, 0]

    def _pass(self, to, k, row):
        """Write the row of an agent that reaches its next gate first."""
        j: cython.int
        n: cython.int = self.numbers[k, 0] < 0
        which: cython.longlong = self.numbers[k, n]
        inside: cython.bint = self.found[k, n, 0] == 0.0
        side: cython.int
        if inside and self.gate[row] == self.indices[which] and self.gate_side[row] > 0:
            side = (self.gate_side[row] & (INSIDE - 1)) - 1
        elif self._is_thin(which):
            side = self._along(which, k, n)
        elif inside:
            side = self._behind(which, k, n)
        else:
            # They enter by the mouth that is next.
            side = self._nearest(which, self.found[k, n, 8], self.found[k, n, 9])
        self.whole[0, to, 0] = row
        self.whole[0, to, 1] = self.indices[which]
        self.whole[0, to, 2] = inside
        self.whole[0, to, 3] = side
        # A gate has two mouths if the third one is missing.
        self.whole[0, to, 4] = self.mouths[which, 2, 0] != self.mouths[which, 2, 0]
        self.whole[0, to, 5] = -1
        self.whole[0, to, 6] = side
        self.parts[0, to, 0] = self.widths[which]
        for j in range(12):
            self.parts[0, to, 1 + j] = self.found[k, n, j]
        for j in range(6):
            self.parts[0, to, 13 + j] = self.entries[which, side, j]

    def _cross(self, to, k, row, which):
        """Write the row of an agent that reaches this crossing first."""
        j: cython.int
        inside: cython.bint = self.across[k, 0] == 0.0
        side: cython.int
        leaves: cython.int = -1
        if inside and self.gate[row] == self.crossing_indices[which] and self.gate_side[row] > 0:
            side = (self.gate_side[row] & (INSIDE - 1)) - 1
        else:
            side = self._nearest_way(which, self.across[k, 2], self.across[k, 3])
        if self.across[k, 1] < OUT:
            leaves = self._nearest_way(which, self.across[k, 4], self.across[k, 5])
        self.whole[1, to, 0] = row
        self.whole[1, to, 1] = self.crossing_indices[which]
        self.whole[1, to, 2] = inside
        self.whole[1, to, 3] = side
        self.whole[1, to, 4] = 0
        self.whole[1, to, 5] = leaves
        self.whole[1, to, 6] = self.sides[which, side]
        self.parts[1, to, 0] = self.crossing_widths[which]
        for j in range(12):
            self.parts[1, to, 1 + j] = NAN
        self.parts[1, to, 1] = self.across[k, 0]
        for j in range(6):
            # The mouth that agents inside head for.
            if leaves >= 0:
                self.parts[1, to, 7 + j] = self.crossing_entries[which, leaves, j]
            self.parts[1, to, 13 + j] = self.crossing_entries[which, side, j]

    def _is_thin(self, which):
        """Return whether the two mouths of a gate are nearer to each other than it is wide.

        Beside a gap that lies askew to the cells they are not in front of its middle, so that the
        nearer one says nothing.
        """
        dx: cython.double = self.mouths[which, 1, 0] - self.mouths[which, 0, 0]
        dz: cython.double = self.mouths[which, 1, 1] - self.mouths[which, 0, 1]
        if self.mouths[which, 2, 0] == self.mouths[which, 2, 0]:
            return False
        return dx * dx + dz * dz < self.widths[which] * self.widths[which]

    def _along(self, which, k, n):
        """Return which of two mouths has the direction in that is more like that of a path."""
        first: cython.double = self.entries[which, 0, 2] * self.found[k, n, 4]
        second: cython.double = self.entries[which, 1, 2] * self.found[k, n, 4]
        first += self.entries[which, 0, 3] * self.found[k, n, 5]
        second += self.entries[which, 1, 3] * self.found[k, n, 5]
        return 1 if second > first else 0

    def _nearest(self, which, x, z):
        """Return the first of the mouths of a gate that are nearest to a place; NaN means none."""
        m: cython.int
        dx: cython.double
        dz: cython.double
        best: cython.int = 0
        least: cython.double = FAR
        for m in range(self.mouths.shape[1]):
            dx = self.mouths[which, m, 0] - x
            dz = self.mouths[which, m, 1] - z
            if dx * dx + dz * dz < least:
                least = dx * dx + dz * dz
                best = m
        return best

    def _nearest_way(self, which, x, z):
        """Return the same for the mouths of a crossing."""
        m: cython.int
        dx: cython.double
        dz: cython.double
        best: cython.int = 0
        least: cython.double = FAR
        for m in range(self.crossing_entries.shape[1]):
            dx = self.crossing_entries[which, m, 0] - x
            dz = self.crossing_entries[which, m, 1] - z
            if dx * dx + dz * dz < least:
                least = dx * dx + dz * dz
                best = m
        return best

    def _behind(self, which, k, n):
        """Return the mouth of a gate that is farthest behind an agent inside."""
        m: cython.int
        behind: cython.double
        best: cython.int = 0
        least: cython.double = FAR
        for m in range(self.mouths.shape[1]):
            behind = (self.mouths[which, m, 0] - self.found[k, n, 2]) * self.found[k, n, 4]
            behind += (self.mouths[which, m, 1] - self.found[k, n, 3]) * self.found[k, n, 5]
            if behind < least:
                least = behind
                best = m
        return best
