"""Tracks of recorded agents, in unbroken pieces."""

import numpy as np
from lofts import LADDER, house, walker
from sim_levels import agent, room, simulate

from navcore.sim.recording import Recorder, tracks_of
from navcore.sim.simulation import Simulation
from navcore.world import World


def recorded(run: Simulation, seconds: float, recorder: Recorder | None = None) -> Recorder:
    """Run for some seconds with a recorder."""
    recorder = recorder or Recorder(run)
    for _ in range(round(seconds * run.settings.steps_per_second)):
        run.step()
        recorder.take()
    return recorder


def two_walkers() -> Simulation:
    """One that crosses a room, and one that stands."""
    return simulate(room(20, 10), agent(1, (2, 2), goals=((18, 2),)), agent(2, (9, 8)))


def test_each_agent_has_its_track() -> None:
    """From where it started to where it came; one that stands has a single place."""
    recording = recorded(two_walkers(), 16).recording
    crosses, stands = tracks_of(recording)
    assert stands.tolist() == [[9.0, 8.0]]
    assert crosses[0].tolist() == [2.0, 2.0]
    assert np.abs(crosses[-1] - (18, 2)).max() < 0.3
    steps = np.hypot(*np.diff(crosses, axis=0).T)
    assert 0.1 <= steps.min() <= steps.max() < 0.5
    (only,) = tracks_of(recording, {1})
    assert np.array_equal(only, crosses)
    assert tracks_of(recording, {77}) == []
    assert tracks_of(recording, layer="nowhere") == []


def test_agent_that_is_put_elsewhere_begins_anew() -> None:
    """Nothing was walked in between."""
    run = two_walkers()
    recorder = recorded(run, 2)
    run.place({1: (15.0, 5.0)})
    recording = recorded(run, 1, recorder).recording
    first, second = tracks_of(recording, {1})
    assert first[-1][0] < 6
    assert np.hypot(*(second[0] - (15, 5))) < 0.5


def test_tracks_are_those_of_a_storey() -> None:
    """Walks upstairs are not walks on the ground."""
    run = Simulation(World.build(house(LADDER, walker(10, 8, 3))))
    run.send([10], (3.0, 3.0), layer="loft")
    recording = recorded(run, 20).recording
    (below,), (above,) = tracks_of(recording, layer="ground"), tracks_of(recording, layer="loft")
    assert below[0].tolist() == [8.0, 3.0]
    assert below[:, 0].max() > 9.8
    assert np.abs(above[-1] - (3, 3)).max() < 0.1
