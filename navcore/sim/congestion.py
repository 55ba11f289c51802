"""Plans that avoid crowds: paths around places where people hardly move, if that is faster.

The speed of the crowd is measured on squares of `SQUARE` metres at every tick. The time of a path
is the time for its length at these speeds. Through a queue at a gate that is the waiting time,
because the speed of a queue times its density is the flow through the gate. An agent takes another
path around a crowd only for a clear gain, and only a few agents reconsider at a time, each at its
own tick, so that no herd swings between two paths (quickest paths in crowds: Kretz et al. 2011).

An agent with the crowd on its left goes around it farther out. So agents that come the other way,
with the crowd on their right, find room beside it. Otherwise, at the end of a wall, two streams
that both went around as closely as they could stood in a front that only grew.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from msgspec.structs import replace

from navcore.kernels import buffers
from navcore.kernels.crowd import time_ahead as kernel
from navcore.path.result import PathResult
from navcore.sim.agents import NEVER, Floats
from navcore.sim.crowd_speeds import (
    CREEPING,
    NOBODY_WALKS,
    ROW,
    SQUARE,
    Speeds,
    measure_speeds,
    middles_of,
    squares_of,
)
from navcore.sim.run import Run

SLOWEST: Final = 0.08
"""Metres per second: slowest speed that is assumed for a crowd, as nobody knows when a standing one
moves on."""
STRIDE: Final = 1.0
"""Metres between the places of a path at which speeds are looked up."""
FORESEEN: Final = 80.0
"""Metres of a path that are looked at: what is farther on will have changed on arrival."""
BETWEEN: Final = 20
"""Number of places on two paths, besides corners, between which walls are looked for."""
SAME: Final = 0.05
"""Metres that ends of two paths to one place may differ by."""
GAIN: Final = (3.0, 0.15)
"""Gain that makes an agent change its path: seconds, and a share of the direct path's time."""
EVERY: Final = 40
"""Ticks after which an agent looks again at the crowd ahead."""
AHEAD: Final = 5.0
"""Metres ahead that it looks."""
MOST: Final = 10
"""Agents that reconsider in one tick at most."""
BERTH: Final = 8.0
"""Radii of its body by which an agent with the crowd on its left goes around it farther out."""
MOST_CIRCLES: Final = 48
"""Squares of a crowd that a plan avoids at most: the nearest ones."""
WORK_OF_A_LOOK, WORK_OF_CIRCLES = 200, 500
"""Work of looking along a path, and of finding the crowd on it, in cells of a search."""

_PLACES: Final = math.ceil(FORESEEN / STRIDE)
_FRAME: Final = np.array((STRIDE, FORESEEN, SQUARE, SLOWEST, CREEPING))


def reconsider(run: Run) -> None:
    """Measure the crowd, and let a few agents that walk towards a slow one plan again."""
    agents, settings = run.agents, run.settings
    if not settings.knows_crowd:
        return
    speeds = run.speeds = NOBODY_WALKS
    x, z = agents.velocities.T
    if not (agents.has_path() & (x * x + z * z < CREEPING * CREEPING)).any():
        return
    speeds = run.speeds = measure_speeds(agents)
    if not len(speeds.squares) or float(speeds.speeds.min()) >= CREEPING:
        return
    tick = run.step // settings.steps_per_tick
    may = agents.has_path() & ~agents.aside & (agents.asked == NEVER)
    may &= (agents.ids * 7 + tick) % EVERY == 0
    # Agents that wait for a first plan come first: these here have a path.
    most = MOST - int(np.count_nonzero(agents.asked != NEVER))
    if most <= 0:
        return
    rows = np.flatnonzero(may)
    ahead = agents.positions[rows] + AHEAD * agents.headings[rows]
    numbers = squares_of(ahead, agents.layers[rows])
    creeps = speeds.squares[speeds.speeds < CREEPING]
    for row in rows[np.isin(numbers, creeps)][:most].tolist():
        agents.ask(row, run.step)


def around_crowd(
    run: Run,
    row: int,
    result: PathResult,
    again: Callable[[Floats], tuple[PathResult, int]],
    bystanders: Floats | None = None,
) -> tuple[PathResult, int]:
    """Return the path that takes less time: the given one, or one around the crowd on it.

    An agent that goes through another gate keeps to its path unless a change is a clear gain.

    Args:
        run: The run, with the speeds of the crowd.
        row: Row of the agent.
        result: Its path, found without regard to the crowd.
        again: Function that finds a path around circles, (k, 3) x, z, radius in metres, and
            returns the work, too.
        bystanders: (k, 3) circles of standing agents, which are no part of a kept path.

    Returns:
        The path, and the work in cells that a search looks at.
    """
    agents, storey = run.agents, int(run.agents.layers[row])
    kept = _present(run, row, result, bystanders)
    if kept is None:
        agents.detour[row] = np.nan
    if not len(run.speeds.squares) or not len(result.points):
        return kept or result, 0
    seconds, first = seconds_along(run, row, result, storey)
    work = WORK_OF_A_LOOK
    if kept is not None:
        present, ahead = seconds_along(run, row, kept, storey)
        work += WORK_OF_A_LOOK
        if _is_gain(present, seconds):
            agents.detour[row] = np.nan
        else:
            result, seconds, first = kept, present, ahead
    if first is None:
        return result, work
    circles = _circles(run.speeds, storey, first, agents.positions[row])
    if not len(circles):
        return result, work
    other, more = again(circles)
    work += more + WORK_OF_A_LOOK + WORK_OF_CIRCLES
    if not (other.ok and _saves(run, row, other, storey, first, seconds)):
        return result, work
    farther = _farther_out(run, row, circles, other)
    if len(farther):
        wide, more = again(farther)
        work += more + WORK_OF_A_LOOK + WORK_OF_CIRCLES
        if wide.ok and _saves(run, row, wide, storey, first, seconds):
            return wide, work
    return other, work


def _present(
    run: Run, row: int, result: PathResult, bystanders: Floats | None
) -> PathResult | None:
    """Return the rest of the path of an agent that goes through another gate, or None.

    Speeds vary from tick to tick: without it, agents between two doors changed their minds every
    half second. The path must lead to where `result` ends, over floor that is still walkable, and
    nobody may stand on it. If there is only floor between both, it is not kept: those who go around
    a crowd in the open, or turn wide, look for themselves how far out it is best.
    """
    agents = run.agents
    points = agents.path(row)
    if math.isnan(agents.detour[row, 2]) or not len(points) or not len(result.points):
        return None
    blocker = agents.index.get(int(agents.blockers[row]))
    if blocker is not None and agents.path_current[blocker] >= agents.path_end[blocker]:
        return None
    places = np.concatenate((agents.positions[row : row + 1], points))
    if np.abs(points[-1] - result.points[-1]).max() > SAME or _meets(places, bystanders):
        return None
    legs = zip(places[:-1].tolist(), places[1:].tolist(), strict=True)
    passes = partial(run.floors.passes, row)
    if not all(passes(*begin, *end) for begin, end in legs):
        return None
    others = np.concatenate((places[:1], result.points))
    if _have_floor_between(passes, _along(places).tolist(), _along(others).tolist()):
        return None
    return replace(result, points=points)


def _have_floor_between(
    passes: Callable[[float, float, float, float], bool],
    one: list[list[float]],
    other: list[list[float]],
) -> bool:
    """Return whether two walkers on these paths can stay in sight of each other.

    One of them takes a step at a time; both begin and end at one place. A wall between two doors
    parts them. At a corner that both turn at they meet, so their steps end at corners.
    """
    ends = len(one) - 1, len(other) - 1
    reached, seen = [(0, 0)], set()
    while reached:
        i, j = pair = reached.pop()
        if pair in seen or i > ends[0] or j > ends[1] or not passes(*one[i], *other[j]):
            continue
        if pair == ends:
            return True
        seen.add(pair)
        # Those that are less far go on first.
        reached += ((i + 1, j), (i, j + 1)) if i > j else ((i, j + 1), (i + 1, j))
    return False


def _along(places: Floats) -> Floats:
    """Return (m, 2) the corners of the path through (n, 2) places, and places between them."""
    lengths = np.hypot(*np.diff(places, axis=0).T)
    ends = np.concatenate(([0.0], np.cumsum(lengths)))
    at = np.union1d(ends, np.linspace(0.0, ends[-1], BETWEEN))
    return np.column_stack([np.interp(at, ends, places[:, axis]) for axis in (0, 1)])


def _meets(places: Floats, circles: Floats | None) -> bool:
    """Return whether the path through (n, 2) places leads through one of (k, 3) circles."""
    if circles is None:
        return False
    begins, ways = places[:-1, None], np.diff(places, axis=0)[:, None]
    offsets = circles[:, :2] - begins
    along = (offsets * ways).sum(axis=2) / np.maximum((ways * ways).sum(axis=2), 1e-12)
    offsets = offsets - np.clip(along, 0.0, 1.0)[:, :, None] * ways
    return bool(((offsets * offsets).sum(axis=2) < circles[:, 2] ** 2).any())


def _is_gain(now: float, then: float) -> bool:
    """Return whether a path that takes `then` seconds is worth a change from one with `now`."""
    least, share = GAIN
    return then + max(least, share * then) < now


def _saves(
    run: Run, row: int, other: PathResult, storey: int, first: Floats, direct: float
) -> bool:
    """Return whether another path saves enough time compared with the direct one; note how much.

    `first` is where the crowd on the direct one begins.
    """
    around, _ = seconds_along(run, row, other, storey)
    if not _is_gain(direct, around):
        return False
    run.agents.detour[row] = (*first.tolist(), direct - around)
    return True


def _farther_out(run: Run, row: int, circles: Floats, other: PathResult) -> Floats:
    """Return (k, 3) wider circles for an agent that passes with their centre on its left.

    None if it has them on its right. Circles near the agent end before they reach it.
    """
    place = run.agents.positions[row]
    points = np.concatenate((place[None], other.points))
    begins, ways = points[:-1], np.diff(points, axis=0)
    to = circles[:, :2].mean(axis=0) - begins
    squares = np.maximum((ways * ways).sum(axis=1), 1e-12)
    offsets = to - np.clip((to * ways).sum(axis=1) / squares, 0.0, 1.0)[:, None] * ways
    nearest = int(np.argmin((offsets * offsets).sum(axis=1)))
    (ux, uz), (dx, dz) = ways[nearest].tolist(), to[nearest].tolist()
    if ux * dz - uz * dx <= 0.0:
        return circles[:0]
    distances = np.hypot(circles[:, 0] - place[0], circles[:, 1] - place[1])
    wider: Floats = circles.copy()
    wider[:, 2] = np.minimum(
        circles[:, 2] + BERTH * run.agents.radii[row], distances - 0.25 * SQUARE
    )
    return wider


def seconds_along(
    run: Run, row: int, result: PathResult, storey: int
) -> tuple[float, Floats | None]:
    """Return the seconds for a path in this crowd, and its first place in a slow crowd or None."""
    agents = run.agents
    speed = float(agents.walk_speeds[row])
    points = np.concatenate((agents.positions[row : row + 1], result.points))
    places, slower, found = np.empty((_PLACES, 2)), np.empty(_PLACES), np.empty(2)
    held = (points, run.speeds.squares, run.speeds.speeds, _FRAME)
    path, squares, speeds, frame = buffers(kernel, *held)
    b = buffers(kernel, places, slower, found)
    count = kernel.look_along(path, squares, speeds, frame, ROW, storey, speed, *b)
    total, first = found.tolist()
    # Summed by numpy, because the order of the summands decides the last bits.
    late = float(slower[:count].sum())
    return total / speed + late, places[int(first)] if first >= 0.0 else None


def _circles(speeds: Speeds, storey: int, first: Floats, place: Floats) -> Floats:
    """Return (k, 3) circles over the slow squares connected with a place, without close doubles.

    Squares that an agent stands in or beside don't block it.
    """
    begin = int(squares_of(first[None], np.array([storey]))[0])
    found, seen = np.empty(MOST_CIRCLES, np.int64), np.zeros(len(speeds.slow), np.uint8)
    squares, marks, room = buffers(kernel, speeds.slow, seen, found)
    count = kernel.hang_together(begin, squares, ROW, marks, room)
    middles = middles_of(found[:count])
    offsets = middles - place
    radius = 0.75 * SQUARE
    far = np.hypot(offsets[:, 0], offsets[:, 1]) > radius + 0.25 * SQUARE
    circles = np.full((np.count_nonzero(far), 3), radius)
    circles[:, :2] = middles[far]
    return circles
