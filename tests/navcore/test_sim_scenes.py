"""Standard scenes: agents stay on the floor, all arrive, and crowding stays in bounds."""

import math
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from sim_judge import PUSHES, Watch, judged, most_overlap, on_floor
from sim_levels import agent, level_of, room, simulate
from sim_runs import writable
from sim_scenes import QUICK, SCENES, Laid

from navcore.bake.grid import NavGrid
from navcore.world import World

OVERLAP = 0.01
"""Metres that two may overlap at the end where there is room."""


class Trouble(NamedTuple):
    """Upper bounds of a scene during the whole run, for the current rules, rounded up."""

    deepest: float
    """Overlap of two, as a share of both radii."""
    deep: float
    """Pairs over 20 %, for 1,000 agents and ticks."""
    pushes: int
    """Over 5 cm in a step."""
    waited: float
    """Part of the time in which agents wanted to walk."""
    turns: float
    """Times a minute that an agent that wanted to walk turned back."""


MOST = {
    "head-on": Trouble(0.02, 0.0, 0, 0.01, 0.5),
    "head-on, four and four": Trouble(0.02, 0.0, 0, 0.1, 10.0),
    "loose streams": Trouble(0.02, 0.0, 0, 0.02, 2.0),
    "doorway both ways": Trouble(0.02, 0.0, 0, 0.06, 0.5),
    "circle swap of 50": Trouble(0.03, 0.0, 0, 0.3, 20.0),
    "one stands in a doorway": Trouble(0.02, 0.0, 0, 0.02, 2.0),
    "three stand in a doorway": Trouble(0.03, 0.0, 0, 0.8, 30.0),
    "behind a player": Trouble(0.03, 0.0, 0, 0.9, 15.0),
}
"""By scene, as it is drawn."""
LAID = [
    Laid(seed=1, cell_size=0.2),
    Laid(seed=2, cell_size=0.3, offset=(0.13, -0.07)),
    Laid(seed=3, cell_size=0.4, offset=(-3.21, 7.77)),
    Laid(seed=4, cell_size=0.5, offset=(0.25, 0.25)),
    Laid(seed=5, cell_size=0.25, offset=(-0.11, 0.19)),
]
"""Positions of cells of many sizes under a scene."""


def check(name: str, laid: Laid) -> None:
    """Run a scene, and check its bounds."""
    scene = SCENES[name](laid)
    outcome = judged(World.build(scene.level), scene.seconds)
    told = f"{name} {laid}: {outcome}"
    assert outcome.outside == 0, told
    widest = max(agent.radius for agent in scene.level.agents.values())
    assert outcome.longest <= PUSHES * widest, told
    assert outcome.arrived == outcome.wanted, told
    assert outcome.slowest <= scene.slowest, told
    if scene.roomy:
        assert outcome.overlap_at_end <= OVERLAP, told
    if laid == Laid() and name in MOST:
        for figure, most in MOST[name]._asdict().items():
            assert getattr(outcome, figure) <= most, f"{figure} of {told}"


@pytest.mark.parametrize("name", QUICK)
def test_scenes(name: str) -> None:
    """Each scene meets its limits."""
    check(name, Laid())


@pytest.mark.parametrize("name", [name for name in SCENES if name not in QUICK])
def test_larger_scenes(name: str, exhaustive: bool) -> None:
    """Many at once, and crowds in the sample levels."""
    if not exhaustive:
        pytest.skip("with --exhaustive")
    check(name, Laid())


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("laid", LAID, ids=str)
def test_scenes_on_other_cells(laid: Laid, exhaustive: bool) -> None:
    """Other sizes of cells, other places of the scene on them, other chance."""
    for name in SCENES if exhaustive else ["doorway both ways"]:
        check(name, laid)


def test_the_judge_sees_who_is_off_the_floor() -> None:
    """All places at once are judged as each by itself."""
    rng = np.random.default_rng(1)
    grid = NavGrid.from_array(rng.integers(0, 2, (9, 7)), cell_size=0.3)
    places = rng.uniform(-1.0, 4.0, (500, 2))
    assert on_floor(grid, places).tolist() == [grid.is_walkable(x, z) for x, z in places.tolist()]


def test_the_judge_sees_overlaps() -> None:
    """The worst of all pairs."""
    places = np.array([(0.0, 0.0), (5.0, 0.0), (5.0, 0.75)])
    assert most_overlap(places, np.full(3, 0.5)) == pytest.approx(0.25)
    assert most_overlap(places[:2], np.full(2, 0.5)) == pytest.approx(-4.0)
    assert most_overlap(places[:1], np.full(1, 0.5)) == -math.inf


def test_the_judge_sees_what_is_over_at_the_end() -> None:
    """Two are put into each other for a tick, and are apart again."""
    run = simulate(room(10, 10), agent(1, (2, 5), radius=0.4), agent(2, (8, 5), radius=0.4))
    watch = Watch(run)
    for step in range(18):
        run.step()
        writable(run).positions[1] = (2.6, 5.0) if step == 5 else (8.0, 5.0)
        watch.look()
    assert most_overlap(run.agents.positions, run.agents.radii) < -5.0
    assert watch.judge.figures.overlap.value == pytest.approx(0.25)
    assert watch.judge.figures.deep_pairs == 1
    assert watch.judge.pushes.most.value > 5.0
    assert watch.judge.pushes.count >= 2


def test_the_judge_tells_of_gaps_and_of_speed_by_density() -> None:
    """Twelve queue at a gap of 1 m: its flow, the time between two, and overlaps by percentile."""
    places = [(1.0 + 0.7 * (i % 4), 2.5 + 0.7 * (i // 4)) for i in range(12)]
    walls = (5.9, -1.0, 6.1, 2.7), (5.9, 3.7, 6.1, 7.0)
    walkers = [
        agent(i + 1, place, radius=0.2, goals=((9.0, place[1]),)) for i, place in enumerate(places)
    ]
    outcome = judged(World.build(level_of(room(12, 6, *walls), *walkers)), 40.0)
    (gate,) = outcome.gates
    assert outcome.arrived == gate.passed == 12
    assert gate.place == pytest.approx((6.0, 3.2), abs=0.5)
    assert gate.flow is not None
    assert gate.gap is not None
    assert 0.5 < gate.flow * gate.width < 4.0
    assert 0.2 < gate.gap < 2.0
    half, ninety, ninety_nine = outcome.depths
    assert 0.0 == half <= ninety <= ninety_nine <= math.ceil(1000 * outcome.deepest) / 1000
    densities = [one.density for one in outcome.speeds]
    assert densities == sorted(densities)
    assert outcome.speeds[0].speed > outcome.speeds[-1].speed > 0.0
    assert f"99 of 100 below {100 * ninety_nine:3.0f} %" in str(outcome)


def test_the_simulation_example_in_the_manual() -> None:
    """It runs unchanged, from the folder of the README."""
    root = Path(__file__).parents[2]
    text = (root / "resources" / "manual" / "library.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    example = next(block for block in blocks if "simulation.send" in block)
    told = subprocess.run(
        [sys.executable, "-c", example], cwd=root, capture_output=True, text=True, check=True
    ).stdout
    assert " is there\n" in told
    assert told.endswith("can't get there\n")
