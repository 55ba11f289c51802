"""Upper bounds of agents through narrow places: counted by hand, and no run exceeds them."""

import numpy as np
import pytest

from navcore.sim.simulation import Simulation
from navcore.world import World
from tests.crowd_bounds import Quarters, most_across
from tests.crowd_figures import CrowdWatch
from tests.crowd_scenes import Gate, door, door_walls, people
from tests.sim_scenes import Laid

ROUGH = Laid(cell_size=0.2)


def three_rooms() -> Quarters:
    """Rooms of 10 x 10 m in a row, with doors of 2 m between them."""
    walls = [*door_walls(10.0, 5.0, 2.0), *door_walls(20.0, 5.0, 2.0)]
    level = people(ROUGH, walls, [], (0.0, 0.0, 30.0, 10.0), 0.45)
    gates = (Gate((10.0, 4.0), (10.0, 6.0)), Gate((20.0, 4.0), (20.0, 6.0)))
    return Quarters.of(World.build(level).grid, gates)


def test_doors_part_the_floor() -> None:
    """Into rooms; ways lead through the doors in their order."""
    rooms = three_rooms()
    first, second, third = rooms.at(np.array([(5.0, 5.0), (15.0, 5.0), (25.0, 5.0)])).tolist()
    assert {first, second, third} == {0, 1, 2}
    assert [set(pair) for pair in rooms.joined] == [{first, second}, {second, third}]
    assert rooms.rows_between(first, third) == [(0, 1)]
    assert rooms.rows_between(third, second) == [(1,)]
    starts, goals = np.array([(1.0, 1.0)] * 3), np.array([(29.0, 9.0), (29.0, 1.0), (2.0, 2.0)])
    demand = rooms.demand(starts, goals)
    assert demand[first, third] == 2
    assert demand[first, first] == 1
    assert demand.sum() == 3


@pytest.mark.parametrize(
    ("wanted", "seconds", "across"),
    [
        ({"ab": 300}, 50.0, 100.0),
        ({"ab": 60}, 50.0, 60.0),
        ({"ac": 300}, 50.0, 100.0),
        # Each door serves those best who pass it alone.
        ({"ac": 300, "ab": 300, "cb": 300}, 50.0, 200.0),
        # What a door has left goes to those who need both.
        ({"ac": 300, "ab": 40, "cb": 70}, 50.0, 140.0),
        ({"aa": 50}, 50.0, 0.0),
    ],
)
def test_most_that_pass_two_doors(wanted: dict[str, int], seconds: float, across: float) -> None:
    """Each lets 100 people through in 50 s, at one person per second and metre."""
    rooms = three_rooms()
    numbers = rooms.at(np.array([(5.0, 5.0), (15.0, 5.0), (25.0, 5.0)])).tolist()
    demand = np.zeros((3, 3), np.int64)
    for (one, other), count in wanted.items():
        demand[numbers["abc".index(one)], numbers["abc".index(other)]] = count
    assert most_across(rooms, demand, 1.0, seconds) == pytest.approx(across)


def test_no_run_lets_more_through() -> None:
    """Thirty agents pass 2 m: never more than the bound, and in the end at least half of it."""
    scene = door(2.0, 30, 0.45, laid=ROUGH)
    run = Simulation(World.build(scene.level))
    rooms = Quarters.of(run.world.grid, scene.gates)
    goals = np.array([one.goals[0] for one in scene.level.agents.values()])
    demand = rooms.demand(run.agents.positions, goals)
    assert demand.max() == 30
    watch = CrowdWatch(run, scene.gates)
    while len(watch.crossed[0]) < 30:
        assert run.seconds < scene.seconds
        run.step()
        watch.look()
    times = np.sort([*watch.crossed[0].values()])
    for number, seconds in enumerate((times - times[0]).tolist()):
        # The first one passes at once.
        assert number <= most_across(rooms, demand, 1.0, seconds) + 1.0
    assert most_across(rooms, demand, 0.5, float(times[-1] - times[0])) <= 30.0
