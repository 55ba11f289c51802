"""Check > Compare with: what changed since the level was saved, backed up or elsewhere."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from editor.actions.table import Action, row
from editor.actions.workbench import Workbench
from editor.files.prompts import Notice
from navcore.errors import NavcoreError
from navcore.formats import open_file
from navcore.i18n import mark, tr
from navcore.level.model import Level, Point

PANEL: Final = "changes"
"""Name of the panel that lists what changed."""


def compare_with(bench: Workbench, level: Level, name: str) -> None:
    """Hold the drawing against a level, called `name`, and show what changed."""
    bench.canvas.settle()
    bench.backgrounds.earlier.begin(level, name, bench.problems)
    bench.frame.show_panel(PANEL)


def compare_with_file(bench: Workbench, file: Path, name: str = "") -> bool:
    """Hold the drawing against the level in a file; whether it holds one."""
    try:
        content = open_file(file).content
    except NavcoreError as fault:
        bench.files.noticed.emit(Notice(str(fault)))
        return False
    if not isinstance(content, Level):
        words = tr(
            "{0} contains a grid, not a level. "
            "Choose Check > Compare with > The grid of a game for it."
        )
        bench.files.noticed.emit(Notice(words.format(file.name)))
        return False
    compare_with(bench, content, name or file.name)
    return True


def compare_with_saved(bench: Workbench) -> None:
    """Compare the drawing with its saved file."""
    path = bench.document.path
    if path is not None:
        bench.canvas.settle()
        compare_with_file(bench, path, tr("{0} as it was saved").format(path.name))


Way: TypeAlias = Callable[..., object]


def ways_of_backups(bench: Workbench) -> tuple[Way, Way, Way]:
    """Return the actions for a backup: open a copy, restore it, compare with it."""
    return bench.files.open_copy, bench.files.put_back, partial(compare_with, bench)


def ask_for_level(bench: Workbench) -> None:
    """Ask for a level to compare with."""
    bench.canvas.settle()
    path = bench.files.dialogs.open_level(bench.settings.folder)
    if path is not None:
        compare_with_file(bench, path)


def go_to(bench: Workbench, ids: tuple[int, ...], place: Point | None, layer: str) -> None:
    """Select the elements among `ids` that still exist, and bring a place into view."""
    bench.canvas.settle()
    document = bench.document
    if document.storey.name is not None and place is not None:
        document.storey.show(layer)
    document.select(frozenset(one for one in ids if document.level.get(one) and one))
    if place is not None:
        bench.canvas.viewport.bring_into_view(place)


def _is_comparing(bench: Workbench) -> bool:
    return bench.backgrounds.earlier.level is not None


_MENU: Final = "Check/Compare with"

ROWS: Final[tuple[Action, ...]] = (
    row("compare_saved", _MENU, mark("The file as it was saved"), compare_with_saved,
        enabled=lambda b: b.document.path is not None,
        words=mark("diff changes broke break difference since yesterday before older"),
        tip=mark("What changed and what broke since the level was saved")),
    row("compare_backup", _MENU, mark("A backup…"),
        lambda b: b.frame.open_backup(to_compare=True),
        words=mark("diff changes broke break difference since yesterday before older"),
        tip=mark("What changed and what broke since a backup was made")),
    row("compare_level", _MENU, mark("Another level…"), ask_for_level,
        words=mark("diff changes difference"),
        tip=mark("What differs in another version of the level")),
    row("stop_comparing", f"{_MENU}|", mark("Stop comparing"),
        lambda b: b.backgrounds.earlier.end(), enabled=_is_comparing),
    row("panel_changes", "Check/Lists", mark("Changes"), lambda b: b.frame.toggle_panel(PANEL),
        checked=lambda b: b.frame.panel_shown(PANEL),
        words=mark("diff changed broke break difference since yesterday before compare"),
        tip=mark("What changed since an earlier state of the level, worst first")),
)  # fmt: skip
