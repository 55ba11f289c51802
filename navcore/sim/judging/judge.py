"""A judge of a live run: figures of its crowd, pushes, and passages through doors."""

import numpy as np

from navcore.sim.judging.figures import CrowdFigures
from navcore.sim.judging.passages import NarrowPlaces, Passages
from navcore.sim.judging.pushes import Pushes
from navcore.sim.judging.ticks import Contacts, CrowdTick, TickReader, contacts_of
from navcore.sim.simulation import Simulation


class CrowdJudge:
    """Observer to call after each step of a simulation; without it a run has no extra cost."""

    def __init__(
        self,
        simulation: Simulation,
        narrow_places: NarrowPlaces | None = None,
    ) -> None:
        """Start with no ticks; `narrow_places` finds those of a level, in addition to its doors."""
        self._simulation = simulation
        self._reader = TickReader()
        self.figures = CrowdFigures()
        self.pushes = Pushes()
        self.passages = Passages(simulation.settings.seconds_per_tick, narrow_places)
        self._arrived: list[int] = []
        self.contacts: Contacts
        """Contacts at the last tick."""
        self._look()

    def take(self) -> bool:
        """Add the step that was just done; return whether it ended a tick."""
        simulation = self._simulation
        self.pushes.take(simulation)
        self._arrived += [one.agent_id for one in simulation.arrivals]
        if simulation.steps % simulation.settings.steps_per_tick:
            return False
        tick = self._look()
        self.figures.take(tick, self.contacts, np.array(self._arrived, np.int64))
        self._arrived.clear()
        self.passages.take(tick)
        return True

    def _look(self) -> CrowdTick:
        tick = self._reader.of_run(self._simulation)
        self.passages.follow(self._simulation.world.level)
        self.contacts = contacts_of(tick.places, tick.radii, tick.storeys)
        return tick
