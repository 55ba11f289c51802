"""Waypoints off the floor and blocked edges are problems that name the obstruction."""

import pytest
from msgspec.structs import replace

from navcore.level.edit import Edit
from navcore.level.model import (
    Area,
    Edge,
    Layer,
    Level,
    Link,
    Obstacle,
    Point,
    Profile,
    Route,
    RouteStop,
    Settings,
    Waypoint,
)
from navcore.proof.problem import Problem
from navcore.proof.problems import problems
from navcore.samples import names
from navcore.world import World
from tests.sample_worlds import world_of

CODES = ("blocked-edge", "unlinked-edge", "waypoint-off-floor")
FLOOR = Area(id=1, name="hall", polygon=((0, 0), (20, 0), (20, 10), (0, 10)))
ONE, TWO = (
    Waypoint(id=51, name="one", position=(3.0, 5.0)),
    Waypoint(id=52, name="two", position=(17.0, 5.0)),
)
EDGE = Edge(id=61, start=51, end=52)


def told(level: Level) -> list[Problem]:
    """Return the problems about the network."""
    return [one for one in problems(World.build(level)) if one.code in CODES]


def hall(*more: Area | Obstacle | Route | Waypoint, settings: Settings | None = None) -> Level:
    """A hall with two waypoints and an edge between them."""
    level = Level(settings=settings or Settings())
    return Edit.put(level, [FLOOR, ONE, TWO, EDGE, *more]).apply(level)


def wall(low: float, high: float) -> Obstacle:
    """A wall across the hall, from z to z."""
    return Obstacle(id=9, name="wall", polygon=((9, low), (10, low), (10, high), (9, high)))


def test_networks_on_floor_have_none() -> None:
    """Networks of the samples have none either."""
    assert told(hall()) == []


@pytest.mark.parametrize("name", names())
def test_samples_have_none(name: str) -> None:
    """Doors that are shut are no fault of an edge."""
    assert [one for one in problems(world_of(name)) if one.code in CODES] == []


def test_wall_in_the_way_is_named() -> None:
    """The fix deletes the edge, and nothing else is wrong then."""
    level = hall(wall(3, 7))
    (found,) = told(level)
    assert (found.code, found.elements, found.place) == ("blocked-edge", (61,), (10.0, 5.0))
    said = "The edge from one to two leads through wall. Move an end, or delete the edge."
    assert found.text == said
    assert found.fix is not None
    assert told(found.fix.apply(level)) == []


def test_wall_too_near_is_told_with_its_distance() -> None:
    """By radius and padding; a little farther away it is none."""
    (found,) = told(hall(wall(5.5, 7)))
    assert found.text.startswith("The edge from one to two passes wall at 0.50 m: too near")
    assert told(hall(wall(5.71, 7))) == []


def test_gap_that_the_cells_do_not_resolve_is_told() -> None:
    """It is wide enough for agents, but no row of cells has its middle in it."""
    settings = Settings(object_padding=0.0)
    two = (wall(-1, 4.53), replace(wall(5.475, 11), id=10, name="tower"))
    (found,) = told(hall(*two, settings=settings))
    assert found.code == "blocked-edge"
    said = "The edge from one to two passes wall, where no walkable cells lead through. "
    assert found.text.startswith(said)
    assert told(hall(*two, settings=replace(settings, cell_size=0.02))) == []


def test_narrow_type_that_passes_is_enough() -> None:
    """An edge may be for it alone."""
    thin = Settings(profiles=(Profile(name="cat", radius=0.1),))
    assert told(hall(wall(5.5, 7), settings=thin)) == []


def test_shut_door_is_no_problem() -> None:
    """It opens again."""
    door = Area(
        id=2, name="door", door=True, available=False,
        polygon=((20, 4), (22, 4), (22, 6), (20, 6)),
    )  # fmt: skip
    room = Area(id=3, name="room", polygon=((22, 0), (30, 0), (30, 10), (22, 10)))
    beyond = Waypoint(id=53, name="three", position=(26.0, 5.0))
    level = hall(door, room, beyond)
    level = Edit.put(level, [Edge(id=62, start=52, end=53)]).apply(level)
    assert told(level) == []
    at_door = Edit.put(level, [Waypoint(id=54, name="four", position=(21.0, 5.0))]).apply(level)
    assert told(at_door) == []


def test_waypoint_off_floor_is_told_instead_of_its_edges() -> None:
    """One cause, one finding."""
    level = hall(Obstacle(id=9, name="well", polygon=((2, 4), (4, 4), (4, 6), (2, 6))))
    (found,) = told(level)
    assert (found.code, found.elements, found.place) == ("waypoint-off-floor", (51,), (3.0, 5.0))
    assert found.text == "one stands where nobody can walk. Move it onto floor."


def tower(*more: Area | Obstacle | Link) -> Level:
    """The hall with a floor above, on which the second waypoint stands."""
    settings = Settings(
        layers=(Layer(name="ground"), Layer(name="upper", floor_y=3.0)),
        profiles=(Profile(name="cat", abilities=("climb",)),),
    )
    above = Area(id=2, name="attic", polygon=FLOOR.polygon, layer="upper")
    level = Level(settings=settings)
    two = Waypoint(id=52, name="two", position=(17.0, 5.0), layer="upper")
    return Edit.put(level, [FLOOR, above, ONE, two, EDGE, *more]).apply(level)


def ladder(at: Point, **fields: object) -> Link:
    """Return a ladder straight up."""
    return Link(id=71, type="ladder", start=(at,), end=(at,), to_layer="upper", **fields)  # type: ignore[arg-type]


def test_edge_to_a_storey_without_a_link_is_told() -> None:
    """The fix deletes the edge."""
    level = tower()
    (found,) = told(level)
    assert (found.code, found.elements, found.place) == ("unlinked-edge", (61,), (3.0, 5.0))
    said = "The edge from one to two leads to another storey. No link joins the two. "
    assert found.text == said + "Draw stairs or a ladder there, or delete the edge."
    assert found.fix is not None
    assert told(found.fix.apply(level)) == []
    assert told(tower(ladder((10.0, 5.0)))) == []


def test_link_that_the_waypoints_do_not_see_is_told() -> None:
    """A wall stands between the first of them and the ladder; a door that is shut does not."""
    level = tower(ladder((10.5, 5.0)), wall(0, 10))
    level = Edit.put(
        level, [Obstacle(id=9, name="wall", polygon=((6, 0), (7, 0), (7, 10), (6, 10)))]
    ).apply(level)
    (found,) = told(level)
    assert "No link that both ends see, 8 m away at most, joins the two." in found.text
    rooms = [
        Area(id=1, name="hall", polygon=((0, 0), (6, 0), (6, 10), (0, 10))),
        Area(id=3, name="rest", polygon=((7, 0), (20, 0), (20, 10), (7, 10))),
        Area(
            id=4, name="door", polygon=((5, 3), (8, 3), (8, 7), (5, 7)), door=True, available=False
        ),
    ]
    level = tower(ladder((10.5, 5.0)))
    assert told(Edit.put(level, rooms).apply(level)) == []


def test_link_that_one_type_can_take_is_enough() -> None:
    """And one that none can take is as good as none."""
    assert told(tower(ladder((10.0, 5.0), needs=("climb",)))) == []
    (found,) = told(tower(ladder((10.0, 5.0), needs=("fly",))))
    assert found.code == "unlinked-edge"


def test_waypoint_switched_off_is_told_only_as_a_stop() -> None:
    """It isn't reported otherwise, and its edges are no problem of their own."""
    off = replace(ONE, position=(-5.0, 5.0), enabled=False)
    assert told(hall(off)) == []
    on = told(hall(replace(off, enabled=True)))
    assert [(one.code, one.elements) for one in on] == [("waypoint-off-floor", (51,))]
    stops = (RouteStop(waypoint=51, at=off.position), RouteStop(waypoint=52, at=TWO.position))
    stopped = told(hall(off, Route(id=70, name="round", stops=stops)))
    assert [(one.code, one.elements) for one in stopped] == [("waypoint-off-floor", (51,))]
