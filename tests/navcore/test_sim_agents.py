"""The arrays of agents and the pool of their paths."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sim_levels import agent

from navcore.level.model import Agent, Area, Level
from navcore.sim.agents import Agents, ranges
from navcore.sim.simulation import Simulation
from navcore.world import World

ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("set"), st.integers(0, 4), st.integers(0, 60)),
        st.tuples(st.just("clear"), st.integers(0, 4), st.just(0)),
        st.tuples(st.just("walk"), st.integers(0, 4), st.integers(0, 10)),
    ),
    max_size=60,
)


@given(ACTIONS)
def test_paths_survive_the_tidying_of_their_pool(actions: list[tuple[str, int, int]]) -> None:
    """After any setting, dropping and walking, each agent finds its own points."""
    agents = Agents()
    agents.add([agent(i + 1, (0, 0)) for i in range(5)], in_level=True)
    expected: list[list[list[float]]] = [[] for _ in range(5)]
    for number, (action, row, count) in enumerate(actions):
        if action == "set":
            points = np.full((count, 2), float(number)) + np.arange(count)[:, None]
            agents.set_path(row, points)
            expected[row] = points.tolist()
        elif action == "clear":
            agents.clear_path(row)
            expected[row] = []
        else:
            steps = min(count, len(expected[row]))
            agents.path_current[row] += steps
            expected[row] = expected[row][steps:]
        assert [agents.path(i).tolist() for i in range(5)] == expected


def test_the_pool_does_not_grow_without_need() -> None:
    """New paths for the same agents reuse the room of the old ones."""
    agents = Agents()
    agents.add([agent(1, (0, 0))], in_level=True)
    for _ in range(1000):
        agents.set_path(0, np.zeros((50, 2)))
    assert len(agents.points) <= 256


def test_rows_can_be_dropped_and_ordered() -> None:
    """All arrays, the elements and the index stay together."""
    agents = Agents()
    agents.add([agent(i, (i, 0)) for i in (4, 5, 6)], in_level=True)
    agents.set_path(2, np.ones((3, 2)))
    agents.take([2, 0])
    assert agents.ids.tolist() == [6, 4]
    assert agents.positions[:, 0].tolist() == [6, 4]
    assert [element.id for element in agents.elements] == [6, 4]
    assert agents.index == {6: 0, 4: 1}
    assert len(agents.path(0)) == 3


def test_ranges() -> None:
    """One run of numbers after the other; empty ones take no room."""
    assert ranges(np.array([5, 0, 9]), np.array([2, 0, 3])).tolist() == [5, 6, 9, 10, 11]
    assert ranges(np.array([], np.int64), np.array([], np.int64)).tolist() == []


def test_methods_of_agents_are_found_where_they_once_were():
    """Programs that call them on the simulation get a warning that names the new place."""
    world = World.build(Level(areas={1: Area(id=1, polygon=((0, 0), (9, 0), (9, 9), (0, 9)))}))
    simulation = Simulation(world)
    simulation.spawn(Agent(id=5, position=(2.0, 2.0)))
    simulation.step()
    with pytest.warns(DeprecationWarning, match="agents.is_moving"):
        assert not simulation.is_moving(5)
    with pytest.warns(DeprecationWarning, match="agents.positions_at"):
        assert simulation.positions_at(1.0).tolist() == [[2.0, 2.0]]
    assert not hasattr(simulation, "flies")
