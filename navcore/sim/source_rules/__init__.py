"""Source 000's rules to the letter: phases that replace those of the crowd's rules.

Characters walk straight at the next point of their path, without steering, right of way or
squeezing. Three passes a step push overlapping pairs apart; agents in the way of a walker step
1.2 m aside, and a player stays where it is pushed. Walkers near fast ones plan again, at most twice
a second. These rules are for games that move their characters like this, and for comparison with
the rules of the crowd. `navcore.sim.phases` combines these phases with the shared ones.

Where the document is silent or contradicts itself:

* A step is cut at each point of the path; from WALK_THRESHOLD a point counts as reached, if the
  line on from there is clear (S0-084, S0-086).
* A step that would leave walkable cells isn't taken: the walker plans again, within its cooldown.
  A walker that is off them goes straight to the nearest one (S0-042).
* Pairs are taken in the order of the agents in the level, and those that overlap by less than a
  micrometre only touch.
* A mover is faster than kMovedEps a frame of 60 Hz, 3 m/s, over the last tick (S0-110).
* Agents that ask for a plan in one step don't block each other. 48 of them plan in a step, or as
  many as look at 100,000 cells together; the others wait, as everywhere in the simulation.
* The way back to a walk target is given up after 2 s without progress (S0-101).
* An agent that pursues another is a combat agent: pushed aside, it turns to its target again at
  the next tick (S0-107).
"""

from navcore.sim.source_rules.contact import separate
from navcore.sim.source_rules.replans import notice, replan, watch_movers
from navcore.sim.source_rules.walking import follow

__all__ = ["follow", "notice", "replan", "separate", "watch_movers"]
