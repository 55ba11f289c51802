"""Save changes made during a run to the level: switches, places, goals, added agents."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Point
from navcore.level.naming import called, last_order, names_in, next_name
from navcore.level.operations.fields import checked
from navcore.level.shared_routes import as_walked
from navcore.level.switches import Switch, as_switch, turned

_NONE: Final[Mapping[int, Any]] = MappingProxyType({})


def keep(
    level: Level,
    *,
    switches: Mapping[int, bool] = _NONE,
    places: Mapping[int, tuple[Point, float]] = _NONE,
    goals: Mapping[int, Point] = _NONE,
    layers: Mapping[int, str] = _NONE,
    goal_layers: Mapping[int, str] = _NONE,
    append: bool = False,
    agents: Iterable[Agent] = (),
) -> Edit:
    """Apply changes made by hand during a run to the level.

    Doors become open (True) or shut, obstacles and zones become enabled (True) or disabled. Agents
    start at their new places, metres, with their new facings, radians. An agent that was sent
    somewhere gets that single goal, because it dropped its other goals in the run; with `append`
    the goal is added to its goals. Stops of a route that it shared become its own. Added `agents`
    come last, under the next free names; none of them becomes a second player. `layers` and
    `goal_layers` name the storeys of places and goals whose storey changed. Ids that the level
    lacks are ignored.

    Raises:
        NavcoreError: if a place or a goal is not finite.
    """
    items: dict[int, Switch | Agent] = {}
    for switch_id, on in switches.items():
        switch = as_switch(level.get(switch_id))
        if switch is not None:
            items[switch_id] = turned(switch, on=on)
    new = _appended(level, agents)
    known = {**level.agents, **new}
    for agent_id in [*new, *sorted({*places, *goals} - new.keys())]:
        agent = known.get(agent_id)
        if agent is not None:
            sent = [goals[agent_id]] if agent_id in goals else []
            # An agent on a shared route would ignore a goal of its own.
            agent = as_walked(agent, level) if sent else agent
            tried = replace(agent, **checked(agent, _kept_fields(agent_id, places, sent)))
            if agent_id in places and agent_id in layers:
                tried = replace(tried, layer=layers[agent_id])
            if sent:
                kept = range(len(agent.goals)) if append else ()
                before = tuple(agent.goals[index] for index in kept)
                tried = tried.with_points((*before, *tried.goals), (*kept, None))
                tried = _last_on(tried, goal_layers.get(agent_id, tried.layer))
            items[agent_id] = tried
    changed = [item for item in items.values() if item != level.get(item.id)]
    return Edit.put(
        level, changed, tr("Keep {0} in the level").format(called(changed)) if changed else ""
    )


def _last_on(agent: Agent, layer: str) -> Agent:
    """Return the agent with its last goal on this storey."""
    if layer == agent.layer:
        return agent
    stops = [agent.stop(index) for index in range(len(agent.goals))]
    return agent.with_stops((*stops[:-1], replace(stops[-1], layer=layer)))


def _kept_fields(
    agent_id: int, places: Mapping[int, tuple[Point, float]], sent: Sequence[Point]
) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if agent_id in places:
        fields["position"], fields["facing"] = places[agent_id]
    if sent:
        fields["goals"] = tuple(sent)
    return fields


def _appended(level: Level, agents: Iterable[Agent]) -> dict[int, Agent]:
    """Return agents that the level lacks, as it takes them in."""
    order = last_order(level, Agent)
    taken = names_in(level)
    player = any(agent.player for agent in level.agents.values())
    new: dict[int, Agent] = {}
    for agent in agents:
        if level.get(agent.id) is not None:
            continue
        order += 1
        name = next_name(taken, agent.name) if agent.name else ""
        taken.add(name)
        new[agent.id] = replace(agent, name=name, order=order, player=agent.player and not player)
        player |= agent.player
    return new
