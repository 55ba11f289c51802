"""Hide, lock and group: what is seen, what can be taken, and what belongs together."""

from typing import Final

from editor.actions.table import Action, Parts, row, selected
from editor.tools.keys import key
from navcore.i18n import tr
from navcore.level import operations
from navcore.level.naming import called


def _called(parts: Parts) -> str:
    """What is selected, in a few words."""
    level = parts.document.level
    return called(level.element(element_id) for element_id in parts.document.selection.ids)


def _all_hidden(parts: Parts) -> bool:
    ids = parts.document.selection.ids
    return bool(ids) and ids <= parts.document.hidden


def _hide(parts: Parts) -> None:
    """Hide what is selected; what is hidden already, and selected in the outline, is shown."""
    document = parts.document
    parts.canvas.settle()
    ids, what = document.selection.ids, _called(parts)
    if _all_hidden(parts):
        document.hide(document.hidden - ids)
        return
    document.hide(document.hidden | ids)
    parts.files.said.emit(tr("Hid {0}. {1} shows everything again.").format(what, key("show_all")))


def _show_all(parts: Parts) -> None:
    parts.canvas.settle()
    parts.document.hide(())


def _show_only(parts: Parts) -> None:
    parts.canvas.settle()
    parts.document.show_only(parts.document.selection.ids)


def _can_show_only(parts: Parts) -> bool:
    return selected(parts) or parts.document.showing_only


def _all_locked(parts: Parts) -> bool:
    ids = parts.document.selection.ids
    return bool(ids) and ids <= parts.document.locked


def _lock(parts: Parts) -> None:
    """Lock what is selected; if all of it is locked, unlock it. It stays selected."""
    document = parts.document
    parts.canvas.settle()
    ids, unlock = document.selection.ids, _all_locked(parts)
    document.commit(operations.lock(document.level, ids, locked=not unlock))
    if not unlock:
        parts.files.said.emit(
            tr("Locked {0}. {1} unlocks again.").format(_called(parts), key("lock"))
        )


def _unlock_all(parts: Parts) -> None:
    document = parts.document
    parts.canvas.settle()
    document.commit(operations.lock(document.level, document.locked, locked=False))


def _group(parts: Parts) -> None:
    """Make a group, and let its name be typed."""
    document = parts.document
    parts.canvas.settle()
    ids = document.selection.ids
    document.commit(operations.group(document.level, ids))
    parts.frame.rename_group(operations.common_group(document.level, ids))


def _ungroup(parts: Parts) -> None:
    document = parts.document
    parts.canvas.settle()
    document.commit(operations.ungroup(document.level, document.selection.ids))


def any_grouped(parts: Parts) -> bool:
    """Whether something that is selected stands in a group."""
    level = parts.document.level
    return any(level.element(element_id).group for element_id in parts.document.selection.ids)


EDIT: Final[tuple[Action, ...]] = (
    row("group", "|Edit", "Group", _group, "Ctrl+G", icon="group", enabled=selected),
    row("ungroup", "Edit", "Ungroup", _ungroup, "Ctrl+Shift+G", enabled=any_grouped),
    row("lock", "Edit", "Lock", _lock, "Ctrl+L", icon="lock", enabled=selected,
        named=lambda p: tr("Unlock") if _all_locked(p) else tr("Lock")),
    row("unlock_all", "Edit", "Unlock all", _unlock_all, "Ctrl+Shift+L",
        enabled=lambda p: bool(p.document.locked)),
)  # fmt: skip

VIEW: Final[tuple[Action, ...]] = (
    row("hide", "|View", "Hide", _hide, "H", icon="eye_off", enabled=selected,
        named=lambda p: tr("Show") if _all_hidden(p) else tr("Hide")),
    row("show_all", "View", "Show all", _show_all, "Shift+H",
        enabled=lambda p: bool(p.document.hidden)),
    row("show_only", "View", "Only this", _show_only, "I", enabled=_can_show_only,
        checked=lambda p: p.document.showing_only),
)  # fmt: skip
