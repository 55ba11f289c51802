"""Small levels and common steps for tests of the simulation."""

from typing import Any

from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle, Ring, Settings
from navcore.sim.simulation import Arrival, Simulation
from navcore.world import World


def box(x0: float, z0: float, x1: float, z1: float) -> Ring:
    """Return the corners of a rectangle."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def room(width: float, depth: float, *walls: tuple[float, float, float, float]) -> Level:
    """Return a room from (0, 0) with obstacles with the ids 200, 201, ..."""
    level = Level(settings=Settings(agent_radius=0.2, object_padding=0.1))
    return level.with_items(
        {
            100: Area(id=100, name="room", polygon=box(0, 0, width, depth)),
            **{
                200 + i: Obstacle(id=200 + i, order=float(i), polygon=box(*wall))
                for i, wall in enumerate(walls)
            },
        }
    )


def agent(agent_id: int, position: tuple[float, float], **fields: Any) -> Agent:
    """Return an agent."""
    return Agent(id=agent_id, position=position, **fields)


def level_of(level: Level, *agents: Agent) -> Level:
    """Return the level with these agents."""
    return level.with_items({agent.id: agent for agent in agents})


def simulate(level: Level, *agents: Agent, **fields: Any) -> Simulation:
    """Return a run of the level with these agents."""
    return Simulation(World.build(level_of(level, *agents)), **fields)


def run_for(run: Simulation, seconds: float) -> list[Arrival]:
    """Advance a run for some seconds; return all arrivals."""
    _, arrivals = run.arrivals, []
    for _ in range(round(seconds * run.settings.steps_per_second)):
        run.step()
        arrivals += run.arrivals
    return arrivals


def change(run: Simulation, edit: Edit) -> None:
    """Request the world after this edit of the run's level."""
    level = edit.apply(run.world.level)
    run.change_world(run.world.update(level, edit))
