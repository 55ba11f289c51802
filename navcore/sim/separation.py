"""Separation: agents that overlap are pushed apart, and agents in the way step aside."""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import separation as kernel
from navcore.kernels.crowd import walkability
from navcore.kernels.crowd.agents import Bodies
from navcore.kernels.crowd.right_of_way import RightOfWay
from navcore.level.model import Point
from navcore.sim.agents import NEVER, WALK, Agents, Rows
from navcore.sim.events import Kind
from navcore.sim.following import settle
from navcore.sim.neighbours import Surroundings, look_around
from navcore.sim.networks import leave_path
from navcore.sim.right_of_way import right_of_way
from navcore.sim.run import Run


def index(run: Run) -> None:
    """Index the agents, at every tick and whenever one was added, removed or moved by a request."""
    if run.around is None or run.is_tick:
        run.around = _surroundings(run)


def _surroundings(run: Run) -> Surroundings:
    return look_around(run.around, run.agents, run.settings.seconds_per_tick, run.storeys)


def separate(run: Run) -> None:
    """Push overlapping agents apart, three times a step (S0-092 to S0-101); nudge those in the way.

    Agents that stood stay where they were pushed (S0-091); agents that walked go on from there. An
    agent that touches another one with the same target, while somebody stands at that target, has
    arrived.
    """
    agents = run.agents
    if len(agents) < 2:
        return
    met = _push_apart(run)
    if met is None:
        return
    settled = [row for row in met.come if _is_full(agents, row)]
    for row in settled:
        settle(run, row)
    for row, by in met.asked:
        if by not in settled:
            nudge(run, row, by)


def _is_full(agents: Agents, row: int) -> bool:
    """Return whether somebody stands at the end of an agent's path."""
    x, z = agents.walk_targets[row].tolist()
    return _is_taken(agents, row, (x, z))


class _Met(NamedTuple):
    """Results of pushing agents apart, in the order of rows."""

    come: list[int]
    """Rows of agents that touch one that stands at their common target."""
    asked: list[list[int]]
    """Rows of agents in the way, each with the row of the agent that walks into it."""


class _Work(NamedTuple):
    """A kernel and its results; see `Separation.tells`."""

    kernel: kernel.Separation
    come: Rows
    asked: Rows
    counts: Rows


def _push_apart(run: Run) -> _Met | None:
    """Push all overlapping pairs apart, and return who is in whose way; None if none overlap."""
    around = run.around
    if around is not None:
        bodies, places = around.bodies()
    if around is None or not around.holds(places):
        around = run.around = _surroundings(run)
        bodies, places = around.bodies()
    right, floors, agents = right_of_way(run, bodies), run.held_floors, run.agents
    work = agents.kernel(_Work, partial(_work, agents, floors, bodies, right), right, floors)
    b = buffers(kernel, around.pairs, around.orders, around.sums, around.deep, around.squeezed)
    if not work.kernel.run(b[0], run.settings.separation_iterations, *b[1:]):
        return None
    work.kernel.tell()
    come, asked = work.counts.tolist()
    return _Met(sorted(work.come[:come].tolist()), sorted(work.asked[:asked].tolist()))


def _work(agents: Agents, floors: walkability.Floors, bodies: Bodies, right: RightOfWay) -> _Work:
    count = len(agents)
    flags, rows = np.zeros((2, count), np.uint8), np.full((2, count), -1, np.int32)
    touched = np.empty(count, np.int32)
    b = buffers(kernel, *rows, flags[0], touched, flags[1], agents.paces, agents.previous_positions)
    made = kernel.Separation(floors, bodies, right, *b)
    results = (np.empty(count, np.int32), np.empty((count, 2), np.int32), np.empty(2, np.int32))
    off_path = agents.off_path.view(np.uint8)
    made.tells(*buffers(kernel, off_path, agents.walk_targets, agents.blockers, *results))
    return _Work(made, *results)


def nudge(run: Run, row: int, by: int) -> None:
    """Ask a standing agent to step aside: straight on, else left, right or back (S0-103).

    It takes the first of these places that is walkable and in a straight line (S0-104), places
    where nobody stands before others; without one it stays. It stands there afterwards and does not
    go back (S0-105).
    """
    agents = run.agents
    if agents.asked[row] != NEVER or agents.under_way[row]:
        # It is about to walk, or arrives in this step.
        return
    x, z = agents.place(row)
    away_x, away_z = x - agents.positions[by, 0], z - agents.positions[by, 1]
    length = math.hypot(away_x, away_z)
    if length > 0.0:
        away_x, away_z = away_x / length, away_z / length
    else:
        away_x, away_z = 1.0, 0.0
    distance = run.settings.nudge_distance
    around = ((away_x, away_z), (-away_z, away_x), (away_z, -away_x), (-away_x, -away_z))
    places = [(x + distance * ux, z + distance * uz) for ux, uz in around]
    places = [place for place in places if run.floors.passes(row, x, z, *place)]
    if places:
        _step_aside(run, row, next((p for p in places if not _is_taken(agents, row, p)), places[0]))
        run.tell(Kind.NUDGED, row, other=int(agents.ids[by]))


def _is_taken(agents: Agents, row: int, place: Point) -> bool:
    """Return whether another agent stands there."""
    stands = ~agents.has_path() & (agents.layers == agents.layers[row])
    stands &= ~agents.away()
    stands[row] = False
    others = agents.positions[stands] - place
    reach = agents.radii[stands] + agents.radii[row]
    return bool((np.einsum("ij,ij->i", others, others) < reach * reach).any())


def _step_aside(run: Run, row: int, to: Point) -> None:
    """Let an agent walk aside.

    Its target, its own goals and its wait stay: it continues from there.
    """
    agents = run.agents
    leave_path(run, row, agents.place(row))
    agents.set_path(row, np.array([to], np.float64))
    agents.walk_targets[row] = to
    agents.under_way[row] = agents.aside[row] = True
    agents.states[row] = WALK
    # The line is clear, but must be checked again when it looks up: others are near.
    agents.off_path[row] = True
