"""The radius that would pass along a refused edge does pass (S4-031, U-31)."""

import random

import pytest
from msgspec.structs import replace

from navcore.graph.floors import floor_for
from navcore.graph.passing import blocked_on
from navcore.level.model import Level, Profile, Settings
from navcore.world import World
from tests.network_levels import box, level_of, scattered

SETTINGS = Settings(agent_radius=0.3, cell_size=0.2, object_padding=0.1, boundary_padding=0.6)


def blocked(level: Level, a: tuple[float, float], b: tuple[float, float], radius: float):
    """Return what blocks a line for agents of a radius, by exact distances."""
    floor = floor_for(World.build(level), Profile(radius=radius))
    return blocked_on(floor, a, b, radius)


def test_no_radius_passes_a_boundary_that_is_fixed() -> None:
    """Smaller agents keep as far from the outer edge, so none is told."""
    level = level_of([box(0, 0, 20, 10)]).with_settings(SETTINGS)
    line = (2.0, 0.5), (18.0, 0.5)
    found = blocked(level, *line, 0.3)
    assert found is not None
    assert (found.element, found.distance, found.radius) == (None, 0.5, 0.0)
    assert blocked(level, *line, 0.05) is not None
    follows = level.with_settings(replace(SETTINGS, boundary_follows_radius=True))
    found = blocked(follows, *line, 0.3)
    assert found is not None
    assert found.radius == pytest.approx(0.2)
    assert blocked(follows, *line, 0.19) is None


def test_beside_an_obstacle_the_fixed_boundary_does_not_count() -> None:
    """Unless it is too near itself."""
    level = level_of([box(0, 0, 20, 10)], [box(8, 1.2, 9, 9)]).with_settings(SETTINGS)
    found = blocked(level, (2.0, 0.9), (18.0, 0.9), 0.3)
    assert found is not None
    assert (found.element, found.radius) == (101, pytest.approx(0.2))
    assert blocked(level, (2.0, 0.9), (18.0, 0.9), 0.19) is None
    near = level_of([box(0, 0, 20, 10)], [box(8, 0.7, 9, 9)]).with_settings(SETTINGS)
    found = blocked(near, (2.0, 0.5), (18.0, 0.5), 0.3)
    assert found is not None
    assert (found.element, found.radius) == (101, 0.0)


@pytest.mark.parametrize("follows", [False, True])
def test_agents_of_the_told_radius_pass(follows: bool) -> None:
    """On random levels, a hair narrower; wider ones don't."""
    told = 0
    for seed in range(12):
        rng = random.Random(seed)
        settings = replace(
            SETTINGS, boundary_padding=rng.choice((0.0, 0.3, 0.6)), boundary_follows_radius=follows
        )
        level = scattered(seed, 10, 14.0).with_settings(settings)
        for _ in range(12):
            a, b = ((rng.uniform(0.5, 13.5), rng.uniform(0.5, 13.5)) for _ in range(2))
            found = blocked(level, a, b, 0.6)
            if found is None or found.radius < 0.02:
                continue
            told += 1
            assert blocked(level, a, b, found.radius - 0.001) is None
            assert blocked(level, a, b, found.radius + 0.001) is not None
    assert told > 15
