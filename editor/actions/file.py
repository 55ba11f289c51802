"""The File menu."""

from typing import Final

from editor.actions.table import Action, Parts, drawn, row


def _export(parts: Parts) -> None:
    """Write the grids that the level names; ask which, where it names none."""
    if parts.exports.targets:
        parts.exports.export()
    else:
        parts.frame.ask("export")


ROWS: Final[tuple[Action, ...]] = (
    row("new", "File", "New", lambda p: p.files.new(), "Ctrl+N", icon="new"),
    row("open", "File", "Open…", lambda p: p.files.open(), "Ctrl+O", icon="open"),
    row("open_backup", "File", "Open a backup…", lambda p: p.frame.open_backup(),
        tip="States of levels that were kept while you worked"),
    row("recent", "File", "Recent levels…", lambda p: p.frame.ask("recent"), "Ctrl+P"),
    row("save", "|File", "Save", lambda p: p.files.save(), "Ctrl+S", icon="save"),
    row("save_as", "File", "Save as…", lambda p: p.files.save_as(), "Ctrl+Shift+S"),
    row("export", "|File", "Export grids", _export, "Ctrl+E", icon="export", enabled=drawn,
        tip="Write the grids that the level names for the game"),
    row("export_as", "File", "Choose exports…", lambda p: p.frame.ask("export"), "Ctrl+Shift+E",
        enabled=drawn),
    row("close", "|File", "Close", lambda p: p.frame.go_home(), "Ctrl+W",
        tip="Close the level and show the home page"),
    row("picture", "File", "Picture of the view…", lambda p: p.frame.ask("picture"),
        enabled=drawn, tip="Save what the canvas shows, or the whole level, as PNG or SVG"),
    row("quit", "File", "Quit", lambda p: p.frame.close(), "Ctrl+Q"),
)  # fmt: skip
