"""Companions of rooms that a tool moves: found, kept during small moves, outlined."""

from collections.abc import Collection, Mapping
from typing import Final

from editor.tools.gesture import outline_of, taken_elements
from editor.tools.messages import select as say
from editor.tools.options import Preference
from editor.tools.preview import Stroke
from editor.tools.tool import ToolView
from navcore.i18n import mark
from navcore.level.companions import ALONE, Companions, companions
from navcore.level.edit import Edit
from navcore.level.model import Item, Level

MOST_OUTLINED: Final = 400
"""Most elements that are outlined; of more only the number is shown."""

TAKE_ALONG: Final = Preference(
    "take_along",
    mark("Take along"),
    mark("Rooms that move take what stands in them along, and doors stay in their gaps"),
)
"""The switch of the tools that move rooms."""


class Company:
    """Companions of a selection, kept the same during consecutive small moves.

    A room that arrow keys take past a tree doesn't collect the tree on its way.
    """

    def __init__(self) -> None:
        """Start without moves."""
        self._ids: frozenset[int] = frozenset()
        self._along = ALONE
        self._left: Mapping[int, Item | None] = {}
        """Items after the last move."""

    def of(self, level: Level, ids: Collection[int]) -> Companions:
        """Return the companions; the previous move's, if nothing else has changed since."""
        goes_on = bool(self._left) and self._ids == frozenset(ids)
        if not goes_on or any(level.get(i) is not item for i, item in self._left.items()):
            self._ids, self._along = frozenset(ids), companions(level, ids)
        return self._along

    def note(self, edit: Edit) -> Edit:
        """Remember the move of the companions that were last requested; return it."""
        self._left = edit.after
        return edit


def along_of(view: ToolView, ids: Collection[int]) -> Companions:
    """Return the companions of these elements, if the switch for companions is on."""
    return companions(view.level, ids) if view.takes_along else ALONE


def outlines(view: ToolView, along: Companions) -> tuple[Stroke, ...]:
    """Outlines of what goes along and is seen."""
    ids = along.ids - view.hidden
    if len(ids) > MOST_OUTLINED:
        return ()
    return tuple(outline_of(element, "hover", view) for element in taken_elements(view.level, ids))


def clauses(view: ToolView, along: Companions) -> tuple[str, ...]:
    """Return clauses for the hint: how many stay, and how many hidden ones move along."""
    return (say.locked_stay(len(along.locked)), say.hidden_too(len(along.ids & view.hidden)))
