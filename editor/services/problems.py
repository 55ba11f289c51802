"""Problems of the drawn level, computed while the user is idle.

After an edit the rules are checked on a thread, one after the other; the next edit or drag stops
them, and they start again when it is over. The window never waits.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.live_answer import LiveAnswer
from editor.services.pulse import Pulse
from editor.services.scheduler import Rank
from editor.services.unhurried import Unhurried
from editor.services.worker import Task
from editor.services.worlds import is_blank
from navcore.proof.problem import Key, Problem
from navcore.proof.problems import RULES, problems_of
from navcore.proof.survey import Survey
from navcore.world import World


class ProblemService(QObject):
    """Keeps `found` up to the level, and which problem is looked at."""

    changed = Signal(object)
    """Emitted when other problems are known, or another one is picked."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Follow the baked level of this document."""
        super().__init__()
        self._bake = bake
        self.is_known = False
        """True if problems of this level were computed before; newer ones may be on their way."""
        self.found: tuple[Problem, ...] = ()
        """Problems of the drawing by code, then by element, including accepted ones."""
        self.from_run: tuple[Problem, ...] = ()
        """Problems of the run, if they were computed."""
        self.listed: tuple[Problem, ...] = ()
        """All problems: those of the drawing, then those of the run."""
        self.counting: tuple[Problem, ...] = ()
        """Errors and warnings that are not accepted."""
        self.pulse = Pulse()
        """Animation of the mark of the problem that was last visited."""
        self.picked: Key | None = None
        """Identity of the picked problem."""
        self._looked_up: tuple[tuple[Problem, ...], Key | None, Problem | None] = ((), None, None)
        """The problem that was looked at last, and among which."""
        self._answer: LiveAnswer[World, tuple[Problem, ...]] = LiveAnswer(
            bake.scheduler, Rank.PROBLEMS,
            wanted=self._wanted, work=self._found_in, take=lambda _, task: self._take(task),
        )  # fmt: skip
        document.loaded.connect(self._forget)
        bake.failed.connect(self.changed)
        bake.state_changed.connect(self.changed)
        self._answer.look()

    @property
    def busy(self) -> bool:
        """True if the known problems may be outdated."""
        return self._answer.is_coming or self._bake.busy

    @property
    def cannot_be_known(self) -> bool:
        """True if no rule can be checked because nothing of the level is baked."""
        return self._wanted() is None and not self._bake.busy

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
        """Set the problems of the run."""
        if found != self.from_run:
            self.from_run, self.listed = found, self.found + found
            self.changed.emit(None)

    def next(self, step: int) -> Problem | None:
        """Pick the next problem that counts, or the previous one (-1); return it."""
        known: Sequence[Problem] = self.counting
        if not known:
            return None
        keys = [one.key for one in known]
        if self.picked in keys:
            at = (keys.index(self.picked) + step) % len(known)
        else:
            at = 0 if step > 0 else -1
        self.pick(known[at])
        return known[at]

    def wait(self) -> None:
        """Return when the problems of the level are known; the window stays alive meanwhile."""
        self._bake.wait()
        self._answer.wait()

    def shutdown(self) -> None:
        """Stop the animation."""
        self.pulse.stop()

    def _wanted(self) -> World | None:
        """Return the world to check; None if nothing of the level is baked."""
        world = self._bake.world
        return None if is_blank(world) else world

    def _forget(self, _: object = None) -> None:
        """Another level was opened."""
        self.is_known = False
        self.picked, self.found, self.counting = None, (), ()
        self._answer.forget()
        self.from_run = self.listed = ()
        self.changed.emit(None)

    def _take(self, task: Task[tuple[Problem, ...]]) -> None:
        found = task.result
        if found != self.found or not self.is_known:
            self.is_known = True
            self.found, self.listed = found, found + self.from_run
            self.counting = tuple(one for one in found if one.fails)
            self.changed.emit(None)

    def _found_in(self, world: World, job: Unhurried) -> tuple[Problem, ...]:
        """Check one rule after the other, on the thread; they often check whether to stop."""
        survey = Survey(world, measured=self._bake.measured, pause=job.pause)
        found: list[Problem] = []
        for rule in RULES.values():
            job.pause()
            found += problems_of(survey, rule)
        return tuple(sorted(found, key=lambda problem: problem.key))
