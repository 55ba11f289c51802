"""T: opening and shutting doors, in the level at the start, in the run alone later."""

from editor.actions.table import Parts
from editor.tools.keys import pressing
from navcore.i18n import tr
from navcore.level.model import Area
from navcore.level.operations import toggle_doors


def has_door(parts: Parts) -> bool:
    """Whether the level has any."""
    return any(isinstance(e, Area) and e.door for e in parts.document.level.areas.values())


def toggle(parts: Parts) -> None:
    """The door under the mouse, else the selected ones."""
    parts.canvas.settle()
    under = parts.canvas.door_under_mouse()
    ids = frozenset({under}) if under is not None else parts.document.selection.ids
    if not _toggled(parts, ids):
        parts.files.said.emit(
            pressing(
                "toggle_door",
                tr("Point at a door or select one, then press {0} to open or shut it."),
                tr("Select a door, then choose {0}."),
            )
        )


def _toggled(parts: Parts, ids: frozenset[int]) -> bool:
    """Whether there was a door to toggle: an undo step at the start, an input of a run later."""
    if not parts.run.playhead.at_start:
        return bool(parts.run.commands.toggle_doors(ids))
    edit = toggle_doors(parts.document.level, ids)
    parts.document.commit(edit)
    return bool(edit)
