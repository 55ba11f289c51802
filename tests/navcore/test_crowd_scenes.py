"""Crowds at doors, in swaps, on rings: statistics stay within ranges measured for people.

Sources of the bands: flows at doors by Weidmann 1993, Kretz 2006 and Seyfried 2007 to 2009; speed
by density by Weidmann 1993.
"""

import math
from functools import cache, partial

import numpy as np
import pytest

from tests.crowd_figures import DEEP, PUSHED, CrowdOutcome, judge_crowd
from tests.crowd_scenes import (
    CROWD_SCENES,
    DOORS,
    FINE,
    CrowdBuilder,
    Laid,
    door,
    weidmann,
)
from tests.crowd_streets import STREETS

WITHIN = {
    "30 + 30 through 0.9 m": 60.0,
    "30 + 30 through 1.2 m": 60.0,
    "56 + 56 through 2 m": 160.0,
    "60 visit a point": 60.0,
    "circle of 50": 50.0,
}
"""Seconds within which all arrive; other scenes say themselves how long they may take."""
FLOW = (1.5, 2.5)
"""People a second and metre through doors, with a radius of 0.2 m."""
SPREAD = 0.25
"""How far the flows of doors of many widths may lie apart, as a part of their mean."""
WIDE_FLOW = {1.2: 0.6, 1.6: 0.55, 2.0: 0.66, 3.0: 0.69}
"""The same for a radius of 0.45 m, at least, by the width of the door; all are to pass. RVO2 lets
0.16, 0.17, 0.62 and 0.87 through, and leaves 97, 80, 24 and 20 of 120 behind in 150 s."""
COMINGS = {
    "crossing of 4 m": 0.6,
    "crossing of 4 m, 80": 0.5,
    "crossing of 6 m": 0.7,
    "crossing of 6 m, 80": 0.7,
    "both ways through 1.8 m": 0.25,
    "end of a wall": 1.4,
    "end of a wall, 300": 2.0,
    "corridor of 20 m, 200": 4.0,
    "gate of 5 m, 800": 3.0,
    "streets of 4 m": 5.0,
    "streets of 6 m": 8.0,
}
"""Arrivals a second at least, with a radius of 0.45 m. Without turns no crossing of 80 lets anybody
through: 0.0. Around the end of a wall 0.81 and 0.54 come if both sides go around as near as they
can, and 1.49 and 1.25 if only a few look for a way farther out. Without lanes 2.5 arrive in the
corridor and 1.8 at the gate, and ever fewer."""
OFF_WEIDMANN = 0.25
"""Metres a second that the speed on a ring may differ from that of people."""

QUICK = [*WITHIN, "four streams of 40", "ring 0.5", "ring 1.0", "ring 2.0", "ring 2.0 random"]
"""Scenes of a second or two."""
REST = [name for name in CROWD_SCENES if name not in (*QUICK, "town")]
LAID = [
    Laid(cell_size=0.1, seed=1),
    Laid(cell_size=0.1, seed=2),
    Laid(cell_size=0.1, turn=33.0, offset=(3.3, -1.7)),
]
"""Other chance, and a scene that lies askew to the cells."""


def judged(name: str, build: CrowdBuilder, laid: Laid) -> CrowdOutcome:
    """Run a scene, check its statistics against their ranges, and return them."""
    scene = build(laid=laid)
    outcome = judge_crowd(scene)
    told = f"{name}, {laid}:\n{outcome}"
    assert outcome.overlap.most <= DEEP, told
    assert outcome.push <= PUSHED, told
    if scene.ring is not None:
        expected = weidmann(outcome.agents / scene.ring.area)
        assert outcome.speed == pytest.approx(expected, abs=OFF_WEIDMANN), told
        return outcome
    assert outcome.arrived == outcome.agents, told
    assert outcome.seconds <= WITHIN.get(name, math.inf), told
    if len(scene.gates) > 1:
        assert min(outcome.passed) > 0, told
    return outcome


@pytest.mark.parametrize("name", QUICK)
def test_quick_scenes(name: str) -> None:
    """Each scene meets its limits."""
    judged(name, CROWD_SCENES[name], FINE)


def test_a_door_that_lies_askew_to_the_cells() -> None:
    """Two groups of 30 change sides through it in turns, as through a straight one."""
    judged("30 + 30 through 0.9 m", CROWD_SCENES["30 + 30 through 0.9 m"], LAID[-1])


def test_streams_that_cross_askew_to_the_cells() -> None:
    """Corners of the floor are no reason to cross in turns: as straight, all arrive within 60 s."""
    name = "four streams of 40"
    assert judged(name, CROWD_SCENES[name], LAID[-1]).seconds <= 60.0


@cache
def flow_of(width: float, count: int, laid: Laid) -> float:
    """Return the flow through a door, people per second and metre; checks the other ranges."""
    return judged(f"door {width} m", partial(door, width, count), laid).flow[0]


@pytest.mark.parametrize("width", DOORS)
def test_flow_at_doors(width: float) -> None:
    """Of sixty agents, as many pass as real people do."""
    assert FLOW[0] <= flow_of(width, 60, FINE) <= FLOW[1]


def test_flow_grows_with_the_width_of_doors() -> None:
    """The flow for each metre is nearly the same."""
    flows = [flow_of(width, 60, FINE) for width in DOORS]
    assert max(flows) - min(flows) <= SPREAD * np.mean(flows), flows


@pytest.mark.parametrize("name", STREETS)
def test_streets_that_cross(name: str, exhaustive: bool) -> None:
    """No crossing is blocked for good: a least number arrives per second."""
    if not exhaustive and name not in {"crossing of 4 m", "end of a wall"}:
        pytest.skip("with --exhaustive")
    outcome = judge_crowd(STREETS[name](laid=FINE))
    assert outcome.overlap.most <= DEEP, outcome
    assert outcome.push <= PUSHED, outcome
    assert outcome.comings / outcome.seconds >= COMINGS[name], outcome


@pytest.mark.parametrize("name", REST)
def test_larger_scenes(name: str, exhaustive: bool) -> None:
    """Each scene meets its limits."""
    if not exhaustive:
        pytest.skip("with --exhaustive")
    outcome = judged(name, CROWD_SCENES[name], FINE)
    if name.endswith("r 0.45"):
        assert outcome.flow[0] >= WIDE_FLOW.get(float(name.split()[1]), 0.0), outcome


@pytest.mark.parametrize("laid", [FINE, *LAID], ids=str)
def test_flow_at_doors_with_many(laid: Laid, exhaustive: bool) -> None:
    """The flow of 120 agents is tested for all widths."""
    if not exhaustive:
        pytest.skip("with --exhaustive")
    flows = [flow_of(width, 120, laid) for width in DOORS]
    assert FLOW[0] <= min(flows) <= max(flows) <= FLOW[1], flows
    assert max(flows) - min(flows) <= SPREAD * np.mean(flows), flows


@pytest.mark.parametrize("laid", LAID, ids=str)
@pytest.mark.parametrize("name", [name for name in CROWD_SCENES if name != "town"])
def test_scenes_laid_otherwise(name: str, laid: Laid, exhaustive: bool) -> None:
    """They have other random numbers, and are turned."""
    if not exhaustive:
        pytest.skip("with --exhaustive")
    judged(name, CROWD_SCENES[name], laid)


def test_ten_thousand_in_the_town(exhaustive: bool) -> None:
    """In two minutes, most of them in queues, no two are ever deep in each other, and none jumps.

    Nine who stand in rows of three without touching fit into 2 x 2 m: 2.25 a square metre.
    """
    if not exhaustive:
        pytest.skip("with --exhaustive")
    outcome = judge_crowd(CROWD_SCENES["town"](laid=FINE))
    assert outcome.overlap.most <= DEEP, outcome
    assert outcome.push <= PUSHED, outcome
    assert outcome.dense <= 2.25, outcome
    assert outcome.comings >= 1700, outcome


def test_wide_bodies_pass_doors() -> None:
    """Thirty with a radius of 0.45 m through a door of 1.2 m, that one passes at a time."""
    build: CrowdBuilder = partial(door, 1.2, 30, radius=0.45)
    assert judged("door 1.2 m, r 0.45", build, FINE).flow[0] >= WIDE_FLOW[1.2]


def test_the_bands_name_scenes() -> None:
    """No scene is left out because of its name."""
    assert set(WITHIN) < set(CROWD_SCENES)
    assert {*QUICK, *REST, "town"} == set(CROWD_SCENES)
    assert set(COMINGS) == set(STREETS)
