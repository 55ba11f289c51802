"""Complete state of a run, to save and restore: all that its next steps depend on."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from navcore.level.model import Agent
from navcore.sim.agents import Agents
from navcore.sim.columns import COLUMNS

if TYPE_CHECKING:
    from navcore.sim.run import Run


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Run at the beginning of a tick, without its world; the arrays are copies."""

    step: int
    seed: int
    elements: tuple[Agent, ...]
    columns: dict[str, npt.NDArray[np.generic]]
    """The arrays of `Agents` by their names."""
    points: npt.NDArray[np.float64]
    """The pool of path points."""
    focus: tuple[float, float] | None = None
    """Place near which agents think at every tick, metres; None: everywhere."""

    def equals(self, other: "State") -> bool:
        """Return whether both are bitwise equal, and so lead to the same steps."""
        return (
            (self.step, self.seed, self.focus) == (other.step, other.seed, other.focus)
            and self.elements == other.elements
            and self.columns.keys() == other.columns.keys()
            and all(
                mine.dtype == other.columns[name].dtype
                and mine.tobytes() == other.columns[name].tobytes()
                for name, mine in self.columns.items()
            )
            and self.points.tobytes() == other.points.tobytes()
        )


def state_of(run: "Run", seed: int) -> State:
    """Return the state of a run, without requests that wait for their step."""
    agents = run.agents
    agents.tidy()
    return State(
        run.step,
        seed,
        tuple(agents.elements),
        {name: getattr(agents, name).copy() for name in COLUMNS},
        agents.points[: agents.points_used].copy(),
        run.focus,
    )


def put_into(run: "Run", state: State) -> None:
    """Put a state into a run, which keeps its world."""
    run.agents = agents = Agents.of(state.elements, state.columns, state.points)
    for layers in (agents.layers, agents.target_layers, agents.link_layers):
        # A damaged recording may have any numbers.
        np.minimum(layers, len(run.layer_names) - 1, out=layers)
    run.step = state.step
    run.focus = state.focus
