"""Staying in corridors: agents on a network keep within the path width of the edge they walk.

An agent's floor ends at the rim of the corridor between both waypoints, as at a wall: steering and
separation keep the agent inside (S4-051). An agent that is outside nevertheless may go anywhere
that is no farther out. An agent without progress for a while is let out: it walks around the
obstacle, and comes back as from any path that it left (S4-008). Edges between waypoints without a
path width have no corridor: with corridors as wide as an agent to each side, two streams on one
edge took twice as long to pass each other. Agents that take shortcuts have none either: they may
leave edges for places in sight.
"""

from typing import Final

import numpy as np

from navcore.graph.corridors import beyond
from navcore.level.model import Point
from navcore.sim.agents import Floats
from navcore.sim.movement import Movement
from navcore.sim.rounds import round_of
from navcore.sim.run import Run

LET_OUT_AFTER: Final = 20
"""Ticks without progress after which an agent may leave its corridor; one that only waits for
others to set out ahead of it counts up to 16."""

_ALONG: Final = int(Movement.ALONG)
_TOUCHING: Final = 1e-6
"""Metres by which an agent may be outside its corridor and still count as inside."""


def keep_in_corridors(run: Run) -> None:
    """Set the corridor of agents that came to another leg of their path over the network.

    Agents that walk no leg of it, or that were let out, have none.
    """
    if not run.has_network:
        return
    agents = run.agents
    if not agents.in_corridors and not np.count_nonzero(agents.movements):
        return
    corridors = agents.corridors
    rows = np.flatnonzero(agents.movements == _ALONG)
    if not len(rows) and not corridors[:, 6].any():
        agents.in_corridors = bool(corridors.any())
        return
    left = agents.path_end[rows] - agents.path_current[rows]
    stays = (left > 0) & (agents.hindered[rows] < LET_OUT_AFTER) & ~agents.aside[rows]
    without = corridors[:, 6] > 0.0
    without[rows[stays]] = False
    if without.any():
        corridors[without] = 0.0
    stale = stays & (corridors[rows, 6] != left)
    agents.in_corridors = True
    for row, points in zip(rows[stale].tolist(), left[stale].tolist(), strict=True):
        corridors[row, :6] = _corridor_of(run, row)
        corridors[row, 6] = points


def _corridor_of(run: Run, row: int) -> Floats:
    """Return the corridor (6,) around the leg that an agent walks; zeros for none."""
    agents = run.agents
    if round_of(run.world.level, agents.elements[row]).shortcuts:
        return np.zeros(6)
    return run.corridors_for(run.floors.profile_of(row)).around(*leg_of(run, row))


def leg_of(run: Run, row: int, *, shortcuts: bool = False) -> tuple[Point, Point]:
    """Return both ends of the network leg that an agent walks, metres.

    With `shortcuts` it begins where the agent last looked ahead.
    """
    agents = run.agents
    current = int(agents.path_current[row])
    begins = shortcuts or current == agents.path_start[row]
    ax, az = (agents.leg_starts[row] if begins else agents.points[current - 1]).tolist()
    bx, bz = agents.points[current].tolist()
    return (ax, az), (bx, bz)


def is_in_corridor(run: Run, row: int) -> bool:
    """Return whether an agent has a corridor and is inside it."""
    corridor = run.agents.corridors[row]
    if corridor[4] <= 0:
        return False
    lines, radii = corridor[None, :4], corridor[None, 4:6]
    return bool(beyond(run.agents.positions[row], lines, radii)[0] <= _TOUCHING)
