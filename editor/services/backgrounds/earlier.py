"""Comparison of the drawing with an earlier version of the level.

The earlier level is baked and checked once, on a thread. Whenever the drawing rests, and its own
problems are known, both are compared there. Until then the old result is kept; differing cells are
updated with every bake, like those of an old grid.
"""

import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.problems import ProblemService
from editor.services.unhurried import Unhurried
from editor.services.worker import Job, Task, Worker
from navcore.bake.extent import MAX_CELLS
from navcore.bake.grid_differences import Differences
from navcore.errors import Cancelled, NavcoreError
from navcore.level.model import Level, Profile
from navcore.level.states import in_state, names_of_states
from navcore.level.tables import GROUND
from navcore.proof.path_tests.suite import Suite
from navcore.proof.problem import Problem
from navcore.proof.problems import RULES, problems_of
from navcore.proof.survey import Survey
from navcore.report.comparing.comparison import Comparison, Side, compare
from navcore.report.comparing.floors import on_same_cells
from navcore.report.comparing.matching import aligned
from navcore.world import World

QUIET_MS: Final = 150
"""Milliseconds without changes before levels are compared."""

_NO_HURRY: Final = threading.Event()
"""Never set: no comparison is so urgent that frames may suffer."""

_Compared = tuple[Comparison, Mapping[str, Differences]]


class EarlierLevel(QObject):
    """Holds an earlier level, and what changed from it to the drawing."""

    changed = Signal(object)
    """Another level is compared with, or something else was found."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Follow this drawing and its bake; start without a comparison."""
        super().__init__()
        self._document, self._bake = document, bake
        self.name = ""
        """Name of the earlier level, in words."""
        self.level: Level | None = None
        """The earlier level, its elements under the ids of the drawing; None: nothing."""
        self.found: Comparison | None = None
        """The changes; None until they are known."""
        self.fault = ""
        """Why it can't be known, as a sentence."""
        self.differences: Mapping[str, Differences] = MappingProxyType({})
        """Cells that differ for agents of no type, by storey."""
        self._problems: ProblemService | None = None
        self._side: Side | None = None
        self._suite = Suite()
        self._done: tuple[World, object] | None = None
        """The world and the problems that were compared last."""
        self._task: Task[Any] | None = None
        self._worker = Worker("compare")
        self._soon = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._soon.timeout.connect(self._go_on)
        bake.baked.connect(self._follow)
        document.settled.connect(self._wait_for_quiet)
        document.loaded.connect(self.end)
        document.state.changed.connect(self._begin_anew)

    @property
    def busy(self) -> bool:
        """True if the known changes may be outdated."""
        return self.level is not None and (self._soon.isActive() or self._task is not None)

    def begin(self, level: Level, name: str, problems: ProblemService) -> None:
        """Start to compare with a level; `problems` has those of the drawing."""
        self.end()
        self.name, self.level = name, aligned(level, self._document.drawing)
        if self._problems is None:
            self._problems = problems
            problems.changed.connect(self._wait_for_quiet)
        self._soon.start()
        self.changed.emit(None)

    def end(self, _: object = None) -> None:
        """Compare with nothing any more."""
        if self.level is None:
            return
        self._stop()
        self._soon.stop()
        self.level = self.found = self._side = self._done = None
        self.name = self.fault = ""
        self.differences = MappingProxyType({})
        self.changed.emit(None)

    def _begin_anew(self, _: object = None) -> None:
        """Another state of the level is shown: look at the earlier level in it, too."""
        self._stop()
        self._side = self._done = None
        self._wait_for_quiet()

    def wait(self) -> None:
        """Return when what changed is known; the window stays alive meanwhile."""
        while self.busy:
            if self._problems is not None:
                self._problems.wait()
            if self._soon.isActive():
                self._soon.stop()
                self._go_on()
            self._worker.wait()

    def shutdown(self) -> None:
        """Stop the thread."""
        self._soon.stop()
        self._worker.shutdown(0.0, drop=True)

    def _follow(self, world: World) -> None:
        """Bring the cells that differ up to a bake."""
        if self.level is not None:
            self._bring_up_to(world, every=False)
            self._wait_for_quiet()

    def _bring_up_to(self, world: World, *, every: bool) -> None:
        """Compare the cells that a bake wrote, or every cell."""
        try:
            for layer, found in self.differences.items():
                storey = world.on(layer)
                found.follow(storey.grid, None if every else storey.dirty)
        except NavcoreError:
            self.differences = MappingProxyType({})

    def _wait_for_quiet(self, _: object = None) -> None:
        if self.level is not None:
            self._soon.start()

    def _stop(self) -> None:
        if self._task is not None:
            self._worker.abandon(self._task)
            # The thread that is left to itself may still use the old one.
            self._task, self._suite = None, Suite()

    def _go_on(self) -> None:
        problems, level = self._problems, self.level
        if level is None or problems is None:
            return
        if self._document.dragging or self._bake.busy or problems.busy:
            self._soon.start()
            return
        self._stop()
        side, world, found = self._side, self._bake.world, problems.found
        if side is None:
            state = self._document.state.name
            shown = in_state(level, state) if state in names_of_states(level) else level
            self._task = self._worker.submit(lambda job: _side_of(shown, job), self._take_side)
        elif self._done is None or self._done[0] is not world or self._done[1] is not found:
            suite = self._suite
            self._task = self._worker.submit(
                lambda job: _compared(side, world, found, suite, job),
                lambda task: self._take(task, (world, found)),
            )

    def _take_side(self, task: Task[Side]) -> None:
        self._task = None
        self._attempt(lambda: self._keep_side(task.result))

    def _keep_side(self, side: Side) -> None:
        self._side = side
        self._go_on()

    def _take(self, task: Task[_Compared], done: tuple[World, object]) -> None:
        self._task = None
        self._attempt(lambda: self._keep(task.result, done))

    def _keep(self, result: _Compared, done: tuple[World, object]) -> None:
        self._done = done
        self.found, self.differences = result
        self.fault = ""
        if self._bake.world is not done[0]:
            # There may have been several bakes since: the last one's changes are not all.
            self._bring_up_to(self._bake.world, every=True)
            self._wait_for_quiet()
        self.changed.emit(None)

    def _attempt(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Cancelled:
            return
        except NavcoreError as error:
            self.found = None
            self.fault = str(error)
            self.changed.emit(None)


def _side_of(level: Level, job: Job) -> Side:
    """Bake and check the earlier level, with pauses for the window's thread."""
    unhurried = Unhurried(job, _NO_HURRY)
    survey = Survey(World.build(level, max_cells=MAX_CELLS, job=job))
    found: list[Problem] = []
    for rule in RULES.values():
        if unhurried[0]:
            raise Cancelled
        found += problems_of(survey, rule)
    answers = Suite().update(survey.world, stop=lambda: bool(unhurried[0]))
    return Side(survey.world, tuple(sorted(found, key=lambda one: one.key)), answers)


def _compared(
    side: Side, world: World, found: tuple[Problem, ...], suite: Suite, job: Job
) -> _Compared:
    unhurried = Unhurried(job, _NO_HURRY)
    answers = suite.update(world, stop=lambda: bool(unhurried[0]))
    result = compare(side, Side(world, found, answers))
    if unhurried[0]:
        raise Cancelled
    return result, _differences(side.world, world)


def _differences(old: World, new: World) -> Mapping[str, Differences]:
    """Return cells that differ on each storey that both levels have."""
    before = on_same_cells(old, new)
    named = old.level.settings.layer_names
    try:
        return {
            layer: Differences(before.grid_for(own), new.on(layer).grid)
            for layer in new.level.settings.layer_names
            if layer in named
            for own in (Profile(layer=layer),)
        }
    except NavcoreError:
        return {}


def shown_on(earlier: EarlierLevel, layer: str | None) -> Differences | None:
    """Return the differing cells of a storey; None shows the ground."""
    return earlier.differences.get(layer or GROUND)
