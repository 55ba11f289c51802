"""Path following of source 000 (its section 7)."""

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import source_mover
from navcore.sim.agents import NEVER
from navcore.sim.following import look
from navcore.sim.links import carry
from navcore.sim.neighbours import ways_of
from navcore.sim.run import Run


def follow(run: Run) -> None:
    """Move all agents straight along their paths for the length of a step (S0-083 to S0-086).

    A walker that was pushed so far that its next step would leave the floor stays, and plans again.
    """
    agents, settings = run.agents, run.settings
    agents.previous_positions[:] = agents.positions
    agents.previous_facings[:] = agents.facings
    blocked = np.zeros(len(agents), np.bool_)
    walkers = source_mover.Walkers(
        settings.walk_threshold,
        run.floors.in_kernel,
        ways_of(agents),
        *buffers(
            source_mover, agents.positions, agents.facings, agents.walk_speeds,
            agents.rotation_speeds, blocked.view(np.uint8),
        ),
    )  # fmt: skip
    walkers.walk(settings.seconds_per_step, settings.terrain_slows)
    ask = blocked & (agents.asked == NEVER) & (agents.replan_from <= run.step)
    agents.replan_from[ask] = run.step + settings.cooldown_steps
    agents.asked[ask] = run.step
    carry(run)
    if agents.looking:
        look(run)
