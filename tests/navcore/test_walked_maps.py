"""Networks of maps that nobody authored, grown by walking them (S4-034 to S4-038)."""

import itertools
import math
import random
from itertools import pairwise

import numpy as np
import pytest

from navcore.graph.generators.walk import Trail
from navcore.growing import Grower, Recipe
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Profile, Settings, Waypoint
from navcore.path.result import Status
from navcore.world import World
from tests.naive_corridors import Walls
from tests.network_levels import box, level_of, scattered

SETTINGS = Settings(agent_radius=0.3, cell_size=0.2, object_padding=0.05, boundary_padding=0.3)


def maze(seed: int) -> Level:
    """Return a maze of 8 by 8 squares, 2 m each, carved at random by depth-first search."""
    rng = random.Random(seed)
    count, side = 8, 2.0
    joined = set()
    known, stack = {(0, 0)}, [(0, 0)]
    while stack:
        x, z = stack[-1]
        around = [(x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)]
        new = [one for one in around if one not in known and min(one) >= 0 and max(one) < count]
        if not new:
            stack.pop()
            continue
        here = rng.choice(new)
        joined |= {((x, z), here), (here, (x, z))}
        known.add(here)
        stack.append(here)
    walls = []
    for x in range(count):
        for z in range(count):
            if x + 1 < count and ((x, z), (x + 1, z)) not in joined:
                right = (x + 1) * side
                walls.append(
                    box(right - 0.05, z * side - 0.05, right + 0.05, (z + 1) * side + 0.05)
                )
            if z + 1 < count and ((x, z), (x, z + 1)) not in joined:
                top = (z + 1) * side
                walls.append(box(x * side - 0.05, top - 0.05, (x + 1) * side + 0.05, top + 0.05))
    return level_of([box(0, 0, count * side, count * side)], walls)


def stroll(world: World, start: Point, metres: float, rng: random.Random) -> list[Point]:
    """Return the corners of a walk from one random place to the next."""
    track, walked = [start], 0.0
    while walked < metres:
        found = world.find_path(track[-1], (rng.uniform(0, 16), rng.uniform(0, 16)))
        if found.ok and found.snapped_goal is None:
            track += [(x, z) for x, z in found.points.tolist()]
            walked += found.length
    return track


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("made", [maze, lambda seed: scattered(seed, 12, 16.0)])
def test_a_map_is_walked_and_known_then(made, seed: int) -> None:
    """Nothing is authored; afterwards every place where the walk went sees the network.

    Merging waypoints beside each other loses none of them. The network has no more waypoints than
    allowed, every edge keeps the radius, and paths lead home.
    """
    level = made(seed).with_settings(SETTINGS)
    world, rng = World.build(level), random.Random(seed)
    home = next(at for at in ((1.0, 1.0), (15.0, 1.0), (8.0, 8.0)) if world.is_walkable(*at))
    track = stroll(world, home, 600.0, rng)
    grower = Grower.of(world, Profile())
    recipe = Recipe(method="walk", tracks=[np.array(track)])
    grown = grower.grow(recipe, rng, lambda: rng.randrange(1, 2**32))
    assert 1 < len(grown.level.of(Waypoint)) <= 500
    walls = Walls(level)
    for ax, az, bx, bz in grown.proposal.lines.tolist():
        assert walls.distance((ax, az), (bx, bz)) >= 0.3 - 1e-4
    nodes, unseen, count = grown.proposal.positions, 0, 0
    for a, b in pairwise(track):
        steps = np.linspace(0.0, 1.0, 2 + int(math.dist(a, b) / 0.3))[:, None]
        places = a + steps * (np.array(b) - a)
        places = places[grower.ground.clear(np.hstack((places, places)), 0.3)]
        count += len(places)
        for place in places.tolist():
            lines = np.hstack((np.broadcast_to(place, nodes.shape), nodes))
            unseen += not grower.ground.passes(lines, 0.3).any()
    # Between two places where the walk looked, a decimetre apart, one may be hidden.
    assert unseen <= count / 1000
    known = World.build(grown.level)
    statuses = [
        known.find_path(place, home, over="graph").status for place in rng.sample(track, 40)
    ]
    # Cells may block a line of sight that is clear by exact distances.
    assert statuses.count(Status.UNSEEN_START) <= 4
    assert {*statuses} <= {Status.COMPLETE, Status.ALREADY_THERE, Status.UNSEEN_START}
    assert Status.COMPLETE in statuses


def test_crumbs_of_a_runner_that_passes_corners_between_two_thoughts() -> None:
    """Its places are far apart; the straight lines between them are walked (S4-035)."""
    level = maze(3).with_settings(SETTINGS)
    world = World.build(level)
    floor = Grower.of(world, Profile()).ground
    path = world.find_path((1.0, 1.0), (15.0, 15.0))
    assert path.ok
    stops = [(1.0, 1.0), *map(tuple, path.points.tolist())]
    trail = Trail(floor, 0.3)
    for stop in stops:
        trail.go_on([stop])
    made = trail.proposal(ends=True)
    assert trail.breaks == 0
    walls = Walls(level)
    lines = made.lines.tolist()
    assert all(walls.distance((a, b), (c, d)) >= 0.3 - 1e-4 for a, b, c, d in lines)
    walked = sum(math.dist(a, b) for a, b in pairwise(stops))
    lengths = np.hypot(*(made.lines[:, 2:] - made.lines[:, :2]).T)
    assert lengths.sum() > 0.8 * walked


@pytest.mark.parametrize("seed", [3, 7])
def test_waypoints_drawn_by_hand_take_no_sight_from_an_even_spread(seed: int) -> None:
    """They replace new ones beside them only where nothing loses sight of the network."""
    rng = random.Random(seed)
    bare = maze(seed).with_settings(SETTINGS)
    drawn = [
        Waypoint(id=i, name=f"drawn_{i}", position=(rng.uniform(0.6, 15.4), rng.uniform(0.6, 15.4)))
        for i in range(500, 530)
    ]
    shares = []
    for level in (bare, Edit.put(bare, drawn).apply(bare)):
        grower = Grower.of(World.build(level), Profile())
        grown = grower.grow(
            Recipe(method="spread", spacing=1.5), random.Random(1), itertools.count(10**6).__next__
        )
        shares.append(grown.coverage.share)
    assert shares == [1.0, 1.0]
    assert len(grown.proposal.positions) < 0.95 * len(grown.level.of(Waypoint))
