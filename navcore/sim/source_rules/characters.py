"""Agents as source 000 sees them: who moves, and who stands."""

from navcore.sim.agents import NEVER, Flags
from navcore.sim.run import Run


def moving(run: Run) -> Flags:
    """(n,) which agents have points left, wait for them, or are off their walk target (S0-089)."""
    agents = run.agents
    x, z = (agents.walk_targets - agents.positions).T
    off: Flags = x * x + z * z > run.settings.walk_threshold**2
    found: Flags = agents.has_path() | (agents.asked != NEVER) | off
    return found


def standing(run: Run) -> Flags:
    """(n,) which agents are there and don't move: those that plans lead around (S0-071, S0-072)."""
    agents = run.agents
    found: Flags = ~moving(run) & ~agents.away()
    return found
