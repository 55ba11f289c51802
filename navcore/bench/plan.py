"""What a run of the bench does: which work, on which maps, how often."""

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
"""Cells along a side of the grid that is loaded, where maps are at least as large."""
_SMOOTHED: Final = 48
"""The same where the shortest ways off the cells have to be found first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do."""

    files: tuple[tuple[Path, Path], ...]
    """Maps, each with its `.scen`, or with a `.csv` of shortest lengths off the cells. Work
    that has no such files is done on generated maps."""
    works: Sequence[str]
    peers: Sequence[Peer]
    sizes: Sequence[int]
    """Cells along a side of generated maps; levels and files have the largest."""
    rounds: int
    queries: int
    """Of each map, at most."""
    edits: int
    budget: float
    """Seconds that a tool may take in a round on one case."""

    def maps_with(self, suffix: str) -> list[tuple[Path, Path]]:
        """The files whose second one ends so."""
        return [pair for pair in self.files if pair[1].suffix.lower() == suffix]


_Step: TypeAlias = tuple[str, Callable[[], list[Result]]]
"""The name of a case, and what holds its contests."""


def run(plan: Plan, tell: Callable[[str], None]) -> Iterator[Result]:
    """Holds one contest after the other, and tells which is next.

    Raises:
        NavcoreError: if a file can't be read or is malformed.
    """
    for work in plan.works:
        for case, hold in _STEPS[work](plan):
            tell(f"{work}: {case}")
            yield from hold()


def works_for(files: Sequence[tuple[Path, Path]]) -> list[str]:
    """The kinds of work that are done on these files; all if there are none."""
    if not files:
        return list(WORKS)
    suffixes = {pair[1].suffix.lower() for pair in files}
    works = list(_SEARCHES) if _SCENARIO in suffixes else []
    return [*works, "smooth"] if _LENGTHS in suffixes else works


def paired(files: Sequence[Path]) -> tuple[tuple[Path, Path], ...]:
    """Maps with the files that follow them.

    Raises:
        NavcoreError: if one is not followed by a `.scen` or `.csv`.
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
"""Kinds of work, in the order in which they are done."""
