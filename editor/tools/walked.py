"""What an agent walks: its own stops, or the way to a shared route and that route."""

from typing import Final

from msgspec.structs import replace

from navcore.level.model import Agent, Level, Route, Stop, WithStops
from navcore.sim.rounds import first_turn, stop_at

MOST_KEPT: Final = 1024
"""So many ways to shared routes are kept."""

_WAYS: Final[dict[int, Agent]] = {}
"""By agent: the last ways, so that what draws them sees at a glance that nothing has changed."""


def walked(agent: Agent, level: Level) -> list[WithStops]:
    """Return what is drawn of the route of an agent: of a shared one, also the way there."""
    route = None if agent.route is None else level.of(Route).get(agent.route)
    if route is None:
        return [agent]
    way = _way(agent, route, level)
    return [route] if way is None else [way, route]


def _way(agent: Agent, route: Route, level: Level) -> Agent | None:
    """The agent with the stop at which it sets out as its only one; None if all are off."""
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
