"""Routes of agents: stops appended, reversed and deleted, and what agents do at them.

Stops are the goals of an agent, and its handles: `handles` moves, inserts and deletes single ones.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Point, Stop
from navcore.level.naming import called
from navcore.level.operations.fields import checked
from navcore.level.operations.handles import handles_label
from navcore.level.storeys import storey_named


def append_stops(
    level: Level,
    ids: Collection[int],
    places: Sequence[Point],
    *,
    stops: Sequence[Stop] = (),
    loop: bool | None = None,
) -> Edit:
    """Agents with further stops at the end of their routes, the same for all of them.

    Args:
        level: The level that holds them.
        ids: Of agents.
        places: Where the stops are, metres, in order.
        stops: What the agents do at them, in their order; plain ones where it is shorter.
        loop: Whether the routes lead back to their first stops; None leaves that as it is.

    Raises:
        KeyError: if an id is not that of an agent of the level.
        NavcoreError: if a place is not finite, or a stop is out of its limits.
    """
    agents = [level.agents[agent_id] for agent_id in ids]
    added = [(float(x), float(z)) for x, z in places]
    new = [*stops, *(Stop() for _ in added)][: len(added)]
    changed = []
    for agent in agents:
        old = [agent.stop(index) for index in range(len(agent.goals))]
        longer = agent.with_stops((*old, *new), goals=(*agent.goals, *added))
        closed = agent.loop if loop is None else loop
        own = {"goals": longer.goals, "stops": longer.stops, "loop": closed}
        changed.append(replace(agent, **checked(agent, own)))
    return Edit.put(level, changed, handles_label(mark("Add {0} to {1}"), len(added), changed))


def reverse_routes(level: Level, ids: Collection[int]) -> Edit:
    """Agents that come to their stops in the opposite order.

    A loop keeps its first stop: from there it is walked the other way round.

    Raises:
        KeyError: if an id is not that of an agent of the level.
    """

    def reverse(agent: Agent) -> Agent:
        order = [*reversed(range(len(agent.goals)))]
        if agent.loop and order:
            order = [order[-1], *order[:-1]]
        return agent.with_points(tuple(agent.goals[index] for index in order), order)

    return _each(level, ids, reverse, mark("Reverse the route of {0}"))


def delete_routes(level: Level, ids: Collection[int]) -> Edit:
    """Agents without stops: they stand where they are.

    Raises:
        KeyError: if an id is not that of an agent of the level.
    """
    return _each(
        level, ids, lambda agent: agent.with_points((), ()), mark("Delete the route of {0}")
    )


def set_stops(
    level: Level,
    handles: Mapping[int, Collection[int]],
    *,
    pause: float | UnsetType | None = UNSET,
    facing: float | UnsetType | None = UNSET,
    layer: str | UnsetType | None = UNSET,
) -> Edit:
    """Agents with another pause, facing or storey at these of their stops.

    Args:
        level: The level that holds them.
        handles: Ids of agents -> indices of their stops.
        pause: Seconds; None for what the agent does at all its stops.
        facing: Radians; None for along the path.
        layer: Name of a storey; None for that of the agent.

    Raises:
        KeyError: if an id is not that of an agent of the level.
        IndexError: if an agent has no such stop.
        NavcoreError: if a number is out of its limits, or no storey has the name.
    """
    if isinstance(layer, str):
        storey_named(level.settings, layer)
    fields = {"pause": pause, "facing": facing, "layer": layer}
    given = {name: value for name, value in fields.items() if value is not UNSET}
    changed = []
    for agent_id, indices in handles.items():
        agent = level.agents[agent_id]
        if any(not 0 <= index < len(agent.goals) for index in indices):
            message = f"{called([agent])} has {len(agent.goals)} stops, not all of {indices}"
            raise IndexError(message)
        stops = [agent.stop(index) for index in range(len(agent.goals))]
        for index in indices:
            stops[index] = replace(stops[index], **checked(Stop, given))
        changed.append(agent.with_stops(tuple(stops)))
    count = sum(len(set(indices)) for indices in handles.values())
    return Edit.put(level, changed, handles_label(mark("Change {0} of {1}"), count, changed))


def _each(level: Level, ids: Collection[int], change: Callable[[Agent], Agent], label: str) -> Edit:
    agents = [level.agents[agent_id] for agent_id in ids]
    changed = [new for agent in agents if (new := change(agent)) != agent]
    return Edit.put(level, changed, tr(label).format(called(changed)) if changed else "")
