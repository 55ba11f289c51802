"""Results of the level's tests, computed while the user is idle.

After an edit the tests that it may affect are rerun on a thread; the next edit or drag stops that,
and the rest is run when it is over.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.live_answer import LiveAnswer
from editor.services.scheduler import Rank
from editor.services.unhurried import Unhurried
from editor.services.worker import Task
from editor.services.worlds import is_blank
from navcore.level.model import Level, PathTest
from navcore.proof.path_tests.answer import Answer
from navcore.proof.path_tests.suite import Suite
from navcore.world import World

_NONE: Final[Mapping[int, Answer]] = MappingProxyType({})


class PathTests(QObject):
    """Keeps `answers` up to the level."""

    changed = Signal(object)
    """Other answers are known, or there are other tests."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Follow the baked level of this document."""
        super().__init__()
        self._document, self._bake = document, bake
        self.answers: Mapping[int, Answer] = _NONE
        """Results by test id, in drawing order."""
        self.level: Level = document.drawing
        """The drawing that these are the answers of."""
        self.asked = 0
        """Number of tests that the last edit has caused to be rerun."""
        self._suite = Suite()
        self._answer: LiveAnswer[World, Mapping[int, Answer]] = LiveAnswer(
            bake.scheduler, Rank.TESTS,
            wanted=self._wanted, work=self._answered, take=self._take,
        )  # fmt: skip
        document.loaded.connect(self._forget)
        bake.failed.connect(self.changed)
        bake.state_changed.connect(self.changed)
        bake.baked.connect(self._follow)
        self._answer.look()

    @property
    def busy(self) -> bool:
        """True if the known results may be outdated."""
        return self._answer.is_coming or self._bake.busy

    @property
    def is_first_awaited(self) -> bool:
        """True if tests are in use, none was answered yet, and answers will come."""
        is_known = bool(self.answers) or (is_blank(self._bake.world) and not self._bake.busy)
        used = self._document.drawing.of(PathTest).values()
        return not is_known and any(test.enabled for test in used)

    @property
    def failing(self) -> tuple[int, ...]:
        """Ids of the tests that fail, in drawing order."""
        return tuple(one for one, answer in self.answers.items() if not answer.passed)

    def wait(self) -> None:
        """Return when all tests are answered; the window stays alive meanwhile."""
        self._bake.wait()
        self._answer.wait()

    def _wanted(self) -> World | None:
        """Return the world to test; None for a level without tests, which needs no thread."""
        world = self._bake.world
        return world if world.level.of(PathTest) or self.answers else None

    def _follow(self, world: World) -> None:
        if self._wanted() is None:
            self.level = world.level

    def _forget(self, _: object = None) -> None:
        """Another level was opened."""
        self._suite = Suite()
        self._answer.forget()
        self.answers, self.level = _NONE, self._document.drawing
        self.changed.emit(None)

    def _take(self, world: World, task: Task[Mapping[int, Answer]]) -> None:
        self.answers = task.result
        self.level, self.asked = world.level, len(self._suite.asked)
        self.changed.emit(None)

    def _answered(self, world: World, job: Unhurried) -> Mapping[int, Answer]:
        """Run the tests on the thread; results so far are kept if it is stopped.

        The thread works on one question at a time, so the suite is never used twice at once.
        """
        return self._suite.update(world, stop=lambda: bool(job[0]))
