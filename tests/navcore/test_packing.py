"""Outlines packed into edges and boxes."""

import math
import random

import naive
import numpy as np
from hypothesis import given
from interpreted import load_interpreted
from strategies import generators, random_ring

from navcore.geometry.rings import active_near, touching
from navcore.kernels import buffers
from navcore.kernels.polygon import packed_rings

INTERPRETED = load_interpreted("packed_rings")


def _box(rng: random.Random) -> tuple[float, float, float, float]:
    x0, x1 = sorted(rng.randint(0, 20) / 2 for _ in range(2))
    z0, z1 = sorted(rng.randint(0, 20) / 2 for _ in range(2))
    return (x0, z0, x1, z1)


@given(generators)
def test_rings_are_packed_as_a_simple_loop_does(rng: random.Random):
    """Edges, spans and boxes, compiled and interpreted."""
    rings = [random_ring(rng) for _ in range(rng.randint(0, 4))]
    if rings and rng.random() < 0.3:
        rings.append(((0.0, 0.0), (rng.choice((math.nan, math.inf)), 1.0), (1.0, 1.0)))
    for kernel in (packed_rings, INTERPRETED):
        edges = np.zeros((sum(map(len, rings)), 4))
        spans, boxes = np.zeros((len(rings), 2), np.int64), np.zeros((len(rings), 4))
        worst = kernel.pack(rings, *buffers(kernel, edges, spans, boxes))
        finite = [ring for ring in rings if np.isfinite(ring).all()]
        assert worst == (-1 if len(finite) == len(rings) else len(finite))
        expected = [(*a, *b) for ring in finite for a, b in naive.edges(ring)]
        assert edges[: len(expected)].tolist() == [list(edge) for edge in expected]
        ends = np.cumsum([0, *map(len, rings)])
        assert spans.tolist() == np.column_stack((ends[:-1], ends[1:])).tolist()
        assert boxes[: len(finite)].tolist() == [
            [*np.min(ring, axis=0), *np.max(ring, axis=0)] for ring in finite
        ]


@given(generators)
def test_active_boxes_near_a_box(rng: random.Random):
    """Touching counts; compiled and interpreted."""
    boxes = np.array([_box(rng) for _ in range(rng.randint(1, 9))])
    active = np.array([rng.random() < 0.7 for _ in boxes])
    box, reach = _box(rng), rng.choice((0.0, 0.5, 2.0))
    expected = np.flatnonzero(touching(boxes, box, reach) & active).tolist()
    assert active_near(boxes, active, box, reach).tolist() == expected
    found = np.zeros(len(boxes), np.int64)
    b = buffers(INTERPRETED, boxes, active.view(np.uint8), np.array(box), found)
    assert found[: INTERPRETED.near(b[0], b[1], b[2], reach, b[3])].tolist() == expected
