"""Minding crossings: who may enter, and who keeps to which half of the streets.

At a crossing that is narrow for the bodies that meet there, people from two sides across from each
other pass at a time, each on its right half; the others wait in front of it, on their right half
too. A turn lasts at least `TURN`; then it ends as soon as others wait. Without this, four streams
of 10 with a radius of 0.45 m block a crossing of two streets of 4 m for good.
"""

from typing import Final

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import crossing_manners as kernel
from navcore.sim.gate_turns import EACH, Ahead, minders_of
from navcore.sim.run import Run

TURN: Final = 6.0
"""How long a turn lasts at least, seconds."""
NARROW: Final = 12.0
"""Crossings of streets narrower than so many radii of bodies are passed in turns."""
FEW: Final = 4
"""Fewer people than this find their ways by themselves."""
PASSES: Final = 2
"""So many people who are inside yet hold nobody up."""
STOP: Final = 0.3
"""How far in front of a crossing those stand whose turn it is not, metres."""
BEYOND: Final = 0.5
"""So far out of a crossing those head for who leave it, metres."""


def mind_crossings(run: Run, ahead: Ahead) -> None:
    """Hold those at crossings whose turn it is not, and let all keep to the right.

    Args:
        run: The run.
        ahead: What agents know of the crossings ahead.
    """
    if len(ahead.whole):
        a_second = run.settings.steps_per_second
        turn, each = TURN * a_second, EACH * a_second
        rules = np.array((FEW, NARROW, turn, turn, each, PASSES, STOP, BEYOND))
        b = buffers(kernel, ahead.whole, ahead.parts, rules)
        minders_of(run.agents).crossings.mind(b[0], b[1], b[2], run.step)
