"""How long ways take, from the call to the result."""

from collections.abc import Sequence
from typing import Any

from navcore.bake.grid import NavGrid
from navcore.bench.contest import Contest, Entrant, Result, agree, hold
from navcore.bench.maps import GridCase
from navcore.bench.peers import Peer, Rule
from navcore.path.result import PathResult
from navcore.world import World

__all__ = ["query"]


def query(case: GridCase, peers: Sequence[Peer], *, rounds: int, budget: float) -> list[Result]:
    """Ways where all floor is alike: the shortest, and with what makes them straight."""
    world = World.from_grid(NavGrid.from_array(case.walkable))
    entrants = [
        _ours(world, case, "navcore", smoothing="none"),
        _ours(world, case, "navcore, smoothed"),
        *_theirs(case, peers, "uniform"),
    ]
    return [hold(_contest("query", case, entrants), rounds=rounds, budget=budget)]


def _ours(world: World, case: GridCase, tool: str, **options: Any) -> Entrant:
    centre_of, find = world.grid.centre_of, world.find_path
    ends = [(centre_of(sx, sz), centre_of(gx, gz)) for sx, sz, gx, gz in case.queries]
    return Entrant(tool, lambda number: find(*ends[number], **options), _cost)


def _cost(_: int, result: PathResult) -> float:
    return result.cost if result.ok else float("inf")


def _theirs(case: GridCase, peers: Sequence[Peer], rule: Rule) -> list[Entrant]:
    entrants = (peer.entrant(case, rule) for peer in peers)
    return [entrant for entrant in entrants if entrant is not None]


def _contest(work: str, case: GridCase, entrants: Sequence[Entrant]) -> Contest:
    depth, width = case.walkable.shape
    published = case.lengths if work == "query" else None

    def judge(number: int, found: float, expected: float) -> bool:
        return agree(found, expected) or abs(found - expected) <= case.tolerances[number]

    return Contest(work, case.name, width, depth, len(case.queries), entrants, published, judge)
