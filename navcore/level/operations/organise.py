"""Groups, locks and the drawing order: how a designer keeps a level in order."""

from bisect import bisect_left
from collections.abc import Collection, Iterable
from itertools import count
from typing import TypeAlias

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Element, Level
from navcore.level.naming import called

Drawn: TypeAlias = Element


def group_path(text: str) -> str:
    """Return a group as it is compared: `Inn / Kitchen/` is the group `Inn/Kitchen`."""
    return "/".join(part for piece in text.split("/") if (part := piece.strip()))


def parent_of(path: str) -> str:
    """Return the group that contains this one; empty for a top-level group."""
    return path.rpartition("/")[0]


def is_in_group(element: Drawn, path: str) -> bool:
    """Return whether the element is in this group, or in one inside it."""
    return is_within(group_path(element.group), path)


def is_within(path: str, outer: str) -> bool:
    """Return whether a group is the group `outer` or inside it."""
    return path == outer or path.startswith(f"{outer}/")


def in_group(level: Level, path: str) -> list[Drawn]:
    """Return all elements of a group and of the groups inside it."""
    return [element for element in level.elements() if is_in_group(element, path)]


def set_group(level: Level, ids: Collection[int], group: str) -> Edit:
    """Put the elements in another group, which is created if needed; empty for none.

    Raises:
        KeyError: if an id is not the level's.
    """
    path = group_path(group)
    elements = [level.element(element_id) for element_id in ids]
    moved = [element for element in elements if group_path(element.group) != path]
    if not moved:
        return Edit()
    what = called(moved)
    if path:
        label = tr("Put {0} into {1}").format(what, leaf_of(path))
    else:
        label = tr("Take {0} out of {1}").format(what, _groups_of(moved))
    return Edit.put(level, [replace(element, group=path) for element in moved], label)


def group(level: Level, ids: Collection[int]) -> Edit:
    """Put the elements in a new group, `Group 1`, inside the group that they all share.

    Groups whose elements are all included stay groups inside the new one. The new group is the
    `common_group` of the ids in the level after the edit.

    Raises:
        KeyError: if an id is not the level's.
    """
    elements = [level.element(element_id) for element_id in ids]
    if not elements:
        return Edit()
    shared = common_group(level, ids)
    taken = _names_inside(level, shared)
    name = next(name for n in count(1) if (name := f"Group {n}") not in taken)
    partly = _names_inside(level, shared, without=frozenset(ids))
    made = _joined(shared, name)
    grouped = []
    for element in elements:
        below = _below(group_path(element.group), shared)
        kept = below if below.partition("/")[0] not in partly else ""
        grouped.append(replace(element, group=_joined(made, kept)))
    return Edit.put(level, grouped, tr("Group {0}").format(called(elements)))


def ungroup(level: Level, ids: Collection[int]) -> Edit:
    """Move the elements out of the group that they share; the group is dropped if empty.

    Groups inside the shared one whose elements are all included stay groups. Elements that share no
    group leave their own group.

    Raises:
        KeyError: if an id is not the level's.
    """
    elements = [e for e in (level.element(element_id) for element_id in ids) if e.group]
    shared = common_group(level, [element.id for element in elements])
    partly = _names_inside(level, shared, without=frozenset(ids)) if shared else frozenset()
    freed = []
    for element in elements:
        path = group_path(element.group)
        out = parent_of(shared or path)
        below = _below(path, shared) if shared else ""
        kept = below if below.partition("/")[0] not in partly else ""
        freed.append(replace(element, group=_joined(out, kept)))
    if not elements:
        return Edit()
    return Edit.put(level, freed, tr("Ungroup {0}").format(called(elements)))


def rename_group(level: Level, old: str, new: str) -> Edit:
    """Rename or move a group with everything in it.

    Raises:
        NavcoreError: if the level has no such group, the new path is empty, or it is taken.
    """
    before, after = group_path(old), group_path(new)
    inside = in_group(level, before) if before else []
    if not inside:
        message = tr("There is no group named {0}.").format(before)
        raise NavcoreError(message)
    if not after:
        message = tr("A group needs a name.")
        raise NavcoreError(message)
    if after == before:
        return Edit()
    if is_within(after, before):
        taken = any(is_in_group(element, after) for element in inside)
    else:
        taken = bool(in_group(level, after))
    if taken:
        message = tr("There is a group named {0} here already. Choose another name.")
        raise NavcoreError(message.format(leaf_of(after)))
    renamed = [
        replace(element, group=_joined(after, _below(group_path(element.group), before)))
        for element in inside
    ]
    return Edit.put(level, renamed, _label_of_rename(before, after))


def lock(level: Level, ids: Collection[int], *, locked: bool = True) -> Edit:
    """Lock the elements, so that they are visible but can't be selected, or unlock them.

    Raises:
        KeyError: if an id is not the level's.
    """
    elements = [level.element(element_id) for element_id in ids]
    changed = [element for element in elements if element.locked != locked]
    said = tr("Lock {0}") if locked else tr("Unlock {0}")
    label = said.format(called(changed)) if changed else ""
    return Edit.put(level, [replace(element, locked=locked) for element in changed], label)


def reorder(level: Level, ids: Collection[int], beside: int, *, after: bool = False) -> Edit:
    """Put the elements right before or after the element `beside`, in its group.

    They keep their order relative to each other. Elements of another kind than `beside` have an
    order of their own, and only join the group.

    Raises:
        KeyError: if an id is not the level's.
    """
    target = level.element(beside)
    moved = [level.element(element_id) for element_id in ids if element_id != beside]
    path = group_path(target.group)
    changed: dict[int, Drawn] = {
        element.id: element if group_path(element.group) == path else replace(element, group=path)
        for element in moved
    }
    same = sorted((e for e in moved if type(e) is type(target)), key=_place)
    chosen = {element.id for element in same}
    row = [e for e in level.elements() if type(e) is type(target) and e.id not in chosen]
    at = bisect_left(row, _place(target), key=_place) + after
    wanted = [*row[:at], *same, *row[at:]]
    if wanted != [e for e in level.elements() if type(e) is type(target)]:
        for element_id, order in _orders(row, at, same):
            element = changed.get(element_id) or level.element(element_id)
            changed[element_id] = replace(element, order=order)
    if not moved:
        return Edit()
    edit = Edit.put(level, changed.values())
    grouped = [e for e in moved if group_path(e.group) != path]
    label = set_group(level, [e.id for e in grouped], path).label if grouped else ""
    label = label or tr("Reorder {0}").format(called(moved))
    return Edit(edit.before, edit.after, label) if edit else Edit()


def common_group(level: Level, ids: Iterable[int]) -> str:
    """Return the innermost group that holds all of these elements; empty if there is none."""
    paths = [group_path(level.element(i).group).split("/") for i in ids]
    if not paths:
        return ""
    shared = []
    for parts in zip(*paths, strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    return "/".join(shared)


def leaf_of(path: str) -> str:
    """Return the name of a group without its parent groups."""
    return path.rpartition("/")[2]


def _joined(outer: str, inner: str) -> str:
    return f"{outer}/{inner}" if outer and inner else outer or inner


def _below(path: str, outer: str) -> str:
    """Return the path inside `outer`, which holds it."""
    return path[len(outer) :].removeprefix("/")


def _names_inside(level: Level, path: str, without: Collection[int] = frozenset()) -> set[str]:
    """Return names of the groups directly inside this one, ignoring elements `without`."""
    names = set()
    for element in level.elements():
        own = group_path(element.group)
        if element.id not in without and own != path and (not path or is_within(own, path)):
            names.add(_below(own, path).partition("/")[0])
    return names


def _groups_of(elements: Collection[Drawn]) -> str:
    """Return words for the groups that these elements leave."""
    paths = {group_path(element.group) for element in elements}
    return leaf_of(paths.pop()) if len(paths) == 1 else tr("{0} groups").format(len(paths))


def _label_of_rename(before: str, after: str) -> str:
    if leaf_of(before) != leaf_of(after) or is_within(after, before):
        shown = after if parent_of(before) != parent_of(after) else leaf_of(after)
        return tr("Rename group {0} to {1}").format(leaf_of(before), shown)
    if parent_of(after):
        outer = leaf_of(parent_of(after))
        return tr("Put group {0} into {1}").format(leaf_of(before), outer)
    outer = leaf_of(parent_of(before))
    return tr("Take group {0} out of {1}").format(leaf_of(before), outer)


def _orders(row: list[Drawn], at: int, same: list[Drawn]) -> Iterable[tuple[int, float]]:
    """New orders that put `same` before the element `at` of the row; of all where it is tight."""
    low = row[at - 1].order if at else None
    high = row[at].order if at < len(row) else None
    if low is None:
        low = (high if high is not None else 0.0) - len(same) - 1
    if high is None:
        high = low + len(same) + 1
    step = (high - low) / (len(same) + 1)
    orders = [low + step * n for n in range(1, len(same) + 1)]
    if all(a < b for a, b in zip([low, *orders], [*orders, high], strict=True)):
        return zip((element.id for element in same), orders, strict=True)
    everything = [*row[:at], *same, *row[at:]]
    return ((element.id, float(n)) for n, element in enumerate(everything))


def _place(element: Drawn) -> tuple[float, int]:
    return (element.order, element.id)
