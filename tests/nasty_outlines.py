"""Outlines that are hard to bear: crossed, repeated, pointed, endless. Metres, within `SIDE`."""

import math
import random
from collections.abc import Callable, Mapping
from typing import Final

from navcore.level.model import Point, Ring

SIDE: Final = 12.0


def circle(corners: int, wave: float = 0.0, middle: float = SIDE / 2) -> Ring:
    """A round outline, with `wave` as a share of its radius in and out 37 times."""
    found: list[Point] = []
    for number in range(corners):
        turn = math.tau * number / corners
        radius = middle * (1 + wave * math.sin(37 * turn))
        found.append((middle + radius * math.cos(turn), middle + radius * math.sin(turn)))
    return tuple(found)


def star(corners: int, step: int) -> Ring:
    """Corners of a circle, every `step`-th one joined to the next."""
    around = circle(corners)
    return tuple(around[number * step % corners] for number in range(corners))


def scattered(rng: random.Random, corners: int) -> Ring:
    """Corners anywhere: about a quarter of all pairs of sides cross."""
    return tuple((rng.uniform(0, SIDE), rng.uniform(0, SIDE)) for _ in range(corners))


def on_few_places(rng: random.Random, corners: int, places: int = 5) -> Ring:
    """The same few sides again and again."""
    kept = scattered(rng, places)
    return tuple(rng.choice(kept) for _ in range(corners))


def on_a_grid(rng: random.Random, corners: int) -> Ring:
    """Sides along the axes and diagonals that run along each other."""
    return tuple((float(rng.randint(0, 6)), float(rng.randint(0, 6))) for _ in range(corners))


def on_a_line(rng: random.Random, corners: int) -> Ring:
    """All corners but one on one line, which is not along an axis."""
    places = (rng.uniform(0, SIDE) for _ in range(corners - 1))
    return (*((x, 1.0 + x / 3) for x in places), (rng.uniform(0, SIDE), SIDE))


def comb(corners: int) -> Ring:
    """Long thin teeth beside each other."""
    teeth = max(1, (corners - 2) // 2)
    found: list[Point] = []
    for number in range(teeth):
        found.append((SIDE * number / teeth, 1.0))
        found.append((SIDE * (number + 0.45) / teeth, SIDE))
    return (*found, (SIDE, 0.0), (0.0, 0.0))


def petals(rng: random.Random, corners: int) -> Ring:
    """Triangles that have one corner in common."""
    middle = (SIDE / 2, SIDE / 2)
    found: list[Point] = []
    for _ in range(max(1, corners // 3)):
        found += [middle, *scattered(rng, 2)]
    return tuple(found)


def spiral(corners: int, turns: float = 5.0) -> Ring:
    """In along one line and out along another one beside it."""
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
    """Coordinates next to nothing apart, some of them beside larger ones."""
    sizes = (5e-324, 1e-300, 1e-17, 1e-9, 1e-5, 1.0)
    return tuple(
        (rng.choice(sizes) * rng.randint(-3, 3), rng.choice(sizes) * rng.randint(-3, 3))
        for _ in range(corners)
    )


def sliver(rng: random.Random, corners: int) -> Ring:
    """Sides that all but coincide."""
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
"""By name; each takes how many corners there shall be, at least three."""


def nasty(rng: random.Random, most: int) -> Ring:
    """Any of them, of 3 to `most` corners; small ones most often."""
    corners = 3 + int((most - 3) * rng.random() ** 3)
    ring = rng.choice(list(KINDS.values()))(rng, corners)
    if rng.random() < 0.2:
        ring += ring[: rng.randint(1, len(ring))]
    if rng.random() < 0.2:
        x, z = rng.choice(((1e6, -3e5), (0.1, 0.2), (-9e8, 9e8)))
        return tuple((a + x, b + z) for a, b in ring) if rng.random() < 0.3 else ring
    return ring if len(ring) >= 3 else scattered(rng, 3)
