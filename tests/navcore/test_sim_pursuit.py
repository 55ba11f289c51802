"""Direct pursuit: straight to another agent while it is visible, otherwise by a path."""

import math

import numpy as np
from small_level import box

from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Element, Level, Obstacle, Point, Settings
from navcore.sim.events import Kind
from navcore.sim.movement import Movement
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

HUNTER, PREY, RADIUS = 41, 42, 0.3


def hall(*elements: Element, speed: float = 1.0, goals: tuple[Point, ...] = ()) -> Level:
    """Return a hall of 20 by 20 metres with a hunter and its target."""
    base = Level(settings=Settings(cell_size=0.25, agent_radius=RADIUS, object_padding=0.0))
    given = [
        Area(id=1, name="hall", polygon=box(0.0, 0.0, 20.0, 20.0)),
        Agent(id=HUNTER, name="hunter", position=(2.0, 10.0), radius=RADIUS, walk_speed=2.0),
        Agent(id=PREY, name="prey", position=(12.0, 10.0), radius=RADIUS, walk_speed=speed,
              goals=goals),
        *elements,
    ]  # fmt: skip
    return Edit.put(base, given).apply(base)


def hunt(level: Level, seconds: float, **options: float) -> tuple[Simulation, list[Point]]:
    """Return a run in which the hunter is sent to the other, and its position at each step."""
    run = Simulation(World.build(level), settings=SimulationSettings(**options))  # type: ignore[arg-type]
    run.meet([HUNTER], PREY)
    places = []
    for _ in range(round(seconds * run.settings.steps_per_second)):
        run.step()
        places.append(run.agents.place(0))
    return run, places


def test_a_clear_line_takes_no_plan() -> None:
    """It walks straight at one that walks away across its line (S3-040)."""
    run, _ = hunt(hall(goals=((12.0, 18.0),)), 30.0)
    assert (run.events["kind"] == Kind.MET).sum() == 1
    assert not (run.events["kind"] == Kind.REPLANNED).any()
    assert run.agents.replans[0] <= 1


def test_each_tick_it_heads_for_where_the_other_is() -> None:
    """Not for where that was when it was seen last."""
    run = Simulation(World.build(hall(goals=((12.0, 18.0),))))
    run.meet([HUNTER], PREY)
    run.run(1.0)
    for _ in range(20):
        run.tick()
        run.step()
        assert Movement(int(run.agents.movements[0])) is Movement.IN_SIGHT
        aim = run.agents.path_of(HUNTER)[-1].tolist()
        assert math.dist(aim, run.agents.place(1)) < 0.05
        while run.steps % run.settings.steps_per_tick:
            run.step()


def test_without_direct_pursuit_it_takes_paths() -> None:
    """The option of the source: paths are planned, and none is straight at where it is now."""
    run, _ = hunt(hall(goals=((12.0, 18.0),)), 30.0, direct_pursuit=False)
    assert (run.events["kind"] == Kind.MET).sum() == 1
    assert run.agents.replans[0] > 1
    run = Simulation(
        World.build(hall(goals=((12.0, 18.0),))), settings=SimulationSettings(direct_pursuit=False)
    )
    run.meet([HUNTER], PREY)
    run.run(2.0)
    assert Movement(int(run.agents.movements[0])) is Movement.FREE


def test_a_wall_between_is_walked_around() -> None:
    """The pursuer does not run into it (S3-041)."""
    wall = Obstacle(id=3, name="wall", polygon=box(6.0, 4.0, 7.0, 16.0))
    level = hall(wall)
    run, places = hunt(level, 30.0)
    grid = World.build(level).grid
    assert all(grid.is_walkable(*place) for place in places)
    assert (run.events["kind"] == Kind.MET).sum() == 1
    walked = np.hypot(*np.diff(np.array(places), axis=0).T)
    assert (walked[: walked.nonzero()[0][-1]] > 0.0).mean() > 0.95, "it never stalls"


def test_one_that_is_there_stands() -> None:
    """Within 0.1 m, if it is to come that near (S3-040)."""
    run, places = hunt(hall(), 12.0, talk_distance=0.05, separation_iterations=0)
    assert math.dist(places[-1], run.agents.place(1)) <= 0.1 + 2.0 / 60
    assert len({(round(x, 3), round(z, 3)) for x, z in places[-60:]}) == 1
