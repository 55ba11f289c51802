"""Names in the Edit menu: rename one in place, many by a pattern, find and replace."""

from typing import Final

from editor.actions.table import Action, drawn, row, selected, several_selected
from editor.actions.workbench import Workbench


def _rename(bench: Workbench) -> None:
    """Rename one element or folder in the outline, several elements in a dialog."""
    bench.canvas.settle()
    if not bench.frame.rename():
        bench.frame.ask("rename")


ROWS: Final[tuple[Action, ...]] = (
    row("rename", "|Edit/Organize", "Rename", _rename, "F2", enabled=selected),
    row("rename_many", "Edit/Organize", "Rename many…", lambda b: b.frame.ask("rename"),
        enabled=several_selected, tip="Numbered names for everything that is selected"),
    row("find_names", "Edit/Organize", "Find and replace names…",
        lambda b: b.frame.ask("find_names"),
        enabled=drawn),
)  # fmt: skip
