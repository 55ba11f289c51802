"""Recordings of runs as files: saved, opened in their level, and written as tables."""

import math
from pathlib import Path

from editor.actions.table import Parts
from editor.files.prompts import Notice
from editor.run.record import is_of, level_of
from editor.services.bake.service import MOST_ANYWAY
from editor.services.worker import Task
from navcore.bake.extent import MAX_CELLS
from navcore.errors import LevelTooLarge, NavcoreError
from navcore.i18n import tr
from navcore.sim.recording import SUFFIX, Recording, load_recording, save_recording, write_csv


def save(parts: Parts) -> None:
    """Ask for a file, and save what happened in the run so far."""
    path = parts.files.dialogs.save_recording(_proposal(parts, SUFFIX))
    if path is not None:
        recording = _so_far(parts)
        parts.exports.write_by(
            path,
            lambda: save_recording(recording, path),
            tr("Saved the recording {0}").format(path.name),
        )


def export(parts: Parts) -> None:
    """Ask for a file, and write who was where at each tick."""
    path = parts.files.dialogs.save_table(_proposal(parts, ".csv"))
    if path is not None:
        recording = _so_far(parts)
        parts.exports.write_by(
            path,
            lambda: write_csv(recording, path),
            tr("Wrote the table {0}").format(path.name),
        )


def ask_and_open(parts: Parts) -> None:
    """Ask which recording, and show it."""
    path = parts.files.dialogs.open_recording(parts.settings.folder)
    if path is not None:
        open_file(parts, path)


def open_file(parts: Parts, path: Path, max_cells: int = MAX_CELLS) -> None:
    """Show a recording; one of another level than the open one asks for its own.

    One on more than `max_cells` cells is refused, with a button that opens it anyway.
    """
    sentence = tr("Opening {0}…").format(path.name)
    parts.files.tasks.read(
        sentence,
        lambda _: load_recording(path, max_cells=max_cells),
        lambda task: _take(parts, path, task),
    )


def _take(parts: Parts, path: Path, task: Task[Recording]) -> None:
    """Show a recording that was read."""
    parts.canvas.settle()
    try:
        recording = task.result
    except LevelTooLarge as large:
        parts.files.noticed.emit(_too_large(parts, path, math.ceil(large.cells or 0)))
        return
    except NavcoreError as fault:
        parts.files.noticed.emit(Notice(str(fault)))
        return
    if is_of(recording, parts.document.level):
        _show(parts, recording, path)
        return

    def open_level() -> None:
        parts.files.noticed.emit(None)
        if parts.files.open_level(level_of(recording), path.stem):
            _show(parts, recording, path)

    text = tr("{0} was recorded in another level, or this one was changed since.")
    buttons = (
        (tr("Open its level"), open_level),
        (tr("Cancel"), lambda: parts.files.noticed.emit(None)),
    )
    parts.files.noticed.emit(Notice(text.format(path.name), "warning", buttons))


def _too_large(parts: Parts, path: Path, cells: int) -> Notice:
    """How many cells a recording has, and a button that opens it if the editor could bake it."""
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
        parts.files.noticed.emit(None)
        open_file(parts, path, cells)

    return Notice(text.format(path.name, cells, MAX_CELLS), buttons=((tr("Open anyway"), anyway),))


def take_drop(parts: Parts, path: Path) -> bool:
    """Show a recording that was dropped; False for anything else."""
    if path.suffix.lower() != SUFFIX:
        return False
    open_file(parts, path)
    return True


def _show(parts: Parts, recording: Recording, path: Path) -> None:
    try:
        parts.run.timeline.open_recording(recording)
    except NavcoreError as fault:
        parts.files.noticed.emit(Notice(str(fault)))
        return
    parts.files.said.emit(tr("{0} is shown from its beginning").format(path.name))


def _so_far(parts: Parts) -> Recording:
    """The recording as it is now; the run may go on while it is written."""
    recording = parts.run.record.recording
    return recording.until(recording.ticks - 1)


def _proposal(parts: Parts, suffix: str) -> Path:
    folder = parts.document.path.parent if parts.document.path else parts.settings.folder
    return (folder or Path.home()) / f"{parts.files.title}{suffix}"
