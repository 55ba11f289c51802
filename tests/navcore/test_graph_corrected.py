"""Networks grown over corrected ones: only clear two-way edges make others superfluous."""

import math
import random

import msgspec
import numpy as np
import pytest

from navcore.graph.clearance import Clearance
from navcore.graph.generators.connect import connect, prune
from navcore.graph.generators.corner_network import around_corners
from navcore.graph.generators.interest import of_interest
from navcore.graph.generators.laying import lay
from navcore.graph.generators.proposal import GROWN, Standing
from navcore.graph.generators.thinning import Thinning
from navcore.growing import Grower, Recipe
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Edge, Level, Obstacle, Profile, Waypoint
from navcore.world import World
from tests.network_levels import distances, scattered

RADIUS = 0.3


def ids():
    """Return a source of new ids."""
    rng = random.Random(1)
    return lambda: rng.randrange(1, 2**32)


ROOM = Area(id=1, name="hall", polygon=((0, 0), (20, 0), (20, 6), (0, 6)))
BESIDE = Obstacle(id=2, name="post", polygon=((13.8, 3.5), (14.2, 3.5), (14.2, 4.5), (13.8, 4.5)))
"""Nearer than the radius to the line from b to c, and further from the one from a to c."""
A, B, C = (
    Waypoint(id=10 + at, name="abc"[at], position=place)
    for at, place in enumerate(((2.0, 3.0), (10.0, 3.6), (18.0, 3.0)))
)
BACK = Edge(id=22, start=12, end=11, one_way=True)


def row(*more: Area | Obstacle | Waypoint | Edge, **fields: object) -> Level:
    """Return three waypoints in a row; the edge from the second to the third has these fields."""
    level = Level(settings=msgspec.structs.replace(Level().settings, agent_radius=RADIUS))
    edges = (Edge(id=20, start=10, end=11), Edge(id=21, start=11, end=12, **fields))
    return Edit.put(level, [ROOM, A, B, C, *edges, *more]).apply(level)


SPECIAL = {
    "one_way": row(one_way=True),
    "factor": row(factor=3.0),
    "needs": row(needs=("key",)),
    "blocked": row(BESIDE),
    "narrow": row(msgspec.structs.replace(C, clear_radius=0.2)),
}
PLAIN = {
    "plain": row(),
    "tagged": row(tags=("street",)),
    "locked": row(locked=True),
    "wide": row(msgspec.structs.replace(C, clear_radius=1.0)),
    "both_ways": row(BACK, one_way=True),
}


@pytest.mark.parametrize("grow", [of_interest, around_corners])
@pytest.mark.parametrize("name", [*SPECIAL, *PLAIN])
def test_special_edges_replace_no_new_edge(name: str, grow) -> None:
    """A one-way, dear, locked up, blocked or narrow edge is no path both ways."""
    level = {**SPECIAL, **PLAIN}[name]
    standing, clearance = Standing.of(level), Clearance.of(level)
    proposal = grow(clearance, RADIUS, None, standing)
    known = standing.passable(clearance, RADIUS)
    assert len(known) == (1 if name in SPECIAL else 2)
    there = distances(proposal.nodes, np.concatenate((known, proposal.pairs)), 0)
    assert there[2] <= (1 + proposal.detour) * math.dist(A.position, C.position)
    pairs = np.sort(proposal.pairs, axis=1).tolist()
    assert [1, 2] not in pairs, "a pair is joined once"
    assert ([0, 2] in pairs) <= (name in SPECIAL)


@pytest.mark.parametrize("name", [*SPECIAL, *PLAIN])
def test_pruning_keeps_what_special_edges_do_not_replace(name: str) -> None:
    """And special edges themselves."""
    level = {**SPECIAL, **PLAIN}[name]
    level = Edit.put(level, [Edge(id=30, start=10, end=12)]).apply(level)
    proposal = prune(Clearance.of(level), RADIUS)
    assert proposal.gone_edges == (() if name in SPECIAL else (30,))


def test_pruning_after_walls_have_moved_keeps_agents_connected() -> None:
    """Of edges that are open, paths stay within the bound; edges through walls stay untouched."""
    for seed in range(12):
        rng = random.Random(seed)
        level = scattered(seed, 4, 14.0)
        spots = [(rng.uniform(0, 14), rng.uniform(0, 14)) for _ in range(40)]
        put = [Waypoint(id=1000 + i, name=f"w{i}", position=p) for i, p in enumerate(spots)]
        level = Edit.put(level, put).apply(level)
        found = connect(Clearance.of(level), RADIUS, Standing.of(level, replace=False))
        level = lay(level, found, ids()).apply(level)
        x, z = rng.uniform(4, 8), rng.uniform(4, 8)
        wall = Obstacle(id=999, name="wall", polygon=((x, z), (x + 3, z), (x + 3, z + 0.4)))
        level = Edit.put(level, [wall]).apply(level)
        clearance = Clearance.of(level)
        before = Standing.of(level, replace=False)
        usable = before.passable(clearance, RADIUS)
        assert len(usable) < len(before.pairs), "the wall blocks some"
        proposal = prune(clearance, RADIUS, Thinning(detour=0.1))
        assert proposal.gone_edges
        after = lay(level, proposal, ids()).apply(level)
        left = Standing.of(after, replace=False).passable(clearance, RADIUS)
        assert len(before.pairs) - len(usable) == len(after.of(Edge)) - len(left)
        for one in range(0, len(spots), 5):
            long, short = (distances(before.positions, pairs, one) for pairs in (usable, left))
            for was, now in zip(long, short, strict=True):
                assert now <= (1 + proposal.detour) * was + 1e-6 or was == now


@pytest.mark.parametrize("cart", [0.35, 0.6])
def test_an_alley_replaces_no_road_of_wider_agents(cart: float) -> None:
    """By the carts of the level the long edge is needed, unless they fit through, too."""
    level = row(BESIDE, *(Edge(id=30, start=10, end=12),))
    aside = msgspec.structs.replace(BESIDE, polygon=((13.8, 3.7), (14.2, 3.7), (14.0, 4.5)))
    level = Edit.put(level, [aside]).apply(level)
    settings = msgspec.structs.replace(
        level.settings, boundary_padding=0.3, profiles=(Profile(name="cart", radius=cart),),
        cell_size=0.1, object_padding=0.0,
    )  # fmt: skip
    level = Edit.put(level, [settings]).apply(level)
    world = World.build(level)
    for profile in (Profile(), settings.profiles[0]):
        found = Grower.of(world, profile).grow(Recipe(method="prune"), random.Random(1), ids())
        assert found.proposal.gone_edges == ((30,) if cart < 0.39 else ()), profile


def test_ends_of_locked_edges_stay() -> None:
    """A locked edge of a grown network is kept with both waypoints, and so is what it says."""
    grown = [msgspec.structs.replace(one, tags=(GROWN,)) for one in (A, B, C)]
    assert Standing.of(row(*grown)).replaced == (10, 11, 12)
    level = row(*grown, locked=True)
    standing = Standing.of(level)
    assert standing.replaced == (10,)
    edit = lay(level, around_corners(Clearance.of(level), RADIUS, None, standing), ids())
    assert edit.apply(level).of(Edge)[21] == level.of(Edge)[21]


@pytest.mark.parametrize("method", ["visibility", "spread", "interest"])
@pytest.mark.parametrize("seed", range(4))
def test_no_waypoint_is_laid_where_one_is_switched_off(method: str, seed: int) -> None:
    """It would take its place; the warning says how many are left out."""
    level = scattered(seed, 8, 14.0)
    walkers = [
        Agent(id=500 + n, name=f"a{n}", position=place, radius=RADIUS)
        for n, place in enumerate(((0.8, 0.8), (13.2, 13.2), (0.8, 13.2), (13.2, 0.8), (7.0, 0.8)))
    ]
    settings = msgspec.structs.replace(level.settings, agent_radius=RADIUS, cell_size=0.2)
    level = Edit.put(level, [settings, *walkers]).apply(level)
    recipe = Recipe(method=method, spacing=None if method == "interest" else 1.5)
    first = Grower.of(World.build(level), Profile()).grow(recipe, random.Random(1), ids())
    off = [
        msgspec.structs.replace(one, enabled=False, tags=())
        for one in list(first.level.of(Waypoint).values())[1::5]
    ]
    assert off
    level = Edit.put(first.level, off).apply(first.level)
    again = Grower.of(World.build(level), Profile()).grow(recipe, random.Random(1), ids())
    left = again.level.of(Waypoint)
    assert all(left[one.id] == one for one in off)
    for one in left.values():
        apart = [math.dist(one.position, other.position) for other in off if other is not one]
        assert not one.enabled or min(apart) >= RADIUS
    assert any("left out where one is switched off" in one for one in again.proposal.warnings)
    if method != "interest":
        # Five points of interest in a room of posts may not see each other.
        nodes = np.unique(again.proposal.pairs)
        assert len(nodes) > 0.9 * len(again.proposal.nodes), "the others are joined"
