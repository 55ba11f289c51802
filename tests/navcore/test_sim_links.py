"""Agents take links in their time, one after the other, and plan from the other end."""

import math

import numpy as np
import pytest
from lofts import LADDER, house, rect, walker

from navcore.level.edit import Edit
from navcore.level.model import Level, Link, Obstacle, Profile
from navcore.sim.agents import NEVER
from navcore.sim.events import Kind
from navcore.sim.reasons import Reason
from navcore.sim.recording import Recorder, load_recording, save_recording
from navcore.sim.simulation import Simulation
from navcore.world import World


def kinds(simulation: Simulation) -> list[Kind]:
    """Return the kinds of events in order."""
    return [Kind(kind) for kind in simulation.events["kind"].tolist()]


def changed(simulation: Simulation, level: Level) -> None:
    """Let the run continue in another level."""
    edit = Edit.between(simulation.world.level, level)
    simulation.change_world(simulation.world.update(level, edit))


def test_up_a_ladder() -> None:
    """It climbs for the link's time, walks on at its end, and arrives once."""
    simulation = Simulation(World.build(house(LADDER, walker(10, 8, 3))))
    simulation.send([10], (3.0, 3.0), layer="loft")
    seen = []
    for _ in range(1200):
        simulation.step()
        seen.append((Reason(int(simulation.reasons()[0])), int(simulation.agents.layers[0])))
    assert simulation.agents.positions.tolist() == [[3.0, 3.0]]
    assert simulation.agents.layers.tolist() == [1]
    assert kinds(simulation) == [Kind.TOOK_LINK, Kind.ARRIVED]
    climbing = [layer for reason, layer in seen if reason is Reason.TAKES_LINK]
    expected = math.hypot(0.5, 2.8) / (0.4 * 1.4) * 60
    assert len(climbing) == pytest.approx(expected, abs=3)
    assert set(climbing) == {0}
    assert Reason.STANDS not in [reason for reason, _ in seen[5:600]]


def test_no_step_is_longer_than_a_step() -> None:
    """This holds before the link, on it and after it."""
    simulation = Simulation(World.build(house(LADDER, walker(10, 8, 3))))
    simulation.send([10], (3.0, 3.0), layer="loft")
    for _ in range(1200):
        before = simulation.agents.positions.copy()
        simulation.step()
        assert np.hypot(*(simulation.agents.positions - before).T).max() <= 1.4 / 60 + 1e-9


def test_down_the_same_way_unless_it_is_one_way() -> None:
    """A drop can't be climbed."""
    down = walker(10, 3, 3, layer="loft")
    simulation = Simulation(World.build(house(LADDER, down)))
    simulation.send([10], (3.0, 3.0), layer="ground")
    simulation.run(25.0)
    assert simulation.agents.layers.tolist() == [0]
    drop = Link(id=21, start=((6.0, 3.0),), end=((6.0, 3.0),), layer="loft", to_layer="ground",
                type="drop", one_way=True)  # fmt: skip
    simulation = Simulation(World.build(house(drop, down)))
    simulation.send([10], (3.0, 3.0), layer="ground")
    simulation.run(10.0)
    assert simulation.agents.layers.tolist() == [0]
    simulation.send([10], (3.0, 3.0), layer="loft")
    simulation.run(1.0)
    assert simulation.counts().stuck == 1


def test_a_jump_over_a_ditch_needs_the_ability() -> None:
    """An agent that can't jump stays on its side, as near as it gets."""
    jump = Link(id=21, start=((11.0, 3.0),), end=((14.0, 3.0),), needs=("jump",), seconds=0.8)
    profiles = (Profile(name="goat", abilities=("jump",)),)
    level = house(jump, walker(10, 8, 3, profile="goat"), walker(11, 8, 4), profiles=profiles)
    simulation = Simulation(World.build(level))
    simulation.send([10, 11], (16.0, 3.0))
    simulation.run(12.0)
    (goat, other) = simulation.agents.positions.tolist()
    assert goat == [16.0, 3.0]
    assert other[0] < 12


def test_one_after_the_other_and_never_against_each_other() -> None:
    """Eight go up and eight come down a ladder that is as wide as one of them."""
    up = [walker(10 + k, 1 + k, 1) for k in range(8)]
    down = [walker(30 + k, 1 + k, 5, layer="loft") for k in range(8)]
    simulation = Simulation(World.build(house(LADDER, *up, *down)), seed=1)
    simulation.send([agent.id for agent in up], (4.0, 4.0), layer="loft")
    simulation.send([agent.id for agent in down], (4.0, 2.0), layer="ground")
    for _ in range(60 * 150):
        simulation.step()
        agents = simulation.agents
        on_it = np.flatnonzero(agents.link_begun != NEVER)
        assert len(set(agents.link_layers[on_it].tolist())) <= 1
    assert simulation.agents.layers.tolist() == [1] * 8 + [0] * 8
    assert simulation.counts().walking == 0


def test_those_who_go_one_way_follow_each_other() -> None:
    """An agent does not wait below until the one before it is up."""
    up = [walker(10 + k, 1 + k, 1) for k in range(8)]
    simulation = Simulation(World.build(house(LADDER, *up)), seed=1)
    simulation.send([agent.id for agent in up], (4.0, 4.0), layer="loft")
    together = 0
    while simulation.agents.layers.tolist() != [1] * 8:
        simulation.step()
        together = max(together, int((simulation.agents.link_begun != NEVER).sum()))
        assert simulation.seconds < 60
    assert together >= 3


def test_both_directions_have_their_turn() -> None:
    """An agent that comes down waits for those that came before it, not until all have gone up."""
    up = [walker(100 + k, 7 - 0.9 * (k % 8), 1 + k // 8) for k in range(24)]
    level = house(LADDER, *up, walker(40, 9, 3, layer="loft"))
    simulation = Simulation(World.build(level), seed=1)
    simulation.send([agent.id for agent in up], (4.0, 4.0), layer="loft")
    simulation.send([40], (4.0, 2.0), layer="ground")
    while int(simulation.agents.layers[-1]):
        simulation.step()
        assert simulation.seconds < 60
    assert 0 in simulation.agents.layers[:-1].tolist()


def test_a_teleport_takes_no_time() -> None:
    """Views draw no line between its ends."""
    portal = Link(id=21, start=((11.0, 3.0),), end=((15.0, 3.0),), type="teleport")
    simulation = Simulation(World.build(house(portal, walker(10, 10, 3))))
    simulation.send([10], (16.0, 3.0))
    jumped = False
    for _ in range(240):
        simulation.step()
        step = simulation.agents.positions - simulation.agents.previous_positions
        assert np.hypot(*step.T).max() < 0.1
        jumped |= bool(simulation.agents.positions[0, 0] > 14)
    assert jumped
    assert simulation.agents.positions.tolist() == [[16.0, 3.0]]


def test_a_link_that_goes_while_somebody_waits_or_climbs() -> None:
    """An agent on it comes up; one on its way to it plans again and finds no path."""
    climber, late = walker(10, 9.5, 3), walker(11, 3, 3)
    level = house(LADDER, climber, late)
    simulation = Simulation(World.build(level))
    simulation.send([10, 11], (3.0, 3.0), layer="loft")
    simulation.run(2.0)
    assert simulation.agents.link_begun[0] != NEVER
    changed(simulation, Edit.remove(level, [20]).apply(level))
    simulation.run(12.0)
    assert simulation.agents.layers.tolist() == [1, 0]
    assert simulation.agents.positions[0].tolist() == [3.0, 3.0]
    assert simulation.counts().stuck == 1
    changed(simulation, level)
    simulation.run(25.0)
    assert simulation.agents.layers.tolist() == [1, 1]


def test_who_climbs_up_to_where_a_wall_came_steps_off_beside_it() -> None:
    """It steps onto the nearest floor of the loft, with an event, and walks on."""
    level = house(LADDER, walker(10, 9.5, 3))
    simulation = Simulation(World.build(level))
    simulation.send([10], (3.0, 3.0), layer="loft")
    simulation.run(2.0)
    assert simulation.agents.link_begun[0] != NEVER
    chest = Obstacle(id=30, polygon=rect(10, 2.5, 11, 3.5), layer="loft")
    changed(simulation, Edit.put(level, [chest]).apply(level))
    while simulation.agents.away().any():
        simulation.step()
    assert simulation.world.is_walkable(*simulation.agents.positions[0].tolist(), layer="loft")
    assert math.dist(simulation.agents.positions[0], (10.5, 3.0)) < 2.0
    assert kinds(simulation)[-1] == Kind.DISPLACED
    simulation.run(12.0)
    assert simulation.agents.positions[0].tolist() == [3.0, 3.0]


def test_sent_stopped_and_put_elsewhere_on_a_ladder() -> None:
    """When sent, it comes up first; when moved by a request, it is there at once."""
    for ask in ("send", "stop", "place"):
        simulation = Simulation(World.build(house(LADDER, walker(10, 9.5, 3))))
        simulation.send([10], (3.0, 3.0), layer="loft")
        simulation.run(2.0)
        assert simulation.agents.link_begun[0] != NEVER
        if ask == "send":
            simulation.send([10], (11.0, 3.0), layer="loft")
        elif ask == "stop":
            simulation.stop_in_place([10])
        else:
            simulation.place({10: (1.0, 1.0)}, layer="ground")
            simulation.step()
            assert math.dist(simulation.agents.positions[0], (1.0, 1.0)) < 0.03
        simulation.run(20.0)
        there = {"send": [11.0, 3.0], "stop": [10.5, 3.0], "place": [3.0, 3.0]}[ask]
        assert simulation.agents.positions.tolist() == [there], ask
        assert simulation.agents.layers.tolist() == [1]


def test_recordings_know_storeys_and_go_on_from_a_ladder(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Frame by frame, to the byte."""
    level = house(LADDER, walker(10, 9, 3), walker(11, 8, 3))
    simulation = Simulation(World.build(level))
    recorder = Recorder(simulation)
    simulation.send([10, 11], (3.0, 3.0), layer="loft")
    states = {}
    for tick in range(120):
        states[tick] = simulation.state()
        for _ in range(6):
            simulation.step()
            recorder.take()
    save_recording(recorder.recording, tmp_path / "run.wwrec")
    loaded = load_recording(tmp_path / "run.wwrec")
    for tick in (0, 13, 37, 60, 119):
        assert loaded.resume(tick).state().equals(states[tick])
        assert loaded.frame(tick).layers.tolist() == states[tick].columns["layers"].tolist()
    assert loaded.frame(120).layers.tolist() == [1, 1]
