"""The problems of the level as it is drawn, looked for while nobody draws.

After an edit the rules are asked on a thread, one after the other; the next edit, or a drag, stops
them, and they begin anew when it is over. The window never waits.
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
    """Other problems are known, or another one is looked at."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Of the level of this document, as it is baked."""
        super().__init__()
        self._bake = bake
        self.is_known = False
        """Whether the problems of this level were ever told; later ones may be on their way."""
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
        """Whether the problems that are known may not be those of the level."""
        return self._answer.is_coming or self._bake.busy

    @property
    def cannot_be_known(self) -> bool:
        """Whether no rule is asked, because nothing of the level is baked."""
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
        self._answer.wait()

    def shutdown(self) -> None:
        """Nothing pulses any more."""
        self.pulse.stop()

    def _wanted(self) -> World | None:
        """Nothing is told of a level of which nothing is baked."""
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
        """Ask one rule after the other, on the thread; they look often whether to stop."""
        survey = Survey(world, measured=self._bake.measured, pause=job.pause)
        found: list[Problem] = []
        for rule in RULES.values():
            job.pause()
            found += problems_of(survey, rule)
        return tuple(sorted(found, key=lambda problem: problem.key))
