"""A level that arrives: worked out on another thread before it becomes the open one."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from navcore.level.edit import Edit
from navcore.level.model import Element, Level

Preparation: TypeAlias = Callable[[Level], Callable[[], object]]
"""Works something out of a level, on any thread, and returns what hands it over on the window's."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A level with data that was prepared on another thread before it is shown."""

    before: Level
    """The level that was open."""
    edit: Edit
    """Leads from there to the level."""
    level: Level
    locked: frozenset[int]
    """Ids of locked elements."""
    put: tuple[Callable[[], object], ...] = ()
    """Functions that install the results of the preparations."""

    @staticmethod
    def of(
        level: Level, before: Level, preparations: Iterable[Preparation], edit: Edit | None = None
    ) -> "Arrival":
        """Work it out, and the edit if it is not known; takes long where the level is large."""
        edit = edit or Edit.between(before, level)
        put = tuple(prepare(level) for prepare in preparations)
        return Arrival(before, edit, level, locked_in(level), put)


def locked_in(level: Level) -> frozenset[int]:
    """Return the ids of locked elements of a level."""
    held = level.held.values()
    return frozenset(i for kind in held for i, element in kind.items() if element.locked)


def locked_after(locked: frozenset[int], edit: Edit) -> frozenset[int]:
    """Return the ids of locked elements after an edit, from those before."""
    now = {i for i, e in edit.after.items() if isinstance(e, Element) and e.locked}
    if now or not locked.isdisjoint(edit.after):
        return (locked - edit.after.keys()) | now
    return locked
