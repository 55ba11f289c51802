"""Paths that stand in for those of moved stops until they are found."""

from collections.abc import Iterator

import numpy as np
import pytest
from play_stage import Stage
from PySide6.QtWidgets import QApplication
from small_level import small_level

from editor.services.bent_paths import bent_paths
from editor.services.route_legs import RouteLegs
from editor.tools.legs import Leg, find_leg
from navcore.level import operations as op
from navcore.level.model import Profile
from navcore.path.result import PathResult, Status
from navcore.world import World

WORLD = World.build(small_level())
LEG = Leg((2.0, 3.0), (9.0, 6.5))
"""Around the table."""
SHORT = Leg((16.0, 2.0), (16.5, 2.0))


def found(*legs: Leg) -> dict[Leg, PathResult]:
    """Return the paths of legs."""
    return {leg: find_leg(leg, WORLD) for leg in legs}


@pytest.mark.parametrize(
    "moved",
    [
        LEG._replace(goal=(8.6, 6.9)),
        LEG._replace(start=(2.3, 3.4)),
        LEG._replace(start=(2.4, 3.2), goal=(9.4, 6.7)),
    ],
)
def test_ends_follow_and_the_corners_between_stay(moved: Leg) -> None:
    """Of a moved goal, a moved start, and of both."""
    known = found(SHORT, LEG)
    bent = bent_paths([moved], known)[moved]
    before = known[LEG]
    assert len(before.points) > 1, "it has a corner"
    assert (bent.start, bent.end, bent.goal) == (moved.start, moved.goal, moved.goal)
    assert np.array_equal(bent.points[:-1], before.points[:-1])
    assert before.end == LEG.goal, "the known path is not changed"


@pytest.mark.parametrize(
    "other",
    [
        LEG._replace(profile=Profile(radius=0.2)),
        LEG._replace(network=True),
        LEG._replace(goal=(16.0, 2.0)),
        SHORT._replace(goal=(17.0, 2.5)),
    ],
)
def test_other_legs_get_none(other: Leg) -> None:
    """Of another type, over the network, or far away for their length."""
    assert bent_paths([other], found(SHORT, LEG)) == {}


def test_paths_that_do_not_arrive_are_not_bent() -> None:
    """They would seem to."""
    outside = LEG._replace(goal=(2.0, 30.0))
    path = find_leg(outside, WORLD)
    assert path.status is not Status.COMPLETE
    assert bent_paths([outside._replace(start=(2.2, 3.0))], {outside: path}) == {}


@pytest.fixture
def stage(qapp: QApplication) -> Stage:
    """The small level."""
    return Stage(small_level())


@pytest.fixture
def legs(stage: Stage) -> Iterator[RouteLegs]:
    """The paths in the world of the stage."""
    made = RouteLegs(stage.run.switches)
    yield made
    made.shutdown()


def test_a_moved_stop_has_a_bent_path_until_its_own_is_found(stage: Stage, legs: RouteLegs) -> None:
    """Also in the next world, and only until then."""
    legs.of([LEG])
    legs.wait()
    legs.at_once_ms = 0.0
    document = stage.document
    document.commit(op.set_settings(document.level, agent_radius=0.4))
    moved = LEG._replace(goal=(8.6, 6.9))
    (bent,) = legs.of([moved])
    assert bent is not None
    assert bent.end == moved.goal
    assert legs.known([moved]) == [bent]
    legs.wait()
    (own,) = legs.of([moved])
    assert own is not None
    assert own is not bent
    assert np.array_equal(own.points, find_leg(moved, stage.run.world).points)


def test_pinned_probes_wait_for_their_own_paths(stage: Stage) -> None:
    """They show numbers that a bent path lacks."""
    exact = RouteLegs(stage.run.switches, walked_only=False)
    exact.of([LEG])
    exact.wait()
    exact.at_once_ms = 0.0
    stage.document.commit(op.set_settings(stage.document.level, agent_radius=0.4))
    assert exact.of([LEG._replace(goal=(8.6, 6.9))]) == [None]
    exact.shutdown()
