"""Counters of `navcore simulate`, updated during a run."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from navcore.sim.events import Kind
from navcore.sim.judging import CrowdJudge
from navcore.sim.judging.arrivals import Arrivals
from navcore.sim.reasons import Reason
from navcore.sim.simulation import Simulation

OVERLAP: Final = 0.01
"""Agents overlap when they are nearer than their radii by more than this, metres."""

Keys = npt.NDArray[np.uint64]


class Tally:
    """Looks at a run after every step."""

    def __init__(self, simulation: Simulation, judge: CrowdJudge) -> None:
        """Start at the run's beginning; the judge of its crowd is updated with every step too."""
        self._simulation, self._judge = simulation, judge
        self._arrivals = Arrivals(simulation)
        self._overlapping = self._overlaps()
        self._collisions = 0
        self._replans = 0
        self._nudges = 0
        self._links_taken = 0
        self._off_network = 0

    def take(self) -> None:
        """Count the events of the last step."""
        run = self._simulation
        self._arrivals.take()
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
        """Return numbers under the names that `--json` gives them."""
        run = self._simulation
        times = np.array(list(self._arrivals.times.values()))
        reasons = run.reasons()
        stuck = (reasons == Reason.NO_WAY) | (reasons == Reason.HELD_UP)
        return {
            "agents": len(run.agents),
            "withGoals": len(self._arrivals.goals),
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
        """Return how agents that keep to the network on their rounds found their paths."""
        agents = self._simulation.agents
        return {
            "queries": int(agents.queries.sum()),
            "rays": int(agents.rays.sum()),
            "off": self._off_network,
        }

    def not_arrived(self) -> list[dict[str, Any]]:
        """Return agents that had goals but did not reach all of them, with reasons."""
        elements = self._simulation.agents.elements
        return [
            {"id": elements[one.row].id, "name": elements[one.row].name, "reason": one.why}
            for one in self._arrivals.late()
        ]

    def _overlaps(self) -> Keys:
        """Return the pairs that overlapped at the last tick, a number each."""
        agents = self._simulation.agents
        one, other = self._judge.contacts.pairs.T
        apart = np.hypot(*(agents.positions[one] - agents.positions[other]).T)
        close = agents.radii[one] + agents.radii[other] - apart > OVERLAP
        ids = np.sort(np.stack((agents.ids[one[close]], agents.ids[other[close]])), axis=0)
        keys: Keys = ids[0].astype(np.uint64) << np.uint64(32) | ids[1].astype(np.uint64)
        return keys


def _rounded(seconds: float) -> float:
    return round(float(seconds), 3)
