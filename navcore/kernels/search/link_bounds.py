# cython: boundscheck=False, wraparound=False, cdivision=True
"""Lower bounds of the cost from the far ends of lanes to a goal.

A lane leads from one cell to another at a fixed cost. Neighbouring lanes are bounded as a group:
its ends are two boxes of cells, and its cost is that of its cheapest lane. From the far end, a path
walks to the goal, with a given bound, or to the near end of another group in the same region. The
latter costs at least the octile distance between both boxes times the lowest cost of a cell of the
storey.

Dijkstra's algorithm, backward from the goal over the groups, yields the least sum of such bounds
and costs. The result is an admissible and consistent heuristic. A straight distance would not be
admissible, because teleports are shorter. The time is proportional to the square of the number of
groups; no cell is read.
"""

import cython

SQRT2 = cython.declare(cython.double, 1.4142135623730951)
FAR = cython.declare(cython.double, 1e300)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _gap(
    low: cython.int, high: cython.int, other_low: cython.int, other_high: cython.int
) -> cython.int:
    """Return the distance between two ranges, 0 if they overlap."""
    return max(0, low - other_high, other_low - high)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _distance(across: cython.int, along: cython.int, four: cython.bint) -> cython.double:
    """Return the octile distance, or with `four` the Manhattan distance."""
    if four:
        return across + along
    shorter: cython.int = min(across, along)
    return (across + along - 2 * shorter) + shorter * SQRT2


def bound_groups(
    boxes: cython.const[cython.int][:, ::1],
    places: cython.const[cython.longlong][:, ::1],
    costs: cython.const[cython.double][::1],
    leasts: cython.const[cython.double][::1],
    four: cython.bint,
    walks: cython.const[cython.double][::1],
    bounds: cython.double[::1],
    done: cython.uchar[::1],
) -> None:
    """Write a lower bound of the cost from the far end of each group of lanes to the goal.

    Args:
        boxes: (n, 8) first and last column, first and last row of the cells in which lanes start,
            then of those in which they end.
        places: (n, 2) region and storey of these cells, as one number.
        costs: (n,) cost of the cheapest lane, in cells; 1e300 if all are closed.
        leasts: (n,) lowest cost of a cell on the storey where the lanes end.
        four: Whether steps are never diagonal.
        walks: (n,) lower bound of the cost of walking from each far end to the goal; 1e300 if that
            is impossible.
        bounds: (n,) receives the bounds; 1e300 if the goal can't be reached.
        done: (n,) scratch, all 0.
    """
    count: cython.Py_ssize_t = boxes.shape[0]
    across: cython.int
    along: cython.int
    i: cython.Py_ssize_t
    best: cython.Py_ssize_t = -1
    following: cython.Py_ssize_t
    least: cython.double = FAR
    cost: cython.double
    with cython.nogil:
        for i in range(count):
            bounds[i] = walks[i]
            if costs[i] + bounds[i] < least:
                least = costs[i] + bounds[i]
                best = i
        while best >= 0:
            # The cost from the near end of `best` to the goal is final now.
            done[best] = 1
            cost = least
            following = -1
            least = FAR
            for i in range(count):
                if done[i] == 0:
                    if places[i, 1] == places[best, 0]:
                        across = _gap(boxes[i, 4], boxes[i, 5], boxes[best, 0], boxes[best, 1])
                        along = _gap(boxes[i, 6], boxes[i, 7], boxes[best, 2], boxes[best, 3])
                        bounds[i] = min(
                            bounds[i], cost + leasts[i] * _distance(across, along, four)
                        )
                    if costs[i] + bounds[i] < least:
                        least = costs[i] + bounds[i]
                        following = i
            best = following
