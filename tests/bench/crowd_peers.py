"""RVO2 and JuPedSim in the scenes of crowds: the same starts, goals and walls as in navcore.

People follow the corners of the paths that navcore finds for them; JuPedSim finds its own. Both
models walk at their own default parameters (RVO2 has none: 5 m, 10 neighbours, horizons of 2 s
for people and 0.5 s for walls). People within 0.3 m of their goals have arrived, and stand.

    pip install --no-deps pyrvo jupedsim deprecated wrapt
"""

import importlib
import math
from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import shapely

from navcore.level.model import Agent, Point
from navcore.sim.events import EVENT, NONE, Events, Kind
from navcore.sim.reasons import Reason
from navcore.sim.settings import SimulationSettings
from navcore.world import World
from tests.crowd_scenes import CrowdScene

Floats = npt.NDArray[np.float64]

THERE = 0.3
"""Distance from its goal within which an agent has arrived, metres."""
CORNER = 0.4
"""Distance from a corner of its path at which an agent heads for the next one, metres."""
HELD_UP_AFTER = 0.5
"""Seconds below a fifth of its speed after which an agent is held up."""
RVO2 = (1 / 60, 5.0, 10, 2.0, 0.5, 0.2, 1.34)
"""Step, neighbour distance, neighbours, both horizons, radius, speed."""
ITERATIONS = 2
"""JuPedSim's iterations per step of 1/60 s; its default step is 1/100 s."""
MODELS = {
    "JuPedSim speed": "CollisionFreeSpeedModel",
    "JuPedSim anticipation": "AnticipationVelocityModel",
}
"""Models of JuPedSim by their names in the table."""


class Model(Protocol):
    """A model of a crowd that advances step by step."""

    def step(self, targets: Floats, stands: npt.NDArray[np.bool_]) -> Floats:
        """Advance by 1/60 s towards the targets, except standing agents; return places (n, 2)."""


def floor_of(scene: CrowdScene) -> Any:
    """Return the largest polygon of a scene's floor without its walls."""
    level = scene.level
    floor = shapely.union_all([shapely.Polygon(one.polygon) for one in level.areas.values()])
    walls = shapely.union_all([shapely.Polygon(one.polygon) for one in level.obstacles.values()])
    found = floor.difference(walls)
    return max(getattr(found, "geoms", (found,)), key=lambda piece: piece.area)


class Rvo2:
    """Optimal reciprocal collision avoidance (van den Berg and others 2011)."""

    finds_paths = False

    def __init__(self, scene: CrowdScene, floor: Any) -> None:
        """Create the simulator with all agents at their starts."""
        rvo = importlib.import_module("pyrvo")
        self._rvo = rvo.RVOSimulator(*RVO2)
        self._agents = [*scene.level.agents.values()]
        for one in self._agents:
            self._rvo.add_agent(one.position, *RVO2[1:5], one.radius, one.walk_speed, (0.0, 0.0))
        # Walls lie to the right of their edges: holes run to the left, the outside to the right.
        oriented = shapely.geometry.polygon.orient(floor, -1.0)
        for ring in (oriented.exterior, *oriented.interiors):
            self._rvo.add_obstacle([tuple(corner) for corner in ring.coords[:-1]])
        self._rvo.process_obstacles()
        self._speeds = np.array([one.walk_speed for one in self._agents])
        self._places = np.array([one.position for one in self._agents])

    def step(self, targets: Floats, stands: npt.NDArray[np.bool_]) -> Floats:
        """As `Model`."""
        away = targets - self._places
        far = np.maximum(np.hypot(*away.T), 1e-9)
        wanted = away * (np.minimum(self._speeds, far * 60.0) / far * ~stands)[:, None]
        for i, velocity in enumerate(wanted.tolist()):
            self._rvo.set_agent_pref_velocity(i, velocity)
        self._rvo.do_step()
        found = [self._rvo.get_agent_position(i).to_tuple() for i in range(len(self._agents))]
        self._places = np.array(found)
        return self._places


class JuPedSim:
    """One of JuPedSim's models, which finds its own paths to the goals."""

    finds_paths = True

    def __init__(self, scene: CrowdScene, floor: Any, model: str) -> None:
        """Create the simulation with all agents at their starts."""
        jps = importlib.import_module("jupedsim")
        self._run = jps.Simulation(
            model=getattr(jps, model)(), geometry=floor, dt=1 / 60 / ITERATIONS
        )
        stage = self._run.add_direct_steering_stage()
        journey = self._run.add_journey(jps.JourneyDescription([stage]))
        parameters = getattr(jps, f"{model}AgentParameters")
        self._ids = [
            self._run.add_agent(
                parameters(
                    position=one.position,
                    desired_speed=one.walk_speed,
                    radius=one.radius,
                    journey_id=journey,
                    stage_id=stage,
                )
            )
            for one in scene.level.agents.values()
        ]

    def step(self, targets: Floats, stands: npt.NDArray[np.bool_]) -> Floats:
        """As `Model`."""
        for i, target in zip(self._ids, targets.tolist(), strict=True):
            self._run.agent(i).target = tuple(target)
        self._run.iterate(ITERATIONS)
        return np.array([self._run.agent(i).position for i in self._ids])


def models() -> list[str]:
    """Return the names of the installed models."""
    found = []
    for name, module in (("RVO2", "pyrvo"), *((name, "jupedsim") for name in MODELS)):
        try:
            importlib.import_module(module)
        except ImportError:
            continue
        found.append(name)
    return found


class PeerAgents:
    """Agents as arrays, like `Simulation.agents`."""

    def __init__(self, elements: list[Agent]) -> None:
        """Place the agents at their starts."""
        self.elements = elements
        self.index = {one.id: row for row, one in enumerate(elements)}
        self.ids = np.array([one.id for one in elements])
        self.positions: Floats = np.array([one.position for one in elements])
        self.previous_positions = self.positions.copy()
        self.radii = np.array([one.radius for one in elements])
        self.walk_speeds = np.array([one.walk_speed for one in elements])

    def __len__(self) -> int:
        """Return the number of agents."""
        return len(self.elements)


class PeerRun:
    """A run of a scene in another model, with the interface that `CrowdWatch` needs."""

    def __init__(self, scene: CrowdScene, name: str) -> None:
        """Prepare the first step."""
        self.settings = SimulationSettings()
        self.steps = 0
        self.events: Events = NONE
        self.agents = PeerAgents([*scene.level.agents.values()])
        elements = self.agents.elements
        self._world = World.build(scene.level)
        floor = floor_of(scene)
        self._inner = floor.buffer(-0.8 * float(self.agents.radii.max()))
        shapely.prepare(self._inner)
        self._model: Any = (
            Rvo2(scene, floor) if name == "RVO2" else JuPedSim(scene, floor, MODELS[name])
        )
        self._goals = [[*one.goals] for one in elements]
        self._paths: list[list[Point]] = [[] for _ in elements]
        self._slow = np.zeros(len(elements))
        for row in range(len(elements)):
            self._set_out(row)

    @property
    def seconds(self) -> float:
        """Return the time since the start."""
        return self.steps / self.settings.steps_per_second

    def send(self, ids: Iterable[int], goal: Point) -> None:
        """Send these agents straight to a goal, and drop their other goals."""
        for one in ids:
            self._goals[self.agents.index[one]] = [goal]
            self._paths[self.agents.index[one]] = [goal]

    def reasons(self) -> npt.NDArray[np.int8]:
        """Return (n,) the reason for each agent's activity, as `Simulation.reasons`."""
        wants = np.array([bool(path) for path in self._paths])
        held = wants & (self._slow >= HELD_UP_AFTER)
        return np.where(held, Reason.HELD_UP, np.where(wants, Reason.WALKS, Reason.STANDS)).astype(
            np.int8
        )

    def step(self) -> None:
        """Advance by 1/60 s."""
        agents = self.agents
        if self.steps % self.settings.steps_per_tick == 0:
            self._turn_corners()
        stands = np.array([not path for path in self._paths])
        targets = np.array(
            [
                path[0] if path else tuple(place)
                for path, place in zip(self._paths, agents.positions.tolist(), strict=True)
            ]
        )
        agents.previous_positions = agents.positions
        agents.positions = self._model.step(targets, stands)
        self.steps += 1
        far = np.hypot(*(agents.positions - agents.previous_positions).T)
        seconds = self.settings.seconds_per_step
        slow = far < 0.2 * agents.walk_speeds * seconds
        self._slow = np.where(slow, self._slow + seconds, 0.0)
        self._arrive()

    def _set_out(self, row: int) -> None:
        if not self._goals[row]:
            self._paths[row] = []
            return
        goal = self._goals[row][0]
        start = tuple(self.agents.positions[row].tolist())
        points = [] if self._model.finds_paths else self._world.find_path(start, goal).points
        self._paths[row] = [*(tuple(point) for point in np.array(points).tolist()), goal]

    def _turn_corners(self) -> None:
        for path, place in zip(self._paths, self.agents.positions.tolist(), strict=True):
            while len(path) > 1 and (
                math.dist(path[0], place) < CORNER
                or self._inner.covers(shapely.LineString((place, path[1])))
            ):
                del path[0]

    def _arrive(self) -> None:
        rows = []
        for row, path in enumerate(self._paths):
            if len(path) == 1:
                place = self.agents.positions[row].tolist()
                if math.dist(path[0], place) < THERE:
                    one = self.agents.elements[row].id
                    rows.append((self.steps, int(Kind.ARRIVED), 0, one, -1, *place))
                    del self._goals[row][0]
                    self._set_out(row)
        self.events = np.array(rows, EVENT) if rows else NONE
