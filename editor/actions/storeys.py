"""Storeys: the active one, and moving or copying elements to another one."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from editor.actions.table import Action, row, selected
from editor.actions.targets import commit, free_or_say, say, say_what_stays
from editor.actions.workbench import Workbench
from editor.look.widgets import named
from editor.tools.messages import short
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.operations.storey_elements import copy_to_storey, move_to_storey
from navcore.level.storeys import storey_title

MOVE: Final = mark("Move to storey")
COPY: Final = mark("Copy to storey")


def move_selection(bench: Workbench, name: str) -> None:
    """Move the selection to another storey, and make it active."""
    bench.canvas.settle()
    ids = free_or_say(bench)
    if ids:
        nothing = mark("The selection is on that storey already.")
        commit(bench, lambda: move_to_storey(bench.document.level, ids, name), nothing)
        say_what_stays(bench)


def copy_selection(bench: Workbench, name: str) -> None:
    """Copy the selection to another storey, make it active, and select the copies."""
    bench.canvas.settle()
    document = bench.document
    copies: frozenset[int] = frozenset()

    def made() -> Edit:
        nonlocal copies
        ids = document.selection.ids - document.unseen
        edit, sources = copy_to_storey(document.level, ids, name, document.new_id)
        copies = frozenset(sources)
        return edit

    nothing = mark("Nothing was copied: there is no storey for these links to lead to.")
    if commit(bench, made, nothing):
        document.select(copies)
        said = mark("Copied to {0}, which is the current storey now.")
        say(bench, said, short(storey_title(name)))


def _ask(bench: Workbench, title: str, do: Callable[[Workbench, str], None]) -> None:
    """Let the storey be chosen at the mouse, or under the chip if the mouse is elsewhere."""
    canvas, chip = bench.canvas, bench.canvas.chrome.storey_chip
    place, pointer = chip.geometry().bottomLeft(), canvas.gestures.pointer
    if pointer is not None:
        x, y = canvas.viewport.camera.to_pixel(pointer.position)
        place = QPoint(round(x), round(y))
    menu = named(QMenu(canvas), tr(title))
    for name in reversed(bench.document.storey.names):
        words = short(storey_title(name)).replace("&", "&&")
        menu.addAction(words).triggered.connect(lambda _, name=name: do(bench, name))
    menu.aboutToHide.connect(menu.deleteLater)
    menu.setActiveAction(menu.actions()[0])
    menu.popup(canvas.mapToGlobal(place))


def several(bench: Workbench) -> bool:
    """Return whether the level has more storeys than the ground."""
    return bench.document.storey.several


def _movable(bench: Workbench) -> bool:
    return several(bench) and selected(bench)


VIEW: Final[tuple[Action, ...]] = (
    row("storey_up", "View/Storey", "One storey up",
        lambda b: b.canvas.chrome.storey_chip.go(1), "Ctrl+PgUp", enabled=several),
    row("storey_down", "View/Storey", "One storey down",
        lambda b: b.canvas.chrome.storey_chip.go(-1), "Ctrl+PgDown", enabled=several),
    row("choose_storey", "View/Storey", "Choose a storey…",
        lambda b: b.canvas.chrome.storey_chip.open_menu(), icon="storeys", enabled=several,
        words=mark("floor layer level upstairs chip"),
        tip="Take the storey in hand on which you draw and select"),
    row("all_storeys", "View/Storey|", "All storeys", lambda b: b.document.storey.toggle_all(),
        enabled=several, checked=lambda b: b.document.storey.name is None,
        tip="Show and select what lies on any storey"),
    row("edit_storeys", "View/Storey|", "Edit storeys…",
        lambda b: b.frame.show_panel("library", "Storeys"),
        words=mark("floor layer level upstairs add rename delete height"),
        tip="Add, rename and delete storeys in the library"),
)  # fmt: skip

EDIT: Final[tuple[Action, ...]] = (
    row("move_to_storey", "Edit/Organize|", "Move to storey…",
        lambda b: _ask(b, MOVE, move_selection), enabled=_movable),
    row("copy_to_storey", "Edit/Organize", "Copy to storey…",
        lambda b: _ask(b, COPY, copy_selection), enabled=_movable),
)  # fmt: skip
