"""Networks by even spread, from walks, at points of interest; joined and thinned out."""

import random

import msgspec
import numpy as np
import pytest

from navcore.errors import NavcoreError
from navcore.graph.clearance import Clearance
from navcore.graph.generators.connect import connect, prune
from navcore.graph.generators.interest import OfInterest, of_interest
from navcore.graph.generators.laying import lay
from navcore.graph.generators.proposal import GROWN, Standing
from navcore.graph.generators.spread import spread, usual_seed, usual_spacing
from navcore.graph.generators.thinning import Thinning
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Level,
    Link,
    Route,
    RouteStop,
    Settings,
    Stop,
    Waypoint,
)
from navcore.level.tables import State
from navcore.samples import names
from navcore.world import World
from tests.network_levels import (
    assert_keeps_clear,
    box,
    components,
    distances,
    level_of,
    random_floor,
    sample_ground,
    scattered,
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


def test_spread_stands_at_even_distances():
    """Joined in eight directions."""
    level = level_of([square(0, 10)])
    proposal = spread(Clearance.of(level), 0.4, (5.0, 5.0), 2.0)
    assert len(proposal.positions) == 25
    assert len(proposal.pairs) == 2 * 20 + 2 * 16
    assert_keeps_clear(level, 0.4, proposal.lines)


def test_usual_spacing_is_four_cells_or_a_metre_and_a_half():
    """The larger of them (S4-018)."""
    sizes = (0.1, 0.25, 0.375, 0.5, 2.0)
    found = [usual_spacing(Settings(cell_size=size)) for size in sizes]
    assert found == [1.5, 1.5, 1.5, 2.0, 8.0]


def test_spread_stays_on_the_island_of_its_seed():
    """It passes narrow places between lattice points."""
    level = TWO_ROOMS
    proposal = spread(Clearance.of(level), 0.45, (2.2, 2.2), 3.0)
    assert is_connected(proposal)
    assert proposal.positions[:, 0].min() < 3
    assert 17 < proposal.positions[:, 0].max() < 20
    other = spread(Clearance.of(level), 0.45, (35.0, 5.0), 3.0)
    assert other.positions[:, 0].min() > 30


def test_spread_passes_a_gap_that_the_lattice_misses():
    """It uses the nodes before the gap's corners."""
    level = level_of([square(0, 20)], [box(0, 9, 7.93, 10), box(8.89, 9, 20, 10)])
    proposal = spread(Clearance.of(level), 0.45, (3.0, 3.0), 2.0)
    assert proposal.positions[:, 1].max() > 15
    assert is_connected(proposal)
    assert_keeps_clear(level, 0.45, proposal.lines)


def test_spread_without_room_is_refused():
    """The message is for designers."""
    level = level_of([square(0, 10)], [square(4, 6)])
    with pytest.raises(NavcoreError, match=r"no room to begin at 5.00, 5.00"):
        spread(Clearance.of(level), 0.4, (5.0, 5.0))
    with pytest.raises(NavcoreError, match=r"spacing of 0.001 m is too small"):
        spread(Clearance.of(level), 0.4, (2.0, 2.0), 0.001)
    with pytest.raises(NavcoreError, match="No floor has room"):
        usual_seed(Level(), Clearance.of(Level()), 0.4)


def test_spread_as_dense_as_the_grid_warns():
    """There would be more waypoints than half of the cells."""
    clearance = Clearance.of(level_of([square(0, 10)]))
    assert spread(clearance, 0.4, (5.0, 5.0), 0.5, walkable_cells=800).warnings == ()
    dense = spread(clearance, 0.4, (5.0, 5.0), 0.5, walkable_cells=400)
    assert dense.warnings == ("361 waypoints for 400 walkable cells: the grid would do as well.",)


def test_waypoints_that_stay_count_for_density():
    """A dense network that is locked and grown again is as dense as before."""
    level = level_of([square(0, 10)])
    clearance = Clearance.of(level)
    every = spread(clearance, 0.4, (5.0, 5.0), 0.5)
    level = laid(level, every)
    held = level.of(Waypoint).values()
    locked = [msgspec.structs.replace(one, locked=True) for one in held]
    standing = Standing.of(Edit.put(level, locked).apply(level))
    again = spread(clearance, 0.4, (5.0, 5.0), 0.5, standing, walkable_cells=400)
    assert len(again.positions) == 0
    assert again.warnings == ("361 waypoints for 400 walkable cells: the grid would do as well.",)


def test_spread_of_thousands_recommends_a_wider_spacing() -> None:
    """One that makes about as many as a designer can look after."""
    clearance = Clearance.of(level_of([box(0, 0, 100, 100)]))
    (warning,) = spread(clearance, 0.4, (50.0, 50.0), 1.5, walkable_cells=160_000).warnings
    assert warning == "4489 waypoints are too many to maintain: try a spacing of 2.5 m."
    wider = spread(clearance, 0.4, (50.0, 50.0), 2.5, walkable_cells=160_000)
    assert wider.warnings == ()
    assert 1000 < len(wider.positions) <= 2000


def test_spreading_again_keeps_what_is_locked():
    """A locked waypoint replaces the new one that would be there."""
    level = level_of([square(0, 10)])
    clearance = Clearance.of(level)
    once = laid(level, spread(clearance, 0.4, (5.0, 5.0), 2.0, Standing.of(level)))
    held = next(iter(once.of(Waypoint).values()))
    x, z = held.position
    moved = msgspec.structs.replace(held, locked=True, position=(x + 0.3, z + 0.2))
    once = Edit.put(once, [moved]).apply(once)
    twice = laid(once, spread(clearance, 0.4, (5.0, 5.0), 2.0, Standing.of(once)))
    assert twice.of(Waypoint)[held.id] == moved
    assert len(twice.of(Waypoint)) == 25
    assert any(held.id in (edge.start, edge.end) for edge in twice.of(Edge).values())


def test_growing_again_keeps_waypoints_in_use():
    """Stops of routes and agents, and waypoints that a state switches off, stay.

    The others are replaced.
    """
    level = level_of([square(0, 10)])
    clearance = Clearance.of(level)
    once = laid(level, spread(clearance, 0.4, (5.0, 5.0), 2.0, Standing.of(level)))
    first, second, third, *_ = sorted(once.of(Waypoint))
    route = Route(id=5, name="patrol", stops=(RouteStop(waypoint=first, at=(0.0, 0.0)),))
    guard = Agent(id=6, position=(5.0, 5.0), goals=((1.0, 1.0),), stops=(Stop(waypoint=second),))
    once = Edit.put(once, [route, guard]).apply(once)
    alarm = State("Alarm", disabled=(third,))
    once = once.with_settings(msgspec.structs.replace(once.settings, states=(alarm,)))
    standing = Standing.of(once)
    assert set(standing.ids.tolist()) == {first, second, third}
    twice = laid(once, spread(clearance, 0.4, (5.0, 5.0), 2.0, standing))
    assert [stop.waypoint for stop in twice.of(Route)[5].stops] == [first]
    assert [stop.waypoint for stop in twice.of(Agent)[6].stops] == [second]
    assert len(twice.of(Waypoint)) == 25
    joined = {end for edge in twice.of(Edge).values() for end in edge.references}
    assert joined == set(twice.of(Waypoint))


def sees_one(clearance, proposal, place, radius):
    """Return whether a place sees a waypoint."""
    lines = np.hstack((np.broadcast_to(place, proposal.nodes.shape), proposal.nodes))
    return clearance.clear(lines, radius).any()


@pytest.mark.parametrize("seed", range(200))
def test_spread_on_random_levels(seed):
    """Networks are clear and connected in all of them."""
    level, radius = random_floor(seed), (0.0, 0.3, 0.45, 1.0)[seed % 4]
    clearance = Clearance.of(level)
    try:
        start = usual_seed(level, clearance, max(radius, 0.01))
    except NavcoreError:
        return
    proposal = spread(clearance, radius, start)
    assert is_connected(proposal)
    assert_keeps_clear(level, radius, proposal.lines)


@pytest.mark.parametrize("name", names())
def test_spread_on_samples(name):
    """Clear, connected, and in sight of everything that the paths of agents lead to."""
    level = sample_ground(name)
    radius, clearance = level.settings.agent_radius, Clearance.of(level)
    start = usual_seed(level, clearance, radius)
    spacing = 2 * usual_spacing(level.settings)
    proposal = spread(clearance, radius, start, spacing)
    assert is_connected(proposal)
    assert_keeps_clear(level, radius, proposal.lines[:: 1 + len(proposal.pairs) // 200])
    world, rng = World.build(level), random.Random(1)
    x0, z0, x1, z1 = clearance.sources.bounds
    asked = 0
    for _ in range(400):
        place = (rng.uniform(x0, x1), rng.uniform(z0, z1))
        roomy = clearance.clear_radius(place, 2.0) > radius + spacing / 4
        if asked < 10 and roomy and world.find_path(start, place, snap_radius=0.0).ok:
            asked += 1
            assert sees_one(clearance, proposal, place, radius)


def interesting():
    """Two rooms with a door between, agents with goals, a route, and a link to nowhere."""
    door = Area(id=5, name="gate", polygon=box(10, 4, 11, 6), door=True, available=False)
    level = level_of([box(0, 0, 10, 10), box(11, 0, 20, 10)])
    stops = (RouteStop(at=(15.0, 8.0)), RouteStop(at=(17.0, 1.5)))
    return level.with_items({
        5: door,
        6: Agent(id=6, name="guard", position=(2.0, 2.0), goals=((8.0, 8.0), (2.3, 2.3))),
        7: Route(id=7, name="round", stops=stops),
        8: Link(id=8, name="stairs", start=((4.0, 9.0),), end=((60.0, 60.0),)),
    })  # fmt: skip


def test_points_of_interest_are_named_and_typed():
    """Shut doors get points on both sides; points too near each other are merged."""
    level = interesting()
    proposal = of_interest(Clearance.of(level), 0.4)
    after = laid(level, proposal)
    found = {one.name: one for one in after.of(Waypoint).values()}
    assert {name: one.type for name, one in found.items()} == {
        "gate_side_1": "chokepoint", "gate_side_2": "chokepoint", "stairs_end_1": "navigation",
        "guard_stop_1": "patrol", "guard_stop_2": "patrol", "round_stop_1": "patrol",
        "round_stop_2": "patrol",
    }  # fmt: skip
    assert {found[f"gate_side_{n}"].position[0].__round__(2) for n in (1, 2)} == {9.56, 11.44}
    assert proposal.warnings == ("1 point of interest has no room for an agent.",)
    assert is_connected(proposal)
    none = OfInterest(stops=False, starts=False, doors=False, links=False)
    assert len(of_interest(Clearance.of(level), 0.4, none).positions) == 0


def test_starts_of_agents_are_points_of_interest_of_their_own():
    """Spawn points are, too, where no better point is nearby (S4-030)."""
    only = OfInterest(stops=False, doors=False, links=False)
    after = laid(interesting(), of_interest(Clearance.of(interesting()), 0.4, only))
    (one,) = after.of(Waypoint).values()
    assert (one.name, one.type, one.position) == ("guard_start_1", "spawn", (2.0, 2.0))


def test_connecting_twice_changes_nothing():
    """Waypoints that see each other within the reach are joined, once."""
    level = level_of([square(0, 10)], [square(4, 6)])
    places = [(2, 2), (8, 2), (8, 8), (2, 8), (5, 2), (3.9, 5)]
    waypoints = [Waypoint(id=i, name=f"w{i}", position=p) for i, p in enumerate(places, 10)]
    level = Edit.put(level, waypoints).apply(level)
    clearance = Clearance.of(level)
    proposal = connect(clearance, 0.4, Standing.of(level, replace=False), reach=6.5)
    assert proposal.pairs.tolist() == [[0, 1], [0, 3], [0, 4], [1, 2], [1, 4], [2, 3]]
    assert len(proposal.warnings) == 1
    once = laid(level, proposal)
    again = connect(clearance, 0.4, Standing.of(once, replace=False), reach=6.5)
    assert not lay(once, again, ids())
    assert len(once.of(Edge)) == 6


def test_pruning_keeps_the_network_connected():
    """Detours stay under the bound; edges that say something of their own stay."""
    level = scattered(1, 10, 14.0)
    rng = random.Random(1)
    clearance = Clearance.of(level)
    spots = [(rng.uniform(0, 14), rng.uniform(0, 14)) for _ in range(60)]
    put = [Waypoint(id=1000 + i, name=f"w{i}", position=p) for i, p in enumerate(spots)]
    level = Edit.put(level, put).apply(level)
    level = laid(level, connect(clearance, 0.3, Standing.of(level, replace=False)))
    special = [
        msgspec.structs.replace(edge, **fields)
        for edge, fields in zip(
            level.of(Edge).values(),
            ({"locked": True}, {"one_way": True}, {"factor": 3.0}, {"needs": ("key",)}),
            strict=False,
        )
    ]
    level = Edit.put(level, special).apply(level)
    before = Standing.of(level, replace=False)
    proposal = prune(Clearance.of(level), 0.3, Thinning(detour=0.1))
    after = laid(level, proposal)
    assert len(after.of(Edge)) < 0.6 * len(level.of(Edge))
    assert {edge.id for edge in special} <= after.of(Edge).keys()
    left = Standing.of(after, replace=False)
    for row in range(0, len(before.ids), 7):
        long = distances(before.positions, before.pairs, row)
        short = distances(left.positions, left.pairs, row)
        for one, other in zip(long, short, strict=True):
            assert other <= (1 + proposal.detour) * one + 1e-6 or one == other
    some = list(level.of(Edge))[10:20]
    assert set(prune(Clearance.of(level), 0.3, ids=some).gone_edges) <= set(some)


def test_grown_waypoints_carry_a_tag():
    """The next generator knows them by it."""
    level = level_of([square(0, 10)], [square(4, 6)])
    proposal = spread(Clearance.of(level), 0.4, (2.0, 2.0))
    after = laid(level, proposal)
    assert all(one.tags == (GROWN,) for one in after.of(Waypoint).values())
    standing = Standing.of(after)
    assert len(standing.ids) == 0
    assert len(standing.replaced) == len(proposal.positions)
