"""Other libraries for searches on grids, each used as its documentation recommends.

A peer is prepared once for a map, as in a game; each query is then one call with plain integers.
Our rules are: diagonal steps only between two free cells, step lengths of 1 and the square root of
2, and the requested terrain costs. If a peer can't follow them, its `rule` says what it does
instead.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bench.contest import Entrant
from navcore.bench.maps import GridCase, Query
from navcore.errors import NavcoreError

__all__ = ["PEERS", "Peer", "Rule", "chosen", "walked"]

Rule: TypeAlias = Literal["uniform", "entered", "mean"]
"""Factor on a step's length: 1, the cost of the entered cell, or the mean of both cells."""

_Prepared: TypeAlias = tuple[Callable[[Query], Any], Callable[[Any], float]]
"""A function that answers a query, and one that returns the cost of its result."""

_CUTS: Final = "cuts corners"
_STRAIGHT: Final = 2378
_DIAGONAL: Final = 3363
"""Integers in the ratio of 1 to the square root of 2, within 5e-8."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A library and its capabilities."""

    name: str
    """Name on the package index."""
    module: str
    prepare: Mapping[Rule, Callable[[Any, GridCase, Rule], _Prepared]]
    """Functions that prepare it for a map, for each rule that it supports."""
    rule: str = ""
    tool: str = ""
    """Name in tables, if a library has several searches."""
    threads: bool = False
    """True if its searches run in parallel on several threads."""

    @property
    def version(self) -> str:
        """Installed version; empty if it isn't installed."""
        try:
            return metadata.version(self.name)
        except metadata.PackageNotFoundError:
            return ""

    def entrant(self, case: GridCase, rule: Rule) -> Entrant | None:
        """Prepare the peer for the queries of a map; return None if it doesn't support the rule."""
        if rule not in self.prepare:
            return None
        ask, cost_of = self.prepare[rule](import_module(self.module), case, rule)
        queries = case.queries
        return Entrant(
            self.tool or self.name,
            lambda number: ask(queries[number]),
            lambda _, outcome: cost_of(outcome),
            self.version,
            self.rule,
        )


def chosen(names: Sequence[str] | None) -> tuple[list[Peer], list[str]]:
    """Return the installed peers with these names (None for all) and the names of the others.

    Raises:
        NavcoreError: if a name is not a peer's.
    """
    known = list(dict.fromkeys(peer.name for peer in PEERS))
    wanted = known if names is None else list(names)
    for name in wanted:
        if name not in known:
            message = f"no peer is named {name!r}; there are {', '.join(known)}"
            raise NavcoreError(message)
    present = [peer for peer in PEERS if peer.name in wanted and peer.version]
    return present, [name for name in wanted if name not in {peer.name for peer in present}]


def walked(cells: npt.ArrayLike, costs: npt.NDArray[np.float32] | None, rule: Rule) -> float:
    """Return the cost of a path of cells (row, column); infinite if there are no cells."""
    way = np.asarray(cells, np.int64).reshape(-1, 2)
    if len(way) == 0:
        return math.inf
    lengths = np.where(np.abs(np.diff(way, axis=0)).sum(axis=1) == 2, math.sqrt(2), 1.0)
    if rule == "uniform" or costs is None:
        return float(lengths.sum())
    along = costs[way[:, 0], way[:, 1]].astype(np.float64)
    weights = along[1:] if rule == "entered" else (along[1:] + along[:-1]) / 2
    return float((lengths * weights).sum())


def _semita(semita: Any, case: GridCase, rule: Rule) -> _Prepared:
    # It searches boolean arrays by jump points and float64 arrays by A*, without conversion.
    grid: Any = case.walkable if rule == "uniform" else case.costs.astype(np.float64)
    find = semita.cheapest_path

    def ask(query: Query) -> Any:
        sx, sz, gx, gz = query
        return find(grid, (sz, sx), (gz, gx))

    return ask, lambda path: math.inf if path is None else path.cost


def _nano_astar(nano_astar: Any, case: GridCase, _: Rule) -> _Prepared:
    blocked = np.ascontiguousarray(~case.walkable).astype(np.uint8)
    find = nano_astar.astar

    def ask(query: Query) -> Any:
        sx, sz, gx, gz = query
        return find(blocked, (sz, sx), (gz, gx))

    return ask, lambda found: math.inf if found is None else found[1]


def _tcod_graph(path: Any, case: GridCase, rule: Rule) -> _Prepared:
    # In tcod, edge rules with a condition for each diagonal forbid cutting corners.
    costs = case.costs.astype(np.int8) if rule == "entered" else case.walkable.astype(np.int8)
    free = np.pad(case.walkable, 1).astype(np.int8)
    depth, width = costs.shape

    def beside(dz: int, dx: int) -> npt.NDArray[np.int8]:
        return free[1 + dz : 1 + dz + depth, 1 + dx : 1 + dx + width]

    graph = path.CustomGraph(costs.shape)
    for dz, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        graph.add_edge((dz, dx), _STRAIGHT, cost=costs)
    for dz in (-1, 1):
        for dx in (-1, 1):
            open_sides = np.ascontiguousarray(beside(dz, 0) & beside(0, dx))
            graph.add_edge((dz, dx), _DIAGONAL, cost=costs, condition=open_sides)
    graph.set_heuristic(cardinal=_STRAIGHT, diagonal=_DIAGONAL)

    def ask(query: Query) -> Any:
        sx, sz, gx, gz = query
        finder = path.Pathfinder(graph)
        finder.add_root((sz, sx))
        way = finder.path_to((gz, gx))
        # If no path exists, the result is only the goal.
        return way if len(way) > 1 or (sx, sz) == (gx, gz) else way[:0]

    return ask, lambda way: walked(way, case.costs, rule)


def _tcod_astar(path: Any, case: GridCase, rule: Rule) -> _Prepared:
    costs = case.costs if rule == "entered" else case.walkable.astype(np.int8)
    finder = path.AStar(costs, math.sqrt(2))

    def ask(query: Query) -> Any:
        sx, sz, gx, gz = query
        return (sz, sx), finder.get_path(sz, sx, gz, gx), (gz, gx)

    def cost_of(found: Any) -> float:
        start, way, goal = found
        return walked([start, *way] if way or start == goal else [], case.costs, rule)

    return ask, cost_of


def _pyastar2d(pyastar2d: Any, case: GridCase, rule: Rule) -> _Prepared:
    weights = np.where(case.walkable, case.costs if rule == "entered" else 1, np.inf)
    grid = weights.astype(np.float32)
    find = pyastar2d.astar_path

    def ask(query: Query) -> Any:
        sx, sz, gx, gz = query
        return find(grid, (sz, sx), (gz, gx), True)

    return ask, lambda way: math.inf if way is None else walked(way, case.costs, rule)


def _scikit_image(graph: Any, case: GridCase, rule: Rule) -> _Prepared:
    costs = np.where(case.walkable, case.costs if rule == "mean" else 1.0, -1.0)
    search = graph.MCP_Geometric(costs)

    def ask(query: Query) -> Any:
        sx, sz, gx, gz = query
        reached, _ = search.find_costs([(sz, sx)], [(gz, gx)])
        if not np.isfinite(reached[gz, gx]):
            return math.inf, []
        return float(reached[gz, gx]), search.traceback((gz, gx))

    return ask, lambda found: float(found[0])


def _pathfinding(grids: Any, case: GridCase, rule: Rule) -> _Prepared:
    finder_of = import_module("pathfinding.finder.a_star").AStarFinder
    octile = import_module("pathfinding.core.heuristic").octile
    moves = import_module("pathfinding.core.diagonal_movement").DiagonalMovement
    costs = case.costs if rule == "entered" else case.walkable
    grid = grids.Grid(matrix=costs.astype(int).tolist())
    finder = finder_of(
        heuristic=octile, diagonal_movement=moves.only_when_no_obstacle,
        time_limit=math.inf, max_runs=math.inf,
    )  # fmt: skip

    def ask(query: Query) -> Any:
        sx, sz, gx, gz = query
        grid.cleanup()
        return finder.find_path(grid.node(sx, sz), grid.node(gx, gz), grid)[0]

    return ask, lambda way: walked([(node.y, node.x) for node in way], case.costs, rule)


PEERS: Final[tuple[Peer, ...]] = (
    Peer("semita", "semita", {"uniform": _semita, "mean": _semita}, threads=True),
    Peer("nano-astar", "nano_astar", {"uniform": _nano_astar}, threads=True),
    Peer("tcod", "tcod.path", {"uniform": _tcod_graph, "entered": _tcod_graph}),
    Peer(
        "tcod", "tcod.path", {"uniform": _tcod_astar, "entered": _tcod_astar}, _CUTS, "tcod AStar"
    ),
    Peer(
        "pyastar2d", "pyastar2d", {"uniform": _pyastar2d, "entered": _pyastar2d},
        f"{_CUTS}, diagonals cost 1",
    ),
    Peer(
        "scikit-image", "skimage.graph", {"uniform": _scikit_image, "mean": _scikit_image}, _CUTS
    ),
    Peer(
        "pathfinding", "pathfinding.core.grid",
        {"uniform": _pathfinding, "entered": _pathfinding},
    ),
)  # fmt: skip
"""All supported peers, the most similar to navcore first."""
