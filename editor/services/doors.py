"""Effects of doors, computed while the user is idle, and only while they are shown.

The panel Doors shows them while it is visible, and the mouse while it is over a door. After an edit
everything is computed again on a thread; a drag that begins meanwhile stops it.
"""

from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.live_answer import LiveAnswer
from editor.services.scheduler import Rank
from editor.services.unhurried import Unhurried
from editor.services.worker import Task
from editor.services.worlds import is_blank
from navcore.errors import NavcoreError
from navcore.level.model import Profile
from navcore.proof.door_effects.table import DoorRow, DoorTable, door_table
from navcore.world import World

_Of: TypeAlias = tuple[World, Profile | None]


class DoorService(QObject):
    """Keeps `found` up to date with the level while it is needed."""

    changed = Signal(object)
    """Other effects are known, or others are looked at."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Follow the baked level of this document, for the shown type."""
        super().__init__()
        self._bake = bake
        self.found: DoorTable | None = None
        """The last result; None: none yet."""
        self.picked: tuple[int, ...] = ()
        """The doors of the row that is looked at."""
        self._watched = False
        self._hovered: int | None = None
        self._answer: LiveAnswer[_Of, DoorTable] = LiveAnswer(
            bake.scheduler, Rank.DOORS,
            wanted=self._wanted, work=_found, take=lambda _, task: self._take(task),
        )  # fmt: skip
        document.loaded.connect(self._forget)

    @property
    def busy(self) -> bool:
        """True if another result will be known soon."""
        return self._answer.is_coming or (self._is_looked_at and self._bake.busy)

    @property
    def is_current(self) -> bool:
        """True if the result is for the baked level."""
        return self._answer.known == self._now()

    @property
    def row(self) -> DoorRow | None:
        """The row that is looked at, if it is still there."""
        rows = () if self.found is None else self.found.rows
        return next((row for row in rows if row.doors == self.picked), None)

    def watch(self, *, watched: bool) -> None:
        """Start or stop keeping it up to date; stopping also deselects the row."""
        self._watched = watched
        if watched:
            self._answer.look()
        elif self.picked:
            self.pick(())

    @property
    def watched(self) -> bool:
        """True if the panel is visible."""
        return self._watched

    def pick(self, doors: tuple[int, ...]) -> None:
        """Look at the row of these doors, or at none."""
        if doors != self.picked:
            self.picked = doors
            self.changed.emit(None)

    def hover(self, door: int | None) -> None:
        """Follow the mouse over a door, or over none; its effect is computed soon."""
        if door != self._hovered:
            self._hovered = door
            if door is not None:
                self._answer.look()

    def row_of(self, door: int) -> DoorRow | None:
        """Return what toggling a door does in the level as it is baked; None: not known yet."""
        if self.found is None or not self.is_current:
            return None
        return self.found.of_doors.get(door)

    def wait(self) -> None:
        """Wait until everything that is needed is known; the window stays alive meanwhile."""
        self._bake.wait()
        self._answer.wait()

    @property
    def _is_looked_at(self) -> bool:
        return self._watched or self._hovered is not None

    def _now(self) -> _Of:
        world = self._bake.world
        return world, self._bake.shown_floor.profile_in(world.level.settings)

    def _wanted(self) -> _Of | None:
        """Return the present question; None if nothing is baked or needed."""
        is_wanted = self._is_looked_at and not is_blank(self._bake.world)
        return self._now() if is_wanted else None

    def _forget(self, _: object = None) -> None:
        """Another level was opened."""
        self.picked, self.found, self._hovered = (), None, None
        self._answer.forget()
        self.changed.emit(None)

    def _take(self, task: Task[DoorTable]) -> None:
        try:
            self.found = task.result
        except NavcoreError:
            # A radius that is tried may be out of its limits: then there is no result.
            self.found = None
        self.changed.emit(None)


def _found(of: _Of, job: Unhurried) -> DoorTable:
    """Return the table, with pauses for the window's thread."""
    return door_table(*of, job.pause)
