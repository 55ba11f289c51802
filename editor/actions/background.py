"""Draw > Background: adds pictures and grids, and reports problems of their files."""

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer

from editor.actions.table import Action, row
from editor.actions.workbench import Workbench
from editor.canvas.canvas import Canvas
from editor.files.prompts import Notice
from editor.services.backgrounds.picture import is_picture, picture_size
from editor.services.backgrounds.service import Trouble, read_grid
from editor.tools.scale_picture import ScalePictureTool
from navcore.errors import NavcoreError
from navcore.formats.atomic import read_head
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Background, BackgroundKind
from navcore.level.operations import backgrounds as operations

SHARE: Final = 0.7
"""Share of the view that a new picture takes."""

_DIGITS: Final = 2
"""Digits of the scale of a new picture that are not 0."""

_HEAD: Final = 4096
"""Bytes at the start of a file that identify its format."""


def trace(bench: Workbench, path: Path) -> bool:
    """Put a picture into the middle of the view, and take the tool that scales it."""
    try:
        size = picture_size(path)
    except NavcoreError as fault:
        bench.files.noticed.emit(Notice(str(fault)))
        return False
    camera = bench.canvas.viewport.camera
    share = SHARE * min(camera.width / size[0], camera.height / size[1]) / camera.scale
    scale = min(round(share, _DIGITS - 1 - math.floor(math.log10(share))), 1000.0)
    x, z = bench.canvas.viewport.middle()
    background = Background(
        path=operations.stored_path(path.absolute(), bench.backgrounds.folder),
        position=(round(x - size[0] * scale / 2, 2), round(z - size[1] * scale / 2, 2)),
        scale=scale,
    )
    _add(bench, background)
    choose_scaling(bench.canvas, len(bench.backgrounds.all) - 1)
    return True


def compare(bench: Workbench, path: Path) -> bool:
    """Show where a grid that a game has differs from the level."""
    try:
        read_grid(path)
    except NavcoreError as fault:
        bench.files.noticed.emit(Notice(str(fault)))
        return False
    stored = operations.stored_path(path.absolute(), bench.backgrounds.folder)
    background = Background(path=stored, kind="grid", opacity=1.0)
    _add(bench, background)
    found = bench.backgrounds.differences(background)
    if found is not None:
        words = tr("Compared with {0}: {1} cells lost, {2} gained.")
        said = words.format(path.name, f"{found.lost:,}", f"{found.gained:,}")
        bench.files.said.emit(said)
    return True


def take_drop(bench: Workbench, path: Path) -> bool:
    """Take a picture or a grid that was dropped; False for anything else."""
    if is_picture(path):
        return trace(bench, path) or True
    return (compare(bench, path) or True) if _is_grid(path) else False


def choose_scaling(canvas: Canvas, index: int | None = None) -> None:
    """Take the tool that scales and moves this picture, or the foremost."""
    for tool in canvas.gestures.tools:
        if not isinstance(tool, ScalePictureTool):
            continue
        canvas.gestures.choose(tool)
        tool.chosen = index


def ask_for(bench: Workbench, kind: BackgroundKind) -> bool:
    """Ask for a picture or grid and add it; return whether one was added."""
    bench.canvas.settle()
    path = bench.files.dialogs.open_background(kind, bench.settings.folder)
    if path is None:
        return False
    return trace(bench, path) if kind == "picture" else compare(bench, path)


def _add(bench: Workbench, background: Background) -> None:
    bench.canvas.settle()
    bench.document.commit(operations.add_background(bench.document.level, background))


def _is_grid(path: Path) -> bool:
    if path.suffix.lower() != ".json":
        return path.suffix.lower() in {".txt", ".map"}
    try:
        return b'"waywright-grid"' in read_head(path, _HEAD)
    except NavcoreError:
        return False


def _shows_picture(bench: Workbench) -> bool:
    return any(b.kind == "picture" and b.visible for b in bench.backgrounds.all)


COMPARE: Final = row(
    "compare_grid", "Check/Compare with", mark("The grid of a game…"), lambda b: ask_for(b, "grid"),
    tip=mark("Where the grid of a game differs from the level"),
)  # fmt: skip

ROWS: Final[tuple[Action, ...]] = (
    row("trace_picture", "|Draw/Background", mark("Trace a picture…"),
        lambda b: ask_for(b, "picture"), tip=mark("A plan or a photograph to draw over")),
    row("scale_picture", "Draw/Background", mark("Scale, turn or move the picture"),
        lambda b: choose_scaling(b.canvas), enabled=_shows_picture,
        checked=lambda b: isinstance(b.canvas.gestures.tool, ScalePictureTool),
        tip=mark("Two points, how far apart they are, and the angle of their line")),
    row("backgrounds", "Draw/Background", mark("Backgrounds"),
        lambda b: b.frame.show_panel("library"),
        tip=mark("Show, hide, fade and remove pictures and grids")),
)  # fmt: skip


class BackgroundKeeper(QObject):
    """Reports problems of the files of backgrounds, and follows the level's folder."""

    def __init__(
        self,
        bench: Workbench,
        show: Callable[[Notice | None], None],
        shown: Callable[[], Notice | None],
    ) -> None:
        """Create the keeper; `show` shows a notice, `shown` returns the present one."""
        super().__init__()
        self._bench, self._show, self._shown = bench, show, shown
        self._notice: Notice | None = None
        self._trouble: Trouble | None = None
        service = bench.backgrounds
        service.changed.connect(self._see_whether_it_is_over)
        service.troubled.connect(self._show_trouble)
        bench.files.writing.connect(self._rebase)

    def _show_trouble(self, trouble: Trouble) -> None:
        self._trouble = trouble
        self._notice = Notice(
            trouble.sentence,
            "warning",
            (
                (tr("Choose another file"), partial(self._choose, trouble.background)),
                (tr("Remove"), partial(self._remove, trouble.background)),
            ),
        )
        self._show(self._notice)

    def _choose(self, background: Background) -> None:
        bench = self._bench
        path = bench.files.dialogs.open_background(background.kind, bench.settings.folder)
        if path is not None:
            stored = operations.stored_path(path.absolute(), bench.backgrounds.folder)
            change = partial(operations.change_background, path=stored)
            self._commit(background, change)

    def _remove(self, background: Background) -> None:
        self._commit(background, operations.remove_background)

    def _commit(self, background: Background, change: Callable[..., Edit]) -> None:
        """Change a background, if the level still has it."""
        self._bench.canvas.settle()
        level = self._bench.document.level
        self._hide()
        if background in level.settings.background:
            index = level.settings.background.index(background)
            self._bench.document.commit(change(level, index))

    def _see_whether_it_is_over(self, _: object = None) -> None:
        trouble = self._trouble
        if trouble is None:
            return
        service = self._bench.backgrounds
        gone = trouble.background.path not in {background.path for background in service.all}
        if gone or service.source(trouble.background).state == "ready":
            self._hide()

    def _hide(self) -> None:
        if self._notice is not None and self._shown() is self._notice:
            self._show(None)
        self._notice = self._trouble = None

    def _rebase(self, path: Path) -> None:
        """Name the files from where the level is about to lie; not if it is not written."""
        document, old = self._bench.document, self._bench.backgrounds.folder
        folder = path.absolute().parent
        edit = operations.rebase_backgrounds(document.level, old, folder)
        if edit:
            document.commit(edit)
            QTimer.singleShot(0, self, partial(self._see_whether_it_was_written, edit, folder))

    def _see_whether_it_was_written(self, edit: Edit, folder: Path) -> None:
        document = self._bench.document
        written = document.path is not None and document.path.parent == folder
        settings = next(iter(edit.after.values()))
        if not written and document.level.settings == settings:
            document.stack.undo()
