"""Each agent walks on the floor of its own profile."""

import math
import random

import msgspec
import numpy as np
import pytest
from crowd_houses import change_in, crowd_in, house_in, off_floor

from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle, Profile, Ring, Settings
from navcore.proof.problems import problems
from navcore.sim.events import Kind
from navcore.sim.floors import MOST_BODIES, Floors
from navcore.sim.simulation import Simulation
from navcore.world import World

CART = Profile(name="cart", radius=0.9)
GUARD = Profile(name="guard", abilities=("key",))
THIN = Profile(name="thin", radius=0.2)


def _rectangle(x0: float, z0: float, x1: float, z1: float) -> Ring:
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def hall(*agents: Agent, gap: float = 1.5, needs: tuple[str, ...] = (), **numbers) -> Level:
    """Return two rooms joined by a gap, and by a distant gate 4 m wide."""
    areas = (
        Area(id=901, name="west", polygon=_rectangle(0, 0, 10, 20)),
        Area(id=902, name="gap", polygon=_rectangle(10, 5, 11, 5 + gap), door=True, needs=needs),
        Area(id=903, name="gate", polygon=_rectangle(10, 15, 11, 19)),
        Area(id=904, name="east", polygon=_rectangle(11, 0, 21, 20)),
    )
    plain = {
        "cell_size": 0.25, "agent_radius": 0.4, "object_padding": 0.0, "boundary_padding": 0.4,
        "boundary_follows_radius": True, "profiles": (CART, GUARD, THIN),
    }  # fmt: skip
    return Level(
        settings=Settings(**{**plain, **numbers}),
        areas={area.id: area for area in areas},
        agents={agent.id: agent for agent in agents},
    )


def walker(number: int, profile: str = "", **fields) -> Agent:
    """An agent that goes from west to east."""
    place = {"position": (3.0, 5.75), "goals": ((18.0, 5.75),), "radius": 0.4}
    return Agent(id=number, name=f"a{number}", profile=profile, **{**place, **fields})


def trail(level: Level, seconds: float = 40.0) -> dict[int, np.ndarray]:
    """Return the position of each agent in each tick."""
    simulation = Simulation(World.build(level))
    places = []
    for _ in range(round(seconds * 10)):
        simulation.tick()
        places.append(simulation.agents.positions.copy())
    return dict(zip(simulation.agents.ids.tolist(), np.array(places).swapaxes(0, 1), strict=True))


def went_round(track: np.ndarray) -> bool:
    """Return whether an agent used the gate."""
    return bool(track[:, 1].max() > 12)


def test_wide_agents_go_round_by_the_gate() -> None:
    """A gap of 1.5 m is too narrow for a cart of 1.8 m."""
    tracks = trail(hall(walker(1), walker(2, "cart", position=(3.0, 9.0), radius=0.8)))
    assert not went_round(tracks[1])
    assert went_round(tracks[2])
    assert all(math.dist(track[-1], (18.0, 5.75)) < 2.0 for track in tracks.values())


def test_door_that_needs_a_key_lets_those_pass_who_have_it() -> None:
    """All others go around."""
    tracks = trail(hall(walker(1), walker(2, "guard", position=(3.0, 9.0)), needs=("key",)))
    assert went_round(tracks[1])
    assert not went_round(tracks[2])


@pytest.mark.parametrize("follows", [False, True])
def test_unnamed_profile_follows_the_body_where_the_level_says_so(follows: bool) -> None:
    """A body of 0.75 m squeezes through 1.5 m less a little in levels made before."""
    level = hall(walker(1, radius=0.85), profile_follows_body=follows)
    assert went_round(trail(level)[1]) is follows


@pytest.mark.timeout(3600)
def test_agents_never_leave_the_floor_of_their_profile(exhaustive: bool) -> None:
    """Random crowds of three types: no wide one enters a gap that its type can't pass.

    500 crowds with --exhaustive. Terrain, doors, walls and links change while they walk.
    """
    walking = 0
    for seed in range(500 if exhaustive else 4):
        rng = random.Random(seed)
        world = World.build(crowd_in(rng, house_in(rng)))
        simulation = Simulation(world, seed=seed)
        for step in range(600):
            if step % 60 == 59:
                edit = change_in(rng, world.level)
                world = world.update(edit.apply(world.level), edit)
                simulation.change_world(world)
            simulation.step()
            assert off_floor(simulation) == [], (seed, step)
        walking += simulation.counts().walking
    assert walking


def test_change_of_an_agents_type_gives_it_another_path() -> None:
    """It plans while it walks; so it does when its type's width changes."""
    level = hall(walker(1))
    simulation = Simulation(World.build(level))
    simulation.run(1.0)
    edit = Edit.put(level, [msgspec.structs.replace(level.agents[1], profile="cart")])
    simulation.change_world(World.build(edit.apply(level)))
    simulation.run(10.0)
    assert float(simulation.agents.positions[0, 1]) > 9
    level = edit.apply(level)
    wide = (msgspec.structs.replace(CART, radius=0.5), GUARD, THIN)
    settings = msgspec.structs.replace(level.settings, profiles=wide)
    simulation.change_world(World.build(level.with_settings(settings)))
    simulation.run(30.0)
    assert math.dist(simulation.agents.positions[0], (18.0, 5.75)) < 0.5


@pytest.mark.parametrize("names", ["", "guard"])
def test_agents_whose_type_is_deleted_plan_again(names: str) -> None:
    """They return to the type without a name, or still name the deleted one."""
    level = hall(walker(1, "guard"), walker(2, position=(3.0, 9.0)), needs=("key",))
    simulation = Simulation(World.build(level))
    simulation.run(1.0)
    assert simulation.agents.path_of(1)[:, 1].max() < 12
    kept = msgspec.structs.replace(level.settings, profiles=(CART, THIN))
    guard = msgspec.structs.replace(level.agents[1], profile=names)
    simulation.change_world(World.build(level.with_settings(kept).with_items({1: guard})))
    simulation.run(1.0)
    assert simulation.agents.path_of(1)[:, 1].max() > 12


def test_wall_that_shuts_the_way_of_one_type_only() -> None:
    """The cart plans again, the thin one keeps its path."""
    level = hall(
        walker(1, "thin", radius=0.2),
        walker(2, "cart", position=(3.0, 8.0), radius=0.8),
        gap=2.4,
    )
    simulation = Simulation(World.build(level))
    simulation.run(1.0)
    assert simulation.agents.path_of(2)[:, 1].max() < 12
    wall = Obstacle(id=850, polygon=_rectangle(10.2, 6.6, 10.8, 7.4))
    simulation.change_world(World.build(level.with_items({850: wall})))
    simulation.run(1.0)
    replanned = [event["agent"] for event in simulation.events if event["kind"] == Kind.REPLANNED]
    assert replanned == [2]
    assert simulation.agents.path_of(1)[:, 1].max() < 12
    assert simulation.agents.path_of(2)[:, 1].max() > 12


def test_bodies_of_many_sizes_share_few_floors() -> None:
    """None is narrower than its body."""
    agents = [walker(number, radius=0.3 + number * 0.011) for number in range(1, 120)]
    level = hall(*agents, profile_follows_body=True)
    floors = Floors(World.build(level), Simulation(World.build(level)).agents)
    assert len(floors.grids) <= MOST_BODIES + 1
    for row, agent in enumerate(agents):
        assert floors.grid_of(row).agent_radius >= agent.radius - 1e-9


def test_the_widest_bodies_of_all_share_floors_within_the_limits() -> None:
    """Rounding them up by large steps would go over a kilometre."""
    agents = [walker(number, radius=400.0 + 15 * number) for number in range(1, 41)]
    world = World.build(hall(*agents, profile_follows_body=True))
    floors = Floors(world, Simulation(world).agents)
    assert len(floors.grids) <= MOST_BODIES + 1
    for row, agent in enumerate(agents):
        assert floors.grid_of(row).agent_radius >= agent.radius


def test_type_of_a_layer_that_is_not_baked_walks_on_the_ground() -> None:
    """Files may have any; runs and problems of such a level work."""
    level = hall(walker(1, "ghost"), profiles=(Profile(name="ghost", layer="roof", radius=0.2),))
    assert not went_round(trail(level, 5.0)[1])
    assert [problem.code for problem in problems(World.build(level))] == ["wide-body"]


def test_same_bytes_with_types_whether_resumed_or_not() -> None:
    """A run with three floors repeats, and goes on from a state."""
    level = hall(
        walker(1), walker(2, "cart", position=(3.0, 8.0)), walker(3, "thin", position=(4.0, 12.0))
    )
    world = World.build(level)
    one, two = Simulation(world, seed=3), Simulation(world, seed=3)
    one.run(4.0)
    two.run(2.0)
    two = Simulation.resumed(world, two.state())
    two.run(2.0)
    assert one.agents.positions.tobytes() == two.agents.positions.tobytes()
