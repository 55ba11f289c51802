"""Thinking and planning: choice of goals, requests for paths, and the order of plans."""

from functools import partial

import numpy as np
from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.kernels import buffers
from navcore.kernels.crowd import turns as turns_kernel
from navcore.level.model import Point
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.result import PathResult, Status
from navcore.sim.agents import CODES, NEVER, STAND, WALK, Agents, Flags, Floats, Integers, ranges
from navcore.sim.congestion import around_crowd, reconsider
from navcore.sim.events import NOBODY, Kind
from navcore.sim.following import settle_hindered
from navcore.sim.networks import plan_over_network
from navcore.sim.obstacles import Bystanders
from navcore.sim.passing_lanes import choose_lanes
from navcore.sim.pursuit import pursues
from navcore.sim.run import Run
from navcore.sim.steering import take_turns
from navcore.sim.wide_turns import turn_wide

WORK_OF_A_PLAN, WORK_OF_A_POINT = 60, 12
"""Work of a plan, and of each point of its path, in cells that a search looks at."""
WORK_OF_CIRCLES, WORK_OF_A_CIRCLE, AMONG_CIRCLES = 200, 6, 4
"""Work of circles to avoid, of each circle, and of each cell of a search among circles."""
RUSH, RUSHED = 1000, 4
"""If more agents than this wait for a plan, and fewer stand, a step may do this many times as much
work."""
MOST_AROUND = 1500
"""Most cells in which a search looks for a path around standing agents."""
MOST_DETOUR = 3000
"""Most cells in which a search looks for a path around gates at which people wait."""

_COMPLETE = CODES[Status.COMPLETE]
_SAME_WAY = 0.05
"""Metres: paths whose points differ by less are the same."""


def think(run: Run) -> None:
    """Let agents choose their goals, and stop agents that are held up as near as they can get."""
    decide(run)
    settle_hindered(run)
    reconsider(run)


def decide(run: Run) -> None:
    """Send agents whose pause at a goal is over to their next one; let agents follow others."""
    agents = run.agents
    for row in np.flatnonzero((agents.meets != NOBODY) & agents.enabled).tolist():
        _approach(run, row)
    until = agents.waiting_until
    due = (until != NEVER) & (until <= run.step) & ~agents.aside
    for row in np.flatnonzero(due).tolist():
        until[row] = NEVER
        run.go_on(row)


def _approach(run: Run, row: int) -> None:
    """Follow another agent; near enough and in its sight, stop and log that once (S0-118).

    It sees the other one if the straight line between them is clear floor. Through a wall nobody
    meets: the agent walks on to where the wall ends.
    """
    agents = run.agents
    other = agents.index.get(int(agents.meets[row]))
    if other is None:
        agents.meets[row] = NOBODY
        return
    x, z = agents.positions[other].tolist()
    offset = agents.positions[row] - (x, z)
    near = np.hypot(*offset) <= run.settings.talk_distance
    near = near and agents.layers[row] == agents.layers[other]
    if near and run.floors.passes(row, *agents.place(row), x, z):
        agents.stop(row)
        agents.asked[row] = NEVER
        agents.meets[row] = NOBODY
        agents.statuses[row] = CODES[Status.COMPLETE]
        run.tell(Kind.MET, row, other=int(agents.ids[other]))
        return
    if run.settings.direct_pursuit and pursues(run, row, other):
        return
    moved = agents.requested_targets[row] - (x, z)
    far = np.hypot(*moved) > run.settings.target_replan_threshold
    far |= agents.target_layers[row] != agents.layers[other]
    idle = agents.states[row] == STAND and agents.asked[row] == NEVER
    if (far or idle) and run.step >= agents.replan_from[row]:
        agents.requested_targets[row] = (x, z)
        agents.target_layers[row] = agents.layers[other]
        agents.replan_from[row] = run.step + run.settings.cooldown_steps
        agents.ask(row, run.step)


def replan(run: Run) -> None:
    """Plan for agents that asked: the earliest first, of one step the lowest id first (S0-113).

    After `plans_per_step` plans, or after work of `work_per_step`, the other agents wait for the
    next step, so that no step is held up, however many ask. The work may be `RUSHED` times as much
    while more than `RUSH` agents wait and fewer stand, as when all set out. Plans lead around
    standing agents nearby, and through them if there is no other path; walking agents are no
    obstacles. Before that, some agents pass corners of their paths farther out, which is no plan.
    """
    turn_wide(run)
    choose_lanes(run)
    agents, settings = run.agents, run.settings
    # Agents on a link plan at its other end.
    waits = agents.asked != NEVER
    if agents.are_linked:
        waits &= ~agents.away()
    waiting = waits.nonzero()[0]
    if not len(waiting):
        return
    rows = in_turn(agents, waiting, settings.plans_per_step)
    if run.has_links:
        layers = agents.layers[rows].tolist()
        bystanders = {layer: Bystanders.of(agents, settings, layer) for layer in set(layers)}
    else:
        layers, bystanders = [0] * len(rows), {0: Bystanders.of(agents, settings)}
    most = settings.work_per_step
    if len(waiting) > RUSH:
        standing = sum(len(found.circles) for found in bystanders.values())
        most *= RUSHED if len(waiting) > standing else 1
    starts, goals = agents.positions[rows].tolist(), agents.requested_targets[rows].tolist()
    results = []
    work = 0
    for row, layer, (x, z), (to_x, to_z) in zip(rows.tolist(), layers, starts, goals, strict=True):
        start, goal = (x, z), (to_x, to_z)
        circles = bystanders[layer].beside(row, start, goal)
        over = plan_over_network(run, row, start, goal)
        if over is not None:
            result = over
            taken = WORK_OF_A_PLAN + over.visited + over.rays + WORK_OF_A_POINT * len(over.points)
        elif run.has_links:
            result, taken = _plan_over_links(run, row, start, goal, circles)
        else:
            grid = run.floors.grid_of(row)
            result, taken = _plan(run, grid, start, goal, circles)
            if run.settings.knows_crowd:
                again = partial(_around, run, grid, start, goal)
                result, more = around_crowd(run, row, result, again, circles)
                taken += more
        results.append(result)
        work += taken
        if work >= most:
            break
    set_out(run, rows[: len(results)], results)


def in_turn(agents: Agents, rows: Integers, most: int) -> Integers:
    """Return rows of the earliest requests, of one step the lowest ids, in this order."""
    if len(rows) > most:
        asked = agents.asked[rows]
        last = np.partition(asked, most - 1)[most - 1]
        sooner, then = rows[asked < last], rows[asked == last]
        left = most - len(sooner)
        lowest = np.argpartition(agents.ids[then], left - 1)[:left]
        rows = np.concatenate((sooner, then[lowest]))
    return rows[np.lexsort((agents.ids[rows], agents.asked[rows]))]


def _plan(
    run: Run, grid: NavGrid, start: Point, goal: Point, circles: Floats | None
) -> tuple[PathResult, int]:
    """Return a path for one agent over the cells of its floor, and the work of finding it.

    If no path around circles is found among `MOST_AROUND` cells, the path leads through them:
    agents that stand there are nudged, and nearer to them the agent plans again.
    """
    snap = run.settings.snap_radius
    work = WORK_OF_A_PLAN
    if circles is not None:
        result = find_path(grid, start, goal, snap_radius=snap, avoid=circles, limit=MOST_AROUND)
        work += WORK_OF_CIRCLES + WORK_OF_A_CIRCLE * len(circles) + AMONG_CIRCLES * result.visited
        if result.ok:
            return result, work + WORK_OF_A_POINT * len(result.points)
    result = find_path_to_nearest(grid, start, goal, snap_radius=snap)
    return result, work + result.visited + WORK_OF_A_POINT * len(result.points)


def _around(
    run: Run, grid: NavGrid, start: Point, goal: Point, circles: Floats
) -> tuple[PathResult, int]:
    """Return a path for one agent around circles, if it is found soon, and its work."""
    snap = run.settings.snap_radius
    result = find_path(grid, start, goal, snap_radius=snap, avoid=circles, limit=MOST_DETOUR)
    work = WORK_OF_CIRCLES + WORK_OF_A_CIRCLE * len(circles) + AMONG_CIRCLES * result.visited
    return result, work + WORK_OF_A_POINT * len(result.points)


def _plan_over_links(
    run: Run, row: int, start: Point, goal: Point, circles: Floats | None
) -> tuple[PathResult, int]:
    """Return a path over links and storeys, and its work, otherwise like :func:`_plan`."""
    agents, world = run.agents, run.world
    names = run.layer_names
    profile = run.floors.profile_of(row)
    layer, goal_layer = (names[int(of[row])] for of in (agents.layers, agents.target_layers))
    snap = run.settings.snap_radius
    work = WORK_OF_A_PLAN
    if circles is not None:
        result = world.find_path(
            start, goal, profile=profile, layer=layer, goal_layer=goal_layer,
            snap_radius=snap, avoid=circles, limit=MOST_AROUND,
        )  # fmt: skip
        work += WORK_OF_CIRCLES + WORK_OF_A_CIRCLE * len(circles) + AMONG_CIRCLES * result.visited
        if result.ok:
            return result, work + WORK_OF_A_POINT * len(result.points)
    result = world.find_path_to_nearest(
        start, goal, profile=profile, layer=layer, goal_layer=goal_layer, snap_radius=snap
    )
    return result, work + result.visited + WORK_OF_A_POINT * len(result.points)


def knows_its_way(run: Run, row: int) -> bool:
    """Return whether another plan would surely give the rest of an agent's present path.

    The rest of a shortest path is the shortest path from there as long as the agent is on it,
    nobody stands beside it, no crowd creeps, and it only turns at walls: a turn in the open leads
    around an agent that may have left, or over terrain.
    """
    agents = run.agents
    if agents.off_path[row] or agents.movements[row] or agents.links[row] != NEVER:
        return False
    if agents.statuses[row] != _COMPLETE or agents.detour[row, 0] == agents.detour[row, 0]:
        return False
    if agents.target_layers[row] != agents.layers[row]:
        return False
    first, last = int(agents.path_current[row]), int(agents.path_end[row]) - 1
    x, z = agents.requested_targets[row].tolist()
    if agents.points[last].tolist() != [x, z]:
        return False
    if run.settings.knows_crowd and len(run.speeds.slow):
        return False
    if last > first and not _turns_at_walls(run.floors.grid_of(row), agents.points, first, last):
        return False
    (states,) = buffers(turns_kernel, agents.states)
    if not take_turns(agents).some_stand(states, STAND):
        return True
    layer = int(agents.layers[row])
    found = Bystanders.of(agents, run.settings, layer if run.has_links else None)
    return found.beside(row, agents.place(row), (x, z)) is None


def _turns_at_walls(grid: NavGrid, points: Floats, first: int, last: int) -> bool:
    """Return whether a blocked cell is near each of the points from `first` to before `last`."""
    lattice = grid.lattice
    b = buffers(turns_kernel, points, grid.padded)
    anchor = (lattice.anchor_x, lattice.anchor_z, lattice.cell_size)
    corner = (lattice.column - 1, lattice.row - 1)
    return turns_kernel.turn_at_walls(b[0], first, last, b[1], *anchor, *corner)


def set_out(run: Run, rows: Integers, results: list[PathResult]) -> None:
    """Let agents walk along the paths that were found for them.

    A goal that can't be reached gives a path to the nearest place that can; without any path the
    agent stays where it is (S0-114). Its walk target is the real end of the path, never a point
    behind a wall (X-017). A path over links is walked up to the first link: at its other end the
    agent plans again.
    """
    agents = run.agents
    to_links: dict[int, PathResult] = {}
    if run.has_links:
        to_links = {i: result for i, result in enumerate(results) if len(result.links)}
        for i, result in to_links.items():
            results[i] = _up_to_link(result)
    codes = np.array([CODES[result.status] for result in results], np.int8)
    walked = agents.under_way[rows]
    # Agents that follow another one plan again and again: only changes are logged.
    known = (agents.meets[rows] != NOBODY) & (agents.statuses[rows] == codes)
    agents.asked[rows] = NEVER
    agents.aside[rows] = False
    agents.statuses[rows] = codes
    go = np.array([bool(len(result.points)) for result in results])
    paths = [result.points for result in results if len(result.points)]
    goers = rows[go]
    others = np.zeros(len(rows), np.bool_)
    others[go] = _give(agents, goers, paths)
    if agents.are_linked:
        agents.links[rows] = agents.link_came[rows] = NEVER
    for i, result in to_links.items():
        _aim_at_link(run, int(rows[i]), result)
    agents.under_way[goers] = True
    agents.states[goers] = WALK
    agents.replans[goers] += walked[go]
    others &= walked & (agents.meets[rows] == NOBODY)
    for i in np.flatnonzero(others | ~go).tolist():
        row, result = int(rows[i]), results[i]
        if go[i]:
            run.tell(Kind.REPLANNED, row, status=int(codes[i]))
            continue
        agents.stop(row)
        agents.under_way[row] = result.ok
        if not result.ok and not known[i]:
            run.tell(Kind.NO_WAY, row, status=int(codes[i]))


def _up_to_link(result: PathResult) -> PathResult:
    """Return the path up to the start of its first link; at least the path's start."""
    first = int(np.argmax(result.links != 0))
    points = result.points[:first]
    if not len(points):
        points = np.array([result.snapped_start or result.start], np.float64)
    return replace(result, points=points)


def _aim_at_link(run: Run, row: int, result: PathResult) -> None:
    """Store the link that an agent goes to, and where that leads."""
    agents = run.agents
    first = int(np.argmax(result.links != 0))
    agents.are_linked = True
    agents.links[row] = result.links[first]
    agents.link_starts[row] = agents.walk_targets[row]
    agents.link_ends[row] = result.points[first]
    layer = result.layers[first] if result.layers else None
    agents.link_layers[row] = run.layer_number(layer, int(agents.layers[row]))


def _make_room(agents: Agents, more: int, rows: Integers) -> None:
    """Make room for this many more points in the pool of paths; paths of `rows` may be dropped."""
    used = agents.points_used
    if used + more <= len(agents.points):
        return
    agents.path_start[rows] = agents.path_current[rows] = agents.path_end[rows] = 0
    if 2 * int((agents.path_end - agents.path_start).sum()) < used:
        agents.tidy(more)
    else:
        # Most of it is in use: copying all of it is faster than picking the used parts.
        grown = np.empty((2 * (used + more), 2))
        grown[:used] = agents.points[:used]
        agents.points = grown


def _give(agents: Agents, rows: Integers, paths: list[Floats]) -> Flags:
    """Give each of these agents a path of a point or more; return (n,) whether its path changed."""
    if not paths:
        return np.zeros(0, np.bool_)
    if len(paths) == 1:
        return np.array([_give_one(agents, int(rows[0]), paths[0])])
    points = np.concatenate(paths)
    counts = np.array([len(path) for path in paths])
    ends = np.cumsum(counts)
    starts, current = ends - counts, agents.path_current[rows]
    others: Flags = agents.path_end[rows] - current != counts
    same = np.flatnonzero(~others)
    if len(same):
        long = counts[same]
        mine, before = ranges(starts[same], long), ranges(current[same], long)
        far = (np.abs(points[mine] - agents.points[before]) > _SAME_WAY).any(axis=1)
        others[same] = np.logical_or.reduceat(far, np.cumsum(long) - long)
    _make_room(agents, len(points), rows)
    start = agents.points_used
    agents.points[start : start + len(points)] = points
    agents.points_used += len(points)
    agents.path_start[rows] = agents.path_current[rows] = start + starts
    agents.path_end[rows] = start + ends
    agents.off_path[rows] = agents.steers[rows] != 0.0
    agents.walk_targets[rows] = points[ends - 1]
    return others


def _give_one(agents: Agents, row: int, path: Floats) -> bool:
    """Do the same as `_give` for one agent, without the arrays that are faster for many."""
    count, current = len(path), int(agents.path_current[row])
    before = agents.points[current : int(agents.path_end[row])]
    is_other = len(before) != count or bool((np.abs(path - before) > _SAME_WAY).any())
    _make_room(agents, count, np.array([row]))
    agents.lay_path(row, path)
    agents.walk_targets[row] = path[-1]
    return is_other
