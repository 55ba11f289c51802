"""The Help menu."""

from typing import Final

from editor.actions.table import Action, row

ROWS: Final[tuple[Action, ...]] = (
    row("help", "Help", "Help", lambda b: b.frame.ask("help"), "F1"),
    row("palette", "Help", "Find an action…", lambda b: b.frame.ask("palette"), "Ctrl+Shift+P",
        icon="search"),
    row("first_steps", "Help", "Show the first steps", lambda b: b.frame.show_first_steps()),
    row("shortcuts", "Help", "Keys", lambda b: b.frame.show_shortcuts(), "Ctrl+/", "?"),
    row("about", "|Help", "About Waywright", lambda b: b.frame.ask("about"), icon="info"),
)  # fmt: skip
