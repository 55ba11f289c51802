"""Evaluate a single test.

A path test searches the path for its agent type between exactly the places that it names: ends are
not snapped to the nearest floor, so a place without floor fails both kinds of test, and "no path"
never holds for an unintended reason. A run test lets all agents walk, with the crowd of
`navcore.sim` and the level's rules, from seed 0.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

import msgspec

from navcore.errors import Cancelled, UnknownState
from navcore.geometry.boolean import length_inside
from navcore.level.links import WALK_SPEED
from navcore.level.model import PathTest, Point, Profile
from navcore.level.profiles import profile_named
from navcore.level.storeys import layers_of
from navcore.path.result import PathResult, Status
from navcore.sim.rounds import round_of
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

__all__ = ["Answer", "Fault", "Found", "asked_of", "found_by", "in_state", "judged", "run_answer"]

_INSIDE: Final = 1e-6
"""Metres that a path must run within an area to come into it: it may pass along the edge."""

_SLACK: Final = 1e-9
"""Metres and seconds by which a bound may be missed: rounding is no fault."""

_THERE: Final = frozenset({Status.COMPLETE, Status.ALREADY_THERE})


class Fault(StrEnum):
    """Why a test fails."""

    NONE = ""
    """The test passes."""
    NO_PATH = "no-path"
    PATH = "path"
    """There is a path where none is expected."""
    NO_START = "no-start"
    """The start is not on floor."""
    NO_END = "no-end"
    TOO_LONG = "too-long"
    TOO_SHORT = "too-short"
    TOO_SLOW = "too-slow"
    TOO_QUICK = "too-quick"
    PASSED_BY = "passed-by"
    """The path does not lead through a required area."""
    CAME_INTO = "came-into"
    """The path leads through a forbidden area."""
    LATE = "late"
    """An agent does not arrive in time."""
    NOBODY = "nobody"
    """No agent has a goal."""
    NO_TYPE = "no-type"
    """The level lacks the agent type."""
    NO_STATE = "no-state"
    """The level lacks the state."""
    NO_AREA = "no-area"
    """The level lacks an area that the path must pass or avoid."""


class Answer(msgspec.Struct, frozen=True):
    """Result of a test. Equal results are equal to the last bit."""

    fault: Fault = Fault.NONE
    length: float | None = None
    """Length of the path in metres; None without one."""
    seconds: float | None = None
    """Duration at default speed; for a run, the last arrival, if all arrived."""
    area: int = 0
    """Id of the area that the fault is about; 0: of none."""
    late: tuple[int, ...] = ()
    """Ids of the agents that did not arrive in time."""
    count: int = 0
    """Number of agents with goals in a run."""
    path: tuple[Point, ...] = ()
    """The places that the path leads through, both ends included; empty without one."""
    layers: tuple[str, ...] = ()
    """The storey of each of these; empty if all lie on one."""
    state: str = ""
    """State of the result; for a test of every state the first state in which it fails."""

    @property
    def passed(self) -> bool:
        """True if the result is the expected one."""
        return self.fault is Fault.NONE


class Asked(msgspec.Struct, frozen=True):
    """What a path test asks of a world: agent type and storeys."""

    profile: Profile | None
    """The profile; None: agents without a type."""
    layer: str
    goal_layer: str


class Found(msgspec.Struct, frozen=True):
    """A path between the ends of a test, and how long it takes."""

    result: PathResult
    seconds: float


def asked_of(world: World, test: PathTest) -> Asked | None:
    """Return the query of a path test; None if it names a type that the level lacks."""
    settings = world.level.settings
    profile = profile_named(settings.profiles, test.profile) if test.profile else None
    if test.profile and profile is None:
        return None
    on = layers_of(settings, test)
    return Asked(profile, on[0], on[-1])


def found_by(world: World, test: PathTest, asked: Asked) -> Found:
    """Search the path of a path test."""
    assert test.end is not None
    options: dict[str, Any] = {"snap_radius": 0.0, "layer": asked.layer}
    options |= {"profile": asked.profile, "goal_layer": asked.goal_layer}
    result = world.find_path(test.start, test.end, **options)
    seconds = _seconds(world, asked, result) if result.status is Status.COMPLETE else 0.0
    return Found(result, seconds)


def _seconds(world: World, asked: Asked, result: PathResult) -> float:
    """Return the duration at default speed, with slowing terrain and links.

    Without links it is the length plus what terrain adds: bit-identical whatever terrain lies
    elsewhere.
    """
    shares = world.terrain_on(result, profile=asked.profile, layer=asked.layer)
    added = sum(one.cost - one.metres for one in shares if one.terrain.slows)
    if not result.links.any():
        return (result.length + added) / WALK_SPEED
    metres = sum(one.metres for one in shares) + result.link_cost * world.grid.cell_size
    return (metres + added) / WALK_SPEED


def judged(world: World, test: PathTest, asked: Asked | None, found: Found | None) -> Answer:
    """Return how a path test comes out, given the path."""
    if asked is None or found is None:
        return Answer(Fault.NO_TYPE)
    named = (*test.passes, *test.avoids) if test.expect == "path" else ()
    missing = next((one for one in named if one not in world.level.areas), None)
    if missing is not None:
        return Answer(Fault.NO_AREA, area=missing)
    result = found.result
    if result.status is Status.BAD_START:
        return Answer(Fault.NO_START)
    if result.status is Status.BAD_END:
        return Answer(Fault.NO_END)
    if not result.ok:
        return Answer(Fault.NONE if test.expect == "noPath" else Fault.NO_PATH)
    points = tuple((float(x), float(z)) for x, z in result.points)
    layers = (asked.layer, *result.layers) if result.layers else ()
    plain = Answer(
        Fault.NONE, result.length, found.seconds, path=(result.start, *points), layers=layers
    )
    if test.expect == "noPath":
        return msgspec.structs.replace(plain, fault=Fault.PATH)
    fault, area = _bounds(test, result.length, found.seconds), 0
    if fault is Fault.NONE:
        fault, area = _areas(world, test, asked, result)
    return msgspec.structs.replace(plain, fault=fault, area=area)


def _bounds(test: PathTest, length: float, seconds: float) -> Fault:
    if test.max_length is not None and length > test.max_length + _SLACK:
        return Fault.TOO_LONG
    if test.min_length is not None and length < test.min_length - _SLACK:
        return Fault.TOO_SHORT
    if test.max_seconds is not None and seconds > test.max_seconds + _SLACK:
        return Fault.TOO_SLOW
    if test.min_seconds is not None and seconds < test.min_seconds - _SLACK:
        return Fault.TOO_QUICK
    return Fault.NONE


def _areas(world: World, test: PathTest, asked: Asked, result: PathResult) -> tuple[Fault, int]:
    for ids, comes_in, fault in (
        (test.passes, True, Fault.PASSED_BY),
        (test.avoids, False, Fault.CAME_INTO),
    ):
        for one in ids:
            if _enters(world, one, asked, result) is not comes_in:
                return fault, one
    return Fault.NONE, 0


def _enters(world: World, area_id: int, asked: Asked, result: PathResult) -> bool:
    """Return whether a path leads through an area, open or shut."""
    area = world.level.areas[area_id]
    layer = world.level.settings.layer_of(area)
    return any(
        length_inside([(float(x), float(z)) for x, z in walk.stops], area.polygon) > _INSIDE
        for walk in result.walks
        if (walk.layer or asked.layer) == layer
    )


def run_answer(world: World, test: PathTest, *, stop: Callable[[], bool] | None = None) -> Answer:
    """Return the result of a run test: whether all agents reach each stop in time.

    Args:
        world: The level in the state of the test.
        test: A run test.
        stop: Called every tick; true cancels the run.

    Raises:
        Cancelled: if `stop` returned true.
        NavcoreError: if a crowd setting of the level is outside its limits.
    """
    level = world.level
    stops = {one.id: len(round_of(level, one).goals) for one in level.agents.values()}
    goals = {one: n for one, n in stops.items() if n and level.agents[one].enabled}
    if not goals:
        return Answer(Fault.NOBODY)
    run = Simulation(world, seed=0, settings=SimulationSettings.of(level.settings), keep_inputs=0)
    left = dict(goals)
    while left and run.seconds < test.within:
        if stop is not None and stop():
            raise Cancelled
        run.step()
        for arrival in run.arrivals:
            if arrival.status in _THERE and arrival.agent_id in left:
                left[arrival.agent_id] -= 1
                if not left[arrival.agent_id]:
                    del left[arrival.agent_id]
    late = tuple(sorted(left))
    seconds = None if late else run.seconds
    return Answer(Fault.LATE if late else Fault.NONE, None, seconds, late=late, count=len(goals))


def in_state(world: World, name: str) -> World | None:
    """Return the world in a state, "" for the drawing; None if the level lacks the state."""
    try:
        return world.in_state(name)
    except UnknownState:
        return None
