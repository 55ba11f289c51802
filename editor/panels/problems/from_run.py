"""Findings of the run, kept among the problems while the panel is visible."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from editor.document import Document
from editor.run.record import RunRecord, same_level
from editor.run.run import Run
from editor.services.problems import ProblemService
from navcore.level.model import Level
from navcore.proof.from_run import problems_from_run

REFRESH_MS: Final = 500
"""However fast a run goes, the list follows twice a second: rows that jump can't be read."""


class RunFindings(QObject):
    """Analyses the run while a panel is visible, as the charts do, and reports its findings."""

    def __init__(
        self, run: Run, document: Document, service: ProblemService, seen: Callable[[], bool]
    ) -> None:
        """Create the analysis of a run; `seen` returns whether a panel is visible."""
        super().__init__()
        self._run, self._document, self._service, self._seen = run, document, service, seen
        self._shown: tuple[object, ...] = ()
        self._changed: tuple[RunRecord, int, Level, float] | None = None
        """The record, its number of levels, the drawing, and the time when they became equal."""
        self.soon: Final = QTimer(self, singleShot=True, interval=REFRESH_MS)
        """Runs while something is to be shown that is not shown yet."""
        self.soon.timeout.connect(self.refresh)
        for changed in (run.signals.frame, run.signals.state_changed, document.settled):
            changed.connect(self._refresh_soon)
        document.loaded.connect(self.refresh)

    def _refresh_soon(self, _: object = None) -> None:
        if self._seen() and not self.soon.isActive():
            self.soon.start()

    def refresh(self, _: object = None) -> None:
        """Analyse what is new in the record, and report the findings to the service."""
        if not self._seen():
            return
        record, level = self._run.record, self._document.level
        if not record.count():
            self.soon.start(0)
        shown = (record, record.statistics.ticks, level)
        if shown != self._shown:
            self._shown = shown
            spots = record.statistics.crowd.spots
            since = self._changed_at(record, level)
            self._service.show_run(problems_from_run(level, spots, since))

    def _changed_at(self, record: RunRecord, level: Level) -> float:
        """Return when the run's level became the drawn one, doors aside; infinity if never."""
        known, count = self._changed, len(record.levels.values)
        if known is None or known[:2] != (record, count) or known[2] is not level:
            at = _since_when(record, level) * record.recording.seconds_per_tick
            known = self._changed = (record, count, level, at)
        return known[3]


def _since_when(record: RunRecord, level: Level) -> float:
    """Return the first tick from which on the level of a run is walked as the drawing is."""
    since = float("inf")
    for tick, walked in reversed(record.levels.noted()):
        if not same_level(walked, level, switches=False):
            break
        since = tick
    return since
