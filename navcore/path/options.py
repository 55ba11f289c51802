"""Options of a path query, checked before anything is searched."""

from collections.abc import Collection
from math import isfinite
from time import perf_counter
from typing import Final, Literal, NoReturn, TypeAlias, TypedDict, get_args

import msgspec
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.level.canonical import as_point
from navcore.level.model import Point, Profile
from navcore.path.cell_path import NO_LIMIT
from navcore.path.searcher import Engine
from navcore.path.smooth import Smoothing

__all__ = [
    "Journey",
    "Options",
    "Over",
    "Query",
    "StepRule",
    "checked",
    "checked_over",
    "checked_smoothing",
]

StepRule: TypeAlias = Literal["entered", "mean"]
"""Cost of a step over terrain: the cost of the cell that it enters, or the mean of both cells'
costs, times the length of the step."""


class Options(TypedDict, total=False):
    """The arguments of `find_path` except the grid and both ends."""

    snap_radius: float
    avoid: npt.ArrayLike | None
    engine: Engine
    smoothing: Smoothing
    step_rule: StepRule
    limit: int | None
    partial: bool


Over: TypeAlias = Literal["cells", "graph"]
"""Space of a search: walkable cells, or the waypoints of a network."""


class Journey(Options, total=False):
    """Options of a world's queries: also the profile, storeys of the ends, and the space."""

    profile: Profile | None
    layer: str | None
    goal_layer: str | None
    over: Over
    include_tags: Collection[str] | None
    exclude_tags: Collection[str] | None


_OVERS: Final = frozenset(get_args(Over))
_ENGINES: Final = frozenset(get_args(Engine))
_SMOOTHINGS: Final = frozenset(get_args(Smoothing))
_STEP_RULES: Final = frozenset(get_args(StepRule))


class Query(msgspec.Struct, frozen=True, eq=False):
    """A query with valid arguments; places in metres."""

    start: Point
    goal: Point
    snap_radius: float
    engine: Engine
    smoothing: Smoothing
    mean: bool
    limit: int
    partial: bool
    began: float
    """Time at which it began, by `perf_counter`."""


def checked(
    start: Point,
    goal: Point,
    snap_radius: float = 8.0,
    engine: Engine = "auto",
    smoothing: Smoothing = "taut",
    step_rule: StepRule = "entered",
    limit: int | None = None,
    partial: bool = False,
) -> Query:
    """Return the query for these arguments of `find_path`, with defaults filled in.

    Raises:
        NavcoreError: if an end is not two finite numbers, or an argument out of its range.
    """
    began = perf_counter()
    if not snap_radius >= 0:
        message = f"snap_radius must be at least 0 m, got {snap_radius}"
        raise NavcoreError(message)
    if engine not in _ENGINES:
        _refuse("engine", engine, _ENGINES)
    checked_smoothing(smoothing)
    if step_rule not in _STEP_RULES:
        _refuse("step_rule", step_rule, _STEP_RULES)
    if limit is None:
        limit = NO_LIMIT
    elif limit < 0:
        message = f"limit must be at least 0 cells, or None, got {limit}"
        raise NavcoreError(message)
    try:
        x, z = start
        to_x, to_z = goal
        x, z, to_x, to_z = float(x), float(z), float(to_x), float(to_z)
        fine = isfinite(x + z + to_x + to_z)
    except (TypeError, ValueError):
        fine = False
    if not fine:
        # One by one to find which is invalid; a sum may overflow although no number does.
        (x, z), (to_x, to_z) = as_point(start, "start"), as_point(goal, "goal")
    return Query(
        (x, z), (to_x, to_z), snap_radius, engine, smoothing, step_rule == "mean",
        min(limit, NO_LIMIT), partial, began,
    )  # fmt: skip


def checked_smoothing(smoothing: Smoothing) -> Smoothing:
    """Return the smoothing of a search, checked.

    Raises:
        NavcoreError: if it doesn't exist.
    """
    if smoothing not in _SMOOTHINGS:
        _refuse("smoothing", smoothing, _SMOOTHINGS)
    return smoothing


def checked_over(over: Over, *, to_nearest: bool) -> Over:
    """Return the space of a search, checked.

    Raises:
        NavcoreError: if it doesn't exist, or the nearest place is asked for over waypoints.
    """
    if over not in _OVERS:
        _refuse("over", over, _OVERS)
    if over != "cells" and to_nearest:
        message = "the place nearest to a goal is found over cells only"
        raise NavcoreError(message)
    return over


def _refuse(name: str, given: str, allowed: frozenset[str]) -> NoReturn:
    choices = " or ".join(repr(choice) for choice in sorted(allowed))
    message = f"{name} must be {choices}, got {given!r}"
    raise NavcoreError(message)
