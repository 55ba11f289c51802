"""Agents on several storeys: each walks, plans and is pushed on its own."""

import copy

import numpy as np
import pytest

from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Layer, Level, Obstacle, Profile, Settings, Stop
from navcore.sim.simulation import Simulation
from navcore.world import World

LAYERS = (Layer(name="ground"), Layer(name="loft", floor_y=3.0))


def rect(x0: float, z0: float, x1: float, z1: float) -> tuple[tuple[float, float], ...]:
    """A rectangle."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def house(*agents: Agent, **settings: object) -> Level:
    """A hall of 12 x 6 m on two storeys; a wall on the ground leaves a gap in the south."""
    areas = [
        Area(id=1, name="hall", polygon=rect(0, 0, 12, 6)),
        Area(id=2, name="attic", polygon=rect(0, 0, 12, 6), layer="loft"),
    ]
    walls = [Obstacle(id=3, name="wall", polygon=rect(5.5, 2, 6.5, 6))]
    return Level(
        settings=Settings(layers=LAYERS, **settings),  # type: ignore[arg-type]
        areas={area.id: area for area in areas},
        obstacles={wall.id: wall for wall in walls},
        agents={agent.id: agent for agent in agents},
    )


def walker(number: int, x: float, z: float, layer: str = "ground", **fields: object) -> Agent:
    """An agent with a body of 0.4 m."""
    return Agent(id=number, name=f"a{number}", position=(x, z), radius=0.4, layer=layer, **fields)  # type: ignore[arg-type]


def test_each_walks_on_its_own_storey() -> None:
    """Through the place where the other one's wall stands, straight."""
    goals = ((11.0, 4.0),)
    below, above = walker(10, 1, 4, goals=goals), walker(11, 1, 4, "loft", goals=goals)
    simulation = Simulation(World.build(house(below, above)))
    assert simulation.agents.layers.tolist() == [0, 1]
    lowest = np.full(2, 9.0)
    for _ in range(900):
        simulation.step()
        lowest = np.minimum(lowest, simulation.agents.positions[:, 1])
    assert lowest[0] < 2
    assert lowest[1] == pytest.approx(4.0)
    assert np.allclose(simulation.agents.positions, goals)


def test_nobody_meets_or_pushes_who_is_on_another_storey() -> None:
    """Agents one above the other stay; a plan leads through the other's place."""
    agents = [walker(10, 3, 1), walker(11, 3, 1, "loft"), walker(12, 1, 1, "loft")]
    simulation = Simulation(World.build(house(*agents)))
    simulation.send([12], (5.0, 1.0))
    simulation.run(0.5)
    below, above, _ = simulation.agents.positions.tolist()
    assert below == [3, 1]
    simulation.run(5.0)
    assert simulation.agents.positions[0].tolist() == [3, 1]
    assert simulation.agents.positions[2].tolist() == pytest.approx([5.0, 1.0], abs=0.1)
    assert above == [3, 1]


def test_a_goal_on_a_storey_without_a_way_there_is_no_way() -> None:
    """There is no path between the two."""
    simulation = Simulation(World.build(house(walker(10, 3, 1))))
    simulation.send([10], (3.0, 3.0), layer="loft")
    simulation.run(1.0)
    assert simulation.counts().stuck == 1
    assert simulation.agents.layers.tolist() == [0]


def test_goals_of_its_own_lie_on_its_storey_or_the_one_they_name() -> None:
    """Goals without a name are on the storey of the agent."""
    stops = (Stop(), Stop(layer="ground"))
    agent = walker(10, 1, 1, "loft", goals=((9.0, 1.0), (9.0, 5.0)), stops=stops)
    simulation = Simulation(World.build(house(agent)))
    simulation.step()
    assert simulation.agents.target_layers.tolist() == [1]
    simulation.run(10.0)
    assert simulation.agents.target_layers.tolist() == [0]
    assert simulation.counts().stuck == 1


def test_a_profile_with_a_storey_of_its_own_walks_there() -> None:
    """A bird flies wherever it was drawn."""
    level = house(
        walker(10, 1, 4, profile="bird", goals=((11.0, 4.0),)),
        profiles=(Profile(name="bird", layer="loft"),),
    )
    simulation = Simulation(World.build(level))
    assert simulation.agents.layers.tolist() == [1]
    simulation.run(9.0)
    assert simulation.agents.positions.tolist() == [[11.0, 4.0]]


def test_put_on_another_storey() -> None:
    """It is there at once, and goes on to its goal if that is on the new storey."""
    simulation = Simulation(World.build(house(walker(10, 1, 4))))
    simulation.place({10: (2.0, 4.0)}, layer="loft")
    simulation.step()
    assert simulation.agents.layers.tolist() == [1]
    simulation.send([10], (11.0, 4.0))
    simulation.run(9.0)
    assert simulation.agents.positions.tolist() == [[11.0, 4.0]]


def test_storeys_that_change_their_order_take_their_agents_along() -> None:
    """Agents on a removed storey come down."""
    layers = (*LAYERS, Layer(name="roof", floor_y=6.0))
    level = house(walker(10, 1, 1, "loft"), walker(11, 3, 1, "roof"))
    level = level.with_settings(Settings(layers=layers))
    simulation = Simulation(World.build(level))
    assert simulation.agents.layers.tolist() == [1, 2]
    changed = level.with_settings(Settings(layers=(layers[0], layers[2])))
    edit = Edit.between(level, changed)
    simulation.change_world(simulation.world.update(changed, edit))
    simulation.tick()
    simulation.tick()
    assert simulation.agents.layers.tolist() == [0, 1]


def test_runs_repeat_and_resume_to_the_byte() -> None:
    """This holds from any tick, and after pickling."""
    agents = [
        walker(10 + k, 1 + k % 3, 1 + k % 4, ("ground", "loft")[k % 2],
               goals=((11.0 - k % 3, 1.0 + k % 5),), loop=False)
        for k in range(14)
    ]  # fmt: skip
    world = World.build(house(*agents))
    one, two = Simulation(world, seed=3), Simulation(world, seed=3)
    one.run(2.0)
    two.run(1.0)
    two = copy.deepcopy(two)
    two = Simulation.resumed(world, two.state())
    two.run(1.0)
    assert one.state().equals(two.state())
