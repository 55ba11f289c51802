"""Agents as a simulation hands them out: arrays to read, never to write."""

from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np

from navcore.errors import NavcoreError
from navcore.sim.agents import Agents


class AgentsView(Agents):
    """The agents of a run; arrays are read-only views, made when they are first asked for.

    Agents move by requests alone. Writing into an array raises ValueError, replacing one raises
    NavcoreError.
    """

    def __init__(self, agents: Agents) -> None:
        """Show these agents."""
        self.refresh(agents)

    def refresh(self, agents: Agents) -> None:
        """Show these agents from now on: a step may have replaced arrays."""
        shown = vars(self)
        shown.clear()
        shown["_shown"] = agents

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
