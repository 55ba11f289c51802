"""What doors do: worked out while nobody draws, and only while somebody looks.

The panel Doors looks as long as it is seen, and the mouse while it is over a door. After an edit
all is worked out anew on a thread; a drag that begins meanwhile stops it.
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
    """Keeps `found` up to the level as long as somebody looks at it."""

    changed = Signal(object)
    """Other effects are known, or others are looked at."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Of the level of this document, as it is baked, for the type that is shown."""
        super().__init__()
        self._bake = bake
        self.found: DoorTable | None = None
        """What was worked out last; None: nothing yet."""
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
        """Whether something else will be known soon."""
        return self._answer.is_coming or (self._is_looked_at and self._bake.busy)

    @property
    def is_current(self) -> bool:
        """Whether what is known is of the level as it is baked."""
        return self._answer.known == self._now()

    @property
    def row(self) -> DoorRow | None:
        """The row that is looked at, if it is still there."""
        rows = () if self.found is None else self.found.rows
        return next((row for row in rows if row.doors == self.picked), None)

    def watch(self, *, watched: bool) -> None:
        """Keep it up to date from now on, or no more; then nothing is looked at."""
        self._watched = watched
        if watched:
            self._answer.look()
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
            if door is not None:
                self._answer.look()

    def row_of(self, door: int) -> DoorRow | None:
        """What toggling a door does in the level as it is baked; None: not known yet."""
        if self.found is None or not self.is_current:
            return None
        return self.found.of_doors.get(door)

    def wait(self) -> None:
        """Return when all is known that somebody looks at; the window stays alive meanwhile."""
        self._bake.wait()
        self._answer.wait()

    @property
    def _is_looked_at(self) -> bool:
        return self._watched or self._hovered is not None

    def _now(self) -> _Of:
        world = self._bake.world
        return world, self._bake.shown_floor.profile_in(world.level.settings)

    def _wanted(self) -> _Of | None:
        """Nothing is told of a level of which nothing is baked."""
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
            # A radius that is tried may be out of its limits: then there is nothing to tell.
            self.found = None
        self.changed.emit(None)


def _found(of: _Of, job: Unhurried) -> DoorTable:
    """The table, with pauses in which the window's thread works alone."""
    return door_table(*of, job.pause)
