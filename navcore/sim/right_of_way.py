"""Right of way between agents, as steering and separation ask for it."""

from navcore.kernels import buffers
from navcore.kernels.crowd import right_of_way as kernel
from navcore.kernels.crowd.agents import Bodies
from navcore.sim.run import Run


def right_of_way(run: Run, bodies: Bodies) -> kernel.RightOfWay:
    """The order between agents that meet in the step in progress."""
    agents = run.agents
    b = buffers(kernel, agents.headings, agents.ahead, agents.hindered, agents.through, agents.held)
    return kernel.RightOfWay(bodies, b[0], b[1], b[2], b[3], b[4], run.step)
