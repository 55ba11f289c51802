"""Greedy steering: agents that may leave edges walk to the furthest place of their path in sight.

When it looks up, an agent tries the next few turns of its path, the furthest first. Then it tries
the edge behind the turn that it sees, by repeated halving (S4-040, S4-042). A place counts as in
sight if there is floor along the whole line, without a pit or a wall; walls keep the agent's radius
from it by the exact distance (S4-041); and the line neither costs more than the part of the path
that it replaces nor leads over slower ground (S4-043). The number of rays is limited: the rest is
done at the next look, from farther on (S4-044). Only the ground's costs count here, not the
designer's costs of edges.
"""

from typing import Final

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.graph.clearance import Clearance
from navcore.path.searcher import Searcher
from navcore.path.space import Space
from navcore.path.terrain_shares import cost_along
from navcore.sim.agents import Flags, Floats, Integers
from navcore.sim.movement import Movement
from navcore.sim.run import Run

RAYS: Final = 8
"""Most rays that an agent casts when it looks up, once a tick."""

HALVINGS: Final = 4
"""Number of halvings of the edge behind the furthest turn in sight."""

_TURNS: Final = RAYS - HALVINGS
"""Turns of a path that are tried, from the next but one on."""


def look_ahead(run: Run, rows: Integers) -> list[int]:
    """Turn agents to the furthest place of their paths in sight.

    Returns the rows of those that see no place of their path any more.
    """
    numbers = run.floors.numbers[rows]
    lost: list[int] = []
    for number in np.unique(numbers).tolist():
        lost += _Looks(run, number, rows[numbers == number]).look()
    return lost


class _Looks:
    """Agents that look ahead on one floor; arrays have a row for each."""

    def __init__(self, run: Run, floor: int, rows: Integers) -> None:
        agents, profile = run.agents, run.floors.profiles[floor]
        self._agents = agents
        self._rows = rows
        self._grid: NavGrid = run.floors.grids[floor]
        self._walls: Clearance | None = run.walls_for(profile)
        self._places: Floats = agents.positions[rows]
        self._current: Integers = agents.path_current[rows]
        self._last: Integers = agents.path_end[rows] - 1
        self._left = np.full(len(rows), RAYS)
        self._points = agents.points

    def look(self) -> list[int]:
        """Let all look; return the rows of agents that see nothing of their path any more."""
        agents, rows = self._agents, self._rows
        before = self._gaps()
        found = np.full(len(rows), -1, np.int64)
        for ahead in range(_TURNS, 0, -1):
            rest = np.flatnonzero((found < 0) & (self._current + ahead <= self._last))
            turns = self._current[rest] + ahead
            sees = self._sees(rest, self._points[turns], turns - 1)
            found[rest[sees]] = turns[sees]
        # Agents on their path see its next point; the others are tested.
        sure = (found >= 0) | ~agents.off_path[rows]
        rest = np.flatnonzero(~sure)
        sure[rest] = self._sees(rest, self._points[self._current[rest]], self._current[rest] - 1)
        found[(found < 0) & sure] = self._current[(found < 0) & sure]
        sees_some = found >= 0
        self._turn_to(np.flatnonzero(sees_some), found)
        agents.gaps[rows] += self._gaps() - before
        agents.legs[rows] = self._last + 1 - agents.path_current[rows]
        agents.rays[rows] += RAYS - self._left
        return [int(row) for row in rows[~sees_some]]

    def _turn_to(self, those: Integers, found: Integers) -> None:
        """Lead agents to the turn that they see, or to the visible part of the edge behind it."""
        agents, rows = self._agents, self._rows
        shares = self._halved(those, found)
        for which, share in zip(those.tolist(), shares.tolist(), strict=True):
            row, turn = int(rows[which]), int(found[which])
            if share:
                a, b = self._points[turn], self._points[turn + 1]
                self._points[turn] = a + share * (b - a)
            agents.path_current[row] = turn
            agents.leg_starts[row] = self._places[which]
            if agents.steers[row] == 0.0:
                agents.off_path[row] = False
            if turn == self._last[which]:
                # The goal is in sight: from here on movement is local (S4-005).
                agents.movements[row] = Movement.IN_SIGHT

    def _halved(self, those: Integers, found: Integers) -> Floats:
        """Return (k,) the share of the edge behind their turns up to which agents see it."""
        shares = np.zeros(len(those))
        for halving in range(1, HALVINGS + 1):
            has_edge = (found[those] < self._last[those]) & (self._left[those] > 0)
            tries = np.flatnonzero(has_edge)
            turns = found[those[tries]]
            share = shares[tries] + 0.5**halving
            a, b = self._points[turns], self._points[np.minimum(turns + 1, len(self._points) - 1)]
            sees = self._sees(those[tries], a + share[:, None] * (b - a), turns)
            shares[tries[sees]] = share[sees]
        return shares

    def _sees(self, asks: Integers, targets: Floats, turns: Integers) -> Flags:
        """Return (k,) whether agents may walk straight to these places behind these turns."""
        if not len(asks):
            return np.zeros(0, np.bool_)
        self._left[asks] -= 1
        places, space = self._places[asks], Space.of(self._grid)
        marks = np.zeros(len(asks), np.uint8)
        starts, ends = space.all_to_cells(places), space.all_to_cells(targets)
        Searcher.of(self._grid).sees(starts, ends, marks)
        sees: Flags = marks != 0
        if self._walls is not None:
            some = np.flatnonzero(sees)
            lines = np.hstack((places[some], targets[some]))
            radii = self._agents.radii[self._rows[asks[some]]]
            sees[some] = self._walls.blockers(lines, radii) < 0
        if self._grid.has_costs:
            for number in np.flatnonzero(sees).tolist():
                sees[number] = self._is_no_slower(
                    int(asks[number]), targets[number], int(turns[number])
                )
        return sees

    def _is_no_slower(self, which: int, target: Floats, turn: int) -> bool:
        """Return whether a straight line costs no more than the path, over no slower ground."""
        place = self._places[which]
        stops = np.vstack((place, self._points[self._current[which] : turn + 1], target))
        cost, dearest = cost_along(self._grid, stops)
        straight, slowest = cost_along(self._grid, np.vstack((place, target)))
        return straight <= cost * (1 + 1e-9) and slowest <= dearest

    def _gaps(self) -> Floats:
        """Return (n,) distances to the next points, metres."""
        aims = self._points[self._agents.path_current[self._rows]]
        gaps: Floats = np.hypot(*(aims - self._places).T)
        return gaps
