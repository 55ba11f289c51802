"""Figures of crowds, on runs made by hand for which each figure is known."""

import numpy as np
import pytest
from sim_levels import agent, box, level_of, room, simulate
from sim_runs import writable

from navcore.level.model import Area
from navcore.sim.judging import CrowdFigures
from navcore.sim.simulation import Simulation
from tests.crowd_figures import CrowdWatch
from tests.crowd_scenes import door, swap


def judged(run: Simulation, seconds: float) -> CrowdFigures:
    """Let a run go on under watch."""
    figures = CrowdFigures(run)
    for _ in range(round(60 * seconds)):
        run.step()
        figures.take()
    return figures


def test_overlap_of_two() -> None:
    """Put so that they overlap by a quarter of both radii, of three."""
    run = simulate(room(10, 10), *(agent(i, (i, 5), radius=0.4) for i in (1, 4, 8)))
    figures = CrowdFigures(run)
    for _ in range(5):
        run.step()
        figures.take()
    run.step()
    writable(run).positions[:2] = [(2.0, 5.0), (2.6, 5.0)]
    figures.take()
    assert figures.overlap.value == pytest.approx(0.25)
    assert figures.overlap.agents == (1, 4)
    assert figures.overlap.seconds == pytest.approx(0.1)
    assert figures.overlap.place == pytest.approx((2.3, 5.0))
    assert (figures.deep_pairs, figures.agent_ticks) == (1, 3)
    assert figures.depth(0.99) == pytest.approx(0.25, abs=0.002)
    assert figures.depth(0.3) == 0.0


def test_push_beyond_walking() -> None:
    """One that walks 1 m/s is put 10 cm farther in a step; being asked elsewhere is no push."""
    run = simulate(room(20, 4), agent(1, (1, 2), walk_speed=1.0, goals=((19, 2),)))
    figures = judged(run, 2.0)
    assert figures.push.value < 1e-9
    run.place({1: (12, 2)})
    run.step()
    figures.take()
    assert figures.push.value < 1e-9
    run.step()
    writable(run).positions[0, 0] += 0.1
    figures.take()
    assert figures.push.value == pytest.approx(0.1, abs=1e-6)
    assert figures.push.agents == (1,)
    assert figures.pushes == 1


def test_waiting() -> None:
    """One is put back at every step, another walks, the third has no goal."""
    ones = [agent(1, (2, 1), goals=((9, 1),)), agent(2, (1, 3), goals=((29, 3),))]
    run = simulate(room(30, 4), *ones, agent(3, (20, 1)))
    figures = CrowdFigures(run)
    for _ in range(60 * 10):
        run.step()
        writable(run).positions[0] = (2, 1)
        figures.take()
    assert figures.waited == pytest.approx(10.0, abs=0.2)
    assert figures.wanted == pytest.approx(20.0, abs=0.2)


def test_flow_and_gap_at_a_door() -> None:
    """A column of one each second through a door of 2 m: half an agent a second and metre."""
    rooms = room(20, 4).with_items(
        {
            101: Area(id=101, name="gate", polygon=box(20, 1, 21, 3), door=True),
            102: Area(id=102, name="beyond", polygon=box(21, 0, 45, 4)),
        }
    )
    ones = [agent(i + 1, (19 - i, 2), walk_speed=1.0, goals=((41 - i, 2),)) for i in range(18)]
    figures = judged(simulate(level_of(rooms, *ones)), 24.0)
    (gate,) = figures.doors()
    assert (gate.id, gate.name, gate.passed) == (101, "gate", 18)
    assert gate.flow == pytest.approx(0.5, abs=0.02)
    assert gate.gap == pytest.approx(1.0, abs=0.05)


def test_speed_by_density() -> None:
    """One alone at its speed, at one agent in a circle of 1.5 m."""
    run = simulate(room(30, 4), agent(1, (1, 2), walk_speed=1.2, goals=((29, 2),)))
    (alone,) = judged(run, 10.0).speeds()
    assert alone.density == pytest.approx(1 / (np.pi * 1.5**2))
    assert alone.speed == pytest.approx(1.2, abs=0.03)
    assert alone.agent_seconds == pytest.approx(10.0, abs=0.2)


def test_agents_that_come_and_go() -> None:
    """Nobody, one, two in one place, nobody again."""
    run = simulate(room(10, 10))
    figures = judged(run, 0.2)
    assert (figures.agent_ticks, figures.doors(), figures.speeds()) == (0, [], [])
    run.spawn(agent(1, (5, 5)))
    run.spawn(agent(2, (5, 5)))
    for _ in range(12):
        run.step()
        figures.take()
    run.remove([1, 2])
    for _ in range(12):
        run.step()
        figures.take()
    assert figures.agent_ticks == 4


@pytest.mark.parametrize("scene", [door(1.2, 30), swap(2.0, 12, 60.0)], ids=["door", "swap"])
def test_the_same_as_the_tests_own_figures(scene: object) -> None:
    """Pushes and deep pairs of a crowd, against those that share no code with these."""
    run = simulate(scene.level)
    figures, watch = CrowdFigures(run), CrowdWatch(run, every=6)
    begun = None
    for step in range(60 * 12):
        run.step()
        figures.take()
        watch.look()
        if step + 1 == 120:
            begun = figures.deep_pairs
    assert figures.push.value == pytest.approx(watch.push, abs=1e-9)
    assert figures.pushes == watch.pushes
    assert begun is not None
    assert figures.deep_pairs - begun == watch.deep
