"""Rounds: the stops that an agent visits in turn, its own or those of a shared route.

The *turns* of a round are counted from 0: a route of three stops that leads back stop by stop has
four turns, to the stops 0, 1, 2 and 1. Stops at waypoints that are switched off are skipped as long
as they are.
"""

import math

from navcore.level.model import Agent, Level, Point, Route, Stop, Waypoint
from navcore.level.stops import WithStops


def round_of(level: Level, agent: Agent) -> WithStops:
    """Return an agent's round: the route that it shares, or the agent with its own goals."""
    route = None if agent.route is None else level.of(Route).get(agent.route)
    return agent if route is None else route


def turns_of(round_: WithStops) -> int:
    """Return the number of turns until a round begins anew."""
    count = len(round_.goals)
    return 2 * count - 2 if round_.mode == "return" and count > 1 else count


def stop_at(round_: WithStops, turn: int) -> int:
    """Return the number of the stop to which a turn leads; the round must have stops."""
    turns, count = turns_of(round_), len(round_.goals)
    turn %= turns
    return turn if turn < count else turns - turn


def halt_of(level: Level, agent: Agent, turn: int) -> Stop:
    """Return the stop to which a turn of an agent's round leads, with its options."""
    found = round_of(level, agent)
    return found.stop(stop_at(found, turn))


def is_off(level: Level, stop: Stop) -> bool:
    """Return whether the waypoint of a stop is switched off."""
    waypoint = None if stop.waypoint is None else level.of(Waypoint).get(stop.waypoint)
    return waypoint is not None and not waypoint.enabled


def first_turn(level: Level, agent: Agent, place: Point) -> int | None:
    """Return the turn with which an agent sets out from a place; None if all stops are off.

    On a shared route that is a loop, it is the turn of the nearest stop, so that guards who stand
    along it walk it spread out; else it is the first.
    """
    found = round_of(level, agent)
    if found is agent or found.mode == "once":
        return next_turn(level, found, -1)
    on = (n for n in range(len(found.goals)) if not is_off(level, found.stop(n)))
    return min(on, key=lambda n: math.dist(place, found.goals[n]), default=None)


def next_turn(level: Level, round_: WithStops, turn: int) -> int | None:
    """Return the turn that follows; None if the round is over, or no other stop is left.

    Args:
        level: The present level.
        round_: The round.
        turn: The present turn; -1 before the first.
    """
    turns = turns_of(round_)
    ends = round_.mode == "once" or len(set(round_.goals)) == 1
    for following in range(turn + 1, turn + turns + (turn < 0)):
        if following >= turns and ends:
            return None
        if not is_off(level, round_.stop(stop_at(round_, following))):
            return following % turns
    return None
