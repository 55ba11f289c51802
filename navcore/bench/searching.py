"""Bench of searches: the time of path queries, from the call to the result."""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final

from navcore.bake.grid import NavGrid
from navcore.bench.contest import Contest, Entrant, Result, agree, hold
from navcore.bench.maps import GridCase
from navcore.bench.peers import Peer, Rule
from navcore.level.model import Point
from navcore.path.result import PathResult
from navcore.world import World

__all__ = ["batch", "query", "terrain"]

_THREADS: Final = 2
_RULES: Final[tuple[Rule, ...]] = ("entered", "mean")


def query(case: GridCase, peers: Sequence[Peer], *, rounds: int, budget: float) -> list[Result]:
    """Compare shortest paths at uniform cost: over cells, with every engine, and smoothed."""
    world = World.from_grid(NavGrid.from_array(case.walkable))
    entrants = [
        _ours(world, case, "navcore", smoothing="none"),
        _ours(world, case, "navcore jump", engine="jump", smoothing="none"),
        _ours(world, case, "navcore astar", engine="astar", smoothing="none"),
        _ours(world, case, "navcore, smoothed"),
        *_theirs(case, peers, "uniform"),
    ]
    return [hold(_contest("query", case, entrants), rounds=rounds, budget=budget)]


def terrain(case: GridCase, peers: Sequence[Peer], *, rounds: int, budget: float) -> list[Result]:
    """Compare cheapest paths over cells that cost 1 to 9, with both step rules."""
    world = World.from_grid(NavGrid.from_array(case.walkable, cost=case.costs))
    results = []
    for rule in _RULES:
        options = {"smoothing": "none", "step_rule": rule}
        entrants = [
            _ours(world, case, "navcore", **options),
            _ours(world, case, "navcore astar", engine="astar", **options),
            *_theirs(case, peers, rule),
        ]
        contest = _contest(f"terrain, {rule}", case, entrants)
        results.append(hold(contest, rounds=rounds, budget=budget))
    return results


def batch(case: GridCase, peers: Sequence[Peer], *, rounds: int, budget: float) -> list[Result]:
    """Compare all queries of a map in one call, on one thread and on two."""
    world = World.from_grid(NavGrid.from_array(case.walkable))
    ends = _ends(world, case)
    starts, goals = [start for start, _ in ends], [goal for _, goal in ends]

    def at_once(tool: str, threads: int) -> Entrant:
        return Entrant(
            tool,
            lambda _: world.find_paths(starts, goals, threads=threads, smoothing="none"),
            lambda _, found: math.fsum(_cost(0, result) for result in found),
        )

    with ThreadPoolExecutor(_THREADS) as pool:
        entrants = [
            at_once("navcore, 2 threads", _THREADS),
            at_once("navcore, 1 thread", 1),
            *(
                _shared_out(entrant, len(ends), pool)
                for entrant in _theirs(case, [peer for peer in peers if peer.threads], "uniform")
            ),
        ]
        name = f"{case.name}, {len(ends)} ways"
        depth, width = case.walkable.shape
        contest = Contest("batch", name, width, depth, 1, entrants)
        return [hold(contest, rounds=rounds, budget=budget)]


def _shared_out(entrant: Entrant, calls: int, pool: ThreadPoolExecutor) -> Entrant:
    """Return an entrant that makes all calls of a tool as one, on the threads of a pool."""
    numbers = range(calls)
    return replace(
        entrant,
        tool=f"{entrant.tool}, 2 threads",
        call=lambda _: list(pool.map(entrant.call, numbers)),
        figure=lambda _, found: math.fsum(map(entrant.figure, numbers, found)),
    )


def _ours(world: World, case: GridCase, tool: str, **options: Any) -> Entrant:
    find, ends = world.find_path, _ends(world, case)
    return Entrant(tool, lambda number: find(*ends[number], **options), _cost)


def _ends(world: World, case: GridCase) -> list[tuple[Point, Point]]:
    centre_of = world.grid.centre_of
    return [(centre_of(sx, sz), centre_of(gx, gz)) for sx, sz, gx, gz in case.queries]


def _cost(_: int, result: PathResult) -> float:
    return result.cost if result.ok else math.inf


def _theirs(case: GridCase, peers: Sequence[Peer], rule: Rule) -> list[Entrant]:
    entrants = (peer.entrant(case, rule) for peer in peers)
    return [entrant for entrant in entrants if entrant is not None]


def _contest(work: str, case: GridCase, entrants: Sequence[Entrant]) -> Contest:
    depth, width = case.walkable.shape
    published = case.lengths if work == "query" else None

    def judge(number: int, found: float, expected: float) -> bool:
        return agree(found, expected) or abs(found - expected) <= case.tolerances[number]

    return Contest(work, case.name, width, depth, len(case.queries), entrants, published, judge)
