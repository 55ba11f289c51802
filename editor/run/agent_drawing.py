"""Agents on the canvas: where they are and what they do, in the level and in its run."""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.profile import profile_of
from navcore.kernels import buffers
from navcore.kernels.draw import sprites
from navcore.level.model import Agent, Level, Point, Settings
from navcore.sim.agents import STAND, UNREACHABLE
from navcore.sim.simulation import Simulation

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Looks = npt.NDArray[np.int8]
Bytes = npt.NDArray[np.uint8]


class Look(IntEnum):
    """State of an agent that affects its look."""

    PLACED = 0
    """At the start; no run yet."""
    STANDS = 1
    WALKS = 2
    STUCK = 3


class Roster:
    """The list of agents, which rarely changes between frames; one row for each agent."""

    def __init__(self, elements: Sequence[Agent], sources: Integers | None = None) -> None:
        """Take these agents; `sources` are their rows in the run, None if rows are the same."""
        self.elements = elements
        self.ids: Integers = np.array([element.id for element in elements], np.int64)
        self.radii: Floats = np.array([element.radius for element in elements], np.float64)
        self.players = np.array([element.player for element in elements], np.bool_)
        self.absent = np.array([not element.enabled for element in elements], np.bool_)
        """(n,) which are switched off and take no part in runs."""
        self.starts: Floats = np.array(
            [element.position for element in elements], np.float64
        ).reshape(-1, 2)
        """(n, 2) start position of each agent in the level, or where it was spawned; metres."""
        self.sources = sources
        self.rows = {agent_id: row for row, agent_id in enumerate(self.ids.tolist())}
        """Row of each id."""
        self.everybody = frozenset(self.rows)
        self._layers: tuple[object, Bytes] | None = None

    def layers(self, settings: Settings) -> Bytes:
        """Return (n,) the number of the storey where each agent starts."""
        if self._layers is None or self._layers[0] is not settings.layers:
            numbers = {name: number for number, name in enumerate(settings.layer_names)}
            own = [numbers[profile_of(one, settings).layer] for one in self.elements]
            self._layers = (settings.layers, np.array(own, np.uint8))
        return self._layers[1]

    def rows_of(self, ids: Collection[int]) -> list[int]:
        """Return the rows of the given agents that are in it, in their order."""
        if isinstance(ids, AbstractSet) and len(ids) > len(self.rows):
            # If everything is selected, `ids` has tens of thousands of ids, few of them agents.
            return [row for agent_id, row in self.rows.items() if agent_id in ids]
        return sorted(row for row in map(self.rows.get, ids) if row is not None)

    def crowd(self, positions: Floats, facings: Floats, looks: Looks, layers: Bytes) -> "Crowd":
        """Return the crowd for rows of the run; agents not yet in the run are at their starts."""
        if self.sources is None:
            return Crowd(self, positions, facings, looks, layers)
        rows, new = self.sources, len(self.sources)
        added = [element.facing for element in self.elements[new:]]
        return Crowd(
            self,
            np.concatenate([positions[rows], self.starts[new:]]),
            np.concatenate([facings[rows], np.array(added, np.float64)]),
            np.concatenate([looks[rows], np.full(len(added), Look.PLACED, np.int8)]),
            np.concatenate([layers[rows], np.zeros(len(added), np.uint8)]),
        )

    def without(self, ids: Collection[int]) -> tuple["Roster", Integers]:
        """Return all but these agents, and the rows they have here."""
        kept = np.flatnonzero(~np.isin(self.ids, np.fromiter(ids, np.int64, len(ids))))
        return Roster([self.elements[row] for row in kept.tolist()]), kept


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """A row an agent, metres and radians."""

    roster: Roster
    positions: Floats
    facings: Floats
    looks: Looks
    layers: Bytes
    """(n,) storey number of each agent in the run; undefined for agents that only the level has."""

    @property
    def elements(self) -> Sequence[Agent]:
        """The element of each agent, from the level or the spawn."""
        return self.roster.elements

    @property
    def radii(self) -> Floats:
        """Metres."""
        return self.roster.radii

    def with_places(self, places: Mapping[int, Point]) -> "Crowd":
        """Return the crowd with some agents at other places, by id."""
        if not places:
            return self
        positions = self.positions.copy()
        for row in self.roster.rows_of(places):
            positions[row] = places[int(self.roster.ids[row])]
        return replace(self, positions=positions)


class Crowds:
    """Makes the crowd of each frame; the list of agents is only rebuilt when it changes."""

    def __init__(self) -> None:
        """Start without a crowd."""
        self._last: tuple[tuple[object, ...], Crowd] | None = None
        self._of_level: tuple[object, Crowd] | None = None
        self._of_run: tuple[tuple[object, ...], Roster] | None = None
        self._hidden: tuple[Roster, Collection[int], Roster, Integers] | None = None

    def of(self, level: Level, run: Simulation, fraction: float) -> Crowd:
        """Return the agents of the run; agents not yet in the run are at their starts.

        At time 0 all agents are as in the level, so that they follow a drag. `fraction` is the
        position between the last two steps.
        """
        if run.steps == 0:
            return self.placed(level)
        key = (level.agents, run, run.agents.ids, run.world.level.agents, run.steps, fraction)
        last = self._last
        if last is None or not _same(last[0], key):
            self._last = last = (key, self._of_run_now(level, run, fraction))
        return last[1]

    def forget(self, _: object = None) -> None:
        """Drop the cached crowd: agents may have moved although no step was done."""
        self._last = None

    def _of_run_now(self, level: Level, run: Simulation, fraction: float) -> Crowd:
        return self._roster(level, run).crowd(*_between(run, fraction), run.agents.layers)

    def seen(self, crowd: Crowd, hidden: Collection[int]) -> Crowd:
        """Return the crowd without agents that the user has hidden."""
        if not hidden:
            return crowd
        known = self._hidden
        if known is None or known[0] is not crowd.roster or known[1] != hidden:
            self._hidden = known = (crowd.roster, hidden, *crowd.roster.without(hidden))
        roster, rows = known[2], known[3]
        return Crowd(
            roster,
            crowd.positions[rows],
            crowd.facings[rows],
            crowd.looks[rows],
            crowd.layers[rows],
        )

    def placed(self, level: Level) -> Crowd:
        """Return all agents of the level at their starts."""
        known = self._of_level
        if known is None or known[0] is not level.agents:
            roster = Roster(list(level.agents.values()))
            facings = np.array([element.facing for element in roster.elements], np.float64)
            looks = np.full(len(facings), Look.PLACED, np.int8)
            crowd = Crowd(roster, roster.starts, facings, looks, np.zeros(len(looks), np.uint8))
            self._of_level = known = (level.agents, crowd)
        return known[1]

    def _roster(self, level: Level, run: Simulation) -> Roster:
        # A run replaces its column of ids when agents come or go, and its world's level when their
        # data changes.
        key = (run.agents.ids, level.agents, run.world.level.agents)
        known = self._of_run
        if known is None or not _same(known[0], key):
            known = self._of_run = (key, _roster_of(level, run))
        return known[1]


def _between(run: Simulation, fraction: float) -> tuple[Floats, Floats, Looks]:
    """Return positions and facings between the last two steps, and looks, of all agents."""
    agents, count = run.agents, len(run.agents)
    positions, facings = np.empty((count, 2)), np.empty(count)
    looks: Looks = np.empty(count, np.int8)
    before, now, turned, facing, *shown = buffers(
        sprites, agents.previous_positions, agents.positions, agents.previous_facings,
        agents.facings, positions, facings,
    )  # fmt: skip
    sprites.between(before, now, turned, facing, fraction, *shown)
    sprites.look(*buffers(sprites, agents.states, agents.statuses, _LOOKS, looks))
    return positions, facings, looks


def _looks() -> Looks:
    """Return the look for each state and status: as `Simulation.walking` and `stuck` say it."""
    table: Looks = np.full((2, len(UNREACHABLE)), Look.WALKS, np.int8)
    table[STAND] = np.where(UNREACHABLE, np.int8(Look.STUCK), np.int8(Look.STANDS))
    return table


_LOOKS: Final = _looks()


def _same(known: tuple[object, ...], key: tuple[object, ...]) -> bool:
    """Return whether these are the same objects, or equal numbers."""
    pairs = zip(known, key, strict=True)
    return all(a is b or (isinstance(b, int | float) and a == b) for a, b in pairs)


def _roster_of(level: Level, run: Simulation) -> Roster:
    agents = run.agents
    if level.agents is run.world.level.agents:
        return Roster(list(agents.elements))
    in_level = agents.in_level.tolist()
    rows = [
        row
        for row, agent_id in enumerate(agents.ids.tolist())
        if agent_id in level.agents or not in_level[row]
    ]
    kept = [level.agents.get(agents.elements[row].id, agents.elements[row]) for row in rows]
    new = [item for item in level.agents.values() if item.id not in agents.index]
    return Roster([*kept, *new], np.array(rows, np.int64))
