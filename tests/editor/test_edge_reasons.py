"""Reasons why an edge is closed: the obstacle, its distance, the radius that would pass."""

import pytest
from msgspec.structs import replace

from editor.tools.corridor import CorridorCheck, Place
from editor.tools.edge_reasons import why_shut
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Level, Obstacle, Profile, Settings, Waypoint
from navcore.level.tables import GROUND
from navcore.world import World

HALL = Area(id=1, name="hall", polygon=((0, 0), (20, 0), (20, 10), (0, 10)))
ROOM = Area(id=2, name="room", polygon=((22, 0), (30, 0), (30, 10), (22, 10)))
DOOR = Area(id=3, name="gate", door=True, polygon=((20, 4), (22, 4), (22, 6), (20, 6)))
ONE = Waypoint(id=11, name="one", position=(3.0, 5.0))
TWO = Waypoint(id=12, name="two", position=(26.0, 5.0))
EDGE = Edge(id=21, start=11, end=12)
FIRM = Settings(agent_radius=0.45, object_padding=0.25)
KEY = Profile(name="thief", abilities=("lockpick",))


def why(*changed: object, profile: Profile | None = None, settings: Settings = FIRM) -> str:
    """Return the reason why the edge of a level with these elements is closed."""
    plain = Level(settings=settings)
    level = Edit.put(plain, [HALL, ROOM, DOOR, ONE, TWO, EDGE, *changed]).apply(plain)
    edge = level.of(Edge)[EDGE.id]
    return why_shut(edge, Place(level, World.build(level), profile, GROUND), CorridorCheck())


def wall(low: float) -> Obstacle:
    """A wall in the hall from this height on."""
    return Obstacle(id=9, name="wall", polygon=((9, low), (10, low), (10, 10), (9, 10)))


def test_an_edge_that_is_off_says_so() -> None:
    """Before what blocks it."""
    assert why(replace(EDGE, enabled=False), wall(0)) == "it is switched off."


def test_an_open_edge_has_no_reason() -> None:
    """An edge beside a shut door has none either."""
    assert why() == ""
    aside = replace(DOOR, id=4, name="hatch", polygon=((20, 8), (22, 8), (22, 9), (20, 9)))
    assert why(replace(aside, available=False)) == ""


def test_the_obstacle_is_named_with_distance_and_radius() -> None:
    """As refusals do."""
    assert why(wall(4.0)) == "wall is in the way."
    said = "wall is 0.50 m from this edge: with 0.25 m of padding a radius of 0.25 m would pass."
    assert why(wall(5.5)) == said


def test_numbers_are_rounded_down() -> None:
    """A type with the radius that is told passes, and none is told that agents have already."""
    said = "wall is 0.69 m from this edge: with 0.25 m of padding a radius of 0.44 m would pass."
    assert why(wall(5.6979)) == said
    assert why(wall(5.6979), settings=replace(FIRM, agent_radius=0.44)) == ""


def test_a_shut_door_is_named() -> None:
    """Only if nothing else is in the way."""
    assert why(replace(DOOR, available=False)) == "gate is shut."
    assert why(replace(DOOR, available=False), wall(4.0)) == "wall is in the way."


@pytest.mark.parametrize(
    ("changed", "profile", "said"),
    [
        (replace(TWO, enabled=False), None, "two is switched off."),
        (replace(EDGE, needs=("lockpick",)), None, "it requires lockpick."),
        (replace(EDGE, needs=("lockpick",)), KEY, ""),
        (
            replace(ONE, clear_radius=0.4), None,
            "the path width at one is 0.80 m, and agents are 0.90 m wide.",
        ),
    ],
)  # fmt: skip
def test_what_the_canvas_draws_grey_has_a_reason(
    changed: object, profile: Profile | None, said: str
) -> None:
    """An end that is off, an ability, a path width."""
    assert why(changed, profile=profile, settings=replace(FIRM, profiles=(KEY,))) == said


def test_gaps_that_the_cells_do_not_resolve_are_told() -> None:
    """They are wide enough by the exact distances."""
    beneath = replace(wall(0), id=10, polygon=((9, 0), (10, 0), (10, 4.29), (9, 4.29)))
    assert why(wall(5.71), beneath).endswith("no walkable cells lead through there.")
