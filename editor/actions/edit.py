"""The Edit menu."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from PySide6.QtGui import QGuiApplication

from editor.actions.play import remove_chosen
from editor.actions.table import Action, row, selected
from editor.actions.targets import commit, companions_of, free, free_or_say, say, say_what_stays
from editor.actions.workbench import Workbench
from editor.arrival import Arrival
from editor.look.style import CANVAS
from editor.services.worker import Job, Task
from editor.system import clipboard
from editor.tools.measure import MeasureTool
from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level import operations
from navcore.level.affine import Affine
from navcore.level.companions import copied_with, without_joins
from navcore.level.edit import Edit
from navcore.level.model import Element, Level, Point
from navcore.level.naming import called
from navcore.level.operations.storey_elements import pasted_on

Elements: TypeAlias = tuple[Element, ...]

LARGE_TEXT: Final = 200_000
"""Number of characters from which copied text is read on a worker thread."""


def _delete(bench: Workbench) -> None:
    bench.canvas.settle()
    remove_chosen(bench)
    ids = free_or_say(bench)
    if ids:
        bench.document.commit(operations.delete(bench.document.level, ids))
        say_what_stays(bench)


def _can_copy(bench: Workbench) -> bool:
    tool = bench.canvas.gestures.tool
    return selected(bench) or (isinstance(tool, MeasureTool) and bool(tool.places))


def _measured(bench: Workbench) -> str:
    """Return the last measurement as text; empty if elements are selected."""
    tool = bench.canvas.gestures.tool
    if selected(bench) or not isinstance(tool, MeasureTool):
        return ""
    return tool.text(bench.canvas.gestures.view())


def _copy(bench: Workbench) -> None:
    bench.canvas.settle()
    text = _measured(bench)
    if text:
        QGuiApplication.clipboard().setText(text)
        say(bench, "Copied {0}.", text)
        return
    chosen = _chosen(bench)
    if _put(bench, chosen):
        say(bench, "Copied {0}.", called(without_joins(chosen)))


def _cut(bench: Workbench) -> None:
    bench.canvas.settle()
    document = bench.document
    ids = free_or_say(bench)
    chosen = [element for element in _chosen(bench) if element.id in ids]
    if chosen and _put(bench, chosen):
        edit = operations.delete(document.level, ids)
        document.commit(replace(edit, label=f"Cut {called(chosen)}"))
        say_what_stays(bench)


def _chosen(bench: Workbench) -> list[Element]:
    """Return the selected elements in drawing order, as drawn, with their states."""
    return copied_with(bench.document.drawing, bench.document.selection.ids)


def _put(bench: Workbench, elements: list[Element]) -> bool:
    """Put elements, and routes that they share, on the clipboard; whether that went well."""
    try:
        clipboard.put(operations.with_walked_routes(bench.document.level, elements))
    except NavcoreError as error:
        say(bench, "{0}", str(error))
        return False
    return bool(elements)


def _paste_here(bench: Workbench) -> None:
    """Paste at the mouse, or in the middle of the view if the mouse is elsewhere."""
    pointer = bench.canvas.gestures.pointer
    _paste(bench, bench.canvas.viewport.middle() if pointer is None else pointer.position)


def _paste(bench: Workbench, at: Point | None) -> None:
    """Paste with the middle at this place, or in place; the pasted elements become selected."""
    bench.canvas.settle()
    try:
        text = clipboard.held()
        if len(text) < LARGE_TEXT:
            _put_in(bench, *_paster(bench, at)(clipboard.read(text)))
        else:
            _paste_beside(bench, lambda: clipboard.read(text), at)
    except NavcoreError as error:
        say(bench, "{0}", str(error))


def _paste_beside(bench: Workbench, read: Callable[[], Elements], at: Point | None) -> None:
    """Prepare pasted elements on a worker thread; repeat it if the level is edited meanwhile."""
    document = bench.document
    level, preparations = document.level, tuple(document.preparations)
    paster = _paster(bench, at)

    def work(_: Job) -> tuple[Elements, Edit, Arrival]:
        elements, edit = paster(read())
        return elements, edit, Arrival.of(edit.apply(level), level, preparations, edit)

    def take(task: Task[tuple[Elements, Edit, Arrival]]) -> None:
        try:
            elements, edit, arrival = task.result
        except NavcoreError as error:
            say(bench, "{0}", str(error))
            return
        bench.canvas.settle()
        if document.level is level:
            _put_in(bench, elements, edit, arrival)
        else:
            _paste_beside(bench, lambda: elements, at)

    bench.files.tasks.read(tr("Pasting…"), work, take)


def _paster(bench: Workbench, at: Point | None) -> Callable[[Elements], tuple[Elements, Edit]]:
    """Return a function that makes the edit of pasting at this place, or in place.

    That function may run on any thread: it has the present level and settings.
    """
    level, settings, storey = bench.document.level, bench.settings, bench.document.storey.name
    new_id, step = bench.document.new_id, settings.snap_step if settings.snap else None

    def pasted(elements: Elements) -> tuple[Elements, Edit]:
        elements = tuple(operations.without_known_routes(level, elements))
        vector = (0.0, 0.0) if at is None else operations.landing(elements, at, step)
        edit = operations.paste(level, elements, vector, new_id)
        return elements, pasted_on(level, edit, storey)

    return pasted


def _put_in(
    bench: Workbench, elements: Elements, edit: Edit, arrival: Arrival | None = None
) -> None:
    """Commit the pasted elements and select them."""
    bench.document.commit(edit, arrival=arrival)
    made = [item for item in edit.after.values() if isinstance(item, Element)]
    bench.document.select(frozenset(element.id for element in without_joins(made)))
    say(bench, "Pasted {0}.", called(without_joins(elements)))


def _duplicate(bench: Workbench) -> None:
    """Copies, which become the selection: along the last copies' way, else one step aside.

    Rooms are copied with what belongs to them, as the switch is set; of that nothing is selected.
    """
    bench.canvas.settle()
    document, ids = bench.document, bench.document.selection.ids
    way = bench.copies.way(document.level, ids)
    if way is None:
        offset = _copy_offset(bench)
        way = Affine.translation((offset, -offset))
    along = companions_of(bench, ids)
    edit, sources = operations.duplicate_together(
        document.level, ids, along, way, document.new_id
    )  # fmt: skip
    document.commit(edit)
    copies = {copy: source for copy, source in sources.items() if source.id in ids}
    document.select(frozenset(copies))
    bench.copies.remember(copies)


def _copy_offset(bench: Workbench) -> float:
    """Return the offset of a copy in metres: whole snap steps, and enough to see the copy."""
    step = bench.settings.snap_step
    return step * max(1, math.ceil(CANVAS.copy_aside / bench.canvas.viewport.camera.scale / step))


def _free_doors(bench: Workbench) -> list[int]:
    areas = bench.document.level.areas
    return [i for i in sorted(free(bench)) if i in areas and areas[i].door]


def _delete_and_mend(bench: Workbench) -> None:
    """Doors give way to the floor that they were cut out of."""
    bench.canvas.settle()
    doors = _free_doors(bench)
    nothing = "No floor beside this door was cut for it. Delete takes the door away alone."
    edit = commit(bench, lambda: _mended(bench.document.level, doors), nothing)
    if edit:
        bench.document.select(frozenset(i for i, item in edit.after.items() if item is not None))


def _mended(level: Level, doors: list[int]) -> Edit:
    mended, edit = 0, Edit()
    for door in doors:
        step = operations.merge_floor(level, door)
        if step:
            level, edit, mended = step.apply(level), edit.then(step), mended + 1
    return replace(edit, label=f"Merge {mended} doors into the floor") if mended > 1 else edit


ROWS: Final[tuple[Action, ...]] = (
    row("undo", "Edit", "Undo", lambda b: b.canvas.undo(), "Ctrl+Z", icon="undo",
        enabled=lambda b: b.canvas.can_undo(), repeats=True),
    row("redo", "Edit", "Redo", lambda b: b.canvas.redo(), "Ctrl+Shift+Z", "Ctrl+Y", icon="redo",
        enabled=lambda b: b.canvas.can_redo(), repeats=True),
    row("cut", "|Edit", "Cut", _cut, "Ctrl+X", enabled=selected),
    row("copy", "Edit", "Copy", _copy, "Ctrl+C", enabled=_can_copy),
    row("paste", "Edit", "Paste", _paste_here, "Ctrl+V"),
    row("paste_in_place", "Edit", "Paste in place", lambda b: _paste(b, None), "Ctrl+Shift+V"),
    row("duplicate", "|Edit", "Duplicate", _duplicate, "Ctrl+D", enabled=selected, repeats=True,
        tip="Copy what is selected; a second time, repeat the move of the copies"),
    row("array", "Edit/Arrange", "Make an array…", lambda b: b.frame.ask("array"), "Ctrl+Shift+D",
        enabled=selected, tip="Many copies, in rows and columns, along a line or around a centre"),
    row("delete", "Edit", "Delete", _delete, "Delete", "Backspace", icon="trash",
        enabled=lambda b: selected(b) or bool(b.run.agents.chosen)),
)  # fmt: skip

MEND: Final = row(
    "delete_and_mend", "Edit/Combine|", "Delete door and mend the floor", _delete_and_mend,
    enabled=lambda b: bool(_free_doors(b)),
    tip="The floor that the door was cut out of becomes whole again",
)  # fmt: skip
