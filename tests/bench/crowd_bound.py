"""How many of 10,000 in the market town can have passed its bridges and gates by now.

    python -m tests.bench.crowd_bound

A row for each flow, people with a radius of 0.45 m a second and metre of width: which part of all
is still in another quarter of the town than its goal after so many seconds, whatever rules they
walk by; and the mean of the last 30 s, in which the bench of scenes tells how many are held up. See
`tests.crowd_bounds`.
"""

import sys

import numpy as np

from tests.bench.crowd import crowded
from tests.crowd_bounds import Quarters, most_across
from tests.crowd_scenes import Gate

PASSAGES = (
    Gate((121.2, 97.0), (121.2, 103.0)),
    Gate((123.0, 183.0), (123.0, 190.0)),
    Gate((123.2, 63.5), (123.2, 66.5)),
    Gate((120.2, 139.0), (120.2, 142.0)),
    Gate((29.0, 97.0), (29.0, 102.0)),
    Gate((78.0, 29.0), (83.0, 29.0)),
    Gate((172.0, 97.5), (172.0, 102.5)),
    Gate((137.6, 161.3), (142.2, 158.3)),
    Gate((88.8, 170.5), (91.2, 170.5)),
)
"""Lines across the four bridges and fords and the five gates of the town."""
FLOWS = (0.62, 0.75, 0.9, 1.0, 1.6)
TIMES = (30.0, 60.0, 90.0, 105.0, 120.0)


def main() -> None:
    """Print the table."""
    world = crowded("town", 10_000)
    agents = world.level.agents.values()
    quarters = Quarters.of(world.grid, PASSAGES)
    starts = np.array([one.position for one in agents])
    goals = np.array([one.goals[0] for one in agents])
    demand = quarters.demand(starts, goals)
    go = int(demand.sum() - np.trace(demand))
    sys.stdout.write(f"{go} of {len(agents)} go to another quarter\n")
    sys.stdout.write(f"{'flow':>6} " + " ".join(f"{s:5.0f} s" for s in TIMES) + "  90 to 120 s\n")
    for flow in FLOWS:

        def left(seconds: float, flow: float = flow) -> float:
            return 100.0 * (go - most_across(quarters, demand, flow, seconds)) / len(agents)

        last = np.mean([left(seconds) for seconds in np.arange(90.0, 120.1, 5.0)])
        cells = " ".join(f"{left(seconds):5.1f} %" for seconds in TIMES)
        sys.stdout.write(f"{flow:6.2f} {cells}  {last:9.1f} %\n")


if __name__ == "__main__":
    main()
