"""Random storeys joined by links, and the lanes of these, obviously."""

import math
import random
from typing import NamedTuple

import maps
import numpy as np
import queries
from naive_paths import Place

from navcore.bake.grid import NavGrid
from navcore.level.elements import Link
from navcore.level.links import link_cost
from navcore.level.model import Point

NAMES = ("ground", "upper", "attic")


class LinkLevel(NamedTuple):
    """Storeys of one lattice, and links between places on them."""

    grids: dict[str, NavGrid]
    links: list[Link]

    def layer_of(self, name: str) -> str:
        """Return the storey with a name, or the first one if there is none."""
        return name if name in self.grids else next(iter(self.grids))

    def layers_of(self, link: Link) -> tuple[str, str]:
        """Storeys of both ends."""
        start = self.layer_of(link.layer)
        return start, (self.layer_of(link.to_layer) if link.to_layer else start)


# Levels


def random_level(rng: random.Random, most: int = 14, widest: int = 4) -> LinkLevel:
    """Return one to three storeys with or without terrain, and up to twelve links.

    A side has up to `most` cells; short ends of links are up to `widest` cells long.
    """
    depth, width = rng.randint(most // 7, most), rng.randint(most // 7, most)
    origin = {
        "cell_size": rng.choice((0.4, 1.0, 1.7)),
        "min_x": rng.choice((0.0, -3.3)),
        "min_z": rng.choice((0.0, 7.7)),
    }
    has_costs, four = rng.random() < 0.5, rng.random() < 0.25
    grids = {}
    for name in NAMES[: rng.randint(1, 3)]:
        cells = np.array([[rng.random() > 0.2 for _ in range(width)] for _ in range(depth)])
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            cells[:, rng.randrange(width)] = 0
        cost = None
        if has_costs and rng.random() < 0.8:
            cost = queries.terrain(rng, cells, rng.choice(("uniform", "few", "equal", "one dear")))
        grids[name] = NavGrid.from_array(cells, cost=cost, connectivity=4 if four else 8, **origin)
    links: list[Link] = []
    for number in range(rng.choice((0, 1, 2, 3, 4, 6, 8, 12))):
        links.append(random_link(rng, grids, links, number + 1, widest))
    return LinkLevel(grids, links)


def random_link(
    rng: random.Random, grids: dict[str, NavGrid], others: list[Link], number: int, widest: int
) -> Link:
    """Return a link of any kind; sometimes it continues or overlaps another one."""
    layer, to_layer = (rng.choice((*grids, *grids, "nowhere")) for _ in range(2))
    start, end = (
        random_link_end(rng, grids.get(name, grids["ground"]), widest) for name in (layer, to_layer)
    )
    if others and rng.random() < 0.4:
        other = rng.choice(others)
        start, layer = other.end, other.to_layer or other.layer
    if rng.random() < 0.2:
        end = start
    return Link(
        id=number * 1_000_000_007 % 2**32,
        layer=layer,
        to_layer=rng.choice((to_layer, to_layer, "")),
        start=start,
        end=end,
        one_way=rng.random() < 0.4,
        cost=rng.choice((None, None, 0.0, 0.1, 1.0, 3.0, 50.0)),
    )


def random_link_end(rng: random.Random, grid: NavGrid, widest: int) -> tuple[Point, ...]:
    """A point, or a segment of any length, mostly on walkable cells."""
    first = queries.random_end(rng, grid)
    if rng.random() < 0.6:
        return (first,)
    if rng.random() < 0.3:
        return (first, maps.random_point(rng, grid, beyond=2 * grid.cell_size))
    angle, length = rng.uniform(0, math.tau), rng.uniform(0, widest * grid.cell_size)
    return (first, (first[0] + length * math.cos(angle), first[1] + length * math.sin(angle)))


class NaiveLane(NamedTuple):
    """A lane, obviously."""

    link: int
    near: Place
    far: Place
    points: tuple[Point, Point]
    length: float
    cost: float


def naive_lanes(level: LinkLevel) -> list[NaiveLane]:
    """Return all lanes, whatever their cells."""
    lanes = []
    for link in level.links:
        layers = level.layers_of(link)
        grid, to_grid = (level.grids[layer] for layer in layers)
        longest = max(math.dist(end[0], end[-1]) for end in (link.start, link.end))
        count = max(1, min(64, math.ceil(longest / grid.cell_size - 1e-9)))
        known = set()
        for i in range(count):
            share = (i + 0.5) / count
            a, b = (
                tuple(p + share * (q - p) for p, q in zip(end[0], end[-1], strict=True))
                if len(end) == 2 else end[0]
                for end in (link.start, link.end)
            )  # fmt: skip
            ends = (layers[0], *grid.cell_of(*a)), (layers[1], *to_grid.cell_of(*b))
            if ends in known:
                continue
            known.add(ends)
            length = math.hypot(math.dist(a, b), to_grid.floor_y - grid.floor_y)
            cost = link_cost(link, length) / grid.cell_size
            lanes.append(NaiveLane(link.id, *ends, (a, b), length, cost))
            if not link.one_way:
                lanes.append(NaiveLane(link.id, *reversed(ends), (b, a), length, cost))
    return lanes
