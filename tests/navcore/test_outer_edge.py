"""Outer edges of areas, step by step, compared with brute force, GEOS and a new computation."""

import math
import random
import sys

import msgspec
import naive
import numpy as np
import pytest
import shapely
from hypothesis import given
from interpreted import load_interpreted
from strategies import generators, random_change, random_ring, random_turned, turned

from navcore.bake.outer import OuterEdge
from navcore.bake.sources import Changes, Sources
from navcore.geometry import edge_trees, enclosed_boxes, exposed_edges, segment_coverage
from navcore.geometry.exposed_edges import Outlines, touched
from navcore.geometry.outline import closed_pieces
from navcore.kernels.polygon import rings as kernel
from navcore.level.model import Area, Level, Ring, Settings

HAIR = 1e-3
"""Metres: distance from an edge at which the floor on both sides is tested."""


def _rectangle(x0: float, z0: float, x1: float, z1: float) -> Ring:
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def _sources(rings: list[Ring], seam: float = 0.01) -> Sources:
    areas = {i + 1: Area(id=i + 1, name=str(i), polygon=ring) for i, ring in enumerate(rings)}
    return Sources.of(Level(settings=Settings(boundary_padding=0.45, seam=seam), areas=areas))


def _outer(rings: list[Ring], seam: float = 0.01) -> OuterEdge:
    outer = _sources(rings, seam).outer
    assert outer is not None
    return outer


def _outlines(rings: list[Ring]) -> Outlines:
    areas = _sources(rings).areas
    packed = [areas.active_edges(key) for key in areas.ids.tolist()]
    return Outlines.of(packed, areas.ids, areas.boxes)


def _random_rings(rng: random.Random) -> list[Ring]:
    """Return rings that mostly overlap; some are adjacent or equal."""
    rings = [random_ring(rng) for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.3:
        rings.append(rings[0])
    if rng.random() < 0.6:
        side, angle = rng.uniform(1, 4), rng.uniform(0, 7)
        rooms = [_rectangle(i * side, 0, i * side + side, 3) for i in range(rng.randint(1, 3))]
        rings += [turned(room, angle, (4.0, 2.0)) for room in rooms]
    rng.shuffle(rings)
    return rings


def _rows(outer: OuterEdge | None) -> list[tuple[float, ...]]:
    assert outer is not None
    return sorted(map(tuple, outer.segments.tolist()))


@given(generators)
def test_what_is_left_has_no_floor_beyond_and_what_is_covered_has(rng):
    """A step to the outside of an edge there is another area, or there is none."""
    rings = _random_rings(rng)
    outlines = _outlines(rings)
    if outlines.odd:
        return
    edges = outlines.edges
    pieces = exposed_edges.uncovered(outlines, np.ones(len(edges), bool), 0.01).pieces[:, 6:]
    left = [((xa, za), (xb, zb)) for xa, za, xb, zb in pieces.tolist()]
    start, step = edges[:, None, :2], (edges[:, 2:] - edges[:, :2])[:, None]
    outward = (step * (-1, 1))[..., ::-1] / np.hypot(step[..., 0], step[..., 1])[..., None]
    points = start + np.linspace(0.0, 1.0, 21)[:, None] * step
    px, pz = points[..., 0], points[..., 1]
    # Of edges that are the same one is left, of two ids that of the lower one.
    is_left = np.min([naive.distance2(a, b, px, pz) for a, b in left], axis=0) < 1e-12
    px, pz = (points + HAIR * outward).transpose(2, 0, 1)
    # Unless another edge comes between.
    sure = naive.edge_distance(rings, px, pz) > 0.99 * HAIR
    assert (is_left != naive.in_any(rings, px, pz))[:, 1:-1][sure[:, 1:-1]].all()


@given(generators)
def test_edges_run_with_the_inside_on_their_left(rng):
    """This holds for both directions of a ring; edges without such a side are reported."""
    ring = random_ring(rng)
    outlines = _outlines([ring])
    polygon = shapely.Polygon(ring)
    if outlines.odd:
        # Found by orientation signs, which rounding blurs: what is simple by a hair may be odd.
        corners = shapely.points(ring)
        sides = [shapely.LineString([a, b]) for a, b in naive.edges(ring)]
        apart = np.sort(shapely.distance(corners[:, None], np.array(sides)), axis=1)[:, 2]
        assert not polygon.is_valid or min(apart) < 1e-6 or polygon.area < 1e-6
        return
    assert polygon.is_valid
    ends = np.concatenate((outlines.edges[:, :2], outlines.edges[:, 2:])).tolist()
    assert sorted(map(tuple, ends)) == sorted([*ring, *ring])
    signed = (outlines.edges[:, 0] * outlines.edges[:, 3]).sum()
    signed -= (outlines.edges[:, 2] * outlines.edges[:, 1]).sum()
    assert math.isclose(signed / 2, polygon.area, rel_tol=1e-9)


@pytest.mark.parametrize(
    "ring",
    [
        ((0, 0), (2, 2), (2, 0), (0, 2)),
        ((0, 0), (2, 0), (2, 0), (2, 2)),
        ((0, 0), (2, 0), (1, 0), (1, 2)),
        ((0, 0), (1, 1), (2, 2)),
        ((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)),
        ((0, 0), (2, 0), (2, 2), (0, 2), (0, 0), (2, 0), (2, 2), (0, 2)),
    ],
    ids=["crossed", "repeated corner", "folded", "flat", "touching", "twice around"],
)
def test_rings_without_a_sure_inside_are_odd(ring: Ring):
    """Their edges say nothing about where their floor is."""
    assert _outlines([ring]).odd == {1}
    assert _outlines([ring[::-1]]).odd == {1}


@given(generators)
def test_near_boxes_are_found(rng):
    """Pairs among themselves, and those that any of some others comes close to."""
    boxes = np.array([_random_box(rng) for _ in range(rng.randint(0, 12))]).reshape(-1, 4)
    others = np.array([_random_box(rng) for _ in range(rng.randint(0, 3))]).reshape(-1, 4)
    reach = rng.choice((0.0, 0.5))
    swapped = boxes[:, [2, 1, 0, 3]]
    expected = [any(naive.boxes_near(a, b, reach) for b in others) for a in boxes]
    assert touched(boxes, others, reach).tolist() == expected
    assert touched(swapped, others, reach).tolist() == expected
    pairs = np.empty((len(boxes) ** 2, 2), np.int64)
    count = kernel.near_pairs(boxes, np.argsort(boxes[:, 1]), reach, pairs)
    assert {frozenset(pair) for pair in pairs[:count].tolist()} == {
        frozenset((i, k))
        for i in range(len(boxes))
        for k in range(i)
        if naive.boxes_near(boxes[i], boxes[k], reach)
    }
    assert kernel.near_pairs(boxes, np.argsort(boxes[:, 1]), reach, pairs[:1]) == count


def _random_box(rng: random.Random) -> tuple[float, float, float, float]:
    x, z = float(rng.randint(0, 9)), float(rng.randint(0, 9))
    return (x, z, x + rng.choice((0, 1, 3, 9)), z + rng.choice((0, 1, 3, 9)))


@pytest.mark.parametrize("angle", [0.0, 0.3, 0.53, 1.0, 2.2, math.pi / 4])
@pytest.mark.parametrize("far", [0.0, 3e5])
def test_rooms_with_doors_need_no_gaps_closed(angle: float, far: float):
    """At any angle, off by rounding; where all touches nothing but walls is left."""
    rings = []
    for i in range(3):
        for k in range(3):
            x, z = i * 6.3, k * 5.0
            rings.append(_rectangle(x, z, x + 6, z + 5))
            rings.append(_rectangle(x + 6, z + 1.7, x + 6.3, z + 3.2))
    outer = _outer([turned(ring, angle, (far, 7.0)) for ring in rings])
    assert not outer.hard
    length = np.hypot(*(outer.segments[:, 2:] - outer.segments[:, :2]).T).sum()
    # Columns of rooms are whole, with three doors less at each side but the first; doors have
    # two jambs, the last ones a third side.
    assert math.isclose(length, 3 * 2 * (15 + 6) - 15 * 1.5 + 18 * 0.3 + 3 * 1.5, abs_tol=1e-6)


@pytest.mark.parametrize("seam", [0.0, 0.01, 0.05])
@pytest.mark.parametrize("degrees", [0.5, 1, 3, 7, 15, 22, 30, 90])
def test_a_sharp_notch_is_filled_as_growing_and_shrinking_does(degrees: float, seam: float):
    """By itself it takes no GEOS, and leaves the same."""
    depth, half = 9.0, 9.0 * math.tan(math.radians(degrees) / 2)
    ring = turned(
        ((-5, -15), (depth, -15), (depth, -half), (0, 0), (depth, half), (depth, 15), (-5, 15)),
        0.4,
    )
    outer = _outer([ring], seam)
    assert not outer.hard
    expected = closed_pieces(_sources([ring]).areas.active_edges(1), [], seam)
    assert _apart(outer.segments, expected) < 0.1 * max(seam, 1e-5)


@pytest.mark.parametrize("gap", [2e-4, 0.004, 0.0099, 0.0102, 0.02])
def test_narrow_gaps_are_left_to_geos(gap: float):
    """Slits between rooms and within one are left to it; wide gaps are ignored."""
    slit = ((0, 0), (9, 0), (9, 5), (5 + gap, 5), (5 + gap, 1), (5, 1), (5, 5), (0, 5))
    outer = _outer([slit])
    assert set(outer.hard) == ({1} if gap < 0.015 else set())
    rooms = [_rectangle(0, 0, 5, 5), _rectangle(5 + gap, 1, 9, 4), _rectangle(0, 5, 4, 9)]
    outer = _outer([turned(room, 0.3) for room in rooms])
    assert set(outer.hard) == ({1, 2} if gap < 0.015 else set())


@given(generators)
def test_edges_equal_those_that_geos_closes(rng):
    """The edges of turned, overlapping areas are equal within rounding, with and without GEOS."""
    rings = [random_turned(rng) for _ in range(rng.randint(1, 4))]
    areas = _sources(rings).areas
    edges = [areas.active_edges(key) for key in areas.ids.tolist()]
    expected = [
        closed_pieces(edges[i], [*edges[:i], *edges[i + 1 :]], 0.01) for i in range(len(edges))
    ]
    assert _apart(_outer(rings).segments, np.concatenate(expected)) < HAIR


def _apart(a: np.ndarray, b: np.ndarray) -> float:
    """Hausdorff distance."""
    first, second = (shapely.multilinestrings(rows.reshape(-1, 2, 2)) for rows in (a, b))
    return float(shapely.hausdorff_distance(first, second, densify=0.05))


def _follow(rng: random.Random, steps: int) -> None:
    seam = rng.choice((0.0, 0.01, 0.07))
    settings = Settings(boundary_padding=0.45, seam=seam)
    areas = {i + 1: Area(id=i + 1, polygon=r) for i, r in enumerate(_random_rings(rng))}
    sources = Sources.of(Level(settings=settings, areas=areas))
    for _ in range(steps):
        changes: dict[int, Area | None] = {}
        for key in rng.sample(sorted(areas), min(len(areas), rng.choice((1, 1, 2)))):
            changes[key] = random_change(areas[key], rng) if rng.random() < 0.8 else None
            if rng.random() < 0.2:
                other = rng.choice(list(areas.values()))
                changes[key] = msgspec.structs.replace(areas[key], polygon=other.polygon)
        if rng.random() < 0.3:
            key = max([0, *areas]) + 1
            changes[key] = Area(id=key, polygon=random_ring(rng))
        areas = {key: area for key, area in {**areas, **changes}.items() if area is not None}
        sources, _ = sources.changed(Changes(changes, {}), settings)
        built = Sources.of(Level(settings=settings, areas=areas))
        assert _rows(sources.outer) == _rows(built.outer)


def test_replaced_equals_from_scratch_bit_for_bit(exhaustive: bool):
    """This holds for any changes of areas, one after the other."""
    for seed in range(300 if exhaustive else 25):
        _follow(random.Random(seed), 12)


def test_an_update_far_away_does_nothing_again():
    """Pieces of other areas keep their numbers; only the moved area differs."""
    rooms = [_rectangle(i * 5, 0, i * 5 + 5, 5) for i in range(40)]
    sources = _sources(rooms)
    shut = Area(id=20, name="19", polygon=rooms[19], available=False)
    after, touched_boxes = sources.changed(Changes({20: shut}, {}), sources.settings)
    before, now = set(_rows(sources.outer)), set(_rows(after.outer))
    assert before - now == {(95.0, 0.0, 100.0, 0.0), (95.0, 5.0, 100.0, 5.0)}
    assert now - before == {(95.0, 0.0, 95.0, 5.0), (100.0, 0.0, 100.0, 5.0)}
    assert all(90 <= x0 <= x1 <= 105 for x0, _, x1, _ in touched_boxes.walkable)


def test_compiled_equals_interpreted(monkeypatch):
    """They are equal to the last bit."""
    levels = [_random_rings(random.Random(seed)) for seed in range(25)]
    compiled = [_outer(rings, seam) for rings in levels for seam in (0.0, 0.07)]
    monkeypatch.setitem(
        sys.modules, "navcore.kernels.polygon.edge_tree", load_interpreted("edge_tree")
    )
    monkeypatch.setattr(edge_trees, "kernel", load_interpreted("edge_tree"))
    monkeypatch.setattr(edge_trees, "tree_build", load_interpreted("tree_build"))
    monkeypatch.setattr(segment_coverage, "kernel", load_interpreted("segment_coverage"))
    for name in ("rings", "union_edges", "closing"):
        monkeypatch.setattr(exposed_edges, f"{name}_kernel", load_interpreted(name))
    monkeypatch.setattr(enclosed_boxes, "kernel", load_interpreted("rings"))
    again = [_outer(rings, seam) for rings in levels for seam in (0.0, 0.07)]
    assert list(map(_rows, again)) == list(map(_rows, compiled))
    segments = np.array([[0.0, 0.0, 100.0, 40.0], [-5.0, 3.0, -5.0, 90.0], [1.0, 2.0, 8.0, 2.0]])
    boxes = enclosed_boxes.strips_around(segments, 10.0)
    monkeypatch.undo()
    assert enclosed_boxes.strips_around(segments, 10.0) == boxes
    assert len(boxes) == 9
