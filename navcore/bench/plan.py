"""Plan of a bench run: kinds of work, maps, rounds, and the contests that follow from them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from navcore.bench.baking import bake, update
from navcore.bench.contest import Result
from navcore.bench.loading import load
from navcore.bench.maps import KINDS, GridCase, from_files, made
from navcore.bench.peers import Peer
from navcore.bench.searching import batch, query, terrain
from navcore.bench.smoothing import any_angle_from_files, any_angle_made, smooth
from navcore.errors import NavcoreError

__all__ = ["WORKS", "Plan", "run", "works_for"]

_SEARCHES: Final = ("query", "terrain", "batch")
_SCENARIO: Final = ".scen"
_LENGTHS: Final = ".csv"
_LOADED: Final = 1000
"""Largest number of cells along a side of the grid for the work `load`."""
_SMOOTHED: Final = 48
"""Largest number of cells along a side of maps whose any-angle paths must be computed first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Parameters of a bench run."""

    files: tuple[tuple[Path, Path], ...]
    """Maps, each with its `.scen`, or with a `.csv` of lengths of any-angle paths. Work without
    such files uses generated maps."""
    works: Sequence[str]
    peers: Sequence[Peer]
    sizes: Sequence[int]
    """Numbers of cells along a side of generated maps; levels and files use the largest."""
    rounds: int
    queries: int
    """Maximum number of queries on each map."""
    edits: int
    budget: float
    """Maximum time in seconds of a tool in a round on one case."""

    def maps_with(self, suffix: str) -> list[tuple[Path, Path]]:
        """Return the pairs of files where the second has a suffix."""
        return [pair for pair in self.files if pair[1].suffix.lower() == suffix]


_Step: TypeAlias = tuple[str, Callable[[], list[Result]]]
"""The name of a case, and the function that runs its contests."""


def run(plan: Plan, tell: Callable[[str], None]) -> Iterator[Result]:
    """Run the contests in order and yield their results; call `tell` before each with its name.

    Raises:
        NavcoreError: if a file can't be read or is malformed.
    """
    for work in plan.works:
        for case, hold in _STEPS[work](plan):
            tell(f"{work}: {case}")
            yield from hold()


def works_for(files: Sequence[tuple[Path, Path]]) -> list[str]:
    """Return the kinds of work that these files allow; all kinds if there are no files."""
    if not files:
        return list(WORKS)
    suffixes = {pair[1].suffix.lower() for pair in files}
    works = list(_SEARCHES) if _SCENARIO in suffixes else []
    return [*works, "smooth"] if _LENGTHS in suffixes else works


def paired(files: Sequence[Path]) -> tuple[tuple[Path, Path], ...]:
    """Pair each map with the file that follows it.

    Raises:
        NavcoreError: if a map isn't followed by a `.scen` or `.csv`.
    """
    rest = list(files)
    pairs = []
    while rest:
        first = rest.pop(0)
        if first.suffix.lower() in {_SCENARIO, _LENGTHS}:
            message = f"{first}: name its map before it"
            raise NavcoreError(message)
        if not rest or rest[0].suffix.lower() not in {_SCENARIO, _LENGTHS}:
            message = f"{first}: name its queries after it, a .scen or a .csv"
            raise NavcoreError(message)
        pairs.append((first, rest.pop(0)))
    return tuple(pairs)


def _searches(
    search: Callable[..., list[Result]],
) -> Callable[[Plan], Iterator[_Step]]:
    def steps(plan: Plan) -> Iterator[_Step]:
        for case in _grid_cases(plan):
            held = partial(search, case, plan.peers, rounds=plan.rounds, budget=plan.budget)
            yield case.name, held

    return steps


def _one(hold: Callable[..., Result], case: object, plan: Plan) -> list[Result]:
    return [hold(case, rounds=plan.rounds, budget=plan.budget)]


def _grid_cases(plan: Plan) -> Iterator[GridCase]:
    files = plan.maps_with(_SCENARIO)
    for pair in files:
        yield from_files(*pair, plan.queries)
    if not files:
        for size in plan.sizes:
            for kind in KINDS:
                yield made(kind, size, plan.queries)


def _smooths(plan: Plan) -> Iterator[_Step]:
    files = plan.maps_with(_LENGTHS)
    cases = (any_angle_from_files(*pair, plan.queries) for pair in files)
    size = min(_SMOOTHED, *plan.sizes)
    generated = (any_angle_made(kind, size, plan.queries) for kind in KINDS)
    for case in cases if files else generated:
        yield case.name, partial(_one, smooth, case, plan)


def _bakes(plan: Plan) -> Iterator[_Step]:
    side = max(plan.sizes)
    yield f"{side} cells", partial(_one, bake, side, plan)


def _updates(plan: Plan) -> Iterator[_Step]:
    side = max(plan.sizes)
    yield (
        f"{side} cells, {plan.edits} edits",
        partial(_one, partial(update, count=plan.edits), side, plan),
    )


def _loads(plan: Plan) -> Iterator[_Step]:
    side = min(_LOADED, max(plan.sizes))
    yield f"{side} cells", partial(_one, load, side, plan)


_STEPS: Final[Mapping[str, Callable[[Plan], Iterator[_Step]]]] = {
    "query": _searches(query),
    "terrain": _searches(terrain),
    "batch": _searches(batch),
    "smooth": _smooths,
    "bake": _bakes,
    "update": _updates,
    "load": _loads,
}

WORKS: Final = tuple(_STEPS)
"""Kinds of work, in the order of a run."""
