"""What is said about the probe."""

import math
from typing import Final

from editor.tools.words import hint, number
from navcore.path.result import PathResult, Status

_WALK_SPEED: Final = 1.4


def probe_idle(*, shown: bool) -> str:
    """No drag is going on."""
    if shown:
        return hint("Drag shows another path.", "Drag either end to move it · Esc clears")
    return hint("Drag from one place to another.", "The path between them follows the mouse")


def probe_waiting() -> str:
    """The answer has not come yet."""
    return hint("Looking for a path.", "Release keeps it")


def probe_says(result: PathResult, end: str) -> str:
    """What came out, in a designer's words."""
    found = f"{number(result.length, 1)} m, {round(result.length / _WALK_SPEED)} s."
    short_of = math.dist(result.end, result.goal)
    bold, more = {
        Status.COMPLETE: (found, ""),
        Status.ALREADY_THERE: ("Start and goal are the same place.", ""),
        Status.PARTIAL: (
            f"No way there; the path ends {number(short_of, 1)} m short.", found.rstrip("."),
        ),
        Status.NO_PATH: ("No way there, and nothing nearer than the start.", ""),
        Status.LIMIT_REACHED: ("The search gave up; there may still be a way.", ""),
        Status.BAD_START: ("Nothing to walk on near the start.", "Start on blue floor"),
        Status.BAD_END: ("Nothing to walk on near the goal.", "End on blue floor"),
    }[result.status]  # fmt: skip
    if result.status == Status.COMPLETE and result.snapped_goal is not None:
        aside = number(math.dist(result.snapped_goal, result.goal), 1)
        more = f"Ends {aside} m beside the goal"
    return hint(bold, *([more] if more else []), end)
