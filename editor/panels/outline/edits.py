"""Edits for renaming and dropping rows of the outline."""

import json
from dataclasses import dataclass
from typing import Final

import msgspec
from PySide6.QtCore import QMimeData

from editor.panels.outline.tree import Node
from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Element, Level
from navcore.level.operations import rename, rename_group, reorder, set_group
from navcore.level.operations.organise import group_path, is_within, leaf_of, parent_of

MIME: Final = "application/x-waywright-rows"


@dataclass(frozen=True, slots=True)
class Carried:
    """Dragged rows: a group, or elements."""

    path: str = ""
    ids: tuple[int, ...] = ()


def packed(load: Carried) -> QMimeData:
    """Return the load, to be carried."""
    data = QMimeData()
    data.setData(MIME, json.dumps([load.path, load.ids]).encode())
    return data


def carried(data: QMimeData) -> Carried | None:
    """Return the dragged rows; None if they are not valid rows of an outline."""
    if not data.hasFormat(MIME):
        return None
    try:
        path, ids = msgspec.json.decode(bytes(data.data(MIME).data()), type=tuple[str, list[int]])
    except msgspec.DecodeError:
        return None
    return Carried(path, tuple(ids))


def drop_edit(level: Level, node: Node, row: int, load: Carried) -> Edit:
    """Return the edit of dropping before this row of a folder; on the folder itself for -1.

    Elements are moved into the folder; between elements of their kind they also get that drawing
    order. A folder is moved inside the other one. Missing elements are ignored.

    Raises:
        NavcoreError: if the folder already contains one of that name.
    """
    if load.path:
        if is_within(node.path, load.path) or parent_of(load.path) == node.path:
            return Edit()
        inner = leaf_of(load.path)
        return rename_group(level, load.path, inside(node.path, inner))
    ids = [element_id for element_id in load.ids if level.get(element_id) is not None]
    at = row - len(node.folders)
    neighbours = [(at, False), (at - 1, True)] if row >= 0 else []
    for position, after in neighbours:
        if not 0 <= position < len(node.rows):
            continue
        target = level.element(node.rows[position][2])
        if any(type(level.element(i)) is type(target) for i in ids):
            return reorder(level, ids, target.id, after=after)
    return set_group(level, ids, node.path)


def inside(outer: str, name: str) -> str:
    """Return the path of a group inside another one; empty without a name."""
    path = group_path(name)
    return f"{outer}/{path}" if outer and path else path


def name_fault(level: Level, element: Element, name: str) -> str:
    """Return why the element can't have this name; empty if it can."""
    try:
        rename(level, element.id, name)
    except NavcoreError as refusal:
        return str(refusal)
    return ""


def group_fault(level: Level, path: str, name: str) -> str:
    """Return why the group can't have this name; empty if it can."""
    try:
        rename_group(level, path, inside(parent_of(path), name))
    except NavcoreError as refusal:
        return str(refusal)
    return ""
