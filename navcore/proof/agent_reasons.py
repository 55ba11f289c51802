"""Explain why an agent stands still, or does not reach one of its stops."""

import dataclasses
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from navcore.i18n import several, tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Point, Route, Waypoint
from navcore.level.naming import called, listed
from navcore.level.operations import set_fields
from navcore.level.shared_routes import as_walked
from navcore.level.waypoint_stops import storey_of_stop
from navcore.proof.ends import end_at, obstacle_at
from navcore.proof.explain import explain_ends, nearest_joined
from navcore.proof.explanation import Explanation, Mark, Reason, Relaxation
from navcore.sim.rounds import is_off
from navcore.world import World

__all__ = ["explain_agent"]


class _Stop(NamedTuple):
    """A place that an agent visits."""

    place: Point
    layer: str
    title: str
    number: int
    """Index of the stop; -1 for the agent's own position."""
    move: str
    """Label of the undo step that moves it."""


def explain_agent(
    world: World, agent_id: int, *, place: Point | None = None, layer: str | None = None
) -> Explanation:
    """Explain why an agent can't reach a stop, has nowhere to go, or is disabled.

    Its legs are tested in turn: to the first stop, from stop to stop, and in a loop back to the
    first. The explanation is about the first leg that can't be walked. Stops at waypoints that are
    switched off are left out, as agents leave them out.

    Args:
        world: The world of the level.
        agent_id: Id of the agent.
        place: Position of the agent, metres; None for where it is drawn.
        layer: Storey of the agent; None for the one on which it is drawn.

    Raises:
        KeyError: if the level has no such agent.
    """
    level = world.level
    drawn = level.agents[agent_id]
    agent, profile, name = as_walked(drawn, level), world.profile_of(drawn), called([drawn])
    home = layer or profile.layer
    first = _Stop(place or agent.position, home, name, -1, tr("Move {0} there").format(name))
    stops = [
        _Stop(
            goal, storey_of_stop(agent, n, level.settings, profile.layer),
            *_titles(name, n, len(agent.goals)),
        )
        for n, goal in enumerate(agent.goals) if not is_off(level, agent.stop(n))
    ]  # fmt: skip
    mark = Mark(first.place, agent_id, layer=home)
    stays = Explanation(Reason.NO_GOAL, "", first.place, first.place, (home, home), marks=(mark,))
    if not drawn.enabled:
        text = tr("{0} is switched off, so it stays where it is.").format(name)
        label = tr("Switch on {0}").format(name)
        on = dataclasses.replace(set_fields(level, [agent_id], enabled=True), label=label)
        return dataclasses.replace(stays, reason=Reason.SWITCHED_OFF, text=text, fix=on)
    if agent.goals and not stops:
        return _all_off(level, agent, name, stays)
    if not stops:
        held = obstacle_at(level, home, first.place)
        if held is not None:
            told = tr(
                "{0} stands inside {1}, and has nowhere to go. Move it out and give it a stop."
            )
            marks = (mark, Mark(first.place, held.id, layer=home))
            return dataclasses.replace(stays, text=told.format(name, called([held])), marks=marks)
        text = tr("{0} has nowhere to go. Give it a stop.").format(name)
        return dataclasses.replace(stays, text=text)
    legs = [*pairwise((first, *stops))]
    if agent.closed and len(stops) > 1:
        legs.append((stops[-1], stops[0]))
    for start, goal in legs:
        ends = (
            end_at(world, profile, start.place, start.layer, start.title),
            end_at(world, profile, goal.place, goal.layer, goal.title),
        )
        found = explain_ends(world, profile, ends)
        if found.reason is not Reason.NONE:
            fix = found.fix
            if fix is None and found.relaxation.moved:
                fix = _moved(level, drawn, (start, goal), found.relaxation)
            elif fix is None and found.marks and found.marks[0].place in {start.place, goal.place}:
                # An end itself is too close to a wall.
                nearest = nearest_joined(world, profile, ends)
                fix = None if nearest is None else _moved(level, drawn, (start, goal), nearest)
            return dataclasses.replace(found, fix=fix)
    text = tr("{0} gets to all its stops.").format(name)
    return dataclasses.replace(found, text=text)


def _all_off(level: Level, agent: Agent, name: str, stays: Explanation) -> Explanation:
    """Explain that an agent leaves out all its stops: their waypoints are switched off."""
    ids = dict.fromkeys(stop.waypoint for stop in agent.stops if stop.waypoint is not None)
    waypoints = [level.of(Waypoint)[one] for one in ids]
    text = several(
        len(waypoints), "{1} has nowhere to go: {2} is switched off.",
        "{1} has nowhere to go: {2} are switched off.", name, listed(waypoints),
    )  # fmt: skip
    places = [Mark(one.position, one.id, layer=level.settings.layer_of(one)) for one in waypoints]
    label = tr("Switch on {0}").format(called(waypoints))
    on = dataclasses.replace(set_fields(level, list(ids), enabled=True), label=label)
    return dataclasses.replace(
        stays, reason=Reason.WAYPOINTS, text=text, marks=(*stays.marks, *places), fix=on
    )


def _titles(name: str, number: int, count: int) -> tuple[str, int, str]:
    """Return the title of a stop, its index, and the label of the step that moves it."""
    if count == 1:
        moves = tr("Move the goal of {0} there").format(name)
        return tr("The goal of {0}").format(name), number, moves
    moves = tr("Move stop {0} of {1} there").format(number + 1, name)
    return tr("Stop {0} of {1}").format(number + 1, name), number, moves


def _moved(
    level: Level, agent: Agent, leg: tuple[_Stop, _Stop], relaxation: Relaxation
) -> Edit | None:
    """Return the edit that moves the agent, or the stop, to a place with a path."""
    if relaxation.start is not None and relaxation.goal is not None:
        return None
    stop, place = leg[1], relaxation.goal
    if place is None:
        stop, place = leg[0], relaxation.start
    if place is None:
        return None
    if stop.number < 0:
        if stop.place != agent.position:
            # The agent has walked on since: only a run could move it.
            return None
        return Edit.put(level, [replace(agent, position=place)], stop.move)
    holder: Agent | Route = level.of(Route).get(agent.route or 0, agent)
    points = [*holder.points]
    points[stop.number] = place
    moved = holder.with_points(tuple(points), range(len(points)))
    return Edit.put(level, [moved], stop.move)
