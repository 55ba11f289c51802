"""Traffic and waiting times, counted in cells."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from sim_levels import agent, level_of, room

from navcore.bake.lattice import Lattice
from navcore.sim.agents import STAND, UNREACHABLE, WALK
from navcore.sim.reasons import Reason
from navcore.sim.recording import Recorder
from navcore.sim.simulation import Simulation
from navcore.sim.traffic import WAITING, Traffic
from navcore.world import World

LATTICE = Lattice(0.5, -2.0, 1.0, 8, 6)


def frame(
    places: list[tuple[float, float]], reasons: list[Reason], state: int = STAND
) -> SimpleNamespace:
    """A frame of agents at these places, all of them in this state."""
    return SimpleNamespace(
        positions=np.array(places, np.float64).reshape(-1, 2),
        states=np.full(len(places), state, np.int8),
        reasons=np.array(reasons, np.int8),
    )


def test_who_walks_and_who_waits() -> None:
    """Each counts in its cell; agents that stand for other reasons don't count."""
    traffic = Traffic(LATTICE)
    places = [(-1.9, 1.1), (-1.6, 1.4), (0.1, 2.6), (0.1, 2.6), (1.0, 2.0), (1.0, 2.0)]
    reasons = [
        Reason.WALKS, Reason.WALKS, Reason.HELD_UP, Reason.NO_WAY, Reason.STANDS,
        Reason.WAITS_AT_GOAL,
    ]  # fmt: skip
    traffic.take_frame(frame(places, reasons), 0.1)
    assert traffic.walked[0, 0] == pytest.approx(0.2)
    assert traffic.waited[3, 4] == pytest.approx(0.2)
    assert traffic.walked.sum() == pytest.approx(0.2)
    assert traffic.waited.sum() == pytest.approx(0.2)
    assert traffic.at(0.1, 2.6) == pytest.approx((0.0, 0.2))
    assert traffic.at(50.0, 0.0) is None
    assert {Reason.HELD_UP, Reason.WAITS_FOR_PLAN, Reason.NO_WAY} == set(WAITING)


def test_who_walks_while_another_plan_is_made_gets_on() -> None:
    """An agent that stands until its first plan waits."""
    traffic = Traffic(LATTICE)
    traffic.take_frame(frame([(0.1, 2.6)], [Reason.WAITS_FOR_PLAN]), 0.1)
    traffic.take_frame(frame([(0.1, 2.6)], [Reason.WAITS_FOR_PLAN], WALK), 0.2)
    assert traffic.at(0.1, 2.6) == pytest.approx((0.2, 0.1))


def test_nowhere_is_not_counted() -> None:
    """Outside the lattice, infinitely far, or no number at all."""
    traffic = Traffic(LATTICE)
    places = [(-2.01, 1.1), (2.0, 1.1), (0.0, 4.0), (1e300, 1.0), (np.nan, 1.0), (np.inf, 1.0)]
    traffic.take_frame(frame(places, [Reason.WALKS] * len(places)), 0.1)
    assert not traffic.walked.any()
    traffic.take_frame(frame([], []), 0.1)
    assert traffic.ticks == 2


def test_as_counted_one_by_one() -> None:
    """Many agents in the same cells."""
    generator = np.random.default_rng(4)
    places = generator.uniform((-3, 0), (3, 5), (500, 2))
    reasons = generator.integers(0, len(Reason), 500)
    traffic = Traffic(LATTICE)
    traffic.take_frame(frame(places.tolist(), reasons.tolist()), 0.25)
    expected = np.zeros((2, LATTICE.depth, LATTICE.width))
    for (x, z), reason in zip(places.tolist(), reasons.tolist(), strict=True):
        column, row = LATTICE.cell_of(x, z)
        if LATTICE.holds(column, row) and reason in {*WAITING, Reason.WALKS}:
            expected[int(reason in WAITING), row, column] += 0.25
    assert np.allclose([traffic.walked, traffic.waited], expected)


@pytest.mark.parametrize(
    "other",
    [
        LATTICE.window(-3, -2, 14, 12),
        LATTICE.window(2, 1, 5, 4),
        replace(LATTICE, anchor_x=-4.0, column=2, width=12),
    ],
)
def test_counts_stay_at_their_place(other: Lattice) -> None:
    """In a larger window, a smaller one, or on another anchor, counts inside stay."""
    traffic = Traffic(LATTICE)
    places = [(-0.8, 1.8), (0.3, 2.2), (0.4, 2.3), (1.9, 3.9)]
    traffic.take_frame(frame(places, [Reason.WALKS] * 4), 1.0)
    before = {place: traffic.at(*place) for place in places}
    traffic.fit(other)
    assert traffic.walked.shape == (other.depth, other.width)
    for place in places:
        column, row = other.cell_of(*place)
        expected = before[place] if other.holds(column, row) else None
        assert traffic.at(*place) == expected


def test_other_cells_share_the_counts() -> None:
    """Smaller and larger cells: nothing is lost and nothing comes."""
    for size in (0.2, 1.3):
        traffic = Traffic(LATTICE)
        traffic.take_frame(frame([(-0.8, 1.8), (1.2, 3.2)], [Reason.WALKS] * 2), 1.0)
        traffic.fit(Lattice(size, -3.0, 0.0, 60, 60))
        assert traffic.walked.sum() == pytest.approx(2.0)


def crossing() -> Simulation:
    """Return an agent that walks, one that can't, and one that stands."""
    level = level_of(
        room(20, 10, (12, -1, 12.5, 11)),
        agent(1, (2, 2), goals=((8, 2),)),
        agent(2, (11, 4), goals=((18, 4),)),
        agent(3, (5, 8)),
    )
    return Simulation(World.build(level))


def test_of_a_run_and_of_its_recording() -> None:
    """A tick each; the recording gives the same as the run did."""
    run = crossing()
    recorder, live = Recorder(run), Traffic(run.world.grid.lattice)
    for _ in range(20):
        if run.steps % run.settings.steps_per_tick == 0:
            live.take(run)
        for _ in range(run.settings.steps_per_tick):
            run.step()
            recorder.take()
    assert live.walked.sum() > 1.0
    assert live.waited.sum() > 0.5
    assert UNREACHABLE[run.agents.statuses].sum() == 1
    played = Traffic(run.world.grid.lattice)
    recording = recorder.recording
    assert not played.follow(recording, 20, most=7)
    assert played.ticks == 7
    assert played.follow(recording, 20)
    assert np.allclose(played.walked, live.walked, atol=0.11)
    assert played.walked.sum() == pytest.approx(live.walked.sum(), abs=0.01)
    assert played.waited.sum() == pytest.approx(live.waited.sum(), abs=0.01)


def test_scrubbing_back_counts_anew() -> None:
    """Later ticks don't count; another recording begins at zero."""
    run = crossing()
    recorder = Recorder(run)
    for _ in range(120):
        run.step()
        recorder.take()
    traffic = Traffic(run.world.grid.lattice)
    traffic.follow(recorder.recording, 5)
    early = traffic.walked.copy()
    traffic.follow(recorder.recording, 99)
    assert traffic.ticks == recorder.recording.ticks
    assert traffic.walked.sum() > early.sum()
    traffic.follow(recorder.recording, 5)
    assert np.array_equal(traffic.walked, early)
    other = Recorder(crossing()).recording
    traffic.follow(other, 5)
    assert traffic.ticks == other.ticks
