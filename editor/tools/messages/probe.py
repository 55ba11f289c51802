"""What is said about the probe."""

import math
from typing import Final

from editor.tools.messages import hint, number
from navcore.i18n import mark, tr
from navcore.path.result import PathResult, Status

KEEPS: Final = mark("Release keeps it")
CLEARS: Final = mark("Esc clears it")

_WALK_SPEED: Final = 1.4

_SAID: Final = {
    Status.ALREADY_THERE: (mark("Start and goal are the same place."), ""),
    Status.NO_PATH: (mark("No way there, and nothing nearer than the start."), ""),
    Status.LIMIT_REACHED: (mark("The search gave up; there may still be a way."), ""),
    Status.BAD_START: (mark("Nothing to walk on near the start."), mark("Start on blue floor")),
    Status.BAD_END: (mark("Nothing to walk on near the goal."), mark("End on blue floor")),
}


def probe_idle(*, shown: bool) -> str:
    """No drag is going on."""
    if shown:
        bold = tr("Drag shows another path.")
        return hint(bold, tr("Drag either end to move it · Esc clears"))
    bold = tr("Drag from one place to another.")
    return hint(bold, tr("The path between them follows the mouse"))


def probe_waiting() -> str:
    """The answer has not come yet."""
    return hint(tr("Looking for a path."), tr(KEEPS))


def probe_says(result: PathResult, end: str) -> str:
    """What came out, in a designer's words."""
    walked = (number(result.length, 1), round(result.length / _WALK_SPEED))
    if result.status == Status.COMPLETE:
        bold, more = tr("{0} m, {1} s.").format(*walked), ""
        if result.snapped_goal is not None:
            aside = number(math.dist(result.snapped_goal, result.goal), 1)
            more = tr("Ends {0} m beside the goal").format(aside)
    elif result.status == Status.PARTIAL:
        short_of = number(math.dist(result.end, result.goal), 1)
        bold = tr("No way there; the path ends {0} m short.").format(short_of)
        more = tr("{0} m, {1} s").format(*walked)
    else:
        said, way_out = _SAID[result.status]
        bold, more = tr(said), tr(way_out) if way_out else ""
    return hint(bold, *([more] if more else []), tr(end))
