"""Random networks of waypoints, and a reference for their passable edges."""

import random
from collections.abc import Collection

import numpy as np

from navcore.level.model import Edge, Layer, Level, Settings, Waypoint

WORDS = ("red", "green", "blue")
ABILITIES = ("swim", "key")
TYPES = ("navigation", "patrol", "cover")


def random_level(rng: random.Random, most: int = 24, *, storeys: bool = False) -> Level:
    """Return a level with random waypoints, some at the same place, and random edges."""
    count = rng.randint(1, most)
    size = rng.choice((0, 3, 20))
    ids = rng.sample(range(1, 2**32), count)
    layers = ("ground", "upper") if storeys else ("ground",)
    waypoints = {
        one: Waypoint(
            id=one, name="", position=(rng.randint(0, size) / 2, rng.randint(0, size) / 2),
            type=rng.choice(TYPES), enabled=rng.random() < 0.9, tags=some(rng, WORDS),
            layer=rng.choice(layers),
        )
        for one in ids
    }  # fmt: skip
    edges: dict[int, Edge] = {}
    for _ in range(rng.randint(0, 3 * count) if count > 1 else 0):
        one = rng.randrange(1, 2**32)
        start, end = rng.sample(ids, 2)
        edges[one] = Edge(
            id=one, start=start, end=end, factor=rng.choice((0.0, 0.25, 1.0, 1.0, 1.5, 4.0)),
            one_way=rng.random() < 0.4, tags=some(rng, WORDS), needs=some(rng, ABILITIES),
        )  # fmt: skip
    table = tuple(Layer(name=name) for name in layers) if storeys else ()
    return Level(settings=Settings(layers=table), elements={Waypoint: waypoints, Edge: edges})


def some(rng: random.Random, words: Collection[str]) -> tuple[str, ...]:
    """Return none of the words in most cases, else some."""
    return tuple(word for word in words if rng.random() < 0.2)


def passable_arcs(
    level: Level,
    abilities: Collection[str] = (),
    include: Collection[str] | None = None,
    exclude: Collection[str] | None = None,
) -> list[tuple[int, int, float]]:
    """Yield the directed edges that a query may use: from, to, cost."""
    arcs = []
    for edge in level.of(Edge).values():
        a, b = level.of(Waypoint)[edge.start], level.of(Waypoint)[edge.end]
        words = {*edge.tags, *a.tags, *b.tags}
        if not (a.enabled and b.enabled) or set(edge.needs) - set(abilities):
            continue
        if words & set(exclude or ()):
            continue
        named = [bool(set(one.tags) & set(include or ())) for one in (edge, a, b)]
        if include is not None and not (named[0] or (named[1] and named[2])):
            continue
        cost = edge.factor * float(np.hypot(*np.subtract(a.position, b.position)))
        arcs.append((edge.start, edge.end, cost))
        if not edge.one_way:
            arcs.append((edge.end, edge.start, cost))
    return arcs


def elements_of(level: Level) -> list[Waypoint | Edge]:
    """Return all waypoints and edges of a level."""
    return [*level.of(Waypoint).values(), *level.of(Edge).values()]
