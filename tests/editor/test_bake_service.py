"""The bake follows the document: at once when short, on its thread when long."""

import math
from threading import Event

import numpy as np
import pytest
from msgspec.structs import replace

from editor.document import Document
from editor.services.bake import service as bake_service
from editor.services.bake.edits import MANY
from editor.services.bake.service import BakeService
from editor.services.probe import ProbeService
from navcore.errors import Cancelled
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Background,
    ExportTarget,
    Level,
    Obstacle,
    Settings,
    Waypoint,
)
from navcore.level.operations import move, set_settings
from navcore.world import World

ROOM = Area(id=1, name="room", polygon=((0, 0), (20, 0), (20, 20), (0, 20)))


def box(x, size=2.0):
    """A box somewhere in the room."""
    ring = ((x, 8), (x + size, 8), (x + size, 12), (x, 12))
    return Obstacle(id=2, name="box", polygon=ring)


def same(service, document):
    """Check that the service's world equals a build of the level."""
    built = World.build(document.level)
    assert service.world.grid.lattice == built.grid.lattice
    return bool(np.array_equal(service.world.grid.walkable, built.grid.walkable))


@pytest.fixture(params=[float("inf"), -1.0], ids=["at once", "on its thread"])
def stage(request, qapp):
    """Return a document and its bake, on the same thread and on its own."""
    document = Document(Level(areas={1: ROOM}))
    service = BakeService(document, short_ms=request.param)
    yield document, service
    service.shutdown()


def test_a_change_is_baked(stage):
    """After an edit the world is baked from the level."""
    document, service = stage
    document.commit(Edit.put(document.level, [box(5)]))
    service.wait()
    assert service.world.level is document.level
    assert same(service, document)


def test_edits_are_joined_while_one_runs(stage):
    """Many edits in a row give the right world, in any grouping."""
    document, service = stage
    worlds = []
    service.baked.connect(worlds.append)
    for step in range(30):
        document.commit(Edit.put(document.level, [box(1 + step / 4)]))
    service.wait()
    assert same(service, document)
    assert 1 <= len(worlds) <= 30


def test_a_drag_keeps_the_cells_and_the_release_lays_the_levels_own(stage):
    """While a wall is dragged the grid stays put; afterwards it begins at the bounds."""
    document, service = stage
    before = service.world.grid.lattice
    ring = ((-3.33, 0), (20, 0), (20, 20), (-3.33, 20))
    wider = Area(id=1, name="room", polygon=ring)
    edit = Edit.put(document.level, [wider])
    document.preview(edit)
    service.wait()
    during = service.world.grid.lattice
    assert during.shares_cells(before)
    document.commit(edit)
    service.wait()
    assert same(service, document)


def test_a_cancelled_drag_leads_back(stage):
    """The world is the one before, on the level's own cells."""
    document, service = stage
    ring = ((-3.33, 0), (20, 0), (20, 20), (-3.33, 20))
    document.preview(Edit.put(document.level, [Area(id=1, name="room", polygon=ring)]))
    service.wait()
    document.cancel_preview()
    service.wait()
    assert same(service, document)


def test_what_cannot_be_baked_is_said_and_the_last_world_stays(stage):
    """Too many cells: one sentence; the next good level is baked again."""
    document, service = stage
    failures = []
    service.failed.connect(failures.append)
    last = service.world
    document.commit(Edit.put(document.level, [Settings(cell_size=0.0005)]))
    service.wait()
    assert len(failures) == 1
    assert "cell" in failures[0]
    assert service.world is last
    document.stack.undo()
    service.wait()
    assert same(service, document)


def test_a_whole_level_is_taken_in_at_once(stage):
    """Opening is an edit like any other."""
    document, service = stage
    other = Area(id=7, name="hall", polygon=((0, 0), (9, 0), (9, 9)))
    document.load(Level(areas={7: other}), None)
    service.wait()
    assert same(service, document)
    document.load(Level(), None)
    service.wait()
    assert same(service, document)


def test_the_probe_asks_again_after_every_bake(stage):
    """A wall in the way makes the path longer, without anybody asking."""
    document, service = stage
    probe = ProbeService(service)
    seen = []
    probe.changed.connect(seen.append)
    probe.set((1, 10), (19, 10))
    straight = probe.result.length
    wall = Obstacle(id=3, name="wall", polygon=((9, 0), (11, 0), (11, 16), (9, 16)))
    document.commit(Edit.put(document.level, [wall]))
    service.wait()
    assert probe.result.length > straight + 5
    probe.clear()
    assert probe.result is None
    assert len(seen) == 3


def test_a_fault_in_a_bake_loses_no_edit(stage, monkeypatch, qtbot):
    """The next bake contains the edit of the failed one."""
    document, service = stage
    with monkeypatch.context() as broken, qtbot.captureExceptions() as faults:
        broken.setattr(World, "update", _break)
        document.commit(Edit.put(document.level, [box(5)]))
        service.wait()
    assert [str(fault[1]) for fault in faults] == ["broken"]
    chest = Obstacle(id=3, name="chest", polygon=((1, 1), (3, 1), (3, 3)))
    document.commit(Edit.put(document.level, [chest]))
    service.wait()
    assert same(service, document)


def _break(*_, **__):
    message = "broken"
    raise RuntimeError(message)


def test_another_level_of_many_things_is_baked_on_the_thread(qapp):
    """The window stays alive while it is, and edits that come meanwhile are joined."""
    document = Document(Level(areas={1: ROOM}))
    service = BakeService(document)
    boxes = {i: replace(box(i % 17), id=i) for i in range(2, MANY + 10)}
    document.load(Level(areas={1: ROOM}, obstacles=boxes), None)
    assert service.busy
    document.commit(Edit.remove(document.level, [2, 3]))
    service.wait()
    assert service.world.level is document.level
    assert same(service, document)
    service.shutdown()


def test_many_waypoints_that_move_are_not_baked_from_scratch(qapp):
    """Nothing of the floor differs: the cells stay the very same."""
    waypoints = {i: Waypoint(id=i, position=(0.001 * i, 1.0)) for i in range(2, MANY + 10)}
    document = Document(Level(areas={1: ROOM}, elements={Waypoint: waypoints}))
    service = BakeService(document, short_ms=math.inf)
    grid = service.world.grid
    document.commit(move(document.level, [*waypoints], (0.1, 0.0)))
    service.wait()
    assert service.world.dirty == ()
    assert service.world.grid is grid
    assert service.world.level is document.level
    service.shutdown()


class Held:
    """A bake that runs until it is cancelled or released."""

    def __init__(self, monkeypatch):
        """Replace the world's update."""
        self.go = Event()
        update = World.update

        def held(world, level, edit, *, keep_lattice=False, job=None):
            while not self.go.wait(0.001):
                if job[0]:
                    raise Cancelled
            return update(world, level, edit, keep_lattice=keep_lattice, job=job)

        monkeypatch.setattr(World, "update", held)


@pytest.fixture
def held(qapp, monkeypatch):
    """Return a document, its bake on the thread, and the object that blocks it."""
    document = Document(Level(areas={1: ROOM}))
    service = BakeService(document, short_ms=-1.0)
    holder = Held(monkeypatch)
    yield document, service, holder
    holder.go.set()
    service.shutdown()


def cancel(service, qtbot):
    """Cancel the running bake, and wait until it stops."""
    service.cancel()
    qtbot.waitUntil(lambda: not service.busy)


def test_a_cancelled_bake_leaves_the_last_world_until_it_is_asked_for(held, qtbot):
    """No edit is lost meanwhile."""
    document, service, holder = held
    last = service.world
    document.commit(Edit.put(document.level, [box(5)]))
    cancel(service, qtbot)
    assert service.lags
    assert service.world is last
    document.commit(Edit.put(document.level, [replace(box(1), id=3)]))
    assert not service.busy
    holder.go.set()
    service.bake_now()
    service.wait()
    assert not service.lags
    assert same(service, document)


def test_waiting_bakes_what_was_cancelled(held, qtbot):
    """The current level is exported, not an older bake."""
    document, service, holder = held
    document.commit(Edit.put(document.level, [box(5)]))
    cancel(service, qtbot)
    holder.go.set()
    service.wait()
    assert same(service, document)


def test_cells_follow_again_where_the_level_is_as_it_was(held, qtbot):
    """Undoing an edit that took too long to bake needs no button."""
    document, service, holder = held
    document.commit(Edit.put(document.level, [box(5)]))
    cancel(service, qtbot)
    document.stack.undo()
    assert not service.lags
    holder.go.set()
    document.commit(Edit.put(document.level, [box(6)]))
    service.wait()
    assert same(service, document)


def test_and_where_its_cells_are_larger(held, qtbot):
    """Users who choose larger cells want to see them."""
    document, service, holder = held
    document.commit(Edit.put(document.level, [Settings(cell_size=0.1)]))
    cancel(service, qtbot)
    document.commit(Edit.put(document.level, [Settings(cell_size=0.05)]))
    assert service.lags
    document.commit(Edit.put(document.level, [Settings(cell_size=0.5)]))
    assert not service.lags
    holder.go.set()
    service.wait()
    assert same(service, document)


def test_a_bake_that_takes_long_says_so(held, qtbot):
    """And that it is over."""
    document, service, holder = held
    with qtbot.waitSignal(service.state_changed):
        document.commit(Edit.put(document.level, [box(5)]))
    assert service.slow
    assert 0.0 <= service.progress <= 1.0
    with qtbot.waitSignal(service.state_changed):
        holder.go.set()
    assert not service.slow
    assert same(service, document)


class TestLargeLevels:
    """Most updates are short, but it is unknown which one writes all cells."""

    @pytest.fixture
    def held(self, qapp, monkeypatch):
        """Return a level that counts as large, with expected short updates."""
        monkeypatch.setattr(bake_service, "SMALL", 0)
        document = Document(Level(areas={1: ROOM}))
        service = BakeService(document, short_ms=1e6)
        holder = Held(monkeypatch)
        yield document, service, holder
        holder.go.set()
        service.shutdown()

    def test_an_update_that_turns_out_long_does_not_hold_up_the_window(self, held, monkeypatch):
        """The window waited once, for as long as a frame can spare."""
        monkeypatch.setattr(bake_service, "WAIT_MS", 1.0)
        document, service, holder = held
        document.commit(Edit.put(document.level, [box(5)]))
        assert service.busy
        holder.go.set()
        service.wait()
        assert same(service, document)

    def test_a_short_update_is_there_when_the_edit_is(self, held, monkeypatch):
        """So cells follow the mouse within the frame."""
        monkeypatch.setattr(bake_service, "WAIT_MS", 60_000.0)
        document, service, holder = held
        holder.go.set()
        document.commit(Edit.put(document.level, [box(5)]))
        assert not service.busy
        assert same(service, document)


@pytest.mark.parametrize(
    "ring",
    [
        ((0, 0), (1500, 0), (1500, 1500), (0, 1500)),
        tuple((20 + np.cos(i) * i / 1000, 20 + np.sin(i) * i / 1000) for i in range(20_000)),
    ],
    ids=["many cells", "many corners"],
)
def test_a_small_level_that_becomes_a_large_one_is_baked_on_the_thread(qapp, ring):
    """The size of the next bake counts, not of the last one."""
    document = Document(Level(areas={1: ROOM}))
    service = BakeService(document, short_ms=12.0)
    service.rates = {"build": 40e-6, "update": 1e-6}
    document.commit(Edit.put(document.level, [replace(ROOM, polygon=ring)]))
    assert service.busy
    service.wait()
    assert same(service, document)
    service.shutdown()


class TestWhatBakesAlike:
    """A title, exports, a background or an agent cost nothing, for levels of any size."""

    @pytest.fixture
    def service(self, qapp):
        """Return a service that expects long builds and short updates."""
        document = Document(Level(areas={1: ROOM}))
        service = BakeService(document, short_ms=12.0)
        service.rates = {"build": 1.0, "update": 0.0}
        yield document, service
        service.shutdown()

    @pytest.mark.parametrize(
        "changed",
        [
            {"title": "Inn"}, {"notes": "x"}, {"export_on_save": True}, {"floor_y": 2.0},
            {"background": (Background(path="plan.png"),)}, {"boundary_follows_radius": True},
            {"exports": (ExportTarget(path="inn.txt"),)},
        ],
        ids=lambda changed: next(iter(changed)),
    )  # fmt: skip
    def test_it_is_taken_in_at_once(self, service, changed):
        """No thread is used, and the known cost of bakes is kept."""
        document, bake = service
        document.commit(set_settings(document.level, **changed))
        assert not bake.busy
        assert bake.world.level is document.level
        assert bake.rates == {"build": 1.0, "update": 0.0}

    @pytest.mark.parametrize(
        "changed", [{"cell_size": 0.2}, {"agent_radius": 1.0}, {"grid_origin": "cells"}], ids=str
    )
    def test_other_numbers_are_baked(self, service, changed):
        """Those that make other cells, on the thread if that takes long."""
        document, bake = service
        document.commit(set_settings(document.level, **changed))
        assert bake.busy
        bake.wait()
        assert same(bake, document)

    def test_an_agent_says_nothing_of_bakes(self, service):
        """Otherwise the next wall would be expected to be as quick."""
        document, bake = service
        bake.rates = {"build": 0.0, "update": 1e-9}
        document.commit(Edit.put(document.level, [Agent(id=9, position=(3, 3))]))
        assert bake.rates["update"] == 1e-9
