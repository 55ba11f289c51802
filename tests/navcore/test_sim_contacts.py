"""Overlaps, pushes and crossed openings: kernels against slow references."""

import itertools
import math
from types import ModuleType

import numpy as np
import pytest
from interpreted import load_interpreted

from navcore.kernels import buffers
from navcore.kernels.crowd import contacts, openings
from navcore.sim.judging import AROUND, contacts_of
from navcore.sim.judging import ticks as ticks_module


def crowd(seed: int, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places, radii and storeys: dense, or far apart, some in one place, some on links."""
    rng = np.random.default_rng(seed)
    spread = (2.0, 12.0, 1e6)[seed % 3]
    places = rng.uniform(-spread, spread, (count, 2))
    places[: count // 8] = places[count // 8 : 2 * (count // 8)]
    radii = rng.uniform(0.1, (0.5, 1.5)[seed % 2], count)
    storeys = rng.choice(np.array((0, 1, 255), np.uint8), count, p=(0.7, 0.2, 0.1))
    return places, radii, storeys


@pytest.mark.parametrize("kernel", [contacts, load_interpreted("contacts")])
@pytest.mark.parametrize("seed", range(6))
def test_contacts_as_pair_by_pair(
    kernel: ModuleType, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each pair once, the deepest overlap of each agent, and how many are near."""
    monkeypatch.setattr(ticks_module, "kernel", kernel)
    places, radii, storeys = crowd(seed, 90)
    found = contacts_of(places, radii, storeys)
    deepest, near, pairs = np.zeros(90), np.zeros(90, int), set()
    for i, k in itertools.combinations(range(90), 2):
        if storeys[i] != storeys[k] or storeys[i] == 255:
            continue
        away, reach = math.dist(places[i], places[k]), radii[i] + radii[k]
        if away <= AROUND:
            near[[i, k]] += 1
        if away < reach:
            pairs.add((i, k))
            deepest[[i, k]] = np.maximum(deepest[[i, k]], 1 - away / reach)
    assert {tuple(sorted(pair)) for pair in found.pairs.tolist()} == pairs
    assert len(found.pairs) == len(pairs)
    assert found.near.tolist() == near.tolist()
    assert found.deepest == pytest.approx(deepest)


def test_more_pairs_than_expected() -> None:
    """All of 60 agents are at one place: 1,770 pairs."""
    found = contacts_of(np.zeros((60, 2)), np.full(60, 0.3), np.zeros(60, np.uint8))
    assert len(found.pairs) == 60 * 59 // 2
    assert (found.deepest == 1.0).all()
    assert (found.near == 59).all()


@pytest.mark.parametrize("kernel", [contacts, load_interpreted("contacts")])
def test_who_is_pushed(kernel: ModuleType) -> None:
    """Agents that go farther than they walk, the excess, and the farthest are found."""
    before = np.zeros((4, 2))
    after = np.array([(0.1, 0.0), (0.0, 0.3), (-0.6, 0.8), (9.0, 0.0)])
    speeds = np.array([1.0, 1.0, 2.0, np.inf])
    rows, beyond = np.empty(5, np.int32), np.empty(5)
    b = buffers(kernel, before, after, speeds)
    count = kernel.pushed(*b, 0.1, 0.15, *buffers(kernel, rows, beyond))
    assert rows[:count].tolist() == [1, 2]
    assert beyond[:count] == pytest.approx([0.2, 0.8])
    assert (rows[4], beyond[4]) == (2, pytest.approx(0.8))


def sides(line: np.ndarray, place: np.ndarray) -> float:
    """Return the signed distance of a place from a line."""
    return float((place - line[:2]) @ line[2:4])


@pytest.mark.parametrize("kernel", [openings, load_interpreted("openings")])
@pytest.mark.parametrize("seed", range(3))
def test_openings_as_one_by_one(kernel: ModuleType, seed: int) -> None:
    """Agents in square outlines, agents that cross lines, and agents that wait nearby are equal."""
    rng = np.random.default_rng(seed)
    middles = rng.uniform(-6, 6, (5, 2))
    turns = rng.uniform(0, math.tau, 5)
    ways = np.column_stack((np.cos(turns), np.sin(turns)))
    boxes = np.hstack((middles - 1, middles + 1))
    lines = np.hstack((middles, ways, np.full((5, 1), 0.8)))
    edges = np.concatenate(
        [[(x, z0, x, z1) for x in (x0, x1)] for x0, z0, x1, z1 in boxes.tolist()]
    ).astype(np.float64)
    spans = np.array([(2 * k, 2 * k + 2) for k in range(5)], np.int64)
    layers = np.array((0, 0, 0, 1, 1), np.uint8)
    # One square that has all of them.
    frame, starts = np.array((-20.0, -20.0, 40.0, 1, 1)), np.array((0, 5), np.int32)
    items = np.arange(5, dtype=np.int32)
    made = kernel.Openings(
        *buffers(kernel, boxes, lines, layers, edges, spans, frame, starts, items)
    )
    before = rng.uniform(-7, 7, (80, 2))
    after = before + rng.uniform(-1.5, 1.5, (80, 2))
    storeys = rng.choice(np.array((0, 1, 255), np.uint8), 80)
    rows = np.empty((400, 3), np.int32)
    count = made.crossed(*buffers(kernel, before, after, storeys), 2.0, *buffers(kernel, rows))
    expected = set()
    for k, i in itertools.product(range(5), range(80)):
        if storeys[i] != layers[k]:
            continue
        was_in, is_in = (bool((np.abs(at[i] - middles[k]) < 1).all()) for at in (before, after))
        was, now = sides(lines[k], before[i]), sides(lines[k], after[i])
        crosses = False
        if (was >= 0) != (now >= 0):
            at = before[i] + was / (was - now) * (after[i] - before[i]) - middles[k]
            crosses = abs(at[1] * ways[k, 0] - at[0] * ways[k, 1]) <= 0.8
        if was_in or is_in or crosses:
            bits = was_in + 2 * is_in + 4 * (was >= 0) + 8 * (now >= 0) + 16 * crosses
            expected.add((k, i, int(bits)))
    assert {tuple(row) for row in rows[:count].tolist()} == expected
    assert expected
    waits = rng.integers(0, 2, 80, np.uint8)
    counts = np.zeros(5, np.int64)
    made.queues(*buffers(kernel, after, storeys, waits), 2.0, *buffers(kernel, counts))
    near = np.zeros(5, int)
    for i in np.flatnonzero(waits).tolist():
        away = []
        for k in range(5):
            across = after[i] - middles[k]
            beside = max(abs(float(across @ (-ways[k, 1], ways[k, 0]))) - 0.8, 0.0)
            far = math.hypot(float(across @ ways[k]), beside)
            away.append(far if storeys[i] == layers[k] else math.inf)
        if min(away) < 2.0:
            near[int(np.argmin(away))] += 1
    assert counts.tolist() == near.tolist()
