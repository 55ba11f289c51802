"""Routes that agents share: find their agents, and give an agent the stops of its route."""

from msgspec.structs import replace

from navcore.level.model import Agent, Level, Route, Settings, Stop, in_drawing_order


def walkers_of(level: Level, route_id: int) -> list[Agent]:
    """Return the agents that walk a shared route, in drawing order."""
    found = {one.id: one for one in level.referring([route_id]) if isinstance(one, Agent)}
    return in_drawing_order({i: one for i, one in found.items() if one.route == route_id})


def with_own_route(agent: Agent, route: Route, settings: Settings) -> Agent:
    """Return the agent with the stops of a shared route as its own stops.

    It visits the same places on the same storeys as on the shared route.
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
    own = replace(agent, route=None, network=route.network, shortcuts=route.shortcuts)
    own = own.with_mode(route.mode)
    return own.with_stops(stops, goals=route.goals)


def as_walked(agent: Agent, level: Level) -> Agent:
    """Return the agent with the stops of its shared route as its own stops."""
    route = None if agent.route is None else level.of(Route).get(agent.route)
    return agent if route is None else with_own_route(agent, route, level.settings)
