"""How one test comes out.

A path test asks for the path that agents of its type take, between the very places that it names:
nothing is moved to the nearest floor, so a place that no floor is under fails a test of either
kind, rather than let "no path" hold for a reason that nobody meant. A run test lets everybody walk,
with the crowd of `navcore.sim` and the rules that the level names, from seed 0.
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
    """It passes."""
    NO_PATH = "no-path"
    PATH = "path"
    """There is a path where none is expected."""
    NO_START = "no-start"
    """It begins where no floor is."""
    NO_END = "no-end"
    TOO_LONG = "too-long"
    TOO_SHORT = "too-short"
    TOO_SLOW = "too-slow"
    TOO_QUICK = "too-quick"
    PASSED_BY = "passed-by"
    """It does not lead through an area."""
    CAME_INTO = "came-into"
    """It leads through an area that it must avoid."""
    LATE = "late"
    """Somebody does not arrive in time."""
    NOBODY = "nobody"
    """Nobody goes anywhere."""
    NO_TYPE = "no-type"
    """The level has no such agent type."""
    NO_STATE = "no-state"
    """The level has no such state."""


class Answer(msgspec.Struct, frozen=True):
    """How a test comes out. Equal answers are equal to the last bit."""

    fault: Fault = Fault.NONE
    length: float | None = None
    """Metres of the path; None without one."""
    seconds: float | None = None
    """How long it takes at usual speed; of a run, when the last one arrived, if all did."""
    area: int = 0
    """Id of the area that the fault is about; 0: of none."""
    late: tuple[int, ...] = ()
    """Ids of the agents that did not arrive in time."""
    count: int = 0
    """How many go somewhere in a run."""
    path: tuple[Point, ...] = ()
    """The places that the path leads through, both ends included; empty without one."""
    layers: tuple[str, ...] = ()
    """The storey of each of these; empty if all lie on one."""
    state: str = ""
    """The state in which it comes out so; of a test of every state the first in which it fails."""

    @property
    def passed(self) -> bool:
        """Whether it came out as expected."""
        return self.fault is Fault.NONE


class Asked(msgspec.Struct, frozen=True):
    """What a path test asks of a world: who walks, between which storeys."""

    profile: Profile | None
    """None: agents of no type."""
    layer: str
    goal_layer: str


class Found(msgspec.Struct, frozen=True):
    """A path between the ends of a test, and how long it takes."""

    result: PathResult
    seconds: float


def asked_of(world: World, test: PathTest) -> Asked | None:
    """Return what a path test asks of a world; None if it names a type that the level lacks."""
    settings = world.level.settings
    profile = profile_named(settings.profiles, test.profile) if test.profile else None
    if test.profile and profile is None:
        return None
    on = layers_of(settings, test)
    return Asked(profile, on[0], on[-1])


def found_by(world: World, test: PathTest, asked: Asked) -> Found:
    """Search the path that a path test asks for."""
    assert test.end is not None
    options: dict[str, Any] = {"snap_radius": 0.0, "layer": asked.layer}
    options |= {"profile": asked.profile, "goal_layer": asked.goal_layer}
    result = world.find_path(test.start, test.end, **options)
    seconds = _seconds(world, asked, result) if result.status is Status.COMPLETE else 0.0
    return Found(result, seconds)


def _seconds(world: World, asked: Asked, result: PathResult) -> float:
    """How long an agent of usual speed takes, terrain that slows and links counted.

    Without links it is the length and what terrain adds: the same to the last bit whatever
    terrain lies elsewhere.
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
            if _comes_into(world, one, asked, result) is not comes_in:
                return fault, one
    return Fault.NONE, 0


def _comes_into(world: World, area_id: int, asked: Asked, result: PathResult) -> bool:
    """Whether a path leads through an area, open or shut."""
    area = world.level.areas[area_id]
    layer = world.level.settings.layer_of(area)
    return any(
        length_inside([(float(x), float(z)) for x, z in walk.stops], area.polygon) > _INSIDE
        for walk in result.walks
        if (walk.layer or asked.layer) == layer
    )


def run_answer(world: World, test: PathTest, *, stop: Callable[[], bool] | None = None) -> Answer:
    """Return how a run test comes out: whether all who go somewhere have come to each stop in time.

    Args:
        world: The level in the state that the test names.
        test: A run test.
        stop: Asked every tick; true gives the run up.

    Raises:
        Cancelled: if `stop` said so.
        NavcoreError: if the level names a number of the crowd that is outside its limits.
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
    """Return the world in a state, "" for the drawing; None if the level has none of this name."""
    try:
        return world.in_state(name)
    except UnknownState:
        return None
