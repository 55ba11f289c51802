"""Hide, lock and group: which elements are visible, selectable, and belong together."""

from typing import Final

from editor.actions.table import Action, row, selected
from editor.actions.targets import of_selection
from editor.actions.workbench import Workbench
from editor.tools.keys import key
from navcore.i18n import tr
from navcore.level import operations
from navcore.level.naming import called


def _called(bench: Workbench) -> str:
    """Return a short description of the selection."""
    level = bench.document.level
    return called(level.element(element_id) for element_id in bench.document.selection.ids)


def _all_hidden(bench: Workbench) -> bool:
    ids = bench.document.selection.ids
    return bool(ids) and ids <= bench.document.hidden


def _hide(bench: Workbench) -> None:
    """Hide the selection; show the parts of it that are hidden already."""
    document = bench.document
    bench.canvas.settle()
    ids, what = document.selection.ids, _called(bench)
    if _all_hidden(bench):
        document.hide(document.hidden - ids)
        return
    document.hide(document.hidden | ids)
    bench.files.said.emit(tr("Hid {0}. {1} shows everything again.").format(what, key("show_all")))


def _show_all(bench: Workbench) -> None:
    bench.canvas.settle()
    bench.document.hide(())


def _show_only(bench: Workbench) -> None:
    bench.canvas.settle()
    bench.document.show_only(bench.document.selection.ids)


def _can_show_only(bench: Workbench) -> bool:
    return selected(bench) or bench.document.showing_only


def _all_locked(bench: Workbench) -> bool:
    ids = bench.document.selection.ids
    return bool(ids) and ids <= bench.document.locked


def _lock(bench: Workbench) -> None:
    """Lock the selection; unlock it if all of it is locked. It stays selected."""
    document = bench.document
    bench.canvas.settle()
    ids, unlock = document.selection.ids, _all_locked(bench)
    document.commit(operations.lock(document.level, ids, locked=not unlock))
    if not unlock:
        bench.files.said.emit(
            tr("Locked {0}. {1} unlocks again.").format(_called(bench), key("lock"))
        )


def _unlock_all(bench: Workbench) -> None:
    document = bench.document
    bench.canvas.settle()
    document.commit(operations.lock(document.level, document.locked, locked=False))


def _group(bench: Workbench) -> None:
    """Make a group, and let its name be typed."""
    document = bench.document
    bench.canvas.settle()
    ids = document.selection.ids
    document.commit(operations.group(document.level, ids))
    bench.frame.rename_group(operations.common_group(document.level, ids))


def _ungroup(bench: Workbench) -> None:
    document = bench.document
    bench.canvas.settle()
    document.commit(operations.ungroup(document.level, document.selection.ids))


@of_selection
def any_grouped(bench: Workbench) -> bool:
    """Return whether a selected element is in a group."""
    level = bench.document.level
    chosen = bench.document.selection.ids
    return any(held[i].group for held in level.held.values() for i in held.keys() & chosen)


EDIT: Final[tuple[Action, ...]] = (
    row("group", "Edit/Organize|", "Group", _group, "Ctrl+G", icon="group", enabled=selected),
    row("ungroup", "Edit/Organize", "Ungroup", _ungroup, "Ctrl+Shift+G", enabled=any_grouped),
    row("lock", "Edit/Organize|", "Lock", _lock, "Ctrl+L", icon="lock", enabled=selected,
        named=lambda b: tr("Unlock") if _all_locked(b) else tr("Lock")),
    row("unlock_all", "Edit/Organize", "Unlock all", _unlock_all, "Ctrl+Shift+L",
        enabled=lambda b: bool(b.document.locked)),
)  # fmt: skip

VIEW: Final[tuple[Action, ...]] = (
    row("hide", "|View", "Hide", _hide, "H", icon="eye_off", enabled=selected,
        named=lambda b: tr("Show") if _all_hidden(b) else tr("Hide")),
    row("show_all", "View", "Show all", _show_all, "Shift+H",
        enabled=lambda b: bool(b.document.hidden)),
    row("show_only", "View", "Only this", _show_only, "I", enabled=_can_show_only,
        checked=lambda b: b.document.showing_only),
)  # fmt: skip
