"""Table of doors and sets of doors: effects of toggling, needs, and when they open."""

from collections.abc import Callable, Hashable
from typing import Final

from editor.look.row_table import Column, RowModel, RowTable
from editor.look.style import SIZE
from editor.tools.messages import door_effects as say
from navcore.i18n import mark, tr
from navcore.level.model import Level
from navcore.proof.door_effects.table import DoorRow

DOORS, NOW, EFFECT, REQUIRES, OPENS = range(5)
_ROOM_FOR_KEYS: Final = 2 * (SIZE.doors_names + SIZE.doors_keys)


class DoorModel(RowModel[DoorRow]):
    """One row for each door or set, in the given order."""

    columns = (
        Column(mark("Doors"), width=SIZE.doors_names),
        Column(mark("Now"), width=1, room=2 * SIZE.doors_names),
        Column(mark("What toggling does")),
        Column(mark("Requires"), width=SIZE.doors_keys, room=_ROOM_FOR_KEYS),
        Column(mark("Opens"), width=1, room=_ROOM_FOR_KEYS),
    )

    def __init__(self, level: Callable[[], Level]) -> None:
        """Start without rows; `level` returns the level with the names."""
        super().__init__()
        self._level = level

    def cells(self, row: DoorRow) -> tuple[str, ...]:
        """Return doors, their state, their effect, their needs, and when they open."""
        level = self._level()
        return (
            say.doors(row, level), say.stands(row, level), say.does(row, level),
            say.keys(row, level), say.opens(row),
        )  # fmt: skip

    def key(self, row: DoorRow) -> Hashable:
        """Return its doors."""
        return row.doors

    def sign(self, row: DoorRow) -> tuple[str, str]:
        """Return a door, grey where toggling it changes nothing."""
        return ("door", "text" if row.effect.matters else "disabled")

    def is_quiet(self, row: DoorRow, column: int) -> bool:
        """Doors that change nothing matter less."""
        return not row.effect.matters


class DoorTable(RowTable[DoorRow]):
    """The table; the column of needs is only shown if a door needs something."""

    def __init__(self, model: DoorModel) -> None:
        """Show these doors."""
        super().__init__(model, tr("Doors and sets of doors, the most important first"))
        stands = (tr("open"), tr("shut"), tr("mixed"), tr("Now"))
        self.setColumnWidth(NOW, self.text_width(*stands))
        self.setColumnWidth(OPENS, self.text_width(tr("step {0}").format(88), tr("Opens")))

    def show_doors(self, rows: tuple[DoorRow, ...]) -> None:
        """Show these."""
        self.unused = () if any(row.locks for row in rows) else (REQUIRES, OPENS)
        self.show_rows(rows)
