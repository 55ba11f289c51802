"""Rules at crossings: which agents may enter, and how all keep to the right half of streets.

At a crossing that is narrow for the bodies that meet there, only people from two opposite sides
pass at a time, on the right half of each street. The others wait in front of the crossing, on their
right halves, too. A turn lasts at least `TURN`; then it ends as soon as others wait. Without this
rule, four streams of 10 agents with a radius of 0.45 m block a crossing of two streets of 4 m for
good.
"""

from typing import Final

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import crossing_manners as kernel
from navcore.sim.gate_turns import EACH, Ahead, minders_of
from navcore.sim.run import Run

TURN: Final = 6.0
"""Least duration of a turn, seconds."""
NARROW: Final = 16.0
"""Crossings of streets narrower than this many radii of bodies are passed in turns. Of four streams
of 40 in streets of 6 m all arrive with radii of 0.35 and 0.4 m, whose streets are 15.1 and 13 radii
wide between bodies; with 12 only 158 and 39 of 160 do."""
FEW: Final = 4
"""Fewer people than this find their ways without turns."""
PASSES: Final = 2
"""People who may be inside and still not hold up others."""
STOP: Final = 0.3
"""Distance from the crossing at which agents wait for their turn, metres."""
BEYOND: Final = 0.5
"""Distance beyond the crossing that leaving agents head for, metres."""


def mind_crossings(run: Run, ahead: Ahead) -> None:
    """Hold agents at crossings until it is their side's turn, and let all keep to the right.

    Args:
        run: The run.
        ahead: The crossings ahead of agents.
    """
    if len(ahead.whole):
        a_second = run.settings.steps_per_second
        turn, each = TURN * a_second, EACH * a_second
        rules = np.array((FEW, NARROW, turn, turn, each, PASSES, STOP, BEYOND))
        b = buffers(kernel, ahead.whole, ahead.parts, rules)
        minders_of(run.agents).crossings.mind(b[0], b[1], b[2], run.step)
