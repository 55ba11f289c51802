"""Time to generate networks, and to compute the floor that sees them.

    pytest tests/bench/test_network_bench.py --benchmark-columns=min,median

On squares strewn with turned rectangles, of 1,000 corners and of 4,336, and in the market town.
Every result is checked; no verdict depends on speed.
"""

import random
from typing import Final

import msgspec
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from navcore.graph.clearance import Clearance
from navcore.graph.coverage import coverage
from navcore.graph.floors import floor_for
from navcore.graph.generators.corner_network import CornerNetwork, around_corners
from navcore.graph.generators.corners import AroundCorners
from navcore.graph.generators.laying import lay
from navcore.graph.generators.proposal import NOTHING
from navcore.graph.generators.spread import spread, usual_seed
from navcore.growing import Grower
from navcore.level.edit import Edit
from navcore.level.model import Profile
from navcore.world import World
from tests.network_levels import sample_ground, scattered

RADIUS: Final = 0.3


@pytest.mark.parametrize("obstacles", [250, 1084])
def test_around_corners(benchmark: BenchmarkFixture, obstacles: int) -> None:
    """Nodes, pairs that see each other, and the edges that paths need."""
    clearance = Clearance.of(scattered(1, obstacles, 4.0 * obstacles**0.5))
    proposal = benchmark(around_corners, clearance, RADIUS)
    benchmark.extra_info["waypoints"] = len(proposal.positions)
    benchmark.extra_info["edges"] = len(proposal.pairs)
    assert clearance.clear(proposal.lines, RADIUS).all()


def test_a_moved_obstacle(benchmark: BenchmarkFixture) -> None:
    """Measure a frame of a drag with a thousand corners."""
    level = scattered(1, 250, 64.0)
    network = CornerNetwork.of(Clearance.of(level), RADIUS, AroundCorners(), NOTHING)
    block = next(iter(level.obstacles.values()))
    ring = tuple((x + 0.2, z) for x, z in block.polygon)
    edit = Edit.put(level, [msgspec.structs.replace(block, polygon=ring)])
    moved = edit.apply(level)
    found = benchmark(lambda: network.changed(moved, edit).proposal)
    built = around_corners(Clearance.of(moved), RADIUS)
    assert sorted(map(sorted, found.lines.tolist())) == sorted(map(sorted, built.lines.tolist()))


def test_town_spread(benchmark: BenchmarkFixture) -> None:
    """Even spread over the largest sample."""
    level = sample_ground("market_town")
    clearance = Clearance.of(level)
    radius = level.settings.agent_radius
    seed = usual_seed(level, clearance, radius)
    proposal = benchmark(spread, clearance, radius, seed)
    benchmark.extra_info["waypoints"] = len(proposal.positions)
    assert clearance.clear(proposal.lines, radius).all()


def test_town_coverage(benchmark: BenchmarkFixture) -> None:
    """Measure a coverage overlay after an edit."""
    level = sample_ground("market_town")
    radius, rng = level.settings.agent_radius, random.Random(1)
    proposal = around_corners(Grower.of(World.build(level), Profile()).ground, radius)
    level = lay(level, proposal, lambda: rng.randrange(1, 2**32)).apply(level)
    world = World.build(level)
    floor, grid = floor_for(world, Profile()), world.grid_for(Profile())
    found = benchmark(coverage, floor, grid, radius)
    benchmark.extra_info["cells"] = found.walkable
    assert found.share > 0.99
