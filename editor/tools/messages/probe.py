"""Messages of the probe."""

import math
from types import MappingProxyType
from typing import Final

from editor.tools import compared
from editor.tools.messages import hint, metres, number, short
from editor.tools.messages.agent_types import type_words
from editor.tools.messages.link import TYPES
from editor.tools.probe_facts import NO_FACTS, ProbeFacts
from navcore.i18n import mark, several, tr
from navcore.path.result import PathResult, Status

KEEPS: Final = mark("Release keeps it")
PINS: Final = mark("Enter pins it")
CLEARS: Final = mark("Esc clears it")

MOST_TERRAINS: Final = 2
"""Maximum number of terrains of a path that are named; the most expensive ones are."""

_WALK_SPEED: Final = 1.4

_LITTLE: Final = 0.005
"""Largest relative difference between cost and length for which the cost isn't shown."""

_GRAZED: Final = 0.05
"""Least length of a terrain that is named, metres; less would read as 0.0 m."""

_SAID: Final = {
    Status.ALREADY_THERE: (mark("Start and end are the same place."), ""),
    Status.NO_PATH: (mark("No path there, and nothing nearer than the start."), ""),
    Status.LIMIT_REACHED: (mark("The search gave up; there may still be a path."), ""),
    Status.BAD_START: (mark("Nothing to walk on near the start."), mark("Start on blue floor")),
    Status.BAD_END: (mark("Nothing to walk on near the end."), mark("End on blue floor")),
    Status.UNSEEN_START: (mark("The start sees no waypoint."), mark("Place one near it")),
    Status.UNSEEN_END: (mark("No waypoint sees the end."), mark("Place one near it")),
}


def probe_idle(*, shown: bool) -> str:
    """No drag is going on."""
    if shown:
        return hint(tr("Drag moves this end of the path."), tr(CLEARS))
    bold = tr("Drag from one place to another.")
    return hint(bold, tr("The path between them follows the mouse"))


def probe_waiting() -> str:
    """The answer has not come yet."""
    return hint(tr("Looking for a path."), tr(KEEPS))


def probe_says(
    result: PathResult,
    end: str,
    facts: ProbeFacts = NO_FACTS,
    whom: str = "",
    *,
    also: str = "",
) -> str:
    """Return the result of a probe, with the narrowest place on the path.

    `whom` is the agent type that was asked for; empty: the one without a name. `also` and `end`
    are what keys and releasing do, before translation.
    """
    bold, more = _for(whom, facts.why or result_of(result, facts)), ""
    if result.status == Status.COMPLETE:
        if result.snapped_goal is not None:
            aside = number(math.dist(result.snapped_goal, result.goal), 1)
            more = tr("Ends {0} m beside the place you chose").format(aside)
    elif result.status == Status.PARTIAL:
        more = tr("{0} m, {1} s").format(*_walked(result))
    else:
        way_out = _SAID[result.status][1]
        more = tr(way_out) if way_out else ""
    network = "" if facts.network is None else over_waypoints(facts.network).removesuffix(".")
    return hint(
        bold if bold.endswith(".") else f"{bold}.", more, network, tr(also) if also else "", tr(end)
    )


def probe_kept(said: str, result: PathResult, facts: ProbeFacts, whom: str = "") -> str:
    """Return a hint with the probe's result after its first clause, if there is room."""
    bold, _, rest = said.removeprefix("**").partition("**")
    told = facts.why or result_of(result, facts)
    told = tr("Probe: {0}").format(_for(whom, told).removesuffix("."))
    return hint(bold, told, *rest.strip().split(" · ")) if bold else said


def compared_on_grid(result: PathResult, facts: ProbeFacts) -> str:
    """Return the result on the grid and the effort of the search, next to a path over waypoints."""
    return tr("Grid: {0}; {1}").format(result_of(result, facts).removesuffix("."), _took(result))


def over_waypoints(result: PathResult) -> str:
    """Return the result over waypoints: length, time, cost, and effort of the search."""
    if result.status != Status.COMPLETE:
        return tr("Waypoints: {0}").format(tr(_SAID[result.status][0]))
    length, seconds = _walked(result)
    if abs(result.cost - result.length) <= _LITTLE * result.length:
        return tr("Waypoints: {0} m, {1} s; {2}").format(length, seconds, _took(result))
    told = tr("Waypoints: {0} m, {1} s, costs {2}; {3}")
    return told.format(length, seconds, metres(result.cost), _took(result))


def compared_with(what: str, result: PathResult) -> str:
    """Return the result for another type or engine, with the effort of the search."""
    return tr("{0}: {1}; {2}").format(
        short(what), result_of(result).removesuffix("."), _took(result)
    )


_AGAINST: Final = MappingProxyType(
    {
        compared.ASTAR: mark("A*"),
        compared.PULLED: mark("Pulled tight over waypoints"),
        compared.GREEDY: mark("Shortcuts over waypoints"),
    }
)


def against_words(against: str) -> str:
    """Return words for what the path is compared with, see `editor.tools.compared`."""
    if against.startswith(compared.TYPE):
        return type_words(against.removeprefix(compared.TYPE))
    if against.startswith(compared.STATE):
        return state_words(against.removeprefix(compared.STATE))
    return tr(_AGAINST[against]) if against in _AGAINST else ""


def state_words(name: str) -> str:
    """Return the displayed name of a state of the level."""
    return name or tr("As drawn")


def walks_words(type_name: str, state: str) -> str:
    """The agent type and, if there is one, the state in which it walks."""
    return f"{type_words(type_name)} · {state}" if state else type_words(type_name)


def visited_words(count: int, *, cell_by_cell: bool) -> str:
    """Return the legend of the heat map of visited cells."""
    if cell_by_cell:
        return several(
            count, "1 cell visited by A*, later ones stronger",
            "{0} cells visited by A*, later ones stronger",
        )  # fmt: skip
    return several(
        count, "1 cell visited by the search, later ones stronger",
        "{0} cells visited by the search, later ones stronger",
    )  # fmt: skip


def pinned(number: int, result: PathResult | None) -> str:
    """Return the label of a pinned probe."""
    told = tr("searching") if result is None else result_of(result).removesuffix(".")
    return tr("{0}: {1}").format(number, told)


def _took(result: PathResult) -> str:
    return tr("{0} visited, {1} ms").format(result.visited, number(result.time * 1000, 2))


def status_words(result: PathResult) -> str:
    """Return the status of a search, and the distances of its ends from the chosen places."""
    if result.status == Status.COMPLETE:
        told = [tr("Complete")]
        if result.snapped_start is not None:
            aside = number(math.dist(result.snapped_start, result.start), 1)
            told.append(tr("begins {0} m beside").format(aside))
        if result.snapped_goal is not None:
            aside = number(math.dist(result.snapped_goal, result.goal), 1)
            told.append(tr("ends {0} m beside").format(aside))
        return ", ".join(told)
    if result.status == Status.PARTIAL:
        return tr("Ends {0} m short").format(number(math.dist(result.end, result.goal), 1))
    return tr(_SAID[result.status][0]).removesuffix(".")


def result_of(result: PathResult, facts: ProbeFacts = NO_FACTS) -> str:
    """Return the result in few words, for a label next to the line."""
    if result.status == Status.COMPLETE:
        seconds = round(result.length / _WALK_SPEED if facts.seconds is None else facts.seconds)
        found = [tr("{0} m, {1} s").format(number(result.length, 1), seconds), *_over(facts)]
        if facts.narrowest is not None:
            width, door = metres(facts.narrowest[0]), facts.narrowest[1]
            at = tr("narrowest {0} at {1}") if door else tr("narrowest {0}")
            found.append(at.format(width, short(door)))
        return ", ".join(found)
    if result.status == Status.PARTIAL:
        short_of = number(math.dist(result.end, result.goal), 1)
        return tr("No path there; this one ends {0} m short.").format(short_of)
    return tr(_SAID[result.status][0])


def _over(facts: ProbeFacts) -> list[str]:
    """Return the most expensive terrains on a path, and its links."""
    said = [
        tr("{0} m of {1} cost {2}").format(
            number(stretch.metres, 1), short(stretch.name), number(stretch.cost, 1)
        )
        for stretch in [one for one in facts.terrains if one.metres >= _GRAZED][:MOST_TERRAINS]
    ]
    links = [tr(TYPES.get(type_, type_)).casefold() for type_ in dict.fromkeys(facts.links)]
    return [*said, tr("by {0}").format(", ".join(links))] if links else said


def _for(whom: str, said: str) -> str:
    return tr("{0}: {1}").format(short(whom), said) if whom else said


def _walked(result: PathResult) -> tuple[str, int]:
    """Return length and time of a path."""
    return number(result.length, 1), round(result.length / _WALK_SPEED)
