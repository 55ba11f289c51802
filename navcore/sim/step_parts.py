"""Which steps have which work, so that none has much more than the others.

Every second tick agents look at gates, `MANY` in parts; the other tick has room for the looks that
agents take once in a second or two (`wide_turns`, `passing_lanes`). Nothing here is state: it all
follows from the number of the step.
"""

from typing import Final

from navcore.sim.run import Run

GATES_EVERY: Final = 2
"""Ticks from one look at gates to the next."""
MANY: Final = 1000
"""So many agents look ahead in parts: all at once took 18 ms a look among 10,000 in the town. The
step in which it is decided who passes has no part: it was the worst of all, a half longer."""


def spare_turn(run: Run, ticks: int) -> tuple[int, int] | None:
    """Return the turn of this step, and how many turns there are in so many ticks; None for none.

    A turn is a part of the agents that does in this step what each does once in these ticks. Of
    `MANY` the parts fall into the steps that have neither looks at gates nor a tick, so that no
    step has all of this work.

    Args:
        run: The run.
        ticks: A multiple of `GATES_EVERY`.
    """
    spt = run.settings.steps_per_tick
    if len(run.agents) < MANY or spt < 2:
        return run.step, ticks * spt
    spare = run.step % (GATES_EVERY * spt) - (GATES_EVERY - 1) * spt - 1
    if spare < 0:
        return None
    return run.step // (GATES_EVERY * spt) * (spt - 1) + spare, ticks // GATES_EVERY * (spt - 1)
