"""A level that is opened but not baked shows nothing of the previous level."""

import math
from collections.abc import Iterator
from threading import Event

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from rule_levels import CASES, DOOR, HALL, level_of, post, walls

from editor.document import Document
from editor.panels.problems.panel import ProblemsPanel
from editor.services.bake.service import BakeService
from editor.services.route_legs import RouteLegs
from editor.services.worlds import is_blank
from editor.shell.window import MainWindow
from editor.tools.legs import leg_between
from navcore.errors import Cancelled
from navcore.level.edit import Edit
from navcore.level.model import Level, PathTest, Settings, Waypoint
from navcore.proof.problem import Problem, Rule
from navcore.proof.problems import problems_of
from navcore.proof.survey import Survey
from navcore.world import World

TEST = PathTest(id=90, name="through", start=(2, 6), end=(16, 6))
TOO_FINE = Settings(cell_size=0.0005)
TROUBLED = level_of(post(5, 5, 0.05), *walls(0.5), TEST, Waypoint(id=91, name="w", position=(3, 3)))
"""With problems, a test, narrow places, a door and a network."""
UNBAKED = level_of(TEST, settings=TOO_FINE)
"""Has the same elements under the same ids, as a backup of the level has."""


def settle(window: MainWindow) -> None:
    """Wait until everything visible is computed."""
    window.bake.wait()
    for asked in (window.workspace.problems, window.workspace.tests, window.workspace.doors):
        asked.wait()
    window.commands.refresh()


def cannot_bake(window: MainWindow) -> None:
    """Check that nothing is shown about the open level."""
    space, status = window.workspace, window.status
    assert is_blank(window.bake.world)
    assert (space.problems.found, space.problems.listed, space.problems.is_known) == ((), (), False)
    assert space.tests.answers == {}
    assert space.doors.found is None
    assert window.bake.coverage.latest.known is None
    assert window.probe.result is None
    assert window.probe.reasons.found is None
    assert (status.problems.text(), status.tests.text()) == ("Problems", "Tests")
    assert status.problems.icon().isNull()
    assert status.tests.icon().isNull()
    assert status.tests.accessibleName() == "Tests"


@pytest.fixture
def troubled(window: MainWindow) -> MainWindow:
    """Return a window with a level that has many problems, and all panels that show them."""
    window.activateWindow()
    window.document.load(TROUBLED, None)
    for name in ("tests", "fit", "coverage", "doors", "problems"):
        window.show_panel(name)
        settle(window)
    window.workspace.doors.watch(watched=True)
    window.probe.set((2, 6), (16, 6))
    settle(window)
    assert window.workspace.problems.found
    assert window.workspace.tests.answers
    assert window.workspace.doors.found is not None
    assert window.bake.widths.of(window.document.level, None)
    return window


def test_of_a_level_that_cannot_be_baked_nothing_is_told(troubled: MainWindow) -> None:
    """Not in any list or counter, though its elements have the ids of those before."""
    earlier = troubled.workspace.backgrounds.earlier
    earlier.begin(level_of(), "before", troubled.workspace.problems)
    earlier.wait()
    assert earlier.found is not None
    troubled.document.load(UNBAKED, None)
    settle(troubled)
    cannot_bake(troubled)
    assert earlier.found is None
    panel = troubled.panels["problems"]
    assert isinstance(panel, ProblemsPanel)
    assert panel.empty.text() == "Problems can't be checked: the level is not baked."
    assert not panel.model.rows
    troubled.probe.set((2, 6), (16, 6))
    settle(troubled)
    assert troubled.probe.result is not None
    assert not troubled.probe.result.ok
    assert troubled.probe.reasons.found is None
    troubled.probe.clear()
    # As soon as it can be baked, all is told again.
    level = troubled.document.level
    troubled.document.commit(Edit.put(level, [replace(level.settings, cell_size=0.25)]))
    settle(troubled)
    assert troubled.workspace.problems.is_known
    assert troubled.status.problems.text() != "Problems"
    assert troubled.status.tests.text() == "1 test passes"
    found = troubled.workspace.doors.found
    assert found is not None
    assert [row.doors for row in found.rows] == [(DOOR.id,)]


def test_nor_while_its_bake_is_on_the_way(
    troubled: MainWindow, held: "Held", monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """Answers about the level before that come meanwhile are dropped."""
    begun, go_on = Event(), Event()

    def slow(survey: Survey, rule: Rule) -> tuple[Problem, ...]:
        begun.set()
        go_on.wait(60.0)
        return problems_of(survey, rule)

    held.go.set()
    with monkeypatch.context() as slowly:
        slowly.setattr("editor.services.problems.problems_of", slow)
        troubled.document.commit(Edit.put(troubled.document.level, [post(6, 6, 0.04)]))
        qtbot.waitUntil(begun.is_set, timeout=60_000)
    held.go.clear()
    troubled.bake.short_ms = -1.0
    troubled.document.load(level_of(TEST, replace(HALL, name="great hall")), None)
    assert troubled.bake.busy
    go_on.set()
    # Until nothing is asked any more, and nothing may be.
    troubled.bake.scheduler.wait(lambda: True)
    space, status = troubled.workspace, troubled.status
    assert is_blank(troubled.bake.world)
    assert (space.problems.found, space.problems.is_known) == ((), False)
    assert (space.doors.found, space.tests.answers) == (None, {})
    assert status.problems.text() == "Looking for problems"
    assert status.tests.text() == status.tests.accessibleName() == "Running tests"
    held.go.set()
    settle(troubled)
    assert status.tests.text() == "1 test passes"
    assert space.problems.is_known
    assert space.problems.found == ()
    troubled.bake.short_ms = math.inf


class Held:
    """Bakes that wait until they are released or stopped."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """In place of the world's own updates and builds."""
        self.go = Event()
        self.starts: list[str] = []
        update, build = World.update, World.build

        def wait(job: object) -> None:
            while not self.go.wait(0.001):
                if isinstance(job, np.ndarray) and job[0]:
                    raise Cancelled

        def held_update(world: World, level: Level, edit: Edit, **options: object) -> World:
            self.starts.append("update")
            wait(options.get("job"))
            return update(world, level, edit, **options)  # type: ignore[arg-type]

        def held_build(level: Level, **options: object) -> World:
            if "job" in options:
                self.starts.append("build")
                wait(options["job"])
            return build(level, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(World, "update", held_update)
        monkeypatch.setattr(World, "build", held_build)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Return the object that blocks bakes."""
    holder = Held(monkeypatch)
    yield holder
    holder.go.set()


@pytest.fixture
def stage(qapp: QApplication, held: Held) -> Iterator[tuple[Document, BakeService]]:
    """A document with a level, and its bake on the thread."""
    document = Document(TROUBLED)
    service = BakeService(document, short_ms=-1.0)
    yield document, service
    held.go.set()
    service.shutdown()


def is_baked(service: BakeService, document: Document) -> bool:
    """Return whether the world is the one that a build of the level makes."""
    built = World.build(document.level)
    same = service.world.grid.lattice == built.grid.lattice
    return same and bool(np.array_equal(service.world.grid.walkable, built.grid.walkable))


OTHER = level_of(post(3, 3, 2.0))


def test_a_bake_of_the_last_level_is_stopped(
    stage: tuple[Document, BakeService], held: Held
) -> None:
    """Its result is never shown."""
    document, service = stage
    worlds: list[World] = []
    service.baked.connect(worlds.append)
    document.commit(Edit.put(document.level, [post(6, 6, 1.0)]))
    document.load(OTHER, None)
    assert is_blank(service.world)
    held.go.set()
    service.wait()
    assert is_baked(service, document)
    assert [is_blank(world) for world in worlds] == [True, False]


def test_what_was_wrong_with_the_last_level_is_not_said(
    stage: tuple[Document, BakeService], held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bake ends with a fault after another level was opened."""
    document, service = stage
    said: list[object] = []
    service.failed.connect(said.append)

    def too_much(*_: object, **__: object) -> World:
        held.go.wait(60.0)
        raise MemoryError

    with monkeypatch.context() as starved:
        starved.setattr(World, "update", too_much)
        document.commit(Edit.put(document.level, [post(6, 6, 1.0)]))
        document.load(OTHER, None)
        held.go.set()
        service.wait()
    assert said == []
    assert is_baked(service, document)


def test_after_a_bake_was_cancelled_the_next_one_may_be_short(
    stage: tuple[Document, BakeService], held: Held, qtbot: QtBot
) -> None:
    """It is not taken for cancelled, too."""
    document, service = stage
    document.commit(Edit.put(document.level, [post(6, 6, 1.0)]))
    service.cancel()
    qtbot.waitUntil(lambda: not service.busy, timeout=60_000)
    held.go.set()
    service.short_ms = math.inf
    service.bake_now()
    assert not service.lags
    assert is_baked(service, document)


def test_so_is_one_that_was_cancelled(
    stage: tuple[Document, BakeService], held: Held, qtbot: QtBot
) -> None:
    """The opened level is still baked."""
    document, service = stage
    document.commit(Edit.put(document.level, [post(6, 6, 1.0)]))
    service.cancel()
    qtbot.waitUntil(lambda: not service.busy, timeout=60_000)
    document.load(OTHER, None)
    assert not service.lags
    assert is_blank(service.world)
    held.go.set()
    service.wait()
    assert is_baked(service, document)


def test_the_first_bake_of_a_level_can_be_cancelled(
    stage: tuple[Document, BakeService], held: Held, qtbot: QtBot
) -> None:
    """After that there are no cells until a bake is requested."""
    document, service = stage
    document.load(OTHER, None)
    service.cancel()
    qtbot.waitUntil(lambda: not service.busy, timeout=60_000)
    assert service.lags
    assert is_blank(service.world)
    held.go.set()
    service.bake_now()
    service.wait()
    assert is_baked(service, document)


@pytest.mark.parametrize("edited", [False, True])
def test_the_level_that_is_open_can_be_opened_again(
    stage: tuple[Document, BakeService], held: Held, *, edited: bool
) -> None:
    """With nothing to bake, and while it is baked."""
    document, service = stage
    if edited:
        document.commit(Edit.put(document.level, [post(6, 6, 1.0)]))
    document.load(document.level, None)
    assert is_blank(service.world) == edited
    held.go.set()
    service.wait()
    assert is_baked(service, document)
    document.commit(Edit.put(document.level, [post(1, 6, 1.0)]))
    service.wait()
    assert is_baked(service, document)


def test_paths_of_the_last_level_do_not_stand_in(
    stage: tuple[Document, BakeService], held: Held
) -> None:
    """Two levels may have agents that walk between the same places."""
    document, service = stage
    held.go.set()
    legs = RouteLegs(service)
    legs.at_once_ms = math.inf
    document.loaded.connect(legs.forget)
    leg = leg_between((2, 6), "ground", (16, 6), "ground", None)
    (path,) = legs.of([leg])
    assert path is not None
    legs.at_once_ms = 0.0
    document.load(OTHER, None)
    assert legs.of([leg]) == [None]
    service.wait()
    legs.wait()
    (other,) = legs.of([leg])
    legs.wait()
    (other,) = legs.of([leg])
    assert other is not None
    assert other.length != path.length
    legs.shutdown()


def test_the_counter_of_tests_has_no_tick_before_there_are_tests(window: MainWindow) -> None:
    """This holds without tests, and with a test that is not in use."""
    settle(window)
    assert window.status.tests.text() == "Tests"
    assert window.status.tests.icon().isNull()
    window.document.load(level_of(replace(TEST, enabled=False)), None)
    assert window.status.tests.text() == "Tests"
    settle(window)
    assert window.status.tests.icon().isNull()


def test_it_says_that_tests_are_asked(window: MainWindow) -> None:
    """Until the first answers are there."""
    window.document.load(level_of(TEST), None)
    assert window.status.tests.text() == window.status.tests.accessibleName() == "Running tests"
    settle(window)
    assert window.status.tests.text() == "1 test passes"
    window.document.load(CASES["trap"][0](), None)
    settle(window)
    assert window.status.tests.text() == "Tests"
