"""What the strip over the canvas says of bakes: failures, problems, slow ones and lagging ones."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from editor.bars.message import MessageStrip
from editor.document import Document
from editor.files.prompts import Notice
from editor.services.bake.service import BakeService
from navcore.i18n import tr
from navcore.proof.problem import Problem


class BakeNotices(QObject):
    """Puts notices into the strip, and takes its own away when they are over."""

    def __init__(
        self,
        document: Document,
        bake: BakeService,
        strip: MessageStrip,
        told_elsewhere: Callable[[], bool],
        reveal: Callable[[], object],
    ) -> None:
        """Listen to bakes.

        `told_elsewhere`: whether a panel in sight tells already that a bake is slow or lags.
        `reveal` brings the selection into view.
        """
        super().__init__()
        self._document, self._bake, self._strip = document, bake, strip
        self._told_elsewhere = told_elsewhere
        self._failure: Notice | None = None
        self._lag: Notice | None = None
        self._reveal = reveal
        self._problem: Notice | None = None
        self._found: frozenset[tuple[str, tuple[int, ...]]] = frozenset()
        bake.failed.connect(self._tell_failure)
        bake.baked.connect(self._forget_failure)
        bake.baked.connect(self._tell_problems)
        document.settled.connect(self._tell_problems)
        bake.problems.changed.connect(self._tell_problems)
        bake.state_changed.connect(self._tell_lag)
        document.changed.connect(self._see_whether_it_is_over)
        self._tell_problems()

    def _tell_failure(self, sentence: str) -> None:
        anyway = ((tr("Bake anyway"), self._bake.bake_anyway),)
        self._failure = Notice(sentence, buttons=anyway if self._bake.too_many else ())
        self._strip.show_notice(self._failure)

    def _see_whether_it_is_over(self, _: object = None) -> None:
        """Going back to the last level that could be baked asks for no bake."""
        if self._failure is not None and self._bake.world.level == self._document.level:
            self._forget_failure()

    def _forget_failure(self, _: object = None) -> None:
        self._strip.withdraw(self._failure)
        self._failure = None

    def _tell_problems(self, _: object = None) -> None:
        """Tell the first problem; once, however often the level is baked with it.

        Those that come and go while something is dragged are told when it is let go.
        """
        if self._document.dragging:
            return
        found = self._bake.problems.of(self._bake.world)
        if found is None:
            return
        keys = [(problem.code, problem.elements) for problem in found]
        if self._found == frozenset(keys):
            return
        fresh = [p for p, key in zip(found, keys, strict=True) if key not in self._found]
        self._found = frozenset(keys)
        if not fresh:
            self._strip.withdraw(self._problem)
            return
        show = ((tr("Show"), lambda: self._show(fresh[0])),)
        self._problem = Notice(fresh[0].text, "warning", show)
        self._strip.show_notice(self._problem)

    def _show(self, problem: Problem) -> None:
        """Select what a problem is about, and bring it into view."""
        self._document.select(frozenset(problem.elements))
        self._reveal()

    def _tell_lag(self, _: object = None) -> None:
        """A bake that takes long, or was cancelled."""
        self._strip.withdraw(self._lag)
        self._lag = None
        if self._told_elsewhere():
            return
        bake = self._bake
        if bake.slow:
            told = tr("Baking takes a while. The last cells are shown.")
            self._lag = Notice(told, "info", ((tr("Cancel"), bake.cancel),))
        elif bake.lags:
            told = tr("The bake was cancelled: the cells lag behind what is drawn.")
            self._lag = Notice(told, "warning", ((tr("Bake now"), bake.bake_now),))
        if self._lag is not None:
            self._strip.show_notice(self._lag)
