"""States of agents in terms of source 000: moving and standing ones."""

from navcore.sim.agents import NEVER, Flags
from navcore.sim.run import Run


def moving(run: Run) -> Flags:
    """Return (n,) whether each has points left, waits for some, or is off its target (S0-089)."""
    agents = run.agents
    x, z = (agents.walk_targets - agents.positions).T
    off: Flags = x * x + z * z > run.settings.walk_threshold**2
    found: Flags = agents.has_path() | (agents.asked != NEVER) | off
    return found


def standing(run: Run) -> Flags:
    """Return (n,) whether each agent is present and stands: plans avoid it (S0-071, S0-072)."""
    agents = run.agents
    found: Flags = ~moving(run) & ~agents.away()
    return found
