"""Who is on the canvas, where, and what they do: the agents of the level and of its run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from navcore.level.model import Agent, Level, Point
from navcore.sim.simulation import Simulation

Floats = npt.NDArray[np.float64]


class Look(IntEnum):
    """What an agent does, as far as it is drawn."""

    PLACED = 0
    """At the start; nothing runs yet."""
    STANDS = 1
    WALKS = 2
    STUCK = 3


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """A row an agent, metres and radians."""

    elements: Sequence[Agent]
    positions: Floats
    facings: Floats
    radii: Floats
    looks: npt.NDArray[np.int8]

    def with_places(self, places: Mapping[int, Point]) -> "Crowd":
        """Some of them elsewhere, by id."""
        if not places:
            return self
        positions = self.positions.copy()
        for row, element in enumerate(self.elements):
            if element.id in places:
                positions[row] = places[element.id]
        return replace(self, positions=positions)


def crowd_of(level: Level, run: Simulation, fraction: float) -> Crowd:
    """Agents of the run; those that it has not taken in yet stand where the level has them.

    At the start (0:00.0) all of them are as in the level, so that they follow a drag.
    `fraction` tells how far between the last two steps.
    """
    if run.steps == 0:
        return _placed(list(level.agents.values()))
    agents = run.agents
    looks = np.where(run.walking(), np.int8(Look.WALKS), np.int8(Look.STANDS))
    looks[run.stuck()] = Look.STUCK
    crowd = Crowd(
        agents.elements, run.positions_at(fraction), run.facings_at(fraction), agents.radii, looks
    )
    if level.agents is run.world.level.agents:
        return crowd
    gone = {
        row
        for agent_id, row in agents.index.items()
        if agents.in_level[row] and agent_id not in level.agents
    }
    rows = [row for row in range(len(agents)) if row not in gone]
    new = _placed([item for item in level.agents.values() if item.id not in agents.index])
    return Crowd(
        [
            *(level.agents.get(int(agents.ids[row]), crowd.elements[row]) for row in rows),
            *new.elements,
        ],
        np.concatenate([crowd.positions[rows], new.positions]),
        np.concatenate([crowd.facings[rows], new.facings]),
        np.concatenate([crowd.radii[rows], new.radii]),
        np.concatenate([crowd.looks[rows], new.looks]),
    )


def _placed(elements: list[Agent]) -> Crowd:
    return Crowd(
        elements,
        np.array([element.position for element in elements], np.float64).reshape(-1, 2),
        np.array([element.facing for element in elements], np.float64),
        np.array([element.radius for element in elements], np.float64),
        np.full(len(elements), Look.PLACED, np.int8),
    )
