"""The Help menu."""

from typing import Final

from editor.actions.table import Action, row

ROWS: Final[tuple[Action, ...]] = (
    row("shortcuts", "Help", "Keys", lambda p: p.frame.show_shortcuts(), "Ctrl+/", "?"),
    row("about", "Help", "About Waywright", lambda p: p.frame.about(), icon="info"),
)
