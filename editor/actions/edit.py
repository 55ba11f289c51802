"""The Edit menu."""

from typing import Final

from editor.actions.table import Action, Parts, one_selected, row, selected
from navcore.level.model import Area
from navcore.level.operations import delete, duplicate, toggle_doors


def _delete(parts: Parts) -> None:
    parts.canvas.settle()
    if parts.document.selection.ids:
        parts.document.commit(delete(parts.document.level, parts.document.selection.ids))


def _duplicate(parts: Parts) -> None:
    """Copies, one grid step to the right and down, which become the selection."""
    parts.canvas.settle()
    document, step = parts.document, parts.settings.snap_step
    edit = duplicate(document.level, document.selection.ids, (step, -step), document.new_id)
    document.commit(edit)
    document.select(frozenset(edit.after))


def _has_door(parts: Parts) -> bool:
    return any(isinstance(e, Area) and e.door for e in parts.document.level.areas.values())


def _toggle_doors(parts: Parts) -> None:
    """The door under the mouse, else the selected ones."""
    parts.canvas.settle()
    under = parts.canvas.door_under_mouse()
    ids = frozenset({under}) if under is not None else parts.document.selection.ids
    edit = toggle_doors(parts.document.level, ids)
    if edit:
        parts.document.commit(edit)
    else:
        parts.files.said.emit(
            parts.files.tr("Point at a door or select one, then press T to open or shut it.")
        )


ROWS: Final[tuple[Action, ...]] = (
    row("undo", "Edit", "Undo", lambda p: p.canvas.undo(), "Ctrl+Z", icon="undo",
        enabled=lambda p: p.canvas.can_undo(), repeats=True),
    row("redo", "Edit", "Redo", lambda p: p.canvas.redo(), "Ctrl+Shift+Z", "Ctrl+Y", icon="redo",
        enabled=lambda p: p.canvas.can_redo(), repeats=True),
    row("delete", "|Edit", "Delete", _delete, "Delete", "Backspace", icon="trash",
        enabled=selected),
    row("duplicate", "Edit", "Duplicate", _duplicate, "Ctrl+D", enabled=selected),
    row("rename", "Edit", "Rename", lambda p: p.frame.rename(), "F2", enabled=one_selected),
    row("toggle_door", "|Edit", "Open or shut door", _toggle_doors, "T", icon="door",
        enabled=_has_door),
    row("copy_place", "Edit", "Copy the place under the mouse", lambda p: p.frame.copy_place(),
        "Ctrl+Shift+C"),
)  # fmt: skip
