"""Networks from walks: strokes, agents and random walks."""

import math
import random
from itertools import pairwise

import numpy as np
import pytest

from navcore.errors import Cancelled, NavcoreError
from navcore.graph.clearance import Clearance
from navcore.graph.generators.breadcrumbs import FromWalk
from navcore.graph.generators.laying import lay
from navcore.graph.generators.proposal import Proposal, Standing
from navcore.graph.generators.spread import usual_seed
from navcore.graph.generators.walk import Trail, along, walk
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Waypoint
from navcore.world import World
from tests.naive_corridors import Walls
from tests.network_levels import (
    assert_keeps_clear,
    box,
    components,
    level_of,
    sample_ground,
    square,
)

TWO_ROOMS = level_of([box(0, 0, 10, 10), box(10, 4, 11, 6), box(11, 0, 20, 10), box(30, 0, 40, 10)])
ELL = level_of([box(0, 0, 10, 2), box(8, 0, 10, 10)])


def ids(seed=1):
    """New ids."""
    rng = random.Random(seed)
    return lambda: rng.randrange(1, 2**32)


def laid(level, proposal):
    """Return the level with a network, after checking that undo removes it."""
    edit = lay(level, proposal, ids())
    after = edit.apply(level)
    assert edit.inverse().apply(after) == level
    return after


def is_connected(proposal):
    """Return whether all waypoints are connected."""
    return len(set(components(len(proposal.nodes), proposal.pairs))) == 1


def test_a_walk_round_a_corner_leaves_two_waypoints():
    """HOME, and the last place that saw it."""
    proposal = walk(Clearance.of(ELL), 0.4, [(1, 1), (9, 1), (9, 9)])
    assert len(proposal.positions) == 2
    assert proposal.positions[0].tolist() == [1.0, 1.0]
    assert proposal.pairs.tolist() == [[0, 1]]
    assert_keeps_clear(ELL, 0.4, proposal.lines)


def test_a_walk_to_and_fro_leaves_nothing_new():
    """Known ground has its waypoints."""
    once = walk(Clearance.of(ELL), 0.4, [(1, 1), (9, 1), (9, 9)])
    track = [(1, 1), (9, 1), (9, 9)] + [(9, 1), (1, 1), (9, 1), (9, 9)] * 20
    again = walk(Clearance.of(ELL), 0.4, track)
    assert len(again.positions) == len(once.positions)


def test_a_fast_mover_gets_past_two_corners():
    """Places far apart are joined by the line between them."""
    level = level_of([square(0, 20)], [box(4, 0, 6, 15), box(10, 5, 12, 20)])
    track = [(2, 2), (2, 17.5), (8, 17.5), (8, 3), (14, 3), (16, 16)]
    proposal = walk(Clearance.of(level), 0.4, track)
    assert proposal.warnings == ()
    assert is_connected(proposal)
    assert_keeps_clear(level, 0.4, proposal.lines)


def test_a_walk_around_a_block_closes_the_loop():
    """The last waypoint is joined to the first."""
    level = level_of([square(0, 20)], [square(5, 15)])
    proposal = walk(
        Clearance.of(level), 0.4, [(2.5, 2.5), (17.5, 2.5), (17.5, 17.5), (2.5, 17.5), (2.5, 3.5)]
    )
    assert is_connected(proposal)
    assert len(proposal.pairs) >= len(proposal.positions)


def test_a_walk_through_walls_says_so():
    """No edge leads through them."""
    level = level_of([square(0, 20)], [box(9, 0, 11, 20)])
    proposal = walk(Clearance.of(level), 0.4, [(3, 3), (17, 3)])
    assert proposal.warnings == (
        "In 1 place the walk led where there is no room: its parts may not be joined.",
    )
    assert not is_connected(proposal)
    with pytest.raises(NavcoreError, match="at least one place"):
        walk(Clearance.of(level), 0.4, [])


def test_a_walk_along_a_wall_keeps_its_distance():
    """Places too near the outer edge count as outside."""
    track = [(0.1, 0.1), (9.9, 0.1), (9.9, 9.9)]
    proposal = walk(Clearance.of(ELL), 0.4, track)
    assert proposal.warnings == ()
    assert is_connected(proposal)
    assert_keeps_clear(ELL, 0.4, proposal.lines)


@pytest.mark.parametrize("options", [FromWalk(), FromWalk(longest=6.0, short_cut=1.2)])
@pytest.mark.parametrize("name", ["tavern", "cave"])
def test_ten_minutes_of_walking_keep_the_count_bounded(name, options):
    """Every edge is clear; a second time as long hardly adds a waypoint."""
    level = sample_ground(name)
    clearance, world, rng = Clearance.of(level), World.build(level), random.Random(5)
    x0, z0, x1, z1 = clearance.sources.bounds
    place = usual_seed(level, clearance, 0.45)
    track, walked = [place], [0.0]
    while walked[-1] < 2 * 600 * 1.4:
        goal = (rng.uniform(x0, x1), rng.uniform(z0, z1))
        found = world.find_path(place, goal, snap_radius=0.0)
        if found.ok:
            for a, b in pairwise(found.points.tolist()):
                track.append(tuple(b))
                walked.append(walked[-1] + math.dist(a, b))
            place = track[-1]
    half = track[: next(i for i, length in enumerate(walked) if length > 600 * 1.4)]
    first, both = (walk(clearance, 0.45, one, options) for one in (half, track))
    assert len(first.positions) <= len(both.positions) + 5
    assert len(both.positions) <= min(500, 1.5 * len(first.positions) + 10)
    assert_keeps_clear(level, 0.45, both.lines)
    few = walk(clearance, 0.45, half, FromWalk(most=5))
    assert len(few.positions) <= 5
    assert few.warnings[0] == "The walk was too long: it stopped at 5 waypoints."


def test_a_trail_place_by_place_gives_the_network_of_the_whole():
    """Asking in between changes nothing."""
    level = level_of([square(0, 20)], [box(4, 0, 6, 15), box(10, 5, 12, 20)])
    track = [(2, 2), (2, 17.5), (8, 17.5), (8, 3), (14, 3), (16, 16)]
    trail = Trail(Clearance.of(level), 0.4)
    counts = []
    for place in track:
        trail.go_on([place])
        counts.append(len(trail.proposal().positions))
    assert counts == sorted(counts)
    whole = walk(Clearance.of(level), 0.4, track)
    assert len(trail.proposal().positions) == len(whole.positions) == counts[-1]
    assert is_connected(trail.proposal())
    assert_keeps_clear(level, 0.4, trail.proposal().lines)


def test_a_trail_leaves_a_waypoint_where_it_ends():
    """It also leaves some at the longest edge's length in between."""
    level = level_of([box(0, 0, 40, 4)])
    trail = Trail(Clearance.of(level), 0.4, FromWalk(longest=10.0))
    trail.go_on([(2, 2), (38, 2)])
    trail.end()
    proposal = trail.proposal()
    assert sorted(proposal.positions[:, 0].round().tolist()) == [2, 12, 22, 32, 38]
    assert is_connected(proposal)
    lengths = np.hypot(*(proposal.lines[:, 2:] - proposal.lines[:, :2]).T)
    assert lengths.max() < 10.2


def test_walks_apart_are_not_joined_by_the_jump_between_them():
    """An agent that is put elsewhere walked nothing in between."""
    trail = Trail(Clearance.of(TWO_ROOMS), 0.4)
    shares: list[float] = []
    tracks = [np.array([(2, 2), (8, 8)]), np.array([(32, 2), (38, 8)])]
    proposal = along(trail, tracks, shares.append)
    assert shares == sorted(shares)
    assert 0.5 <= shares[-1] < 1.0
    assert len(proposal.positions) == 4
    assert len(proposal.pairs) == 2
    assert proposal.warnings == ()


def test_a_walk_over_a_network_that_stands_adds_nothing():
    """Edges that stand lead there already."""
    clearance = Clearance.of(ELL)
    trail = Trail(clearance, 0.4)
    trail.go_on([(1, 1), (9, 1), (9, 9)])
    trail.end()
    level = laid(ELL, trail.proposal())
    again = Trail(clearance, 0.4, standing=Standing.of(level, replace=False))
    again.go_on([(9, 9), (9, 1), (1, 1), (9, 1), (9, 9)])
    again.end()
    assert len(again.proposal().positions) == 0
    assert not lay(level, again.proposal(), ids())


def test_a_walk_joins_nothing_far_from_it():
    """Waypoints that stand elsewhere unjoined were left so on purpose."""
    level = level_of([square(0, 40)])
    apart = [Waypoint(id=i, name=f"w{i}", position=(30.0 + i, 30.0)) for i in (1, 2)]
    level = Edit.put(level, apart).apply(level)
    proposal = walk(Clearance.of(level), 0.4, [(2, 2), (8, 2)], standing=Standing.of(level))
    assert len(proposal.pairs) == 0


def test_a_walk_ends_when_it_is_asked_to():
    """It stops between two choices."""
    trail = Trail(Clearance.of(ELL), 0.4)

    def stop(share):
        raise Cancelled

    with pytest.raises(Cancelled):
        trail.go_on([(1, 1), (9, 1)], stop)


def test_no_walk_leaves_more_than_the_most() -> None:
    """Wherever a waypoint would be left: on a straight, at a turn, where a walk begins or ends."""
    assert FromWalk() == FromWalk(most=500, spacing=1.0, reach=5.0), "the numbers of S4-037"
    clearance = Clearance.of(level_of([box(0, 0, 40, 4)]))
    told = ("The walk was too long: it stopped at 3 waypoints.",)
    straight = walk(clearance, 0.4, [(2, 2), (38, 2)], FromWalk(most=3, longest=10.0))
    assert straight.positions[:, 0].round().tolist() == [2, 12, 22]
    assert straight.warnings == told
    jumps = Trail(clearance, 0.4, FromWalk(most=3))
    for x in (2, 12, 22, 32):
        jumps.go_on([(x, 2)])
        jumps.end()
    assert jumps.proposal().positions[:, 0].tolist() == [2, 12, 22]
    whole = jumps.proposal(ends=True)
    assert (len(whole.positions), jumps.breaks) == (3, 0)
    two = walk(Clearance.of(ELL), 0.4, [(1, 1), (9, 1), (9, 9)], FromWalk(most=1))
    assert len(two.positions) == 1
    assert two.warnings == ("The walk was too long: it stopped at 1 waypoint.",)


def random_walk(level: Level, seed: int, corners: int) -> list[Point]:
    """Shortest paths from one random place to the next."""
    rng, world = random.Random(seed), World.build(level)
    track: list[Point] = []
    while len(track) < corners:
        goal = (rng.uniform(1, 29), rng.uniform(1, 29))
        if not track:
            track += [goal] if world.is_walkable(*goal) else []
            continue
        found = world.find_path(track[-1], goal, snap_radius=0.0)
        track += [(x, z) for x, z in found.points.tolist()]
    return track


def test_waypoints_beside_each_other_become_one_where_nothing_is_lost() -> None:
    """By a naive search, removed waypoints saw no more than their neighbours (S4-037)."""
    merged = 0
    for seed in (8, 9, 11):
        rng = random.Random(seed)
        blocks = []
        for _ in range(14):
            x, z = rng.uniform(1, 27), rng.uniform(1, 27)
            wide, deep = rng.choice([(0.3, 6), (6, 0.3), (2, 2)])
            blocks.append(box(x, z, x + wide, z + deep))
        level = level_of([square(0, 30)], blocks)
        clearance, track = Clearance.of(level), random_walk(level, seed, 250)
        every, fewer = (
            walk(clearance, 0.45, track, FromWalk(spacing=spacing)) for spacing in (0.0, 1.0)
        )
        merged += len(every.positions) - len(fewer.positions)
        assert {*map(tuple, fewer.positions.tolist())} <= {*map(tuple, every.positions.tolist())}
        assert components_of(fewer) == components_of(every) == 1
        walls = Walls(level)
        beside: dict[int, set[int]] = {}
        for a, b in fewer.pairs.tolist():
            beside.setdefault(a, set()).add(b)
            beside.setdefault(b, set()).add(a)
        places = [(x, z) for x, z in fewer.positions.tolist()]
        for row, place in enumerate(places):
            for other, near in enumerate(places):
                if row == other or math.dist(place, near) > 1.0:
                    continue
                ends = [places[end] for end in beside[row] - {other}]
                assert any(walls.distance(near, end) < 0.45 for end in ends), (seed, place, near)
    assert merged


def components_of(proposal: Proposal) -> int:
    """Return the number of connected parts of its waypoints."""
    return len(set(components(len(proposal.nodes), proposal.pairs)))
