"""Minding crossings: who may enter, and who keeps to which half of the streets.

At a crossing that is narrow for the bodies that meet there, people from two sides across from each
other pass at a time, each on its right half; the others wait in front of it, on their right half
too. A turn lasts at least `TURN`; then it ends as soon as others wait. Without this, four streams
of 10 with a radius of 0.45 m block a crossing of two streets of 4 m for good.
"""

from typing import Final

import numpy as np

from navcore.sim.agents import Integers
from navcore.sim.crossings import MOST_MOUTHS
from navcore.sim.gate_turns import Ahead, come_right, take_turns
from navcore.sim.run import Run

TURN: Final = 6.0
"""How long a turn lasts at least, seconds."""
NARROW: Final = 12.0
"""Crossings of streets narrower than so many radii of bodies are passed in turns."""
FEW: Final = 4
"""Fewer people than this find their ways by themselves."""
PASSES: Final = 2
"""So many people who are inside yet hold nobody up."""
STOP: Final = 0.3
"""How far in front of a crossing those stand whose turn it is not, metres."""
BEYOND: Final = 0.5
"""So far out of a crossing those head for who leave it, metres."""


def mind_crossings(run: Run, ahead: Ahead, turn: Integers) -> None:
    """Hold those at crossings whose turn it is not, and let all keep to the right.

    Args:
        run: The run.
        ahead: What agents know of the crossings ahead.
        turn: (n,) steps since which it has been somebody's turn, as of the last time.
    """
    agents = run.agents
    if not len(ahead.rows):
        return
    _, of, counts = np.unique(ahead.gate, return_inverse=True, return_counts=True)
    widest = np.zeros(len(counts))
    np.maximum.at(widest, of, agents.radii[ahead.rows])
    some = np.flatnonzero((ahead.width < NARROW * widest[of]) & (counts[of] >= FEW))
    if not len(some):
        return
    near = ~ahead.inside
    denied = take_turns(run, ahead, some, near, turn, (TURN, TURN), int(PASSES))
    size = len(counts) * MOST_MOUTHS
    place = of * MOST_MOUTHS + ahead.side
    present = np.bincount(place[near], minlength=size)
    leaves = ~near & (ahead.leaves >= 0)
    others = np.bincount((of * MOST_MOUTHS + ahead.leaves)[leaves], minlength=size)
    come = some[near[some]]
    at = place[come]
    come_right(run, ahead.rows[come], ahead.entries[come], present[at], others[at])
    _wait(run, ahead, denied)
    _leave(run, ahead, some[leaves[some]])


def _wait(run: Run, ahead: Ahead, some: Integers) -> None:
    """Hold these agents, and let them stand on the right half in front of the crossing."""
    agents = run.agents
    rows = ahead.rows[some]
    agents.held[rows] = 1
    x, z, ux, uz, left, right = ahead.entries[some].T
    dx, dz = agents.positions[rows, 0] - x, agents.positions[rows, 1] - z
    before, beside = -(dx * ux + dz * uz), dx * uz - dz * ux
    radii = agents.radii[rows]
    least = (right - left) / 2 + np.minimum(radii, (left + right) / 4)
    far = np.minimum(STOP + radii, before)
    side = np.clip(beside, least, right)
    agents.aims[rows, 0] = x - far * ux + side * uz
    agents.aims[rows, 1] = z - far * uz - side * ux


def _leave(run: Run, ahead: Ahead, some: Integers) -> None:
    """Let these agents head for the right half of the street by which they go out."""
    agents = run.agents
    rows = ahead.rows[some]
    x, z, ux, uz, left, right = ahead.found[some, 6:].T
    # Out is against the way in: its right is on the other side.
    dx, dz = agents.positions[rows, 0] - x, agents.positions[rows, 1] - z
    beside = dz * ux - dx * uz
    radii = agents.radii[rows]
    least = (left - right) / 2 + np.minimum(radii, (left + right) / 4)
    side = np.clip(beside, least, left)
    agents.aims[rows, 0] = x - BEYOND * ux - side * uz
    agents.aims[rows, 1] = z - BEYOND * uz + side * ux
