"""Agents of a route spread evenly along it."""

import math

import numpy as np
import pytest

from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Route, RouteMode, RouteStop
from navcore.level.operations.spread_walkers import Walked, spread_walkers

SQUARE = ((0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0))


def level_of(count: int, mode: RouteMode = "loop") -> Level:
    """Return agents at one place that walk a square."""
    route = Route(id=1, name="wall", mode=mode, stops=tuple(RouteStop(at=at) for at in SQUARE))
    guards = [
        Agent(id=10 + n, name=f"guard_{n}", position=(4.0 + n / 10, 4.0), route=1)
        for n in range(count)
    ]
    return Edit.put(Level(), [route, *guards]).apply(Level())


def legs_of(mode: RouteMode = "loop") -> list[Walked]:
    """Return straight legs from stop to stop."""
    ends = [*zip(SQUARE, (*SQUARE[1:], SQUARE[0]), strict=True)]
    return [Walked(np.array(pair), "ground") for pair in (ends if mode == "loop" else ends[:-1])]


def along(place: tuple[float, float]) -> float:
    """Metres along the square."""
    x, z = place
    if z == 0:
        return x
    return 8 + z if x == 8 else 24 - x if z == 8 else 32 - z


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8])
def test_agents_of_a_loop_stand_at_even_distances(count: int) -> None:
    """As even as it can be without anybody turning back at first."""
    level = level_of(count)
    edit = spread_walkers(level, 1, legs_of(), level.agents.keys())
    agents = edit.apply(level).agents.values()
    at = sorted(along(agent.position) for agent in agents)
    gaps = [b - a for a, b in zip(at, [*at[1:], at[0] + 32], strict=True)]
    assert sum(gaps) == pytest.approx(32)
    most = 0.1 if count in (2, 4) else 4.2
    assert max(abs(gap - 32 / count) for gap in gaps) <= most
    for agent in agents:
        nearest = min(range(4), key=lambda n: math.dist(SQUARE[n], agent.position))
        gap = (along(SQUARE[nearest]) - along(agent.position)) % 32
        assert gap <= 4.0, "nobody turns back"
    assert edit.label == f"Spread {count} agents along wall"


def test_they_face_ahead_and_the_nearest_is_moved() -> None:
    """Along the leg on which they stand."""
    level = level_of(2)
    near = level.with_items({10: Agent(id=10, name="a", position=(7.0, 6.0), route=1)})
    agents = spread_walkers(near, 1, legs_of(), near.agents.keys()).apply(near).agents
    assert math.dist(agents[10].position, (7.0, 6.0)) < math.dist(agents[11].position, (7.0, 6.0))
    for agent in agents.values():
        (x, z), turn = agent.position, agent.facing
        ahead = (x + math.cos(turn), z + math.sin(turn))
        assert (along(ahead) - along(agent.position)) % 32 == pytest.approx(1.0)


def test_there_and_back_is_spread_from_end_to_end() -> None:
    """Those of a route that is walked once begin at its first stop anyway."""
    level = level_of(4, "return")
    agents = spread_walkers(level, 1, legs_of("return"), level.agents.keys()).apply(level).agents
    assert sorted(along(agent.position) for agent in agents.values()) == [0, 8, 16, 24]
    once = level_of(2, "once")
    with pytest.raises(NavcoreError, match="walked once"):
        spread_walkers(once, 1, legs_of("once"), once.agents.keys())
    with pytest.raises(NavcoreError, match="No agents walk"):
        spread_walkers(level, 1, legs_of("return"), ())
