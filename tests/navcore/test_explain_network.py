"""Reasons why no path over waypoints exists, and why an agent stands still."""

from msgspec.structs import replace
from sim_levels import box
from two_rooms import two_rooms

from navcore import World
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Level,
    Obstacle,
    Route,
    RouteStop,
    Stop,
    Waypoint,
)
from navcore.proof.agent_reasons import explain_agent
from navcore.proof.explain import explain
from navcore.proof.explanation import Explanation, Reason
from navcore.proof.smallest_set import smallest_set

LEFT, RIGHT = (2.0, 6.0), (14.0, 6.0)


def network(*, joined: bool = True) -> Level:
    """Return waypoints through the door of two rooms, not visible from the queried places."""
    places = [(2.0, 2.0), (6.0, 2.0), (10.0, 2.0), (14.0, 2.0)]
    items = {n: Waypoint(id=n, name=f"w{n}", position=at) for n, at in enumerate(places, 1)}
    edges = {
        10 + n: Edge(id=10 + n, start=n, end=n + 1) for n in (1, 2, 3) if joined or n != 2
    }  # fmt: skip
    return two_rooms(second_door=False).with_items({**items, **edges})


def over(level: Level) -> Explanation:
    """Return the reason over waypoints, after checking that its fix makes a path."""
    told = explain(World.build(level), LEFT, RIGHT, over="graph")
    if told.fix is not None:
        fixed = World.build(told.fix.apply(level))
        assert explain(fixed, LEFT, RIGHT, over="graph").reason is Reason.NONE
    return told


def test_waypoint_that_is_off_is_told():
    """Switched on, there is a path."""
    level = network()
    assert over(level).reason is Reason.NONE
    off = level.with_items({3: replace(level.of(Waypoint)[3], enabled=False)})
    told = over(off)
    assert told.reason is Reason.WAYPOINTS
    assert told.text == "w3 is switched off, and the path leads over it."
    assert told.fix is not None
    assert (told.fix.label, told.elements) == ("Switch on w3", (3,))


def test_shut_door_across_an_edge_is_told():
    """With a waypoint that is off, both are needed."""
    level = network()
    shut = level.with_items({102: replace(level.areas[102], available=False)})
    told = over(shut)
    assert told.text == "door is shut, and edges lead through it."
    both = shut.with_items({2: replace(level.of(Waypoint)[2], enabled=False)})
    told = over(both)
    assert (told.relaxation.doors, told.relaxation.waypoints) == ((102,), (2,))


def test_parts_of_a_network_are_joined():
    """Between the two waypoints that are nearest to each other."""
    told = over(network(joined=False))
    assert told.reason is Reason.NETWORK
    assert told.text == (
        "No edge joins the parts of the network that w2 and w3 belong to; they are 4.0 m apart "
        "there."
    )
    assert told.fix is not None
    assert told.fix.label == "Join w2 and w3"


def test_one_way_edges_and_keys_are_told():
    """Both can be fixed, the key for a type only."""
    level = network()
    back = level.with_items({12: Edge(id=12, start=3, end=2, one_way=True)})
    told = over(back)
    assert told.reason is Reason.ONE_WAY
    assert told.text == "The edge from w3 to w2 leads the other way only."
    locked = level.with_items({12: Edge(id=12, start=2, end=3, needs=("key",))})
    told = over(locked)
    assert told.reason is Reason.ABILITIES
    assert told.fix is None


def test_place_that_sees_no_waypoint_is_told():
    """The nearest is named."""
    level = network()
    walled = level.with_items(
        {50: Obstacle(id=50, name="screen", polygon=box(9.5, 4.5, 16.5, 5.0))}
    )
    told = over(walled)
    assert told.reason in {Reason.UNSEEN, Reason.NETWORK, Reason.ISLAND}
    told = explain(World.build(two_rooms(second_door=False)), LEFT, RIGHT, over="graph")
    assert told.reason is Reason.UNSEEN
    assert told.text == "The start sees no waypoint. Place one near it."


def test_smallest_set_tries_few():
    """Of sixty things, the two that are needed together are found in few trials."""
    trials: list[frozenset[int]] = []

    def holds(some: frozenset[int]) -> bool:
        trials.append(some)
        return {7, 31} <= some or {5, 6, 8} <= some

    assert smallest_set(dict.fromkeys(range(60), 1.0), holds) == {7, 31}
    assert len(trials) < 120
    assert smallest_set({1: 1.0, 2: 5.0}, bool) == {1}
    assert smallest_set({1: 1.0}, lambda _: False) is None


def agent_level(*goals: tuple[float, float], **agent: object) -> Level:
    """Return two rooms with an agent in the left one."""
    level = two_rooms(second_door=False)
    made = Agent(id=9, name="thief", position=(2.0, 2.0), goals=goals, radius=0.2, **agent)  # type: ignore[arg-type]
    return level.with_items({9: made})


def test_agent_without_goals_is_told():
    """It has nowhere to go."""
    told = explain_agent(World.build(agent_level()), 9)
    assert told.reason is Reason.NO_GOAL
    assert told.text == "thief has nowhere to go. Give it a stop."


def test_agent_without_goals_in_an_obstacle_is_told_of_both():
    """A stop alone would not help it; the obstacle is marked."""
    crate = Obstacle(id=60, name="crate", polygon=box(1, 1, 3, 3))
    told = explain_agent(World.build(agent_level().with_items({60: crate})), 9)
    assert told.reason is Reason.NO_GOAL
    assert told.text == (
        "thief stands inside crate, and has nowhere to go. Move it out and give it a stop."
    )
    assert [mark.element for mark in told.marks] == [9, 60]


def test_agent_names_the_stop_that_it_does_not_reach():
    """It reaches the first; the second is outside, and the fix moves it."""
    level = agent_level((6.0, 2.0), (14.0, -4.0))
    told = explain_agent(World.build(level), 9)
    assert told.text.startswith("Stop 2 of thief is outside every area, 4.")
    assert told.fix is not None
    assert told.fix.label == "Move stop 2 of thief there"
    fixed = explain_agent(World.build(told.fix.apply(level)), 9)
    assert fixed.text == "thief gets to all its stops."


def test_agent_in_a_wall_is_moved_out():
    """No agent can stand at its place."""
    level = agent_level((14.0, 2.0))
    level = level.with_items({50: Obstacle(id=50, name="millstone", polygon=box(1, 1, 3, 3))})
    told = explain_agent(World.build(level), 9)
    assert told.text.startswith("thief lies inside millstone.")
    assert told.fix is not None
    fixed = explain_agent(World.build(told.fix.apply(level)), 9)
    assert fixed.reason is Reason.NONE


def test_shared_route_is_looked_at():
    """One of its stops is behind a shut door."""
    level = agent_level(route=7)
    shut = replace(level.areas[102], available=False)
    stops = (RouteStop(at=(6.0, 2.0)), RouteStop(at=(14.0, 2.0)))
    level = level.with_items({7: Route(id=7, name="round", stops=stops), 102: shut})
    told = explain_agent(World.build(level), 9)
    assert told.text == "door is shut, and it is the only way into right."
    assert isinstance(level.areas[102], Area)


def test_agent_that_walked_on_is_asked_about_where_it_is():
    """A run passes the current place; the place at the start doesn't matter."""
    level = agent_level((14.0, 2.0))
    level = level.with_items({102: replace(level.areas[102], available=False)})
    world = World.build(level)
    assert explain_agent(world, 9).reason is Reason.DOORS
    assert explain_agent(world, 9, place=(12.0, 2.0)).reason is Reason.NONE


def test_goal_between_two_walls_is_moved_to_where_there_is_room():
    """Agents can't stand there, and no gap needs widening for it."""
    level = agent_level((6.0, 6.0))
    walls = {
        50: Obstacle(id=50, name="west_wall", polygon=box(5.0, 4.0, 5.8, 8.0)),
        51: Obstacle(id=51, name="east_wall", polygon=box(6.2, 4.0, 7.0, 8.0)),
    }
    level = level.with_items(walls)
    told = explain_agent(World.build(level), 9)
    assert told.reason is Reason.WIDTH
    assert told.text == "The goal of thief is 0.20 m from west_wall; this agent keeps 0.30 m."
    assert told.fix is not None
    assert told.fix.label == "Move the goal of thief there"
    assert explain_agent(World.build(told.fix.apply(level)), 9).reason is Reason.NONE


def test_agent_that_is_switched_off_is_told():
    """That is the reason; once the agent is switched on, no reason is left."""
    level = agent_level((6.0, 2.0), enabled=False)
    told = explain_agent(World.build(level), 9)
    assert told.reason is Reason.SWITCHED_OFF
    assert told.text == "thief is switched off, so it stays where it is."
    assert told.fix is not None
    assert told.fix.label == "Switch on thief"
    assert explain_agent(World.build(told.fix.apply(level)), 9).reason is Reason.NONE


def posted(*places: tuple[float, float], off: int = 0) -> Level:
    """The thief with a stop at a waypoint at each place; the first ones are switched off."""
    posts = {
        30 + n: Waypoint(id=30 + n, name=f"post_{n}", position=place, enabled=n >= off)
        for n, place in enumerate(places)
    }
    stops = tuple(Stop(waypoint=key) for key in posts)
    return agent_level(*places, stops=stops).with_items(dict(posts))


def test_agent_whose_waypoints_are_all_off_is_told():
    """It leaves each stop out, so it stands still; the fix switches them on."""
    for count, said in ((1, "post_0 is switched off."),
                        (2, "post_0 and post_1 are switched off.")):  # fmt: skip
        level = posted((6.0, 2.0), (6.0, 6.0), off=2) if count == 2 else posted((6.0, 2.0), off=1)
        told = explain_agent(World.build(level), 9)
        assert told.reason is Reason.WAYPOINTS
        assert told.text == f"thief has nowhere to go: {said}"
        assert [mark.element for mark in told.marks] == [9, 30, 31][: count + 1]
        assert told.fix is not None
        fixed = explain_agent(World.build(told.fix.apply(level)), 9)
        assert fixed.text == "thief gets to all its stops."


def test_stop_at_a_waypoint_that_is_off_is_left_out():
    """Agents skip the stop outside while its waypoint is off."""
    there = ((14.0, -4.0), (6.0, 2.0))
    assert explain_agent(World.build(posted(*there, off=1)), 9).reason is Reason.NONE
    told = explain_agent(World.build(posted(*there)), 9)
    assert told.text.startswith("Stop 1 of thief is outside every area, ")
