"""The File menu."""

from typing import Final

from editor.actions.table import Action, Ask, Do, Parts, drawn, row


def _doors(*, all_open: bool) -> tuple[Do, Ask]:
    def choose(parts: Parts) -> None:
        parts.settings.doors_open_in_export = all_open

    def chosen(parts: Parts) -> bool:
        return parts.settings.doors_open_in_export == all_open

    return choose, chosen


_DRAWN, _OPEN = _doors(all_open=False), _doors(all_open=True)

ROWS: Final[tuple[Action, ...]] = (
    row("new", "File", "New", lambda p: p.files.new(), "Ctrl+N", icon="new"),
    row("open", "File", "Open…", lambda p: p.files.open(), "Ctrl+O", icon="open"),
    row("open_backup", "File", "Open a backup…", lambda p: p.frame.open_backup(),
        tip="States of levels that were kept while you worked"),
    row("save", "|File", "Save", lambda p: p.files.save(), "Ctrl+S", icon="save"),
    row("save_as", "File", "Save as…", lambda p: p.files.save_as(), "Ctrl+Shift+S"),
    row("export", "|File", "Export grid", lambda p: p.exports.export_again(), "Ctrl+E",
        icon="export", enabled=drawn),
    row("export_as", "File", "Export grid as…", lambda p: p.exports.export_as(), "Ctrl+Shift+E",
        enabled=drawn),
    row("doors_drawn", "File/Doors in exported grids", "As drawn", _DRAWN[0], checked=_DRAWN[1]),
    row("doors_open", "File/Doors in exported grids", "All open", _OPEN[0], checked=_OPEN[1]),
    row("close", "|File", "Close", lambda p: p.frame.go_home(), "Ctrl+W",
        tip="Close the level and show the home page"),
    row("quit", "File", "Quit", lambda p: p.frame.close(), "Ctrl+Q"),
)  # fmt: skip
