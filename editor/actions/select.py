"""The Select menu."""

from typing import Final

from editor.actions.table import Action, Parts, drawn, row, selected


def _select_all(parts: Parts) -> None:
    """Everything that can be taken: nothing hidden, nothing locked."""
    document = parts.document
    document.select(frozenset(e.id for e in document.level.elements()) - document.untouchable)


ROWS: Final[tuple[Action, ...]] = (
    row("select_all", "Select", "All", _select_all, "Ctrl+A", enabled=drawn),
    row("select_none", "Select", "None", lambda p: p.document.select(frozenset()),
        "Ctrl+Shift+A", enabled=selected),
    row("find", "|Select", "Find…", lambda p: p.frame.search(), "Ctrl+F", icon="search"),
)  # fmt: skip
