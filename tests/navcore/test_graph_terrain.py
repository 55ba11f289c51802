"""Networks stay out of terrain that agents can't enter, and come over narrow bridges."""

import math
from dataclasses import replace

import numpy as np
import pytest

from navcore.graph.clearance import Blocked, Clearance
from navcore.graph.coverage import coverage
from navcore.graph.generators.corner_network import around_corners
from navcore.graph.generators.laying import lay
from navcore.graph.generators.needs import needs_along
from navcore.graph.generators.spread import spread
from navcore.graph.generators.walk import walk
from navcore.graph.shut_terrain import ShutTerrain
from navcore.growing import Grower
from navcore.level.model import Area, Edge, Profile, Settings, Zone
from navcore.world import World
from tests.network_levels import box, components, level_of, sample_ground, square

WALKER, SWIMMER = Profile(), Profile(abilities=("swim",))


def river(*bridges):
    """A room with a river through it, and bridges."""
    level = level_of([square(0, 20)]).with_settings(Settings(cell_size=0.4))
    zones = [Zone(id=50, terrain="water", polygon=box(8, 0, 12, 20), order=0.0)]
    zones += [
        Zone(id=51 + i, terrain="ground", polygon=ring, order=1.0) for i, ring in enumerate(bridges)
    ]
    return level.with_items({zone.id: zone for zone in zones})


def clearance_of(world, profile):
    """Return the clearance, terrain included."""
    return Grower.of(world, profile).ground


def assert_dry(world, lines):
    """Check that no point of a line is in a closed cell."""
    shut = ShutTerrain.of(world.on("ground").terrain, WALKER)
    for ax, az, bx, bz in lines.tolist():
        steps = np.linspace(0, 1, 2 + int(math.dist((ax, az), (bx, bz)) / 0.05))[:, None]
        places = np.array((ax, az)) + steps * np.array((bx - ax, bz - az))
        assert not shut.holds(places).any()


def test_lines_must_not_cross_water_but_may_run_beside_it():
    """The distance doesn't matter; swimmers may cross."""
    world = World.build(river())
    found = clearance_of(world, WALKER)
    assert found.blocked((2.0, 5.0), (18.0, 5.0), 0.4) == Blocked(None, 0.0, 0.0)
    assert found.blocked((10.0, 5.0), (10.0, 6.0), 0.4) == Blocked(None, 0.0, 0.0)
    assert found.blocked((7.9, 2.0), (7.9, 18.0), 0.4) is None
    assert clearance_of(world, SWIMMER).blocked((2.0, 5.0), (18.0, 5.0), 0.4) is None
    assert (
        ShutTerrain.of(World.build(level_of([square(0, 9)])).on("ground").terrain, WALKER) is None
    )


@pytest.mark.parametrize("how", ["corners", "spread", "walk"])
def test_networks_come_over_a_bridge_narrower_than_the_agent(how):
    """Two cells wide."""
    world = World.build(river(box(8, 9.2, 12, 10.0)))
    found = clearance_of(world, WALKER)
    if how == "corners":
        proposal = around_corners(found, 0.45)
    elif how == "spread":
        proposal = spread(found, 0.45, (3.0, 3.0), 2.0)
    else:
        proposal = walk(found, 0.45, [(3.0, 3.0), (7.0, 9.6), (13.0, 9.6), (17.0, 3.0)])
    assert proposal.nodes[:, 0].max() > 12
    assert len(set(components(len(proposal.nodes), proposal.pairs))) == 1
    assert_dry(world, proposal.lines)


def test_networks_go_round_a_lake():
    """Its corners have nodes; both shores are covered."""
    level = level_of([square(0, 20)])
    level = level.with_items({50: Zone(id=50, terrain="water", polygon=box(5, 5, 15, 15))})
    world = World.build(level)
    found = clearance_of(world, WALKER)
    proposal = around_corners(found, 0.45)
    assert len(proposal.positions) == 4
    assert len(proposal.pairs) == 4
    number = iter(range(1000, 2000))
    after = lay(level, proposal, lambda: next(number)).apply(level)
    grid = World.build(after).grid_for(WALKER)
    shut = ShutTerrain.of(world.on("ground").terrain, WALKER)
    seen = coverage(Clearance.of(after, shut=shut), grid, 0.45)
    assert seen.share == 1.0


def test_the_marsh_stays_dry():
    """For those that can't swim."""
    level = sample_ground("marsh")
    world = World.build(level)
    proposal = around_corners(clearance_of(world, WALKER), level.settings.agent_radius)
    assert len(proposal.pairs) > 20
    assert_dry(world, proposal.lines)


def test_edges_need_what_their_doors_and_waters_need():
    """Edges around them need nothing."""
    keyed = Area(id=5, name="gate", polygon=box(20, 9, 21, 11), door=True, needs=("key",))
    level = river().with_items({5: keyed, 6: Area(id=6, name="b", polygon=box(21, 0, 30, 20))})
    world, able = World.build(level), Profile(abilities=("swim", "key", "fly"))
    proposal = spread(clearance_of(world, able), 0.45, (3.1, 3.0), 3.0)
    needs = needs_along(world, able, proposal.lines)
    number = iter(range(1000, 9000))
    made = lay(level, replace(proposal, needs=needs), lambda: next(number)).apply(level)
    found = {edge.needs for edge in made.of(Edge).values()}
    assert found == {(), ("key",), ("swim",)}
    for edge, (ax, _, bx, _) in zip(made.of(Edge).values(), proposal.lines.tolist(), strict=True):
        # Water begins and ends with whole cells.
        if max(ax, bx) > 8.4 and min(ax, bx) < 11.6:
            assert "swim" in edge.needs
        if max(ax, bx) < 7.6 or min(ax, bx) > 12.4:
            assert "swim" not in edge.needs
        assert ("key" in edge.needs) == (max(ax, bx) > 20.0 and min(ax, bx) < 21.0)
