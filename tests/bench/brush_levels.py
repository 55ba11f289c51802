"""Floors to paint on: bare, with blocks painted here and there, or painted all over."""

import random

import numpy as np

from navcore.geometry.cells_inside import CellBox
from navcore.level.elements import TILES
from navcore.level.model import Area, Level, Profile, Settings
from navcore.level.operations.brush import Painting
from tests.bench.canvas_town import painted

TYPES = (
    Profile(name="cart", radius=0.9),
    Profile(name="swimmer", abilities=("swim",)),
    Profile(name="knight", costs={"mud": 4.0}),
)
SPOTS = 280
"""Number of blocks that are painted here and there."""
LEVELS = ("bare", "spotted", "painted")


def floor(kind: str, cells: int, types: int = 0) -> Level:
    """Return one area, `cells` cells of 1 m on a side, margin included; `kind` is of `LEVELS`."""
    side = cells - 6.0
    ring = ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
    settings = Settings(cell_size=1.0, agent_radius=0.45, profiles=TYPES[:types])
    level = Level(settings=settings, areas={1: Area(id=1, name="floor", polygon=ring)})
    if kind == "spotted":
        return _spotted(level, cells)
    return painted(level, cells) if kind == "painted" else level


def _spotted(level: Level, cells: int) -> Level:
    """Return the level with patches in randomly chosen blocks."""
    rng, painting = random.Random(3), Painting(level)
    places = [(x, z) for x in range(cells // TILES) for z in range(cells // TILES)]
    for number, (x, z) in enumerate(rng.sample(places, min(SPOTS, len(places) // 2))):
        noise = np.random.default_rng(number).integers(0, 2, (8, 8))
        covered = np.kron(noise, np.ones((8, 8), np.int64)) > 0
        box = CellBox(x * TILES, z * TILES, (x + 1) * TILES, (z + 1) * TILES)
        painting.put(box, covered, ("mud", "sand", "grass")[number % 3])
    return painting.edit().apply(level)
