"""Agents that reach all of their goals in a run, and the reasons of those that don't."""

from typing import Final, NamedTuple

import numpy as np

from navcore.i18n import mark, tr
from navcore.path.result import Status
from navcore.sim.reasons import Reason
from navcore.sim.rounds import round_of
from navcore.sim.simulation import Simulation

_THERE: Final = frozenset({Status.COMPLETE, Status.ALREADY_THERE})
_NO_PATH: Final = {
    Status.PARTIAL: mark("its goal is out of reach; it stands as close to it as it can"),
    Status.NO_PATH: mark("no path leads to its goal"),
    Status.LIMIT_REACHED: mark("the search for a way gave up at its limit"),
    Status.BAD_START: mark("no floor to walk on near where it is"),
    Status.BAD_END: mark("no floor to walk on near its goal"),
    Status.UNSEEN_START: mark("no waypoint is in its sight"),
    Status.UNSEEN_END: mark("no waypoint is in sight of its goal"),
}


class Late(NamedTuple):
    """An agent with goals that has not reached each of them."""

    row: int
    """Row of the agent in the run."""
    reason: Reason
    """What it does or waits for now."""
    why: str
    """The same, worded as the second half of a sentence."""


class Arrivals:
    """Counts the goals that each agent has reached, step by step.

    An agent has arrived when it has reached as many goals as it has, even if its round goes on.
    Agents that are added later, and those that are switched off at first, are not counted.
    """

    def __init__(self, simulation: Simulation) -> None:
        """Count from now on, the beginning of a run."""
        self._simulation = simulation
        level, agents = simulation.world.level, simulation.agents.elements
        stops = {one.id: len(round_of(level, one).goals) for one in agents if one.enabled}
        self.goals = {agent_id: count for agent_id, count in stops.items() if count}
        """Number of goals of each agent that has any, by id."""
        self.times: dict[int, float] = {}
        """Seconds after which each agent had reached all of them, by id."""
        self._reached: dict[int, int] = {}

    def take(self) -> None:
        """Count the arrivals of the last step."""
        for arrival in self._simulation.arrivals:
            agent_id = arrival.agent_id
            if arrival.status not in _THERE:
                continue
            reached = self._reached[agent_id] = self._reached.get(agent_id, 0) + 1
            if reached == self.goals.get(agent_id):
                self.times[agent_id] = self._simulation.seconds

    def late(self) -> list[Late]:
        """Return the agents that have not reached all of their goals, with the reasons."""
        agents = self._simulation.agents
        reasons = self._simulation.reasons()
        return [
            Late(row, Reason(reasons[row]), self._why(row, int(reasons[row])))
            for row, element in enumerate(agents.elements)
            if element.id in self.goals and element.id not in self.times
        ]

    def _why(self, row: int, reason: int) -> str:
        agents = self._simulation.agents
        agent_id = int(agents.ids[row])
        reached, goals = self._reached.get(agent_id, 0), self.goals[agent_id]
        match reason:
            case Reason.WAITS_FOR_PLAN:
                return tr("its turn to plan has not come")
            case Reason.HELD_UP:
                return self._held_up(int(agents.blockers[row]))
            case Reason.NO_WAY:
                status = agents.status(row) or Status.NO_PATH
                return tr(_NO_PATH.get(status, _NO_PATH[Status.NO_PATH]))
            case Reason.WALKS:
                distance = np.hypot(*(agents.requested_targets[row] - agents.positions[row]))
                text = tr("came to {0} of {1} goals; {2:.1f} m to the next")
                return text.format(reached, goals, float(distance))
            case Reason.WAITS_AT_GOAL:
                text = tr("came to {0} of {1} goals; waits at one of them")
            case _:
                text = tr("came to {0} of {1} goals; stands")
        return text.format(reached, goals)

    def _held_up(self, blocker: int) -> str:
        agents = self._simulation.agents
        row = agents.index.get(blocker)
        if row is None:
            return tr("gets no further")
        name = agents.elements[row].name or blocker
        return tr("gets no further; {0} is in its way").format(name)
