"""What is said about the probe."""

import math
from typing import Final, TypeAlias

from editor.tools.messages import hint, metres, number, short
from navcore.i18n import mark, tr
from navcore.path.result import PathResult, Status

KEEPS: Final = mark("Release keeps it")
CLEARS: Final = mark("Esc clears it")

Narrow: TypeAlias = tuple[float, str]
"""The width of the narrowest place, metres, and the name of its door or ""."""

_WALK_SPEED: Final = 1.4

_SAID: Final = {
    Status.ALREADY_THERE: (mark("Start and end are the same place."), ""),
    Status.NO_PATH: (mark("No path there, and nothing nearer than the start."), ""),
    Status.LIMIT_REACHED: (mark("The search gave up; there may still be a way."), ""),
    Status.BAD_START: (mark("Nothing to walk on near the start."), mark("Start on blue floor")),
    Status.BAD_END: (mark("Nothing to walk on near the end."), mark("End on blue floor")),
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


def probe_says(result: PathResult, end: str, narrow: Narrow | None = None, whom: str = "") -> str:
    """What came out, in a designer's words, with the narrowest place on the way.

    `whom` is the agent type that was asked for; empty: the one without a name.
    """
    bold, more = _for(whom, result_of(result, narrow)), ""
    if result.status == Status.COMPLETE:
        if result.snapped_goal is not None:
            aside = number(math.dist(result.snapped_goal, result.goal), 1)
            more = tr("Ends {0} m beside the place you chose").format(aside)
    elif result.status == Status.PARTIAL:
        more = tr("{0} m, {1} s").format(*_walked(result))
    else:
        way_out = _SAID[result.status][1]
        more = tr(way_out) if way_out else ""
    return hint(bold if bold.endswith(".") else f"{bold}.", more, tr(end))


def probe_kept(said: str, result: PathResult, narrow: Narrow | None, whom: str = "") -> str:
    """A hint, with what the probe has found behind its first clause, where there is room."""
    bold, _, rest = said.removeprefix("**").partition("**")
    told = tr("Probe: {0}").format(_for(whom, result_of(result, narrow)).removesuffix("."))
    return hint(bold, told, *rest.strip().split(" · ")) if bold else said


def result_of(result: PathResult, narrow: Narrow | None = None) -> str:
    """What came out, in so few words that they can stand beside the line."""
    if result.status == Status.COMPLETE:
        found = tr("{0} m, {1} s").format(*_walked(result))
        if narrow is None:
            return found
        width, door = metres(narrow[0]), narrow[1]
        if not door:
            return tr("{0}, narrowest {1}").format(found, width)
        return tr("{0}, narrowest {1} at {2}").format(found, width, short(door))
    if result.status == Status.PARTIAL:
        short_of = number(math.dist(result.end, result.goal), 1)
        return tr("No path there; this one ends {0} m short.").format(short_of)
    return tr(_SAID[result.status][0])


def _for(whom: str, said: str) -> str:
    return tr("{0}: {1}").format(short(whom), said) if whom else said


def _walked(result: PathResult) -> tuple[str, int]:
    """Metres and seconds."""
    return number(result.length, 1), round(result.length / _WALK_SPEED)
