"""Messages of the panel of a run about agents, events, and the phases of a step."""

from collections.abc import Mapping
from typing import Final

from navcore.i18n import mark, several, tr
from navcore.level.edit import Edit
from navcore.level.model import Area, Obstacle, Point, Waypoint, Zone
from navcore.level.naming import called
from navcore.level.switches import Switch, as_switch, is_on
from navcore.path.result import Status
from navcore.sim.agents import STATUSES
from navcore.sim.events import Kind
from navcore.sim.movement import Movement
from navcore.sim.reasons import Reason

KINDS: Final[Mapping[Kind, str]] = {
    Kind.WORLD_CHANGED: mark("Doors and walls"),
    Kind.ARRIVED: mark("Arrived"),
    Kind.REPLANNED: mark("Replanned"),
    Kind.NO_WAY: mark("No path"),
    Kind.NUDGED: mark("Nudged"),
    Kind.STUCK: mark("Stuck"),
    Kind.FREED: mark("Moved on again"),
    Kind.DISPLACED: mark("Moved out of a wall"),
    Kind.TOOK_LINK: mark("Took a link"),
    Kind.OFF_NETWORK: mark("No waypoint in sight"),
    Kind.MET: mark("Met"),
    Kind.SPAWNED: mark("Entered"),
    Kind.REMOVED: mark("Left"),
}
"""Kinds of events, in the order of the filter."""

_PHASES: Final[Mapping[str, str]] = {
    "requests": mark("Inputs"),
    "notice": mark("Changes"),
    "index": mark("Neighbours"),
    "think": mark("Thinking"),
    "gates": mark("Narrow places"),
    "movers": mark("Agents in the way"),
    "replan": mark("Planning"),
    "steer": mark("Steering"),
    "follow": mark("Walking"),
    "separate": mark("Keeping apart"),
    "arrive": mark("Arriving"),
}

_COUNTED: Final[Mapping[Reason, tuple[str, str]]] = {
    Reason.NO_WAY: (mark("1 finds no path"), mark("{0} find no path")),
    Reason.HELD_UP: (mark("1 is held up"), mark("{0} are held up")),
    Reason.WAITS_FOR_PLAN: (
        mark("1 waits for its turn to plan"),
        mark("{0} wait for their turn to plan"),
    ),
    Reason.WAITS_FOR_LINK: (mark("1 waits at a link"), mark("{0} wait at a link")),
    Reason.TAKES_LINK: (mark("1 takes a link"), mark("{0} take a link")),
    Reason.WALKS: (mark("1 walks"), mark("{0} walk")),
    Reason.WAITS_AT_GOAL: (mark("1 waits at a stop"), mark("{0} wait at a stop")),
    Reason.STANDS: (mark("1 has nowhere to go"), mark("{0} have nowhere to go")),
}

REASONS: Final = tuple(_COUNTED)
"""Reasons in the order of the list: possible problems first."""


def counted(reason: Reason, count: int) -> str:
    """Return the number of agents with this reason, as text."""
    one, many = _COUNTED[reason]
    return several(count, one, many)


def is_off() -> str:
    """Return the activity of an agent that is switched off."""
    return tr("Switched off: it doesn't move, and other agents walk through it.")


def phase(name: str) -> str:
    """Return the name of a phase of a step."""
    return tr(_PHASES[name]) if name in _PHASES else name


def happened(kind: Kind, status: int, other: str) -> str:
    """Return the description of an agent's event; `other` is the name of a second agent, or ""."""
    if kind is Kind.ARRIVED and STATUSES[status] is Status.PARTIAL:
        return tr("went as near as possible")
    if kind is Kind.OFF_NETWORK and STATUSES[status] in _UNSEEN:
        return tr(_UNSEEN[STATUSES[status]])
    with_other = {
        Kind.NUDGED: mark("steps aside for {0}"),
        Kind.STUCK: mark("is stuck behind {0}"),
        Kind.MET: mark("met {0}"),
        Kind.TOOK_LINK: mark("takes {0}"),
    }
    if other and kind in with_other:
        return tr(with_other[kind]).format(other)
    return tr(_ALONE[kind])


_UNSEEN: Final[Mapping[Status | None, str]] = {
    Status.UNSEEN_START: mark("walks freely: no waypoint is in its sight"),
    Status.UNSEEN_END: mark("walks freely: no waypoint is in sight of its stop"),
}

_ALONE: Final[Mapping[Kind, str]] = {
    Kind.WORLD_CHANGED: mark("changed"),
    Kind.ARRIVED: mark("arrived"),
    Kind.REPLANNED: mark("took another path"),
    Kind.NO_WAY: mark("stops: no path leads on"),
    Kind.NUDGED: mark("steps aside"),
    Kind.STUCK: mark("is stuck"),
    Kind.FREED: mark("moves on again"),
    Kind.DISPLACED: mark("was moved out of a wall"),
    Kind.MET: mark("met the agent that it was sent to"),
    Kind.TOOK_LINK: mark("takes a link"),
    Kind.OFF_NETWORK: mark("walks freely: the network leads nowhere from here"),
    Kind.SPAWNED: mark("came into the run"),
    Kind.REMOVED: mark("left the run"),
}


def level_changed(edit: Edit | None) -> tuple[str, str]:
    """Return the changed thing and its change: doors and obstacles by name, else the level."""
    switched = [] if edit is None else _switched(edit)
    doors = [switch for switch in switched if isinstance(switch, Area)]
    if len(switched) == 1:
        return called(switched), _how(switched[0])
    if switched and len(doors) == len(switched):
        return tr("{0} doors").format(len(doors)), tr("were opened or shut")
    if switched and all(isinstance(switch, Obstacle) for switch in switched):
        return tr("{0} obstacles").format(len(switched)), tr("were knocked down or put back")
    if switched and all(isinstance(switch, Zone) for switch in switched):
        return tr("{0} zones").format(len(switched)), tr("were laid or taken away")
    if switched and all(isinstance(switch, Waypoint) for switch in switched):
        return tr("{0} waypoints").format(len(switched)), tr("were switched")
    return tr("the level"), tr("changed")


def _how(switch: Switch) -> str:
    if isinstance(switch, Area):
        return tr("was opened") if switch.available else tr("was shut")
    if isinstance(switch, Zone):
        return tr("was laid") if switch.enabled else tr("was taken away")
    if isinstance(switch, Waypoint):
        return tr("was switched on") if switch.enabled else tr("was switched off")
    return tr("was put back") if switch.enabled else tr("was knocked down")


def _switched(edit: Edit) -> list[Switch]:
    """Return doors and obstacles as they were switched; none where more changed than that."""
    switched: list[Switch] = []
    for item_id, after in edit.after.items():
        before, now = as_switch(edit.before[item_id]), as_switch(after)
        if before is None or now is None:
            return []
        if is_on(before) != is_on(now):
            switched.append(now)
    return switched


_MOVES: Final[Mapping[Movement, str]] = {
    Movement.IN_SIGHT: mark("It sees where it goes, and walks there straight."),
    Movement.ALONG: mark("It is on the network."),
    Movement.BACK: mark("It is on its way back to the network."),
    Movement.ASTRAY: mark("It walks freely: the network leads nowhere from here."),
}


def moves(movement: Movement) -> str:
    """Return how an agent on the network moves; empty for other agents."""
    return tr(_MOVES[movement]) if movement in _MOVES else ""


def walks(goal: int, goals: int, short: float) -> str:
    """Say that an agent walks to its stop `goal` (-1: elsewhere), ending `short` metres before."""
    if short > 0:
        return tr("Walks to the nearest reachable place, {0:.1f} m from its stop.").format(short)
    if goal < 0:
        return tr("Walks to where it was sent.")
    if goals > 1:
        return tr("Walks to stop {0}.").format(goal + 1)
    return tr("Walks to its stop.")


def held_up(blocker: str) -> str:
    """Say that an agent is blocked; `blocker` is the name of the blocking one, or ""."""
    if blocker:
        return tr("Waits for {0} to move out of the way.").format(blocker)
    return tr("Is held up: the others leave it no room.")


def waits_for_turn() -> str:
    """Say that an agent must not enter a narrow place yet."""
    return tr("Waits at a narrow place until others have passed.")


def goes_around(place: Point, seconds: float) -> str:
    """Say that a path leads around the crowd at a place, x and z in metres, to save seconds."""
    x, z = place
    return tr("It goes around the crowd at {0:.0f}, {1:.0f} and saves about {2:.0f} s.").format(
        x, z, seconds
    )


def no_way(short: float | None) -> str:
    """Say that the goal can't be reached, with the distance to it in metres."""
    if short is None:
        return tr("There is no path to its goal.")
    return tr("No path leads there: stands {0:.1f} m short of it.").format(short)


def waits_at_goal(goal: int, goals: int, seconds: float | None) -> str:
    """Say that an agent waits at a goal, and for how many seconds yet."""
    if seconds is None:
        return tr("Waits at its stop for a while.")
    if goals > 1 and goal >= 0:
        return tr("Waits at stop {0} for {1:.1f} s more.").format(goal + 1, seconds)
    return tr("Waits at its stop for {0:.1f} s more.").format(seconds)


_TAKES: Final[Mapping[str, str]] = {
    "jump": mark("Jumps to the other side."),
    "climb": mark("Climbs."),
    "drop": mark("Drops down."),
    "stairs": mark("Is on the stairs."),
    "ladder": mark("Is on the ladder."),
    "lift": mark("Is in the lift."),
}


def takes_link(kind: str) -> str:
    """Say that an agent is on a link of this type; "" if unknown."""
    return tr(_TAKES.get(kind, mark("Takes a link.")))


def waits_for_link(name: str) -> str:
    """Say that an agent waits for its turn at a link with this name, or ""."""
    if name:
        return tr("Waits for its turn at {0}.").format(name)
    return tr("Waits for its turn at a link.")


def waits_for_plan() -> str:
    """Say that an agent waits for its path to be planned."""
    return tr("Waits for its path to be planned.")


def stands(*, arrived: bool) -> str:
    """Say that an agent has no goal, or has arrived."""
    return tr("Has arrived.") if arrived else tr("Has nowhere to go.")
