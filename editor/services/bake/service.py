"""The bake service: joins edits, updates the world, never freezes the window.

Short bakes of small levels run in the event of the edit, so that cells follow the mouse within the
frame. All others run on one worker thread (the kernels release the global interpreter lock) while
further edits are joined for the next run; the window waits for runs that are expected to be short,
but no longer than a frame allows. Worlds are immutable: nothing else is shared between the threads.
"""

import math
from collections.abc import Callable
from time import perf_counter
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer, Signal

from editor.document import Document
from editor.services.bake.bake_run import BakeRun
from editor.services.bake.edits import is_many, is_many_of_network, is_of_network
from editor.services.bake.estimate import milliseconds, work_of
from editor.services.bake.shown_floor import ShownFloor
from editor.services.clearances import Widths
from editor.services.coverage import NetworkCoverage
from editor.services.fit_facts import FitService
from editor.services.scheduler import Scheduler
from editor.services.worker import Task, Worker
from editor.services.worlds import blank_world
from navcore.bake.extent import MAX_CELLS
from navcore.bake.sources import bakes_alike
from navcore.errors import Cancelled, LevelTooLarge, NavcoreError
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Profile
from navcore.proof.measured import Measured
from navcore.world import World

SHORT_MS: Final = 12.0
"""Bakes expected to take longer than this are not waited for."""

WAIT_MS: Final = 8.0
"""Milliseconds that the window waits for the worker: a frame has 16, and the rest needs 6."""

SMALL: Final = 2**18
"""Number of cells up to which a bake is short even if it writes all of them.

The first terrain writes all cells, and so does each bake while earlier worlds hold all memory: for
4096 x 4096 cells that takes 200 ms, where every other stroke of a brush takes 2.
"""

NETWORK_MS: Final = 60
"""Edits of waypoints and edges alone, which change no cell, are baked after this time;"""
NETWORK_DRAG_MS: Final = 100
"""in a drag, after this one: agents' network matters less than the mouse."""

SLOW_MS: Final = 300
"""A bake that takes longer says so and can be cancelled."""

MOST_ANYWAY: Final = 2**28
"""Cells that are baked where the user insists; more would not fit most machines."""

_FIRST_GUESS: Final = {"build": 40e-6, "update": 1e-6}
"""Milliseconds a cell, before anything was measured."""


class BakeService(QObject):
    """Keeps `world` up to the document's level."""

    baked = Signal(object)
    """A new `World`; its `dirty` cells may differ from the one before."""
    failed = Signal(object)
    """Emitted with a sentence if the level can't be baked; `world` is the last good one."""
    state_changed = Signal(object)
    """A bake has become a slow one, or the cells lag behind the level, or neither any more."""

    def __init__(self, document: Document, *, short_ms: float = SHORT_MS) -> None:
        """Bake the document's present level, and every later one."""
        super().__init__()
        self._document = document
        self.short_ms = short_ms
        """Bakes expected to take longer are not waited for; infinite: none goes to the worker."""
        self._pending = Edit()
        self._lattice_is_kept = False
        self._running: Task[World] | None = None
        self._runs_for = document.opening
        """Identifies the opened level that is baked on the thread."""
        self._job = np.zeros(2, np.int64)
        self.rates = dict(_FIRST_GUESS)
        """Milliseconds a cell of each kind of bake, as measured last."""
        self._max_cells, self._anew = MAX_CELLS, False
        self._held: float | None = None
        """The cell size of the bake that was cancelled, until cells follow again."""
        self._slow, self._baking, self._work = False, document.level, 0
        self._patience = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._patience.timeout.connect(self._grow_slow)
        self._network_soon = QTimer(self, singleShot=True)
        self._network_soon.timeout.connect(self._go_on)
        self._worker = Worker("bake")
        self._world = World.build(document.level)
        self._opening = document.opening
        """Identifies the opened level of the world."""
        self.milliseconds = 0.0
        """Duration of the last bake."""
        self.too_many: int | None = None
        """The cells that the level needs, if `bake_anyway` can bake them, else None."""
        self.shown_floor = ShownFloor()
        """Storey and agent type whose floor is shown."""
        self.scheduler = Scheduler("questions", lambda: not (document.dragging or self.busy))
        """Scheduler of computations about the level, which run once it is baked."""
        self.measured = Measured()
        """Cache of narrow places, for the rules and for display."""
        self.widths = Widths(self.scheduler, self.measured)
        """The narrow places of the level."""
        self.fit = FitService(self.scheduler)
        """Traffic through them, and losses with a radius that is tried."""
        self.coverage = NetworkCoverage(self.scheduler)
        """Coverage of the floor by the network."""
        document.loaded.connect(self._leave_last_level)
        document.changed.connect(self.shown_floor.follow)
        storey = document.storey
        storey.changed.connect(lambda _: self.shown_floor.show_layer(storey.drawn_on))
        document.drawn.connect(self._follow_drawing)
        document.changed.connect(self._join)
        document.settled.connect(self._return_to_own_lattice)
        stirring = (document.changed, document.settled, document.loaded, self.baked)
        for signal in (*stirring, self.shown_floor.changed):
            signal.connect(self.scheduler.stir)

    @property
    def world(self) -> World:
        """The last bake; may lag behind the level while a long one runs."""
        return self._world

    @property
    def busy(self) -> bool:
        """True if a bake runs on the worker thread, or is put off for a moment."""
        return self._running is not None or self._network_soon.isActive()

    @property
    def is_current(self) -> bool:
        """True if the world holds all that the level holds; they may be two equal objects."""
        return not (self.busy or self.lags or self._pending)

    @property
    def slow(self) -> bool:
        """True if a bake has been running so long that the user may want to cancel it."""
        return self._slow

    @property
    def lags(self) -> bool:
        """True if a bake was cancelled, so that the cells stay behind the level."""
        return self._held is not None

    @property
    def progress(self) -> float:
        """Share of the running bake that is done, 0 to 1, if it can be known."""
        # Computed on demand: for 4,000 polygons it takes as long as a short bake.
        self._work = self._work or max(1, work_of(self._baking))
        return min(1.0, float(self._job[1]) / self._work)

    def cancel(self) -> None:
        """Cancel the running bake: the last world stays, until :meth:`bake_now`.

        Baking resumes automatically if the level returns to the last world, gets larger cells, or
        is another level.
        """
        if self._running is not None:
            self._held = self._baking.settings.cell_size
            self._job[0] = 1

    def bake_now(self) -> None:
        """Finish a cancelled bake."""
        if self.lags:
            self._held = None
            self._go_on(even_if_nothing=True)
            self.state_changed.emit(None)

    def wait(self) -> None:
        """Return when the world is that of the level; the window stays alive meanwhile."""
        self.bake_now()
        if self._network_soon.isActive():
            self._go_on()
        while self.busy:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def bake_anyway(self) -> None:
        """Bake the level that was refused as too large, and allow twice its cells from now on."""
        if self.too_many is not None:
            # Allow twice as many, or the next wall that moves out would ask again.
            self._max_cells, self._anew = min(2 * self.too_many, MOST_ANYWAY), True
            self._go_on(even_if_nothing=True)

    def shutdown(self) -> None:
        """Stop the worker thread; nothing is baked any more."""
        self._job[0] = 1
        self._patience.stop()
        self._network_soon.stop()
        self._worker.shutdown()
        self.shown_floor.scheduler.shutdown()
        self.scheduler.shutdown()

    def _follow_drawing(self, _: object) -> None:
        """Follow changes of the drawing; in a state, nothing else may change."""
        if self._world.level is self._document.level:
            self._world = self._world.drawn_as(self._document.drawing)

    def _join(self, edit: Edit) -> None:
        self._pending = self._pending.then(edit)
        if self.lags and self._running is None and self._is_lighter():
            self._held = None
            self.state_changed.emit(None)
        if not is_of_network(edit):
            self._go_on()
        elif not self._network_soon.isActive():
            self._network_soon.start(NETWORK_DRAG_MS if self._document.dragging else NETWORK_MS)

    def _leave_last_level(self, _: object = None) -> None:
        """Drop all cells and results of the previously opened level."""
        self.shown_floor.begin_anew()
        self.widths.begin_anew()
        self.coverage.begin_anew()
        opening = self._document.opening
        if self.is_current:
            # Just the same level was opened once more.
            self._opening = opening
        if self._opening is opening:
            return
        # Its bake is on the thread, or waits there until a bake of the last level stops.
        if self._running is not None and self._runs_for is not opening:
            self._job[0] = 1
        told, self._held, self._slow = self.lags or self._slow, None, False
        self.too_many = None
        self._show_blank()
        self._go_on(even_if_nothing=True)
        if told:
            self.state_changed.emit(None)

    def _show_blank(self) -> None:
        """Nothing of the open level is baked: tell nothing of it either."""
        self._anew, self._max_cells = True, MAX_CELLS
        self._opening, self._lattice_is_kept = self._document.opening, False
        self._world = blank_world()
        self.baked.emit(self._world)

    def _return_to_own_lattice(self, _: object = None) -> None:
        """Return to the level's own lattice when a drag is over."""
        if self._lattice_is_kept and not self._document.dragging:
            self._go_on(even_if_nothing=True)

    def _go_on(self, *, even_if_nothing: bool = False) -> None:
        is_running = self._running is not None
        if is_running or self.lags or not (self._pending or even_if_nothing):
            return
        self._job[:] = 0
        run = self._next_run()
        is_short = self._expected_ms(run) <= self.short_ms
        is_small = run.base.grid.lattice.cells <= SMALL or math.isinf(self.short_ms)
        if is_short and is_small:
            self._attempt(run, lambda: self._bake(run))
            return
        self._baking, self._work, self._runs_for = run.level, 0, run.opening
        self._patience.start()
        task = self._running = self._worker.submit(
            lambda _: self._bake(run), lambda task: self._take(run, task), job=self._job
        )
        if is_short:
            self._worker.finish(task, WAIT_MS / 1000)

    def _next_run(self) -> BakeRun:
        document = self._document
        edit, keep = self._pending, document.dragging
        self._pending = Edit()
        self._network_soon.stop()
        areas = self._world.level.areas.keys() | self._document.level.areas.keys()
        moves_lattice = not keep and not areas.isdisjoint(edit.after)
        whole = self._bakes_otherwise() or moves_lattice or not edit
        kind = "build" if whole else "update"
        if self._max_cells > MAX_CELLS and self._is_another():
            self._max_cells, self._anew = MAX_CELLS, True
        anew = self._anew or is_many(edit)
        most = self._max_cells if anew else None
        network = None
        if is_many_of_network(edit):
            network = self.shown_floor.profile_in(document.level.settings) or Profile()
        return BakeRun(
            self._world, document.level, document.drawing, edit, keep, kind, document.opening, most,
            network,
        )  # fmt: skip

    def _expected_ms(self, run: BakeRun) -> float:
        if run.max_cells is not None or run.network is not None:
            return math.inf
        return milliseconds(run.base, run.level, run.edit, self.rates[run.kind])

    def _bakes_otherwise(self) -> bool:
        """Return whether the level's numbers make other cells of it; title and exports don't."""
        old, new = self._world.level.settings, self._document.level.settings
        return not bakes_alike(old, new) or old.grid_origin != new.grid_origin

    def _grow_slow(self) -> None:
        if self._running is not None:
            self._slow = True
            self.state_changed.emit(None)

    def _is_lighter(self) -> bool:
        """Return whether the level is no longer the one that took too long to bake."""
        size = self._document.level.settings.cell_size
        larger = self._held is not None and size > self._held
        return larger or not self._pending or self._is_another()

    def _is_another(self) -> bool:
        """Return whether the document holds another level than the last baked one."""
        if self._opening is not self._document.opening:
            return True
        last = self._world.level.areas
        return bool(last) and last.keys().isdisjoint(self._document.level.areas)

    def _bake(self, run: BakeRun) -> World:
        """Runs on either thread; touches nothing but its argument and the timing."""
        begin = perf_counter()
        world = run.world(self._job)
        self.milliseconds = (perf_counter() - begin) * 1000
        if world.dirty == ():
            # Its duration says nothing about the next bake.
            return world
        kind = "build" if world.dirty is None else "update"
        self.rates[kind] = self.milliseconds / max(1, world.grid.lattice.cells)
        return world

    def _take(self, run: BakeRun, task: Task[World]) -> None:
        """Receive the worker's bake, on the window's thread."""
        self._running = None
        self._patience.stop()
        told, self._slow = self._slow or self.lags, False
        is_of_last = run.opening is not self._document.opening
        more = bool(self._pending) or is_of_last
        try:
            baked = self._attempt(run, lambda: _unless_left(task, left=is_of_last))
            if baked or (self.lags and self._is_lighter()):
                self._held = None
            if baked or more:
                self._go_on(even_if_nothing=is_of_last)
                self._return_to_own_lattice()
        finally:
            if told:
                self.state_changed.emit(None)

    def _attempt(self, run: BakeRun, bake: Callable[[], World]) -> bool:
        """Take in a finished bake; what can't be baked stays to be joined with what follows."""
        try:
            world = bake()
        except Cancelled:
            self._pending = run.edit.then(self._pending)
            self._anew |= run.max_cells is not None
            return False
        except (NavcoreError, MemoryError) as error:
            self._pending = run.edit.then(self._pending)
            self._refuse(error)
            return False
        except Exception:
            self._pending = run.edit.then(self._pending)
            raise
        self._lattice_is_kept = run.keep_lattice
        self._anew, self.too_many = False, None
        self._world, self._opening = world, run.opening
        self.baked.emit(world)
        return True

    def _refuse(self, error: Exception) -> None:
        """Say why a level can't be baked; of another level than the last, show no cells."""
        needed = error.cells if isinstance(error, LevelTooLarge) else None
        fits = needed is not None and needed <= MOST_ANYWAY
        self.too_many = math.ceil(needed) if needed is not None and fits else None
        if self._is_another():
            self._show_blank()
        told = isinstance(error, NavcoreError)
        self.failed.emit(str(error) if told else tr("Not enough memory for so many cells."))


def _unless_left(task: Task[World], *, left: bool) -> World:
    """Return the outcome of a bake, or `Cancelled` if another level was opened since."""
    if left:
        raise Cancelled
    return task.result
