"""The sample levels match their descriptions, and nothing in them depends on the grid offset."""

import itertools
import math
from functools import cache
from typing import NamedTuple

import msgspec
import numpy as np
import pytest
from sample_worlds import (
    CELL,
    agent_named,
    goals_of,
    islands,
    level_of,
    shifted,
    world_for,
    world_of,
)

from navcore import samples
from navcore.formats.level import read_level
from navcore.formats.level_text import write_level
from navcore.level.edit import Edit
from navcore.level.model import Level, PathTest, Point
from navcore.path.result import Status
from navcore.proof.islands import area_at
from navcore.proof.path_tests.suite import answers_of
from navcore.sim.simulation import Simulation
from navcore.world import World


class Facts(NamedTuple):
    """Facts of a level: counts, cells, walkable square metres as drawn."""

    areas: int
    doors: int
    obstacles: int
    agents: int
    width: int
    depth: int
    walkable: float


FACTS = {
    "first_steps": Facts(2, 1, 4, 2, 68, 38, 204),
    "tavern": Facts(8, 8, 37, 9, 80, 75, 367),
    "dungeon": Facts(22, 11, 39, 12, 148, 125, 766),
    "market_town": Facts(6, 7, 167, 60, 508, 508, 30_327),
    "arena": Facts(5, 4, 13, 33, 228, 228, 2_794),
    "cave": Facts(1, 0, 31, 6, 228, 148, 3_087),
    "station": Facts(9, 7, 57, 101, 323, 158, 4_401),
    "inn": Facts(9, 8, 11, 7, 55, 48, 182),
    "marsh": Facts(1, 0, 17, 7, 178, 128, 2_201),
    "broken_mill": Facts(5, 4, 7, 4, 63, 70, 329),
}


SOUND = sorted(set(FACTS) - {"broken_mill", "inn", "marsh"})
"""Without faults, storeys and terrain."""


STATION_DOORS = (*(f"ticket_gate_{number}" for number in range(1, 7)), "service_door")


CUT_OFF = [
    ("first_steps", "garden_gate", [76]),
    ("tavern", "corridor_door", [83]),
    ("tavern", "pantry_door", [9]),
    ("tavern", "guest_door_1", [15]),
    ("tavern", "guest_door_2", [15]),
    ("tavern", "landlord_door", [16.5]),
    ("tavern", "front_door", []),
    ("tavern", "kitchen_door", []),
    ("tavern", "back_door", []),
    ("tavern", "front_door back_door", [177]),
    ("tavern", "kitchen_door back_door", [29]),
    ("dungeon", "gaol_door", [70]),
    ("dungeon", "armoury_door", [42]),
    ("dungeon", "shrine_door", [44]),
    *(("dungeon", f"cell_door_{number}", [5]) for number in range(1, 6)),
    ("dungeon", "portcullis", []),
    ("dungeon", "barracks_door", []),
    ("dungeon", "secret_door", []),
    ("dungeon", "portcullis secret_door", [142]),
    ("market_town", "east_gate north_gate north_ford", [9_475]),
    ("market_town", "great_bridge foot_bridge mill_bridge north_ford", [12_470]),
    ("market_town", "west_gate south_gate postern north_ford", [11_787]),
    *(("arena", f"{side}_gate", [49]) for side in ("east", "north", "west", "south")),
    *(("station", " ".join(door for door in STATION_DOORS if door != left), [])
      for left in STATION_DOORS),
    ("station", " ".join(STATION_DOORS), [2_186]),
]  # fmt: skip
"""Level, the elements shut while all other doors are open, and the floor that they cut off."""


@cache
def all_open(name: str) -> World:
    """The bake of the sample with every door open."""
    level = level_of(name)
    areas = level.areas.values()
    opened = [msgspec.structs.replace(area, available=True) for area in areas]
    return World.build(Edit.put(level, opened).apply(level))


def island_at(world: World, labels: np.ndarray, place: Point) -> int:
    """Return the label at a place; 0 if agents can't stand there."""
    column, row = world.grid.cell_of(*place)
    return int(labels[row, column]) if world.grid.lattice.holds(column, row) else 0


def radii_in(level: Level) -> set[float]:
    """All radii that agents of the level have."""
    return {agent.radius for agent in level.agents.values()}


def test_that_the_samples_are_found() -> None:
    """By name, and none that is not tested here."""
    assert set(samples.names()) == set(FACTS)
    assert samples.names()[0] == "first_steps"
    assert samples.names()[-1] == "broken_mill"
    with pytest.raises(KeyError):
        samples.path("nowhere")


@pytest.mark.parametrize("name", sorted(FACTS))
def test_that_a_sample_has_what_its_table_says(name: str) -> None:
    """Counts, cells and floor."""
    level, world, facts = level_of(name), world_of(name), FACTS[name]
    doors = sum(area.door for area in level.areas.values())
    assert len(level.areas) - doors == facts.areas
    assert doors == facts.doors
    assert len(level.obstacles) == facts.obstacles
    assert len(level.agents) == facts.agents
    assert (world.grid.width, world.grid.depth) == (facts.width, facts.depth)
    assert world.grid.walkable.sum() * CELL == pytest.approx(facts.walkable, abs=1)


@pytest.mark.parametrize("name", sorted(FACTS))
def test_that_a_sample_is_carefully_drawn(name: str) -> None:
    """Texts, names that differ, groups, one player; nothing to warn of; the same bytes again."""
    path = samples.path(name)
    text = path.read_text(encoding="utf-8")
    level, warnings = read_level(text, path)
    assert warnings == ()
    assert write_level(level) == text
    settings = level.settings
    assert settings.title
    assert settings.description.count(".") + settings.description.count("?") >= 1
    assert settings.notes
    assert settings.boundary_padding == settings.agent_radius
    names = [element.name for element in level.elements()]
    assert len(set(names)) == len(names)
    assert all(word == word.lower() and " " not in word for word in names)
    assert all(element.group or element.name == "player" for element in level.elements())
    assert sum(agent.player for agent in level.agents.values()) == 1
    at_rest = {one.name for one in level.agents.values() if not goals_of(level, one)}
    assert at_rest <= {"player", "sleeper", "prisoner_4", "thief"}


@pytest.mark.parametrize(("name", "shut", "expected"), CUT_OFF)
def test_that_shut_doors_cut_off_what_they_should(
    name: str, shut: str, expected: list[float]
) -> None:
    """All other doors are open."""
    world = all_open(name)
    for door in shut.split():
        world = world.set_area_available(door, flag=False)
    _, parts = islands(world)
    assert parts[1:] == pytest.approx(expected, abs=2, rel=0.001)


STATES = {
    "": ({"crypt", "gaol_corridor", "shrine"}, {"cell_5", "armoury"}),
    "Alarm": ({"armoury", "great_hall"}, {"crypt", "gaol_corridor", "shrine", "cell_5"}),
    "Gaol break": ({"crypt", "cell_1", "cell_3", "cell_5", "shrine"}, {"armoury"}),
}
"""Of the dungeon: areas that the player reaches in a state, and areas out of reach."""


@pytest.mark.parametrize("state", STATES)
def test_that_states_of_the_dungeon_open_and_shut_what_they_should(state: str) -> None:
    """The view is that of the player, who stands in the entry."""
    world = world_of("dungeon").in_state(state)
    player = agent_named(world.level, "player")
    for names, reached in zip(STATES[state], (True, False), strict=True):
        for name in names:
            goal = free_place(world, name)
            status = world.find_path(player.position, goal).status
            assert (status is Status.COMPLETE) == reached, name


def free_place(world: World, name: str) -> tuple[float, float]:
    """A walkable place in an area."""
    area = world.level.area_named(name)
    assert area is not None
    xs, zs = (np.array(one) for one in zip(*area.polygon, strict=True))
    sides = (np.arange(side.min(), side.max(), 0.4).tolist() for side in (xs, zs))
    free = (at for at in itertools.product(*sides) if world.grid.is_walkable(*at))
    return next(at for at in free if area_at(world.level, "ground", at) == area)


@pytest.mark.parametrize("name", [*SOUND, "broken_mill"])
def test_that_the_tests_of_samples_pass_in_their_states(name: str) -> None:
    """Those of the dungeon are asked in every one of its states."""
    found = answers_of(world_of(name))
    assert all(one.passed for one in found.values())
    level = level_of(name)
    asked = {test.state for test in level.of(PathTest).values()}
    assert {state.name for state in level.states} <= asked


def test_that_no_two_doors_of_the_town_cut_anything_off() -> None:
    """Only three together do, or four."""
    world = all_open("market_town")
    doors = sorted(area.name for area in world.level.areas.values() if area.door)
    for first, second in itertools.combinations(doors, 2):
        both = world.set_area_available(first, flag=False)
        both = both.set_area_available(second, flag=False)
        assert len(islands(both)[1]) == 1, (first, second)


@pytest.mark.parametrize("name", SOUND)
def test_that_agents_stand_and_want_to_be_on_floor_that_they_reach(name: str) -> None:
    """Each has the room that it needs, except for prisoner_5, who is in a closed cell."""
    level = level_of(name)
    maps = {radius: islands(world_for(name, radius))[0] for radius in radii_in(level)}
    for agent in level.agents.values():
        world, labels = world_for(name, agent.radius), maps[agent.radius]
        here = island_at(world, labels, agent.position)
        assert here, agent.name
        goals = {island_at(world, labels, goal) for goal in goals_of(level, agent)}
        if agent.name == "prisoner_5":
            assert 0 not in goals
            assert goals != {here}
        else:
            assert goals <= {here}, agent.name


@pytest.mark.parametrize("name", SOUND)
def test_that_agents_find_their_ways(name: str) -> None:
    """They go from goal to goal; the first dozen of a level is tested."""
    level = level_of(name)
    for agent in itertools.islice(level.agents.values(), 12):
        world = world_for(name, agent.radius)
        for start, goal in itertools.pairwise([agent.position, *goals_of(level, agent)]):
            status = world.find_path(start, goal).status
            free = agent.name != "prisoner_5"
            assert status is (Status.COMPLETE if free else Status.NO_PATH), agent.name


def test_that_the_gardener_walks_his_round() -> None:
    """He goes to the gate, into the courtyard, and back to the garden, within a minute."""
    level = level_of("first_steps")
    row = [agent.name for agent in level.agents.values()].index("gardener")
    simulation, goals = Simulation(world_of("first_steps")), agent_named(level, "gardener").goals
    nearest = [math.inf] * len(goals)
    for _ in range(3600):
        simulation.step()
        place = simulation.agents.positions[row]
        nearest = [min(n, math.dist(place, goal)) for n, goal in zip(nearest, goals, strict=True)]
    assert max(nearest) < 0.5


@pytest.mark.parametrize("name", SOUND)
def test_that_a_sample_comes_to_life(name: str) -> None:
    """All agents with goals walk within seconds; none is stuck but prisoner_5."""
    level = level_of(name)
    simulation = Simulation(world_of(name))
    for _ in range(300):
        simulation.step()
    for agent, position in zip(
        level.agents.values(), simulation.agents.positions.tolist(), strict=True
    ):
        walked = math.dist(position, agent.position)
        if agent.name == "prisoner_5":
            assert walked < 3
        else:
            assert (walked > 1) == bool(goals_of(level, agent)), agent.name
    assert simulation.counts().stuck == (name == "dungeon")


def test_that_all_travellers_arrive(exhaustive: bool) -> None:
    """Sixty at the exits and forty at the platforms, through five gates, or through one."""
    travellers = {agent.id for agent in level_of("station").agents.values() if agent.goals}
    assert len(travellers) == 100
    for left, seconds in [(5, 200), (1, 600)] if exhaustive else [(5, 200)]:
        simulation, arrived = Simulation(world_of("station")), set()
        while arrived != travellers and simulation.seconds < seconds:
            if simulation.steps == 600 and left == 1:
                world = simulation.world
                for number in range(2, 6):
                    world = world.set_area_available(f"ticket_gate_{number}", flag=False)
                simulation.change_world(world)
            simulation.step()
            for arrival in simulation.arrivals:
                assert arrival.status is Status.COMPLETE
                arrived.add(arrival.agent_id)
        assert arrived == travellers


def test_that_travellers_differ() -> None:
    """They differ in speed, position and goals."""
    level = level_of("station")
    travellers = [agent for agent in level.agents.values() if agent.goals]
    assert {agent.walk_speed for agent in travellers} == {1.1, 1.2, 1.3, 1.4, 1.5, 1.6}
    for places in ([a.position for a in travellers], [a.goals[-1] for a in travellers]):
        assert min(math.dist(a, b) for a, b in itertools.combinations(places, 2)) >= 0.9
    arriving = [agent for agent in travellers if agent.name.startswith("arriving")]
    assert len(arriving) == 60
    assert all(agent.position[0] > 50 and agent.goals[-1][0] < 0 for agent in arriving)
    leaving = [agent for agent in travellers if agent.name.startswith("leaving")]
    assert len(leaving) == 40
    assert all(agent.position[0] < 0 and agent.goals[-1][0] > 50 for agent in leaving)
    assert not any(agent.loop for agent in travellers)


def test_that_opening_a_cell_frees_its_prisoner() -> None:
    """prisoner_5 wants to leave, and cell_door_5 is all that keeps him."""
    level = level_of("dungeon")
    prisoner = agent_named(level, "prisoner_5")
    opened = world_of("dungeon").set_area_available("cell_door_5", flag=True)
    way = opened.find_path(prisoner.position, prisoner.goals[0])
    assert way.status is Status.COMPLETE


@pytest.mark.parametrize("name", SOUND)
def test_that_nothing_opens_or_shuts_by_luck(name: str, exhaustive: bool) -> None:
    """Wherever the cells fall: the same islands, agents and goals on floor, no lone cells."""
    level = level_of(name)
    _, usual = islands(world_of(name))
    steps = (20 if exhaustive else 5) if len(level.obstacles) < 100 else (5 if exhaustive else 2)
    for right, up in itertools.product((np.arange(steps) + 0.5) * 0.4 / steps, repeat=2):
        world = shifted(level, float(right), float(up))
        labels, parts = islands(world)
        assert len(parts) == len(usual), (right, up)
        assert parts == pytest.approx(usual, rel=0.1, abs=3)
        for agent in level.agents.values():
            for place in (agent.position, *goals_of(level, agent)):
                assert island_at(world, labels, place), (agent.name, place)
