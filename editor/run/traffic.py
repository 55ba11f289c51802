"""Counts of where agents walked, waited and got into trouble, up to the shown moment."""

import math
from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from editor.run.run import Run
from navcore.sim.judging import Trouble
from navcore.sim.traffic import Traffic

AT_ONCE: Final = 20
"""Ticks of a recording that are counted at once; the rest waits for the next frame."""
BUDGET: Final = 0.004
"""Seconds a frame for finding overlaps: 1.5 ms a tick with 10,000 agents."""
SHOW_SECONDS: Final = 0.25
"""Seconds between updates of each view while the run plays."""
APART_SECONDS: Final = 0.05
"""Least seconds between updates of different views, so that they use different frames."""


class RunTraffic(QObject):
    """Counts the recording only while a view needs it, so that a run costs nothing extra."""

    changed = Signal(object)
    """Emitted with None when more was counted."""

    def __init__(self, run: Run) -> None:
        """Count this run."""
        super().__init__()
        self._run = run
        self._traffic: Traffic | None = None
        self._trouble: Trouble | None = None
        self._shown: dict[object, float] = {}
        """Time of the last update of each view, seconds of the run's clock."""
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._go_on)
        run.signals.state_changed.connect(self._let_go)

    def now(self) -> Traffic:
        """Return counts up to the shown moment, on the cells of the run's world; don't modify.

        A long run that was not counted before is counted bit by bit; see `changed`.
        """
        run, lattice = self._run, self._run.world.grid.lattice
        if self._traffic is None:
            self._traffic = Traffic(lattice)
        self._traffic.fit(lattice)
        if not self._traffic.follow(run.record.recording, self._tick, most=AT_ONCE):
            self._later.start()
        return self._traffic

    def trouble(self) -> Trouble:
        """Return where agents overlapped, were pushed and turned back, as in `now`."""
        run, lattice = self._run, self._run.world.grid.lattice
        if self._trouble is None:
            self._trouble = Trouble(lattice)
        self._trouble.fit(lattice)
        record, begun = run.record, perf_counter()
        while not (done := self._trouble.follow(record.recording, record.pushes, self._tick, 1)):
            if perf_counter() - begun > BUDGET:
                break
        if not done:
            self._later.start()
        return self._trouble

    @property
    def _tick(self) -> int:
        playhead = self._run.playhead
        return 0 if playhead.at_start else playhead.tick

    def may_show(self, who: object) -> bool:
        """Return whether it is time for the view `who` to update."""
        now = self._run.clock.now()
        since = [now - shown for shown in self._shown.values()]
        mine = now - self._shown.get(who, -math.inf)
        if self._run.playhead.playing and (
            0.0 <= mine < SHOW_SECONDS or any(0.0 <= one < APART_SECONDS for one in since)
        ):
            return False
        self._shown[who] = now
        return True

    def _let_go(self, _: object) -> None:
        """Keep nothing of a run that is gone: its recording may be large."""
        if self._run.playhead.at_start:
            self._traffic = self._trouble = None

    def _go_on(self) -> None:
        self.changed.emit(None)
