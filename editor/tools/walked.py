"""The drawn route of an agent: its own stops, or the path to a shared route and that route."""

from typing import Final

from msgspec.structs import replace

from navcore.level.model import Agent, Level, Route, Stop, WithStops
from navcore.sim.rounds import first_turn, stop_at

MOST_KEPT: Final = 1024
"""Most paths to shared routes that are cached."""

_WAYS: Final[dict[int, Agent]] = {}
"""The last paths by agent, so that callers detect by identity that nothing changed."""


def walked(agent: Agent, level: Level) -> list[WithStops]:
    """Return the drawn parts of an agent's route; for a shared one, also the path to it."""
    route = None if agent.route is None else level.of(Route).get(agent.route)
    if route is None:
        return [agent]
    way = _way(agent, route, level)
    return [route] if way is None else [way, route]


def _way(agent: Agent, route: Route, level: Level) -> Agent | None:
    """Return the agent with the first stop of the route as its only one; None if all are off."""
    turn = first_turn(level, agent, agent.position)
    if turn is None:
        return None
    index = stop_at(route, turn)
    stop = route.stop(index)
    layer = level.settings.layer_of(route) if stop.layer is None else stop.layer
    halt = Stop(pause=0.0, layer=layer if level.settings.layers else None)
    way = replace(
        agent, route=None, loop=False, turn_back=False, goals=(route.goals[index],), stops=(halt,)
    )
    if _WAYS.get(agent.id) != way:
        if len(_WAYS) >= MOST_KEPT:
            _WAYS.clear()
        _WAYS[agent.id] = way
    return _WAYS[agent.id]
