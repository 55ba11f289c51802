"""Read-only view of the agents of a simulation."""

from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np

from navcore.errors import NavcoreError
from navcore.path.result import Status
from navcore.sim.agents import WALK, Agents, Flags, Floats
from navcore.sim.run import Run


class AgentsView(Agents):
    """The agents of a run; arrays are read-only views, made when they are first used.

    Agents move by requests alone. Writing into an array raises ValueError, replacing one raises
    NavcoreError.
    """

    def __init__(self, run: Run) -> None:
        """Create a view of the agents of this run."""
        self.refresh(run)

    def refresh(self, run: Run) -> None:
        """Show the agents of this run from now on: a step may have replaced arrays.

        Views of arrays that were not replaced stay the same objects: callers detect changes by
        identity.
        """
        shown, now = vars(self), vars(run.agents)
        if len(shown) > 2:
            kept = {
                name: view
                for name, view in shown.items()
                if isinstance(view, np.ndarray) and view.base is now.get(name)
            }
            shown.clear()
            shown.update(kept)
        shown["_shown"] = run.agents
        shown["_walk_threshold"] = run.settings.walk_threshold

    def path_of(self, agent_id: int) -> Floats:
        """Return the (k, 2) points that the agent has still to walk to, metres; empty if it stands.

        Raises:
            KeyError: if the run has no such agent.
        """
        return self.path(self.index[agent_id])

    def status_of(self, agent_id: int) -> Status | None:
        """Return the result of the agent's last plan; None before the first.

        Raises:
            KeyError: if the run has no such agent.
        """
        return self.status(self.index[agent_id])

    def is_moving(self, agent_id: int) -> bool:
        """Return whether it has points left to walk to, or is not at its walk target (S0-089).

        Raises:
            KeyError: if the run has no such agent.
        """
        row = self.index[agent_id]
        if self.path_current[row] < self.path_end[row]:
            return True
        offset = self.walk_targets[row] - self.positions[row]
        return bool(np.hypot(offset[0], offset[1]) > self._walk_threshold)

    def walking(self) -> Flags:
        """(n,) True for agents that walk (S0-088)."""
        walking: Flags = self.states == WALK
        return walking

    def positions_at(self, fraction: float) -> Floats:
        """Return (n, 2) places between the last two steps: 0 the one before, 1 the last; metres."""
        return self.previous_positions + fraction * (self.positions - self.previous_positions)

    def facings_at(self, fraction: float) -> Floats:
        """Return (n,) facings between the last two steps, by the shorter way round; radians."""
        turn = self.facings - self.previous_facings
        turn -= 2 * np.pi * np.floor((turn + np.pi) / (2 * np.pi))
        return self.previous_facings + fraction * turn

    def __getattr__(self, name: str) -> Any:
        """Return one attribute of the agents, an array as a read-only view."""
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(vars(self)["_shown"], name)
        if isinstance(found, np.ndarray):
            found = found.view()
            found.flags.writeable = False
        elif isinstance(found, dict):
            found = MappingProxyType(found)
        vars(self)[name] = found
        return found

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        """Refuse; agents change by requests.

        Raises:
            NavcoreError: always.
        """
        message = (
            f"agents.{name} can't be set: ask the simulation instead, for instance "
            "simulation.place({id: (x, z)})"
        )
        raise NavcoreError(message)
