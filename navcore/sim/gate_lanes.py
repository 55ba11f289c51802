"""Lanes in front of gates that one side passes: as many as bodies fit through abreast.

Left to themselves people come to a wide door along its sides and straight on at once, at any
place between the sides: then fewer than fit pass abreast. Through broad doors as many pass without.
"""

from typing import Final

import numpy as np

from navcore.sim.agents import Floats, Integers
from navcore.sim.gate_turns import Ahead
from navcore.sim.run import Run

NEAR: Final = 8.0
"""From so many radii in front of a gate on people take a lane."""
QUEUE: Final = 6
"""So many who are that near are a queue; fewer walk as they like."""
BROAD: Final = 12.0
"""Gates of so many radii of bodies or more have no lanes. People with a radius of 0.2 m pass doors
of 3, 4 and 5 m at 1.8, 1.75 and 1.6 per second and metre with lanes, and at 1.8, 1.75 and 1.75
without."""
DEEP: Final = 1.0
"""How far inside of the gate those head for who take a lane, metres."""


def take_lanes(run: Run, ahead: Ahead, some: Integers) -> None:
    """Let those in front of gates head for the lane on their side, where two fit or more.

    Args:
        run: The run.
        ahead: What agents know of the gates ahead.
        some: Those of them who queue: `QUEUE` or more from one side are `NEAR` to a gate with two
            mouths that has room for two or more abreast.
    """
    agents, rows = run.agents, ahead.rows[some]
    entries = ahead.entries[some]
    more = more_lanes(entries, agents.radii[rows])
    x, z, ux, uz, left, right = entries.T
    dx, dz = agents.positions[rows, 0] - x, agents.positions[rows, 1] - z
    before, beside = -(dx * ux + dz * uz), dx * uz - dz * ux
    # From the wall at the left of the way in, 0, to the one at its right, a half turn.
    angle = np.arctan2(np.maximum(before, 0.0), (right - left) / 2 - beside)
    lane = np.minimum(np.floor(angle / np.pi * (more + 1)), more)
    side = (left + right) * lane / more - left
    agents.aims[rows, 0] = x + DEEP * ux + side * uz
    agents.aims[rows, 1] = z + DEEP * uz - side * ux


def more_lanes(entries: Floats, radii: Floats) -> Floats:
    """(k,) how many lanes beside the first one bodies of these radii have room for.

    Args:
        entries: (k, 6) see `Gate.entries`.
        radii: (k,) metres.
    """
    found: Floats = np.floor((entries[:, 4] + entries[:, 5]) / (2.0 * radii) + 1e-6)
    return found
