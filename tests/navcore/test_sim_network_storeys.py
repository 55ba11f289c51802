"""Agents that follow a network of several storeys take the links of its edges."""

import math

import pytest
from msgspec.structs import replace
from small_level import box

from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Element,
    Layer,
    Level,
    Link,
    Point,
    Profile,
    Route,
    RouteStop,
    Settings,
    Waypoint,
)
from navcore.sim.agents import NEVER
from navcore.sim.events import Kind
from navcore.sim.movement import Movement
from navcore.sim.networks import path_over_network
from navcore.sim.simulation import Simulation
from navcore.world import World

GUARD, STAIRS, LADDER = 41, 31, 32
SETTINGS = Settings(
    cell_size=0.25, agent_radius=0.3, object_padding=0.0,
    layers=(Layer(name="ground"), Layer(name="upper", floor_y=3.0)),
)  # fmt: skip


UP = RouteStop(waypoint=14, at=(4.0, 4.0), layer="upper")
DOWN = RouteStop(waypoint=11, at=(2.0, 4.0))


def link(link_id: int, start: Point, end: Point, **fields: object) -> Link:
    """From the ground to the storey above."""
    return Link(id=link_id, start=(start,), end=(end,), layer="ground", to_layer="upper", **fields)


def house(*more: Element, mode: str = "once") -> Level:
    """Two floors, a chain of waypoints on each, and a guard who goes from below to above.

    The stairs are far from it, a ladder near; the network leads by the stairs.
    """
    given: list[Element] = [
        Area(id=1, polygon=box(0.0, 0.0, 24.0, 8.0)),
        Area(id=2, polygon=box(0.0, 0.0, 24.0, 8.0), layer="upper"),
        Waypoint(id=11, position=(2.0, 4.0)),
        Waypoint(id=12, position=(18.0, 4.0)),
        Waypoint(id=13, position=(22.0, 4.0), layer="upper"),
        Waypoint(id=14, position=(4.0, 4.0), layer="upper"),
        Edge(id=21, start=11, end=12),
        Edge(id=22, start=12, end=13),
        Edge(id=23, start=13, end=14),
        link(STAIRS, (19.0, 4.0), (21.0, 4.0), type="stairs"),
        link(LADDER, (3.0, 7.0), (3.0, 6.5), type="ladder"),
        Route(
            id=51, mode=mode, network=True,
            stops=(UP, DOWN) if mode == "loop" else (UP,),
        ),
        Agent(id=GUARD, name="guard", position=(2.0, 4.0), radius=0.3, route=51),
        *more,
    ]  # fmt: skip
    level = Level(settings=SETTINGS)
    return Edit.put(level, given).apply(level)


def links_taken(run: Simulation, seconds: float, arrivals: int = 1) -> list[int]:
    """Return the ids of the links taken until a number of arrivals."""
    taken: list[int] = []
    for _ in range(round(60 * seconds)):
        run.step()
        events = run.events
        taken += events["other"][events["kind"] == Kind.TOOK_LINK].tolist()
        arrivals -= len(run.arrivals)
        if arrivals <= 0:
            break
    assert arrivals <= 0
    return taken


def test_an_agent_takes_the_link_that_its_edge_is_tied_to() -> None:
    """It doesn't take the ladder beside it, although the free path does."""
    level = house()
    run = Simulation(World.build(level))
    assert links_taken(run, 120.0) == [STAIRS]
    assert run.agents.layers.tolist() == [1]
    assert math.dist(run.agents.place(0), (4.0, 4.0)) < 0.1
    free = level.with_items({51: Route(id=51, mode="once", stops=level.of(Route)[51].stops)})
    assert links_taken(Simulation(World.build(free)), 120.0) == [LADDER]


def test_it_keeps_to_the_edges_of_both_storeys() -> None:
    """At every step that it walks, and it is remote movement there."""
    run = Simulation(World.build(house()))
    seen: set[tuple[int, Movement]] = set()
    for _ in range(60 * 120):
        run.step()
        x, z = run.agents.place(0)
        layer, took = int(run.agents.layers[0]), run.agents.link_begun[0] != NEVER
        if took:
            assert 18.0 <= x <= 22.0
        else:
            assert abs(z - 4.0) < 0.31
        seen.add((layer, Movement(int(run.agents.movements[0]))))
        if run.arrivals:
            break
    assert seen == {(0, Movement.ALONG), (1, Movement.ALONG)}
    assert not (run.events["kind"] == Kind.OFF_NETWORK).any()


def test_a_round_leads_up_and_down_again() -> None:
    """It uses the stairs both ways, again and again."""
    run = Simulation(World.build(house(mode="loop")))
    taken = links_taken(run, 300.0, arrivals=5)
    assert taken == [STAIRS] * len(taken)
    assert len(taken) >= 4


def test_without_a_link_the_network_leads_nowhere_and_that_is_said() -> None:
    """It walks freely, by the ladder."""
    level = Edit.remove(house(), [STAIRS]).apply(house())
    run = Simulation(World.build(level))
    assert run.world.graph.open.tolist() == [True, False, True]
    run.step()
    assert (run.events["kind"] == Kind.OFF_NETWORK).any()
    assert links_taken(run, 120.0) == [LADDER]


def test_one_that_was_pushed_before_the_stairs_forgets_that_above() -> None:
    """Where it left its path is on the storey below."""
    run = Simulation(World.build(house()))
    run.run(3.0)
    agents = run._run.agents  # noqa: SLF001
    agents.positions[0] += (0.0, 1.5)
    agents.off_path[0] = True
    for _ in range(3):
        run.tick()
        if run.agents.movements[0] == Movement.BACK:
            break
    assert run.agents.movements[0] == Movement.BACK
    assert links_taken(run, 120.0) == [STAIRS]
    assert agents.back_by[0] == NEVER


def test_what_it_walks_is_told_beforehand() -> None:
    """The path of a leg between stops, as the editor draws it."""
    world = World.build(house())
    path = path_over_network(world, Profile(), (2.0, 4.0), (4.0, 4.0), goal_layer="upper")
    assert path is not None
    assert path.nodes.tolist() == [12, 13]
    assert path.links.tolist() == [0, 0, STAIRS, 0, 0]
    assert path.layers == ("ground", "ground", "upper", "upper", "upper")
    assert path.length == pytest.approx(16.0 + 1.0 + math.hypot(2.0, 3.0) + 1.0 + 18.0)


def test_parts_between_links_are_pulled_tight() -> None:
    """Each in the corridors of its own storey; links stay where they are (S4-052)."""
    level = house()
    bends = (
        replace(level.of(Waypoint)[12], position=(18.0, 6.0), clear_radius=1.5),
        replace(level.of(Waypoint)[13], position=(22.0, 6.0), clear_radius=1.5),
    )
    narrow = World.build(
        Edit.put(level, [replace(one, clear_radius=0.0) for one in bends]).apply(level)
    )
    wide = World.build(Edit.put(level, bends).apply(level))
    paths = [
        path_over_network(world, Profile(), (2.0, 4.0), (4.0, 4.0), goal_layer="upper")
        for world in (narrow, wide)
    ]
    before, after = (path for path in paths if path is not None)
    assert before.points.tolist() == [[18, 6], [19, 4], [21, 4], [22, 6], [4, 4]]
    assert after.points[1:3].tolist() == [[19, 4], [21, 4]]
    assert after.links.tolist() == before.links.tolist()
    for number in (0, 3):
        away = math.dist(after.points[number], before.points[number])
        assert 0.5 < away <= 1.2 + 1e-6
