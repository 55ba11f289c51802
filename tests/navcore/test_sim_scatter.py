"""Random places are evenly distributed, walkable, reachable, apart, and reproducible."""

import doctest
import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial import KDTree
from sim_levels import level_of, room

from navcore import NavcoreError, NavGrid, World
from navcore.level.profiles import Profile
from navcore.sim import scatter
from navcore.sim.scatter import random_place, random_places, random_places_anywhere

Places = npt.NDArray[np.float64]

RINGS = 8


def meadow(side: int = 40) -> World:
    """Return a grid of walkable cells of 1 m."""
    return World.from_grid(NavGrid.from_array(np.ones((side, side))))


def islands() -> World:
    """Two halves with a wall of one column between them."""
    cells = np.ones((20, 41))
    cells[:, 20] = 0
    return World.from_grid(NavGrid.from_array(cells))


def seeded(seed: int = 7) -> np.random.Generator:
    """Return a random generator."""
    return np.random.default_rng(seed)


def even_over_rings(places: Places, centre: tuple[float, float], radius: float) -> float:
    """Return the p-value of a chi-square test of counts in rings of equal area."""
    away = np.hypot(places[:, 0] - centre[0], places[:, 1] - centre[1])
    rings = np.floor((away / radius) ** 2 * RINGS).astype(int)
    return float(stats.chisquare(np.bincount(rings, minlength=RINGS)).pvalue)


def nearest(places: Places) -> float:
    """The least distance between any two."""
    away, _ = KDTree(places).query(places, k=[2])
    return float(np.min(away))


def test_places_are_even_over_the_disc() -> None:
    """Over eight rings of equal area, and over eight directions (S1-045)."""
    world, rng, centre = meadow(), seeded(), (20.0, 20.0)
    one_by_one = [random_place(world, centre, 15.0, rng) for _ in range(8000)]
    for places in (
        np.array(one_by_one),
        random_places(world, centre, 15.0, 8000, rng),
    ):
        assert even_over_rings(places, centre, 15.0) > 0.01
        turned = np.arctan2(places[:, 1] - 20, places[:, 0] - 20)
        sectors = np.bincount(np.floor((turned + math.pi) / (2 * math.pi) * 8).astype(int) % 8)
        assert stats.chisquare(sectors).pvalue > 0.01


def test_radius_0_gives_the_centre() -> None:
    """Or nothing, where it is no place to stand (S1-045)."""
    world = islands()
    assert random_place(world, (3.25, 4.5), 0.0, seeded()) == (3.25, 4.5)
    assert random_place(world, (20.5, 4.5), 0.0, seeded()) is None
    assert random_places(world, (3.0, 4.0), 0.0, 3, seeded(), apart=1).tolist() == [[3, 4]] * 3
    assert random_places(world, (20.5, 4.5), 0.0, 3, seeded()).shape == (0, 2)


def test_as_many_attempts_as_allowed() -> None:
    """The default is ten, of two random numbers each; 0 attempts find nothing (S1-046)."""
    blocked = World.from_grid(NavGrid.from_array(np.zeros((9, 9))))
    cases: list[tuple[World, dict[str, Any], int]] = [
        (blocked, {}, 10),
        (blocked, {"attempts": 3}, 3),
        (meadow(), {"attempts": 0}, 0),
        (meadow(), {}, 1),
    ]
    for world, attempts, drawn in cases:
        rng, again = seeded(), seeded()
        found = random_place(world, (4, 4), 3.0, rng, **attempts)
        assert (found is not None) == (drawn == 1)
        again.random(2 * drawn)
        assert rng.random() == again.random()


def test_the_first_walkable_place_is_it() -> None:
    """The place that was drawn, not its cell's centre (S1-046)."""
    world, radius, centre = islands(), 6.0, (20.5, 10.0)
    rng, again = seeded(11), seeded(11)
    for _ in range(200):
        found = random_place(world, centre, radius, rng)
        place = None
        for _ in range(10):
            angle, away = again.random() * 2 * math.pi, math.sqrt(again.random()) * radius
            place = (centre[0] + away * math.cos(angle), centre[1] + away * math.sin(angle))
            if world.is_walkable(*place):
                break
        assert found == place


def test_reachable_places_lie_on_one_island() -> None:
    """And on both unless that is asked for (S1-047)."""
    world = islands()
    loose = random_places(world, (20, 10), 15.0, 200, seeded())
    assert (loose[:, 0] < 20).any()
    assert (loose[:, 0] > 21).any()
    west = random_places(world, (20, 10), 15.0, 200, seeded(), reachable_from=(3, 3), apart=0.3)
    assert len(west) == 200
    assert (west[:, 0] < 20).all()
    for seed in range(50):
        place = random_place(world, (20, 10), 15.0, seeded(seed), reachable_from=(30, 3))
        assert place is None or place[0] >= 21
    # From inside the wall it is the nearest cell that counts, from far away nothing.
    near = random_places(world, (20, 10), 15.0, 50, seeded(), reachable_from=(20.9, 10.5))
    assert len(np.unique(near[:, 0] < 20)) == 1
    assert len(random_places(world, (20, 10), 15.0, 5, seeded(), reachable_from=(500, 3))) == 0
    assert random_place(world, (20, 10), 15.0, seeded(), reachable_from=(500, 3)) is None


def test_the_same_seed_gives_the_same_places() -> None:
    """They are equal to the last bit; another seed gives others (S1-048)."""
    world = islands()
    for apart, radius in ((0.0, 9.0), (0.5, 9.0), (0.9, 3.0)):
        found = [random_places(world, (12, 9), radius, 40, seeded(s), apart=apart) for s in (5, 6)]
        again = random_places(world, (12, 9), radius, 40, seeded(5), apart=apart)
        assert found[0].tobytes() == again.tobytes() != found[1].tobytes()
    places = {random_place(world, (12, 9), 9.0, seeded(5)) for _ in range(3)}
    assert len(places) == 1


def test_places_keep_apart_where_there_is_room() -> None:
    """Scattered when there is plenty, packed when there is just enough."""
    world, centre = meadow(), (20.0, 20.0)
    for count in (1, 100, 400, 600, 700):
        # 700 circles of 0.9 m are 72 % of this disc: nobody throws them so.
        places = random_places(world, centre, 12.5, count, seeded(), apart=0.9)
        assert len(places) == count
        assert (np.hypot(*(places - centre).T) <= 12.5).all()
        assert count == 1 or nearest(places) >= 0.9
    scattered = random_places(world, centre, 15.0, 100, seeded(), apart=0.9)
    assert even_over_rings(scattered, centre, 15.0) > 0.01


def test_a_full_disc_takes_all_closer_together() -> None:
    """They are as far apart as possible, inside, and never fewer."""
    world, centre = meadow(), (20.0, 20.0)
    places = random_places(world, centre, 5.0, 300, seeded(), apart=0.9)
    assert len(places) == 300
    assert (np.hypot(*(places - centre).T) <= 5.0).all()
    assert 0.5 < nearest(places) < 0.9
    # A single cell in a wide field of stone.
    cells = np.zeros((100, 100))
    cells[40, 60] = 1
    lone = World.from_grid(NavGrid.from_array(cells))
    places = random_places(lone, (50, 50), 30.0, 50, seeded(), apart=2.0)
    assert len(places) == 50
    assert all(lone.is_walkable(*place) for place in places)
    assert nearest(places) > 0.05


def test_a_sliver_of_a_cell_is_found() -> None:
    """Random darts hardly ever hit it."""
    cells = np.ones((3, 3))
    cells[1, 1] = 0
    world = World.from_grid(NavGrid.from_array(cells, cell_size=4.0))
    radius = 2.0 + 1e-6
    places = random_places(world, (6.0, 6.0), radius, 20, seeded(), apart=0.5)
    assert len(places) == 20
    assert all(world.is_walkable(*place) for place in places)
    assert (np.hypot(*(places - (6.0, 6.0)).T) <= radius).all()
    assert len(random_places(world, (6.0, 6.0), 1.99, 20, seeded(), apart=0.5)) == 0


@given(
    st.integers(1, 9),
    st.integers(1, 9),
    st.integers(0, 2**32 - 1),
    st.sampled_from([0.0, 1e-7, 0.3, 1.0, 50.0]),
    st.sampled_from([0.0, 1e-9, 0.4, 2.0, 7.5, 1e30, 1e308]),
    st.tuples(st.floats(-9, 18), st.floats(-9, 18)),
)
def test_places_are_always_allowed_ones(
    width: int, depth: int, seed: int, apart: float, radius: float, centre: tuple[float, float]
) -> None:
    """They are in the disc and in walkable cells of the right island, all of them or none."""
    rng = seeded(seed)
    grid = NavGrid.from_array(rng.random((depth, width)) < 0.6, cell_size=0.9, min_x=-1.1)
    world = World.from_grid(grid)
    home = (0.3, 0.3)
    for reachable_from in (None, home):
        places = random_places(
            world, centre, radius, 7, rng, apart=apart, reachable_from=reachable_from
        )
        assert len(places) in {0, 7}
        assert all(world.is_walkable(*place) for place in places)
        assert (np.hypot(*(places - centre).T) <= radius).all()
        if reachable_from is not None:
            assert all(world.find_path(home, tuple(place)).ok for place in places)
    if world.is_walkable(*centre):
        assert len(random_places(world, centre, radius, 7, rng, apart=apart)) == 7


def test_places_anywhere() -> None:
    """They are in every part of a level, and in one part if they must be reachable."""
    world = islands()
    places = random_places_anywhere(world, 400, seeded(), apart=0.5)
    assert len(places) == 400
    assert nearest(places) >= 0.5
    quarters = np.bincount((places[:, 0] > 20) * 2 + (places[:, 1] > 10), minlength=4)
    assert stats.chisquare(quarters).pvalue > 0.01
    east = random_places_anywhere(world, 400, seeded(), reachable_from=(30, 5))
    assert (east[:, 0] >= 21).all()
    nowhere = World.from_grid(NavGrid.from_array(np.zeros((4, 4))))
    assert random_places_anywhere(nowhere, 3, seeded()).shape == (0, 2)
    assert random_places_anywhere(world, 0, seeded()).shape == (0, 2)


def test_wider_agents_keep_farther_from_walls() -> None:
    """Places are drawn on the grid of the profile that is asked for."""
    world = World.build(level_of(room(6, 6)))
    profile = Profile(radius=1.2)
    places = random_places(world, (3, 3), 5.0, 200, seeded(), profile=profile)
    grid = world.grid_for(profile)
    assert all(grid.is_walkable(*place) for place in places)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"radius": -1.0}, "radius"),
        ({"radius": math.nan}, "radius"),
        ({"radius": math.inf}, "radius"),
        ({"centre": (math.nan, 0.0)}, "centre"),
        ({"reachable_from": (0.0, math.inf)}, "reachable_from"),
    ],
)
def test_numbers_outside_their_limits_are_refused(wrong: dict[str, Any], named: str) -> None:
    """The messages have their names."""
    usual: dict[str, Any] = {"centre": (4.0, 4.0), "radius": 2.0}
    with pytest.raises(NavcoreError, match=named):
        random_place(meadow(9), rng=seeded(), **{**usual, **wrong})
    with pytest.raises(NavcoreError, match=named):
        random_places(meadow(9), count=3, rng=seeded(), **{**usual, **wrong})


def test_counts_below_0_are_refused() -> None:
    """So are negative distances."""
    world = meadow(9)
    with pytest.raises(NavcoreError, match="attempts"):
        random_place(world, (4, 4), 2.0, seeded(), attempts=-1)
    with pytest.raises(NavcoreError, match="count"):
        random_places(world, (4, 4), 2.0, -1, seeded())
    with pytest.raises(NavcoreError, match="count"):
        random_places_anywhere(world, -1, seeded())
    for apart in (-0.1, math.nan, math.inf):
        with pytest.raises(NavcoreError, match="apart"):
            random_places(world, (4, 4), 2.0, 3, seeded(), apart=apart)


def test_the_examples_run() -> None:
    """As they are written."""
    assert doctest.testmod(scatter).attempted
    assert not doctest.testmod(scatter).failed
