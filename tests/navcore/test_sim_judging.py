"""Statistics of crowds, on constructed runs with known values."""

import msgspec
import numpy as np
import pytest
from lofts import LADDER, house, walker
from sim_levels import agent, box, level_of, room, simulate
from sim_runs import writable

from navcore.level.model import Area, Layer
from navcore.proof.narrow_places import narrow_places
from navcore.sim.judging import CrowdJudge, Pushes, weidmann
from navcore.sim.reasons import Reason
from navcore.sim.recording import Recorder
from navcore.sim.simulation import Simulation
from navcore.sim.statistics import RunStatistics
from navcore.world import World
from tests.crowd_figures import CrowdWatch
from tests.crowd_scenes import CrowdScene, door, swap


def judged(run: Simulation, seconds: float) -> CrowdJudge:
    """Run for some seconds under a judge."""
    judge = CrowdJudge(run)
    for _ in range(round(60 * seconds)):
        run.step()
        judge.take()
    return judge


def test_overlap_of_two() -> None:
    """Put so that they overlap by a quarter of both radii, of three."""
    run = simulate(room(10, 10), *(agent(i, (i, 5), radius=0.4) for i in (1, 4, 8)))
    judge = CrowdJudge(run)
    for _ in range(5):
        run.step()
        judge.take()
    run.step()
    writable(run).positions[:2] = [(2.0, 5.0), (2.6, 5.0)]
    judge.take()
    assert judge.figures.overlap.value == pytest.approx(0.25)
    assert judge.figures.overlap.agents == (1, 4)
    assert judge.figures.overlap.seconds == pytest.approx(0.1)
    assert judge.figures.overlap.place == pytest.approx((2.3, 5.0))
    assert (judge.figures.deep_pairs, judge.figures.agent_ticks) == (1, 3)
    assert judge.figures.depth(0.99) == pytest.approx(0.25, abs=0.002)
    assert judge.figures.depth(0.3) == 0.0


def test_push_beyond_walking() -> None:
    """One that walks 1 m/s is put 10 cm farther in a step; being asked elsewhere is no push."""
    run = simulate(room(20, 4), agent(1, (1, 2), walk_speed=1.0, goals=((19, 2),)))
    judge = judged(run, 2.0)
    assert judge.pushes.most.value < 1e-9
    run.place({1: (12, 2)})
    run.step()
    judge.take()
    assert judge.pushes.most.value < 1e-9
    run.step()
    writable(run).positions[0, 0] += 0.1
    judge.take()
    assert judge.pushes.most.value == pytest.approx(0.1, abs=1e-6)
    assert judge.pushes.most.agents == (1,)
    assert judge.pushes.count == 1


def test_waiting() -> None:
    """One is put back at every step, another walks, the third has no goal."""
    ones = [agent(1, (2, 1), goals=((9, 1),)), agent(2, (1, 3), goals=((29, 3),))]
    run = simulate(room(30, 4), *ones, agent(3, (20, 1)))
    judge = CrowdJudge(run)
    for _ in range(60 * 10):
        run.step()
        writable(run).positions[0] = (2, 1)
        judge.take()
    assert judge.figures.waited == pytest.approx(10.0, abs=0.2)
    assert judge.figures.wanted == pytest.approx(20.0, abs=0.2)


def test_flow_and_gap_at_a_door() -> None:
    """A column of one each second through a door of 2 m: half an agent a second and metre."""
    rooms = room(20, 4).with_items(
        {
            101: Area(id=101, name="gate", polygon=box(20, 1, 21, 3), door=True),
            102: Area(id=102, name="beyond", polygon=box(21, 0, 45, 4)),
        }
    )
    # Bodies so thin that the gap of one to the next takes longer to walk than agents keep.
    ones = [
        agent(i + 1, (19 - i, 2), walk_speed=1.0, radius=0.15, goals=((41 - i, 2),))
        for i in range(18)
    ]
    judge = judged(simulate(level_of(rooms, *ones)), 24.0)
    (gate,) = judge.passages.figures()
    assert (gate.id, gate.name, gate.passed) == (101, "gate", 18)
    assert gate.flow == pytest.approx(0.5, abs=0.02)
    assert gate.gap == pytest.approx(1.0, abs=0.05)


def test_flow_at_a_narrow_place() -> None:
    """One every two seconds through a gap of 1.5 m between two walls, which is no door."""
    walls = [(20, -1, 20.5, 1.25), (20, 2.75, 20.5, 5)]
    ones = [
        agent(i + 1, (19 - 2 * i, 2), walk_speed=1.0, goals=((41 - 2 * i, 2),)) for i in range(9)
    ]
    # One more is held in the corner before the gap.
    level = level_of(room(45, 4, *walls), *ones, agent(99, (19, 0.3), goals=((1, 0.3),)))
    run = simulate(level)
    judge = CrowdJudge(run, narrow_places)
    for _ in range(60 * 24):
        run.step()
        writable(run).positions[-1] = (19, 0.3)
        judge.take()
    (gap,) = judge.passages.figures()
    assert (gap.id, gap.name) == (-1, "")
    assert gap.place == pytest.approx((20.25, 2.0), abs=0.26)
    assert gap.width == pytest.approx(1.5)
    assert gap.passed == 9
    assert gap.queued == pytest.approx(24.0, abs=0.5)
    assert gap.flow == pytest.approx(0.5 / 1.5, rel=0.1)
    assert gap.gap == pytest.approx(2.0, abs=0.15)


def test_narrow_places_without_a_queue_are_not_told() -> None:
    """One agent that walks through at its speed."""
    level = level_of(
        room(12, 4, (6, -1, 6.5, 1.25), (6, 2.75, 6.5, 5)), agent(1, (1, 2), goals=((11, 2),))
    )
    run = simulate(level)
    judge = CrowdJudge(run, narrow_places)
    for _ in range(60 * 9):
        run.step()
        judge.take()
    assert judge.passages.ticks(-1).size == 1
    assert judge.passages.figures() == []


def test_doors_of_another_storey_are_not_passed() -> None:
    """Agents walk beneath a door."""
    storeys = (Layer(name="ground"), Layer(name="roof", floor_y=3.0))
    settings = msgspec.structs.replace(room(12, 4).settings, layers=storeys)
    gate = Area(id=101, name="gate", polygon=box(5, 0, 6, 4), door=True, layer="roof")
    level = level_of(room(12, 4), agent(1, (1, 2), goals=((11, 2),)))
    level = level.with_settings(settings).with_items({101: gate})
    (found,) = judged(simulate(level), 9.0).passages.figures()
    assert found.passed == 0


def test_turning_back() -> None:
    """One that goes back from its first goal turns once, one that walks on never."""
    ones = [
        agent(1, (1, 1), walk_speed=1.0, goals=((5, 1), (1, 1))),
        agent(2, (1, 3), goals=((29, 3),)),
    ]
    judge = judged(simulate(level_of(room(30, 4), *ones)), 14.0)
    assert judge.figures.turns == 1
    assert judge.figures.turned(141)[1:].sum() == 1


@pytest.mark.parametrize("scene", [door(1.2, 40), swap(2.0, 16, 60.0)], ids=["door", "swap"])
def test_gaps_are_passed_as_the_lines_of_scenes(scene: CrowdScene) -> None:
    """A door of a scene is a gap of its level: as many pass, and one way at the same rate."""
    run = simulate(scene.level)
    judge, watch = CrowdJudge(run, narrow_places), CrowdWatch(run, scene.gates)
    for _ in range(60 * 20):
        run.step()
        judge.take()
        watch.look()
    told = watch.outcome(0)
    (gap,) = judge.passages.figures()
    assert gap.width == pytest.approx(scene.gates[0].width)
    assert gap.passed == pytest.approx(told.passed[0], abs=1)
    assert gap.passed >= 32
    assert gap.queued > 1.0
    if gap.passed > 32:
        # Two crowds that meet cross the line one by one, and leave the gap all at once.
        assert gap.flow == pytest.approx(told.flow[0], rel=0.1)
        assert gap.gap == pytest.approx(told.gap, abs=0.1)


def test_agents_on_a_link_are_in_nobodys_way() -> None:
    """One climbs a ladder while another stands at the same place."""
    run = Simulation(World.build(house(LADDER, walker(10, 8, 3), walker(11, 2, 5))))
    run.send([10], (3.0, 3.0), layer="loft")
    judge, climbing, wanted = CrowdJudge(run), 0, 0.0
    for _ in range(60 * 12):
        run.step()
        if run.reasons()[0] == Reason.TAKES_LINK:
            positions = writable(run).positions
            positions[1] = positions[0]
            climbing += 1
            judge.take()
            wanted = wanted or judge.figures.wanted
            assert judge.figures.wanted == wanted
        elif not climbing:
            judge.take()
    assert climbing > 100
    assert judge.figures.overlap.agents == ()
    assert judge.figures.deep_pairs == 0


def test_what_each_tick_was_like() -> None:
    """Of three standing agents, two overlap by a quarter from the second tick on."""
    run = simulate(room(10, 10), *(agent(i, (i, 5), radius=0.4) for i in (1, 4, 8)))
    judge = CrowdJudge(run)
    for step in range(18):
        run.step()
        if step >= 6:
            writable(run).positions[:2] = [(2.0, 5.0), (2.6, 5.0)]
        judge.take()
    figures = judge.figures
    assert figures.densest.value == pytest.approx(2 / (np.pi * 1.5**2))
    assert figures.densest.place == (2.0, 5.0)
    assert figures.densest.seconds == pytest.approx(0.2)
    assert figures.densest_of(3)[1] == pytest.approx(1 / (np.pi * 1.5**2))
    assert figures.deepest(5)[1:4] == pytest.approx([0.0, 0.25, 0.25])
    assert np.isnan(figures.deepest(5)[[0, 4]]).all()
    assert figures.depths(3, 0.5)[1:] == pytest.approx([0.0, 0.25], abs=0.002)
    assert figures.walkers(3)[1:].tolist() == [0, 0]
    assert figures.waiting(3)[1:].tolist() == [0, 0]


def test_pushes_of_a_run_that_goes_on_from_earlier() -> None:
    """Later pushes are forgotten, earlier ones stay."""
    run = simulate(room(20, 4), agent(1, (1, 2), walk_speed=1.0, goals=((19, 2),)))
    pushes = Pushes()
    for step in range(60):
        run.step()
        if step in {20, 40}:
            writable(run).positions[0, 0] += 0.2 + 0.01 * step
        pushes.take(run)
    assert pushes.count == 2
    assert pushes.most.value == pytest.approx(0.6, abs=1e-6)
    assert len(pushes.places(0, 10)) == 2
    before = pushes.until(5)
    assert before.count == 1
    assert before.most.value == pytest.approx(0.4, abs=1e-6)
    assert before.largest(10)[[2, 3, 4]] == pytest.approx([0.0, 0.4, 0.0], abs=1e-6)
    assert np.isnan(before.largest(10)[5:]).all()
    assert before.places(0, 10).tolist() == [pytest.approx(pushes.places(3, 4)[0].tolist())]
    assert pushes.count == 2


def test_recorded_ticks_as_those_of_the_run() -> None:
    """Figures of a recording are those of the run, to the millimetre of its frames."""
    scene = door(1.2, 30)
    run = simulate(scene.level)
    judge, recorder = CrowdJudge(run), Recorder(run)
    for _ in range(60 * 8):
        run.step()
        recorder.take()
        judge.take()
    statistics = RunStatistics(recorder.recording)
    statistics.follow()
    ticks = statistics.ticks
    told, seen = judge.figures, statistics.crowd
    assert seen.deepest(ticks)[1:] == pytest.approx(told.deepest(ticks)[1:], abs=0.006)
    assert seen.walkers(ticks)[1:] == pytest.approx(told.walkers(ticks)[1:], abs=1)
    assert seen.waiting(ticks)[1:].sum() == pytest.approx(told.waiting(ticks)[1:].sum(), rel=0.02)
    # Who creeps in a queue turns by the rounding of its frames now and then.
    assert seen.turned(ticks)[1:].sum() == pytest.approx(told.turned(ticks)[1:].sum(), rel=0.2)


def test_bodies_of_those_who_come_later() -> None:
    """Two are spawned at one place, one as wide as the other is thin."""
    run = simulate(room(10, 10), agent(1, (1, 1)))
    recorder = Recorder(run)
    for step in range(24):
        if step == 7:
            run.spawn(agent(2, (5.0, 5.0), radius=0.3))
            run.spawn(agent(3, (5.2, 5.0), radius=0.5))
        run.step()
        if step >= 7:
            writable(run).positions[1:] = [(5.0, 5.0), (5.2, 5.0)]
        recorder.take()
    statistics = RunStatistics(recorder.recording)
    statistics.follow()
    assert statistics.crowd.deepest(4)[1:] == pytest.approx([0.0, 0.75, 0.75], abs=0.002)
    assert statistics.crowd.overlap.agents == (2, 3)


def test_weidmanns_speeds() -> None:
    """They are his values at 1, 2 and 3 people per square metre; from 5.4 on it is 0."""
    speeds = weidmann(np.array((0.0, 1.0, 2.0, 3.0, 5.4, 8.0)))
    assert speeds == pytest.approx([1.34, 1.06, 0.61, 0.33, 0.0, 0.0], abs=0.005)


def test_speed_by_density() -> None:
    """One alone at its speed, at one agent in a circle of 1.5 m."""
    run = simulate(room(30, 4), agent(1, (1, 2), walk_speed=1.2, goals=((29, 2),)))
    (alone,) = judged(run, 10.0).figures.speeds()
    assert alone.density == pytest.approx(1 / (np.pi * 1.5**2))
    assert alone.speed == pytest.approx(1.2, abs=0.03)
    assert alone.agent_seconds == pytest.approx(10.0, abs=0.2)


def test_agents_that_come_and_go() -> None:
    """None, one, two in one place, none again."""
    run = simulate(room(10, 10))
    judge = judged(run, 0.2)
    assert (judge.figures.agent_ticks, judge.passages.figures(), judge.figures.speeds()) == (
        0,
        [],
        [],
    )
    run.spawn(agent(1, (5, 5)))
    run.spawn(agent(2, (5, 5)))
    for _ in range(12):
        run.step()
        judge.take()
    run.remove([1, 2])
    for _ in range(12):
        run.step()
        judge.take()
    assert judge.figures.agent_ticks == 4


@pytest.mark.parametrize("scene", [door(1.2, 30), swap(2.0, 12, 60.0)], ids=["door", "swap"])
def test_the_same_as_the_tests_own_figures(scene: CrowdScene) -> None:
    """Pushes and deep pairs of a crowd, against those that share no code with these."""
    run = simulate(scene.level)
    judge, watch = CrowdJudge(run), CrowdWatch(run, every=6)
    begun = None
    for step in range(60 * 12):
        run.step()
        judge.take()
        watch.look()
        if step + 1 == 120:
            begun = judge.figures.deep_pairs
    assert judge.pushes.most.value == pytest.approx(watch.push, abs=1e-9)
    assert judge.pushes.count == watch.pushes
    assert begun is not None
    assert judge.figures.deep_pairs - begun == watch.deep
