"""Statistics of a recorded run: activities of agents, and passages of doors."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as ShapelyPolygon

from navcore import load_level
from navcore.level.edit import Edit
from navcore.level.model import Area, Level
from navcore.level.operations import move
from navcore.sim.agents import STAND, WALK
from navcore.sim.events import EVENT, Kind
from navcore.sim.inputs import Input, WorldEdit
from navcore.sim.reasons import Reason
from navcore.sim.recording import Frame, Recorder, Recording
from navcore.sim.recording.recording import Known
from navcore.sim.simulation import Simulation
from navcore.sim.statistics import Doing, RunStatistics
from navcore.world import World

WEST = Area(id=1, order=1, name="west", polygon=((-10, -5), (-0.5, -5), (-0.5, 5), (-10, 5)))
EAST = Area(id=2, order=2, name="east", polygon=((0.5, -5), (10, -5), (10, 5), (0.5, 5)))
DOOR = Area(
    id=3, order=3, name="door", door=True, polygon=((-0.5, -1), (0.5, -1), (0.5, 1), (-0.5, 1))
)
ROOMS = Level().with_items({1: WEST, 2: EAST, 3: DOOR})


class Told:
    """A recording with given positions at each tick."""

    def __init__(self, *tracks, level=ROOMS, inputs=(), teleported=(), events=()):
        """A track an agent: places by ticks. `teleported`: (tick, agent)."""
        self.level, self.inputs = level, list(inputs)
        self.settings = SimpleNamespace(steps_per_tick=6, steps_per_second=60)
        self.seconds_per_tick = 0.1
        # The last frame is not counted.
        self.frames = [
            _frame([(n, track[tick]) for n, track in enumerate(tracks) if track[tick]], {
                n for at, n in teleported if at == tick
            })
            for tick in range(len(tracks[0]))
        ]  # fmt: skip
        self.frames.append(self.frames[-1])
        self.events = np.array([row for _, row in events], EVENT)
        known = [sum(at <= tick for at, _ in events) for tick in range(len(self.frames))]
        self._parts = SimpleNamespace(known=[Known(0, count) for count in known])

    @property
    def ticks(self):
        """Return the number of frames."""
        return len(self.frames)

    def frame(self, tick):
        """Return a frame."""
        return self.frames[tick]

    def parts(self):
        """Return the parts of each frame."""
        return self._parts


def _frame(places, teleported):
    ids = np.array([n for n, _ in places], np.int64)
    return Frame(
        ids,
        np.array([place for _, place in places], np.float64).reshape(-1, 2),
        np.zeros(len(ids)),
        np.full(len(ids), WALK, np.int8),
        np.full(len(ids), Reason.WALKS, np.int8),
        np.array([n in teleported for n, _ in places], np.bool_),
        np.zeros(len(ids), np.uint8),
    )


def counted(recording, most=None):
    """Its statistics, counted to the end."""
    made = RunStatistics(recording)
    while not made.follow(most):
        pass
    return made


def line(*xs, z=0.0):
    """Places from west to east."""
    return [(x, z) for x in xs]


class TestPassing:
    """What counts as passing a door."""

    def passes(self, *tracks, door=3, **fields):
        """Return the ticks in which an agent passes the door."""
        return counted(Told(*tracks, **fields)).passages.ticks(door).tolist()

    def test_it_counts_when_the_door_is_left_on_the_other_side(self):
        """It doesn't count before."""
        assert self.passes(line(-2, -1, -0.3, 0.2, 0.4, 0.7, 1.5)) == [5]

    def test_both_ways(self):
        """Each passage counts."""
        assert self.passes(line(-1, 0, 1, 0, -1, 0, 1)) == [2, 4, 6]

    def test_turning_round_in_the_door_is_no_passing(self):
        """Wherever in it."""
        assert self.passes(line(-1, -0.2, -1)) == []
        assert self.passes(line(-1, 0.4, -1)) == []
        assert self.passes(line(-1, 0.4, -0.4, 0.4, -1)) == []

    def test_trembling_on_the_middle_line_counts_once(self):
        """As agents do that push each other."""
        assert self.passes(line(-1, -0.01, 0.01, -0.01, 0.01, -0.01, 0.01, 1)) == [7]

    def test_going_over_it_within_a_tick(self):
        """This concerns thin doors and fast agents; crossing beside it does not count."""
        assert self.passes(line(-1, 1)) == [1]
        assert self.passes(line(-1, 1, z=3.0)) == []

    def test_cutting_a_corner_is_no_passing(self):
        """In by one side and out by the next, without crossing the middle, does not count."""
        assert self.passes([(-1.0, 0.8), (-0.3, 0.9), (-0.3, 1.4)]) == []

    def test_being_put_elsewhere_is_no_passing(self):
        """Moving over or out of it by a request doesn't count.

        An agent moved into it comes from that side.
        """
        assert self.passes(line(-1, 1), teleported=[(1, 0)]) == []
        assert self.passes(line(-1, 0, 1), teleported=[(2, 0)]) == []
        assert self.passes(line(-9, -0.2, 1), teleported=[(1, 0)]) == [2]
        assert self.passes(line(-9, 0.2, 1), teleported=[(1, 0)]) == []

    def test_who_comes_into_the_run_in_the_door(self):
        """Comes from its side of the door."""
        track = [None, *line(-0.2, 0.2, 1)]
        assert self.passes(track, line(5, 5, 5, 5)) == [3]

    def test_who_leaves_the_run_in_the_door(self):
        """Passes nothing, and is forgotten."""
        assert self.passes([*line(-1, 0), None], line(5, 5, 5)) == []

    def test_several_at_once_count_each(self):
        """Each counts in the tick in which it leaves."""
        tracks = [line(-1, 0, 1, z=z) for z in (-0.5, 0.0, 0.5)]
        assert self.passes(*tracks) == [2, 2, 2]

    def test_a_deep_door_is_passed_along_its_way(self):
        """The longer one, for only there is floor beyond."""
        deep = replace(DOOR, polygon=((-0.5, -0.3), (0.5, -0.3), (0.5, 0.3), (-0.5, 0.3)))
        level = ROOMS.with_items({3: deep})
        assert self.passes(line(-1, 0, 1), level=level) == [2]

    def test_a_turned_door(self):
        """Its smallest rectangle counts, not its bounds."""
        turn = np.array([[math.cos(0.6), math.sin(0.6)], [-math.sin(0.6), math.cos(0.6)]])
        items = {}
        for area in (WEST, EAST, DOOR):
            turned = (np.array(area.polygon) @ turn).tolist()
            items[area.id] = replace(area, polygon=tuple(map(tuple, turned)))
        track = [tuple(np.array(place) @ turn) for place in line(-1, -0.2, 0.2, 1)]
        assert self.passes(track, level=Level().with_items(items)) == [3]

    def test_a_door_that_is_moved_counts_where_it_is(self):
        """It counts there from the tick on at which the run has it there.

        Agents inside are forgotten.
        """
        moved = move(ROOMS, [3], (0.0, 3.0))
        inputs = [Input(step=12, request=WorldEdit(moved, None))]
        low, high = line(-1, 0, 1, 0, -1, -1, -1), line(-1, 0, 1, 1, 1, 0, -1, z=3.0)
        assert self.passes(low, high, inputs=inputs) == [2, 6]

    def test_a_door_that_is_deleted_keeps_what_was_counted(self):
        """Its name is kept, too."""
        gone = Edit.remove(ROOMS, [3])
        inputs = [Input(step=18, request=WorldEdit(gone, None))]
        made = counted(Told(line(-1, 0, 1, 0, -1, 0, 1), inputs=inputs))
        assert made.passages.ticks(3).tolist() == [2]
        assert made.passages.names == {3: "door"}

    def test_a_door_that_is_shut_is_still_where_it_was(self):
        """No agent passes; agents that stand in it still count later."""
        shut = Edit.put(ROOMS, [replace(DOOR, available=False)])
        inputs = [Input(step=6, request=WorldEdit(shut, None))]
        assert self.passes(line(-1, 0, 0, 0, 1), inputs=inputs) == [4]


class TestRate:
    """Agents a second."""

    def test_over_a_window_that_moves(self):
        """In the beginning over the time that there is."""
        track = line(-1, 0, 1, 0, -1, 0, 1, 5, 5, 5)
        made = counted(Told(track))
        assert made.passages.ticks(3).tolist() == [2, 4, 6]
        expected = [0, 0, 1 / 0.3, 1 / 0.4, *[2 / 0.4] * 4, 1 / 0.4, 1 / 0.4]
        assert made.rate(made.passages.ticks(3), 0.4) == pytest.approx(expected)

    def test_a_door_that_nobody_passed(self):
        """Its counts are 0, all the time."""
        made = counted(Told(line(5, 5, 5)))
        assert made.rate(made.passages.ticks(3), 10.0).tolist() == [0, 0, 0]
        assert made.rate(made.passages.ticks(99), 10.0).tolist() == [0, 0, 0]


class TestDoing:
    """What agents do, as it is counted."""

    def test_each_is_counted_once(self):
        """The reason decides; an agent that stands and never walked is not counted."""
        told = Told(*[line(9, 9, z=z) for z in range(7)])
        states = [WALK, WALK, WALK, STAND, STAND, STAND, STAND]
        reasons = [
            Reason.WALKS, Reason.WAITS_FOR_PLAN, Reason.HELD_UP, Reason.WAITS_FOR_PLAN,
            Reason.WAITS_AT_GOAL, Reason.NO_WAY, Reason.STANDS,
        ]  # fmt: skip
        for tick, frame in enumerate(told.frames):
            told.frames[tick] = frame._replace(
                states=np.array(states, np.int8), reasons=np.array(reasons, np.int8)
            )
        made = counted(told)
        assert [int(made.counts(doing)[1]) for doing in Doing] == [2, 1, 2, 1, 0]

    def test_arrived_until_it_walks_again(self):
        """From the second tick on; and is not when it only stops."""
        events = [(2, (12, Kind.ARRIVED, 0, 0, -1, 0.0, 0.0))]
        told = Told(line(1, 2, 3, 3, 4, 4, 4), events=events)
        for tick in (2, 3, 5, 6):
            told.frames[tick] = told.frames[tick]._replace(
                states=np.array([STAND], np.int8), reasons=np.array([Reason.STANDS], np.int8)
            )
        assert counted(told).counts(Doing.ARRIVED).tolist() == [0, 0, 0, 1, 0, 0, 0]


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Return half a minute in the tavern, with a door that is closed for a while."""
    world = World.build(load_level("sample_levels/tavern.json"))
    simulation = Simulation(world, seed=3)
    recorder = Recorder(simulation)
    for step in range(30 * 60):
        if step in {300, 900}:
            shut = world.set_area_available("kitchen_door", step == 900)
            simulation.change_world(shut)
        if step == 600:
            simulation.send(simulation.agents.ids.tolist(), (3, 16))
        simulation.step()
        recorder.take()
    return recorder.recording


def naive_passes(recording: Recording, door: Area) -> list[int]:
    """Return the same from tracks of agents, one by one, with shapely."""
    outline = ShapelyPolygon(door.polygon)
    x0, z0, x1, z1 = outline.bounds
    # Doors of the tavern lie in walls that are thinner than the doors are wide.
    axis = 0 if x1 - x0 < z1 - z0 else 1
    middle = ((x0 + x1) / 2, (z0 + z1) / 2)
    half = max(x1 - x0, z1 - z0) / 2
    found = []
    for agent in recording.frame(0).ids.tolist():
        came, last, was_in = None, None, False
        for tick in range(recording.ticks - 1):
            frame = recording.frame(tick)
            row = frame.ids.tolist().index(agent)
            place = tuple(frame.positions[row].tolist())
            is_in = outline.contains(ShapelyPoint(place))
            side = place[axis] >= middle[axis]
            if last is not None:
                before = last[axis] >= middle[axis]
                if is_in and not was_in:
                    came = before
                elif was_in and not is_in:
                    if came is not None and came != side:
                        found.append(tick)
                    came = None
                elif not is_in and before != side:
                    share = (middle[axis] - last[axis]) / (place[axis] - last[axis])
                    across = last[1 - axis] + share * (place[1 - axis] - last[1 - axis])
                    if abs(across - middle[1 - axis]) <= half:
                        found.append(tick)
            last, was_in = place, is_in
    return sorted(found)


class TestRun:
    """A run as it was recorded."""

    def test_doors_as_one_by_one(self, recording):
        """Every door of the tavern; some are passed."""
        made = counted(recording)
        doors = [area for area in recording.level.areas.values() if area.door]
        assert set(made.passages.names) == {door.id for door in doors}
        found = {door.name: made.passages.ticks(door.id).tolist() for door in doors}
        assert found == {door.name: naive_passes(recording, door) for door in doors}
        assert sum(map(len, found.values())) >= 10

    def test_however_it_is_sliced(self, recording):
        """The counts are equal, also for a live run."""
        whole, slices = counted(recording), counted(recording, most=7)
        for doing in Doing:
            assert whole.counts(doing).tolist() == slices.counts(doing).tolist()
        for door in whole.passages.names:
            assert whole.passages.ticks(door).tolist() == slices.passages.ticks(door).tolist()

    def test_everybody_does_one_thing_at_most(self, recording):
        """Some agents walk."""
        made = counted(recording)
        total = sum(made.counts(doing) for doing in Doing)
        agents = [len(recording.frame(tick).ids) for tick in range(made.ticks)]
        assert (total <= np.array(agents)).all()
        assert made.counts(Doing.WALKING).max() > 0
        assert made.counts(Doing.ARRIVED)[-1] > 0
        assert made.ticks == recording.ticks - 1

    def test_a_run_that_goes_on_from_earlier_counts_alike_until_there(self, recording):
        """Ticks that were cut are not counted."""
        part = counted(recording.until(120))
        whole = counted(recording)
        assert part.ticks == 120
        for doing in Doing:
            assert part.counts(doing).tolist() == whole.counts(doing)[:120].tolist()
        for door in whole.passages.names:
            passes = whole.passages.ticks(door)
            assert part.passages.ticks(door).tolist() == passes[passes < 120].tolist()
