"""What the Check menu has beside tools and overlays."""

from typing import Final

from editor.actions.table import Action, row

ROWS: Final[tuple[Action, ...]] = (
    row("copy_place", "Check", "Copy the place under the mouse", lambda b: b.frame.copy_place(),
        "Ctrl+Shift+C"),
)  # fmt: skip
