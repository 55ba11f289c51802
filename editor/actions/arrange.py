"""Edit: mirror, align, distribute, combine."""

from typing import Final

from editor.actions.table import Action

ROWS: Final[tuple[Action, ...]] = ()
