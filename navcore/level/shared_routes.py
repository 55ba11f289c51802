"""Routes that agents share: which agents walk one, and an agent with the stops of its route."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from navcore.level.model import Agent, Level, Route, Settings, Stop, in_drawing_order

Walkers: TypeAlias = Mapping[int, Sequence[Agent]]
"""Agents by the id of the route that they share, each in drawing order."""

MOST_WALKED: Final = 1024
"""So many agents are kept with the stops of their shared routes."""
_WALKED: Final[dict[int, tuple[Agent, Route, Settings, Agent]]] = {}
_LAST: Final[list[tuple[Mapping[int, Agent], Walkers]]] = []
"""The agents that were asked about last, and their routes."""


def walkers_of(level: Level) -> Walkers:
    """Return the agents that walk each shared route; routes that nobody walks are left out."""
    agents = level.agents
    for known, found in _LAST:
        if known is agents:
            return found
    walkers: dict[int, list[Agent]] = {}
    for agent in agents.values():
        if agent.route is not None:
            walkers.setdefault(agent.route, []).append(agent)
    ordered = {
        route: in_drawing_order({agent.id: agent for agent in found})
        for route, found in walkers.items()
    }
    _LAST[:] = [(agents, ordered)]
    return ordered


def with_own_route(agent: Agent, route: Route, settings: Settings) -> Agent:
    """Return the agent with the stops of a shared route as its own, in a level with settings.

    It comes to the same places on the same storeys as it does on the shared route.
    """
    home = settings.layer_of(route)
    away = bool(settings.layers) and home != settings.layer_of(agent)
    stops = tuple(
        Stop(
            stop.pause,
            stop.facing,
            home if stop.layer is None and away else stop.layer,
            stop.waypoint,
        )
        for stop in route.stops
    )
    own = replace(agent, route=None, network=route.network).with_mode(route.mode)
    return own.with_stops(stops, goals=route.goals)


def as_walked(agent: Agent, level: Level) -> Agent:
    """Return the agent with the stops that it comes to as its own: those of its shared route.

    As long as neither changes, the same agent comes out, so that what draws it sees that at once.
    """
    route = None if agent.route is None else level.of(Route).get(agent.route)
    if route is None:
        return agent
    known = _WALKED.get(agent.id)
    if known and known[0] is agent and known[1] is route and known[2] is level.settings:
        return known[3]
    if len(_WALKED) >= MOST_WALKED:
        _WALKED.clear()
    walked = with_own_route(agent, route, level.settings)
    _WALKED[agent.id] = (agent, route, level.settings, walked)
    return walked
