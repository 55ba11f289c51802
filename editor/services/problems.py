"""The problems of the level as it is drawn, looked for while nobody draws.

After an edit the rules are asked on a thread, one after the other with rests between them; a drag
that begins meanwhile stops them, and they begin anew when it is over. The window never waits.
"""

import threading
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer, Signal

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.pulse import Pulse
from editor.services.unhurried import SHORT_RESTS, Unhurried
from editor.services.worker import Job, Task, Worker
from navcore.errors import Cancelled
from navcore.proof.problem import Key, Problem
from navcore.proof.problems import RULES, problems_of
from navcore.proof.survey import Survey
from navcore.world import World

_NO_HURRY: Final = threading.Event()
"""Never set: nobody waits for problems so much that frames may suffer."""

QUIET_MS: Final = 80
"""So long nothing has changed before the rules are asked."""
REST_MS: Final = 400
"""The same in a large level: one rule may keep the interpreter's lock for several frames there."""
LARGE: Final = 5_000
"""Elements from which on a level is large."""


class ProblemService(QObject):
    """Keeps `found` up to the level, and which problem is looked at."""

    changed = Signal(object)
    """Other problems are known, or another one is looked at."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Of the level of this document, as it is baked."""
        super().__init__()
        self._document, self._bake = document, bake
        self.found: tuple[Problem, ...] = ()
        """By code, then by element; those that are meant among them."""
        self.from_run: tuple[Problem, ...] = ()
        """What the run shows, as far as somebody looked."""
        self.listed: tuple[Problem, ...] = ()
        """All of them: those of the drawing, then those of the run."""
        self.counting: tuple[Problem, ...] = ()
        """Errors and warnings that nobody means."""
        self.pulse = Pulse()
        """Of the mark of the problem that was gone to."""
        self.picked: Key | None = None
        """What the problem that is looked at is known by."""
        self._looked_up: tuple[tuple[Problem, ...], Key | None, Problem | None] = ((), None, None)
        """The problem that was looked at last, and among which."""
        self._world: World | None = None
        """The world that the problems are those of."""
        self._task: Task[tuple[Problem, ...]] | None = None
        self._worker = Worker("problems")
        self._soon = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._soon.timeout.connect(self._go_on)
        for signal in (bake.baked, document.settled, document.loaded):
            signal.connect(self._wait_for_quiet)
        document.changed.connect(self._stop)
        document.loaded.connect(self._forget)
        self._soon.start()

    @property
    def busy(self) -> bool:
        """Whether the problems that are known may not be those of the level."""
        return self._soon.isActive() or self._task is not None or self._bake.busy

    @property
    def problem(self) -> Problem | None:
        """The problem that is looked at, if it is still there."""
        if self.picked is None:
            return None
        found, key, problem = self._looked_up
        if found is not self.listed or key != self.picked:
            problem = next((one for one in self.listed if one.key == self.picked), None)
            self._looked_up = (self.listed, self.picked, problem)
        return problem

    def pick(self, problem: Problem | None) -> None:
        """Look at a problem, or at none."""
        key = None if problem is None else problem.key
        if key != self.picked:
            self.picked = key
            self.changed.emit(None)

    def show_run(self, found: tuple[Problem, ...]) -> None:
        """List these as what the run shows."""
        if found != self.from_run:
            self.from_run, self.listed = found, self.found + found
            self.changed.emit(None)

    def next(self, step: int) -> Problem | None:
        """Look at the next problem that counts, or the one before (-1); return it."""
        told: Sequence[Problem] = self.counting
        if not told:
            return None
        keys = [one.key for one in told]
        if self.picked in keys:
            at = (keys.index(self.picked) + step) % len(told)
        else:
            at = 0 if step > 0 else -1
        self.pick(told[at])
        return told[at]

    def wait(self) -> None:
        """Return when the problems of the level are known; the window stays alive meanwhile."""
        self._bake.wait()
        if self._soon.isActive():
            self._soon.stop()
            self._go_on()
        while self._task is not None:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def shutdown(self) -> None:
        """Stop the thread; nothing is looked for any more."""
        self.pulse.stop()
        self._soon.stop()
        self._worker.shutdown(drop=True)

    def _wait_for_quiet(self, _: object = None) -> None:
        self._stop()
        if not self._document.dragging:
            count = sum(map(len, self._document.level.held.values()))
            self._soon.start(QUIET_MS if count < LARGE else REST_MS)

    def _stop(self, _: object = None) -> None:
        if self._task is not None:
            self._worker.abandon(self._task)
            self._task = None

    def _forget(self, _: object = None) -> None:
        """Another level was opened."""
        self.picked, self.found, self.counting, self._world = None, (), (), None
        self.from_run = self.listed = ()
        self.changed.emit(None)

    def _go_on(self) -> None:
        world = self._bake.world
        if self._document.dragging or self._bake.busy or world is self._world:
            return
        self._stop()
        self._task = self._worker.submit(
            lambda job: _found(world, job), lambda task: self._take(world, task)
        )

    def _take(self, world: World, task: Task[tuple[Problem, ...]]) -> None:
        self._task = None
        try:
            found = task.result
        except Cancelled:
            return
        self._world = world
        if found != self.found:
            self.found, self.listed = found, found + self.from_run
            self.counting = tuple(one for one in found if one.fails)
            self.changed.emit(None)


def _found(world: World, job: Job) -> tuple[Problem, ...]:
    """Ask one rule after the other, with rests in which the window's thread works alone."""
    unhurried = Unhurried(job, _NO_HURRY, rests=SHORT_RESTS)
    survey = Survey(world)
    found: list[Problem] = []
    for rule in RULES.values():
        if unhurried[0]:
            raise Cancelled
        found += problems_of(survey, rule)
    return tuple(sorted(found, key=lambda problem: problem.key))
