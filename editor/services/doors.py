"""What doors do: worked out while nobody draws, and only while somebody looks.

The panel Doors looks as long as it is seen, and the mouse while it is over a door. After an edit
all is worked out anew on a thread; a drag that begins meanwhile stops it.
"""

import threading
from typing import Final

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer, Signal

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.unhurried import SHORT_RESTS, Unhurried
from editor.services.worker import Job, Task, Worker
from navcore.errors import Cancelled, NavcoreError
from navcore.level.model import Profile
from navcore.proof.door_effects.table import DoorRow, DoorTable, door_table
from navcore.world import World

QUIET_MS: Final = 120
"""So long nothing has changed before it is worked out."""

_NO_HURRY: Final = threading.Event()
"""Never set: frames come first."""


class DoorService(QObject):
    """Keeps `found` up to the level as long as somebody looks at it."""

    changed = Signal(object)
    """Other effects are known, or others are looked at."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Of the level of this document, as it is baked, for the type that is shown."""
        super().__init__()
        self._document, self._bake = document, bake
        self.found: DoorTable | None = None
        """What was worked out last; None: nothing yet."""
        self.picked: tuple[int, ...] = ()
        """The doors of the row that is looked at."""
        self._watched = False
        self._hovered: int | None = None
        self._of: tuple[World, Profile | None] | None = None
        """What `found` is of."""
        self._task: Task[DoorTable] | None = None
        self._worker = Worker("doors")
        self._soon = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._soon.timeout.connect(self._go_on)
        shown = bake.shown_floor
        for signal in (bake.baked, document.settled, document.loaded, shown.changed):
            signal.connect(self._wait_for_quiet)
        document.changed.connect(self._stop)
        document.loaded.connect(self._forget)

    @property
    def busy(self) -> bool:
        """Whether something else will be known soon."""
        return self._soon.isActive() or self._task is not None or self._bake.busy

    @property
    def is_current(self) -> bool:
        """Whether what is known is of the level as it is baked."""
        return self._of is not None and self._of == self._wanted()

    @property
    def row(self) -> DoorRow | None:
        """The row that is looked at, if it is still there."""
        rows = () if self.found is None else self.found.rows
        return next((row for row in rows if row.doors == self.picked), None)

    def watch(self, *, watched: bool) -> None:
        """Keep it up to date from now on, or no more; then nothing is looked at."""
        self._watched = watched
        if watched:
            self._wait_for_quiet()
        elif self.picked:
            self.pick(())

    @property
    def watched(self) -> bool:
        """Whether the panel is seen."""
        return self._watched

    def pick(self, doors: tuple[int, ...]) -> None:
        """Look at the row of these doors, or at none."""
        if doors != self.picked:
            self.picked = doors
            self.changed.emit(None)

    def hover(self, door: int | None) -> None:
        """The mouse is over a door, or over none; what it does is worked out soon."""
        if door != self._hovered:
            self._hovered = door
            if door is not None and not self.is_current:
                self._wait_for_quiet()

    def row_of(self, door: int) -> DoorRow | None:
        """What toggling a door does in the level as it is baked; None: not known yet."""
        if self.found is None or not self.is_current:
            return None
        return self.found.of_doors.get(door)

    def wait(self) -> None:
        """Return when all is known that somebody looks at; the window stays alive meanwhile."""
        self._bake.wait()
        if self._soon.isActive():
            self._soon.stop()
            self._go_on()
        while self._task is not None:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def shutdown(self) -> None:
        """Stop the thread; nothing is worked out any more."""
        self._soon.stop()
        self._worker.shutdown(drop=True)

    def _wanted(self) -> tuple[World, Profile | None]:
        world = self._bake.world
        return world, self._bake.shown_floor.profile_in(world.level.settings)

    def _wait_for_quiet(self, _: object = None) -> None:
        self._stop()
        if not self._document.dragging and (self._watched or self._hovered is not None):
            self._soon.start()

    def _stop(self, _: object = None) -> None:
        if self._task is not None:
            self._worker.abandon(self._task)
            self._task = None

    def _forget(self, _: object = None) -> None:
        """Another level was opened."""
        self.picked, self.found, self._of, self._hovered = (), None, None, None
        self.changed.emit(None)

    def _go_on(self) -> None:
        wanted = self._wanted()
        if self._document.dragging or self._bake.busy or wanted == self._of:
            return
        self._stop()
        self._task = self._worker.submit(
            lambda job: _found(*wanted, job), lambda task: self._take(wanted, task)
        )

    def _take(self, wanted: tuple[World, Profile | None], task: Task[DoorTable]) -> None:
        self._task = None
        try:
            self.found = task.result
        except Cancelled:
            return
        except NavcoreError:
            # A radius that is tried may be out of its limits: then there is nothing to tell.
            self.found = None
        self._of = wanted
        self.changed.emit(None)


def _found(world: World, profile: Profile | None, job: Job) -> DoorTable:
    """The table, with rests in which the window's thread works alone."""
    unhurried = Unhurried(job, _NO_HURRY, rests=SHORT_RESTS)

    def rest() -> None:
        if unhurried[0]:
            raise Cancelled

    return door_table(world, profile, rest)
