"""Edit the stops of agents and of routes that agents share, and who walks which route.

Stops are the goals of an agent or of a route, and its handles; `handles` moves, inserts and deletes
single stops.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Element,
    Level,
    Point,
    Route,
    RouteMode,
    RouteStop,
    Stop,
    Waypoint,
    WithStops,
)
from navcore.level.naming import NewId, called
from navcore.level.operations.elements import new_element
from navcore.level.operations.fields import checked
from navcore.level.operations.handles import handles_label
from navcore.level.shared_routes import as_walked
from navcore.level.storeys import storey_named
from navcore.level.waypoint_stops import at_waypoints, storey_of_stop


def add_route(
    level: Level,
    places: Sequence[Point],
    new_id: NewId,
    *,
    stops: Sequence[Stop] = (),
    name: str | None = None,
    mode: RouteMode = "loop",
    network: bool = False,
    shortcuts: bool = False,
    layer: str = "ground",
) -> Edit:
    """Add a route that agents can share, named `route_1` or, if `name` is taken, `name_2`.

    Args:
        level: The level that receives it.
        places: Places of the stops in order, metres; a stop exactly on a waypoint belongs to it.
        new_id: Draws its id.
        stops: Settings of the stops, in order; plain ones if there are fewer.
        name: Its name; None for the next free one.
        mode: What follows the last stop.
        network: Whether agents keep to the network between stops.
        shortcuts: Whether they leave its edges for the furthest visible place of their path.
        layer: Storey of stops that name none.

    Raises:
        NavcoreError: if there is no stop, a place is not finite, or a stop is out of its limits.
    """
    if not places:
        raise NavcoreError(tr("A route needs a stop."))
    added = _finite(places)
    route = new_element(
        level, Route, new_id(), name=name, mode=mode, network=network,
        shortcuts=network and shortcuts, layer=layer,
        stops=tuple(RouteStop(at=place) for place in added),
    ).with_stops(_filled(stops, len(added)))  # fmt: skip
    route = at_waypoints(level, route, range(len(added)))
    return Edit.put(level, [route], tr("Draw {0}").format(called([route])))


def append_stops(
    level: Level,
    ids: Collection[int],
    places: Sequence[Point],
    *,
    stops: Sequence[Stop] = (),
    mode: RouteMode | None = None,
    network: bool | None = None,
    shortcuts: bool | None = None,
) -> Edit:
    """Append stops to agents and routes, the same for all of them.

    Args:
        level: The level that holds them.
        ids: Ids of agents and routes.
        places: Places of the stops in order, metres; a stop exactly on a waypoint belongs to it.
        stops: Settings of the stops, in order; plain ones if there are fewer.
        mode: What follows the last stop; None keeps it.
        network: Whether agents keep to the network between stops; None keeps it.
        shortcuts: Whether agents take shortcuts there; None keeps it.

    Raises:
        KeyError: if an id does not belong to an agent or a route of the level.
        NavcoreError: if a place is not finite, or a stop is out of its limits.
    """
    added = _finite(places)
    new = _filled(stops, len(added))
    changed = []
    for one in _routed(level, ids):
        count = len(one.goals)
        old = [one.stop(index) for index in range(count)]
        longer = one.with_stops((*old, *new), goals=(*one.goals, *added))
        longer = longer if mode is None else longer.with_mode(mode)
        longer = longer if network is None else replace(longer, network=network)
        longer = longer if shortcuts is None else replace(longer, shortcuts=shortcuts)
        changed.append(at_waypoints(level, longer, range(count, count + len(added))))
    return Edit.put(level, changed, handles_label(mark("Add {0} to {1}"), len(added), changed))


def reverse_routes(level: Level, ids: Collection[int]) -> Edit:
    """Reverse the order of the stops of agents and routes.

    A loop keeps its first stop and is walked in the other direction from there.

    Raises:
        KeyError: if an id does not belong to an agent or a route of the level.
    """
    changed = []
    for one in _routed(level, ids):
        order = [*reversed(range(len(one.goals)))]
        if one.closed and order:
            order = [order[-1], *order[:-1]]
        changed.append(one.with_points(tuple(one.goals[index] for index in order), order))
    return _put(level, changed, mark("Reverse the route of {0}"), mark("Reverse {0}"))


def delete_routes(level: Level, ids: Collection[int]) -> Edit:
    """Delete routes, and all stops of agents: the agents stand still.

    Raises:
        KeyError: if an id does not belong to an agent or a route of the level.
    """
    found = _routed(level, ids)
    items: dict[int, Element | None] = {
        one.id: _standing(one) if isinstance(one, Agent) else None for one in found
    }
    if all(level.get(i) == item for i, item in items.items()):
        return Edit()
    label = _label(found, mark("Delete the route of {0}"), mark("Delete {0}"))
    return Edit.change(level, items, label)


def set_mode(level: Level, ids: Collection[int], mode: RouteMode) -> Edit:
    """Set what agents and routes do after their last stop.

    Raises:
        KeyError: if an id does not belong to an agent or a route of the level.
    """
    of_agents, of_routes = {
        "loop": (mark("Close the route of {0}"), mark("Close {0}")),
        "return": (mark("Walk the route of {0} there and back"), mark("Walk {0} there and back")),
        "once": (mark("Open the route of {0}"), mark("Open {0}")),
    }[mode]
    changed = [one.with_mode(mode) for one in _routed(level, ids)]
    return _put(level, changed, of_agents, of_routes)


def share_routes(level: Level, ids: Collection[int], new_id: NewId) -> Edit:
    """Turn the stops of agents into routes that other agents can walk too.

    Agents with the same stops share one route, named after the first of them. Agents without stops
    of their own don't change.

    Raises:
        KeyError: if an id does not belong to an agent of the level.
    """
    agents = [level.agents[agent_id] for agent_id in ids]
    made: list[tuple[Agent, Route]] = []
    items: list[Element] = []
    after = level
    for agent in agents:
        if agent.route is not None or not agent.goals:
            continue
        route = next((route for other, route in made if _alike(agent, other)), None)
        if route is None:
            route = _route_of(after, agent, new_id())
            made.append((agent, route))
            after = after.with_items({route.id: route})
            items.append(route)
        items.append(replace(_standing(agent), route=route.id))
    routes = [route for _, route in made]
    sharing = [item for item in items if isinstance(item, Agent)]
    label = tr("Share the route of {0}").format(called(sharing)) if routes else ""
    return Edit.put(level, items, label)


def walk_route(level: Level, ids: Collection[int], route_id: int) -> Edit:
    """Make agents walk a shared route instead of stops of their own.

    Raises:
        KeyError: if an id does not belong to an agent, or the other not to a route.
    """
    route = level.of(Route)[route_id]
    agents = [level.agents[agent_id] for agent_id in ids]
    changed = [replace(_standing(agent), route=route_id) for agent in agents]
    label = tr("Let {0} walk {1}").format(called(agents), called([route]))
    return Edit.put(level, changed, label)


def own_routes(level: Level, ids: Collection[int]) -> Edit:
    """Give agents their own copy of the stops of the route that they shared.

    Raises:
        KeyError: if an id does not belong to an agent of the level.
    """
    agents = [agent for i in ids if (agent := level.agents[i]).route is not None]
    changed = [as_walked(agent, level) for agent in agents]
    label = tr("Give {0} a route of its own") if len(agents) == 1 else ""
    label = label or tr("Give {0} routes of their own")
    return Edit.put(level, changed, label.format(called(agents)) if agents else "")


def set_stops(
    level: Level,
    handles: Mapping[int, Collection[int]],
    *,
    pause: float | UnsetType | None = UNSET,
    facing: float | UnsetType | None = UNSET,
    layer: str | UnsetType | None = UNSET,
) -> Edit:
    """Set pause, facing or storey of these stops of agents and routes.

    Args:
        level: The level that holds them.
        handles: Ids of agents and routes -> indices of their stops.
        pause: Seconds; None for the agent's `wait`.
        facing: Radians; None for along the path.
        layer: Name of a storey; None for the storey of the agent.

    Raises:
        KeyError: if an id does not belong to an agent or a route of the level.
        IndexError: if an element has no such stop.
        NavcoreError: if a number is out of its limits, or no storey has the name.
    """
    if isinstance(layer, str):
        storey_named(level.settings, layer)
    fields = {"pause": pause, "facing": facing, "layer": layer}
    given = {name: value for name, value in fields.items() if value is not UNSET}
    changed = []
    for one, indices in zip(_routed(level, handles), handles.values(), strict=True):
        if any(not 0 <= index < len(one.goals) for index in indices):
            message = f"{called([one])} has {len(one.goals)} stops, not all of {indices}"
            raise IndexError(message)
        stops = [one.stop(index) for index in range(len(one.goals))]
        for index in indices:
            stops[index] = replace(stops[index], **checked(Stop, given))
        changed.append(one.with_stops(tuple(stops)))
    count = sum(len(set(indices)) for indices in handles.values())
    return Edit.put(level, changed, handles_label(mark("Change {0} of {1}"), count, changed))


def stop_at(level: Level, handles: Mapping[int, Collection[int]], waypoint_id: int | None) -> Edit:
    """Attach these stops of agents and routes to a waypoint; None detaches them.

    Raises:
        KeyError: if an id belongs to no agent or route, or `waypoint_id` to no waypoint.
        IndexError: if an element has no such stop.
    """
    waypoint = None if waypoint_id is None else level.of(Waypoint)[waypoint_id]
    changed = []
    for one, indices in zip(_routed(level, handles), handles.values(), strict=True):
        goals, stops = [*one.goals], [one.stop(index) for index in range(len(one.goals))]
        for index in indices:
            stops[index] = replace(stops[index], waypoint=waypoint_id)
            if waypoint is not None:
                goals[index] = waypoint.position
                layer = level.settings.layer_of(waypoint)
                same = storey_of_stop(one, index, level.settings) == layer
                stops[index] = stops[index] if same else replace(stops[index], layer=layer)
        changed.append(one.with_stops(tuple(stops), goals=tuple(goals)))
    count = sum(len(set(indices)) for indices in handles.values())
    return Edit.put(level, changed, handles_label(mark("Change {0} of {1}"), count, changed))


def _routed(level: Level, ids: Iterable[int]) -> list[WithStops]:
    """Return agents and routes.

    Raises:
        KeyError: if an id belongs to neither.
    """
    found = []
    for one_id in ids:
        one = level.element(one_id)
        if not isinstance(one, WithStops):
            raise KeyError(one_id)
        found.append(one)
    return found


def _finite(places: Sequence[Point]) -> tuple[Point, ...]:
    """Return the places as an agent wants its goals.

    Raises:
        NavcoreError: if one is not finite.
    """
    found: tuple[Point, ...] = checked(Agent, {"goals": tuple(places)})["goals"]
    return found


def _filled(stops: Sequence[Stop], count: int) -> tuple[Stop, ...]:
    return (*stops, *(Stop() for _ in range(count)))[:count]


def _standing(agent: Agent) -> Agent:
    """Return the agent without stops of its own and without a shared route."""
    return replace(
        agent, goals=(), stops=(), loop=False, turn_back=False, network=False, shortcuts=False,
        route=None,
    )  # fmt: skip


def _route_of(level: Level, agent: Agent, route_id: int) -> Route:
    """Return the agent's own stops as a route, which comes last among the level's."""
    count = len(agent.goals)
    name = tr("{0}_route").format(agent.name) if agent.name else None
    route = new_element(
        level, Route, route_id, name=name, mode=agent.mode, network=agent.network,
        shortcuts=agent.shortcuts, layer=agent.layer,
        stops=tuple(RouteStop(at=place) for place in agent.goals),
    )  # fmt: skip
    return route.with_stops(tuple(agent.stop(index) for index in range(count)))


def _alike(one: Agent, other: Agent) -> bool:
    """Return whether two agents have the same stops, and do the same there."""
    return (one.goals, one.stops, one.mode, one.network, one.shortcuts, one.layer) == (
        other.goals, other.stops, other.mode, other.network, other.shortcuts, other.layer,
    )  # fmt: skip


def _put(level: Level, changed: Sequence[WithStops], of_agents: str, of_routes: str) -> Edit:
    """Return the edit that puts the changed elements among these, with its label."""
    new = [one for one in changed if level.get(one.id) != one]
    return Edit.put(level, new, _label(new, of_agents, of_routes) if new else "")


def _label(elements: Sequence[WithStops], of_agents: str, of_routes: str) -> str:
    """Return the label of an edit of routes: of agents, or of routes only."""
    alone = all(isinstance(one, Route) for one in elements)
    return tr(of_routes if alone else of_agents).format(called(elements))
