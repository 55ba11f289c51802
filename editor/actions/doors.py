"""T: opening and shutting doors, in the level at the start, in the run alone later."""

from editor.actions.workbench import Workbench
from editor.tools.keys import pressing
from navcore.i18n import tr
from navcore.level.model import Area
from navcore.level.operations import toggle_doors


def has_door(bench: Workbench) -> bool:
    """Whether the level has any."""
    return any(isinstance(e, Area) and e.door for e in bench.document.level.areas.values())


def toggle(bench: Workbench) -> None:
    """The door under the mouse, else the selected ones."""
    bench.canvas.settle()
    under = bench.canvas.pointer.door()
    ids = frozenset({under}) if under is not None else bench.document.selection.ids
    if not _toggled(bench, ids):
        bench.files.said.emit(
            pressing(
                "toggle_door",
                tr("Point at a door or select one, then press {0} to open or shut it."),
                tr("Select a door, then choose {0}."),
            )
        )


def _toggled(bench: Workbench, ids: frozenset[int]) -> bool:
    """Whether there was a door to toggle: an undo step at the start, an input of a run later."""
    if not bench.run.playhead.at_start:
        return bool(bench.run.commands.toggle_doors(ids))
    edit = toggle_doors(bench.document.level, ids)
    bench.document.commit(edit)
    return bool(edit)
