"""Difficult outlines: crossed, repeated, pointed, very long. In metres, within `SIDE`."""

import math
import random
from collections.abc import Callable, Mapping
from typing import Final

from navcore.level.model import Point, Ring

SIDE: Final = 12.0


def circle(corners: int, wave: float = 0.0, middle: float = SIDE / 2) -> Ring:
    """Return a round outline with 37 waves of relative amplitude `wave`."""
    found: list[Point] = []
    for number in range(corners):
        turn = math.tau * number / corners
        radius = middle * (1 + wave * math.sin(37 * turn))
        found.append((middle + radius * math.cos(turn), middle + radius * math.sin(turn)))
    return tuple(found)


def star(corners: int, step: int) -> Ring:
    """Return a star polygon: corners on a circle, each joined to the `step`-th next one."""
    around = circle(corners)
    return tuple(around[number * step % corners] for number in range(corners))


def scattered(rng: random.Random, corners: int) -> Ring:
    """Return random corners; about a quarter of all pairs of sides cross."""
    return tuple((rng.uniform(0, SIDE), rng.uniform(0, SIDE)) for _ in range(corners))


def on_few_places(rng: random.Random, corners: int, places: int = 5) -> Ring:
    """Return an outline that repeats a few sides many times."""
    kept = scattered(rng, places)
    return tuple(rng.choice(kept) for _ in range(corners))


def on_a_grid(rng: random.Random, corners: int) -> Ring:
    """Return overlapping sides along the axes and diagonals."""
    return tuple((float(rng.randint(0, 6)), float(rng.randint(0, 6))) for _ in range(corners))


def on_a_line(rng: random.Random, corners: int) -> Ring:
    """Return an outline with all corners but one on a line that isn't along an axis."""
    places = (rng.uniform(0, SIDE) for _ in range(corners - 1))
    return (*((x, 1.0 + x / 3) for x in places), (rng.uniform(0, SIDE), SIDE))


def comb(corners: int) -> Ring:
    """Return a comb of long thin teeth."""
    teeth = max(1, (corners - 2) // 2)
    found: list[Point] = []
    for number in range(teeth):
        found.append((SIDE * number / teeth, 1.0))
        found.append((SIDE * (number + 0.45) / teeth, SIDE))
    return (*found, (SIDE, 0.0), (0.0, 0.0))


def petals(rng: random.Random, corners: int) -> Ring:
    """Return triangles that share one corner."""
    middle = (SIDE / 2, SIDE / 2)
    found: list[Point] = []
    for _ in range(max(1, corners // 3)):
        found += [middle, *scattered(rng, 2)]
    return tuple(found)


def spiral(corners: int, turns: float = 5.0) -> Ring:
    """Return a spiral that runs inward and back outward next to itself."""
    half = max(2, corners // 2)
    found: list[Point] = []
    for number in (*range(half), *reversed(range(half))):
        out = len(found) >= half
        share = number / (half - 1)
        turn = math.tau * turns * share
        radius = SIDE / 2 * max(0.0, share - (0.4 / turns if out else 0.0))
        found.append((SIDE / 2 + radius * math.cos(turn), SIDE / 2 + radius * math.sin(turn)))
    return tuple(found)


def tiny(rng: random.Random, corners: int) -> Ring:
    """Return corners with tiny differences, some of them next to large ones."""
    sizes = (5e-324, 1e-300, 1e-17, 1e-9, 1e-5, 1.0)
    return tuple(
        (rng.choice(sizes) * rng.randint(-3, 3), rng.choice(sizes) * rng.randint(-3, 3))
        for _ in range(corners)
    )


def sliver(rng: random.Random, corners: int) -> Ring:
    """Return a sliver with sides that nearly coincide."""
    x = [rng.uniform(0, SIDE) for _ in range(corners)]
    return tuple((at, 3.0 + at / 7 + rng.choice((0.0, 1e-12, 1e-9, 1e-6, 1e-3))) for at in x)


KINDS: Final[Mapping[str, Callable[[random.Random, int], Ring]]] = {
    "circle": lambda _, corners: circle(corners, 0.2),
    "star": lambda rng, corners: star(corners | 1, rng.randint(1, max(1, corners // 2))),
    "scattered": scattered,
    "few places": on_few_places,
    "grid": on_a_grid,
    "line": on_a_line,
    "comb": lambda _, corners: comb(corners),
    "petals": petals,
    "spiral": lambda _, corners: spiral(corners),
    "tiny": tiny,
    "sliver": sliver,
}
"""Generators by name; each takes the number of corners, at least three."""


def nasty(rng: random.Random, most: int) -> Ring:
    """Return any of them with 3 to `most` corners; small ones are most frequent."""
    corners = 3 + int((most - 3) * rng.random() ** 3)
    ring = rng.choice(list(KINDS.values()))(rng, corners)
    if rng.random() < 0.2:
        ring += ring[: rng.randint(1, len(ring))]
    if rng.random() < 0.2:
        x, z = rng.choice(((1e6, -3e5), (0.1, 0.2), (-9e8, 9e8)))
        return tuple((a + x, b + z) for a, b in ring) if rng.random() < 0.3 else ring
    return ring if len(ring) >= 3 else scattered(rng, 3)
