"""Pass edits on to a panel; for drags of many elements only once, at the end."""

from collections.abc import Callable
from typing import Final

from editor.document import Document
from navcore.level.edit import Edit
from navcore.level.model import Item

MANY: Final = 64
"""Number of elements above which changes during a drag are not passed on."""


class Resting:
    """Passes on each edit of a document; a drag of many elements as one joined edit."""

    def __init__(self, document: Document, take: Callable[[Edit], None]) -> None:
        """`take` gets the edits."""
        self._document = document
        self._take = take
        self._before: dict[int, Item | None] = {}
        self._after: dict[int, Item | None] = {}
        document.changed.connect(self._follow)
        document.settled.connect(self._settle)

    def _follow(self, edit: Edit) -> None:
        if self._document.dragging and len(edit.after) > MANY and _all_stay(edit):
            self._before = {**edit.before, **self._before}
            self._after.update(edit.after)
            return
        if self._before:
            edit = Edit(self._before, self._after).then(edit)
            self._before, self._after = {}, {}
        self._take(edit)

    def _settle(self, _: object = None) -> None:
        """The drag is over."""
        if self._before:
            self._follow(Edit())


def _all_stay(edit: Edit) -> bool:
    """Return whether no element is added or removed."""
    return None not in edit.before.values() and None not in edit.after.values()
