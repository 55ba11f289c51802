"""Following the network: on its edges, off them when pushed, and back (S4-007 to S4-009).

An agent that keeps to the network stays within its radius of the edges of its path, or in the
corridors around them (:mod:`navcore.sim.corridors`). Pushed farther off, it stores the place where
it left (leftPos) and walks back there by local movement: straight, sliding along walls and giving
way. If it gets farther along meanwhile, it returns to the path beside it instead of turning around.
If the place is not in sight, or it does not get there in time, it plans anew. Agents that take
shortcuts are led by :mod:`navcore.sim.shortcuts`.
"""

import math
from typing import Final

import numpy as np

from navcore.geometry.polygons import nearest_on_segment
from navcore.level.model import Point
from navcore.sim.agents import NEVER, Agents, Floats, Rows
from navcore.sim.corridors import is_in_corridor, leg_of
from navcore.sim.movement import Movement
from navcore.sim.networks import seconds_back, takes_shortcuts
from navcore.sim.run import Run
from navcore.sim.shortcuts import look_ahead

_ALONG, _BACK_TO_PATH = int(Movement.ALONG), int(Movement.BACK)
_BACK: Final = 0.25
"""Share of its radius within which an agent counts as back on its path."""


def follow_networks(run: Run, rows: Rows) -> Rows:
    """Keep agents on their paths over the network; return the rows of all others.

    Args:
        run: The run.
        rows: Of agents that have their turn to look up.
    """
    agents = run.agents
    if not np.count_nonzero(agents.movements):
        return rows
    moves = agents.movements[rows]
    mine = (moves == _ALONG) | (moves == _BACK_TO_PATH)
    if not mine.any():
        return rows
    mine &= ~agents.aside[rows]
    walks = mine & (agents.path_current[rows] < agents.path_end[rows])
    ahead: list[int] = []
    for row in rows[walks].tolist():
        if agents.movements[row] == Movement.BACK:
            _go_back(run, row)
        elif takes_shortcuts(run, row):
            ahead.append(row)
        elif agents.off_path[row]:
            _stay_on_edge(run, row)
    if ahead:
        for row in look_ahead(run, np.array(ahead, np.int64)):
            _leave(run, row, _foot(run, row, shortcuts=True))
    others: Rows = rows[~mine]
    return others


def _stay_on_edge(run: Run, row: int) -> None:
    """Go on to the next point while that is in sight and the edge is near; else walk back."""
    agents = run.agents
    foot = _foot(run, row)
    near = math.dist(foot, agents.place(row)) <= float(agents.radii[row])
    if (near or is_in_corridor(run, row)) and _sees(run, row, leg_of(run, row)[1]):
        agents.off_path[row] = agents.steers[row] != 0.0
    else:
        _leave(run, row, foot)


def _foot(run: Run, row: int, *, shortcuts: bool = False) -> Point:
    """Return the place on the line to its next point that is nearest to an agent."""
    return nearest_on_segment(run.agents.place(row), *leg_of(run, row, shortcuts=shortcuts))


def _sees(run: Run, row: int, place: Point) -> bool:
    run.agents.rays[row] += 1
    return run.floors.passes(row, *run.agents.place(row), *place)


def _leave(run: Run, row: int, place: Point) -> None:
    """Store the place where an agent left its path, and let it walk back there first."""
    agents = run.agents
    agents.left_places[row] = agents.leg_starts[row] = place
    agents.back_by[row] = seconds_back(run, row)
    agents.movements[row] = Movement.BACK
    agents.corridors[row] = 0.0
    hindered, before, link = int(agents.hindered[row]), _gap(agents, row), int(agents.links[row])
    agents.set_path(row, np.vstack((place, agents.path(row))))
    # The path leads to the same link, if any, as before.
    agents.links[row] = link
    agents.off_path[row] = True
    agents.hindered[row] = hindered
    agents.gaps[row] += _gap(agents, row) - before
    agents.legs[row] += 1
    _go_back(run, row)


def _gap(agents: Agents, row: int) -> float:
    aim = agents.points[agents.path_current[row]].tolist()
    return math.dist(agents.place(row), aim)


def _go_back(run: Run, row: int) -> None:
    """Walk to where the path was left, or to the path beside it; if that fails, plan anew."""
    agents = run.agents
    current = int(agents.path_current[row])
    if current > agents.path_start[row] or current + 1 >= agents.path_end[row]:
        _is_back(agents, row)
        return
    place, before = agents.place(row), _gap(agents, row)
    left = _point(agents.left_places[row])
    onward = _point(agents.points[current + 1])
    foot = nearest_on_segment(place, left, onward)
    off = math.dist(place, foot)
    if off <= _BACK * float(agents.radii[row]):
        agents.points[current] = foot
        agents.path_current[row] += 1
        agents.legs[row] -= 1
        agents.gaps[row] += _gap(agents, row) - before
        _is_back(agents, row)
        return
    if run.step > agents.back_by[row]:
        _plan_anew(run, row)
        return
    ahead = _toward(foot, onward, off)
    if foot != left and _sees(run, row, ahead):
        agents.points[current] = ahead
    elif _sees(run, row, left):
        agents.points[current] = left
    else:
        _plan_anew(run, row)
        return
    agents.off_path[row] = True
    agents.gaps[row] += _gap(agents, row) - before


def _is_back(agents: Agents, row: int) -> None:
    agents.movements[row] = Movement.ALONG
    agents.back_by[row] = NEVER
    agents.off_path[row] = True


def _plan_anew(run: Run, row: int) -> None:
    """Forget where the path was left, and request another one from here."""
    agents = run.agents
    agents.back_by[row] = NEVER
    if agents.asked[row] == NEVER and run.step >= agents.replan_from[row]:
        agents.replan_from[row] = run.step + run.settings.cooldown_steps
        agents.ask(row, run.step)


def _point(place: Floats) -> Point:
    x, z = place.tolist()
    return (x, z)


def _toward(place: Point, goal: Point, far: float) -> Point:
    """Return the place at this distance from one place towards another; at most the other."""
    distance = math.dist(place, goal)
    if distance <= far:
        return goal
    share = far / distance
    return (place[0] + share * (goal[0] - place[0]), place[1] + share * (goal[1] - place[1]))
