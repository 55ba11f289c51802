"""How the tests of the level come out, asked while nobody draws.

After an edit those that it can touch are asked on a thread, with rests between them; a drag that
begins meanwhile stops that, and what was not asked yet is asked when it is over.
"""

import threading
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer, Signal

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.problems import QUIET_MS
from editor.services.unhurried import SHORT_RESTS, Unhurried
from editor.services.worker import Job, Task, Worker
from navcore.errors import Cancelled
from navcore.level.model import Level, PathTest
from navcore.proof.path_tests.answer import Answer
from navcore.proof.path_tests.suite import Suite
from navcore.world import World

_NO_HURRY: Final = threading.Event()
"""Never set: nobody waits for tests so much that frames may suffer."""

_NONE: Final[Mapping[int, Answer]] = MappingProxyType({})


class PathTests(QObject):
    """Keeps `answers` up to the level."""

    changed = Signal(object)
    """Other answers are known, or there are other tests."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Of the level of this document, as it is baked."""
        super().__init__()
        self._document, self._bake = document, bake
        self.answers: Mapping[int, Answer] = _NONE
        """By id of the test, in drawing order."""
        self.level: Level = document.drawing
        """The drawing that these are the answers of."""
        self.asked = 0
        """How many tests the last edit has made to be asked anew."""
        self._suite = Suite()
        self._world: World | None = None
        """The world that the answers are those of."""
        self._task: Task[Mapping[int, Answer]] | None = None
        self._worker = Worker("tests")
        self._soon = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._soon.timeout.connect(self._go_on)
        for signal in (bake.baked, document.settled, document.loaded):
            signal.connect(self._wait_for_quiet)
        document.changed.connect(self._stop)
        document.loaded.connect(self._forget)
        self._soon.start()

    @property
    def busy(self) -> bool:
        """Whether the answers that are known may not be those of the level."""
        return self._soon.isActive() or self._task is not None or self._bake.busy

    @property
    def failing(self) -> tuple[int, ...]:
        """Ids of the tests that fail, in drawing order."""
        return tuple(one for one, answer in self.answers.items() if not answer.passed)

    def wait(self) -> None:
        """Return when all tests are answered; the window stays alive meanwhile."""
        self._bake.wait()
        if self._soon.isActive():
            self._soon.stop()
            self._go_on()
        while self._task is not None:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def shutdown(self) -> None:
        """Stop the thread; nothing is asked any more."""
        self._soon.stop()
        self._worker.shutdown(drop=True)

    def _wait_for_quiet(self, _: object = None) -> None:
        self._stop()
        if not self._document.dragging:
            self._soon.start()

    def _stop(self, _: object = None) -> None:
        """Ask the thread to stop at the next test, or the next step of a run."""
        if self._task is not None:
            self._task.cancel()

    def _forget(self, _: object = None) -> None:
        """Another level was opened."""
        self._suite, self._world = Suite(), None
        self.answers, self.level = _NONE, self._document.drawing
        self.changed.emit(None)

    def _go_on(self) -> None:
        world = self._bake.world
        if self._document.dragging or self._bake.busy or world is self._world:
            return
        if self._task is not None:
            # Tests that it has answered by then need not be asked again.
            self._task.cancel()
            return
        if not world.level.of(PathTest) and not self.answers:
            # No thread for a level without tests.
            self._world, self.level = world, world.level
            return
        suite = self._suite
        self._task = self._worker.submit(
            lambda job: _answered(suite, world, job), lambda task: self._take(suite, world, task)
        )

    def _take(self, suite: Suite, world: World, task: Task[Mapping[int, Answer]]) -> None:
        self._task = None
        try:
            answers = task.result
        except Cancelled:
            if not self._soon.isActive():
                self._go_on()
            return
        if suite is self._suite:
            self._world, self.level, self.asked = world, world.level, len(suite.asked)
            self.answers = answers
            self.changed.emit(None)
        if world is not self._bake.world and not self._soon.isActive():
            self._go_on()


def _answered(suite: Suite, world: World, job: Job) -> Mapping[int, Answer]:
    """Ask the tests one after the other, with rests in which the window's thread works alone."""
    unhurried = Unhurried(job, _NO_HURRY, rests=SHORT_RESTS)
    return suite.update(world, stop=lambda: bool(unhurried[0]))
