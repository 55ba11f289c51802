# cython: boundscheck=False, wraparound=False, cdivision=True
"""Lower bounds of what it costs to get from the far ends of lanes to a goal.

A lane leads from one cell to another at a fixed cost. Lanes beside each other are bounded as one
group: both its ends are boxes of cells, and it costs what its cheapest lane does. From where it
ends one walks to the goal, for which a bound is given, or to where another group begins. That costs
no less than the octile distance of both boxes times the lowest cost of a cell of the storey, and is
not possible outside the region where one is. Dijkstra's algorithm, from the goal backward over the
groups, gives the least sum of such bounds and costs: an estimate that no path undercuts, and that
is consistent. A straight line would not do, for a teleport may be shorter. It takes time
proportional to the square of the number of groups, and looks at no cell.
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
    """How far two ranges are apart; 0 if they meet."""
    return max(0, low - other_high, other_low - high)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _distance(across: cython.int, along: cython.int, four: cython.bint) -> cython.double:
    """Octile distance, or Manhattan distance with `four`."""
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
    """Write the least that it can cost from the far end of each group of lanes to the goal.

    Args:
        boxes: (n, 8) first and last column, first and last row of the cells in which lanes begin,
            and of those in which they end.
        places: (n, 2) region and storey of these cells, as one number.
        costs: (n,) cost of the cheapest lane in cells; 1e300 where none can be taken.
        leasts: (n,) lowest cost of a cell on the storey where the lanes end.
        four: whether no step is diagonal.
        walks: (n,) the least that it can cost to walk from the far end of each group to the goal;
            1e300 where one can't.
        bounds: (n,) takes the bounds; 1e300 where the goal can't be reached.
        done: (n,) room, zeros.
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
            # No chain of lanes leads from the near end of `best` to the goal for less.
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
