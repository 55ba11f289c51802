"""Routes over storeys: each storey shows its own stops and its part of the path."""

import pytest
from lofts import LADDER, house, walker
from tool_bench import Bench

from editor.tools.legs import Leg, RouteSight, find_leg, leg_at, legs_of, storeys_along
from editor.tools.route import RouteTool
from navcore.level.model import Level, Profile, Stop
from navcore.world import World

MAID = 100
LOFT = Profile(layer="loft")


def level_with_route() -> Level:
    """From the hall up the ladder to the loft, and back down."""
    stops = (Stop(layer="loft"), Stop(layer="ground"))
    maid = walker(MAID, 3, 3, goals=((3.0, 3.0), (5.0, 1.0)), stops=stops, loop=True)
    return house(LADDER, maid)


def test_legs_know_their_storeys() -> None:
    """A stop right above the start is another place."""
    level = level_with_route()
    maid = level.agents[MAID]
    assert storeys_along(maid, level.settings) == ["ground", "loft", "ground", "loft"]
    assert legs_of(maid, level.settings) == [
        Leg((3, 3), (3, 3), None, "loft"),
        Leg((3, 3), (5, 1), LOFT, "ground"),
        Leg((5, 1), (3, 3), None, "loft"),
    ]


@pytest.mark.parametrize(
    ("storey", "stops", "ends"),
    [
        ("ground", [1], [(10.0, 3.0)]),
        ("loft", [0], [(3.0, 3.0)]),
        (None, [0, 1], [(10.0, 3.0), (3.0, 3.0)]),
    ],
)
def test_each_storey_shows_its_part(
    storey: str | None, stops: list[int], ends: list[tuple[float, float]]
) -> None:
    """The path up to the ladder, or from it on; through it none."""
    level = level_with_route()
    sight, world = RouteSight(level.settings, storey), World.build(level)
    maid = level.agents[MAID]
    assert sight.stops(maid) == stops
    leg = legs_of(maid, level.settings)[0]
    path = find_leg(leg, world)
    assert path.ok
    lines = sight.lines(leg, path)
    assert [tuple(line[-1].tolist()) for line in lines] == ends


def test_sides_are_those_of_the_storey_in_hand() -> None:
    """One clicks the part that one sees."""
    level = level_with_route()
    world = World.build(level)

    def known(legs: list[Leg]) -> list[object]:
        return [find_leg(leg, world) for leg in legs]

    def at(place: tuple[float, float], storey: str) -> int | None:
        sight = RouteSight(level.settings, storey)
        hit = leg_at(place, 0.1, [level.agents[MAID]], sight, known)  # type: ignore[arg-type]
        return None if hit is None else hit.index

    assert at((4.0, 3.0), "ground") == -1
    assert at((6.0, 3.0), "loft") == -1
    assert at((4.3, 1.7), "loft") is None


def test_stops_are_set_on_the_storey_in_hand() -> None:
    """The storey may change from click to click; each stop keeps its own."""
    level = house(LADDER, walker(MAID, 3, 3))
    bench = Bench(RouteTool(), level)
    bench.world = World.build(level)
    bench.select(MAID)
    bench.storey = "loft"
    bench.click(3, 3)
    bench.storey = "ground"
    bench.click(5, 1)
    bench.click(6, 2)
    bench.key("Backspace")
    bench.key("Enter")
    maid = bench.level.agents[MAID]
    assert maid.goals == ((3, 3), (5, 1))
    assert [maid.stop(index).layer for index in range(2)] == ["loft", "ground"]


def test_a_level_of_one_storey_names_none() -> None:
    """Files of such levels are unchanged."""
    bench = Bench(RouteTool(), house(walker(MAID, 3, 3)).with_settings(Level().settings))
    bench.select(MAID)
    bench.click(5, 1)
    bench.key("Enter")
    assert bench.level.agents[MAID].stops == ()


def test_the_route_goes_on_where_its_agent_is_not_seen() -> None:
    """Another active storey hides the agent, and deselects it."""
    level = house(LADDER, walker(MAID, 3, 3))
    bench = Bench(RouteTool(), level)
    bench.world = World.build(level)
    bench.select(MAID)
    bench.hover(4, 4)
    bench.storey, bench.hidden = "loft", frozenset({MAID})
    bench.selection = frozenset()
    bench.hover(5, 1)
    bench.click(3, 3)
    bench.click(5, 1)
    bench.key("Enter")
    maid = bench.level.agents[MAID]
    assert maid.goals == ((3, 3), (5, 1))
    assert {maid.stop(index).layer for index in range(2)} == {"loft"}
