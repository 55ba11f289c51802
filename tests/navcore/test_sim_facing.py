"""Agents in crowds face where they want to go, and stand still while a gate holds them back."""

import math

import numpy as np

from navcore.sim.simulation import Simulation
from navcore.world import World
from tests.crowd_scenes import door, swap

QUEUED = 3.0
"""Metres in front of a door that the queue of sixty fills."""
ASTRAY = math.radians(60)
"""Turn off the direction to the door from which on an agent looks away from it."""
STANDS = 0.001
"""Metres that an agent moves in a tick at most while it stands."""


def wrapped(angles: np.ndarray) -> np.ndarray:
    """Return the same angles within half a turn."""
    return np.remainder(angles + math.pi, math.tau) - math.pi


def test_a_queue_faces_its_door() -> None:
    """Agents shuffle to all sides, but few turn away from the door, and none spins."""
    scene = door(0.9, 60)
    run = Simulation(World.build(scene.level))
    middle = np.mean(scene.gates[0], axis=0)
    while run.seconds < 6.0:
        run.step()
    away, seen, turned, seconds = 0, 0, 0.0, 0.0
    while run.seconds < 16.0:
        run.step()
        agents = run.agents
        ahead = middle - agents.positions
        queue = (ahead[:, 0] > 0.3) & (np.hypot(*ahead.T) < QUEUED)
        off = wrapped(agents.facings - np.arctan2(ahead[:, 1], ahead[:, 0]))[queue]
        away += int(np.count_nonzero(np.abs(off) > ASTRAY))
        seen += int(np.count_nonzero(queue))
        turns = wrapped(agents.facings - agents.previous_facings)[queue]
        turned += float(np.abs(turns).sum())
        seconds += np.count_nonzero(queue) * run.settings.seconds_per_step
    assert seen > 10_000
    assert away / seen < 0.1, away / seen
    assert math.degrees(turned / seconds) < 40, math.degrees(turned / seconds)


def test_agents_that_wait_for_their_turn_stand_still() -> None:
    """Around one place each is in the way of others: they don't step to and fro for each other."""
    run = Simulation(World.build(swap(0.9, 30, 60.0).level))
    still, held = 0, 0
    while run.seconds < 30.0:
        before = run.agents.positions.copy()
        run.tick()
        agents = run.agents
        waits = (agents.held > 0) & agents.under_way
        moved = np.hypot(*(agents.positions - before).T)
        held += int(np.count_nonzero(waits))
        still += int(np.count_nonzero(moved[waits] < STANDS))
    assert held > 1_000
    assert still / held > 0.3, still / held
