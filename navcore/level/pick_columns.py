"""Columns of an index of elements: ids, ranks, orders, bounds and sizes, a row an element."""

from collections.abc import Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from navcore.level.affine import Ring
from navcore.level.bases import Element, Find
from navcore.level.bodies import Body
from navcore.level.kinds import all_kinds
from navcore.level.model import Level
from navcore.level.points import FlatPoints, Floats

_SMALL: Final = frozenset({1, 2})
"""Points of places and straight lines."""
_GIRTH: Final = attrgetter("girth")
_MOST_RUNS: Final = 16
COLUMNS: Final = ("_free", "_min_x", "_min_z", "_max_x", "_max_z", "_size")
ALL: Final = ("_ids", "_ranks", "_orders", *COLUMNS)
"""Names of the columns in an index."""


def columns_of(elements: Sequence[Element], bodies: Sequence[Body]) -> tuple[npt.NDArray[Any], ...]:
    """Return all columns of an index, see `PickIndex`."""
    ranks = drawing_ranks()
    return (
        np.array([e.id for e in elements], np.int64),
        np.array([ranks[type(e)] for e in elements], np.int16),
        np.array([e.order for e in elements], np.float64),
        np.array([not e.locked for e in elements], bool),
        *_bounds_by_type(bodies),
    )


def _bounds_by_type(bodies: Sequence[Body]) -> tuple[Floats, ...]:
    """Return the same as `bounds_of_bodies`, computed for one run of bodies of a type at a time.

    Elements of a kind stand together, and those of most kinds have their bounds in a few steps.
    """
    runs = [[*run] for _, run in groupby(bodies, type)]
    if len(runs) > _MOST_RUNS:
        return bounds_of_bodies(bodies)
    parts = [bounds_of_bodies(run) for run in runs] or [bounds_of_bodies(bodies)]
    return tuple(np.concatenate(columns) for columns in zip(*parts, strict=True))


def bounds_of_bodies(bodies: Sequence[Body]) -> tuple[Floats, ...]:
    """Least x and z, greatest x and z, and size of each: the columns of an index."""
    if not bodies:
        return (np.empty(0),) * 5
    traces = [body.trace for body in bodies]
    sizes = set(map(len, traces))
    if len(sizes) == 1 and sizes <= _SMALL:
        return _bounds_of_few_points(bodies, traces, *sizes)
    corners = FlatPoints(traces)
    lows = np.minimum.reduceat(corners.places, corners.first)
    highs = np.maximum.reduceat(corners.places, corners.first)
    grow = np.array([body.girth for body in bodies], np.float64)
    return (
        lows[:, 0] - grow, lows[:, 1] - grow, highs[:, 0] + grow, highs[:, 1] + grow,
        corners.areas() + np.pi * grow**2,
    )  # fmt: skip


def _bounds_of_few_points(
    bodies: Sequence[Body], traces: Sequence[Ring], size: int
) -> tuple[Floats, ...]:
    """Return the same for thousands of places, or of straight lines, in a third of the time."""
    numbers = chain.from_iterable(chain.from_iterable(traces))
    points = np.fromiter(numbers, np.float64, 2 * size * len(traces)).reshape(-1, size, 2)
    ends = points[:, 0], points[:, -1]
    lows, highs = np.minimum(*ends), np.maximum(*ends)
    grow = np.fromiter(map(_GIRTH, bodies), np.float64, len(bodies))
    return (
        lows[:, 0] - grow, lows[:, 1] - grow, highs[:, 0] + grow, highs[:, 1] + grow,
        np.pi * grow**2,
    )  # fmt: skip


def drawing_ranks() -> dict[type[Element], int]:
    """Return numbers of types in drawing order."""
    return {kind.type: rank for rank, kind in enumerate(all_kinds())}


def is_drawn_alike(one: Element, other: Element) -> bool:
    """Return whether two elements with the same id have the same position in the drawing order."""
    return one is other or (type(one) is type(other) and one.order == other.order)


def finds_of(level: Level) -> dict[type[Element], Find]:
    """Return, for each type in a level, a function that finds the elements it refers to."""
    return {kind: find_for(level, kind) for kind in level.held}


def find_for(level: Level, kind: type[Element]) -> Find:
    """Return a function that finds the elements that a type refers to, in one kind if it can."""
    referred = [row.type for row in all_kinds() if row.name in kind.referred]
    return level.of(referred[0]).get if len(referred) == 1 else level.get
