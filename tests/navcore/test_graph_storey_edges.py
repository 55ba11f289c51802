"""Edges between storeys use the links between their waypoints, and are closed without one."""

import math

import pytest

from navcore.level.edit import Edit
from navcore.level.model import (
    Area,
    Edge,
    Element,
    Layer,
    Level,
    Link,
    Obstacle,
    Point,
    Profile,
    Settings,
    Waypoint,
)
from navcore.path.result import Status
from navcore.world import World

RADIUS = 0.3


def box(x: float, z: float, wide: float, deep: float) -> tuple[Point, ...]:
    """A rectangle by its lower left corner."""
    return ((x, z), (x + wide, z), (x + wide, z + deep), (x, z + deep))


UPSTAIRS = Settings(
    agent_radius=RADIUS, cell_size=0.25, layers=(Layer(name="ground"), Layer(name="upper"))
)


def house(*more: Element) -> World:
    """A room above another one, and an edge from the one to the other."""
    given: list[Element] = [
        Area(id=1, polygon=box(0, 0, 6, 6)),
        Area(id=2, polygon=box(0, 0, 6, 6), layer="upper"),
        Waypoint(id=11, position=(5.0, 5.0)),
        Waypoint(id=12, position=(5.0, 2.0), layer="upper"),
        Edge(id=21, start=11, end=12, factor=2.0),
        *more,
    ]
    level = Level(settings=UPSTAIRS)
    return World.build(Edit.put(level, given).apply(level))


def stairs(link_id: int, start: Point, end: Point, **fields: object) -> Link:
    """From the ground to the storey above."""
    return Link(id=link_id, start=(start,), end=(end,), layer="ground", to_layer="upper", **fields)


def test_paths_from_storey_to_storey_take_the_link() -> None:
    """Its cost is multiplied by the factor of the edge; points have their storeys."""
    world = house(stairs(31, (5.0, 4.0), (5.0, 3.0), type="stairs", cost=4.0))
    result = world.find_path((1.0, 1.0), (1.0, 2.0), over="graph", goal_layer="upper")
    assert result.nodes.tolist() == [11, 12]
    assert result.points.tolist() == [[5, 5], [5, 4], [5, 3], [5, 2], [1, 2]]
    assert result.layers == ("ground", "ground", "upper", "upper", "upper")
    assert result.links.tolist() == [0, 0, 31, 0, 0]
    legs = math.dist((1, 1), (5, 5)) + 4.0
    assert result.cost == pytest.approx(legs + 2.0 * (1.0 + 4.0 + 1.0))
    assert result.length == pytest.approx(legs + 1.0 + 1.0 + 1.0)
    assert result.link_cost == pytest.approx(4.0)
    walks = [(walk.layer, walk.stops.tolist()) for walk in result.walks]
    assert walks == [
        ("ground", [[1.0, 1.0], [5.0, 5.0], [5.0, 4.0]]),
        ("upper", [[5.0, 3.0], [5.0, 2.0], [1.0, 2.0]]),
    ]
    back = world.find_path((1.0, 2.0), (1.0, 1.0), over="graph", layer="upper", goal_layer="ground")
    assert back.cost == pytest.approx(result.cost)
    assert back.links.tolist() == [0, 0, 31, 0, 0]
    above = world.find_path((1.0, 1.0), (5.0, 1.0), over="graph", layer="upper")
    assert (above.layers, len(above.nodes)) == ((), 0)


def test_an_edge_between_storeys_without_a_link_is_shut() -> None:
    """Agents can't climb through the ceiling."""
    world = house()
    assert world.graph.open.tolist() == [False]
    result = world.find_path((1.0, 1.0), (1.0, 2.0), over="graph", goal_layer="upper")
    assert result.status is Status.NO_PATH


def test_a_link_out_of_sight_ties_no_edge() -> None:
    """A wall stands between the waypoint and the stairs."""
    link = stairs(31, (5.0, 1.0), (5.0, 3.0))
    wall = Obstacle(id=41, polygon=box(3.0, 2.5, 3.0, 0.5))
    assert house(link).graph.open.tolist() == [True]
    assert house(link, wall).graph.open.tolist() == [False]


def test_the_cheapest_link_ties_an_edge_in_each_direction() -> None:
    """Down by the drop, up by the stairs; and not up where there are no stairs."""
    drop = Link(
        id=31, type="drop", start=((5.0, 3.0),), end=((5.0, 4.0),), layer="upper",
        to_layer="ground", one_way=True, cost=0.5,
    )  # fmt: skip
    both = house(drop, stairs(32, (4.0, 4.0), (4.0, 3.0), cost=4.0))
    ends: dict[str, object] = {"over": "graph", "layer": "ground", "goal_layer": "upper"}
    down: dict[str, object] = {"over": "graph", "layer": "upper", "goal_layer": "ground"}
    assert both.find_path((1.0, 1.0), (1.0, 2.0), **ends).links.max() == 32
    assert both.find_path((1.0, 2.0), (1.0, 1.0), **down).links.max() == 31
    one = house(drop)
    assert one.graph.open.tolist() == [True]
    assert one.find_path((1.0, 1.0), (1.0, 2.0), **ends).status is Status.NO_PATH
    assert one.find_path((1.0, 2.0), (1.0, 1.0), **down).ok


def test_links_that_a_type_can_not_take_tie_nothing_for_it() -> None:
    """A ladder needs hands."""
    world = house(stairs(31, (5.0, 4.0), (5.0, 3.0), needs=("climb",)))
    assert not world.graph.open.any()
    assert world.graph_for(Profile(abilities=("climb",))).open.all()


def test_edges_between_storeys_follow_edits() -> None:
    """A link that is drawn opens the edge, one that is deleted shuts it; as a new world has it."""
    world = house()
    link = stairs(31, (5.0, 4.0), (5.0, 3.0))
    assert not world.graph.open.any()
    drawn = world.update(
        Edit.put(world.level, [link]).apply(world.level), Edit.put(world.level, [link])
    )
    assert drawn.graph.open.all()
    gone = Edit.remove(drawn.level, [31])
    assert not drawn.update(gone.apply(drawn.level), gone).graph.open.any()
    assert not world.graph.open.any()
