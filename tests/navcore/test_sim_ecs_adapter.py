"""The simulation adapter: intents carried out by a simulation."""

import doctest
import math
from typing import Any

import pytest
from ecs_grids import entity
from sim_levels import agent as level_agent
from sim_levels import change, room, simulate

from navcore import NavcoreError, World
from navcore.ecs import adapter as ecs
from navcore.ecs import navigation
from navcore.ecs.adapter import (
    Entity,
    MoveIntent,
    NavigationAgent,
    Position,
    SimulationAdapter,
)
from navcore.level.edit import Edit
from navcore.level.model import Point
from navcore.sim.simulation import Simulation


def hall() -> Simulation:
    """Return a run without agents in a hall of 20 x 20 m."""
    return Simulation(World.build(room(20, 20)))


def walker(start: Point, target: Point, **intent: Any) -> Entity:
    """Return an agent of human size and speed."""
    one = entity(start, target, arrival_threshold=0.1, **intent)
    one[2].agent_radius, one[2].max_speed = 0.2, 1.4
    return one


def until_quiet(adapter: SimulationAdapter, *ones: Entity, most: int = 3000) -> int:
    """Step until no entity has an intent."""
    for count in range(most):
        if not any(one[1].has_intent for one in ones):
            return count
        adapter.step()
    message = "they never come to an end"
    raise AssertionError(message)


def test_a_simulation_carries_intents_out() -> None:
    """The entity walks there at its speed; the components show path, index and arrival."""
    adapter = SimulationAdapter(hall())
    one = walker((2, 2), (16, 9))
    adapter.add(1, one)
    for _ in range(30):
        adapter.step()
    position, _, agent = one
    assert agent.has_path
    assert not agent.path_dirty
    assert agent.cached_goal == (16, 9)
    assert agent.current_path[-1] == (16, 9)
    steps = 30 + until_quiet(adapter, one)
    assert math.dist(position.position, (16, 9)) <= 0.1
    assert steps / 60 == pytest.approx(math.dist((2, 2), (16, 9)) / 1.4, abs=0.3)
    assert not agent.has_path
    assert agent.current_path == []
    adapter.step()
    inputs = len(adapter.simulation.inputs)
    for _ in range(30):
        adapter.step()
    assert len(adapter.simulation.inputs) == inputs
    assert adapter.simulation.counts().walking == 0


def test_a_goal_that_changes_its_tile_is_sent_again() -> None:
    """And one that stays in it is not (S1-049)."""
    adapter = SimulationAdapter(hall())
    one = walker((2, 2), (15.0, 2.0))
    adapter.add(1, one)
    sends = []
    for count in range(120):
        x, z = adapter.simulation.world.grid.centre_of(
            *adapter.simulation.world.grid.cell_of(15.0, 2.0)
        )
        one[1].target = (x + 0.01 * (count % 3), z) if count < 60 else (15.0, 8.0)
        adapter.step()
        sends.append(sum(hasattr(entry.request, "goal") for entry in adapter.simulation.inputs))
    assert sends[59] == 1
    assert sends[-1] == 2
    until_quiet(adapter, one)
    assert math.dist(one[0].position, (15, 8)) <= 0.1


def test_an_intent_that_is_taken_back_stops() -> None:
    """It stops where it is; an unreachable target cancels the intent."""
    adapter = SimulationAdapter(hall())
    one, nowhere = walker((2, 2), (18, 2)), walker((2, 18), (300, 300))
    adapter.add(1, one)
    adapter.add(2, nowhere)
    for _ in range(60):
        adapter.step()
    one[1].has_intent = False
    adapter.step()
    place = one[0].position
    until_quiet(adapter, nowhere)
    assert one[0].position == place
    assert not one[2].has_path
    assert math.dist(nowhere[0].position, (20, 20)) < 1.5


def test_a_dirty_path_is_planned_anew() -> None:
    """Though the goal is the same; and a door that opens is used."""
    adapter = SimulationAdapter(hall())
    one = walker((2, 2), (18, 2))
    adapter.add(1, one)
    for _ in range(30):
        adapter.step()
    one[2].path_dirty = True
    adapter.step()
    assert not one[2].path_dirty
    inputs = [type(entry.request).__name__ for entry in adapter.simulation.inputs]
    assert inputs == ["Spawn", "Send", "Stop", "Send"]
    until_quiet(adapter, one)
    assert math.dist(one[0].position, (18, 2)) <= 0.1


def test_another_speed_is_taken_over() -> None:
    """It takes effect during a walk, without a pause."""
    adapter = SimulationAdapter(hall())
    one = walker((2, 2), (18, 2))
    adapter.add(1, one)
    for _ in range(60):
        adapter.step()
    one[1].desired_speed = 2.0
    for _ in range(12):
        adapter.step()
    x = one[0].position[0]
    for _ in range(60):
        adapter.step()
    assert one[0].position[0] - x == pytest.approx(2.8, abs=0.2)
    one[1].desired_speed = 0.0
    adapter.step()
    x = one[0].position[0]
    for _ in range(30):
        adapter.step()
    assert one[0].position[0] == x
    assert one[1].has_intent
    one[1].desired_speed = 1.0
    until_quiet(adapter, one)
    assert math.dist(one[0].position, (18, 2)) <= 0.1


def test_straight_walkers_end_at_walls() -> None:
    """This holds without pathfinding, in a simulation as on a grid."""
    level = room(20, 20, (9, 0, 11, 10))
    adapter = SimulationAdapter(Simulation(World.build(level)))
    straight, round_it = walker((2, 5), (18, 5), use_pathfinding=False), walker((2, 4), (18, 4))
    adapter.add(1, straight)
    adapter.add(2, round_it)
    until_quiet(adapter, straight, round_it)
    assert 8 < straight[0].position[0] < 9
    assert math.dist(round_it[0].position, (18, 4)) <= 0.1


def test_agents_of_the_level_become_entities() -> None:
    """They have their own places and sizes, and go on their rounds until they get an intent."""
    run_of_one = simulate(room(20, 20), level_agent(7, (3, 3), walk_speed=1.2, goals=((9, 3),)))
    adapter = SimulationAdapter(run_of_one)
    one = (Position(), MoveIntent(arrival_threshold=0.1), NavigationAgent())
    adapter.add(7, one)
    assert one[0].position == (3, 3)
    assert (one[2].agent_radius, one[2].max_speed) == (0.45, 1.2)
    for _ in range(60):
        adapter.step()
    assert one[0].position[0] > 3.5
    one[1].target, one[1].has_intent, one[1].use_pathfinding = (3.0, 15.0), True, True
    until_quiet(adapter, one)
    assert math.dist(one[0].position, (3, 15)) <= 0.1


def test_entities_come_and_go() -> None:
    """The adapter, the run and the level add and remove them."""
    run_of_one = simulate(room(20, 20), level_agent(7, (3, 3)))
    adapter = SimulationAdapter(run_of_one)
    adapter.add(7, (Position(), MoveIntent(), NavigationAgent()))
    adapter.add(1, walker((5, 5), (9, 9)))
    adapter.add(2, walker((5, 8), (9, 12)))
    adapter.take()
    assert sorted(adapter.entities) == [1, 2, 7]
    adapter.step()
    adapter.remove(1)
    run_of_one.remove([2])
    adapter.step()
    assert sorted(adapter.entities) == [7]
    assert sorted(run_of_one.agents.index) == [7]
    change(run_of_one, Edit.remove(run_of_one.world.level, [7]))
    for _ in range(7):
        adapter.step()
    assert not adapter.entities
    with pytest.raises(KeyError):
        adapter.remove(7)


def test_what_a_simulation_can_not_have_is_refused() -> None:
    """Ids twice, other layers, no speed, no size."""
    adapter = SimulationAdapter(hall())
    adapter.add(1, walker((5, 5), (9, 9)))
    with pytest.raises(NavcoreError, match="id 1"):
        adapter.add(1, walker((5, 5), (9, 9)))
    flying = walker((5, 5), (9, 9))
    flying[2].layer_mask = 0x02
    with pytest.raises(NavcoreError, match="layer"):
        adapter.add(2, flying)
    for name, value in (("max_speed", -1.0), ("max_speed", math.nan), ("agent_radius", 0.0)):
        odd = walker((5, 5), (9, 9))
        setattr(odd[2], name, value)
        with pytest.raises(NavcoreError, match="over 0"):
            adapter.add(3, odd)


def test_the_same_intents_give_the_same_run() -> None:
    """It is equal to the last bit."""
    states = []
    for _ in range(2):
        adapter = SimulationAdapter(hall())
        ones = [walker((2 + i, 2), (18 - i, 17)) for i in range(10)]
        for number, one in enumerate(ones, 1):
            adapter.add(number, one)
        for _ in range(300):
            adapter.step()
        states.append(adapter.simulation.state())
    assert states[0].equals(states[1])


def test_the_examples_run() -> None:
    """As they are written."""
    for module in (ecs, navigation):
        outcome = doctest.testmod(module)
        assert outcome.attempted
        assert not outcome.failed
