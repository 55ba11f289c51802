"""Recordings of runs as files: saved, opened in their level, and written as tables."""

import math
from pathlib import Path

from editor.actions.workbench import Workbench
from editor.files.prompts import Notice
from editor.run.record import is_of, level_of
from editor.services.bake.service import MOST_ANYWAY
from editor.services.worker import Task
from navcore.bake.extent import MAX_CELLS
from navcore.errors import LevelTooLarge, NavcoreError
from navcore.i18n import tr
from navcore.sim.recording import SUFFIX, Recording, load_recording, save_recording, write_csv


def save(bench: Workbench) -> None:
    """Ask for a file, and save the recording of the run so far."""
    path = bench.files.dialogs.save_recording(_proposal(bench, SUFFIX))
    if path is not None:
        recording = _so_far(bench)
        bench.exports.write_by(
            path,
            lambda: save_recording(recording, path),
            tr("Saved the recording {0}").format(path.name),
        )


def export(bench: Workbench) -> None:
    """Ask for a file, and write the agents' positions at each tick."""
    path = bench.files.dialogs.save_table(_proposal(bench, ".csv"))
    if path is not None:
        recording = _so_far(bench)
        bench.exports.write_by(
            path,
            lambda: write_csv(recording, path),
            tr("Wrote the table {0}").format(path.name),
        )


def ask_and_open(bench: Workbench) -> None:
    """Ask for a recording, and open it."""
    path = bench.files.dialogs.open_recording(bench.settings.folder)
    if path is not None:
        open_file(bench, path)


def open_file(bench: Workbench, path: Path, max_cells: int = MAX_CELLS) -> None:
    """Open a recording; if it is of another level, ask for that level first.

    A recording with more than `max_cells` cells is refused, with a button that opens it anyway.
    """
    sentence = tr("Opening {0}…").format(path.name)
    bench.files.tasks.read(
        sentence,
        lambda _: load_recording(path, max_cells=max_cells),
        lambda task: _take(bench, path, task),
    )


def _take(bench: Workbench, path: Path, task: Task[Recording]) -> None:
    """Show a recording that was read."""
    bench.canvas.settle()
    try:
        recording = task.result
    except LevelTooLarge as large:
        bench.files.noticed.emit(_too_large(bench, path, math.ceil(large.cells or 0)))
        return
    except NavcoreError as fault:
        bench.files.noticed.emit(Notice(str(fault)))
        return
    if is_of(recording, bench.document.level):
        _show(bench, recording, path)
        return

    def open_level() -> None:
        bench.files.noticed.emit(None)
        if bench.files.open_level(level_of(recording), path.stem):
            _show(bench, recording, path)

    text = tr("{0} was recorded in another level, or this one was changed since.")
    buttons = (
        (tr("Open its level"), open_level),
        (tr("Cancel"), lambda: bench.files.noticed.emit(None)),
    )
    bench.files.noticed.emit(Notice(text.format(path.name), "warning", buttons))


def _too_large(bench: Workbench, path: Path, cells: int) -> Notice:
    """Return a notice with a recording's size, and a button that opens it if that is possible."""
    if not 0 < cells <= MOST_ANYWAY:
        text = tr(
            "{0} is on {1:,} cells, and the editor opens {2:,} at most: record the level again "
            "with larger cells."
        )
        return Notice(text.format(path.name, cells, MOST_ANYWAY))
    text = tr(
        "{0} is on {1:,} cells, more than the usual {2:,}: opening it may take much memory. Open "
        "it anyway, or record the level again with larger cells."
    )

    def anyway() -> None:
        bench.files.noticed.emit(None)
        open_file(bench, path, cells)

    return Notice(text.format(path.name, cells, MAX_CELLS), buttons=((tr("Open anyway"), anyway),))


def take_drop(bench: Workbench, path: Path) -> bool:
    """Show a recording that was dropped; False for anything else."""
    if path.suffix.lower() != SUFFIX:
        return False
    open_file(bench, path)
    return True


def _show(bench: Workbench, recording: Recording, path: Path) -> None:
    try:
        bench.run.timeline.open_recording(recording)
    except NavcoreError as fault:
        bench.files.noticed.emit(Notice(str(fault)))
        return
    bench.files.said.emit(tr("{0} is shown from its beginning").format(path.name))


def _so_far(bench: Workbench) -> Recording:
    """Return the recording as it is now; the run may go on while it is written."""
    recording = bench.run.record.recording
    return recording.until(recording.ticks - 1)


def _proposal(bench: Workbench, suffix: str) -> Path:
    folder = bench.document.path.parent if bench.document.path else bench.settings.folder
    return (folder or Path.home()) / f"{bench.files.title}{suffix}"
