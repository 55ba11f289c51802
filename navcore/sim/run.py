"""The state of a run: everything that its next step depends on."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from weakref import WeakSet

import numpy as np

from navcore.bake.profile import profile_of
from navcore.errors import NavcoreError
from navcore.graph.clearance import Clearance
from navcore.graph.edge_corridors import EdgeCorridors
from navcore.kernels.crowd import walkability
from navcore.kernels.crowd.streams import Streams
from navcore.level.model import Agent, Link, Point, Profile, Waypoint
from navcore.path.searcher import prepare
from navcore.sim.agents import NEVER, Agents, Bytes, Flags, Rows
from navcore.sim.crowd_speeds import NOBODY_WALKS
from navcore.sim.events import NOBODY, EventLog, Kind
from navcore.sim.feed import Reader
from navcore.sim.floors import Floors
from navcore.sim.gate_looks import Looks
from navcore.sim.inputs import Input, Request
from navcore.sim.narrow_places import Gates
from navcore.sim.neighbours import Storeys, Surroundings, storeys_of
from navcore.sim.rounds import first_turn, next_turn, round_of, stop_at
from navcore.sim.settings import SimulationSettings
from navcore.world import World


class Turns(NamedTuple):
    """Agents that have their turn to look up in a step."""

    step: int
    passed: Bytes
    """(n,) ticks since each agent's last look; 0 if it has no turn now."""
    rows: Rows
    """Rows of agents that have their turn."""


NO_TURNS: Final = Turns(NEVER, np.zeros(0, np.uint8), np.zeros(0, np.int32))


class Run:
    """A world, its agents, the number of steps done, and the requests since the last one."""

    def __init__(
        self, world: World, settings: SimulationSettings | None, keep_inputs: int | None = None
    ) -> None:
        """Place the agents of the world's level at their starts, before the first step.

        `settings`: constants; None: those that the level names. `keep_inputs`: number of last
        inputs that the log keeps; None: all.

        Raises:
            NavcoreError: if that is below 0.
        """
        if keep_inputs is not None and keep_inputs < 0:
            message = f"keep_inputs must be at least 0, or None for all, got {keep_inputs}"
            raise NavcoreError(message)
        prepare(world.grid)
        self._floors: tuple[Agents, int, Floors] | None = None
        """Floors, with the agents that they are for and their generation."""
        self.world = world
        self.around: Surroundings | None = None
        """Spatial index of the agents, as of the last tick or later."""
        self.gates = Gates()
        """The narrow places that paths led to so far."""
        self.looks: Looks | None = None
        """Gates seen by a part of the agents in the steps since the last tick, or None."""
        self.speeds = NOBODY_WALKS
        """Speeds of the crowd, as of the last tick."""
        self.streams: Streams | None = None
        """Speeds of the crowd and the directions in which it wants to go, as of the last tick; None
        if plans don't know it, or for one or two agents."""
        self.creeps = False
        """True if the crowd crept somewhere at the last tick."""
        self.movers: Flags = np.empty(0, np.bool_)
        """(n,) True for agents that moved in the last tick (S0-110)."""
        self.turns = NO_TURNS
        """Agents that have their turn to look up, as of the last step in which that was decided."""
        self.given_settings = settings
        """Constants that were given; None: those that the level names."""
        self.settings = settings or SimulationSettings.of(world.level.settings)
        self.agents = Agents()
        self.step = 0
        self.focus: Point | None = None
        """Place near which agents think at every tick, metres; far away they think less often."""
        self.requests: list[Request] = []
        self.awaited: dict[int, bool] = {}
        """True if the run will have an agent with this id once `requests` are carried out; only for
        ids that they add or remove."""
        self.keep_inputs = keep_inputs
        self.inputs: list[Input] = []
        self.readers: WeakSet[Reader] = WeakSet()
        self.log = EventLog()
        """Events of the step in progress."""
        elements = sorted(world.level.agents.values(), key=lambda agent: (agent.order, agent.id))
        self.agents.add(elements, in_level=True, layers=self.layers_of(elements))
        for row in range(len(self.agents)):
            self.set_out(row)

    @property
    def world(self) -> World:
        """World that the agents walk in."""
        return self._world

    @world.setter
    def world(self, world: World) -> None:
        self._world = world
        self._floors = None
        self._walls: dict[Profile, Clearance | None] = {}
        self._corridors: dict[Profile, EdgeCorridors] = {}
        self.has_links = bool(world.level.of(Link) or world.level.settings.layers)
        """True if plans must consider links, or goals on other storeys."""
        self.has_network = bool(world.level.of(Waypoint))
        """True if there are waypoints to walk over."""

    def begin_in(self, world: World) -> None:
        """Before the first step: use another world, and the constants that its level names."""
        self.world = world
        self.settings = self.given_settings or SimulationSettings.of(world.level.settings)

    @property
    def floors(self) -> Floors:
        """Floors of the agents in the present world."""
        agents, known = self.agents, self._floors
        if known is None or known[0] is not agents or known[1] != agents.generation:
            known = (agents, agents.generation, Floors(self._world, agents))
            self._floors = known
        return known[2]

    @property
    def held_floors(self) -> walkability.Floors:
        """Floors for kernels that move agents: corridors of the network limit them."""
        floors = self.floors
        if not (self.has_network and self.agents.in_corridors):
            return floors.in_kernel
        return floors.within(self.agents.corridors)

    def walls_for(self, profile: Profile) -> Clearance | None:
        """Return exact outlines of all that blocks a profile on its storey, with shut doors.

        Made when first used in this world; None if the cells were given.
        """
        if profile not in self._walls:
            given = self._world.given_grid is not None
            self._walls[profile] = (
                None
                if given
                else Clearance.of(
                    self._world.level,
                    profile.layer,
                    abilities=profile.abilities,
                    through_doors=False,
                )
            )
        return self._walls[profile]

    def corridors_for(self, profile: Profile) -> EdgeCorridors:
        """Return the corridors of the network's edges for a profile; made when first used."""
        if profile not in self._corridors:
            graph = self._world.graph_for(profile)
            self._corridors[profile] = EdgeCorridors(self._world.level, graph, profile)
        return self._corridors[profile]

    @property
    def layer_names(self) -> tuple[str, ...]:
        """Names of the storeys, in the order of `Agents.layers`."""
        return self._world.level.settings.layer_names

    @property
    def storeys(self) -> Storeys:
        """Storeys of the agents, for searches of neighbours."""
        return storeys_of(self.agents, max(1, len(self._world.level.settings.layers)))

    def floor_y(self, layer: int) -> float:
        """Return the height of a storey by its number, metres."""
        layers = self._world.level.settings.layers
        return layers[layer].floor_y if layers else 0.0

    def layer_number(self, name: str | None, otherwise: int) -> int:
        """Return the number of a storey; `otherwise` if it has no name, or the level lacks it."""
        names = self.layer_names
        return names.index(name) if name in names else otherwise

    def goal(self, row: int) -> tuple[Point, int]:
        """Return the stop that an agent's round leads to now: its place, and the number of its
        storey.
        """
        element, settings = self.agents.elements[row], self._world.level.settings
        found = round_of(self._world.level, element)
        index = stop_at(found, int(self.agents.goal_indices[row]))
        if not settings.layers:
            return found.goals[index], 0
        own = settings.layer_names.index(profile_of(element, settings).layer)
        return found.goals[index], self.layer_number(found.stop(index).layer, own)

    def layers_of(self, elements: Sequence[Agent]) -> list[int]:
        """Return the storey numbers of these agents in the level; empty if it has one storey."""
        settings = self._world.level.settings
        if not settings.layers:
            return []
        numbers = {name: number for number, name in enumerate(settings.layer_names)}
        return [numbers[profile_of(element, settings).layer] for element in elements]

    def change_floor(self, row: int) -> None:
        """Put an agent on the floor of its present storey."""
        if not self.floors.change(row, self.agents):
            self._floors = None

    def note(self, inputs: list[Input]) -> None:
        """Add inputs to the log, which is bounded from the first step on, and to all readers."""
        for reader in self.readers:
            reader.inputs += inputs
        self.inputs += inputs
        keep = self.keep_inputs
        # Cut only at twice the number, so that each input is moved only once.
        if keep is not None and self.step and len(self.inputs) > 2 * keep:
            del self.inputs[: len(self.inputs) - keep]

    def logged(self) -> list[Input]:
        """Return all inputs of the log, or the last ones that it is to keep."""
        if self.keep_inputs is None or not self.step:
            return self.inputs
        return self.inputs[max(0, len(self.inputs) - self.keep_inputs) :]

    def tell(self, kind: Kind, row: int, *, status: int = 0, other: int = NOBODY) -> None:
        """Log an event of an agent in this step."""
        agents = self.agents
        place = agents.place(row)
        self.log.add(self.step, kind, int(agents.ids[row]), place, status=status, other=other)

    @property
    def is_tick(self) -> bool:
        """True if the next step, or the step in progress, is a tick."""
        return self.step % self.settings.steps_per_tick == 0

    def set_out(self, row: int) -> None:
        """Let an agent begin its round, if it has any stops; it waits while all are off."""
        level, element = self._world.level, self.agents.elements[row]
        if round_of(level, element).goals:
            first = first_turn(level, element, self.agents.place(row))
            self.agents.goal_indices[row] = first or 0
            if first is not None:
                self.go_to_stop(row)

    def go_on(self, row: int) -> bool:
        """Send an agent to the next stop of its round; return False if there is none."""
        found = round_of(self._world.level, self.agents.elements[row])
        following = next_turn(self._world.level, found, int(self.agents.goal_indices[row]))
        if following is None:
            return False
        self.agents.goal_indices[row] = following
        self.go_to_stop(row)
        return True

    def go_to_stop(self, row: int) -> None:
        """Let an agent ask for a path to the stop that its round leads to now."""
        agents = self.agents
        agents.requested_targets[row], agents.target_layers[row] = self.goal(row)
        agents.waiting_until[row] = NEVER
        agents.aside[row] = False
        agents.ask(row, self.step)
