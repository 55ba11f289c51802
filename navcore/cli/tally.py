"""What `navcore simulate` counts while a run goes on."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from navcore.path.result import Status
from navcore.sim.events import Kind
from navcore.sim.judging import CrowdJudge
from navcore.sim.reasons import Reason
from navcore.sim.rounds import round_of
from navcore.sim.simulation import Simulation

OVERLAP: Final = 0.01
"""Agents overlap when they are nearer than their radii by more than this, metres."""

_THERE: Final = frozenset({Status.COMPLETE, Status.ALREADY_THERE})
_NO_PATH: Final = {
    Status.PARTIAL: "its goal is out of reach; it stands as near as it gets",
    Status.NO_PATH: "no path leads to its goal",
    Status.LIMIT_REACHED: "the search for a way gave up at its limit",
    Status.BAD_START: "no floor to walk on near where it is",
    Status.BAD_END: "no floor to walk on near its goal",
    Status.UNSEEN_START: "no waypoint is in its sight",
    Status.UNSEEN_END: "no waypoint is in sight of its goal",
}

Keys = npt.NDArray[np.uint64]


class Tally:
    """Looks at a run after every step."""

    def __init__(self, simulation: Simulation, judge: CrowdJudge) -> None:
        """At the run's beginning; the judge of its crowd is told of every step as well."""
        self._simulation, self._judge = simulation, judge
        self._reached: dict[int, int] = {}
        """How many goals each has come to."""
        level, agents = simulation.world.level, simulation.agents.elements
        stops = {one.id: len(round_of(level, one).goals) for one in agents if one.enabled}
        self._goals = {agent_id: count for agent_id, count in stops.items() if count}
        self._times: dict[int, float] = {}
        """Seconds after which each had come to all of them."""
        self._overlapping = self._overlaps()
        self._collisions = 0
        self._replans = 0
        self._nudges = 0
        self._links_taken = 0
        self._off_network = 0

    def take(self) -> None:
        """Count what the last step brought."""
        run = self._simulation
        for arrival in run.arrivals:
            if arrival.status in _THERE:
                self._arrive(arrival.agent_id)
        kinds = run.events["kind"]
        self._replans += int(np.count_nonzero(kinds == Kind.REPLANNED))
        self._nudges += int(np.count_nonzero(kinds == Kind.NUDGED))
        self._links_taken += int(np.count_nonzero(kinds == Kind.TOOK_LINK))
        self._off_network += int(np.count_nonzero(kinds == Kind.OFF_NETWORK))
        if self._judge.take():
            now = self._overlaps()
            self._collisions += len(np.setdiff1d(now, self._overlapping, assume_unique=True))
            self._overlapping = now

    def data(self) -> dict[str, Any]:
        """Numbers under the names that `--json` gives them."""
        run = self._simulation
        times = np.array(list(self._times.values()))
        reasons = run.reasons()
        stuck = (reasons == Reason.NO_WAY) | (reasons == Reason.HELD_UP)
        return {
            "agents": len(run.agents),
            "withGoals": len(self._goals),
            "arrived": len(times),
            "meanTime": _rounded(times.mean()) if len(times) else None,
            "medianTime": _rounded(np.median(times)) if len(times) else None,
            "longestTime": _rounded(times.max()) if len(times) else None,
            "stuck": int(np.count_nonzero(stuck)),
            "collisions": self._collisions,
            "overlaps": len(self._overlapping),
            "replans": self._replans,
            "nudges": self._nudges,
            "linksTaken": self._links_taken,
            "network": self._network(),
        }

    def _network(self) -> dict[str, int]:
        """How agents on rounds that keep to the network found their paths."""
        agents = self._simulation.agents
        return {
            "queries": int(agents.queries.sum()),
            "rays": int(agents.rays.sum()),
            "off": self._off_network,
        }

    def not_arrived(self) -> list[dict[str, Any]]:
        """Who had somewhere to go and did not come to all its goals, and why."""
        agents = self._simulation.agents
        reasons = self._simulation.reasons()
        return [
            {"id": element.id, "name": element.name, "reason": self._why(row, int(reasons[row]))}
            for row, element in enumerate(agents.elements)
            if element.id in self._goals and element.id not in self._times
        ]

    def _arrive(self, agent_id: int) -> None:
        reached = self._reached[agent_id] = self._reached.get(agent_id, 0) + 1
        if reached == self._goals.get(agent_id):
            self._times[agent_id] = self._simulation.seconds

    def _why(self, row: int, reason: int) -> str:
        agents = self._simulation.agents
        agent_id = int(agents.ids[row])
        done, goals = self._reached.get(agent_id, 0), self._goals[agent_id]
        match reason:
            case Reason.WAITS_FOR_PLAN:
                return "its turn to plan has not come"
            case Reason.HELD_UP:
                return self._held_up(int(agents.blockers[row]))
            case Reason.NO_WAY:
                status = agents.status(row)
                return _NO_PATH.get(status or Status.NO_PATH, "no path leads to its goal")
            case Reason.WALKS:
                away = np.hypot(*(agents.requested_targets[row] - agents.positions[row]))
                return f"came to {done} of {goals} goals; {away:.1f} m to the next"
            case Reason.WAITS_AT_GOAL:
                return f"came to {done} of {goals} goals; waits at one of them"
            case _:
                return f"came to {done} of {goals} goals; stands"

    def _held_up(self, blocker: int) -> str:
        agents = self._simulation.agents
        row = agents.index.get(blocker)
        if row is None:
            return "gets no further"
        return f"gets no further; {agents.elements[row].name or blocker} is in its way"

    def _overlaps(self) -> Keys:
        """The pairs that overlapped at the last tick, a number each."""
        agents = self._simulation.agents
        one, other = self._judge.contacts.pairs.T
        apart = np.hypot(*(agents.positions[one] - agents.positions[other]).T)
        close = agents.radii[one] + agents.radii[other] - apart > OVERLAP
        ids = np.sort(np.stack((agents.ids[one[close]], agents.ids[other[close]])), axis=0)
        keys: Keys = ids[0].astype(np.uint64) << np.uint64(32) | ids[1].astype(np.uint64)
        return keys


def _rounded(seconds: float) -> float:
    return round(float(seconds), 3)
