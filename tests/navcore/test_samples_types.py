"""The samples of terrain and storeys: roads of agent types, and access to upper storeys."""

import itertools

import msgspec
import numpy as np
import pytest
from sample_worlds import agent_named, goals_of, level_of, shifted, world_of

from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Link, Point, Profile
from navcore.path.result import PathResult, Status
from navcore.sim.events import Kind
from navcore.sim.rounds import round_of
from navcore.sim.simulation import Simulation
from navcore.world import World

TYPED = ("inn", "marsh")

Placed = tuple[Point, str]


def stages(level: Level, agent: Agent) -> list[Placed]:
    """Where an agent starts and goes, each with its storey."""
    own = level.settings.layer_of(agent)
    walked = round_of(level, agent)
    goals = [(goal, walked.stop(index).layer or own) for index, goal in enumerate(walked.goals)]
    return [(agent.position, own), *goals]


def path_between(world: World, agent: Agent, one: Placed, other: Placed) -> PathResult:
    """Return the path of an agent's type."""
    profile = world.profile_of(agent)
    return world.find_path(one[0], other[0], profile=profile, layer=one[1], goal_layer=other[1])


def legs_in(world: World) -> list[tuple[str, PathResult]]:
    """All legs of all agents, by their names."""
    level = world.level
    return [
        (agent.name, path_between(world, agent, one, other))
        for agent in level.agents.values()
        for one, other in itertools.pairwise(stages(level, agent))
    ]


def links_taken(level: Level, path: PathResult) -> list[str]:
    """Names of the links on a path."""
    return [level.of(Link)[int(link)].name for link in path.links if link]


@pytest.mark.parametrize("name", TYPED)
def test_that_agents_find_their_ways_by_their_types(name: str) -> None:
    """Wherever the cells fall."""
    level = level_of(name)
    for right, up in itertools.product((0.0, 0.13, 0.27), repeat=2):
        world = shifted(level, right, up) if right or up else world_of(name)
        for agent, path in legs_in(world):
            assert path.status is Status.COMPLETE, (agent, right, up)
            assert path.snapped_start is path.snapped_goal is None, (agent, right, up)


@pytest.mark.parametrize("name", TYPED)
def test_that_the_sample_comes_to_life(name: str) -> None:
    """All agents arrive somewhere within two minutes, and none is stuck at any tick."""
    simulation = Simulation(world_of(name))
    arrived = set()
    for _ in range(1200):
        simulation.tick()
        assert simulation.counts().stuck == 0
        arrived |= {arrival.agent_id for arrival in simulation.arrivals}
    level = level_of(name)
    assert arrived == {one.id for one in level.agents.values() if goals_of(level, one)}


def crossing(path: PathResult) -> str:
    """The road on which a path crosses the mere, by how far north it does."""
    points = np.vstack([path.start, path.points])
    row = int(np.flatnonzero(np.diff(np.sign(points[:, 0] - 34.0)))[0])
    (x0, z0), (x1, z1) = points[row : row + 2]
    z = z0 + (34.0 - x0) / (x1 - x0) * (z1 - z0)
    roads = {"ford": (-3.0, 7.5), "planks": (13.5, 16.5), "high road": (36.0, 46.0)}
    return next((road for road, (low, high) in roads.items() if low < z < high), "water")


def test_three_roads_over_the_marsh() -> None:
    """Walkers take the planks, the cart takes the high road, and swimmers need none."""
    world, ends = world_of("marsh"), ((9.0, 18.0), (59.0, 24.0))
    types = {profile.name: profile for profile in world.level.settings.profiles}
    assert crossing(world.find_path(*ends)) == "planks"
    assert crossing(world.find_path(*ends, profile=types["cart"])) == "high road"
    assert crossing(world.find_path(*ends, profile=types["swimmer"])) in {"water", "planks"}
    straight = world.find_path((25.0, 30.0), (44.0, 30.0), profile=types["swimmer"])
    assert crossing(straight) == "water"
    assert crossing(world.find_path((25.0, 2.0), (43.0, 3.0))) == "ford"
    assert not world.is_walkable(34.0, 25.0)


def test_the_marsh_without_its_planks() -> None:
    """Walkers turn to the ford; the cart keeps to its road."""
    level = level_of("marsh")
    (planks,) = [one for one in level.elements() if one.name == "plank_walk"]
    world = World.build(Edit.remove(level, [planks.id]).apply(level))
    assert crossing(world.find_path((9.0, 14.0), (59.0, 14.0))) == "ford"


def test_ways_up_and_down_the_inn() -> None:
    """Stairs for all, the ladder for the nimble, the ledge down only, the loft with a key."""
    level, world = level_of("inn"), world_of("inn")
    taken = {name: set[str]() for name in (agent.name for agent in level.agents.values())}
    for name, path in legs_in(world):
        taken[name] |= set(links_taken(level, path))
    assert taken == {
        "player": set(), "landlord": {"stairs"}, "maid": {"stairs"}, "cook": {"ladder"},
        "guest_1": {"stairs"}, "lover": {"ledge", "stairs"}, "stable_hand": set(),
    }  # fmt: skip
    loft: Placed = ((17.6, 1.6), "upper")
    for name, reaches in (("landlord", True), ("cook", True), ("maid", False)):
        agent = agent_named(level, name)
        path = path_between(world, agent, stages(level, agent)[0], loft)
        assert path.ok is reaches, name
    balcony = world.find_path((4.0, 14.0), (4.0, 10.5), goal_layer="upper",
                              profile=Profile(abilities=("agile",)))  # fmt: skip
    assert links_taken(level, balcony) == ["stairs"]


def test_the_inn_without_its_stairs() -> None:
    """Agents that can climb reach only the loft, which has a locked door."""
    level = level_of("inn")
    (stairs,) = [link for link in level.of(Link).values() if link.name == "stairs"]
    world = World.build(Edit.remove(level, [stairs.id]).apply(level))
    room: Placed = ((2.2, 5.2), "upper")
    for name in ("guest_1", "cook", "maid"):
        agent = agent_named(level, name)
        assert not path_between(world, agent, stages(level, agent)[0], room).ok, name
    master = msgspec.structs.replace(agent_named(level, "cook"), profile="")
    assert not path_between(world, master, stages(level, master)[0], room).ok
    both = Profile(abilities=("agile", "key"))
    assert world.find_path((15.0, 3.4), room[0], profile=both, goal_layer="upper").ok


def test_that_guests_of_the_inn_take_the_stairs_in_a_run() -> None:
    """Each link is taken only by agents that may take it."""
    level, simulation = level_of("inn"), Simulation(world_of("inn"))
    names = {agent.id: agent.name for agent in level.agents.values()}
    seen = set()
    for _ in range(900):
        simulation.tick()
        for event in simulation.events:
            if event["kind"] == Kind.TOOK_LINK:
                link = level.of(Link)[int(event["other"])]
                seen.add((names[int(event["agent"])], link.name))
    assert {("cook", "ladder"), ("lover", "ledge"), ("guest_1", "stairs")} <= seen
    assert {name for name, link in seen if link == "ledge"} == {"lover"}
