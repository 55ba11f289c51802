"""Notices over the canvas about bakes: failures, slow ones and lagging ones."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from editor.bars.message import MessageStrip
from editor.document import Document
from editor.files.prompts import Notice
from editor.services.bake.service import BakeService
from navcore.i18n import tr


class BakeNotices(QObject):
    """Shows notices in the strip, and removes them when they don't apply any more."""

    def __init__(
        self,
        document: Document,
        bake: BakeService,
        strip: MessageStrip,
        told_elsewhere: Callable[[], bool],
    ) -> None:
        """Listen to bakes.

        `told_elsewhere` returns whether a visible panel already says that a bake is slow or lags.
        """
        super().__init__()
        self._document, self._bake, self._strip = document, bake, strip
        self._told_elsewhere = told_elsewhere
        self._failure: Notice | None = None
        self._lag: Notice | None = None
        bake.failed.connect(self._tell_failure)
        bake.baked.connect(self._forget_failure)
        bake.state_changed.connect(self._tell_lag)
        document.changed.connect(self._see_whether_it_is_over)

    def _tell_failure(self, sentence: str) -> None:
        anyway = ((tr("Bake anyway"), self._bake.bake_anyway),)
        self._failure = Notice(sentence, buttons=anyway if self._bake.too_many else ())
        self._strip.show_notice(self._failure)

    def _see_whether_it_is_over(self, _: object = None) -> None:
        """Remove the notice if an undo leads back to the last baked level, which needs no bake."""
        if self._failure is not None and self._bake.world.level == self._document.level:
            self._forget_failure()

    def _forget_failure(self, _: object = None) -> None:
        self._strip.withdraw(self._failure)
        self._failure = None

    def _tell_lag(self, _: object = None) -> None:
        """A bake that takes long, or was cancelled."""
        self._strip.withdraw(self._lag)
        self._lag = None
        if self._told_elsewhere():
            return
        bake = self._bake
        if bake.slow:
            told = tr("Baking takes a while. The previous cells are shown.")
            self._lag = Notice(told, "info", ((tr("Cancel"), bake.cancel),))
        elif bake.lags:
            told = tr("The bake was cancelled: the cells are out of date.")
            self._lag = Notice(told, "warning", ((tr("Bake now"), bake.bake_now),))
        if self._lag is not None:
            self._strip.show_notice(self._lag)
