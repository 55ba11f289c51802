"""Agents and stops in walls, and goals that agents can't reach."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from navcore.i18n import several, tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Point, Profile, Route, WithStops, in_drawing_order
from navcore.level.naming import called
from navcore.level.profiles import grounded
from navcore.level.shared_routes import as_walked
from navcore.level.waypoint_stops import storey_of_stop
from navcore.path.result import Status
from navcore.proof.cut_off import islands_of
from navcore.proof.keys import Keys, Order, givers_of
from navcore.proof.problem import Finding
from navcore.proof.reach import Place, Reach
from navcore.proof.rules.keys import out_of_reach
from navcore.proof.rules.traps import trapped, traps
from navcore.proof.rules.unclear import unclear_areas, unclear_at
from navcore.proof.smallest_set import smallest_set
from navcore.proof.survey import Survey
from navcore.world import World

_FAILED: Final = frozenset({Status.NO_PATH, Status.UNSEEN_START, Status.UNSEEN_END})
"""Statuses of a network search that finds no path."""


def agents_in_walls(survey: Survey) -> Iterator[Finding]:
    """Yield the agents that stand inside an obstacle, or outside every area."""
    for agent in in_drawing_order(survey.level.agents):
        profile = survey.world.profile_of(agent)
        if not agent.enabled or not survey.in_wall(agent.position, profile.layer):
            continue
        if unclear_at(survey, agent.position, profile.layer):
            continue
        reach = survey.reach(profile)
        to = free_place(survey, reach, agent.position, profile.layer)
        said = _agent_text(survey, agent, profile.layer)
        fix = None
        if to is not None:
            said += " " + tr("Free floor is {0} m away.").format(_metres(agent.position, to))
            label = tr("Move {0} to free floor").format(called([agent]))
            fix = Edit.put(survey.level, [replace(agent, position=to)], label)
        yield Finding(said, (agent.id,), agent.position, fix, layer=profile.layer)


def _agent_text(survey: Survey, agent: Agent, layer: str) -> str:
    inside = survey.holder(agent.position, layer)
    if inside is None:
        return tr("{0} stands outside every area and cannot move.").format(called([agent]))
    said = tr("{0} stands inside {1} and cannot move.")
    return said.format(called([agent]), called([inside]))


def free_place(survey: Survey, reach: Reach, point: Point, layer: str) -> Point | None:
    """Return the nearest cell from which players' floor can be reached, else the nearest of all."""
    islands = survey.once(islands_of)
    reached = {
        place for place in islands.reached if islands.reach.layer_of(place) == layer
    }  # fmt: skip
    if reached:
        found = islands.reach.onto(point, reached, layer)
        if found is not None and reach.place_at(found, layer, 0.0) is not None:
            return found
    return reach.onto(point, [p for p in reach.cells if reach.layer_of(p) == layer], layer)


def _metres(one: Point, other: Point) -> str:
    return f"{math.dist(one, other):.1f}"


def stops_in_walls(survey: Survey) -> Iterator[Finding]:
    """Yield the agents and routes with stops inside an obstacle, or outside every area."""
    level = survey.level
    owners: list[WithStops] = [*in_drawing_order(level.agents), *in_drawing_order(level.of(Route))]
    for one in owners:
        stops = _stops_in_walls(survey, one)
        if not stops:
            continue
        layer, profile = storey_of_stop(one, stops[0], level.settings), Profile()
        if isinstance(one, Agent):
            profile = survey.world.profile_of(one)
        goals, moved = list(one.goals), True
        reach = survey.reach(profile)
        own = _own_places(one, reach, profile)
        for index in stops:
            there = storey_of_stop(one, index, level.settings)
            goal, nearby = one.goals[index], [one for one in own if reach.layer_of(one) == there]
            to = reach.onto(goal, nearby, there) if nearby else None
            to = to or free_place(survey, reach, goal, there)
            moved = moved and to is not None
            goals[index] = to or one.goals[index]
        fix = None
        if moved:
            label = tr("Move stops of {0} to free floor").format(called([one]))
            new = one.with_points(tuple(goals), range(len(goals)))
            fix = Edit.put(level, [new], label)
        said = _stops_text(survey, one, stops, layer)
        yield Finding(said, (one.id,), one.goals[stops[0]], fix, layer=layer)


def _own_places(one: WithStops, reach: Reach, profile: Profile) -> list[Place]:
    """Return the place that an agent starts on; empty for a route, or in a wall."""
    if not isinstance(one, Agent):
        return []
    start = reach.place_at(one.position, profile.layer)
    return [] if start is None else [start, *reach.ahead_of(start)]


def _stops_in_walls(survey: Survey, one: WithStops) -> list[int]:
    """Return which stops lie in walls; those at waypoints are reported with the waypoints."""
    settings, found = survey.level.settings, list[int]()
    for index, goal in enumerate(one.goals):
        layer = storey_of_stop(one, index, settings)
        if one.stop(index).waypoint is None and survey.in_wall(goal, layer):
            found += [] if unclear_at(survey, goal, layer) else [index]
    return found


def _stops_text(survey: Survey, one: WithStops, stops: Sequence[int], layer: str) -> str:
    goal, name = one.goals[stops[0]], called([one])
    inside = survey.holder(goal, layer)
    if len(stops) > 1:
        said = tr("{0} has {1} stops in walls or outside every area.")
        return said.format(name, len(stops))
    if inside is not None:
        return tr("A stop of {0} lies inside {1}.").format(name, called([inside]))
    said = tr("A stop of {0} is outside every area.").format(name)
    near = survey.nearest_area(goal, layer)
    if near is not None:
        area, far = near
        more = tr("The nearest is {0}, {1} m away.")
        said += " " + more.format(called([area]), f"{far:.1f}")
    return said


def unreachable_goals(survey: Survey) -> Iterator[Finding]:
    """Yield the agents that can't reach one of their goals, although agents without a type could.

    Floor that is cut off from all agents is reported once, by its own rule. Agents that live on
    floor which players don't reach, or whose way back is a one-way link, are told here, too.
    """
    for agent in in_drawing_order(survey.level.agents):
        walks = as_walked(agent, survey.level)
        if not agent.enabled or (agent.route is None and not agent.goals):
            continue
        profile = survey.world.profile_of(agent)
        failed = _failed_leg(survey, walks, profile)
        if failed is None:
            continue
        order = survey.once(_keys).order_from(agent.position, profile)
        has_more = not order.abilities.issubset(profile.abilities)
        keyed = _failed_leg(survey, walks, order.able) if has_more else failed
        if agent.player and keyed is None:
            # The keys lie where the player comes.
            continue
        if keyed is not None and _needs_lost_keys(survey, walks, order.able):
            continue
        index, place, layer = failed if keyed is None or not agent.player else keyed
        said = tr("{0} can't come to its stop {1}, even with all doors open.")
        told = said.format(called([agent]), index + 1)
        if keyed is None:
            told += " " + _keys_text(survey, walks, profile, order)
        yield Finding(told, (agent.id,), place, layer=layer)


class _KeysOfAgents:
    """Abilities that agents can pick up from their positions."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[tuple[Point, Profile], Order] = {}

    def order_from(self, place: Point, profile: Profile) -> Order:
        """Return the order in which the level opens up to an agent at a place."""
        key = (place, profile)
        if key not in self._known:
            self._known[key] = Keys(self._world, [(place, profile.layer)]).order(profile)
        return self._known[key]


def _keys(survey: Survey) -> _KeysOfAgents:
    return _KeysOfAgents(survey.opened)


def _needs_lost_keys(survey: Survey, walks: Agent, able: Profile) -> bool:
    """Return whether an agent only lacks keys that nobody gets, of which other findings tell."""
    lost = survey.once(out_of_reach).difference(able.abilities)
    if not lost:
        return False
    abilities = tuple(sorted(lost.union(able.abilities)))
    return _failed_leg(survey, walks, replace(able, abilities=abilities)) is None


def _keys_text(survey: Survey, walks: Agent, profile: Profile, order: Order) -> str:
    """Return words for the keys that an agent would need, and where they lie."""
    prices = dict.fromkeys(order.abilities.difference(profile.abilities), 1.0)

    def comes(more: frozenset[str]) -> bool:
        able = replace(profile, abilities=tuple(sorted({*profile.abilities, *more})))
        return _failed_leg(survey, walks, able) is None

    lacks = sorted(smallest_set(prices, comes) or prices)
    given = givers_of(survey.level)
    givers = {one.id: one for ability in lacks for one in given.get(ability, ())}
    said = tr("It could with {0}, from {1}.")
    return said.format(", ".join(lacks), called([*givers.values()]))


def _failed_leg(survey: Survey, agent: Agent, profile: Profile) -> tuple[int, Point, str] | None:
    """Return the first stop that an agent can't reach: its index, place and storey."""
    settings = survey.level.settings
    reach = survey.reach(profile)
    able = survey.reach(survey.able)
    stuck = survey.once(trapped).get(grounded(profile), set())
    own = profile.layer
    stops = [(agent.position, own)]
    stops += [
        (goal, storey_of_stop(agent, index, settings, own))
        for index, goal in enumerate(agent.goals)
    ]
    if survey.in_wall(*stops[0]):
        return None
    legs = [(n, n + 1) for n in range(len(stops) - 1)]
    if agent.mode == "loop" and len(stops) > 2:
        legs.append((len(stops) - 1, 1))
    if agent.mode == "return":
        legs += [(end, start) for start, end in reversed(legs[1:])]
    for start, end in legs:
        if survey.in_wall(*stops[start]) or survey.in_wall(*stops[end]):
            continue
        ends = stops[start], stops[end]
        if _leads(reach, *ends) or (not _leads(able, *ends) and _is_told(survey, *ends)):
            continue
        # It is stuck there, of which the trap tells.
        if reach.place_at(*stops[start]) in stuck:
            continue
        return (end - 1, *stops[end])
    return None


def _is_told(survey: Survey, start: tuple[Point, str], end: tuple[Point, str]) -> bool:
    """Return whether another finding tells why nobody comes from one place to another."""
    islands = survey.once(islands_of)
    reach = islands.reach
    places = [reach.place_at(*start), reach.place_at(*end)]
    if not islands.told.isdisjoint(places) or survey.once(unclear_areas):
        return True
    return places[0] in survey.once(_in_traps)


def _in_traps(survey: Survey) -> set[Place]:
    """Return the places that can't be left, if a finding tells so."""
    if not any(True for _ in traps(survey)):
        return set()
    reach = survey.once(islands_of).reach
    return {place for trap in reach.traps for place in trap}


def _leads(reach: Reach, start: tuple[Point, str], end: tuple[Point, str]) -> bool:
    """Return whether a path leads from one point to another; both are moved onto floor."""
    one, other = reach.place_at(*start), reach.place_at(*end)
    return one is not None and other is not None and (one == other or other in reach.ahead_of(one))


def broken_routes(survey: Survey) -> Iterator[Finding]:
    """Yield the routes over the network with a leg that no edges lead along."""
    level = survey.level
    for route in in_drawing_order(level.of(Route)):
        if not route.network or len(route.goals) < 2:
            continue
        walkers = [one for one in level.agents.values() if one.route == route.id]
        profile = survey.world.profile_of(walkers[0]) if walkers else Profile()
        broken = [leg for leg in _legs(route) if not _leads_over(survey, route, profile, *leg)]
        if broken:
            index = broken[0][1]
            legs = several(
                len(broken), "a leg leads over no edges of the network.",
                "{0} legs lead over no edges of the network.",
            )  # fmt: skip
            said = tr("{0}: {1}").format(called([route]), legs)
            layer = storey_of_stop(route, index, level.settings)
            yield Finding(said, (route.id,), route.goals[index], layer=layer)


def _legs(route: Route) -> list[tuple[int, int]]:
    """Pairs of stops that follow each other."""
    count = len(route.goals)
    legs = [(n, n + 1) for n in range(count - 1)]
    if route.mode == "loop" and count > 2:
        legs.append((count - 1, 0))
    return legs


def _leads_over(survey: Survey, route: Route, profile: Profile, start: int, end: int) -> bool:
    """Return whether the network leads from one stop of a route to another with all doors open."""
    settings = survey.level.settings
    one, other = (storey_of_stop(route, index, settings) for index in (start, end))
    found = survey.opened.find_path(
        route.goals[start], route.goals[end], over="graph", profile=profile,
        layer=one, goal_layer=other,
    )  # fmt: skip
    return found.status not in _FAILED
