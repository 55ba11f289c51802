"""Right of way between agents, for steering and separation."""

from functools import partial

from navcore.kernels import buffers
from navcore.kernels.crowd import right_of_way as kernel
from navcore.kernels.crowd.agents import Bodies
from navcore.sim.agents import Agents
from navcore.sim.run import Run


def right_of_way(run: Run, bodies: Bodies) -> kernel.RightOfWay:
    """Return the right of way between agents that meet in the step in progress."""
    found = run.agents.kernel(kernel.RightOfWay, partial(_right_of_way, run.agents, bodies), bodies)
    found.come_to(run.step)
    return found


def _right_of_way(agents: Agents, bodies: Bodies) -> kernel.RightOfWay:
    b = buffers(kernel, agents.headings, agents.ahead, agents.hindered, agents.through, agents.held)
    return kernel.RightOfWay(bodies, *b)
