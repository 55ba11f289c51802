"""Names in the Edit menu: rename one in place, many by a pattern, find and replace."""

from typing import Final

from editor.actions.table import Action, Parts, drawn, row, selected, several_selected


def _rename(parts: Parts) -> None:
    """One thing or a folder in the outline, several in a dialog."""
    parts.canvas.settle()
    if not parts.frame.rename():
        parts.frame.ask("rename")


ROWS: Final[tuple[Action, ...]] = (
    row("rename", "|Edit", "Rename", _rename, "F2", enabled=selected),
    row("rename_many", "Edit", "Rename many…", lambda p: p.frame.ask("rename"),
        enabled=several_selected, tip="Numbered names for everything that is selected"),
    row("find_names", "Edit", "Find and replace names…", lambda p: p.frame.ask("find_names"),
        enabled=drawn),
)  # fmt: skip
