"""Statistics for judging crowds, on runs with known values, and their scenes."""

import math

import numpy as np
import pytest
from sim_levels import agent, room, simulate
from sim_runs import writable

from navcore.world import World
from tests.bench import crowd_peers
from tests.bench import crowd_scenes as bench
from tests.crowd_figures import CrowdWatch, Spread, densest, judge_crowd, overlaps
from tests.crowd_scenes import (
    CROWD_SCENES,
    SPEED,
    CrowdScene,
    Gate,
    Laid,
    door,
    ring,
    school,
    streams,
    swap,
    visit,
    weidmann,
)


def test_overlap_is_a_share_of_both_radii() -> None:
    """Two of three, by a quarter."""
    places = np.array([(0.0, 0.0), (0.75, 0.0), (5.0, 5.0)])
    pairs, depth = overlaps(places, np.array([0.5, 0.5, 0.5]))
    assert pairs.tolist() == [[0, 1]]
    assert depth.tolist() == pytest.approx([0.25])
    assert len(overlaps(places[:1], np.array([0.5]))[0]) == 0


def test_densest_square() -> None:
    """Eight in one square of 2 m, and one far away."""
    places = [(x + 0.1, z + 0.1) for x in (3.0, 3.5, 4.0, 4.5) for z in (7.0, 8.5)]
    assert densest(np.array([*places, (40.0, -3.0)])) == 2.0
    assert densest(np.empty((0, 2))) == 0.0


def test_spread() -> None:
    """Percentiles; zeros without any value."""
    assert Spread.of(np.arange(101.0)) == (50.0, 90.0, 99.0, 100.0)
    assert Spread.of(np.empty(0)) == (0.0, 0.0, 0.0, 0.0)


def test_pushes_and_crossings() -> None:
    """One walks through a gate of 1 m at 1 m/s; then it is put 10 cm farther in a step."""
    run = simulate(room(10, 4), agent(1, (1, 2), walk_speed=1.0, goals=((9, 2),)))
    watch = CrowdWatch(run, (Gate((3, 1.5), (3, 2.5)), Gate((4, 3), (4, 4))))
    while run.agents.positions[0, 0] < 5:
        run.step()
        watch.look()
    assert watch.push < 1e-9
    assert watch.crossed[0].keys() == {0}
    assert watch.crossed[0][0] == pytest.approx(2.0, abs=0.1)
    assert watch.crossed[1] == {}
    run.step()
    writable(run).positions[0, 0] += 0.1
    watch.look()
    outcome = watch.outcome(0)
    assert outcome.push == pytest.approx(0.1)
    assert outcome.pushes == 1
    assert outcome.passed == (1, 0)
    assert outcome.speed == pytest.approx(1.0, abs=0.05)
    assert (outcome.deep, outcome.stalls, outcome.sharp) == (0.0, 0, 0.0)


def test_flow_and_gap_of_a_column() -> None:
    """One every second through a gate of 2 m: half a person a second and metre."""
    # Bodies so thin that the gap of one to the next takes longer to walk than agents keep.
    ones = [
        agent(i + 1, (20 - i, 2), walk_speed=1.0, radius=0.15, goals=((40 - i, 2),))
        for i in range(20)
    ]
    run = simulate(room(45, 4), *ones)
    watch = CrowdWatch(run, (Gate((21, 1), (21, 3)),))
    for _ in range(22 * 60):
        run.step()
        watch.look()
    outcome = watch.outcome(20)
    assert outcome.flow == (pytest.approx(0.5, abs=0.01),)
    assert outcome.gap == pytest.approx(1.0, abs=0.05)


def test_waiting_and_stalls() -> None:
    """An agent that is put back at every step waits; one without a goal does not."""
    run = simulate(room(10, 4), agent(1, (2, 1), goals=((9, 1),)), agent(2, (5, 3)))
    watch = CrowdWatch(run)
    for _ in range(12 * 60):
        run.step()
        writable(run).positions[0] = (2, 1)
        watch.look()
    outcome = watch.outcome(0)
    assert outcome.waited == pytest.approx(12.0 / 2, abs=0.1)
    assert outcome.stalls == 1
    assert outcome.held_up == 0.5


@pytest.mark.parametrize("laid", [Laid(cell_size=0.1), Laid(3, 0.2, (0.13, -7.7), 30.0)], ids=str)
@pytest.mark.parametrize(
    "name", [name for name in CROWD_SCENES if name not in {"town", "circle of 250"}]
)
def test_scenes_can_be_walked(name: str, laid: Laid) -> None:
    """Everybody starts on the floor, apart from all others, and has a path to its goals."""
    scene = CROWD_SCENES[name](laid=laid)
    world = World.build(scene.level)
    agents = [*scene.level.agents.values()]
    assert all(world.is_walkable(*one.position) for one in agents)
    places = np.array([one.position for one in agents])
    assert overlaps(places, np.array([one.radius for one in agents]))[1].max(initial=0.0) < 0.4
    for one in agents[:: max(1, len(agents) // 8)]:
        for goal in one.goals:
            if goal != one.position:
                assert world.find_path(one.position, goal).ok
    for gate in scene.gates:
        assert gate.width > 0.8


def test_scenes_turn_as_a_whole() -> None:
    """Distances between people stay."""
    plain, turned = (
        np.array([one.position for one in door(1.2, 12, laid=laid).level.agents.values()])
        for laid in (Laid(cell_size=0.1), Laid(cell_size=0.1, turn=35.0, offset=(4.0, 2.0)))
    )
    for row in range(len(plain)):
        assert np.hypot(*(plain - plain[row]).T) == pytest.approx(
            np.hypot(*(turned - turned[row]).T)
        )


@pytest.mark.parametrize(
    "scene", [door(2.0, 12), swap(2.0, 6, 60.0), visit(6), streams(2), school(2, 2)]
)
def test_few_people_arrive(scene: CrowdScene) -> None:
    """Long before the time is over, each counted once at a gate."""
    outcome = judge_crowd(scene)
    assert outcome.arrived == outcome.agents
    assert outcome.seconds < scene.seconds
    assert sum(outcome.passed) == (outcome.agents if scene.gates else 0)


def test_one_alone_on_the_ring_walks_at_its_speed() -> None:
    """No agent gets a goal that makes it turn round."""
    outcome = judge_crowd(ring(0.02, seconds=20.0))
    assert outcome.speed == pytest.approx(SPEED, abs=0.05)


def test_weidmann() -> None:
    """Against the figures of the paper."""
    assert [round(weidmann(density), 2) for density in (1, 2, 3)] == [1.06, 0.61, 0.33]
    assert math.isclose(weidmann(5.4), 0.0)


def test_bench_prints_a_row_a_scene(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a head."""
    monkeypatch.setitem(bench.SCENES, "door 0.9 m", lambda laid: door(2.0, 6, laid=laid))
    bench.main(["door 0.9 m"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("door 0.9 m ")
    assert "6/6" in lines[1]


def test_peers_are_judged_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that goes straight to its targets, in place of RVO2."""

    class Straight:
        """A model without avoidance."""

        finds_paths = False

        def __init__(self, scene: CrowdScene, _: object) -> None:
            """Place the agents at their starts."""
            self.places = np.array([one.position for one in scene.level.agents.values()])

        def step(self, targets: np.ndarray, stands: np.ndarray) -> np.ndarray:
            """Move each agent by at most its step length."""
            away = targets - self.places
            far = np.maximum(np.hypot(*away.T), 1e-9)
            stride = np.minimum(far, SPEED / 60) / far * ~stands
            self.places = self.places + away * stride[:, None]
            return self.places

    monkeypatch.setattr(crowd_peers, "Rvo2", Straight)
    scene = swap(2.0, 4, 60.0)
    outcome = judge_crowd(scene, crowd_peers.PeerRun(scene, "RVO2"))
    assert outcome.arrived == 8
    assert outcome.passed == (8,)
    assert outcome.push < 1e-9
