"""Networks around corners are clear, connected, and give nearly shortest paths."""

import math
import random
import sys

import numpy as np
import pytest

from navcore.bake.profile import NO_PADDING, Padding
from navcore.errors import NavcoreError
from navcore.geometry import edge_trees
from navcore.graph import clearance as clearance_module
from navcore.graph.clearance import Clearance
from navcore.graph.generators import sight, thinning
from navcore.graph.generators.corner_network import CornerNetwork, around_corners
from navcore.graph.generators.corners import AroundCorners, corner_nodes
from navcore.graph.generators.laying import lay
from navcore.graph.generators.proposal import GROWN, Standing
from navcore.graph.generators.sight import visible_pairs
from navcore.graph.generators.thinning import CROWDED, Thinning, thinned
from navcore.level.edit import Edit
from navcore.level.model import Edge, Waypoint
from navcore.samples import names
from tests.interpreted import load_interpreted
from tests.network_levels import (
    ExactVisibility,
    assert_keeps_clear,
    box,
    components,
    distances,
    length_over,
    level_of,
    random_floor,
    sample_ground,
    scattered,
    spiky,
    square,
)
from tests.strategies import random_edit

ALL = AroundCorners(thinning=Thinning(detour=0.0, neighbours=1000))


def nodes_of(level, radius=0.4, **options):
    """Return the positions of the nodes at corners."""
    return corner_nodes(Clearance.of(level), radius, AroundCorners(**options)).positions


def test_nodes_stand_on_the_bisector_of_a_corner():
    """Farther out than the radius, so that edges along a wall keep it."""
    level = level_of([square(0, 10)], [square(4, 6)])
    found = sorted(nodes_of(level).round(9).tolist())
    assert found == [[3.56, 3.56], [3.56, 6.44], [6.44, 3.56], [6.44, 6.44]]
    proposal = around_corners(Clearance.of(level), 0.4)
    assert len(proposal.pairs) == 4
    assert_keeps_clear(level, 0.44, proposal.lines)


def test_floor_that_juts_in_has_nodes_and_rooms_have_none():
    """Areas that cross each other are one floor, with corners where they cross."""
    level = level_of([box(0, 4, 10, 6), box(4, 0, 6, 10)])
    found = sorted(nodes_of(level).round(6).tolist())
    assert found == [[4.44, 4.44], [4.44, 5.56], [5.56, 4.44], [5.56, 5.56]]


def test_sharp_corners_have_two_nodes():
    """Rather than one far out."""
    level = level_of([square(0, 20)], [((4, 9.8), (12, 10), (4, 10.2))])
    found = nodes_of(level)
    tip = [node for node in found.tolist() if node[0] > 12]
    assert len(tip) == 2
    assert all(math.dist(node, (12, 10)) < 0.7 for node in tip)
    assert_keeps_clear(level, 0.4, around_corners(Clearance.of(level), 0.4).lines)


@pytest.mark.parametrize("half", [5.0, 15.0, 29.0, 39.0, 41.0, 45.0, 70.0])
def test_no_node_stands_farther_out_than_two_offsets(half):
    """A corner gets two before one would (S4-022); the angle is half of the corner's."""
    turn = math.radians(half)
    ends = [(12 - 6 * math.cos(turn), 15 + side * 6 * math.sin(turn)) for side in (-1, 1)]
    level = level_of([square(0, 30)], [((12, 15), ends[1], ends[0])])
    tip = [node for node in nodes_of(level).tolist() if math.dist(node, (12, 15)) < 4]
    assert len(tip) == (2 if half < 40 else 1)
    assert all(math.dist(node, (12, 15)) <= 2 * 0.44 + 1e-9 for node in tip)
    assert_keeps_clear(level, 0.4, around_corners(Clearance.of(level), 0.4).lines)


def test_nodes_that_stand_in_something_are_dropped():
    """So are nodes too near to an obstacle."""
    level = level_of([square(0, 10)], [square(4, 6), box(6.5, 6.5, 9, 9)])
    assert [6.44, 6.44] not in nodes_of(level).round(9).tolist()
    assert len(nodes_of(level_of([square(0, 10)], [square(4, 6), square(3, 9)]))) == 4


def test_narrow_places_have_nodes_without_buffer():
    """A corridor of twice the radius and a hair."""
    level = level_of([box(0, 0, 10, 10)], [box(0, 4, 4.59, 6), box(5.41, 4, 10, 6)])
    proposal = around_corners(Clearance.of(level), 0.4)
    assert len(set(components(len(proposal.nodes), proposal.pairs))) == 1


def test_round_outlines_are_simplified():
    """A column of a hundred corners has about ten nodes, all clear of the column."""
    ring = tuple(
        (5 + math.cos(math.tau * i / 100), 5 + math.sin(math.tau * i / 100)) for i in range(100)
    )
    level = level_of([square(0, 10)], [ring])
    assert len(nodes_of(level, simplify=0.0)) == 100
    assert 4 <= len(nodes_of(level)) <= 12
    assert_keeps_clear(level, 0.4, around_corners(Clearance.of(level), 0.4).lines)


def test_inner_corners_have_nodes_if_asked():
    """Off both walls by the radius, its buffer and a bit."""
    found = nodes_of(level_of([square(0, 10)]), concave=True)
    assert sorted(found.round(6).tolist()) == [
        [0.54, 0.54], [0.54, 9.46], [9.46, 0.54], [9.46, 9.46]
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_visible_pairs_equal_brute_force(seed):
    """Those that run into a corner are left out if corners are known."""
    clearance = Clearance.of(random_floor(seed) if seed % 2 else scattered(seed, 12, 14.0))
    corners = corner_nodes(clearance, 0.3, AroundCorners())
    nodes, count = corners.positions, len(corners.positions)
    every = [(i, j) for i in range(count) for j in range(i + 1, count)]
    seen = [
        (i, j) for i, j in every
        if clearance.blocked(tuple(nodes[i]), tuple(nodes[j]), 0.3) is None
    ]  # fmt: skip
    assert list(map(tuple, visible_pairs(clearance, 0.3, nodes).tolist())) == seen

    def is_taut(k, other):
        (ax, az, bx, bz), (dx, dz) = corners.sides[k], nodes[other] - nodes[k]
        return (dx * az - dz * ax) * (dx * bz - dz * bx) >= -1e-9 * (dx * dx + dz * dz)

    taut = [(i, j) for i, j in seen if is_taut(i, j) and is_taut(j, i)]
    found = visible_pairs(clearance, 0.3, nodes, sides=corners.sides)
    assert list(map(tuple, found.tolist())) == taut
    both = sorted({*taut, *((i, j) for i, j in seen if math.dist(nodes[i], nodes[j]) <= 3.0)})
    found = visible_pairs(clearance, 0.3, nodes, sides=corners.sides, near=3.0)
    assert list(map(tuple, found.tolist())) == both
    near = [(i, j) for i, j in seen if math.dist(nodes[i], nodes[j]) <= 5.0]
    assert list(map(tuple, visible_pairs(clearance, 0.3, nodes, longest=5.0).tolist())) == near


@pytest.mark.parametrize("seed", range(3))
def test_visible_pairs_equal_brute_force_among_many_obstacles(seed):
    """This holds where blockers are guessed by direction, at every clearance."""
    padding = (NO_PADDING, Padding(0.2, 0.0), Padding(0.3, -0.2))[seed]
    clearance = Clearance.of(scattered(seed, 90, 38.0), padding=padding)
    nodes = corner_nodes(clearance, 0.3, AroundCorners()).positions
    rng = np.random.default_rng(seed)
    free = rng.uniform(1, 37, (100, 2))
    free = free[clearance.clear(np.hstack((free, free)), 0.3)]
    nodes = np.concatenate((nodes, free))
    pairs = np.column_stack(np.triu_indices(len(nodes), 1))
    expected = pairs[clearance.blockers(nodes[pairs].reshape(-1, 4), 0.3) < 0]
    assert len(expected) > 1000
    assert visible_pairs(clearance, 0.3, nodes).tolist() == expected.tolist()


@pytest.mark.parametrize("seed", range(200))
def test_random_levels_get_clear_networks(seed):
    """The oracle confirms it for random levels."""
    level = random_floor(seed)
    radius = (0.0, 0.3, 0.45, 1.0)[seed % 4]
    proposal = around_corners(Clearance.of(level), radius, AroundCorners(concave=seed % 3 == 0))
    assert_keeps_clear(level, radius, proposal.lines)
    places = proposal.positions
    assert_keeps_clear(level, radius, np.hstack((places, places)))


@pytest.mark.parametrize("name", names())
def test_samples_get_clear_networks(name):
    """They have the radius of each sample."""
    level = sample_ground(name)
    radius = level.settings.agent_radius
    proposal = around_corners(Clearance.of(level), radius)
    assert_keeps_clear(level, radius, proposal.lines[:: 1 + len(proposal.pairs) // 300])


@pytest.mark.parametrize("seed", range(40))
def test_paths_are_hardly_longer_than_the_shortest(seed):
    """Within 2 % of the visibility graph around obstacles grown by the radius."""
    level = scattered(seed, 14, 20.0)
    exact, rng = ExactVisibility(level, 0.25), random.Random(seed)
    clearance = Clearance.of(level)
    full, usual = around_corners(clearance, 0.25, ALL), around_corners(clearance, 0.25)
    assert full.detour == 0.0
    for _ in range(5):
        ends = []
        while len(ends) < 2 or math.dist(*ends) < 5:
            ends = [(rng.uniform(1, 19), rng.uniform(1, 19)) for _ in range(2)]
            ends = [place for place in ends if exact.is_free(place)]
        shortest = exact.length(*ends)
        found = length_over(clearance, 0.25, full.nodes, full.pairs, ends)
        assert found <= 1.02 * shortest
        thin = length_over(clearance, 0.25, usual.nodes, usual.pairs, ends)
        assert thin <= (1 + usual.detour) * found + 1e-9
        assert thin <= 1.02 * shortest


@pytest.mark.parametrize("seed", range(20))
def test_paths_around_tips_are_hardly_longer_than_any(seed):
    """Within 2 % of the shortest that a round body has, which bends around tips in arcs."""
    level = spiky(seed)
    exact, rng = ExactVisibility(level, 0.25, rounded=True), random.Random(seed)
    clearance = Clearance.of(level)
    network = around_corners(clearance, 0.25)
    for _ in range(4):
        ends = []
        while len(ends) < 2 or math.dist(*ends) < 5:
            ends = [(rng.uniform(1, 19), rng.uniform(1, 19)) for _ in range(2)]
            ends = [place for place in ends if exact.is_free(place)]
        shortest = exact.length(*ends)
        found = length_over(clearance, 0.25, network.nodes, network.pairs, ends)
        assert found <= 1.02 * shortest


@pytest.mark.parametrize("seed", range(20))
def test_thinning_bounds_every_detour(seed):
    """Connected waypoints stay connected."""
    rng = np.random.default_rng(seed)
    nodes = rng.uniform(0, 10, (40, 2))
    pairs = np.column_stack(np.triu_indices(40, 1))
    pairs = pairs[rng.uniform(size=len(pairs)) < 0.3]
    options = Thinning(detour=(0.0, 0.05, 0.3)[seed % 3], neighbours=8)
    left = thinned(nodes, pairs, options, fixed=pairs[:5])
    kept = np.concatenate((pairs[:5], left.pairs))
    assert len(kept) == len(set(map(tuple, kept.tolist())))
    for node in range(40):
        before, after = distances(nodes, pairs, node), distances(nodes, kept, node)
        for one, other in zip(before, after, strict=True):
            assert other <= (1 + left.detour) * one + 1e-6 or other == one == math.inf
    degrees = np.bincount(kept.ravel(), minlength=40)
    assert left.degrees.tolist() == degrees.tolist()
    short = thinned(nodes, pairs, Thinning(detour=0.0, longest=3.0)).pairs
    assert np.hypot(*(nodes[short[:, 0]] - nodes[short[:, 1]]).T).max() <= 3.0


@pytest.mark.parametrize("seed", range(6))
def test_thinning_equals_a_naive_one(seed):
    """Shortest first, each kept unless a detour does: a longer one where it is crowded (S4-028)."""
    rng = np.random.default_rng(100 + seed)
    nodes = rng.uniform(0, 10, (25, 2))
    pairs = np.column_stack(np.triu_indices(25, 1))
    detour, most = 0.1, (3, 4, 5)[seed % 3]
    lengths = np.hypot(*(nodes[pairs[:, 1]] - nodes[pairs[:, 0]]).T)
    kept = np.empty((0, 2), np.int64)
    for a, b in pairs[np.argsort(lengths, kind="stable")].tolist():
        is_crowded = max((kept == a).sum(), (kept == b).sum()) >= most
        bound = 1 + (CROWDED if is_crowded else 1) * detour
        if distances(nodes, kept, a)[b] > bound * math.dist(nodes[a], nodes[b]):
            kept = np.vstack((kept, (a, b)))
    left = thinned(nodes, pairs, Thinning(detour=detour, neighbours=most))
    assert sorted(left.pairs.tolist()) == sorted(kept.tolist())
    loose = thinned(nodes, pairs, Thinning(detour=detour, neighbours=1000))
    assert sorted(loose.pairs.tolist()) != sorted(left.pairs.tolist())


def assert_connects(clearance, radius):
    """Check that the network connects all nodes that visible edges connect."""
    proposal = around_corners(clearance, radius)
    every = visible_pairs(clearance, radius, proposal.positions)
    count = len(proposal.positions)
    assert groups(components(count, proposal.pairs)) == groups(components(count, every))


def groups(labels):
    """Return the groups of nodes with the same label."""
    found = {}
    for node, label in enumerate(labels):
        found.setdefault(label, []).append(node)
    return sorted(found.values())


@pytest.mark.parametrize("seed", range(60))
def test_networks_of_random_levels_are_connected(seed):
    """This includes nodes at which no shortest path turns."""
    level = scattered(seed, 14, 16.0) if seed % 2 else random_floor(seed)
    assert_connects(Clearance.of(level), 0.3)


@pytest.mark.parametrize("name", names())
def test_networks_of_samples_are_connected(name):
    """As far as their floor is."""
    level = sample_ground(name)
    assert_connects(Clearance.of(level), level.settings.agent_radius)


@pytest.mark.parametrize("seed", range(40))
def test_networks_follow_edits(seed):
    """As if they were made from scratch, obstacles and floor moved and switched."""
    rng = random.Random(seed)
    level = scattered(seed, 12, 14.0) if seed % 2 else random_floor(seed)
    post = Waypoint(id=9000, name="post", position=(2.0, 2.0))
    level = Edit.put(level, [post]).apply(level)
    options, standing = AroundCorners(), Standing.of(level)
    network = CornerNetwork.of(Clearance.of(level), 0.3, options, standing)
    for _ in range(6):
        edit = random_edit(level, rng)
        level = edit.apply(level)
        network = network.changed(level, edit, standing)
        built = CornerNetwork.of(Clearance.of(level), 0.3, options, standing)
        # Outlines stand in another order.
        assert edges_between(network.nodes, network.pairs) == edges_between(
            built.nodes, built.pairs
        )


def edges_between(nodes, pairs):
    """Return the pairs of positions, without order."""
    places = [tuple(place) for place in nodes.positions.tolist()]
    return {frozenset((places[a], places[b])) for a, b in pairs.tolist()}


def test_options_without_sense_are_refused():
    """There is a message."""
    with pytest.raises(NavcoreError, match="detour must be at least 0"):
        Thinning(detour=-1.0)
    with pytest.raises(NavcoreError, match="simplify and extra must be at least 0"):
        AroundCorners(simplify=-0.1)


def test_growing_again_keeps_what_is_locked_or_drawn():
    """The rest is replaced, in one step that undoes to the same level."""
    level = level_of([square(0, 10)], [square(4, 6)])
    drawn = Waypoint(id=7, name="post", position=(2.0, 5.0), type="guardPost")
    stuck = Waypoint(id=8, name="stuck", position=(4.0, 5.0))
    level = Edit.put(level, [drawn, stuck]).apply(level)
    rng = random.Random(1)

    def grown(level):
        proposal = around_corners(Clearance.of(level), 0.4, standing=Standing.of(level))
        assert len(proposal.warnings) == 1
        edit = lay(level, proposal, lambda: rng.randrange(1, 2**32))
        assert edit.inverse().apply(edit.apply(level)) == level
        return edit.apply(level)

    once = grown(level)
    waypoints = once.of(Waypoint)
    assert {7, 8} < waypoints.keys()
    assert len(waypoints) == 6
    assert sorted(one.name for one in waypoints.values()) == sorted(
        ["post", "stuck", *(f"waypoint_{n}" for n in range(1, 5))]
    )
    ends = {end for edge in once.of(Edge).values() for end in (edge.start, edge.end)}
    assert 7 in ends
    assert 8 not in ends
    locked = next(one for one in waypoints.values() if GROWN in one.tags)
    held = Edit.put(once, [type(locked)(**{**_fields(locked), "locked": True})]).apply(once)
    twice = grown(held)
    assert locked.id in twice.of(Waypoint)
    assert len(twice.of(Waypoint)) == 6


def _fields(element):
    return {name: getattr(element, name) for name in element.__struct_fields__}


def test_compiled_and_interpreted_kernels_agree(monkeypatch):
    """They are equal to the last bit."""
    level = scattered(3, 6, 9.0)
    fast = around_corners(Clearance.of(level), 0.3)
    trees = load_interpreted("edge_tree")
    corridors = load_interpreted("corridors")
    clearance = Clearance.of(level)
    monkeypatch.setitem(sys.modules, "navcore.kernels.polygon.edge_tree", trees)
    monkeypatch.setitem(sys.modules, "navcore.kernels.polygon.corridors", corridors)
    monkeypatch.setattr(edge_trees, "kernel", trees)
    monkeypatch.setattr(edge_trees, "tree_build", load_interpreted("tree_build"))
    monkeypatch.setattr(clearance_module, "kernel", load_interpreted("clear_corridors"))
    monkeypatch.setattr(sight, "kernel", load_interpreted("visible_pairs"))
    monkeypatch.setattr(thinning, "kernel", load_interpreted("spanner"))
    object.__setattr__(clearance, "tree", edge_trees.tree_of(clearance.segments))
    slow = around_corners(clearance, 0.3)
    assert fast.lines.tolist() == slow.lines.tolist()
