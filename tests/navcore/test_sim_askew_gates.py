"""Gates in walls that lie askew to the cells."""

import math

import numpy as np
import pytest

from navcore.sim.narrow_places import FloorGates, Gate
from navcore.sim.simulation import Simulation
from navcore.world import World
from tests.crowd_figures import judge_crowd
from tests.crowd_scenes import CrowdScene, door, school, streams
from tests.sim_scenes import Laid

TURNS = (10.0, 20.0, 33.0)
"""Degrees by which floors are turned."""


def turned(degrees: float) -> Laid:
    """Return how a scene lies that is turned by this angle."""
    return Laid(cell_size=0.1, turn=degrees, offset=(3.3, -1.7))


def gates_of(scene: CrowdScene, seconds: float = 12.0) -> tuple[list[Gate], dict[int, set[int]]]:
    """Return the gates ahead of agents, and by their numbers the mouths by which agents come."""
    run = Simulation(World.build(scene.level))
    gates = FloorGates(run.world.grid)
    sides: dict[int, set[int]] = {}
    while run.seconds < seconds:
        run.tick()
        agents = run.agents
        walks = np.flatnonzero(agents.path_current < agents.path_end)
        gates.seen_by(agents, walks.astype(np.int32))
        for row in np.flatnonzero((agents.gate >= 0) & (agents.gate_side > 0)).tolist():
            sides.setdefault(int(agents.gate[row]), set()).add(int(agents.gate_side[row]) & 127)
    return gates.gates, sides


@pytest.mark.parametrize("degrees", [0.0, *TURNS])
def test_niches_make_no_gate_narrow(degrees: float) -> None:
    """Corners of streets of 6 m have the least class, but no path from mouth to mouth leads there.

    Gates that they belonged to were 5 cm wide, so that one of four streams passed at a time.
    """
    assert all(gate.width > 4.0 for gate in gates_of(streams(laid=turned(degrees)))[0])


def test_a_corridor_is_as_wide_as_its_narrowest_mouth() -> None:
    """This is a door of 1 m of a room beside it, not a corner, which is 0.1 m wide."""
    gates, _ = gates_of(school(laid=Laid(cell_size=0.1)))
    large = [gate for gate in gates if len(gate.mouths) > 2]
    assert large
    assert min(gate.width for gate in large) == pytest.approx(0.6, abs=0.1)


@pytest.mark.parametrize("degrees", TURNS)
def test_one_way_crowds_come_by_one_mouth(degrees: float) -> None:
    """The mouths of a thin gate are told apart by the direction of paths, not by place."""
    gates, sides = gates_of(door(3.0, 120, laid=turned(degrees)))
    thin = 0
    for gate in gates:
        if len(gate.mouths) == 2 and 2 * math.dist(*gate.mouths.tolist()) < gate.width:
            thin += gate.number in sides
            assert len(sides.get(gate.number, {1})) == 1, gate
    assert thin


@pytest.mark.parametrize("width", [2.0, 3.0])
@pytest.mark.parametrize("degrees", TURNS)
def test_as_many_pass_an_askew_door(degrees: float, width: float) -> None:
    """It lets through what a straight one does: 1.8 to 1.9 people per second and metre."""
    outcome = judge_crowd(door(width, 60, laid=turned(degrees)))
    assert outcome.arrived == 60
    assert 1.5 <= outcome.flow[0] <= 2.5
