"""Export of the level's grids: immediately, or on a worker thread if it takes long."""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace as changed
from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, QTimer, Signal

from editor.document import Document
from editor.exports.messages import told
from editor.exports.proposals import first_grids, further_grids
from editor.files.prompts import Dialogs, Notice
from editor.files.service import Files
from editor.files.tasks import SILENT_MS
from editor.services.bake.service import MOST_ANYWAY, BakeService
from editor.services.worker import Task, Worker
from editor.settings.settings import Settings as Preferences
from navcore.bake.extent import MAX_CELLS
from navcore.errors import Cancelled, NavcoreError
from navcore.export import (
    ExportFault,
    MayLeave,
    Place,
    Written,
    checked,
    default_target,
    faults,
    format_of,
    named_from,
    resolved,
    write_exports,
)
from navcore.formats.atomic import make_folder, write_atomically
from navcore.i18n import tr
from navcore.level.model import ExportTarget, Level
from navcore.level.operations import set_settings
from navcore.world import World

PATIENCE: Final = 0.04
"""Seconds that the window waits for an export before it continues in the background."""
END_SECONDS: Final = 60.0
"""Longest time in seconds that closing the program waits for an export."""


@dataclass(frozen=True, slots=True)
class _Order:
    """Task of one export."""

    level: Level
    level_path: Path | None
    targets: tuple[ExportTarget, ...]
    most_cells: int
    after_save: bool
    job: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(2, np.int64))


class Exports(QObject):
    """Writes the grids of the open level."""

    said = Signal(object)
    """A sentence for the status bar."""
    noticed = Signal(object)
    """A `Notice` for the strip over the canvas; None removes it."""
    exported = Signal(object)
    """The grids that were written: a tuple of `navcore.export.Written`."""
    patience: float = PATIENCE
    """Seconds that the window waits before an export continues in the background."""
    _went_on = Signal(object)

    def __init__(
        self,
        document: Document,
        bake: BakeService,
        files: Files,
        preferences: Preferences,
        dialogs: Dialogs,
        settle: Callable[[], None],
    ) -> None:
        """`settle` finishes the drag in hand before anything is written."""
        super().__init__()
        self.dialogs = dialogs
        self._document = document
        self._bake = bake
        self._files = files
        self._preferences = preferences
        self._settle = settle
        self._worker = Worker("export")
        self._running: Task[tuple[Written, ...]] | None = None
        self._order: _Order | None = None
        self._next: _Order | None = None
        self._chosen: set[Path] = set()
        """Files that the user chose while the level had no file."""
        self._settled_at = 0
        """The undo step after which paths begin at a file that is about to be written."""
        self._tells = False
        self._silent = QTimer(self, singleShot=True, interval=SILENT_MS)
        self._silent.timeout.connect(lambda: self._show_progress(self._step))
        self._step: tuple[int, Place | None] = (0, None)
        self._went_on.connect(self._show_progress, Qt.ConnectionType.QueuedConnection)
        document.loaded.connect(lambda _: self._chosen.clear())
        files.writing.connect(self._settle_down)
        files.saved.connect(self._saved)
        files.not_written.connect(self._undo_new_paths)

    # Targets.

    @property
    def targets(self) -> tuple[ExportTarget, ...]:
        """The level's targets."""
        return self._document.level.settings.exports

    @property
    def most_cells(self) -> int:
        """Cells that an export may take: more, where the user has baked more already."""
        anyway = self._bake.world.grid.lattice.cells > MAX_CELLS
        return MOST_ANYWAY if anyway else MAX_CELLS

    def proposals(self) -> tuple[ExportTarget, ...]:
        """Return proposed targets for a level without any, see `first_grids`."""
        return first_grids(self._first, self._document.level.settings)

    def proposal(self, beside: Collection[ExportTarget]) -> ExportTarget:
        """Return the first of `further_grids` that none of these writes and that is no file yet."""
        taken = {self.path_of(target) for target in beside}
        return next(
            each
            for each in further_grids(self._first, self._document.level.settings, beside)
            if self.path_of(each) not in taken and not self.path_of(each).exists()
        )

    @property
    def _first(self) -> ExportTarget:
        path = self._document.path
        stem = self._files.title if path is None else path.stem
        folder = (self._preferences.folder or Path.home()) if path is None else None
        return default_target(stem, folder)

    def faults(self, targets: tuple[ExportTarget, ...]) -> list[ExportFault | None]:
        """Return the fault of each target, None if it can be written."""
        return faults(self._document.path, targets, self._may_leave(self._document.path))

    def path_of(self, target: ExportTarget) -> Path:
        """Return the file that a target means."""
        return resolved(target.path, self._document.path)

    def change(self, targets: tuple[ExportTarget, ...]) -> None:
        """Name these in the level, as one undo step."""
        if targets != self.targets:
            self._document.commit(set_settings(self._document.level, exports=targets))

    def ask_place(self, target: ExportTarget) -> ExportTarget | None:
        """Ask for another file for a target; None if the user cancels."""
        path = self.dialogs.export_grid(self.path_of(target))
        if path is None:
            return None
        self.allow(path)
        return changed(target, path=named_from(path, self._document.path), format=format_of(path))

    def allow(self, path: Path) -> None:
        """Grids of this level may be written here from now on, wherever it is."""
        if self._document.path is None:
            self._chosen.add(path)
        else:
            self._preferences.allow_export(self._document.path, path)

    # Writing.

    def export(self) -> bool:
        """Write all targets of the level; False if there are none, or if one has a fault.

        A long export continues in the background; `exported` is emitted at its end.
        """
        self._settle()
        return self._begin(self._order_now(after_save=False))

    def export_from(self, folder: Path) -> bool:
        """Make a folder that was missing, and export."""
        try:
            make_folder(folder)
        except NavcoreError as fault:
            self._show_notice(Notice(str(fault)))
            return False
        return self.export()

    def write_file(self, path: Path, make: Callable[[], bytes], sentence: str) -> None:
        """Write the bytes of `make`, in the background if it takes long, and show `sentence`."""
        self.write_by(path, lambda: write_atomically(path, make()), sentence)

    def write_by(self, path: Path, write: Callable[[], None], sentence: str) -> None:
        """Let `write` write this file, in the background if it takes long, and show `sentence`."""
        task = self._worker.submit(
            lambda _: write(), lambda task: self._finish_file(task, sentence)
        )
        if not self._worker.finish(task, self.patience):
            self.said.emit(tr("Writing {0}").format(path.name))

    def _finish_file(self, task: Task[None], sentence: str) -> None:
        try:
            _ = task.result
        except NavcoreError as fault:
            self._show_notice(Notice(str(fault)))
        else:
            self.said.emit(sentence)

    @property
    def busy(self) -> bool:
        """True if grids are being written in the background."""
        return self._running is not None

    def cancel(self) -> None:
        """Stop; grids that are written already stay."""
        self._next = None
        if self._order is not None:
            self._order.job[0] = 1

    def wait(self) -> None:
        """Return when nothing is being written; the window stays alive meanwhile."""
        while self.busy:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def shutdown(self) -> None:
        """Finish all requested exports, and refuse further ones."""
        order, self._next = self._next, None
        if order is not None:
            with suppress(ExportFault):
                checked(order.level_path, order.targets, self._may_leave(order.level_path))
                self._worker.submit(lambda _: self._write(order))
        self._silent.stop()
        self._worker.shutdown(END_SECONDS)

    def _order_now(self, *, after_save: bool) -> _Order:
        level, path = self._document.drawing, self._document.path
        return _Order(level, path, level.settings.exports, self.most_cells, after_save)

    def _begin(self, order: _Order) -> bool:
        if not order.targets:
            return False
        if self.busy:
            self._next = order
            return True
        try:
            checked(order.level_path, order.targets, self._may_leave(order.level_path))
        except ExportFault as fault:
            self._refuse(fault, order)
            return False
        self._order = order
        self._step = (0, None)
        well: list[bool] = []
        task = self._running = self._worker.submit(
            lambda _: self._write(order),
            lambda task: well.append(self._finish(task)),
            job=order.job,
        )
        if self._worker.finish(task, self.patience):
            return well[0]
        self._silent.start()
        return True

    def _write(self, order: _Order) -> tuple[Written, ...]:
        """Runs on the worker's thread."""

        def hear(number: int, place: Place) -> None:
            if order.job[0]:
                raise Cancelled
            self._went_on.emit((number, place))

        world = World.build(order.level, max_cells=order.most_cells, job=order.job)
        return write_exports(world, order.level_path, order.targets, told=hear)

    def _finish(self, task: Task[tuple[Written, ...]]) -> bool:
        """Handle the end of an export on the window's thread; return whether all was written."""
        self._silent.stop()
        order, self._running, self._order = self._order, None, None
        following, self._next = self._next, None
        assert order is not None
        done: tuple[Written, ...] = ()
        try:
            done = task.result
        except Cancelled:
            self._show_notice(None)
            self.said.emit(tr("The export was cancelled"))
        except ExportFault as fault:
            self._refuse(fault, order)
        except NavcoreError as fault:
            self._show_notice(Notice(self._after_save(str(fault), order)))
        except MemoryError:
            text = tr("Not enough memory for so many cells.")
            self._show_notice(Notice(self._after_save(text, order)))
        else:
            self._show_notice(None)
            saved = order.level_path if order.after_save else None
            self.said.emit(told(done, saved=saved.name if saved else ""))
            self.exported.emit(done)
        if following is not None:
            return self._begin(following)
        return bool(done)

    # Saving.

    def _saved(self, level_path: Path) -> None:
        """After a save, export the level's targets if the preference is on."""
        for path in self._chosen:
            self._preferences.allow_export(level_path, path)
        self._chosen.clear()
        if self._document.level.settings.export_on_save:
            self._begin(self._order_now(after_save=True))

    def _settle_down(self, level_path: Path) -> None:
        """A level gets its first file: paths begin at its folder from now on."""
        before, self._settled_at = self._document.stack.index(), 0
        if self._document.path is not None:
            return
        self.change(
            tuple(
                changed(target, path=named_from(Path(target.path), level_path))
                if Path(target.path).is_absolute()
                else target
                for target in self.targets
            )
        )
        if self._document.stack.index() > before:
            self._settled_at = self._document.stack.index()

    def _undo_new_paths(self, _: Path) -> None:
        """After a failed save, undo the targets' new paths: the next file may be elsewhere."""
        if self._settled_at and self._document.stack.index() == self._settled_at:
            self._document.stack.undo()
        self._settled_at = 0

    def _may_leave(self, level_path: Path | None) -> MayLeave:
        return lambda path: (
            level_path is not None and self._preferences.may_export(level_path, path)
        )

    # Telling.

    def _show_notice(self, notice: Notice | None) -> None:
        """Show a notice; remove it only if this service showed it."""
        if notice is not None or self._tells:
            self.noticed.emit(notice)
        self._tells = notice is not None

    def _show_progress(self, step: tuple[int, Place | None]) -> None:
        self._step, order, (number, place) = step, self._order, step
        if order is None or self._silent.isActive():
            return
        if place is None:
            text = tr("Baking the grid for the game.")
        else:
            text = tr("Exporting {0}, {1} of {2}.").format(
                place.path.name, number + 1, len(order.targets)
            )
        self._show_notice(Notice(text, "info", ((tr("Cancel"), self.cancel),)))

    def _after_save(self, text: str, order: _Order) -> str:
        if not order.after_save:
            return text
        return tr("The level is saved. Its grids are not: {0}").format(text)

    def _refuse(self, fault: ExportFault, order: _Order) -> None:
        """Show the fault and its place, with buttons that help."""
        if (order.level_path, order.targets) != (self._document.path, self.targets):
            # Another level is open, and the remedies don't apply to it.
            self._show_notice(Notice(self._after_save(str(fault), order)))
            return
        target = order.targets[fault.number]
        buttons: list[tuple[str, Callable[[], object]]] = []
        if fault.reason == "no_folder":
            buttons.append((tr("Create the folder"), lambda: self.export_from(fault.path)))
        elif fault.reason == "outside":
            buttons.append((tr("Write it there"), lambda: self._allow_and_export(fault.path)))
        elif fault.reason == "unsaved":
            buttons.append((tr("Save the level"), lambda: self._files.save(self.export)))
        elif fault.reason == "failed":
            buttons.append((tr("Try again"), self.export))
        buttons.append((tr("Choose another place"), lambda: self._choose(target)))
        self._show_notice(Notice(self._after_save(str(fault), order), buttons=tuple(buttons)))

    def _allow_and_export(self, path: Path) -> bool:
        self.allow(path)
        return self.export()

    def _choose(self, target: ExportTarget) -> bool:
        """Ask for another file for a target with a fault, and export."""
        if target not in self.targets:
            return self.export()
        found = self.ask_place(target)
        if found is None:
            return False
        self.change(tuple(found if one == target else one for one in self.targets))
        return self.export()
