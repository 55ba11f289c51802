"""Corridors in runs: paths pulled tight inside them, and agents that stay inside."""

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from interpreted import interpret_crowds, load_interpreted
from msgspec.structs import replace
from naive_corridors import pulled
from small_level import box
from streets import (
    GUARD,
    RADIUS,
    STREET,
    crowded,
    place_of,
    steps_until,
    street,
)

from navcore.graph import corridors as corridors_module
from navcore.graph.corridors import _tightened, contains
from navcore.graph.edge_corridors import pulled_through
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Element,
    Level,
    Obstacle,
    Point,
    Profile,
    Terrain,
    Waypoint,
    Zone,
)
from navcore.path.result import PathResult, Status
from navcore.sim.corridors import LET_OUT_AFTER, keep_in_corridors
from navcore.sim.networks import path_over_network
from navcore.sim.recording import Recorder, load_recording, save_recording
from navcore.sim.simulation import Simulation
from navcore.world import World

ZIGZAG: tuple[Point, ...] = ((2.0, 5.0), (11.0, 7.5), (20.0, 2.5), (29.0, 7.5), (38.0, 5.0))


def widened(level: Level, *radii: float) -> Level:
    """Return the level with these path widths at its waypoints, repeated in order."""
    waypoints = [
        replace(one, clear_radius=radii[number % len(radii)])
        for number, one in enumerate(level.of(Waypoint).values())
    ]
    return Edit.put(level, waypoints).apply(level)


def room_of(level: Level) -> list[float]:
    """Return the largest distance of the guards' centres from each waypoint."""
    clear = [one.clear_radius for one in level.of(Waypoint).values()]
    return [one - RADIUS if one > RADIUS else RADIUS for one in clear]


def is_inside(place: Point, places: tuple[Point, ...], room: list[float], by: float = 1e-6) -> bool:
    """Return whether a place is in a corridor along a line of waypoints, within `by` metres."""
    return any(
        contains(place, a, b, ra + by, rb + by)
        for (a, b), (ra, rb) in zip(pairwise(places), pairwise(room), strict=True)
    )


@pytest.mark.parametrize("radii", [(0.6,), (0.9,), (1.5,), (0.5, 2.0), (2.0, 0.5)])
def test_guards_in_a_crowd_never_leave_their_corridors(radii: tuple[float, ...]) -> None:
    """Ten of them walk among forty that cross the street, checked at every step (S4-051)."""
    level = widened(crowded(guards=10, passers=40), *radii)
    run, room = Simulation(World.build(level)), room_of(level)
    ids = range(GUARD, GUARD + 10)
    arrived: set[int] = set()
    turned = 0
    for _ in range(60 * 60):
        run.step()
        arrived |= {one.agent_id for one in run.arrivals}
        for one in ids:
            row = run.agents.index[one]
            # A plan from beside a narrow waypoint counts the agent to the edge beyond it.
            assert is_inside(place_of(run, one), STREET, room, 0.005)
            turned += int(run.agents.steers[row] != 0.0)
        if arrived >= set(ids):
            break
    assert arrived >= set(ids)
    assert turned > 100, "they were in each other's way"


def test_two_streams_pass_each_other_inside() -> None:
    """The edge has room for both."""
    level = widened(street(), 1.0)
    others = [
        Agent(id=100 + n, name=f"other_{n}", position=(38.0 - 0.8 * n, 5.0), radius=RADIUS,
              goals=((2.0, 5.0),))
        for n in range(5)
    ]  # fmt: skip
    run = Simulation(World.build(Edit.put(level, others).apply(level)))
    room = room_of(level)
    arrived = steps_until(
        run, lambda: GUARD in {one.agent_id for one in run.arrivals}, 60.0,
        lambda: is_inside(place_of(run), STREET, room) or pytest.fail("it left"),
    )  # fmt: skip
    assert arrived


def test_one_that_gets_nowhere_is_let_out() -> None:
    """It may leave until it makes progress again (S4-008)."""
    run = Simulation(World.build(widened(street(), 2 * RADIUS)))
    run.run(3.0)
    agents = run._run.agents  # noqa: SLF001
    row = agents.index[GUARD]
    x, z = agents.place(row)
    lets_out = [(x, z, x, z + RADIUS - 0.01), (x, z, x, z + RADIUS + 0.01)]

    def may() -> list[bool]:
        keep_in_corridors(run._run)  # noqa: SLF001
        floors = run._run.floors.within(agents.corridors)  # noqa: SLF001
        return [floors.passes(row, *one) for one in lets_out]

    assert may() == [True, False]
    agents.hindered[row] = LET_OUT_AFTER
    assert may() == [True, True]
    agents.hindered[row] = LET_OUT_AFTER // 2
    assert may() == [True, False]


def test_paths_are_pulled_tight_inside(exhaustive: bool) -> None:
    """Inside at every place, and not longer than over the waypoints (S4-052)."""
    rng = np.random.default_rng(11)
    shorter = 0
    for _ in range(300 if exhaustive else 40):
        count = int(rng.integers(3, 8))
        places = tuple(
            (float(x), float(rng.uniform(2.5, 7.5))) for x in np.linspace(2.0, 38.0, count)
        )
        radii = [float(one) for one in rng.choice((0.0, 0.3, 0.6, 1.2, 2.0), count)]
        level = widened(street(places=places), *radii)
        world = World.build(level)
        path = path_over_network(world, Profile(), places[0], places[-1])
        assert path is not None
        stops: list[Point] = [places[0], *((x, z) for x, z in path.points.tolist())]
        room = room_of(level)
        for a, b in pairwise(stops):
            for t in np.linspace(0.0, 1.0, 9).tolist():
                place = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
                assert is_inside(place, places, room)
        walked = sum(math.dist(a, b) for a, b in pairwise(stops))
        whole = sum(math.dist(a, b) for a, b in pairwise(places))
        assert walked <= whole + 1e-9
        assert path.length == pytest.approx(walked)
        shorter += walked < whole - 1e-3
    assert shorter > 10


def test_a_run_walks_the_path_pulled_tight() -> None:
    """Shorter than the zigzag of its waypoints, by as much as its corridors allow."""
    lengths = []
    for radius in (0.0, 2.0):
        level = widened(street(places=ZIGZAG), radius)
        run, room = Simulation(World.build(level)), room_of(level)
        places = [place_of(run)]

        def look(
            run: Simulation = run, places: list[Point] = places, room: list[float] = room
        ) -> None:
            places.append(place_of(run))
            assert is_inside(places[-1], ZIGZAG, room)

        assert steps_until(run, lambda run=run: bool(run.arrivals), 60.0, look)  # type: ignore[misc]
        lengths.append(sum(math.dist(a, b) for a, b in pairwise(places)))
    whole = sum(math.dist(a, b) for a, b in pairwise(ZIGZAG))
    assert lengths[0] == pytest.approx(whole, abs=0.1)
    assert lengths[1] < 0.97 * whole


def turns_of(level: Level, places: tuple[Point, ...]) -> list[Point]:
    """Return the places of a path over the network, as its agents walk."""
    world = World.build(level)
    path = path_over_network(world, Profile(), places[0], places[-1])
    assert path is not None
    return [(x, z) for x, z in path.points.tolist()]


def test_turns_stay_where_the_floor_lets_none_move() -> None:
    """A width that is drawn wider than the walls allow does not lead into them."""
    bend: tuple[Point, ...] = ((4.0, 2.0), (20.0, 8.0), (36.0, 2.0))
    block = Obstacle(id=3, polygon=box(10.0, 0.0, 30.0, 3.4))
    assert turns_of(widened(street(places=bend), 4.0), bend)[0] != bend[1]
    assert turns_of(widened(street(block, places=bend), 4.0), bend) == list(bend[1:])


def test_no_turn_moves_into_slower_ground() -> None:
    """The corridor is wider than the road (S4-043)."""
    bend: tuple[Point, ...] = ((4.0, 2.0), (20.0, 8.0), (36.0, 2.0))
    mud: list[Element] = [Zone(id=71, terrain="mud", polygon=box(15.0, 0.0, 25.0, 6.0))]
    level = widened(street(*mud, places=bend), 4.0)
    settings = replace(level.settings, terrains=(Terrain(name="mud", cost=4.0),))
    level = level.with_settings(settings)
    assert turns_of(level, bend) == list(bend[1:])


def test_paths_without_a_width_stay_as_they_are() -> None:
    """The very same result."""
    level = street()
    world = World.build(level)
    path = PathResult(
        Status.COMPLETE, STREET[0], STREET[-1], points=np.array(STREET),
        nodes=np.array((11, 12, 13)),
    )  # fmt: skip
    assert pulled_through(level, Profile(), lambda _: world.grid, path) is path


def test_a_recording_goes_on_inside_corridors(tmp_path: Path) -> None:
    """To the same bits, from a moment in which guards give way."""
    run = Simulation(World.build(widened(crowded(guards=4, passers=12), 0.8)))
    recorder = Recorder(run)
    for _ in range(120 * run.settings.steps_per_tick):
        run.step()
        recorder.take()
    saved = tmp_path / "street.wwrec"
    save_recording(recorder.recording, saved)
    resumed = load_recording(saved).resume(60)
    while resumed.steps < run.steps:
        resumed.step()
    assert resumed.agents.positions.tobytes() == run.agents.positions.tobytes()
    assert resumed.agents.corridors.tobytes() == run.agents.corridors.tobytes()


@pytest.mark.parametrize("compiled", [True, False])
def test_moves_stay_inside_or_lead_no_farther_out(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the rule for a place has it (S4-049)."""
    if not compiled:
        interpret_crowds(monkeypatch)
    rng = np.random.default_rng(3)
    run = Simulation(World.build(street()))
    for _ in range(200):
        (ax, az), (bx, bz) = rng.uniform((10.0, 3.0), (30.0, 7.0), (2, 2)).tolist()
        ra, rb = rng.uniform(0.1, 1.5, 2).tolist()
        floors = run._run.floors.within(np.array([[ax, az, bx, bz, ra, rb, 1.0]]))  # noqa: SLF001
        x, z = ax + rng.normal() * 0.5, az + rng.normal() * 0.5
        to_x, to_z = x + rng.normal() * 0.3, z + rng.normal() * 0.3
        inside = contains((to_x, to_z), (ax, az), (bx, bz), ra, rb)
        if inside:
            assert floors.passes(0, x, z, to_x, to_z)
        elif contains((x, z), (ax, az), (bx, bz), ra, rb):
            assert not floors.passes(0, x, z, to_x, to_z)
        else:
            # Back towards the middle any may.
            nearer = (x + 0.1 * (0.5 * (ax + bx) - x), z + 0.1 * (0.5 * (az + bz) - z))
            assert floors.passes(0, x, z, *nearer)


def test_pulling_equals_a_naive_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled and interpreted."""
    rng = np.random.default_rng(8)
    for _ in range(40):
        count = int(rng.integers(1, 9))
        nodes = np.cumsum(rng.uniform((-3.0, 1.0), (3.0, 4.0), (count, 2)), axis=0)
        radii = rng.uniform(0.1, 1.0, count)
        goal = (float(nodes[-1, 0]), float(nodes[-1, 1]) + 3.0)
        fast = _tightened(nodes, radii, (0.0, 0.0), goal)
        with monkeypatch.context() as patch:
            patch.setattr(corridors_module, "disc_pull", load_interpreted("disc_pull"))
            assert _tightened(nodes, radii, (0.0, 0.0), goal).tobytes() == fast.tobytes()
        assert np.abs(fast - pulled(nodes, radii, (0.0, 0.0), goal)).max() < 1e-6
