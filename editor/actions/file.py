"""The File menu."""

from typing import Final

from editor.actions import graphs
from editor.actions.table import Action, drawn, row
from editor.actions.workbench import Workbench


def _export(bench: Workbench) -> None:
    """Write the level's grids; open the export dialog if it has none."""
    if bench.exports.targets:
        bench.exports.export()
    else:
        bench.frame.ask("export")


ROWS: Final[tuple[Action, ...]] = (
    row("new", "File", "New", lambda b: b.files.new(), "Ctrl+N", icon="new"),
    row("open", "File", "Open…", lambda b: b.files.open(), "Ctrl+O", icon="open"),
    row("open_backup", "File", "Open a backup…", lambda b: b.frame.open_backup(),
        tip="States of levels that were kept while you worked"),
    row("recent", "File", "Recent levels…", lambda b: b.frame.ask("recent"), "Ctrl+P"),
    row("save", "|File", "Save", lambda b: b.files.save(), "Ctrl+S", icon="save"),
    row("save_as", "File", "Save as…", lambda b: b.files.save_as(), "Ctrl+Shift+S"),
    row("export", "|File", "Export grids", _export, "Ctrl+E", icon="export", enabled=drawn,
        tip="Write the grids that the level names for the game"),
    row("export_as", "File", "Choose exports…", lambda b: b.frame.ask("export"), "Ctrl+Shift+E",
        enabled=drawn),
    row("picture", "File", "Picture of the view…", lambda b: b.frame.ask("picture"),
        enabled=drawn, tip="Save what the canvas shows, or the whole level, as PNG or SVG"),
    *graphs.ROWS,
    row("close", "|File", "Close", lambda b: b.frame.go_home(), "Ctrl+W",
        tip="Close the level and show the home page"),
    row("quit", "File", "Quit", lambda b: b.frame.close(), "Ctrl+Q"),
)  # fmt: skip
