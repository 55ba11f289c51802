"""Rules of source 000 against a slow reference, written from the document's text."""

import math

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from naive_source import Location
from sim_levels import agent

from navcore.bake.grid import NavGrid
from navcore.level.model import Agent
from navcore.sim.events import Kind
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

SOURCE = SimulationSettings(rules="source")
CONSTANTS = st.builds(
    SimulationSettings,
    rules=st.just("source"),
    walk_threshold=st.floats(0.01, 0.4),
    influence_distance=st.floats(0.0, 8.0),
    obstacle_radius_fraction=st.floats(0.0, 1.0),
    nudge_distance=st.floats(0.3, 2.0),
    replan_distance=st.floats(0.0, 4.0),
    moved_distance=st.floats(0.0, 0.06),
    separation_iterations=st.integers(0, 6),
    replan_cooldown=st.floats(0.0, 1.0),
    snap_radius=st.floats(0.0, 4.0),
)
SIZE = 10
"""Cells along each side of a level, of half a metre."""


@st.composite
def scenes(draw: st.DrawFn) -> tuple[NavGrid, list[Agent]]:
    """Draw a small level with a few blocked cells and agents, some with goals or off the floor."""
    cells = np.ones((SIZE, SIZE), np.uint8)
    blocked = draw(st.lists(st.tuples(_CELL, _CELL), max_size=14))
    for column, row in blocked:
        cells[row, column] = 0
    grid = NavGrid.from_array(cells, cell_size=0.5)
    places = draw(st.lists(_PLACE, min_size=2, max_size=7))
    places = [place for place in places if grid.is_walkable(*place)]
    if blocked and draw(st.booleans()):
        column, row = blocked[0]
        places.append((0.5 * column + 0.2, 0.5 * row + 0.15))
    assume(len(places) > 1)
    agents = []
    for number, place in enumerate(places):
        goals = draw(st.one_of(st.just(()), st.tuples(_PLACE), st.just(((2.75, 2.75),))))
        agents.append(
            agent(
                draw(st.integers(1, 9)) * 10 + number,
                place,
                order=float(number),
                goals=goals,
                facing=draw(st.floats(-3.0, 3.0)),
                radius=draw(st.sampled_from((0.2, 0.3, 0.45))),
                walk_speed=draw(st.sampled_from((0.7, 1.4, 3.5))),
                player=draw(st.booleans()) and draw(st.booleans()),
            )
        )
    return grid, agents


_CELL = st.integers(0, SIZE - 1)
_PLACE = st.tuples(*[st.integers(1, 99).map(lambda n: n * 0.05)] * 2)


def assert_alike(
    grid: NavGrid, agents: list[Agent], steps: int, constants: SimulationSettings = SOURCE
) -> None:
    """Check that both agree at every step."""
    twin = Location(grid, agents, constants)
    run = Simulation(World.from_grid(grid), settings=constants)
    for one in agents:
        run.spawn(one)
    run.take_in()
    for number in range(steps):
        twin.step()
        run.step()
        places = np.array([one.position for one in twin.characters])
        assert np.abs(run.agents.positions - places).max() <= 1e-9, number
        turns = run.agents.facings - [one.facing for one in twin.characters]
        assert max(abs(math.remainder(turn, math.tau)) for turn in turns.tolist()) <= 1e-9, number
    told = [(int(e["kind"]), int(e["step"]), int(e["agent"]), int(e["other"])) for e in run.events]
    assert [one[1:3] for one in told if one[0] == Kind.ARRIVED] == twin.arrived
    assert [one[1:] for one in told if one[0] == Kind.NUDGED] == twin.nudged


@settings(max_examples=60, deadline=None)
@given(scenes())
def test_runs_equal_the_twin(scene: tuple[NavGrid, list[Agent]]) -> None:
    """Places within a nanometre at every step, arrivals and nudges to the step."""
    assert_alike(*scene, steps=240)


@settings(max_examples=40, deadline=None)
@given(scenes(), CONSTANTS)
def test_constants_mean_the_same(
    scene: tuple[NavGrid, list[Agent]], constants: SimulationSettings
) -> None:
    """This holds for any values of the sliders (S0-117)."""
    assert_alike(*scene, steps=120, constants=constants)
