"""Outlines that cross themselves often: their areas, edges and updates."""

import random

import msgspec
import naive
import numpy as np
import pytest
import shapely
from strategies import random_edit, random_level, random_ring, random_tangle

from navcore.bake import outer as outer_edge
from navcore.bake import tangles
from navcore.bake.sources import Sources
from navcore.geometry import even_odd
from navcore.geometry.even_odd import cancelled, even_odd_polygon, polygon_of, sides_of
from navcore.level.model import Area, Level, Ring, Settings
from navcore.world import World

SIDE = 12.0


def _inside(rings: list[Ring], places: np.ndarray) -> np.ndarray:
    return naive.in_any(rings, places[:, 0], places[:, 1])


def _places(rng: random.Random, count: int = 300) -> np.ndarray:
    return np.array([(rng.uniform(0, SIDE), rng.uniform(0, SIDE)) for _ in range(count)])


def _repeated(rng: random.Random) -> Ring:
    """Corners on few places, on a grid or on one line: sides are drawn again and again."""
    kind = rng.randrange(3)
    if kind == 0:
        places = [(rng.uniform(0, SIDE), rng.uniform(0, SIDE)) for _ in range(rng.randint(3, 6))]
    elif kind == 1:
        places = [(float(rng.randint(0, 4)), float(rng.randint(0, 4))) for _ in range(9)]
    else:
        places = [(t, 1.0 + t / 3) for t in (0.0, 1.5, 3.0, 6.0, 9.0)] + [(4.0, 11.0)]
    return tuple(rng.choice(places) for _ in range(rng.randint(3, 40)))


@pytest.mark.parametrize("seed", range(40))
def test_doubled_sides_cancel(seed):
    """The rest encloses the same area, and no two stretches of it run along each other."""
    rng = random.Random(seed)
    ring = _repeated(rng) if rng.random() < 0.8 else random_tangle(rng)
    sides = sides_of(ring)
    places = _places(rng)
    ends = sides.reshape(-1, 2, 2)
    left = _crossed(sides, places)
    clear = naive.edge_distance([ring], places[:, 0], places[:, 1]) > 1e-6
    assert (left == _inside([ring], places))[clear].all()
    lines = shapely.linestrings(ends) if len(ends) else []
    whole = sum(shapely.length(line) for line in lines)
    assert abs(shapely.length(shapely.union_all(lines)) - whole) < 1e-6


def _crossed(sides: np.ndarray, places: np.ndarray) -> np.ndarray:
    inside = np.zeros(len(places), bool)
    for xa, za, xb, zb in sides.tolist():
        if za != zb:
            at = xa + (places[:, 1] - za) / (zb - za) * (xb - xa)
            inside ^= ((za > places[:, 1]) != (zb > places[:, 1])) & (places[:, 0] < at)
    return inside


def test_sides_that_overlap_no_other_stay_as_they_are():
    """They are equal to the last bit, with the lower end first."""
    ring = ((0.1, 0.2), (7.3, 0.2), (7.3, 5.7), (3.0, 5.7), (3.0, 9.0), (0.1, 9.0))
    assert sorted(sides_of(ring).tolist()) == sorted(
        [*a, *b] if (a[1], a[0]) <= (b[1], b[0]) else [*b, *a] for a, b in naive.edges(ring)
    )
    assert len(cancelled(np.array([[0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 0.0, 0.0]]))) == 0


@pytest.mark.parametrize("seed", range(40))
def test_polygon_covers_what_is_inside_even_odd(seed):
    """This holds for outlines that cross, touch or repeat themselves."""
    rng = random.Random(seed)
    ring = _repeated(rng) if rng.random() < 0.5 else random_ring(rng)
    if rng.random() < 0.2:
        ring = tuple((rng.uniform(0, SIDE), rng.uniform(0, SIDE)) for _ in range(30))
    polygon = polygon_of(ring)
    assert polygon.is_valid
    places = _places(rng)
    clear = naive.edge_distance([ring], places[:, 0], places[:, 1]) > 1e-6
    found = shapely.contains_xy(polygon, places[:, 0], places[:, 1])
    assert (found == _inside([ring], places))[clear].all()


@pytest.mark.parametrize("crowded", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_edge_of_tangles_is_where_floor_ends(seed, crowded, monkeypatch):
    """Every stretch of it has floor on exactly one side."""
    rng = random.Random(seed)
    rings = [random_ring(rng) for _ in range(rng.randint(1, 4))]
    areas = {i + 1: Area(id=i + 1, polygon=ring) for i, ring in enumerate(rings)}
    level = Level(settings=Settings(boundary_padding=0.45, seam=0.0), areas=areas)
    if crowded:
        monkeypatch.setattr(tangles, "MOST_AROUND", -100)
    else:
        monkeypatch.setattr(even_odd, "MOST_CROSSINGS", 1)
    outer = Sources.of(level).outer
    assert outer is not None
    lines = [(a, b) for ring in rings for a, b in naive.edges(ring) if a != b]
    for (ax, az), (bx, bz) in lines:
        length = float(np.hypot(bx - ax, bz - az))
        share = np.linspace(0.01, 0.99, 15)
        px, pz = ax + share * (bx - ax), az + share * (bz - az)
        nx, nz = -(bz - az) / length * 1e-3, (bx - ax) / length * 1e-3
        left = naive.in_any(rings, px + nx, pz + nz)
        right = naive.in_any(rings, px - nx, pz - nz)
        # Where nothing else comes near, both sides can be told.
        sure = np.array(
            [_nearest_other(lines, (ax, az, bx, bz), x, z) for x, z in zip(px, pz, strict=True)]
        )
        is_edge = _distance(outer.segments, px, pz) < 1e-9
        assert ((left != right) == is_edge)[sure > 2e-3].all()


def _nearest_other(lines, own, x: float, z: float) -> float:
    others = [naive.distance2(a, b, x, z) for a, b in lines if (*a, *b) != own]
    return float(np.sqrt(min(others, default=1.0)))


def _distance(segments: np.ndarray, px: np.ndarray, pz: np.ndarray) -> np.ndarray:
    if not len(segments):
        return np.full(len(px), np.inf)
    found = [naive.distance2((a, b), (c, d), px, pz) for a, b, c, d in segments.tolist()]
    return np.sqrt(np.min(found, axis=0))


def _rows(sources: Sources) -> list[tuple[float, ...]]:
    assert sources.outer is not None
    owners = sources.outer.owned.owners[:, None]
    return sorted(map(tuple, np.hstack((owners, sources.outer.segments)).tolist()))


def _follow(rng: random.Random, steps: int) -> None:
    level = random_level(rng)
    settings = msgspec.structs.replace(level.settings, boundary_padding=0.45)
    level = level.with_settings(settings)
    world = World.build(level)
    for _ in range(steps):
        edit = random_edit(level, rng)
        level = edit.apply(level)
        world = world.update(level, edit, keep_lattice=rng.random() < 0.5)
        built = World.build(level, lattice=world.grid.lattice)
        assert (world.grid.walkable == built.grid.walkable).all()
        assert (world.floor == built.floor).all()


def test_areas_in_a_heap_are_no_polygons(monkeypatch):
    """Each crosses itself within its limit, but together they took GEOS minutes."""
    made = []

    def closed_pieces(edges, others, seam):
        made.append(sum(map(len, (edges, *others))))
        return edges

    monkeypatch.setattr(outer_edge, "closed_pieces", closed_pieces)
    rng = random.Random(1)
    for count in (1, 20):
        rings = [_places(rng, 55).tolist() for _ in range(count)]
        areas = {i + 1: Area(id=i + 1, polygon=ring) for i, ring in enumerate(rings)}
        settings = Settings(boundary_padding=0.45)
        sources = Sources.of(Level(settings=settings, areas=areas))
        assert not sources.tangled
        assert sources.outer is not None
        assert len(sources.outer.segments) > 0
    assert made == [55], "the one that lies alone"


def test_update_equals_build_when_outlines_become_tangles_and_back(exhaustive, monkeypatch):
    """Edits move outlines over and under the budget; cell for cell."""
    for seed in range(400 if exhaustive else 25):
        rng = random.Random(seed)
        monkeypatch.setattr(even_odd, "MOST_CROSSINGS", rng.choice((1, 2, 4)))
        monkeypatch.setattr(even_odd, "MOST_CORNERS", rng.choice((5, 1000)))
        monkeypatch.setattr(tangles, "MOST_SHARED", rng.choice((3, 100_000)))
        monkeypatch.setattr(tangles, "MOST_AROUND", rng.choice((-100, 3, 2_000)))
        _follow(rng, 8)


def test_polygon_of_sides_without_area_is_empty():
    """So is the polygon of no sides."""
    assert even_odd_polygon(np.empty((0, 4))).is_empty
    assert polygon_of(((0, 0), (1, 1), (2, 2))).is_empty
