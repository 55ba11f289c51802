"""For each reason, a query that it explains, and a similar query that it doesn't.

The queries are in the two rooms of `rule_levels`, at any offset from the grid: everything is moved
together. Ends in obstacles are deeper in them than half a cell, the resolution of cells.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace
from rule_levels import (
    DOOR,
    VAULT,
    agent,
    level_of,
    lofty,
    moved,
    network,
    pit,
    post,
    walls,
    waypoint,
)

from navcore.level.model import Level, Point, Waypoint
from navcore.proof.agent_reasons import explain_agent
from navcore.proof.explain import explain
from navcore.proof.explanation import Explanation, Reason
from navcore.world import World

GUARD: Final = 20


@dataclass(frozen=True)
class Question:
    """A query between two places in a level; without places, the query is about the guard."""

    level: Level
    start: Point | None = (2.0, 4.0)
    goal: Point = (16.0, 4.0)
    to: str | None = None
    """Storey of the goal."""
    network: bool = False
    limit: int | None = None

    def answer(self, x: float = 0.0, z: float = 0.0) -> Explanation:
        """Return the explanation, with everything moved by x and z metres."""
        world = World.build(moved(self.level, x, z))
        if self.start is None:
            return explain_agent(world, GUARD)
        start = (self.start[0] + x, self.start[1] + z)
        goal = (self.goal[0] + x, self.goal[1] + z)
        return explain(world, start, goal, goal_layer=self.to, limit=self.limit,
                       over="graph" if self.network else "cells")  # fmt: skip


def _posts(level: Level, **fields: object) -> Level:
    """Return the network with a change to its third waypoint."""
    return level.with_items({54: replace(level.of(Waypoint)[54], **fields)})


def _cut(level: Level, edge: int) -> Level:
    """Return the network without an edge."""
    return level.with_items({edge: None})


def _over(level: Level) -> Question:
    """Return a query between both ends of the network, which don't see each other."""
    return Question(level, (9.0, 1.0), (12.0, 7.3), network=True)


NET: Final = network(one_way=False)

Case = tuple[Callable[[], Question], Callable[[], Question]]

CASES: Final[Mapping[Reason, Case]] = {
    Reason.NONE: (
        lambda: Question(level_of()),
        lambda: Question(level_of(replace(DOOR, available=False))),
    ),
    Reason.DOORS: (
        lambda: Question(level_of(replace(DOOR, available=False))),
        lambda: Question(level_of(replace(DOOR, available=True))),
    ),
    Reason.ABILITIES: (
        lambda: Question(level_of(replace(DOOR, needs=("key",)))),
        lambda: Question(level_of(replace(DOOR, needs=()))),
    ),
    Reason.ONE_WAY: (
        lambda: Question(pit(one_way=True), (3.0, 11.0), (3.0, 4.0)),
        lambda: Question(pit(one_way=False), (3.0, 11.0), (3.0, 4.0)),
    ),
    Reason.WIDTH: (
        lambda: Question(level_of(*walls(1.39)), goal=(17.0, 4.0)),
        lambda: Question(level_of(*walls(1.80)), goal=(17.0, 4.0)),
    ),
    Reason.START: (
        lambda: Question(level_of(post(4, 4)), (4.7, 4.5)),
        lambda: Question(level_of(post(4, 4)), (5.1, 4.5)),
    ),
    Reason.GOAL: (
        lambda: Question(level_of(post(4, 4)), goal=(4.7, 4.5)),
        lambda: Question(level_of(post(4, 4)), goal=(5.1, 4.5)),
    ),
    Reason.ISLAND: (
        lambda: Question(level_of(VAULT), goal=(3.0, 11.0)),
        lambda: Question(
            level_of(VAULT, replace(DOOR, id=6, name="hatch",
                                    polygon=((2, 8), (4, 8), (4, 8.8), (2, 8.8)))),
            goal=(3.0, 11.0),
        ),
    ),
    Reason.NO_LINK: (
        lambda: Question(lofty(stairs=True).with_items({30: None}), goal=(6.0, 4.0), to="loft"),
        lambda: Question(lofty(stairs=True), goal=(6.0, 4.0), to="loft"),
    ),
    Reason.WAYPOINTS: (
        lambda: _over(_posts(NET, enabled=False)),
        lambda: _over(_posts(NET, enabled=True)),
    ),
    Reason.UNSEEN: (
        lambda: Question(level_of(waypoint(50, 12, 4)), (9.0, 7.0), (12.0, 4.0), network=True),
        lambda: Question(level_of(waypoint(50, 12, 4)), (9.0, 4.0), (12.0, 4.0), network=True),
    ),
    Reason.NETWORK: (
        lambda: _over(_cut(NET, 56)),
        lambda: _over(NET),
    ),
    Reason.LIMIT: (
        lambda: Question(level_of(), (2.0, 7.5), (17.0, 7.5), limit=1),
        lambda: Question(level_of(), (2.0, 7.5), (17.0, 7.5), limit=100_000),
    ),
    Reason.NO_GOAL: (
        lambda: Question(level_of(agent(2, 4)), None),
        lambda: Question(level_of(agent(2, 4, (2.5, 4))), None),
    ),
    Reason.SWITCHED_OFF: (
        lambda: Question(level_of(agent(2, 4, (2.5, 4), enabled=False)), None),
        lambda: Question(level_of(agent(2, 4, (2.5, 4))), None),
    ),
}  # fmt: skip
"""By reason, a query that it explains and a similar one that it doesn't."""
