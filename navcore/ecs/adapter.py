"""Characters of a game's ECS, by the names of source 001: alone on a grid, or in a simulation.

`NavigationSystem` moves entities by the source's own rules over any grid, and they pass through
each other. `SimulationAdapter` lets a `Simulation` move them, where they mind each other, and
keeps their components as the system would.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import msgspec

from navcore.ecs.components import (
    Entity,
    MoveIntent,
    NavigationAgent,
    Position,
    Tile,
    invalidate_all_paths,
    invalidate_paths_near_tile,
)
from navcore.ecs.navigation import NavigationSystem, straight_end
from navcore.errors import NavcoreError
from navcore.level.model import Agent, Point
from navcore.path.result import Status
from navcore.sim.agents import NEVER
from navcore.sim.simulation import Simulation

__all__ = [
    "Entity",
    "MoveIntent",
    "NavigationAgent",
    "NavigationSystem",
    "Position",
    "SimulationAdapter",
    "Tile",
    "invalidate_all_paths",
    "invalidate_paths_near_tile",
]


class _Sent:
    """State of an entity as last sent to the simulation."""

    def __init__(self, speed: float, radius: float) -> None:
        self.speed, self.radius = speed, radius
        self.target: Point | None = None
        """Target of the intent when it was sent; None while the entity stands."""
        self.goal: Point | None = None
        """Goal that was sent for this target."""
        self.path: tuple[object, ...] = ()
        """Marks of the simulation's path that `current_path` is a copy of."""
        self.joined = False
        """True if the run was seen to have it: requests take effect in the next step."""


class SimulationAdapter:
    """Lets a simulation carry out the intents of entities.

    Before each step, changed intents become requests: a new intent sends the agent, a cleared one
    stops it, another target or a dirty path sends it again, another speed or radius replaces the
    agent with its new values. After each step, positions, paths and arrivals are written to the
    components. All requests are logged among the run's inputs.

    Differences from `NavigationSystem`: everything is in metres, so thresholds should be small;
    plans are made at ticks, ten times a second; an entity whose target can't be reached goes as
    near as possible before its intent is cleared; no entity walks through walls, whatever
    `avoid_obstacles` says.

    >>> import numpy as np
    >>> from navcore import NavGrid, World
    >>> hall = World.from_grid(NavGrid.from_array(np.ones((20, 20))))
    >>> adapter = SimulationAdapter(Simulation(hall))
    >>> hero = (
    ...     Position((2.5, 2.5)),
    ...     MoveIntent((17.5, 9.5), has_intent=True, use_pathfinding=True, arrival_threshold=0.1),
    ...     NavigationAgent(agent_radius=0.45, max_speed=1.4),
    ... )
    >>> adapter.add(1, hero)
    >>> while hero[1].has_intent:
    ...     adapter.step()
    >>> math.dist(hero[0].position, (17.5, 9.5)) < 0.1
    True
    """

    def __init__(self, simulation: Simulation) -> None:
        """An adapter to this run; only the adapter is to step it, or `take` to follow a step."""
        self.simulation = simulation
        self._entities: dict[int, Entity] = {}
        self._sent: dict[int, _Sent] = {}

    @property
    def entities(self) -> Mapping[int, Entity]:
        """The entities by their ids."""
        return MappingProxyType(self._entities)

    def add(self, entity_id: int, entity: Entity) -> None:
        """An entity joins; an agent of the run with this id becomes it, else one is spawned.

        An agent of the run keeps its place, speed and radius, which become the components'.

        Raises:
            NavcoreError: if the id is taken, or its speed, radius or layer is none that a
                simulation has.
        """
        position, intent, agent = entity
        if entity_id in self._entities:
            message = f"there already is an entity with the id {entity_id}"
            raise NavcoreError(message)
        if not agent.layer_mask & 1:
            message = f"entity {entity_id} walks on no layer of the simulation: it has the ground"
            raise NavcoreError(message)
        agents = self.simulation.agents
        row = agents.index.get(entity_id)
        if row is None:
            if intent.desired_speed == 0:
                intent = replace(intent, desired_speed=1.0)
            sent = _Sent(*_measures(entity_id, intent, agent))
            start = Agent(
                id=entity_id,
                position=position.position,
                walk_speed=sent.speed,
                radius=sent.radius,
            )
            self.simulation.spawn(start)
        else:
            sent = _Sent(float(agents.walk_speeds[row]), float(agents.radii[row]))
            position.position = agents.place(row)
            agent.agent_radius = sent.radius
            agent.max_speed = sent.speed / (intent.desired_speed or 1.0)
        self._entities[entity_id], self._sent[entity_id] = entity, sent

    def remove(self, entity_id: int) -> None:
        """Remove an entity, and its agent from the simulation.

        Raises:
            KeyError: if there is no such entity.
        """
        del self._entities[entity_id], self._sent[entity_id]
        self.simulation.remove([entity_id])

    def step(self) -> None:
        """Send changed intents, advance one step, and write the results to the components."""
        self.send()
        self.simulation.step()
        self.take()

    def send(self) -> None:
        """Send requests for intents that have changed since the last call."""
        goals: dict[Point, list[int]] = {}
        for entity_id, entity in self._entities.items():
            goal = self._wanted(entity_id, entity)
            if goal is not None:
                goals.setdefault(goal, []).append(entity_id)
        for goal, ids in goals.items():
            self.simulation.send(ids, goal)

    def take(self) -> None:
        """Read places, paths and arrivals of the last step into the components."""
        agents = self.simulation.agents
        for entity_id, entity in list(self._entities.items()):
            row = agents.index.get(entity_id)
            sent = self._sent[entity_id]
            if row is not None:
                sent.joined = True
                self._read(row, entity, sent)
            elif sent.joined:
                # Another caller removed the agent, or took it out of the level.
                del self._entities[entity_id], self._sent[entity_id]

    def _wanted(self, entity_id: int, entity: Entity) -> Point | None:
        """Return where to send an entity now; None if nothing changed."""
        position, intent, agent = entity
        sent = self._sent[entity_id]
        if not intent.has_intent or intent.desired_speed == 0:
            if sent.target is not None:
                self.simulation.stop_in_place([entity_id])
                sent.target = None
                agent.drop_path()
            return None
        measures = _measures(entity_id, intent, agent)
        if measures != (sent.speed, sent.radius):
            self._come_back(entity_id, measures)
        elif sent.target is not None and self._is_same(sent.target, intent.target):
            if not (agent.path_dirty and agent.has_path):
                return None
            # A walking agent that is sent to its present goal would not replan.
            self.simulation.stop_in_place([entity_id])
        goal = intent.target
        if not intent.use_pathfinding:
            goal = straight_end(self.simulation.world.grid, position.position, goal)
        sent = self._sent[entity_id]
        sent.target, sent.goal = intent.target, goal
        agent.cached_goal, agent.path_dirty = intent.target, False
        agent.drop_path()
        return goal

    def _is_same(self, old: Point, new: Point) -> bool:
        """Return whether two targets are in one cell (S1-049)."""
        grid = self.simulation.world.grid
        return old == new or grid.cell_of(*old) == grid.cell_of(*new)

    def _come_back(self, entity_id: int, measures: tuple[float, float]) -> None:
        """Let the agent leave and come back with other measures, where it is."""
        agents = self.simulation.agents
        row = agents.index.get(entity_id)
        if row is None:
            return
        speed, radius = measures
        back = msgspec.structs.replace(
            agents.elements[row],
            position=agents.place(row),
            facing=float(agents.facings[row]),
            walk_speed=speed,
            radius=radius,
            goals=(),
        )
        self.simulation.remove([entity_id])
        self.simulation.spawn(back)
        self._sent[entity_id] = _Sent(speed, radius)

    def _read(self, row: int, entity: Entity, sent: _Sent) -> None:
        position, intent, agent = entity
        agents = self.simulation.agents
        position.position = agents.place(row)
        if sent.target is None or sent.goal is None or not intent.has_intent:
            return
        if agents.asked[row] != NEVER:
            return
        self._read_path(row, agent, sent)
        near = math.dist(position.position, sent.goal) < intent.arrival_threshold
        if near and agents.status(row) is Status.COMPLETE and agents.under_way[row]:
            self.simulation.stop_in_place([int(agents.ids[row])])
        elif agents.under_way[row]:
            return
        sent.target = None
        agent.drop_path()
        intent.has_intent = False

    def _read_path(self, row: int, agent: NavigationAgent, sent: _Sent) -> None:
        """The way that is left, where it is another than the last time."""
        agents = self.simulation.agents
        start, end = int(agents.path_start[row]), int(agents.path_end[row])
        marks = (start, end, *agents.points[start : start + 1].ravel().tolist())
        if marks != sent.path or not agent.has_path:
            agent.current_path = [(x, z) for x, z in agents.points[start:end].tolist()]
            agent.path_dirty = False
            sent.path = marks
        agent.current_waypoint_index = int(agents.path_current[row]) - start
        agent.has_path = agent.current_waypoint_index < len(agent.current_path)


def _measures(entity_id: int, intent: MoveIntent, agent: NavigationAgent) -> tuple[float, float]:
    """Speed and radius, checked."""
    speed, radius = intent.desired_speed * agent.max_speed, agent.agent_radius
    for name, value in (("speed", speed), ("radius", radius)):
        if not (math.isfinite(value) and value > 0):
            message = f"the {name} of entity {entity_id} must be a number over 0, got {value}"
            raise NavcoreError(message)
    return speed, radius
